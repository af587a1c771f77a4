// What of one repository is searched: its graph, its passages, and what follows from them.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import type * as Table from "../graph/passages.ts"
import type { Embedder } from "./embedder.ts"
import type { Meanings } from "./find.ts"
import * as Rank from "./rank.ts"
import type * as Vectors from "./vectors.ts"
import type { Texts } from "./word_index.ts"
import * as Words from "./words.ts"

/** Passages of a repository in the order of (node, first line, last line). */
export type Passages = Omit<Table.Passages, "packed" | "embedder">

export interface Searched {
  readonly graph: Graph
  readonly passages: Passages
  /** By row: the number of its file, which does not fall. */
  readonly fileOf: Uint32Array
  readonly pathWords: (path: string) => Rank.PathWords
  /** The words of a name, each once. */
  readonly nameWords: (name: string) => ReadonlyArray<string>
}

/** O(rows). */
export const make = (graph: Graph, passages: Passages): Searched => {
  const fileOf = new Uint32Array(passages.rows)
  let last = NONE
  let file = -1
  for (let row = 0; row < passages.rows; row++) {
    const of = graph.nodes.file[passages.node[row]!]!
    if (of !== last || file === -1) file++
    last = of
    fileOf[row] = file
  }
  return {
    graph,
    passages,
    fileOf,
    pathWords: remembered(Rank.wordsOfPath),
    nameWords: remembered((name) => [...new Set(Words.terms(name))]),
  }
}

/** What follows from a text, worked out once. */
const remembered = <A>(of: (text: string) => A): (text: string) => A => {
  const known = new Map<string, A>()
  return (text) => {
    let it = known.get(text)
    if (it === undefined) known.set(text, it = of(text))
    return it
  }
}

/** What an index of words is made of. */
export const textsOf = ({ passages, fileOf }: Searched): Texts => ({ ...passages, fileOf })

/** The vectors of short texts, each made once. */
export const vectorsOf = ({ query }: Pick<Embedder, "query">): (text: string) => Float32Array => remembered(query)

/**
 * How near passages are to a question with this vector, by an index of theirs.
 *
 * @param vectorOf What makes vectors of short texts at once; without it these are near to nothing.
 */
export const meanings = (
  { dims, vectors, scales }: Passages,
  index: Vectors.VectorIndex,
  asked: Float32Array,
  vectorOf?: (text: string) => Float32Array,
): Meanings => ({
  to: (other) => {
    if (vectorOf === undefined) return 0
    const vector = vectorOf(other)
    let sum = 0
    for (let i = 0; i < dims; i++) sum += asked[i]! * vector[i]!
    return sum
  },
  at: (row) => {
    let sum = 0
    for (let i = 0, at = row * dims; i < dims; i++, at++) sum += asked[i]! * vectors[at]!
    return sum * scales[row]!
  },
  best: (limit) => index.search(asked, limit).map(({ row }) => row),
})

/** Passages of an index that has none: each definition and file by its name, at its place. O(nodes). */
export const named = (graph: Graph): Passages => {
  const nodes: Array<NodeId> = []
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (Node.isSymbol(graph, node) || Node.kindOf(graph, node) === "File") nodes.push(node)
  }
  return {
    rows: nodes.length,
    node: Uint32Array.from(nodes),
    startLine: Uint32Array.from(nodes, (node) => Node.startLineOf(graph, node)),
    endLine: Uint32Array.from(nodes, (node) => Node.endLineOf(graph, node)),
    titles: { at: () => "", count: 1 },
    digests: new Uint32Array(2 * nodes.length),
    termOffsets: new Uint32Array(nodes.length + 1),
    terms: new Uint32Array(0),
    counts: new Uint8Array(0),
    words: { at: () => "", count: 0 },
    dims: 0,
    vectors: new Int8Array(0),
    scales: new Float32Array(nodes.length),
  }
}
