// How a function that is written as an argument, or named there, fits what a parameter asks for: by its parameters, by
// whether it gives something back and, where a language says so (`functionsTell`), by what it gives.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import { ABSENT } from "./arguments.ts"
import { valueIn, type Written } from "./bodies.ts"
import { parametersOf, takesSoMany } from "./choice.ts"
import { type Conversions, FITS, fits, isBelowLibrary, isFromOutside } from "./conversions.ts"
import { awaited, expandAliases } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { functionsIn } from "./overload_sets.ts"
import { functionsReferred, isUnbound } from "./references.ts"
import { callable, callResult } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** A function as an argument: written there, or named, which its type tells. */
export interface GivenFunction {
  readonly expression: number
  readonly type: Type
  readonly isFunction: boolean
  /** May be asked what it gives? */
  readonly tells: boolean
}

/** The function that a place asks for, where it asks for one. */
export const asFunction = (s: Solver, type: Type): Type => {
  const at = expandAliases(s, type)
  const kind = s.types.kind[at]
  return kind === KINDS.function || kind === KINDS.libraryFunction ? at : callable(s, at)
}

/** Is a value one or several functions by their name? */
export const isNamedFunction = (s: Solver, type: Type): boolean =>
  functionsIn(s, type).every((it) => s.types.kind[it] === KINDS.function || s.types.kind[it] === KINDS.libraryFunction)

/** How a function that is given as an argument fits what is expected there. */
export const functionFits = (s: Solver, f: FileView, given: GivenFunction, expected: Type, by: Conversions): number => {
  const { types } = s
  const at = expandAliases(s, expected)
  switch (types.kind[at]) {
    case KINDS.parameter:
      // a function has no type of its own that a parameter could be found by
      return by.rules.functionsTell === true ? FITS.not : FITS.unknown
    case KINDS.unknown:
    case KINDS.external:
    case KINDS.alias:
    case KINDS.union:
      return FITS.unknown
    case KINDS.function:
    case KINDS.libraryFunction:
      return shapeFits(s, f, given, at, by)
    case KINDS.instance:
    case KINDS.library: {
      const method = callable(s, at)
      // of an interface of the library that asks for a method it may not be written down
      if (method === UNKNOWN) return mayAskForOne(s, at, by) ? FITS.unknown : FITS.not
      return shapeFits(s, f, given, method, by)
    }
    default:
      return FITS.not
  }
}

/** May a library type ask for a function, though it does not say for which? */
const mayAskForOne = (s: Solver, type: Type, { language, rules }: Conversions): boolean => {
  if (s.types.kind[type] !== KINDS.library) return false
  const { name, isFinal } = s.library.types[s.types.a[type]!]!
  const { builtins } = s.policyOf(language)
  if (name === builtins.function) return true
  if (rules.functionsTell === true) return name === builtins.object || isBelowLibrary(s, type, builtins.function)
  const isPrimitive = Object.hasOwn(rules.widening, name) || Object.hasOwn(rules.boxing, name)
  return !isFinal && !isPrimitive && name !== builtins.string && name !== builtins.array && name !== builtins.object
}

/** Does a function have as many parameters as are handed to it, and does it give back something where that is asked for? */
const shapeFits = (s: Solver, f: FileView, given: GivenFunction, wanted: Type, by: Conversions): number => {
  const e = given.expression
  if (!given.isFunction) return namedFits(s, f, given, wanted, by)
  if (f.op[e] !== OPS.function) return referenceFits(s, f, e, wanted)
  if (f.exprRef[e] === NONE) return FITS.unknown
  const d = f.exprRef[e]!
  const count = f.facts.definitions.parameterCount[d]!
  const asked = parametersOf(s, wanted)
  const most = count === 0 && by.rules.oneIsImplied === true ? 1 : count
  if (asked < requiredOf(f, d) || most < asked) return FITS.not
  const result = callResult(s, wanted, undefined, NONE)
  if (result === UNKNOWN) return FITS.asItIs
  if (by.rules.functionsTell === true) return bodyFits(s, f, given, wanted, result, by)
  // where nothing is a value as well, what a function gives last is left lying, and none gives it where it has no value
  if (f.language.policy.primitives["void"] !== "") return FITS.asItIs
  const { rows, from, to } = f.returns(d)
  let gives = false
  for (let i = from; i < to; i++) {
    const value = f.facts.returns.expression[rows[i]!]!
    // the whole body is an expression: what it gives may be left lying
    if (isWhole(f, d, value)) return mayBeLeft(f, value) || result !== NOTHING ? FITS.asItIs : FITS.not
    gives = true
  }
  return gives === (result !== NOTHING) ? FITS.asItIs : FITS.not
}

/** Is a value all that a function consists of? */
const isWhole = (f: FileView, d: number, value: number): boolean =>
  value !== NONE && f.exprEnd[value] === f.facts.definitions.end[d]

/** Does what a function gives fit what is asked for? What it waits for comes as a promise of it. */
const bodyFits = (
  s: Solver,
  f: FileView,
  given: GivenFunction,
  wanted: Type,
  result: Type,
  by: Conversions,
): number => {
  const d = f.exprRef[given.expression]!
  const values = valuesOf(f, d)
  const isAsync = (f.facts.definitions.flags[d]! & NODE_FLAGS.async) !== 0
  const asked = isAsync && result !== NOTHING ? promised(s, result, by) : result
  if (asked === undefined) return FITS.not
  const whole = values.length === 1 && isWhole(f, d, values[0]!) ? values[0]! : NONE
  if (asked === NOTHING) return whole === NONE ? emptyFits(values) : mayBeLeft(f, whole) ? FITS.asItIs : FITS.not
  if (values.length === 0) return FITS.not
  if (!given.tells) return FITS.asItIs
  const written: Written = { file: f, expression: given.expression, definition: d, wanted }
  for (const value of values) {
    const type = valueIn(s, written, value)
    if (type === UNKNOWN || (type === NOTHING && !isCall(f, value))) continue
    if (type === NOTHING || fits(s, type, asked, by) === FITS.not) return FITS.not
  }
  return FITS.asItIs
}

const emptyFits = (values: ReadonlyArray<number>): number => values.length === 0 ? FITS.asItIs : FITS.not

/** What a promise is of: UNKNOWN where that is left open, undefined where a type is none. */
const promised = (s: Solver, type: Type, by: Conversions): Type | undefined => {
  const at = expandAliases(s, type)
  if (s.types.kind[at] === KINDS.instance) return undefined
  if (s.types.kind[at] !== KINDS.library) return UNKNOWN
  if (s.library.types[s.types.a[at]!]!.name === s.policyOf(by.language).builtins.object) return undefined
  const inner = awaited(s, at)
  if (inner === at) return undefined
  return s.types.kind[inner] === KINDS.awaited ? s.types.argument(inner, 0) : inner
}

/** The values that a function gives back. */
const valuesOf = (f: FileView, d: number): ReadonlyArray<number> => {
  const { rows, from, to } = f.returns(d)
  const all: Array<number> = []
  for (let i = from; i < to; i++) {
    const value = f.facts.returns.expression[rows[i]!]!
    if (value !== NONE) all.push(value)
  }
  return all
}

const isCall = (f: FileView, e: number): boolean => f.op[e] === OPS.call || f.op[e] === OPS.await

/** Is an expression one that may stand as a statement? */
const mayBeLeft = (f: FileView, e: number): boolean =>
  isCall(f, e) || f.op[e] === OPS.new || f.op[e] === OPS.assign || f.op[e] === OPS.unknown

/** How many parameters of a function are handed over wherever it is called. */
const requiredOf = (f: FileView, d: number): number => {
  const { parameters, parameterCount } = f.facts.definitions
  let required = 0
  for (let p = parameters[d]!; p < parameters[d]! + parameterCount[d]!; p++) {
    if ((f.facts.parameters.flags[p]! & ABSENT) === 0) required++
  }
  return required
}

/** The same of a function that is referred to by its name. */
const referenceFits = (s: Solver, f: FileView, e: number, wanted: Type): number => {
  const all = functionsReferred(s, f, e)
  const [only] = all
  if (all.length !== 1 || s.types.kind[only!] !== KINDS.function) return FITS.unknown
  const asked = parametersOf(s, wanted)
  const given = isUnbound(s, f, e, only!) ? asked - 1 : asked
  if (given < 0 || !takesSoMany(s, only!, f, NONE, given)) return FITS.not
  const result = callResult(s, wanted, undefined, NONE)
  const gives = callResult(s, only!, undefined, NONE) !== NOTHING
  return gives || result === NOTHING || result === UNKNOWN ? FITS.asItIs : FITS.not
}

/** The same of functions that are named where a value may stand: one of them has to fit. */
const namedFits = (s: Solver, f: FileView, given: GivenFunction, wanted: Type, by: Conversions): number => {
  const asked = parametersOf(s, wanted)
  const result = callResult(s, wanted, undefined, NONE)
  for (const each of functionsIn(s, given.type)) {
    if (!takesSoMany(s, each, f, NONE, asked)) continue
    const gives = callResult(s, each, undefined, NONE)
    if (result === UNKNOWN || gives === UNKNOWN) return FITS.asItIs
    if ((gives === NOTHING) !== (result === NOTHING)) continue
    if (gives === NOTHING || fits(s, gives, result, by) !== FITS.not) return FITS.asItIs
  }
  return FITS.not
}

// ── which of two places ──

/** Does a function surely stand for what one place asks for, and only perhaps for what another one does? */
export const isSurer = (
  s: Solver,
  f: FileView,
  given: GivenFunction,
  one: Type,
  other: Type,
  by: Conversions,
): boolean =>
  functionFits(s, f, given, one, by) === FITS.asItIs && functionFits(s, f, given, other, by) === FITS.unknown

/** Of two that ask for a function: does the first use what it gives, and the second not? */
export const givesMore = (s: Solver, one: Type, other: Type): boolean => {
  const [mine, its] = [asFunction(s, one), asFunction(s, other)]
  if (mine === UNKNOWN || its === UNKNOWN || parametersOf(s, mine) !== parametersOf(s, its)) return false
  return callResult(s, its, undefined, NONE) === NOTHING && callResult(s, mine, undefined, NONE) !== NOTHING
}

/**
 * Of two that ask for a function of the same parameters: does the first ask for the very type that is given back, and the
 * second for another one?
 *
 * @param isOwn Is a type parameter one that is still found by what is given?
 */
export const asksForIt = (
  s: Solver,
  f: FileView,
  given: GivenFunction,
  one: Type,
  other: Type,
  isOwn: (type: Type) => boolean,
): boolean => {
  const [mine, its] = [asFunction(s, one), asFunction(s, other)]
  if (mine === UNKNOWN || its === UNKNOWN || parametersOf(s, mine) !== parametersOf(s, its)) return false
  const asks = (wanted: Type): boolean => {
    const result = callResult(s, wanted, undefined, NONE)
    const type = givenBack(s, f, given, wanted, result)
    return type !== UNKNOWN && isExactly(s, type, result, isOwn)
  }
  return asks(mine) && !asks(its)
}

/** Do two ask for functions that give something else each, and is it not known what this one gives? */
export const isUndecided = (s: Solver, f: FileView, given: GivenFunction, one: Type, other: Type): boolean => {
  const [mine, its] = [asFunction(s, one), asFunction(s, other)]
  if (mine === UNKNOWN || its === UNKNOWN || parametersOf(s, mine) !== parametersOf(s, its)) return false
  const [a, b] = [callResult(s, mine, undefined, NONE), callResult(s, its, undefined, NONE)]
  if (a === NOTHING || b === NOTHING || isExactly(s, a, b, () => false)) return false
  return givenBack(s, f, given, mine, a) === UNKNOWN && givenBack(s, f, given, its, b) === UNKNOWN
}

/** What a function gives back where all that it gives is of one type; UNKNOWN else. */
const givenBack = (
  s: Solver,
  f: FileView,
  given: GivenFunction,
  wanted: Type,
  result: Type,
): Type => {
  if (!given.isFunction) {
    const all = functionsIn(s, given.type)
    return all.length === 1 ? callResult(s, all[0]!, undefined, NONE) : UNKNOWN
  }
  if (f.op[given.expression] !== OPS.function || f.exprRef[given.expression] === NONE || !given.tells) return UNKNOWN
  const d = f.exprRef[given.expression]!
  const written: Written = { file: f, expression: given.expression, definition: d, wanted }
  let common: Type = NOTHING
  for (const value of valuesOf(f, d)) {
    const type = valueIn(s, written, value)
    if (type === UNKNOWN || isFromOutside(s, type) || (type === NOTHING && !isCall(f, value))) return UNKNOWN
    if (common !== NOTHING && common !== type) return UNKNOWN
    common = type
  }
  if ((f.facts.definitions.flags[d]! & NODE_FLAGS.async) === 0) return common
  // as that by which the place itself would have it
  const at = expandAliases(s, result)
  if (s.types.kind[at] !== KINDS.library) return UNKNOWN
  const count = s.types.count(at)
  if (common === NOTHING || count === 0) return (common === NOTHING) === (count === 0) ? at : UNKNOWN
  return s.types.make(KINDS.library, s.types.a[at]!, 0, [common])
}

/** Is a type the very one that is asked for, whatever its own type parameters stand for? */
export const isExactly = (s: Solver, type: Type, asked: Type, isOwn: (type: Type) => boolean, depth = 0): boolean => {
  const [a, b] = [expandAliases(s, type), expandAliases(s, asked)]
  if (a === b || isOwn(b)) return true
  const { types } = s
  if (depth > 4 || types.kind[a] !== types.kind[b] || types.a[a] !== types.a[b] || types.b[a] !== types.b[b]) {
    return false
  }
  if (!NAMED.has(types.kind[a]!) || types.count(a) !== types.count(b)) return false
  for (let i = 0; i < types.count(a); i++) {
    if (!isExactly(s, types.argument(a, i), types.argument(b, i), isOwn, depth + 1)) return false
  }
  return true
}

const NAMED: ReadonlySet<number> = new Set([KINDS.instance, KINDS.library, KINDS.external])
