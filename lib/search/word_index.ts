// Which passages hold the words of a question, and how much that says. A store that indexes of a repository's tables share
// finds the candidates; they are ranked by what the table says of them: BM25 for passages, and for files as a whole. The
// index of a newer table takes over the passages that say the same. Whatever it was made from, an index answers as one does
// that was built of its table alone. Made in slices, so that a server goes on answering.

import * as Effect from "effect/Effect"
import { NONE } from "../graph/columns.ts"
import type { Strings } from "../graph/graph.ts"
import { RowStore } from "./row_store.ts"
import * as Words from "./words.ts"

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
  /** By row: the number of its file, not falling. */
  readonly fileOf: Uint32Array
}

/** A word of a question and what it tells passages apart. */
export interface Asked {
  readonly word: string
  readonly weight: number
}

export interface Found {
  readonly asked: ReadonlyArray<Asked>
  /** Rows that hold any of the words, in order; of very many those that hold the most. */
  readonly rows: Uint32Array
  /** By row: what its words are worth, 0 where it was not found. */
  readonly score: (row: number) => number
  /** By row: share of the question's weight that it holds, in [0, 1]. */
  readonly coverage: (row: number) => number
  /** By number of a file: what the words of all its rows that were found are worth. */
  readonly fileScore: (file: number) => number
}

/** What is found where nothing is searched: the words are not known yet. */
export const NOTHING = (question: string): Found => ({
  asked: [...new Set(Words.asked(question))].map((word) => ({ word, weight: 1 })),
  rows: new Uint32Array(0),
  score: () => 0,
  coverage: () => 0,
  fileScore: () => 0,
})

export interface WordIndex {
  readonly passages: number
  readonly search: (question: string) => Found
}

/** A word in more passages than this share is common. In a small table nothing is, and in none a longer list is kept. */
const COMMON_SHARE = 0.02
const COMMON_LEAST = 400
const COMMON_MOST = 2_000

/** Passages that are inserted, or rows that are compared, between two breaths. */
const SLICE = 128
const ROWS_SLICE = 4_096

/** How many candidates are ranked: more than the rarest of two words can have. */
const CANDIDATES = 4_000

/** With more passages than this in its store that are no more there, as a share of those that are, an index is built. */
const DEAD_SHARE = 0.1
const DEAD_LEAST = 200

/** BM25: how soon repeats of a word stop to count, and how much the length of a passage does. */
const SATURATION = 1.2
const LENGTH = 0.5

/** How well a word stands for another that it begins as, and for which words that is asked. */
const RELATED = 0.5
const SHORTEST_BEGINNING = 4
const MOST_RELATIVES = 12

/** Lets everything else that waits run first. */
const breathe = Effect.sleep(0)

/** What an index is made of. */
interface Inner {
  readonly texts: Texts
  readonly store: RowStore
  /** By row: the number of its passage in the store. */
  readonly numbers: Uint32Array
  /** By number: its row, NONE for what is not there in this table. There may be later numbers in the store. */
  readonly rowOf: Uint32Array
  /** By word: how many rows hold it, and how many files. */
  readonly frequency: Uint32Array
  readonly filesWith: Uint32Array
  /** By row and by file: how many words it has, repeats counted. */
  readonly lengths: Float64Array
  readonly fileLengths: Float64Array
}

const inners = new WeakMap<WordIndex, Inner>()

/** Builds the index of a table. O(words), most of it in the store. */
export const build = (texts: Texts): Effect.Effect<WordIndex> =>
  Effect.map(grow(texts), make).pipe(Effect.withSpan("search.words.build"))

/**
 * The index of a table from that of an older one; both may go on to be searched. It answers as `build` does.
 * O(words) of cheap steps, and what `build` costs for the passages that changed.
 */
export const after = (before: WordIndex, texts: Texts): Effect.Effect<WordIndex> =>
  Effect.map(grow(texts, inners.get(before)), make).pipe(Effect.withSpan("search.words.after"))

/**
 * By row of a newer table: the number of a passage of an older one that has the same words, each given once; NONE for the
 * rest. O(rows).
 */
const take = (older: Inner, { rows, digests }: Texts): Uint32Array => {
  const numbers = new Uint32Array(rows).fill(NONE)
  const were = older.texts.digests
  const had = older.texts.rows
  const isSame = (old: number, now: number) =>
    were[2 * old] === digests[2 * now] && were[2 * old + 1] === digests[2 * now + 1]
  let first = 0
  while (first < had && first < rows && isSame(first, first)) {
    numbers[first] = older.numbers[first]!
    first++
  }
  let oldEnd = had
  let end = rows
  while (first < oldEnd && first < end && isSame(oldEnd - 1, end - 1)) numbers[--end] = older.numbers[--oldEnd]!
  // What lies between was edited, moved or both.
  const rest = new Map<string, Array<number>>()
  for (let old = oldEnd - 1; first <= old; old--) {
    const key = `${were[2 * old]} ${were[2 * old + 1]}`
    const list = rest.get(key)
    if (list === undefined) rest.set(key, [old])
    else list.push(old)
  }
  for (let now = first; now < end; now++) {
    const old = rest.get(`${digests[2 * now]} ${digests[2 * now + 1]}`)?.pop()
    if (old !== undefined) numbers[now] = older.numbers[old]!
  }
  return numbers
}

/** Is so much of a store no more there that another one costs less than to go on with it? */
const isWorn = (numbers: Uint32Array, store: RowStore): boolean => {
  let kept = 0
  for (const number of numbers) if (number !== NONE) kept++
  return Math.max(DEAD_LEAST, numbers.length * DEAD_SHARE) < store.passages - kept
}

/** A word of more passages than that is common. */
const commonFrom = (rows: number): number =>
  Math.min(COMMON_MOST, Math.max(COMMON_LEAST, Math.ceil(rows * COMMON_SHARE)))

const grow = (texts: Texts, older?: Inner): Effect.Effect<Inner> =>
  Effect.gen(function* () {
    const { rows, termOffsets, terms, counts, words, fileOf } = texts
    const taken = older === undefined ? undefined : take(older, texts)
    const isTaken = taken !== undefined && !isWorn(taken, older!.store)
    const store = isTaken ? older!.store : new RowStore()
    const numbers = isTaken ? taken : new Uint32Array(rows).fill(NONE)

    const frequency = new Uint32Array(words.count)
    const filesWith = new Uint32Array(words.count)
    const lastFile = new Uint32Array(words.count)
    const lengths = new Float64Array(rows)
    const fileLengths = new Float64Array(filesOf(texts))
    for (let row = 0; row < rows; row++) {
      if (row % ROWS_SLICE === ROWS_SLICE - 1) yield* breathe
      const file = fileOf[row]!
      for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
        const word = terms[i]!
        frequency[word]!++
        lengths[row]! += counts[i]!
        if (lastFile[word] === file + 1) continue
        lastFile[word] = file + 1
        filesWith[word]!++
      }
      fileLengths[file]! += lengths[row]!
    }

    const fresh: Array<number> = []
    for (let row = 0; row < rows; row++) {
      if (numbers[row] !== NONE) continue
      numbers[row] = store.add()
      fresh.push(row)
    }
    // Of common words every row has its bit, also of words that were common in another table alone.
    const limit = commonFrom(rows)
    for (let row = 0; row < rows; row++) {
      if (row % ROWS_SLICE === ROWS_SLICE - 1) yield* breathe
      for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
        if (limit < frequency[terms[i]!]!) store.mark(words.at(terms[i]!), numbers[row]!)
      }
    }
    for (let from = 0; from < fresh.length; from += SLICE) {
      yield* store.insert(
        fresh.slice(from, from + SLICE).map((row) => ({
          number: numbers[row]!,
          words: Array.from(terms.subarray(termOffsets[row]!, termOffsets[row + 1]!), words.at),
        })),
      )
      yield* breathe
    }
    const rowOf = new Uint32Array(store.passages).fill(NONE)
    for (let row = 0; row < rows; row++) rowOf[numbers[row]!] = row
    return { texts, store, numbers, rowOf, frequency, filesWith, lengths, fileLengths }
  })

const filesOf = ({ rows, fileOf }: Texts): number => rows === 0 ? 0 : fileOf[rows - 1]! + 1

/** Words of a table that stand for one of a question. */
interface Standing {
  readonly weight: number
  readonly fileWeight: number
  readonly ids: ReadonlyArray<number>
  /** The word itself, NONE where the table does not have it. */
  readonly own: number
}

const make = (inner: Inner): WordIndex => {
  const { texts, frequency, filesWith, lengths, fileLengths } = inner
  const { rows, words, fileOf } = texts
  const files = fileLengths.length
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const average = Math.max(1, total) / Math.max(1, rows)
  const fileAverage = Math.max(1, total) / Math.max(1, files)
  const norm = (length: number, usual: number) => SATURATION * (1 - LENGTH + LENGTH * length / usual)
  const rarity = (held: number, of: number) => Math.log(1 + (of - held + 0.5) / (held + 0.5))

  /** The first word that is not below a text. O(log words). */
  const from = (text: string): number => {
    let low = 0
    let high = words.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (words.at(middle) < text) low = middle + 1
      else high = middle
    }
    return low
  }
  const idOf = (text: string): number => {
    const id = from(text)
    return id < words.count && words.at(id) === text ? id : NONE
  }

  /** Words that begin as this one does, or that it begins as: `auth`, `authentication`. */
  const relatives = (text: string): ReadonlyArray<number> => {
    if (text.length < SHORTEST_BEGINNING) return []
    const found: Array<number> = []
    for (let length = text.length - 1; SHORTEST_BEGINNING <= length; length--) {
      const id = idOf(text.slice(0, length))
      if (id !== NONE) found.push(id)
    }
    for (let id = from(text); id < words.count && found.length < MOST_RELATIVES; id++) {
      const other = words.at(id)
      if (!other.startsWith(text)) break
      if (other !== text) found.push(id)
    }
    return found
  }

  const standingOf = (text: string): Standing => {
    const own = idOf(text)
    const others = relatives(text)
    const telling = own === NONE ? others : [own]
    return {
      // A word that nothing holds counts against every passage, as the rarest one would.
      weight: telling.length === 0
        ? Math.log(1 + rows)
        : Math.max(...telling.map((it) => rarity(frequency[it]!, rows))),
      fileWeight: Math.max(0, ...telling.map((it) => rarity(filesWith[it]!, files))),
      ids: own === NONE ? others : [own, ...others],
      own,
    }
  }

  const search = (question: string): Found => {
    const asked = [...new Set(Words.asked(question))]
    const standing = asked.map(standingOf)
    const whole = standing.reduce((sum, { weight }) => sum + weight, 0)
    const candidates = candidatesOf(inner, standing)
    const score = new Map<number, number>()
    const coverage = new Map<number, number>()
    const fileScore = new Map<number, number>()

    // By word of the question: how often each word that stands for it is in the file at hand.
    const inFile = standing.map(({ ids }) => new Float64Array(ids.length))
    let file = NONE
    const endFile = () => {
      if (file === NONE) return
      let sum = 0
      standing.forEach(({ ids, own, fileWeight }, q) => {
        let best = 0
        ids.forEach((id, at) => {
          const count = inFile[q]![at]!
          if (count === 0) return
          const worth = (id === own ? 1 : RELATED) * count * (SATURATION + 1) /
            (count + norm(fileLengths[file]!, fileAverage))
          if (best < worth) best = worth
        })
        inFile[q]!.fill(0)
        sum += fileWeight * best
      })
      fileScore.set(file, sum)
    }
    for (const row of candidates) {
      if (fileOf[row] !== file) {
        endFile()
        file = fileOf[row]!
      }
      let sum = 0
      let covered = 0
      for (let q = 0; q < standing.length; q++) {
        const { ids, own, weight } = standing[q]!
        let best = 0
        let near = 0
        for (let at = 0; at < ids.length; at++) {
          const count = countOf(texts, row, ids[at]!)
          if (count === 0) continue
          const nearness = ids[at] === own ? 1 : RELATED
          const worth = nearness * count * (SATURATION + 1) / (count + norm(lengths[row]!, average))
          if (best < worth) best = worth
          if (near < nearness) near = nearness
          inFile[q]![at]! += count
        }
        sum += weight * best
        covered += weight * near
      }
      score.set(row, sum)
      coverage.set(row, covered / whole)
    }
    endFile()
    return {
      asked: asked.map((word, q) => ({ word, weight: standing[q]!.weight })),
      rows: candidates,
      score: (row) => score.get(row) ?? 0,
      coverage: (row) => coverage.get(row) ?? 0,
      fileScore: (of) => fileScore.get(of) ?? 0,
    }
  }
  const index: WordIndex = { passages: rows, search }
  inners.set(index, inner)
  return index
}

/** How often a word counts in a row. O(log words of the row). */
const countOf = ({ termOffsets, terms, counts }: Texts, row: number, word: number): number => {
  let low = termOffsets[row]!
  const end = termOffsets[row + 1]!
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]! < word) low = middle + 1
    else high = middle
  }
  return low < end && terms[low] === word ? counts[low]! : 0
}

/** Rows that are ranked, in order: those that hold any rare word, and where there is room those of common ones. */
const candidatesOf = (inner: Inner, standing: ReadonlyArray<Standing>): Uint32Array => {
  const { texts, frequency } = inner
  const limit = commonFrom(texts.rows)
  const all = new Set(standing.flatMap(({ ids }) => ids))
  const rare = [...all].filter((id) => frequency[id]! <= limit)
  const usual = [...all].filter((id) => limit < frequency[id]!)
  const found = byRareWords(inner, rare) ?? heaviest(inner, standing, new Set(rare))
  if (usual.length !== 0 && found.size < CANDIDATES) byCommonWords(inner, usual, found)
  return Uint32Array.from(found).sort()
}

/** Rows that hold any of some words that are not common; undefined where they are more than are ranked. */
const byRareWords = ({ texts, store, rowOf }: Inner, ids: ReadonlyArray<number>): Set<number> | undefined => {
  const words = ids.map((id) => texts.words.at(id))
  const numbers = store.find(words, CANDIDATES + store.passages - texts.rows)
  if (numbers === undefined) return undefined
  const found = new Set<number>()
  const add = (number: number) => {
    const row = number < rowOf.length ? rowOf[number]! : NONE
    if (row !== NONE) found.add(row)
  }
  for (const number of numbers) add(number)
  for (const word of words) {
    // What was common in another table.
    store.bits(word)?.forEach((bits, block) => {
      for (let rest = bits; rest !== 0; rest &= rest - 1) add(32 * block + 31 - Math.clz32(rest & -rest))
    })
  }
  return found.size <= CANDIDATES ? found : undefined
}

/**
 * Of the rows that hold any of some words those that hold the most of the question's weight; earliest first among equals.
 * O(words of all rows).
 */
const heaviest = ({ texts }: Inner, standing: ReadonlyArray<Standing>, any: ReadonlySet<number>): Set<number> => {
  const { rows, termOffsets, terms, words } = texts
  /** By word: 0 where it stands for nothing, else which of `standsFor` it is, and 1. */
  const slot = new Uint16Array(words.count)
  const standsFor: Array<Array<readonly [asked: number, nearness: number]>> = []
  standing.forEach(({ ids, own }, q) => {
    for (const id of ids) {
      if (slot[id] === 0) slot[id] = standsFor.push([])
      standsFor[slot[id]! - 1]!.push([q, id === own ? 1 : RELATED])
    }
  })
  const found: Array<number> = []
  const values: Array<number> = []
  const near = new Float64Array(standing.length)
  for (let row = 0; row < rows; row++) {
    let isFound = false
    near.fill(0)
    for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
      const at = slot[terms[i]!]!
      if (at === 0) continue
      isFound ||= any.has(terms[i]!)
      for (const [q, nearness] of standsFor[at - 1]!) if (near[q]! < nearness) near[q] = nearness
    }
    if (!isFound) continue
    let value = 0
    for (let q = 0; q < standing.length; q++) value += standing[q]!.weight * near[q]!
    found.push(row)
    values.push(value)
  }
  const ranked = Float64Array.from(values).sort()
  const least = ranked[Math.max(0, ranked.length - CANDIDATES)]!
  const chosen = new Set<number>()
  found.forEach((row, i) => {
    if (least < values[i]!) chosen.add(row)
  })
  for (let i = 0; i < found.length && chosen.size < CANDIDATES; i++) if (values[i] === least) chosen.add(found[i]!)
  return chosen
}

/** Adds the rows that hold most of some common words; earliest first among equals. O(rows · words²). */
const byCommonWords = ({ texts, store, numbers }: Inner, ids: ReadonlyArray<number>, found: Set<number>): void => {
  const bits = ids.map((id) => store.bits(texts.words.at(id))!)
  for (let wanted = ids.length; 0 < wanted && found.size < CANDIDATES; wanted--) {
    for (let row = 0; row < texts.rows && found.size < CANDIDATES; row++) {
      const number = numbers[row]!
      let count = 0
      for (const of of bits) if ((of[number >>> 5]! & (1 << (number & 31))) !== 0) count++
      if (count === wanted) found.add(row)
    }
  }
}
