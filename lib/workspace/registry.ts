// Which repositories are indexed, kept in one file under the home folder. The key is a repository's real path, its name
// is only a label; every change happens under a lock and replaces the file as a whole. A file that is lost or damaged is
// put together again from what each index keeps of itself under the home folder.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import { byPath, Entry, sameStat, type StoredStat, storedStat } from "./entry.ts"
import { Home } from "./home.ts"
import * as Shelf from "./shelf.ts"

export { Entry, sameStat, StoredStat, storedStat } from "./entry.ts"

const VERSION = 1

const FILE = "registry.json"

/** What a damaged registry is called that was moved aside, and how its further ones begin. */
export const DAMAGED = `${FILE}.damaged`

const Stored = Schema.parseJson(Schema.Struct({ version: Schema.Number, repositories: Schema.Array(Entry) }))
const StoredVersion = Schema.parseJson(Schema.Struct({ version: Schema.Number }))

export class RegistryDamaged extends Schema.TaggedError<RegistryDamaged>()("RegistryDamaged", {
  path: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `Cannot read the list of indexed repositories "${this.path}": ${this.detail}, and no index is left to make ` +
      "it again from; run portolan analyze in a repository to start a new list, the damaged one is kept beside it"
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
  /** Who holds it and what to do, where somebody does. */
  held: Schema.optional(Schema.String),
}) {
  override get message() {
    return `Cannot use the list of indexed repositories "${this.path}": ${this.held ?? reasonOf(this.code)}`
  }
}

/** What to do about a code that reading or writing a file may end with. */
export const reasonOf = (code: string): string => REASONS[code] ?? `the system says ${code}`

const FULL = "the disk is full; free some space and try again"
const CLOSED = "set PORTOLAN_HOME to a folder that is"

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: `it is not writable (EROFS); ${CLOSED}`,
  EACCES: `it is not writable (EACCES); ${CLOSED}`,
  EPERM: `it is not writable (EPERM); ${CLOSED}`,
  ELOCKED: "another portolan is writing; try again when it has ended",
  EEXIST: "a file or link lies where a folder should; move it away, or set PORTOLAN_HOME to a folder",
  ENOTDIR: "a file or link lies where a folder should; move it away, or set PORTOLAN_HOME to a folder",
  EISDIR: "a folder lies where the file should; move it away and try again",
  ENOTEMPTY: "a folder lies where the file should; move it away and try again",
  ELOOP: "its links lead in a circle; set PORTOLAN_HOME to a folder",
  EFORGOTTEN: "the repository was taken off the list meanwhile; run it again",
  ENAMETOOLONG: "its path is too long for this system; set PORTOLAN_HOME to a shorter one",
}

export const RegistryError = Schema.Union(RegistryDamaged, RegistryNewer, RegistryUnavailable)
export type RegistryError = typeof RegistryError.Type

/** What recording came with. */
export interface Recorded {
  readonly entry: Entry
  /** Where a damaged registry was moved before another was written, and how many entries it was made again with. */
  readonly movedAside?: string
  readonly recovered?: number
}

/** The registry as it was found. */
export interface Look {
  readonly entries: ReadonlyArray<Entry>
  /** Why the entries are not those of the file but made again from the indexes: it is missing or damaged. */
  readonly lost?: string
}

/** What a change leaves of the entries, and what comes of it. */
export interface Change<A> {
  readonly entries: ReadonlyArray<Entry>
  readonly value: A
}

/** Another process may be writing an index of hundreds of megabytes meanwhile. */
const LOCK_WAIT_MS = 60_000

/** Some 700 bytes a repository. */
const LARGEST = 64_000_000

export class Registry extends Context.Tag("workspace/Registry")<Registry, {
  /**
   * In path order. The file is asked each time and read where it is another one than before: an unchanged one gives the
   * same array. One that is lost or damaged is made again from the indexes, in memory.
   */
  readonly list: Effect.Effect<ReadonlyArray<Entry>, RegistryError>
  /** The same, and whether the file could be read. */
  readonly look: Effect.Effect<Look, RegistryError>
  /** Fails where nothing could be recorded now, so that this is known before anything is made to be recorded. */
  readonly writable: Effect.Effect<void, RegistryError>
  /** By real path. */
  readonly find: (path: string) => Effect.Effect<Entry | undefined, RegistryError>
  /**
   * Runs `write` on the entries that there are and records those it gives in place of ones with the same paths, all under
   * the registry's lock: what is on disk and what is recorded of it cannot part. A damaged registry is moved aside and
   * made again. The first is the one that `entry` is told of.
   */
  readonly record: <E, R>(
    write: (entries: ReadonlyArray<Entry>) => Effect.Effect<readonly [Entry, ...ReadonlyArray<Entry>], E, R>,
  ) => Effect.Effect<Recorded, E | RegistryError, R>
  readonly add: (entry: Entry) => Effect.Effect<Recorded, RegistryError>
  /** Forgets a repository and gives what was known of it; its snapshot stays. */
  readonly remove: (path: string) => Effect.Effect<Entry | undefined, RegistryError>
  /** Decides under the lock what becomes of the entries. Nothing is written where they stay the same. */
  readonly change: <A, E, R>(
    decide: (entries: ReadonlyArray<Entry>) => Effect.Effect<Change<A>, E, R>,
  ) => Effect.Effect<A, E | RegistryError, R>
}>() {
  static readonly layer: Layer.Layer<Registry, never, Files.Files | Home> = Layer.effect(
    Registry,
    Effect.gen(function* () {
      const files = yield* Files.Files
      const { folder } = yield* Home
      const path = `${folder}/${FILE}`

      const unavailable = ({ code, detail }: Files.PlatformError) =>
        new RegistryUnavailable({ path, code, ...(code === "ELOCKED" ? { held: detail } : {}) })

      let last: { readonly stat: StoredStat; readonly entries: ReadonlyArray<Entry> } | undefined

      /** What the file says; undefined where there is none. */
      const written = Effect.gen(function* () {
        const real = yield* files.realPath(path).pipe(
          Effect.catchIf((error) => error.code === "ENOENT", () => Effect.succeed(undefined)),
          Effect.mapError(unavailable),
        )
        if (real === undefined) return undefined
        // What is no file may never end when it is read.
        const stat = yield* Effect.mapError(files.stat(real), unavailable)
        if (stat.kind !== "file") return yield* new RegistryDamaged({ path, detail: "it is no file" })
        if (LARGEST < stat.size) {
          return yield* new RegistryDamaged({ path, detail: `it is larger than ${LARGEST / 1e6} MB` })
        }
        const now = storedStat(stat)
        if (last !== undefined && sameStat(last.stat, now)) return last.entries
        const bytes = yield* Effect.mapError(files.read(real), unavailable)
        const entries = yield* decode(path, new TextDecoder().decode(bytes))
        last = { stat: now, entries }
        return entries
      })

      const recovered = Effect.provideService(Shelf.entries(folder), Files.Files, files)

      const look: Effect.Effect<Look & { readonly damaged?: RegistryDamaged }, RegistryError> = written.pipe(
        Effect.flatMap((entries) =>
          entries !== undefined
            ? Effect.succeed({ entries })
            : Effect.map(recovered, (entries) =>
              entries.length === 0 ? { entries } : { entries, lost: "it is missing" })
        ),
        Effect.catchTag(
          "RegistryDamaged",
          (damaged) => Effect.map(recovered, (entries) => ({ entries, lost: damaged.detail, damaged })),
        ),
      )

      /** Nothing to read and nothing to make it again from is not the same as an empty list. */
      const known = Effect.filterOrElse(
        look,
        ({ entries, damaged }) => damaged === undefined || 0 < entries.length,
        ({ damaged }) => damaged!,
      )

      const replace = (entries: ReadonlyArray<Entry>) =>
        files.writeAtomically(path, [encode(entries)]).pipe(Effect.mapError(unavailable))

      const locked = <A, E, R>(
        use: Effect.Effect<A, E, R>,
        waitMs = LOCK_WAIT_MS,
      ): Effect.Effect<A, E | RegistryError, R> =>
        files.makeFolder(folder).pipe(
          Effect.mapError(unavailable),
          Effect.zipRight(files.withLock(`${path}.lock`, waitMs, Effect.either(use))),
          Effect.catchIf(isPlatformError, (error) => Effect.fail(unavailable(error))),
          Effect.flatten,
        )

      /** Moves what lies in the registry's place to a name that nothing has yet. */
      const moveAside = Effect.gen(function* () {
        for (let number = 1;; number++) {
          const aside = `${folder}/${DAMAGED}${number === 1 ? "" : `-${number}`}`
          const [taken] = yield* files.stats([aside])
          if (taken !== undefined) continue
          yield* files.rename(path, aside).pipe(Effect.mapError(unavailable))
          return aside
        }
      })

      const changeFrom = <A, E, R>(
        before: Look & { readonly damaged?: RegistryDamaged },
        decide: (entries: ReadonlyArray<Entry>) => Effect.Effect<Change<A>, E, R>,
      ) =>
        Effect.gen(function* () {
          const { entries, value } = yield* decide(before.entries)
          if (entries === before.entries && before.lost === undefined) return { value }
          const movedAside = before.damaged === undefined ? undefined : yield* moveAside
          yield* replace(entries)
          return movedAside === undefined ? { value } : { value, movedAside, recovered: before.entries.length }
        })

      const record = <E, R>(
        write: (entries: ReadonlyArray<Entry>) => Effect.Effect<readonly [Entry, ...ReadonlyArray<Entry>], E, R>,
      ) =>
        locked(Effect.gen(function* () {
          const { value: entry, ...aside } = yield* changeFrom(
            yield* look,
            (entries) =>
              Effect.map(write(entries), (written) => ({
                entries: [...entries.filter((it) => written.every(({ path }) => path !== it.path)), ...written],
                value: written[0],
              })),
          )
          return { entry, ...aside }
        }))

      const change = <A, E, R>(decide: (entries: ReadonlyArray<Entry>) => Effect.Effect<Change<A>, E, R>) =>
        locked(Effect.map(Effect.flatMap(known, (before) => changeFrom(before, decide)), ({ value }) => value))

      // Somebody who holds the lock could write it.
      const writable = Effect.catchIf(
        Effect.zipRight(look, locked(Effect.void, 0)),
        (error) => error._tag === "RegistryUnavailable" && error.code === "ELOCKED",
        () => Effect.void,
      )

      return {
        writable,
        list: Effect.map(known, ({ entries }) => entries),
        look: Effect.map(known, ({ entries, lost }) => lost === undefined ? { entries } : { entries, lost }),
        find: (repository) => Effect.map(known, ({ entries }) => entries.find((it) => it.path === repository)),
        record,
        add: (entry) => record(() => Effect.succeed([entry] as const)),
        remove: (repository) =>
          change((entries) => {
            const entry = entries.find((it) => it.path === repository)
            return Effect.succeed({
              entries: entry === undefined ? entries : entries.filter((it) => it !== entry),
              value: entry,
            })
          }),
        change,
      }
    }),
  )
}

const isPlatformError = (error: unknown): error is Files.PlatformError => error instanceof Files.PlatformError

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

interface Row {
  readonly entry: Entry
  /** In lower case. */
  readonly name: string
  readonly hash: string
}

/** Every entry with its ids, in the entries' order. O(entries × log). */
export const identify = (
  entries: ReadonlyArray<Entry>,
  digest: typeof Digest.Service,
): ReadonlyArray<Identified> => {
  const encoder = new TextEncoder()
  const rows = entries.map((entry): Row => ({
    entry,
    name: entry.name.toLowerCase(),
    hash: digest.sha256(encoder.encode(entry.path)),
  }))
  const namesakes = new Map<string, Array<Row>>()
  for (const row of rows) {
    const others = namesakes.get(row.name)
    if (others === undefined) namesakes.set(row.name, [row])
    else others.push(row)
  }
  const digits = new Map<Row, number>()
  for (const group of namesakes.values()) {
    group.sort((a, b) => a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0)
    // Whoever shares most digits stands beside.
    group.forEach((row, i) => {
      const shared = Math.max(...[group[i - 1], group[i + 1]].map((it) => it === undefined ? 0 : sharedBy(it, row)))
      digits.set(row, Math.min(row.hash.length, Math.max(SHORTEST_DIGITS, shared + 1)))
    })
  }
  return rows.map((row) => {
    const { entry, name, hash } = row
    const longId = `${name}-${hash.slice(0, digits.get(row))}`
    return { entry, id: namesakes.get(name)!.length !== 1 || isPosing(name, namesakes) ? longId : name, longId }
  })
}

/** Digits that two hashes begin with alike. */
const sharedBy = (a: Row, b: Row): number => {
  let digits = 0
  while (digits < a.hash.length && a.hash[digits] === b.hash[digits]) digits++
  return digits
}

/** A folder may be called what another one's long id is: then it does not answer to its plain name. */
const isPosing = (name: string, namesakes: ReadonlyMap<string, ReadonlyArray<Row>>): boolean => {
  for (let dash = name.indexOf("-"); dash !== -1; dash = name.indexOf("-", dash + 1)) {
    const digits = name.slice(dash + 1)
    if (namesakes.get(name.slice(0, dash))?.some(({ hash }) => hash.startsWith(digits)) === true) return true
  }
  return false
}
