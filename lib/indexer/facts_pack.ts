// Facts of many files as one file that grows at its end: a head, then records, each with what it is the facts of, its
// length and its sums. What is cut, damaged or of another layout is a record that is not there, never another one.
//
//   head    32 bytes: "PTLFACTS", format u32, layout of facts u32
//   record  64 bytes: mark u32, sum of the rest of these u32, length u32, sum of the facts u32, sort u64, SHA-256 of the
//           content (32), zero u64; then the facts, zero-padded to 8 bytes
//
// An index, of one pack: where its records are, by the first word of their keys in rising order.

import { checksum } from "../graph/checksum.ts"
import { LAYOUT } from "../syntax/facts_bytes.ts"

const FORMAT = 1
const HEAD = 32
const RECORD = 64
const MARK = 0x46504c31

/** What facts are the facts of: a content, read by one grammar of one version of a language. */
export interface Key {
  /** SHA-256 of the content as 8 words. */
  readonly content: Uint32Array
  /** Language, version and grammar as 2 words of a digest. */
  readonly sort: Uint32Array
}

export const WORDS_OF_CONTENT = 8
export const WORDS_OF_SORT = 2

/** A digest in hex as words, the first `count` of them. */
export const words = (hex: string, count: number): Uint32Array => {
  const all = new Uint32Array(count)
  for (let i = 0; i < count; i++) all[i] = Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16)
  return all
}

/** How a key is found: words of a digest are spread evenly, whoever chose the content. */
const hashOf = ({ content, sort }: Key): number => (content[0]! ^ sort[0]!) >>> 0

/** The first bytes of a pack. */
export const head = (): Uint8Array => {
  const bytes = new Uint8Array(HEAD)
  for (let i = 0; i < 8; i++) bytes[i] = "PTLFACTS".charCodeAt(i)
  const fields = new Uint32Array(bytes.buffer)
  fields[2] = FORMAT
  fields[3] = LAYOUT
  return bytes
}

export const HEAD_BYTES = HEAD

/** Bytes of a record with so many bytes of facts. */
export const recordSize = (length: number): number => RECORD + ((length + 7) & ~7)

const sumOf = (bytes: Uint8Array, length: number): number =>
  checksum(new Int32Array(bytes.buffer, bytes.byteOffset, length >>> 2))

/** Writes a record into `into` from `at`, a multiple of 8, where nothing but zeros is. */
export const write = (into: Uint8Array, at: number, { content, sort }: Key, facts: Uint8Array): void => {
  const fields = new Uint32Array(into.buffer, into.byteOffset + at, RECORD / 4)
  into.set(facts, at + RECORD)
  const padded = into.subarray(at + RECORD, at + recordSize(facts.length))
  fields[0] = MARK
  fields[2] = facts.length
  fields[3] = sumOf(padded, padded.length)
  fields.set(sort, 4)
  fields.set(content, 6)
  fields[1] = sumOf(into.subarray(at + 8, at + RECORD), RECORD - 8)
}

/** Bytes of a file by place, as `Files.window` gives them. */
export interface Bytes {
  readonly size: number
  readonly at: (offset: number, length: number) => Uint8Array | undefined
}

const fieldsOf = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)

/** The fields of a whole record's head, or undefined. */
const recordAt = (pack: Bytes, offset: number): Uint32Array | undefined => {
  const bytes = pack.at(offset, RECORD)
  if (bytes === undefined) return undefined
  const fields = fieldsOf(bytes)
  return fields[0] === MARK && fields[1] === sumOf(bytes.subarray(8), RECORD - 8) ? fields : undefined
}

/** The facts of a record, summed, or undefined. O(bytes). */
const factsAt = (pack: Bytes, offset: number, fields: Uint32Array): Uint8Array | undefined => {
  const length = fields[2]!
  const padded = pack.at(offset + RECORD, (length + 7) & ~7)
  if (padded === undefined || sumOf(padded, padded.length) !== fields[3]) return undefined
  return padded.subarray(0, length)
}

/** Where records are, by `hashOf` of their keys in rising order; offsets are in units of 8 bytes. */
export interface Index {
  readonly hashes: Uint32Array
  readonly offsets: Uint32Array
  /** Bytes of the pack up to the end of the last record. */
  readonly end: number
  /** The sorts that occur, two words each. */
  readonly sorts: Uint32Array
}

/** An index under construction. */
export class IndexBuilder {
  readonly #hashes: Array<number> = []
  readonly #offsets: Array<number> = []
  readonly #sorts = new Map<string, Uint32Array>()
  end = HEAD

  add(key: Key, offset: number, length: number): void {
    this.#hashes.push(hashOf(key))
    this.#offsets.push(offset / 8)
    const name = key.sort.join()
    if (!this.#sorts.has(name)) this.#sorts.set(name, key.sort.slice())
    this.end = offset + recordSize(length)
  }

  build(): Index {
    const hashes = this.#hashes
    const order = Uint32Array.from(hashes, (_, i) => i).sort((a, b) => hashes[a]! - hashes[b]! || a - b)
    return {
      hashes: Uint32Array.from(order, (i) => hashes[i]!),
      offsets: Uint32Array.from(order, (i) => this.#offsets[i]!),
      end: this.end,
      sorts: Uint32Array.from([...this.#sorts.values()].flatMap((sort) => [...sort])),
    }
  }
}

/** Is this the head of a pack that can be read here? */
export const isReadable = (pack: Bytes): boolean => {
  const bytes = pack.at(0, HEAD)
  return bytes !== undefined && head().every((byte, i) => bytes[i] === byte)
}

/** Finds the records of a pack without an index; the first that is not whole ends it. O(records). */
export const scan = (pack: Bytes): Index => {
  const builder = new IndexBuilder()
  for (let at = HEAD;;) {
    const fields = recordAt(pack, at)
    if (fields === undefined || pack.size < at + recordSize(fields[2]!)) return builder.build()
    builder.add({ sort: fields.subarray(4, 6), content: fields.subarray(6, 14) }, at, fields[2]!)
    at += recordSize(fields[2]!)
  }
}

/** The facts of a key in a pack, or undefined. */
export const find = (pack: Bytes, { hashes, offsets }: Index, key: Key): Uint8Array | undefined => {
  const hash = hashOf(key)
  for (let i = firstAt(hashes, hash); hashes[i] === hash; i++) {
    const offset = offsets[i]! * 8
    const fields = recordAt(pack, offset)
    if (fields === undefined || !isKey(fields, key)) continue
    const facts = factsAt(pack, offset, fields)
    if (facts !== undefined) return facts
  }
  return undefined
}

const isKey = (fields: Uint32Array, { content, sort }: Key): boolean => {
  if (fields[4] !== sort[0] || fields[5] !== sort[1]) return false
  for (let i = 0; i < WORDS_OF_CONTENT; i++) if (fields[6 + i] !== content[i]) return false
  return true
}

/** The first place that holds `hash` or more. Hashes are spread evenly, so the guess is nearly right. */
const firstAt = (hashes: Uint32Array, hash: number): number => {
  let i = Math.floor((hash / 0x100000000) * hashes.length)
  while (0 < i && hash <= hashes[i - 1]!) i--
  while (i < hashes.length && hashes[i]! < hash) i++
  return i
}

/** Every whole record of a pack with its facts. O(bytes). */
export function* records(pack: Bytes, index: Index): Generator<readonly [key: Key, facts: Uint8Array]> {
  for (const at of index.offsets) {
    const fields = recordAt(pack, at * 8)
    const facts = fields === undefined ? undefined : factsAt(pack, at * 8, fields)
    if (fields !== undefined && facts !== undefined) {
      yield [{ sort: fields.slice(4, 6), content: fields.slice(6, 14) }, facts]
    }
  }
}

const INDEX_FIELDS = 8
const INDEX_MARK = 0x49504c31

/** An index as bytes: mark, format, rows, number of sorts, end of the pack (2 words), sum of what follows, zero. */
export const encodeIndex = ({ hashes, offsets, end, sorts }: Index): Uint8Array => {
  const words = new Uint32Array(INDEX_FIELDS + hashes.length * 2 + sorts.length)
  words.set(hashes, INDEX_FIELDS)
  words.set(offsets, INDEX_FIELDS + hashes.length)
  words.set(sorts, INDEX_FIELDS + hashes.length * 2)
  words.set([INDEX_MARK, FORMAT, hashes.length, sorts.length, end % 0x100000000, Math.floor(end / 0x100000000)])
  words[6] = checksum(new Int32Array(words.buffer, INDEX_FIELDS * 4))
  return new Uint8Array(words.buffer)
}

/** The index that `encodeIndex` wrote, or undefined. */
export const decodeIndex = (bytes: Uint8Array): Index | undefined => {
  if ((bytes.length & 3) !== 0 || bytes.length < INDEX_FIELDS * 4) return undefined
  const words = new Uint32Array(
    bytes.byteOffset % 4 === 0 ? bytes.buffer : Uint8Array.from(bytes).buffer,
    bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0,
    bytes.length / 4,
  )
  const rows = words[2]!
  const sorts = words[3]!
  if (words[0] !== INDEX_MARK || words[1] !== FORMAT || words.length !== INDEX_FIELDS + rows * 2 + sorts) {
    return undefined
  }
  const body = words.subarray(INDEX_FIELDS)
  if (checksum(new Int32Array(body.buffer, body.byteOffset, body.length)) !== words[6]) return undefined
  return {
    hashes: body.subarray(0, rows),
    offsets: body.subarray(rows, rows * 2),
    sorts: body.subarray(rows * 2),
    end: words[4]! + words[5]! * 0x100000000,
  }
}
