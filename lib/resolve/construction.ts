// Instances: which constructor a class has, and what `new` gives.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { ALL_ARGUMENTS } from "./arguments.ts"
import { basesOf, instances } from "./bases.ts"
import type { FileView } from "./file_view.ts"
import { infer } from "./inference.ts"
import { theChosen } from "./choice.ts"
import { constructorsOf, isChosen } from "./overload_sets.ts"
import { SPECIAL } from "./library.ts"
import { libraryType } from "./library_types.ts"
import { withFallbacks } from "./named_types.ts"
import { chooseOverload, preferImplementation } from "./overloads.ts"
import { argumentType, callResult, explicitOf, isFunction, parameterTaking } from "./signatures.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { Inference } from "./inference.ts"
import { substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** As `expectedArgument`, of a class whose instance is made. */
export const constructorArgument = (
  s: Solver,
  type: Type,
  index: number,
  f: FileView,
  call: number,
  most: number,
): Type => {
  const symbol = s.types.a[type]!
  const constructor = constructorTaken(s, symbol, f, call, most)
  if (constructor === NONE) return UNKNOWN
  const g = chooseOverload(s, constructor, f, call, most)
  const expected = parameterTaking(s, UNKNOWN, g, index, f, call)
  if (s.types.open[expected] === 0) return expected
  const own = s.typeParametersOf(s.ownerOf(constructor))
  const args = s.types.arguments(type)
  const explicit = args.length > 0 ? args : explicitOf(s, f, call)
  return substitute(
    s,
    expected,
    own,
    explicit.length > 0 ? explicit : inferClass(s, symbol, constructor, f, call, true, most),
  )
}

/** The written constructor of a class or of the nearest base with one, or NONE. */
export const constructorOf = (s: Solver, symbol: number): number => {
  const at = s.file(symbol)
  const name = s.program.names.id(at.language.policy.constructorName)
  const own = s.symbols.member(symbol, false, name)
  if (own !== NONE && s.kindOf(own) === NODE_KINDS.Constructor.code) return preferImplementation(s, own)
  // where constructors are chosen none is inherited
  if (isChosen(s, symbol)) return NONE
  for (const base of basesOf(s, symbol)) {
    if (s.types.kind[base] !== KINDS.instance) continue
    if (s.kindOf(s.types.a[base]!) === NODE_KINDS.Interface.code) continue
    const inherited = s.symbols.member(s.types.a[base]!, false, name)
    if (inherited !== NONE) return preferImplementation(s, inherited)
  }
  return NONE
}

/** The constructor that a call takes, as far as it decides; NONE where it does not, or there is none. */
const constructorTaken = (s: Solver, symbol: number, f: FileView, call: number, most: number): number => {
  if (!isChosen(s, symbol)) return constructorOf(s, symbol)
  const all = constructorsOf(s, symbol)
  const taken = all === UNKNOWN ? UNKNOWN : theChosen(s, all, f, call, most)
  return taken === UNKNOWN ? NONE : s.types.a[taken]!
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
      const constructor = constructorTaken(s, symbol, f, call, ALL_ARGUMENTS)
      const found = constructor === NONE
        ? withFallbacks(s, own, explicit)
        : inferClass(s, symbol, constructor, f, call, false, ALL_ARGUMENTS)
      return types.make(KINDS.instance, symbol, 0, own.map((_, i) => explicit[i] ?? found[i] ?? UNKNOWN))
    }
    case KINDS.libraryValue: {
      const value = s.library.values[types.a[type]!]!
      const member = value.members.get(s.program.names.id(SPECIAL.new))
      if (member === undefined) return libraryType(s, f, value.name, explicitOf(s, f, call))
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

const inferClass = (
  s: Solver,
  symbol: number,
  constructor: number,
  f: FileView,
  call: number,
  withoutFunctions: boolean,
  most: number,
): ReadonlyArray<Type> => {
  const own = s.typeParametersOf(s.symbols.of[s.ownerOf(constructor)]!)
  const inference = new Inference(own)
  const g = chooseOverload(s, constructor, f, call, most)
  const count = Math.min(most, f.operandCount[call]! - 1)
  for (let pass = 0; pass < (withoutFunctions ? 1 : 2); pass++) {
    for (let i = 0; i < count; i++) {
      const argument = f.operand(call, i + 1)
      if (argument === NONE || isFunction(f, argument) !== (pass === 1)) continue
      const expected = parameterTaking(s, UNKNOWN, g, i, f, call)
      if (s.types.open[expected] === 1) infer(s, expected, argumentType(s, f, argument), inference, 0)
    }
  }
  const fallbacks = withFallbacks(s, s.typeParametersOf(symbol), EMPTY)
  return inference.found.map((it, i) => it === UNKNOWN ? fallbacks[i] ?? UNKNOWN : it)
}
