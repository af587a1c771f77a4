// What of a repository can be found by its words and its meaning, as a table beside the graph: a row is a stretch of lines
// of one node with the words that it is found by and a vector. The table is optional as a whole; a graph without it is one
// that is not searched. It is made in search/assembly.ts, and like the graph nothing in it changes afterwards.

import * as Fingerprint from "../text/fingerprint.ts"
import type { Strings } from "./graph.ts"
import * as PackedStrings from "./strings.ts"

/** Rows in the order of (node, first line, last line). */
export interface Passages {
  readonly rows: number
  /** The definition that the lines are of, or their file. */
  readonly node: Uint32Array
  /** From 1, both belong to it. */
  readonly startLine: Uint32Array
  readonly endLine: Uint32Array
  /** By row: a heading, or empty. */
  readonly titles: Strings
  /** By row two numbers that stand for its words and its title: where both are the same in another table, so are these. */
  readonly digests: Uint32Array
  /** By row where its terms begin, and where the last one's end. */
  readonly termOffsets: Uint32Array
  /** Numbers in `words`, rising within a row, each once. */
  readonly terms: Uint32Array
  /** How often each of the terms stands there, weighed by what it names; 255 is that or more. */
  readonly counts: Uint8Array
  /** In the order of their code units. */
  readonly words: Strings
  /** Numbers of a vector. */
  readonly dims: number
  /** By row `dims` numbers and what they are to be multiplied with: a vector of length 1, or of 0 where nothing is known. */
  readonly vectors: Int8Array
  readonly scales: Float32Array
  /** Names what made the vectors; vectors of another one say nothing beside these. */
  readonly embedder: string
  /** What titles and words are read from. */
  readonly packed: { readonly titles: PackedStrings.Packed; readonly words: PackedStrings.Packed }
}

/** The highest count. */
export const MOST_COUNTED = 255

/** The table over columns that have their right lengths. */
export const over = (columns: Omit<Passages, "rows" | "titles" | "words">): Passages => ({
  ...columns,
  rows: columns.node.length,
  titles: PackedStrings.fromPacked(columns.packed.titles),
  words: PackedStrings.fromPacked(columns.packed.words),
})

const PRIME_1 = 0x9e3779b1 | 0
const PRIME_2 = 0x85ebca77 | 0

/**
 * The digests of all rows. They guard against change, not against malice: who makes two of his own texts alike hides the
 * newer one from his own searches. O(bytes of words + terms).
 */
export const digestsOf = (
  { rows, words, titles, termOffsets, terms, counts }: Pick<
    Passages,
    "rows" | "words" | "titles" | "termOffsets" | "terms" | "counts"
  >,
): Uint32Array => {
  const ofWords = new Int32Array(words.count * 2)
  for (let id = 0; id < words.count; id++) Fingerprint.write(words.at(id), ofWords, id)
  const ofTitle = new Int32Array(2)
  const digests = new Uint32Array(rows * 2)
  for (let row = 0; row < rows; row++) {
    Fingerprint.write(titles.at(row), ofTitle, 0)
    let a = ofTitle[0]!
    let b = ofTitle[1]!
    for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
      const id = terms[i]!
      a = Math.imul(((a << 13) | (a >>> 19)) ^ ofWords[2 * id]! ^ counts[i]!, PRIME_1)
      b = Math.imul(((b << 17) | (b >>> 15)) ^ (ofWords[2 * id + 1]! + counts[i]!), PRIME_2)
    }
    digests[2 * row] = a ^ (b >>> 16)
    digests[2 * row + 1] = b ^ (a >>> 16)
  }
  return digests
}
