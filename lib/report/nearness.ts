// How near each definition is to where somebody works: the share of walks over the graph of uses that begin there again and
// again. Without such places it is how central a definition is.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { HOLDING_EDGES } from "../graph/kinds.ts"
import { USES } from "../overlays/centrality.ts"
import * as Csr from "../overlays/kernels/csr.ts"
import * as PageRank from "../overlays/kernels/page_rank.ts"
import * as Ties from "../overlays/ties.ts"

/** What a walk begins at, each with what it holds: a file stands for its definitions, a class for its members. */
export interface Start {
  readonly node: NodeId
  /** Above 0: how much it is meant, beside the others. */
  readonly weight: number
}

/** Who uses a thing is near to it too, though less than what it uses. */
const BACK = 0.5

/**
 * @param starts None: every definition alike.
 * @returns An entry a node: 0 to 1, together 1 where anything takes part; 0 for tests that no start names and for what
 *   lies outside. O((nodes + edges) · steps).
 */
export const nearness = (graph: Graph, starts: ReadonlyArray<Start>): Float64Array => {
  const mask = Ties.productMask(graph)
  const weights = new Float64Array(graph.nodes.rows)
  for (const { node, weight } of starts) {
    const nodes = heldBy(graph, node)
    for (const it of nodes) {
      weights[it]! += weight / nodes.length
      // A test that is named takes part.
      if (graph.nodes.file[it] !== NONE) mask[it] = 1
    }
  }
  const ties = Ties.between(graph, mask, USES)
  const rows = Csr.directed(starts.length === 0 ? ties : bothWays(ties))
  const { of } = starts.length === 0
    ? PageRank.pageRank(rows)
    : PageRank.pageRankFrom(rows, Float64Array.from(ties.nodes, (node) => weights[node]!))
  const near = new Float64Array(graph.nodes.rows)
  for (let part = 0; part < of.length; part++) near[ties.nodes[part]!] = of[part]!
  return near
}

const bothWays = ({ sources, targets, weights, nodeCount }: Ties.Ties): Csr.WeightedEdges => {
  const count = sources.length
  const both = {
    nodeCount,
    sources: new Uint32Array(2 * count),
    targets: new Uint32Array(2 * count),
    weights: new Float64Array(2 * count),
  }
  for (let tie = 0; tie < count; tie++) {
    both.sources[tie] = both.targets[count + tie] = sources[tie]!
    both.targets[tie] = both.sources[count + tie] = targets[tie]!
    both.weights[tie] = weights[tie]!
    both.weights[count + tie] = weights[tie]! * BACK
  }
  return both
}

/** Itself with all that it holds. */
const heldBy = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> => {
  const found: Array<NodeId> = []
  const seen = new Set([node])
  for (const it of seen) {
    found.push(it)
    for (const kind of HOLDING_EDGES) {
      const { offsets, targets } = graph.out[kind]
      for (let i = offsets[it]!; i < offsets[it + 1]!; i++) seen.add(targets[i]!)
    }
  }
  return found
}
