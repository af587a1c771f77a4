// The passages of a repository as a search sees them, made in memory from its index and the files on disk.

import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { NONE } from "../lib/graph/columns.ts"
import type { Graph } from "../lib/graph/graph.ts"
import * as Node from "../lib/graph/node.ts"
import * as Table from "../lib/graph/passages.ts"
import * as Strings from "../lib/graph/strings.ts"
import * as Shape from "../lib/indexer/shape.ts"
import * as Cut from "../lib/search/passages.ts"
import type { Passages } from "../lib/search/searched.ts"
import * as Words from "../lib/search/words.ts"
import * as Decode from "../lib/text/decode.ts"
import * as Path from "../lib/text/path.ts"

/** Text of no built language is searched up to this size. */
const LARGEST = 1024 * 1024

/** The text of a file that is searched; undefined for the rest. */
export const textOf = (graph: Graph, root: string, file: number): string | undefined => {
  const path = Node.pathOf(graph, file)
  const isRead = !Node.hasFlag(graph, file, "unread")
  if (!isRead && LARGEST < statSync(join(root, path)).size) return undefined
  const decoded = Decode.decode(readFileSync(join(root, path)))
  if (decoded._tag !== "text") return undefined
  const skipped = Shape.ofOther(path, decoded.text) ?? Shape.ofSource(decoded.text)
  return !isRead && skipped !== undefined ? undefined : decoded.text
}

interface Row {
  readonly node: number
  readonly startLine: number
  readonly endLine: number
  readonly title: string
  readonly counts: Map<string, number>
  readonly vector: Int8Array
  readonly scale: number
}

/** How often a word of the path stands in each row, and one of the file's own name in its first. */
const OF_PATH = 1
const OF_BASE = 4

export const assemble = (graph: Graph, root: string, embedding: Cut.Embedding): Passages => {
  const rows: Array<Row> = []
  for (const file of graph.files) {
    const text = textOf(graph, root, file)
    if (text === undefined) continue
    const path = Node.pathOf(graph, file)
    const nodes: Array<number> = []
    for (let node = file + 1, end = Node.endOfFile(graph, file); node < end; node++) {
      if (Node.isSymbol(graph, node)) nodes.push(node)
    }
    const cut = Node.hasFlag(graph, file, "unread")
      ? Cut.ofText(path, text, embedding)
      : Cut.ofSource(text, nodes.map((node) => unitOf(graph, node)), embedding)
    const ending = Path.extensionOf(path)
    const stem = ending === "" ? path : path.slice(0, -ending.length)
    let isNamed = false
    for (let row = 0; row < cut.rows; row++) {
      const counts = new Map<string, number>()
      const count = (word: string, by: number) => counts.set(word, Math.min(255, (counts.get(word) ?? 0) + by))
      for (let i = row === 0 ? 0 : cut.termEnds[row - 1]!; i < cut.termEnds[row]!; i++) {
        count(cut.words[cut.terms[i]!]!, 1)
      }
      for (const word of Words.terms(stem)) count(word, OF_PATH)
      if (cut.unit[row] === NONE && !isNamed) {
        isNamed = true
        for (const word of Words.terms(Path.baseOf(stem))) count(word, OF_BASE)
      }
      rows.push({
        node: cut.unit[row] === NONE ? file : nodes[cut.unit[row]!]!,
        startLine: cut.startLine[row]!,
        endLine: cut.endLine[row]!,
        title: cut.titles[row]!,
        counts,
        vector: cut.vectors.subarray(row * embedding.dims, (row + 1) * embedding.dims),
        scale: cut.scales[row]!,
      })
    }
  }
  rows.sort((a, b) => a.node - b.node || a.startLine - b.startLine || a.endLine - b.endLine)
  return tableOf(rows, embedding.dims)
}

const unitOf = (graph: Graph, node: number): Cut.Unit => {
  const { start, end, nameStart, kind } = graph.nodes
  const parent = Node.parentOf(graph, node)
  return {
    start: start[node]!,
    end: end[node]!,
    nameStart: nameStart[node]!,
    kind: kind[node]!,
    name: Node.nameOf(graph, node),
    container: parent !== NONE && Node.isSymbol(graph, parent) ? Node.nameOf(graph, parent) : "",
    doc: Node.docOf(graph, node),
    signature: Node.signatureOf(graph, node),
  }
}

const tableOf = (rows: ReadonlyArray<Row>, dims: number): Passages => {
  const words = [...new Set(rows.flatMap(({ counts }) => [...counts.keys()]))].sort()
  const idOf = new Map(words.map((word, id) => [word, id]))
  const termOffsets = new Uint32Array(rows.length + 1)
  const terms: Array<number> = []
  const counts: Array<number> = []
  const vectors = new Int8Array(rows.length * dims)
  rows.forEach((row, at) => {
    const of = [...row.counts].map(([word, count]) => [idOf.get(word)!, count] as const).sort((a, b) => a[0] - b[0])
    for (const [id, count] of of) {
      terms.push(id)
      counts.push(count)
    }
    termOffsets[at + 1] = terms.length
    vectors.set(row.vector, at * dims)
  })
  const titles = Strings.fromArray(rows.map(({ title }) => title))
  const table = {
    rows: rows.length,
    node: Uint32Array.from(rows, ({ node }) => node),
    startLine: Uint32Array.from(rows, ({ startLine }) => startLine),
    endLine: Uint32Array.from(rows, ({ endLine }) => endLine),
    titles,
    termOffsets,
    terms: Uint32Array.from(terms),
    counts: Uint8Array.from(counts),
    words: Strings.fromArray(words),
    dims,
    vectors,
    scales: Float32Array.from(rows, ({ scale }) => scale),
  }
  return { ...table, digests: Table.digestsOf(table) }
}
