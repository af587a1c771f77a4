// Graphs for tests of kernels, and what the definitions say of them, in the plainest way: dense matrices and sets.

import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Csr from "../../../lib/overlays/kernels/csr.ts"
import { ROOT } from "../../_kit/program.ts"

/** Two ends and a weight. */
export type Edge = readonly [source: number, target: number, weight: number]

export interface Listed {
  readonly nodeCount: number
  readonly edges: ReadonlyArray<Edge>
}

export const columnsOf = ({ nodeCount, edges }: Listed): Csr.WeightedEdges => ({
  nodeCount,
  sources: Uint32Array.from(edges, ([source]) => source),
  targets: Uint32Array.from(edges, ([, target]) => target),
  weights: Float64Array.from(edges, ([, , weight]) => weight),
})

export const undirected = (graph: Listed): Csr.UndirectedGraph => Csr.undirected(columnsOf(graph))
export const directed = (graph: Listed): Csr.WeightedRows => Csr.directed(columnsOf(graph))

/** A graph of tests/overlays/kernels/graphs: a line an edge, its ends and its weight, where it has one. */
export const read = (name: string): Listed => {
  const lines = readFileSync(join(ROOT, "tests/overlays/kernels/graphs", `${name}.txt`), "utf8").trim().split("\n")
  const edges = lines.filter((line) => !line.startsWith("#")).map((line): Edge => {
    const [source, target, weight = 1] = line.split(" ").map(Number)
    return [source!, target!, weight]
  })
  return { nodeCount: 1 + Math.max(...edges.flatMap(([source, target]) => [source, target])), edges }
}

export const unweighted = ({ nodeCount, edges }: Listed): Listed => ({
  nodeCount,
  edges: edges.map(([source, target]) => [source, target, 1]),
})

/** Weight between any two nodes, both ways; an edge from a node to itself has both its ends there. */
export const matrixOf = ({ nodeCount, edges }: Listed): ReadonlyArray<ReadonlyArray<number>> => {
  const matrix = Array.from({ length: nodeCount }, () => new Array<number>(nodeCount).fill(0))
  for (const [source, target, weight] of edges) {
    matrix[source]![target]! += weight
    matrix[target]![source]! += weight
  }
  return matrix
}

/** Modularity by its definition: over all pairs of one community, what joins them less what chance would. */
export const modularityOf = (
  matrix: ReadonlyArray<ReadonlyArray<number>>,
  community: ArrayLike<number>,
  resolution: number,
): number => {
  const strengths = matrix.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  const total = strengths.reduce((sum, strength) => sum + strength, 0)
  let sum = 0
  matrix.forEach((row, i) =>
    row.forEach((weight, j) => {
      if (community[i] === community[j]) sum += weight - resolution * strengths[i]! * strengths[j]! / total
    })
  )
  return total === 0 ? 0 : sum / total
}

/** Sets of nodes that hang together by edges inside of one community, as sorted lists of sorted lists. */
export const componentsOf = ({ nodeCount, edges }: Listed, community: ArrayLike<number>): Array<Array<number>> => {
  const leader = Array.from({ length: nodeCount }, (_, node) => node)
  for (const [source, target] of edges) {
    if (community[source] !== community[target]) continue
    const [kept, gone] = [leader[source]!, leader[target]!]
    for (let node = 0; node < nodeCount; node++) if (leader[node] === gone) leader[node] = kept
  }
  return membersOf(leader)
}

/** The communities as sorted lists of sorted lists. */
export const membersOf = (community: ArrayLike<number>): Array<Array<number>> => {
  const members = new Map<number, Array<number>>()
  for (let node = 0; node < community.length; node++) {
    members.set(community[node]!, [...(members.get(community[node]!) ?? []), node])
  }
  return [...members.values()].sort((a, b) => a[0]! - b[0]!)
}

/** Every way to part nodes: an entry a node, numbered in the order of smallest members. */
export function* partitionsOf(nodeCount: number): Generator<ReadonlyArray<number>> {
  const community = new Array<number>(nodeCount).fill(0)
  function* from(node: number, count: number): Generator<ReadonlyArray<number>> {
    if (node === nodeCount) yield community.slice()
    else {
      for (let c = 0; c <= count; c++) {
        community[node] = c
        yield* from(node + 1, Math.max(count, c + 1))
      }
    }
  }
  yield* from(0, 0)
}

/** Edges between nodes of which some are hubs, some in no edge; ends may be the same, edges may come twice. */
export const graphs = (
  size: { readonly least: number; readonly most: number; readonly degree: number },
): fc.Arbitrary<Listed> =>
  fc.integer({ min: size.least, max: size.most }).chain((nodeCount) => {
    const any = fc.integer({ min: 0, max: nodeCount - 1 })
    const end = fc.oneof(any, fc.integer({ min: 0, max: Math.floor((nodeCount - 1) / 4) }))
    const weight = fc.constantFrom(1, 1, 1, 2, 0.1, 0.7, 1 / 3, 5)
    return fc.record({
      nodeCount: fc.constant(nodeCount),
      edges: fc.array(fc.tuple(end, any, weight), { maxLength: Math.ceil(nodeCount * size.degree) }),
    })
  })

export const resolutions = fc.constantFrom(0.3, 1, 1, 1.7, 4)
