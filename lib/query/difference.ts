// What one graph of a repository has that an earlier one of it had not: by uid, since rows of two graphs mean nothing to
// each other.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { EDGE_KIND_BY_CODE } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"

export interface Difference {
  readonly nodesCreated: number
  /** Nodes of both that say something else now: another header, documentation, place or flag. */
  readonly nodesUpdated: number
  readonly edgesCreated: number
}

/** O(nodes + edges · edges of the same source and kind). */
export const between = (before: Graph, after: Graph): Difference => {
  const known = new Map<string, NodeId>()
  for (let node = 0; node < before.nodes.rows; node++) known.set(Uid.uidOf(before, node), node)
  const earlier = new Uint32Array(after.nodes.rows)
  let nodesCreated = 0
  let nodesUpdated = 0
  for (let node = 0; node < after.nodes.rows; node++) {
    const old = known.get(Uid.uidOf(after, node))
    earlier[node] = old ?? NONE
    if (old === undefined) nodesCreated++
    else if (said(before, old) !== said(after, node)) nodesUpdated++
  }
  const { kind, source, target, rows } = after.edges
  let edgesCreated = 0
  for (let edge = 0; edge < rows; edge++) {
    const from = earlier[source[edge]!]!
    const to = earlier[target[edge]!]!
    const { offsets, targets } = before.out[EDGE_KIND_BY_CODE[kind[edge]!]!]
    const has = from !== NONE && to !== NONE && targets.subarray(offsets[from]!, offsets[from + 1]!).includes(to)
    if (!has) edgesCreated++
  }
  return { nodesCreated, nodesUpdated, edgesCreated }
}

/** The whole of a graph, where there was none before. */
export const whole = (graph: Graph): Difference => ({
  nodesCreated: graph.nodes.rows,
  nodesUpdated: 0,
  edgesCreated: graph.edges.rows,
})

const said = (graph: Graph, node: NodeId): string => {
  const { flags, exportedAs } = graph.nodes
  const place = Node.isSymbol(graph, node) ? `${Node.startLineOf(graph, node)}-${Node.endLineOf(graph, node)}` : ""
  return [
    flags[node],
    place,
    graph.strings.at(exportedAs[node]!),
    Node.signatureOf(graph, node),
    Node.docOf(graph, node),
  ].join("\0")
}
