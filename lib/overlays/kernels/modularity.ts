// How good a partition is, and how its communities are numbered.

import type { UndirectedGraph } from "./csr.ts"

/**
 * The modularity of a partition: the share of edge ends that stay inside of communities, less `resolution` times what
 * would stay there if ends were joined by chance.
 *
 * @param community An entry a node: its community, below the number of nodes.
 * @param resolution γ, above 0: the larger, the smaller the communities that are best. 1 is Newman's and Girvan's.
 * @returns At most 1; 0 for a graph without edges. O(nodes + edges).
 * @see Newman, Girvan 2004; with γ: Reichardt, Bornholdt 2006.
 */
export const modularity = (graph: UndirectedGraph, community: Uint32Array, resolution: number): number => {
  const { offsets, targets, weights, loops, strengths, total } = graph
  if (total === 0) return 0
  const sums = new Float64Array(strengths.length)
  let inside = 0
  for (let node = 0; node < strengths.length; node++) {
    const own = community[node]!
    inside += loops[node]!
    sums[own]! += strengths[node]!
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) if (community[targets[i]!] === own) inside += weights[i]!
  }
  let byChance = 0
  for (let i = 0; i < sums.length; i++) byChance += (sums[i]! / total) ** 2
  return inside / total - resolution * byChance
}

/**
 * Numbers communities from 0 on in the order of their smallest members, in place.
 *
 * @param community An entry a node: its community, below the number of nodes.
 * @returns How many there are. O(nodes).
 */
export const renumber = (community: Uint32Array): number => {
  const names = new Uint32Array(community.length)
  let count = 0
  for (let node = 0; node < community.length; node++) {
    const old = community[node]!
    // 0 says that it has no name yet, so names are kept one larger.
    if (names[old] === 0) names[old] = ++count
    community[node] = names[old]! - 1
  }
  return count
}
