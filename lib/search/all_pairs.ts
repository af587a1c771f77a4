// Which rows are most like each row: the neighbours of all at once. Exactly, each pair is looked at once, a block of rows
// that fits the processor's near memory at a time; by the native index where there are so many rows that it is cheaper.

import type { NativeGraph } from "./native_graph.ts"
import * as Vectors from "./vectors.ts"

/** Neighbours of row `r`: `rows[offsets[r] .. offsets[r + 1]]`, the nearest first, the lower row first of two as near. */
export interface Neighbours {
  readonly offsets: Uint32Array
  readonly rows: Uint32Array
  readonly cosines: Float32Array
}

export interface Wanted {
  /** How near a neighbour is at least. */
  readonly least: number
  /** Most neighbours of a row. */
  readonly most: number
  /** May these be neighbours? Asked only of rows that are near enough. */
  readonly apart: (row: number, other: number) => boolean
}

/** Rows of a block: with their bytes they fit a second cache of 256 kB. */
const BLOCK = 512

/** The best neighbours so far, `most` places a row. */
class Kept {
  readonly #most: number
  readonly #counts: Uint32Array
  readonly #rows: Uint32Array
  readonly #cosines: Float32Array

  constructor(rows: number, most: number) {
    this.#most = most
    this.#counts = new Uint32Array(rows)
    this.#rows = new Uint32Array(rows * most)
    this.#cosines = new Float32Array(rows * most)
  }

  /** Others are offered in ascending order, so that one which is as near as another stands behind it. */
  offer(row: number, other: number, cosine: number): void {
    const first = row * this.#most
    const kept = Math.fround(cosine)
    let at = first + this.#counts[row]!
    if (this.#counts[row] === this.#most) {
      if (this.#most === 0 || kept <= this.#cosines[at - 1]!) return
      at--
    } else this.#counts[row]!++
    for (; first < at && this.#cosines[at - 1]! < kept; at--) {
      this.#rows[at] = this.#rows[at - 1]!
      this.#cosines[at] = this.#cosines[at - 1]!
    }
    this.#rows[at] = other
    this.#cosines[at] = kept
  }

  packed(): Neighbours {
    const offsets = new Uint32Array(this.#counts.length + 1)
    this.#counts.forEach((count, row) => offsets[row + 1] = offsets[row]! + count)
    const rows = new Uint32Array(offsets.at(-1)!)
    const cosines = new Float32Array(rows.length)
    for (let row = 0; row < this.#counts.length; row++) {
      const from = row * this.#most
      const to = from + this.#counts[row]!
      rows.set(this.#rows.subarray(from, to), offsets[row])
      cosines.set(this.#cosines.subarray(from, to), offsets[row])
    }
    return { offsets, rows, cosines }
  }
}

/** All neighbours by looking at each pair once. O(rows² × dims), a second or two for 20,000 rows of 256. */
export const exact = (set: Vectors.VectorSet, { least, most, apart }: Wanted): Neighbours => {
  const { dims, vectors, scales } = set
  const { query, dots, count } = Vectors.counter(set)
  const rows = scales.length
  const kept = new Kept(rows, most)
  for (let first = 0; first < rows; first += BLOCK) {
    const end = Math.min(rows, first + BLOCK)
    for (let row = 0; row < end - 1; row++) {
      const from = Math.max(first, row + 1)
      const scale = scales[row]!
      if (end <= from || scale === 0) continue
      query.set(vectors.subarray(row * dims, (row + 1) * dims))
      count(from, end)
      for (let other = from; other < end; other++) {
        const cosine = dots[other - from]! * scale * scales[other]!
        if (cosine < least || !apart(row, other)) continue
        kept.offer(row, other, cosine)
        kept.offer(other, row, cosine)
      }
    }
  }
  return kept.packed()
}

/** Found beside the wanted ones, since some of those may not be neighbours. */
const SPARE = 24

/** The same by a graph that holds all rows: nearly all of the neighbours, each as near as it is. O(rows × log rows). */
export const byGraph = (set: Vectors.VectorSet, graph: NativeGraph, { least, most, apart }: Wanted): Neighbours => {
  const { dims, vectors, scales } = set
  const { query, dots, count } = Vectors.counter(set)
  const kept = new Kept(scales.length, most)
  for (let row = 0; row < scales.length; row++) {
    const scale = scales[row]!
    if (scale === 0) continue
    query.set(vectors.subarray(row * dims, (row + 1) * dims))
    for (const other of [...graph.nearest(Vectors.row(set, row), most + SPARE)].sort((a, b) => a - b)) {
      count(other, other + 1)
      // In the order in which a look at each pair multiplies them, so that it is the same to the last bit.
      const cosine = dots[0]! * scales[Math.min(row, other)]! * scales[Math.max(row, other)]!
      if (other !== row && least <= cosine && apart(row, other)) kept.offer(row, other, cosine)
    }
  }
  return kept.packed()
}
