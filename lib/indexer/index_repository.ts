// A repository to a snapshot: scan, extract, resolve, freeze, encode. The same files give the same bytes, whatever the
// number of workers and whoever was quicker; nothing of the facts outlives the resolved graph.

import * as Effect from "effect/Effect"
import * as Draft from "../graph/draft.ts"
import type { Graph } from "../graph/graph.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import * as Snapshot from "../graph/snapshot.ts"
import { all as languages } from "../languages/all.ts"
import { Environment } from "../machine/environment.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Resolve from "../resolve/resolve.ts"
import * as FactsViews from "../syntax/facts_views.ts"
import type { Language } from "../syntax/language.ts"
import * as Path from "../text/path.ts"
import { type IndexError, NotAFolder, NothingToIndex, PathNotFound, PathUnreadable } from "./errors.ts"
import { ExtractionPool, type Source } from "./extraction.ts"
import { languageOf } from "./language_of.ts"
import * as Project from "./project.ts"
import * as Report from "./report.ts"
import * as Scan from "./scan.ts"

export type Phase = "scan" | "extract" | "resolve" | "encode"

/** How far a run is. `total` is 0 while it is not known; both count files. */
export interface Progress {
  readonly phase: Phase
  readonly done: number
  readonly total: number
  /** Bytes of source that are done. */
  readonly bytes: number
}

export interface Options {
  /** How many workers at most; by default one a processor, no more than 8. */
  readonly workers?: number
  /** A source file above this size is left out and named. */
  readonly maxFileBytes?: number
  /** Take facts of files that were read before from the cache, and keep those of new ones (default)? */
  readonly cache?: boolean
  /** Read and resolve anew even where nothing has changed? Facts of equal contents still come from the cache. */
  readonly force?: boolean
  readonly onProgress?: (progress: Progress) => void
}

/** A scanned file's state when it was read; `digest` is null where its content is no part of the index. */
export interface IndexedFile {
  readonly path: string
  /** Modified at 0 where an equal stat would not prove an equal content. */
  readonly stat: Files.FileStat
  readonly digest: string | null
}

export interface Indexed {
  /** Real path. */
  readonly root: string
  readonly graph: Graph
  readonly meta: Snapshot.SnapshotMeta
  /** The snapshot's bytes, to be written one behind the other. */
  readonly parts: ReadonlyArray<Uint8Array>
  readonly files: ReadonlyArray<IndexedFile>
  readonly stats: { readonly files: number; readonly symbols: number; readonly edges: number }
  /** What the user should know beside the report in `meta`. */
  readonly notes: ReadonlyArray<string>
}

const MOST_WORKERS = 8

/** Sources that people write stay below; a parser's tree takes some twenty times the size of its file. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/**
 * Indexes the folder `path`. Writes nothing.
 *
 * Fails where there is no such folder, it holds no text, or the workers break down; a file that cannot be read is named
 * in the report.
 */
export const indexRepository: (
  path: string,
  options?: Options,
) => Effect.Effect<Indexed, IndexError, Files.Files | RunGit | Environment | ExtractionPool> = Effect.fn(
  "indexer.indexRepository",
)(function* (path, options = {}) {
  const root = yield* rootOf(path)
  const report = options.onProgress ?? (() => {})
  report({ phase: "scan", done: 0, total: 0, bytes: 0 })
  const read = yield* Effect.scoped(readFiles(root, options, report))
  if (read.files.every(({ outcome }) => outcome._tag !== "facts" && outcome._tag !== "listed")) {
    return yield* new NothingToIndex({ path, skipped: read.scan.skipped.length + read.files.length })
  }
  return yield* Effect.sync(() => build(root, read, report))
})

/** The real path of a folder. */
export const rootOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* Files.Files
  const refused = (error: Files.PlatformError) =>
    error.code === "ENOENT"
      ? new PathNotFound({ path })
      : error.code === "ENOTDIR"
      ? new NotAFolder({ path })
      : new PathUnreadable({ path, code: error.code })
  const root = yield* files.realPath(path).pipe(Effect.mapError(refused))
  const stat = yield* files.stat(root).pipe(Effect.mapError(refused))
  if (stat.kind !== "folder") return yield* new NotAFolder({ path })
  return root
})

interface ReadFile {
  readonly file: Scan.ScannedFile
  readonly language: Language | undefined
  readonly outcome: Report.Outcome
}

interface Read {
  readonly scan: Scan.Scan
  /** When the scan began, in nanoseconds. */
  readonly began: bigint
  readonly files: ReadonlyArray<ReadFile>
  /** Encoded facts of the files whose outcome is `facts`, in their order; emptied by whoever takes them. */
  readonly facts: Array<Uint8Array>
  readonly configs: Project.Configs
}

const languageFor = languageOf(languages)

/** Scans and extracts; the workers end with the scope. */
export const readFiles = Effect.fnUntraced(
  function* (root: string, options: Options, report: (progress: Progress) => void) {
    const { processors } = yield* Environment
    const pool = yield* ExtractionPool
    // Workers start while the scan runs.
    const extraction = yield* pool.open(root, options.workers ?? Math.min(processors, MOST_WORKERS))
    const began = yield* Effect.clockWith((clock) => clock.currentTimeNanos)
    const scan = yield* Scan.scan(root).pipe(
      Effect.mapError((error) => new PathUnreadable({ path: root, code: error.code })),
    )
    const most = options.maxFileBytes ?? MAX_FILE_BYTES
    const tooLarge = ({ path, stat }: Scan.ScannedFile) => most < stat.size && languageFor(path) !== undefined
    const sources = scan.files.filter((file) => !tooLarge(file)).map(({ path, stat }): Source => {
      const grammar = languageFor(path)?.grammarFor(path)
      return { path, size: stat.size, ...(grammar === undefined ? {} : { grammar }) }
    })
    const total = sources.length
    report({ phase: "extract", done: 0, total, bytes: 0 })
    const [extracted, configs] = yield* Effect.all([
      extraction.extract(sources, ({ files, bytes }) => report({ phase: "extract", done: files, total, bytes })),
      Project.readConfigs(root, scan.files, languages),
    ], { concurrency: "unbounded" })
    let next = 0
    const facts: Array<Uint8Array> = []
    const files = scan.files.map((file): ReadFile => {
      const language = languageFor(file.path)
      if (tooLarge(file)) return { file, language, outcome: { _tag: "skipped", reason: `larger than ${most} bytes` } }
      const outcome = extracted[next++]!
      if (outcome._tag !== "facts") return { file, language, outcome }
      facts.push(outcome.bytes)
      return { file, language, outcome: { _tag: "facts", digest: outcome.digest } }
    })
    return { scan, began, files, facts, configs } satisfies Read
  },
)

/** Facts to snapshot: pure, and the longest stretch without a pause. */
const build = (root: string, read: Read, report: (progress: Progress) => void): Indexed => {
  const { scan, began, files, configs } = read
  const total = files.length
  const bytes = files.reduce((sum, { file, outcome }) => outcome._tag === "facts" ? sum + file.stat.size : sum, 0)
  report({ phase: "resolve", done: 0, total, bytes })
  const { draft, counts, problems, partly } = resolveAll(read)
  const graph = Draft.freeze(draft)
  report({ phase: "encode", done: total, total, bytes })
  const sources = files.filter(({ outcome }) => outcome._tag === "facts")
  const meta: Snapshot.SnapshotMeta = {
    name: Path.baseOf(root.replaceAll("\\", "/")),
    commit: scan.commit,
    languages: Report.languagesOf(
      graph,
      sources.flatMap(({ file: { path }, language }) => language === undefined ? [] : [{ path, language }]),
      counts,
    ),
    report: {
      read: sources.length,
      partlyRead: partly,
      ...Report.leftOut(scan.skipped, files.map(({ file, outcome }) => ({ path: file.path, outcome })), languageFor),
    },
  }
  return {
    root,
    graph,
    meta,
    parts: Snapshot.encode(graph, meta),
    files: files.map(({ file: { path, stat }, outcome }) => ({
      path,
      stat: stat.changed < began - CLOCK_STEP ? stat : { ...stat, modified: 0n },
      digest: outcome._tag === "facts" ? outcome.digest : null,
    })),
    stats: Report.statsOf(graph),
    notes: [
      ...scan.notes,
      ...configs.notes,
      ...problems.map(({ path, detail }) => `${path} was read without all its settings: ${detail}`),
    ],
  }
}

/**
 * A file system's clock moves in steps of some milliseconds. A file that changed so shortly before the scan can change
 * once more and keep its stat: it is kept with a time that no file has, so that its content is compared.
 */
const CLOCK_STEP = 50_000_000n

/** Takes the facts and leaves none behind: they weigh some three times the source. */
export const resolveAll = ({ files, facts, configs }: Read, trace?: Resolve.Trace) => {
  const partly: Array<Report.Note> = []
  const sources: Array<Resolve.ResolveFile> = []
  const listed: Array<{ readonly path: string; readonly flags: number }> = []
  let next = 0
  for (const { file: { path }, language, outcome } of files) {
    if (outcome._tag === "listed") listed.push({ path, flags: NODE_FLAGS.unread })
    if (outcome._tag !== "facts" || language === undefined) continue
    const file = FactsViews.view(facts[next++]!)
    let flags = language.testFiles.some((pattern) => pattern.test(path)) ? NODE_FLAGS.test : 0
    if (file.problems.rows !== 0) {
      flags |= NODE_FLAGS.partial
      partly.push({ path, reason: Report.problemsOf(file) })
    }
    sources.push({ path, language, facts: file, flags })
  }
  facts.length = 0
  const paths = [...sources, ...listed].map(({ path }) => path).sort(Path.compare)
  const project = Project.make(paths, configs)
  const traced = trace === undefined ? {} : { trace }
  return { ...Resolve.resolve({ files: sources, listed, project, ...traced }), partly, project }
}
