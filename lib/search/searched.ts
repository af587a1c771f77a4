// What of one repository is searched: its graph, its passages, and what follows from them.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Strings from "../graph/strings.ts"
import type * as Table from "../graph/passages.ts"
import type { Embedder } from "./embedder.ts"
import type { Meanings } from "./find.ts"
import * as Rank from "./rank.ts"
import * as Vectors from "./vectors.ts"
import type { Texts } from "./word_index.ts"
import { type ListId, WordLists } from "./word_lists.ts"
import * as Words from "./words.ts"

/** Passages of a repository in the order of (node, first line, last line). */
export type Passages = Omit<Table.Passages, "packed" | "embedder">

export interface Searched {
  readonly graph: Graph
  readonly passages: Passages
  /** By row: the number of its file, which does not fall. */
  readonly fileOf: Uint32Array
  /** How many places of the repository lead to a node. */
  readonly uses: (node: NodeId) => number
  /** Of the words of paths and of symbols' names: as many as the graph has. */
  readonly wordLists: WordLists
  /** By number of a file: its path, and the words of that. */
  readonly pathOf: (file: number) => string
  readonly pathWords: (file: number) => Rank.PathWords
  /** The words of a symbol's name. */
  readonly symbolWords: (node: NodeId) => ListId
  /** Names that pieces of files seem to define, for one question. */
  readonly pieces: () => Pieces
}

/** The words of names of which no node is. */
export interface Pieces {
  readonly wordLists: WordLists
  readonly wordsOf: (name: string) => ListId
}

/** O(rows). */
export const make = (graph: Graph, passages: Passages): Searched => {
  const fileOf = new Uint32Array(passages.rows)
  const nodes: Array<NodeId> = []
  let last = NONE
  for (let row = 0; row < passages.rows; row++) {
    const of = graph.nodes.file[passages.node[row]!]!
    if (of !== last || nodes.length === 0) nodes.push(passages.node[row]!)
    last = of
    fileOf[row] = nodes.length - 1
  }
  const pathOf = (file: number): string => Node.pathOf(graph, nodes[file]!)
  const wordLists = new WordLists()
  /** By string: the list of its words. */
  let known: Uint32Array | undefined
  return {
    graph,
    passages,
    fileOf,
    uses: counted(graph),
    wordLists,
    pathOf,
    pathWords: byNumber((file) => Rank.wordsOfPath(pathOf(file), wordLists)),
    symbolWords: (node) => {
      known ??= new Uint32Array(graph.strings.count).fill(NONE)
      const name = graph.nodes.name[node]!
      if (known[name] === NONE) known[name] = wordLists.add(Words.terms(Node.nameOf(graph, node)))
      return known[name]!
    },
    pieces: remembered(),
  }
}

/** Most names that are remembered from question to question: a few megabytes. */
const MOST_REMEMBERED = 30_000

const remembered = (): () => Pieces => {
  const begin = () => ({ wordLists: new WordLists(), lists: new Map<string, ListId>() })
  let now = begin()
  return () => {
    if (MOST_REMEMBERED < now.lists.size) now = begin()
    const { wordLists, lists } = now
    return {
      wordLists,
      wordsOf: (name) => {
        let list = lists.get(name)
        if (list === undefined) lists.set(name, list = wordLists.add(Words.terms(name)))
        return list
      },
    }
  }
}

const USES = ["CALLS", "INSTANTIATES", "USES", "READS", "RENDERS"] as const

/** Added up once for all nodes: the offsets of one lie in ten places of memory. */
const counted = ({ nodes: { rows }, in: into }: Graph): (node: NodeId) => number => {
  let sums: Uint32Array | undefined
  return (node) => {
    if (sums === undefined) {
      sums = new Uint32Array(rows)
      for (const kind of USES) {
        const { offsets } = into[kind]
        for (let node = 0; node < rows; node++) sums[node]! += offsets[node + 1]! - offsets[node]!
      }
    }
    return sums[node]!
  }
}

/** What follows from a number, worked out once. */
const byNumber = <A>(of: (number: number) => A): (number: number) => A => {
  const known: Array<A | undefined> = []
  return (number) => known[number] ??= of(number)
}

/** What an index of words is made of. */
export const textsOf = ({ passages, fileOf }: Searched): Texts => ({ ...passages, fileOf })

/** The vector of a short text, as rows are kept. */
export interface Short {
  readonly vector: Int8Array
  readonly scale: number
}

/** The vectors of the names of files, and of these with the folders right above, each made once. */
export const vectorsOf = (
  { query, dims }: Pick<Embedder, "query" | "dims">,
  { pathOf }: Pick<Searched, "pathOf">,
): (file: number) => OfPath => {
  const short = (text: string): Short => {
    const vector = new Int8Array(dims)
    return { vector, scale: Vectors.quantise(query(text), vector, 0) }
  }
  return byNumber((file) => {
    const { stem, ending } = Rank.endOfPath(pathOf(file))
    return { stem: short(stem), ending: short(ending) }
  })
}

export interface OfPath {
  readonly stem: Short
  readonly ending: Short
}

/**
 * How near passages are to a question with this vector, by an index of theirs.
 *
 * @param vectorsOf The vectors of files' paths; without it these are near to nothing.
 */
export const meanings = (
  { dims, vectors, scales }: Passages,
  index: Vectors.VectorIndex,
  asked: Float32Array,
  vectorsOf?: (file: number) => OfPath,
): Meanings => ({
  toPath: (file) => {
    if (vectorsOf === undefined) return { stem: 0, ending: 0 }
    const { stem, ending } = vectorsOf(file)
    return {
      stem: Vectors.dot(asked, stem.vector, 0) * stem.scale,
      ending: Vectors.dot(asked, ending.vector, 0) * ending.scale,
    }
  },
  at: (row) => Vectors.dot(asked, vectors, row * dims) * scales[row]!,
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
    titles: Strings.fromArray([""]),
    digests: new Uint32Array(2 * nodes.length),
    termOffsets: new Uint32Array(nodes.length + 1),
    terms: new Uint32Array(0),
    counts: new Uint8Array(0),
    words: Strings.fromArray([]),
    dims: 0,
    vectors: new Int8Array(0),
    scales: new Float32Array(nodes.length),
  }
}
