// Small questions about nodes of the tree that several files of this folder ask.

import { NONE } from "../../graph/columns.ts"
import type { Walk } from "../../syntax/walk.ts"

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
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (nodeType(w, child) === type) return child
  }
  return NONE
}

/** Does a modifier of that text stand among the children of a node? */
export const hasModifier = (w: Walk, node: number, text: string): boolean => {
  const { after } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.rule(child).is === "modifier" && w.source(child) === text) return true
  }
  return false
}
