// Type parameters: which stand around a definition, and putting types in their place.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import type { Solver } from "./solver.ts"
import { EMPTY } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/**
 * What a definition's types may mention from around it, outermost first: of a class or interface `this` and its
 * parameters, of a function or alias its parameters.
 */
export const freeOf = (s: Solver, definition: number): ReadonlyArray<Type> => {
  const known = s.freeParameters[definition]
  if (known !== undefined) return known
  const owner = s.ownerOf(definition)
  let free: ReadonlyArray<Type> = EMPTY
  if (owner !== NONE) {
    const outer = freeOf(s, owner)
    const kind = s.kindOf(owner)
    const own = s.typeParametersOf(owner)
    if (kind === NODE_KINDS.Class.code || kind === NODE_KINDS.Interface.code || isClassExpression(s, owner)) {
      free = [...outer, selfOf(s, s.symbols.of[owner]!), ...own]
    } else free = own.length === 0 ? outer : [...outer, ...own]
  }
  s.freeParameters[definition] = free
  return free
}

const isClassExpression = (s: Solver, definition: number): boolean => {
  if (s.kindOf(definition) !== 0) return false
  const f = s.file(definition)
  const made = f.expressionOf(definition - f.definitionBase)
  return made !== NONE && f.op[made] === 13
}

/** The type of `this` in a class, until a receiver is known. */
export const selfOf = (s: Solver, symbol: number): Type => s.types.make(KINDS.self, symbol, 0, EMPTY)

/** An instance with its own type parameters as arguments. */
export const instanceOf = (s: Solver, symbol: number): Type =>
  s.types.make(KINDS.instance, symbol, 0, s.typeParametersOf(symbol))

/** A function as a value, in terms of the parameters around it. */
export const functionOf = (s: Solver, definition: number): Type =>
  s.types.make(KINDS.function, definition, 0, freeOf(s, definition))

/** A type without what only its surroundings tell: `this` as an instance, type parameters as unknown. */
export const grounded = (s: Solver, type: Type): Type => {
  const { types } = s
  if (types.open[type] === 0) return type
  switch (types.kind[type]) {
    case KINDS.parameter:
      return UNKNOWN
    case KINDS.self: {
      const symbol = types.a[type]!
      return symbol < LIBRARY_SELF
        ? types.make(KINDS.instance, symbol, 0, s.typeParametersOf(symbol).map(() => UNKNOWN))
        : UNKNOWN
    }
    case KINDS.union:
      return types.declaredUnion(types.arguments(type).map((it) => grounded(s, it)))
    default:
      return types.make(
        types.kind[type]!,
        types.a[type]!,
        types.b[type]!,
        types.arguments(type).map((it) => grounded(s, it)),
      )
  }
}

/** `this` of library types is numbered from here. */
const LIBRARY_SELF = 0x40000000

/** Puts `to[i]` where `from[i]` stands; a parameter that is not listed stays, what `to` has beyond that is not read. */
export const substitute = (s: Solver, type: Type, from: ReadonlyArray<Type>, to: ReadonlyArray<Type>): Type => {
  const { types } = s
  if (types.open[type] === 0 || from.length === 0) return type
  const kind = types.kind[type]!
  if (kind === KINDS.parameter || kind === KINDS.self) {
    const at = from.indexOf(type)
    return at < 0 ? type : at < to.length ? to[at]! : UNKNOWN
  }
  const args = types.arguments(type)
  let next: Array<Type> | undefined
  for (let i = 0; i < args.length; i++) {
    const put = substitute(s, args[i]!, from, to)
    if (put !== args[i]) (next ??= args.slice())[i] = put
  }
  if (next === undefined) return type
  if (kind === KINDS.union) return types.declaredUnion(next)
  if (kind === KINDS.intersection) return types.intersection(next)
  return types.make(kind, types.a[type]!, types.b[type]!, next)
}
