// A repository at a glance, for who asks by the name that another server has for it. It is answered and not listed: a
// list of tools that is paid for in every conversation has better use for the room.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { NodeId } from "../graph/graph.ts"
import { EDGE_KIND_BY_CODE, NODE_KIND_BY_CODE } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Communities from "../query/communities.ts"
import * as Processes from "../query/processes.ts"
import * as Rows from "../query/rows.ts"
import { type OpenRepo, Repos } from "../workspace/repos.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import type * as Overlay from "./overlay.ts"
import * as Pages from "./pages.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

/** What it names, too, where the index has these layers. */
const OVERLAYS: ReadonlyArray<Overlay.Layer> = ["communities", "processes", "centrality"]

/** Of areas, flows and definitions the first are told. */
const FIRST = 10

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

export const overview = Tool.make({
  name: "overview",
  summary: "A repository at a glance: how much of what kind it holds, its areas, flows and most central definitions",
  guide: "The first of each only.",
  scope: "repo",
  writes: "never",
  positional: [],
  aliases: {},
  input: Schema.Struct({ ...Fields.repo, ...Fields.budget }),
  output: Schema.Struct({
    ...Fields.envelope,
    stats: Fields.Stats,
    /** Nodes and edges by kind. */
    nodes: Counts,
    edges: Counts,
    languages: Schema.Array(Schema.Struct({ name: Schema.String, files: Schema.Number, symbols: Schema.Number })),
    /** The largest. */
    communities: Schema.optional(Schema.Array(Schema.Struct({
      id: Schema.String,
      label: Schema.String,
      size: Schema.Number,
      cohesion: Schema.Number,
    }))),
    /** Those of the highest priority. */
    processes: Schema.optional(Schema.Array(Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      priority: Schema.Number,
      step_count: Schema.Number,
    }))),
    /** The definitions that are most central. */
    hubs: Schema.optional(Schema.Array(Fields.SymbolRow)),
    /** Rows that a budget took, by list. */
    trimmed_for_budget: Schema.optional(Counts),
  }),
  failure: Schema.Union(...Failures.repo),
  run: Effect.fn("overview")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const { graph, entry, meta, overlays } = repo
    const hubs = mostCentral(repo).map((node) => Rows.symbolRow(graph, node))
    return {
      index: yield* Envelope.index(repo, hubs.map((it) => it.file)),
      completeness: Envelope.completeness(Envelope.overlaysMissing(repo, OVERLAYS)),
      stats: entry.stats,
      nodes: countsOf(graph.nodes.kind, NODE_KIND_BY_CODE),
      edges: countsOf(graph.edges.kind, EDGE_KIND_BY_CODE),
      languages: meta.languages.map(({ name, files, symbols }) => ({ name, files, symbols })),
      ...(overlays.communities === undefined ? {} : {
        communities: first(Communities.countOf(overlays)).map((it) => Communities.describe(overlays, it)),
      }),
      ...processesOf(repo),
      ...(overlays.centrality === undefined ? {} : { hubs }),
    }
  }),
  render: ({ index, completeness, stats, nodes, edges, communities = [], processes = [], hubs = [] }) =>
    Text.lines(
      `${index.repo}  ${Text.plural(stats.files, "file")}`,
      ...Text.table(Object.entries({ ...nodes, ...edges }).map(([kind, count]) => ({ cells: [kind, `${count}`] }))),
      ...listed("Areas", communities.map((it) => [it.label, Text.plural(it.size, "member")])),
      ...listed("Execution flows", processes.map((it) => [it.name, Text.plural(it.step_count, "step")])),
      ...listed("Most central", hubs.map((it) => [Text.qualified(it), Text.place(it)])),
      Text.footer({ index, completeness }),
    ),
  trim: (output, excess) => {
    for (const list of ["hubs", "processes", "communities"] as const) {
      const rows = output[list] ?? []
      const kept = Pages.fewer<typeof rows[number]>(rows, excess)
      if (kept === undefined) continue
      const gone = (output.trimmed_for_budget?.[list] ?? 0) + rows.length - kept.length
      return { ...output, [list]: kept, trimmed_for_budget: { ...output.trimmed_for_budget, [list]: gone } }
    }
    return undefined
  },
})

const listed = (title: string, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  rows.length === 0 ? [] : ["", title, ...Text.table(rows.map((cells) => ({ cells })))]

/** Numbers of the first rows of a table. */
const first = (count: number): ReadonlyArray<number> => Array.from({ length: Math.min(FIRST, count) }, (_, i) => i)

const processesOf = ({ graph, overlays }: OpenRepo) => {
  const flows = Processes.processes(graph, overlays)
  return flows === undefined ? {} : {
    processes: first(flows.count).map((process) => {
      const [from, to] = flows.stepsOf(process)
      return {
        id: flows.idOf(process),
        name: flows.labelOf(process),
        priority: flows.priorityOf(process),
        step_count: to - from,
      }
    }),
  }
}

/** The product's own definitions at which most walks over the graph are. O(nodes). */
const mostCentral = ({ graph, overlays: { centrality } }: OpenRepo): ReadonlyArray<NodeId> => {
  if (centrality === undefined) return []
  const { rank } = centrality.tables.ranks
  const best: Array<NodeId> = []
  for (let node = 0; node < rank.length; node++) {
    if (!Node.isSymbol(graph, node) || Node.isTest(graph, node) || rank[node] === 0) continue
    if (best.length === FIRST && rank[node]! <= rank[best.at(-1)!]!) continue
    const place = best.findIndex((it) => rank[it]! < rank[node]!)
    best.splice(place === -1 ? best.length : place, 0, node)
    if (FIRST < best.length) best.pop()
  }
  return best
}

/** How often each kind stands in a column; kinds that do not are left out. */
const countsOf = (column: Uint8Array, names: ReadonlyArray<string | undefined>): Record<string, number> => {
  const counts = new Uint32Array(256)
  for (let i = 0; i < column.length; i++) counts[column[i]!]!++
  return Object.fromEntries(
    names.flatMap((name, code) => name === undefined || counts[code] === 0 ? [] : [[name, counts[code]!]]),
  )
}
