// `portolan list`: what is indexed, how old it is, and what is no longer where it was.

import * as Effect from "effect/Effect"
import { branchesOf } from "../../lib/workspace/entry.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Repos from "../../lib/workspace/repos.ts"
import * as Whereabouts from "../../lib/workspace/whereabouts.ts"
import { type Command, EXIT } from "../command.ts"
import * as Machine from "../machine.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

const COLUMNS: ReadonlyArray<Words.Column> = [
  { title: "NAME" },
  { title: "FILES", right: true },
  { title: "SYMBOLS", right: true },
  { title: "EDGES", right: true },
  { title: "INDEXED", right: true },
  { title: "STATE" },
  { title: "PATH" },
]

const AT_ONCE = 4

export const list: Command = {
  name: "list",
  group: "Index",
  summary: "What is indexed, and whether it is current",
  arguments: [],
  flags: [{ key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } }],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const repos = yield* Repos.Repos
      const known = yield* repos.list
      const states = yield* Effect.forEach(known, ({ entry }) => repos.freshness(entry), { concurrency: AT_ONCE })
      const places = yield* Whereabouts.ofAll(known.map(({ entry }) => entry))
      const branches = yield* Effect.forEach(
        known,
        ({ entry }) => Effect.forEach(branchesOf(entry), (it) => repos.branchFreshness(entry, it)),
        { concurrency: AT_ONCE },
      )
      const { lost } = yield* (yield* Registry.Registry).look
      if (lost !== undefined) Screen.note(`the list was made again from the indexes on disk: ${lost}`)
      if (given["json"] === true) {
        Screen.out.write(`${
          JSON.stringify(known.map(({ entry, id }, i) => {
            const place = places[i]!
            return {
              name: entry.name,
              id,
              path: entry.path,
              whereabouts: place._tag,
              ...(place._tag === "moved" ? { moved_to: place.to, certain: place.sure } : {}),
              commit: entry.commit,
              indexed_at: entry.indexedAt,
              ...(entry.imported === true ? { imported: true } : {}),
              stats: entry.stats,
              languages: entry.languages,
              ...states[i],
              branches: branchesOf(entry).map((it, n) => ({
                name: it.name,
                commit: it.commit,
                indexed_at: it.indexedAt,
                stats: it.stats,
                ...branches[i]![n]!,
              })),
            }
          }))
        }\n`)
        return EXIT.ok
      }
      if (known.length === 0) {
        Screen.out.write("Nothing is indexed yet: run portolan analyze in a repository\n")
        return EXIT.ok
      }
      const row = (name: string, of: Pick<Registry.Entry, "stats" | "indexedAt">, state: string, path: string) => [
        name,
        Words.count(of.stats.files),
        Words.count(of.stats.symbols),
        Words.count(of.stats.edges),
        Words.ago(of.indexedAt, Date.now()),
        state,
        path,
      ]
      const rows = known.flatMap(({ entry, id }, i) => {
        const isHere = places[i]!._tag === "here"
        return [
          row(id, entry, isHere ? states[i]!.freshness : WORDS[places[i]!._tag], entry.path),
          ...branchesOf(entry).map((it, n) =>
            row(`${id}, branch ${it.name}`, it, isHere ? branches[i]![n]!.freshness : "", entry.path)
          ),
        ]
      })
      const paint = Screen.paintFor(Screen.out)
      const [head, ...lines] = Words.table(COLUMNS, rows)
      const fits = !Screen.out.isTerminal || [head!, ...lines].every((it) => it.length <= Screen.out.columns())
      Screen.out.write(fits ? `${[paint.quiet(head!), ...lines].join("\n")}\n` : rows.map(stacked(paint)).join(""))
      known.forEach(({ entry, id }, i) => {
        const said = whereToLook(places[i]!, id, entry.path)
        if (said !== undefined) Screen.note(said)
        const state = states[i]!
        // What was imported came without the state of its files, as whoever imported it was told.
        if (said === undefined && entry.imported !== true && state.freshness === "unknown") {
          Screen.note(`it is unknown whether ${id} is current: ${state.reason}`)
        }
      })
      return EXIT.ok
    })),
}

const WORDS: Readonly<Record<Whereabouts.Whereabouts["_tag"], string>> = {
  here: "",
  moved: "moved?",
  gone: "gone",
}

/** A row where the screen is too narrow for the table. */
const stacked = (paint: Screen.Paint) =>
(
  [id = "", files = "", symbols = "", edges = "", indexed = "", state = "", path = ""]: ReadonlyArray<string>,
): string =>
  [
    `${paint.strong(id)}  ${state}, ${indexed}`,
    ...Screen.fold(`${files} files, ${symbols} symbols, ${edges} edges`, Screen.out.columns() - 2).map((it) =>
      `  ${it}`
    ),
    `  ${path}`,
    "",
  ].join("\n")

/** What to do about a repository that is not where it was. */
export const whereToLook = (place: Whereabouts.Whereabouts, id: string, path: string): string | undefined =>
  place._tag === "here"
    ? undefined
    : place._tag === "gone"
    ? `${id} is no longer at ${path}: run portolan analyze where it is now, or portolan remove ${id} to forget it`
    : `${id} ${place.sure ? "was" : "may have been"} moved to ${place.to}: run portolan analyze there` +
      (place.sure ? "" : `, or portolan remove ${id} to forget it`)
