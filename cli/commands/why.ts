// `portolan why FILE:LINE`: why each reference on a line is bound as it is, or to nothing.

import { basename, dirname, isAbsolute, join, relative } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Files } from "../../lib/machine/files.ts"
import * as Repos from "../../lib/workspace/repos.ts"
import * as Bar from "../bar.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import * as Folders from "../folders.ts"
import * as Holding from "../holding.ts"
import * as Machine from "../machine.ts"
import * as Meant from "../meant.ts"
import * as Screen from "../terminal.ts"
import * as Text from "../why_text.ts"

/** The file belongs to no repository that is known. */
class NoRepository extends Schema.TaggedError<NoRepository>()("NoRepository", { path: Schema.String }) {
  override get message() {
    return `Cannot tell the repository of "${this.path}": no indexed one holds it, and neither does this folder; ` +
      "say --repo PATH"
  }
}

class NoSuchFile extends Schema.TaggedError<NoSuchFile>()("NoSuchFile", {
  path: Schema.String,
  /** Folders that it was looked for in. */
  folders: Schema.Array(Schema.String),
}) {
  override get message() {
    return `Cannot read "${this.path}": there is no such file in ${this.folders.join(" or in ")}`
  }
}

export const why: Command = {
  name: "why",
  group: "Ask",
  summary: "What each reference on a line is bound to, by which hops and types, or why to nothing",
  details:
    "The repository is read and resolved anew for it, as it is now: it takes as long as analyze and writes nothing.",
  arguments: [{ name: "place", doc: "FILE:LINE, from this folder or from the root of the repository", required: true }],
  flags: [
    {
      key: "repo",
      name: "repo",
      doc: "Path, id or name of the repository (default: the one that holds the file)",
      value: { kind: "text" },
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
      const { root, real } = yield* placeOf(typed, given["repo"] as string | undefined)
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

/** A file and its repository: as the path leads from this folder, else from the root of the repository that is meant. */
const placeOf = Effect.fnUntraced(function* (path: string, asked: string | undefined) {
  const named = asked === undefined ? undefined : yield* rootNamed(asked)
  const here = Folders.here()
  const real = yield* Effect.option(realPath(Folders.typed(path)))
  if (real._tag === "Some") {
    const root = named ?? (yield* repositoryOf(real.value))
    if (root !== undefined && Holding.holds(root, real.value)) return { root, real: real.value }
  }
  const root = named ?? (yield* Holding.rootOf(
    yield* Effect.orElseSucceed((yield* Files).realPath(here), () => here),
  )) ??
    (yield* theOnlyOne)
  if (root !== undefined && !isAbsolute(path)) {
    const inside = yield* Effect.option(realPath(join(root, path)))
    if (inside._tag === "Some" && Holding.holds(root, inside.value)) {
      if (named === undefined && !Holding.holds(root, here)) {
        Screen.note(`answered from ${root}: the folder you are in is not part of it`)
      }
      return { root, real: inside.value }
    }
  }
  if (real._tag === "Some") return yield* new NoRepository({ path })
  return yield* new NoSuchFile({ path, folders: root === undefined || root === here ? [here] : [here, root] })
})

/** The folder that was typed, or that of the indexed repository so called. */
const rootNamed = Effect.fnUntraced(function* (typed: string) {
  const folder = yield* Effect.option((yield* Files).realPath(Folders.typed(typed)))
  return folder._tag === "Some" ? folder.value : (yield* Meant.repository(typed)).entry.path
})

/** The real path of a file: of its folder, and its own name, so that a link in a repository stays one of its files. */
const realPath = Effect.fnUntraced(function* (path: string) {
  const files = yield* Files
  const folder = yield* files.realPath(dirname(path))
  yield* files.stat(path)
  return `${folder === "/" ? "" : folder}/${basename(path)}`
})

/** The indexed repository around a place, else this folder where it holds it. */
const repositoryOf = Effect.fnUntraced(function* (real: string) {
  const indexed = yield* Holding.rootOf(real)
  if (indexed !== undefined) return indexed
  const here = yield* Effect.orElseSucceed((yield* Files).realPath(Folders.here()), () => "")
  return here !== "" && Holding.holds(here, real) ? here : undefined
})

/** With one repository indexed the question goes to it. */
const theOnlyOne = Effect.gen(function* () {
  const known = yield* (yield* Repos.Repos).list
  return known.length === 1 ? known[0]!.entry.path : undefined
})
