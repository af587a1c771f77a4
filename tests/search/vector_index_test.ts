// Who answers queries over vectors: exact search, or a native graph that was built, kept and measured.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Hnsw from "../../lib/platform/hnsw.ts"
import * as Models from "../../lib/platform/models.ts"
import { type NativeGraph, NativeGraphs, NativeUnusable } from "../../lib/search/native_graph.ts"
import * as StaticTable from "../../lib/search/static_table.ts"
import * as VectorIndex from "../../lib/search/vector_index.ts"
import * as Vectors from "../../lib/search/vectors.ts"
import { effect } from "../_kit/effect.ts"
import { ROOT } from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

/** Vectors of real text: pieces of our own sources. */
const set = ((): Vectors.VectorSet => {
  const embedder = StaticTable.embedder(Either.getOrThrow(Models.table()))
  const pieces: Array<string> = []
  for (const folder of ["lib/graph", "lib/search", "lib/workspace"]) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) {
      if (name.endsWith(".ts")) pieces.push(...readFileSync(join(ROOT, folder, name), "utf8").split("\n\n"))
    }
  }
  const vectors = new Int8Array(pieces.length * embedder.dims)
  const into = new Float32Array(embedder.dims)
  const scales = Float32Array.from(pieces, (prose, i) => {
    embedder.document({ name: "", container: "", parameters: "", doc: "", body: [], prose }, into)
    return Vectors.quantise(into, vectors, i * embedder.dims)
  })
  return { dims: embedder.dims, vectors, scales }
})()

const machine = Layer.merge(Files.layer, Digest.layer)
const query = Vectors.row(set, 17)

/** A graph that finds what `find` says, and how often one was made or read. */
const fake = (find: (count: number) => ReadonlyArray<number>) => {
  const done = { made: 0, read: 0, points: 0 }
  const graph: NativeGraph = {
    add: () => void done.points++,
    nearest: (_, count) => find(count),
    write: (path) => Either.right(writeFileSync(path, "a graph")),
  }
  const layer = Layer.succeed(NativeGraphs, {
    make: () => (done.made++, Either.right(graph)),
    read: () => (done.read++, Either.right(graph)),
    version: "fake",
  })
  return { done, layer }
}

const all = Array.from(set.scales.keys())
const open = (
  setting: VectorIndex.Setting,
  folder: string | undefined,
  layer: Layer.Layer<never>,
) => Effect.provide(VectorIndex.open(set, setting, folder), Layer.merge(machine, layer))

describe("what answers", () => {
  effect(
    "is exact search where the user wants it or auto has no reason for more; no graph is made",
    Effect.gen(function* () {
      const { done, layer } = fake(() => [])
      for (const setting of ["exact", "auto"] as const) {
        const chosen = yield* open(setting, undefined, layer)
        expect({ by: chosen.by, note: chosen.note }).toEqual({ by: "exact", note: undefined })
        expect(chosen.index.search(query, 5)[0]!.row).toBe(17)
      }
      expect(done.made).toBe(0)
    }),
  )

  effect(
    "is exact search where the graph finds too little, which is said",
    Effect.gen(function* () {
      const { layer } = fake((count) => all.slice(0, count))
      const chosen = yield* open("hnsw", undefined, layer)
      expect(chosen.by).toBe("exact")
      expect(chosen.note).toMatch(/^The HNSW index found \d+\.\d % of the nearest ten of a sample, less than 95 %/)
      expect(chosen.recall).toBeLessThan(0.95)
      expect(chosen.index.search(query, 5)[0]!.row).toBe(17)
    }),
  )

  effect(
    "is exact search where there is no add-on, with its reason",
    Effect.gen(function* () {
      const bare = Layer.succeed(NativeGraphs, {
        make: () => Either.left(new NativeUnusable({ reason: "no such file" })),
        read: () => Either.left(new NativeUnusable({ reason: "no such file" })),
        version: "none",
      })
      const chosen = yield* open("hnsw", undefined, bare)
      expect(chosen.by).toBe("exact")
      expect(chosen.note).toBe("Cannot use the HNSW index: no such file. Search is exact instead")
    }),
  )

  effect(
    "is the graph where it finds enough: rows from it, cosines from the vectors",
    Effect.gen(function* () {
      // It gives all rows, of which the search keeps the best that it asked for.
      const { done, layer } = fake(() => all)
      const chosen = yield* open("hnsw", undefined, layer)
      expect({ by: chosen.by, recall: chosen.recall }).toEqual({ by: "hnsw", recall: 1 })
      expect(done.points).toBe(set.scales.filter((it) => it !== 0).length)
      expect(chosen.index.search(query, 12, 0.3)).toEqual(Vectors.exact(set).search(query, 12, 0.3))
      expect(chosen.index.search(new Float32Array(set.dims), 12)).toEqual([])
      expect(chosen.index.search(query, 0)).toEqual([])
    }),
  )
})

describe("a graph that is kept", () => {
  const inFolder = (use: (folder: string) => Effect.Effect<void, never, never>) =>
    Effect.flatMap(Repo.temporary, (folder) => use(join(folder, "vectors")))
  const only = (folder: string, ending: string) =>
    join(folder, readdirSync(folder).find((name) => name.endsWith(ending))!)

  effect(
    "is read the next time, and made anew where it is damaged or its digest is gone",
    inFolder((folder) =>
      Effect.gen(function* () {
        const { done, layer } = fake(() => all)
        yield* open("hnsw", folder, layer)
        expect({ ...done, points: 0 }).toEqual({ made: 1, read: 0, points: 0 })
        expect(readdirSync(folder).map((name) => name.replace(/^[0-9a-f]{32}/, "")).sort()).toEqual([
          ".hnsw",
          ".hnsw.sha256",
        ])
        yield* open("hnsw", folder, layer)
        expect({ ...done, points: 0 }).toEqual({ made: 1, read: 1, points: 0 })
        writeFileSync(only(folder, ".hnsw"), "a graph that leads elsewhere")
        yield* open("hnsw", folder, layer)
        expect({ ...done, points: 0 }).toEqual({ made: 2, read: 1, points: 0 })
        writeFileSync(only(folder, ".sha256"), "")
        yield* open("hnsw", folder, layer)
        expect({ ...done, points: 0 }).toEqual({ made: 3, read: 1, points: 0 })
      })
    ),
  )

  effect(
    "is not needed: where nothing can be written the graph answers all the same",
    inFolder((folder) =>
      Effect.gen(function* () {
        writeFileSync(folder, "no folder")
        const { layer } = fake(() => all)
        expect((yield* open("hnsw", folder, layer)).by).toBe("hnsw")
        expect(readFileSync(folder, "utf8")).toBe("no folder")
      })
    ),
  )

  effect(
    "by the add-on finds 95 of 100 on real vectors, kept or new; without it search is exact",
    inFolder((folder) =>
      Effect.gen(function* () {
        mkdirSync(folder)
        const tested = Hnsw.selfTest()
        const first = yield* open("hnsw", folder, Hnsw.layer)
        const second = yield* open("hnsw", folder, Hnsw.layer)
        expect(first.by).toBe(tested._tag === "works" ? "hnsw" : "exact")
        expect(second.by).toBe(first.by)
        if (tested._tag !== "works") return
        expect(first.recall).toBeGreaterThan(0.95)
        expect(second.recall).toBe(first.recall)
        expect(existsSync(only(folder, ".hnsw"))).toBe(true)
        expect(second.index.search(query, 10)).toEqual(first.index.search(query, 10))
      })
    ),
    60_000,
  )
})

test("recallOf() counts what is as near as the tenth", () => {
  const exact = Vectors.exact(set)
  expect(VectorIndex.recallOf(exact, exact, set)).toBe(1)
  const half = { ...exact, search: (asked: Float32Array, limit: number) => exact.search(asked, limit).slice(0, 5) }
  expect(VectorIndex.recallOf(half, exact, set)).toBeCloseTo(0.5, 2)
})
