// `portolan status`: one repository's index, its age against the checkout, what was bound and what was not read.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Cause, CAUSE_BY_CODE, CAUSES } from "../../lib/graph/kinds.ts"
import { countsOf } from "../../lib/graph/meta.ts"
import { branchesOf, type Pinned } from "../../lib/workspace/entry.ts"
import type { Freshness } from "../../lib/workspace/freshness.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Repos from "../../lib/workspace/repos.ts"
import * as Whereabouts from "../../lib/workspace/whereabouts.ts"
import { type Command, EXIT } from "../command.ts"
import * as FilesTold from "../files_told.ts"
import * as Machine from "../machine.ts"
import * as Meant from "../meant.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"
import { whereToLook } from "./list.ts"

/** The index went with the repository. */
class RepositoryGone extends Schema.TaggedError<RepositoryGone>()("RepositoryGone", { said: Schema.String }) {
  override get message() {
    return `Cannot tell the status: ${this.said}`
  }
}

export const status: Command = {
  name: "status",
  group: "Index",
  summary: "One repository's index: how old, how complete, what was not read",
  arguments: [{
    name: "repo",
    doc: "Path, id or name of an indexed repository (default: this folder's)",
    required: false,
  }],
  flags: [
    {
      key: "files",
      name: "files",
      doc: "Name every file that was read in part, skipped, or could not be read",
      value: { kind: "switch" },
    },
    { key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } },
  ],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const { id, entry } = yield* Meant.repository(given["repo"] as string | undefined)
      const said = whereToLook(yield* Whereabouts.of(entry), id, entry.path)
      const { lost } = yield* (yield* Registry.Registry).look
      const repo = yield* (yield* Repos.Repos).select({ repo: entry.path }).pipe(
        Effect.mapError((error) =>
          error._tag === "RepoGone" && said !== undefined ? new RepositoryGone({ said }) : error
        ),
      )
      const freshness = yield* repo.freshness([])
      const { branchFreshness } = yield* Repos.Repos
      const branches = yield* Effect.forEach(branchesOf(entry), (it) =>
        Effect.map(branchFreshness(entry, it), (state) => ({ pinned: it, state })))
      if (lost !== undefined) {
        Screen.note(`the list of repositories was made again from the indexes on disk: ${lost}`)
      }
      Screen.out.write(
        given["json"] === true
          ? `${JSON.stringify(asJson(repo, freshness, branches))}\n`
          : text(repo, freshness, branches, given["files"] === true ? Infinity : FilesTold.NAMED, Screen.out),
      )
      if (said !== undefined) {
        Screen.note(said)
      }
      return EXIT.ok
    })),
}

interface Branch {
  readonly pinned: Pinned
  readonly state: Freshness
}

const asJson = (
  { id, entry, meta, graph }: Repos.OpenRepo,
  freshness: Freshness,
  branches: ReadonlyArray<Branch>,
) => ({
  repo: id,
  path: entry.path,
  index: entry.snapshot,
  commit: entry.commit,
  indexed_at: entry.indexedAt,
  ...freshness,
  ...(entry.imported === true ? { imported: true } : {}),
  ...(entry.asked === undefined ? {} : { asked: entry.asked }),
  stats: { ...entry.stats, unresolved: graph.unresolved.rows },
  unresolved_by_cause: Object.fromEntries(causesOf(graph)),
  languages: meta.languages,
  files: countsOf(meta.report),
  partly_read: meta.report.partlyRead,
  skipped: meta.report.skipped,
  failed: meta.report.failed,
  branches: branches.map(({ pinned, state }) => ({
    name: pinned.name,
    commit: pinned.commit,
    indexed_at: pinned.indexedAt,
    index: pinned.snapshot,
    stats: pinned.stats,
    ...(pinned.asked === undefined ? {} : { asked: pinned.asked }),
    ...state,
  })),
})

/** References that are bound to nothing, by why; the most frequent first. O(unresolved). */
const causesOf = ({ unresolved }: Repos.OpenRepo["graph"]): ReadonlyArray<readonly [Cause, number]> => {
  const counts = new Uint32Array(256)
  for (let row = 0; row < unresolved.rows; row++) counts[unresolved.cause[row]!]!++
  return CAUSE_BY_CODE.flatMap((cause, code): ReadonlyArray<readonly [Cause, number]> =>
    cause === undefined || counts[code] === 0 ? [] : [[cause, counts[code]!]]
  ).sort(([, a], [, b]) => b - a)
}

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

const text = (
  { id, entry, meta, graph }: Repos.OpenRepo,
  freshness: Freshness,
  branches: ReadonlyArray<Branch>,
  named: number,
  screen: Screen.Screen,
): string => {
  const paint = Screen.paintFor(screen)
  const columns = Screen.foldAt(screen)
  const row = (name: string, value: string) => Screen.row(name, value, columns, paint)
  const { report } = meta
  const files = Screen.joined(FilesTold.counts(countsOf(report), paint), columns - 13)
  const section = (title: string, notes: ReadonlyArray<FilesTold.Note>) =>
    FilesTold.named(title, notes, named, "--files names all", paint)
  const indexed = [
    Words.ago(entry.indexedAt, Date.now()),
    ...entry.commit === null ? [] : [`at ${entry.commit.slice(0, 10)}`],
    ...entry.imported === true ? ["by import"] : [],
  ].join(" ")
  return [
    `${paint.strong(id)}  ${entry.path}`,
    "",
    ...row("state", stateOf(freshness, paint)),
    ...row("indexed", indexed),
    ...askedOf(entry).flatMap((it, i) => row(i === 0 ? "asked" : "", it)),
    ...files.flatMap((it, i) => row(i === 0 ? "files" : "", it)),
    ...row("symbols", Words.count(entry.stats.symbols)),
    ...row("edges", Words.count(entry.stats.edges)),
    ...row("unresolved", Words.count(graph.unresolved.rows)),
    ...row("index", entry.snapshot),
    ...branches.flatMap(({ pinned, state }, i) =>
      row(
        i === 0 ? "branches" : "",
        `${pinned.name}: at ${pinned.commit.slice(0, 10)}, ${stateOf(state, paint, ` --branch ${pinned.name}`)}`,
      )
    ),
    ...languages(meta.languages, columns, paint),
    ...unresolved(graph, columns, paint),
    ...section("Partly read", report.partlyRead),
    ...section("Failed", report.failed),
    ...section("Skipped", report.skipped),
    "",
  ].join("\n")
}

/** By what the files were chosen, where not all are read. */
const askedOf = ({ asked }: Registry.Entry): ReadonlyArray<string> => [
  ...asked?.include === undefined ? [] : [`only ${asked.include.join(", ")}`],
  ...asked?.exclude === undefined ? [] : [`without ${asked.exclude.join(", ")}`],
  ...asked?.maxFileBytes === undefined ? [] : [`no source above ${Words.size(asked.maxFileBytes)}`],
]

/** A table, or a paragraph a language where the screen is too narrow for it. */
const languages = (
  of: Repos.OpenRepo["meta"]["languages"],
  columns: number,
  paint: Screen.Paint,
): ReadonlyArray<string> => {
  if (of.length === 0) return []
  const [head = "", ...lines] = Words.table(
    LANGUAGE_COLUMNS,
    of.map((it) => [it.name, Words.count(it.files), Words.count(it.symbols), ...outcomes(it.references)]),
  )
  if ([head, ...lines].every((line) => line.length + 2 <= columns)) {
    return ["", `  ${paint.quiet(head)}`, ...lines.map((line) => `  ${line}`)]
  }
  return of.flatMap((it) => {
    const [all = "", ...parts] = outcomes(it.references)
    const said = `${Words.plural(it.files, "file")}, ${Words.plural(it.symbols, "symbol")}, ${all} references: ${
      parts.map((part, i) => `${part} ${OUTCOMES[i]}`).join(", ")
    }`
    return ["", `  ${paint.strong(it.name)}`, ...Screen.fold(said, columns - 4).map((line) => `    ${line}`)]
  })
}

const OUTCOMES = ["resolved", "ambiguous", "external", "unknown"] as const

/** @param flags What analyze is to be run with. */
const stateOf = (state: Freshness, paint: Screen.Paint, flags = ""): string => {
  if (state.freshness === "current") return paint.good("current")
  if (state.freshness === "unknown") return `${paint.warn("unknown")}: ${state.reason}`
  const changed = `${Words.plural(state.changed_files, "file")} changed`
  const behind = state.freshness === "behind" ? `${Words.plural(state.behind_by, "commit")} behind, ` : ""
  return `${paint.warn(state.freshness)}: ${behind}${changed} since; run portolan analyze${flags}`
}

/** Why references are bound to nothing, in words. */
const unresolved = (graph: Repos.OpenRepo["graph"], columns: number, paint: Screen.Paint): ReadonlyArray<string> => {
  const causes = causesOf(graph)
  if (causes.length === 0) return []
  const width = Math.max(...causes.map(([, count]) => Words.count(count).length))
  return [
    "",
    `  ${paint.strong("Unresolved")} ${paint.quiet(Words.count(graph.unresolved.rows))}`,
    ...causes.flatMap(([cause, count]) =>
      Screen.fold(CAUSES[cause].doc, columns - width - 6).map((line, i) =>
        `    ${(i === 0 ? Words.count(count) : "").padStart(width)}  ${paint.quiet(line)}`
      )
    ),
  ]
}
