// The frame of a snapshot: a header, a table of contents of [tag, length, checksum], and sections at 8-byte boundaries.
// It knows nothing of what sections mean. Numbers are little-endian, as the typed arrays over them are.
//
//   0  magic            8 bytes, "PORTOLAN"
//   8  format version   u32
//   12 sections         u32
//   16 checksum         u32, of header and table with this field 0
//   20 zero             12 bytes
//   32 table            40 bytes a section: tag (24, ASCII, zero-padded), length (u64), checksum (u32), zero (u32)
//      sections         in the table's order, each zero-padded to 8 bytes; the checksum is of the padded bytes

import { checksum } from "./checksum.ts"

const MAGIC = "PORTOLAN"
const HEADER = 32
const ENTRY = 40
const TAG = 24
const MOST_SECTIONS = 4096

export interface Section {
  /** At most 24 ASCII characters. */
  readonly tag: string
  readonly bytes: Uint8Array
}

/** Sections by tag, not yet checked. */
export interface Frame {
  readonly format: number
  readonly sections: ReadonlyMap<string, Uint8Array>
  /** The tag of a section whose bytes are not those that were written, or undefined. O(bytes). */
  readonly firstDamaged: () => string | undefined
}

export type FrameProblem =
  | { readonly _tag: "foreign" }
  | { readonly _tag: "damaged"; readonly detail: string }

/** The bytes as they are written one behind the other: header and table first, then views of the sections' own bytes. */
export const write = (format: number, sections: ReadonlyArray<Section>): ReadonlyArray<Uint8Array> => {
  const head = new Uint8Array(HEADER + ENTRY * sections.length)
  const view = new DataView(head.buffer)
  const chunks: Array<Uint8Array> = [head]
  writeText(head, 0, MAGIC)
  view.setUint32(8, format, true)
  view.setUint32(12, sections.length, true)
  for (let i = 0; i < sections.length; i++) {
    const { tag, bytes } = sections[i]!
    const at = HEADER + ENTRY * i
    if (tag.length > TAG) throw new RangeError(`The tag ${tag} is longer than ${TAG} characters`)
    writeText(head, at, tag)
    view.setBigUint64(at + TAG, BigInt(bytes.length), true)
    const padded = aligned(bytes)
    view.setUint32(at + TAG + 8, checksum(wordsOf(padded)), true)
    chunks.push(padded)
  }
  view.setUint32(16, checksum(wordsOf(head)), true)
  return chunks
}

/** Reads header and table; sections are views, their checksums are not yet looked at. O(sections). */
export const read = (given: Uint8Array): Frame | FrameProblem => {
  const bytes = (given.byteOffset & 7) === 0 ? given : new Uint8Array(given)
  if (bytes.length < HEADER || readText(bytes, 0, MAGIC.length) !== MAGIC) return { _tag: "foreign" }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const format = view.getUint32(8, true)
  const count = view.getUint32(12, true)
  const end = HEADER + ENTRY * count
  // The header's own sum comes first where the table can be there, so that a damaged version is not taken for a newer.
  const whole = count <= MOST_SECTIONS && end <= bytes.length
  // A copy by its constructor: `slice` of a runtime's own kind of bytes may be a view.
  const head = whole ? new Uint8Array(bytes.subarray(0, end)) : undefined
  head?.fill(0, 16, 20)
  if (head === undefined || checksum(wordsOf(head)) !== view.getUint32(16, true)) {
    return {
      _tag: "damaged",
      detail: whole ? "the header does not match its checksum" : "the table of contents is cut",
    }
  }
  const sections = new Map<string, Uint8Array>()
  const sums: Array<{ readonly tag: string; readonly padded: Uint8Array; readonly sum: number }> = []
  let offset = end
  for (let i = 0; i < count; i++) {
    const at = HEADER + ENTRY * i
    const tag = readText(bytes, at, TAG)
    const length = Number(view.getBigUint64(at + TAG, true))
    const next = offset + ((length + 7) & ~7)
    if (!(length <= bytes.length) || next > bytes.length) return { _tag: "damaged", detail: `section ${tag} is cut` }
    if (sections.has(tag)) return { _tag: "damaged", detail: `section ${tag} stands there twice` }
    sections.set(tag, bytes.subarray(offset, offset + length))
    sums.push({ tag, padded: bytes.subarray(offset, next), sum: view.getUint32(at + TAG + 8, true) })
    offset = next
  }
  if (offset !== bytes.length) {
    return { _tag: "damaged", detail: `${bytes.length - offset} bytes follow the last section` }
  }
  return {
    format,
    sections,
    firstDamaged: () => sums.find(({ padded, sum }) => checksum(wordsOf(padded)) !== sum)?.tag,
  }
}

/** Bytes of the header and table that `bytes` begin with. */
export const headLength = (bytes: Uint8Array): number =>
  HEADER + ENTRY * new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(12, true)

/**
 * Where the sections lie of which only header and table stand in `bytes` so far; undefined where they would not fill it.
 */
export const layOut = (bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined => {
  if (bytes.length < HEADER) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const count = view.getUint32(12, true)
  let offset = HEADER + ENTRY * count
  if (MOST_SECTIONS < count || bytes.length < offset) return undefined
  const sections = new Map<string, Uint8Array>()
  for (let at = HEADER; at < HEADER + ENTRY * count; at += ENTRY) {
    const length = Number(view.getBigUint64(at + TAG, true))
    if (!(length <= bytes.length - offset)) return undefined
    sections.set(readText(bytes, at, TAG), bytes.subarray(offset, offset + length))
    offset += (length + 7) & ~7
  }
  return offset === bytes.length ? sections : undefined
}

/** The bytes at an 8-byte boundary and padded to one. Copies only where the length asks for it. */
const aligned = (bytes: Uint8Array): Uint8Array => {
  if ((bytes.length & 7) === 0 && (bytes.byteOffset & 3) === 0) return bytes
  const padded = new Uint8Array((bytes.length + 7) & ~7)
  padded.set(bytes)
  return padded
}

const wordsOf = (bytes: Uint8Array): Int32Array => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)

const writeText = (bytes: Uint8Array, at: number, text: string): void => {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
}

const readText = (bytes: Uint8Array, at: number, most: number): string => {
  let text = ""
  for (let i = 0; i < most && bytes[at + i] !== 0; i++) text += String.fromCharCode(bytes[at + i]!)
  return text
}
