// Words of files, shared by the indexes of one table after another: what is in it stays as it is, so that an index of an
// older table answers on as it did. What a file says has a number that is never another one's; which numbers are there in
// a table, its index knows, and which passages of a file hold a word, the table. Orama finds the files that hold a word; each
// word is given to it once a file, by a sign of two units that stands for it: none is the beginning of another one, so that
// a word matches itself alone, and its tree is two steps deep, which halves what a word costs. Words of many files are not
// given to it, since its cost for a word is quadratic in them: of these an index has lists of its own.

import { create, insertMultiple, search } from "@orama/orama"
import { index } from "@orama/orama/components"
import * as Effect from "effect/Effect"

/** Signs are given in the order in which words come; the first units of these are no letters that anything folds. */
const FIRST = 0x3400
const DIGITS = 1 << 12

const signOf = (number: number): string =>
  String.fromCharCode(FIRST + Math.floor(number / DIGITS), FIRST + number % DIGITS)

/** Cuts what `insert` joined. */
const tokenizer = {
  language: "english",
  normalizationCache: new Map<string, string>(),
  tokenize: (raw: string): Array<string> => raw === "" ? [] : raw.split(" "),
}

/**
 * Orama's index without what its own ranking would need, which is quadratic in the words of a file and counts each word
 * of each: ours has that in the table. Half of the time and two thirds of the memory of a build went there.
 */
const finding = {
  ...index.createIndex(),
  insertDocumentScoreParameters: () => {},
  insertTokenScoreParameters: () => {},
}

/** A file by its number, with signs of the words that it is to be found by. */
export interface Entry {
  readonly number: number
  readonly signs: ReadonlyArray<string>
}

export class FileStore {
  readonly #common = new Set<string>()
  readonly #db = create({ schema: { text: "string" } as const, components: { tokenizer, index: finding } })
  /** By word: what stands for it. */
  readonly #signs = new Map<string, string>()
  #count = 0

  /** How many files there are; numbers are below it. */
  get files(): number {
    return this.#count
  }

  /** The number of a file that is to be inserted. */
  add(): number {
    return this.#count++
  }

  /** From now on no file can be found by this word. */
  leaveOut(word: string): void {
    this.#common.add(word)
  }

  /** Is a word left out, if only for a table before? */
  isLeftOut(word: string): boolean {
    return this.#common.has(word)
  }

  /** What stands for a word. */
  sign(word: string): string {
    let sign = this.#signs.get(word)
    if (sign === undefined) this.#signs.set(word, sign = signOf(this.#signs.size))
    return sign
  }

  /** Makes files be found by their words. */
  insert(entries: ReadonlyArray<Entry>): Effect.Effect<void> {
    return Effect.promise(async () => {
      const texts = entries.map(({ number, signs }) => ({ id: String(number), text: signs.join(" ") }))
      await insertMultiple(this.#db, texts, texts.length)
      // The texts served their purpose; only ids are ever read back.
      for (const it of texts) it.text = ""
    })
  }

  /** Files that were inserted with any of some words; `most` is no less than they are. */
  find(words: ReadonlyArray<string>, most: number): ReadonlyArray<number> {
    const signs = words.flatMap((word) => this.#signs.get(word) ?? [])
    if (signs.length === 0) return []
    const found = search(this.#db, { term: signs.join(" "), properties: ["text"], limit: most })
    return "hits" in found ? found.hits.map((hit) => Number(hit.id)) : []
  }
}
