// What only calls tell: arguments that functions are given, members that are written to objects found by their type,
// elements that are put into containers. A fixed number of rounds, each reading only what the one before it gave.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import { elementOf, preferred } from "./members.ts"
import { constructorOf } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { FEW, KINDS, type Type, UNKNOWN } from "./types.ts"

const ROUNDS = 2

export const settleRounds = (s: Solver): void => {
  for (let round = 0; round < ROUNDS; round++) {
    const given = new Uint32Array(s.given.length)
    for (const f of s.program.files) collectArguments(s, f, given)
    let changed = false
    for (let i = 0; i < given.length; i++) if (given[i] !== s.given[i]) changed = true
    const wrote = collectWrites(s)
    if (!changed && !wrote) return
    s.given.set(given)
    s.forget()
  }
}

/** Marks of parameters that calls may tell the type of: neither declared nor given by the place of their function. */
const collectArguments = (s: Solver, f: FileView, given: Uint32Array): void => {
  const { op } = f
  for (let e = 0; e < op.length; e++) {
    if ((op[e] !== OPS.call && op[e] !== OPS.new) || f.operandCount[e]! < 2) continue
    const callee = f.operand(e, 0)
    if (callee === NONE) continue
    const type = s.ask(() => s.typeOf(f, callee))
    for (const each of s.types.alternatives(type)) {
      const kind = s.types.kind[each]!
      if (kind === KINDS.function) give(s, preferred(s, s.types.a[each]!), f, e, given)
      else if (kind === KINDS.class && op[e] === OPS.new) {
        const constructor = constructorOf(s, s.types.a[each]!)
        if (constructor !== NONE) give(s, constructor, f, e, given)
      }
    }
  }
}

const give = (s: Solver, g: number, f: FileView, call: number, given: Uint32Array): void => {
  const at = s.file(g)
  const d = g - at.definitionBase
  if ((at.facts.definitions.flags[d]! & NODE_FLAGS.signature) !== 0) return
  const count = at.facts.definitions.parameterCount[d]!
  if (count === 0) return
  const first = at.facts.definitions.parameters[d]!
  const { type, flags } = at.facts.parameters
  const most = f.operandCount[call]! - 1
  for (let i = 0; i < most; i++) {
    const p = first + Math.min(i, count - 1)
    if (i >= count && (flags[p]! & PARAMETER_FLAGS.rest) === 0) break
    if (type[p] !== NONE) continue
    const argument = f.operand(call, i + 1)
    if (argument === NONE) continue
    const value = s.ask(() =>
      f.op[argument] === OPS.spread ? elementOf(s, s.typeOf(f, f.operand(argument, 0))) : s.typeOf(f, argument)
    )
    add(s, given, at.parameterBase + p, value)
  }
}

/** Adds an alternative; a set that has grown too large stays unknown. */
const add = (s: Solver, given: Uint32Array, parameter: number, type: Type): void => {
  if (type === UNKNOWN || s.types.open[type] === 1) return
  const before = given[parameter]!
  if (before === TOO_MANY) return
  if (before === UNKNOWN) given[parameter] = type
  else {
    const union = s.types.union([before, type], FEW)
    given[parameter] = union === UNKNOWN ? TOO_MANY : union
  }
}

const TOO_MANY = 0xfffffffe

const collectWrites = (_s: Solver): boolean => false
