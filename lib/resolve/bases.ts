// Supertypes: what a type inherits from, nearest first, and what the expression after `extends` is as a class and as its
// instances. A type that inherits from itself has no bases there.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { OPS, SUPERTYPE_RELATIONS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { typeOfEntity } from "./entity_types.ts"
import { expand, expandAliases } from "./expansion.ts"
import { Found } from "./found.ts"
import { SPECIAL } from "./library.ts"
import { libraryType } from "./library_types.ts"
import { findMember, writtenTo } from "./members.ts"
import { resultOf } from "./signatures.ts"
import { SPACES } from "./program.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { substitute } from "./substitution.ts"
import { typeEntityOf } from "./type_entities.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/**
 * All bases of a symbol, nearest first, in terms of its own type parameters; each once. Bases of bases follow their own.
 */
export const basesOf = (s: Solver, symbol: number): ReadonlyArray<Type> => {
  const known = s.linearisations.get(symbol)
  if (known !== undefined) return known
  const passing = s.softLinearisations.get(symbol)
  if (passing !== undefined) {
    s.soften()
    return passing
  }
  s.linearisations.set(symbol, EMPTY) // a class that extends itself has no bases there
  const before = s.apart()
  const direct = directBases(s, symbol)
  const all: Array<Type> = s.file(symbol).language.policy.linearisation === "c3" ? merged(s, direct) : []
  if (all.length === 0) { for (const each of direct) addBase(s, each, all, 0) }
  s.linearisations.delete(symbol)
  if (s.settled) (s.soft ? s.softLinearisations : s.linearisations).set(symbol, all)
  s.together(before)
  return all
}

/**
 * The order in which bases are searched that keeps the order of each base's own bases and that of the list itself; empty
 * where there is none.
 *
 * @see Barrett et al. 1996, "A monotonic superclass linearization for Dylan"
 */
const merged = (s: Solver, direct: ReadonlyArray<Type>): Array<Type> => {
  const { types } = s
  const lists: Array<Array<Type>> = direct.map((base) => {
    if (types.kind[base] !== KINDS.instance) return [base]
    const from = s.typeParametersOf(types.a[base]!)
    const args = types.arguments(base)
    return [base, ...basesOf(s, types.a[base]!).map((it) => substitute(s, it, from, args))]
  })
  lists.push([...direct])
  const same = (a: Type, b: Type) =>
    a === b || (types.kind[a] === KINDS.instance && types.kind[b] === KINDS.instance && types.a[a] === types.a[b])
  const all: Array<Type> = []
  for (;;) {
    const open = lists.filter((list) => list.length > 0)
    if (open.length === 0) return all
    const next = open.find(([head]) => !open.some((list) => list.some((it, i) => i > 0 && same(it, head!))))
    if (next === undefined) return []
    const head = next[0]!
    all.push(head)
    for (const list of open) if (same(list[0]!, head)) list.shift()
  }
}

const addBase = (s: Solver, type: Type, all: Array<Type>, depth: number): void => {
  if (all.includes(type) || all.length > 64) return
  all.push(type)
  const at = expandAliases(s, type)
  if (s.types.kind[at] === KINDS.intersection) {
    for (const part of s.types.arguments(at)) addBase(s, part, all, depth + 1)
    return
  }
  if (s.types.kind[at] !== KINDS.instance || depth > 32) return
  const of = s.types.a[at]!
  const from = s.typeParametersOf(of)
  for (const each of directBases(s, of)) addBase(s, substitute(s, each, from, s.types.arguments(at)), all, depth + 1)
}

/** The types that a symbol names as its supertypes, those it extends before those it implements. */
export const directBases = (s: Solver, symbol: number): ReadonlyArray<Type> => {
  const all: Array<Type> = []
  const later: Array<Type> = []
  for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
    const f = s.file(part)
    const { relation, expression } = f.facts.supertypes
    const { rows, from, to } = f.supertypes(part - f.definitionBase)
    const own = s.typeParametersOf(part)
    for (let i = from; i < to; i++) {
      const row = rows[i]!
      const e = expression[row]!
      if (e === NONE) continue
      let type = baseType(s, f, e)
      if (part !== symbol) type = substitute(s, type, own, s.typeParametersOf(symbol))
      if (relation[row] === SUPERTYPE_RELATIONS.implements) later.push(type)
      else all.push(type)
    }
  }
  // A constructing function inherits from what its prototype is made of.
  const f = s.file(symbol)
  if (f.language.policy.prototypeName !== "" && s.kindOf(symbol) === NODE_KINDS.Function.code) {
    const group = writtenTo(s, symbol, true, s.program.names.id(f.language.policy.prototypeName))
    if (group !== NONE) {
      for (const each of s.types.alternatives(s.slot(SLOTS.field, group))) {
        const kind = s.types.kind[each]!
        all.push(kind === KINDS.class || kind === KINDS.function ? instances(s, each, f) : each)
      }
    }
  }
  return all.length === 0 ? later : later.length === 0 ? all : [...all, ...later]
}

/**
 * The base through which alone a member says that it is called, in terms of its type's own parameters; undefined where it
 * names none.
 */
export const baseThrough = (s: Solver, f: ReturnType<Solver["file"]>, member: number): Type | undefined => {
  const { relation, expression } = f.facts.supertypes
  const { rows, from, to } = f.supertypes(member)
  for (let i = from; i < to; i++) {
    if (relation[rows[i]!] !== SUPERTYPE_RELATIONS.through) continue
    const part = s.ownerOf(f.definitionBase + member)
    const symbol = s.symbols.of[part]!
    const type = baseType(s, f, expression[rows[i]!]!)
    return part === symbol ? type : substitute(s, type, s.typeParametersOf(part), s.typeParametersOf(symbol))
  }
  return undefined
}

/** A supertype: written as a type, or as an expression that gives a class. */
const baseType = (s: Solver, f: ReturnType<Solver["file"]>, e: number): Type => {
  const op = f.op[e]!
  if (op === OPS.typeName || op === OPS.typeMember) return typeOfType(s, f, e)
  if (f.language.policy.valuesAreTypes !== undefined) {
    const type = expandAliases(s, typeOfType(s, f, e))
    const kind = s.types.kind[type]!
    if (kind === KINDS.instance || kind === KINDS.library) return type
  }
  if (op === OPS.instantiate) {
    const callee = f.operand(e, 0)
    const args: Array<Type> = []
    for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
    const made = callee === NONE ? UNKNOWN : baseType(s, f, callee)
    return s.types.kind[made] === KINDS.instance || s.types.kind[made] === KINDS.library
      ? s.types.make(s.types.kind[made]!, s.types.a[made]!, 0, args)
      : made
  }
  return instances(s, s.typeOf(f, e), f)
}

/** What `new` makes of the value of an expression. */
export const instances = (s: Solver, type: Type, f: ReturnType<Solver["file"]>): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.class: {
      const args = types.arguments(type)
      const own = s.typeParametersOf(types.a[type]!)
      return types.make(
        KINDS.instance,
        types.a[type]!,
        0,
        args.length === own.length ? args : own.map((_, i) => args[i] ?? UNKNOWN),
      )
    }
    case KINDS.function:
      return types.make(KINDS.instance, s.symbols.of[types.a[type]!]!, 0, EMPTY)
    case KINDS.intersection:
      return types.intersection(types.arguments(type).map((it) => instances(s, it, f)))
    case KINDS.union:
      return types.union(types.arguments(type).map((it) => instances(s, it, f)))
    case KINDS.external:
      return type
    case KINDS.libraryValue: {
      const { name, makes } = s.library.values[types.a[type]!]!
      if (makes === NONE) return libraryType(s, f, name, EMPTY)
      return types.make(KINDS.library, makes, 0, s.library.types[makes]!.parameters.map(() => UNKNOWN))
    }
    case KINDS.classOf:
      return types.argument(type, 0)
    case KINDS.alias:
    case KINDS.parameter: {
      const behind = expand(s, type)
      return behind === type ? UNKNOWN : instances(s, behind, f)
    }
    case KINDS.instance:
    case KINDS.shape: {
      const made = constructedBy(s, type)
      return made
    }
    default:
      return UNKNOWN
  }
}

/** What a type with a construct signature makes. */
const constructedBy = (s: Solver, type: Type): Type => {
  const found = new Found()
  findMember(s, type, s.program.names.id(SPECIAL.new), found, 4)
  for (const each of found.types) if (s.types.kind[each] === KINDS.function) return resultOf(s, each)
  return UNKNOWN
}

/** The class itself that a supertype names, for its static members. */
export const valueOfBase = (s: Solver, f: ReturnType<Solver["file"]>, e: number): Type => {
  const op = f.op[e]!
  if (op === OPS.instantiate) return f.operand(e, 0) === NONE ? UNKNOWN : valueOfBase(s, f, f.operand(e, 0))
  if (f.language.policy.packages !== undefined) {
    const entity = typeEntityOf(s, f, e)
    if (entity !== undefined) return typeOfEntity(s, entity)
  }
  if (op !== OPS.typeName) return s.typeOf(f, e)
  const binding = s.program.lookUp(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.value)
  return binding === NONE ? UNKNOWN : typeOfEntity(s, s.imports.entityOf(binding, SPACES.value))
}
