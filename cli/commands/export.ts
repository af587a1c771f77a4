// `portolan export`: a relation of the graph on the output, for other programs. Where there is no current index, one is
// made first.

import * as Effect from "effect/Effect"
import type { Index, Progress } from "../../mod.ts"
import * as Bar from "../bar.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import { complainOf } from "../complain.ts"
import * as Folders from "../folders.ts"
import { type Relation, RELATIONS } from "../relations.ts"
import * as Signals from "../signals.ts"
import * as Screen from "../terminal.ts"

export const exportRelation: Command = {
  name: "export",
  group: "Index",
  summary: "Print a relation of the graph for other programs; indexes first where the index is not current",
  details: "Tab-separated rows under a line that starts with #: fromFile fromLine toFile toLine confidence fromName " +
    "toName, paths from the repository's root, lines of the name from 1, line 0 for the file itself. --defs: file " +
    "line endLine name kind. --graph: one JSON value a line, sorted.",
  arguments: [{ name: "path", doc: "Folder of the repository (default: this one)", required: false }],
  flags: RELATIONS.map(({ name, doc }) => ({ key: name, name, doc, value: { kind: "switch" } })),
  run: (given) => {
    const asked = RELATIONS.filter(({ name }) => given[name] === true)
    const [relation] = asked
    if (relation === undefined || asked.length > 1) {
      return Effect.sync((): Exit => {
        Screen.complain(`export takes one of ${RELATIONS.map(({ name }) => `--${name}`).join(", ")}`)
        return EXIT.usage
      })
    }
    return current(Folders.typed(given["path"] as string | undefined)).pipe(
      Effect.flatMap((index) => Effect.zipRight(print(relation, index), index.close)),
      Effect.as<Exit>(EXIT.ok),
      Effect.catchAll((failure) => Effect.sync(() => complainOf(failure))),
    )
  },
}

/** The index of the folder as it is now. */
const current = Effect.fnUntraced(function* (path: string) {
  const library = yield* Effect.promise(() => import("../../mod.ts"))
  const bar = Bar.make(Screen.err, () => performance.now())
  const onProgress = (progress: Progress) => {
    Signals.follow(progress)
    bar.report(progress)
  }
  return yield* Effect.ensuring(library.refresh(path, { onProgress }), Effect.sync(bar.end))
})

/** Text that is written at once. */
const CHUNK = 1 << 16

const print = (relation: Relation, { graph }: Index): Effect.Effect<void> =>
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
