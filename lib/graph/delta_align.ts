// Which rows of one table stand for which of another that was made of nearly the same: runs of rows that go side by side,
// with rows between them that are new. A wrong pair costs bytes and nothing else.

import { NONE } from "./columns.ts"

/** A stretch of rows of the new table: `base` is where its first stands in the old one, or NONE where all are new. */
export interface Run {
  readonly next: number
  readonly base: number
  readonly length: number
}

/** In the order of the new table, every row of which is in one of them. */
export type Runs = ReadonlyArray<Run>

/** How far a row is looked for on either side. */
const FARTHEST = 4096

/** Looks that may go astray in all. */
const MOST_LOOKS = 20_000_000

/**
 * Pairs rows by their marks: equal ones belong together where they stand in the same order. Near O(rows) where little
 * differs, never above O(rows + looks).
 */
export const align = (base: Uint32Array, next: Uint32Array): Runs => {
  const runs: Array<Run> = []
  let looks = MOST_LOOKS
  let i = 0
  let j = 0
  let from = 0
  let shift = 0
  const close = () => {
    if (from < j) runs.push({ next: from, base: shift, length: j - from })
  }
  /** Do two rows that follow each other stand there too, or both tables end? */
  const meet = (a: number, b: number): boolean =>
    a < base.length && b < next.length
      ? base[a] === next[b] &&
        (a + 1 >= base.length || b + 1 >= next.length
          ? a + 1 === base.length && b + 1 === next.length
          : base[a + 1] === next[b + 1])
      : a === base.length && b === next.length
  while (j < next.length) {
    if (i < base.length && base[i] === next[j]) {
      i++
      j++
      continue
    }
    close()
    let gone = 0
    let added = 0
    for (let d = 1; d <= FARTHEST && 0 < looks; d++, looks -= 3) {
      if (meet(i + d, j)) {
        gone = d
        break
      }
      if (meet(i, j + d)) {
        added = d
        break
      }
      if (meet(i + d, j + d)) {
        gone = d
        added = d
        break
      }
    }
    // Rows that came in the place of as many others mostly are these, changed.
    if (gone === added && 0 < gone) runs.push({ next: j, base: i, length: added })
    else if (0 < added) runs.push({ next: j, base: NONE, length: added })
    else if (gone === 0) {
      runs.push({ next: j, base: NONE, length: 1 })
      added = 1
      if (i < base.length) gone = 1
    }
    i += gone
    j += added
    from = j
    shift = i
  }
  close()
  return joined(runs)
}

/** Neighbours that go on as one. */
const joined = (runs: Runs): Runs => {
  const all: Array<Run> = []
  for (const run of runs) {
    const last = all.at(-1)
    const goesOn = last !== undefined && last.next + last.length === run.next &&
      (last.base === NONE ? run.base === NONE : run.base === last.base + last.length)
    if (goesOn) all[all.length - 1] = { ...last, length: last.length + run.length }
    else all.push(run)
  }
  return all
}

/** What stands for a row that is no more. */
export const GONE = 0xfffffffe

/** Old row → new row, `GONE` where there is none. */
export const forward = (runs: Runs, rows: number): Uint32Array => {
  const map = new Uint32Array(rows).fill(GONE)
  for (const { next, base, length } of runs) {
    if (base !== NONE) { for (let i = 0; i < length; i++) map[base + i] = next + i }
  }
  return map
}

/** What `value` of an old column is now; what points nowhere goes on doing so, as all does where nothing is led. */
export const led = (map: Uint32Array | undefined, value: number): number =>
  map === undefined || map.length <= value ? value : map[value]!

/** New row → old row, `NONE` where it is new. */
export const backward = (runs: Runs, rows: number): Uint32Array => {
  const map = new Uint32Array(rows).fill(NONE)
  for (const { next, base, length } of runs) {
    if (base !== NONE) { for (let i = 0; i < length; i++) map[next + i] = base + i }
  }
  return map
}

/** The runs of which that is the way back: neighbours that stood side by side are one run, and so are new ones. */
export const runsOf = (bases: Uint32Array): Runs => {
  const runs: Array<Run> = []
  for (let next = 0; next < bases.length;) {
    const base = bases[next]!
    let end = next + 1
    while (end < bases.length && bases[end] === (base === NONE ? NONE : base + end - next)) end++
    runs.push({ next, base, length: end - next })
    next = end
  }
  return runs
}
