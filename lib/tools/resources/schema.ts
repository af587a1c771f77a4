// What the graph of a repository is made of: the kinds of node and edge with what they mean, and how many of each it has.

import * as Effect from "effect/Effect"
import { EDGE_KINDS, NODE_KINDS, OVERLAY_EDGES, OVERLAY_NODES, REASONS } from "../../graph/kinds.ts"
import * as Overlay from "../../overlays/all.ts"
import type { OfRepo } from "./resource.ts"
import * as Table from "../../report/table.ts"

export const schema: OfRepo = {
  scope: "repo",
  name: "schema",
  title: "Schema of the graph",
  description: "Labels and relations of the graph, what each means, and how many there are",
  uri: "portolan://repo/{name}/schema",
  read: ({ graph, overlays, id }) => {
    const { nodes, edges } = Overlay.rowsOf(graph, overlays)
    const labels = countsOf(graph.nodes.kind, nodes.map(({ kind }) => OVERLAY_NODES[kind].code))
    const relations = countsOf(graph.edges.kind, edges.map(({ kind }) => OVERLAY_EDGES[kind].code))
    return Effect.succeed([
      `# Graph of ${Table.code(id)}`,
      "",
      "## Labels",
      "",
      ...Table.table(
        ["label", "nodes", ""],
        rowsOf({ ...NODE_KINDS, ...OVERLAY_NODES }, labels),
      ),
      "",
      "## Relations",
      "",
      "Each from a source to a target, with `confidence` from 0 to 1, a `reason` and the line of its first `site`.",
      "",
      ...Table.table(
        ["relation", "edges", ""],
        rowsOf({ ...EDGE_KINDS, ...OVERLAY_EDGES }, relations),
      ),
      "",
      "## Reasons",
      "",
      ...Table.table(
        ["reason", "confidence", ""],
        Object.entries(REASONS).map(([reason, { confidence, doc }]) => [reason, confidence / 100, doc]),
      ),
      "",
    ].join("\n"))
  },
}

const rowsOf = (
  kinds: Readonly<Record<string, { readonly code: number; readonly doc: string }>>,
  counts: Uint32Array,
) => Object.entries(kinds).map(([kind, { code, doc }]) => [kind, counts[code]!, doc])

/** How often each code stands there. */
const countsOf = (codes: Uint8Array, more: ReadonlyArray<number>): Uint32Array => {
  const counts = new Uint32Array(256)
  for (let i = 0; i < codes.length; i++) counts[codes[i]!]!++
  for (const code of more) counts[code]!++
  return counts
}
