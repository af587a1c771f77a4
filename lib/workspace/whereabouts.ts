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

/** Folders by their number in the file system. */
type Numbered = ReadonlyMap<string, ReadonlyArray<string>>

/**
 * Where the repositories of entries are now, in their order; one that was moved is looked for beside its old place and
 * nowhere else. Each folder in which some are missing is looked through once.
 */
export const ofAll: (
  entries: ReadonlyArray<Entry>,
) => Effect.Effect<ReadonlyArray<Whereabouts>, never, Files.Files | RunGit> = Effect.fn("workspace.whereabouts")(
  function* (entries) {
    const known = new Map<string, Numbered>()
    return yield* Effect.forEach(entries, (entry) => ofOne(entry, known))
  },
)

/** The same of one entry. */
export const of = (entry: Entry): Effect.Effect<Whereabouts, never, Files.Files | RunGit> =>
  Effect.map(ofAll([entry]), ([it]) => it!)

const ofOne: (
  entry: Entry,
  known: Map<string, Numbered>,
) => Effect.Effect<Whereabouts, never, Files.Files | RunGit> = Effect.fnUntraced(function* (entry, known) {
  if (!(yield* isMissing(entry.path))) return HERE
  if (entry.inode === undefined) return GONE
  const around = entry.path.slice(0, Math.max(entry.path.lastIndexOf("/"), entry.path.lastIndexOf("\\")) + 1)
  const beside = known.get(around) ?? (yield* numbered(around))
  known.set(around, beside)
  let maybe: Whereabouts = GONE
  for (const path of beside.get(entry.inode) ?? []) {
    const likeness = yield* isSame(entry, path)
    if (likeness === "sure") return { _tag: "moved", to: path, sure: true }
    if (likeness === "maybe") maybe = { _tag: "moved", to: path, sure: false }
  }
  return maybe
})

/** The folders in a folder, whose path ends with its separator. */
const numbered = Effect.fnUntraced(function* (folder: string) {
  const files = yield* Files.Files
  const listed = yield* Effect.orElseSucceed(files.list(folder), () => [])
  const paths = listed.filter(({ kind }) => kind === "folder").slice(0, MOST_BESIDE).map(({ name }) => folder + name)
  const stats = yield* files.stats(paths)
  const byNumber = new Map<string, Array<string>>()
  for (let i = 0; i < paths.length; i++) {
    const number = String(stats[i]?.inode)
    const others = byNumber.get(number)
    if (others === undefined) byNumber.set(number, [paths[i]!])
    else others.push(paths[i]!)
  }
  return byNumber
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
