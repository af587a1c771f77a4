// A table of passages with vectors of another embedder: what each passage is as fields, from the graph and the text of
// its lines, and the table that holds the rows which were made of them. Words and digests stay: they know of no vectors.

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
