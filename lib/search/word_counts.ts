// Texts that are searched by their words, and what is counted in all of them: how many passages and files hold a word, how
// long they are, and which passages hold the words that many do.

import * as Effect from "effect/Effect"
import { NONE } from "../graph/columns.ts"
import type { Strings } from "../graph/graph.ts"

/** What is searched: of a table of passages its words. Rows of a file lie side by side. */
export interface Texts {
  readonly rows: number
  readonly termOffsets: Uint32Array
  /** Numbers in `words`, rising within a row, each once. */
  readonly terms: Uint32Array
  readonly counts: Uint8Array
  /** In the order of their code units. */
  readonly words: Strings
  /** Two numbers a row: where both are the same in another table, so are its words. */
  readonly digests: Uint32Array
  /** By row: the number of its file, not falling, and each next one by one. */
  readonly fileOf: Uint32Array
}

export interface Counts {
  readonly files: number
  /** By file its first row, and how many rows there are. */
  readonly firstRow: Uint32Array
  /** By word: how many rows hold it, and how many files. */
  readonly frequency: Uint32Array
  readonly filesWith: Uint32Array
  /** By row and by file: how many words it has, repeats counted. */
  readonly lengths: Uint32Array
  readonly fileLengths: Uint32Array
  /** The same of all rows. */
  readonly total: number
}

/** Words that are looked at between two breaths: a millisecond or two. */
export const SLICE = 500_000

/** Lets everything else that waits run first. */
export const breathe = Effect.sleep(0)

/** Does something for all rows, with breaths between. */
const sliced = (termOffsets: Uint32Array, each: (from: number, to: number) => void): Effect.Effect<void> =>
  Effect.gen(function* () {
    const rows = termOffsets.length - 1
    for (let row = 0; row < rows;) {
      const from = row
      const end = termOffsets[row]! + SLICE
      while (row < rows && termOffsets[row]! < end) row++
      each(from, row)
      yield* breathe
    }
  })

/** O(words of all rows), in slices. */
export const of = ({ rows, termOffsets, terms, counts, words, fileOf }: Texts): Effect.Effect<Counts> =>
  Effect.gen(function* () {
    const files = rows === 0 ? 0 : fileOf[rows - 1]! + 1
    const firstRow = new Uint32Array(files + 1).fill(rows)
    for (let row = rows - 1; 0 <= row; row--) firstRow[fileOf[row]!] = row
    const frequency = new Uint32Array(words.count)
    const filesWith = new Uint32Array(words.count)
    /** By word: the last file that it was seen in, and 1. */
    const last = new Uint32Array(words.count)
    const lengths = new Uint32Array(rows)
    const fileLengths = new Uint32Array(files)
    const countRows = (from: number, to: number): void => {
      for (let row = from; row < to; row++) {
        const seen = fileOf[row]! + 1
        let length = 0
        for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
          const word = terms[i]!
          frequency[word]!++
          length += counts[i]!
          if (last[word] === seen) continue
          last[word] = seen
          filesWith[word]!++
        }
        lengths[row] = length
        fileLengths[seen - 1]! += length
      }
    }
    yield* sliced(termOffsets, countRows)
    const total = fileLengths.reduce((sum, length) => sum + length, 0)
    return { files, firstRow, frequency, filesWith, lengths, fileLengths, total }
  })

/**
 * Rows of a stretch: of a row that is listed only its place in its stretch is kept. A list takes two fifths less so, and
 * four bytes more for each stretch there is.
 */
export const STRETCH_BITS = 16

/** Words that are listed by their rows, in order, with how often they stand in each; and by file those that are not. */
export interface Lists {
  /** By word: the number of its list, NONE where it has none. */
  readonly listOf: Uint32Array
  /** How many stretches the rows are. */
  readonly stretches: number
  /** Where the rows of a stretch begin, by list and stretch; the list's next one, or the next list, begins where they end. */
  readonly offsets: Uint32Array
  readonly places: Uint16Array
  readonly counts: Uint8Array
  readonly rareOffsets: Uint32Array
  readonly rare: Uint32Array
}

/** O(words of all rows), in slices. */
export const listsOf = (
  { termOffsets, terms, counts, fileOf }: Texts,
  { files, frequency, filesWith }: Counts,
  isListed: Uint8Array,
): Effect.Effect<Lists> =>
  Effect.gen(function* () {
    const listOf = new Uint32Array(frequency.length).fill(NONE)
    /** By list: where it ends by now. */
    const ends: Array<number> = []
    let listed = 0
    let rares = 0
    for (let word = 0; word < frequency.length; word++) {
      if (isListed[word] === 1) {
        listOf[word] = ends.length
        ends.push(listed)
        listed += frequency[word]!
      } else rares += filesWith[word]!
    }
    const stretches = Math.max(1, Math.ceil(fileOf.length / (1 << STRETCH_BITS)))
    const offsets = new Uint32Array(ends.length * stretches + 1).fill(listed)
    const lists: Lists = {
      listOf,
      stretches,
      offsets,
      places: new Uint16Array(listed),
      counts: new Uint8Array(listed),
      rareOffsets: new Uint32Array(files + 1),
      rare: new Uint32Array(rares),
    }
    const beginStretch = (stretch: number): void => {
      for (let list = 0; list < ends.length; list++) offsets[list * stretches + stretch] = ends[list]!
    }
    const mask = (1 << STRETCH_BITS) - 1
    /** By word: the last file that it was seen in, and 1. */
    const last = new Uint32Array(frequency.length)
    let end = 0
    yield* sliced(termOffsets, (from, to) => {
      for (let row = from; row < to; row++) {
        const seen = fileOf[row]! + 1
        if ((row & mask) === 0) beginStretch(row >>> STRETCH_BITS)
        for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
          const word = terms[i]!
          const list = listOf[word]!
          if (list !== NONE) {
            const at = ends[list]!++
            lists.places[at] = row & mask
            lists.counts[at] = counts[i]!
          } else if (last[word] !== seen) {
            last[word] = seen
            lists.rare[end++] = word
          }
        }
        lists.rareOffsets[seen] = end
      }
    })
    return lists
  })
