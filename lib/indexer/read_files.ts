// The files of a repository with what became of each, and what the contents of those that are read say. What the cache
// had, and what the run before left, changes no byte of what comes out of them.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { all as languages } from "../languages/all.ts"
import { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import type { Language } from "../syntax/language.ts"
import * as Path from "../text/path.ts"
import { type Contents, contentsOf, type Known } from "./contents.ts"
import { Embedding, Revectoring } from "./embedding.ts"
import { type ExtractionFailed, type IndexError, OptionInvalid, unlisted } from "./errors.ts"
import { type Extraction, ExtractionPool } from "./extraction.ts"
import { FactsCache, type FactsCacheShape, NO_CACHE, type OpenFacts } from "./facts_cache.ts"
import { languageFor } from "./language_of.ts"
import * as Previous from "./previous.ts"
import * as Project from "./project.ts"
import type * as Report from "./report.ts"
import * as Scan from "./scan.ts"
import type * as Selection from "./selection.ts"
import * as Texts from "./texts.ts"

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
  /** Which files to read; by default all. */
  readonly selection?: Selection.Selection
  /** Take facts of files that were read before from the cache, and keep those of new ones (default)? */
  readonly cache?: boolean
  /** What the run before left: files that have not changed since are not read. */
  readonly previous?: Previous.Previous
  /** Read and resolve anew even where nothing has changed? Facts of equal contents still come from the cache. */
  readonly force?: boolean
  readonly onProgress?: (progress: Progress) => void
}

export interface ReadFile {
  readonly file: Scan.ScannedFile
  readonly language: Language | undefined
  readonly outcome: Report.Outcome
}

export interface Read extends Contents {
  readonly scan: Scan.Scan
  /** When the scan began, in nanoseconds. */
  readonly began: bigint
  readonly files: ReadonlyArray<ReadFile>
  readonly configs: Project.Configs
  readonly configDigests: ReadonlyMap<string, string>
  /** Names all that a snapshot is made from, save the commit. */
  readonly inputs: string
  /** What the user should know of this run. */
  readonly notes: ReadonlyArray<string>
}

/** All is as in the run before: there is nothing to resolve. */
export interface Unchanged extends Omit<Read, keyof Contents | "configs"> {
  readonly previous: Previous.Previous
}

const MOST_WORKERS = 8

/** Sources that people write stay below; a parser's tree takes some twenty times the size of its file. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024

type Needs = Files.Files | RunGit | Environment | Digest | ExtractionPool | Scope.Scope

/** Most workers that make sense anywhere. */
const HIGHEST_WORKERS = 256

/** Fails with the first number that makes no sense. */
const checked = ({ workers = 1, maxFileBytes = 0 }: Options): Effect.Effect<void, OptionInvalid> =>
  !Number.isInteger(workers) || workers < 1 || HIGHEST_WORKERS < workers
    ? Effect.fail(
      new OptionInvalid({ option: "workers", value: workers, takes: `a whole number from 1 to ${HIGHEST_WORKERS}` }),
    )
    : !Number.isInteger(maxFileBytes) || maxFileBytes < 0
    ? Effect.fail(new OptionInvalid({ option: "maxFileBytes", value: maxFileBytes, takes: "a number of bytes" }))
    : Effect.void

/** Where a reading takes its list of files, its workers and what is known of contents from. */
export interface Ways {
  readonly scan: Effect.Effect<Scan.Scan, Files.PlatformError, Files.Files | RunGit>
  /** Begins to start workers, where none were. */
  readonly workers: Effect.Effect<Extraction, ExtractionFailed>
  readonly cache: Effect.Effect<OpenFacts, never, Scope.Scope>
}

/** The ways of a reading that nothing was kept for: they end with the scope. */
export const ways = Effect.fnUntraced(function* (root: string, options: Options) {
  const cache: FactsCacheShape = options.cache === false ? NO_CACHE : yield* FactsCache
  return {
    scan: Scan.scan(root, options.selection),
    workers: yield* workersOf(root, options),
    cache: cache.open,
  } satisfies Ways
})

/** Scans and reads; workers and cache end with the scope, and the facts with them. */
export const readFiles: (
  root: string,
  options: Options,
  report: (progress: Progress) => void,
  ways?: Ways,
) => Effect.Effect<Read | Unchanged, IndexError, Needs> = Effect.fn("indexer.readFiles")(
  function* (root, options, report, given) {
    yield* checked(options)
    const previous = options.force === true ? undefined : options.previous
    const { scan: list, workers, cache: open } = given ?? (yield* ways(root, options))
    const began = yield* Clock.currentTimeNanos
    // Without a run before most is new: workers start while the scan runs.
    if (previous === undefined) yield* workers
    const scan = yield* Effect.mapError(list, unlisted(root))
    const most = options.maxFileBytes ?? MAX_FILE_BYTES
    const files = scan.files.map((file): Known => {
      const language = languageFor(file.path)
      const known = previous?.files.get(file.path)
      const outcome = most < file.stat.size && language !== undefined
        ? { _tag: "skipped", reason: `larger than ${most} bytes` } as const
        : known !== undefined && known.stat === Previous.statText(file)
        ? Previous.lasting(known.outcome)
        : undefined
      return { file, language, outcome }
    })
    // Configuration counts wherever it lies, also where its file is not selected.
    const configured = [...scan.files, ...scan.unselected]
    const inputsOf = yield* inputsFrom(root, most, scan)
    let configs = previous === undefined ? undefined : Project.sameConfigs(configured, previous, languages)
    let texts: Project.Configs | undefined
    if (configs === undefined) {
      texts = yield* Project.readConfigs(root, configured, languages)
      configs = yield* digestsOf(texts)
    }
    const inputsNow = () => inputsOf(files as ReadonlyArray<ReadFile>, configs!)
    const isSame = () => previous !== undefined && files.every(isKnown) && inputsNow() === previous.inputs
    const unchanged = (): Unchanged => ({
      scan,
      began,
      files: files as ReadonlyArray<ReadFile>,
      inputs: previous!.inputs,
      configDigests: configs!,
      notes: scan.notes,
      previous: previous!,
    })
    if (isSame()) return unchanged()
    const cache = yield* open
    if (previous !== undefined || !cache.empty) yield* lookAtChanged(root, files, previous)
    if (isSame()) return unchanged()
    texts ??= yield* Project.readConfigs(root, configured, languages)
    const contents = yield* contentsOf(workers, cache, files, report)
    const inputs = inputsNow()
    if (inputs === previous?.inputs) return unchanged()
    return {
      scan,
      began,
      files: files as ReadonlyArray<ReadFile>,
      ...contents,
      configs: texts,
      configDigests: configs,
      inputs,
      notes: [...scan.notes, ...cache.notes()],
    } satisfies Read
  },
)

const isKnown = ({ outcome }: Known): boolean => outcome !== undefined

/** Workers that live as long as the scope, once somebody has asked for them. */
export const workersOf = Effect.fnUntraced(function* (root: string, options: Pick<Options, "workers">) {
  const { processors } = yield* Environment
  const pool = yield* ExtractionPool
  const scope = yield* Effect.scope
  const open = Effect.provideService(
    pool.open(root, options.workers ?? Math.min(processors, MOST_WORKERS)),
    Scope.Scope,
    scope,
  )
  return yield* Effect.cached(open)
})

/** No outcome begins so. */
const WANTED = "wanted "

/** The digest of all that a snapshot is made from: the program, the repository's name, files, settings. */
const inputsFrom = Effect.fnUntraced(function* (root: string, most: number, scan: Scan.Scan) {
  const { sha256 } = yield* Digest
  const { build } = yield* Environment
  const { id } = yield* Embedding
  const { by } = yield* Revectoring
  return (files: ReadonlyArray<ReadFile>, configs: ReadonlyMap<string, string>): string => {
    const name = Path.baseOf(root.replaceAll("\\", "/"))
    const rows = files.flatMap(({ file: { path, wanted }, outcome }) => [
      path,
      (wanted === true ? WANTED : "") + Previous.outcomeText(outcome),
    ])
    const text = JSON.stringify([build(), by?.id ?? id, name, most, scan.skipped, rows, [...configs]])
    return sha256(new TextEncoder().encode(text))
  }
})

const digestsOf = Effect.fnUntraced(function* ({ texts }: Project.Configs) {
  const digest = yield* Digest
  return new Map([...texts].map(([path, text]) => [path, Project.digestOf(text, digest)]))
})

/**
 * Finds what becomes of files that may have changed without reading them as a language: sources by their digest, others
 * by their head and their digest. What must be extracted to be known stays open.
 */
const lookAtChanged = Effect.fnUntraced(function* (
  root: string,
  known: ReadonlyArray<Known>,
  previous: Previous.Previous | undefined,
) {
  const files = yield* Files.Files
  const { sha256 } = yield* Digest
  for (const it of known) {
    const { path, stat } = it.file
    if (it.outcome !== undefined || (it.language === undefined && Texts.LARGEST < stat.size)) continue
    const bytes = yield* Effect.either(files.read(`${root}/${path}`))
    // Workers say why it cannot be read.
    if (bytes._tag === "Left") continue
    if (it.language === undefined) {
      it.outcome = Texts.judge(path, bytes.right, sha256)
      continue
    }
    it.digest = sha256(bytes.right)
    const before = previous?.files.get(path)
    if (
      before !== undefined && Previous.digestOf(before.outcome) === it.digest &&
      Previous.isAsWanted(before.stat, it.file)
    ) {
      it.outcome = { _tag: "facts", digest: it.digest }
    }
  }
})
