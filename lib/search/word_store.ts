// The words of documents, shared by the indexes of one graph after another: what is in it stays as it is, so that an index
// of an older graph answers on as it did. A document has a number that is never another one's; which of them are there in
// a graph, its index knows. Orama finds the documents that hold a word; each word is given to it once a document and with
// an end mark, so that a word never matches another one that it begins. Words of very many documents have one bit a
// document instead, since Orama's cost for them is quadratic.

import { create, insertMultiple, search } from "@orama/orama"
import * as Effect from "effect/Effect"

const END = "\u0001"

/** Cuts what `insert` joined; every word gets its end mark. */
const tokenizer = {
  language: "english",
  normalizationCache: new Map<string, string>(),
  tokenize: (raw: string): Array<string> => raw === "" ? [] : raw.split(" ").map((word) => word + END),
}

export class WordStore {
  /** Words by number. */
  readonly vocabulary: Array<string> = []
  readonly idOf = new Map<string, number>()
  readonly #bits = new Map<number, Uint32Array>()
  readonly #db = create({ schema: { text: "string" } as const, components: { tokenizer } })
  #values = new Uint32Array(1024)
  #count = 0
  /** Where the words of each document end. */
  readonly #ends: Array<number> = []

  /** How many documents there are; numbers are below it. */
  get documents(): number {
    return this.#ends.length
  }

  /** Adds a document and gives its number. It is found when it was inserted, too. O(words). */
  add(words: ReadonlyArray<string>): number {
    for (const word of words) {
      let id = this.idOf.get(word)
      if (id === undefined) {
        id = this.vocabulary.length
        this.idOf.set(word, id)
        this.vocabulary.push(word)
      }
      if (this.#count === this.#values.length) {
        const wider = new Uint32Array(this.#count * 2)
        wider.set(this.#values)
        this.#values = wider
      }
      this.#values[this.#count++] = id
    }
    return this.#ends.push(this.#count) - 1
  }

  /** The words of a document with their repeats. */
  body(document: number): Uint32Array {
    return this.#values.subarray(document === 0 ? 0 : this.#ends[document - 1]!, this.#ends[document]!)
  }

  /** The documents that hold a word, one bit each, where it is kept so; there may be fewer bits than documents. */
  bits(id: number): Uint32Array | undefined {
    return this.#bits.get(id)
  }

  /** Keeps words by bits from now on, those of the documents that are there, too. O(words of all documents). */
  keepByBits(ids: ReadonlyArray<number>): void {
    const found: Array<Uint32Array | undefined> = []
    for (const id of ids) found[id] = new Uint32Array((this.documents + 31) >>> 5)
    for (let document = 0, i = 0; document < this.#ends.length; document++) {
      for (const end = this.#ends[document]!; i < end; i++) {
        const bits = found[this.#values[i]!]
        if (bits !== undefined) bits[document >>> 5]! |= 1 << (document & 31)
      }
    }
    for (const id of ids) this.#bits.set(id, found[id]!)
  }

  /** Makes documents be found by their words. */
  insert(documents: ReadonlyArray<number>): Effect.Effect<void> {
    return Effect.promise(async () => {
      const texts = documents.map((document) => {
        const kept = new Set<string>()
        for (const id of this.body(document)) {
          if (this.#bits.has(id)) this.#set(id, document)
          else kept.add(this.vocabulary[id]!)
        }
        return { id: String(document), text: [...kept].join(" ") }
      })
      await insertMultiple(this.#db, texts, texts.length)
      // The texts served their purpose; only ids are ever read back.
      for (const it of texts) it.text = ""
    })
  }

  /** Documents that hold any of some words without bits; undefined where more than `most` do. */
  find(ids: ReadonlyArray<number>, most: number): ReadonlyArray<number> | undefined {
    if (ids.length === 0) return []
    const term = ids.map((id) => this.vocabulary[id]!).join(" ")
    const found = search(this.#db, { term, properties: ["text"], limit: most })
    if (!("hits" in found)) return []
    return most < found.count ? undefined : found.hits.map((hit) => Number(hit.id))
  }

  #set(id: number, document: number): void {
    let bits = this.#bits.get(id)!
    if (bits.length <= document >>> 5) {
      const wider = new Uint32Array(Math.max((document >>> 5) + 1, bits.length + (bits.length >>> 3)))
      wider.set(bits)
      this.#bits.set(id, bits = wider)
    }
    bits[document >>> 5]! |= 1 << (document & 31)
  }
}
