// Functions that are called on something as if they were its members: their first parameter is what they are called on, and
// their name is seen where they are imported or stand in a package around. Members come before them, and the nearest that
// fit come before those further out.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, DEFINITION_FLAGS, IMPORT_FLAGS, PARAMETER_FLAGS, SCOPE_KINDS } from "../syntax/facts.ts"
import { basesOf } from "./bases.ts"
import { MOST_COMPARED } from "./best_fit.ts"
import { mayTake, MOST, takesSoMany } from "./choice.ts"
import { type Conversions, FITS, fits } from "./conversions.ts"
import type { FileView } from "./file_view.ts"
import type { Found } from "./found.ts"
import { expandAliases } from "./expansion.ts"
import { infer, Inference } from "./inference.ts"
import { plainName } from "./names.ts"
import { functionsIn, oneOf } from "./overload_sets.ts"
import type { Program } from "./program.ts"
import { callable } from "./signatures.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { freeOf, substitute } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

const { Function, Method, Namespace } = NODE_KINDS

/** Where an extension comes from, the nearest first. */
const LEVELS = { around: 0, imported: 1, package: 2, star: 3, everywhere: 4, none: 5 } as const

export class Extensions {
  readonly #byName = new Map<number, Array<number>>()
  /** Files that declare some. */
  readonly sharing = new Set<number>()

  /** O(definitions of the files whose language has them). */
  constructor(program: Program) {
    for (const f of program.inTurn()) if (f.language.policy.extensions === true) this.#read(f)
  }

  #read(f: FileView): void {
    const { name } = f.facts.definitions
    for (const d of declaredIn(f)) {
      this.sharing.add(f.index)
      const id = f.name(name[d]!)
      const known = this.#byName.get(id)
      if (known === undefined) this.#byName.set(id, [f.definitionBase + d])
      else known.push(f.definitionBase + d)
    }
  }

  /** Those of a name, in the order of files. */
  named(name: number): ReadonlyArray<number> {
    return this.#byName.get(plainName(name)) ?? EMPTY
  }
}

/** Does a file declare functions that are called like members of what stands elsewhere? */
export const declaresExtensions = (f: FileView): boolean => !declaredIn(f).next().done

function* declaredIn(f: FileView): Generator<number, void, undefined> {
  const { kind, parameters, parameterCount, rows } = f.facts.definitions
  const { flags, type } = f.facts.parameters
  for (let d = 0; d < rows; d++) {
    if ((kind[d] !== Function.code && kind[d] !== Method.code) || parameterCount[d] === 0) continue
    const first = parameters[d]!
    if ((flags[first]! & PARAMETER_FLAGS.receiver) !== 0 && type[first] !== NONE) yield d
  }
}

/** Who asks for an extension, and of what. */
interface Asked {
  readonly f: FileView
  readonly scope: number
  readonly receiver: Type
  /** Is the accessor of a property asked for, or a function? */
  readonly isProperty: boolean
  /** The call that asks for the function, or NONE. */
  readonly call: number
}

/**
 * The extensions of a name that a receiver has where an access stands, as functions seen from it; UNKNOWN for none.
 *
 * @param e The access.
 * @param call The call that it is the callee of, or NONE.
 */
export const extensionOf = (s: Solver, f: FileView, e: number, receiver: Type, call: number): Type => {
  if (f.language.policy.extensions !== true || receiver === UNKNOWN || receiver === NOTHING) return UNKNOWN
  const asked = { f, scope: f.exprScope[e]!, receiver, isProperty: !f.meansFunction(e), call }
  const name = f.name(f.exprName[e]!)
  for (const { written, module } of namesOf(s, f, name)) {
    const found = inOrder(s, written, module, asked)
    if (found !== UNKNOWN) return found
  }
  return UNKNOWN
}

/**
 * Has a receiver no member that an access may mean, so that an extension is asked for?
 *
 * @param call The call that asks, or NONE.
 */
export const isMissed = (s: Solver, f: FileView, found: Found, call: number): boolean => {
  if (f.language.policy.extensions !== true || found.unknown) return false
  if (found.definitions.length === 0 && found.types.every((it) => s.types.kind[it] === KINDS.external)) return true
  if (call === NONE) return false
  const count = f.operandCount[call]! - 1
  // members that cannot be called so leave the call to others
  return found.types.every((type) =>
    isPlain(s, type) ||
    functionsIn(s, type).every((it) =>
      s.types.kind[it] === KINDS.function
        ? !takesSoMany(s, it, f, call, count)
        : saysWhatItTakes(s, it) && !mayTake(s, it, f, call)
    )
  )
}

/** Does a function of the library say of which types its parameters are, so that arguments may tell that it is not meant? */
const saysWhatItTakes = (s: Solver, type: Type): boolean => {
  if (s.types.kind[type] !== KINDS.libraryFunction) return false
  const { parameters } = s.library.signatures[s.types.a[type]!]!
  return parameters.length > 0 && parameters.every((it) => s.types.kind[it] === KINDS.library)
}

/** Is what a member gives a value of the library that nobody can call? */
const isPlain = (s: Solver, type: Type): boolean => {
  const at = expandAliases(s, type)
  return s.types.kind[at] === KINDS.library && callable(s, at) === UNKNOWN
}

/** A name as it is written where it is declared, and the package that alone is meant; undefined for any. */
interface Wanted {
  readonly written: number
  readonly module: string | undefined
}

/** What a name may be called where it is declared: an import may give it another name. */
const namesOf = (s: Solver, f: FileView, name: number): ReadonlyArray<Wanted> => {
  const all: Array<Wanted> = []
  const { kind, target } = f.facts.bindings
  const { name: names, module } = f.facts.imports
  for (let b = s.program.bindingIn(f, 0, name); b !== NONE; b = s.program.nextBinding(b)) {
    const row = b - f.bindingBase
    if (kind[row] !== BINDING_KINDS.import) continue
    const written = f.name(names[target[row]!]!)
    if (written !== name) all.push({ written, module: f.facts.strings[module[target[row]!]!]! })
  }
  all.push({ written: name, module: undefined })
  return all
}

const inOrder = (s: Solver, name: number, module: string | undefined, asked: Asked): Type => {
  const levels: Array<Array<number>> = []
  for (const g of s.extensions.named(name)) {
    const isProperty = (s.flagsOf(g) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0
    if (isProperty !== asked.isProperty || (s.flagsOf(g) & NODE_FLAGS.setter) !== 0) continue
    const level = module === undefined
      ? levelOf(s, g, asked)
      : packageOf(s, g) === module
      ? LEVELS.imported
      : LEVELS.none
    if (level === LEVELS.none) continue
    ;(levels[level] ??= []).push(g)
  }
  for (const level of levels) {
    if (level === undefined) continue
    const { f, call } = asked
    const fit: Array<Fitting> = []
    for (const g of level) {
      const it = seenFromReceiver(s, g, asked)
      if (it === undefined) continue
      if (call !== NONE && !takesSoMany(s, it.type, f, call, f.operandCount[call]! - 1)) continue
      fit.push(it)
      // which of so many it is nobody says, and what is further out is not meant for that
      if (MOST < fit.length) return UNKNOWN
    }
    if (fit.length > 0) return oneOf(s, narrowest(s, surest(fit), f))
  }
  return UNKNOWN
}

/** Of extensions that take the same arguments those that are called on the narrowest types. */
const narrowest = (s: Solver, all: ReadonlyArray<Type>, f: FileView): ReadonlyArray<Type> => {
  if (all.length === 1 || MOST_COMPARED < all.length) return all
  const by = conversionsOf(s, f)
  const parameter = (type: Type, index: number): Type => {
    const g = s.types.a[type]!
    const at = s.file(g)
    const { parameters, parameterCount } = at.facts.definitions
    const d = g - at.definitionBase
    return index < parameterCount[d]! ? s.slot(SLOTS.parameter, at.parameterBase + parameters[d]! + index) : UNKNOWN
  }
  const isNarrower = (one: Type, other: Type): boolean => {
    const [mine, its] = [parameter(one, 0), parameter(other, 0)]
    if (fits(s, mine, its, by) !== FITS.asItIs || fits(s, its, mine, by) === FITS.asItIs) return false
    for (let i = 1;; i++) {
      const [a, b] = [parameter(one, i), parameter(other, i)]
      if (a === UNKNOWN || b === UNKNOWN) return a === b
      if (fits(s, a, b, by) !== FITS.asItIs || fits(s, b, a, by) !== FITS.asItIs) return false
    }
  }
  return all.filter((it) => !all.some((other) => other !== it && isNarrower(other, it)))
}

/** An extension as a function of a receiver, which surely or perhaps is what it is called on. */
interface Fitting {
  readonly type: Type
  readonly isSure: boolean
}

/** Those that the receiver surely has; where there are none, those that it may have. */
const surest = (all: ReadonlyArray<Fitting>): ReadonlyArray<Type> => {
  const sure = all.filter((it) => it.isSure)
  return (sure.length > 0 ? sure : all).map((it) => it.type)
}

const conversionsOf = (s: Solver, f: FileView): Conversions => ({
  language: s.languageOf(f),
  rules: f.language.policy.overloads ?? NO_CONVERSIONS,
})

/** The package that an extension is a name of, or that of the type which holds it; undefined for none. */
const packageOf = (s: Solver, g: number): string | undefined => {
  const f = s.file(g)
  let d = g - f.definitionBase
  const { kind, owner, scope } = f.facts.definitions
  while (owner[d] !== NONE && kind[owner[d]!] !== Namespace.code) d = owner[d]!
  return s.around.packages.ofScope(f, scope[d]!)?.text
}

const levelOf = (s: Solver, g: number, { f, scope }: Asked): number => {
  const at = s.file(g)
  const d = g - at.definitionBase
  const { owner, scope: scopes } = at.facts.definitions
  const holder = owner[d] === NONE ? NONE : s.symbols.of[at.definitionBase + owner[d]!]!
  if (at === f && holder === NONE && isAround(f, scope, scopes[d]!)) {
    return scopes[d] === 0 ? LEVELS.package : LEVELS.around
  }
  if (holder !== NONE) {
    if (isMemberAround(s, f, scope, holder)) return LEVELS.around
    // one that wants an instance of its holder is seen inside of that alone
    if ((s.flagsOf(g) & NODE_FLAGS.static) === 0 && !isSingle(s, holder)) return LEVELS.none
  }
  const text = packageOf(s, g)
  if (text === undefined || !s.around.packages.sees(f, g)) return LEVELS.none
  return importedAt(s, f, scope, text, holder, s.nameOf(g))
}

const isSingle = (s: Solver, holder: number): boolean => (s.flagsOf(holder) & DEFINITION_FLAGS.singleton) !== 0

const isAround = (f: FileView, scope: number, outer: number): boolean => {
  const { parent } = f.facts.scopes
  for (let at = scope; at !== NONE; at = parent[at]!) if (at === outer) return true
  return false
}

/** Is a type one of those around a place, or a base of one? */
const isMemberAround = (s: Solver, f: FileView, scope: number, holder: number): boolean => {
  const { kind, parent, definition } = f.facts.scopes
  for (let at = scope; at !== NONE; at = parent[at]!) {
    if (kind[at] !== SCOPE_KINDS.type || definition[at] === NONE) continue
    const symbol = s.symbols.of[f.definitionBase + definition[at]!]!
    if (symbol === holder) return true
    if (basesOf(s, symbol).some((it) => s.types.kind[it] === KINDS.instance && s.types.a[it] === holder)) return true
  }
  return false
}

/** By which way a name of a package is seen at a place. */
const importedAt = (s: Solver, f: FileView, scope: number, text: string, holder: number, name: number): number => {
  const { module, name: names, flags, rows } = f.facts.imports
  const { strings } = f.facts
  const held = holder === NONE ? text : text === "" ? nameText(s, holder) : `${text}.${nameText(s, holder)}`
  let level: number = LEVELS.none
  for (let row = 0; row < rows; row++) {
    const inside = s.around.relative(f, row)
    const from = inside === undefined ? strings[module[row]!]! : s.program.names.text(s.imports.entities.a[inside]!)
    if ((flags[row]! & IMPORT_FLAGS.star) !== 0) {
      if (from === text || from === held) level = Math.min(level, LEVELS.star)
    } else if (from === held && f.name(names[row]!) === name) return LEVELS.imported
  }
  const { parent } = f.facts.scopes
  for (let at = scope; at !== NONE; at = parent[at]!) {
    if (s.around.packages.ofScope(f, at)?.text === text) return Math.min(level, LEVELS.package)
  }
  if (level !== LEVELS.none) return level
  return s.around.isEverywhere(f, text) ? LEVELS.everywhere : LEVELS.none
}

const nameText = (s: Solver, definition: number): string => s.program.names.text(s.nameOf(definition))

/** An extension as a function of a receiver, with what that tells of its type parameters; undefined where it does not fit. */
const seenFromReceiver = (s: Solver, g: number, { f, receiver }: Asked): Fitting | undefined => {
  const at = s.file(g)
  const first = at.facts.definitions.parameters[g - at.definitionBase]!
  const wanted = s.slot(SLOTS.parameter, at.parameterBase + first)
  if (wanted === UNKNOWN) return undefined
  const fit = fits(s, receiver, wanted, conversionsOf(s, f))
  if (fit === FITS.not || (fit === FITS.unknown && !isFromOutside(s, receiver))) return undefined
  const isSure = fit === FITS.asItIs
  const free = freeOf(s, g)
  const own = s.typeParametersOf(g)
  if (own.length === 0) return { type: s.types.make(KINDS.function, g, 0, free), isSure }
  const found = new Inference(own)
  infer(s, wanted, receiver, found, 0)
  const told: Array<Type> = []
  for (const each of found.found) {
    if (each === UNKNOWN) break
    told.push(each)
  }
  return { type: s.types.make(KINDS.function, g, 0, [...free, ...told]), isSure }
}

const NO_CONVERSIONS = { widening: {}, boxing: {} } as const

/** Is a receiver of a type from outside, of which only the name is known? */
const isFromOutside = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.external && s.types.count(type) === 0

/** What an extension property gives. */
export const extensionValue = (s: Solver, type: Type): Type => {
  if (s.types.kind[type] !== KINDS.function) return UNKNOWN
  const g = s.types.a[type]!
  const args = s.types.arguments(type)
  const free = freeOf(s, g)
  return substitute(s, s.slot(SLOTS.result, g), [...free, ...s.typeParametersOf(g)], args)
}
