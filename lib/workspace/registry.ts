// Which repositories are indexed, kept in one file under the home folder. The key is a repository's real path, its name
// is only a label; every change happens under a lock and replaces the file as a whole.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import { Home } from "./home.ts"

/** What a file system says of a file; whole numbers that may not fit a double are decimal text. */
export const StoredStat = Schema.Struct({
  size: Schema.Number,
  /** Nanoseconds. */
  modified: Schema.String,
  changed: Schema.String,
  inode: Schema.String,
})
export type StoredStat = typeof StoredStat.Type

export const storedStat = (stat: Files.FileStat): StoredStat => ({
  size: stat.size,
  modified: String(stat.modified),
  changed: String(stat.changed),
  inode: String(stat.inode),
})

export const sameStat = (a: StoredStat, b: StoredStat): boolean =>
  a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode

/** An indexed repository. */
export const Entry = Schema.Struct({
  name: Schema.String,
  /** Real path of the root. */
  path: Schema.String,
  /** Absolute path of the snapshot, and what it was when we wrote it. */
  snapshot: Schema.String,
  sha256: Schema.String,
  stat: StoredStat,
  /** The commit that was checked out, or null outside of git. */
  commit: Schema.NullOr(Schema.String),
  /** ISO 8601, UTC. */
  indexedAt: Schema.String,
  stats: Schema.Struct({
    files: Schema.Number,
    symbols: Schema.Number,
    edges: Schema.Number,
  }),
  languages: Schema.Array(Schema.String),
  /** Names the code that made it. */
  madeBy: Schema.optional(Schema.String),
})
export type Entry = typeof Entry.Type

const VERSION = 1

const Stored = Schema.parseJson(Schema.Struct({ version: Schema.Number, repositories: Schema.Array(Entry) }))
const StoredVersion = Schema.parseJson(Schema.Struct({ version: Schema.Number }))

export class RegistryDamaged extends Schema.TaggedError<RegistryDamaged>()("RegistryDamaged", {
  path: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `Cannot read the list of indexed repositories "${this.path}": ${this.detail}; ` +
      "run portolan analyze in a repository to start a new list, the damaged one is kept beside it"
  }
}

export class RegistryNewer extends Schema.TaggedError<RegistryNewer>()("RegistryNewer", {
  path: Schema.String,
  found: Schema.Number,
}) {
  override get message() {
    return `Cannot read the list of indexed repositories "${this.path}": it has format ${this.found}, ` +
      `this version reads ${VERSION}; update portolan, or set PORTOLAN_HOME to another folder`
  }
}

export class RegistryUnavailable extends Schema.TaggedError<RegistryUnavailable>()("RegistryUnavailable", {
  path: Schema.String,
  /** The system's own code, such as `EACCES`, `ENOSPC`; `ELOCKED` when another process holds it. */
  code: Schema.String,
}) {
  override get message() {
    return `Cannot update the list of indexed repositories "${this.path}": ${reasonOf(this.code)}`
  }
}

/** What to do about a code that writing a file may end with. */
export const reasonOf = (code: string): string => {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full; free some space and try again"
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return `it is not writable (${code}); set PORTOLAN_HOME to a folder that is`
    case "ELOCKED":
      return "another portolan is writing; try again when it has ended"
    default:
      return code
  }
}

export const RegistryError = Schema.Union(RegistryDamaged, RegistryNewer, RegistryUnavailable)
export type RegistryError = typeof RegistryError.Type

/** What recording came with. */
export interface Recorded {
  readonly entry: Entry
  /** Where a damaged registry was moved before a new one was begun. */
  readonly movedAside?: string
}

const LOCK_WAIT_MS = 15_000

/** Some 700 bytes a repository. */
const LARGEST = 64_000_000

export class Registry extends Context.Tag("workspace/Registry")<Registry, {
  /** In path order. Reads the file anew. */
  readonly list: Effect.Effect<ReadonlyArray<Entry>, RegistryError>
  /** By real path. */
  readonly find: (path: string) => Effect.Effect<Entry | undefined, RegistryError>
  /**
   * Runs `write` and records the entry it gives in place of one with the same path, all under the registry's lock: what
   * is on disk and what is recorded of it cannot part. A damaged registry is moved aside.
   */
  readonly record: <E, R>(write: Effect.Effect<Entry, E, R>) => Effect.Effect<Recorded, E | RegistryError, R>
  readonly add: (entry: Entry) => Effect.Effect<Recorded, RegistryError>
  /** Forgets a repository and gives what was known of it; its snapshot stays. */
  readonly remove: (path: string) => Effect.Effect<Entry | undefined, RegistryError>
}>() {
  static readonly layer: Layer.Layer<Registry, never, Files.Files | Home> = Layer.effect(
    Registry,
    Effect.gen(function* () {
      const files = yield* Files.Files
      const { folder } = yield* Home
      const path = `${folder}/registry.json`

      const unavailable = (error: Files.PlatformError) => new RegistryUnavailable({ path, code: error.code })

      const list = Effect.gen(function* () {
        const real = yield* files.realPath(path).pipe(
          Effect.catchIf((error) => error.code === "ENOENT", () => Effect.succeed(undefined)),
          Effect.mapError(unavailable),
        )
        if (real === undefined) return []
        // What is no file may never end when it is read.
        const stat = yield* Effect.mapError(files.stat(real), unavailable)
        if (stat.kind !== "file") return yield* new RegistryDamaged({ path, detail: "it is no file" })
        if (LARGEST < stat.size) {
          return yield* new RegistryDamaged({ path, detail: `it is larger than ${LARGEST / 1e6} MB` })
        }
        const bytes = yield* Effect.mapError(files.read(real), unavailable)
        return yield* decode(path, new TextDecoder().decode(bytes))
      })

      const replace = (entries: ReadonlyArray<Entry>) =>
        files.writeAtomically(path, [encode(entries)]).pipe(Effect.mapError(unavailable))

      const locked = <A, E, R>(use: Effect.Effect<A, E, R>): Effect.Effect<A, E | RegistryError, R> =>
        files.makeFolder(folder).pipe(
          Effect.mapError(unavailable),
          Effect.zipRight(files.withLock(`${path}.lock`, LOCK_WAIT_MS, Effect.either(use))),
          Effect.catchIf(isPlatformError, (error) => Effect.fail(unavailable(error))),
          Effect.flatten,
        )

      const record = <E, R>(write: Effect.Effect<Entry, E, R>) =>
        locked(Effect.gen(function* () {
          const aside = `${path}.damaged`
          const known = yield* list.pipe(
            Effect.map((entries) => ({ entries, damaged: false })),
            Effect.catchTag("RegistryDamaged", () => Effect.succeed({ entries: [], damaged: true })),
          )
          const entry = yield* write
          if (known.damaged) yield* files.rename(path, aside).pipe(Effect.mapError(unavailable))
          yield* replace([...known.entries.filter((it) => it.path !== entry.path), entry])
          return { entry, ...(known.damaged ? { movedAside: aside } : {}) }
        }))

      return {
        list,
        find: (repository) => Effect.map(list, (entries) => entries.find((it) => it.path === repository)),
        record,
        add: (entry) => record(Effect.succeed(entry)),
        remove: (repository) =>
          locked(Effect.gen(function* () {
            const entries = yield* list
            const entry = entries.find((it) => it.path === repository)
            if (entry !== undefined) yield* replace(entries.filter((it) => it !== entry))
            return entry
          })),
      }
    }),
  )
}

const isPlatformError = (error: unknown): error is Files.PlatformError => error instanceof Files.PlatformError

const byPath = (a: Entry, b: Entry): number => a.path < b.path ? -1 : a.path > b.path ? 1 : 0

const encode = (entries: ReadonlyArray<Entry>): Uint8Array =>
  new TextEncoder().encode(
    `${JSON.stringify({ version: VERSION, repositories: [...entries].sort(byPath) }, null, 2)}\n`,
  )

const decode = (path: string, text: string): Effect.Effect<ReadonlyArray<Entry>, RegistryDamaged | RegistryNewer> => {
  const damaged = (error: ParseResult.ParseError) => {
    const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
    const where = issue?.path.map(String).join(".") ?? ""
    return new RegistryDamaged({ path, detail: `${where === "" ? "its text" : where} is not what it should be` })
  }
  return Schema.decodeUnknown(StoredVersion)(text).pipe(
    Effect.mapError(damaged),
    Effect.filterOrFail(
      ({ version }) => version <= VERSION,
      ({ version }) => new RegistryNewer({ path, found: version }),
    ),
    Effect.zipRight(Effect.mapError(Schema.decodeUnknown(Stored)(text), damaged)),
    Effect.map(({ repositories }) => repositories),
  )
}

/** By what a repository is selected, beside its path. */
export interface Identified {
  readonly entry: Entry
  /** Lower-case name where no other entry has it, else the long form. */
  readonly id: string
  /** `name-xxxxxx`: name and as many digits of the real path's SHA-256 as tell it from all others, at least 6. */
  readonly longId: string
}

const SHORTEST_DIGITS = 6

/** Every entry with its ids, in the entries' order. */
export const identify = (
  entries: ReadonlyArray<Entry>,
  digest: typeof Digest.Service,
): ReadonlyArray<Identified> => {
  const encoder = new TextEncoder()
  const rows = entries.map((entry) => ({
    entry,
    name: entry.name.toLowerCase(),
    hash: digest.sha256(encoder.encode(entry.path)),
  }))
  return rows.map(({ entry, name, hash }) => {
    const namesakes = rows.filter((it) => it.name === name && it.entry.path !== entry.path)
    let digits = SHORTEST_DIGITS
    while (digits < hash.length && namesakes.some((it) => it.hash.startsWith(hash.slice(0, digits)))) digits++
    const longId = `${name}-${hash.slice(0, digits)}`
    // A folder may be called what another one's long id is: then it does not answer to its plain name.
    const posing = rows.some((it) => name.startsWith(`${it.name}-`) && `${it.name}-${it.hash}`.startsWith(name))
    return { entry, id: namesakes.length !== 0 || posing ? longId : name, longId }
  })
}
