// Is an indexed repository still where it was, and where has it gone? A folder that is renamed keeps its number in the file
// system; since numbers are given again, only its own snapshot or its commit in the new place proves that it is the same.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import { RunGit } from "../machine/git.ts"
import { type Entry, sameStat, storedStat } from "./entry.ts"

/** `maybe`: the folder has the number of the one that was indexed, and nothing more is known. */
export type Likeness = "sure" | "maybe" | "no"

export type Whereabouts =
  | { readonly _tag: "here" }
  | { readonly _tag: "moved"; readonly to: string; readonly sure: boolean }
  | { readonly _tag: "gone" }

const HERE: Whereabouts = { _tag: "here" }
const GONE: Whereabouts = { _tag: "gone" }

/** Folders beside the old one that are looked at, at most. */
const MOST_BESIDE = 5_000

/** Where the repository of an entry is now; one that was moved is looked for beside its old place and nowhere else. */
export const of: (entry: Entry) => Effect.Effect<Whereabouts, never, Files.Files | RunGit> = Effect.fn(
  "workspace.whereabouts",
)(function* (entry) {
  const files = yield* Files.Files
  if (!(yield* isMissing(entry.path))) return HERE
  if (entry.inode === undefined) return GONE
  const cut = Math.max(entry.path.lastIndexOf("/"), entry.path.lastIndexOf("\\"))
  const folder = entry.path.slice(0, cut)
  const listed = yield* files.list(folder === "" ? "/" : folder).pipe(Effect.orElseSucceed(() => []))
  const beside = listed.filter(({ kind }) => kind === "folder").slice(0, MOST_BESIDE)
    .map(({ name }) => `${entry.path.slice(0, cut + 1)}${name}`)
  let maybe: Whereabouts = GONE
  const stats = yield* files.stats(beside)
  for (const [i, path] of beside.entries()) {
    if (String(stats[i]?.inode) !== entry.inode) continue
    const likeness = yield* isSame(entry, path)
    if (likeness === "sure") return { _tag: "moved", to: path, sure: true }
    if (likeness === "maybe") maybe = { _tag: "moved", to: path, sure: false }
  }
  return maybe
})

/** Nothing lies at the path; where the system does not let that be seen, something may. */
export const isMissing = (path: string): Effect.Effect<boolean, never, Files.Files> =>
  Effect.flatMap(Files.Files, (files) =>
    files.stat(path).pipe(
      Effect.as(false),
      Effect.catchAll(({ code }) => Effect.succeed(code === "ENOENT" || code === "ENOTDIR")),
    ))

/** Is the folder `path` the repository of an entry whose own place is empty? */
export const isSame = (entry: Entry, path: string): Effect.Effect<Likeness, never, Files.Files | RunGit> =>
  Effect.gen(function* () {
    if (!(yield* hasNumber(entry, path))) return "no"
    if (yield* hasSnapshot(entry, path)) return "sure"
    if (entry.commit === null) return "maybe"
    const git = yield* RunGit
    const known = yield* Effect.either(git(path, ["cat-file", "-e", `${entry.commit}^{commit}`]))
    return known._tag === "Right" ? "sure" : "no"
  })

const hasNumber = (entry: Entry, path: string) =>
  Effect.flatMap(
    Files.Files,
    (files) =>
      Effect.map(files.stats([path]), ([stat]) => entry.inode !== undefined && String(stat?.inode) === entry.inode),
  )

const hasSnapshot = (entry: Entry, path: string) =>
  Effect.flatMap(Files.Files, (files) => {
    if (!entry.snapshot.startsWith(`${entry.path}/`)) return Effect.succeed(false)
    return Effect.map(
      files.stats([path + entry.snapshot.slice(entry.path.length)]),
      ([stat]) => stat !== undefined && sameStat(storedStat(stat), entry.stat),
    )
  })

/** The entries whose repository certainly was moved to `root`: with its snapshot inside, at which nobody wrote since. */
export const movedTo = (
  root: string,
  entries: ReadonlyArray<Entry>,
): Effect.Effect<ReadonlyArray<Entry>, never, Files.Files> =>
  Effect.filter(entries, (entry) =>
    Effect.gen(function* () {
      return entry.path !== root && (yield* isMissing(entry.path)) && (yield* hasNumber(entry, root)) &&
        (yield* hasSnapshot(entry, root))
    }))
