// Small questions about nodes of the tree that several files of this folder ask.

import type { Walk } from "../../syntax/walk.ts"

export const nodeType = (w: Walk, node: number): string => w.grammar.language.types[w.tree.type[node]!] ?? ""

/** Children that are no bare words. */
export const children = (w: Walk, node: number): Array<number> => {
  const { after } = w.tree
  const all: Array<number> = []
  for (let child = node + 1; child < after[node]!; child = after[child]!) if (!w.isWord(child)) all.push(child)
  return all
}
