// The word index of one graph. Its documents lie in a store that indexes of a repository's graphs share: that of a newer
// graph takes over the documents that say the same and cuts only the others into words. Whatever it was made from, an index
// answers as one does that was built of its graph alone. Ranking is BM25 over candidates, with counts by weight, since
// Orama's own takes repeats of a word for further documents. Made in slices, so that a server goes on answering.

import * as Effect from "effect/Effect"
import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Documents from "./documents.ts"
import { WordStore } from "./word_store.ts"
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

type WordsOf = (graph: Graph, node: NodeId) => ReadonlyArray<string>

/** A word in more documents than this share is common. In a small graph nothing is, and in none a longer list is kept. */
const COMMON_SHARE = 0.02
const COMMON_LEAST = 400
const COMMON_MOST = 2_000

/** Documents that are cut, or rows that are compared, between two breaths. */
const SLICE = 256
const ROWS_SLICE = 4_096

/** How many candidates are ranked: more than the rarest of two words can have. */
const CANDIDATES = 4_000

/** With more documents than this in its store that are no more there, as a share of those that are, an index is built. */
const DEAD_SHARE = 0.1
const DEAD_LEAST = 200

/** BM25: how soon repeats of a word stop to count, and how much the length of a document does. */
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
  readonly store: WordStore
  readonly wordsOf: WordsOf
  readonly rows: Rows
  /** By row: the document in the store, NONE where it has no words. */
  readonly documents: Uint32Array
  /** The documents in the order of their nodes. */
  readonly order: Uint32Array
  /** By document: its node, NONE for what is not there in this graph. There may be later documents in the store. */
  readonly nodeOf: Uint32Array
  /** By word: how many documents hold it. There may be later words in the store. */
  readonly frequency: Uint32Array
  /** The words of the store, sorted. */
  readonly sorted: ReadonlyArray<string>
  /** Words of all documents together, repeats counted. */
  readonly total: number
}

const inners = new WeakMap<Lexical, Inner>()

/**
 * Builds the index of a graph. O(words); about 30 µs a document on one core.
 *
 * @param wordsOf What of a node is searched, nothing but what `Documents.wordsOf` reads; a node without words is no
 * document.
 */
export const build = (graph: Graph, wordsOf: WordsOf = Documents.wordsOf): Effect.Effect<Lexical> =>
  rowsOf(graph).pipe(
    Effect.flatMap((rows) => grow(graph, rows, wordsOf)),
    Effect.map(make),
    Effect.withSpan("search.lexical.build"),
  )

/**
 * The index of a graph from that of an older one; both may go on to be searched. It answers as `build` does.
 * O(nodes + edges) of cheap steps, and what `build` costs for the documents that changed.
 */
export const after = (before: Lexical, graph: Graph): Effect.Effect<Lexical> => {
  const inner = inners.get(before)
  return inner === undefined ? build(graph) : rowsOf(graph).pipe(
    Effect.flatMap((rows) => grow(graph, rows, inner.wordsOf, inner)),
    Effect.map(make),
    Effect.withSpan("search.lexical.after"),
  )
}

/** Rows of a graph: the nodes that may be documents, in order. */
interface Rows {
  readonly nodes: Uint32Array
  /** Two numbers a row that stand for its words. */
  readonly digests: Uint32Array
  /** By path: the first row of a file, and the row behind its last. */
  readonly files: ReadonlyMap<string, readonly [start: number, end: number]>
}

const rowsOf = (graph: Graph): Effect.Effect<Rows> =>
  Effect.gen(function* () {
    const { rows, file } = graph.nodes
    const nodes = new Uint32Array(rows)
    const digests = new Uint32Array(2 * rows)
    const files = new Map<string, readonly [number, number]>()
    const digest = Documents.digester(graph)
    let count = 0
    let start = 0
    const end = () => {
      // A path that came before is one that lies; its later rows are cut anew.
      const path = start < count ? Node.pathOf(graph, nodes[start]!) : undefined
      if (path !== undefined && !files.has(path)) files.set(path, [start, count])
      start = count
    }
    for (let node = 0; node < rows; node++) {
      if (node % ROWS_SLICE === ROWS_SLICE - 1) yield* breathe
      if (!Documents.isDocument(graph, node)) continue
      if (start < count && file[node] !== file[nodes[start]!]) end()
      digest(node, digests, count)
      nodes[count++] = node
    }
    end()
    return { nodes: nodes.slice(0, count), digests: digests.slice(0, 2 * count), files }
  })

/** Stands for the document of a row that is still to be cut. */
const UNCUT = NONE - 1

/** Documents of older rows for those of newer ones that say the same. */
interface Taken {
  /** By newer row: the document, NONE or UNCUT. */
  readonly documents: Uint32Array
  /** Documents of older rows that no newer one has. */
  readonly gone: ReadonlyArray<number>
}

/** O(rows). */
const take = (older: Rows, had: Uint32Array, newer: Rows): Taken => {
  const documents = new Uint32Array(newer.nodes.length).fill(UNCUT)
  const isTaken = new Uint8Array(had.length)
  const isSame = (old: number, now: number) =>
    older.digests[2 * old] === newer.digests[2 * now] && older.digests[2 * old + 1] === newer.digests[2 * now + 1]
  const give = (old: number, now: number) => {
    documents[now] = had[old]!
    isTaken[old] = 1
  }
  for (const [path, [start, end]] of newer.files) {
    const before = older.files.get(path)
    if (before === undefined) continue
    let [oldStart, oldEnd] = before
    let first = start
    let last = end
    while (oldStart < oldEnd && first < last && isSame(oldStart, first)) give(oldStart++, first++)
    while (oldStart < oldEnd && first < last && isSame(oldEnd - 1, last - 1)) give(--oldEnd, --last)
    if (oldStart === oldEnd || first === last) continue
    // What lies between was edited, moved or both.
    const rest = new Map<string, Array<number>>()
    for (let old = oldEnd - 1; oldStart <= old; old--) {
      const key = `${older.digests[2 * old]} ${older.digests[2 * old + 1]}`
      const list = rest.get(key)
      if (list === undefined) rest.set(key, [old])
      else list.push(old)
    }
    for (let now = first; now < last; now++) {
      const old = rest.get(`${newer.digests[2 * now]} ${newer.digests[2 * now + 1]}`)?.pop()
      if (old !== undefined) give(old, now)
    }
  }
  const gone: Array<number> = []
  for (let old = 0; old < had.length; old++) if (isTaken[old] === 0 && had[old] !== NONE) gone.push(had[old]!)
  return { documents, gone }
}

/** Is so much of a store no more there that another one costs less than to go on with it? */
const isWorn = (documents: Uint32Array, store: WordStore): boolean => {
  let kept = 0
  let living = 0
  for (const document of documents) {
    if (document === NONE) continue
    living++
    if (document !== UNCUT) kept++
  }
  return Math.max(DEAD_LEAST, living * DEAD_SHARE) < store.documents - kept
}

const grow = (graph: Graph, rows: Rows, wordsOf: WordsOf, older?: Inner): Effect.Effect<Inner> =>
  Effect.gen(function* () {
    const taken = older === undefined ? undefined : take(older.rows, older.documents, rows)
    const before = taken !== undefined && !isWorn(taken.documents, older!.store) ? older : undefined
    const gone = before === undefined ? [] : taken!.gone
    const documents = before === undefined ? new Uint32Array(rows.nodes.length).fill(UNCUT) : taken!.documents
    const store = before?.store ?? new WordStore()
    const added: Array<number> = []
    for (let row = 0; row < documents.length; row++) {
      if (documents[row] !== UNCUT) continue
      const words = wordsOf(graph, rows.nodes[row]!)
      documents[row] = words.length === 0 ? NONE : store.add(words)
      if (words.length !== 0) added.push(documents[row]!)
      if (words.length !== 0 && added.length % SLICE === 0) yield* breathe
    }
    const order = documents.filter((document) => document !== NONE)

    const frequency = new Uint32Array(store.vocabulary.length)
    if (before !== undefined) frequency.set(before.frequency)
    const lastIn = new Uint32Array(frequency.length)
    const count = (document: number, by: number): number => {
      const body = store.body(document)
      for (const id of body) {
        if (lastIn[id] === document + 1) continue
        lastIn[id] = document + 1
        frequency[id]! += by
      }
      return body.length * by
    }
    let total = before?.total ?? 0
    for (const document of gone) total += count(document, -1)
    for (const document of added) total += count(document, 1)
    const sorted = withWords(
      before?.sorted ?? [],
      store.vocabulary.slice(before?.frequency.length ?? 0, frequency.length),
    )

    const limit = commonFrom(order.length)
    const common: Array<number> = []
    frequency.forEach((count, id) => {
      if (limit < count && store.bits(id) === undefined) common.push(id)
    })
    if (common.length !== 0) store.keepByBits(common)
    for (let from = 0; from < added.length; from += SLICE) {
      yield* store.insert(added.slice(from, from + SLICE))
      yield* breathe
    }
    const nodeOf = new Uint32Array(store.documents).fill(NONE)
    for (let row = 0; row < documents.length; row++) {
      if (documents[row] !== NONE) nodeOf[documents[row]!] = rows.nodes[row]!
    }
    return { store, wordsOf, rows, documents, order, nodeOf, frequency, sorted, total }
  })

/** A word of more documents than that is common. */
const commonFrom = (documents: number): number =>
  Math.min(COMMON_MOST, Math.max(COMMON_LEAST, Math.ceil(documents * COMMON_SHARE)))

/** Sorted words and further ones, that are not among them. O(words + further · log words). */
const withWords = (sorted: ReadonlyArray<string>, further: Array<string>): ReadonlyArray<string> => {
  if (further.length === 0) return sorted
  further.sort()
  const all: Array<string> = []
  let from = 0
  for (const word of further) {
    for (const to = firstFrom(sorted, word); from < to; from++) all.push(sorted[from]!)
    all.push(word)
  }
  for (; from < sorted.length; from++) all.push(sorted[from]!)
  return all
}

const make = (inner: Inner): Lexical => {
  const { store, order, nodeOf, frequency, sorted, total } = inner
  const { idOf } = store
  const limit = commonFrom(order.length)
  /** Weight of a word by how few documents hold it. */
  const rarity = (id: number) => Math.log(1 + (order.length - frequency[id]! + 0.5) / (frequency[id]! + 0.5))
  const averageLength = order.length === 0 ? 1 : total / order.length

  /** The number of a word that a document holds. */
  const held = (word: string): number | undefined => {
    const id = idOf.get(word)
    return id !== undefined && id < frequency.length && frequency[id] !== 0 ? id : undefined
  }

  /** Words of documents that begin as a word does, or that it begins as: `auth`, `authentication`. */
  const relatives = (word: string): ReadonlyArray<number> => {
    if (word.length < SHORTEST_BEGINNING) return []
    const found: Array<number> = []
    for (let length = word.length - 1; SHORTEST_BEGINNING <= length; length--) {
      const id = held(word.slice(0, length))
      if (id !== undefined) found.push(id)
    }
    for (let at = firstFrom(sorted, word); at < sorted.length && found.length < MOST_RELATIVES; at++) {
      const other = sorted[at]!
      if (!other.startsWith(word)) break
      const id = other === word ? undefined : held(other)
      if (id !== undefined) found.push(id)
    }
    return found
  }

  /** Documents that hold any of some words that are not common; undefined where they are more than are ranked. */
  const byRareWords = (ids: ReadonlySet<number>): Set<number> | undefined => {
    const unmarked = [...ids].filter((id) => store.bits(id) === undefined)
    const hits = store.find(unmarked, CANDIDATES + store.documents - order.length)
    if (hits === undefined) return undefined
    const found = new Set<number>()
    const add = (document: number) => {
      if (document < nodeOf.length && nodeOf[document] !== NONE) found.add(document)
    }
    for (const document of hits) add(document)
    for (const id of ids) {
      // What was common in another state.
      store.bits(id)?.forEach((bits, block) => {
        for (let rest = bits; rest !== 0; rest &= rest - 1) add(32 * block + 31 - Math.clz32(rest & -rest))
      })
    }
    return found.size <= CANDIDATES ? found : undefined
  }

  const search = (query: string, most: number): ReadonlyArray<Hit> => {
    /** Words of documents that stand for a word of the query, and how well. */
    const known: Array<number> = []
    const word: Array<number> = []
    const nearness: Array<number> = []
    const weights: Array<number> = []
    let weight = 0
    for (const asked of new Set(Words.asked(query))) {
      const id = held(asked)
      const others = relatives(asked)
      // A word that no document holds counts against every document, as the rarest word would.
      const own = id !== undefined
        ? rarity(id)
        : others.length > 0
        ? Math.max(...others.map(rarity))
        : Math.log(1 + order.length)
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
    const isCommon = (id: number) => limit < frequency[id]!
    const rare = new Set(known.filter((id) => !isCommon(id)))
    const candidates = byRareWords(rare) ?? heaviest(inner, rare, { known, word, nearness, weights }, CANDIDATES)
    const usual = known.filter(isCommon)
    if (0 < usual.length && candidates.size < CANDIDATES) {
      for (const at of byCommonWords(usual, order, store, CANDIDATES - candidates.size)) candidates.add(at)
    }
    const counts = new Uint32Array(known.length)
    const best = new Float64Array(weights.length)
    const near = new Float64Array(weights.length)
    const hits: Array<Hit> = []
    for (const at of candidates) {
      const body = store.body(at)
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
      let covered = 0
      for (let q = 0; q < weights.length; q++) {
        covered += weights[q]! * near[q]!
        score += weights[q]! * best[q]!
      }
      const coverage = covered / weight
      hits.push({ node: nodeOf[at]!, score: score * (0.5 + 0.5 * coverage), coverage })
    }
    hits.sort((a, b) => b.score - a.score || a.node - b.node)
    const top = hits[0]?.score ?? 1
    return hits.slice(0, most).map((hit) => ({ ...hit, score: hit.score / top }))
  }

  const lexical: Lexical = { documents: order.length, search }
  inners.set(lexical, inner)
  return lexical
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

/** Words that stand for those of a query: for which, how well, and what each of the query's is worth. */
interface Standing {
  readonly known: ReadonlyArray<number>
  readonly word: ReadonlyArray<number>
  readonly nearness: ReadonlyArray<number>
  readonly weights: ReadonlyArray<number>
}

/**
 * Of the documents that hold any of some words those that hold the most of the query's weight; earliest first among
 * equals. O(words of all documents).
 */
const heaviest = (
  { store, order, frequency }: Inner,
  any: ReadonlySet<number>,
  { known, word, nearness, weights }: Standing,
  limit: number,
): Set<number> => {
  /** By word: 0 where it stands for nothing, else which of `standsFor` it is, and 1. */
  const slot = new Uint16Array(frequency.length)
  const standsFor: Array<Array<number>> = []
  known.forEach((id, w) => {
    if (slot[id] === 0) slot[id] = standsFor.push([])
    standsFor[slot[id]! - 1]!.push(w)
  })
  const found: Array<number> = []
  const values: Array<number> = []
  const near = new Float64Array(weights.length)
  for (const document of order) {
    let isFound = false
    near.fill(0)
    for (const id of store.body(document)) {
      // What stands in a document of this graph is a word of it.
      const at = slot[id]!
      if (at === 0) continue
      isFound ||= any.has(id)
      for (const w of standsFor[at - 1]!) if (near[word[w]!]! < nearness[w]!) near[word[w]!] = nearness[w]!
    }
    if (!isFound) continue
    let value = 0
    for (let q = 0; q < weights.length; q++) value += weights[q]! * near[q]!
    found.push(document)
    values.push(value)
  }
  const ranked = Float64Array.from(values).sort()
  const least = ranked[Math.max(0, ranked.length - limit)]!
  const chosen = new Set<number>()
  found.forEach((document, i) => {
    if (least < values[i]!) chosen.add(document)
  })
  for (let i = 0; i < found.length && chosen.size < limit; i++) if (values[i] === least) chosen.add(found[i]!)
  return chosen
}

/** Documents that hold most of some common words; earliest first among equals. O(documents · words²). */
const byCommonWords = (
  ids: ReadonlyArray<number>,
  order: Uint32Array,
  store: WordStore,
  limit: number,
): ReadonlyArray<number> => {
  const found: Array<number> = []
  const bits = ids.map((id) => store.bits(id)!)
  for (let wanted = ids.length; 0 < wanted && found.length < limit; wanted--) {
    for (let i = 0; i < order.length && found.length < limit; i++) {
      const at = order[i]!
      let count = 0
      for (const of of bits) if ((of[at >>> 5]! & (1 << (at & 31))) !== 0) count++
      if (count === wanted) found.push(at)
    }
  }
  return found
}
