// Bytes of a file as text. A byte order mark decides, else valid UTF-8 is UTF-8, else the text is taken as
// Windows-1252 (which holds ISO 8859-1), in which every byte means something: a text file is never refused. What has
// the shape of no text is binary. The mark itself is no part of the text.

export type Encoding = "utf8" | "utf16le" | "utf16be" | "windows1252"

export type Decoded =
  | { readonly _tag: "text"; readonly text: string; readonly encoding: Encoding }
  | { readonly _tag: "binary" }

const BINARY: Decoded = { _tag: "binary" }

/** How many bytes are looked at to tell binary from text: a NUL behind them is an odd text. */
const SNIFFED = 8192

/** Share of control bytes in what was sniffed above which bytes that are no UTF-8 are binary. */
const CONTROL_SHARE = 0.1

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const looseUtf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const utf16le = new TextDecoder("utf-16le", { ignoreBOM: true })
const windows1252 = new TextDecoder("windows-1252")

/** The text of a file's bytes, or that they are none. O(bytes), in the engine's own decoders. */
export const decode = (bytes: Uint8Array): Decoded => {
  const marked = byMark(bytes)
  if (marked !== undefined) return marked
  const wide = wideWithoutMark(bytes)
  if (wide !== undefined) return { _tag: "text", text: wideText(bytes, wide), encoding: wide }
  if (hasNul(bytes)) return BINARY
  try {
    return { _tag: "text", text: strictUtf8.decode(bytes), encoding: "utf8" }
  } catch {
    // Not UTF-8 as a whole: a single-byte encoding, unless it has the look of a program or picture.
    return controlShare(bytes) > CONTROL_SHARE
      ? BINARY
      : { _tag: "text", text: windows1252.decode(bytes), encoding: "windows1252" }
  }
}

const byMark = (bytes: Uint8Array): Decoded | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { _tag: "text", text: looseUtf8.decode(bytes.subarray(3)), encoding: "utf8" }
  }
  // FF FE 00 00 marks UTF-32, which no source is kept in.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    if (bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0) return BINARY
    return { _tag: "text", text: wideText(bytes.subarray(2), "utf16le"), encoding: "utf16le" }
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return { _tag: "text", text: wideText(bytes.subarray(2), "utf16be"), encoding: "utf16be" }
  }
  return undefined
}

const wideText = (bytes: Uint8Array, encoding: "utf16le" | "utf16be"): string => {
  const even = bytes.subarray(0, bytes.length & ~1)
  if (encoding === "utf16le") return utf16le.decode(even)
  const swapped = new Uint8Array(even.length)
  for (let at = 0; at < even.length; at += 2) {
    swapped[at] = even[at + 1]!
    swapped[at + 1] = even[at]!
  }
  return utf16le.decode(swapped)
}

/**
 * UTF-16 without a mark shows as a zero in every other byte of mostly western text. Both the zeros' side and plain
 * characters on the other are asked for, since binary files are full of zeros too.
 */
const wideWithoutMark = (bytes: Uint8Array): "utf16le" | "utf16be" | undefined => {
  const length = Math.min(bytes.length & ~1, SNIFFED)
  if (length < 8 || (bytes.length & 1) === 1) return undefined
  let zerosAtEven = 0
  let zerosAtOdd = 0
  let plainAtEven = 0
  let plainAtOdd = 0
  for (let at = 0; at < length; at += 2) {
    const even = bytes[at]!
    const odd = bytes[at + 1]!
    if (even === 0) zerosAtEven++
    else if (isPlain(even)) plainAtEven++
    if (odd === 0) zerosAtOdd++
    else if (isPlain(odd)) plainAtOdd++
  }
  const units = length >>> 1
  if (zerosAtEven === 0 && zerosAtOdd > units * 0.7 && plainAtEven > units * 0.7) return "utf16le"
  if (zerosAtOdd === 0 && zerosAtEven > units * 0.7 && plainAtOdd > units * 0.7) return "utf16be"
  return undefined
}

const isPlain = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13)

const hasNul = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFFED).indexOf(0) !== -1

const controlShare = (bytes: Uint8Array): number => {
  const length = Math.min(bytes.length, SNIFFED)
  let controls = 0
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!
    if (byte < 0x20 && !isPlain(byte) && byte !== 0x1b) controls++
  }
  return length === 0 ? 0 : controls / length
}
