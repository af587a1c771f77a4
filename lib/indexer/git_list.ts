// Files of a repository as its own git lists them, to the letter: tracked and new ones that are not ignored, those of
// submodules too. Nothing that a list names leads out of the repository, whoever wrote the list.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import { RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"
import * as Attributes from "./attributes.ts"
import * as LeftOut from "./left_out.ts"
import type { Found } from "./scan.ts"
import { BAD_NAME, BAD_NAME_REASON } from "./walk.ts"

const TRACKED: ReadonlyArray<string> = ["ls-files", "-z", "--cached"]
export const LIST: ReadonlyArray<string> = [...TRACKED, "--others", "--exclude-standard"]
/** What git ignores; of a folder that is ignored as a whole its name alone. */
export const IGNORED: ReadonlyArray<string> = [
  "ls-files",
  "-z",
  "--others",
  "--ignored",
  "--exclude-standard",
  "--directory",
]

/** NUL-separated names to text, each once: in a conflict git lists a name up to three times. */
export const namesOf = (list: Uint8Array): Iterable<string> => {
  const names = new Set(new TextDecoder().decode(list).split("\0"))
  names.delete("")
  return names
}

/**
 * Does a listed name stay below the folder that was listed, and outside of git's own? Git never tracks another one, but
 * its list of what is tracked may have been written by anyone.
 */
export const isInside = (name: string): boolean => {
  const path = name.endsWith("/") ? name.slice(0, -1) : name
  return Path.normalize(path) === path && !path.split("/").some((part) => part.toLowerCase() === ".git")
}

/** Our own folder, in a repository that does not ignore it, is no part of it all the same. */
const isOwn = (name: string): boolean =>
  name.includes(LeftOut.OWN) && name.split("/").slice(0, -1).includes(LeftOut.OWN)

/** Adds what git lists below `root`/`prefix`; descends into submodules. `prefix` is empty or ends with `/`. */
export const add = (
  found: Found,
  root: string,
  prefix: string,
  list: Uint8Array,
): Effect.Effect<void, never, Files.Files | RunGit> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const names: Array<string> = []
    for (const name of yield* withoutInstalled(found, root, prefix, [...namesOf(list)])) {
      if (isOwn(name)) continue
      if (name.includes(BAD_NAME)) found.skipped.push({ path: prefix + name, reason: BAD_NAME_REASON })
      else if (!isInside(name)) {
        found.skipped.push({ path: prefix + name, reason: "no file of the repository has such a path" })
      } else if (!name.endsWith("/")) {
        names.push(name)
      } else yield* leaveOutNested(found, root, prefix + name)
    }
    const linked = yield* linkedFolders(`${root}/${prefix}`, names)
    // Git reads rules while we look.
    const [{ found: attributes, note }, stats] = yield* Effect.all([
      Attributes.of(`${root}/${prefix}`, names),
      files.stats(names.map((name) => `${root}/${prefix}${name}`)),
    ], { concurrency: "unbounded" })
    if (note !== undefined) found.notes.push(prefix === "" ? note : `${prefix}: ${note}`)
    for (let i = 0; i < names.length; i++) {
      const stat = stats[i]
      // Listed but gone from the tree: deleted, or outside a sparse checkout.
      if (stat === undefined || linked.has(Path.folderOf(names[i]!))) continue
      const path = prefix + names[i]!
      if (stat.kind === "file") {
        found.files.push({ path, stat })
        const said = attributes.get(names[i]!)
        if (said !== undefined) found.attributes.set(path, said)
      } else if (stat.kind === "folder") yield* addSubmodule(found, root, `${path}/`)
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
  for (const folder of folders) {
    found.skipped.push({ path: prefix + folder, reason: LeftOut.INSTALLED_REASON })
    found.installed.push(prefix + folder)
  }
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
    if (list._tag === "Right") yield* add(found, root, path, list.right)
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

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trimEnd()

const absolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)

/** Adds a repository met while walking by its git's own list; false where git cannot tell. */
export const addRepository = Effect.fnUntraced(function* (found: Found, root: string, prefix: string) {
  const git = yield* RunGit
  const nested = yield* nestedAt(`${root}/${prefix}`)
  if (nested === undefined) return false
  if (nested.common?.startsWith(`${root}/`)) {
    found.skipped.push({ path: prefix, reason: "a linked worktree" })
    return true
  }
  const list = yield* Effect.either(git(`${root}/${prefix}`, LIST))
  if (list._tag === "Left") return false
  yield* add(found, root, prefix, list.right)
  return true
})
