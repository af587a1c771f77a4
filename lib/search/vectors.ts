// Which rows are nearest to a query, found by looking at all of them: a hundred thousand rows of 256 bytes take a
// millisecond or two, which no index is worth. Rows are whole numbers and so is the query, so the answer is the same
// to the last bit whoever counts: the kernel or a plain loop.

import { Best } from "./best.ts"
import * as DotKernel from "./dot_kernel.ts"

/** Vectors of length 1, or all zero, by row: entry `i` of row `r` is `vectors[r * dims + i] * scales[r]`. */
export interface VectorSet {
  readonly dims: number
  readonly vectors: Int8Array
  readonly scales: Float32Array
}

export interface Near {
  readonly row: number
  readonly cosine: number
}

export interface VectorIndex {
  readonly rows: number
  /**
   * The rows that are nearest to a query of length 1, the nearest first, the lower row first where two are as near.
   * There are none for a query that is all zero, and none that are not nearer than `least`, which is 0 by default.
   */
  readonly search: (query: Float32Array, limit: number, least?: number) => ReadonlyArray<Near>
  /** How near some rows are, in their order; as exact as `search`. */
  readonly cosinesOf: (query: Float32Array, rows: Iterable<number>) => ReadonlyArray<Near>
}

const MOST = 127

/** Writes a vector as signed bytes into `into` from `at` on. @returns The row's scale. */
export const quantise = (vector: Float32Array, into: Int8Array, at: number): number => {
  let most = 0
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!))
  // As it is kept, so that rows are divided by what they will be multiplied with.
  const scale = Math.fround(most / MOST)
  if (scale === 0) {
    into.fill(0, at, at + vector.length)
    return 0
  }
  for (let i = 0; i < vector.length; i++) {
    into[at + i] = Math.max(-MOST, Math.min(MOST, Math.round(vector[i]! / scale)))
  }
  return scale
}

/** A row's vector as it was before, but for rounding. */
export const row = ({ dims, vectors, scales }: VectorSet, at: number): Float32Array<ArrayBuffer> => {
  const vector = new Float32Array(dims)
  for (let i = 0; i < dims; i++) vector[i] = vectors[at * dims + i]! * scales[at]!
  return vector
}

/** Of a vector with the row of signed bytes that begins at `at`: four sums, since each waits for its last addition. */
export const dot = (vector: Float32Array, bytes: Int8Array, at: number): number => {
  const whole = vector.length - vector.length % 4
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let i = 0; i < whole; i += 4) {
    a += vector[i]! * bytes[at + i]!
    b += vector[i + 1]! * bytes[at + i + 1]!
    c += vector[i + 2]! * bytes[at + i + 2]!
    d += vector[i + 3]! * bytes[at + i + 3]!
  }
  for (let i = whole; i < vector.length; i++) a += vector[i]! * bytes[at + i]!
  return a + b + c + d
}

/** A query as whole numbers, as fine as 32 bits for a sum allow. @returns Its scale, 0 where it is all zero. */
const wholeQuery = (query: Float32Array, into: Int16Array): number => {
  // -128 is never written by `quantise`, but may stand in what others wrote.
  const bound = Math.min(32_767, Math.floor((2 ** 31 - 1) / (128 * query.length)))
  let most = 0
  for (let i = 0; i < query.length; i++) most = Math.max(most, Math.abs(query[i]!))
  if (most === 0) return 0
  for (let i = 0; i < query.length; i++) into[i] = Math.round(query[i]! / most * bound)
  return most / bound
}

/** Most rows whose dot products are counted at once: their results stay in the processor's nearest memory. */
export const BLOCK = 2048

/** Dot products of one query with many rows of a set, a block at a time. */
export interface Counter {
  /** `dims` whole numbers; sums of their products with any row stay below 2³¹. */
  readonly query: Int16Array
  /** What was counted last: entry 0 is that of the first row. */
  readonly dots: Int32Array
  /** Counts for the rows from `from` up to `to`, at most `BLOCK` of them. */
  readonly count: (from: number, to: number) => void
}

/** By plain loops, over the vectors where they lie. */
export const plainCounter = ({ dims, vectors, scales }: VectorSet): Counter => {
  const query = new Int16Array(dims)
  const dots = new Int32Array(Math.min(BLOCK, scales.length))
  return {
    query,
    dots,
    count: (from, to) => {
      for (let row = from, at = from * dims; row < to; row++) {
        let sum = 0
        for (let i = 0; i < dims; i++, at++) sum += vectors[at]! * query[i]!
        dots[row - from] = sum
      }
    },
  }
}

/**
 * By the kernel, over a copy of the vectors that is the only memory it takes; undefined where there is no kernel, or no
 * memory for it.
 */
export const simdCounter = ({ dims, vectors, scales }: VectorSet): Counter | undefined => {
  const rows = scales.length
  const stride = Math.ceil(dims / DotKernel.STEP) * DotKernel.STEP
  const block = Math.min(BLOCK, rows)
  const dotsAt = stride * 2
  const rowsAt = dotsAt + Math.ceil(block * 4 / 16) * 16
  const kernel = DotKernel.over(rowsAt + rows * stride)
  if (kernel === undefined) return undefined
  const { memory } = kernel
  const copy = new Int8Array(memory, rowsAt, rows * stride)
  if (stride === dims) copy.set(vectors.subarray(0, rows * dims))
  else for (let row = 0; row < rows; row++) copy.set(vectors.subarray(row * dims, (row + 1) * dims), row * stride)
  return {
    query: new Int16Array(memory, 0, dims),
    dots: new Int32Array(memory, dotsAt, block),
    count: (from, to) => kernel.dots(0, rowsAt + from * stride, to - from, stride, dotsAt),
  }
}

/** As this machine does it fastest. */
export const counter = (set: VectorSet): Counter => simdCounter(set) ?? plainCounter(set)

/** Exact search over a set. */
export const over = ({ scales }: VectorSet, { query, dots, count }: Counter): VectorIndex => {
  const rows = scales.length
  return {
    rows,
    search: (asked, limit, least = 0) => {
      const scale = wholeQuery(asked, query)
      if (scale === 0) return []
      const best = new Best(limit, least)
      for (let from = 0; from < rows; from += BLOCK) {
        const to = Math.min(rows, from + BLOCK)
        count(from, to)
        for (let row = from; row < to; row++) {
          const cosine = dots[row - from]! * scales[row]! * scale
          if (best.bar < cosine) best.offer(row, cosine)
        }
      }
      return best.ordered().map(({ row, value }) => ({ row, cosine: value }))
    },
    cosinesOf: (asked, among) => {
      const scale = wholeQuery(asked, query)
      return Array.from(among, (row) => {
        count(row, row + 1)
        return { row, cosine: dots[0]! * scales[row]! * scale }
      })
    },
  }
}

/** Exact search as this machine does it fastest. */
export const exact = (set: VectorSet): VectorIndex => over(set, counter(set))
