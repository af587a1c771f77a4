// Words of files, shared by the indexes of one table after another: what is in it stays as it is, so that an index of an
// older table answers on as it did. What a file says has a number that is never another one's; which numbers are there in
// a table, its index knows, and which passages of a file hold a word, the table. Orama finds the files that may hold a word:
// each word is given to it once a file, by a sign of one unit that it shares with a few others, since a node of its tree for
// every word of a large repository is more than all else that search needs. Who finds a file looks what is in it. Words
// of many files are not given to it, since its cost for a sign is quadratic in them: of these an index has lists of its own.

import { create, insertMultiple, search } from "@orama/orama"
import { index } from "@orama/orama/components"
import * as Effect from "effect/Effect"

/** Signs, and the first of their units: none of them is a letter that anything folds. */
const SIGNS = 1 << 14
const FIRST = 0x3400

const numberOf = (word: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) & (SIGNS - 1)
}

/** What stands for a word. */
export const signOf = (word: string): string => String.fromCharCode(FIRST + numberOf(word))

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
  readonly #db = create({ schema: { text: "string" } as const, sort: { enabled: false }, components: { tokenizer, index: finding } })
  /** By sign: how often it was inserted. */
  readonly #inserted = new Uint32Array(SIGNS)
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

  /** Makes files be found by their words. */
  insert(entries: ReadonlyArray<Entry>): Effect.Effect<void> {
    return Effect.promise(async () => {
      const texts = entries.map(({ number, signs }) => ({ id: String(number), text: signs.join(" ") }))
      for (const { signs } of entries) for (const sign of signs) this.#inserted[sign.charCodeAt(0) - FIRST]!++
      await insertMultiple(this.#db, texts, texts.length)
      // The texts served their purpose; only ids are ever read back.
      for (const it of texts) it.text = ""
    })
  }

  /** All files that were inserted with any of some words, among others. */
  find(words: ReadonlyArray<string>): ReadonlyArray<number> {
    const signs = [...new Set(words.map(signOf))]
    const most = signs.reduce((sum, sign) => sum + this.#inserted[sign.charCodeAt(0) - FIRST]!, 0)
    if (most === 0) return []
    const found = search(this.#db, { term: signs.join(" "), properties: ["text"], limit: most })
    return "hits" in found ? found.hits.map((hit) => Number(hit.id)) : []
  }
}
