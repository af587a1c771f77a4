// Calls and overrides of an index with the reason of each: `bun bench/reasons.ts ROOT HOME` prints rows `relation, reason,
// caller's file and line, callee's file and line`, for the calibration. Code outside any function is the file's, line 0.

import { Kinds, Node, type NodeId, open } from "../promise.ts"

const [root, home] = process.argv.slice(2)
const index = await open(root!, { home: home! })
const { graph } = index

const CALLERS: ReadonlySet<string> = new Set(["Function", "Method", "Constructor"])
const RELATIONS: ReadonlyMap<string, string> = new Map([
  ["CALLS", "calls"],
  ["INSTANTIATES", "calls"],
  ["OVERRIDES", "overrides"],
])

const line = (node: NodeId, isCaller: boolean): number =>
  Node.kindOf(graph, node) === "File" || (isCaller && !CALLERS.has(Node.kindOf(graph, node)))
    ? 0
    : Node.lineOf(graph, node)

const rows: Array<string> = []
for (let edge = 0; edge < graph.edges.rows; edge++) {
  const relation = RELATIONS.get(Kinds.EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]!)
  const from = graph.edges.source[edge]!
  const to = graph.edges.target[edge]!
  if (relation === undefined || Node.isExternal(graph, to)) continue
  // a field that replaces a method is no row of compilers' accounts
  if (relation === "overrides" && Node.kindOf(graph, from) === "Property") continue
  const reason = Kinds.REASON_BY_CODE[graph.edges.reason[edge]!]!
  const ends = [Node.pathOf(graph, from), line(from, relation === "calls"), Node.pathOf(graph, to), line(to, false)]
  rows.push([relation, reason, ...ends].join("\t"))
}
console.log(rows.join("\n"))
await index.close()
