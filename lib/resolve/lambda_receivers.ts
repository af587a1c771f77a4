// Functions without a name that are run on a receiver: what is expected of them says so, and `this` and bare names inside
// mean that receiver's.

import { NONE } from "../graph/columns.ts"
import { PARAMETER_FLAGS, SCOPE_KINDS } from "../syntax/facts.ts"
import { mayTakeAtSight } from "./choice.ts"
import { expand } from "./expansion.ts"
import { expectedOf } from "./expectations.ts"
import type { FileView } from "./file_view.ts"
import { asFunction } from "./function_fits.ts"
import { findMember } from "./members.ts"
import { type Found, give, take } from "./found.ts"
import { functionsIn } from "./overload_sets.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { freeOf, selfOf, substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** What a function type is called on, where it is called on something; else UNKNOWN. */
const receiverOfType = (s: Solver, type: Type): Type => {
  const { types } = s
  const at = asFunction(s, expand(s, type))
  if (types.kind[at] === KINDS.libraryFunction) {
    const { receiver, free } = s.library.signatures[types.a[at]!]!
    return receiver === UNKNOWN ? UNKNOWN : substitute(s, receiver, free, types.arguments(at))
  }
  if (types.kind[at] !== KINDS.function) return UNKNOWN
  const g = types.a[at]!
  const f = s.file(g)
  const d = g - f.definitionBase
  const first = f.facts.definitions.parameters[d]!
  const has = f.facts.definitions.parameterCount[d] !== 0 &&
    (f.facts.parameters.flags[first]! & PARAMETER_FLAGS.receiver) !== 0
  return has
    ? substitute(s, s.slot(SLOTS.parameter, f.parameterBase + first), freeOf(s, g), types.arguments(at))
    : UNKNOWN
}

/** What a function without a name is called on, as its place says; UNKNOWN where that says nothing. */
export const receiverOfLambda = (s: Solver, f: FileView, definition: number): Type => {
  const made = f.expressionOf(definition)
  if (made === NONE) return UNKNOWN
  const expected = expectedOf(s, f, made, 0)
  return expected === UNKNOWN ? UNKNOWN : receiverOfType(s, expected)
}

/** The receivers of the functions without a name around a scope, innermost first, up to the function or type that has one. */
function* receiversAt(s: Solver, f: FileView, scope: number): Generator<Type> {
  const { kind, parent, definition } = f.facts.scopes
  for (let at = scope; at !== NONE; at = parent[at]!) {
    const d = definition[at]!
    if (kind[at] === SCOPE_KINDS.type) return
    if (kind[at] !== SCOPE_KINDS.function || d === NONE) continue
    if (f.facts.definitions.kind[d] !== 0) return
    const receiver = receiverOfLambda(s, f, d)
    if (receiver !== UNKNOWN) yield receiver
  }
}

/** The type of `this` where a function without a name is run on something, or UNKNOWN. */
export const lambdaThis = (s: Solver, f: FileView, scope: number): Type => {
  if (f.language.policy.lambdaReceivers !== true) return UNKNOWN
  for (const receiver of receiversAt(s, f, scope)) return receiver
  return UNKNOWN
}

/** What `this` means that names a type or function around: `this@name`; UNKNOWN where it is none of these. */
export const namedThis = (s: Solver, f: FileView, e: number): Type => {
  const name = f.exprName[e]!
  const { kind, parent, definition } = f.facts.scopes
  const { name: names, kind: kinds, parameters, parameterCount } = f.facts.definitions
  for (let at = f.exprScope[e]!; at !== NONE; at = parent[at]!) {
    const d = definition[at]!
    if (d === NONE) continue
    if (kind[at] === SCOPE_KINDS.type && names[d] === name) return selfOf(s, s.symbols.of[f.definitionBase + d]!)
    if (kind[at] !== SCOPE_KINDS.function) continue
    if (kinds[d] === 0) {
      if (calledName(f, d) === name) return receiverOfLambda(s, f, d)
    } else if (names[d] === name && parameterCount[d] !== 0) {
      const isReceiver = (f.facts.parameters.flags[parameters[d]!]! & PARAMETER_FLAGS.receiver) !== 0
      if (isReceiver) return s.slot(SLOTS.parameter, f.parameterBase + parameters[d]!)
    }
  }
  return UNKNOWN
}

/** The local string by which the function is called that a function without a name is handed to, or 0. */
const calledName = (f: FileView, definition: number): number => {
  const made = f.expressionOf(definition)
  const call = made === NONE ? NONE : f.parent(made)
  const callee = call === NONE ? NONE : f.operand(call, 0)
  return callee === NONE || callee === made ? 0 : f.exprName[callee]!
}

/**
 * The receiver of a function without a name around whose member a bare name is, or UNKNOWN. What a function around binds
 * comes first, what the file binds comes after.
 *
 * @param binding What the name is bound to, or NONE.
 */
export const receiverHolding = (s: Solver, f: FileView, e: number, binding: number): Type => {
  if (f.language.policy.lambdaReceivers !== true) return UNKNOWN
  if (binding !== NONE && isLocal(f, binding)) return UNKNOWN
  for (const receiver of receiversAt(s, f, f.exprScope[e]!)) {
    const found = take()
    findMember(s, receiver, f.memberName(e), found, 0)
    const has = found.definitions.length > 0 || found.types.some((it) => s.types.kind[it] !== KINDS.external)
    const takes = has && !leavesCall(s, f, e, found)
    give(found)
    if (takes) return receiver
  }
  return UNKNOWN
}

/** Can none of the functions that were found be called so, as far as that is seen at once? Others further out are meant. */
const leavesCall = (s: Solver, f: FileView, e: number, found: Found): boolean => {
  const call = f.callOf(e)
  return call !== NONE && found.types.length > 0 &&
    found.types.every((type) =>
      functionsIn(s, type).every((it) => s.types.kind[it] === KINDS.function && !mayTakeAtSight(s, it, f, call))
    )
}

const isLocal = (f: FileView, binding: number): boolean => {
  const { kind } = f.facts.scopes
  const scope = f.facts.bindings.scope[binding - f.bindingBase]!
  return kind[scope] === SCOPE_KINDS.function || kind[scope] === SCOPE_KINDS.block
}
