// The end of a run: rounds end by effort, and in the last one a node may have left that held its community together.

import * as Chance from "./chance.ts"
import { connectedParts } from "./connected.ts"
import type { UndirectedGraph } from "./csr.ts"
import { moveNodes } from "./local_move.ts"

/**
 * Lets single nodes go where they raise modularity and cuts communities that fall apart, in place, until nothing is left
 * of either. Each raises modularity, so it comes to an end.
 *
 * @param community An entry a node: its community, below the number of nodes. Communities are connected afterwards.
 */
export const settle = (
  graph: UndirectedGraph,
  community: Uint32Array,
  resolution: number,
  chance: Chance.Chance,
): void => {
  for (;;) {
    const moves = moveNodes(graph, Chance.order(chance, community.length), community, resolution)
    const parts = connectedParts(graph, community)
    const isConnected = parts.count === communitiesIn(community)
    if (moves === 0 && isConnected) return
    if (!isConnected) community.set(parts.of)
  }
}

const communitiesIn = (community: Uint32Array): number => {
  const isThere = new Uint8Array(community.length)
  let count = 0
  for (let node = 0; node < community.length; node++) {
    count += 1 - isThere[community[node]!]!
    isThere[community[node]!] = 1
  }
  return count
}
