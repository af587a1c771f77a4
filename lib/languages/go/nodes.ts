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

/** Children in one field of the grammar, words left out. */
export const childrenIn = (w: Walk, node: number, field: number): Array<number> => {
  const { field: fields } = w.tree
  return children(w, node).filter((child) => fields[child] === field)
}

/** Is what stands at a node the name that binds nothing? */
export const isBlank = (w: Walk, node: number): boolean =>
  w.tree.end[node]! - w.tree.start[node]! === 1 && w.text.charCodeAt(w.tree.start[node]!) === UNDERSCORE

const UNDERSCORE = 95
