// Types that are written with words of the language and belong to its library here: maps, channels, lists.

import { NONE } from "../../graph/columns.ts"
import { OPS, TYPE_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"

/** `map[K]V` and `chan V`: types of the library under the word that they are written with. */
export const wordType = (word: string) => (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const row = w.leaf(node, OPS.typeName, w.strings.string(word), NONE)
  const key = w.part(node, part.left)
  if (key !== NONE) w.operand(row, w.use(key))
  w.operand(row, w.use(w.part(node, part.right)))
  w.result[node] = row
}

/** `[]V` and `[n]V`. */
export const listType = (w: Walk, node: number): void => {
  w.result[node] = w.unary(node, OPS.typeArray, 0, w.use(w.part(node, w.rule(node).part.right)))
}

/** `*T`: a reference, whose members are those of the type. */
export const reference = (w: Walk, node: number): void => {
  const type = w.use(w.first(node))
  if (type === NONE) return
  w.expressions.at.flags[type]! |= TYPE_FLAGS.reference
  w.result[node] = type
}
