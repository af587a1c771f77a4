// The refinement: each community is put together anew from its nodes, so that what becomes one node of the next level
// hangs together.

import * as Chance from "./chance.ts"
import { startsOf, type UndirectedGraph } from "./csr.ts"

/** θ of the paper: gains that differ by this share of a mean edge differ in their odds by e. */
const RANDOMNESS = 0.01

/**
 * Merges nodes inside of each community, beginning with every node alone: a node that is well connected to its community
 * joins, once, a well-connected part of it that raises modularity, by odds that grow with the gain.
 *
 * @param community An entry a node: its community, below `count`.
 * @returns An entry a node: its part, below the number of nodes. Every part is connected. O(nodes + edges).
 * @see Traag, Waltman, van Eck 2019, supplementary information, algorithm A.2, RefinePartition and MergeNodesSubset.
 */
export const refine = (
  graph: UndirectedGraph,
  community: Uint32Array,
  count: number,
  resolution: number,
  chance: Chance.Chance,
): Uint32Array => {
  const { offsets, targets, weights, strengths, total } = graph
  const nodeCount = strengths.length
  const rate = resolution / total
  const oneStep = total / Math.max(1, targets.length) * RANDOMNESS
  const part = new Uint32Array(nodeCount)
  const partSums = strengths.slice()
  const partSizes = new Uint32Array(nodeCount).fill(1)
  const sums = new Float64Array(count)
  // Weight between a part and the rest of its community.
  const outward = new Float64Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const own = community[node]!
    part[node] = node
    sums[own]! += strengths[node]!
    let weight = 0
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) if (community[targets[i]!] === own) weight += weights[i]!
    outward[node] = weight
  }
  const toward = new Float64Array(nodeCount)
  const near = new Uint32Array(nodeCount)
  const gains = new Float64Array(nodeCount)
  const nodes = byCommunity(community, count, chance)
  for (let at = 0; at < nodeCount; at++) {
    const node = nodes[at]!
    const own = community[node]!
    const whole = sums[own]!
    const strength = strengths[node]!
    if (partSizes[part[node]!] !== 1 || outward[node]! < rate * strength * (whole - strength)) continue
    let nearCount = 0
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      if (community[targets[i]!] !== own) continue
      const other = part[targets[i]!]!
      const weight = toward[other]!
      if (weight === 0) near[nearCount++] = other
      toward[other] = weight + weights[i]!
    }
    // To stay alone gains 0.
    let bestGain = 0
    for (let j = 0; j < nearCount; j++) {
      const other = near[j]!
      const sum = partSums[other]!
      const gain = outward[other]! < rate * sum * (whole - sum) ? -1 : toward[other]! - rate * strength * sum
      gains[j] = gain
      if (bestGain < gain) bestGain = gain
    }
    let odds = eToMinus(bestGain / oneStep)
    for (let j = 0; j < nearCount; j++) {
      if (0 <= gains[j]!) odds += gains[j] = eToMinus((bestGain - gains[j]!) / oneStep)
    }
    let left = Chance.draw(chance) * odds
    let chosen = node
    for (let j = 0; j < nearCount; j++) {
      if (gains[j]! < 0) continue
      left -= gains[j]!
      if (left < 0) {
        chosen = near[j]!
        break
      }
    }
    if (chosen !== node) {
      part[node] = chosen
      partSums[chosen]! += strength
      partSizes[chosen]!++
      outward[chosen]! += outward[node]! - 2 * toward[chosen]!
    }
    for (let j = 0; j < nearCount; j++) toward[near[j]!] = 0
  }
  return part
}

/** Nodes by community, those of one in an order that is drawn. */
const byCommunity = (community: Uint32Array, count: number, chance: Chance.Chance): Uint32Array => {
  const starts = startsOf(count, community)
  const next = starts.slice()
  const nodes = new Uint32Array(community.length)
  for (let node = 0; node < community.length; node++) nodes[next[community[node]!]!++] = node
  for (let c = 0; c < count; c++) Chance.shuffle(chance, nodes, starts[c]!, starts[c + 1]!)
  return nodes
}

/** e to the minus x, x at least 0, as (1 - x/1024)¹⁰²⁴: engines differ in the last bit of `Math.exp`, in this they do not. */
const eToMinus = (x: number): number => {
  if (1024 <= x) return 0
  let power = 1 - x / 1024
  for (let i = 0; i < 10; i++) power *= power
  return power
}
