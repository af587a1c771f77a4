// Small questions about nodes of the tree, for what the tables of a language cannot say: by the grammar's own types.

import { NONE } from "../graph/columns.ts"
import type { Walk } from "./walk.ts"

export const nodeType = (w: Walk, node: number): string => w.grammar.language.types[w.tree.type[node]!] ?? ""

/** Children that are no bare words. */
export const children = (w: Walk, node: number): Array<number> => {
  const { after } = w.tree
  const all: Array<number> = []
  for (let child = node + 1; child < after[node]!; child = after[child]!) if (!w.isWord(child)) all.push(child)
  return all
}

/** The first child of a type, or NONE. */
export const childOf = (w: Walk, node: number, type: string): number => {
  const { after } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) if (nodeType(w, child) === type) return child
  return NONE
}
