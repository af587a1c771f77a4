// What a place expects of the value in it: an argument of its function's parameter, a property of the object's type, a
// returned value of the declared result. A function written there takes its parameters' types from it.

import { NONE } from "../graph/columns.ts"
import { OPS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { awaited } from "./expansion.ts"
import { type FileView, HOLDERS } from "./file_view.ts"
import { elementOf } from "./elements.ts"
import { memberType } from "./members.ts"
import { ALL_ARGUMENTS, parameterFor } from "./arguments.ts"
import { expectedArgument, resultOf } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/**
 * The type that is expected where an expression stands, or UNKNOWN.
 *
 * @param ahead Is it the expression itself that asks, to find its own type? Then of the calls around it only the arguments
 *   before it are asked, so that no question comes back to itself.
 */
export const expectedOf = (s: Solver, f: FileView, e: number, depth: number, ahead = false): Type =>
  depth === 0 && !ahead
    ? s.expectations.of(s, f.expressionBase + e, 0, () => ofPlace(s, f, e, 0, false))
    : ofPlace(s, f, e, depth, ahead)

const ofPlace = (s: Solver, f: FileView, e: number, depth: number, ahead: boolean): Type => {
  if (depth > 8) return UNKNOWN
  const parent = f.parent(e)
  if (parent === NONE) return ofHolder(s, f, e, depth, ahead)
  switch (f.op[parent]) {
    case OPS.call:
    case OPS.new:
    case OPS.tagged:
      return ofArgument(s, f, parent, e, ahead)
    case OPS.property: {
      const object = f.parent(parent)
      if (object === NONE || f.exprName[parent] === 0) return UNKNOWN
      if (f.op[object] === OPS.call) return ofArgument(s, f, object, parent, ahead)
      const expected = expectedOf(s, f, object, depth + 1, ahead)
      return expected === UNKNOWN ? UNKNOWN : memberType(s, expected, f.name(f.exprName[parent]!))
    }
    case OPS.array: {
      const expected = expectedOf(s, f, parent, depth + 1, ahead)
      return expected === UNKNOWN ? UNKNOWN : elementOf(s, expected)
    }
    case OPS.either:
      return expectedOf(s, f, parent, depth + 1, ahead)
    case OPS.await:
      return expectedOf(s, f, parent, depth + 1, ahead)
    case OPS.assign:
      return position(f, parent, e) === 1 ? s.typeOf(f, f.operand(parent, 0)) : UNKNOWN
    case OPS.cast:
      return position(f, parent, e) === 0 ? typeOfType(s, f, f.operand(parent, 1)) : UNKNOWN
    default:
      return UNKNOWN
  }
}

const ofArgument = (s: Solver, f: FileView, call: number, argument: number, ahead: boolean): Type => {
  const index = position(f, call, argument) - 1
  const callee = f.operand(call, 0)
  if (index < 0 || callee === NONE) return UNKNOWN
  return expectedArgument(s, s.typeOf(f, callee), index, f, call, ahead ? index : ALL_ARGUMENTS)
}

const position = (f: FileView, parent: number, e: number): number => {
  const start = f.operandStart[parent]!
  for (let i = 0; i < f.operandCount[parent]!; i++) if (f.operands[start + i] === e) return i
  return -1
}

const ofHolder = (s: Solver, f: FileView, e: number, depth: number, ahead: boolean): Type => {
  const row = f.holderRow(e)
  const { facts } = f
  switch (f.holderKind(e)) {
    case HOLDERS.definition: {
      const type = facts.definitions.type[row]!
      return type === NONE ? UNKNOWN : typeOfType(s, f, type)
    }
    case HOLDERS.binding: {
      const type = facts.bindings.type[row]!
      return type === NONE ? UNKNOWN : typeOfType(s, f, type)
    }
    case HOLDERS.returned: {
      const d = facts.returns.definition[row]!
      const declared = facts.definitions.type[d]!
      const asynchronous = (facts.definitions.flags[d]! & 4) !== 0
      if (declared !== NONE) {
        const type = typeOfType(s, f, declared)
        return asynchronous ? awaited(s, type) : type
      }
      const made = f.expressionOf(d)
      if (made === NONE) return UNKNOWN
      const expected = expectedOf(s, f, made, depth + 1, ahead)
      if (expected === UNKNOWN) return UNKNOWN
      const result = expectedResult(s, expected)
      return asynchronous ? awaited(s, result) : result
    }
    case HOLDERS.assigned: {
      const target = facts.assignments.target[row]!
      return f.op[target] === OPS.member || f.op[target] === OPS.name ? declaredTarget(s, f, target) : UNKNOWN
    }
    case HOLDERS.parameter: {
      const type = facts.parameters.type[row]!
      return type === NONE ? UNKNOWN : typeOfType(s, f, type)
    }
    default:
      return UNKNOWN
  }
}

/**
 * Does a written type say what is expected where an expression stands? Elsewhere its place is of the type of whatever
 * lies there, and of several values none stands for another.
 */
export const isDeclaredPlace = (s: Solver, f: FileView, e: number, depth = 0): boolean => {
  let at = e
  for (let parent = f.parent(at); parent !== NONE; at = parent, parent = f.parent(at)) {
    switch (f.op[parent]) {
      case OPS.cast:
        return true
      case OPS.call:
      case OPS.new:
      case OPS.tagged: {
        const index = position(f, parent, at) - 1
        const callee = f.operand(parent, 0)
        return 0 <= index && callee !== NONE && isDeclaredArgument(s, f, parent, callee, index)
      }
      case OPS.property:
      case OPS.object:
      case OPS.array:
      case OPS.either:
      case OPS.await:
        break
      default:
        return false
    }
  }
  const row = f.holderRow(at)
  const { definitions, bindings, parameters, returns } = f.facts
  switch (f.holderKind(at)) {
    case HOLDERS.definition:
      return definitions.type[row] !== NONE
    case HOLDERS.binding:
      return bindings.type[row] !== NONE
    case HOLDERS.parameter:
      return parameters.type[row] !== NONE
    case HOLDERS.returned: {
      const d = returns.definition[row]!
      if (definitions.type[d] !== NONE) return true
      const made = f.expressionOf(d)
      return made !== NONE && depth < 8 && isDeclaredPlace(s, f, made, depth + 1)
    }
    default:
      return false
  }
}

/** Is an argument taken by a parameter with a written type, or by what no function of ours declares? */
const isDeclaredArgument = (s: Solver, f: FileView, call: number, callee: number, index: number): boolean => {
  for (const each of s.types.alternatives(s.typeOf(f, callee))) {
    if (s.types.kind[each] !== KINDS.function) continue
    const g = s.types.a[each]!
    const parameter = parameterFor(s, g, f, call, index, s.types.b[each]!)
    if (parameter === NONE || s.file(g).facts.parameters.type[parameter] === NONE) return false
  }
  return true
}

/** What the target of an assignment is; the value itself tells nothing of what is expected of it. */
const declaredTarget = (s: Solver, f: FileView, target: number): Type => {
  if (f.op[target] === OPS.name) {
    const binding = s.program.bindingOf(f, target)
    if (binding === NONE) return UNKNOWN
    const at = s.program.files[s.program.fileOfBinding[binding]!]!
    const { type, value } = at.facts.bindings
    const row = binding - at.bindingBase
    if (type[row] !== NONE) return typeOfType(s, at, type[row]!)
    // a variable is of the type that it starts with
    return value[row] === NONE ? UNKNOWN : s.typeOf(at, value[row]!)
  }
  const object = f.operand(target, 0)
  return object === NONE ? UNKNOWN : memberType(s, s.typeOf(f, object), f.name(f.exprName[target]!))
}

const expectedResult = (s: Solver, type: Type): Type =>
  s.types.union(s.types.alternatives(type).map((it) => resultOf(s, it)))
