// Words of files, shared by the indexes of one table after another: what is in it stays as it is, so that an index of an
// older table answers on as it did. What a file says has a number that is never another one's; which numbers are there in
// a table, its index knows, and which passages of a file hold a word, the table. Orama finds the files that may hold a word:
// each word is given to it once a file, by a sign of one unit that it shares with a few others, since a node of its tree for
// every word of a large repository is more than all else that search needs. Who finds a file looks what is in it. Words
// of many files are not given to it, since its cost for a sign is quadratic in them: of these an index has lists of its own.

import { create, insertMultiple } from "@orama/orama"
import { index, internalDocumentIDStore } from "@orama/orama/components"
import * as Effect from "effect/Effect"

/** Signs, and the first of their units: none of them is a letter that anything folds. */
const SIGNS = 1 << 13
const FIRST = 0x3400

export const hashOf = (word: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** What stands for a word. */
export const signOf = (word: string): string => String.fromCharCode(FIRST + (hashOf(word) & (SIGNS - 1)))

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

/** Orama's tree of the words of `text`: that it has one is an invariant of the version that is pinned. */
const treeOf = ({ indexes }: ReturnType<typeof finding.create>) => {
  const { type, node } = indexes["text"]!
  if (type !== "Radix") throw new Error("Orama indexes text by something else than its tree of words")
  return node
}

/** A file by its number, with signs of the words that it is to be found by. */
export interface Entry {
  readonly number: number
  readonly signs: ReadonlyArray<string>
}

export class FileStore {
  /** Hashes of words. */
  readonly #common = new Set<number>()
  readonly #db = create({
    schema: { text: "string" } as const,
    sort: { enabled: false },
    components: { tokenizer, index: finding },
  })
  readonly #tree = treeOf(this.#db.data.index)
  #count = 0

  /** How many files there are; numbers are below it. */
  get files(): number {
    return this.#count
  }

  /** The number of a file that is to be inserted. */
  add(): number {
    return this.#count++
  }

  /** Files that are inserted from now on are not to be given this word, nor any of the same hash. */
  leaveOut(word: string): void {
    this.#common.add(hashOf(word))
  }

  /** Is a word left out, or one of the same hash, if only for a table before? Who takes that for a yes finds all the same. */
  isLeftOut(word: string): boolean {
    return this.#common.has(hashOf(word))
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

  /** All files that were inserted with any of some words, among others. */
  find(words: ReadonlyArray<string>): ReadonlyArray<number> {
    const { internalDocumentIDStore: ids } = this.#db
    // As Orama's own search looks words up, without scores for each file of each.
    const found = new Set<number>()
    for (const term of new Set(words.map(signOf))) {
      for (const files of Object.values(this.#tree.find({ term, exact: true }))) {
        for (const file of files) found.add(Number(internalDocumentIDStore.getDocumentIdFromInternalId(ids, file)))
      }
    }
    return [...found]
  }
}
