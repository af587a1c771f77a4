// Functions that are referred to by their names, `object::name`, where a function of some parameters is expected: of
// several of the name the one that can be called so.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_FLAGS, NODE_KINDS, type Reason, REASONS } from "../graph/kinds.ts"
import { EXPRESSION_FLAGS, OPS } from "../syntax/facts.ts"
import { UNBOUND } from "./arguments.ts"
import type { Binder } from "./binder.ts"
import { chosenFor, parametersOf } from "./choice.ts"
import { endsAlike } from "./chosen_calls.ts"
import { asFunction } from "./function_fits.ts"
import { expand } from "./expansion.ts"
import { expectedOf } from "./expectations.ts"
import { extensionOf } from "./extensions.ts"
import type { FileView } from "./file_view.ts"
import { impliedReceiver } from "./implied.ts"
import { plainParameter } from "./inference.ts"
import { endsWithout } from "./making.ts"
import { memberType } from "./members.ts"
import { constructorsOf, functionsIn, isMethod, oneOf } from "./overload_sets.ts"
import { SPACES } from "./program.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { instanceOf } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** Does an expression refer to a function by its name, without calling it? */
export const isReference = (f: FileView, e: number): boolean =>
  (f.exprFlags[e]! & EXPRESSION_FLAGS.called) !== 0 && (f.op[e] === OPS.member || f.op[e] === OPS.name) &&
  f.language.policy.overloads !== undefined && f.callOf(e) === NONE

/** All functions of the name that is referred to. */
export const functionsReferred = (s: Solver, f: FileView, e: number): ReadonlyArray<Type> => {
  if (f.op[e] === OPS.name) return isReference(f, e) ? functionsIn(s, s.typeOf(f, e)) : []
  const object = f.operand(e, 0)
  if (f.op[e] !== OPS.member || object === NONE) return []
  const type = memberType(s, s.typeOf(f, object), f.memberName(e))
  return type === UNKNOWN ? [] : functionsIn(s, type)
}

/** Is a function referred to through its type, and wants a receiver as its first argument? */
export const isUnbound = (s: Solver, f: FileView, e: number, type: Type): boolean => {
  const object = f.operand(e, 0)
  if (object === NONE || s.types.kind[s.typeOf(f, object)] !== KINDS.class) return false
  if (s.types.kind[type] !== KINDS.function) return false
  const g = s.types.a[type]!
  return s.kindOf(g) === NODE_KINDS.Method.code && (s.flagsOf(g) & NODE_FLAGS.static) === 0
}

/** Does a reference name the constructors of a type? */
const namesConstructor = (f: FileView, e: number): boolean =>
  f.facts.strings[f.exprName[e]!] === f.language.policy.constructorName

/** The type of a reference to a function: the function that its place asks for, as far as that decides. */
export const referenceType = (s: Solver, f: FileView, e: number): Type => {
  if (namesConstructor(f, e)) return s.typeOf(f, f.operand(e, 0))
  const all = functionsReferred(s, f, e)
  if (all.length === 0) return UNKNOWN
  const left = leftOf(s, f, e, all)
  return left.length === 0 ? UNKNOWN : oneOf(s, left.map((it) => asGiven(s, f, e, it)))
}

/** A function that still wants its receiver says so. */
const asGiven = (s: Solver, f: FileView, e: number, type: Type): Type =>
  isUnbound(s, f, e, type) ? s.types.make(KINDS.function, s.types.a[type]!, UNBOUND, s.types.arguments(type)) : type

/** The functions that can be called as the place of the reference asks. */
const leftOf = (s: Solver, f: FileView, e: number, all: ReadonlyArray<Type>): ReadonlyArray<Type> => {
  if (all.length === 1) return all
  const wanted = asFunction(s, expand(s, expectedOf(s, f, e, 0)))
  if (wanted === UNKNOWN) return all
  const given = Array.from({ length: parametersOf(s, wanted) }, (_, i) => plainParameter(s, wanted, i))
  const bound = all.filter((it) => !isUnbound(s, f, e, it))
  const unbound = all.filter((it) => isUnbound(s, f, e, it))
  return [...chosenFor(s, bound, f, given), ...chosenFor(s, unbound, f, given.slice(1))]
}

/** Draws the calls of functions that a reference may mean: whoever runs its value runs the one that it is. */
const bindFunctions = (b: Binder, all: ReadonlyArray<Type>, reason: Reason, name: string): void => {
  if (all.length !== 1) return endsAlike(b, all, name)
  if (b.s.types.kind[all[0]!] === KINDS.function) b.edge(EDGE_KINDS.CALLS.code, b.s.types.a[all[0]!]!, reason)
  b.end("resolved", REASONS[reason].code, name)
}

/** Binds a reference to a function or class by its bare name; false where the name is that of something else. */
export const bindBareReference = (b: Binder, f: FileView, e: number): boolean => {
  const { s } = b
  const name = f.facts.strings[f.exprName[e]!]!
  const type = s.typeOf(f, e)
  if (s.types.kind[type] === KINDS.class) {
    bindConstructor(b, f, e, type)
    return true
  }
  const all = functionsIn(s, type)
  if (!all.every((it) => s.types.kind[it] === KINDS.function && s.kindOf(s.types.a[it]!) !== 0)) return false
  const binding = s.program.bindingOf(f, e)
  const reason = binding === NONE && impliedReceiver(s, f, e) !== UNKNOWN
    ? "this"
    : b.bound(f, e, binding, SPACES.value)?.reason ?? "this"
  bindFunctions(b, leftOf(s, f, e, all), reason, name)
  return true
}

/** Binds a reference to a function: whoever runs its value runs the function. */
export const bindReference = (b: Binder, f: FileView, e: number): void => {
  const { s } = b
  const name = f.facts.strings[f.exprName[e]!]!
  const object = f.operand(e, 0)
  const receiver = object === NONE ? UNKNOWN : s.typeOf(f, object)
  b.receiver = receiver
  if (namesConstructor(f, e)) return bindConstructor(b, f, e, receiver)
  const type = s.typeOf(f, e)
  const { definitions } = searchMember(s, receiver, f.memberName(e))
  if (definitions.length > 0 && definitions.every((it) => !isMethod(s, it))) {
    for (const each of definitions) b.edge(EDGE_KINDS.CALLS.code, each, b.reasonOf(f, object, receiver))
    return b.end("resolved", REASONS[b.reasonOf(f, object, receiver)].code, name)
  }
  if (definitions.length === 0) {
    const asked = s.types.kind[receiver] === KINDS.class ? instanceOf(s, s.types.a[receiver]!) : receiver
    const extension = extensionOf(s, f, e, asked, NONE)
    if (extension !== UNKNOWN) {
      return bindFunctions(b, functionsIn(s, extension), b.reasonOf(f, object, receiver), name)
    }
  }
  if (type === UNKNOWN) {
    if (s.types.kind[receiver] === KINDS.external) return b.external(s.types.a[receiver]!, s.program.names.id(name))
    const isKnown = receiver !== UNKNOWN
    return b.end("unknown", isKnown ? CAUSES.unknownMember.code : CAUSES.unknownReceiver.code, name)
  }
  const reason = b.reasonOf(f, object, receiver)
  const all = functionsIn(s, type)
  if (all.length === 1 && s.types.kind[type] !== KINDS.function) {
    return s.types.kind[type] === KINDS.external
      ? b.external(s.types.a[type]!, s.types.b[type]!)
      : b.external(0, s.program.names.id(name))
  }
  bindFunctions(b, all, reason, name)
}

/** Functions that a name or access stands for where it is read as a value; none where it is no function's. */
const functionsRead = (s: Solver, f: FileView, e: number): ReadonlyArray<Type> => {
  const all = functionsIn(s, s.typeOf(f, e))
  const isNamed = (type: Type): boolean => {
    if (s.types.kind[type] !== KINDS.function) return false
    const kind = s.kindOf(s.types.a[type]!)
    return (kind === NODE_KINDS.Method.code || kind === NODE_KINDS.Function.code) &&
      (s.flagsOf(s.types.a[type]!) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) === 0
  }
  return all.every(isNamed) ? all : []
}

/**
 * Binds a function that is handed on by its bare name, where a language takes that for its value; of several the one that
 * its place can call.
 *
 * @returns Whether it is one.
 */
export const bindNamedFunction = (b: Binder, f: FileView, e: number): boolean => {
  const { s } = b
  const rules = f.language.policy.functionsByName
  if (rules === undefined || (f.op[e] !== OPS.name && f.op[e] !== OPS.member) || isNamedOnly(f, e, rules)) return false
  const all = functionsRead(s, f, e)
  if (all.length === 0) return false
  const left = leftOf(s, f, e, all)
  const name = f.facts.strings[f.exprName[e]!]!
  const object = f.op[e] === OPS.member ? f.operand(e, 0) : NONE
  const reason = object === NONE ? "this" : b.reasonOf(f, object, s.typeOf(f, object))
  if (left.length !== 1) {
    endsAlike(b, left, name)
    return true
  }
  b.edge(EDGE_KINDS.CALLS.code, s.types.a[left[0]!]!, reason)
  b.end("resolved", REASONS[reason].code, name)
  return true
}

/** Is a name an argument of what asks for nothing but names? */
const isNamedOnly = (f: FileView, e: number, { namesOnly }: { readonly namesOnly: ReadonlySet<string> }): boolean => {
  const call = f.parent(e)
  if (call === NONE || f.op[call] !== OPS.call) return false
  const callee = f.operand(call, 0)
  return callee !== NONE && callee !== e && f.op[callee] === OPS.name &&
    namesOnly.has(f.facts.strings[f.exprName[callee]!]!)
}

const bindConstructor = (b: Binder, f: FileView, e: number, type: Type): void => {
  const { s } = b
  const kind = s.types.kind[type]
  if (kind === KINDS.external) return b.external(s.types.a[type]!, s.types.b[type]!)
  if (kind !== KINDS.class) {
    return kind === KINDS.unknown ? b.end("unknown", CAUSES.unknownReceiver.code, "new") : b.external(0, 0)
  }
  const symbol = s.types.a[type]!
  b.edge(EDGE_KINDS.INSTANTIATES.code, symbol, "namespace")
  const all = constructorsOf(s, symbol)
  if (all !== UNKNOWN) {
    const left = leftOf(s, f, e, functionsIn(s, all))
    if (left.length > 1) return endsAlike(b, left, "new")
    if (left.length === 0) return endsWithout(b, symbol)
    b.edge(EDGE_KINDS.CALLS.code, s.types.a[left[0]!]!, "namespace")
  }
  b.end("resolved", REASONS.namespace.code, "new")
}
