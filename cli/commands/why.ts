// `portolan why FILE:LINE`: why each reference on a line is bound as it is, or to nothing.

import { basename, dirname, relative } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Files } from "../../lib/machine/files.ts"
import * as Bar from "../bar.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import * as Folders from "../folders.ts"
import * as Holding from "../holding.ts"
import * as Machine from "../machine.ts"
import * as Screen from "../terminal.ts"
import * as Text from "../why_text.ts"

/** The file belongs to no repository that is known. */
class NoRepository extends Schema.TaggedError<NoRepository>()("NoRepository", { path: Schema.String }) {
  override get message() {
    return `Cannot tell the repository of "${this.path}": no indexed one holds it, and neither does this folder; ` +
      "say --repo PATH"
  }
}

class NoSuchFile extends Schema.TaggedError<NoSuchFile>()("NoSuchFile", { path: Schema.String }) {
  override get message() {
    return `Cannot read "${this.path}": there is no such file`
  }
}

export const why: Command = {
  name: "why",
  group: "Ask",
  summary: "What each reference on a line is bound to, by which hops and types, or why to nothing",
  details:
    "The repository is read and resolved anew for it, as it is now: it takes as long as analyze and writes nothing.",
  arguments: [{ name: "place", doc: "FILE:LINE", required: true }],
  flags: [
    {
      key: "repo",
      name: "repo",
      doc: "Folder of the repository (default: the indexed one that holds the file, else this one)",
      value: { kind: "text", placeholder: "path" },
    },
    { key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } },
  ],
  run: (given) => {
    const [, typed, line] = /^(.+):(\d+)$/.exec(given["place"] as string) ?? []
    if (typed === undefined || line === undefined) {
      return Effect.sync((): Exit => {
        Screen.complain(`why takes FILE:LINE, such as src/main.ts:12, got "${given["place"]}"`)
        return EXIT.usage
      })
    }
    return Machine.attempt(Effect.gen(function* () {
      const real = yield* realPath(Folders.typed(typed))
      const root = given["repo"] === undefined
        ? yield* repositoryOf(real)
        : yield* (yield* Files).realPath(Folders.typed(given["repo"] as string)).pipe(
          Effect.mapError(() => new NoSuchFile({ path: given["repo"] as string })),
        )
      if (!Holding.holds(root, real)) return yield* new NoRepository({ path: typed })
      const library = yield* Effect.promise(() => import("../../mod.ts"))
      const bar = Bar.make(Screen.err, () => performance.now())
      const file = relative(root, real).replaceAll("\\", "/")
      const told = yield* Effect.ensuring(
        library.why(root, file, Number(line), { onProgress: bar.report }),
        Effect.sync(bar.end),
      )
      Screen.out.write(
        given["json"] === true ? `${JSON.stringify(told)}\n` : Text.text(told, Screen.paintFor(Screen.out)),
      )
      return EXIT.ok
    }))
  },
}

/** The real path of a file: of its folder, and its own name, so that a link in a repository stays one of its files. */
const realPath = Effect.fnUntraced(function* (path: string) {
  const files = yield* Files
  const folder = yield* Effect.mapError(files.realPath(dirname(path)), () => new NoSuchFile({ path }))
  return `${folder === "/" ? "" : folder}/${basename(path)}`
})

const repositoryOf = Effect.fnUntraced(function* (real: string) {
  const indexed = yield* Holding.rootOf(real)
  if (indexed !== undefined) return indexed
  const here = yield* Effect.orElseSucceed((yield* Files).realPath(Folders.here()), () => "")
  if (here === "" || !Holding.holds(here, real)) return yield* new NoRepository({ path: real })
  return here
})
