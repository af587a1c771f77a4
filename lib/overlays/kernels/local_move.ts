// The fast local move: nodes go, each alone, to the community where they raise modularity most.

import type { UndirectedGraph } from "./csr.ts"

/**
 * What a move must gain, against the node's strength. Far more than what rounding can feign, so that moves come to an
 * end; far less than any difference that counts.
 */
const LEAST_GAIN = 2 ** -40

/**
 * Moves nodes between communities, in place: each node is looked at once, and again after a neighbour moved elsewhere. A
 * node also sees what others than neighbours do, so more may be left to move; where no move was made, every node is in
 * its best place, be it alone.
 *
 * @param order Every node once, in the order in which they are looked at first.
 * @param community An entry a node: its community, below the number of nodes. Any of them may be empty.
 * @returns How many moves were made. Each look at a node is O(its edges).
 * @see Traag, Waltman, van Eck 2019, supplementary information, algorithm A.2, MoveNodesFast.
 */
export const moveNodes = (
  graph: UndirectedGraph,
  order: Uint32Array,
  community: Uint32Array,
  resolution: number,
): number => {
  const { offsets, targets, weights, strengths, total } = graph
  const nodeCount = strengths.length
  if (total === 0) return 0
  const rate = resolution / total
  const leastGain = LEAST_GAIN * Math.max(1, resolution)
  const sums = new Float64Array(nodeCount)
  const sizes = new Uint32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    sums[community[node]!]! += strengths[node]!
    sizes[community[node]!]!++
  }
  const empty = new Uint32Array(nodeCount)
  let emptyCount = 0
  for (let c = nodeCount - 1; 0 <= c; c--) if (sizes[c] === 0) empty[emptyCount++] = c
  // Weight from the node at hand to each community, and which communities have some.
  const toward = new Float64Array(nodeCount)
  const near = new Uint32Array(nodeCount)
  const queue = order.slice()
  const waits = new Uint8Array(nodeCount).fill(1)
  let head = 0
  let waiting = nodeCount
  let moves = 0
  while (0 < waiting) {
    const node = queue[head]!
    if (++head === nodeCount) head = 0
    waiting--
    waits[node] = 0
    const first = offsets[node]!
    const end = offsets[node + 1]!
    if (first === end && sizes[community[node]!] === 1) continue
    const own = community[node]!
    const strength = strengths[node]!
    let nearCount = 0
    for (let i = first; i < end; i++) {
      const other = community[targets[i]!]!
      const weight = toward[other]!
      if (weight === 0) near[nearCount++] = other
      toward[other] = weight + weights[i]!
    }
    sums[own]! -= strength
    let best = own
    let bestGain = toward[own]! - rate * strength * sums[own]! + leastGain * strength
    for (let j = 0; j < nearCount; j++) {
      const other = near[j]!
      const gain = toward[other]! - rate * strength * sums[other]!
      toward[other] = 0
      if (bestGain < gain) {
        best = other
        bestGain = gain
      }
    }
    // By itself a node gains 0. Where it shares a community there are fewer communities than nodes, so one is empty.
    if (bestGain < 0 && 1 < sizes[own]!) best = empty[emptyCount - 1]!
    sums[best]! += strength
    if (best === own) continue
    moves++
    if (sizes[best] === 0) emptyCount--
    sizes[best]!++
    if (--sizes[own]! === 0) empty[emptyCount++] = own
    community[node] = best
    for (let i = first; i < end; i++) {
      const target = targets[i]!
      if (waits[target] === 1 || community[target] === best) continue
      waits[target] = 1
      let tail = head + waiting
      if (nodeCount <= tail) tail -= nodeCount
      queue[tail] = target
      waiting++
    }
  }
  return moves
}
