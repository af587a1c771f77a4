// Communities that fall apart are their connected parts.

import type { UndirectedGraph } from "./csr.ts"

/**
 * The connected parts of each community.
 *
 * @param community An entry a node: its community.
 * @returns `of`: an entry a node, its part, numbered in the order of smallest members. O(nodes + edges).
 */
export const connectedParts = (
  graph: UndirectedGraph,
  community: Uint32Array,
): { readonly of: Uint32Array; readonly count: number } => {
  const { offsets, targets } = graph
  const part = new Uint32Array(community.length)
  const stack = new Uint32Array(community.length)
  const isReached = new Uint8Array(community.length)
  let count = 0
  for (let seed = 0; seed < community.length; seed++) {
    if (isReached[seed] === 1) continue
    isReached[seed] = 1
    stack[0] = seed
    let depth = 1
    while (0 < depth) {
      const node = stack[--depth]!
      part[node] = count
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        const target = targets[i]!
        if (isReached[target] === 1 || community[target] !== community[node]) continue
        isReached[target] = 1
        stack[depth++] = target
      }
    }
    count++
  }
  return { of: part, count }
}
