// What holds of the communities of any graph: they hang together, no node would be better elsewhere, and the order in
// which edges are told can't be seen.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Chance from "../../../lib/overlays/kernels/chance.ts"
import { connectedParts } from "../../../lib/overlays/kernels/connected.ts"
import { leiden } from "../../../lib/overlays/kernels/leiden.ts"
import { moveNodes } from "../../../lib/overlays/kernels/local_move.ts"
import { modularity } from "../../../lib/overlays/kernels/modularity.ts"
import { law } from "../../_kit/effect.ts"
import * as Graphs from "./_graphs.ts"

/** What arithmetic of doubles may differ in. */
const ROUNDING = 1e-9

const graphs = Graphs.graphs({ least: 1, most: 40, degree: 2.5 })
const sparse = Graphs.graphs({ least: 60, most: 200, degree: 1.3 })
const small = Graphs.graphs({ least: 1, most: 7, degree: 2 })

const given = (of: fc.Arbitrary<Graphs.Listed>) => fc.tuple(of, Graphs.resolutions)

law("modularity is what its definition says", fc.tuple(graphs, Graphs.resolutions, fc.infiniteStream(fc.nat(5))), ([
  graph,
  resolution,
  stream,
]) => {
  const community = Uint32Array.from([...stream.take(graph.nodeCount)], (it) => it % graph.nodeCount)
  const expected = Graphs.modularityOf(Graphs.matrixOf(graph), community, resolution)
  expect(modularity(Graphs.undirected(graph), community, resolution)).toBeCloseTo(expected, 9)
})

law("of few nodes the best of all partitions is found", given(small), ([graph, resolution]) => {
  const matrix = Graphs.matrixOf(graph)
  let best = -Infinity
  for (const community of Graphs.partitionsOf(graph.nodeCount)) {
    best = Math.max(best, Graphs.modularityOf(matrix, community, resolution))
  }
  const found = leiden(Graphs.undirected(graph), resolution)
  expect(found.modularity).toBeCloseTo(best, 9)
  expect(Graphs.modularityOf(matrix, found.of, resolution)).toBeCloseTo(best, 9)
})

law("communities are numbered by smallest members, and told with the modularity that they have", given(graphs), ([
  graph,
  resolution,
]) => {
  const found = leiden(Graphs.undirected(graph), resolution)
  const members = Graphs.membersOf(found.of)
  expect(found.count).toBe(members.length)
  members.forEach((nodes, community) => expect(nodes.map((node) => found.of[node])).toEqual(nodes.map(() => community)))
  expect(found.modularity).toBeCloseTo(Graphs.modularityOf(Graphs.matrixOf(graph), found.of, resolution), 9)
})

for (const [name, of, runs] of [["graphs", graphs, 200], ["sparse graphs", sparse, 100]] as const) {
  law(`every community of ${name} is connected`, given(of), ([graph, resolution]) => {
    const found = leiden(Graphs.undirected(graph), resolution)
    expect(Graphs.componentsOf(graph, found.of)).toEqual(Graphs.membersOf(found.of))
  }, { runs })
}

law("no node of its own raises modularity by going elsewhere", given(graphs), ([graph, resolution]) => {
  const matrix = Graphs.matrixOf(graph)
  const found = leiden(Graphs.undirected(graph), resolution)
  const here = Graphs.modularityOf(matrix, found.of, resolution)
  for (let node = 0; node < graph.nodeCount; node++) {
    // The last one is new.
    for (let other = 0; other <= found.count; other++) {
      const moved = found.of.with(node, other)
      expect(Graphs.modularityOf(matrix, moved, resolution)).toBeLessThanOrEqual(here + ROUNDING)
    }
  }
})

law("communities are no worse than nodes alone, or than connected components", given(graphs), ([graph, resolution]) => {
  const matrix = Graphs.matrixOf(graph)
  const found = leiden(Graphs.undirected(graph), resolution)
  const alone = Array.from({ length: graph.nodeCount }, (_, node) => node)
  const components = new Array<number>(graph.nodeCount)
  Graphs.componentsOf(graph, alone.map(() => 0)).forEach((nodes, i) => nodes.forEach((node) => components[node] = i))
  for (const other of [alone, components]) {
    expect(Graphs.modularityOf(matrix, other, resolution)).toBeLessThanOrEqual(found.modularity + ROUNDING)
  }
})

law(
  "the order of edges, and of their ends, changes no bit",
  given(graphs).chain(([graph, resolution]) =>
    fc.record({
      graph: fc.constant(graph),
      resolution: fc.constant(resolution),
      edges: fc.shuffledSubarray([...graph.edges], { minLength: graph.edges.length }),
      turned: fc.infiniteStream(fc.boolean()),
    })
  ),
  ({ graph, resolution, edges, turned }) => {
    const turns = [...turned.take(edges.length)]
    const other = edges.map(([source, target, weight], i): Graphs.Edge =>
      turns[i] ? [target, source, weight] : [source, target, weight]
    )
    expect(Graphs.undirected({ ...graph, edges: other })).toEqual(Graphs.undirected(graph))
    expect(leiden(Graphs.undirected({ ...graph, edges: other }), resolution))
      .toEqual(leiden(Graphs.undirected(graph), resolution))
  },
)

law("nodes without edges are communities by themselves", given(graphs), ([graph, resolution]) => {
  const found = leiden(Graphs.undirected(graph), resolution)
  const joined = new Set(graph.edges.flatMap(([source, target]) => source === target ? [] : [source, target]))
  const members = Graphs.membersOf(found.of)
  for (let node = 0; node < graph.nodeCount; node++) {
    if (!joined.has(node)) expect(members[found.of[node]!]).toEqual([node])
  }
})

law("an edge told in parts, either way round, is the edge that they make", graphs, ({ nodeCount, edges }) => {
  // Halves of whole numbers, which no rounding touches.
  const whole = edges.map(([source, target, weight]): Graphs.Edge => [source, target, Math.ceil(weight)])
  const inParts = whole.flatMap(([source, target, weight]): ReadonlyArray<Graphs.Edge> => [
    [target, source, weight / 2],
    [source, target, weight / 2],
  ])
  expect(leiden(Graphs.undirected({ nodeCount, edges: inParts }), 1))
    .toEqual(leiden(Graphs.undirected({ nodeCount, edges: whole }), 1))
})

test("a graph without nodes has no communities, one without edges only single ones", () => {
  expect(leiden(Graphs.undirected({ nodeCount: 0, edges: [] }), 1)).toEqual({
    of: new Uint32Array(0),
    count: 0,
    modularity: 0,
  })
  expect(leiden(Graphs.undirected({ nodeCount: 3, edges: [] }), 1)).toEqual({
    of: Uint32Array.of(0, 1, 2),
    count: 3,
    modularity: 0,
  })
})

test("an edge of weight 0, below it or without end is none", () => {
  const graph = Graphs.undirected({ nodeCount: 2, edges: [[0, 1, 0], [0, 1, -1], [0, 1, Infinity], [1, 0, NaN]] })
  expect(graph.targets.length).toBe(0)
  expect(graph.total).toBe(0)
})

test("weights are added without rounding, in any order: 0.1 ten times is the same at every place", () => {
  const tenths = Array.from({ length: 10 }, (): Graphs.Edge => [0, 1, 0.1])
  const large: Graphs.Edge = [0, 1, 1e6]
  const sums = [[large, ...tenths], [...tenths, large], [...tenths.slice(5), large, ...tenths.slice(5)]].map((edges) =>
    Graphs.undirected({ nodeCount: 2, edges }).weights[0]!
  )
  // Added as they are, the three differ.
  expect(new Set([1e6 + 0.1 + 0.1 + 0.1, 0.1 + 0.1 + 0.1 + 1e6]).size).toBe(2)
  expect(new Set(sums).size).toBe(1)
  expect(sums[0]!).toBeCloseTo(1_000_001, 6)
})

test("a graph so large that rounds are cut short is settled: connected communities, and nothing left to move", () => {
  const nodeCount = 60_000
  const chance = Chance.from(1)
  const any = () => Math.floor(Chance.draw(chance) * nodeCount)
  const edges = Array.from({ length: 4 * nodeCount }, (): Graphs.Edge => [any(), any(), 1])
  const graph = Graphs.undirected({ nodeCount, edges })
  const { of, count } = leiden(graph, 1)
  expect(connectedParts(graph, of)).toEqual({ of, count })
  expect(moveNodes(graph, Chance.order(chance, nodeCount), of.slice(), 1)).toBe(0)
})
