// Which of several functions a call takes: of those that take so many arguments the one whose parameters fit what is given,
// first without putting values into objects, then with that, then with a parameter that takes all the others; of several
// that fit, the one whose parameters are of the narrowest types. An argument whose type is not known decides nothing:
// where it would have to, all that are left are given.
//
// See The Java Language Specification, 15.12.2; the other languages differ in what `Overloads` says.

import { NONE } from "../graph/columns.ts"
import { OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import { ABSENT, ALL_ARGUMENTS, parameterAt, parameterFor, UNBOUND } from "./arguments.ts"
import { ownParameters } from "./bodies.ts"
import { best, type Candidate } from "./best_fit.ts"
import { type Conversions, FITS } from "./conversions.ts"
import type { FileView } from "./file_view.ts"
import { functionFits } from "./function_fits.ts"
import { takesTypeArguments } from "./generic_arity.ts"
import { functionsIn } from "./overload_sets.ts"
import { infer, Inference } from "./inference.ts"
import { argumentType, callResult, explicitOf, isFunction, typeOfParameter } from "./signatures.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { freeOf, substitute } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"
import { type Argument, isGivenFunction, isSpread, valueFits } from "./value_fits.ts"

/** Rounds in which a function may be taken. */
const PHASES = { asItIs: 1, boxed: 2, gathered: 3 } as const

/**
 * The functions of a term that a call may take: one where the call decides, none where none fits.
 *
 * @param most How many arguments are asked for their types, the first ones.
 */
export const chosen = (
  s: Solver,
  set: Type,
  f: FileView,
  call: number,
  most: number = ALL_ARGUMENTS,
): ReadonlyArray<Type> =>
  most === ALL_ARGUMENTS
    ? s.choices.of(s, f.expressionBase + call, set, () => choose(s, set, f, call, most))
    : choose(s, set, f, call, most)

/** May a call take a function at all: are its arguments so many, and does none of them contradict? */
export const mayTake = (s: Solver, type: Type, f: FileView, call: number): boolean => {
  const { overloads } = f.language.policy
  const count = f.operandCount[call]! - 1
  if (overloads === undefined) return true
  if (!takesSoMany(s, type, f, call, count)) return false
  const by = { language: s.languageOf(f), rules: overloads }
  return candidateOf(s, type, f, call, argumentsOf(s, f, call, count, ALL_ARGUMENTS), by) !== undefined
}

/**
 * The same by those arguments alone whose types lead to no other question of what is called: names, `this` and literals.
 */
export const mayTakeAtSight = (s: Solver, type: Type, f: FileView, call: number): boolean => {
  const { overloads } = f.language.policy
  const count = f.operandCount[call]! - 1
  if (overloads === undefined) return true
  if (!takesSoMany(s, type, f, call, count)) return false
  const given = argumentsOf(s, f, call, count, ALL_ARGUMENTS, (e) => AT_SIGHT.has(f.op[e]!))
  return candidateOf(s, type, f, call, given, { language: s.languageOf(f), rules: overloads }) !== undefined
}

const AT_SIGHT: ReadonlySet<number> = new Set([OPS.name, OPS.this, OPS.literal])

/** The one function that a call surely takes, or UNKNOWN. */
export const theChosen = (s: Solver, set: Type, f: FileView, call: number, most: number = ALL_ARGUMENTS): Type => {
  const all = chosen(s, set, f, call, most)
  return all.length === 1 ? all[0]! : UNKNOWN
}

const choose = (s: Solver, set: Type, f: FileView, call: number, most: number): ReadonlyArray<Type> => {
  const { overloads } = f.language.policy
  const count = f.operandCount[call]! - 1
  const all = functionsIn(s, set)
  if (MOST < all.length) return all
  const fit = all.filter((it) => takesSoMany(s, it, f, call, count))
  const open = overloads?.typeArgumentsCount === true && fit.length > 1 ? byTypeArguments(s, fit, f, call) : fit
  if (open.length <= 1 || overloads === undefined) return open
  const by = { language: s.languageOf(f), rules: overloads }
  return fitting(s, open, f, call, argumentsOf(s, f, call, count, most), by)
}

/** Functions that a call may take by the type arguments that it names; all of them where none may. */
const byTypeArguments = (s: Solver, all: ReadonlyArray<Type>, f: FileView, call: number): ReadonlyArray<Type> => {
  const callee = f.operand(call, 0)
  const named = callee !== NONE && f.op[callee] === OPS.instantiate ? f.operandCount[callee]! - 1 : 0
  const open = all.filter((it) => takesTypeArguments(s, it, named))
  return open.length === 0 ? all : open
}

/** Functions of a name between which a call chooses; of more, which nobody writes by hand, none is chosen. */
export const MOST = 512

/** As `chosen`, of functions that take so many arguments. */
const fitting = (
  s: Solver,
  open: ReadonlyArray<Type>,
  f: FileView,
  call: number,
  given: ReadonlyArray<Argument>,
  by: Conversions,
): ReadonlyArray<Type> => {
  if (MOST < open.length) return open
  const groups = by.rules.nearestFirst === true ? byOwner(s, open) : [open]
  for (const group of groups) {
    const candidates = group.map((it) => candidateOf(s, it, f, call, given, by)).filter((it) => it !== undefined)
    if (candidates.length === 0) continue
    return best(s, f, candidates, given, by)
  }
  // what is known of the arguments fits nowhere: it is not known well enough
  return open
}

/**
 * The functions that may be called with values of these types.
 *
 * @param f The file that asks.
 */
export const chosenFor = (
  s: Solver,
  all: ReadonlyArray<Type>,
  f: FileView,
  given: ReadonlyArray<Type>,
): ReadonlyArray<Type> => {
  const { overloads } = f.language.policy
  const open = all.filter((it) => takesSoMany(s, it, f, NONE, given.length))
  if (open.length <= 1 || overloads === undefined) return open
  const values = given.map((type) => ({ expression: NONE, type, isFunction: false, tells: true }))
  return fitting(s, open, f, NONE, values, { language: s.languageOf(f), rules: overloads })
}

/** Functions by the type that declares them, in their order. */
const byOwner = (s: Solver, all: ReadonlyArray<Type>): ReadonlyArray<ReadonlyArray<Type>> => {
  const groups = new Map<number, Array<Type>>()
  for (const each of all) {
    const owner = s.types.kind[each] === KINDS.function ? s.ownerOf(s.types.a[each]!) : NONE
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [each])
    else group.push(each)
  }
  return [...groups.values()]
}

const argumentsOf = (
  s: Solver,
  f: FileView,
  call: number,
  count: number,
  most: number,
  isAsked: (e: number) => boolean = () => true,
): ReadonlyArray<Argument> => {
  const all: Array<Argument> = []
  for (let i = 0; i < count; i++) {
    let e = f.operand(call, i + 1)
    if (e !== NONE && f.op[e] === OPS.property) e = f.operand(e, 0)
    const isWritten = e !== NONE && isFunction(f, e)
    const isSeen = i < most && e !== NONE && isAsked(e)
    const type = !isSeen || isWritten ? UNKNOWN : argumentType(s, f, e)
    all.push({ expression: e, type, isFunction: isWritten, tells: isSeen })
  }
  return all
}

export const takesSoMany = (s: Solver, type: Type, f: FileView, call: number, count: number): boolean => {
  if (s.types.kind[type] === KINDS.libraryFunction) {
    const { parameters, required, rest } = s.library.signatures[s.types.a[type]!]!
    return required <= count && (count <= parameters.length || rest)
  }
  if (s.types.kind[type] !== KINDS.function) return true
  const g = s.types.a[type]!
  const at = s.file(g)
  const d = g - at.definitionBase
  const { parameters, parameterCount } = at.facts.definitions
  const { flags } = at.facts.parameters
  const filled = new Set<number>()
  let gathers = false
  for (let i = 0; i < count; i++) {
    const row = rowFor(s, type, f, call, i)
    if (row === NONE) return false
    if ((flags[row]! & (PARAMETER_FLAGS.rest | PARAMETER_FLAGS.keywords)) !== 0) gathers = true
    else if (filled.has(row)) return false
    filled.add(row)
  }
  for (let p = parameters[d]!; p < parameters[d]! + parameterCount[d]!; p++) {
    const isOwn = s.types.b[type] === UNBOUND && (flags[p]! & PARAMETER_FLAGS.receiver) !== 0
    const needs = isOwn || (flags[p]! & ABSENT) === 0
    if (needs && !filled.has(p)) return false
  }
  return gathers || filled.size === count
}

/** The parameter that takes an argument: by the call, or by its place alone where there is none. */
const rowFor = (s: Solver, type: Type, f: FileView, call: number, index: number): number => {
  const { a, b } = s.types
  return call === NONE ? parameterAt(s, a[type]!, index, b[type]!) : parameterFor(s, a[type]!, f, call, index, b[type]!)
}

/** How a call fits a function, or undefined where it does not. */
const candidateOf = (
  s: Solver,
  type: Type,
  f: FileView,
  call: number,
  given: ReadonlyArray<Argument>,
  by: Conversions,
): Candidate | undefined => {
  const gathers = takesAllOthers(s, type)
  const leavesSome = given.length < parametersOf(s, type)
  const isMarked = by.rules.arraysAreSpread === true
  if (isMarked && given.some((it, i) => isSpread(f, it.expression) && !takesAll(s, type, i, f, call))) return undefined
  const mayBeWhole = !isMarked || given.some((it) => isSpread(f, it.expression))
  const asWhole = gathers && mayBeWhole && given.length === parametersOf(s, type)
  for (const asArray of asWhole ? [true, false] : [false]) {
    const declared = given.map((_, i) => expectedAt(s, type, i, f, call, asArray))
    const expected = by.rules.functionsTell === true ? filledIn(s, type, f, call, declared, given) : declared
    const phase = phaseOf(s, type, f, declared, expected, given, by)
    if (phase === 0) continue
    return { type, phase: gathers && !asArray ? PHASES.gathered : phase, expected, declared, leavesSome }
  }
  return undefined
}

/** Does an argument of a call go to a parameter that takes several? */
const takesAll = (s: Solver, type: Type, index: number, f: FileView, call: number): boolean => {
  if (s.types.kind[type] === KINDS.libraryFunction) return s.library.signatures[s.types.a[type]!]!.rest
  const row = rowFor(s, type, f, call, index)
  return row !== NONE && (s.file(s.types.a[type]!).facts.parameters.flags[row]! & PARAMETER_FLAGS.rest) !== 0
}

/** What is expected with the type parameters of the function as its arguments tell them, those that are no functions. */
const filledIn = (
  s: Solver,
  type: Type,
  f: FileView,
  call: number,
  declared: ReadonlyArray<Type>,
  given: ReadonlyArray<Argument>,
): ReadonlyArray<Type> => {
  const own = ownParameters(s, type)
  if (own.length === 0 || declared.every((it) => s.types.open[it] === 0)) return declared
  const told = s.types.arguments(type).slice(freeIn(s, type).length)
  const explicit = call === NONE || told.length > 0 ? told : explicitOf(s, f, call)
  const inference = new Inference(own)
  if (explicit.length < own.length) {
    for (let i = 0; i < given.length; i++) {
      if (!given[i]!.isFunction) infer(s, declared[i]!, given[i]!.type, inference, 0)
    }
  }
  const found = own.map((it, i) => explicit[i] ?? (inference.found[i] === UNKNOWN ? it : inference.found[i]!))
  return declared.map((it) => substitute(s, it, own, found))
}

/** What the types of a function may mention from around it. */
const freeIn = (s: Solver, type: Type): ReadonlyArray<Type> =>
  s.types.kind[type] === KINDS.function ? freeOf(s, s.types.a[type]!) : s.library.signatures[s.types.a[type]!]!.free

/** @returns PHASES, or 0 where an argument does not fit. */
const phaseOf = (
  s: Solver,
  type: Type,
  f: FileView,
  declared: ReadonlyArray<Type>,
  filled: ReadonlyArray<Type>,
  given: ReadonlyArray<Argument>,
  by: Conversions,
): number => {
  let phase: number = PHASES.asItIs
  for (let i = 0; i < given.length; i++) {
    const expected = declared[i]!
    const argument = given[i]!
    const { type: is } = argument
    if (by.rules.typeArgumentsTell === true && isOthersParameter(s, type, expected) && !mayBe(s, is, expected)) return 0
    const fit = isGivenFunction(s, argument, by)
      ? functionFits(s, f, argument, filled[i]!, by)
      : valueFits(s, f, argument, expected, by)
    if (fit === FITS.not) return 0
    if (fit === FITS.boxed) phase = PHASES.boxed
  }
  return phase
}

/** Is what a function expects a type parameter that is none of its own? */
const isOthersParameter = (s: Solver, type: Type, expected: Type): boolean =>
  s.types.kind[expected] === KINDS.parameter && s.types.kind[type] === KINDS.function &&
  !s.typeParametersOf(s.types.a[type]!).includes(expected)

/** May a value be of a type parameter: is it declared so, or is nothing known of it? */
const mayBe = (s: Solver, given: Type, parameter: Type): boolean =>
  given === parameter || given === UNKNOWN || given === NOTHING || !CONCRETE.has(s.types.kind[given]!)

const CONCRETE: ReadonlySet<number> = new Set([KINDS.instance, KINDS.library, KINDS.function, KINDS.tuple])

export const parametersOf = (s: Solver, type: Type): number => {
  if (s.types.kind[type] === KINDS.libraryFunction) return s.library.signatures[s.types.a[type]!]!.parameters.length
  if (s.types.kind[type] !== KINDS.function) return 0
  const f = s.file(s.types.a[type]!)
  const { parameters, parameterCount } = f.facts.definitions
  const d = s.types.a[type]! - f.definitionBase
  const isCalledOn = s.types.b[type] !== UNBOUND && parameterCount[d] !== 0 &&
    (f.facts.parameters.flags[parameters[d]!]! & PARAMETER_FLAGS.receiver) !== 0
  return parameterCount[d]! - (isCalledOn ? 1 : 0)
}

/** Does a function have a parameter that takes all the others? */
const takesAllOthers = (s: Solver, type: Type): boolean => {
  if (s.types.kind[type] === KINDS.libraryFunction) return s.library.signatures[s.types.a[type]!]!.rest
  if (s.types.kind[type] !== KINDS.function) return false
  const f = s.file(s.types.a[type]!)
  const { parameters, parameterCount } = f.facts.definitions
  const d = s.types.a[type]! - f.definitionBase
  for (let p = parameters[d]!; p < parameters[d]! + parameterCount[d]!; p++) {
    if ((f.facts.parameters.flags[p]! & PARAMETER_FLAGS.rest) !== 0) return true
  }
  return false
}

/**
 * What a function expects of an argument, seen from its receiver.
 *
 * @param asArray Is what takes all the others given as a whole?
 */
const expectedAt = (s: Solver, type: Type, index: number, f: FileView, call: number, asArray: boolean): Type => {
  const { types } = s
  if (types.kind[type] === KINDS.libraryFunction) {
    const { parameters, free, rest } = s.library.signatures[types.a[type]!]!
    const parameter = parameters[index] ?? (rest ? parameters.at(-1)! : UNKNOWN)
    return substitute(s, parameter, free, types.arguments(type))
  }
  if (types.kind[type] !== KINDS.function) return UNKNOWN
  const g = types.a[type]!
  const row = rowFor(s, type, f, call, index)
  if (row === NONE) return UNKNOWN
  const at = s.file(g)
  const gathers = (at.facts.parameters.flags[row]! & PARAMETER_FLAGS.rest) !== 0
  const own = asArray && gathers ? s.slot(SLOTS.parameter, at.parameterBase + row) : typeOfParameter(s, g, row, index)
  return substitute(s, own, freeOf(s, g), types.arguments(type))
}

/** What a term of several functions gives at a call, where all that are left give the same. */
export const resultOfChosen = (s: Solver, set: Type, f: FileView | undefined, call: number): Type => {
  if (f === undefined || call === NONE) return common(functionsIn(s, set).map((it) => callResult(s, it, f, call)))
  return common(chosen(s, set, f, call).map((it) => callResult(s, it, f, call)))
}

const common = (all: ReadonlyArray<Type>): Type => all.every((it) => it === all[0]) ? all[0] ?? UNKNOWN : UNKNOWN
