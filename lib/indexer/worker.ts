// What a worker does with a batch: read, decode, parse, extract, cut, encode. Pure but for the machine it is given; the
// entry that listens to messages is platform's.

import type * as Ts from "web-tree-sitter"
import type { Embedder } from "../search/embedder.ts"
import * as PassageBytes from "../search/passage_bytes.ts"
import * as Passages from "../search/passages.ts"
import { unitsOf } from "../search/units.ts"
import * as Extract from "../syntax/extract.ts"
import type { FileFacts } from "../syntax/facts.ts"
import * as FactsBytes from "../syntax/facts_bytes.ts"
import { Grammar } from "../syntax/grammar.ts"
import * as Decode from "../text/decode.ts"
import * as Secrets from "../text/secrets.ts"
import {
  type Batch,
  type BatchDone,
  type BatchRow,
  type Known,
  NOTHING,
  Packing,
  type WorkerStart,
} from "./extraction.ts"
import { NO_VECTORS } from "./embedding.ts"
import { languageFor } from "./language_of.ts"
import * as Shape from "./shape.ts"
import * as Texts from "./texts.ts"

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
  /** What makes vectors of passages, asked for once; without it they have none. */
  readonly embedder?: () => Promise<Embedder>
  /** Bytes of the parser's memory. */
  readonly heap?: () => number
  /** Is told the path of each file before it is read, and undefined when there is none. */
  readonly reading?: (path: string | undefined) => void
}

/** A grammar or the embedder could not be loaded: this worker cannot do its work. */
export class Unready extends Error {}

const unready = (cause: unknown): never => {
  throw new Unready(cause instanceof Error ? cause.message : String(cause))
}

/** A worker's function from batch to answer. Grammars are loaded before a batch's first file, and only those it needs. */
export const serve = (machine: WorkerMachine, { root, inFlight, slot }: WorkerStart) => {
  const grammars = new Map<string, Grammar>()
  let embedder: Embedder | undefined
  return async (batch: Batch): Promise<BatchDone> => {
    embedder ??= await machine.embedder?.().catch(unready)
    for (const path of batch.paths) {
      const language = languageFor(path)
      if (language === undefined) continue
      const file = language.grammarFor(path)
      if (grammars.has(file)) continue
      const loaded = await machine.grammar(file).catch(unready)
      grammars.set(file, Grammar.make(loaded.language, loaded.parser, language.roles, loaded.module))
    }
    const reader = { machine, grammars, root, embedder }
    const packing = new Packing()
    const rows: Array<BatchRow> = []
    for (let i = 0; i < batch.paths.length; i++) {
      Atomics.store(inFlight, slot, batch.numbers[i]!)
      const path = batch.paths[i]!
      machine.reading?.(path)
      rows.push(one(reader, path, batch.wanted?.includes(path) === true, batch.known?.get(path), packing))
    }
    const buffer = packing.buffer()
    Atomics.store(inFlight, slot, NOTHING)
    machine.reading?.(undefined)
    return { numbers: batch.numbers, buffer, rows, heap: machine.heap?.() ?? 0 }
  }
}

/** What a file is read with. */
interface With {
  readonly machine: WorkerMachine
  readonly grammars: ReadonlyMap<string, Grammar>
  readonly root: string
  readonly embedder: Embedder | undefined
}

/** As much of a file of no built language as tells what becomes of it: its head where that is no text, else all, or too much. */
const textOf = (machine: WorkerMachine, root: string, path: string): Uint8Array | string => {
  const head = machine.read(`${root}/${path}`, Texts.HEAD)
  return typeof head === "string" || head.length < Texts.HEAD || Texts.isBinary(head)
    ? head
    : machine.read(`${root}/${path}`, Texts.LARGEST + 1)
}

const one = (
  { machine, grammars, root, embedder }: With,
  path: string,
  wanted: boolean,
  known: Known | undefined,
  packing: Packing,
): BatchRow => {
  const language = languageFor(path)
  if (language === undefined) {
    const bytes = textOf(machine, root, path)
    if (typeof bytes === "string") return { _tag: "unreadable", code: bytes }
    const judged = Texts.judge(path, bytes, machine.digest)
    if (judged._tag !== "listed" || judged.digest === null) return judged
    const passages = Passages.ofText(path, Texts.wordsOf(bytes), embedder)
    return { ...judged, passages: packing.add(PassageBytes.encode(passages, [], embedder ?? NO_VECTORS)) }
  }
  const bytes = machine.read(`${root}/${path}`)
  if (typeof bytes === "string") return { _tag: "unreadable", code: bytes }
  const decoded = Decode.decode(bytes)
  if (decoded._tag === "binary") return { _tag: "binary" }
  const reason = Shape.ofSource(decoded.text, wanted)
  if (reason !== undefined) return { _tag: "skipped", reason }
  const digest = machine.digest(bytes)
  // comments and values that a definition is told with come out of the facts
  const text = Secrets.withoutKeys(decoded.text)
  const isKnown = known?.digest === digest
  const facts: FileFacts = isKnown
    ? FactsBytes.decode(known.facts)
    : Extract.extract(grammars.get(language.grammarFor(path))!, text)
  const units = unitsOf(facts)
  const passages = Passages.ofSource(text, units, embedder)
  return {
    _tag: "facts",
    facts: packing.add(isKnown ? known.facts : FactsBytes.encode(facts)),
    digest,
    passages: packing.add(PassageBytes.encode(passages, units, embedder ?? NO_VECTORS)),
  }
}
