// Type parameters found by laying an expected type over a given one.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { UNBOUND } from "./arguments.ts"
import { basesOf } from "./bases.ts"
import { elementOf, filledSite, valuesOf } from "./elements.ts"
import { awaited, expand, expandAliases } from "./expansion.ts"
import { SPECIAL } from "./library.ts"
import { libraryType } from "./library_types.ts"
import { memberType } from "./members.ts"
import { callable, callResult, parameterOf } from "./signatures.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { freeOf, grounded, instanceOf, substitute } from "./substitution.ts"
import { FEW, KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** What is inferred of type parameters; several finds of one are its alternatives. */
export class Inference {
  readonly parameters: ReadonlyArray<Type>
  readonly found: Array<Type>

  constructor(parameters: ReadonlyArray<Type>) {
    this.parameters = parameters
    this.found = new Array(parameters.length).fill(UNKNOWN)
  }

  add(s: Solver, parameter: Type, type: Type): void {
    const at = this.parameters.indexOf(parameter)
    if (at < 0 || type === UNKNOWN) return
    this.found[at] = this.found[at] === UNKNOWN ? type : s.types.union([this.found[at]!, type], FEW)
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
  if (kind === KINDS.classOf) {
    const made = types.kind[at] === KINDS.class || types.kind[at] === KINDS.classOf
      ? callResult(s, at, undefined, NONE)
      : UNKNOWN
    infer(s, types.argument(expected, 0), made, inference, depth + 1)
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
    if (standsForInterfaces(s, at)) {
      const method = callable(s, expected)
      if (method !== UNKNOWN) inferFunction(s, method, at, inference, depth)
      return
    }
    if (kind === KINDS.library && types.count(expected) === 1 && isIterable(s, expected)) {
      infer(s, types.argument(expected, 0), elementOf(s, at), inference, depth + 1)
      return
    }
  }
  if (kind === KINDS.shape || kind === KINDS.instance) inferMembers(s, expected, at, inference, depth)
}

/** Is a type a function that may stand for an interface which asks for one method? */
const standsForInterfaces = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.function && s.file(s.types.a[type]!).language.policy.functionalInterfaces === true

const isIterable = (s: Solver, type: Type): boolean =>
  s.library.types[s.types.a[type]!]!.members.has(s.program.names.id(SPECIAL.element))

export const widened = (s: Solver, type: Type): Type => {
  const f = s.program.files[s.types.b[type]!]!
  const { policy } = f.language
  const { builtins } = policy
  if (policy.keysAreNoMembers === undefined) return libraryType(s, f, builtins.string, EMPTY)
  // where keys are kept apart from members, texts are known in their quotes, numbers and truths without
  const text = s.program.names.text(s.types.a[type]!)
  const is = /^\d/.test(text) ? builtins.number : /^[A-Z]/.test(text) ? builtins.boolean : builtins.string
  return libraryType(s, f, is, EMPTY)
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
  return substitute(s, s.slot(SLOTS.result, g), free, types.arguments(type))
}

/** What a function type expects of its `i`-th argument, in terms of what stands around it. */
export const plainParameter = (s: Solver, type: Type, index: number): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function: {
      const g = types.a[type]!
      const free = freeOf(s, g)
      const at = wantsReceiver(s, type) ? index - 1 : index
      if (at < 0) return grounded(s, instanceOf(s, s.symbols.of[s.ownerOf(g)]!))
      return substitute(s, parameterOf(s, g, at), free, types.arguments(type))
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
    case KINDS.library:
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

/** Is the first argument of a function what it is called on, where no parameter of its own says so? */
const wantsReceiver = (s: Solver, type: Type): boolean =>
  s.types.b[type] === UNBOUND && s.file(s.types.a[type]!).language.policy.overloads !== undefined

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
