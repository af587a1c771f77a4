// The tree of a commit as a folder of its own, so that it is scanned and read by the very code that reads a checkout. Git
// itself writes the files, in a private repository that borrows the other one's objects: the user's checkout, index and
// refs are neither read nor touched, and no filter, hook or link of theirs comes along.

import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"
import * as Files from "../machine/files.ts"
import { type GitFailed, RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"
import * as GitList from "./git_list.ts"
import { BAD_NAME } from "./walk.ts"

/** Git or the disk did not let the tree of a commit be laid out. */
export class TreeNotLaidOut extends Schema.TaggedError<TreeNotLaidOut>()("TreeNotLaidOut", {
  commit: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `Cannot read the files of commit ${this.commit.slice(0, 10)}: ${this.detail}`
  }
}

type Needs = Files.Files | RunGit

/** Names that one process of git writes files of: it is given half a minute. */
const AT_ONCE = 2_000

/** Submodules inside of submodules, at most. */
const DEEPEST = 8

/**
 * Lays `commit` out below `folder`, which must not be there, and gives the folder that stands for `root`: one of the same
 * name. Only what lies below `root` is written. The folder goes with the scope.
 *
 * @param root Real path of a folder in a checkout of the repository.
 */
export const layOut: (
  folder: string,
  root: string,
  commit: string,
) => Effect.Effect<string, TreeNotLaidOut, Needs | Scope.Scope> = Effect.fn("indexer.layOut")(
  function* (folder, root, commit) {
    const files = yield* Files.Files
    const failed = (error: GitFailed | Files.PlatformError) =>
      new TreeNotLaidOut({
        commit,
        detail: error._tag === "GitFailed" ? error.detail || "git failed" : `the system says ${error.code}`,
      })
    yield* Effect.addFinalizer(() => Effect.ignore(files.remove(folder)))
    const laid = Effect.gen(function* () {
      yield* files.remove(folder)
      const prefix = yield* prefixOf(root)
      const top = `${folder}/${prefix === "" ? Path.baseOf(root.replaceAll("\\", "/")) : "top"}`
      yield* repository(top, root, `${root.slice(0, root.length - prefix.length)}/`, prefix, commit, 0)
      return prefix === "" ? top : `${top}/${prefix.slice(0, -1)}`
    })
    return yield* Effect.mapError(laid, failed)
  },
)

/** Where a folder lies below the top of its checkout: empty, or with `/` at its end. */
const prefixOf = (folder: string) =>
  Effect.map(Effect.flatMap(RunGit, (git) => git(folder, ["rev-parse", "--show-prefix"])), line)

/**
 * Makes the private repository `at` of what `from` has at `commit` below `prefix`. `top`, with `/` at its end, is the top
 * of the checkout that `from` lies in.
 */
const repository = (
  at: string,
  from: string,
  top: string,
  prefix: string,
  commit: string,
  depth: number,
): Effect.Effect<void, GitFailed | Files.PlatformError, Needs> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const git = yield* RunGit
    const [common = "", format = "sha1"] = lines(
      yield* git(from, ["rev-parse", "--path-format=absolute", "--git-common-dir", "--show-object-format"]),
    )
    yield* files.makeFolder(at)
    yield* git(at, ["init", "-q", "--template=", `--object-format=${format}`])
    yield* files.makeFolder(`${at}/.git/objects/info`)
    yield* write(`${at}/.git/objects/info/alternates`, `${quoted(`${common}/objects`)}\n`)
    yield* files.makeFolder(`${at}/.git/info`)
    // Attributes that are the user's own for this repository count in his checkout too.
    const own = yield* Effect.option(files.read(`${common}/info/attributes`))
    if (own._tag === "Some") yield* files.writeAtomically(`${at}/.git/info/attributes`, [own.value])
    const config = new TextDecoder().decode(yield* files.read(`${at}/.git/config`))
    yield* write(`${at}/.git/config`, config + (yield* settings(from)))
    yield* git(at, ["update-ref", "--no-deref", "HEAD", commit])
    yield* git(at, ["read-tree", commit])
    const wanted: Array<string> = []
    const submodules: Array<readonly [path: string, commit: string]> = []
    for (const entry of GitList.namesOf(yield* git(at, ["ls-files", "-z", "--stage"]))) {
      const tab = entry.indexOf("\t")
      const [mode = "", object = ""] = entry.slice(0, tab).split(" ")
      const path = entry.slice(tab + 1)
      // A name that cannot be said is named by the scan, from git's own list.
      if (!isBelow(path, prefix) || !GitList.isInside(path) || path.includes(BAD_NAME)) continue
      if (mode === SUBMODULE) submodules.push([path, object])
      // A link is no part of an index; here it is not even there.
      else if (mode !== LINK) wanted.push(path)
    }
    for (let i = 0; i < wanted.length; i += AT_ONCE) {
      const names = new TextEncoder().encode(`${wanted.slice(i, i + AT_ONCE).join("\0")}\0`)
      yield* git(at, ["checkout-index", "-q", "-z", "--stdin"], names)
    }
    for (const [path, object] of submodules) {
      yield* files.makeFolder(`${at}/${path}`)
      const checkedOut = `${top}${path}`
      // One that is not checked out, or of which that commit is not here, stays an empty folder, as in a checkout.
      if (depth < DEEPEST && (yield* hasCommit(checkedOut, object))) {
        yield* repository(`${at}/${path}`, checkedOut, `${checkedOut}/`, "", object, depth + 1)
      }
    }
  })

const SUBMODULE = "160000"
const LINK = "120000"

/** Is it below the folder, or a file of rules above it? */
const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) || RULES.has(Path.baseOf(path)) && prefix.startsWith(`${Path.folderOf(path)}/`) ||
  RULES.has(path)

const RULES: ReadonlySet<string> = new Set([".gitignore", ".gitattributes"])

/** Is there a repository of its own in this folder, with that commit? */
const hasCommit = Effect.fnUntraced(function* (folder: string, commit: string) {
  const [marker] = yield* (yield* Files.Files).stats([`${folder}/.git`])
  if (marker === undefined) return false
  const git = yield* RunGit
  return (yield* Effect.either(git(folder, ["cat-file", "-e", `${commit}^{commit}`])))._tag === "Right"
})

/** What decides of a file's text on its way into a checkout; whatever runs a program is taken off. */
const settings = Effect.fnUntraced(function* (from: string) {
  const git = yield* RunGit
  const found = yield* Effect.either(
    git(from, ["config", "--null", "--get-regexp", "^(core\\.(autocrlf|eol)|filter\\.)"]),
  )
  const rows = ["\n[core]\n\tsparseCheckout = false\n\tsafecrlf = false\n"]
  const filters = new Set<string>()
  for (const entry of found._tag === "Right" ? GitList.namesOf(found.right) : []) {
    const [key = "", value = "true"] = entry.split("\n", 2)
    if (key === "core.autocrlf" || key === "core.eol") rows.push(`\t${key.slice(5)} = ${inQuotes(value)}\n`)
    else if (key.lastIndexOf(".") > "filter.".length) filters.add(key.slice("filter.".length, key.lastIndexOf(".")))
  }
  for (const name of filters) {
    rows.push(`[filter ${inQuotes(name)}]\n\tclean = ""\n\tsmudge = ""\n\tprocess = ""\n\trequired = false\n`)
  }
  return rows.join("")
})

const inQuotes = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`

/** A path as git reads it in a list of paths, where it begins with a quote or holds a line break. */
const quoted = (path: string): string => /^["#]|\n/.test(path) ? inQuotes(path) : path

const write = (path: string, text: string) =>
  Effect.flatMap(Files.Files, (files) => files.writeAtomically(path, [new TextEncoder().encode(text)]))

const line = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\n$/, "")

const lines = (bytes: Uint8Array): ReadonlyArray<string> => line(bytes).split("\n")
