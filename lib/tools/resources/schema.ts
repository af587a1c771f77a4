// What the graph of a repository is made of: the kinds of node and edge with what they mean, and how many of each it has.

import * as Effect from "effect/Effect"
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind, REASONS } from "../../graph/kinds.ts"
import type { OfRepo } from "./resource.ts"
import * as Table from "./table.ts"

export const schema: OfRepo = {
  scope: "repo",
  name: "schema",
  title: "Schema of the graph",
  description: "Labels and relations of the graph, what each means, and how many there are",
  uri: "portolan://repo/{name}/schema",
  read: ({ graph, id }) => {
    const labels = countsOf(graph.nodes.kind)
    const relations = countsOf(graph.edges.kind)
    return Effect.succeed([
      `# Graph of ${Table.code(id)}`,
      "",
      "## Labels",
      "",
      ...Table.table(
        ["label", "nodes", ""],
        (Object.keys(NODE_KINDS) as ReadonlyArray<NodeKind>).map((kind) => [
          kind,
          labels[NODE_KINDS[kind].code]!,
          NODE_KINDS[kind].doc,
        ]),
      ),
      "",
      "## Relations",
      "",
      "Each from a source to a target, with `confidence` from 0 to 1, a `reason` and the line of its first `site`.",
      "",
      ...Table.table(
        ["relation", "edges", ""],
        (Object.keys(EDGE_KINDS) as ReadonlyArray<EdgeKind>).map((kind) => [
          kind,
          relations[EDGE_KINDS[kind].code]!,
          EDGE_KINDS[kind].doc,
        ]),
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

/** How often each code stands there. */
const countsOf = (codes: Uint8Array): Uint32Array => {
  const counts = new Uint32Array(256)
  for (let i = 0; i < codes.length; i++) counts[codes[i]!]!++
  return counts
}
