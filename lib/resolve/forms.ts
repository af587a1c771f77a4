// Types of their own name that take the form of another one: its elements, its fields, what a call of it runs.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { typeOfType } from "./annotations.ts"
import { expandAliases } from "./expansion.ts"
import { type Found, give, take } from "./found.ts"
import { findMember } from "./members.ts"
import type { Solver } from "./solver.ts"
import { substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** A member that a type has from the one whose form it takes: of a class its fields, and none of its methods. */
export const inForm = (s: Solver, type: Type, name: number, found: Found): boolean => {
  const form = forms === MOST_FORMS ? UNKNOWN : formOf(s, type)
  if (form === UNKNOWN) return false
  const at = expandAliases(s, form)
  const isClass = s.types.kind[at] === KINDS.instance && s.kindOf(s.types.a[at]!) === NODE_KINDS.Class.code
  const inner = take()
  forms++
  findMember(s, at, name, inner, 4)
  forms--
  const any = inner.types.length > 0 &&
    !(isClass && inner.definitions.some((it) => s.kindOf(it) === NODE_KINDS.Method.code))
  if (any) {
    found.types.push(...inner.types)
    found.definitions.push(...inner.definitions)
  }
  give(inner)
  return any
}

/** Forms in one another that are looked into. */
const MOST_FORMS = 8
let forms = 0

/** The type whose form a type of its own name takes, or UNKNOWN. */
export const formOf = (s: Solver, type: Type): Type => {
  const symbol = s.types.a[type]!
  const f = s.file(symbol)
  const e = f.facts.definitions.type[symbol - f.definitionBase]!
  if (e === NONE || s.kindOf(symbol) !== NODE_KINDS.Class.code) return UNKNOWN
  return substitute(s, typeOfType(s, f, e), s.typeParametersOf(symbol), s.types.arguments(type))
}
