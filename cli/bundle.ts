// A support bundle: numbers that help whoever looks into a problem, put together value by value. Nothing in it comes from
// a source, a name or a path, so it can be read through and handed on.

import process from "node:process"
import * as Effect from "effect/Effect"
import { CAUSE_BY_CODE, EDGE_KIND_BY_CODE, NODE_KIND_BY_CODE } from "../lib/graph/kinds.ts"
import * as Registry from "../lib/workspace/registry.ts"
import * as Repos from "../lib/workspace/repos.ts"
import * as Storage from "../lib/workspace/storage.ts"
import * as Whereabouts from "../lib/workspace/whereabouts.ts"

/** `without`: works, but for one thing that is not needed. */
export type Verdict = "works" | "without" | "broken"

export interface Finding {
  readonly what: string
  readonly verdict: Verdict
  /** For the person at the terminal; it may hold paths. */
  readonly detail: string
  /** What of it may be handed on: numbers, versions and codes. */
  readonly share?: Readonly<Record<string, string | number | boolean>>
}

export const STATEMENT =
  "The bundle holds versions, the platform, what the doctor found, names of PORTOLAN_ variables " +
  "that are set, and for each index its counts by language, kind and cause, its age and its size. It holds no source " +
  "text, no name of a symbol, file, folder, repository or user, no path, no commit and no value of a setting."

const VERSION = 1

/** The text of the bundle. */
export const of = Effect.fnUntraced(function* (findings: ReadonlyArray<Finding>) {
  const registry = yield* Registry.Registry
  const entries = yield* Effect.orElseSucceed(registry.list, () => [])
  const indexes = yield* Effect.forEach(entries, indexOf)
  const variables = Object.keys(process.env).filter((name) => name.startsWith("PORTOLAN_")).sort()
  const bundle = {
    bundle: VERSION,
    holds: STATEMENT,
    findings: findings.map(({ what, verdict, share }) => ({ what, verdict, ...share })),
    variables,
    indexes,
  }
  return [new TextEncoder().encode(`${JSON.stringify(bundle, null, 2)}\n`)]
})

const DAY_MS = 86_400_000

const indexOf = Effect.fnUntraced(function* (entry: Registry.Entry) {
  const state = yield* (yield* Repos.Repos).freshness(entry)
  const opened = yield* Effect.either(Storage.open(entry))
  return {
    in_repository: entry.snapshot.startsWith(`${entry.path}/`),
    imported: entry.imported === true,
    whereabouts: (yield* Whereabouts.of(entry))._tag,
    freshness: state.freshness,
    with_git: entry.commit !== null,
    age_days: Math.floor((Date.now() - Date.parse(entry.indexedAt)) / DAY_MS),
    bytes: entry.stat.size,
    stats: entry.stats,
    ...opened._tag === "Left" ? { opens: opened.left._tag } : { opens: "yes", ...countsOf(opened.right) },
    // What an imported one calls its languages is a text of someone else.
    ...opened._tag === "Left" || entry.imported === true ? {} : { languages: opened.right.meta.languages },
  }
})

const countsOf = ({ graph, meta }: Storage.Opened) => ({
  nodes: counted(graph.nodes.kind, NODE_KIND_BY_CODE),
  edges: counted(graph.edges.kind, EDGE_KIND_BY_CODE),
  unresolved: counted(graph.unresolved.cause, CAUSE_BY_CODE),
  report: {
    read: meta.report.read,
    partly_read: meta.report.partlyRead.length,
    skipped: meta.report.skipped.length,
    failed: meta.report.failed.length,
  },
})

/** How often each code stands in a column, by name. */
const counted = (column: Uint8Array, names: ReadonlyArray<string | undefined>): Readonly<Record<string, number>> => {
  const counts = new Uint32Array(256)
  for (let row = 0; row < column.length; row++) counts[column[row]!]!++
  return Object.fromEntries(
    names.flatMap((name, code) => name === undefined || counts[code] === 0 ? [] : [[name, counts[code]!]]),
  )
}
