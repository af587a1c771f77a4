// The folder in which packs of facts stand, each with an index beside it once the run that wrote it has ended. Packs are
// added, merged and removed, never changed: whoever has one open keeps it as it is.

import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as Files from "../machine/files.ts"
import * as Pack from "./facts_pack.ts"

export interface Limits {
  /** Bytes of all packs above which those are removed that no run has used for longest. */
  readonly bytes: number
  /** Packs smaller than `smallBytes` are merged when there are so many. */
  readonly smallPacks: number
  readonly smallBytes: number
  /** Milliseconds after which a pack without an index was left by a run that was killed. */
  readonly abandonedMs: number
}

export const LIMITS: Limits = {
  bytes: 1_000_000_000,
  smallPacks: 8,
  smallBytes: 16_000_000,
  abandonedMs: 3_600_000,
}

const PACK = ".pack"
const INDEX = ".index"
const LOCK = "lock"

/** A pack that is open. */
export interface Shelved {
  readonly name: string
  readonly bytes: Files.Window
  readonly index: Pack.Index
}

/** The packs of a folder, the newest first: what cannot be read is left out. */
export const open = Effect.fnUntraced(function* (folder: string) {
  const files = yield* Files.Files
  const names = (yield* Effect.orElseSucceed(files.list(folder), () => []))
    .filter(({ name, kind }) => kind === "file" && name.endsWith(PACK))
    .map(({ name }) => name)
    .sort()
    .reverse()
  const packs: Array<Shelved> = []
  for (const name of names) {
    const bytes = yield* Effect.option(files.window(`${folder}/${name}`))
    if (bytes._tag === "None" || !Pack.isReadable(bytes.value)) continue
    packs.push({ name, bytes: bytes.value, index: yield* indexOf(folder, name, bytes.value) })
  }
  return packs
})

/** The index beside a pack, else what a look through the pack finds. */
const indexOf = Effect.fnUntraced(function* (folder: string, name: string, bytes: Files.Window) {
  const files = yield* Files.Files
  const stored = yield* Effect.option(files.read(`${folder}/${name}${INDEX}`))
  const index = stored._tag === "Some" ? Pack.decodeIndex(stored.value) : undefined
  return index !== undefined && index.end <= bytes.size ? index : Pack.scan(bytes)
})

export const view = (
  folder: string,
  name: string,
): Effect.Effect<Files.Window, Files.PlatformError, Files.Files | Scope.Scope> =>
  Effect.flatMap(Files.Files, (files) => files.window(`${folder}/${name}`))

/** Begins a pack of its own: the name begins with the time, so that newer ones come later. */
export const begin = Effect.fnUntraced(function* (folder: string) {
  const files = yield* Files.Files
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const digits = yield* Random.nextIntBetween(0, 2 ** 48)
  const name = `${String(now).padStart(15, "0")}-${digits.toString(36)}${PACK}`
  yield* files.makeFolder(folder)
  return { name, appender: yield* files.appender(`${folder}/${name}`) }
})

/**
 * Ends a run: gives its own pack an index and marks the packs that it used; then, where nobody else does so just now,
 * merges small packs and removes what is too much. Nothing of it matters to the run.
 */
export const close = (
  folder: string,
  own: { readonly name: string; readonly index: Pack.Index } | undefined,
  used: ReadonlyArray<string>,
  sorts: ReadonlySet<string>,
  limits: Limits,
): Effect.Effect<void, never, Files.Files> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    for (const name of used) yield* Effect.ignore(files.touch(`${folder}/${name}`))
    if (own === undefined) return
    yield* own.index.hashes.length === 0
      ? remove(folder, own.name)
      : files.writeAtomically(`${folder}/${own.name}${INDEX}`, [Pack.encodeIndex(own.index)])
    const kept = new Set([own.name, ...used])
    yield* files.withLock(`${folder}/${LOCK}`, 0, Effect.scoped(tidy(folder, kept, sorts, limits)))
  }).pipe(Effect.ignore)

/** Names of what killed runs left and no run can use: packs without one whole record, indexes without a pack. */
export const leftovers = (
  folder: string,
  { abandonedMs }: Pick<Limits, "abandonedMs"> = LIMITS,
): Effect.Effect<ReadonlyArray<string>, never, Files.Files> =>
  Effect.scoped(Effect.gen(function* () {
    const files = yield* Files.Files
    const entries = yield* Effect.orElseSucceed(files.list(folder), () => [])
    const present = new Set(entries.map(({ name }) => name))
    const held = new Set((yield* open(folder)).filter(({ index }) => index.hashes.length !== 0).map(({ name }) => name))
    const names = entries.flatMap(({ name, kind }) =>
      kind === "file" && (name.endsWith(PACK) ? !present.has(name + INDEX) && !held.has(name) : isOrphan(name, present))
        ? [name]
        : []
    )
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const stats = yield* files.stats(names.map((name) => `${folder}/${name}`))
    return names.filter((_, i) =>
      stats[i] !== undefined && abandonedMs <= now - Number(stats[i]!.modified / 1_000_000n)
    )
  }))

/** An index is written behind its pack: without one it has lost it. */
const isOrphan = (name: string, present: ReadonlySet<string>): boolean =>
  name.endsWith(PACK + INDEX) && !present.has(name.slice(0, -INDEX.length))

interface Standing extends Shelved {
  readonly size: number
  /** Milliseconds since a run used it. */
  readonly age: number
  readonly hasIndex: boolean
}

const tidy = Effect.fnUntraced(function* (
  folder: string,
  kept: ReadonlySet<string>,
  sorts: ReadonlySet<string>,
  limits: Limits,
) {
  const files = yield* Files.Files
  const entries = yield* files.list(folder)
  const names = entries.map(({ name }) => name).filter((name) => name.endsWith(PACK))
  const present = new Set(entries.map(({ name }) => name))
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const stats = yield* files.stats(names.map((name) => `${folder}/${name}`))
  const opened = new Map((yield* open(folder)).map((pack) => [pack.name, pack]))
  let standing: Array<Standing> = []
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!
    const stat = stats[i]
    if (stat === undefined) continue
    const age = now - Number(stat.modified / 1_000_000n)
    const pack = opened.get(name)
    const hasIndex = present.has(name + INDEX)
    // A run that is alive may be writing it.
    if (!hasIndex && age < limits.abandonedMs) continue
    if (pack === undefined || !knows(pack.index, sorts)) yield* remove(folder, name)
    else standing.push({ ...pack, size: stat.size, age, hasIndex })
  }
  for (const { name } of entries) {
    if (isOrphan(name, present)) yield* Effect.ignore(files.remove(`${folder}/${name}`))
  }
  const small = standing.filter(({ size, hasIndex }) => size < limits.smallBytes || !hasIndex)
  if (limits.smallPacks <= small.length) {
    yield* merge(folder, small, sorts)
    standing = standing.filter((pack) => !small.includes(pack))
  }
  let bytes = standing.reduce((sum, { size }) => sum + size, 0)
  for (const pack of standing.sort((a, b) => b.age - a.age)) {
    if (bytes <= limits.bytes) break
    // A repository above the limit keeps its facts.
    if (kept.has(pack.name)) continue
    yield* remove(folder, pack.name)
    bytes -= pack.size
  }
})

/** Has a pack anything that this version would look for? */
const knows = ({ sorts }: Pack.Index, current: ReadonlySet<string>): boolean => {
  for (let i = 0; i < sorts.length; i += Pack.WORDS_OF_SORT) {
    if (current.has(sorts.subarray(i, i + Pack.WORDS_OF_SORT).join())) return true
  }
  return false
}

/** Makes one pack of several; records that nobody would look for, and second copies, are left behind. */
const merge = Effect.fnUntraced(function* (
  folder: string,
  packs: ReadonlyArray<Standing>,
  sorts: ReadonlySet<string>,
) {
  const files = yield* Files.Files
  const { name, appender } = yield* begin(folder)
  const index = new Pack.IndexBuilder()
  const seen = new Set<string>()

  let offset = Pack.HEAD_BYTES
  if (appender.append(Pack.head()) !== undefined) return yield* remove(folder, name)
  for (const pack of packs) {
    for (const [key, facts] of Pack.records(pack.bytes, pack.index)) {
      const text = `${key.sort.join()},${key.content.join()}`
      if (seen.has(text) || !sorts.has(key.sort.join())) continue
      seen.add(text)
      const record = new Uint8Array(Pack.recordSize(facts.length))
      Pack.write(record, 0, key, facts)
      if (appender.append(record) !== undefined) return yield* remove(folder, name)
      index.add(key, offset, facts.length)
      offset += record.length
    }
  }
  yield* files.writeAtomically(`${folder}/${name}${INDEX}`, [Pack.encodeIndex(index.build())])
  for (const pack of packs) yield* remove(folder, pack.name)
})

/** Removes a pack and its index; one that is in use and cannot be removed is left for another time. */
const remove = Effect.fnUntraced(function* (folder: string, name: string) {
  const files = yield* Files.Files
  yield* Effect.ignore(files.remove(`${folder}/${name}${INDEX}`))
  yield* Effect.ignore(files.remove(`${folder}/${name}`))
})
