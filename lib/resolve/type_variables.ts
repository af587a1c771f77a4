// Type parameters that are variables: made by a call, and those of whatever mentions them. A class has those that its
// bases list, a function those that its own annotations mention and its class does not.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { typeEntityOf } from "./type_entities.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** Such parameters are numbered from here, by the definition of the variable. */
export const VARIABLES = 0x20000000
const LIBRARY = 0x40000000

/** The type parameter that a definition makes, or UNKNOWN. */
export const typeVariable = (s: Solver, definition: number): Type => {
  const known = s.typeVariables.get(definition)
  if (known !== undefined) return known
  const type = isTypeVariable(s, definition) ? s.types.make(KINDS.parameter, VARIABLES + definition, 0, EMPTY) : UNKNOWN
  s.typeVariables.set(definition, type)
  return type
}

const isTypeVariable = (s: Solver, definition: number): boolean => {
  const kind = s.kindOf(definition)
  if (kind !== NODE_KINDS.Variable.code && kind !== NODE_KINDS.Const.code) return false
  const f = s.file(definition)
  const rules = f.language.policy.valuesAreTypes
  const value = f.facts.definitions.value[definition - f.definitionBase]!
  if (rules === undefined || value === NONE || f.op[value] !== OPS.call) return false
  return rules.variables.includes(lastName(f, f.operand(value, 0)))
}

const lastName = (f: FileView, e: number): string =>
  e !== NONE && (f.op[e] === OPS.name || f.op[e] === OPS.member) ? f.facts.strings[f.exprName[e]!]! : ""

/** What bounds such a parameter: its `bound`, or what it is limited to; UNKNOWN for any other. */
export const boundOfVariable = (s: Solver, parameter: number): Type => {
  if (parameter < VARIABLES || LIBRARY <= parameter) return UNKNOWN
  const definition = parameter - VARIABLES
  const f = s.file(definition)
  const call = f.facts.definitions.value[definition - f.definitionBase]!
  const limits: Array<Type> = []
  for (let i = 2; i < f.operandCount[call]!; i++) {
    const argument = f.operand(call, i)
    if (argument === NONE) continue
    if (f.op[argument] !== OPS.property) limits.push(typeOfType(s, f, argument))
    else if (f.facts.strings[f.exprName[argument]!] === "bound") return typeOfType(s, f, f.operand(argument, 0))
  }
  return s.types.declaredUnion(limits)
}

/** The type parameters of a class or function that are variables. */
export const typeVariablesOf = (s: Solver, definition: number): ReadonlyArray<Type> => {
  const f = s.file(definition)
  if (f.language.policy.valuesAreTypes === undefined) return EMPTY
  const kind = s.kindOf(definition)
  const all: Array<Type> = []
  if (kind === NODE_KINDS.Class.code) ofClass(s, f, definition, all)
  else if (
    kind === NODE_KINDS.Function.code || kind === NODE_KINDS.Method.code || kind === NODE_KINDS.Constructor.code
  ) ofFunction(s, f, definition, all)
  return all.length === 0 ? EMPTY : all
}

const ofClass = (s: Solver, f: FileView, definition: number, all: Array<Type>): void => {
  const { rows, from, to } = f.supertypes(definition - f.definitionBase)
  const rules = f.language.policy.valuesAreTypes!
  const bases: Array<number> = []
  for (let i = from; i < to; i++) {
    const e = f.facts.supertypes.expression[rows[i]!]!
    if (e !== NONE && f.op[e] === OPS.instantiate) bases.push(e)
  }
  // where a base lists the parameters, it says their order
  const listing = bases.filter((e) => rules.generic.includes(lastName(f, f.operand(e, 0))))
  for (const e of listing.length > 0 ? listing : bases) collect(s, f, e, all, 0)
}

const ofFunction = (s: Solver, f: FileView, definition: number, all: Array<Type>): void => {
  const d = definition - f.definitionBase
  const { parameters, parameterCount, type, owner } = f.facts.definitions
  for (let i = 0; i < parameterCount[d]!; i++) {
    const e = f.facts.parameters.type[parameters[d]! + i]!
    if (e !== NONE) collect(s, f, e, all, 0)
  }
  if (type[d] !== NONE) collect(s, f, type[d]!, all, 0)
  for (let o = owner[d]!; o !== NONE && all.length > 0; o = owner[o]!) {
    const outer = s.typeParametersOf(f.definitionBase + o)
    for (const each of outer) {
      const at = all.indexOf(each)
      if (at >= 0) all.splice(at, 1)
    }
  }
}

/** The variables that an annotation mentions, in order, each once. */
const collect = (s: Solver, f: FileView, e: number, all: Array<Type>, depth: number): void => {
  if (depth > 12) return
  switch (f.op[e]) {
    case OPS.name:
    case OPS.member: {
      const entity = typeEntityOf(s, f, e)
      if (entity === undefined || s.imports.entities.kind[entity] !== ENTITIES.definition) return
      const type = typeVariable(s, s.imports.entities.a[entity]!)
      if (type !== UNKNOWN && !all.includes(type)) all.push(type)
      return
    }
    case OPS.index:
    case OPS.either:
    case OPS.array:
    case OPS.instantiate:
      for (let i = 0; i < f.operandCount[e]!; i++) {
        const part = f.operand(e, i)
        if (part !== NONE) collect(s, f, part, all, depth + 1)
      }
  }
}
