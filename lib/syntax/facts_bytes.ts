// Facts of one file as one run of bytes and back. Tables are written as columns, so that reading makes views and copies
// nothing; a table without rows takes four bytes. The layout: version, text length, the row count of every table in
// `TABLES`' order, counts of lines, strings and string bytes; then the tables, line starts, string ends and the strings as
// UTF-8, each at a multiple of 8.

import * as Columns from "../graph/columns.ts"
import { BODY_TABLES, type FileFacts, INTERFACE_TABLES } from "./facts.ts"

/** Raised with every change of the layout or of a table. */
const VERSION = 1

const TABLES: Readonly<Record<string, Columns.Shape>> = { ...INTERFACE_TABLES, ...BODY_TABLES }
const NAMES = Object.keys(TABLES)

const VERSION_WORD = 0
const LENGTH_WORD = 1
const ROWS_WORD = 2
const LINES_WORD = ROWS_WORD + NAMES.length
const STRINGS_WORD = LINES_WORD + 1
const BLOB_WORD = STRINGS_WORD + 1
const HEADER = ((BLOB_WORD + 1) * 4 + 7) & ~7

const pad = (size: number): number => (size + 7) & ~7

type AnyTable = Columns.Table<Columns.Shape>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The bytes of `facts`, in a buffer of its own that can be handed to another thread. O(bytes). */
export const encode = (facts: FileFacts): Uint8Array => {
  const tables = facts as unknown as Readonly<Record<string, AnyTable>>
  const { strings, lineStarts } = facts
  const blob = encoder.encode(strings.join(""))
  const ends = new Uint32Array(strings.length)
  const ascii = blob.length === strings.reduce((sum, it) => sum + it.length, 0)
  let end = 0
  for (let i = 0; i < strings.length; i++) {
    end += ascii ? strings[i]!.length : encoder.encode(strings[i]).length
    ends[i] = end
  }
  let size = HEADER
  for (const name of NAMES) size += Columns.sizeOf(TABLES[name]!, tables[name]!.rows)
  size += pad(lineStarts.length * 4) + pad(ends.length * 4) + blob.length
  const bytes = new Uint8Array(size)
  const header = new Uint32Array(bytes.buffer, 0, HEADER / 4)
  header[VERSION_WORD] = VERSION
  header[LENGTH_WORD] = facts.length
  header[LINES_WORD] = lineStarts.length
  header[STRINGS_WORD] = ends.length
  header[BLOB_WORD] = blob.length
  let offset = HEADER
  for (let i = 0; i < NAMES.length; i++) {
    const name = NAMES[i]!
    const table = tables[name]!
    header[ROWS_WORD + i] = table.rows
    offset = Columns.write(TABLES[name]!, table, table.rows, bytes, offset)
  }
  offset = words(lineStarts, bytes, offset)
  offset = words(ends, bytes, offset)
  bytes.set(blob, offset)
  return bytes
}

const words = (from: Uint32Array, bytes: Uint8Array, offset: number): number => {
  bytes.set(new Uint8Array(from.buffer, from.byteOffset, from.length * 4), offset)
  return offset + pad(from.length * 4)
}

/** Facts over `bytes`, which start at a multiple of 8 of their buffer and are not changed afterwards. */
export const decode = (bytes: Uint8Array): FileFacts => {
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER / 4)
  if (header[VERSION_WORD] !== VERSION) throw new RangeError(`facts of version ${header[VERSION_WORD]}, not ${VERSION}`)
  const facts: Record<string, unknown> = { length: header[LENGTH_WORD] }
  let offset = HEADER
  for (let i = 0; i < NAMES.length; i++) {
    const name = NAMES[i]!
    const rows = header[ROWS_WORD + i]!
    facts[name] = Columns.view(TABLES[name]!, rows, bytes, offset)
    offset += Columns.sizeOf(TABLES[name]!, rows)
  }
  const lines = header[LINES_WORD]!
  facts["lineStarts"] = new Uint32Array(bytes.buffer, bytes.byteOffset + offset, lines)
  offset += pad(lines * 4)
  const count = header[STRINGS_WORD]!
  const ends = new Uint32Array(bytes.buffer, bytes.byteOffset + offset, count)
  offset += pad(count * 4)
  facts["strings"] = stringsOf(bytes.subarray(offset, offset + header[BLOB_WORD]!), ends)
  return facts as unknown as FileFacts
}

const stringsOf = (blob: Uint8Array, ends: Uint32Array): ReadonlyArray<string> => {
  const all = decoder.decode(blob)
  const strings: Array<string> = new Array(ends.length)
  // where every letter is one byte, one decoding serves all
  const ascii = all.length === blob.length
  let start = 0
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!
    strings[i] = ascii ? all.slice(start, end) : decoder.decode(blob.subarray(start, end))
    start = end
  }
  return strings
}
