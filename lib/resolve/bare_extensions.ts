// Extensions that a bare name means: what they are called on is implied. Receivers are gone through from the innermost one
// outwards, and of each its members come before what it is extended by.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { EXPRESSION_FLAGS, OPS, PARAMETER_FLAGS, SCOPE_KINDS } from "../syntax/facts.ts"
import { extensionOf, isMissed } from "./extensions.ts"
import type { FileView } from "./file_view.ts"
import { type Found, give, take } from "./found.ts"
import { receiverOfLambda } from "./lambda_receivers.ts"
import { findMember } from "./members.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { instanceOf } from "./substitution.ts"
import { type Type, UNKNOWN } from "./types.ts"

/** The types of the receivers that are implied at a scope, the innermost first. */
function* impliedAt(s: Solver, f: FileView, scope: number): Generator<Type> {
  const { kind, parent, definition } = f.facts.scopes
  const { kind: kinds, parameters, parameterCount } = f.facts.definitions
  for (let at = scope; at !== NONE; at = parent[at]!) {
    const d = definition[at]!
    if (d === NONE) continue
    if (kind[at] === SCOPE_KINDS.type) yield instanceOf(s, s.symbols.of[f.definitionBase + d]!)
    if (kind[at] !== SCOPE_KINDS.function) continue
    const { flags, name } = f.facts.parameters
    // one that has a name is said by it
    const isImplied = parameterCount[d] !== 0 && (flags[parameters[d]!]! & PARAMETER_FLAGS.receiver) !== 0 &&
      name[parameters[d]!] === 0
    if (isImplied) yield s.slot(SLOTS.parameter, f.parameterBase + parameters[d]!)
    else if (kinds[d] === 0) yield receiverOfLambda(s, f, d)
  }
}

/**
 * The extensions that a name which is read or called bare means, as functions of the receiver that is implied; UNKNOWN
 * where it means something else.
 *
 * @param binding What the name is bound to, or NONE.
 */
export const bareExtension = (s: Solver, f: FileView, e: number, binding: number): Type => {
  if (f.language.policy.extensions !== true || s.extensions.named(f.name(f.exprName[e]!)).length === 0) return UNKNOWN
  if (binding !== NONE && f.facts.bindings.scope[binding - f.bindingBase] !== 0) return UNKNOWN
  const call = f.callOf(e)
  for (const receiver of impliedAt(s, f, f.exprScope[e]!)) {
    if (receiver === UNKNOWN) continue
    const found = take()
    findMember(s, receiver, f.memberName(e), found, 0)
    const isMember = !isMissed(s, f, found, call) &&
      !(call !== NONE && isValueAlone(s, found) && isForFunctions(f, call))
    give(found)
    if (isMember) return UNKNOWN
    const extension = extensionOf(s, f, e, receiver, call)
    if (extension !== UNKNOWN) return extension
  }
  return UNKNOWN
}

/** Are all that were found properties? */
const isValueAlone = (s: Solver, found: Found): boolean =>
  found.definitions.length > 0 && found.definitions.every((it) => s.kindOf(it) === NODE_KINDS.Property.code)

/** Is an argument given by its name, or behind the parentheses? A value that is called is hardly called so. */
const isForFunctions = (f: FileView, call: number): boolean => {
  for (let i = 1; i < f.operandCount[call]!; i++) {
    const argument = f.operand(call, i)
    if (argument === NONE) continue
    if (f.op[argument] === OPS.property || (f.exprFlags[argument]! & EXPRESSION_FLAGS.trailing) !== 0) return true
  }
  return false
}
