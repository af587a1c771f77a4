// Exact search over vectors of bytes: the kernel, the plain loops and a sort of all rows agree to the last bit.

import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import { Worker } from "node:worker_threads"
import * as DotKernel from "../../lib/search/dot_kernel.ts"
import * as Vectors from "../../lib/search/vectors.ts"
import { law } from "../_kit/effect.ts"

const setOf = (dims: number, rows: ReadonlyArray<ReadonlyArray<number>>, scales: ReadonlyArray<number>) => ({
  dims,
  vectors: Int8Array.from(rows.flat()),
  scales: Float32Array.from(scales),
})

const plain = (set: Vectors.VectorSet) => Vectors.over(set, Vectors.plainCounter(set))
const bySimd = (set: Vectors.VectorSet) => Vectors.over(set, Vectors.simdCounter(set)!)

/** Rows, scales and a query of one width, odd ones too. */
const cases = fc.tuple(fc.constantFrom(1, 3, 31, 32, 33, 64, 100, 256), fc.integer({ min: 0, max: 40 })).chain(
  ([dims, rows]) =>
    fc.record({
      dims: fc.constant(dims),
      rows: fc.array(fc.array(fc.integer({ min: -128, max: 127 }), { minLength: dims, maxLength: dims }), {
        minLength: rows,
        maxLength: rows,
      }),
      scales: fc.array(fc.constantFrom(0, 0.25, 1, 1.5), { minLength: rows, maxLength: rows }),
      // Powers of two that the query is scaled by without rounding.
      query: fc.array(fc.integer({ min: -100, max: 100 }), { minLength: dims, maxLength: dims }),
      limit: fc.integer({ min: 0, max: 50 }),
    }),
)

law("the kernel's dot products are those of plain loops", cases, ({ dims, rows, query }) => {
  if (rows.length === 0) return
  const stride = Math.ceil(dims / DotKernel.STEP) * DotKernel.STEP
  const out = stride * 2
  const first = out + Math.ceil(rows.length / 4) * 16
  const { memory, dots } = DotKernel.over(first + rows.length * stride)!
  new Int16Array(memory, 0, dims).set(query)
  rows.forEach((row, i) => new Int8Array(memory, first + i * stride, dims).set(row))
  dots(0, first, rows.length, stride, out)
  const expected = rows.map((row) => row.reduce((sum, it, i) => sum + it * query[i]!, 0))
  expect([...new Int32Array(memory, out, rows.length)]).toEqual(expected)
})

law("the kernel and plain loops give the same answer, which is the head of all rows in order", cases, (given) => {
  const set = setOf(given.dims, given.rows, given.scales)
  const query = Float32Array.from(given.query)
  const found = plain(set).search(query, given.limit)
  expect(bySimd(set).search(query, given.limit)).toEqual(found)
  // Of a query of 100ths to whole numbers of this fineness only its rounding is lost.
  const near = (row: number) => given.rows[row]!.reduce((sum, it, i) => sum + it * query[i]!, 0) * given.scales[row]!
  const all = given.rows.map((_, row) => near(row)).filter((it) => 1 < it).sort((a, b) => b - a)
  expect(found.length).toBeGreaterThanOrEqual(Math.min(given.limit, all.length))
  found.forEach(({ row, cosine }, i) => {
    expect(Math.abs(cosine - near(row))).toBeLessThan(1 + Math.abs(near(row)) * 1e-3)
    if (i < all.length) expect(Math.abs(cosine - all[i]!)).toBeLessThan(1 + Math.abs(all[i]!) * 1e-3)
  })
})

describe("search()", () => {
  const set = setOf(
    2,
    [[127, 0], [0, 127], [127, 0], [-127, 0], [90, 90], [127, 0]],
    [1, 1, 1, 1, 1, 0].map((it) => it / 127),
  )
  const both = [plain(set), bySimd(set)]

  test("gives the nearest first, the lower row of two that are as near, and none that points away", () => {
    for (const index of both) {
      expect(index.rows).toBe(6)
      expect(index.search(Float32Array.of(1, 0), 9).map(({ row }) => row)).toEqual([0, 2, 4])
      expect(index.search(Float32Array.of(1, 0), 1)).toEqual([{ row: 0, cosine: expect.closeTo(1, 6) }])
      expect(index.search(Float32Array.of(1, 0), 9, 0.8).map(({ row }) => row)).toEqual([0, 2])
    }
  })

  test("cosinesOf() says of any row how near it is", () => {
    for (const index of both) {
      expect(index.cosinesOf(Float32Array.of(1, 0), [3, 0])).toEqual([
        { row: 3, cosine: expect.closeTo(-1, 6) },
        { row: 0, cosine: expect.closeTo(1, 6) },
      ])
    }
  })

  test("finds nothing for nothing, in nothing, and none of none", () => {
    for (const index of both) {
      expect(index.search(new Float32Array(2), 9)).toEqual([])
      expect(index.search(Float32Array.of(1, 0), 0)).toEqual([])
    }
    for (const make of [plain, bySimd]) {
      expect(make(setOf(256, [], [])).search(new Float32Array(256).fill(1), 3)).toEqual([])
    }
  })

  test("does not overflow where all values are as large as can be, and the query is wide", () => {
    const dims = 4096
    const wide = setOf(dims, [Array(dims).fill(-128), Array(dims).fill(127)], [1 / 127, 1 / 127])
    for (const index of [plain(wide), bySimd(wide)]) {
      expect(index.search(new Float32Array(dims).fill(-1 / 64), 9)).toEqual([
        { row: 0, cosine: expect.closeTo(64 * 128 / 127, 6) },
      ])
    }
  })

  test("goes on over more rows than are counted at once", () => {
    const rows = 5000
    const vectors = new Int8Array(rows * 32)
    const scales = new Float32Array(rows).fill(1)
    for (let row = 0; row < rows; row++) vectors[row * 32] = row === 4321 ? 127 : row % 100
    for (
      const index of [plain({ dims: 32, vectors, scales }), bySimd({ dims: 32, vectors, scales })]
    ) {
      const query = new Float32Array(32)
      query[0] = 1
      expect(index.search(query, 4).map(({ row }) => row)).toEqual([4321, 99, 199, 299])
    }
  })
})

law(
  "a quantised vector is the vector within half of its scale",
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 64 }),
  (values) => {
    const vector = Float32Array.from(values)
    const vectors = new Int8Array(values.length + 2)
    const scale = Vectors.quantise(vector, vectors, 1)
    expect([vectors[0], vectors.at(-1)]).toEqual([0, 0])
    const back = Vectors.row({ dims: values.length, vectors: vectors.subarray(1), scales: Float32Array.of(scale) }, 0)
    vector.forEach((it, i) => expect(Math.abs(back[i]! - it)).toBeLessThanOrEqual(scale * 0.5001 + 1e-42))
    expect(scale === 0).toBe(vector.every((it) => Math.fround(Math.abs(it) / 127) === 0))
  },
)

test("the kernel's memory is as large as what it holds", () => {
  expect(DotKernel.over(1)!.memory.byteLength).toBe(65_536)
  expect(DotKernel.over(65_537)!.memory.byteLength).toBe(131_072)
  expect(DotKernel.over(2 ** 40)).toBeUndefined()
})

test("without WebAssembly the same is found", async () => {
  const code = `
    import { parentPort } from "node:worker_threads"
    delete globalThis.WebAssembly
    const Vectors = await import(${JSON.stringify(new URL("../../lib/search/vectors.ts", import.meta.url).href)})
    const set = { dims: 2, vectors: Int8Array.of(127, 0, 0, 127), scales: Float32Array.of(1 / 127, 1 / 127) }
    const bare = Vectors.simdCounter(set) === undefined
    parentPort.postMessage({ bare, found: Vectors.exact(set).search(Float32Array.of(0, 1), 5) })`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  const told = await new Promise<{ readonly bare: boolean; readonly found: ReadonlyArray<Vectors.Near> }>(
    (resolve, reject) => {
      worker.on("message", resolve)
      worker.on("error", reject)
    },
  )
  await worker.terminate()
  expect(told).toEqual({ bare: true, found: [{ row: 1, cosine: expect.closeTo(1, 6) }] })
})
