// Strings by number, two ways: as an array while a graph is made, and as UTF-8 with offsets out of a snapshot, where a
// string is decoded when it is first asked for. Number 0 is the empty string in both.

import type { Strings } from "./graph.ts"

/** Strings that stand in memory. */
export const fromArray = (texts: ReadonlyArray<string>): Strings => {
  const at = (id: number): string => texts[id] ?? ""
  return { count: texts.length, at, glance: at }
}

/** UTF-8 bytes of all strings, one behind the other, and where each starts: `offsets` has one entry more than strings. */
export interface Packed {
  readonly blob: Uint8Array
  readonly offsets: Uint32Array
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const encoder = new TextEncoder()

/** Strings over packed bytes; `offsets` never decreases and ends with the blob's length. O(1) to make. */
export const fromPacked = ({ blob, offsets }: Packed): Strings => {
  const count = Math.max(0, offsets.length - 1)
  let known: Array<string | undefined> | undefined
  const decoded = (id: number): string => utf8.decode(blob.subarray(offsets[id]!, offsets[id + 1]!))
  return {
    count,
    at: (id) => {
      if (!(id < count)) return ""
      known ??= new Array<string | undefined>(count)
      let text = known[id]
      if (text === undefined) known[id] = text = decoded(id)
      return text
    },
    glance: (id) => id < count ? known?.[id] ?? decoded(id) : "",
  }
}

/** Packs all strings. O(bytes). */
export const pack = (strings: Strings): Packed => {
  const offsets = new Uint32Array(strings.count + 1)
  let blob = new Uint8Array(strings.count * 16 + 1024)
  let end = 0
  for (let id = 0; id < strings.count; id++) {
    const text = strings.at(id)
    // A UTF-16 unit takes at most three bytes.
    if (blob.length - end < text.length * 3) {
      const wider = new Uint8Array(Math.max(blob.length * 2, end + text.length * 3))
      wider.set(blob.subarray(0, end))
      blob = wider
    }
    end += encoder.encodeInto(text, blob.subarray(end)).written
    offsets[id + 1] = end
  }
  return { blob: blob.subarray(0, end), offsets }
}
