// Calls: what a function gives back for these arguments, and what it expects of them. Type parameters are inferred from
// the arguments, those that are functions last.

import { NONE } from "../graph/columns.ts"
import { EXPRESSION_FLAGS, OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { instances } from "./bases.ts"
import { ALL_ARGUMENTS, parameterAt, parameterFor } from "./arguments.ts"
import { resultOfChosen, theChosen } from "./choice.ts"
import { constructorArgument, newResult } from "./construction.ts"
import { elementOf, indexOf } from "./elements.ts"
import { awaited, expand, expandAliases } from "./expansion.ts"
import { expectedOf } from "./expectations.ts"
import type { FileView } from "./file_view.ts"
import { Found } from "./found.ts"
import { methodAskedFor } from "./functional.ts"
import { infer } from "./inference.ts"
import { SPECIAL } from "./library.ts"
import { formOf } from "./forms.ts"
import { findMember } from "./members.ts"
import { fallbackOf } from "./named_types.ts"
import { chooseOverload } from "./overloads.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { Inference } from "./inference.ts"
import { freeOf, substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** The type arguments that are written at a call, and the callee without them. */
export const explicitOf = (s: Solver, f: FileView, call: number): ReadonlyArray<Type> => {
  const callee = f.operand(call, 0)
  if (callee === NONE || f.op[callee] !== OPS.instantiate) return EMPTY
  const all: Array<Type> = []
  for (let i = 1; i < f.operandCount[callee]!; i++) all.push(typeOfType(s, f, f.operand(callee, i)))
  return all
}

/**
 * What a call of a type gives.
 *
 * @param f,call The call, for its arguments; `call` is NONE where there is none.
 */
export const callResult = (s: Solver, type: Type, f: FileView | undefined, call: number): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function:
      return functionResult(s, type, f, call)
    case KINDS.libraryFunction:
      return libraryResult(s, type, f, call)
    case KINDS.libraryValue: {
      const { members, makes } = s.library.values[types.a[type]!]!
      const member = members.get(s.program.names.id(SPECIAL.call))
      if (makes === NONE) return member === undefined ? UNKNOWN : callResult(s, member, f, call)
      return madeByLibrary(s, member, makes, f, call)
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => callResult(s, it, f, call)))
    case KINDS.overloads:
      return resultOfChosen(s, type, f, call)
    case KINDS.external:
      return types.b[type] === 0 || mayGiveOurs(s, type, f, call) ? UNKNOWN : type
    case KINDS.classOf:
      return types.argument(type, 0)
    case KINDS.class: {
      const at = s.file(types.a[type]!)
      return f !== undefined && call !== NONE && at.language.policy.callsConstruct === true
        ? newResult(s, type, f, call)
        : instances(s, type, at)
    }
    case KINDS.intersection:
      for (const part of types.arguments(type)) {
        const result = callResult(s, part, f, call)
        if (result !== UNKNOWN) return result
      }
      return UNKNOWN
    case KINDS.library: {
      const signature = callable(s, type)
      return signature === UNKNOWN ? UNKNOWN : callResult(s, signature, f, call)
    }
    case KINDS.instance:
    case KINDS.shape:
    case KINDS.object: {
      const signature = calledSignature(s, type)
      const called = signature !== UNKNOWN || types.kind[type] !== KINDS.instance ? signature : formOf(s, type)
      return called === UNKNOWN ? UNKNOWN : callResult(s, called, f, call)
    }
    case KINDS.self:
    case KINDS.alias:
    case KINDS.result:
    case KINDS.indexed:
    case KINDS.constructed: {
      const behind = expand(s, type)
      return behind === type ? UNKNOWN : callResult(s, behind, f, call)
    }
    case KINDS.parameter: {
      if (call === NONE) return types.make(KINDS.result, 0, 0, [type])
      const behind = expand(s, type)
      return behind === type || behind === UNKNOWN
        ? types.make(KINDS.result, 0, 0, [type])
        : callResult(s, behind, f, call)
    }
    default:
      return UNKNOWN
  }
}

/**
 * May a function from outside give back what belongs to the repository? One that is given a class makes instances of it,
 * one that loads modules loads any.
 */
const mayGiveOurs = (s: Solver, type: Type, f: FileView | undefined, call: number): boolean => {
  if (f === undefined || call === NONE) return false
  const { types, program: { names } } = s
  if (f.language.policy.loaders?.has(`${names.text(types.a[type]!)}.${names.text(types.b[type]!)}`) === true) {
    return true
  }
  for (let i = 1; i < f.operandCount[call]!; i++) {
    const argument = f.operand(call, i)
    if (argument !== NONE && types.kind[argumentType(s, f, argument)] === KINDS.class) return true
  }
  return false
}

/** An instance of a class of the library; one of which nothing is known yet is what is put into it. */
const madeByLibrary = (
  s: Solver,
  member: Type | undefined,
  makes: number,
  f: FileView | undefined,
  call: number,
): Type => {
  const { types } = s
  const empty = types.make(KINDS.library, makes, 0, s.library.types[makes]!.parameters.map(() => UNKNOWN))
  const made = member === undefined ? empty : callResult(s, member, f, call)
  return made === empty && types.count(made) > 0 && f !== undefined && call !== NONE
    ? types.make(KINDS.site, f.index, call, [made])
    : made
}

/** The call signature that a type has as a member, or UNKNOWN. */
export const callable = (s: Solver, type: Type): Type => {
  const found = new Found()
  findMember(s, type, callNameOf(s, type), found, 6)
  return found.types[0] ?? methodAskedFor(s, type)
}

/** The function behind an object that is called, which may be called by what is called itself; UNKNOWN for none. */
const calledSignature = (s: Solver, type: Type): Type => {
  let at = type
  for (let depth = 0; depth < 4; depth++) {
    const found = new Found()
    findMember(s, at, callNameOf(s, at), found, 6)
    // what lies under any key is no signature
    if (found.definitions.length === 0) return UNKNOWN
    at = found.types[0] ?? UNKNOWN
    const kind = s.types.kind[at]
    if (kind === KINDS.function || kind === KINDS.libraryFunction) return at
    if (kind !== KINDS.instance && kind !== KINDS.shape && kind !== KINDS.object) return UNKNOWN
  }
  return UNKNOWN
}

/** The member that a call of an object asks for. */
const callNameOf = (s: Solver, type: Type): number => {
  const f = s.types.kind[type] === KINDS.instance ? s.file(s.types.a[type]!) : undefined
  const protocol = f?.language.policy.protocols?.call
  return f === undefined || protocol === undefined ? s.program.names.id(SPECIAL.call) : f.methodNamed(protocol)
}

/** What a function gives back where its call tells nothing of it. */
const functionResult = (s: Solver, type: Type, f: FileView | undefined, call: number): Type => {
  const { types } = s
  const g = chooseOverload(s, types.a[type]!, f, call)
  const result = s.slot(SLOTS.result, g)
  if (types.open[result] === 0) return result
  const free = freeOf(s, g)
  const args = types.arguments(type)
  const own = s.typeParametersOf(g)
  const outer = substitute(s, result, free, args)
  if (own.length === 0) return outer
  const inference = inferAt(s, type, g, f, call, false, ALL_ARGUMENTS)
  return substitute(s, outer, own, inference)
}

/**
 * What the type parameters of a function stand for at a call; those not found by their defaults or bounds.
 *
 * @param most How many arguments are asked, the first ones.
 */
const inferAt = (
  s: Solver,
  type: Type,
  g: number,
  f: FileView | undefined,
  call: number,
  withoutFunctions: boolean,
  most: number,
): ReadonlyArray<Type> => {
  if (f === undefined || call === NONE || most !== ALL_ARGUMENTS) {
    return inferFrom(s, type, g, f, call, withoutFunctions, most)
  }
  // Each function among the arguments asks for the same.
  const key = (f.expressionBase + call) * 2 + (withoutFunctions ? 1 : 0)
  return s.inferences.of(s, key, type, () => inferFrom(s, type, g, f, call, withoutFunctions, most))
}

const inferFrom = (
  s: Solver,
  type: Type,
  g: number,
  f: FileView | undefined,
  call: number,
  withoutFunctions: boolean,
  most: number,
): ReadonlyArray<Type> => {
  const own = s.typeParametersOf(g)
  const free = freeOf(s, g)
  const args = s.types.arguments(type)
  const explicit = args.length > free.length
    ? args.slice(free.length)
    : f === undefined
    ? EMPTY
    : explicitOf(s, f, call)
  if (explicit.length >= own.length) return explicit.slice(0, own.length)
  const inference = new Inference(own)
  if (f !== undefined && call !== NONE) {
    const count = Math.min(most, f.operandCount[call]! - 1)
    for (let pass = 0; pass < (withoutFunctions ? 1 : 2); pass++) {
      for (let i = 0; i < count; i++) {
        const argument = f.operand(call, i + 1)
        if (argument === NONE || isFunction(f, argument) !== (pass === 1)) continue
        const expected = substitute(s, parameterTaking(s, type, g, i, f, call), free, args)
        if (s.types.open[expected] === 1) infer(s, expected, argumentType(s, f, argument), inference, 0)
      }
    }
  }
  if (f !== undefined && call !== NONE && inference.found.includes(UNKNOWN)) inferFromPlace(s, g, f, call, inference)
  const all: Array<Type> = []
  for (let i = 0; i < own.length; i++) {
    let found = i < explicit.length ? explicit[i]! : inference.found[i]!
    if (found === UNKNOWN) found = substitute(s, fallbackOf(s, s.types.a[own[i]!]!), own.slice(0, i), all)
    all.push(found)
  }
  return all
}

/** What the arguments leave open the place of the call may tell, where it and the function's result are declared. */
const inferFromPlace = (s: Solver, g: number, f: FileView, call: number, inference: Inference): void => {
  const at = s.file(g)
  const declared = at.facts.definitions.type[g - at.definitionBase]!
  if (declared === NONE) return
  fillFromPlace(s, typeOfType(s, at, declared), f, call, inference)
}

/** Fills in what the place of a call expects of its result, as far as nothing is found yet. */
const fillFromPlace = (s: Solver, result: Type, f: FileView, call: number, inference: Inference): void => {
  if (s.types.open[result] === 0) return
  const expected = expectedOf(s, f, call, 4, true)
  if (expected === UNKNOWN || s.types.open[expected] === 1) return
  const found = new Inference(inference.parameters)
  infer(s, result, expected, found, 0)
  for (let i = 0; i < inference.found.length; i++) {
    if (inference.found[i] === UNKNOWN) inference.found[i] = found.found[i]!
  }
}

/** Is an expression a function that is written there, or refers to one by its name? */
export const isFunction = (f: FileView, e: number): boolean =>
  f.op[e] === OPS.function || (f.exprFlags[e]! & EXPRESSION_FLAGS.called) !== 0

/** The type of an argument; of a spread one its element. */
export const argumentType = (s: Solver, f: FileView, e: number): Type =>
  f.op[e] === OPS.spread ? elementOf(s, s.typeOf(f, f.operand(e, 0))) : s.typeOf(f, e)

/** The type that a function expects of its `i`-th argument, in its own terms. */
export const parameterOf = (s: Solver, g: number, index: number, unbound = 0): Type =>
  typeOfParameter(s, g, parameterAt(s, g, index, unbound), index)

/** The same of an argument of a call, which may be given by its name. */
export const parameterTaking = (
  s: Solver,
  type: Type,
  g: number,
  index: number,
  f: FileView,
  call: number,
): Type => typeOfParameter(s, g, parameterFor(s, g, f, call, index, s.types.b[type]!), index)

export const typeOfParameter = (s: Solver, g: number, row: number, index: number): Type => {
  if (row === NONE) return UNKNOWN
  const f = s.file(g)
  const flags = f.facts.parameters.flags[row]!
  const type = s.slot(SLOTS.parameter, f.parameterBase + row)
  if ((flags & PARAMETER_FLAGS.keywords) !== 0) return indexOf(s, type)
  if ((flags & PARAMETER_FLAGS.rest) === 0) return type
  const list = expandAliases(s, type)
  if (s.types.kind[list] !== KINDS.tuple) return elementOf(s, list)
  const first = f.facts.definitions.parameters[g - f.definitionBase]!
  const skip = (f.facts.parameters.flags[first]! & PARAMETER_FLAGS.receiver) === 0 ? 0 : 1
  return s.types.argument(list, index + skip - (row - first))
}

/**
 * What a type that is called expects of its `i`-th argument at this call, with type parameters put in.
 *
 * @param most How many arguments are asked for that, the first ones.
 */
export const expectedArgument = (
  s: Solver,
  type: Type,
  index: number,
  f: FileView,
  call: number,
  most: number,
): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function: {
      const g = chooseOverload(s, types.a[type]!, f, call, most)
      const expected = parameterTaking(s, type, g, index, f, call)
      if (types.open[expected] === 0) return expected
      const free = freeOf(s, g)
      const outer = substitute(s, expected, free, types.arguments(type))
      const own = s.typeParametersOf(g)
      return own.length === 0 ? outer : substitute(s, outer, own, inferAt(s, type, g, f, call, true, most))
    }
    case KINDS.libraryFunction: {
      const signature = s.library.signatures[types.a[type]!]!
      const expected = signature.parameters[index] ?? (signature.rest ? signature.parameters.at(-1)! : UNKNOWN)
      const outer = substitute(s, expected, signature.free, types.arguments(type))
      if (signature.own.length === 0) return outer
      const found = inferLibrary(s, type, f, call, true, most)
      return substitute(s, outer, signature.own, found)
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => expectedArgument(s, it, index, f, call, most)))
    case KINDS.overloads: {
      const taken = theChosen(s, type, f, call, most)
      return taken === UNKNOWN ? UNKNOWN : expectedArgument(s, taken, index, f, call, most)
    }
    case KINDS.class:
      return constructorArgument(s, type, index, f, call, most)
    case KINDS.intersection:
      for (const part of types.arguments(type)) {
        const expected = expectedArgument(s, part, index, f, call, most)
        if (expected !== UNKNOWN) return expected
      }
      return UNKNOWN
    case KINDS.libraryValue: {
      const { members } = s.library.values[types.a[type]!]!
      const special = f.op[call] === OPS.new ? SPECIAL.new : SPECIAL.call
      const member = members.get(s.program.names.id(special))
      return member === undefined ? UNKNOWN : expectedArgument(s, member, index, f, call, most)
    }
    case KINDS.instance:
    case KINDS.library:
    case KINDS.shape:
    case KINDS.object: {
      const signature = callable(s, type)
      return signature === UNKNOWN ? UNKNOWN : expectedArgument(s, signature, index, f, call, most)
    }
    case KINDS.alias:
    case KINDS.result:
    case KINDS.indexed:
    case KINDS.parameter: {
      const behind = expand(s, type)
      return behind === type ? UNKNOWN : expectedArgument(s, behind, index, f, call, most)
    }
    default:
      return UNKNOWN
  }
}

const inferLibrary = (
  s: Solver,
  type: Type,
  f: FileView | undefined,
  call: number,
  withoutFunctions: boolean,
  most: number,
): ReadonlyArray<Type> => {
  const signature = s.library.signatures[s.types.a[type]!]!
  const explicit = f === undefined ? EMPTY : explicitOf(s, f, call)
  if (explicit.length >= signature.own.length) return explicit
  const inference = new Inference(signature.own)
  if (f !== undefined && call !== NONE) {
    const count = Math.min(most, f.operandCount[call]! - 1)
    for (let pass = 0; pass < (withoutFunctions ? 1 : 2); pass++) {
      for (let i = 0; i < count; i++) {
        const argument = f.operand(call, i + 1)
        if (argument === NONE || isFunction(f, argument) !== (pass === 1)) continue
        const parameter = signature.parameters[i] ?? (signature.rest ? signature.parameters.at(-1)! : UNKNOWN)
        const expected = substitute(s, parameter, signature.free, s.types.arguments(type))
        if (s.types.open[expected] === 1) infer(s, expected, argumentType(s, f, argument), inference, 0)
      }
    }
    if (inference.found.includes(UNKNOWN) && f.language.policy.overloads !== undefined) {
      fillFromPlace(s, substitute(s, signature.result, signature.free, s.types.arguments(type)), f, call, inference)
    }
  }
  return inference.found
}

const libraryResult = (s: Solver, type: Type, f: FileView | undefined, call: number): Type => {
  const signature = s.library.signatures[s.types.a[type]!]!
  const outer = substitute(s, signature.result, signature.free, s.types.arguments(type))
  const result = signature.own.length === 0
    ? outer
    : substitute(s, outer, signature.own, inferLibrary(s, type, f, call, false, ALL_ARGUMENTS))
  return settleOperators(s, result, f, call)
}

/** Operators of a library result that have become closed are carried out; `result this` of a call sees its arguments. */
const settleOperators = (s: Solver, type: Type, f: FileView | undefined, call: number): Type => {
  const { types } = s
  if (types.open[type] === 1) return type
  switch (types.kind[type]) {
    case KINDS.awaited:
      return awaited(s, types.argument(type, 0))
    case KINDS.result:
      return callResult(s, types.argument(type, 0), undefined, NONE)
    case KINDS.indexed:
    case KINDS.constructed:
      return expand(s, type)
    case KINDS.library: {
      let changed = false
      const args = types.arguments(type).map((it) => {
        const next = settleOperators(s, it, f, call)
        if (next !== it) changed = true
        return next
      })
      return changed ? types.make(KINDS.library, types.a[type]!, 0, args) : type
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => settleOperators(s, it, f, call)))
    default:
      return type
  }
}

/** What a call of a type gives, without arguments to infer from. */
export const resultOf = (s: Solver, type: Type): Type => callResult(s, type, undefined, NONE)
