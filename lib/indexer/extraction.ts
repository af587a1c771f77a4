// The pool of workers as the indexer sees it, and the words that it and its workers exchange. A worker reads files by
// itself and sends back one buffer a batch; what comes back depends on the files alone, never on who read them when.

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { StaticTable } from "../search/static_table.ts"
import type { ExtractionFailed } from "./errors.ts"

/** What became of one file. */
export type Extracted =
  /**
   * Encoded facts of a file of a built language and its passages (search/passage_bytes.ts); `digest` is the SHA-256 of its
   * content, in hex.
   */
  | { readonly _tag: "facts"; readonly bytes: Uint8Array; readonly digest: string; readonly passages: Uint8Array }
  /** A text file of no built language; it has passages where its content was read, else no digest. */
  | { readonly _tag: "listed"; readonly digest: string | null; readonly passages?: Uint8Array }
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
  /** Facts of a content that was read before: where the file has it, it is cut by them and not parsed. */
  readonly known?: Known
}

export interface Known {
  readonly digest: string
  readonly facts: Uint8Array
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
  /** What it makes vectors with, memory that all workers share, or why there is none. */
  readonly model?: StaticTable | { readonly unusable: string }
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
  /** By path; absent where nothing is known. */
  readonly known?: ReadonlyMap<string, Known>
}

/** The work of reading `sources`, which have these numbers. */
export const batchOf = (
  numbers: ReadonlyArray<number>,
  sources: ReadonlyArray<Pick<Source, "path" | "wanted" | "known">>,
): Batch => {
  const wanted = sources.flatMap(({ path, wanted }) => wanted === true ? [path] : [])
  const known = sources.flatMap(({ path, known }) => known === undefined ? [] : [[path, known] as const])
  return {
    numbers,
    paths: sources.map(({ path }) => path),
    ...(wanted.length === 0 ? {} : { wanted }),
    ...(known.length === 0 ? {} : { known: new Map(known) }),
  }
}

/** A worker's answer to a batch, rows in the batch's order. What it made lies in `buffer`, which is handed over, not copied. */
export interface BatchDone {
  readonly numbers: ReadonlyArray<number>
  readonly buffer: ArrayBuffer
  readonly rows: ReadonlyArray<BatchRow>
  /** Bytes of the parser's memory, which grows with the largest file and never shrinks. */
  readonly heap?: number
}

/** Where something lies in the buffer of an answer. */
export interface Span {
  readonly offset: number
  readonly length: number
}

export type BatchRow =
  | { readonly _tag: "facts"; readonly facts: Span; readonly digest: string; readonly passages: Span }
  | { readonly _tag: "listed"; readonly digest: string | null; readonly passages?: Span }
  | Exclude<Extracted, { readonly _tag: "facts" | "listed" }>

const spansOf = (row: BatchRow): ReadonlyArray<Span> =>
  row._tag === "facts"
    ? [row.facts, row.passages]
    : row._tag === "listed" && row.passages !== undefined
    ? [row.passages]
    : []

/** Does all that a row speaks of lie in the buffer? */
export const fits = (row: BatchRow, { byteLength }: ArrayBuffer): boolean =>
  spansOf(row).every(({ offset, length }) => offset + length <= byteLength)

/** What a row says of its file, over the buffer. */
export const extractedOf = (row: BatchRow, buffer: ArrayBuffer): Extracted => {
  const over = ({ offset, length }: Span) => new Uint8Array(buffer, offset, length)
  if (row._tag === "facts") {
    return { _tag: "facts", bytes: over(row.facts), digest: row.digest, passages: over(row.passages) }
  }
  if (row._tag !== "listed") return row
  const { passages, ...listed } = row
  return passages === undefined ? listed : { ...listed, passages: over(passages) }
}

/** What rows speak of, put one behind the other, each from a multiple of 8 on. */
export class Packing {
  readonly #made: Array<Uint8Array> = []
  #length = 0

  /** Adds bytes and says where they will lie. */
  add(bytes: Uint8Array): Span {
    this.#made.push(bytes)
    const offset = this.#length
    this.#length += (bytes.length + 7) & ~7
    return { offset, length: bytes.length }
  }

  /** All that was added, copied once. */
  buffer(): ArrayBuffer {
    const buffer = new ArrayBuffer(this.#length)
    const all = new Uint8Array(buffer)
    let offset = 0
    for (const bytes of this.#made) {
      all.set(bytes, offset)
      offset += (bytes.length + 7) & ~7
    }
    return buffer
  }
}

/** The same as a row and the bytes that it speaks of, to be sent on. */
export const packedOf = (extracted: Extracted): { readonly row: BatchRow; readonly bytes: Uint8Array } => {
  const packing = new Packing()
  const row = rowOf(extracted, (bytes) => packing.add(bytes))
  return { row, bytes: new Uint8Array(packing.buffer()) }
}

const rowOf = (extracted: Extracted, span: (bytes: Uint8Array) => Span): BatchRow => {
  if (extracted._tag === "facts") {
    const { bytes, digest, passages } = extracted
    return { _tag: "facts", facts: span(bytes), digest, passages: span(passages) }
  }
  if (extracted._tag !== "listed") return extracted
  const { passages, ...listed } = extracted
  return passages === undefined ? listed : { ...listed, passages: span(passages) }
}

/** A worker that cannot go on says why before it ends. */
export interface WorkerFailed {
  readonly failed: string
  /** It could not make itself ready: no file is to blame. */
  readonly unready?: true
}
