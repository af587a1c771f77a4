// Nodes and edges of a graph as rows of an answer.

import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId } from "../graph/graph.ts"
import { REASON_BY_CODE } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import type * as Fields from "./fields.ts"

export const symbol = (graph: Graph, node: NodeId): Fields.SymbolRow => {
  const held = Node.fileOf(graph, node) !== NONE
  return {
    uid: Uid.uidOf(graph, node),
    name: Node.nameOf(graph, node),
    kind: Node.kindOf(graph, node),
    ...(held ? { file: Node.pathOf(graph, node), line: Node.lineOf(graph, node) } : {}),
  }
}

/** What an edge adds to the row of the symbol it leads to. */
export const edge = (graph: Graph, id: EdgeId) => {
  const { confidence, reason, site, sites, source } = graph.edges
  return {
    confidence: confidence[id]! / 100,
    reason: REASON_BY_CODE[reason[id]!] ?? "structure",
    ...(site[id] === NONE ? {} : { site: Node.lineAt(graph, source[id]!, site[id]!) }),
    ...(1 < sites[id]! ? { sites: sites[id]! } : {}),
  }
}
