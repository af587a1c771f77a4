// `npm run bench:communities [-- NODES EDGES]`: time and modularity of the Leiden algorithm, and time of PageRank, on
// generated graphs, by default of 200,000 nodes and 800,000 edges. Times are the middle of five runs in one process.
//
// planted    communities of equal size, edges inside of them four times as often as between them
// power law  degrees and sizes of communities by power laws, as in code: few are called by many
// by chance  edges between any two nodes: there is nothing to be found, and that is the slowest to find out

import * as Csr from "../lib/overlays/kernels/csr.ts"
import { leiden } from "../lib/overlays/kernels/leiden.ts"
import { pageRank } from "../lib/overlays/kernels/page_rank.ts"
import { modularity } from "../lib/overlays/kernels/modularity.ts"
import { type Draw, drawFrom } from "./draw.ts"
import { quantile } from "./quantile.ts"
import { table } from "./table.ts"

const [nodes = 200_000, edges = 800_000] = process.argv.slice(2).map(Number)
const RUNS = 5

interface Generated {
  readonly name: string
  readonly edges: Csr.WeightedEdges
  /** The communities that it was made of. */
  readonly planted: Uint32Array
}

/** Finer than a draw of bits alone, of which there are 32. */
const share = (draw: Draw): number => draw(2 ** 30) / 2 ** 30

/** From `least` to `most`, larger ones rarer by the power of `exponent`. */
const byPowerLaw = (draw: Draw, exponent: number, least: number, most: number): number => {
  const power = 1 - exponent
  return (least ** power + share(draw) * (most ** power - least ** power)) ** (1 / power)
}

/** Edges whose ends are drawn by the nodes' degrees, that share of them inside of one community. */
const joined = (name: string, draw: Draw, degrees: Float64Array, planted: Uint32Array, inside: number): Generated => {
  const members: Array<Array<number>> = []
  // A node stands in its list as often as its degree says.
  const all: Array<number> = []
  planted.forEach((community, node) => {
    const own = members[community] ??= []
    for (let i = 0; i < degrees[node]!; i++) {
      own.push(node)
      all.push(node)
    }
  })
  const sources = new Uint32Array(edges)
  const targets = new Uint32Array(edges)
  for (let edge = 0; edge < edges; edge++) {
    const source = all[draw(all.length)]!
    const near = members[planted[source]!]!
    sources[edge] = source
    targets[edge] = share(draw) < inside ? near[draw(near.length)]! : all[draw(all.length)]!
  }
  return { name, planted, edges: { nodeCount: nodes, sources, targets, weights: new Float64Array(edges).fill(1) } }
}

const equal = (size: number): Uint32Array => Uint32Array.from({ length: nodes }, (_, node) => Math.floor(node / size))

const uneven = (draw: Draw): Uint32Array => {
  const planted = new Uint32Array(nodes)
  for (let node = 0, community = 0; node < nodes; community++) {
    const end = node + byPowerLaw(draw, 2, 10, nodes / 50)
    while (node < nodes && node < end) planted[node++] = community
  }
  return planted
}

const ones = new Float64Array(nodes).fill(1)

const graphs: ReadonlyArray<() => Generated> = [
  () => joined("planted", drawFrom(1), ones, equal(100), 0.8),
  () => {
    const draw = drawFrom(2)
    const degrees = Float64Array.from({ length: nodes }, () => Math.floor(byPowerLaw(draw, 2.3, 1, nodes / 100)))
    return joined("power law", draw, degrees, uneven(draw), 0.7)
  },
  () => joined("by chance", drawFrom(3), ones, equal(nodes), 1),
]

interface Timed<A> {
  readonly value: A
  readonly ms: number
  /** Of all threads of the process: what a busy machine changes least. */
  readonly cpuMs: number
}

const timed = <A>(work: () => A): Timed<A> => {
  const began = performance.now()
  const used = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(used)
  return { value, ms: performance.now() - began, cpuMs: (user + system) / 1000 }
}

/** The middle of measured times, the least and the most. */
const middle = (ms: ReadonlyArray<number>): string =>
  `${quantile(ms, 0.5).toFixed(0)} (${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)})`

const rows = graphs.map((make) => {
  const { name, edges, planted } = make()
  const rows = timed(() => Csr.undirected(edges))
  const graph = rows.value
  const runs = Array.from({ length: RUNS }, () => timed(() => leiden(graph, 1)))
  const directed = Csr.directed(edges)
  const ranks = Array.from({ length: RUNS }, () => timed(() => pageRank(directed)))
  const found = runs[0]!.value
  return [
    name,
    String(graph.targets.length / 2),
    rows.ms.toFixed(0),
    middle(runs.map((run) => run.ms)),
    middle(runs.map((run) => run.cpuMs)),
    String(found.count),
    found.modularity.toFixed(4),
    modularity(graph, planted, 1).toFixed(4),
    middle(ranks.map((run) => run.ms)),
  ]
})
console.log(table(
  [
    "graph",
    "edges",
    "rows ms",
    "leiden ms",
    "CPU ms",
    "communities",
    "modularity",
    "of the planted ones",
    "pagerank ms",
  ],
  rows,
))
