// What each kind of section of a delta is written in and read from: runs of rows, columns, offsets, and bytes of any kind.
// A pair of functions each, one beside the other: what one writes the other reads, number by number.

import { NONE } from "./columns.ts"
import * as Align from "./delta_align.ts"
import type { Reader, Writer } from "./delta_bytes.ts"

export type Words = Uint8Array | Uint16Array | Uint32Array

export const writeRuns = (out: Writer, runs: Align.Runs): void => {
  out.number(runs.length)
  let expected = 0
  for (const { base, length } of runs) {
    out.number(length * 2 + (base === NONE ? 1 : 0))
    if (base === NONE) continue
    out.difference(base - expected)
    expected = base + length
  }
}

export const readRuns = (input: Reader): Align.Runs => {
  const runs: Array<Align.Run> = []
  let next = 0
  let expected = 0
  for (let left = input.number(); 0 < left; left--) {
    const told = input.number()
    const length = told >>> 1
    const base = (told & 1) === 1 ? NONE : expected + input.difference()
    if (base !== NONE) expected = base + length
    runs.push({ next, base, length })
    next += length
  }
  return runs
}

/** Rows whose number is not the one that the old row leads to, and by how much: gap, difference, …, then 0. */
export const writeColumn = (
  out: Writer,
  old: Words,
  now: Words,
  runs: Align.Runs,
  map: Uint32Array | undefined,
): void => {
  let last = -1
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      const expected = base === NONE ? 0 : Align.led(map, old[base + i]!)
      const value = now[next + i]!
      if (value === expected) continue
      out.number(next + i - last)
      out.difference(value - expected)
      last = next + i
    }
  }
  out.number(0)
}

export const readColumn = (
  input: Reader,
  old: Words,
  now: Words,
  runs: Align.Runs,
  map: Uint32Array | undefined,
): void => {
  for (const { next, base, length } of runs) {
    if (base === NONE) continue
    if (map === undefined) now.set(old.subarray(base, base + length), next)
    else lead(old as Uint32Array, now as Uint32Array, next, base, length, map)
  }
  let row = -1
  for (let gap = input.number(); gap !== 0; gap = input.number()) {
    row += gap
    now[row] = now[row]! + input.difference()
  }
}

/** `Align.led` for a stretch of rows. */
const lead = (
  old: Uint32Array,
  now: Uint32Array,
  next: number,
  base: number,
  length: number,
  map: Uint32Array,
): void => {
  const known = map.length
  const shift = base - next
  for (let row = next, end = next + length; row < end; row++) {
    const value = old[row + shift]!
    now[row] = value < known ? map[value]! : value
  }
}

/** Offsets: each row's own number is how far the next one is away. */
export const writeSums = (out: Writer, old: Uint32Array, now: Uint32Array, runs: Align.Runs): void => {
  let last = -1
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      const expected = base === NONE ? 0 : old[base + i + 1]! - old[base + i]!
      const value = now[next + i + 1]! - now[next + i]!
      if (value === expected) continue
      out.number(next + i - last)
      out.difference(value - expected)
      last = next + i
    }
  }
  out.number(0)
}

export const readSums = (input: Reader, old: Uint32Array, now: Uint32Array, runs: Align.Runs): void => {
  let gap = input.number()
  let row = gap - 1
  let sum = 0
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      if (base !== NONE) sum += old[base + i + 1]! - old[base + i]!
      if (gap !== 0 && row === next + i) {
        sum += input.difference()
        gap = input.number()
        row += gap
      }
      now[next + i + 1] = sum
    }
  }
}

/** A section as what both have at its start and at its end, and what stands between. */
export const writeOther = (out: Writer, old: Uint8Array, now: Uint8Array): void => {
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  out.number(head)
  out.number(tail)
  out.raw(now.subarray(head, now.length - tail))
}

export const readOther = (input: Reader, old: Uint8Array, now: Uint8Array): void => {
  const head = input.number()
  const tail = input.number()
  const between = input.raw()
  now.set(old.subarray(0, Math.min(head, now.length)))
  now.set(between.subarray(0, Math.max(0, now.length - head)), Math.min(head, now.length))
  const end = old.subarray(Math.max(0, old.length - tail))
  if (end.length <= now.length) now.set(end, now.length - end.length)
}
