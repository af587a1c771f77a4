// Calls: what a function gives back for these arguments, and what it expects of them. Type parameters are inferred from
// the arguments, those that are functions last.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import { awaited, expand, expandAliases, libraryType, typeOfType } from "./annotations.ts"
import { expectedOf } from "./expectations.ts"
import type { FileView } from "./file_view.ts"
import { SPECIAL } from "./library.ts"
import { basesOf, elementOf, filledSite, findMember, Found, instances, memberType, valuesOf } from "./members.ts"
import type { Solver } from "./solver.ts"
import { EMPTY, SLOTS } from "./solver.ts"
import { freeOf, Inference, instanceOf, substitute } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** The type arguments that are written at a call, and the callee without them. */
const explicitOf = (s: Solver, f: FileView, call: number): ReadonlyArray<Type> => {
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
      const member = s.library.values[types.a[type]!]!.members.get(s.program.names.id(SPECIAL.call))
      return member === undefined ? UNKNOWN : callResult(s, member, f, call)
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => callResult(s, it, f, call)))
    case KINDS.external:
      return type
    case KINDS.class:
      return instances(s, type, s.file(types.a[type]!))
    case KINDS.intersection:
      for (const part of types.arguments(type)) {
        const result = callResult(s, part, f, call)
        if (result !== UNKNOWN) return result
      }
      return UNKNOWN
    case KINDS.instance:
    case KINDS.shape:
    case KINDS.object: {
      const signature = callable(s, type)
      return signature === UNKNOWN ? UNKNOWN : callResult(s, signature, f, call)
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

/** The call signature that a type has as a member, or UNKNOWN. */
export const callable = (s: Solver, type: Type): Type => {
  const found = new Found()
  findMember(s, type, s.program.names.id(SPECIAL.call), found, 6)
  return found.types[0] ?? UNKNOWN
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
  const outer = substitute(s, result, free, args.slice(0, free.length))
  if (own.length === 0) return outer
  const inference = inferFrom(s, type, g, f, call, false)
  return substitute(s, outer, own, inference)
}

/** What the type parameters of a function stand for at a call; those not found by their defaults or bounds. */
const inferFrom = (
  s: Solver,
  type: Type,
  g: number,
  f: FileView | undefined,
  call: number,
  withoutFunctions: boolean,
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
    const count = f.operandCount[call]! - 1
    for (let pass = 0; pass < (withoutFunctions ? 1 : 2); pass++) {
      for (let i = 0; i < count; i++) {
        const argument = f.operand(call, i + 1)
        if (argument === NONE || isFunction(f, argument) !== (pass === 1)) continue
        const expected = substitute(s, parameterOf(s, g, i), free, args.slice(0, free.length))
        if (s.types.open[expected] === 1) infer(s, expected, argumentType(s, f, argument), inference, 0)
      }
    }
  }
  if (f !== undefined && call !== NONE && inference.found.includes(UNKNOWN)) inferFromPlace(s, g, f, call, inference)
  const at = s.file(g)
  const first = at.facts.definitions.typeParameters[g - at.definitionBase]!
  const all: Array<Type> = []
  for (let i = 0; i < own.length; i++) {
    let found = i < explicit.length ? explicit[i]! : inference.found[i]!
    if (found === UNKNOWN) {
      const { fallback, constraint } = at.facts.typeParameters
      const by = fallback[first + i] !== NONE ? fallback[first + i]! : constraint[first + i]!
      if (by !== NONE) found = substitute(s, typeOfType(s, at, by), own.slice(0, i), all)
    }
    all.push(found)
  }
  return all
}

/** What the arguments leave open the place of the call may tell, where it and the function's result are declared. */
const inferFromPlace = (s: Solver, g: number, f: FileView, call: number, inference: Inference): void => {
  const at = s.file(g)
  const declared = at.facts.definitions.type[g - at.definitionBase]!
  if (declared === NONE) return
  const result = typeOfType(s, at, declared)
  if (s.types.open[result] === 0) return
  const expected = expectedOf(s, f, call, 4)
  if (expected === UNKNOWN || s.types.open[expected] === 1) return
  const found = new Inference(inference.parameters)
  infer(s, result, expected, found, 0)
  for (let i = 0; i < inference.found.length; i++) {
    if (inference.found[i] === UNKNOWN) inference.found[i] = found.found[i]!
  }
}

const isFunction = (f: FileView, e: number): boolean => f.op[e] === OPS.function

/** The type of an argument; of a spread one its element. */
const argumentType = (s: Solver, f: FileView, e: number): Type =>
  f.op[e] === OPS.spread ? elementOf(s, s.typeOf(f, f.operand(e, 0))) : s.typeOf(f, e)

/** The type that a function expects of its `i`-th argument, in its own terms. */
export const parameterOf = (s: Solver, g: number, index: number): Type => {
  const f = s.file(g)
  const d = g - f.definitionBase
  const { parameters, parameterCount } = f.facts.definitions
  const count = parameterCount[d]!
  if (count === 0) return UNKNOWN
  const first = parameters[d]!
  const flags = f.facts.parameters.flags
  const skip = (flags[first]! & PARAMETER_FLAGS.receiver) === 0 ? 0 : 1
  const at = Math.min(index + skip, count - 1)
  const isRest = (flags[first + at]! & PARAMETER_FLAGS.rest) !== 0
  if (at < index + skip && !isRest) return UNKNOWN
  const type = s.slot(SLOTS.parameter, f.parameterBase + first + at)
  if (!isRest) return type
  const list = expandAliases(s, type)
  if (s.types.kind[list] === KINDS.tuple) return s.types.argument(list, index + skip - at)
  return elementOf(s, list)
}

/** What a type that is called expects of its `i`-th argument at this call, with type parameters put in. */
export const expectedArgument = (s: Solver, type: Type, index: number, f: FileView, call: number): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function: {
      const g = chooseOverload(s, types.a[type]!, f, call)
      const expected = parameterOf(s, g, index)
      if (types.open[expected] === 0) return expected
      const free = freeOf(s, g)
      const outer = substitute(s, expected, free, types.arguments(type).slice(0, free.length))
      const own = s.typeParametersOf(g)
      return own.length === 0 ? outer : substitute(s, outer, own, inferFrom(s, type, g, f, call, true))
    }
    case KINDS.libraryFunction: {
      const signature = s.library.signatures[types.a[type]!]!
      const expected = signature.parameters[index] ?? (signature.rest ? signature.parameters.at(-1)! : UNKNOWN)
      const outer = substitute(s, expected, signature.free, types.arguments(type))
      if (signature.own.length === 0) return outer
      const found = inferLibrary(s, type, f, call, true)
      return substitute(s, outer, signature.own, found)
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => expectedArgument(s, it, index, f, call)))
    case KINDS.class:
      return constructorArgument(s, type, index, f, call)
    case KINDS.intersection:
      for (const part of types.arguments(type)) {
        const expected = expectedArgument(s, part, index, f, call)
        if (expected !== UNKNOWN) return expected
      }
      return UNKNOWN
    case KINDS.libraryValue: {
      const { members } = s.library.values[types.a[type]!]!
      const special = f.op[call] === OPS.new ? SPECIAL.new : SPECIAL.call
      const member = members.get(s.program.names.id(special))
      return member === undefined ? UNKNOWN : expectedArgument(s, member, index, f, call)
    }
    case KINDS.instance:
    case KINDS.shape:
    case KINDS.object: {
      const signature = callable(s, type)
      return signature === UNKNOWN ? UNKNOWN : expectedArgument(s, signature, index, f, call)
    }
    case KINDS.alias:
    case KINDS.result:
    case KINDS.indexed:
    case KINDS.parameter: {
      const behind = expand(s, type)
      return behind === type ? UNKNOWN : expectedArgument(s, behind, index, f, call)
    }
    default:
      return UNKNOWN
  }
}

const constructorArgument = (s: Solver, type: Type, index: number, f: FileView, call: number): Type => {
  const symbol = s.types.a[type]!
  const constructor = constructorOf(s, symbol)
  if (constructor === NONE) return UNKNOWN
  const expected = parameterOf(s, chooseOverload(s, constructor, f, call), index)
  if (s.types.open[expected] === 0) return expected
  const own = s.typeParametersOf(s.ownerOf(constructor))
  const args = s.types.arguments(type)
  const explicit = args.length > 0 ? args : explicitOf(s, f, call)
  return substitute(
    s,
    expected,
    own,
    explicit.length > 0 ? explicit : inferClass(s, symbol, constructor, f, call, true),
  )
}

/** The written constructor of a class or of the nearest base with one, or NONE. */
export const constructorOf = (s: Solver, symbol: number): number => {
  const at = s.file(symbol)
  const name = s.program.names.id(at.language.policy.constructorName)
  const own = s.symbols.member(symbol, false, name)
  if (own !== NONE && s.kindOf(own) === NODE_KINDS.Constructor.code) return preferImplementation(s, own)
  for (const base of basesOf(s, symbol)) {
    if (s.types.kind[base] !== KINDS.instance) continue
    if (s.kindOf(s.types.a[base]!) === NODE_KINDS.Interface.code) continue
    const inherited = s.symbols.member(s.types.a[base]!, false, name)
    if (inherited !== NONE) return preferImplementation(s, inherited)
  }
  return NONE
}

/** Of the members of one name the one with a body. */
export const preferImplementation = (s: Solver, member: number): number => {
  for (let m = member; m !== NONE; m = s.symbols.nextMember[m]!) {
    if ((s.flagsOf(m) & NODE_FLAGS.signature) === 0) return m
  }
  return member
}

/** What `new` of a type gives, its type parameters inferred from the arguments. */
export const newResult = (s: Solver, type: Type, f: FileView, call: number): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.class: {
      const symbol = types.a[type]!
      const own = s.typeParametersOf(symbol)
      if (own.length === 0) return types.make(KINDS.instance, symbol, 0, EMPTY)
      const args = types.arguments(type)
      const explicit = args.length > 0 ? args : explicitOf(s, f, call)
      if (explicit.length >= own.length) return types.make(KINDS.instance, symbol, 0, explicit.slice(0, own.length))
      const constructor = constructorOf(s, symbol)
      const found = constructor === NONE
        ? inferenceFallbacks(s, symbol, explicit)
        : inferClass(s, symbol, constructor, f, call, false)
      return types.make(KINDS.instance, symbol, 0, own.map((_, i) => explicit[i] ?? found[i] ?? UNKNOWN))
    }
    case KINDS.libraryValue: {
      const value = s.library.values[types.a[type]!]!
      const member = value.members.get(s.program.names.id(SPECIAL.new))
      if (member === undefined) return libraryType(s, f, value.name, EMPTY)
      const made = callResult(s, member, f, call)
      return types.kind[made] === KINDS.library && types.count(made) > 0 && made === emptied(s, made)
        ? types.make(KINDS.site, f.index, call, [made])
        : made
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => newResult(s, it, f, call)))
    case KINDS.function: {
      const made = instances(s, type, f)
      return made
    }
    default:
      return instances(s, type, f)
  }
}

/** The library type with nothing known of its arguments. */
const emptied = (s: Solver, type: Type): Type =>
  s.types.make(KINDS.library, s.types.a[type]!, 0, s.types.arguments(type).map(() => UNKNOWN))

const inferenceFallbacks = (s: Solver, symbol: number, explicit: ReadonlyArray<Type>): ReadonlyArray<Type> => {
  const f = s.file(symbol)
  const own = s.typeParametersOf(symbol)
  const first = f.facts.definitions.typeParameters[symbol - f.definitionBase]!
  const all = [...explicit]
  for (let i = all.length; i < own.length; i++) {
    const { fallback, constraint } = f.facts.typeParameters
    const by = fallback[first + i] !== NONE ? fallback[first + i]! : constraint[first + i]!
    all.push(by === NONE ? UNKNOWN : substitute(s, typeOfType(s, f, by), own.slice(0, i), all))
  }
  return all
}

const inferClass = (
  s: Solver,
  symbol: number,
  constructor: number,
  f: FileView,
  call: number,
  withoutFunctions: boolean,
): ReadonlyArray<Type> => {
  const own = s.typeParametersOf(s.symbols.of[s.ownerOf(constructor)]!)
  const inference = new Inference(own)
  const g = chooseOverload(s, constructor, f, call)
  const count = f.operandCount[call]! - 1
  for (let pass = 0; pass < (withoutFunctions ? 1 : 2); pass++) {
    for (let i = 0; i < count; i++) {
      const argument = f.operand(call, i + 1)
      if (argument === NONE || isFunction(f, argument) !== (pass === 1)) continue
      const expected = parameterOf(s, g, i)
      if (s.types.open[expected] === 1) infer(s, expected, argumentType(s, f, argument), inference, 0)
    }
  }
  const fallbacks = inferenceFallbacks(s, symbol, EMPTY)
  return inference.found.map((it, i) => it === UNKNOWN ? fallbacks[i] ?? UNKNOWN : it)
}

const inferLibrary = (
  s: Solver,
  type: Type,
  f: FileView | undefined,
  call: number,
  withoutFunctions: boolean,
): ReadonlyArray<Type> => {
  const signature = s.library.signatures[s.types.a[type]!]!
  const explicit = f === undefined ? EMPTY : explicitOf(s, f, call)
  if (explicit.length >= signature.own.length) return explicit
  const inference = new Inference(signature.own)
  if (f !== undefined && call !== NONE) {
    const count = f.operandCount[call]! - 1
    for (let pass = 0; pass < (withoutFunctions ? 1 : 2); pass++) {
      for (let i = 0; i < count; i++) {
        const argument = f.operand(call, i + 1)
        if (argument === NONE || isFunction(f, argument) !== (pass === 1)) continue
        const parameter = signature.parameters[i] ?? (signature.rest ? signature.parameters.at(-1)! : UNKNOWN)
        const expected = substitute(s, parameter, signature.free, s.types.arguments(type))
        if (s.types.open[expected] === 1) infer(s, expected, argumentType(s, f, argument), inference, 0)
      }
    }
  }
  return inference.found
}

const libraryResult = (s: Solver, type: Type, f: FileView | undefined, call: number): Type => {
  const signature = s.library.signatures[s.types.a[type]!]!
  const outer = substitute(s, signature.result, signature.free, s.types.arguments(type))
  const result = signature.own.length === 0
    ? outer
    : substitute(s, outer, signature.own, inferLibrary(s, type, f, call, false))
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

/** Finds what type parameters stand for by laying an expected type over a given one. */
export const infer = (s: Solver, expected: Type, given: Type, inference: Inference, depth: number): void => {
  const { types } = s
  if (depth > 8 || given === UNKNOWN || given === NOTHING || types.open[expected] === 0) return
  const kind = types.kind[expected]!
  if (kind === KINDS.parameter) {
    inference.add(s, expected, types.kind[given] === KINDS.text ? widened(s, given) : given)
    return
  }
  const at = expandAliases(s, given)
  switch (kind) {
    case KINDS.union: {
      // What fits a closed alternative says nothing of the open ones.
      const closed = types.arguments(expected).filter((it) => types.open[it] === 0)
      const rest = types.alternatives(at).filter((it) => !closed.some((other) => sameHead(s, other, it)))
      const open = types.arguments(expected).filter((it) => types.open[it] === 1)
      const heads = open.filter((it) => types.kind[it] !== KINDS.parameter)
      for (const each of rest) {
        const fit = heads.filter((it) => sameHead(s, it, each))
        for (const to of fit.length > 0 ? fit : open) infer(s, to, each, inference, depth + 1)
      }
      return
    }
    case KINDS.intersection:
      for (const each of types.arguments(expected)) infer(s, each, at, inference, depth + 1)
      return
    case KINDS.alias: {
      if (types.kind[given] === KINDS.alias && types.a[given] === types.a[expected]) {
        for (let i = 0; i < types.count(expected); i++) {
          infer(s, types.argument(expected, i), types.argument(given, i), inference, depth + 1)
        }
        return
      }
      const behind = expandAliases(s, expected)
      if (behind !== expected) infer(s, behind, given, inference, depth + 1)
      return
    }
    case KINDS.awaited:
      infer(s, types.argument(expected, 0), awaited(s, at), inference, depth + 1)
      return
    case KINDS.mapped: {
      const values = types.kind[at] === KINDS.object
        ? valuesOf(s, at)
        : types.kind[at] === KINDS.mapped
        ? types.argument(at, 0)
        : UNKNOWN
      infer(s, types.argument(expected, 0), values, inference, depth + 1)
      return
    }
  }
  if (types.kind[at] === KINDS.union) {
    for (const each of types.arguments(at)) infer(s, expected, each, inference, depth + 1)
    return
  }
  if (kind === KINDS.tuple) {
    if (types.kind[at] === KINDS.tuple) {
      for (let i = 0; i < types.count(expected); i++) {
        infer(s, types.argument(expected, i), types.argument(at, i), inference, depth + 1)
      }
    } else {
      const element = elementOf(s, at)
      for (let i = 0; i < types.count(expected); i++) {
        infer(s, types.argument(expected, i), element, inference, depth + 1)
      }
    }
    return
  }
  if (kind === KINDS.function || kind === KINDS.libraryFunction) {
    inferFunction(s, expected, at, inference, depth)
    return
  }
  if (kind === KINDS.instance || kind === KINDS.library) {
    const same = asHead(s, at, kind, types.a[expected]!)
    if (same !== UNKNOWN) {
      for (let i = 0; i < types.count(expected); i++) {
        infer(s, types.argument(expected, i), types.argument(same, i), inference, depth + 1)
      }
      return
    }
    if (kind === KINDS.library && types.count(expected) === 1 && isIterable(s, expected)) {
      infer(s, types.argument(expected, 0), elementOf(s, at), inference, depth + 1)
      return
    }
  }
  if (kind === KINDS.shape || kind === KINDS.instance) inferMembers(s, expected, at, inference, depth)
}

const isIterable = (s: Solver, type: Type): boolean =>
  s.library.types[s.types.a[type]!]!.members.has(s.program.names.id(SPECIAL.element))

const widened = (s: Solver, type: Type): Type => {
  const f = s.program.files[s.types.b[type]!]!
  return libraryType(s, f, f.language.policy.builtins.string, EMPTY)
}

const sameHead = (s: Solver, expected: Type, given: Type): boolean => {
  const { types } = s
  const kind = types.kind[expected]!
  if (expected === given) return true
  if (kind === KINDS.function || kind === KINDS.libraryFunction) {
    return types.kind[given] === KINDS.function || types.kind[given] === KINDS.libraryFunction
  }
  if (kind !== KINDS.instance && kind !== KINDS.library) return false
  return asHead(s, given, kind, types.a[expected]!) !== UNKNOWN
}

/** The given type or a base of it that is made of the same class or library type. */
const asHead = (s: Solver, given: Type, kind: number, a: number): Type => {
  const { types } = s
  if (types.kind[given] === kind && types.a[given] === a) return given
  if (types.kind[given] === KINDS.site) return asHead(s, filledSite(s, given), kind, a)
  if (kind === KINDS.library && types.kind[given] === KINDS.library) {
    const { bases, parameters } = s.library.types[types.a[given]!]!
    for (const base of bases) {
      const found = asHead(s, substitute(s, base, parameters, types.arguments(given)), kind, a)
      if (found !== UNKNOWN) return found
    }
    return UNKNOWN
  }
  if (types.kind[given] === KINDS.self && types.a[given]! < 0x40000000) {
    return asHead(s, instanceOf(s, types.a[given]!), kind, a)
  }
  if (types.kind[given] !== KINDS.instance) return UNKNOWN
  const own = s.typeParametersOf(types.a[given]!)
  for (const base of basesOf(s, types.a[given]!)) {
    if (types.kind[base] === kind && types.a[base] === a) return substitute(s, base, own, types.arguments(given))
  }
  return UNKNOWN
}

const inferFunction = (s: Solver, expected: Type, given: Type, inference: Inference, depth: number): void => {
  const { types } = s
  const kind = types.kind[given]!
  if (kind !== KINDS.function && kind !== KINDS.libraryFunction && kind !== KINDS.class) return
  infer(s, plainResult(s, expected), callResult(s, given, undefined, NONE), inference, depth + 1)
  if (kind !== KINDS.function) return
  for (let i = 0; i < 4; i++) {
    const parameter = plainParameter(s, expected, i)
    if (types.open[parameter] === 1) infer(s, parameter, plainParameter(s, given, i), inference, depth + 1)
  }
}

/** The result of a function type in terms of what stands around it. */
const plainResult = (s: Solver, type: Type): Type => {
  const { types } = s
  if (types.kind[type] === KINDS.libraryFunction) {
    const signature = s.library.signatures[types.a[type]!]!
    return substitute(s, signature.result, signature.free, types.arguments(type))
  }
  const g = types.a[type]!
  const free = freeOf(s, g)
  return substitute(s, s.slot(SLOTS.result, g), free, types.arguments(type).slice(0, free.length))
}

/** What a function type expects of its `i`-th argument, in terms of what stands around it. */
export const plainParameter = (s: Solver, type: Type, index: number): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function: {
      const g = types.a[type]!
      const free = freeOf(s, g)
      return substitute(s, parameterOf(s, g, index), free, types.arguments(type).slice(0, free.length))
    }
    case KINDS.libraryFunction: {
      const signature = s.library.signatures[types.a[type]!]!
      const parameter = signature.parameters[index] ?? (signature.rest ? signature.parameters.at(-1)! : UNKNOWN)
      return substitute(s, parameter, signature.free, types.arguments(type))
    }
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => plainParameter(s, it, index)))
    case KINDS.intersection:
      for (const part of types.arguments(type)) {
        const found = plainParameter(s, part, index)
        if (found !== UNKNOWN) return found
      }
      return UNKNOWN
    case KINDS.alias:
    case KINDS.indexed:
    case KINDS.parameter: {
      const behind = expand(s, type)
      return behind === type ? UNKNOWN : plainParameter(s, behind, index)
    }
    case KINDS.instance:
    case KINDS.shape: {
      const signature = callable(s, type)
      return signature === UNKNOWN || types.kind[signature] === types.kind[type]
        ? UNKNOWN
        : plainParameter(s, signature, index)
    }
    default:
      return UNKNOWN
  }
}

/** Lays the members of an expected type over those of a given one. */
const inferMembers = (s: Solver, expected: Type, given: Type, inference: Inference, depth: number): void => {
  const g = s.types.a[expected]!
  const f = s.file(g)
  const { owner, name, kind } = f.facts.definitions
  const d = g - f.definitionBase
  let count = 0
  for (let m = d + 1; m < owner.length && count < 24; m++) {
    if (f.facts.definitions.start[m]! >= f.facts.definitions.end[d]!) break
    if (owner[m] !== d || (kind[m] !== NODE_KINDS.Property.code && kind[m] !== NODE_KINDS.Method.code)) continue
    count++
    const id = f.name(name[m]!)
    const wanted = memberType(s, expected, id)
    if (s.types.open[wanted] === 1) infer(s, wanted, memberType(s, given, id), inference, depth + 1)
  }
}

/**
 * Of several signatures of one function the first that takes so many arguments, of such kinds; without a call the
 * function itself.
 */
export const chooseOverload = (s: Solver, g: number, f: FileView | undefined, call: number): number => {
  if (f === undefined || call === NONE) return g
  const signatures = overloadsOf(s, g)
  if (signatures.length === 0) return g
  const count = f.operandCount[call]! - 1
  let fallback: number = NONE
  for (const each of signatures) {
    if (!takes(s, each, count)) continue
    if (fallback === NONE) fallback = each
    if (accepts(s, each, f, call, count)) return each
  }
  return fallback === NONE ? signatures[0]! : fallback
}

/** Signatures without a body of the function or method, in order; none where there is but one of it. */
const overloadsOf = (s: Solver, g: number): ReadonlyArray<number> => {
  const all: Array<number> = []
  const symbol = s.symbols.of[g]!
  if (s.symbols.nextPart[symbol] !== NONE) {
    for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
      if ((s.flagsOf(part) & NODE_FLAGS.signature) !== 0) all.push(part)
    }
    return all.sort((a, b) => a - b)
  }
  const owner = s.ownerOf(g)
  if (owner === NONE) return all
  const kind = s.kindOf(g)
  if (kind !== NODE_KINDS.Method.code && kind !== NODE_KINDS.Constructor.code) return all
  const isStatic = (s.flagsOf(g) & NODE_FLAGS.static) !== 0
  const first = s.symbols.member(s.symbols.of[owner]!, isStatic, s.nameOf(g))
  if (first === NONE || s.symbols.nextMember[first] === NONE) return all
  for (let m = first; m !== NONE; m = s.symbols.nextMember[m]!) {
    if ((s.flagsOf(m) & NODE_FLAGS.signature) !== 0) all.push(m)
  }
  return all
}

const takes = (s: Solver, g: number, count: number): boolean => {
  const f = s.file(g)
  const d = g - f.definitionBase
  const first = f.facts.definitions.parameters[d]!
  const total = f.facts.definitions.parameterCount[d]!
  let required = 0
  let most = total
  for (let i = 0; i < total; i++) {
    const flags = f.facts.parameters.flags[first + i]!
    if ((flags & PARAMETER_FLAGS.receiver) !== 0) most--
    else if ((flags & PARAMETER_FLAGS.rest) !== 0) most = Infinity
    else if ((flags & PARAMETER_FLAGS.optional) === 0) required++
  }
  return required <= count && count <= most
}

/** Does no argument contradict what its parameter is declared to be? Only plain kinds of values are compared. */
const accepts = (s: Solver, g: number, f: FileView, call: number, count: number): boolean => {
  for (let i = 0; i < count; i++) {
    const argument = f.operand(call, i + 1)
    if (argument === NONE) continue
    const expected = expandAliases(s, parameterOf(s, g, i))
    if (expected === UNKNOWN || s.types.open[expected] === 1) continue
    const given = isFunction(f, argument) ? FUNCTION_SORT : sortOf(s, argumentType(s, f, argument))
    if (given === UNKNOWN_SORT) continue
    const sorts = s.types.alternatives(expected).map((it) => sortOf(s, expandAliases(s, it)))
    if (!sorts.includes(UNKNOWN_SORT) && !sorts.includes(given)) return false
  }
  return true
}

const UNKNOWN_SORT = -1
const FUNCTION_SORT = -2
const OBJECT_SORT = -3

/** Coarse sort of a value: a function, an object, or one primitive. */
const sortOf = (s: Solver, type: Type): number => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function:
    case KINDS.libraryFunction:
      return FUNCTION_SORT
    case KINDS.object:
    case KINDS.shape:
    case KINDS.instance:
      return OBJECT_SORT
    case KINDS.text:
      return sortOf(s, widened(s, type))
    case KINDS.library:
      return types.a[type]!
    case KINDS.tuple:
      return UNKNOWN_SORT
    default:
      return UNKNOWN_SORT
  }
}
