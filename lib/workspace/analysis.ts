// A folder to a recorded index: what the run before left is used, what comes out is written and entered in the list of
// repositories. The one way by which an index comes to be, for commands, programs and tools alike.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Snapshot } from "../graph/snapshot.ts"
import { type IndexError, NothingToIndex } from "../indexer/errors.ts"
import { type ExtractionPool, Journals } from "../indexer/extraction.ts"
import * as Indexer from "../indexer/index_repository.ts"
import * as Selection from "../indexer/selection.ts"
import type { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import { Files } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import type { Asked, Pinned } from "./entry.ts"
import * as Embedding from "./embedding.ts"
import * as Facts from "./facts.ts"
import { Home, within } from "./home.ts"
import * as Names from "./names.ts"
import * as Refs from "./refs.ts"
import * as Registry from "./registry.ts"
import * as Storage from "./storage.ts"

/** How far a run is; the index is written last. */
export type Progress = Omit<Indexer.Progress, "phase"> & { readonly phase: Indexer.Phase | "write" }

/** Where no pattern is given, or no largest size, it is as for the index before. */
export interface Options extends Omit<Indexer.Options, "previous" | "onProgress" | "selection">, Selection.Patterns {
  readonly onProgress?: (progress: Progress) => void
}

export type AnalysisError = IndexError | Selection.PatternRefused | Storage.IndexNotWritten | Registry.RegistryError

export interface Analyzed extends Snapshot {
  readonly entry: Registry.Entry
  /** What the user should know of the run. */
  readonly notes: ReadonlyArray<string>
  /** Was the index before still the right one, so that nothing was written? */
  readonly unchanged: boolean
  /** The branch whose index it is; absent where it is that of the checkout. */
  readonly branch?: Pinned
}

export type Needs = Files | RunGit | Digest | Environment | ExtractionPool | Home | Registry.Registry

/** Indexes a folder. With `force` all is read and resolved anew; else an index that is still the right one stays. */
export const run = (
  path: string,
  storage: Storage.Storage,
  options: Options,
): Effect.Effect<Analyzed, AnalysisError, Needs> => runUnless(path, storage, options, () => Effect.void)

/** The same; with an index that `refuse` fails on nothing is replaced. It is asked where there was an index before. */
export const runUnless: <E, R>(
  path: string,
  storage: Storage.Storage,
  options: Options,
  refuse: (before: Registry.Entry, indexed: Indexer.Indexed) => Effect.Effect<void, E, R>,
) => Effect.Effect<Analyzed, AnalysisError | E, Needs | R> = Effect.fn("workspace.analysis")(
  function* (path, storage, { onProgress, ...options }, refuse) {
    let last: Progress = { phase: "scan", done: 0, total: 0, bytes: 0 }
    const report = (progress: Progress) => onProgress?.(last = progress)
    const entry = yield* entryOf(path)
    const asked = askedOf(options, entry)
    const chosen = yield* Selection.make(asked)
    const root = yield* Indexer.rootOf(path)
    const selection = Selection.without(chosen, yield* within(root))
    // What was asked stands in the entry, so an index that is asked for otherwise is another one.
    const same = entry !== undefined && sameAsked(asked, entry.asked ?? {})
    const previous = !same || options.force === true ? undefined : yield* Storage.previous(entry)
    // An index that may still be the right one needs nothing to be written.
    if (previous === undefined) yield* (yield* Registry.Registry).writable
    const indexed = yield* index(path, asked, {
      ...options,
      selection,
      ...(previous === undefined ? {} : { previous }),
      onProgress: report,
    })
    const { meta, parts, left, notes } = indexed
    const sources = sourcesOf(indexed)
    if (parts === undefined && entry !== undefined) {
      yield* Storage.keepSources(entry, sources, left)
      return { ...Indexer.snapshotOf(indexed), entry, notes, unchanged: true }
    }
    if (entry !== undefined) yield* refuse(entry, indexed)
    report({ ...last, phase: "write" })
    const saved = yield* Storage.save({
      root,
      parts: parts ?? [],
      commit: meta.commit,
      stats: indexed.stats,
      languages: meta.languages.map((it) => it.name),
      madeBy: (yield* Environment).build(),
      sources,
      left,
      kin: yield* Refs.kinOf(root),
      ...(Object.keys(asked).length === 0 ? {} : { asked }),
    }, storage)
    const all = [...notes, ...saved.notes]
    return { ...Indexer.snapshotOf(indexed), entry: saved.entry, notes: all, unchanged: false }
  },
)

/** Reads and resolves a folder, with what the home folder keeps of files and of runs. Writes no index. */
export const index = Effect.fnUntraced(function* (path: string, asked: Asked, options: Indexer.Options) {
  const { folder } = yield* Home
  const { selection = Selection.ALL } = options
  return yield* Indexer.indexRepository(path, {
    ...options,
    ...(asked.maxFileBytes === undefined ? {} : { maxFileBytes: asked.maxFileBytes }),
  }).pipe(
    Effect.mapError((error) => error._tag === "NothingToIndex" ? withPatterns(error, selection) : error),
    Effect.provide(Layer.mergeAll(Facts.cache, Embedding.revectoring, Journals.at(`${folder}/${Names.RUNNING}`))),
  )
})

/** What is kept of the files of a run. */
export const sourcesOf = ({ files }: Indexer.Indexed): ReadonlyArray<Storage.SourceState> =>
  files.map(({ path, stat, digest, left }) => ({ path, stat: Registry.storedStat(stat), digest, left }))

/** Where there were patterns, it is they that left nothing. */
const withPatterns = ({ path, skipped }: NothingToIndex, { include, exclude }: Selection.Selection): NothingToIndex => {
  const patterns = [...include.map((it) => `include ${it}`), ...exclude.map((it) => `exclude ${it}`)]
  return new NothingToIndex({ path, skipped, ...(patterns.length === 0 ? {} : { patterns }) })
}

export const sameAsked = (a: Asked, b: Asked): boolean =>
  a.maxFileBytes === b.maxFileBytes && sameTexts(a.include, b.include) && sameTexts(a.exclude, b.exclude)

const sameTexts = (a: ReadonlyArray<string> | undefined, b: ReadonlyArray<string> | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Which files to read: as the caller says; where he gives no pattern, or no size, as before. */
export const askedOf = (options: Options, entry: { readonly asked?: Asked | undefined } | undefined): Asked => {
  const said = options.include !== undefined || options.exclude !== undefined
  const { include, exclude } = said ? options : entry?.asked ?? {}
  const maxFileBytes = options.maxFileBytes ?? entry?.asked?.maxFileBytes
  return {
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  }
}

/** The entry of a folder, where it is indexed. */
export const entryOf = Effect.fnUntraced(function* (path: string) {
  const registry = yield* Registry.Registry
  const root = yield* Effect.option((yield* Files).realPath(path))
  if (root._tag === "None") return undefined
  // A damaged list is put aside when the index is recorded.
  return yield* Effect.catchTag(registry.find(root.value), "RegistryDamaged", () => Effect.succeed(undefined))
})

/** The same as a service: for tools, which know of no machine. */
export class Analysis extends Context.Tag("workspace/Analysis")<Analysis, {
  /** Indexes a folder into its own `.portolan`, or under the home folder where that cannot be written. */
  readonly run: (path: string, options: Options) => Effect.Effect<Analyzed, AnalysisError>
}>() {
  static readonly layer: Layer.Layer<Analysis, never, Needs> = Layer.effect(
    Analysis,
    Effect.map(Effect.context<Needs>(), (context) => ({
      run: (path, options) => Effect.provide(run(path, "repository", options), context),
    })),
  )
}
