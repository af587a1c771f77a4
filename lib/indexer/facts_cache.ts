// Facts and passages of files that were read before, for all repositories, branches and worktrees alike: a file is known
// by its content, not by its path. Each run that has something new writes a pack of its own, so that two never write to one file;
// nothing here is needed, so nothing that goes wrong here fails a run.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import { Embedding } from "./embedding.ts"
import * as Pack from "./facts_pack.ts"
import * as Shelf from "./facts_shelf.ts"
import * as Sorts from "./sorts.ts"

/** The cache while one run uses it. */
export interface OpenFacts {
  /** Is there nothing that could be found? */
  readonly empty: boolean
  /** What was kept of a content, by its sort (sorts.ts) and its digest in hex; undefined where nothing was. */
  readonly get: (sort: string, digest: string) => Uint8Array | undefined
  /** Makes ready to keep something. */
  readonly begin: Effect.Effect<void>
  /** Keeps a copy, to be found after the next `settle`; false where it cannot. */
  readonly put: (sort: string, digest: string, bytes: Uint8Array) => boolean
  /** Makes what was put so far known to `get`. */
  readonly settle: Effect.Effect<void>
  /** What the user should know. */
  readonly notes: () => ReadonlyArray<string>
}

export interface FactsCacheShape {
  /** Opens it for a run; with the scope the run's pack is closed and what is too much is removed. Never fails. */
  readonly open: Effect.Effect<OpenFacts, never, Scope.Scope>
}

/** Nothing is known and nothing kept. */
export const NO_CACHE: FactsCacheShape = {
  open: Effect.succeed({
    empty: true,
    get: () => undefined,
    begin: Effect.void,
    put: () => false,
    settle: Effect.void,
    notes: () => [],
  }),
}

/** Without a layer there is no cache. */
export class FactsCache extends Context.Reference<FactsCache>()("indexer/FactsCache", {
  defaultValue: (): FactsCacheShape => NO_CACHE,
}) {
  /** Over a folder of its own, which may not exist yet; `limits` are for tests. */
  static readonly at = (
    folder: string,
    limits: Shelf.Limits = Shelf.LIMITS,
  ): Layer.Layer<never, never, Files.Files | Digest> =>
    Layer.effect(
      FactsCache,
      Effect.gen(function* () {
        const files = yield* Files.Files
        const digest = yield* Digest
        const sortOf = sortsOver(digest)
        const { id } = yield* Embedding
        const current = new Set(Sorts.current(id).map((text) => sortOf(text).join()))
        return { open: Effect.provideService(open(folder, limits, sortOf, current), Files.Files, files) }
      }),
    )
}

type SortOf = (text: string) => Uint32Array

/** The words that stand for a sort. */
const sortsOver = ({ sha256 }: typeof Digest.Service): SortOf => {
  const known = new Map<string, Uint32Array>()
  return (text) => {
    let sort = known.get(text)
    if (sort === undefined) {
      known.set(text, sort = Pack.words(sha256(new TextEncoder().encode(text)), Pack.WORDS_OF_SORT))
    }
    return sort
  }
}

const open = Effect.fnUntraced(function* (
  folder: string,
  limits: Shelf.Limits,
  sortOf: SortOf,
  current: ReadonlySet<string>,
) {
  const files = yield* Files.Files
  const scope = yield* Effect.scope
  const packs = yield* Shelf.open(folder)
  const used = new Set<Shelf.Shelved>()
  const notes: Array<string> = []
  let writer: Writer | undefined
  let own: Shelf.Shelved | undefined
  const within = <A, E>(effect: Effect.Effect<A, E, Files.Files | Scope.Scope>): Effect.Effect<A, E> =>
    effect.pipe(Effect.provideService(Files.Files, files), Effect.provideService(Scope.Scope, scope))
  const keyOf = (sort: string, digest: string): Pack.Key => ({
    content: Pack.words(digest, Pack.WORDS_OF_CONTENT),
    sort: sortOf(sort),
  })

  yield* Effect.addFinalizer(() => {
    writer?.flush()
    const mine = writer === undefined ? undefined : { name: writer.name, index: writer.index.build() }
    return within(Shelf.close(folder, mine, [...used].map(({ name }) => name), current, limits))
  })

  return {
    empty: packs.length === 0,
    get: (sort, digest) => {
      const key = keyOf(sort, digest)
      const mine = own === undefined ? undefined : Pack.find(own.bytes, own.index, key)
      if (mine !== undefined) return mine
      for (const pack of packs) {
        const found = Pack.find(pack.bytes, pack.index, key)
        if (found === undefined) continue
        used.add(pack)
        return found
      }
      return undefined
    },
    begin: within(Shelf.begin(folder)).pipe(
      Effect.map(({ name, appender }) => {
        writer = new Writer(name, appender, (code) => notes.push(noteOf(code)))
      }),
      Effect.catchAll(({ code }) => Effect.sync(() => void notes.push(noteOf(code)))),
    ),
    put: (sort, digest, bytes) => writer?.put(keyOf(sort, digest), bytes) ?? false,
    settle: Effect.suspend(() => {
      if (writer === undefined) return Effect.void
      writer.flush()
      const index = writer.index.build()
      return within(Shelf.view(folder, writer.name)).pipe(
        Effect.map((bytes) => void (own = { name: writer!.name, bytes, index })),
        Effect.ignore,
      )
    }),
    notes: () => notes,
  } satisfies OpenFacts
})

const noteOf = (code: string): string =>
  `facts of the files that were read could not be kept (${code}): the next run reads these files again`

/** Bytes that are gathered before they are written: what a killed run loses at most. */
const FLUSH_BYTES = 128 * 1024

/** A run's own pack while it grows. */
class Writer {
  readonly name: string
  readonly index = new Pack.IndexBuilder()
  /** Keys that it holds: files of equal content are kept once. */
  readonly #held = new Set<string>()
  readonly #appender: Files.Appender
  readonly #failed: (code: string) => void
  #pending = new Uint8Array(FLUSH_BYTES * 2)
  #length: number
  /** Where the pending bytes will stand. */
  #offset = 0
  #broken = false

  constructor(name: string, appender: Files.Appender, failed: (code: string) => void) {
    this.name = name
    this.#appender = appender
    this.#failed = failed
    this.#pending.set(Pack.head())
    this.#length = Pack.HEAD_BYTES
  }

  put(key: Pack.Key, bytes: Uint8Array): boolean {
    if (this.#broken) return false
    const name = `${key.sort.join()},${key.content.join()}`
    if (this.#held.has(name)) return true
    this.#held.add(name)
    const size = Pack.recordSize(bytes.length)
    if (this.#pending.length < this.#length + size) {
      const wider = new Uint8Array(this.#length + size)
      wider.set(this.#pending.subarray(0, this.#length))
      this.#pending = wider
    }
    Pack.write(this.#pending, this.#length, key, bytes)
    this.index.add(key, this.#offset + this.#length, bytes.length)
    this.#length += size
    if (FLUSH_BYTES <= this.#length) this.flush()
    return !this.#broken
  }

  /** Writes what is pending; after a failure nothing more is kept. */
  flush(): void {
    if (this.#length === 0 || this.#broken) return
    const code = this.#appender.append(this.#pending.subarray(0, this.#length))
    if (code !== undefined) {
      this.#broken = true
      this.#failed(code)
    }
    this.#offset += this.#length
    this.#pending.fill(0, 0, this.#length)
    this.#length = 0
  }
}
