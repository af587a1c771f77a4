// Forgetting a repository: its entry goes, and the index files that were written for it. Nothing else that lies in the
// repository is touched, nor a file in the place of ours that we did not write.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Based from "./based.ts"
import { branchesOf, type Entry, type Pinned, sameStat, storedStat, withBranches } from "./entry.ts"
import { Home } from "./home.ts"
import * as Names from "./names.ts"
import * as Registry from "./registry.ts"
import * as Shelf from "./shelf.ts"

export class IndexNotRemoved extends Schema.TaggedError<IndexNotRemoved>()("IndexNotRemoved", {
  path: Schema.String,
  /** The system's own code. */
  code: Schema.String,
}) {
  override get message() {
    return `Cannot remove "${this.path}": ${Registry.reasonOf(this.code)}`
  }
}

/** The entry of `root` goes with its files; gives what was known of it, undefined where it was not indexed. */
export const forget: (
  root: string,
) => Effect.Effect<
  Entry | undefined,
  IndexNotRemoved | Registry.RegistryError,
  Files.Files | Digest | Home | Registry.Registry
> = Effect.fn("workspace.forget")(function* (root) {
  const registry = yield* Registry.Registry
  return yield* registry.change((entries) => {
    const entry = entries.find((it) => it.path === root)
    return entry === undefined
      ? Effect.succeed({ entries, value: undefined })
      // Under the lock: a run that records the same repository anew comes before or after, never between.
      : Effect.as(discard(entry, entries), { entries: entries.filter((it) => it !== entry), value: entry })
  })
})

/** The repository has no index of its own for that branch. */
export class BranchNotPinned extends Schema.TaggedError<BranchNotPinned>()("BranchNotPinned", {
  repo: Schema.String,
  branch: Schema.String,
  indexed: Schema.Array(Schema.String),
}) {
  override get message() {
    const known = this.indexed.length === 0 ? "no branch has" : `there are those of ${this.indexed.join(", ")}`
    return `Cannot forget the index of branch ${JSON.stringify(this.branch)} of ${this.repo}: it has none; ${known}`
  }
}

/** The index of one branch goes with its files; all else of the repository stays. */
export const forgetBranch: (
  root: string,
  branch: string,
) => Effect.Effect<
  void,
  BranchNotPinned | IndexNotRemoved | Registry.RegistryError,
  Files.Files | Digest | Home | Registry.Registry
> = Effect.fn("workspace.forgetBranch")(function* (root, branch) {
  const registry = yield* Registry.Registry
  yield* registry.change((entries) =>
    Effect.gen(function* () {
      const entry = entries.find((it) => it.path === root)
      const pinned = entry === undefined ? [] : branchesOf(entry)
      const gone = pinned.find(({ name }) => name === branch)
      if (entry === undefined || gone === undefined) {
        const indexed = pinned.map(({ name }) => name)
        return yield* new BranchNotPinned({ repo: entry?.name ?? root, branch, indexed })
      }
      const left = yield* discardBranches(entry, [gone])
      return { entries: entries.map((it) => it === entry ? left : it), value: undefined }
    })
  )
})

/** Removes the files of some branches' indexes and gives the entry without them, which is on its shelf then. */
export const discardBranches: (
  entry: Entry,
  gone: ReadonlyArray<Pinned>,
) => Effect.Effect<Entry, IndexNotRemoved, Files.Files | Digest | Home> = Effect.fn("workspace.discardBranches")(
  function* (entry, gone) {
    const files = yield* Files.Files
    const digest = yield* Digest
    const shelf = Shelf.of((yield* Home).folder, entry.path, digest)
    const left = withBranches(entry, branchesOf(entry).filter((it) => !gone.includes(it)))
    const removed = Effect.gen(function* () {
      // Said first: what is said to be there must be there.
      yield* Shelf.put(shelf, left)
      for (const pinned of gone) {
        yield* files.remove(`${shelf}/${Names.branchSources(Names.branchKey(pinned.name, digest))}`)
        if (yield* isOurs(pinned)) yield* files.remove(pinned.snapshot)
      }
    })
    yield* Effect.mapError(removed, ({ path, code }) => new IndexNotRemoved({ path, code }))
    return left
  },
)

/**
 * Removes a repository's index files, not its entry in the registry.
 *
 * @param entries All that there are: what others need of these files goes to them.
 */
export const discard: (
  entry: Entry,
  entries: ReadonlyArray<Entry>,
) => Effect.Effect<void, IndexNotRemoved, Files.Files | Digest | Home> = Effect.fn("workspace.discard")(
  function* (entry, entries) {
    const files = yield* Files.Files
    const home = (yield* Home).folder
    const digest = yield* Digest
    const shelf = Shelf.of(home, entry.path, digest)
    yield* Based.handOver(entries, entry, ({ path }) => Shelf.of(home, path, digest))
    const folder = `${entry.path}/${Names.FOLDER}`
    const removed = Effect.gen(function* () {
      const [stat] = yield* files.stats([folder])
      const ours = [entry, ...branchesOf(entry)].filter(({ snapshot }) => snapshot.startsWith(`${folder}/`))
      // A link in its place leads to what is not ours.
      if (stat?.kind === "folder" && ours.length !== 0) yield* empty(folder, ours)
      yield* files.remove(shelf)
    })
    yield* Effect.mapError(removed, ({ path, code }) => new IndexNotRemoved({ path, code }))
  },
)

type Written = Pick<Entry, "snapshot" | "stat" | "sha256" | "base">

/** Takes our snapshots out of the repository's folder, and the folder too where only what we put there is left. */
const empty = Effect.fnUntraced(function* (folder: string, written: ReadonlyArray<Written>) {
  const files = yield* Files.Files
  for (const it of written) if (yield* isOurs(it)) yield* files.remove(it.snapshot)
  const isKept = ({ name }: Files.FolderEntry) => Names.isKeptBase(name)
  for (const { name } of (yield* files.list(folder)).filter(isKept)) yield* files.remove(`${folder}/${name}`)
  const left = yield* files.list(folder)
  if (left.every(({ name }) => name === Names.IGNORE || Names.isTemporary(name))) yield* files.remove(folder)
})

/** Is what lies in the snapshot's place what was written there? */
export const isOurs = Effect.fnUntraced(function* (entry: Written) {
  const files = yield* Files.Files
  const [stat] = yield* files.stats([entry.snapshot])
  if (stat?.kind !== "file") return false
  if (sameStat(storedStat(stat), entry.stat)) return true
  return (yield* Digest).sha256(yield* files.map(entry.snapshot)) === (entry.base?.delta ?? entry.sha256)
})
