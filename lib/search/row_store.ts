// Words of passages, shared by the indexes of one table after another: what is in it stays as it is, so that an index of an
// older table answers on as it did. A passage has a number that is never another one's; which of them are there in a table,
// its index knows, and what a passage says, the table. Orama finds the passages that hold a word; each word is given to it
// once a passage, by a sign of two units that stands for it: none is the beginning of another one, so that a word matches
// itself alone, and its tree is two steps deep, which halves what a word costs. Words of very many passages have one bit a
// passage instead, since Orama's cost for them is quadratic.

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
 * Orama's index without what its own ranking would need, which is quadratic in the words of a passage and counts each word
 * of each: ours has that in the table. Half of the time and two thirds of the memory of a build went there.
 */
const finding = {
  ...index.createIndex(),
  insertDocumentScoreParameters: () => {},
  insertTokenScoreParameters: () => {},
}

/** A passage by its number, with the words that it is to be found by. */
export interface Entry {
  readonly number: number
  readonly words: ReadonlyArray<string>
}

export class RowStore {
  readonly #bits = new Map<string, Uint32Array>()
  readonly #db = create({ schema: { text: "string" } as const, components: { tokenizer, index: finding } })
  /** By word: what stands for it. */
  readonly #signs = new Map<string, string>()
  #count = 0

  /** How many passages there are; numbers are below it. */
  get passages(): number {
    return this.#count
  }

  /** The number of a passage that is to be inserted. */
  add(): number {
    return this.#count++
  }

  /** The passages that hold a word, one bit each, where it is kept so; there may be fewer bits than passages. */
  bits(word: string): Uint32Array | undefined {
    return this.#bits.get(word)
  }

  /** Keeps a word by bits from now on, and says of a passage that it holds it. */
  mark(word: string, number: number): void {
    let bits = this.#bits.get(word)
    if (bits === undefined || bits.length <= number >>> 5) {
      const wider = new Uint32Array(Math.max((this.#count + 31) >>> 5, (number >>> 5) + 1))
      if (bits !== undefined) wider.set(bits)
      this.#bits.set(word, bits = wider)
    }
    bits[number >>> 5]! |= 1 << (number & 31)
  }

  /** Makes passages be found by their words. */
  insert(entries: ReadonlyArray<Entry>): Effect.Effect<void> {
    return Effect.promise(async () => {
      const texts = entries.map(({ number, words }) => {
        const kept: Array<string> = []
        for (const word of words) {
          if (this.#bits.has(word)) this.mark(word, number)
          else kept.push(this.#sign(word))
        }
        return { id: String(number), text: kept.join(" ") }
      })
      await insertMultiple(this.#db, texts, texts.length)
      // The texts served their purpose; only ids are ever read back.
      for (const it of texts) it.text = ""
    })
  }

  /** Passages that were inserted with any of some words; undefined where more than `most` were. */
  find(words: ReadonlyArray<string>, most: number): ReadonlyArray<number> | undefined {
    const signs = words.flatMap((word) => this.#signs.get(word) ?? [])
    if (signs.length === 0) return []
    const found = search(this.#db, { term: signs.join(" "), properties: ["text"], limit: most })
    if (!("hits" in found)) return []
    return most < found.count ? undefined : found.hits.map((hit) => Number(hit.id))
  }

  #sign(word: string): string {
    let sign = this.#signs.get(word)
    if (sign === undefined) this.#signs.set(word, sign = signOf(this.#signs.size))
    return sign
  }
}
