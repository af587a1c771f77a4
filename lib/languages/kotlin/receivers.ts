// `this` and `super`, by themselves or of a type around that is named.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { typeFrom } from "./nodes.ts"

/** The name behind `@`, or 0. */
const labelOf = (w: Walk, node: number): number => {
  const at = w.text.lastIndexOf("@", w.tree.end[node]!)
  return at < w.tree.start[node]! ? 0 : w.strings.slice(at + 1, w.tree.end[node]!)
}

/** `this`, `this@Outer`. */
export const thisExpression = (w: Walk, node: number): void => {
  const label = labelOf(w, node)
  if (label === 0) w.pendingThis(node)
  else w.result[node] = w.leaf(node, OPS.this, label, NONE)
}

/** `super`, `super@Outer`; `super<Base>` is what is above, as one of the bases. */
export const superExpression = (w: Walk, node: number): void => {
  const type = w.use(typeFrom(w, node, node + 1))
  const row = w.leaf(node, OPS.super, labelOf(w, node), NONE)
  w.result[node] = type === NONE ? row : w.binary(node, OPS.cast, row, type)
}
