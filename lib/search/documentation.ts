// What documentation says: comments of definitions and sections of prose, searched by their words alone. Whatever code does
// or is called counts for nothing here.

import * as Effect from "effect/Effect"
import type { NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import { MOST_COUNTED } from "../graph/passages.ts"
import * as Strings from "../graph/strings.ts"
import type { Hit } from "./find.ts"
import type { Searched } from "./searched.ts"
import * as Sections from "./sections.ts"
import * as WordIndex from "./word_index.ts"
import * as Words from "./words.ts"

export interface Documentation {
  /** Best first. */
  readonly search: (text: string, limit: number) => ReadonlyArray<Hit>
}

/** O(words of documentation). */
export const build = (searched: Searched): Effect.Effect<Documentation> =>
  Effect.gen(function* () {
    const { rows, counted } = documented(searched)
    const texts = textsOf(rows, counted, searched.fileOf)
    const index = yield* WordIndex.build(texts)
    return {
      search: (text, limit) => {
        const found = index.search(text)
        const ranked = found.best(limit).map((row) => ({ row, ...found.of(row) }))
        const top = ranked[0]?.score ?? 1
        return ranked.map(({ row, score, coverage }) => ({
          ...placeOf(searched, rows[row]!),
          score: top === 0 ? 0 : score / top,
          why: "words" as const,
          coverage,
        }))
      },
    }
  })

/** Rows of passages that are documented or are prose, with the words of that and how often each stands there. */
const documented = ({ graph, passages }: Searched) => {
  const rows: Array<number> = []
  const counted: Array<ReadonlyMap<string, number>> = []
  let last: NodeId | undefined
  for (let row = 0; row < passages.rows; row++) {
    const node = passages.node[row]!
    const isFirst = node !== last
    last = node
    const words = new Map<string, number>()
    if (Node.isSymbol(graph, node)) {
      // The comment is the definition's, however many passages it is cut into.
      if (isFirst) {
        for (const word of Words.terms(Node.docOf(graph, node))) words.set(word, (words.get(word) ?? 0) + 1)
      }
    } else if (Sections.isProse(Node.pathOf(graph, node))) {
      for (let i = passages.termOffsets[row]!; i < passages.termOffsets[row + 1]!; i++) {
        words.set(passages.words.at(passages.terms[i]!), passages.counts[i]!)
      }
    }
    if (words.size === 0) continue
    rows.push(row)
    counted.push(words)
  }
  return { rows, counted }
}

const textsOf = (
  rows: ReadonlyArray<number>,
  counted: ReadonlyArray<ReadonlyMap<string, number>>,
  fileOf: Uint32Array,
): WordIndex.Texts => {
  const words = [...new Set(counted.flatMap((it) => [...it.keys()]))].sort()
  const ids = new Map(words.map((word, id) => [word, id]))
  const termOffsets = new Uint32Array(rows.length + 1)
  counted.forEach((it, row) => termOffsets[row + 1] = termOffsets[row]! + it.size)
  const terms = new Uint32Array(termOffsets.at(-1)!)
  const counts = new Uint8Array(terms.length)
  counted.forEach((it, row) => {
    let at = termOffsets[row]!
    const own = Array.from(it, ([word, count]) => [ids.get(word)!, count] as const).sort((a, b) => a[0] - b[0])
    for (const [id, count] of own) {
      terms[at] = id
      counts[at++] = Math.min(count, MOST_COUNTED)
    }
  })
  // Files by number, each next one that has any row.
  const files = new Uint32Array(rows.length)
  for (let row = 1; row < rows.length; row++) {
    files[row] = files[row - 1]! + Number(fileOf[rows[row]!] !== fileOf[rows[row - 1]!])
  }
  return {
    rows: rows.length,
    termOffsets,
    terms,
    counts,
    words: Strings.fromArray(words),
    // Nothing is made from this index: no row is ever compared.
    digests: new Uint32Array(2 * rows.length),
    fileOf: files,
  }
}

const placeOf = ({ passages }: Searched, row: number) => ({
  node: passages.node[row]!,
  startLine: passages.startLine[row]!,
  endLine: passages.endLine[row]!,
  title: passages.titles.at(row),
})
