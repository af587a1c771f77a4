// Which files belong to a repository. Where git knows the folder, git's own list is the answer, to the letter; elsewhere
// folders are walked. Links are never followed, and what is left out for another reason than git's rules is named.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import { type GitFailed, RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"
import * as LeftOut from "./left_out.ts"

export interface ScannedFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly stat: Files.FileStat
}

/** A file, or a folder where the path ends with `/`, that is not indexed. */
export interface Skipped {
  readonly path: string
  readonly reason: string
}

export interface Scan {
  /** In path order by code units. */
  readonly files: ReadonlyArray<ScannedFile>
  readonly skipped: ReadonlyArray<Skipped>
  /** The commit that is checked out; null where there is none or git does not list this folder. */
  readonly commit: string | null
  /** Who said which files there are. */
  readonly listedBy: "git" | "folders"
  /** What the reader of a report should know about the list as a whole. */
  readonly notes: ReadonlyArray<string>
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => Path.compare(a.path, b.path)

/**
 * Lists the files of `root`, a real path. The root is never widened to the git top level above it.
 *
 * Fails with `PlatformError` only when the root itself cannot be listed.
 */
export const scan: (root: string) => Effect.Effect<Scan, Files.PlatformError, Files.Files | RunGit> = Effect.fn(
  "indexer.scan",
)(function* (root) {
  const found: Found = { files: [], skipped: [], notes: [] }
  const checkout = yield* checkoutAt(root)
  if (checkout._tag === "git") yield* listByGit(found, root, "", checkout.list)
  else {
    if (checkout.note !== undefined) found.notes.push(checkout.note)
    yield* walk(found, root)
  }
  return {
    files: found.files.sort(byPath),
    skipped: found.skipped.sort(byPath),
    commit: checkout._tag === "git" ? checkout.commit : null,
    listedBy: checkout._tag === "git" ? "git" : "folders",
    notes: found.notes,
  }
})

interface Found {
  readonly files: Array<ScannedFile>
  readonly skipped: Array<Skipped>
  readonly notes: Array<string>
}

type Checkout =
  | { readonly _tag: "git"; readonly commit: string | null; readonly list: Uint8Array }
  | { readonly _tag: "none"; readonly note?: string }

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trimEnd()

const TRACKED: ReadonlyArray<string> = ["ls-files", "-z", "--cached"]
const LIST: ReadonlyArray<string> = [...TRACKED, "--others", "--exclude-standard"]

const GIT_MISSING = -1

/** Asks git about `root`: is it in a work tree, not ignored there, and what does git list below it? */
const checkoutAt = Effect.fnUntraced(function* (root: string) {
  const git = yield* RunGit
  const [inside, ignored, list, commit] = yield* Effect.all([
    Effect.either(git(root, ["rev-parse", "--is-inside-work-tree"])),
    Effect.either(git(root, ["check-ignore", "-q", "--", "."])),
    Effect.either(git(root, LIST)),
    Effect.either(git(root, ["rev-parse", "--verify", "-q", "HEAD^{commit}"])),
  ], { concurrency: "unbounded" })
  if (inside._tag === "Left") return { _tag: "none", ...noteOf(inside.left) } satisfies Checkout
  if (text(inside.right) !== "true" || ignored._tag === "Right") return { _tag: "none" } satisfies Checkout
  if (list._tag === "Left") {
    return { _tag: "none", note: `git could not list the files: ${list.left.detail}` } satisfies Checkout
  }
  return {
    _tag: "git",
    commit: commit._tag === "Right" ? text(commit.right) : null,
    list: list.right,
  } satisfies Checkout
})

/** A folder outside any work tree is nothing to talk about; a git that does not run, or refuses, is. */
const noteOf = (failed: GitFailed): { readonly note?: string } =>
  failed.exitCode === GIT_MISSING
    ? { note: "git was not found: ignore rules are not applied" }
    : failed.detail.includes("not a git repository")
    ? {}
    : { note: `git refused to read this folder: ${failed.detail}` }

/** NUL-separated names to text, each once: in a conflict git lists a name up to three times. */
const namesOf = (list: Uint8Array): Iterable<string> => {
  const names = new Set(new TextDecoder().decode(list).split("\0"))
  names.delete("")
  return names
}

/** A name that is not UTF-8 cannot be opened by its text: it is named instead. */
const BAD_NAME = "\ufffd"

/**
 * Does a listed name stay below the folder that was listed, and outside of git's own? Git never tracks another one, but
 * its list of what is tracked may have been written by anyone.
 */
const isInside = (name: string): boolean => {
  const path = name.endsWith("/") ? name.slice(0, -1) : name
  return Path.normalize(path) === path && !path.split("/").some((part) => part.toLowerCase() === ".git")
}

/** Adds what git lists below `root`/`prefix`; descends into submodules. `prefix` is empty or ends with `/`. */
const listByGit = (
  found: Found,
  root: string,
  prefix: string,
  list: Uint8Array,
): Effect.Effect<void, never, Files.Files | RunGit> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const names: Array<string> = []
    for (const name of yield* withoutInstalled(found, root, prefix, [...namesOf(list)])) {
      if (name.includes(BAD_NAME)) found.skipped.push({ path: prefix + name, reason: "its name is not valid UTF-8" })
      else if (!isInside(name)) {
        found.skipped.push({ path: prefix + name, reason: "no file of the repository has such a path" })
      } else if (!name.endsWith("/")) {
        names.push(name)
      } else yield* leaveOutNested(found, root, prefix + name)
    }
    const linked = yield* linkedFolders(`${root}/${prefix}`, names)
    const stats = yield* files.stats(names.map((name) => `${root}/${prefix}${name}`))
    for (let i = 0; i < names.length; i++) {
      const stat = stats[i]
      // Listed but gone from the tree: deleted, or outside a sparse checkout.
      if (stat === undefined || linked.has(Path.folderOf(names[i]!))) continue
      const path = prefix + names[i]!
      if (stat.kind === "file") found.files.push({ path, stat })
      else if (stat.kind === "folder") yield* addSubmodule(found, root, `${path}/`)
    }
  })

/**
 * `names` without files that lie in a package manager's folder and are not tracked: nobody has told git yet to ignore
 * what was installed, and it is many times the project.
 */
const withoutInstalled = Effect.fnUntraced(function* (
  found: Found,
  root: string,
  prefix: string,
  names: ReadonlyArray<string>,
) {
  if (!names.some((name) => LeftOut.installedAround(name) !== undefined)) return names
  const git = yield* RunGit
  const tracked = new Set(
    namesOf(yield* Effect.orElseSucceed(git(`${root}/${prefix}`, TRACKED), () => new Uint8Array())),
  )
  const folders = new Set<string>()
  const kept = names.filter((name) => {
    const folder = tracked.has(name) ? undefined : LeftOut.installedAround(name)
    if (folder !== undefined) folders.add(folder)
    return folder === undefined
  })
  for (const folder of folders) found.skipped.push({ path: prefix + folder, reason: LeftOut.INSTALLED_REASON })
  return kept
})

/**
 * Folders of `names` that are reached through a link. Git still lists what it tracks below a folder that was replaced by
 * a link, and a file there may lie anywhere.
 */
const linkedFolders = Effect.fnUntraced(function* (base: string, names: ReadonlyArray<string>) {
  const folders = new Set<string>()
  for (const name of names) {
    for (let folder = Path.folderOf(name); folder !== "" && !folders.has(folder); folder = Path.folderOf(folder)) {
      folders.add(folder)
    }
  }
  // Shorter paths first, so that a folder comes after the one that holds it.
  const ordered = [...folders].sort((a, b) => a.length - b.length)
  const stats = yield* (yield* Files.Files).stats(ordered.map((folder) => base + folder))
  const linked = new Set<string>()
  for (let i = 0; i < ordered.length; i++) {
    if (stats[i]?.kind === "link" || linked.has(Path.folderOf(ordered[i]!))) linked.add(ordered[i]!)
  }
  return linked
})

/** An untracked repository inside this one is not part of it. `path` ends with `/`. */
const leaveOutNested = Effect.fnUntraced(function* (found: Found, root: string, path: string) {
  const nested = yield* nestedAt(`${root}/${path}`)
  found.skipped.push({
    path,
    reason: nested?.kind === "worktree" ? "a linked worktree" : "a repository of its own, not a submodule",
  })
})

/** A folder that git lists as one entry is a submodule, or a worktree that was added by mistake. */
const addSubmodule = Effect.fnUntraced(function* (found: Found, root: string, path: string) {
  const git = yield* RunGit
  const nested = yield* nestedAt(`${root}/${path}`)
  if (nested === undefined) found.skipped.push({ path, reason: "a submodule that is not checked out" })
  else if (nested.kind === "worktree") found.skipped.push({ path, reason: "a linked worktree" })
  else {
    const list = yield* Effect.either(git(`${root}/${path}`, LIST))
    if (list._tag === "Right") yield* listByGit(found, root, path, list.right)
    else found.skipped.push({ path, reason: `git could not list this submodule: ${list.left.detail}` })
  }
})

interface Nested {
  readonly kind: "repository" | "worktree"
  /** Of a worktree: the git folder that it shares with its main repository. */
  readonly common?: string
}

/** What `.git` in a folder (path ends with `/`) says the folder is; undefined where there is none. */
const nestedAt = (folder: string): Effect.Effect<Nested | undefined, never, Files.Files> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const marker = yield* files.stat(`${folder}.git`)
    if (marker.kind === "folder") return { kind: "repository" } as const
    if (marker.kind !== "file") return undefined
    const pointer = /^gitdir: (.+)$/m.exec(text(yield* files.read(`${folder}.git`)))?.[1]
    if (pointer === undefined) return undefined
    const gitFolder = absolute(pointer) ? pointer : folder + pointer
    // A linked worktree's git folder, and only such a one, names the folder that it shares with the others.
    return yield* files.read(`${gitFolder}/commondir`).pipe(
      Effect.map(text),
      Effect.map((common) => absolute(common) ? common : `${gitFolder}/${common}`),
      Effect.flatMap(files.realPath),
      Effect.map((common): Nested => ({ kind: "worktree", common })),
      Effect.orElseSucceed((): Nested => ({ kind: "repository" })),
    )
  }).pipe(Effect.orElseSucceed(() => undefined))

const absolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)

/** Adds the files below `root` by listing folders; a repository inside is listed by its own git. */
const walk = Effect.fnUntraced(function* (found: Found, root: string) {
  const files = yield* Files.Files
  const pending: Array<string> = [""]
  for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
    const listed = yield* Effect.either(files.list(`${root}/${prefix}`))
    if (listed._tag === "Left") {
      if (prefix === "") return yield* listed.left
      found.skipped.push({ path: prefix, reason: `the folder cannot be listed (${listed.left.code})` })
      continue
    }
    const names = new Set(listed.right.map((entry) => entry.name))
    const generated = prefix === "" ? undefined : LeftOut.byContent(names)
    if (generated !== undefined) {
      found.skipped.push({ path: prefix, reason: generated })
      continue
    }
    if (prefix !== "" && names.has(".git") && (yield* addRepository(found, root, prefix))) continue
    const paths: Array<string> = []
    for (const entry of listed.right) {
      const path = prefix + entry.name
      if (entry.name.includes(BAD_NAME)) found.skipped.push({ path, reason: "its name is not valid UTF-8" })
      else if (entry.kind === "file") paths.push(path)
      else if (entry.kind === "folder" && entry.name !== LeftOut.OWN) {
        const reason = LeftOut.byName(entry.name, names)
        if (reason === undefined) pending.push(`${path}/`)
        else found.skipped.push({ path: `${path}/`, reason })
      }
    }
    const stats = yield* files.stats(paths.map((path) => `${root}/${path}`))
    for (let i = 0; i < paths.length; i++) {
      const stat = stats[i]
      if (stat?.kind === "file") found.files.push({ path: paths[i]!, stat })
    }
  }
})

/** Adds a repository met while walking by git's own list; false where git cannot tell. */
const addRepository = Effect.fnUntraced(function* (found: Found, root: string, prefix: string) {
  const git = yield* RunGit
  const nested = yield* nestedAt(`${root}/${prefix}`)
  if (nested === undefined) return false
  if (nested.common?.startsWith(`${root}/`)) {
    found.skipped.push({ path: prefix, reason: "a linked worktree" })
    return true
  }
  const list = yield* Effect.either(git(`${root}/${prefix}`, LIST))
  if (list._tag === "Left") return false
  yield* listByGit(found, root, prefix, list.right)
  return true
})
