// The pool of workers as the indexer sees it, and the words that it and its workers exchange. A worker reads files by
// itself and sends back one buffer a batch; what comes back depends on the files alone, never on who read them when.

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ExtractionFailed } from "./errors.ts"

/** What became of one file. */
export type Extracted =
  /** Encoded facts of a file of a built language; `digest` is the SHA-256 of its content, in hex. */
  | { readonly _tag: "facts"; readonly bytes: Uint8Array; readonly digest: string }
  /** A text file of no built language. */
  | { readonly _tag: "listed" }
  | { readonly _tag: "binary" }
  | { readonly _tag: "skipped"; readonly reason: string }
  | { readonly _tag: "unreadable"; readonly code: string }
  /** Whoever read it broke down on it, twice; `reason` is one of `FAILURES`, `detail` what the machine said. */
  | { readonly _tag: "failed"; readonly reason: string; readonly detail: string }

/** How a reader comes to its end on a file, in words: they stand in the snapshot, so they do not depend on the machine. */
export const FAILURES = {
  time: "reading it took too long",
  memory: "reading it took too much memory",
  broke: "the reader broke down on it",
  ended: "the process that read it ended",
} as const

export type Failure = keyof typeof FAILURES

/** A file to extract, with its size for sharing out the work. */
export interface Source {
  readonly path: string
  readonly size: number
  /** It is read whatever it looks like. */
  readonly wanted?: true
  /** The wasm file that it will be parsed with: known beforehand, so that all workers share one compiled module. */
  readonly grammar?: string
}

export interface ExtractionProgress {
  /** Files and bytes that are done. */
  readonly files: number
  readonly bytes: number
}

/** A pool at work on one root. */
export interface Extraction {
  /**
   * One answer a source, in the sources' order. Interrupting it stops the workers.
   *
   * @param onAnswer Sees each answer as soon as it is there and says what is given back in its place.
   */
  readonly extract: (
    sources: ReadonlyArray<Source>,
    onProgress: (progress: ExtractionProgress) => void,
    onAnswer?: (number: number, answer: Extracted) => Extracted,
  ) => Effect.Effect<ReadonlyArray<Extracted>, ExtractionFailed>
}

export class ExtractionPool extends Context.Tag("indexer/ExtractionPool")<ExtractionPool, {
  /** Begins to start workers, at most `workers`; they end with the scope. */
  readonly open: (root: string, workers: number) => Effect.Effect<Extraction, ExtractionFailed, Scope.Scope>
}>() {}

/**
 * Folder in which a run notes what it reads, for the next one to find out what ended it; without a layer nothing is
 * noted, and a file that takes the whole process with it will do so again.
 */
export class Journals extends Context.Reference<Journals>()("indexer/Journals", {
  defaultValue: (): { readonly folder: string | undefined } => ({ folder: undefined }),
}) {
  /** In a folder of its own, which may not exist yet. */
  static readonly at = (folder: string): Layer.Layer<never> => Layer.succeed(Journals, { folder })
}

/** In `inFlight`: the worker has nothing to read; it has not read anything yet. */
export const NOTHING = -1
export const UNBEGUN = -2

/** What a worker is told when it starts. */
export interface WorkerStart {
  readonly root: string
  /** Shared: the worker writes the number of the source it is reading into `inFlight[slot]`, else `NOTHING`. */
  readonly inFlight: Int32Array
  readonly slot: number
  /** File in which it notes the path that it reads, and the record that is its own. */
  readonly journal?: { readonly path: string; readonly record: number }
}

/** Compiled modules by the names of their wasm files, for all later batches. */
export interface SharedModules {
  readonly modules: ReadonlyArray<readonly [file: string, module: object]>
}

/** Work for a worker: `paths[i]` is source number `numbers[i]`. */
export interface Batch {
  readonly numbers: ReadonlyArray<number>
  readonly paths: ReadonlyArray<string>
  /** Those of the paths that are read whatever they look like; absent where there are none. */
  readonly wanted?: ReadonlyArray<string>
}

/** The work of reading `sources`, which have these numbers. */
export const batchOf = (
  numbers: ReadonlyArray<number>,
  sources: ReadonlyArray<Pick<Source, "path" | "wanted">>,
): Batch => {
  const wanted = sources.flatMap(({ path, wanted }) => wanted === true ? [path] : [])
  return { numbers, paths: sources.map(({ path }) => path), ...(wanted.length === 0 ? {} : { wanted }) }
}

/** A worker's answer to a batch, rows in the batch's order. Facts lie in `buffer`, which is handed over, not copied. */
export interface BatchDone {
  readonly numbers: ReadonlyArray<number>
  readonly buffer: ArrayBuffer
  readonly rows: ReadonlyArray<BatchRow>
  /** Bytes of the parser's memory, which grows with the largest file and never shrinks. */
  readonly heap?: number
}

export type BatchRow =
  | { readonly _tag: "facts"; readonly offset: number; readonly length: number; readonly digest: string }
  | Exclude<Extracted, { readonly _tag: "facts" }>

/** A worker that cannot go on says why before it ends. */
export interface WorkerFailed {
  readonly failed: string
  /** It could not make itself ready: no file is to blame. */
  readonly unready?: true
}
