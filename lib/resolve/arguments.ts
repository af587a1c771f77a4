// Which parameter takes which argument: by position, by name, or with all the others that are left over.

import { NONE } from "../graph/columns.ts"
import { EXPRESSION_FLAGS, OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Solver } from "./solver.ts"

const { receiver: RECEIVER, rest: REST, keywords: KEYWORDS } = PARAMETER_FLAGS

/** That no argument of a call is left unasked. */
export const ALL_ARGUMENTS = 0x7fffffff

/** Flags of parameters that need no argument. */
export const ABSENT = REST | KEYWORDS | RECEIVER | PARAMETER_FLAGS.optional

/** Is the receiver of a function written among its arguments? */
export const UNBOUND = 1

/**
 * The parameter that takes the argument at a position.
 *
 * @param unbound `UNBOUND` where the receiver is the first argument, else 0.
 * @returns Its row among the parameters of the function's file, or NONE.
 */
export const parameterAt = (s: Solver, g: number, index: number, unbound: number): number => {
  const f = s.file(g)
  const d = g - f.definitionBase
  const count = f.facts.definitions.parameterCount[d]!
  if (count === 0) return NONE
  const first = f.facts.definitions.parameters[d]!
  const { flags } = f.facts.parameters
  let at = index + ((flags[first]! & RECEIVER) === 0 || unbound === UNBOUND ? 0 : 1)
  for (let i = 0; i < count; i++) {
    const flag = flags[first + i]!
    if ((flag & REST) !== 0) return first + i
    if ((flag & KEYWORDS) !== 0) continue
    if (at-- === 0) return first + i
  }
  return NONE
}

/** The parameter of a name, or the one that takes all that is given by name, or NONE. */
const parameterNamed = (s: Solver, g: number, name: number): number => {
  const f = s.file(g)
  const d = g - f.definitionBase
  const count = f.facts.definitions.parameterCount[d]!
  const first = f.facts.definitions.parameters[d]!
  const { flags, name: names } = f.facts.parameters
  let others: number = NONE
  for (let i = 0; i < count; i++) {
    if ((flags[first + i]! & KEYWORDS) !== 0) others = first + i
    else if (f.name(names[first + i]!) === name && (flags[first + i]! & REST) === 0) return first + i
  }
  return others
}

/** The last parameter of a function, or NONE. */
const lastParameter = (s: Solver, g: number): number => {
  const f = s.file(g)
  const { parameters, parameterCount } = f.facts.definitions
  const d = g - f.definitionBase
  return parameterCount[d] === 0 ? NONE : parameters[d]! + parameterCount[d]! - 1
}

/** The parameter that takes an argument of a call, in the function's file; NONE where that can't be told. */
export const parameterFor = (
  s: Solver,
  g: number,
  f: FileView,
  call: number,
  index: number,
  unbound: number,
): number => {
  const argument = f.operand(call, index + 1)
  if (argument === NONE) return parameterAt(s, g, index, unbound)
  if ((f.exprFlags[argument]! & EXPRESSION_FLAGS.trailing) !== 0) return lastParameter(s, g)
  if (f.op[argument] === OPS.property) return parameterNamed(s, g, f.name(f.exprName[argument]!))
  if (f.op[argument] === OPS.spread && (f.exprFlags[argument]! & EXPRESSION_FLAGS.byName) !== 0) return NONE
  return parameterAt(s, g, index, unbound)
}
