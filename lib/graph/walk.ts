// Bounded walks over a graph: plain breadth-first loops over rows. What a walk may cross is given as rows and a least
// confidence, where it may go as a set of nodes to stay out of.

import { NONE } from "./columns.ts"
import type { EdgeId, Graph, NodeId, Rows } from "./graph.ts"
import { type Scratch, scratchOf } from "./scratch.ts"

/** What a walk may cross. */
export interface Steps {
  /** Adjacency to follow, in the direction of the walk. */
  readonly rows: ReadonlyArray<Rows>
  /** The same edges against the direction of the walk; asked for by `shortestPath` alone. */
  readonly back: ReadonlyArray<Rows>
  /** Least confidence of an edge, in percent. */
  readonly minConfidence: number
  /** An entry a node: 1 where it is not entered; undefined: all may be. */
  readonly avoid: Uint8Array | undefined
}

/**
 * Breadth-first distance from a set of seeds.
 *
 * @param rows Adjacency to follow: `graph.in.CALLS` walks to callers.
 * @param seeds Nodes at distance 0.
 * @param limit Most edges to cross, at least 0.
 * @returns One entry a node: edges crossed, or -1 where not reached. O(nodes + edges).
 */
export const distances = (rows: Rows, seeds: Iterable<NodeId>, limit: number): Int32Array => {
  const nodeCount = rows.offsets.length - 1
  const distance = new Int32Array(nodeCount).fill(-1)
  const queue = new Uint32Array(nodeCount)
  let head = 0
  let tail = 0
  for (const seed of seeds) {
    if (distance[seed] !== -1) continue
    distance[seed] = 0
    queue[tail++] = seed
  }
  while (head < tail) {
    const node = queue[head++]!
    const next = distance[node]! + 1
    if (limit < next) break
    for (let i = rows.offsets[node]!; i < rows.offsets[node + 1]!; i++) {
      const target = rows.targets[i]!
      if (distance[target] !== -1) continue
      distance[target] = next
      queue[tail++] = target
    }
  }
  return distance
}

/** What a walk reached, in the order of reaching. */
export interface Reached {
  /** Seeds first. */
  readonly nodes: Uint32Array
  /** The edge by which each was reached; NONE for seeds. */
  readonly via: Uint32Array
  /** Nodes at distance d stand from `levels[d]` to `levels[d + 1]`. */
  readonly levels: ReadonlyArray<number>
  /** Is that all within the limit? */
  readonly whole: boolean
}

/**
 * Everything within `limit` edges of the seeds, but at most `most` nodes: the nearest.
 *
 * @param limit Most edges to cross, at least 0.
 * @returns O(reached) in size; O(reached + their edges) in time.
 */
export const reach = (graph: Graph, steps: Steps, seeds: Iterable<NodeId>, limit: number, most: number): Reached => {
  const side = new Side(graph, 0, steps.rows, seeds)
  while (side.depth < limit && side.size > 0 && side.tail < most) side.advance(graph, steps, undefined, most)
  const nodes = side.scratch.queue.slice(0, Math.min(side.tail, most))
  const via = new Uint32Array(nodes.length)
  for (let place = 0; place < nodes.length; place++) via[place] = side.scratch.via[nodes[place]!]!
  return {
    nodes,
    via,
    levels: side.levels.map((place) => Math.min(place, nodes.length)),
    whole: side.tail < most && (side.depth >= limit || side.size === 0),
  }
}

/** A path: `edges[i]` leads from `nodes[i]` to `nodes[i + 1]`. */
export interface Path {
  readonly nodes: ReadonlyArray<NodeId>
  readonly edges: ReadonlyArray<EdgeId>
}

/**
 * A shortest path from any of `from` to any of `to`, walked from both ends; the same one each time.
 *
 * @param limit Most edges of the path, at least 0.
 * @returns undefined where there is none within the limit. O(edges) at worst, far less where a path is short.
 */
export const shortestPath = (
  graph: Graph,
  steps: Steps,
  from: ReadonlyArray<NodeId>,
  to: ReadonlyArray<NodeId>,
  limit: number,
): Path | undefined => {
  const forth = new Side(graph, 0, steps.rows, from)
  const back = new Side(graph, 1, steps.back, to)
  for (const node of from) if (back.has(node)) return { nodes: [node], edges: [] }
  while (forth.depth + back.depth < limit && forth.size > 0 && back.size > 0) {
    const meeting = forth.size <= back.size
      ? forth.advance(graph, steps, back, Infinity)
      : back.advance(graph, steps, forth, Infinity)
    if (meeting !== NONE) return join(graph, forth, back, meeting)
  }
  return undefined
}

const join = (graph: Graph, forth: Side, back: Side, meeting: NodeId): Path => {
  const nodes = [meeting]
  const edges: Array<EdgeId> = []
  const { source, target } = graph.edges
  for (let at = meeting, edge = forth.scratch.via[at]!; edge !== NONE; edge = forth.scratch.via[at]!) {
    at = source[edge] === at ? target[edge]! : source[edge]!
    nodes.unshift(at)
    edges.unshift(edge)
  }
  for (let at = meeting, edge = back.scratch.via[at]!; edge !== NONE; edge = back.scratch.via[at]!) {
    at = source[edge] === at ? target[edge]! : source[edge]!
    nodes.push(at)
    edges.push(edge)
  }
  return { nodes, edges }
}

/** One end of a walk, level by level. */
class Side {
  readonly scratch: Scratch
  readonly levels: Array<number> = [0]
  depth = 0
  tail = 0
  readonly #stamp: number
  readonly #rows: ReadonlyArray<Rows>

  constructor(graph: Graph, index: number, rows: ReadonlyArray<Rows>, seeds: Iterable<NodeId>) {
    this.scratch = scratchOf(graph, index)
    this.#stamp = this.scratch.begin()
    this.#rows = rows
    for (const seed of seeds) if (!this.has(seed)) this.#enter(seed, 0, NONE)
    this.levels.push(this.tail)
  }

  has(node: NodeId): boolean {
    return this.scratch.stamps[node] === this.#stamp
  }

  /** Nodes on the outermost level. */
  get size(): number {
    return this.tail - this.levels[this.depth]!
  }

  /**
   * Goes one level out, or as far on it as `most` nodes in all allow.
   *
   * @returns Of the nodes on the new level that `other` has reached the one nearest to its seeds, or NONE.
   */
  advance(graph: Graph, steps: Steps, other: Side | undefined, most: number): NodeId {
    const { queue, stamps } = this.scratch
    const { confidence } = graph.edges
    const { minConfidence, avoid } = steps
    const stamp = this.#stamp
    const from = this.levels[this.depth]!
    const to = this.tail
    const next = this.depth + 1
    let meeting = NONE
    for (let at = from; at < to && this.tail < most; at++) {
      const node = queue[at]!
      for (let r = 0; r < this.#rows.length; r++) {
        const { offsets, targets, edges } = this.#rows[r]!
        const end = offsets[node + 1]!
        for (let i = offsets[node]!; i < end; i++) {
          const target = targets[i]!
          if (stamps[target] === stamp) continue
          // Looked up only where it matters: it lies far from the rows.
          if (minConfidence > 0 && confidence[edges[i]!]! < minConfidence) continue
          if (other?.has(target) === true) {
            if (meeting === NONE || other.scratch.depth[target]! < other.scratch.depth[meeting]!) meeting = target
          } else if (avoid !== undefined && avoid[target] === 1) continue
          this.#enter(target, next, edges[i]!)
        }
      }
    }
    this.depth = next
    this.levels.push(this.tail)
    return meeting
  }

  #enter(node: NodeId, depth: number, via: EdgeId): void {
    const { stamps, queue } = this.scratch
    stamps[node] = this.#stamp
    this.scratch.depth[node] = depth
    this.scratch.via[node] = via
    queue[this.tail++] = node
  }
}
