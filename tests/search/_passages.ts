// Tables of passages by hand, and of files that are cut as an index cuts them.

import { NONE } from "../../lib/graph/columns.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Table from "../../lib/graph/passages.ts"
import * as Strings from "../../lib/graph/strings.ts"
import * as Cut from "../../lib/search/passages.ts"
import type * as Searched from "../../lib/search/searched.ts"
import * as Words from "../../lib/search/words.ts"

/** A table of rows by their words, of which each is written to `texts` as often as it counts. */
export const tableOf = (
  rows: ReadonlyArray<
    {
      node: number
      words: ReadonlyArray<string>
      title?: string
      vector?: ReadonlyArray<number>
      lines?: readonly [number, number]
    }
  >,
): Searched.Passages => {
  const words = [...new Set(rows.flatMap((row) => row.words))].sort()
  const ids = new Map(words.map((word, id) => [word, id]))
  const terms: Array<number> = []
  const counts: Array<number> = []
  const termOffsets = [0]
  for (const row of rows) {
    const counted = new Map<number, number>()
    for (const word of row.words) counted.set(ids.get(word)!, (counted.get(ids.get(word)!) ?? 0) + 1)
    for (const [id, count] of [...counted].sort((a, b) => a[0] - b[0])) {
      terms.push(id)
      counts.push(count)
    }
    termOffsets.push(terms.length)
  }
  const table = {
    rows: rows.length,
    node: Uint32Array.from(rows, ({ node }) => node),
    startLine: Uint32Array.from(rows, ({ lines }) => lines?.[0] ?? 1),
    endLine: Uint32Array.from(rows, ({ lines }) => lines?.[1] ?? 2),
    titles: Strings.fromArray(rows.map(({ title }) => title ?? "")),
    termOffsets: Uint32Array.from(termOffsets),
    terms: Uint32Array.from(terms),
    counts: Uint8Array.from(counts),
    words: Strings.fromArray(words),
    dims: 2,
    vectors: Int8Array.from(rows.flatMap(({ vector }) => vector ?? [0, 0])),
    scales: Float32Array.from(rows, () => 1 / 127),
  }
  return { ...table, digests: Table.digestsOf(table) }
}

/** Every file whose text is there cut into passages, beside the words of its path. */
export const passagesOf = (graph: Graph, files: Readonly<Record<string, string>>): Searched.Passages => {
  const rows: Array<{ node: number; words: ReadonlyArray<string>; title: string; lines: readonly [number, number] }> =
    []
  for (const file of graph.files) {
    const path = Node.pathOf(graph, file)
    if (files[path] === undefined) continue
    const nodes: Array<number> = []
    for (let node = file + 1; node < Node.endOfFile(graph, file); node++) nodes.push(node)
    const cut = Node.hasFlag(graph, file, "unread") ? Cut.ofText(path, files[path]!) : Cut.ofSource(
      files[path]!,
      nodes.map((node) => ({
        start: graph.nodes.start[node]!,
        end: graph.nodes.end[node]!,
        nameStart: graph.nodes.nameStart[node]!,
        kind: graph.nodes.kind[node]!,
        name: Node.nameOf(graph, node),
        container: "",
        doc: Node.docOf(graph, node),
        signature: Node.signatureOf(graph, node),
      })),
    )
    for (let row = 0; row < cut.rows; row++) {
      rows.push({
        node: cut.unit[row] === NONE ? file : nodes[cut.unit[row]!]!,
        title: cut.titles[row]!,
        lines: [cut.startLine[row]!, cut.endLine[row]!],
        words: [
          ...Words.terms(path),
          ...Array.from(
            cut.terms.subarray(row === 0 ? 0 : cut.termEnds[row - 1]!, cut.termEnds[row]!),
            (id) => cut.words[id]!,
          ),
        ],
      })
    }
  }
  return tableOf(rows.sort((a, b) => a.node - b.node))
}
