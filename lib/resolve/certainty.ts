// How sure the value or the type of an expression is: whether all it may be is known, and by which way its type came to be
// known. The reason of a binding, and with it its confidence, follows from that.

import { NONE } from "../graph/columns.ts"
import type { Reason } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import { searchMember } from "./searches.ts"
import { receiverNamed } from "./receivers.ts"
import type { Solver } from "./solver.ts"
import { KINDS, UNKNOWN } from "./types.ts"

/** What decides which value an expression has. */
export const DECIDED = {
  /** Who calls: the value comes through a parameter. */
  caller: 0,
  /** A key or an element that is not known. */
  choice: 1,
  /** The text itself: all that it may be is known. */
  text: 2,
} as const

/** Is the value of an expression known in all its alternatives? */
export const isCertain = (s: Solver, f: FileView, e: number): boolean => decidedBy(s, f, e, 0, []) === DECIDED.text

/** What decides the value of an expression, the least sure of all that it is made of. */
export const decidedBy = (
  s: Solver,
  f: FileView,
  e: number,
  depth = 0,
  seen: ReadonlyArray<number> = [],
): number => {
  if (e === NONE || depth > 12) return DECIDED.caller
  switch (f.op[e]) {
    case OPS.parameter:
      return DECIDED.caller
    case OPS.either: {
      let least: number = DECIDED.text
      for (let i = 0; i < f.operandCount[e]!; i++) {
        const part = f.operand(e, i)
        if (s.typeOf(f, part) === UNKNOWN) return DECIDED.caller
        least = Math.min(least, decidedBy(s, f, part, depth + 1, seen))
      }
      return least
    }
    case OPS.name: {
      const binding = s.program.bindingOf(f, e)
      if (binding === NONE) return DECIDED.text
      const row = binding - f.bindingBase
      const { kind, value } = f.facts.bindings
      const here = f.valueAt(row, f.exprStart[e]!, f.exprScope[e]!)
      if (here !== NONE && !seen.includes(binding)) return decidedBy(s, f, here, depth + 1, [...seen, binding])
      if (kind[row] === BINDING_KINDS.parameter) return ofParameter(s, f, row, depth, seen)
      if (seen.includes(binding)) return DECIDED.text
      const later = [...seen, binding]
      let least: number = DECIDED.text
      // Where assignments are followed, several values are left where branches decide.
      if (
        f.language.policy.assignmentsAreFollowed === true && s.writes.ofBinding(binding).length > 0 &&
        s.types.kind[s.typeOf(f, e)] === KINDS.union
      ) least = DECIDED.choice
      for (const assigned of s.writes.ofBinding(binding)) {
        least = Math.min(least, decidedBy(s, f, f.facts.assignments.value[assigned]!, depth + 1, later))
      }
      if (kind[row] !== BINDING_KINDS.local || value[row] === NONE) return least
      return Math.min(least, decidedBy(s, f, value[row]!, depth + 1, later))
    }
    case OPS.index: {
      const object = decidedBy(s, f, f.operand(e, 0), depth + 1, seen)
      return f.exprName[e] === 0 ? Math.min(object, DECIDED.choice) : object
    }
    case OPS.element:
      return Math.min(DECIDED.choice, decidedBy(s, f, f.operand(e, 0), depth + 1, seen))
    case OPS.member: {
      const receiver = receiverNamed(s, f, f.operand(e, 0))
      if (receiver?.is === "instance") return ofField(s, f, e, receiver.symbol, depth, seen)
      return decidedBy(s, f, f.operand(e, 0), depth + 1, seen)
    }
    case OPS.await:
    case OPS.cast:
    case OPS.instantiate:
      return decidedBy(s, f, f.operand(e, 0), depth + 1, seen)
    default:
      return DECIDED.text
  }
}

/** Who decides a parameter: of a function that a container is asked to call with what is in it, the container. */
const ofParameter = (s: Solver, f: FileView, row: number, depth: number, seen: ReadonlyArray<number>): number => {
  const d = f.ownerOfParameter(f.facts.bindings.target[row]!)
  const made = d === NONE ? NONE : f.expressionOf(d)
  const call = made === NONE ? NONE : f.parent(made)
  const callee = call !== NONE && f.op[call] === OPS.call ? f.operand(call, 0) : NONE
  if (callee === NONE || callee === made || f.op[callee] !== OPS.member || f.operand(callee, 0) === NONE) {
    return DECIDED.caller
  }
  if (s.types.kind[s.typeOf(f, callee)] !== KINDS.libraryFunction) return DECIDED.caller
  return Math.min(DECIDED.choice, decidedBy(s, f, f.operand(callee, 0), depth + 1, seen))
}

/** What decides a field of the receiver: whatever is written to it, the least sure of all. */
const ofField = (
  s: Solver,
  f: FileView,
  e: number,
  symbol: number,
  depth: number,
  seen: ReadonlyArray<number>,
): number => {
  const group = s.writes.ofSymbol(symbol, false, f.name(f.exprName[e]!))
  if (group === NONE) return DECIDED.caller
  let least: number = DECIDED.text
  const values = s.writes.values[group]!
  for (let i = 0; i < values.length; i += 2) {
    const at = s.program.files[values[i]!]!
    const value = values[i + 1]!
    // a method of the receiver is what it is
    const isMethod = at.op[value] === OPS.member && receiverNamed(s, at, at.operand(value, 0)) !== undefined &&
      s.types.kind[s.typeOf(at, value)] === KINDS.function
    if (!isMethod) least = Math.min(least, decidedBy(s, at, value, depth + 1, seen))
  }
  return least
}

/** How the type of an expression came to be known. */
export const LAST = 4

export const provenance = (s: Solver, f: FileView, e: number, depth: number): Reason => {
  if (e === NONE || depth > LAST) return "inferred"
  switch (f.op[e]) {
    case OPS.new:
      return "constructed"
    case OPS.cast:
      return "declared"
    case OPS.object:
    case OPS.function:
    case OPS.class:
      return "local"
    case OPS.name: {
      const binding = s.program.bindingOf(f, e)
      if (binding === NONE) return "inferred"
      const at = s.program.files[s.program.fileOfBinding[binding]!]!
      const row = binding - at.bindingBase
      const { type, value, kind, target } = at.facts.bindings
      if (type[row] !== NONE) return "declared"
      if (kind[row] === BINDING_KINDS.parameter) {
        return at.facts.parameters.type[target[row]!] === NONE ? "inferred" : "declared"
      }
      if (kind[row] === BINDING_KINDS.import) return "import"
      return value[row] === NONE ? "inferred" : provenance(s, at, value[row]!, depth + 1)
    }
    case OPS.await:
    case OPS.call:
    case OPS.member: {
      const inner = f.operand(e, 0)
      if (inner !== NONE && f.op[e] === OPS.await) return provenance(s, f, inner, depth + 1)
      if (f.op[e] === OPS.call && inner !== NONE && s.types.kind[s.typeOf(f, inner)] === KINDS.class) {
        return "constructed"
      }
      return declaredMember(s, f, e, depth) ? "declared" : "inferred"
    }
    default:
      return "inferred"
  }
}

/** Does a member or the result of a call have a declared type? */
const declaredMember = (s: Solver, f: FileView, e: number, depth: number): boolean => {
  if (depth > 2) return false
  const at = f.op[e] === OPS.call ? f.operand(e, 0) : e
  if (at === NONE) return false
  if (f.op[at] === OPS.member) {
    const object = f.operand(at, 0)
    if (object === NONE) return false
    const found = searchMember(s, s.typeOf(f, object), f.name(f.exprName[at]!))
    return found.definitions.length > 0 && found.definitions.every((it) => hasType(s, it))
  }
  const type = s.typeOf(f, at)
  return s.types.kind[type] === KINDS.function && hasType(s, s.types.a[type]!)
}

const hasType = (s: Solver, definition: number): boolean => {
  const f = s.file(definition)
  return f.facts.definitions.type[definition - f.definitionBase] !== NONE
}
