// The word index of one graph: Orama over a single weighted field, with an end mark on every word so that a word never
// matches another one that it begins. Words of very many documents stay out of Orama, whose cost for them is quadratic,
// and act through one bit a document. Built in slices, so that a server goes on answering.

import { create, insertMultiple, search as oramaSearch } from "@orama/orama"
import * as Effect from "effect/Effect"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Documents from "./documents.ts"
import * as Words from "./words.ts"

export interface Lexical {
  readonly documents: number
  /**
   * Nodes that hold any of the words, best first. `coverage` is the share of the words found, by weight of their
   * rarity.
   */
  readonly search: (query: string, limit: number) => ReadonlyArray<Hit>
}

export interface Hit {
  readonly node: NodeId
  /** In (0, 1]: 1 is the best hit of this search. */
  readonly score: number
  /** In (0, 1]. */
  readonly coverage: number
}

/** A word in more documents than this share is common. In a small graph nothing is, and in none a longer list is kept. */
const COMMON_SHARE = 0.02
const COMMON_LEAST = 400
const COMMON_MOST = 2_000

/** Documents between two breaths. */
const SLICE = 256

/** How many candidates Orama hands over for ranking. */
const CANDIDATES = 400

const END = "\u0001"

/** Cuts what wordsOf joined; every word gets its end mark. */
const tokenizer = {
  language: "english",
  normalizationCache: new Map<string, string>(),
  tokenize: (raw: string): Array<string> => raw === "" ? [] : raw.split(" ").map((word) => word + END),
}

/** Lets everything else that waits run first. */
const breathe = Effect.sleep(0)

/** Builds the index of a graph. O(words); about 30 µs a document on one core. */
export const build = (graph: Graph): Effect.Effect<Lexical> =>
  Effect.gen(function* () {
    const nodes: Array<NodeId> = []
    const vocabulary: Array<string> = []
    const idOf = new Map<string, number>()
    const frequency: Array<number> = []
    const lastIn: Array<number> = []
    const bodies = new Lists()
    for (let node = 0; node < graph.nodes.rows; node++) {
      if (!Documents.isDocument(graph, node)) continue
      const words = Documents.wordsOf(graph, node)
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
        const kept: Array<string> = []
        for (const id of bodies.at(at)) {
          const bits = common.get(id)
          if (bits === undefined) kept.push(vocabulary[id]!)
          else bits[at >>> 5]! |= 1 << (at & 31)
        }
        slice.push({ id: String(at), text: kept.join(" ") })
      }
      yield* Effect.promise(async () => await insertMultiple(db, slice, SLICE))
      // The texts served their purpose; only ids are ever read back.
      for (const it of slice) it.text = ""
      yield* breathe
    }
    return make(nodes, idOf, frequency, common, bodies, (words) => {
      const found = oramaSearch(db, { term: words.join(" "), properties: ["text"], limit: CANDIDATES })
      return "hits" in found ? found.hits.map((hit) => [Number(hit.id), hit.score] as const) : []
    })
  }).pipe(Effect.withSpan("search.lexical.build"))

const make = (
  nodes: ReadonlyArray<NodeId>,
  idOf: ReadonlyMap<string, number>,
  frequency: ReadonlyArray<number>,
  common: ReadonlyMap<number, Uint32Array>,
  bodies: Lists,
  byRareWords: (words: ReadonlyArray<string>) => ReadonlyArray<readonly [number, number]>,
): Lexical => {
  /** Weight of a word by how few documents hold it. */
  const rarity = (id: number) => Math.log(1 + (nodes.length - frequency[id]! + 0.5) / (frequency[id]! + 0.5))

  const search = (query: string, limit: number): ReadonlyArray<Hit> => {
    const asked = [...new Set(Words.words(query))]
    const known: Array<number> = []
    let weight = 0
    for (const word of asked) {
      const id = idOf.get(word)
      // A word that no document holds counts against every document, as the rarest word would.
      weight += id === undefined ? Math.log(1 + nodes.length) : rarity(id)
      if (id !== undefined) known.push(id)
    }
    if (known.length === 0) return []
    const rare = asked.filter((word) => idOf.has(word) && !common.has(idOf.get(word)!))
    const candidates = rare.length > 0 ? byRareWords(rare) : byCommonWords(known, nodes.length, common)
    const best = candidates[0]?.[1] ?? 1
    const hits = candidates.map(([at, score]): Hit => {
      let held = 0
      for (const id of known) if (holds(at, id)) held += rarity(id)
      const coverage = weight === 0 ? 1 : held / weight
      return { node: nodes[at]!, score: coverage * (0.5 + 0.5 * (score / best)), coverage }
    })
    hits.sort((a, b) => b.score - a.score || a.node - b.node)
    const top = hits[0]?.score ?? 1
    return hits.slice(0, limit).map((hit) => ({ ...hit, score: hit.score / top }))
  }

  const holds = (at: number, id: number): boolean => {
    const bits = common.get(id)
    return bits === undefined ? bodies.at(at).includes(id) : (bits[at >>> 5]! & (1 << (at & 31))) !== 0
  }

  return { documents: nodes.length, search }
}

/** Documents that hold most of the words, when all of them are common; earliest first among equals. */
const byCommonWords = (
  ids: ReadonlyArray<number>,
  documents: number,
  common: ReadonlyMap<number, Uint32Array>,
): ReadonlyArray<readonly [number, number]> => {
  const found: Array<readonly [number, number]> = []
  for (let wanted = ids.length; 0 < wanted && found.length < CANDIDATES; wanted--) {
    for (let at = 0; at < documents && found.length < CANDIDATES; at++) {
      let count = 0
      for (const id of ids) if ((common.get(id)![at >>> 5]! & (1 << (at & 31))) !== 0) count++
      if (count === wanted) found.push([at, wanted])
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

  at(list: number): Uint32Array {
    return this.#values.subarray(list === 0 ? 0 : this.#ends[list - 1]!, this.#ends[list]!)
  }
}
