// What each slot is computed from: a variable from its declared type or its values, a result from its declared type or
// what is returned, a parameter from its declared type, its default, the place that the function stands in, or the
// arguments that calls give it.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_FLAGS, BINDING_KINDS, EXPRESSION_FLAGS, OPS, PARAMETER_FLAGS, RETURN_KINDS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { awaited } from "./expansion.ts"
import { libraryType } from "./library_types.ts"
import { expectedOf } from "./expectations.ts"
import type { FileView } from "./file_view.ts"
import { elementOf } from "./elements.ts"
import { valueOf } from "./definition_values.ts"
import { ofReceiverParameter } from "./receivers.ts"
import { plainParameter, widened } from "./inference.ts"
import type { Solver } from "./solver.ts"
import { EMPTY, SLOTS } from "./solver.ts"
import { selfOf } from "./substitution.ts"
import { FEW, KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

export const computeSlot = (s: Solver, space: number, row: number): Type => {
  switch (space) {
    case SLOTS.binding:
      return bindingSlot(s, row)
    case SLOTS.value:
      return valueSlot(s, row)
    case SLOTS.result:
      return resultSlot(s, row)
    case SLOTS.parameter:
      return parameterSlot(s, row)
    default:
      return fieldSlot(s, row)
  }
}

/** What a variable is worth when it is read: a known text is any text once it is kept in something that changes. */
const kept = (s: Solver, _f: FileView, type: Type): Type => s.types.kind[type] === KINDS.text ? widened(s, type) : type

const bindingSlot = (s: Solver, binding: number): Type => {
  const f = s.program.files[s.program.fileOfBinding[binding]!]!
  const row = binding - f.bindingBase
  const { type, value, flags, kind, target } = f.facts.bindings
  if (type[row] !== NONE) {
    const declared = typeOfType(s, f, type[row]!)
    if (declared !== UNKNOWN) {
      return f.language.policy.assignmentsAreFollowed === true ? orMade(s, f, binding, declared) : declared
    }
  }
  const first = kind[row] === BINDING_KINDS.parameter && value[row] === NONE
    ? s.slot(SLOTS.parameter, f.parameterBase + target[row]!)
    : value[row] === NONE
    ? NOTHING
    : s.typeOf(f, value[row]!)
  if ((flags[row]! & BINDING_FLAGS.constant) !== 0 || f.language.policy.variablesKeepTypes === true) return first
  return withAssignments(s, f, binding, first)
}

/** A declared type, and what a variable of that type is given where that is made here: it may be of a type below it. */
const orMade = (s: Solver, f: FileView, binding: number, declared: Type): Type => {
  const all: Array<Type> = [declared]
  const { value } = f.facts.assignments
  for (const row of s.writes.ofBinding(binding)) {
    const e = value[row]!
    if (e === NONE || f.op[e] !== OPS.call) continue
    const made = s.typeOf(f, e)
    if (s.types.kind[made] === KINDS.instance) all.push(made)
  }
  return all.length === 1 ? declared : s.types.declaredUnion(all)
}

const withAssignments = (s: Solver, f: FileView, binding: number, first: Type): Type => {
  const rows = s.writes.ofBinding(binding)
  const again = declaredAgain(s, f, binding)
  if (rows.length === 0 && again.length === 0) return kept(s, f, first)
  const all: Array<Type> = [kept(s, f, first), ...again]
  const { value } = f.facts.assignments
  for (const row of rows) if (value[row] !== NONE) all.push(kept(s, f, s.typeOf(f, value[row]!)))
  const union = s.types.union(all, FEW)
  return union === UNKNOWN ? first : union
}

/** Values of further declarations of the same variable. */
const declaredAgain = (s: Solver, f: FileView, binding: number): ReadonlyArray<Type> => {
  const { scope, name, kind, value, target } = f.facts.bindings
  const row = binding - f.bindingBase
  const first = s.program.bindingIn(f, scope[row]!, f.name(name[row]!))
  if (s.program.nextBinding(first) === NONE) return EMPTY
  const all: Array<Type> = []
  for (let b = first; b !== NONE; b = s.program.nextBinding(b)) {
    const at = b - f.bindingBase
    if (b === binding || (kind[at] !== BINDING_KINDS.local && kind[at] !== BINDING_KINDS.definition)) continue
    if (kind[at] === BINDING_KINDS.definition && !HOLDS_VALUE.has(f.facts.definitions.kind[target[at]!]!)) {
      // a function or class that stands beside the variable, in another branch
      const isFunction = f.facts.definitions.kind[target[at]!] === NODE_KINDS.Function.code
      if (isFunction || f.language.policy.oneSpace === true) all.push(valueOf(s, f.definitionBase + target[at]!))
      continue
    }
    const e = value[at] !== NONE || kind[at] === BINDING_KINDS.local
      ? value[at]!
      : f.facts.definitions.value[target[at]!]!
    if (e !== NONE) all.push(kept(s, f, s.typeOf(f, e)))
  }
  return all
}

/** Definitions that hold a value; the others are one. */
const HOLDS_VALUE: ReadonlySet<number> = new Set([
  NODE_KINDS.Variable.code,
  NODE_KINDS.Const.code,
  NODE_KINDS.Property.code,
])

const valueSlot = (s: Solver, definition: number): Type => {
  const f = s.file(definition)
  const d = definition - f.definitionBase
  const { type, value, kind, owner, name } = f.facts.definitions
  // what decorators made of a function or class
  if (!HOLDS_VALUE.has(kind[d]!)) return value[d] === NONE ? UNKNOWN : s.typeOf(f, value[d]!)
  if (type[d] !== NONE) {
    const declared = typeOfType(s, f, type[d]!)
    if (declared !== UNKNOWN) return declared
  }
  const first = value[d] === NONE ? UNKNOWN : s.typeOf(f, value[d]!)
  if (kind[d] === NODE_KINDS.Const.code || f.language.policy.variablesKeepTypes === true) return first
  if (kind[d] === NODE_KINDS.Variable.code) {
    const binding = bindingOf(s, f, d)
    return binding === NONE ? kept(s, f, first) : withAssignments(s, f, binding, first)
  }
  if (owner[d] !== NONE) {
    const isStatic = (f.facts.definitions.flags[d]! & NODE_FLAGS.static) !== 0
    const group = s.writes.ofSymbol(s.symbols.of[f.definitionBase + owner[d]!]!, isStatic, f.name(name[d]!))
    if (group !== NONE) return s.types.union([kept(s, f, first), s.slot(SLOTS.field, group)])
  }
  return kept(s, f, first)
}

/** The binding that a definition's name is looked up by, or NONE. */
export const bindingOf = (s: Solver, f: FileView, d: number): number => {
  const { scope, name } = f.facts.definitions
  for (let b = s.program.bindingIn(f, scope[d]!, f.name(name[d]!)); b !== NONE; b = s.program.nextBinding(b)) {
    if (s.program.definitionOf(b) === f.definitionBase + d) return b
  }
  return NONE
}

const resultSlot = (s: Solver, definition: number): Type => {
  const f = s.file(definition)
  const d = definition - f.definitionBase
  const { type, flags } = f.facts.definitions
  const { builtins } = f.language.policy
  if (type[d] !== NONE) {
    const declared = typeOfType(s, f, type[d]!)
    // what is only said to be waited for says as little as nothing
    const says = declared !== UNKNOWN && ((flags[d]! & NODE_FLAGS.async) === 0 || awaited(s, declared) !== UNKNOWN)
    if (says) {
      const waits = f.language.policy.asyncTypeIsAwaited === true &&
        (flags[d]! & (NODE_FLAGS.async | NODE_FLAGS.generator)) === NODE_FLAGS.async
      return waits ? libraryType(s, f, builtins.promise, [declared]) : declared
    }
  }
  const { rows, from, to } = f.returns(d)
  const given: Array<Type> = []
  const yielded: Array<Type> = []
  for (let i = from; i < to; i++) {
    const e = f.facts.returns.expression[rows[i]!]!
    if (e === NONE) continue
    const kind = f.facts.returns.kind[rows[i]!]!
    if (kind === RETURN_KINDS.return) given.push(kept(s, f, s.typeOf(f, e)))
    else yielded.push(kind === RETURN_KINDS.yield ? s.typeOf(f, e) : elementOf(s, s.typeOf(f, e)))
  }
  const asynchronous = (flags[d]! & NODE_FLAGS.async) !== 0
  if ((flags[d]! & NODE_FLAGS.generator) !== 0) {
    return libraryType(s, f, asynchronous ? builtins.asyncGenerator : builtins.generator, [s.types.union(yielded)])
  }
  const result = given.length === 0 ? NOTHING : s.types.union(given, FEW)
  if (!asynchronous) {
    if (result !== UNKNOWN || given.length > 0) return result
    return NOTHING
  }
  return libraryType(s, f, builtins.promise, [awaited(s, result)])
}

const parameterSlot = (s: Solver, parameter: number): Type => {
  const f = s.program.files[s.program.fileOfParameter[parameter]!]!
  const p = parameter - f.parameterBase
  const { type, value, flags } = f.facts.parameters
  if (type[p] !== NONE) {
    const declared = typeOfType(s, f, type[p]!)
    if (declared !== UNKNOWN) {
      return f.language.policy.restTypeIsOfEach === true ? gathered(s, f, p, declared) : declared
    }
  }
  const receiver = ofReceiverParameter(s, f, p)
  if (receiver?.is === "instance") return selfOf(s, receiver.symbol)
  if (receiver?.is === "static") return s.types.make(KINDS.class, receiver.symbol, 0, EMPTY)
  const all: Array<Type> = []
  const d = definitionOfParameter(f, p)
  const expected = d === NONE ? UNKNOWN : fromPlace(s, f, d, p)
  if (expected !== UNKNOWN) all.push(expected)
  if (value[p] !== NONE) {
    // a key that is a parameter's default is one of those that are given
    const fallback = s.typeOf(f, value[p]!)
    all.push(f.language.policy.keysAreNoMembers === undefined ? kept(s, f, fallback) : fallback)
  }
  if (expected === UNKNOWN) {
    s.soften()
    if (s.given[parameter] !== 0) all.push(s.given[parameter]!)
  }
  const union = s.types.union(all, FEW)
  if ((flags[p]! & (PARAMETER_FLAGS.rest | PARAMETER_FLAGS.keywords)) === 0) return union
  return expected === UNKNOWN ? gathered(s, f, p, union) : union
}

/** What a parameter holds that takes all the others, each of one type; any other parameter holds the type itself. */
const gathered = (s: Solver, f: FileView, p: number, type: Type): Type => {
  const { flags } = f.facts.parameters
  const { builtins, keysAreNoMembers } = f.language.policy
  if ((flags[p]! & PARAMETER_FLAGS.rest) !== 0) return libraryType(s, f, builtins.array, [type])
  if ((flags[p]! & PARAMETER_FLAGS.keywords) === 0) return type
  return libraryType(s, f, keysAreNoMembers ?? builtins.object, [libraryType(s, f, builtins.string, EMPTY), type])
}

/** The function that a parameter belongs to, or NONE. */
const definitionOfParameter = (f: FileView, p: number): number => f.ownerOfParameter(p)

/** 1 where the first parameter is what the function is called on. */
const receiverCount = (f: FileView, d: number): number =>
  (f.facts.parameters.flags[f.facts.definitions.parameters[d]!]! & PARAMETER_FLAGS.receiver) === 0 ? 0 : 1

/** A parameter's type from the place that its function stands in. */
const fromPlace = (s: Solver, f: FileView, d: number, p: number): Type => {
  const { parameters, kind, owner, flags, name } = f.facts.definitions
  const index = p - parameters[d]! - receiverCount(f, d)
  const isRest = (f.facts.parameters.flags[p]! & PARAMETER_FLAGS.rest) !== 0
  const made = f.expressionOf(d)
  if (made !== NONE) {
    // A function that is called where it is written takes the arguments.
    const parent = f.parent(made)
    if (parent !== NONE && f.op[parent] === OPS.call && f.operand(parent, 0) === made) {
      const argument = f.operand(parent, index + 1)
      return argument === NONE ? UNKNOWN : s.typeOf(f, argument)
    }
    const binding = declaredAs(s, f, d)
    const expected = binding !== UNKNOWN ? binding : expectedOf(s, f, made, 0)
    if (expected !== UNKNOWN) {
      const type = plainParameter(s, expected, index)
      return isRest && type !== UNKNOWN ? libraryType(s, f, f.language.policy.builtins.array, [type]) : type
    }
  }
  // The setter of a property that has a getter, a method that implements a declared one.
  if (kind[d] === NODE_KINDS.Method.code && owner[d] !== NONE && (flags[d]! & NODE_FLAGS.setter) !== 0) {
    const isStatic = (flags[d]! & NODE_FLAGS.static) !== 0
    const symbol = s.symbols.of[f.definitionBase + owner[d]!]!
    for (let m = s.symbols.member(symbol, isStatic, f.name(name[d]!)); m !== NONE; m = s.symbols.nextMember[m]!) {
      if ((s.flagsOf(m) & NODE_FLAGS.getter) !== 0) return s.slot(SLOTS.result, m)
    }
  }
  return UNKNOWN
}

/** The type that the variable of a function is declared with. */
const declaredAs = (s: Solver, f: FileView, d: number): Type => {
  const binding = bindingOf(s, f, d)
  if (binding === NONE) return UNKNOWN
  const type = f.facts.bindings.type[binding - f.bindingBase]!
  return type === NONE ? UNKNOWN : typeOfType(s, f, type)
}

/** The type that one of the places says the field to be of. */
const declaredField = (s: Solver, values: ReadonlyArray<number>): Type => {
  for (let i = 0; i < values.length; i += 2) {
    const f = s.program.files[values[i]!]!
    const e = values[i + 1]!
    if (f.op[e] !== OPS.cast || (f.facts.expressions.flags[e]! & EXPRESSION_FLAGS.declares) === 0) continue
    const type = typeOfType(s, f, f.operand(e, 1))
    if (type !== UNKNOWN) return type
  }
  return UNKNOWN
}

const fieldSlot = (s: Solver, group: number): Type => {
  if (s.writes.isOpen(group)) s.soften()
  const values = s.writes.values[group]!
  const declared = declaredField(s, values)
  if (declared !== UNKNOWN) return declared
  const all: Array<Type> = []
  for (let i = 0; i < values.length; i += 2) {
    const f = s.program.files[values[i]!]!
    all.push(kept(s, f, s.typeOf(f, values[i + 1]!)))
  }
  return s.types.union(all, FEW)
}
