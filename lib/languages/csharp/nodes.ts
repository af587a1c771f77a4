// Small questions about nodes of the tree that several files of this folder ask.

import type { Walk } from "../../syntax/walk.ts"

export { childOf, children, nodeType } from "../../syntax/nodes.ts"

/** Does a modifier of that text stand among the children of a node? */
export const hasModifier = (w: Walk, node: number, text: string): boolean => {
  const { after } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.rule(child).is === "modifier" && w.source(child) === text) return true
  }
  return false
}
