// Which passages hold the words of a question, and how much that says. A store that indexes of a repository's tables share
// finds the files that hold a rare word, whose passages are looked at one by one; words of many files have lists of their
// passages, and what these are worth is added up. So every passage is ranked, by BM25, and none is left out. The index of a
// newer table takes over the files that say the same. Whatever it was made from, an index answers as one does that was built
// of its table alone. Made in slices, so that a server goes on answering.

import * as Effect from "effect/Effect"
import { NONE } from "../graph/columns.ts"
import { Best } from "./best.ts"
import { FileStore, signOf } from "./file_store.ts"
import * as Counts from "./word_counts.ts"
import * as Worth from "./word_worth.ts"
import * as Words from "./words.ts"

export type { Texts } from "./word_counts.ts"

/** A word of a question and what it tells passages apart. */
export interface Asked {
  readonly word: string
  readonly weight: number
}

export interface Found {
  readonly asked: ReadonlyArray<Asked>
  /** The rows whose words are worth the most, the best first, the earlier one of equals first. */
  readonly best: (limit: number) => ReadonlyArray<number>
  /** By row: what its words are worth, and the share of the question's weight that they are, in [0, 1]. */
  readonly of: (row: number) => OfRow
  /** By number of a file: what the words of all its rows are worth. */
  readonly fileScore: (file: number) => number
}

export interface OfRow {
  readonly score: number
  readonly coverage: number
}

/** What is found where nothing is searched: the words are not known yet. */
export const NOTHING = (question: string): Found => ({
  asked: [...new Set(Words.asked(question))].map((word) => ({ word, weight: 1 })),
  best: () => [],
  of: () => ({ score: 0, coverage: 0 }),
  fileScore: () => 0,
})

export interface WordIndex {
  readonly passages: number
  readonly search: (question: string) => Found
}

/**
 * A word of more files than that is common: the passages of so many are looked at one by one. With 16 the store took 6 MB
 * more for 120,000 passages and questions 5 % longer, with 2 no less than with 4.
 */
export const COMMON = 4

/** Files that are inserted between two breaths. */
const SLICE = 64

/** With more files than this in its store that are no more there, as a share of those that are, an index is built. */
const DEAD_SHARE = 0.1
const DEAD_LEAST = 50

/** For which words it is asked what they begin as, and of how many. */
const SHORTEST_BEGINNING = 4
const MOST_RELATIVES = 12

/** What an index is made of. */
interface Inner {
  readonly texts: Counts.Texts
  readonly counts: Counts.Counts
  readonly lists: Counts.Lists
  readonly store: FileStore
  /** By file two numbers that stand for its words, and its number in the store. */
  readonly digests: Uint32Array
  readonly numbers: Uint32Array
  /** By number: its file, NONE for what is not there in this table. There may be later numbers in the store. */
  readonly fileOf: Uint32Array
}

const inners = new WeakMap<WordIndex, Inner>()

/** Builds the index of a table. O(words), most of it in the store. */
export const build = (texts: Counts.Texts): Effect.Effect<WordIndex> =>
  Effect.map(grow(texts), make).pipe(Effect.withSpan("search.words.build"))

/**
 * The index of a table from that of an older one; both may go on to be searched. It answers as `build` does.
 * O(words) of cheap steps, and what `build` costs for the files that changed.
 */
export const after = (before: WordIndex, texts: Counts.Texts): Effect.Effect<WordIndex> =>
  Effect.map(grow(texts, inners.get(before)), make).pipe(Effect.withSpan("search.words.after"))

/** By file two numbers, made of those of its rows. */
const digestsOf = ({ digests }: Counts.Texts, { files, firstRow }: Counts.Counts): Uint32Array => {
  const found = new Uint32Array(2 * files)
  for (let file = 0; file < files; file++) {
    let a = 0
    let b = 0
    for (let row = firstRow[file]!; row < firstRow[file + 1]!; row++) {
      a = Math.imul(((a << 13) | (a >>> 19)) ^ digests[2 * row]!, 0x9e3779b1)
      b = Math.imul(((b << 17) | (b >>> 15)) ^ digests[2 * row + 1]!, 0x85ebca77)
    }
    found[2 * file] = a
    found[2 * file + 1] = b
  }
  return found
}

/** By file of a newer table: the number of one of an older table that has the same words, each given once; NONE for the rest. */
const take = (older: Inner, digests: Uint32Array): Uint32Array => {
  const keyOf = (of: Uint32Array, file: number) => `${of[2 * file]} ${of[2 * file + 1]}`
  const had = new Map<string, Array<number>>()
  for (let file = older.numbers.length - 1; 0 <= file; file--) {
    const key = keyOf(older.digests, file)
    const list = had.get(key)
    if (list === undefined) had.set(key, [older.numbers[file]!])
    else list.push(older.numbers[file]!)
  }
  return Uint32Array.from(
    { length: digests.length / 2 },
    (_, file) => had.get(keyOf(digests, file))?.pop() ?? NONE,
  )
}

/** Is so much of a store no more there that another one costs less than to go on with it? */
const isWorn = (numbers: Uint32Array, store: FileStore): boolean => {
  let kept = 0
  for (const number of numbers) if (number !== NONE) kept++
  return Math.max(DEAD_LEAST, numbers.length * DEAD_SHARE) < store.files - kept
}

const grow = (texts: Counts.Texts, older?: Inner): Effect.Effect<Inner> =>
  Effect.gen(function* () {
    const counts = yield* Counts.of(texts)
    const digests = digestsOf(texts, counts)
    const taken = older === undefined ? undefined : take(older, digests)
    const isTaken = taken !== undefined && !isWorn(taken, older!.store)
    const store = isTaken ? older!.store : new FileStore()
    const numbers = isTaken ? taken : new Uint32Array(counts.files).fill(NONE)

    const { words } = texts
    // What was common for another table is found by its list here, too: files of that one cannot be found by it.
    const isListed = Uint8Array.from(counts.filesWith, (held, word) => {
      const isCommon = COMMON < held
      if (isCommon) store.leaveOut(words.glance(word))
      return Number(isCommon || (isTaken && store.isLeftOut(words.glance(word))))
    })
    const lists = yield* Counts.listsOf(texts, counts, isListed)

    const signs: Array<string | undefined> = new Array(words.count)
    const signsOf = (file: number): ReadonlyArray<string> =>
      Array.from(
        lists.rare.subarray(lists.rareOffsets[file], lists.rareOffsets[file + 1]),
        (word) => signs[word] ??= signOf(words.glance(word)),
      )
    const fresh = Array.from(numbers.keys()).filter((file) => numbers[file] === NONE)
    for (const file of fresh) numbers[file] = store.add()
    for (let from = 0; from < fresh.length; from += SLICE) {
      const some = fresh.slice(from, from + SLICE)
      yield* store.insert(some.map((file) => ({ number: numbers[file]!, signs: signsOf(file) })))
      yield* Counts.breathe
    }
    const fileOf = new Uint32Array(store.files).fill(NONE)
    for (let file = 0; file < counts.files; file++) fileOf[numbers[file]!] = file
    return { texts, counts, lists, store, digests, numbers, fileOf }
  })

const make = (inner: Inner): WordIndex => {
  const { texts, counts, lists, store } = inner
  const { rows, words } = texts
  const { files, firstRow, frequency, filesWith } = counts
  const desk = Worth.deskOf(texts, counts, lists)

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

  const standingOf = (text: string): Worth.Standing => {
    const own = idOf(text)
    const others = relatives(text)
    const telling = own === NONE ? others : [own]
    return {
      // A word that nothing holds counts against every passage, as the rarest one would.
      weight: telling.length === 0
        ? Math.log(1 + rows)
        : Math.max(...telling.map((it) => Worth.rarity(frequency[it]!, rows))),
      fileWeight: Math.max(0, ...telling.map((it) => Worth.rarity(filesWith[it]!, files))),
      own,
      relatives: others,
    }
  }

  /** Files that hold any word that has no list. */
  const rarely = (worth: Worth.Worth): ReadonlySet<number> => {
    const rare = worth.ids.filter((id) => lists.listOf[id] === NONE).map((id) => words.at(id))
    const found = new Set<number>()
    for (const number of store.find(rare)) {
      const file = number < inner.fileOf.length ? inner.fileOf[number]! : NONE
      if (file !== NONE && worth.isRarelyIn(file)) found.add(file)
    }
    return found
  }

  const search = (question: string): Found => {
    const asked = [...new Set(Words.asked(question))]
    const standing = asked.map(standingOf)
    const worth = new Worth.Worth(desk, standing)
    return {
      asked: asked.map((word, q) => ({ word, weight: standing[q]!.weight })),
      best: (limit) => {
        const best = new Best(limit, 0)
        const looked = rarely(worth)
        for (const file of looked) {
          for (let row = firstRow[file]!; row < firstRow[file + 1]!; row++) best.offer(row, worth.ofRow(row))
        }
        worth.offerListed(best, (file) => looked.has(file))
        return best.ordered().map(({ row }) => row)
      },
      of: (row) => ({ score: worth.ofRow(row), coverage: worth.coverage }),
      fileScore: (file) => worth.ofFile(file),
    }
  }
  const index: WordIndex = { passages: rows, search }
  inners.set(index, inner)
  return index
}
