// Rows of a delta that each have a stretch of values, such as the terms of a passage or the numbers of its vector. A row
// that says what the old one says costs nothing, any other one its values.

import { NONE } from "./columns.ts"
import * as Align from "./delta_align.ts"
import type { Reader, Writer } from "./delta_bytes.ts"

/** Values of all rows, one behind the other, and where those of each begin: one entry more than rows. */
export interface Stretches {
  readonly offsets: Uint32Array
  readonly values: Uint8Array | Uint32Array
}

/** Stretches of `width` values each. */
export const ofWidth = (values: Uint8Array | Uint32Array, rows: number, width: number): Stretches => ({
  offsets: Uint32Array.from({ length: rows + 1 }, (_, row) => row * width),
  values,
})

/** Does a new row say what the old one says? Numbers of the old one are led along by `map`. */
const isSame = (old: Stretches, base: number, now: Stretches, row: number, map: Uint32Array | undefined): boolean => {
  const from = old.offsets[base]!
  const to = now.offsets[row]!
  const length = now.offsets[row + 1]! - to
  if (old.offsets[base + 1]! - from !== length) return false
  for (let i = 0; i < length; i++) {
    if (Align.led(map, old.values[from + i]!) !== now.values[to + i]) return false
  }
  return true
}

/** Rows that are new or other ones: how far each is from the last, and its values; then 0. */
export const write = (
  out: Writer,
  old: Stretches,
  now: Stretches,
  runs: Align.Runs,
  map: Uint32Array | undefined,
): void => {
  let last = -1
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      if (base !== NONE && isSame(old, base + i, now, next + i, map)) continue
      out.number(next + i - last)
      last = next + i
      writeValues(out, now.values.subarray(now.offsets[next + i], now.offsets[next + i + 1]))
    }
  }
  out.number(0)
}

const writeValues = (out: Writer, values: Uint8Array | Uint32Array): void => {
  if (values instanceof Uint8Array) return out.raw(values)
  out.number(values.length)
  let before = 0
  for (const value of values) {
    out.difference(value - before)
    before = value
  }
}

/** The offsets of `now` stand there before. */
export const read = (
  input: Reader,
  old: Stretches,
  now: Stretches,
  runs: Align.Runs,
  map: Uint32Array | undefined,
): void => {
  for (const { next, base, length } of runs) {
    if (base === NONE) continue
    for (let i = 0; i < length; i++) {
      const from = old.offsets[base + i]!
      const to = now.offsets[next + i]!
      const count = Math.min(old.offsets[base + i + 1]! - from, now.offsets[next + i + 1]! - to)
      for (let at = 0; at < count; at++) now.values[to + at] = Align.led(map, old.values[from + at]!)
    }
  }
  let row = -1
  for (let gap = input.number(); gap !== 0; gap = input.number()) {
    row += gap
    readValues(input, now.values, now.offsets[row] ?? now.values.length)
  }
}

const readValues = (input: Reader, into: Uint8Array | Uint32Array, at: number): void => {
  if (into instanceof Uint8Array) {
    for (const value of input.raw()) into[at++] = value
    return
  }
  let value = 0
  for (let left = input.number(); 0 < left && at < into.length; left--) into[at++] = value += input.difference()
}
