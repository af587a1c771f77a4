// Values read as types, where a language writes types so: `Union[A, B]`, `A | B`, `type[A]`, an alias that is a variable.

import { NONE } from "../graph/columns.ts"
import { LITERALS, OPS } from "../syntax/facts.ts"
import type { TypeForm, ValuesAsTypes } from "../syntax/language.ts"
import { typeOfType } from "./annotations.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { libraryType } from "./library_types.ts"
import { named, typeOfTypeEntity } from "./named_types.ts"
import { typeEntityOf } from "./type_entities.ts"
import { typeAround } from "./receivers.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { selfOf } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** The type that a value means where it stands for one. */
export const valueAsType = (s: Solver, f: FileView, e: number, rules: ValuesAsTypes): Type => {
  switch (f.op[e]) {
    case OPS.index:
    case OPS.instantiate:
      return applied(s, f, e, rules)
    case OPS.either:
    case OPS.array:
      return s.types.declaredUnion(partsOf(s, f, e, 0))
    case OPS.literal:
      return f.exprRef[e] === LITERALS.null ? NOTHING : UNKNOWN
    case OPS.call:
      return renamed(s, f, e, rules)
    default:
      return UNKNOWN
  }
}

/** What a bare name of a form means; undefined for any other name. */
export const bareForm = (s: Solver, f: FileView, e: number, rules: ValuesAsTypes): Type | undefined => {
  switch (formOf(s, f, e, rules)) {
    case "receiver":
      return receiver(s, f, e)
    case "literal":
      return libraryType(s, f, f.language.policy.builtins.string, EMPTY)
    case undefined:
    case "tuple":
      return undefined
    default:
      return UNKNOWN
  }
}

const partsOf = (s: Solver, f: FileView, e: number, from: number): Array<Type> => {
  const all: Array<Type> = []
  for (let i = from; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
  return all
}

const formOf = (s: Solver, f: FileView, e: number, rules: ValuesAsTypes): TypeForm | undefined => {
  if (e === NONE || (f.op[e] !== OPS.name && f.op[e] !== OPS.member)) return undefined
  const entity = typeEntityOf(s, f, e)
  if (entity === undefined) {
    const text = f.facts.strings[f.exprName[e]!]!
    return f.op[e] === OPS.name && Object.hasOwn(rules.forms, text) && rules.packages.includes("")
      ? rules.forms[text]
      : undefined
  }
  const { entities } = s.imports
  if (entities.kind[entity] !== ENTITIES.external) return undefined
  const { names } = s.program
  const text = names.text(entities.b[entity]!)
  return Object.hasOwn(rules.forms, text) && rules.packages.includes(names.text(entities.a[entity]!))
    ? rules.forms[text]
    : undefined
}

/** What a function that declares such a result says of its first argument when it gives true, or UNKNOWN. */
export const guardedType = (s: Solver, f: FileView, declared: number): Type => {
  const rules = f.language.policy.valuesAreTypes
  if (rules === undefined || f.op[declared] !== OPS.index) return UNKNOWN
  return formOf(s, f, f.operand(declared, 0), rules) === "guard" ? typeOfType(s, f, f.operand(declared, 1)) : UNKNOWN
}

const applied = (s: Solver, f: FileView, e: number, rules: ValuesAsTypes): Type => {
  const { types } = s
  const head = f.operand(e, 0)
  if (head === NONE) return UNKNOWN
  switch (formOf(s, f, head, rules)) {
    case "first":
      return typeOfType(s, f, f.operand(e, 1))
    case "union":
      return types.declaredUnion(partsOf(s, f, e, 1))
    case "tuple": {
      const parts = partsOf(s, f, e, 1)
      // `tuple[T, ...]` is of any length
      if (f.operandCount[e] === 3 && f.operand(e, 2) === NONE) return libraryType(s, f, "tuple", [parts[0]!])
      return types.make(KINDS.tuple, s.languageOf(f), 0, parts)
    }
    case "class":
      // of one of several: one of their classes
      return types.declaredUnion(
        types.alternatives(typeOfType(s, f, f.operand(e, 1))).map((it) => types.make(KINDS.classOf, 0, 0, [it])),
      )
    case "function":
      return functionType(s, f, e)
    case "receiver":
      return receiver(s, f, head)
    case "literal":
      return literals(s, f, e)
    case "guard":
      return libraryType(s, f, f.language.policy.builtins.boolean, EMPTY)
  }
  const args = partsOf(s, f, e, 1)
  const entity = typeEntityOf(s, f, head)
  if (entity === undefined) return f.op[head] === OPS.name ? named(s, f, head, args) : UNKNOWN
  return typeOfTypeEntity(s, entity, args)
}

/** `Callable[[A, B], R]`; `Callable[..., R]` takes anything. */
const functionType = (s: Solver, f: FileView, e: number): Type => {
  const list = f.operand(e, 1)
  const result = typeOfType(s, f, f.operand(e, 2))
  const isList = list !== NONE && f.op[list] === OPS.array
  const parameters = isList ? partsOf(s, f, list, 0) : [UNKNOWN]
  return s.library.functionType(parameters, !isList, result)
}

const receiver = (s: Solver, f: FileView, e: number): Type => {
  const around = typeAround(s, f, f.exprScope[e]!)
  return around === undefined ? UNKNOWN : selfOf(s, around.symbol)
}

/** One of the values that are listed: texts are known one by one. */
const literals = (s: Solver, f: FileView, e: number): Type => {
  const all: Array<Type> = []
  for (let i = 1; i < f.operandCount[e]!; i++) {
    const part = f.operand(e, i)
    if (part !== NONE) all.push(s.typeOf(f, part))
  }
  return s.types.declaredUnion(all)
}

/** A function that gives a type another name. */
const renamed = (s: Solver, f: FileView, e: number, rules: ValuesAsTypes): Type => {
  const callee = f.operand(e, 0)
  if (callee === NONE || (f.op[callee] !== OPS.name && f.op[callee] !== OPS.member)) return UNKNOWN
  return rules.renamed.includes(f.facts.strings[f.exprName[callee]!]!) ? typeOfType(s, f, f.operand(e, 2)) : UNKNOWN
}
