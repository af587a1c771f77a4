// What stands behind a type: aliases, bounds of parameters, operators that can be carried out. Chains end after some steps.

import { NONE } from "../graph/columns.ts"
import { typeOfType } from "./annotations.ts"
import { indexed } from "./elements.ts"
import { SPECIAL } from "./library.ts"
import { resultOf } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { instanceOf, substitute } from "./substitution.ts"
import { boundOfVariable } from "./type_variables.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** What stands behind an alias, its parameters put in; anything else is itself. Alias chains end after some steps. */
export const expand = (s: Solver, type: Type): Type => {
  let at = type
  for (let step = 0; step < 16; step++) {
    const next = expandOnce(s, at)
    if (next === at) return at
    at = next
  }
  return UNKNOWN
}

const expandOnce = (s: Solver, type: Type): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.alias: {
      const known = s.expanded.get(type)
      if (known !== undefined) return known
      const g = types.a[type]!
      const f = s.file(g)
      const body = withoutItself(s, g, typeOfType(s, f, f.facts.definitions.type[g - f.definitionBase]!))
      const found = substitute(s, body, s.typeParametersOf(g), types.arguments(type))
      if (s.settled && !s.soft) s.expanded.set(type, found)
      return found === type ? UNKNOWN : found
    }
    case KINDS.self: {
      const symbol = types.a[type]!
      return symbol >= 0x40000000 ? UNKNOWN : instanceOf(s, symbol)
    }
    case KINDS.parameter: {
      const constraint = constraintOf(s, types.a[type]!)
      return constraint === type ? UNKNOWN : constraint
    }
    case KINDS.result:
      return resultOf(s, types.argument(type, 0))
    case KINDS.constructed: {
      const of = expand(s, types.argument(type, 0))
      // the name of a class may stand for its instances already
      return types.kind[of] === KINDS.class
        ? instanceOf(s, types.a[of]!)
        : types.kind[of] === KINDS.instance
        ? of
        : UNKNOWN
    }
    case KINDS.awaited:
      return awaited(s, types.argument(type, 0))
    case KINDS.classOf: {
      const of = expand(s, types.argument(type, 0))
      return types.kind[of] === KINDS.instance ? types.make(KINDS.class, types.a[of]!, 0, []) : type
    }
    case KINDS.indexed:
      return indexed(s, types.argument(type, 0), types.argument(type, 1))
    default:
      return type
  }
}

/** What an alias means without the alternatives that lead back to it: they add nothing, and looking behind them ends never. */
const withoutItself = (s: Solver, alias: number, body: Type): Type => {
  const { types } = s
  if (types.kind[body] !== KINDS.union && types.kind[body] !== KINDS.intersection) return body
  const all = types.arguments(body)
  const others = all.filter((it) => !leadsTo(s, it, alias, []))
  if (others.length === all.length) return body
  return types.kind[body] === KINDS.union ? types.declaredUnion(others) : types.intersection(others)
}

/** Does an alternative come to an alias by other aliases and their alternatives alone? */
const leadsTo = (s: Solver, type: Type, alias: number, seen: Array<number>): boolean => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.union:
    case KINDS.intersection:
      return types.arguments(type).some((it) => leadsTo(s, it, alias, seen))
    case KINDS.alias: {
      const g = types.a[type]!
      if (g === alias) return true
      if (seen.includes(g)) return false
      seen.push(g)
      const f = s.file(g)
      return leadsTo(s, typeOfType(s, f, f.facts.definitions.type[g - f.definitionBase]!), alias, seen)
    }
    default:
      return false
  }
}

/** What bounds a type parameter of the program; UNKNOWN without a bound. */
const constraintOf = (s: Solver, parameter: number): Type => {
  const { fileOfTypeParameter } = s.program
  if (parameter >= fileOfTypeParameter.length) return boundOfVariable(s, parameter)
  const f = s.program.files[fileOfTypeParameter[parameter]!]!
  const constraint = f.facts.typeParameters.constraint[parameter - f.typeParameterBase]!
  return constraint === NONE ? UNKNOWN : typeOfType(s, f, constraint)
}

/** What `await` makes of a type. */
export const awaited = (s: Solver, type: Type): Type => {
  const { types } = s
  const at = expandAliases(s, type)
  switch (types.kind[at]) {
    case KINDS.union:
      return types.declaredUnion(types.arguments(at).map((it) => awaited(s, it)))
    case KINDS.library:
      return awaitedLibrary(s, at)
    case KINDS.parameter:
    case KINDS.result:
      return types.make(KINDS.awaited, 0, 0, [at])
    default:
      return at
  }
}

const awaitedLibrary = (s: Solver, type: Type): Type => {
  const { members, parameters } = s.library.types[s.types.a[type]!]!
  const inner = members.get(s.program.names.id(SPECIAL.awaited))
  return inner === undefined ? type : awaited(s, substitute(s, inner, parameters, s.types.arguments(type)))
}

/** As `expand`, but leaves type parameters and `this` alone. */
export const expandAliases = (s: Solver, type: Type): Type => {
  let at = type
  for (let step = 0; step < 16; step++) {
    const kind = s.types.kind[at]!
    if (kind !== KINDS.alias && kind !== KINDS.result && kind !== KINDS.awaited && kind !== KINDS.indexed) return at
    if (kind !== KINDS.alias && s.types.open[at] === 1) return at
    const next = expandOnce(s, at)
    if (next === at) return at
    at = next
  }
  return UNKNOWN
}
