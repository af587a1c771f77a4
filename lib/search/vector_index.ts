// Which index of vectors answers queries: exact search, or the native graph where the user wants it or where so much is
// to be looked at that each query would be felt. A graph is built once, kept as a file, and believed only after it has
// found on these very vectors what exact search finds; whoever asks is told which it is and why.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Digest } from "../machine/digest.ts"
import { Files } from "../machine/files.ts"
import { type NativeGraph, NativeGraphs } from "./native_graph.ts"
import * as Vectors from "./vectors.ts"

/** What the user may set. */
export type Setting = "auto" | "hnsw" | "exact"

export interface Chosen {
  readonly index: Vectors.VectorIndex
  readonly by: "exact" | "hnsw"
  /** Why it is not what could have been expected; for the log and for whoever asks. */
  readonly note?: string
  /** Of a graph: the share of the nearest ten that it found. */
  readonly recall?: number
}

/**
 * Numbers that exact search looks at in some 25 ms. A graph pays only after 6,000 queries, more than an index sees before
 * it is made anew, whatever its size; so what decides is how long one query takes.
 */
export const FELT = 500_000_000

/** Least share of the nearest ten that a graph must find. */
export const RECALL = 0.95

const NEAREST = 10
const SAMPLE = 200

/** Points that are added between two looks at what else there is to do. */
const SLICE = 256

/** Most bytes of graphs that are kept, for all repositories together. */
const KEPT_BYTES = 2_000_000_000

const ENDING = ".hnsw"
const DIGEST = ".sha256"

/** Rows from the graph, cosines from the set. */
const overGraph = (graph: NativeGraph, exact: Vectors.VectorIndex): Vectors.VectorIndex => ({
  ...exact,
  search: (query, limit, least = 0) => {
    if (limit <= 0 || query.every((it) => it === 0)) return []
    const near = exact.cosinesOf(query, graph.nearest(query, Math.min(limit, exact.rows)))
    return near.filter(({ cosine }) => least < cosine).sort((a, b) => b.cosine - a.cosine || a.row - b.row).slice(
      0,
      limit,
    )
  },
})

/**
 * The share of the nearest ten rows that an index finds, with rows of the set for queries. One that is as near as the
 * tenth counts as found, whichever of such it is.
 */
export const recallOf = (
  index: Vectors.VectorIndex,
  exact: Vectors.VectorIndex,
  set: Vectors.VectorSet,
  sample = SAMPLE,
): number => {
  let found = 0
  let wanted = 0
  for (let i = 0; i < sample; i++) {
    const row = Math.floor((i + 0.5) * exact.rows / sample)
    if (set.scales[row] === undefined || set.scales[row] === 0) continue
    const query = Vectors.row(set, row)
    const nearest = exact.search(query, NEAREST)
    const bar = nearest.at(-1)?.cosine ?? Infinity
    wanted += nearest.length
    found += index.search(query, NEAREST).filter(({ cosine }) => bar <= cosine).length
  }
  return wanted === 0 ? 1 : found / wanted
}

export const recallOfGraph = (graph: NativeGraph, set: Vectors.VectorSet): number => {
  const exact = Vectors.exact(set)
  return recallOf(overGraph(graph, exact), exact, set)
}

/**
 * The index for queries of a set. Where a graph is made it takes a tenth of a millisecond a row, in slices: run it beside
 * what answers meanwhile.
 *
 * @param folder Where graphs are kept; none is kept where it is undefined.
 */
export const open: (
  set: Vectors.VectorSet,
  setting: Setting,
  folder: string | undefined,
) => Effect.Effect<Chosen, never, Files | Digest> = Effect.fn("search.vectorIndex")(
  function* (set, setting, folder) {
    const exact = Vectors.exact(set)
    if (setting === "exact") return { index: exact, by: "exact" }
    if (setting === "auto" && set.scales.length * set.dims < FELT) return { index: exact, by: "exact" }
    const graph = yield* Effect.either(graphOf(set, folder))
    if (Either.isLeft(graph)) {
      return { index: exact, by: "exact", note: `${graph.left.message}. Search is exact instead` }
    }
    const index = overGraph(graph.right, exact)
    const recall = recallOf(index, exact, set)
    if (recall < RECALL) {
      const percent = (recall * 100).toFixed(1)
      const note = `The HNSW index found ${percent} % of the nearest ten of a sample, less than ${
        RECALL * 100
      } %. Search is exact instead`
      return { index: exact, by: "exact", note, recall }
    }
    return { index, by: "hnsw", recall }
  },
)

/** A graph of the set: the one that is kept, or a new one that is kept from now on. */
export const graphOf = Effect.fnUntraced(function* (set: Vectors.VectorSet, folder: string | undefined) {
  const graphs = yield* NativeGraphs
  const path = folder === undefined ? undefined : `${folder}/${yield* keyOf(set, graphs.version)}${ENDING}`
  if (path !== undefined && (yield* isOurs(path))) {
    const read = graphs.read(path, set.dims)
    // One of another build of the add-on: it is made anew.
    if (Either.isRight(read)) return read.right
  }
  const graph = yield* graphs.make(set.dims, set.scales.length)
  for (let row = 0; row < set.scales.length; row++) {
    if (set.scales[row] !== 0) graph.add(Vectors.row(set, row), row)
    if (row % SLICE === SLICE - 1) yield* Effect.yieldNow()
  }
  if (folder !== undefined && path !== undefined) yield* keep(graph, folder, path)
  return graph
})

/** What a graph is made of, as the name of its file. */
const keyOf = (set: Vectors.VectorSet, version: string) =>
  Effect.map(Digest, ({ sha256Of }) => {
    const { vectors, scales } = set
    return sha256Of([
      new TextEncoder().encode(`${version} ${set.dims} ${scales.length}\n`),
      new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
      new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength),
    ]).slice(0, 32)
  })

/** Does a file have the digest that was noted when it was written? A damaged one would lead the add-on anywhere. */
const isOurs = (path: string) =>
  Effect.gen(function* () {
    const files = yield* Files
    const { sha256 } = yield* Digest
    const noted = new TextDecoder().decode(yield* files.read(path + DIGEST))
    const ours = sha256(yield* files.map(path)) === noted
    if (ours) yield* Effect.zipRight(files.touch(path), files.touch(path + DIGEST))
    return ours
  }).pipe(Effect.orElseSucceed(() => false))

/** Writes a graph beside, notes its digest and puts it in its place. A cache that cannot be written costs time alone. */
const keep = (graph: NativeGraph, folder: string, path: string) =>
  Effect.gen(function* () {
    const files = yield* Files
    const { sha256 } = yield* Digest
    yield* files.makeFolder(folder)
    const now = yield* Effect.clockWith((clock) => clock.currentTimeNanos)
    const beside = `${folder}/.${now}.tmp`
    yield* graph.write(beside)
    const digest = sha256(yield* files.read(beside))
    yield* files.writeAtomically(path + DIGEST, [new TextEncoder().encode(digest)])
    yield* files.rename(beside, path)
    yield* tidy(folder, path)
  }).pipe(
    Effect.catchAll((error) =>
      Effect.logWarning(`An HNSW index was not kept: ${error._tag === "PlatformError" ? error.code : error.reason}`)
    ),
  )

/** Those unused for longest go, where all are too much together; the one that was just written stays. */
const tidy = (folder: string, written: string) =>
  Effect.gen(function* () {
    const files = yield* Files
    const names = (yield* files.list(folder)).map(({ name }) => name).filter((name) => name.endsWith(ENDING))
    const paths = names.map((name) => `${folder}/${name}`)
    const stats = yield* files.stats(paths)
    const kept = paths.flatMap((path, i) => stats[i] === undefined ? [] : [{ path, stat: stats[i] }])
      .sort((a, b) => a.path === written ? -1 : b.path === written ? 1 : a.stat.modified < b.stat.modified ? 1 : -1)
    let bytes = 0
    for (const { path, stat } of kept) {
      bytes += stat.size
      if (bytes <= KEPT_BYTES || path === written) continue
      yield* files.remove(path)
      yield* files.remove(path + DIGEST)
    }
  })
