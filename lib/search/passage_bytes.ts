// The passages of one file as one run of bytes and back. Whoever reads a file cuts it, the bytes travel and are kept by the
// content that they are of, and assembly.ts puts those of all files together. What belongs to a definition names it by its
// place in the text, since facts and graph number definitions each in their own way.
//
// Layout: number of the layout, the embedder's name, dimensions, rows, places; then rows, terms, lengths of titles and
// words in UTF-16 units and all of them as UTF-8; last the scales and the vectors as they are. Numbers are as in
// graph/delta_bytes.ts.

import { NONE } from "../graph/columns.ts"
import { Reader } from "../graph/delta_bytes.ts"
import { MOST_COUNTED } from "../graph/passages.ts"
import type { FilePassages } from "./passages.ts"

/** Raised with every change of what is written. */
export const LAYOUT = 1

/** Where a definition stands, in UTF-16 code units. */
export interface Place {
  readonly start: number
  readonly end: number
  readonly nameStart: number
}

/** What `decode` gives: terms are counted. */
export interface FileRecord {
  readonly rows: number
  /** Definitions that have rows, in the order of their places. */
  readonly places: ReadonlyArray<Place>
  /** By row one of the places, or NONE: a part of the file itself. */
  readonly place: Uint32Array
  readonly startLine: Uint32Array
  readonly endLine: Uint32Array
  readonly titles: ReadonlyArray<string>
  /** By row where its terms begin, and where the last one's end. */
  readonly termOffsets: Uint32Array
  /** Numbers in `words`, each once a row. */
  readonly terms: Uint32Array
  readonly counts: Uint8Array
  readonly words: ReadonlyArray<string>
  readonly dims: number
  readonly vectors: Int8Array
  readonly scales: Float32Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * The bytes of passages, in a buffer of their own.
 *
 * @param units The places of the units that were cut, by their numbers.
 * @param embedder What made the vectors.
 */
export const encode = (
  passages: FilePassages,
  units: ReadonlyArray<Place>,
  embedder: { readonly id: string; readonly dims: number },
): Uint8Array => {
  const { rows } = passages
  const isPlaced = new Uint8Array(units.length)
  for (let row = 0; row < rows; row++) if (passages.unit[row] !== NONE) isPlaced[passages.unit[row]!] = 1
  const placed = Array.from(units.keys()).filter((unit) => isPlaced[unit] === 1)
    .sort((a, b) => units[a]!.start - units[b]!.start || a - b)
  const placeOf = new Uint32Array(units.length)
  placed.forEach((unit, place) => placeOf[unit] = place)
  const texts = encoder.encode(passages.titles.join("") + passages.words.join(""))
  const id = encoder.encode(embedder.id)
  at = 0
  reserve(10 + id.length + placed.length * 3 + rows * 5 + passages.terms.length * 2 + passages.words.length)
  put(LAYOUT)
  put(id.length)
  for (const byte of id) put(byte)
  put(embedder.dims)
  put(rows)
  put(placed.length)
  let before = 0
  for (const unit of placed) {
    const { start, end, nameStart } = units[unit]!
    put(start - before)
    put(end - start)
    putDifference(nameStart - start)
    before = start
  }
  let line = 0
  for (let row = 0; row < rows; row++) {
    const unit = passages.unit[row]!
    put(unit === NONE ? 0 : placeOf[unit]! + 1)
    putDifference(passages.startLine[row]! - line)
    put(passages.endLine[row]! - passages.startLine[row]!)
    line = passages.startLine[row]!
  }
  putTerms(passages)
  for (const title of passages.titles) put(title.length)
  put(passages.words.length)
  for (const word of passages.words) put(word.length)
  put(texts.length)
  const scales = new Uint8Array(rows * 4)
  scales.set(new Uint8Array(passages.scales.buffer, passages.scales.byteOffset, passages.scales.byteLength))
  const bytes = new Uint8Array(at + texts.length + scales.length + rows * embedder.dims)
  bytes.set(room.subarray(0, at))
  bytes.set(texts, at)
  bytes.set(scales, at + texts.length)
  bytes.set(
    new Uint8Array(passages.vectors.buffer, passages.vectors.byteOffset, passages.vectors.byteLength),
    at + texts.length + scales.length,
  )
  return bytes
}

// Room for the bytes of a file, kept for the next one: what `encode` gives is a copy.
let room = new Uint8Array(1 << 16)
let at = 0

/** Makes sure that `count` numbers can be written. */
const reserve = (count: number): void => {
  if (room.length < count * WIDEST) room = new Uint8Array(Math.max(room.length * 2, count * WIDEST))
}

/** Most bytes of a number. */
const WIDEST = 5

const put = (value: number): void => {
  while (0x7f < value) {
    room[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  room[at++] = value
}

const putDifference = (value: number): void => put(((value << 1) ^ (value >> 31)) >>> 0)

/** By row its terms, each once, and how often it stands there. */
const putTerms = ({ rows, termEnds, terms, words }: FilePassages): void => {
  const counts = new Uint32Array(words.length)
  const own = new Uint32Array(words.length)
  // Numbers are given in the order in which words come up, so most are near to each other.
  let last = 0
  for (let row = 0, i = 0; row < rows; row++) {
    let count = 0
    for (const end = termEnds[row]!; i < end; i++) {
      const term = terms[i]!
      if (counts[term]!++ === 0) own[count++] = term
    }
    put(count)
    for (let n = 0; n < count; n++) {
      const term = own[n]!
      putDifference(term - last)
      put(Math.min(counts[term]!, MOST_COUNTED))
      counts[term] = 0
      last = term
    }
  }
}

/** The passages that `encode` wrote. @throws Where another layout or another embedder wrote them. */
export const decode = (
  bytes: Uint8Array,
  embedder: { readonly id: string; readonly dims: number },
): FileRecord => {
  const input = new Reader(bytes)
  const layout = input.number()
  if (layout !== LAYOUT) throw new RangeError(`passages of layout ${layout}, not ${LAYOUT}`)
  const id = decoder.decode(input.raw())
  const dims = input.number()
  if (id !== embedder.id || dims !== embedder.dims) {
    throw new RangeError(`passages with ${dims} numbers of ${id}, not ${embedder.dims} of ${embedder.id}`)
  }
  const rows = input.number()
  const places: Array<Place> = []
  let before = 0
  for (let left = input.number(); 0 < left; left--) {
    const start = before + input.number()
    const end = start + input.number()
    places.push({ start, end, nameStart: start + input.difference() })
    before = start
  }
  const place = new Uint32Array(rows)
  const startLine = new Uint32Array(rows)
  const endLine = new Uint32Array(rows)
  let line = 0
  for (let row = 0; row < rows; row++) {
    const told = input.number()
    place[row] = told === 0 ? NONE : told - 1
    line += input.difference()
    startLine[row] = line
    endLine[row] = line + input.number()
  }
  const termOffsets = new Uint32Array(rows + 1)
  const terms: Array<number> = []
  const counts: Array<number> = []
  let last = 0
  for (let row = 0; row < rows; row++) {
    for (let left = input.number(); 0 < left; left--) {
      last += input.difference()
      terms.push(last)
      counts.push(input.number())
    }
    termOffsets[row + 1] = terms.length
  }
  const lengths: Array<number> = []
  for (let row = 0; row < rows; row++) lengths.push(input.number())
  for (let left = input.number(); 0 < left; left--) lengths.push(input.number())
  const all = decoder.decode(input.raw())
  let from = 0
  const texts = lengths.map((length) => all.slice(from, from += length))
  // At the end of the bytes, at a place of any kind.
  const tail = bytes.slice(bytes.length - rows * (4 + dims))
  return {
    rows,
    places,
    place,
    startLine,
    endLine,
    titles: texts.slice(0, rows),
    termOffsets,
    terms: Uint32Array.from(terms),
    counts: Uint8Array.from(counts),
    words: texts.slice(rows),
    dims,
    scales: new Float32Array(tail.buffer, 0, rows),
    vectors: new Int8Array(tail.buffer, rows * 4, rows * dims),
  }
}
