// `portolan import`: an index that was made elsewhere is checked in full and taken for a folder here.

import * as Effect from "effect/Effect"
import { Files } from "../../lib/machine/files.ts"
import * as Import from "../../lib/workspace/import.ts"
import { NotAFolder, PathNotFound } from "../../lib/indexer/errors.ts"
import { type Command, EXIT } from "../command.ts"
import * as Folders from "../folders.ts"
import * as Machine from "../machine.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

export const importSnapshot: Command = {
  name: "import",
  group: "Index",
  summary: "Take an index that was made elsewhere by export --snapshot",
  details:
    "Every byte of it is checked before it is taken, and nothing of it is ever run; what it says of the code is " +
    "believed, so take it only from whom you trust with that. It lies under PORTOLAN_HOME; the repository is not " +
    "written to. The next analyze makes the index anew from the sources.",
  arguments: [{ name: "file", doc: "The snapshot", required: true }],
  flags: [
    {
      key: "path",
      name: "path",
      doc: "Folder of the repository that it is the index of (default: this one)",
      value: { kind: "text", placeholder: "PATH" },
    },
    { key: "quiet", name: "quiet", doc: "Print nothing when it is done", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print what was taken as JSON", value: { kind: "switch" } },
  ],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const root = yield* folder(Folders.typed(given["path"] as string | undefined))
      const { entry, meta, notes } = yield* Import.importSnapshot(Folders.typed(given["file"] as string), root)
      if (given["json"] === true) {
        Screen.out.write(`${
          JSON.stringify({
            path: entry.path,
            index: entry.snapshot,
            sha256: entry.sha256,
            made_of: meta.name,
            commit: entry.commit,
            stats: entry.stats,
            languages: entry.languages,
            notes,
          })
        }\n`)
      } else if (given["quiet"] !== true) {
        const paint = Screen.paintFor(Screen.out)
        const row = (name: string, value: string) => `  ${paint.quiet(name.padEnd(11))}${value}\n`
        Screen.out.write(
          `${paint.good("✓")} ${paint.strong(entry.name)} has the imported index of ${meta.name}\n\n` +
            row("commit", entry.commit?.slice(0, 10) ?? "none") +
            row("files", Words.count(entry.stats.files)) +
            row("symbols", Words.count(entry.stats.symbols)) +
            row("edges", Words.count(entry.stats.edges)) +
            row("index", entry.snapshot) +
            notes.map((note) => `\n${paint.warn("note")}: ${note}\n`).join(""),
        )
      }
      return EXIT.ok
    })),
}

/** The real path of a folder. */
const folder = Effect.fnUntraced(function* (path: string) {
  const files = yield* Files
  const root = yield* Effect.mapError(files.realPath(path), () => new PathNotFound({ path }))
  const [stat] = yield* files.stats([root])
  return stat?.kind === "folder" ? root : yield* new NotAFolder({ path })
})
