// Functions of one name that stand side by side, in languages where each is a function of its own: those of a type and of
// its bases, those of a scope, the constructors of a class. As a value all of them are one term, out of which a call
// chooses (choice.ts).

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { PARAMETER_FLAGS } from "../syntax/facts.ts"
import { SPACES } from "./program.ts"
import type { Found } from "./found.ts"
import { isSame } from "./same_types.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { freeOf, functionOf, substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

const { Method, Function, Constructor } = NODE_KINDS

/** Does a call of such a definition choose between functions of its name? */
export const isChosen = (s: Solver, definition: number): boolean =>
  s.file(definition).language.policy.overloads !== undefined

/** One function, or the term of several. */
export const oneOf = (s: Solver, functions: ReadonlyArray<Type>): Type =>
  functions.length === 1 ? functions[0]! : s.types.make(KINDS.overloads, 0, 0, functions)

/** The functions that a term stands for. */
export const functionsIn = (s: Solver, type: Type): ReadonlyArray<Type> =>
  s.types.kind[type] === KINDS.overloads ? s.types.arguments(type) : [type]

/** Functions of one name, gathered from a type and then from its bases, nearest first. */
export class Gathered {
  readonly definitions: Array<number> = []
  readonly types: Array<Type> = []

  /** Adds a function of ours, unless one that is nearer takes the same parameters. */
  add(s: Solver, definition: number, type: Type): void {
    if (this.#isReplaced(s, type)) return
    this.definitions.push(definition)
    this.types.push(type)
  }

  /** Adds what the library has of the name. */
  addLibrary(s: Solver, type: Type): void {
    for (const each of functionsIn(s, type)) {
      if (s.types.kind[each] === KINDS.libraryFunction && !this.#isReplaced(s, each)) this.types.push(each)
    }
  }

  #isReplaced(s: Solver, type: Type): boolean {
    return this.types.some((it) =>
      s.types.kind[it] === KINDS.function && !isBeside(s, it, type) && replaces(s, it, type)
    )
  }

  /** Tells what was gathered. */
  giveTo(s: Solver, found: Found): void {
    for (const each of this.definitions) if (!found.definitions.includes(each)) found.definitions.push(each)
    found.types.push(oneOf(s, this.types))
  }
}

/** Are two functions of one type? Then none is there in place of the other. */
const isBeside = (s: Solver, one: Type, other: Type): boolean =>
  s.types.kind[other] === KINDS.function && s.symbols.of[s.ownerOf(s.types.a[one]!)] !== undefined &&
  s.ownerOf(s.types.a[one]!) !== NONE && s.ownerOf(s.types.a[other]!) !== NONE &&
  s.symbols.of[s.ownerOf(s.types.a[one]!)] === s.symbols.of[s.ownerOf(s.types.a[other]!)]

/** Does a function of ours take the place of another one: are their parameters the same, as far as they are known? */
export const replaces = (s: Solver, one: Type, other: Type): boolean => {
  const count = arity(s, one)
  if (count !== arity(s, other)) return false
  const { policy } = s.file(s.types.a[one]!).language
  const own = ownParameters(s, one)
  const others = ownParameters(s, other)
  const isCounted = policy.overloads?.typeArgumentsCount === true && s.types.kind[other] === KINDS.function
  if (isCounted && own.length !== others.length) return false
  for (let i = 0; i < count; i++) {
    const [is, expected] = [declaredParameter(s, one, i), declaredParameter(s, other, i)]
    if (!isSame(s, is, own.length === others.length ? substitute(s, expected, others, own) : expected, policy)) {
      return false
    }
  }
  return true
}

/** The type parameters of a function of ours itself, which are those of another one in their order. */
const ownParameters = (s: Solver, type: Type): ReadonlyArray<Type> =>
  s.types.kind[type] === KINDS.function ? s.typeParametersOf(s.types.a[type]!) : EMPTY

/** How many parameters a function declares. */
const arity = (s: Solver, type: Type): number => {
  if (s.types.kind[type] === KINDS.libraryFunction) return s.library.signatures[s.types.a[type]!]!.parameters.length
  const f = s.file(s.types.a[type]!)
  return f.facts.definitions.parameterCount[s.types.a[type]! - f.definitionBase]!
}

/** What a function declares of a parameter, seen from its receiver. */
const declaredParameter = (s: Solver, type: Type, index: number): Type => {
  if (s.types.kind[type] === KINDS.libraryFunction) {
    const { parameters, free } = s.library.signatures[s.types.a[type]!]!
    return substitute(s, parameters[index]!, free, s.types.arguments(type))
  }
  const g = s.types.a[type]!
  const f = s.file(g)
  const declared = s.slot(
    SLOTS.parameter,
    f.parameterBase + f.facts.definitions.parameters[g - f.definitionBase]! + index,
  )
  return substitute(s, declared, freeOf(s, g), s.types.arguments(type))
}

/**
 * All functions that a name stands for in the scope of one of them, as one term. Those that run on a receiver are none of
 * them: where one is implied, they were found by it.
 */
export const functionsBeside = (s: Solver, definition: number): Type => {
  const f = s.file(definition)
  const d = definition - f.definitionBase
  const { scope, name } = f.facts.definitions
  const all: Array<Type> = []
  const package_ = s.around.packages.ofScope(f, scope[d]!)
  if (package_ !== undefined) {
    for (
      const g of s.around.packages.definitions(
        s.around.packages.unitOf(f),
        f.index,
        package_,
        s.nameOf(definition),
        SPACES.call,
      )
    ) {
      if (s.kindOf(g) === Function.code) all.push(functionOf(s, g))
    }
    return withoutReceivers(s, all, definition)
  }
  for (let b = s.program.bindingIn(f, scope[d]!, f.name(name[d]!)); b !== NONE; b = s.program.nextBinding(b)) {
    const g = s.program.definitionOf(b)
    if (g !== NONE && s.kindOf(g) === Function.code && !isAccessor(s, g)) all.push(functionOf(s, g))
  }
  return withoutReceivers(s, all, definition)
}

const withoutReceivers = (s: Solver, all: ReadonlyArray<Type>, definition: number): Type => {
  const left = all.filter((it) => !wantsReceiver(s, s.types.a[it]!))
  if (left.length > 0) return oneOf(s, left)
  return all.length === 0 ? functionOf(s, definition) : oneOf(s, all)
}

/** Is a definition a function that runs on a receiver, which is no argument of it? */
export const wantsReceiver = (s: Solver, definition: number): boolean => {
  const f = s.file(definition)
  if (f.language.policy.extensions !== true) return false
  const { parameters, parameterCount } = f.facts.definitions
  const d = definition - f.definitionBase
  if (parameterCount[d] === 0) return false
  const { flags, name, type } = f.facts.parameters
  const first = parameters[d]!
  return (flags[first]! & PARAMETER_FLAGS.receiver) !== 0 && name[first] === 0 && type[first] !== NONE
}

/** The constructors that a class writes, as one term; UNKNOWN where it writes none. */
export const constructorsOf = (s: Solver, symbol: number): Type => {
  const f = s.file(symbol)
  const all: Array<Type> = []
  for (
    let m = s.symbols.member(symbol, false, s.program.names.id(f.language.policy.constructorName));
    m !== NONE;
    m = s.symbols.nextMember[m]!
  ) if (s.kindOf(m) === Constructor.code && (s.flagsOf(m) & NODE_FLAGS.static) === 0) all.push(functionOf(s, m))
  return all.length === 0 ? UNKNOWN : oneOf(s, all)
}

/** Is a definition a method that is called as one? */
export const isMethod = (s: Solver, definition: number): boolean =>
  s.kindOf(definition) === Method.code && !isAccessor(s, definition)

const isAccessor = (s: Solver, definition: number): boolean =>
  (s.flagsOf(definition) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0
