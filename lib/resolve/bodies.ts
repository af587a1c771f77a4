// What a function that is written gives back, if it is handed what some place would hand to it. This is asked before it is
// known which place it goes to: nothing here asks what a call around the function takes, so that no question comes back to
// itself. Names from around the function are of their own types, its parameters of those of the place; arguments of calls
// in it are not looked at.

import { NONE } from "../graph/columns.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { instances } from "./bases.ts"
import { elementOf } from "./elements.ts"
import { awaited } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { plainParameter } from "./inference.ts"
import { memberType } from "./members.ts"
import { functionsIn } from "./overload_sets.ts"
import { callResult } from "./signatures.ts"
import { takesSoMany } from "./choice.ts"
import type { Solver } from "./solver.ts"
import { substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** A function that is written, and what is asked for where it stands. */
export interface Written {
  readonly file: FileView
  /** The expression that it is written as, and its definition in the file. */
  readonly expression: number
  readonly definition: number
  /** The function whose parameters it is handed. */
  readonly wanted: Type
}

/** Steps from a value to what it is made of that are gone. */
const DEEPEST = 12

/** The type of a value in a function that is written; NOTHING for a call that gives none, UNKNOWN where it can't be told. */
export const valueIn = (s: Solver, written: Written, e: number, depth = 0): Type => {
  const { file: f } = written
  if (e === NONE || DEEPEST < depth) return UNKNOWN
  const inner = (operand: number): Type => valueIn(s, written, f.operand(e, operand), depth + 1)
  switch (f.op[e]) {
    case OPS.name:
      return ofName(s, written, e, depth)
    case OPS.literal:
    case OPS.this:
    case OPS.super:
      return s.typeOf(f, e)
    case OPS.operation:
      return f.exprRef[e] === 0 ? UNKNOWN : s.typeOf(f, e)
    case OPS.member: {
      const object = f.operand(e, 0)
      if (object === NONE) return UNKNOWN
      if (isFromAround(s, written, object)) return s.typeOf(f, e)
      const of = inner(0)
      return of === UNKNOWN ? UNKNOWN : memberType(s, of, f.memberName(e))
    }
    case OPS.call:
      return resultIn(s, inner(0), f, e)
    case OPS.new: {
      const made = inner(0)
      return s.types.kind[made] === KINDS.class ? instances(s, made, f) : resultIn(s, made, f, e)
    }
    case OPS.instantiate: {
      const of = inner(0)
      if (s.types.kind[of] !== KINDS.class) return of
      const args: Array<Type> = []
      for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
      return s.types.make(KINDS.class, s.types.a[of]!, 0, args)
    }
    case OPS.await:
      return awaited(s, inner(0))
    case OPS.element:
      return elementOf(s, inner(0))
    case OPS.assign:
      return inner(1)
    case OPS.cast:
      return typeOfType(s, f, f.operand(e, 1))
    default:
      return UNKNOWN
  }
}

const ofName = (s: Solver, written: Written, e: number, depth: number): Type => {
  const { file: f, definition, wanted } = written
  const row = ownBinding(s, written, e)
  if (row === NONE) return s.typeOf(f, e)
  const { kind, type, value, target } = f.facts.bindings
  if (type[row] !== NONE) return typeOfType(s, f, type[row]!)
  if (kind[row] !== BINDING_KINDS.parameter) return valueIn(s, written, value[row]!, depth + 1)
  const { parameters, parameterCount } = f.facts.definitions
  const index = target[row]! - parameters[definition]!
  return 0 <= index && index < parameterCount[definition]! ? plainParameter(s, wanted, index) : UNKNOWN
}

/** The binding of a name where the function itself binds it, in the file's rows; else NONE. */
const ownBinding = (s: Solver, { file: f, expression }: Written, e: number): number => {
  const binding = s.program.bindingOf(f, e)
  if (binding === NONE || s.program.fileOfBinding[binding] !== f.index) return NONE
  const row = binding - f.bindingBase
  const around = f.exprScope[expression]!
  const { parent } = f.facts.scopes
  for (let at = f.exprScope[e]!; at !== NONE && at !== around; at = parent[at]!) {
    if (at === f.facts.bindings.scope[row]) return row
  }
  return NONE
}

/** Is a value one whose type has nothing to do with the function that it stands in? */
const isFromAround = (s: Solver, written: Written, e: number): boolean => {
  const { file: f } = written
  let at = e
  while (at !== NONE && f.op[at] === OPS.member) at = f.operand(at, 0)
  return at !== NONE &&
    (f.op[at] === OPS.this || f.op[at] === OPS.super ||
      (f.op[at] === OPS.name && ownBinding(s, written, at) === NONE))
}

/** What a call gives whatever its arguments are: what follows from them is not known. */
const resultIn = (s: Solver, callee: Type, f: FileView, call: number): Type => {
  if (callee === UNKNOWN) return UNKNOWN
  const count = f.operandCount[call]! - 1
  let common: Type | undefined
  for (const each of functionsIn(s, callee)) {
    if (!takesSoMany(s, each, f, call, count)) continue
    const result = withoutOwn(s, each, callResult(s, each, undefined, NONE))
    if (common !== undefined && common !== result) return UNKNOWN
    common = result
  }
  return common ?? UNKNOWN
}

/** A result without what only the arguments of a call tell of it. */
const withoutOwn = (s: Solver, callee: Type, result: Type): Type => {
  if (s.types.open[result] === 0) return result
  return substitute(s, result, ownParameters(s, callee), [])
}

/** The type parameters of a function itself. */
export const ownParameters = (s: Solver, type: Type): ReadonlyArray<Type> => {
  switch (s.types.kind[type]) {
    case KINDS.function:
      return s.typeParametersOf(s.types.a[type]!)
    case KINDS.libraryFunction:
      return s.library.signatures[s.types.a[type]!]!.own
    default:
      return []
  }
}
