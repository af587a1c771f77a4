// A folder to a recorded index: what the run before left is used, what comes out is written and entered in the list of
// repositories. The one way by which an index comes to be, for commands, programs and tools alike.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Graph } from "../graph/graph.ts"
import type { SnapshotMeta } from "../graph/snapshot.ts"
import type { IndexError } from "../indexer/errors.ts"
import { type ExtractionPool, Journals } from "../indexer/extraction.ts"
import { FactsCache } from "../indexer/facts_cache.ts"
import * as Indexer from "../indexer/index_repository.ts"
import type { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import { Files } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import { Home } from "./home.ts"
import * as Registry from "./registry.ts"
import * as Storage from "./storage.ts"

/** How far a run is; the index is written last. */
export type Progress = Omit<Indexer.Progress, "phase"> & { readonly phase: Indexer.Phase | "write" }

export interface Options extends Omit<Indexer.Options, "previous" | "onProgress"> {
  readonly onProgress?: (progress: Progress) => void
}

export type AnalysisError = IndexError | Storage.IndexNotWritten | Registry.RegistryError

export interface Analyzed {
  readonly entry: Registry.Entry
  readonly graph: Graph
  readonly meta: SnapshotMeta
  /** What the user should know of the run. */
  readonly notes: ReadonlyArray<string>
  /** Was the index before still the right one, so that nothing was written? */
  readonly unchanged: boolean
}

export type Needs = Files | RunGit | Digest | Environment | ExtractionPool | Home | Registry.Registry

/** Indexes a folder. With `force` all is read and resolved anew; else an index that is still the right one stays. */
export const run: (
  path: string,
  storage: Storage.Storage,
  options: Options,
) => Effect.Effect<Analyzed, AnalysisError, Needs> = Effect.fn("workspace.analysis")(
  function* (path, storage, { onProgress, ...options }) {
    let last: Progress = { phase: "scan", done: 0, total: 0, bytes: 0 }
    const report = (progress: Progress) => onProgress?.(last = progress)
    const entry = options.force === true ? undefined : yield* entryOf(path)
    const previous = entry === undefined ? undefined : yield* Storage.previous(entry)
    const { folder } = yield* Home
    const { root, graph, meta, parts, files, stats, left, notes } = yield* Indexer.indexRepository(path, {
      ...options,
      ...(previous === undefined ? {} : { previous }),
      onProgress: report,
    }).pipe(Effect.provide(Layer.merge(FactsCache.at(`${folder}/facts`), Journals.at(`${folder}/running`))))
    const sources = files.map(({ path, stat, digest, left }) => ({
      path,
      stat: Registry.storedStat(stat),
      digest,
      left,
    }))
    if (parts === undefined && entry !== undefined) {
      yield* Storage.keepSources(entry, sources, left)
      return { entry, graph, meta, notes, unchanged: true }
    }
    report({ ...last, phase: "write" })
    const saved = yield* Storage.save({
      root,
      parts: parts ?? [],
      commit: meta.commit,
      stats,
      languages: meta.languages.map((it) => it.name),
      madeBy: (yield* Environment).build(),
      sources,
      left,
    }, storage)
    return { entry: saved.entry, graph, meta, notes: [...notes, ...saved.notes], unchanged: false }
  },
)

/** The entry of a folder, where it is indexed. */
const entryOf = Effect.fnUntraced(function* (path: string) {
  const registry = yield* Registry.Registry
  const root = yield* Effect.option((yield* Files).realPath(path))
  if (root._tag === "None") return undefined
  return yield* Effect.orElseSucceed(registry.find(root.value), () => undefined)
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
