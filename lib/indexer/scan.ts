// Which files belong to a repository. Where git knows the folder, git's own list is the answer, to the letter; elsewhere
// folders are walked. Links are never followed, and what is left out for another reason than git's rules is named.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import { type GitFailed, RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"
import type { Attributes } from "./attributes.ts"
import * as GitList from "./git_list.ts"
import { languageFor } from "./language_of.ts"
import * as LeftOut from "./left_out.ts"
import * as Naming from "./naming.ts"
import * as OwnRules from "./own_rules.ts"
import * as Selection from "./selection.ts"
import * as Walk from "./walk.ts"

export interface ScannedFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly stat: Files.FileStat
  /** Asked for by a rule or an attribute: it is read though it may look generated or squeezed. */
  readonly wanted?: true
}

/** A file, or a folder where the path ends with `/`, that is not indexed. */
export interface Skipped {
  readonly path: string
  readonly reason: string
}

export interface Scan {
  /** In path order by code units. */
  readonly files: ReadonlyArray<ScannedFile>
  /** In path order. */
  readonly skipped: ReadonlyArray<Skipped>
  /** Files that the selection leaves out, in path order: no part of the index, but configuration may lie among them. */
  readonly unselected: ReadonlyArray<ScannedFile>
  /** The commit that is checked out; null where there is none or git does not list this folder. */
  readonly commit: string | null
  /** Who said which files there are. */
  readonly listedBy: "git" | "folders"
  /** What the reader of a report should know about the list as a whole. */
  readonly notes: ReadonlyArray<string>
}

/** What a list is gathered in. */
export interface Found {
  readonly files: Array<ScannedFile>
  readonly skipped: Array<Skipped>
  readonly notes: Array<string>
  readonly attributes: Map<string, Attributes>
  /** Folders of installed files that git does not track, with `/` at their end. */
  readonly installed: Array<string>
}

const nothing = (): Found => ({ files: [], skipped: [], notes: [], attributes: new Map(), installed: [] })

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => Path.compare(a.path, b.path)

/**
 * Lists the files of `root`, a real path. The root is never widened to the git top level above it.
 *
 * Fails with `PlatformError` only when the root itself cannot be listed. O(files) and a few processes of git for each
 * repository.
 */
export const scan: (
  root: string,
  selection?: Selection.Selection,
) => Effect.Effect<Scan, Files.PlatformError, Files.Files | RunGit> = Effect.fn("indexer.scan")(
  function* (root, selection = Selection.ALL) {
    // No git is asked about what is not there.
    yield* (yield* Files.Files).stat(root)
    const checkout = yield* checkoutAt(root)
    let own = OwnRules.make()
    let found = yield* list(root, checkout, own)
    let sorted = judged(found, own, selection)
    if (OwnRules.isExhausted(own)) {
      own = OwnRules.make(0)
      found = yield* list(root, checkout, own)
      sorted = judged(found, own, selection)
      found.notes.push(`${OwnRules.NAME} was not applied: its rules take too long to match`)
    } else if (own.refused.length !== 0) found.notes.push(refusal(own.refused))
    return {
      files: sorted.files,
      skipped: [...found.skipped, ...Naming.byFolders(sorted.left, sorted.files.map(({ path }) => path))].sort(byPath),
      unselected: sorted.unselected,
      commit: checkout._tag === "git" ? checkout.commit : null,
      listedBy: checkout._tag === "git" ? "git" : "folders",
      notes: found.notes,
    }
  },
)

const refusal = ([first, ...more]: ReadonlyArray<string>): string => {
  const others = more.length === 0 ? "" : ` and ${more.length} more`
  return `${first}${others} was not applied: it is no text, cannot be read, or is far too large`
}

/** All that git or the folders list, and what the rules bring back beside. */
const list = Effect.fnUntraced(function* (root: string, checkout: Checkout, own: OwnRules.OwnRules) {
  const found = nothing()
  const addRepository = (prefix: string) => GitList.addRepository(found, root, prefix)
  if (checkout._tag === "none") {
    if (checkout.note !== undefined) found.notes.push(checkout.note)
    yield* Walk.walk({ root, found, own, addRepository }, [{ prefix: "", only: false }])
    return found
  }
  yield* GitList.add(found, root, "", checkout.list)
  yield* OwnRules.read(own, root, "")
  const withRules = found.files.flatMap(({ path }) => path.endsWith(`/${OwnRules.NAME}`) ? [Path.folderOf(path)] : [])
  for (const folder of withRules.sort(Path.compare)) yield* OwnRules.read(own, root, folder)
  if (own.bringsBack) yield* bringBack(found, root, own)
  return found
})

/**
 * Adds what git ignores, or was left out as installed, and a rule asks for in so many words. Only sources are brought
 * back: a rule is part of the repository, and nobody's secrets are.
 */
const bringBack = Effect.fnUntraced(function* (found: Found, root: string, own: OwnRules.OwnRules) {
  const git = yield* RunGit
  const ignored = yield* Effect.either(git(root, GitList.IGNORED))
  if (ignored._tag === "Left") {
    found.notes.push(`git could not list what it ignores: ${ignored.left.detail}`)
    return
  }
  const back = nothing()
  const starts: Array<Walk.Start> = []
  const paths: Array<string> = []
  for (const name of [...GitList.namesOf(ignored.right), ...found.installed].sort(Path.compare)) {
    if (!GitList.isInside(name) || name.includes(Walk.BAD_NAME)) continue
    const path = name.endsWith("/") ? name.slice(0, -1) : name
    if (path.split("/").some(LeftOut.isNever)) continue
    const wanted = OwnRules.verdictOf(own, path, path !== name)?._tag === "wanted"
    if (path === name) {
      if (wanted) paths.push(path)
    } else if (wanted || OwnRules.leadsInto(own, path)) starts.push({ prefix: name, only: !wanted })
  }
  const files = yield* Files.Files
  const stats = yield* files.stats(paths.map((path) => `${root}/${path}`))
  for (let i = 0; i < paths.length; i++) {
    if (stats[i]?.kind === "file") back.files.push({ path: paths[i]!, stat: stats[i]! })
  }
  const folders = yield* files.stats(starts.map(({ prefix }) => `${root}/${prefix.slice(0, -1)}`))
  const real = starts.filter((_, i) => folders[i]?.kind === "folder")
  const addRepository = (prefix: string) => GitList.addRepository(back, root, prefix)
  yield* Effect.ignore(Walk.walk({ root, found: back, own, addRepository }, real))
  const known = new Set(found.files.map(({ path }) => path))
  for (const file of back.files) {
    if (!known.has(file.path) && languageFor(file.path) !== undefined) found.files.push(file)
  }
  found.skipped.push(...back.skipped)
})

/** Sorts the files and says of each whether it is in; order of the list does not count. */
const judged = (found: Found, own: OwnRules.OwnRules, selection: Selection.Selection) => {
  const files: Array<ScannedFile> = []
  const left: Array<Naming.Named> = []
  const unselected: Array<ScannedFile> = []
  for (const file of found.files.sort(byPath)) {
    const { path } = file
    if (selection.isOurs(path)) continue
    const against = selection.reasonAgainst(path)
    if (against !== undefined) {
      left.push({ path, reason: against })
      unselected.push(file)
      continue
    }
    const said = OwnRules.verdictOf(own, path, false) ?? found.attributes.get(path)
    if (said === undefined) files.push(file)
    else if (said._tag === "wanted") files.push({ ...file, wanted: true })
    else left.push({ path, reason: said.reason })
  }
  return { files, left, unselected }
}

type Checkout =
  | { readonly _tag: "git"; readonly commit: string | null; readonly list: Uint8Array }
  | { readonly _tag: "none"; readonly note?: string }

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trimEnd()

const GIT_MISSING = -1

const INSIDE: ReadonlyArray<string> = ["rev-parse", "--is-inside-work-tree"]

/** Asks git about `root`: is it in a work tree, not ignored there, and what does git list below it? */
const checkoutAt = Effect.fnUntraced(function* (root: string) {
  const git = yield* RunGit
  const [both, ignored, list] = yield* Effect.all([
    Effect.either(git(root, [...INSIDE, "-q", "--verify", "HEAD^{commit}"])),
    Effect.either(git(root, ["check-ignore", "-q", "--", "."])),
    Effect.either(git(root, GitList.LIST)),
  ], { concurrency: "unbounded" })
  // Before the first commit there is none to name.
  const unborn = both._tag === "Left" && both.left.exitCode === 1
  const inside = unborn ? yield* Effect.either(git(root, INSIDE)) : both
  if (inside._tag === "Left") return { _tag: "none", ...noteOf(inside.left) } satisfies Checkout
  const [isInside, commit = null] = text(inside.right).split("\n")
  if (isInside !== "true" || ignored._tag === "Right") return { _tag: "none" } satisfies Checkout
  if (list._tag === "Left") {
    return { _tag: "none", note: `git could not list the files: ${list.left.detail}` } satisfies Checkout
  }
  return {
    _tag: "git",
    commit,
    list: list.right,
  } satisfies Checkout
})

/** The commit that is checked out around `root`, where git lists it; null before the first one. */
export const commitOf = (root: string): Effect.Effect<string | null, GitFailed, RunGit> =>
  Effect.flatMap(RunGit, (git) => git(root, ["rev-parse", "-q", "--verify", "HEAD^{commit}"])).pipe(
    Effect.map(text),
    Effect.catchIf((failed) => failed.exitCode === 1, () => Effect.succeed(null)),
  )

/** A folder outside any work tree is nothing to talk about; a git that does not run, or refuses, is. */
const noteOf = (failed: GitFailed): { readonly note?: string } =>
  failed.exitCode === GIT_MISSING
    ? { note: "git was not found: ignore rules are not applied" }
    : failed.detail.includes("not a git repository")
    ? {}
    : { note: `git refused to read this folder: ${failed.detail}` }
