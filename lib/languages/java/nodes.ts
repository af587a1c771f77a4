// Small questions about nodes of the tree that several files of this folder ask.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import { childOf } from "../../syntax/nodes.ts"
import type { Walk } from "../../syntax/walk.ts"

export { childOf, children, nodeType } from "../../syntax/nodes.ts"

/** The constructor's name, as the machine calls it. */
export const CONSTRUCTOR = "<init>"

/** Does a node have such a keyword of its own, or among its modifiers? */
export const hasWord = (w: Walk, node: number, word: string): boolean => {
  const { after, start, end } = w.tree
  const among = childOf(w, node, "modifiers")
  for (const holder of [node, among]) {
    if (holder === NONE) continue
    for (let child = holder + 1; child < after[holder]!; child = after[child]!) {
      if (w.isWord(child) && end[child]! - start[child]! === word.length && w.source(child) === word) return true
    }
  }
  return false
}

/** A type as the element of so many arrays in one another. */
export const arrayOf = (w: Walk, node: number, type: number, dimensions: number): number => {
  let row = type
  for (let i = 0; i < dimensions && row !== NONE; i++) row = w.unary(node, OPS.typeArray, 0, row)
  return row
}

/** How many brackets stand in a child of a node that holds nothing else: `int a[][]`. */
export const dimensionsOf = (w: Walk, node: number): number => {
  const brackets = childOf(w, node, "dimensions")
  return brackets === NONE ? 0 : w.source(brackets).split("[").length - 1
}
