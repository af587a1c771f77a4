// What of ours nobody will ask for again: entries of repositories that are gone, index files that no entry names, files
// that a killed run left half-written. Found first and shown; what is removed is found once more under the registry's lock,
// so that nothing goes which a run has just made its own.

import * as Effect from "effect/Effect"
import { FactsCache } from "../indexer/facts_cache.ts"
import * as FactsShelf from "../indexer/facts_shelf.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Based from "./based.ts"
import { branchesOf, type Entry, type Pinned } from "./entry.ts"
import * as Facts from "./facts.ts"
import * as Forget from "./forget.ts"
import { Home } from "./home.ts"
import * as Names from "./names.ts"
import * as Refs from "./refs.ts"
import * as Registry from "./registry.ts"
import { Settings } from "./settings.ts"
import * as Shelf from "./shelf.ts"
import * as Whereabouts from "./whereabouts.ts"

/** One thing that can go. */
export interface Item {
  readonly kind: "repository" | "branch" | "orphan" | "leftover" | "tree" | "cache"
  /** Root of a repository that is gone, the folder of the cache; else the file or folder itself. */
  readonly path: string
  readonly why: string
  /** What goes with it, in bytes. */
  readonly bytes: number
}

export interface Plan {
  readonly items: ReadonlyArray<Item>
  /** Repositories that are not where they were but may be found again: they stay. */
  readonly moved: ReadonlyArray<{ readonly entry: Entry; readonly to: string }>
}

type Needs = Files.Files | Digest | Home | RunGit

/** What a run was reading when it was killed is of use to the next one on the same repository, for so long. */
const JOURNAL_MS = 14 * 24 * 3_600_000

/** A list of repositories that was damaged is kept so long for whoever wants to look into it. */
const DAMAGED_MS = 30 * 24 * 3_600_000

/** A native index costs its time to make it again; vectors of an embedder of the user's may cost money. */
const GRAPHS_MS = 30 * 24 * 3_600_000
const EMBEDDINGS_MS = 90 * 24 * 3_600_000

/** Looks for what can go. Changes nothing. */
export const plan: Effect.Effect<Plan, Registry.RegistryError, Needs | Registry.Registry> = Effect.flatMap(
  Registry.Registry,
  ({ list }) => Effect.flatMap(list, planFor),
)

function planFor(entries: ReadonlyArray<Entry>): Effect.Effect<Plan, never, Needs> {
  return Effect.gen(function* () {
    const { folder: home } = yield* Home
    const digest = yield* Digest
    const items: Array<Item> = []
    const moved: Array<Plan["moved"][number]> = []
    const shelves = new Map<string, Entry>()
    const folders = [home]
    const places = yield* Whereabouts.ofAll(entries)
    for (const [i, entry] of entries.entries()) {
      const shelf = Shelf.of(home, entry.path, digest)
      shelves.set(shelf, entry)
      const now = places[i]!
      if (now._tag === "moved") moved.push({ entry, to: now.to })
      else if (now._tag === "gone") {
        items.push({
          kind: "repository",
          path: entry.path,
          why: "the repository is gone",
          bytes: yield* sizeOf(shelf),
        })
      } else {
        folders.push(`${entry.path}/${Names.FOLDER}`)
        for (const pinned of branchesOf(entry)) {
          if (!(yield* Refs.isGone(entry.path, pinned.ref))) continue
          const why = `branch ${pinned.name} of ${entry.path} is gone`
          items.push({ kind: "branch", path: pinned.snapshot, why, bytes: yield* sizeOf(pinned.snapshot) })
        }
      }
    }
    for (const shelf of yield* Shelf.list(home)) {
      const entry = shelves.get(shelf)
      const snapshot = `${shelf}/${Names.SNAPSHOT}`
      const size = yield* sizeOf(entry === undefined ? shelf : snapshot)
      if (entry === undefined) items.push({ kind: "orphan", path: shelf, why: "no repository has it", bytes: size })
      else if (entry.snapshot !== snapshot && (yield* isFile(snapshot))) {
        items.push({ kind: "orphan", path: snapshot, why: "the index lies in the repository now", bytes: size })
      }
      if (entry !== undefined) folders.push(shelf)
    }
    const cutShort = "a run that was cut short left it"
    for (const folder of folders) items.push(...yield* oldIn(folder, Names.isTemporary, Names.LEFT_OVER_MS, cutShort))
    const named = new Set(entries.flatMap((entry) => branchesOf(entry).map((it) => it.snapshot)))
    for (const folder of folders) {
      const branches = yield* oldIn(
        folder,
        Names.isBranchSnapshot,
        Names.LEFT_OVER_MS,
        "no repository has such a branch",
      )
      items.push(...branches.filter(({ path }) => !named.has(path)).map((it) => ({ ...it, kind: "orphan" as const })))
    }
    for (const path of yield* Based.unneeded(entries, folders)) {
      items.push({ kind: "orphan", path, why: "no index is told from it any more", bytes: yield* sizeOf(path) })
    }
    items.push(...yield* treesIn(`${home}/${Names.TREES}`, cutShort))
    items.push(...yield* oldIn(`${home}/${Names.RUNNING}`, () => true, JOURNAL_MS, cutShort))
    const isDamaged = (name: string) => name.startsWith(Registry.DAMAGED)
    items.push(...yield* oldIn(home, isDamaged, DAMAGED_MS, "the list of repositories was made again since"))
    items.push(...yield* vectorsIn(home, cutShort))
    const facts = yield* Facts.folder
    items.push(...yield* oldIn(facts, Names.isTemporary, Names.LEFT_OVER_MS, cutShort))
    for (const name of yield* FactsShelf.leftovers(facts)) {
      const path = `${facts}/${name}`
      items.push({ kind: "leftover", path, why: cutShort, bytes: yield* sizeOf(path) })
    }
    const excess = (yield* sizeOf(facts)) - (yield* Settings).factsBytes
    if (0 < excess) items.push({ kind: "cache", path: facts, why: "those unused for longest go", bytes: excess })
    return { items, moved }
  })
}

/** Removes what `planned` tells of and can still go; gives what went. */
export const carryOut: (
  planned: Plan,
) => Effect.Effect<
  ReadonlyArray<Item>,
  Registry.RegistryError | Forget.IndexNotRemoved,
  Needs | Registry.Registry
> = Effect.fn("workspace.clear")(function* (planned) {
  const registry = yield* Registry.Registry
  const files = yield* Files.Files
  const paths = new Set(planned.items.map(({ path }) => path))
  return yield* registry.change((entries) =>
    Effect.gen(function* () {
      const items = (yield* planFor(entries)).items.filter(({ path }) => paths.has(path))
      let left = entries
      for (const { kind, path } of items) {
        const entry = kind === "repository" ? left.find((it) => it.path === path) : undefined
        // What goes of the cache, its own rules say.
        if (kind === "cache") continue
        if (kind === "branch") {
          const isMeant = (it: Pinned) => it.snapshot === path
          const holder = left.find((it) => branchesOf(it).some(isMeant))
          if (holder === undefined) continue
          const without = yield* Forget.discardBranches(holder, branchesOf(holder).filter(isMeant))
          left = left.map((it) => it === holder ? without : it)
          continue
        }
        if (kind === "tree") {
          // A run that lives holds it.
          yield* Effect.ignore(files.withLock(`${path}.lock`, 0, files.remove(path)))
          continue
        }
        if (entry === undefined) {
          yield* Effect.mapError(files.remove(path), (error) => new Forget.IndexNotRemoved(error))
        } else {
          yield* Forget.discard(entry, left)
          left = left.filter((it) => it !== entry)
        }
      }
      return { entries: left, value: items }
    })
  ).pipe(Effect.zipLeft(tidyCache))
})

/** Native indexes and vectors of embedders that nobody has used for long: each is touched by whoever reads it. */
const vectorsIn = Effect.fnUntraced(function* (home: string, cutShort: string) {
  const files = yield* Files.Files
  const embedders = `${home}/${Names.EMBEDDINGS}`
  const listed = yield* Effect.orElseSucceed(files.list(embedders), () => [])
  const kept = [
    { folder: `${home}/${Names.VECTORS}`, oldMs: GRAPHS_MS, why: "no question has used it for 30 days" },
    ...listed.filter(({ kind }) => kind === "folder").map(({ name }) => ({
      folder: `${embedders}/${name}`,
      oldMs: EMBEDDINGS_MS,
      why: "no run has used it for 90 days",
    })),
  ]
  const items: Array<Item> = []
  for (const { folder, oldMs, why } of kept) {
    items.push(...yield* oldIn(folder, Names.isTemporary, Names.LEFT_OVER_MS, cutShort))
    items.push(...yield* oldIn(folder, (name) => !Names.isTemporary(name), oldMs, why))
  }
  return items
})

/** A run that begins to write into the cache takes out what is too much of it, and what killed runs left there. */
const tidyCache = Effect.scoped(
  Effect.flatMap(FactsCache, (cache) => Effect.flatMap(cache.open, (facts) => facts.begin)),
).pipe(Effect.provide(Facts.cache))

/** Trees of commits that were laid out and not taken away. */
const treesIn = (folder: string, why: string): Effect.Effect<ReadonlyArray<Item>, never, Files.Files> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const listed = yield* Effect.orElseSucceed(files.list(folder), () => [])
    const paths = listed.filter(({ kind }) => kind === "folder").map(({ name }) => `${folder}/${name}`)
    const stats = yield* files.stats(paths)
    return paths.flatMap((path, i): ReadonlyArray<Item> => {
      const stat = stats[i]
      const isOld = stat !== undefined && Names.LEFT_OVER_MS <= now - Number(stat.modified / 1_000_000n)
      return isOld ? [{ kind: "tree", path, why, bytes: 0 }] : []
    })
  })

const isFile = (path: string) =>
  Effect.flatMap(Files.Files, (files) => Effect.map(files.stats([path]), ([stat]) => stat?.kind === "file"))

/** Bytes of a file, or of the files right in a folder; links are not followed. */
const sizeOf = (path: string): Effect.Effect<number, never, Files.Files> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const [stat] = yield* files.stats([path])
    if (stat?.kind === "file") return stat.size
    if (stat?.kind !== "folder") return 0
    const listed = yield* Effect.orElseSucceed(files.list(path), () => [])
    const stats = yield* files.stats(listed.map(({ name }) => `${path}/${name}`))
    return stats.reduce((sum, it) => sum + (it?.kind === "file" ? it.size : 0), 0)
  })

/** Files right in a folder that have such a name and were not written to for so long. */
const oldIn = (
  folder: string,
  isMeant: (name: string) => boolean,
  oldMs: number,
  why: string,
): Effect.Effect<ReadonlyArray<Item>, never, Files.Files> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const [stat] = yield* files.stats([folder])
    // A link in the place of a repository's own folder leads to what is not ours.
    if (stat?.kind !== "folder") return []
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const listed = yield* Effect.orElseSucceed(files.list(folder), () => [])
    const paths = listed.filter(({ kind, name }) => kind === "file" && isMeant(name)).map(({ name }) =>
      `${folder}/${name}`
    )
    const stats = yield* files.stats(paths)
    return paths.flatMap((path, i): ReadonlyArray<Item> => {
      const stat = stats[i]
      return stat === undefined || now - Number(stat.modified / 1_000_000n) < oldMs
        ? []
        : [{ kind: "leftover", path, why, bytes: stat.size }]
    })
  })
