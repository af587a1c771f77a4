// Small questions about nodes of the tree that several files of this folder ask. The grammar gives few fields: what a
// child is follows from its type and its place.

import { NONE } from "../../graph/columns.ts"
import { childOf, nodeType } from "../../syntax/nodes.ts"
import type { Walk } from "../../syntax/walk.ts"

export { childOf, children, nodeType } from "../../syntax/nodes.ts"

/** The last child that is no bare word, or NONE. */
export const lastOf = (w: Walk, node: number): number => {
  const { after } = w.tree
  let last: number = NONE
  for (let child = node + 1; child < after[node]!; child = after[child]!) if (!w.isWord(child)) last = child
  return last
}

/** Does a bare word stand directly in a node? Only words that the table keeps there are seen. */
export const hasWord = (w: Walk, node: number, word: string): boolean => {
  const { after } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.isWord(child) && nodeType(w, child) === word) return true
  }
  return false
}

const TYPES: ReadonlySet<string> = new Set([
  "user_type",
  "nullable_type",
  "function_type",
  "non_nullable_type",
  "parenthesized_type",
])

/** Is a node a type? */
export const isType = (w: Walk, node: number): boolean => TYPES.has(nodeType(w, node))

/** The first child that is a type, from a child on, or NONE. */
export const typeFrom = (w: Walk, node: number, from: number): number => {
  const { after } = w.tree
  for (let child = from; child < after[node]!; child = after[child]!) {
    if (!w.isWord(child) && isType(w, child)) return child
  }
  return NONE
}

/** The name of a parameter, variable or type parameter: its first child that is an identifier, or NONE. */
export const nameIn = (w: Walk, node: number): number => childOf(w, node, "identifier")
