// Where a snapshot is replaced from which others are told, these are told from the new one. Until each is, the old one is
// kept aside: a run that is cut short anywhere leaves for every index what it is told from.

import * as Effect from "effect/Effect"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Based from "./based.ts"
import { branchesOf, type Entry, NO_STAT, type Pinned, sameStat, storedStat, withBranches } from "./entry.ts"
import { Home } from "./home.ts"
import * as KeptSources from "./kept_sources.ts"
import * as Names from "./names.ts"
import * as Shelf from "./shelf.ts"

/**
 * Indexes that one run tells anew, and bytes of snapshots: some 20 ms of processor time a megabyte, in which nobody else
 * can record an index. What is left keeps what it is told from aside.
 */
const MOST = 8
const MOST_BYTES = 400_000_000

type Needs = Files.Files | Digest | Home

/**
 * Tells the indexes anew that are told from the snapshot of content `old`, which `main` had before. Both it and what is
 * kept of its files are in their places already.
 *
 * @returns The entries, with what was told anew in them.
 */
export const retell = (
  entries: ReadonlyArray<Entry>,
  main: Entry,
  old: string,
): Effect.Effect<ReadonlyArray<Entry>, never, Needs> =>
  Effect.gen(function* () {
    const all: Array<Entry> = []
    let left = Math.min(MOST, Math.floor(MOST_BYTES / Math.max(1, main.stat.size)))
    for (const entry of entries) {
      let now = entry
      for (const told of [entry, ...branchesOf(entry)]) {
        if (told.base?.sha256 !== old || left === 0) continue
        left--
        now = yield* Effect.orElseSucceed(one(now, "ref" in told ? told : undefined, main), () => now)
      }
      all.push(now)
    }
    return all
  })

/** The same of one index, or of that of a branch. Fails where the system does; the index is then the old one or the new. */
const one = Effect.fnUntraced(function* (entry: Entry, branch: Pinned | undefined, main: Entry) {
  const files = yield* Files.Files
  const digest = yield* Digest
  const shelf = Shelf.of((yield* Home).folder, entry.path, digest)
  const told = branch ?? entry
  const stat = yield* files.stat(told.snapshot)
  const bytes = yield* files.map(told.snapshot)
  const isOurs = sameStat(storedStat(stat), told.stat)
  const whole = yield* Based.whole(told.base!, bytes, shelf, isOurs)
  const anew = whole === undefined ? undefined : yield* Based.delta([main], [whole])
  if (anew === undefined) return entry
  const sources = `${shelf}/${
    branch === undefined ? Names.SOURCES : Names.branchSources(Names.branchKey(branch.name, digest))
  }`
  const kept = yield* KeptSources.read(sources, told.sha256)
  const withStat = (stat: Entry["stat"]): Entry =>
    branch === undefined
      ? { ...entry, base: anew.base, stat }
      : withBranches(entry, branchesOf(entry).map((it) => it === branch ? { ...it, base: anew.base, stat } : it))
  yield* Shelf.put(shelf, withStat(NO_STAT))
  yield* files.writeAtomically(told.snapshot, [anew.bytes])
  if (kept !== undefined) {
    const needed = { sha256: main.sha256, shelf: Shelf.nameOf(main.path, digest) }
    yield* files.writeAtomically(sources, [yield* KeptSources.encode(sources, told.sha256, kept, needed)])
  }
  const now = withStat(storedStat(yield* files.stat(told.snapshot)))
  yield* Shelf.put(shelf, now)
  return now
})
