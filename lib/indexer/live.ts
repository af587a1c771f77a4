// A repository kept at hand: what one index of it was made from is there for the next, so that an update reads the files
// that changed and no others. Its bytes are those of a cold index of the same files, whatever was kept.

import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Resolve from "../resolve/resolve.ts"
import type { Project as Paths } from "../syntax/language.ts"
import type { IndexError } from "./errors.ts"
import type { Extraction } from "./extraction.ts"
import { FactsCache, type FactsCacheShape, NO_CACHE, type OpenFacts } from "./facts_cache.ts"
import * as Indexer from "./index_repository.ts"
import type * as Previous from "./previous.ts"
import * as Project from "./project.ts"
import * as ReadFiles from "./read_files.ts"
import { rescan } from "./rescan.ts"
import * as Scan from "./scan.ts"

export interface Live {
  /**
   * The index of the files as they are now; without `parts` where it is the one before. One at a time.
   *
   * @param changed All paths that may have changed since the last update began, where somebody knows them; else
   * everything is looked at.
   *
   * Fails as a cold index would; what was kept is then as before.
   */
  readonly update: (changed?: ReadonlySet<string>) => Effect.Effect<Updated, IndexError, Indexer.Needs>
  /** Finds out who can get to what, so that a later update resolves fewer files; left off when an update begins. */
  readonly prepare: Effect.Effect<void>
}

/** Milliseconds for which preparing keeps others from their turn. */
const SLICE_MS = 10

export interface Updated extends Indexer.Indexed {
  /** Paths of the files that were resolved anew; undefined where all were, or nothing was to be resolved. */
  readonly anew: ReadonlyArray<string> | undefined
}

/** Source that the one worker reads sooner than others would be started. */
const ONE_WORKER_BYTES = 1_500_000

/** Files up to which the cache on disk is left alone: what is saved again and again is a content that nobody has seen. */
const FEW_FILES = 16

/**
 * Bytes of packed facts up to which the resolved program is kept for the next one to follow; it takes some ten times as
 * much. Of a larger repository all is resolved anew.
 */
const MOST_FACTS = 48 * 1024 * 1024

/** What an update goes on from. */
interface Last {
  readonly scan: Scan.Scan
  readonly previous: Previous.Previous
  /** Paths of files whose stat proves nothing: they are compared once more. */
  readonly unsure: ReadonlyArray<string>
}

/** Lives as long as its scope, and its worker does. `options.previous` is what the index to go on from left. */
export const make: (
  root: string,
  options: Indexer.Options,
) => Effect.Effect<Live, never, Indexer.Needs | Scope.Scope> = Effect.fnUntraced(function* (root, options) {
  const scope = yield* Effect.scope
  const onDisk: FactsCacheShape = options.cache === false ? NO_CACHE : yield* FactsCache
  const begin = Effect.provideService(ReadFiles.workersOf(root, { workers: 1 }), Scope.Scope, scope)
  let warm = yield* begin
  let last: Last | undefined
  let facts: ReadonlyMap<string, Uint8Array> = new Map()
  let files: ReadonlyMap<string, Kept> = new Map()
  let program: { readonly project: Paths; readonly kept: Resolve.Kept } | undefined
  let preparing: Generator<void> | undefined

  /** A program follows the one before; who breaks down on it leaves nothing to follow. */
  const resolve = (input: Resolve.ResolveInput, bytes: number): Resolve.Resolved => {
    const before = program
    program = undefined
    if (MOST_FACTS < bytes) return Resolve.resolve(input)
    const project = before !== undefined && Project.isSame(before.project, input.project)
      ? before.project
      : input.project
    const resolved = Resolve.resolve({
      ...input,
      project,
      keep: true,
      ...(before === undefined ? {} : { before: before.kept }),
    })
    if (resolved.kept !== undefined) program = { project, kept: resolved.kept }
    return resolved
  }

  const update = Effect.fn("indexer.live")(
    function* (changed?: ReadonlySet<string>) {
      preparing = undefined
      const before = last
      const suspects = before === undefined || changed === undefined
        ? undefined
        : new Set([...changed, ...before.unsure])
      let scan: Scan.Scan | undefined
      let isFew = false
      let anew: ReadonlyArray<string> | undefined
      const many = yield* ReadFiles.workersOf(root, options)
      const nextFacts = new Map<string, Uint8Array>()
      const nextFiles = new Map<string, Kept>()
      const kept: Indexer.Kept = {
        scan: Effect.gen(function* () {
          const seen = suspects === undefined ? undefined : yield* rescan(root, before!.scan, suspects)
          isFew = seen !== undefined && facts.size !== 0 && suspects!.size <= FEW_FILES
          return scan = seen ?? (yield* Scan.scan(root, options.selection))
        }),
        workers: Effect.succeed(bySize(warm, many)),
        cache: Effect.suspend(() =>
          Effect.map(isFew ? NO_CACHE.open : onDisk.open, (cache) => inMemory(cache, facts, nextFacts))
        ),
        source: (path, language, flags, bytes) => {
          const known = files.get(path)
          const isSame = known !== undefined && known.facts === bytes && known.file.language === language &&
            known.file.flags === flags
          const it = isSame ? known : { facts: bytes, file: Indexer.packed(path, language, flags, bytes) }
          nextFiles.set(path, it)
          return it.file
        },
        resolve: (input) => {
          let bytes = 0
          for (const it of nextFiles.values()) bytes += it.facts.length
          const resolved = resolve(input, bytes)
          anew = resolved.anew
          return resolved
        },
      }
      const previous = before?.previous ?? options.previous
      const indexed = yield* Indexer.indexBy(kept, root, {
        ...options,
        ...(previous === undefined ? {} : { previous }),
      })
      const { left } = indexed
      const opened = Indexer.snapshotOf(indexed)
      last = {
        scan: scan!,
        previous: {
          ...left,
          files: new Map(indexed.files.map((it) => [it.path, it.left])),
          open: Effect.succeed(opened),
        },
        unsure: indexed.files.flatMap(({ path, stat }) => stat.modified === 0n ? [path] : []),
      }
      if (nextFiles.size !== 0) {
        files = nextFiles
        facts = nextFacts
      }
      return { ...indexed, anew }
    },
    Effect.scoped,
    // Workers that cannot be started, or end before they read anything, are not asked again.
    Effect.tapErrorTag("ExtractionFailed", () => Effect.map(begin, (it) => void (warm = it))),
  )

  const prepare = Effect.gen(function* () {
    const steps = preparing = program?.kept.prepare()
    while (steps !== undefined && preparing === steps) {
      const until = performance.now() + SLICE_MS
      do if (steps.next().done === true) return void (preparing = undefined)
      while (performance.now() < until)
      yield* Effect.sleep(0)
    }
  })
  return { update, prepare }
})

/** A file's facts, packed, and the one value that stands for them. */
interface Kept {
  readonly facts: Uint8Array
  readonly file: Resolve.ResolveFile
}

type Workers = ReadFiles.Ways["workers"]

/** Little is read by the one worker that is there, much by as many as may be. */
const bySize = (warm: Workers, many: Workers): Extraction => ({
  extract: (sources, ...rest) =>
    Effect.flatMap(
      sources.reduce((sum, { size }) => sum + size, 0) <= ONE_WORKER_BYTES ? warm : many,
      (it) => it.extract(sources, ...rest),
    ),
})

/** A cache over one in memory: what is found or put goes into `next`, which holds what this update needs and no more. */
const inMemory = (
  cache: OpenFacts,
  known: ReadonlyMap<string, Uint8Array>,
  next: Map<string, Uint8Array>,
): OpenFacts => {
  const keyOf = (sort: string, digest: string): string => `${digest} ${sort}`
  return {
    ...cache,
    empty: cache.empty && known.size === 0,
    get: (sort, digest) => {
      const key = keyOf(sort, digest)
      const bytes = known.get(key) ?? next.get(key) ?? cache.get(sort, digest)
      if (bytes !== undefined) next.set(key, bytes)
      return bytes
    },
    put: (sort, digest, bytes) => {
      const isOnDisk = cache.put(sort, digest, bytes)
      if (!isOnDisk) next.set(keyOf(sort, digest), bytes)
      return isOnDisk
    },
  }
}
