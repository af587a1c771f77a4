// Snapshots that are kept as what differs from another one: those of linked worktrees and of branches, which are nearly
// what the main checkout's is. The other one must last as long as they do: where it is replaced or forgotten it is kept
// aside under a name of its content.

import * as Effect from "effect/Effect"
import * as Delta from "../graph/delta.ts"
import * as Snapshot from "../graph/snapshot.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Bytes from "../text/bytes.ts"
import * as Path from "../text/path.ts"
import { type Base, branchesOf, type Entry, sameStat, storedStat } from "./entry.ts"
import * as Names from "./names.ts"

/** A snapshot's file as it was written. */
type Written = Pick<Entry, "snapshot" | "sha256" | "stat" | "base">

/** All that are told of, those of branches too. */
const all = (entries: ReadonlyArray<Entry>): ReadonlyArray<Written> =>
  entries.flatMap((entry) => [entry, ...branchesOf(entry)])

/** Does any of these need the snapshot of that content? */
const isNeeded = (entries: ReadonlyArray<Entry>, sha256: string): boolean =>
  all(entries).some(({ base }) => base?.sha256 === sha256)

/** Where a base may lie, the likeliest place first. */
const placesOf = ({ snapshot, sha256 }: Base, shelf: string): ReadonlyArray<string> => [
  snapshot,
  `${Path.folderOf(snapshot)}/${Names.keptBase(sha256)}`,
  `${shelf}/${Names.keptBase(sha256)}`,
]

/**
 * What differences are told between: overlays follow from a graph, and a few edits change a little of everything in them.
 * Whoever opens such a snapshot makes them when they are asked for.
 */
const withoutOverlays = (bytes: Uint8Array): Uint8Array => {
  const parts = Snapshot.withoutOverlays(bytes)
  return parts === undefined ? bytes : Bytes.joined(parts)
}

/** The bytes of a base, and whether its stat alone said that it is the right one; undefined where it is nowhere. */
const baseOf = Effect.fnUntraced(function* (base: Base, shelf: string) {
  const files = yield* Files.Files
  const { sha256 } = yield* Digest
  const places = placesOf(base, shelf)
  const stats = yield* files.stats(places)
  for (const [i, place] of places.entries()) {
    const stat = stats[i]
    if (stat?.kind !== "file" || stat.size !== base.stat.size) continue
    const bytes = yield* Effect.option(files.map(place))
    if (bytes._tag === "None") continue
    if (sameStat(storedStat(stat), base.stat) || sha256(bytes.value) === base.sha256) return bytes.value
  }
  return undefined
})

/**
 * The snapshot without overlays of which `delta`, the bytes of its file, tells the differences. Undefined where the other one is
 * gone or they do not fit together.
 *
 * @param isOurs Is the file known to be the one that was written?
 */
export const whole = Effect.fnUntraced(function* (
  base: Base,
  delta: Uint8Array,
  shelf: string,
  isOurs: boolean,
) {
  const { sha256 } = yield* Digest
  if (!isOurs && sha256(delta) !== base.delta) return undefined
  const other = yield* baseOf(base, shelf)
  return other === undefined ? undefined : Delta.apply(withoutOverlays(other), delta)
})

/** A larger one is written whole: telling the differences takes several times its size of memory. */
const LARGEST = 512_000_000

/** A delta must be so many times smaller than the whole to be worth its while. */
const WORTH = 4

/**
 * The snapshot `parts` as what differs from that of one of `bases`, the first that is there; undefined where there is
 * none, or little would be saved.
 */
export const delta = Effect.fnUntraced(function* (bases: ReadonlyArray<Entry>, parts: ReadonlyArray<Uint8Array>) {
  const files = yield* Files.Files
  const { sha256 } = yield* Digest
  if (LARGEST < parts.reduce((sum, part) => sum + part.length, 0)) return undefined
  for (const { path, snapshot, sha256: expected, stat, base } of bases) {
    // Never a chain: what is itself told by another one leads there.
    const meant = base === undefined ? { snapshot, sha256: expected, stat } : base
    const [now] = yield* files.stats([meant.snapshot])
    if (now?.kind !== "file" || now.size !== meant.stat.size) continue
    const bytes = yield* Effect.option(files.map(meant.snapshot))
    if (bytes._tag === "None") continue
    const isSame = sameStat(storedStat(now), meant.stat)
    if (!isSame && sha256(bytes.value) !== meant.sha256) continue
    const next = withoutOverlays(Bytes.joined(parts))
    const told = Delta.make(withoutOverlays(bytes.value), next)
    if (told === undefined || next.length < told.length * WORTH) continue
    const again = Delta.apply(withoutOverlays(bytes.value), told)
    if (again === undefined || !Bytes.same(again, next)) continue
    return {
      bytes: told,
      /** Root of the repository whose snapshot it is told from, where that is its own. */
      from: base === undefined ? path : undefined,
      base: {
        snapshot: meant.snapshot,
        sha256: meant.sha256,
        stat: storedStat(now),
        delta: sha256(told),
      } satisfies Base,
    }
  }
  return undefined
})

/** Gives a snapshot that is about to be replaced, and the state of its files, a second name where others need them. */
export const keep = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>, written: Written, shelf: string) {
  if (written.base !== undefined || !isNeeded(entries, written.sha256)) return
  const files = yield* Files.Files
  yield* Effect.ignore(
    files.link(written.snapshot, `${Path.folderOf(written.snapshot)}/${Names.keptBase(written.sha256)}`),
  )
  yield* Effect.ignore(files.link(`${shelf}/${Names.SOURCES}`, `${shelf}/${Names.keptSources(written.sha256)}`))
})

/** Kept snapshots right in these folders that nobody needs any more. */
export const unneeded = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>, folders: Iterable<string>) {
  const files = yield* Files.Files
  const needed = new Set(
    all(entries).flatMap(({ base }) =>
      base === undefined ? [] : [Names.keptBase(base.sha256), Names.keptSources(base.sha256)]
    ),
  )
  const paths: Array<string> = []
  for (const folder of folders) {
    const [stat] = yield* files.stats([folder])
    // A link in the place of a repository's own folder leads to what is not ours.
    if (stat?.kind !== "folder") continue
    for (const { kind, name } of yield* Effect.orElseSucceed(files.list(folder), () => [])) {
      if (kind === "file" && Names.isKeptBase(name) && !needed.has(name)) paths.push(`${folder}/${name}`)
    }
  }
  return paths
})

/**
 * Before the files of `entry` go: what others need of them is put on their own shelves.
 *
 * @param shelfOf Where an entry's own folder under the home folder is.
 */
export const handOver = Effect.fnUntraced(function* (
  entries: ReadonlyArray<Entry>,
  entry: Entry,
  shelfOf: (entry: Entry) => string,
) {
  const files = yield* Files.Files
  for (const other of entries) {
    if (other.path === entry.path) continue
    for (const { base } of all([other])) {
      if (base === undefined) continue
      const shelf = shelfOf(other)
      const isFrom = Path.folderOf(base.snapshot) === Path.folderOf(entry.snapshot) ||
        Path.folderOf(base.snapshot) === shelfOf(entry)
      if (!isFrom) continue
      const stats = yield* files.stats(placesOf(base, shelf))
      const from = placesOf(base, shelf).find((_, i) => stats[i]?.kind === "file" && stats[i].size === base.stat.size)
      if (from !== undefined) yield* Effect.ignore(files.link(from, `${shelf}/${Names.keptBase(base.sha256)}`))
      const aside = Names.keptSources(base.sha256)
      const known = entry.sha256 === base.sha256 ? Names.SOURCES : aside
      yield* Effect.ignore(files.link(`${shelfOf(entry)}/${known}`, `${shelf}/${aside}`))
    }
  }
})
