// A repository to a snapshot: scan, extract, resolve, freeze, encode. The same files give the same bytes, whatever the
// number of workers and whoever was quicker; nothing of the facts outlives the resolved graph.

import * as Effect from "effect/Effect"
import * as Draft from "../graph/draft.ts"
import type { Graph } from "../graph/graph.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import type { Overlays } from "../graph/overlays.ts"
import type { Passages } from "../graph/passages.ts"
import * as Snapshot from "../graph/snapshot.ts"
import type { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Overlay from "../overlays/all.ts"
import * as Resolve from "../resolve/resolve.ts"
import * as Assembly from "../search/assembly.ts"
import * as PassageBytes from "../search/passage_bytes.ts"
import * as FactsBytes from "../syntax/facts_bytes.ts"
import type { FileFacts, Language } from "../syntax/language.ts"
import * as Path from "../text/path.ts"
import { Embedding, type EmbeddingShape, Revectoring } from "./embedding.ts"
import { type IndexError, NotAFolder, NothingToIndex, unlisted } from "./errors.ts"
import type { ExtractionPool } from "./extraction.ts"
import { languageFor } from "./language_of.ts"
import * as Previous from "./previous.ts"
import * as Project from "./project.ts"
import {
  type Options,
  type Progress,
  type Read,
  type ReadFile,
  readFiles,
  type Unchanged,
  type Ways,
} from "./read_files.ts"
import * as Report from "./report.ts"

export type Needs = Files.Files | RunGit | Digest | Environment | ExtractionPool

export type { Options, Phase, Progress } from "./read_files.ts"

/** A scanned file's state when it was read; `digest` is null where its content is no part of the index. */
export interface IndexedFile {
  readonly path: string
  /** Modified at 0 where an equal stat would not prove an equal content. */
  readonly stat: Files.FileStat
  readonly digest: string | null
  /** What the next run should know: `Previous.statText` of that stat, and what became of it. */
  readonly left: Previous.PreviousFile
}

export interface Indexed {
  /** Real path. */
  readonly root: string
  readonly graph: Graph
  readonly meta: Snapshot.SnapshotMeta
  readonly passages: Passages | undefined
  readonly overlays: Overlays | undefined
  /** The snapshot's bytes, to be written one behind the other; undefined where the one before is this one. */
  readonly parts: ReadonlyArray<Uint8Array> | undefined
  readonly files: ReadonlyArray<IndexedFile>
  readonly stats: Report.Stats
  /** What the next run should know beside the files. */
  readonly left: Omit<Previous.Previous, "files" | "open">
  /** What the user should know beside the report in `meta`. */
  readonly notes: ReadonlyArray<string>
}

/** What was indexed as what its bytes hold. */
export const snapshotOf = (
  { graph, meta, passages, overlays }: Indexed,
): Snapshot.Snapshot => ({ graph, meta, passages, overlays })

/**
 * Indexes the folder `path`. Writes nothing but facts into the cache.
 *
 * Fails where there is no such folder, it holds no text, or the workers break down; a file that cannot be read is named
 * in the report.
 */
export const indexRepository: (
  path: string,
  options?: Options,
) => Effect.Effect<Indexed, IndexError, Needs> = Effect.fn("indexer.indexRepository")((path, options = {}) =>
  Effect.flatMap(rootOf(path), (root) => indexBy(undefined, root, options)).pipe(
    // As the caller named it.
    Effect.mapError((error) => error._tag === "NothingToIndex" ? new NothingToIndex({ ...error, path }) : error),
  )
)

/** What is at hand for an index, of the one before. */
export interface Kept extends Ways {
  /** The file of a path that is read; the same value as before where all that it says is the same. */
  readonly source: (path: string, language: Language, flags: number, facts: Uint8Array) => Resolve.ResolveFile
  /** The graph of the files, which may go on from that of the ones before. */
  readonly resolve: (input: Resolve.ResolveInput) => Resolve.Resolved
}

/** The steps of an index, with what was kept of the one before, where something was. Which it is changes no byte. */
export const indexBy: (
  kept: Kept | undefined,
  root: string,
  options: Options,
) => Effect.Effect<Indexed, IndexError, Needs> = Effect.fnUntraced(function* (kept, root, options) {
  const report = options.onProgress ?? (() => {})
  report({ phase: "scan", done: 0, total: 0, bytes: 0 })
  let read = yield* Effect.scoped(readFiles(root, options, report, kept))
  if ("previous" in read) {
    const opened = yield* read.previous.open
    if (opened !== undefined) {
      const same = read
      return yield* Effect.sync(() => again(root, same, opened))
    }
    read = (yield* Effect.scoped(readFiles(root, { ...options, force: true }, report, kept))) as Read
  }
  const { files, scan } = read
  if (files.every(({ outcome }) => outcome._tag !== "facts" && outcome._tag !== "listed")) {
    return yield* new NothingToIndex({ path: root, skipped: scan.skipped.length + files.length })
  }
  const whole = read
  const { collect } = yield* Environment
  const resolved = yield* Effect.sync(() => {
    const bytes = sourceBytes(whole)
    report({ phase: "resolve", done: 0, total: files.length, bytes })
    return resolveAll(whole, {
      ...(collect === undefined ? {} : { collect }),
      ...(kept === undefined ? {} : { source: kept.source, resolve: kept.resolve }),
    })
  })
  if (collect !== undefined && LARGE <= files.length) {
    // All that led to the draft is garbage, once the stack has forgotten it.
    yield* Effect.yieldNow()
    collect()
  }
  const embedding = yield* Embedding
  const { graph, passages } = yield* Effect.sync(() => frozen(whole, resolved, embedding, report))
  const { by } = yield* Revectoring
  const found = by === undefined ? passages : yield* by.of(graph, passages, root)
  return yield* Effect.sync(() => build(root, whole, resolved, graph, found))
})

/** The real path of a folder. */
export const rootOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* Files.Files
  const refused = unlisted(path)
  const root = yield* files.realPath(path).pipe(Effect.mapError(refused))
  const stat = yield* files.stat(root).pipe(Effect.mapError(refused))
  if (stat.kind !== "folder") return yield* new NotAFolder({ path })
  return root
})

/** Files from which on what is garbage is worth a look for it. */
const LARGE = 5000

const sourceBytes = ({ files }: Read): number =>
  files.reduce((sum, { file, outcome }) => outcome._tag === "facts" ? sum + file.stat.size : sum, 0)

/** The resolved draft to the graph and its passages: pure. */
const frozen = (
  read: Read,
  { draft }: ReturnType<typeof resolveAll>,
  embedding: EmbeddingShape,
  report: (progress: Progress) => void,
): { readonly graph: Graph; readonly passages: Passages } => {
  const total = read.files.length
  const bytes = sourceBytes(read)
  const graph = Draft.freeze(draft)
  report({ phase: "encode", done: total, total, bytes })
  return { graph, passages: passagesOf(graph, read, embedding) }
}

/** Both to a snapshot: pure. */
const build = (
  root: string,
  read: Read,
  { counts, problems, partly }: ReturnType<typeof resolveAll>,
  graph: Graph,
  passages: Passages,
): Indexed => {
  const { scan, began, files, configs } = read
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
  const told = [
    ...configs.notes,
    ...problems.map(({ path, detail }) => `${path} was read without all its settings: ${detail}`),
  ]
  const overlays = Overlay.run(graph)
  return {
    root,
    graph,
    meta,
    passages,
    overlays,
    parts: Snapshot.encode({ graph, meta, passages, overlays }),
    files: indexedFiles(files, began),
    stats: Report.statsOf(graph, overlays),
    left: { inputs: read.inputs, configs: read.configDigests, notes: told },
    notes: [...read.notes, ...told],
  }
}

/** The passages of all files that have a node. */
const passagesOf = (graph: Graph, { files, passages }: Read, embedding: EmbeddingShape): Passages => {
  const byPath = new Map(files.map(({ file }, i) => [file.path, passages[i]]))
  return Assembly.assemble(graph, (path) => {
    const bytes = byPath.get(path)
    return bytes === undefined ? undefined : PassageBytes.decode(bytes, embedding)
  }, embedding)
}

/** The snapshot of the run before, which says what this one would; only the commit may be another. */
const again = (
  root: string,
  { scan, began, files, previous, ...read }: Unchanged,
  opened: Snapshot.Snapshot,
): Indexed => {
  const same = opened.meta.commit === scan.commit
  const meta = same ? opened.meta : { ...opened.meta, commit: scan.commit }
  // Where differences alone are kept, they are kept of the graph, and overlays are made anew.
  const overlays = Overlay.of(opened.graph, opened.overlays)
  return {
    root,
    graph: opened.graph,
    meta,
    passages: opened.passages,
    overlays,
    parts: same ? undefined : Snapshot.encode({ ...opened, meta, overlays }),
    files: indexedFiles(files, began),
    stats: Report.statsOf(opened.graph, overlays),
    left: { inputs: read.inputs, configs: read.configDigests, notes: previous.notes },
    notes: [...read.notes, ...previous.notes],
  }
}

const indexedFiles = (files: ReadonlyArray<ReadFile>, began: bigint): ReadonlyArray<IndexedFile> =>
  files.map(({ file, outcome }) => {
    const stat = file.stat.changed < began - CLOCK_STEP ? file.stat : { ...file.stat, modified: 0n }
    return {
      path: file.path,
      stat,
      digest: outcome._tag === "facts" || outcome._tag === "listed" ? outcome.digest : null,
      left: { stat: Previous.statText({ ...file, stat }), outcome: Previous.outcomeText(outcome) },
    }
  })

/**
 * A file system's clock moves in steps of some milliseconds. A file that changed so shortly before the scan can change
 * once more and keep its stat: it is kept with a time that no file has, so that its content is compared.
 */
const CLOCK_STEP = 50_000_000n

/** Takes the facts and leaves none behind. */
export const resolveAll = (
  { files, facts, configs }: Pick<Read, "files" | "facts" | "configs">,
  { trace, collect, source = packed, resolve = Resolve.resolve }:
    & Pick<Resolve.ResolveInput, "trace" | "collect">
    & Partial<Pick<Kept, "source" | "resolve">> = {},
) => {
  const sources: Array<Resolve.ResolveFile> = []
  const listed: Array<{ readonly path: string; readonly flags: number }> = []
  let next = 0
  for (const { file: { path }, language, outcome } of files) {
    if (outcome._tag === "listed") listed.push({ path, flags: NODE_FLAGS.unread })
    if (outcome._tag !== "facts" || language === undefined) continue
    const flags = language.testFiles.some((pattern) => pattern.test(path)) ? NODE_FLAGS.test : 0
    sources.push(source(path, language, flags, facts[next++]!))
  }
  facts.length = 0
  const paths = [...sources, ...listed].map(({ path }) => path).sort(Path.compare)
  const project = Project.make(paths, configs)
  const resolved = resolve({
    files: sources,
    listed,
    project,
    ...(trace === undefined ? {} : { trace }),
    ...(collect === undefined ? {} : { collect }),
  })
  const partial = new Set(resolved.partial)
  const partly: Array<Report.Note> = []
  for (const source of sources) {
    if (!partial.has(source.path)) continue
    partly.push({ path: source.path, reason: Report.problemsOf(source.facts) })
    source.letGo?.()
  }
  return { ...resolved, partly, project }
}

/** A file whose facts are kept as the bytes that they came in, and unpacked when somebody asks. */
export const packed: Kept["source"] = (path, language, flags, facts) => new Packed(path, language, flags, facts)

class Packed implements Resolve.ResolveFile {
  readonly path: string
  readonly language: Language
  readonly flags: number
  readonly #bytes: Uint8Array
  #facts: FileFacts | undefined

  constructor(path: string, language: Language, flags: number, bytes: Uint8Array) {
    this.path = path
    this.language = language
    this.flags = flags
    this.#bytes = bytes
  }

  get facts(): FileFacts {
    return this.#facts ??= FactsBytes.open(this.#bytes)
  }

  letGo(): void {
    this.#facts = undefined
  }
}
