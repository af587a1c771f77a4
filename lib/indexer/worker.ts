// What a worker does with a batch: read, decode, parse, extract, encode. Pure but for the machine it is given; the entry
// that listens to messages is platform's.

import type * as Ts from "web-tree-sitter"
import * as Extract from "../syntax/extract.ts"
import * as FactsBytes from "../syntax/facts_bytes.ts"
import { Grammar } from "../syntax/grammar.ts"
import * as Decode from "../text/decode.ts"
import { type Batch, type BatchDone, type BatchRow, NOTHING, type WorkerStart } from "./extraction.ts"
import { languageFor } from "./language_of.ts"
import * as Shape from "./shape.ts"

/** A grammar that the machine has loaded, with a parser that nobody else uses. */
export interface LoadedGrammar {
  readonly language: Ts.Language
  readonly parser: Ts.Parser
  /** The parser core's own module. */
  readonly module: unknown
}

/** What a worker needs of the machine it runs on. Paths are absolute. */
export interface WorkerMachine {
  /** The whole file, or its first `most` bytes; a failure gives the system's code. */
  readonly read: (path: string, most?: number) => Uint8Array | string
  /** SHA-256 in hex. */
  readonly digest: (bytes: Uint8Array) => string
  /** A grammar by the name of its wasm file; loaded when first asked for. */
  readonly grammar: (file: string) => Promise<LoadedGrammar>
  /** Bytes of the parser's memory. */
  readonly heap?: () => number
  /** Is told the path of each file before it is read, and undefined when there is none. */
  readonly reading?: (path: string | undefined) => void
}

/** A grammar could not be loaded: this worker cannot do its work. */
export class Unready extends Error {}

/** How much of a file of no built language is looked at to tell text from binary. */
export const HEAD = 8192

/** A worker's function from batch to answer. Grammars are loaded before a batch's first file, and only those it needs. */
export const serve = (machine: WorkerMachine, { root, inFlight, slot }: WorkerStart) => {
  const grammars = new Map<string, Grammar>()
  return async (batch: Batch): Promise<BatchDone> => {
    for (const path of batch.paths) {
      const language = languageFor(path)
      if (language === undefined) continue
      const file = language.grammarFor(path)
      if (grammars.has(file)) continue
      const loaded = await machine.grammar(file).catch((cause: unknown) => {
        throw new Unready(cause instanceof Error ? cause.message : String(cause))
      })
      grammars.set(file, Grammar.make(loaded.language, loaded.parser, language.roles, loaded.module))
    }
    const encoded: Array<Uint8Array> = []
    const rows: Array<BatchRow> = []
    let offset = 0
    for (let i = 0; i < batch.paths.length; i++) {
      Atomics.store(inFlight, slot, batch.numbers[i]!)
      const path = batch.paths[i]!
      machine.reading?.(path)
      const row = one(machine, grammars, root, path, batch.wanted?.includes(path) === true)
      if (row._tag === "encoded") {
        rows.push({ _tag: "facts", offset, length: row.bytes.length, digest: row.digest })
        encoded.push(row.bytes)
        offset += (row.bytes.length + 7) & ~7
      } else rows.push(row)
    }
    const buffer = new ArrayBuffer(offset)
    const all = new Uint8Array(buffer)
    offset = 0
    for (const bytes of encoded) {
      all.set(bytes, offset)
      offset += (bytes.length + 7) & ~7
    }
    Atomics.store(inFlight, slot, NOTHING)
    machine.reading?.(undefined)
    return { numbers: batch.numbers, buffer, rows, heap: machine.heap?.() ?? 0 }
  }
}

type Outcome =
  | { readonly _tag: "encoded"; readonly bytes: Uint8Array; readonly digest: string }
  | Exclude<BatchRow, { readonly _tag: "facts" }>

const one = (
  machine: WorkerMachine,
  grammars: ReadonlyMap<string, Grammar>,
  root: string,
  path: string,
  wanted: boolean,
): Outcome => {
  const language = languageFor(path)
  const bytes = machine.read(`${root}/${path}`, language === undefined ? HEAD : undefined)
  if (typeof bytes === "string") return { _tag: "unreadable", code: bytes }
  const decoded = Decode.decode(bytes)
  if (language === undefined) return Shape.listing(path, decoded)
  if (decoded._tag === "binary") return { _tag: "binary" }
  const reason = Shape.ofSource(decoded.text, wanted)
  if (reason !== undefined) return { _tag: "skipped", reason }
  const facts = Extract.extract(grammars.get(language.grammarFor(path))!, decoded.text)
  return { _tag: "encoded", bytes: FactsBytes.encode(facts), digest: machine.digest(bytes) }
}
