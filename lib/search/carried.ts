// The word index of an older graph as it serves a newer one, until that one's own is built: what is there no more is left
// out, and what is new is found by its name alone. Whoever answers from it says so.

import { NONE } from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import * as Uid from "../graph/uid.ts"
import type { Lexical } from "./lexical.ts"

/** A word index and the graph that it is of. */
export interface Indexed {
  readonly graph: Graph
  readonly lexical: Lexical
}

export const carry = ({ graph: older, lexical }: Indexed, graph: Graph): Lexical => ({
  documents: lexical.documents,
  isBehind: true,
  search: (query, limit) =>
    lexical.search(query, limit).flatMap((hit) => {
      const node = Uid.find(graph, Uid.uidOf(older, hit.node))
      return node === NONE ? [] : [{ ...hit, node }]
    }),
})
