// Instances that are made: which constructor runs, that of a class or of what stands above it.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_KINDS, type Reason, REASONS } from "../graph/kinds.ts"
import { REFERENCE_ROLES } from "../syntax/facts.ts"
import { valueOfBase } from "./bases.ts"
import type { Binder } from "./binder.ts"
import { callConstructor, type Choice } from "./chosen_calls.ts"
import { constructorOf } from "./construction.ts"
import { superclasses } from "./expressions.ts"
import type { FileView } from "./file_view.ts"
import { constructorsOf, isChosen } from "./overload_sets.ts"
import { receiverAt } from "./receivers.ts"
import { KINDS, UNKNOWN } from "./types.ts"

const CALLS = EDGE_KINDS.CALLS.code

/** `super(…)`: the constructor of what stands above, which the call takes. */
export const superCall = (b: Binder, f: FileView, callee: number): void => {
  const s = b.s
  const receiver = receiverAt(s, f, f.exprScope[callee]!)
  if (receiver?.is !== "instance") return b.end("unknown", CAUSES.unknownReceiver.code, "super")
  let any = false
  for (const { file, expression } of superclasses(s, receiver.symbol)) {
    const type = valueOfBase(s, file, expression)
    for (const each of s.types.alternatives(type)) {
      if (s.types.kind[each] === KINDS.external) return b.external(s.types.a[each]!, s.types.b[each]!)
      if (s.types.kind[each] === KINDS.libraryValue) {
        return b.external(0, s.program.names.id(s.library.values[s.types.a[each]!]!.name))
      }
      if (s.types.kind[each] !== KINDS.class && s.types.kind[each] !== KINDS.function) continue
      const symbol = s.types.a[each]!
      if (isChosen(s, symbol) && s.kindOf(symbol) === NODE_KINDS.Interface.code) continue
      any = true
      if (isChosen(s, symbol) && constructorsOf(s, symbol) !== UNKNOWN) {
        const choice = callConstructor(b, f, symbol, b.expression, "this")
        if (choice === "ambiguous") return b.end("ambiguous", CAUSES.ambiguous.code, "super")
        if (choice === "none") return endsWithout(b, symbol)
        continue
      }
      const constructor = s.types.kind[each] === KINDS.class ? constructorOf(s, symbol) : symbol
      b.edge(CALLS, constructor === NONE ? symbol : constructor, "this")
    }
  }
  b.end(any ? "resolved" : "unknown", any ? REASONS.this.code : CAUSES.unknownReceiver.code, "super")
}

/** Ends a reference that makes an instance of a class. */
export const makes = (b: Binder, symbol: number, reason: Reason, name: string): void => {
  const choice = constructs(b, symbol, reason)
  if (choice === "ambiguous") b.end("ambiguous", CAUSES.ambiguous.code, name)
  else if (choice === "none") endsWithout(b, symbol)
  else b.end("resolved", REASONS[reason].code, name)
}

/** Ends a call that no constructor of a class can take as far as they are known: any of them may be meant. */
export const endsWithout = (b: Binder, symbol: number): void =>
  b.end("unknown", CAUSES.unknownMember.code, b.s.program.names.text(b.s.nameOf(symbol)))

/** Draws that an instance of a class is made, and the call of its written constructor. */
export const constructs = (b: Binder, symbol: number, reason: Reason, edge: number = CALLS): Choice => {
  if (b.role === REFERENCE_ROLES.call && b.s.file(symbol).language.policy.callsConvert === true) {
    b.edge(EDGE_KINDS.USES.code, symbol, reason)
    return "taken"
  }
  if (edge === CALLS) b.edge(EDGE_KINDS.INSTANTIATES.code, symbol, reason)
  if (edge === CALLS && isChosen(b.s, symbol)) {
    return callConstructor(b, b.file, symbol, b.expression, reason)
  }
  const constructor = constructorOf(b.s, symbol)
  if (constructor !== NONE) b.edge(edge, constructor, reason)
  else if (edge !== CALLS) b.edge(edge, symbol, reason)
  return "taken"
}

/** A call of a class that is declared to be one or any below it: whose instance is made is left open. */
export const constructsBelow = (b: Binder, symbol: number): void => {
  const constructor = constructorOf(b.s, symbol)
  if (constructor !== NONE) b.edge(CALLS, constructor, "declared")
  else b.edge(EDGE_KINDS.DISPATCHES.code, symbol, "declared")
}
