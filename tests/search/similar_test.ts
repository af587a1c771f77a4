// What is like a definition: by a few vectors that are written down, and against a look at each pair.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Hnsw from "../../lib/platform/hnsw.ts"
import { NativeGraphs, NativeUnusable } from "../../lib/search/native_graph.ts"
import * as Similar from "../../lib/search/similar.ts"
import * as Vectors from "../../lib/search/vectors.ts"
import { law } from "../_kit/effect.ts"

const NONE = 0xffffffff

/** Nodes: file 0 holds class 1, which holds method 2; function 3 and function 4; file 5 holds function 6. */
const nodes: Similar.Nodes = {
  parent: Uint32Array.of(NONE, 0, 1, 0, 0, NONE, 5),
  file: Uint32Array.of(0, 0, 0, 0, 0, 5, 5),
  name: Uint32Array.of(0, 1, 2, 3, 4, 5, 6),
}

const rowsOf = (rows: ReadonlyArray<readonly [node: number, angle: number]>): Similar.Rows => {
  const vectors = new Int8Array(rows.length * 2)
  const scales = Float32Array.from(rows, ([, angle], i) => {
    const radians = angle * Math.PI / 180
    return Vectors.quantise(Float32Array.of(Math.cos(radians), Math.sin(radians)), vectors, i * 2)
  })
  return { dims: 2, vectors, scales, node: Uint32Array.from(rows, ([node]) => node) }
}

const rows = rowsOf([[0, 0], [1, 0], [2, 1], [2, 3], [3, 10], [3, 5], [4, 120], [5, 2], [6, 22]])
const index = Vectors.exact(rows)
const ofRow = (row: number, options = {}) =>
  Similar.neighbours(rows, nodes, index, row, options).map(({ node, row }) => [node, row])

describe("neighbours()", () => {
  test("are other definitions, by their nearest passage; no file, nothing that holds it or that it holds", () => {
    expect(ofRow(1)).toEqual([[3, 5], [6, 8]])
    expect(ofRow(2)).toEqual([[3, 5], [6, 8]])
    expect(ofRow(4)).toEqual([[2, 3], [1, 1], [6, 8]])
    expect(ofRow(6)).toEqual([])
  })

  test("are as near as is asked, and no more than that", () => {
    expect(ofRow(5, { least: 0.99 })).toEqual([[2, 3], [1, 1]])
    expect(ofRow(5, { most: 1 })).toEqual([[2, 3]])
    expect(Similar.neighbours(rows, nodes, index, 1)[0]!.cosine).toBeCloseTo(Math.cos(5 * Math.PI / 180), 2)
  })

  test("are found behind many passages of the definition itself", () => {
    const many = rowsOf([...Array.from({ length: 300 }, (): [number, number] => [3, 0]), [4, 2], [6, 1]])
    expect(Similar.neighbours(many, nodes, Vectors.exact(many), 0).map(({ node }) => node)).toEqual([6, 4])
  })

  test("of a definition are those of any of its passages; none are known where it has no vector", () => {
    const near = (node: number) => Similar.ofNode(rows, nodes, index, node)?.map(({ node, row }) => [node, row])
    // Passages of node 2 stand at 1 and 3 degrees, those of 3 at 10 and 5, that of 6 at 22.
    expect(near(2)).toEqual([[3, 5], [6, 8]])
    // The class around it is not apart from 2, and 4 is far from all.
    expect(near(4)).toEqual([])
    expect(Similar.ofNode({ ...rows, scales: new Float32Array(9) }, nodes, index, 2)).toBeUndefined()
    expect(Similar.ofNode(rows, nodes, index, 9)).toBeUndefined()
  })

  test("are no overloads of its name", () => {
    const overloads = { ...nodes, name: Uint32Array.of(0, 1, 2, 3, 3, 5, 3) }
    const near = rowsOf([[3, 0], [4, 1], [6, 2]])
    expect(Similar.neighbours(near, overloads, Vectors.exact(near), 0).map(({ node }) => node)).toEqual([6])
  })

  test("of what has no vector are none", () => {
    const empty = { dims: 2, vectors: new Int8Array(4), scales: new Float32Array(2), node: Uint32Array.of(3, 4) }
    expect(Similar.neighbours(empty, nodes, Vectors.exact(empty), 0)).toEqual([])
  })
})

/** Passages of the seven nodes in any directions. */
const drawn = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 359 })), { maxLength: 60 })

/** By looking at each pair in both directions. */
const slow = (rows: Similar.Rows, least: number, most: number) =>
  Array.from({ length: rows.node.length }, (_, row) => {
    const a = Vectors.row(rows, row)
    return Array.from({ length: rows.node.length }, (_, other) => {
      const b = Vectors.row(rows, other)
      return { other, cosine: a[0]! * b[0]! + a[1]! * b[1]! }
    }).filter(({ other, cosine }) => least <= cosine && apart(rows.node[row]!, rows.node[other]!))
      .sort((a, b) => b.cosine - a.cosine).slice(0, most)
  })

const FILES = [0, 5]
const HOLDS: ReadonlyArray<readonly [number, number]> = [[1, 2]]
const apart = (a: number, b: number) =>
  a !== b && !FILES.includes(a) && !FILES.includes(b) &&
  !HOLDS.some(([outer, inner]) => (a === outer && b === inner) || (a === inner && b === outer))

law("all() gives each row what a look at each pair gives", drawn, (given) => {
  const rows = rowsOf(given)
  const found = Similar.all(rows, nodes, undefined, { least: 0.7501, most: 3 })
  const expected = slow(rows, 0.7501, 3)
  expected.forEach((wanted, row) => {
    const cosines = [...found.cosines.subarray(found.offsets[row], found.offsets[row + 1])]
    expect(cosines.length).toBe(wanted.length)
    wanted.forEach(({ cosine }, i) => expect(cosines[i]!).toBeCloseTo(cosine, 5))
    for (const other of found.rows.subarray(found.offsets[row], found.offsets[row + 1])) {
      expect(apart(rows.node[row]!, rows.node[other]!)).toBe(true)
    }
  })
})

test("more rows than one block are compared across blocks", () => {
  const many = rowsOf(Array.from({ length: 1200 }, (_, i): [number, number] => [i % 2 === 0 ? 3 : 4, 90]))
  many.node.fill(3)
  many.node[1100] = 4
  const found = Similar.all(many, nodes, undefined, { most: 1 })
  expect([...found.rows.subarray(found.offsets[0], found.offsets[1])]).toEqual([1100])
  expect([...found.rows.subarray(found.offsets[1100], found.offsets[1101])]).toEqual([0])
  expect([...found.rows.subarray(found.offsets[1199], found.offsets[1200])]).toEqual([1100])
})

test("by a graph the same neighbours are found, where there is an add-on", async () => {
  const graphs = await Effect.runPromise(Effect.provide(NativeGraphs, Hnsw.layer))
  const rows = rowsOf(Array.from({ length: 400 }, (_, i): [number, number] => [[3, 4, 6][i % 3]!, (i * 137) % 360]))
  const graph = graphs.make(2, 400)
  if (Either.isLeft(graph)) return expect(graph.left.reason.length).toBeGreaterThan(0)
  for (let row = 0; row < 400; row++) graph.right.add(Vectors.row(rows, row), row)
  const exact = Similar.all(rows, nodes, undefined, { most: 3 })
  const found = Similar.all(rows, nodes, graph.right, { most: 3 })
  let same = 0
  exact.cosines.forEach((cosine, i) => same += Math.abs(cosine - found.cosines[i]!) < 1e-5 ? 1 : 0)
  expect(found.rows.length).toBe(exact.rows.length)
  expect(same / exact.rows.length).toBeGreaterThan(0.95)
})

test("ofAll() asks a graph where there are so many rows, and no graph that finds too little", async () => {
  const rows = rowsOf(Array.from({ length: 300 }, (_, i): [number, number] => [[3, 4, 6][i % 3]!, (i * 137) % 360]))
  const graph = (nearest: ReadonlyArray<number>): Layer.Layer<never> =>
    Layer.succeed(NativeGraphs, {
      make: () => Either.right({ add: () => {}, nearest: () => nearest, write: () => Either.right(undefined) }),
      read: () => Either.left(new NativeUnusable({ reason: "none is kept" })),
      version: "fake",
    })
  const by = (from: number, layer: Layer.Layer<never>) =>
    Effect.runPromise(
      Effect.provide(Similar.ofAll(rows, nodes, undefined, from), Layer.mergeAll(Files.layer, Digest.layer, layer)),
    )
  const all = Array.from(rows.node.keys())
  const exact = await by(301, graph(all))
  expect(exact.by).toBe("exact")
  expect((await by(300, graph([1, 2]))).by).toBe("exact")
  const found = await by(300, graph(all))
  expect(found.by).toBe("hnsw")
  expect(found.neighbours).toEqual(exact.neighbours)
})
