// `portolan export`: a relation of the graph on the output, for other programs, or the whole index as one file. Where there
// is no current index, one is made first.

import * as Effect from "effect/Effect"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import type { Index } from "../../mod.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import * as Current from "../current.ts"
import * as Folders from "../folders.ts"
import * as Machine from "../machine.ts"
import * as NewFile from "../new_file.ts"
import { type Relation, RELATIONS } from "../relations.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

export const exportRelation: Command = {
  name: "export",
  group: "Index",
  summary:
    "Print a relation of the graph for other programs, or write the whole index to a file; indexes first where " +
    "the index is not current",
  details: "Tab-separated rows under a line that starts with #: fromFile fromLine toFile toLine confidence fromName " +
    "toName, paths from the repository's root, lines of the name from 1, line 0 for the file itself. --defs: file " +
    "line endLine name kind. --graph: one JSON value a line, sorted. --snapshot: the index itself, for portolan import " +
    "on another machine; it holds names, signatures and first lines of documentation, no other source text.",
  arguments: [{ name: "path", doc: "Folder of the repository (default: this one)", required: false }],
  flags: [
    ...RELATIONS.map(({ name, doc }) => ({ key: name, name, doc, value: { kind: "switch" as const } })),
    {
      key: "snapshot",
      name: "snapshot",
      doc: "Write the whole index to this file",
      value: { kind: "text", placeholder: "FILE" },
    },
    { key: "force", name: "force", doc: "With --snapshot: replace a file that is there", value: { kind: "switch" } },
    { key: "quiet", name: "quiet", doc: "Say nothing but what was asked for", value: { kind: "switch" } },
  ],
  run: (given) => {
    const asked = RELATIONS.filter(({ name }) => given[name] === true)
    const [relation] = asked
    const file = given["snapshot"] as string | undefined
    if (asked.length + (file === undefined ? 0 : 1) !== 1) {
      return Effect.sync((): Exit => {
        Screen.complain(`export takes one of ${RELATIONS.map(({ name }) => `--${name}`).join(", ")}, --snapshot FILE`)
        return EXIT.usage
      })
    }
    const quiet = given["quiet"] === true
    return Machine.attempt(Effect.gen(function* () {
      const path = file === undefined ? undefined : Folders.typed(file)
      const target = path === undefined ? undefined : yield* NewFile.place(path, given["force"] === true)
      const { graph, meta, passages, overlays, place: { id }, close } = yield* Current.index(
        Folders.typed(given["path"] as string | undefined),
        quiet,
      )
      if (relation !== undefined) yield* print(relation, graph)
      if (target !== undefined) {
        const parts = Snapshot.encode({ graph, meta, passages, overlays })
        yield* NewFile.write(target, parts)
        if (!quiet) {
          const paint = Screen.paintFor(Screen.out)
          const size = Words.size(parts.reduce((sum, part) => sum + part.length, 0))
          Screen.out.write(`${paint.good("✓")} ${paint.strong(id)} is exported to ${path} (${size})\n`)
        }
      }
      yield* close
      return EXIT.ok
    }))
  },
}

/** Text that is written at once. */
const CHUNK = 1 << 16

const print = (relation: Relation, graph: Index["graph"]): Effect.Effect<void> =>
  Effect.sync(() => {
    let chunk = ""
    for (const line of relation.lines(graph)) {
      chunk += `${line}\n`
      if (chunk.length < CHUNK) continue
      Screen.out.write(chunk)
      chunk = ""
    }
    Screen.out.write(chunk)
  })
