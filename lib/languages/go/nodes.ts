// Small questions about nodes of the tree that several files of this folder ask.

import { children } from "../../syntax/nodes.ts"
import type { Walk } from "../../syntax/walk.ts"

export { children, nodeType } from "../../syntax/nodes.ts"

/** Children in one field of the grammar, words left out. */
export const childrenIn = (w: Walk, node: number, field: number): Array<number> => {
  const { field: fields } = w.tree
  return children(w, node).filter((child) => fields[child] === field)
}

/** Is what stands at a node the name that binds nothing? */
export const isBlank = (w: Walk, node: number): boolean =>
  w.tree.end[node]! - w.tree.start[node]! === 1 && w.text.charCodeAt(w.tree.start[node]!) === UNDERSCORE

const UNDERSCORE = 95
