// The next level: parts of a graph as its nodes.

import { startsOf, type UndirectedGraph } from "./csr.ts"

/**
 * The graph whose nodes are the parts of another one. What joins two parts is added up; what is inside of one is its
 * loop. Strengths and the total are kept, so modularity of what is put together is what it was.
 *
 * @param part An entry a node: its part, below `count`, none of which is empty.
 * @returns O(nodes + edges); rows are in no order, but the same for the same graph and parts.
 */
export const aggregate = (graph: UndirectedGraph, part: Uint32Array, count: number): UndirectedGraph => {
  const { offsets, targets, weights } = graph
  const starts = startsOf(count, part)
  const next = starts.slice()
  const nodes = new Uint32Array(part.length)
  for (let node = 0; node < part.length; node++) nodes[next[part[node]!]!++] = node
  const loops = new Float64Array(count)
  const strengths = new Float64Array(count)
  const newOffsets = new Uint32Array(count + 1)
  const newTargets = new Uint32Array(targets.length)
  const newWeights = new Float64Array(targets.length)
  // Where in the row at hand a part stands, one larger; what an earlier row left is at most where this one begins.
  const places = new Uint32Array(count)
  let kept = 0
  for (let own = 0; own < count; own++) {
    const first = kept
    let loop = 0
    let strength = 0
    for (let at = starts[own]!; at < starts[own + 1]!; at++) {
      const node = nodes[at]!
      loop += graph.loops[node]!
      strength += graph.strengths[node]!
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        const other = part[targets[i]!]!
        if (other === own) {
          loop += weights[i]!
        } else if (first < places[other]!) {
          newWeights[places[other]! - 1]! += weights[i]!
        } else {
          newTargets[kept] = other
          newWeights[kept] = weights[i]!
          places[other] = ++kept
        }
      }
    }
    loops[own] = loop
    strengths[own] = strength
    newOffsets[own + 1] = kept
  }
  return {
    offsets: newOffsets,
    targets: newTargets.slice(0, kept),
    weights: newWeights.slice(0, kept),
    loops,
    strengths,
    total: graph.total,
  }
}
