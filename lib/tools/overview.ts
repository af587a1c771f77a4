// A repository at a glance, for who asks by the name that another server has for it. It is answered and not listed: a
// list of tools that is paid for in every conversation has better use for the room.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EDGE_KIND_BY_CODE, NODE_KIND_BY_CODE } from "../graph/kinds.ts"
import { Repos } from "../workspace/repos.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import type * as Overlay from "./overlay.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

/** What it would name too, had the index these layers. */
const OVERLAYS: ReadonlyArray<Overlay.Layer> = ["communities", "processes"]

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

export const overview = Tool.make({
  name: "overview",
  summary: "A repository at a glance: how much of what kind it holds",
  guide: "Counts only.",
  scope: "repo",
  writes: "never",
  positional: [],
  aliases: {},
  input: Schema.Struct({ ...Fields.repo, ...Fields.budget }),
  output: Schema.Struct({
    ...Fields.envelope,
    stats: Schema.Struct({ files: Schema.Number, symbols: Schema.Number, edges: Schema.Number }),
    /** Nodes and edges by kind. */
    nodes: Counts,
    edges: Counts,
    languages: Schema.Array(Schema.Struct({ name: Schema.String, files: Schema.Number, symbols: Schema.Number })),
  }),
  failure: Schema.Union(...Failures.repo),
  run: Effect.fn("overview")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const { graph, entry, meta } = repo
    return {
      index: yield* Envelope.index(repo, []),
      completeness: Envelope.completeness(Envelope.overlaysMissing(repo, OVERLAYS)),
      stats: entry.stats,
      nodes: countsOf(graph.nodes.kind, NODE_KIND_BY_CODE),
      edges: countsOf(graph.edges.kind, EDGE_KIND_BY_CODE),
      languages: meta.languages.map(({ name, files, symbols }) => ({ name, files, symbols })),
    }
  }),
  render: ({ index, completeness, stats, nodes, edges }) =>
    Text.lines(
      `${index.repo}  ${Text.plural(stats.files, "file")}`,
      ...Text.table(Object.entries({ ...nodes, ...edges }).map(([kind, count]) => ({ cells: [kind, `${count}`] }))),
      Text.footer({ index, completeness }),
    ),
  trim: () => undefined,
})

/** How often each kind stands in a column; kinds that do not are left out. */
const countsOf = (column: Uint8Array, names: ReadonlyArray<string | undefined>): Record<string, number> => {
  const counts = new Uint32Array(256)
  for (let i = 0; i < column.length; i++) counts[column[i]!]!++
  return Object.fromEntries(
    names.flatMap((name, code) => name === undefined || counts[code] === 0 ? [] : [[name, counts[code]!]]),
  )
}
