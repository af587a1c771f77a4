// Room for walks over one graph, made once and used again: an entry is valid while its stamp is that of the walk at
// hand, so nothing has to be cleared between walks. A walk reads its results out before it ends; walks never nest.

import type { Graph } from "./graph.ts"

/** One set of arrays with an entry a node. */
export class Scratch {
  /** `stamp` of the walk that reached the node last. */
  readonly stamps: Uint32Array
  /** Edges crossed to reach it. */
  readonly depth: Uint32Array
  /** Edge by which it was reached, or NONE. */
  readonly via: Uint32Array
  readonly queue: Uint32Array
  #stamp = 0

  constructor(nodeCount: number) {
    this.stamps = new Uint32Array(nodeCount)
    this.depth = new Uint32Array(nodeCount)
    this.via = new Uint32Array(nodeCount)
    this.queue = new Uint32Array(nodeCount)
  }

  /** Starts a walk: nothing is reached. */
  begin(): number {
    if (this.#stamp === 0xffffffff) {
      this.stamps.fill(0)
      this.#stamp = 0
    }
    return ++this.#stamp
  }
}

const pools = new WeakMap<Graph, Array<Scratch>>()

/** The `index`th scratch of a graph: a walk that needs two asks for 0 and 1. */
export const scratchOf = (graph: Graph, index: number): Scratch => {
  let pool = pools.get(graph)
  if (pool === undefined) {
    pool = []
    pools.set(graph, pool)
  }
  return pool[index] ??= new Scratch(graph.nodes.rows)
}
