// PageRank: how often one comes by a node who walks along edges without end, now and then beginning anew.

import type { WeightedRows } from "./csr.ts"

export interface Settings {
  /** Share of steps along an edge, at least 0, below 1. */
  readonly damping: number
  /** Ranks are done when all together change by no more than this. */
  readonly tolerance: number
  /** Most steps. */
  readonly steps: number
}

/** A damping of 0.85 shrinks what is wrong to 10⁻¹⁰ in 142 steps, whatever the graph. */
export const SETTINGS: Settings = { damping: 0.85, tolerance: 1e-10, steps: 200 }

export interface Ranks {
  /** An entry a node; together 1. */
  readonly of: Float64Array
  readonly steps: number
  /** By how much the last step changed all of them together: above the tolerance where steps ran out. */
  readonly change: number
}

/** PageRank of a walk that begins anew at every node alike. */
export const pageRank = (rows: WeightedRows, settings: Settings = SETTINGS): Ranks =>
  pageRankFrom(rows, new Float64Array(rows.offsets.length - 1).fill(1), settings)

/**
 * PageRank of a walk that begins anew at given nodes. A step goes along an edge by its share of the weight that leaves
 * the node; from a node that nothing leaves, one begins anew.
 *
 * @param rows What leaves each node, with its weight.
 * @param teleport An entry a node, at least 0: where to begin anew, in any unit. All 0: nothing has a rank.
 * @returns O(nodes + edges) a step, at most log(tolerance) / log(damping) steps. Sums are made in the order of rows, so
 *   the same rows have the same ranks to the last bit.
 * @see Page, Brin, Motwani, Winograd 1999, "The PageRank citation ranking"; what is done with nodes that nothing leaves:
 *   Langville, Meyer 2004, "Deeper inside PageRank", section 3.
 */
export const pageRankFrom = (rows: WeightedRows, teleport: Float64Array, settings: Settings = SETTINGS): Ranks => {
  const { offsets, targets, weights } = rows
  const { damping, tolerance } = settings
  const nodeCount = teleport.length
  const start = sharesOf(teleport)
  // What each node gives per unit of weight; 0 where nothing leaves it.
  const leaving = new Float64Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    let sum = 0
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) sum += weights[i]!
    leaving[node] = sum
  }
  let ranks = start.slice()
  let next = new Float64Array(nodeCount)
  let change = Infinity
  let steps = 0
  while (steps < settings.steps && tolerance < change) {
    steps++
    next.fill(0)
    let anew = 0
    for (let node = 0; node < nodeCount; node++) {
      const rank = ranks[node]!
      if (leaving[node] === 0) {
        anew += rank
        continue
      }
      const given = damping * rank / leaving[node]!
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) next[targets[i]!]! += given * weights[i]!
    }
    const again = 1 - damping + damping * anew
    change = 0
    for (let node = 0; node < nodeCount; node++) {
      next[node]! += again * start[node]!
      change += Math.abs(next[node]! - ranks[node]!)
    }
    const spare = ranks
    ranks = next
    next = spare
  }
  return { of: ranks, steps, change }
}

const sharesOf = (values: Float64Array): Float64Array => {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum === 0 ? new Float64Array(values.length) : values.map((value) => value / sum)
}
