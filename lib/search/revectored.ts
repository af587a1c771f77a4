// A table of passages with vectors of another embedder: what each passage is as fields, from the graph and the text of
// its lines, and the table that holds the rows which were made of them, or those of an older table. Words and digests
// stay: they know of no vectors.

import type { Graph } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Passages from "../graph/passages.ts"
import * as LineStarts from "../text/lines.ts"
import type { Fields } from "./embedder.ts"

/**
 * What an embedder is told of the passages from `from` up to `to`, which are of one file.
 *
 * @param text Of that file, as it may be shown to others; empty where it cannot be read.
 */
export const fieldsOf = (
  graph: Graph,
  passages: Passages.Passages,
  [from, to]: readonly [from: number, to: number],
  text: string,
): ReadonlyArray<Fields> => {
  const starts = LineStarts.lineStarts(text)
  const lines = LineStarts.count(starts, text.length)
  /** Where a line begins, counted from 1. */
  const startOf = (line: number) => lines < line ? text.length : starts[line - 1] ?? 0
  return Array.from({ length: to - from }, (_, i): Fields => {
    const row = from + i
    const node = passages.node[row]!
    const parent = Node.parentOf(graph, node)
    const isDefinition = Node.isSymbol(graph, node)
    const prose = text.slice(startOf(passages.startLine[row]!), startOf(passages.endLine[row]! + 1))
    return {
      name: isDefinition ? Node.nameOf(graph, node) : passages.titles.at(row),
      container: isDefinition && parent < graph.nodes.rows && Node.isSymbol(graph, parent)
        ? Node.nameOf(graph, parent)
        : "",
      parameters: isDefinition ? Node.signatureOf(graph, node) : "",
      doc: isDefinition ? Node.docOf(graph, node) : "",
      body: [],
      // Of a file that is known by its path alone nothing is told, as it has no vector anywhere else.
      ...(prose === "" ? {} : { path: Node.pathOf(graph, node), prose }),
    }
  })
}

/** Is a file known by its path alone, so that its one row holds none of its text? */
export const isBare = ({ startLine, endLine, scales }: Passages.Passages, [from, to]: readonly [number, number]) =>
  to - from === 1 && startLine[from] === 1 && endLine[from] === 1 && scales[from] === 0

/** Rows that are of one file each, in order: the first of them, and one past the last. */
export const runsOf = (graph: Graph, { node, rows }: Passages.Passages): ReadonlyArray<readonly [number, number]> => {
  const runs: Array<readonly [number, number]> = []
  for (let from = 0, to = 0; from < rows; from = to) {
    const file = Node.fileOf(graph, node[from]!)
    while (to < rows && Node.fileOf(graph, node[to]!) === file) to++
    runs.push([from, to])
  }
  return runs
}

/** The table with these rows in the place of its own. */
export const withRows = (
  passages: Passages.Passages,
  { id, dims }: { readonly id: string; readonly dims: number },
  { vectors, scales }: { readonly vectors: Int8Array; readonly scales: Float32Array },
): Passages.Passages => Passages.over({ ...passages, embedder: id, dims, vectors, scales })

export interface Carried {
  readonly passages: Passages.Passages
  /** Passages with a text, and without a vector in the older table. */
  readonly without: number
}

/** The two numbers of a row as one: all of the first and 21 bits of the second. */
const keyOf = (digests: Uint32Array, row: number): number =>
  digests[2 * row]! * 2 ** 21 + (digests[2 * row + 1]! >>> 11)

/** The table with the vectors that an older one has of passages of the same words; the others have none. O(rows × dims). */
export const carried = (passages: Passages.Passages, older: Passages.Passages): Carried => {
  const { dims, digests, embedder: id } = older
  const known = new Map<number, number>()
  for (let row = older.rows - 1; 0 <= row; row--) known.set(keyOf(digests, row), row)
  const vectors = new Int8Array(passages.rows * dims)
  const scales = new Float32Array(passages.rows)
  let without = 0
  for (let row = 0; row < passages.rows; row++) {
    const from = known.get(keyOf(passages.digests, row))
    if (from === undefined || digests[2 * from + 1] !== passages.digests[2 * row + 1]) {
      if (passages.scales[row] !== 0) without++
      continue
    }
    vectors.set(older.vectors.subarray(from * dims, (from + 1) * dims), row * dims)
    scales[row] = older.scales[from]!
  }
  return { passages: withRows(passages, { id, dims }, { vectors, scales }), without }
}

/** The table without any vectors. */
export const bare = (passages: Passages.Passages): Passages.Passages =>
  withRows(passages, { id: "none", dims: 0 }, { vectors: new Int8Array(0), scales: new Float32Array(passages.rows) })
