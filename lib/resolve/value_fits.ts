// How a value that is given as an argument fits what a parameter asks for: by its type, and by how it is written.

import { NONE } from "../graph/columns.ts"
import { LITERALS, OPS } from "../syntax/facts.ts"
import type { Overloads } from "../syntax/language.ts"
import { type Conversions, FITS, fits } from "./conversions.ts"
import type { FileView } from "./file_view.ts"
import { type GivenFunction, isNamedFunction } from "./function_fits.ts"
import type { Solver } from "./solver.ts"
import type { Type } from "./types.ts"

/** What is given to a parameter, as far as it decides; of a function that is written there nobody asks for the type. */
export type Argument = GivenFunction

export const isSpread = (f: FileView, e: number): boolean => e !== NONE && f.op[e] === OPS.spread

/** How a value fits that is given as an argument. */
export const valueFits = (s: Solver, f: FileView, argument: Argument, expected: Type, by: Conversions): number => {
  // an array of primitives is a type of its own
  if (by.rules.arraysAreSpread === true && isSpread(f, argument.expression)) return FITS.unknown
  return fits(s, argument.type, expected, conversionsFor(f, argument, by))
}

/** What an argument is converted by: a number that is written there may be of more types than one that is computed. */
export const conversionsFor = (f: FileView, { expression }: Argument, by: Conversions): Conversions => {
  if (by.rules.literals === undefined || expression === NONE || !isWrittenNumber(f, expression)) return by
  let rules = READ.get(by.rules)
  if (rules === undefined) READ.set(by.rules, rules = withLiterals(by.rules, by.rules.literals))
  return { ...by, rules }
}

/** Rules as they are for numbers that are written there. */
const READ = new WeakMap<Overloads, Overloads>()

const withLiterals = (rules: Overloads, literals: Overloads["widening"]): Overloads => {
  const { widening } = rules
  const all = Object.entries(literals).map(([from, to]) => [from, [...widening[from] ?? [], ...to]] as const)
  return { ...rules, widening: { ...widening, ...Object.fromEntries(all) } }
}

/** Is an expression a plain number, or one below an operator? */
const isWrittenNumber = (f: FileView, e: number): boolean => {
  let at = e
  // an operator may be a call of a member
  if (f.op[at] === OPS.call && f.operandCount[at] === 1) at = f.operand(at, 0)
  if (f.op[at] === OPS.member || f.op[at] === OPS.operation) at = f.operand(at, 0)
  return at !== NONE && f.op[at] === OPS.literal && f.exprRef[at] === LITERALS.number
}

/** Is an argument a function, by itself or by its name, where that decides? */
export const isGivenFunction = (s: Solver, { isFunction, type }: Argument, by: Conversions): boolean =>
  isFunction || (by.rules.functionsTell === true && isNamedFunction(s, type))
