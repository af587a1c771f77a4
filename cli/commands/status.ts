// `portolan status`: one repository's index, its age against the checkout, and all that was not read.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Files } from "../../lib/machine/files.ts"
import type { Freshness } from "../../lib/workspace/freshness.ts"
import * as Repos from "../../lib/workspace/repos.ts"
import { type Command, EXIT } from "../command.ts"
import * as Folders from "../folders.ts"
import * as Holding from "../holding.ts"
import * as Machine from "../machine.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

/** Neither the folder nor one above it is indexed. */
class NotIndexed extends Schema.TaggedError<NotIndexed>()("NotIndexed", { path: Schema.String }) {
  override get message() {
    return `Cannot tell the status of "${this.path}": it is not indexed; run portolan analyze there`
  }
}

export const status: Command = {
  name: "status",
  group: "Index",
  summary: "One repository's index: how old, how complete, what was not read",
  arguments: [{ name: "path", doc: "A folder of the repository (default: this one)", required: false }],
  flags: [{ key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } }],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const repo = yield* around(Folders.typed(given["path"] as string | undefined))
      const freshness = yield* repo.freshness([])
      Screen.out.write(
        given["json"] === true
          ? `${JSON.stringify(asJson(repo, freshness))}\n`
          : text(repo, freshness, Screen.paintFor(Screen.out)),
      )
      return EXIT.ok
    })),
}

/** The indexed repository that holds the folder. */
const around = Effect.fnUntraced(function* (path: string) {
  const files = yield* Files
  const real = yield* Effect.mapError(files.realPath(path), () => new NotIndexed({ path }))
  const root = yield* Holding.rootOf(real)
  if (root === undefined) return yield* new NotIndexed({ path })
  return yield* (yield* Repos.Repos).select({ repo: root })
})

const asJson = ({ id, entry, meta, graph }: Repos.OpenRepo, freshness: Freshness) => ({
  repo: id,
  path: entry.path,
  index: entry.snapshot,
  commit: entry.commit,
  indexed_at: entry.indexedAt,
  ...freshness,
  stats: { ...entry.stats, unresolved: graph.unresolved.rows },
  languages: meta.languages,
  files: {
    read: meta.report.read,
    partly: meta.report.partlyRead.length,
    skipped: meta.report.skipped.length,
    failed: meta.report.failed.length,
  },
  partly_read: meta.report.partlyRead,
  skipped: meta.report.skipped,
  failed: meta.report.failed,
})

type ReferenceCounts = Repos.OpenRepo["meta"]["languages"][number]["references"]

const LANGUAGE_COLUMNS: ReadonlyArray<Words.Column> = [
  { title: "LANGUAGE" },
  { title: "FILES", right: true },
  { title: "SYMBOLS", right: true },
  { title: "REFERENCES", right: true },
  { title: "RESOLVED", right: true },
  { title: "AMBIGUOUS", right: true },
  { title: "EXTERNAL", right: true },
  { title: "UNKNOWN", right: true },
]

/** References by how they ended, as parts of all. */
const outcomes = ({ resolved, ambiguous, external, unknown }: ReferenceCounts): ReadonlyArray<string> => {
  const all = resolved + ambiguous + external + unknown
  return [Words.count(all), ...[resolved, ambiguous, external, unknown].map((it) => Words.part(it, all))]
}

const text = ({ id, entry, meta, graph }: Repos.OpenRepo, freshness: Freshness, paint: Screen.Paint): string => {
  const row = (name: string, value: string) => `  ${paint.quiet(name.padEnd(11))}${value}`
  const { report } = meta
  const files = `${Words.count(report.read)} read, ${Words.count(report.partlyRead.length)} partly, ${
    Words.count(report.skipped.length)
  } skipped, ${Words.count(report.failed.length)} failed`
  const [head, ...languages] = Words.table(
    LANGUAGE_COLUMNS,
    meta.languages.map((it) => [
      it.name,
      Words.count(it.files),
      Words.count(it.symbols),
      ...outcomes(it.references),
    ]),
  )
  return [
    `${paint.strong(id)}  ${entry.path}`,
    "",
    row("state", stateOf(freshness, paint)),
    row(
      "indexed",
      `${Words.ago(entry.indexedAt, Date.now())}${entry.commit === null ? "" : ` at ${entry.commit.slice(0, 10)}`}`,
    ),
    row("files", files),
    row("symbols", Words.count(entry.stats.symbols)),
    row("edges", Words.count(entry.stats.edges)),
    row("unresolved", Words.count(graph.unresolved.rows)),
    row("index", entry.snapshot),
    ...languages.length === 0 ? [] : ["", `  ${paint.quiet(head!)}`, ...languages.map((line) => `  ${line}`)],
    ...section("Partly read", report.partlyRead, paint),
    ...section("Failed", report.failed, paint),
    ...section("Skipped", report.skipped, paint),
    "",
  ].join("\n")
}

const stateOf = (state: Freshness, paint: Screen.Paint): string => {
  if (state.freshness === "current") return paint.good("current")
  if (state.freshness === "unknown") return `${paint.warn("unknown")}: ${state.reason}`
  const changed = `${Words.plural(state.changed_files, "file")} changed`
  const behind = state.freshness === "behind" ? `${Words.plural(state.behind_by, "commit")} behind, ` : ""
  return `${paint.warn(state.freshness)}: ${behind}${changed} since; run portolan analyze`
}

const section = (
  title: string,
  notes: ReadonlyArray<{ readonly path: string; readonly reason: string }>,
  paint: Screen.Paint,
): ReadonlyArray<string> => {
  if (notes.length === 0) return []
  const width = Math.min(60, Math.max(...notes.map((it) => it.path.length)))
  return [
    "",
    `  ${paint.strong(title)} ${paint.quiet(Words.count(notes.length))}`,
    ...notes.map((it) => `    ${it.path.padEnd(width)}  ${paint.quiet(it.reason)}`),
  ]
}
