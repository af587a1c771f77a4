// `portolan list`: what is indexed.

import * as Effect from "effect/Effect"
import * as Repos from "../../lib/workspace/repos.ts"
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
      const states = yield* Effect.forEach(known, ({ entry }) => repos.freshness(entry), { concurrency: 4 })
      if (given["json"] === true) {
        Screen.out.write(`${
          JSON.stringify(known.map(({ entry, id }, i) => ({
            name: entry.name,
            id,
            path: entry.path,
            commit: entry.commit,
            indexed_at: entry.indexedAt,
            stats: entry.stats,
            languages: entry.languages,
            ...states[i],
          })))
        }\n`)
        return EXIT.ok
      }
      if (known.length === 0) {
        Screen.out.write("Nothing is indexed yet: run portolan analyze in a repository\n")
        return EXIT.ok
      }
      const rows = known.map(({ entry, id }, i) => [
        id,
        Words.count(entry.stats.files),
        Words.count(entry.stats.symbols),
        Words.count(entry.stats.edges),
        Words.ago(entry.indexedAt, Date.now()),
        states[i]!.freshness,
        entry.path,
      ])
      const paint = Screen.paintFor(Screen.out)
      const [head, ...lines] = Words.table(COLUMNS, rows)
      Screen.out.write(`${[paint.quiet(head!), ...lines].join("\n")}\n`)
      return EXIT.ok
    })),
}
