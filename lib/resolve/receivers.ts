// Who `this` is, as far as the text alone tells: the class around, the object literal around, the function that makes
// instances, or the object that a function is assigned to a member of.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, DEFINITION_FLAGS, OPS, PARAMETER_FLAGS, SCOPE_KINDS } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import { type FileView, HOLDERS } from "./file_view.ts"
import type { Imports } from "./imports.ts"
import { type Program, SPACES } from "./program.ts"
import type { Symbols } from "./symbols.ts"

export type Receiver =
  /** An instance of a class or of a constructing function. */
  | { readonly is: "instance"; readonly symbol: number }
  /** The class or function itself. */
  | { readonly is: "static"; readonly symbol: number }
  /** The value of an expression of the same file. */
  | { readonly is: "value"; readonly expression: number }
  /** A type without a name that has members. */
  | { readonly is: "shape"; readonly definition: number }
  /** What a parameter that is written for it says. */
  | { readonly is: "declared"; readonly type: number }

/** What the resolver's first questions need: all files, what merges, what imports mean. */
export interface Ground {
  readonly program: Program
  readonly symbols: Symbols
  readonly imports: Imports
}

const MEMBERS: ReadonlySet<number> = new Set([
  NODE_KINDS.Method.code,
  NODE_KINDS.Constructor.code,
  NODE_KINDS.Property.code,
])

/** The receiver in a scope, or undefined where there is none. */
export const receiverAt = (ground: Ground, f: FileView, scope: number): Receiver | undefined => {
  const { kind, parent, definition } = f.facts.scopes
  for (let at = scope; at !== NONE; at = parent[at]!) {
    const d = definition[at]!
    if (kind[at] === SCOPE_KINDS.type && d !== NONE) return ofType(ground, f, d, false)
    if (kind[at] !== SCOPE_KINDS.function || d === NONE) continue
    const { kind: kinds, flags } = f.facts.definitions
    if ((flags[d]! & DEFINITION_FLAGS.lexicalThis) !== 0) continue
    // The type of a function is no function: `this` in it is that of the type around.
    if (kinds[d] === 0 && (flags[d]! & NODE_FLAGS.signature) !== 0) continue
    return ofFunction(ground, f, d, 0)
  }
  return undefined
}

/** What a name stands for that is a method's parameter for its receiver, or undefined. */
export const receiverNamed = (ground: Ground, f: FileView, e: number): Receiver | undefined => {
  if (f.op[e] !== OPS.name) return undefined
  const binding = ground.program.bindingOf(f, e)
  if (binding === NONE) return undefined
  const { kind, target } = f.facts.bindings
  const row = binding - f.bindingBase
  return kind[row] === BINDING_KINDS.parameter ? ofReceiverParameter(ground, f, target[row]!) : undefined
}

/** What a method's parameter for its receiver stands for; undefined for any other parameter. */
export const ofReceiverParameter = (ground: Ground, f: FileView, parameter: number): Receiver | undefined => {
  const { flags, type } = f.facts.parameters
  if (parameter === NONE || (flags[parameter]! & PARAMETER_FLAGS.receiver) === 0 || type[parameter] !== NONE) {
    return undefined
  }
  const d = f.ownerOfParameter(parameter)
  return d === NONE ? undefined : ofFunction(ground, f, d, 0)
}

/** The type around a scope, whatever functions lie between; undefined outside of types. */
export const typeAround = (
  ground: Ground,
  f: FileView,
  scope: number,
): { readonly symbol: number; readonly isStatic: boolean } | undefined => {
  const { kind, parent, definition } = f.facts.scopes
  let outermost: number = NONE
  for (let at = scope; at !== NONE; at = parent[at]!) {
    const d = definition[at]!
    if (d === NONE) continue
    if (kind[at] === SCOPE_KINDS.function) outermost = d
    if (kind[at] !== SCOPE_KINDS.type) continue
    const isStatic = outermost !== NONE && (f.facts.definitions.flags[outermost]! & NODE_FLAGS.static) !== 0
    return { symbol: ground.symbols.of[f.definitionBase + d]!, isStatic }
  }
  return undefined
}

/** A type as the holder of a member: its instances, or itself for a static one. */
const ofType = (ground: Ground, f: FileView, d: number, isStatic: boolean): Receiver | undefined => {
  const made = f.expressionOf(d)
  if (made !== NONE && f.op[made] === OPS.object) return ofObject(ground, f, made)
  const { kind } = f.facts.definitions
  const symbol = ground.symbols.of[f.definitionBase + d]!
  if (kind[d] === 0 && (made === NONE || f.op[made] !== OPS.class)) {
    return { is: "shape", definition: f.definitionBase + d }
  }
  return { is: isStatic ? "static" : "instance", symbol }
}

const ofFunction = (ground: Ground, f: FileView, d: number, depth: number): Receiver | undefined => {
  const { kind, owner, flags, parameters, parameterCount } = f.facts.definitions
  if (parameterCount[d]! > 0) {
    const first = parameters[d]!
    if ((f.facts.parameters.flags[first]! & 8) !== 0 && f.facts.parameters.type[first] !== NONE) {
      return { is: "declared", type: f.facts.parameters.type[first]! }
    }
  }
  const o = owner[d]!
  if (MEMBERS.has(kind[d]!) && o !== NONE && depth < 8) {
    if (kind[o] === NODE_KINDS.Function.code || MEMBERS.has(kind[o]!)) return ofFunction(ground, f, o, depth + 1)
    return ofType(ground, f, o, (flags[d]! & NODE_FLAGS.static) !== 0)
  }
  const made = f.expressionOf(d)
  if (made !== NONE) {
    const target = assignedTo(f, made)
    const object = target === NONE ? NONE : f.operand(target, 0)
    if (object !== NONE) return itselfOrHeld(ground, f, object)
    const prototype = givenTo(ground, f, made)
    if (prototype !== undefined) return prototype
  }
  return { is: "instance", symbol: ground.symbols.of[f.definitionBase + d]! }
}

/** The object that a member is written to, as a receiver of the functions that become its members. */
const itselfOrHeld = (ground: Ground, f: FileView, object: number): Receiver | undefined => {
  const named = memberHolder(ground, f, object)
  if (named !== undefined) return named
  if (f.op[object] === OPS.this) return receiverAt(ground, f, f.exprScope[object]!)
  return { is: "value", expression: object }
}

/** The member that an expression is assigned to, by its name or by a key that is computed, or NONE. */
const assignedTo = (f: FileView, e: number): number => {
  let target: number = NONE
  if (f.parent(e) !== NONE && f.op[f.parent(e)] === OPS.assign) target = f.operand(f.parent(e), 0)
  else if (f.holderKind(e) === HOLDERS.assigned) target = f.facts.assignments.target[f.holderRow(e)]!
  return target !== NONE && (f.op[target] === OPS.member || f.op[target] === OPS.index) ? target : NONE
}

/** The instances whose prototype is given what a function of this file returns, for a function returned there. */
const givenTo = (ground: Ground, f: FileView, e: number): Receiver | undefined => {
  if (f.holderKind(e) !== HOLDERS.returned) return undefined
  const maker = f.facts.returns.definition[f.holderRow(e)]!
  const { target, value, rows } = f.facts.assignments
  for (let row = 0; row < rows; row++) {
    const call = value[row]!
    if (call === NONE || f.op[call] !== OPS.call) continue
    const to = target[row]!
    const callee = f.operand(call, 0)
    if (callee === NONE || f.op[callee] !== OPS.name || (f.op[to] !== OPS.member && f.op[to] !== OPS.index)) continue
    const binding = ground.program.bindingOf(f, callee)
    if (binding === NONE || ground.program.definitionOf(binding) !== f.definitionBase + maker) continue
    const object = f.operand(to, 0)
    const symbol = object === NONE ? undefined : prototypeOf(ground, f, object)
    if (symbol !== undefined) return { is: "instance", symbol }
  }
  return undefined
}

/** An object literal that becomes a prototype is seen as the instances; any other is itself. */
const ofObject = (ground: Ground, f: FileView, object: number): Receiver | undefined => {
  const target = assignedTo(f, object)
  const holder = target === NONE ? undefined : prototypeOf(ground, f, target)
  if (holder !== undefined) return { is: "instance", symbol: holder }
  const described = describedBy(f, object)
  if (described !== NONE) return itselfOrHeld(ground, f, described)
  const call = f.parent(object)
  if (call !== NONE && f.op[call] === OPS.call) {
    const first = f.operand(call, 1)
    const mixed = first === NONE || first === object ? undefined : memberHolder(ground, f, first)
    if (mixed !== undefined) return mixed
  }
  return { is: "value", expression: object }
}

/** The object that gets a member which an object literal describes, or NONE. */
const describedBy = (f: FileView, object: number): number => {
  const { describing } = f.language.policy
  if (describing === undefined) return NONE
  // `(object, key, description)`, or `(object, { key: description })`
  let argument = object
  const property = f.parent(object)
  const nested = property !== NONE && f.op[property] === OPS.property
  if (nested) argument = f.parent(property)
  const call = argument === NONE ? NONE : f.parent(argument)
  if (call === NONE || f.op[call] !== OPS.call || f.operand(call, nested ? 2 : 3) !== argument) return NONE
  const callee = f.operand(call, 0)
  if (callee === NONE || f.op[callee] !== OPS.member) return NONE
  return describing.has(f.facts.strings[f.exprName[callee]!]!) ? f.operand(call, 1) : NONE
}

/** The class or function whose `prototype` an expression is, or undefined. */
const prototypeOf = (ground: Ground, f: FileView, e: number): number | undefined => {
  if (f.op[e] !== OPS.member || f.facts.strings[f.exprName[e]!] !== f.language.policy.prototypeName) return undefined
  const object = f.operand(e, 0)
  return object === NONE ? undefined : typeNamed(ground, f, object)
}

/** Where a member lies that is written to this object: on a class, a function, or their instances. */
export const memberHolder = (ground: Ground, f: FileView, object: number): Receiver | undefined => {
  const instance = prototypeOf(ground, f, object)
  if (instance !== undefined) return { is: "instance", symbol: instance }
  const itself = typeNamed(ground, f, object)
  return itself === undefined ? undefined : { is: "static", symbol: itself }
}

/** The class or function that a name stands for, or undefined. */
const typeNamed = (ground: Ground, f: FileView, e: number): number | undefined => {
  if (f.op[e] !== OPS.name) return undefined
  const binding = ground.program.bindingOf(f, e)
  if (binding === NONE) return undefined
  const { entities } = ground.imports
  const entity = ground.imports.entityOf(binding, SPACES.value)
  if (entities.kind[entity] !== ENTITIES.definition) return undefined
  const symbol = entities.a[entity]!
  const at = ground.program.file(symbol)
  const kind = at.facts.definitions.kind[symbol - at.definitionBase]!
  return kind === NODE_KINDS.Class.code || kind === NODE_KINDS.Function.code ? symbol : undefined
}

/** The parameter for what a function is called on, where its type is all that is declared of it, or NONE. */
export const receiverParameter = (f: FileView, d: number): number => {
  const { parameters, parameterCount } = f.facts.definitions
  if (parameterCount[d] === 0) return NONE
  const { flags, name, type } = f.facts.parameters
  const first = parameters[d]!
  const isImplied = (flags[first]! & PARAMETER_FLAGS.receiver) !== 0 && name[first] === 0
  return isImplied && type[first] !== NONE ? first : NONE
}
