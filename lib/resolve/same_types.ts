// Are two declared types the same one, where a function takes the place of another by its parameters? Either type
// arguments are part of a type, or what runs knows nothing of them and of type parameters only what bounds these.

import { expand, expandAliases } from "./expansion.ts"
import type { ResolutionPolicy } from "../syntax/language.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** Types in types that are looked into; deeper ones are all alike. */
const DEEPEST = 8

/** Are two types the same, as far as they are known? */
export const isSame = (s: Solver, one: Type, other: Type, policy: ResolutionPolicy): boolean =>
  policy.overloads?.typeArgumentsTell === true
    ? isSameWhole(s, one, other, 0)
    : isSameErased(s, erased(s, one), erased(s, other), policy)

/** Are two types the same with all their arguments? */
export const isSameWhole = (s: Solver, first: Type, second: Type, depth: number): boolean => {
  const [one, other] = [expandAliases(s, first), expandAliases(s, second)]
  if (one === other || one === UNKNOWN || other === UNKNOWN || DEEPEST < depth) return true
  const { types } = s
  const { kind, a, b } = types
  if (kind[one] !== kind[other]) return false
  if (kind[one] === KINDS.external) return isSameOutside(s, one, other)
  if (a[one] !== a[other] || b[one] !== b[other] || types.count(one) !== types.count(other)) return false
  // a type parameter is none but itself
  if (kind[one] === KINDS.parameter) return false
  for (let i = 0; i < types.count(one); i++) {
    if (!isSameWhole(s, types.argument(one, i), types.argument(other, i), depth + 1)) return false
  }
  return true
}

/** Types from outside have a name; of which package each is, its file may leave open where it imports several. */
const isSameOutside = (s: Solver, one: Type, other: Type): boolean => {
  const { a, b } = s.types
  if (b[one] !== b[other]) return false
  const open = s.program.names.id("*")
  return a[one] === a[other] || (b[one] !== 0 && (a[one] === open || a[other] === open))
}

/** A type parameter is what bounds it; without a bound it stays. */
const erased = (s: Solver, type: Type): Type => {
  const at = expandAliases(s, type)
  if (s.types.kind[at] !== KINDS.parameter) return at
  const bound = expand(s, at)
  return bound === UNKNOWN ? at : expandAliases(s, bound)
}

const isSameErased = (s: Solver, one: Type, other: Type, policy: ResolutionPolicy): boolean => {
  const { builtins, overloads } = policy
  if (one === other || one === UNKNOWN || other === UNKNOWN) return true
  const { kind, a } = s.types
  // without a bound it is any object
  const isOpen = kind[one] === KINDS.parameter
  if (isOpen || kind[other] === KINDS.parameter) {
    const against = isOpen ? other : one
    return kind[against] === KINDS.parameter || isLibrary(s, against, builtins.object)
  }
  if (kind[one] !== kind[other]) return false
  if (kind[one] === KINDS.external) return isSameOutside(s, one, other)
  if (a[one] !== a[other]) return false
  if (!isLibrary(s, one, builtins.array) && !isLibrary(s, one, overloads?.optional ?? "")) return true
  return isSameErased(s, s.types.argument(one, 0), s.types.argument(other, 0), policy)
}

const isLibrary = (s: Solver, type: Type, name: string): boolean =>
  s.types.kind[type] === KINDS.library && s.library.types[s.types.a[type]!]!.name === name
