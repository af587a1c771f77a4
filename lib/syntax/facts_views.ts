// Facts of one file as they go from thread to thread: columns as they lie in memory, so that the receiver makes views and
// copies nothing, and as they are kept in the cache, from where they are read in place.
//
// Layout: length of the text, counts (lines, strings, bytes of strings, rows of every table), the columns of every table
// in `TABLES`' order, line starts, lengths of strings in UTF-16 units, and all strings as UTF-8; each from a multiple of 8.

import * as Columns from "../graph/columns.ts"
import { BODY_TABLES, type FileFacts, INTERFACE_TABLES } from "./facts.ts"

const TABLES: Readonly<Record<string, Columns.Shape>> = { ...INTERFACE_TABLES, ...BODY_TABLES }
const NAMES = Object.keys(TABLES)

const LENGTH = 0
const LINES = 1
const STRINGS = 2
const BLOB = 3
const ROWS = 4

const pad = (size: number): number => (size + 7) & ~7

const HEADER = pad((ROWS + NAMES.length) * 4)

/** Names this layout: another number whenever a table or column is another. */
export const LAYOUT: number = (() => {
  const text = JSON.stringify([1, TABLES])
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
})()

type AnyTable = Columns.Table<Columns.Shape>

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** The bytes of `facts`, in a buffer of their own. O(bytes). */
export const encode = (facts: FileFacts): Uint8Array => {
  const tables = facts as unknown as Readonly<Record<string, AnyTable>>
  const { strings, lineStarts } = facts
  const blob = encoder.encode(strings.join(""))
  let size = HEADER + pad(lineStarts.length * 4) + pad(strings.length * 4) + blob.length
  for (const name of NAMES) size += Columns.sizeOf(TABLES[name]!, tables[name]!.rows)
  const bytes = new Uint8Array(size)
  const header = new Uint32Array(bytes.buffer, 0, HEADER / 4)
  header[LENGTH] = facts.length
  header[LINES] = lineStarts.length
  header[STRINGS] = strings.length
  header[BLOB] = blob.length
  let offset = HEADER
  for (let i = 0; i < NAMES.length; i++) {
    const table = tables[NAMES[i]!]!
    header[ROWS + i] = table.rows
    if (table.rows !== 0) offset = Columns.write(TABLES[NAMES[i]!]!, table, table.rows, bytes, offset)
  }
  new Uint32Array(bytes.buffer, offset, lineStarts.length).set(lineStarts)
  offset += pad(lineStarts.length * 4)
  const lengths = new Uint32Array(bytes.buffer, offset, strings.length)
  for (let i = 0; i < strings.length; i++) lengths[i] = strings[i]!.length
  offset += pad(strings.length * 4)
  bytes.set(blob, offset)
  return bytes
}

/** Have these bytes the length that their own counts call for? O(tables). */
export const isWhole = (bytes: Uint8Array): boolean => {
  if (bytes.length < HEADER) return false
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER / 4)
  let size = HEADER + pad(header[LINES]! * 4) + pad(header[STRINGS]! * 4) + header[BLOB]!
  for (let i = 0; i < NAMES.length; i++) size += Columns.sizeOf(TABLES[NAMES[i]!]!, header[ROWS + i]!)
  return size === bytes.length
}

/** Most files whose strings are kept as strings: they weigh as much as all else that is made for a file. */
const MOST_DECODED = 4096

/** Strings by the facts that they belong to, those made first before the others. */
const decoded = new Map<Facts, ReadonlyArray<string>>()

/** Tables over the bytes; strings are made when they are asked for and can be made again. */
class Facts {
  readonly length: number
  readonly lineStarts: Uint32Array
  readonly #bytes: Uint8Array
  /** Where lengths of strings begin. */
  readonly #lengths: number

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset } = bytes
    const header = new Uint32Array(buffer, byteOffset, HEADER / 4)
    this.length = header[LENGTH]!
    let offset = HEADER
    const tables = this as unknown as Record<string, AnyTable>
    for (let i = 0; i < NAMES.length; i++) {
      const name = NAMES[i]!
      const rows = header[ROWS + i]!
      // Half of a file's tables have no rows: one such table serves all.
      tables[name] = rows === 0 ? EMPTY[name]! : Columns.view(TABLES[name]!, rows, bytes, offset)
      offset += Columns.sizeOf(TABLES[name]!, rows)
    }
    const lines = header[LINES]!
    this.lineStarts = new Uint32Array(buffer, byteOffset + offset, lines)
    this.#bytes = bytes
    this.#lengths = offset + pad(lines * 4)
  }

  get strings(): ReadonlyArray<string> {
    let strings = decoded.get(this)
    if (strings === undefined) {
      strings = this.#decode()
      if (MOST_DECODED <= decoded.size) decoded.delete(decoded.keys().next().value!)
      decoded.set(this, strings)
    }
    return strings
  }

  #decode(): ReadonlyArray<string> {
    const bytes = this.#bytes
    const { buffer, byteOffset } = bytes
    const header = new Uint32Array(buffer, byteOffset, HEADER / 4)
    const count = header[STRINGS]!
    const lengths = new Uint32Array(buffer, byteOffset + this.#lengths, count)
    const offset = this.#lengths + pad(count * 4)
    const all = decoder.decode(bytes.subarray(offset, offset + header[BLOB]!))
    const strings: Array<string> = new Array(count)
    let start = 0
    for (let i = 0; i < count; i++) strings[i] = all.slice(start, start += lengths[i]!)
    return strings
  }
}

const EMPTY: Readonly<Record<string, AnyTable>> = Object.fromEntries(
  NAMES.map((name) => [name, Columns.zeros(TABLES[name]!, 0)]),
)

/** Facts over `bytes`, which start at a multiple of 8 of their buffer and are not changed afterwards. */
export const view = (bytes: Uint8Array): FileFacts => new Facts(bytes) as unknown as FileFacts

/** Lets go of strings that were made, when no more will be asked for. */
export const forget = (): void => decoded.clear()
