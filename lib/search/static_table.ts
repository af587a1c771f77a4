// Embeddings by table: each word or piece of a word is a row, a text is the weighted sum of its rows. No word order, no
// network, microseconds a text. The file is `SEMB`, then as 32-bit numbers version, rows, dimensions and bytes of the
// vocabulary; the vocabulary with a line end between words, padded to 4; a float scale a row; the rows as signed bytes.
//
// In memory it is the file as it is, behind it where each word begins and a hash table over the words' bytes: one shared
// buffer of 9.5 MB, which threads hand to one another.

import * as Either from "effect/Either"
import { type Embedder, type Fields, ModelUnusable } from "./embedder.ts"

/** What a thread hands to another one; every part of it can be sent as a message. */
export interface StaticTable {
  readonly id: string
  readonly rows: number
  readonly dims: number
  readonly buffer: SharedArrayBuffer
}

const MAGIC = 0x424d4553
const VERSION = 1
const HEADER = 20
const LINE_END = 10
const HASH = 35

/** Where the parts of the buffer begin, in bytes. */
interface Layout {
  readonly rows: number
  readonly dims: number
  readonly scales: number
  readonly values: number
  /** `rows + 1` offsets of words, each one past the line end before. */
  readonly starts: number
  readonly slots: number
  readonly slotCount: number
  readonly bytes: number
}

const layoutOf = (rows: number, dims: number, vocabulary: number): Layout => {
  const scales = HEADER + vocabulary + (4 - vocabulary % 4) % 4
  const values = scales + rows * 4
  const starts = values + rows * dims
  const slots = starts + (rows + 1) * 4
  let slotCount = 1
  // Half of them stay empty, so that a word that is not there is mostly known by the first look.
  while (slotCount < rows * 1.8) slotCount *= 2
  return { rows, dims, scales, values, starts, slots, slotCount, bytes: slots + slotCount * 4 }
}

/** FNV-1a, a byte at a time. */
const SEED = 0x811c9dc5
const mixed = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193)
const slotOf = (hash: number, mask: number): number => (hash ^ hash >>> 15) & mask

/** @param file As it lies on disk. @param id What its vectors are known by. Fails where it is no such table. */
export const read = (file: Uint8Array, id: string): Either.Either<StaticTable, ModelUnusable> => {
  const refuse = (reason: string) => Either.left(new ModelUnusable({ model: id, reason }))
  const head = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < HEADER || head.getUint32(0, true) !== MAGIC) return refuse("it is no table of embeddings")
  const version = head.getUint32(4, true)
  if (version !== VERSION) return refuse(`its format is version ${version}, which is not known`)
  const [rows, dims, vocabulary] = [head.getUint32(8, true), head.getUint32(12, true), head.getUint32(16, true)]
  const layout = layoutOf(rows, dims, vocabulary)
  // Columns of 4 bytes begin behind the rows: a width that is no multiple of 4 would leave them unaligned.
  if (dims === 0 || dims % 4 !== 0 || layout.starts !== file.length) return refuse("it is cut or damaged")
  const buffer = new SharedArrayBuffer(layout.bytes)
  const bytes = new Uint8Array(buffer)
  bytes.set(file)
  const starts = new Uint32Array(buffer, layout.starts, rows + 1)
  const slots = new Uint32Array(buffer, layout.slots, layout.slotCount)
  const mask = layout.slotCount - 1
  const end = HEADER + vocabulary
  let at = HEADER
  for (let row = 0; row < rows; row++) {
    starts[row] = at
    let hash = SEED
    for (; at < end && bytes[at] !== LINE_END; at++) hash = mixed(hash, bytes[at]!)
    if (at === starts[row]) return refuse("its vocabulary has fewer words than rows")
    let slot = slotOf(hash, mask)
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = row + 1
    at++
  }
  starts[rows] = at
  return Either.right({ id, rows, dims, buffer })
}

/** Longer runs of letters or digits are data, not words. */
const LONGEST_WORD = 64

/** The comment's first sentence, as far as it counts. */
const DOC_WORDS = 30

/** Body words that count, and how much. */
const BODY_WORDS = 24
const BODY_WEIGHT = 0.5
const NAME_WEIGHT = 2

const PATH_SEGMENTS = 3

const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3

const CLASSES = new Uint8Array(128)
for (let i = 0; i < 26; i++) {
  CLASSES[97 + i] = LOWER
  CLASSES[65 + i] = UPPER
}
for (let i = 0; i < 10; i++) CLASSES[48 + i] = DIGIT

// deno-lint-ignore no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/

/** Letters without their accents; what is of no Latin script stays and is no word of the table. */
const plain = (text: string): string => NOT_ASCII.test(text) ? text.normalize("NFD").replace(/\p{M}+/gu, "") : text

/** Looks words up in a table and gives their rows; the scratch space makes it one thread's own. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array
  readonly #slots: Uint32Array
  readonly #mask: number
  readonly #word = new Uint8Array(LONGEST_WORD)
  readonly #hashes = new Int32Array(LONGEST_WORD)

  constructor(table: StaticTable, layout: Layout) {
    this.#bytes = new Uint8Array(table.buffer)
    this.#starts = new Uint32Array(table.buffer, layout.starts, layout.rows + 1)
    this.#slots = new Uint32Array(table.buffer, layout.slots, layout.slotCount)
    this.#mask = layout.slotCount - 1
  }

  /**
   * Gives the row of each word or piece of a text, repeats too. Words end where a lower-case letter is followed by a
   * capital, before the last capital of an acronym that a word follows, between letters and digits, and at all else.
   */
  each(text: string, onRow: (row: number) => void): void {
    const read = plain(text)
    const word = this.#word
    let length = 0
    let before = OTHER
    for (let i = 0; i < read.length; i++) {
      const code = read.charCodeAt(i)
      const now = code < 128 ? CLASSES[code]! : OTHER
      if (length !== 0) {
        if (now === LOWER && before === UPPER) {
          if (1 < length) {
            const last = length <= LONGEST_WORD ? word[length - 1]! : 0
            this.#found(length - 1, onRow)
            // A capital that no longer fitted is not known: such a run is no word, and neither is what follows it.
            length = last === 0 ? LONGEST_WORD + 1 : 1
            word[0] = last
          }
        } else if (now !== before) {
          this.#found(length, onRow)
          length = 0
        }
      }
      if (now !== OTHER) {
        if (length < LONGEST_WORD) word[length] = now === UPPER ? code + 32 : code
        length++
      }
      before = now
    }
    if (length !== 0) this.#found(length, onRow)
  }

  /** The word at hand: one row, or the longest pieces from its beginning on. */
  #found(length: number, onRow: (row: number) => void): void {
    if (LONGEST_WORD < length) return
    for (let from = 0; from < length;) {
      let hash = from === 0 ? SEED : mixed(mixed(SEED, HASH), HASH)
      for (let i = from; i < length; i++) this.#hashes[i] = hash = mixed(hash, this.#word[i]!)
      let to = length
      let row = -1
      for (; from < to; to--) if ((row = this.#rowOf(from, to, this.#hashes[to - 1]!)) !== -1) break
      if (row === -1) return
      onRow(row)
      from = to
    }
  }

  #rowOf(from: number, to: number, hash: number): number {
    const marks = from === 0 ? 0 : 2
    const bytes = this.#bytes
    probe: for (let slot = slotOf(hash, this.#mask); this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot]! - 1
      const start = this.#starts[row]!
      if (this.#starts[row + 1]! - start - 1 !== to - from + marks) continue
      for (let i = 0; i < marks; i++) if (bytes[start + i] !== HASH) continue probe
      for (let i = from, at = start + marks; i < to; i++, at++) if (bytes[at] !== this.#word[i]) continue probe
      return row
    }
    return -1
  }
}

/** The words of a comment's first sentence, at most so many as count. */
const firstSentence = (doc: string): string => {
  const words: Array<string> = []
  for (const paragraph of doc.slice(0, 2000).trim().split(/\n[ \t\r]*\n/, 1)) {
    for (const word of paragraph.split(/\s+/, DOC_WORDS)) {
      words.push(word)
      // `e.g.` and `i.e.` end nothing.
      if (/^[^.]*[.!?][)"'`]*$/.test(word)) break
    }
  }
  return words.join(" ")
}

const lastSegments = (path: string): string => path.split("/").slice(-PATH_SEGMENTS).join("/")

/** The embedder of a table. It keeps scratch space of its own: each thread makes one of the same table. */
export const embedder = (table: StaticTable): Embedder => {
  const { id, rows, dims, buffer } = table
  const vocabulary = new DataView(buffer).getUint32(16, true)
  const layout = layoutOf(rows, dims, vocabulary)
  const scales = new Float32Array(buffer, layout.scales, rows)
  const values = new Int8Array(buffer, layout.values, rows * dims)
  const reader = new Reader(table, layout)
  const sum = new Float64Array(dims)
  let weight = 1
  const addRow = (row: number) => {
    const scale = scales[row]! * weight
    for (let i = 0, at = row * dims; i < dims; i++, at++) sum[i]! += values[at]! * scale
  }
  const add = (text: string, by: number) => {
    weight = by
    reader.each(text, addRow)
  }
  /** The sum at length 1. */
  const unit = (into: Float32Array): boolean => {
    let square = 0
    for (let i = 0; i < dims; i++) square += sum[i]! * sum[i]!
    const factor = square === 0 ? 0 : 1 / Math.sqrt(square)
    for (let i = 0; i < dims; i++) into[i] = sum[i]! * factor
    sum.fill(0)
    return square !== 0
  }
  return {
    id,
    dims,
    document: (fields, into) => {
      add(fields.name, NAME_WEIGHT)
      add(fields.container, 1)
      add(fields.parameters, 1)
      add(firstSentence(fields.doc), 1)
      if (fields.path !== undefined) add(lastSegments(fields.path), 1)
      if (fields.prose !== undefined) add(fields.prose, 1)
      for (const word of firstDistinct(fields)) add(word, BODY_WEIGHT)
      return unit(into)
    },
    query: (text) => {
      const vector = new Float32Array(dims)
      add(text, 1)
      unit(vector)
      return vector
    },
  }
}

const firstDistinct = ({ body }: Fields): Iterable<string> => {
  const distinct = new Set<string>()
  for (const word of body) {
    if (distinct.size === BODY_WORDS) break
    distinct.add(word)
  }
  return distinct
}

/** The words and pieces of a text as the table has them, in order. For tests and for whoever asks why. */
export const pieces = (table: StaticTable, text: string): ReadonlyArray<string> => {
  const layout = layoutOf(table.rows, table.dims, new DataView(table.buffer).getUint32(16, true))
  const bytes = new Uint8Array(table.buffer)
  const starts = new Uint32Array(table.buffer, layout.starts, table.rows + 1)
  const found: Array<string> = []
  new Reader(table, layout).each(text, (row) => {
    let piece = ""
    for (let at = starts[row]!; at < starts[row + 1]! - 1; at++) piece += String.fromCharCode(bytes[at]!)
    found.push(piece)
  })
  return found
}
