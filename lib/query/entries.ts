// The members of what a question starts at. Whoever asks what a class, a file or an object comes to run asks it of what is
// in there; but nobody runs the members of a class by making an instance of it. So these ways are open at the start of a
// walk and nowhere else.

import type { EdgeId, Graph, NodeId, Rows } from "../graph/graph.ts"
import { HOLDING_EDGES, NODE_KINDS } from "../graph/kinds.ts"

/** What is in such a definition is a part of it; what is in a function runs when that is called. */
const HOLDERS = new Set<number>(
  ([
    "File",
    "Namespace",
    "Class",
    "Struct",
    "Interface",
    "Enum",
    "TypeAlias",
    "Property",
    "Variable",
    "Const",
  ] as const).map((kind) => NODE_KINDS[kind].code),
)

/** Ways in both directions. */
export interface Entries {
  readonly out: Rows
  readonly in: Rows
}

/** The ways from a definition into what it holds, at any depth; undefined where it holds nothing. O(nodes). */
export const entriesOf = (graph: Graph, start: NodeId): Entries | undefined => {
  const sources: Array<NodeId> = []
  const targets: Array<NodeId> = []
  const edges: Array<EdgeId> = []
  const queue = [start]
  const seen = new Set(queue)
  for (let i = 0; i < queue.length; i++) {
    const holder = queue[i]!
    if (!HOLDERS.has(graph.nodes.kind[holder]!)) continue
    for (const kind of HOLDING_EDGES) {
      const rows = graph.out[kind]
      for (let at = rows.offsets[holder]!; at < rows.offsets[holder + 1]!; at++) {
        const member = rows.targets[at]!
        if (seen.has(member)) continue
        seen.add(member)
        queue.push(member)
        sources.push(holder)
        targets.push(member)
        edges.push(rows.edges[at]!)
      }
    }
  }
  if (edges.length === 0) return undefined
  return {
    out: grouped(graph.nodes.rows, sources, targets, edges),
    in: grouped(graph.nodes.rows, targets, sources, edges),
  }
}

const grouped = (
  nodeCount: number,
  by: ReadonlyArray<NodeId>,
  others: ReadonlyArray<NodeId>,
  edges: ReadonlyArray<EdgeId>,
): Rows => {
  const offsets = new Uint32Array(nodeCount + 1)
  for (const node of by) offsets[node + 1]!++
  for (let node = 0; node < nodeCount; node++) offsets[node + 1]! += offsets[node]!
  const next = offsets.slice()
  const rows = { offsets, targets: new Uint32Array(by.length), edges: new Uint32Array(by.length) }
  for (let i = 0; i < by.length; i++) {
    const place = next[by[i]!]!++
    rows.targets[place] = others[i]!
    rows.edges[place] = edges[i]!
  }
  return rows
}
