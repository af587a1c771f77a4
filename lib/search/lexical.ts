// The word index of one graph. Orama finds the documents that hold a word; each word is given to it once a document and
// with an end mark, so that a word never matches another one that it begins. Words of very many documents stay out of
// Orama, whose cost for them is quadratic, and act through one bit a document. Ranking is BM25 over the candidates, with
// counts by weight, since Orama's own takes repeats of a word for further documents. Built in slices, so that a server
// goes on answering.

import { create, insertMultiple, search as oramaSearch } from "@orama/orama"
import * as Effect from "effect/Effect"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Documents from "./documents.ts"
import * as Words from "./words.ts"

export interface Lexical {
  readonly documents: number
  /** Set where it is that of an older graph. */
  readonly isBehind?: true
  /** Nodes that hold any of the words, best first. */
  readonly search: (query: string, limit: number) => ReadonlyArray<Hit>
}

export interface Hit {
  readonly node: NodeId
  /** In (0, 1]: 1 is the best hit of this search. */
  readonly score: number
  /** Share of the asked words that it holds, by weight of their rarity; in (0, 1]. */
  readonly coverage: number
}

/** A word in more documents than this share is common. In a small graph nothing is, and in none a longer list is kept. */
const COMMON_SHARE = 0.02
const COMMON_LEAST = 400
const COMMON_MOST = 2_000

/** Documents between two breaths. */
const SLICE = 256

/** How many candidates are ranked: more than the rarest of two words can have. */
const CANDIDATES = 4_000

/** BM25: how soon repeats of a word stop to count, and how much the length of a document does. */
const SATURATION = 1.2
const LENGTH = 0.5

/** How well a word stands for another that it begins as, and for which words that is asked. */
const RELATED = 0.5
const SHORTEST_BEGINNING = 4
const MOST_RELATIVES = 12

const END = "\u0001"

/** Cuts what wordsOf joined; every word gets its end mark. */
const tokenizer = {
  language: "english",
  normalizationCache: new Map<string, string>(),
  tokenize: (raw: string): Array<string> => raw === "" ? [] : raw.split(" ").map((word) => word + END),
}

/** Lets everything else that waits run first. */
const breathe = Effect.sleep(0)

/**
 * Builds the index of a graph. O(words); about 30 µs a document on one core.
 *
 * @param wordsOf What of a node is searched; a node without words is no document.
 */
export const build = (graph: Graph, wordsOf = Documents.wordsOf): Effect.Effect<Lexical> =>
  Effect.gen(function* () {
    const nodes: Array<NodeId> = []
    const vocabulary: Array<string> = []
    const idOf = new Map<string, number>()
    const frequency: Array<number> = []
    const lastIn: Array<number> = []
    const bodies = new Lists()
    for (let node = 0; node < graph.nodes.rows; node++) {
      if (!Documents.isDocument(graph, node)) continue
      const words = wordsOf(graph, node)
      if (words.length === 0) continue
      for (const word of words) {
        let id = idOf.get(word)
        if (id === undefined) {
          id = vocabulary.length
          idOf.set(word, id)
          vocabulary.push(word)
          frequency.push(0)
          lastIn.push(-1)
        }
        bodies.add(id)
        if (lastIn[id] !== node) {
          lastIn[id] = node
          frequency[id]!++
        }
      }
      nodes.push(node)
      bodies.end()
      if (nodes.length % SLICE === 0) yield* breathe
    }
    const limit = Math.min(COMMON_MOST, Math.max(COMMON_LEAST, Math.ceil(nodes.length * COMMON_SHARE)))
    const common = new Map<number, Uint32Array>()
    frequency.forEach((count, id) => {
      if (limit < count) common.set(id, new Uint32Array((nodes.length + 31) >>> 5))
    })
    const db = create({ schema: { text: "string" } as const, components: { tokenizer } })
    for (let from = 0; from < nodes.length; from += SLICE) {
      const slice: Array<{ id: string; text: string }> = []
      for (let at = from; at < Math.min(from + SLICE, nodes.length); at++) {
        const kept = new Set<string>()
        for (const id of bodies.at(at)) {
          const bits = common.get(id)
          if (bits === undefined) kept.add(vocabulary[id]!)
          else bits[at >>> 5]! |= 1 << (at & 31)
        }
        slice.push({ id: String(at), text: [...kept].join(" ") })
      }
      yield* Effect.promise(async () => await insertMultiple(db, slice, SLICE))
      // The texts served their purpose; only ids are ever read back.
      for (const it of slice) it.text = ""
      yield* breathe
    }
    return make(nodes, vocabulary, idOf, frequency, common, bodies, (words) => {
      const found = oramaSearch(db, { term: words.join(" "), properties: ["text"], limit: CANDIDATES })
      return "hits" in found ? found.hits.map((hit) => Number(hit.id)) : []
    })
  }).pipe(Effect.withSpan("search.lexical.build"))

const make = (
  nodes: ReadonlyArray<NodeId>,
  vocabulary: ReadonlyArray<string>,
  idOf: ReadonlyMap<string, number>,
  frequency: ReadonlyArray<number>,
  common: ReadonlyMap<number, Uint32Array>,
  bodies: Lists,
  byRareWords: (words: ReadonlyArray<string>) => ReadonlyArray<number>,
): Lexical => {
  /** Weight of a word by how few documents hold it. */
  const rarity = (id: number) => Math.log(1 + (nodes.length - frequency[id]! + 0.5) / (frequency[id]! + 0.5))
  const averageLength = nodes.length === 0 ? 1 : bodies.total / nodes.length
  const sorted = [...vocabulary].sort()

  /** Words of documents that begin as a word does, or that it begins as: `auth`, `authentication`. */
  const relatives = (word: string): ReadonlyArray<number> => {
    if (word.length < SHORTEST_BEGINNING) return []
    const found: Array<number> = []
    for (let length = word.length - 1; SHORTEST_BEGINNING <= length; length--) {
      const id = idOf.get(word.slice(0, length))
      if (id !== undefined) found.push(id)
    }
    for (let at = firstFrom(sorted, word); at < sorted.length && found.length < MOST_RELATIVES; at++) {
      const other = sorted[at]!
      if (!other.startsWith(word)) break
      if (other !== word) found.push(idOf.get(other)!)
    }
    return found
  }

  const search = (query: string, limit: number): ReadonlyArray<Hit> => {
    /** Words of documents that stand for a word of the query, and how well. */
    const known: Array<number> = []
    const word: Array<number> = []
    const nearness: Array<number> = []
    const weights: Array<number> = []
    let weight = 0
    for (const asked of new Set(Words.asked(query))) {
      const id = idOf.get(asked)
      const others = relatives(asked)
      // A word that no document holds counts against every document, as the rarest word would.
      const own = id !== undefined
        ? rarity(id)
        : others.length > 0
        ? Math.max(...others.map(rarity))
        : Math.log(1 + nodes.length)
      weight += own
      if (id === undefined && others.length === 0) continue
      for (const it of id === undefined ? others : [id, ...others]) {
        known.push(it)
        word.push(weights.length)
        nearness.push(it === id ? 1 : RELATED)
      }
      weights.push(own)
    }
    if (known.length === 0) return []
    const rare = known.filter((id) => !common.has(id)).map((id) => vocabulary[id]!)
    const candidates = new Set(rare.length === 0 ? [] : byRareWords([...new Set(rare)]))
    const usual = known.filter((id) => common.has(id))
    if (0 < usual.length && candidates.size < CANDIDATES) {
      for (const at of byCommonWords(usual, nodes.length, common, CANDIDATES - candidates.size)) candidates.add(at)
    }
    const counts = new Uint32Array(known.length)
    const best = new Float64Array(weights.length)
    const near = new Float64Array(weights.length)
    const hits: Array<Hit> = []
    for (const at of candidates) {
      const body = bodies.at(at)
      counts.fill(0)
      for (let i = 0; i < body.length; i++) {
        for (let w = 0; w < known.length; w++) if (body[i] === known[w]) counts[w]!++
      }
      const norm = SATURATION * (1 - LENGTH + LENGTH * body.length / averageLength)
      best.fill(0)
      near.fill(0)
      for (let w = 0; w < known.length; w++) {
        if (counts[w] === 0) continue
        const worth = nearness[w]! * counts[w]! * (SATURATION + 1) / (counts[w]! + norm)
        if (worth > best[word[w]!]!) best[word[w]!] = worth
        if (nearness[w]! > near[word[w]!]!) near[word[w]!] = nearness[w]!
      }
      let score = 0
      let held = 0
      for (let q = 0; q < weights.length; q++) {
        held += weights[q]! * near[q]!
        score += weights[q]! * best[q]!
      }
      const coverage = held / weight
      hits.push({ node: nodes[at]!, score: score * (0.5 + 0.5 * coverage), coverage })
    }
    hits.sort((a, b) => b.score - a.score || a.node - b.node)
    const top = hits[0]?.score ?? 1
    return hits.slice(0, limit).map((hit) => ({ ...hit, score: hit.score / top }))
  }

  return { documents: nodes.length, search }
}

const firstFrom = (sorted: ReadonlyArray<string>, word: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Documents that hold most of some common words; earliest first among equals. O(documents · words²). */
const byCommonWords = (
  ids: ReadonlyArray<number>,
  documents: number,
  common: ReadonlyMap<number, Uint32Array>,
  limit: number,
): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let wanted = ids.length; 0 < wanted && found.length < limit; wanted--) {
    for (let at = 0; at < documents && found.length < limit; at++) {
      let count = 0
      for (const id of ids) if ((common.get(id)![at >>> 5]! & (1 << (at & 31))) !== 0) count++
      if (count === wanted) found.push(at)
    }
  }
  return found
}

/** Lists of numbers one behind the other. */
class Lists {
  #values = new Uint32Array(1024)
  #count = 0
  readonly #ends: Array<number> = []

  /** Adds to the list that is being written. */
  add(value: number): void {
    if (this.#count === this.#values.length) {
      const wider = new Uint32Array(this.#count * 2)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#count++] = value
  }

  /** Ends the list that is being written. */
  end(): void {
    this.#ends.push(this.#count)
  }

  /** Numbers in all lists together. */
  get total(): number {
    return this.#count
  }

  at(list: number): Uint32Array {
    return this.#values.subarray(list === 0 ? 0 : this.#ends[list - 1]!, this.#ends[list]!)
  }
}
