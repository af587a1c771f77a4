// Types that comments give to places: variables, fields, what is assigned, functions that are given to a place.

import { NONE } from "../graph/columns.ts"
import { IMPORT_FLAGS, OPS } from "./facts.ts"
import { typeFunction } from "./parameters.ts"
import type { Walk } from "./walk.ts"

/** The type that a comment before an offset declares, or NONE. */
export const documented = (w: Walk, offset: number): number => {
  if (w.docs.count === 0) return NONE
  const said = w.docs.valueAt(w, offset)
  return said === undefined || said.expects ? NONE : said.type
}

/** Types of a function that is given to a place whose type a comment declares. */
export const documentFunction = (w: Walk, node: number, offset: number): void => {
  const row = w.definition[node]!
  if (w.docs.count === 0 || w.rule(node).is !== "function" || row === NONE) return
  const said = w.docs.valueAt(w, offset)
  if (said !== undefined && said.type !== NONE) typeFunction(w, row, said.type)
}

/** Is a value a module, or taken out of one by name? */
export const isModule = (w: Walk, value: number): boolean => {
  const { op, ref, operands, operandCount } = w.expressions.at
  let at = value
  while (at !== NONE && op[at] === OPS.member && operandCount[at] !== 0) at = w.operands.at.expression[operands[at]!]!
  if (at === NONE || op[at] !== OPS.module) return false
  return (w.imports.at.flags[ref[at]!]! & IMPORT_FLAGS.require) !== 0
}
