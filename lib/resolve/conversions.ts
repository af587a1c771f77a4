// May a value of one type stand where another is declared, in languages that choose between functions by that: as it is,
// only as an object that holds it, or not at all; or is that not known? Type arguments are looked at only where a language
// says so: compilers that choose by erased types do not.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS } from "../syntax/facts.ts"
import type { Overloads } from "../syntax/language.ts"
import { basesOf } from "./bases.ts"
import { parametersOf } from "./choice.ts"
import { filledSite } from "./elements.ts"
import { expand, expandAliases } from "./expansion.ts"
import { plainParameter, widened } from "./inference.ts"
import { callable, callResult } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { instanceOf, substitute } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** How a value fits, the better the higher. */
export const FITS = {
  not: 0,
  /** Where it is put into an object, or taken out of one. */
  boxed: 1,
  asItIs: 2,
  unknown: 3,
} as const

/** The language whose rules are asked for, by its number, with what it converts. */
export interface Conversions {
  readonly language: number
  readonly rules: Overloads
  /** How many types the two at hand are arguments in; none where nothing is said. */
  readonly depth?: number
}

/** Arguments of arguments that are looked at: a type parameter may be bounded by a type of itself, without an end. */
const DEEPEST = 3

/** How a value of the type `given` fits where `expected` is declared. O(bases). */
export const fits = (s: Solver, given: Type, expected: Type, by: Conversions): number => {
  const { types } = s
  const to = bounded(s, expected)
  const from = bounded(s, given)
  if (isFromOutside(s, from)) return FITS.unknown
  if (to === ANYTHING) {
    return from === UNKNOWN ? FITS.unknown : nameOfPrimitive(s, from, by) === "" ? FITS.asItIs : FITS.boxed
  }
  if (from === UNKNOWN || to === UNKNOWN) return FITS.unknown
  if (from === to) return FITS.asItIs
  if (types.kind[from] === KINDS.union) return ofAll(s, types.arguments(from), to, by)
  if (types.kind[to] === KINDS.union || types.kind[to] === KINDS.intersection) return FITS.unknown
  if (by.rules.optional !== undefined && nameOfLibrary(s, to) === by.rules.optional) {
    if (from === NOTHING) return FITS.asItIs
    const isOptional = nameOfLibrary(s, from) === by.rules.optional
    const fit = fits(s, isOptional ? types.argument(from, 0) : from, types.argument(to, 0), by)
    return isOptional ? fit : weaker(fit)
  }
  const primitive = nameOfPrimitive(s, to, by)
  if (from === NOTHING) return primitive === "" ? FITS.asItIs : FITS.not
  const own = nameOfPrimitive(s, from, by)
  if (primitive !== "" && own !== "") {
    return own === primitive || by.rules.widening[own]?.includes(primitive) === true ? FITS.asItIs : FITS.not
  }
  if (own !== "") {
    if (isForeign(s, to, by)) return FITS.unknown
    const box = boxOf(s, own, by)
    return box === UNKNOWN ? FITS.unknown : weaker(isBelow(s, box, to, by))
  }
  if (primitive !== "") {
    const inside = Object.keys(by.rules.boxing).find((it) => by.rules.boxing[it] === nameOfLibrary(s, from))
    if (inside === undefined) return types.kind[from] === KINDS.external ? FITS.unknown : FITS.not
    return inside === primitive || by.rules.widening[inside]?.includes(primitive) === true ? FITS.boxed : FITS.not
  }
  return isBelow(s, from, to, by)
}

/** Is a value what some member from outside gives? It may be anything, and of a type of ours. */
export const isFromOutside = (s: Solver, type: Type): boolean =>
  0 <= type && s.types.kind[type] === KINDS.external && s.types.count(type) > 0

/** What stands for a parameter without a bound: any object. */
const ANYTHING = -1

/** A type as it is without what only its surroundings tell: a type parameter is what bounds it. */
const bounded = (s: Solver, type: Type): Type => {
  const { types } = s
  const at = expandAliases(s, type)
  switch (types.kind[at]) {
    case KINDS.parameter: {
      const behind = expand(s, at)
      return behind === UNKNOWN || behind === at ? ANYTHING : bounded(s, behind)
    }
    case KINDS.self:
      return types.a[at]! < SELF_OF_LIBRARY ? instanceOf(s, types.a[at]!) : UNKNOWN
    case KINDS.text:
      return widened(s, at)
    case KINDS.site:
      return filledSite(s, at)
    case KINDS.result:
    case KINDS.awaited:
    case KINDS.indexed:
    case KINDS.constructed:
      return expand(s, at)
    default:
      return at
  }
}

/** Is a type one of another language's library? What primitives are there is not said. */
const isForeign = (s: Solver, type: Type, { language }: Conversions): boolean => {
  const name = nameOfLibrary(s, type)
  return name !== "" && s.libraryScopes.get(s.policyOf(language))!.types.get(name) !== s.types.a[type]
}

/** `this` of library types is numbered from here. */
const SELF_OF_LIBRARY = 0x40000000

const weaker = (fit: number): number => fit === FITS.asItIs ? FITS.boxed : fit

const ofAll = (s: Solver, all: ReadonlyArray<Type>, expected: Type, by: Conversions): number => {
  let least: number = FITS.unknown
  for (const each of all) least = Math.min(least, fits(s, each, expected, by))
  return least
}

const nameOfLibrary = (s: Solver, type: Type): string =>
  s.types.kind[type] === KINDS.library ? s.library.types[s.types.a[type]!]!.name : ""

const nameOfPrimitive = (s: Solver, type: Type, { rules }: Conversions): string => {
  if (type < 0) return ""
  const name = nameOfLibrary(s, type)
  return name !== "" && (Object.hasOwn(rules.widening, name) || Object.hasOwn(rules.boxing, name)) ? name : ""
}

const boxOf = (s: Solver, primitive: string, { language, rules }: Conversions): Type => {
  const index = s.libraryScopes.get(s.policyOf(language))!.types.get(rules.boxing[primitive] ?? "")
  return index === undefined ? UNKNOWN : s.types.make(KINDS.library, index, 0, [])
}

/** Is an object of one type one of another as well? */
const isBelow = (s: Solver, from: Type, to: Type, by: Conversions): number => {
  const { types } = s
  const { builtins } = s.policyOf(by.language)
  if (nameOfLibrary(s, to) === builtins.object) return FITS.asItIs
  if (from < 0) return FITS.not
  if (isSameHead(s, from, to)) {
    if (nameOfLibrary(s, to) === builtins.array) return elementFits(s, from, to, by)
    return by.rules.typeArgumentsTell === true && areArgumentsOther(s, from, to, by) ? FITS.not : FITS.asItIs
  }
  const kind = types.kind[from]!
  switch (kind) {
    case KINDS.instance:
    case KINDS.shape:
      // an object may be a function as well
      return types.kind[to] === KINDS.function ? FITS.unknown : reaches(s, from, to, by)
    case KINDS.library:
      if (types.kind[to] === KINDS.instance) return ofOutside(s, to)
      return libraryReaches(s, from, to)
    case KINDS.external:
      if (types.kind[to] === KINDS.instance) return ofOutside(s, to)
      return isClosed(s, to, by) ? FITS.not : FITS.unknown
    case KINDS.intersection:
      for (const part of types.arguments(from)) if (isBelow(s, part, to, by) === FITS.asItIs) return FITS.asItIs
      return FITS.unknown
    default:
      return FITS.unknown
  }
}

/** Has one of two types of one kind a type argument that is surely no case of the other's? */
const areArgumentsOther = (s: Solver, from: Type, to: Type, by: Conversions): boolean => {
  const { types } = s
  const depth = (by.depth ?? 0) + 1
  if (DEEPEST < depth) return false
  const inside = { ...by, depth }
  if (isBelowLibrary(s, from, s.policyOf(by.language).builtins.function)) {
    const [mine, its] = [callable(s, from), callable(s, to)]
    if (mine !== UNKNOWN && its !== UNKNOWN) return areSignaturesOther(s, mine, its, inside)
  }
  const count = Math.min(types.count(from), types.count(to))
  for (let i = 0; i < count; i++) {
    const [one, other] = [types.argument(from, i), types.argument(to, i)]
    if (isOther(s, one, other, inside, WAYS.gives) && isOther(s, one, other, inside, WAYS.takes)) return true
  }
  return false
}

/** Does a function take what another one is handed, and give what that gives? */
const areSignaturesOther = (s: Solver, mine: Type, its: Type, by: Conversions): boolean => {
  const [given, asked] = [callResult(s, mine, undefined, NONE), callResult(s, its, undefined, NONE)]
  if (given !== NOTHING && asked !== NOTHING && isOther(s, given, asked, by, WAYS.gives)) return true
  const count = parametersOf(s, mine)
  for (let i = 0; i < count; i++) {
    if (isOther(s, plainParameter(s, mine, i), plainParameter(s, its, i), by, WAYS.takes)) return true
  }
  return false
}

/** Does what stands in a type come out of it, or is it handed to it? */
const WAYS = { gives: 1, takes: 2 } as const

/** Is a type that stands in another one surely no case of the one that is asked for there? */
const isOther = (s: Solver, one: Type, other: Type, by: Conversions, way: number): boolean => {
  const { types } = s
  const asked = types.kind[expandAliases(s, other)]
  if (isParameter(s, one) && asked !== KINDS.parameter) {
    // a type parameter of the caller's is nothing but what bounds it
    const isKnown = asked === KINDS.instance || asked === KINDS.library
    if (isKnown && fits(s, one, other, by) !== FITS.asItIs) return true
  }
  const [given, expected] = [bounded(s, one), bounded(s, other)]
  if (expected < 0 || given === UNKNOWN || expected === UNKNOWN || given === expected) return false
  if (given < 0) return nameOfLibrary(s, expected) !== s.policyOf(by.language).builtins.object
  const [mine, its] = [nameOfPrimitive(s, given, by), nameOfPrimitive(s, expected, by)]
  if (mine !== its && (mine !== "" || its !== "")) return true
  return (way === WAYS.gives ? fits(s, given, expected, by) : fits(s, expected, given, by)) === FITS.not
}

const isParameter = (s: Solver, type: Type): boolean => s.types.kind[expandAliases(s, type)] === KINDS.parameter

/**
 * Is a value surely one for the first of two places, and only perhaps one for the second? Then the first is meant: it asks
 * for the value's own type, or for one that nothing is derived from, so what the second asks for is no narrower.
 */
export const isMeantFor = (s: Solver, given: Type, mine: Type, its: Type, by: Conversions): boolean => {
  const [from, to] = [bounded(s, given), bounded(s, mine)]
  if (from < 0 || to < 0 || from === UNKNOWN || to === UNKNOWN) return false
  const isOwn = isSameHead(s, from, to) || nameOfPrimitive(s, to, by) !== "" || isClosed(s, to, by)
  return isOwn && fits(s, from, to, by) === FITS.asItIs && fits(s, from, its, by) === FITS.unknown
}

/** Is nothing derived from a library type? */
const isClosed = (s: Solver, type: Type, { language, rules }: Conversions): boolean => {
  const name = nameOfLibrary(s, type)
  const { builtins } = s.policyOf(language)
  if (name !== "" && s.library.types[s.types.a[type]!]!.isFinal) return true
  return name !== "" &&
    (name === builtins.string || name === builtins.array || Object.values(rules.boxing).includes(name))
}

/** Is one of two types of a package only said to be there, and the other what it is in some unit? */
const isOneType = (s: Solver, one: number, other: number): boolean => {
  if (one === other) return true
  if ((!isSaid(s, one) && !isSaid(s, other)) || s.nameOf(one) !== s.nameOf(other)) return false
  const package_ = packageOf(s, one)
  return package_ !== undefined && package_ === packageOf(s, other)
}

/** What lies outside is never derived from what lies here, but may be what is only said to be here. */
const ofOutside = (s: Solver, to: Type): number => isSaid(s, s.types.a[to]!) ? FITS.unknown : FITS.not

/** Is a type only said to be there? */
const isSaid = (s: Solver, symbol: number): boolean => (s.flagsOf(symbol) & DEFINITION_FLAGS.ambient) !== 0

const packageOf = (s: Solver, symbol: number): string | undefined => {
  const f = s.file(symbol)
  return s.around.packages.ofScope(f, f.facts.definitions.scope[symbol - f.definitionBase]!)?.text
}

const isSameHead = (s: Solver, one: Type, other: Type): boolean => {
  const { kind, a, b } = s.types
  if (kind[one] === KINDS.instance && kind[other] === KINDS.instance && isOneType(s, a[one]!, a[other]!)) return true
  return kind[one] === kind[other] && a[one] === a[other] &&
    (kind[one] === KINDS.instance || kind[one] === KINDS.library ||
      (kind[one] === KINDS.external && b[one] === b[other]))
}

/** An array is one of another where its elements are, as they are; primitive ones only where they are the same. */
const elementFits = (s: Solver, from: Type, to: Type, by: Conversions): number => {
  const given = bounded(s, s.types.argument(from, 0))
  const expected = bounded(s, s.types.argument(to, 0))
  const one = nameOfPrimitive(s, given, by)
  const other = nameOfPrimitive(s, expected, by)
  if (one !== "" || other !== "") return one === other ? FITS.asItIs : FITS.not
  return expected === ANYTHING ? FITS.asItIs : fits(s, given, expected, by)
}

const reaches = (s: Solver, from: Type, to: Type, by: Conversions): number => {
  const { types } = s
  let doubt = false
  for (const base of basesOf(s, types.a[from]!)) {
    const at = expandAliases(s, base)
    if (isSameHead(s, at, to)) return isBelow(s, at, to, by)
    if (at === UNKNOWN) doubt = true
    else if (types.kind[at] === KINDS.external) doubt ||= types.kind[to] !== KINDS.instance && !isClosed(s, to, by)
    else if (types.kind[at] === KINDS.library) {
      const found = libraryReaches(s, at, to)
      if (found === FITS.asItIs) return found
    }
  }
  if (doubt) return FITS.unknown
  // what is only a function as far as anybody knows may stand for an interface elsewhere
  return FITS.not
}

const libraryReaches = (s: Solver, from: Type, to: Type): number => {
  const { bases, parameters } = s.library.types[s.types.a[from]!]!
  let doubt = s.types.kind[to] === KINDS.external
  for (const base of bases) {
    const at = substitute(s, base, parameters, s.types.arguments(from))
    if (isSameHead(s, at, to)) return FITS.asItIs
    if (s.types.kind[at] !== KINDS.library) continue
    const found = libraryReaches(s, at, to)
    if (found === FITS.asItIs) return found
    if (found === FITS.unknown) doubt = true
  }
  return doubt ? FITS.unknown : FITS.not
}

/** Is a library type one of another by its bases? */
export const isBelowLibrary = (s: Solver, type: Type, name: string): boolean => {
  if (s.types.kind[type] !== KINDS.library) return false
  const { name: own, bases } = s.library.types[s.types.a[type]!]!
  return own === name || bases.some((it) => isBelowLibrary(s, it, name))
}

/** Is a type an interface of the repository? */
export const isInterface = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.instance && s.kindOf(s.types.a[type]!) === NODE_KINDS.Interface.code
