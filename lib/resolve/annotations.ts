// Types as they are written: annotations, supertypes, aliases. An alias is only looked behind when its members are asked
// for, so a type that mentions itself ends.

import { NONE } from "../graph/columns.ts"
import { LITERALS, OPS } from "../syntax/facts.ts"
import { indexed } from "./elements.ts"
import type { FileView } from "./file_view.ts"
import { libraryType, literalType, primitiveType } from "./library_types.ts"
import { plainParameter } from "./inference.ts"
import { resultOf } from "./signatures.ts"
import { memberNamed, named, typeOfTypeEntity } from "./named_types.ts"
import { SPACES } from "./program.ts"
import { receiverAt } from "./receivers.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { freeOf, selfOf } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"
import { bareForm, valueAsType } from "./value_types.ts"

/** The type that a type expression means. */
export const typeOfType = (s: Solver, f: FileView, e: number): Type =>
  e === NONE ? UNKNOWN : s.expression(f, e, computeType, isValue(f, e))

/** Is an expression one that has a value, too, so that what it means as a type is something else? */
const isValue = (f: FileView, e: number): boolean =>
  f.language.policy.valuesAreTypes !== undefined && f.op[e]! < OPS.typeName

const computeType = (s: Solver, f: FileView, e: number): Type => {
  const { types } = s
  switch (f.op[e]) {
    case OPS.name:
    case OPS.member: {
      const rules = f.language.policy.valuesAreTypes
      const form = rules === undefined ? undefined : bareForm(s, f, e, rules)
      if (form !== undefined) return form
      return f.op[e] === OPS.name ? named(s, f, e) : memberNamed(s, f, e)
    }
    case OPS.typeName:
      return named(s, f, e)
    case OPS.typeMember:
      return memberNamed(s, f, e)
    case OPS.union: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
      return types.declaredUnion(all)
    }
    case OPS.intersection: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
      return types.intersection(all)
    }
    case OPS.typeArray:
      return libraryType(s, f, f.language.policy.builtins.array, [typeOfType(s, f, f.operand(e, 0))])
    case OPS.typeTuple: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
      return types.make(KINDS.tuple, s.languageOf(f), 0, all)
    }
    case OPS.typeFunction: {
      const g = f.definitionBase + f.exprRef[e]!
      return types.make(KINDS.function, g, 0, freeOf(s, g))
    }
    case OPS.typeObject: {
      const g = f.definitionBase + f.exprRef[e]!
      return types.make(KINDS.shape, g, 0, freeOf(s, g))
    }
    case OPS.typeLiteral:
      if (f.exprRef[e] === LITERALS.string) return types.make(KINDS.text, f.name(f.exprName[e]!), f.index, EMPTY)
      return literalType(s, f, f.exprRef[e]!)
    case OPS.typePrimitive:
      return primitiveType(s, f, f.facts.strings[f.exprName[e]!]!)
    case OPS.typeOf: {
      const value = f.operand(e, 0)
      return value === NONE ? UNKNOWN : s.typeOf(f, value)
    }
    case OPS.typeKeyOf:
      return types.make(KINDS.keys, 0, 0, [typeOfType(s, f, f.operand(e, 0))])
    case OPS.typeIndex:
      return indexed(s, typeOfType(s, f, f.operand(e, 0)), typeOfType(s, f, f.operand(e, 1)))
    case OPS.typeConditional:
      return conditional(s, f, e)
    case OPS.module:
      return typeOfTypeEntity(s, s.imports.loaded(f, e, SPACES.type), EMPTY)
    case OPS.typeParameterOf:
      return plainParameter(s, typeOfType(s, f, f.operand(e, 0)), f.exprRef[e]!)
    case OPS.typeResultOf:
      return resultOf(s, typeOfType(s, f, f.operand(e, 0)))
    case OPS.typePredicate:
      return libraryType(s, f, f.language.policy.builtins.boolean, EMPTY)
    case OPS.typeMapped:
      return mapped(s, f, e)
    case OPS.typeThis: {
      const receiver = receiverAt(s, f, f.exprScope[e]!)
      return receiver?.is === "instance" ? selfOf(s, receiver.symbol) : UNKNOWN
    }
    default: {
      const rules = f.language.policy.valuesAreTypes
      return rules === undefined ? UNKNOWN : valueAsType(s, f, e, rules)
    }
  }
}

/** One branch where the other adds nothing; both where they say different things. */
const conditional = (s: Solver, f: FileView, e: number): Type => {
  const whenTrue = typeOfType(s, f, f.operand(e, 2))
  const whenFalse = typeOfType(s, f, f.operand(e, 3))
  return s.types.union([whenTrue, whenFalse])
}

/**
 * `{ [K in keyof T]: T[K] }` has the members of T, and so has one that makes something of each `T[K]` by what it is; any
 * other is a dictionary.
 */
export const mapped = (s: Solver, f: FileView, e: number): Type => {
  const value = f.operand(e, 0)
  const each = value !== NONE && f.op[value] === OPS.typeConditional ? f.operand(value, 0) : value
  if (each !== NONE && f.op[each] === OPS.typeIndex) {
    const object = f.operand(each, 0)
    if (object !== NONE) return typeOfType(s, f, object)
  }
  return s.types.make(KINDS.mapped, 0, 0, [typeOfType(s, f, value)])
}
