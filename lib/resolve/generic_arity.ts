// Which functions a call may take by the type arguments that it names, where a language counts these: those that have so
// many type parameters, or, where it names none, those whose type parameters all stand in the types of their parameters.

import { NONE } from "../graph/columns.ts"
import { OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type } from "./types.ts"

/** @param named How many type arguments a call names. */
export const takesTypeArguments = (s: Solver, type: Type, named: number): boolean => {
  if (s.types.kind[type] === KINDS.libraryFunction) {
    const { own } = s.library.signatures[s.types.a[type]!]!
    return named === 0 || own.length === named
  }
  if (s.types.kind[type] !== KINDS.function) return true
  const f = s.file(s.types.a[type]!)
  const d = s.types.a[type]! - f.definitionBase
  const { typeParameters, typeParameterCount, parameters, parameterCount } = f.facts.definitions
  const count = typeParameterCount[d]!
  if (named !== 0 || count === 0) return count === named
  const { name } = f.facts.typeParameters
  const { type: types } = f.facts.parameters
  for (let i = typeParameters[d]!; i < typeParameters[d]! + count; i++) {
    let isMentioned = false
    for (let p = parameters[d]!; !isMentioned && p < parameters[d]! + parameterCount[d]!; p++) {
      isMentioned = types[p] !== NONE && mentions(f, types[p]!, name[i]!, 0)
    }
    if (!isMentioned) return false
  }
  return true
}

/** No type that people write nests deeper. */
const DEEPEST = 16

/** Does a type name a type parameter? One that is no plain type may. */
const mentions = (f: FileView, e: number, name: number, depth: number): boolean => {
  if (f.op[e] === OPS.typeFunction || f.op[e] === OPS.typeObject || DEEPEST < depth) return true
  if (f.op[e] === OPS.typeName && f.exprName[e] === name) return true
  for (let i = 0; i < f.operandCount[e]!; i++) {
    const part = f.operand(e, i)
    if (part !== NONE && mentions(f, part, name, depth + 1)) return true
  }
  return false
}
