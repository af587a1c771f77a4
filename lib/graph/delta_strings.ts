// The strings of a delta. They are told first, since all that is known by a name is paired by what its old number leads to.

import { NONE } from "./columns.ts"
import * as Align from "./delta_align.ts"
import type { Reader, Writer } from "./delta_bytes.ts"
import * as Columns from "./delta_columns.ts"
import type { Packed } from "./strings.ts"

const countOf = ({ offsets }: Packed): number => Math.max(0, offsets.length - 1)

const at = ({ offsets, blob }: Packed, id: number): Uint8Array => blob.subarray(offsets[id], offsets[id + 1])

const same = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Strings that are looked at on either side. */
const NEAR = 64

/** Runs of strings that both have, the new ones between them; gives old number → new number. */
export const write = (out: Writer, old: Packed, now: Packed): Uint32Array => {
  const oldCount = countOf(old)
  const count = countOf(now)
  let known: Map<string, number> | undefined
  const find = (bytes: Uint8Array): number => {
    if (known === undefined) {
      known = new Map()
      for (let id = 0; id < oldCount; id++) known.set(decoder.decode(at(old, id)), id)
    }
    return known.get(decoder.decode(bytes)) ?? NONE
  }
  /** A few strings less or more in between, as an edit makes them, are found without looking at all of them. */
  const nearBy = (id: number, expected: number): number | undefined => {
    for (let d = 1; d <= NEAR; d++) {
      if (expected + d < oldCount && same(at(old, expected + d), at(now, id))) return expected + d
      if (id + d < count && expected < oldCount && same(at(old, expected), at(now, id + d))) return NONE
    }
    return undefined
  }
  const bases = new Uint32Array(count)
  let expected = 0
  for (let id = 0; id < count; id++) {
    const bytes = at(now, id)
    const base = expected < oldCount && same(at(old, expected), bytes) ? expected : nearBy(id, expected) ?? find(bytes)
    bases[id] = base
    if (base !== NONE) expected = base + 1
  }
  const runs = Align.runsOf(bases)
  Columns.writeRuns(out, runs)
  for (const { next, base, length } of runs) {
    if (base === NONE) { for (let i = 0; i < length; i++) out.raw(at(now, next + i)) }
  }
  return Align.forward(runs, oldCount)
}

export const read = (input: Reader, old: Packed, now: Packed): Uint32Array => {
  const runs = Columns.readRuns(input)
  let end = 0
  for (const { next, base, length } of runs) {
    if (base === NONE) {
      for (let i = 0; i < length; i++) {
        const bytes = input.raw()
        now.blob.set(bytes.subarray(0, now.blob.length - end), end)
        end += bytes.length
        now.offsets[next + i + 1] = end
      }
      continue
    }
    const start = old.offsets[base]!
    const bytes = old.blob.subarray(start, old.offsets[base + length])
    now.blob.set(bytes.subarray(0, now.blob.length - end), end)
    const shift = end - start
    for (let i = 1; i <= length; i++) now.offsets[next + i] = old.offsets[base + i]! + shift
    end += bytes.length
  }
  return Align.forward(runs, countOf(old))
}
