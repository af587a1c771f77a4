// Passages of files → the table of a whole graph. A passage goes to the node of its definition, else to the node around it,
// else to its file; words of the path are added to each, since the content that a file's passages are kept by does not
// say where it lies. The same files and the same graph give the same table.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Passages from "../graph/passages.ts"
import * as Strings from "../graph/strings.ts"
import * as Path from "../text/path.ts"
import type { FileRecord, Place } from "./passage_bytes.ts"
import * as Words from "./words.ts"

/** How often a word of the path stands in a passage, and one of a file's own name in the first of what is the file's. */
const WEIGHTS = { path: 1, fileName: 4 } as const

/** What made the vectors. */
export interface Embedding {
  readonly id: string
  readonly dims: number
}

/**
 * The table of a graph. Every file has a row that is its own, an empty one where it has no other.
 *
 * @param recordOf By path: the file's passages; undefined where it was not cut. O(terms).
 */
export const assemble = (
  graph: Graph,
  recordOf: (path: string) => FileRecord | undefined,
  { id, dims }: Embedding,
): Passages.Passages => {
  const words = new Vocabulary()
  const out = new Rows(dims)
  for (const file of graph.files) {
    const path = Node.pathOf(graph, file)
    const record = recordOf(path)
    const ofPath = pathWords(path, words)
    const own = record === undefined ? [] : words.numbersOf(record.words)
    const nodes = record === undefined ? NO_NODES : nodesOf(graph, file, record)
    const order = Array.from(nodes.keys())
    if (record !== undefined) {
      const { startLine, endLine } = record
      order.sort((a, b) => nodes[a]! - nodes[b]! || startLine[a]! - startLine[b]! || endLine[a]! - endLine[b]! || a - b)
    }
    let isNamed = order.length !== 0 && nodes[order[0]!] === file
    if (!isNamed) {
      out.add(file, 1, 1, "", undefined)
      words.count(ofPath.stem, WEIGHTS.path)
      words.count(ofPath.name, WEIGHTS.fileName)
      out.close(words)
    }
    for (const row of order) {
      const node = nodes[row]!
      const vector = record!.vectors.subarray(row * dims, (row + 1) * dims)
      out.add(node, record!.startLine[row]!, record!.endLine[row]!, record!.titles[row]!, vector, record!.scales[row]!)
      for (let i = record!.termOffsets[row]!; i < record!.termOffsets[row + 1]!; i++) {
        words.countOne(own[record!.terms[i]!]!, record!.counts[i]!)
      }
      words.count(ofPath.stem, WEIGHTS.path)
      if (isNamed) words.count(ofPath.name, WEIGHTS.fileName)
      isNamed = false
      out.close(words)
    }
  }
  return out.table(words, id)
}

const NO_NODES = new Uint32Array(0)

/** The words of a path without its ending, which every file has, and of the file's own name. */
const pathWords = (path: string, words: Vocabulary) => {
  const ending = Path.extensionOf(path)
  const stem = ending === "" ? path : path.slice(0, -ending.length)
  return { stem: words.numbersOf(Words.terms(stem)), name: words.numbersOf(Words.terms(Path.baseOf(stem))) }
}

/** By row the node that it belongs to. Both definitions and nodes of a file stand in the order of their starts. */
const nodesOf = (graph: Graph, file: NodeId, { rows, place, places }: FileRecord): Uint32Array => {
  const { start } = graph.nodes
  const [from, to] = within(graph, file)
  let at = from
  const found = places.map((it) => {
    while (at < to && start[at]! < it.start) at++
    return nodeAt(graph, file, from, at, to, it)
  })
  return Uint32Array.from({ length: rows }, (_, row) => place[row] === NONE ? file : found[place[row]!]!)
}

/** The rows of the nodes of a file, itself among them: they stand together. */
const within = ({ nodes }: Graph, file: NodeId): readonly [from: NodeId, to: NodeId] => {
  let from = file
  while (0 < from && nodes.file[from - 1] === file) from--
  let to = file + 1
  while (to < nodes.rows && nodes.file[to] === file) to++
  return [from, to]
}

/** @param at The first of the file's nodes that does not start before the place. */
const nodeAt = (graph: Graph, file: NodeId, from: NodeId, at: NodeId, to: NodeId, place: Place): NodeId => {
  const { start, end, nameStart } = graph.nodes
  for (let node = at; node < to && start[node] === place.start; node++) {
    if (node !== file && end[node] === place.end && nameStart[node] === place.nameStart) return node
  }
  // The last that begins no later and reaches over it is the innermost around it.
  for (let node = at - 1; from <= node; node--) if (node !== file && place.end <= end[node]!) return node
  return file
}

/** Words by number, and those of one passage as they are counted. */
class Vocabulary {
  readonly texts: Array<string> = []
  readonly #ids = new Map<string, number>()
  /** By word: how often it was counted since the passage began. */
  #counts = new Uint32Array(1 << 12)
  readonly counted: Array<number> = []

  numbersOf(words: ReadonlyArray<string>): ReadonlyArray<number> {
    return words.map((word) => {
      let id = this.#ids.get(word)
      if (id === undefined) {
        id = this.texts.push(word) - 1
        this.#ids.set(word, id)
      }
      return id
    })
  }

  count(ids: ReadonlyArray<number>, times: number): void {
    for (const id of ids) this.countOne(id, times)
  }

  countOne(id: number, times: number): void {
    if (this.#counts.length <= id) {
      const wider = new Uint32Array(Math.max(this.texts.length, this.#counts.length * 2))
      wider.set(this.#counts)
      this.#counts = wider
    }
    if (this.#counts[id] === 0) this.counted.push(id)
    this.#counts[id]! += times
  }

  /** How often a word was counted; it is as if it had not been. */
  take(id: number): number {
    const count = this.#counts[id]!
    this.#counts[id] = 0
    return Math.min(count, Passages.MOST_COUNTED)
  }
}

/** Rows that are added one after the other; words keep the numbers that they came with until the end. */
class Rows {
  readonly #dims: number
  readonly #node: Array<number> = []
  readonly #startLine: Array<number> = []
  readonly #endLine: Array<number> = []
  readonly #titles: Array<string> = []
  readonly #scales: Array<number> = []
  readonly #termOffsets: Array<number> = [0]
  #terms = new Uint32Array(1 << 14)
  #counts = new Uint8Array(1 << 14)
  #vectors: Int8Array

  constructor(dims: number) {
    this.#dims = dims
    this.#vectors = new Int8Array(dims << 6)
  }

  add(
    node: NodeId,
    startLine: number,
    endLine: number,
    title: string,
    vector: Int8Array | undefined,
    scale = 0,
  ): void {
    const row = this.#node.push(node) - 1
    this.#startLine.push(startLine)
    this.#endLine.push(endLine)
    this.#titles.push(title)
    this.#scales.push(scale)
    if (this.#vectors.length < (row + 1) * this.#dims) {
      const wider = new Int8Array(this.#vectors.length * 2)
      wider.set(this.#vectors)
      this.#vectors = wider
    }
    if (vector !== undefined) this.#vectors.set(vector, row * this.#dims)
  }

  /** The row that was added last has the words that were counted since. */
  close(words: Vocabulary): void {
    const { counted } = words
    let at = this.#termOffsets.at(-1)!
    if (this.#terms.length < at + counted.length) {
      const length = Math.max(this.#terms.length * 2, at + counted.length)
      const terms = new Uint32Array(length)
      terms.set(this.#terms)
      this.#terms = terms
      const counts = new Uint8Array(length)
      counts.set(this.#counts)
      this.#counts = counts
    }
    for (const id of counted) {
      this.#terms[at] = id
      this.#counts[at++] = words.take(id)
    }
    counted.length = 0
    this.#termOffsets.push(at)
  }

  table({ texts }: Vocabulary, embedder: string): Passages.Passages {
    const termOffsets = Uint32Array.from(this.#termOffsets)
    const { terms, counts, used } = inOrder(texts, termOffsets, this.#terms, this.#counts)
    const titles = Strings.pack(Strings.fromArray(this.#titles))
    const rows = this.#node.length
    const columns = {
      node: Uint32Array.from(this.#node),
      startLine: Uint32Array.from(this.#startLine),
      endLine: Uint32Array.from(this.#endLine),
      termOffsets,
      terms,
      counts,
      dims: this.#dims,
      vectors: this.#vectors.slice(0, rows * this.#dims),
      scales: Float32Array.from(this.#scales),
      embedder,
      packed: { titles, words: Strings.pack(Strings.fromArray(used)) },
    }
    const digests = Passages.digestsOf({
      ...columns,
      rows,
      titles: Strings.fromArray(this.#titles),
      words: Strings.fromArray(used),
    })
    return Passages.over({ ...columns, digests })
  }
}

/** Words in the order of their code units, only those that stand in a row; terms by their numbers in that, rising in each row. */
const inOrder = (
  texts: ReadonlyArray<string>,
  offsets: Uint32Array,
  terms: Uint32Array,
  counts: Uint8Array,
) => {
  const total = offsets.at(-1)!
  const isUsed = new Uint8Array(texts.length)
  for (let i = 0; i < total; i++) isUsed[terms[i]!] = 1
  const used = texts.filter((_, id) => isUsed[id] === 1).sort()
  const places = new Map(used.map((text, place) => [text, place]))
  const ranks = Uint32Array.from(texts, (text) => places.get(text) ?? NONE)
  // Term and count in one number, which is sorted faster than by a function.
  const keys = new Float64Array(total)
  for (let i = 0; i < total; i++) keys[i] = ranks[terms[i]!]! * 256 + counts[i]!
  for (let row = 0; row + 1 < offsets.length; row++) keys.subarray(offsets[row], offsets[row + 1]).sort()
  const sortedTerms = new Uint32Array(total)
  const sortedCounts = new Uint8Array(total)
  for (let i = 0; i < total; i++) {
    sortedTerms[i] = Math.floor(keys[i]! / 256)
    sortedCounts[i] = keys[i]! % 256
  }
  return { terms: sortedTerms, counts: sortedCounts, used }
}
