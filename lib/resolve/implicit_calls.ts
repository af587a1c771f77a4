// Calls that syntax makes: of an operator, of an iterator, of what takes a value apart.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import type { Binder } from "./binder.ts"
import { callMember, calls, isFunction, isUntypedParameter, written } from "./calls.ts"
import { constructs } from "./making.ts"
import { provenance } from "./certainty.ts"
import type { FileView } from "./file_view.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { KINDS } from "./types.ts"

const { Class } = NODE_KINDS
const CALLS = EDGE_KINDS.CALLS.code

/** A call that nobody wrote a name for: what syntax runs, where the project says what that is. */
export const bindImplicit = (b: Binder, f: FileView, e: number): void => {
  const callee = f.operand(e, 0)
  if (callee === NONE) return b.end("external", 0, "")
  const name = f.facts.strings[f.exprName[callee]!]!
  if (f.op[callee] === OPS.member && f.language.policy.operatorsAreCalls === true) {
    callMember(b, f, callee)
    return b.end("resolved", REASONS.inferred.code, name)
  }
  if (f.op[callee] === OPS.member && f.operand(callee, 0) !== NONE) {
    const object = f.operand(callee, 0)
    const found = searchMember(b.s, b.s.typeOf(f, object), f.name(f.exprName[callee]!))
    const edge = isOfThisText(b.s, f, object) ? CALLS : EDGE_KINDS.DISPATCHES.code
    for (const each of found.definitions) {
      const definition = written(b.s, each, f, e)
      if (isFunction(b.s.kindOf(definition))) calls(b, edge, definition, "inferred")
      else if (b.s.kindOf(definition) === Class.code) constructs(b, definition, "namespace")
    }
  } else {
    for (const each of b.s.types.alternatives(b.s.typeOf(f, callee))) {
      if (b.s.types.kind[each] === KINDS.class) constructs(b, b.s.types.a[each]!, "value")
    }
  }
  b.end("resolved", REASONS.inferred.code, name)
}

/** Is an object surely of its type: made here, or handed over where no type is declared? Any other may be of a subtype. */
const isOfThisText = (s: Solver, f: FileView, object: number): boolean => {
  let at = object
  // what an iterator gives is as sure as what it was asked of
  while (f.op[at] === OPS.call && f.op[f.operand(at, 0)] === OPS.member && isImplicit(f, at)) {
    at = f.operand(f.operand(at, 0), 0)
  }
  if (provenance(s, f, at, 0) === "constructed") return true
  return f.language.policy.callsThroughParameters === true && isUntypedParameter(s, f, at)
}

/** Is a call one that syntax makes: has it no text of its own beside its receiver's? */
const isImplicit = (f: FileView, call: number): boolean => {
  const object = f.operand(f.operand(call, 0), 0)
  return object !== NONE && f.exprEnd[call] === f.exprEnd[object]
}
