// What is most like a definition, by the vectors of its passages: another way to do the same, a copy, a namesake with the
// same work. A definition is not like itself, nor like what it holds or stands in, nor like an overload of its name.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { NodeId } from "../graph/graph.ts"
import type { Digest } from "../machine/digest.ts"
import type { Files } from "../machine/files.ts"
import * as AllPairs from "./all_pairs.ts"
import type { NativeGraph } from "./native_graph.ts"
import * as VectorIndex from "./vector_index.ts"
import * as Vectors from "./vectors.ts"

/** Passages as far as they are asked here: a row's vector, and the node that it is of. */
export interface Rows extends Vectors.VectorSet {
  readonly node: Uint32Array
}

/** The graph's columns that are asked here. */
export interface Nodes {
  readonly parent: Uint32Array
  readonly file: Uint32Array
  readonly name: Uint32Array
}

export interface Similar {
  readonly node: NodeId
  /** The passage of it that is nearest. */
  readonly row: number
  readonly cosine: number
}

/** Two definitions without anything in common are as near as that once in a thousand pairs. */
export const LEAST = 0.75

/** How many are told of a definition. */
export const MOST = 5

/**
 * Rows from which looking at each pair costs more than building a graph of them and asking it for each: measured with
 * vectors of 256 numbers, 11 s of processor time either way.
 */
export const GRAPH_ROWS = 40_000

const isWithin = ({ parent }: Nodes, inner: NodeId, outer: NodeId): boolean => {
  // NONE, which is no node, ends the way up.
  for (let at = inner; at < parent.length; at = parent[at]!) if (at === outer) return true
  return false
}

/** Are these two definitions, neither of which holds the other, and not of one name in one place? */
const areApart = (nodes: Nodes, a: NodeId, b: NodeId): boolean =>
  nodes.file[a] !== a && nodes.file[b] !== b && !isWithin(nodes, a, b) && !isWithin(nodes, b, a) &&
  !(nodes.parent[a] === nodes.parent[b] && nodes.name[a] === nodes.name[b])

/** The nearest passage of each node. */
const byNode = (found: Iterable<Similar>): ReadonlyArray<Similar> => {
  const best = new Map<NodeId, Similar>()
  for (const it of found) {
    const before = best.get(it.node)
    if (before === undefined || before.cosine < it.cosine) best.set(it.node, it)
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.node - b.node)
}

/**
 * The definitions that are most like the one of a passage, the nearest first. A millisecond or two.
 *
 * @param index Of these rows.
 */
export const neighbours = (
  rows: Rows,
  nodes: Nodes,
  index: Vectors.VectorIndex,
  row: number,
  { least = LEAST, most = MOST }: { readonly least?: number; readonly most?: number } = {},
): ReadonlyArray<Similar> => {
  const node = rows.node[row]!
  const vector = Vectors.row(rows, row)
  // What is nearest may be of the definition itself: then more are asked for.
  for (let limit = most * 4 + 8;; limit *= 4) {
    const near = index.search(vector, limit, least)
    const found = byNode(
      near.map(({ row, cosine }) => ({ node: rows.node[row]!, row, cosine })).filter((it) =>
        areApart(nodes, node, it.node)
      ),
    )
    if (most <= found.length || near.length < limit || rows.node.length <= limit) return found.slice(0, most)
  }
}

/**
 * The definitions that are most like one by any of its passages; undefined where no vector is known of it.
 *
 * @param rows Those of a node side by side.
 */
export const ofNode = (
  rows: Rows,
  nodes: Nodes,
  index: Vectors.VectorIndex,
  node: NodeId,
): ReadonlyArray<Similar> | undefined => {
  const own: Array<number> = []
  for (let row = rows.node.indexOf(node); 0 <= row && rows.node[row] === node; row++) {
    if (rows.scales[row] !== 0) own.push(row)
  }
  if (own.length === 0) return undefined
  return byNode(own.flatMap((row) => neighbours(rows, nodes, index, row))).slice(0, MOST)
}

/** The neighbours of every row at once. @param graph Of these rows, where there are so many that it is worth one. */
export const all = (
  rows: Rows,
  nodes: Nodes,
  graph: NativeGraph | undefined,
  { least = LEAST, most = MOST }: { readonly least?: number; readonly most?: number } = {},
): AllPairs.Neighbours => {
  const apart = (row: number, other: number) => areApart(nodes, rows.node[row]!, rows.node[other]!)
  const wanted = { least, most, apart }
  return graph === undefined ? AllPairs.exact(rows, wanted) : AllPairs.byGraph(rows, graph, wanted)
}

export interface AllOf {
  readonly neighbours: AllPairs.Neighbours
  readonly by: "exact" | "hnsw"
}

/**
 * The same by what is cheaper for so many rows. A graph that finds too little, or is not to be had, is none.
 *
 * @param folder Where graphs are kept; see `VectorIndex.open`.
 */
export const ofAll = (
  rows: Rows,
  nodes: Nodes,
  folder: string | undefined,
  from = GRAPH_ROWS,
): Effect.Effect<AllOf, never, Files | Digest> =>
  Effect.gen(function* () {
    if (from <= rows.node.length) {
      const graph = yield* Effect.either(VectorIndex.graphOf(rows, folder))
      if (Either.isRight(graph) && VectorIndex.RECALL <= VectorIndex.recallOfGraph(graph.right, rows)) {
        return { neighbours: all(rows, nodes, graph.right), by: "hnsw" }
      }
    }
    return { neighbours: all(rows, nodes, undefined), by: "exact" }
  })
