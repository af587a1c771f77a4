// What of one repository is searched: its graph, its passages, and what follows from them.

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NONE } from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import type * as Table from "../graph/passages.ts"
import { type Embedder, Embeddings } from "./embedder.ts"
import type { Meanings } from "./find_passages.ts"
import * as Rank from "./rank.ts"
import * as Vectors from "./vectors.ts"
import type { Texts } from "./word_index.ts"
import * as Words from "./words.ts"

/** Passages of a repository in the order of (node, first line, last line). */
export type Passages = Omit<Table.Passages, "packed" | "embedder">

export interface Searched {
  readonly graph: Graph
  readonly passages: Passages
  /** By row: the number of its file, which does not fall. */
  readonly fileOf: Uint32Array
  readonly pathWords: (path: string) => Rank.PathWords
  /** The words of a name, each once. */
  readonly nameWords: (name: string) => ReadonlyArray<string>
}

/** O(rows). */
export const make = (graph: Graph, passages: Passages): Searched => {
  const fileOf = new Uint32Array(passages.rows)
  let last = NONE
  let file = -1
  for (let row = 0; row < passages.rows; row++) {
    const of = graph.nodes.file[passages.node[row]!]!
    if (of !== last || file === -1) file++
    last = of
    fileOf[row] = file
  }
  return {
    graph,
    passages,
    fileOf,
    pathWords: remembered(Rank.wordsOfPath),
    nameWords: remembered((name) => [...new Set(Words.terms(name))]),
  }
}

/** What follows from a text, worked out once. */
const remembered = <A>(of: (text: string) => A): (text: string) => A => {
  const known = new Map<string, A>()
  return (text) => {
    let it = known.get(text)
    if (it === undefined) known.set(text, it = of(text))
    return it
  }
}

/** What an index of words is made of. */
export const textsOf = ({ passages, fileOf }: Searched): Texts => ({ ...passages, fileOf })

/** How near passages are to questions, by an index of their vectors and what made these. */
export const meanings = (
  { dims, vectors, scales }: Passages,
  index: Vectors.VectorIndex,
  embedder: Pick<Embedder, "query">,
): Meanings => ({
  of: (text) => {
    const asked = embedder.query(text)
    return {
      at: (row) => {
        let sum = 0
        for (let i = 0, at = row * dims; i < dims; i++, at++) sum += asked[i]! * vectors[at]!
        return sum * scales[row]!
      },
      best: (limit) => index.search(asked, limit).map(({ row }) => row),
    }
  },
})

/** Meanings of an index, or why nothing knows what its vectors mean: words and names answer alone then. */
export type Known =
  | { readonly _tag: "known"; readonly meanings: Meanings }
  | { readonly _tag: "unknown"; readonly reason: string }

export const meaningsOf = (passages: Table.Passages): Effect.Effect<Known> =>
  Effect.gen(function* () {
    const unknown = (reason: string): Known => ({ _tag: "unknown", reason })
    if (passages.dims === 0) return unknown("the index was made without an embedding model")
    const embeddings = yield* Effect.serviceOption(Embeddings)
    if (Option.isNone(embeddings)) return unknown("no embedding model is at hand")
    const shipped = yield* Effect.either(embeddings.value.shipped)
    if (shipped._tag === "Left") return unknown(shipped.left.message)
    if (shipped.right.id !== passages.embedder) {
      return unknown(`the index was made with another embedding model, ${passages.embedder}`)
    }
    return { _tag: "known", meanings: meanings(passages, Vectors.exact(passages), shipped.right) }
  })
