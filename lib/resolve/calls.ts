// Calls and `new`: a name is bound by the scopes, a member by the type of what stands before the dot, a value by the functions
// that it may be. Nothing is ever bound because its name is rare.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_FLAGS, NODE_KINDS, type Reason, REASONS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import { isFunctionMember } from "../syntax/known_definitions.ts"
import { calledOf, wrappersOf } from "./alternatives.ts"
import { bareExtension } from "./bare_extensions.ts"
import { valuesBehind } from "./behind.ts"
import type { Binder } from "./binder.ts"
import { DECIDED, decidedBy } from "./certainty.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { bindOwnConstructor, callOneMember, callOneOf, isChoice, isOfUnknownBase, isPlatforms } from "./chosen_calls.ts"
import { typeOfEntity } from "./entity_types.ts"
import { expand, expandAliases } from "./expansion.ts"
import { extensionOf, isMissed } from "./extensions.ts"
import type { FileView } from "./file_view.ts"
import { Found } from "./found.ts"
import { SPECIAL } from "./library.ts"
import { hasKnownCallers } from "./known_callers.ts"
import { heldByConstant, heldByField, heldByLocal, heldByVariable, isHolder, ownBinding } from "./held.ts"
import { narrowed } from "./made.ts"
import { constructs, constructsBelow, makes, superCall } from "./making.ts"
import { receiverHolding } from "./lambda_receivers.ts"
import { findMember } from "./members.ts"
import { impliedReceiver } from "./implied.ts"
import { FUNCTION_NAME } from "./names.ts"
import { functionsIn, isChosen, wantsReceiver } from "./overload_sets.ts"
import { chooseOverload, preferred } from "./overloads.ts"
import { SPACES } from "./program.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { instanceOf } from "./substitution.ts"
import { FEW, KINDS, type Type, UNKNOWN } from "./types.ts"

const { Function, Method, Constructor, Class, Property, Interface, TypeAlias } = NODE_KINDS
const CALLS = EDGE_KINDS.CALLS.code

export const bindCall = (b: Binder, f: FileView, e: number): void => {
  let callee = f.operand(e, 0)
  if (callee !== NONE && f.op[callee] === OPS.instantiate) callee = f.operand(callee, 0)
  if (callee === NONE) return b.end("unknown", CAUSES.dynamic.code, "")
  switch (f.op[callee]) {
    case OPS.this:
      if (bindOwnConstructor(b, f, callee)) return
      break
    case OPS.super:
      return superCall(b, f, callee)
    case OPS.name:
      return callName(b, f, callee)
    case OPS.member:
      return callMember(b, f, callee)
    case OPS.index:
      if (f.exprName[callee] !== 0) return callMember(b, f, callee)
  }
  callValue(b, f, callee, "")
}

export const isFunction = (kind: number): boolean =>
  kind === Function.code || kind === Method.code || kind === Constructor.code

const callName = (b: Binder, f: FileView, callee: number): void => {
  const { imports, program } = b.s
  const id = f.name(f.exprName[callee]!)
  const binding = program.bindingOf(f, callee)
  const extension = bareExtension(b.s, f, callee, binding)
  if (extension !== UNKNOWN) return callOneOf(b, f, extension, "this", f.facts.strings[f.exprName[callee]!]!)
  const receiver = receiverHolding(b.s, f, callee, binding)
  if (receiver !== UNKNOWN) return callFound(b, f, callee, NONE, receiver, "this")
  if (binding === NONE) {
    const name = f.facts.strings[f.exprName[callee]!]!
    if (b.s.writes.ofUndeclared(f, id) !== NONE) return callValue(b, f, callee, name)
    const receiver = impliedReceiver(b.s, f, callee)
    if (receiver !== UNKNOWN) return callFound(b, f, callee, NONE, receiver, "this")
    const shared = b.bound(f, callee, NONE, SPACES.value)
    return shared === undefined ? b.unbound(f, name) : callEntity(b, f, callee, shared.entity, shared.reason)
  }
  const { entity, reason } = b.bound(f, callee, binding, SPACES.value)!
  const { kind, type } = f.facts.bindings
  const row = binding - f.bindingBase
  // A local variable that is declared with a type: what it is given says more.
  if (imports.entities.kind[entity] === ENTITIES.binding && kind[row] === BINDING_KINDS.local && type[row] !== NONE) {
    const { type: held, decided } = heldByLocal(b.s, f, binding)
    if (callType(b, held, decided)) return b.end("resolved", REASONS.value.code, f.facts.strings[f.exprName[callee]!]!)
  }
  // An assignment just before the call says what it holds.
  const here = f.valueAt(row, f.exprStart[callee]!, f.exprScope[callee]!)
  if (here !== NONE) {
    const name = f.facts.strings[f.exprName[callee]!]!
    if (here === f.facts.bindings.value[row]) return callValue(b, f, callee, name)
    if (callType(b, b.s.typeOf(f, here), decidedBy(b.s, f, here), handedOver(b.s, f, here))) {
      return b.end("resolved", REASONS.value.code, name)
    }
  }
  callEntity(b, f, callee, entity, reason)
}

const callEntity = (b: Binder, f: FileView, callee: number, entity: Entity, reason: Reason): void => {
  const { kind, a, b: names } = b.s.imports.entities
  const name = f.facts.strings[f.exprName[callee]!]!
  if (b.endsOutside(entity, name)) return
  if (kind[entity] === ENTITIES.member && f.language.policy.packages !== undefined) {
    // it may be called by another name than its own here
    const asked = names[entity]! | (f.memberName(callee) & FUNCTION_NAME)
    return callFound(b, f, callee, NONE, typeOfEntity(b.s, a[entity]!), reason, asked)
  }
  if (kind[entity] !== ENTITIES.definition) return callValue(b, f, callee, name)
  const definition = a[entity]!
  // A variable that started with a function and was given another is no longer that function alone.
  const own = ownBinding(b.s, definition)
  const functions = isChosen(b.s, definition) ? b.s.typeOf(f, callee) : UNKNOWN
  // an extension runs on a receiver that fits it, and none is implied
  if (areExtensions(b.s, functions)) return b.end("unknown", CAUSES.unknownReceiver.code, name)
  if (functions !== UNKNOWN && isPlatforms(b.s, f, [functions], b.expression, name)) {
    return b.external(0, b.s.program.names.id(name))
  }
  if (functions !== UNKNOWN && b.s.kindOf(definition) === Class.code) return makes(b, definition, reason, name)
  if (b.s.types.kind[functions] === KINDS.overloads || isAnother(b.s, functions, definition)) {
    return callOneOf(b, f, functions, reason, name)
  }
  if (b.s.kindOf(definition) === Interface.code && callSpeaker(b, definition)) {
    return b.end("resolved", REASONS[reason].code, name)
  }
  const again = own !== NONE && b.s.writes.ofBinding(own).length > 0
  if (again || !callDefinition(b, definition, reason)) return callHolder(b, f, callee, definition, own, reason)
  b.end("resolved", REASONS[reason].code, name)
}

/** Is what is left of the functions of a name another one than the one that the name was found by? */
const isAnother = (s: Solver, functions: Type, definition: number): boolean =>
  s.types.kind[functions] === KINDS.function && s.kindOf(definition) === Function.code &&
  s.types.a[functions] !== definition

const areExtensions = (s: Solver, functions: Type): boolean =>
  functionsIn(s, functions).every((it) => s.types.kind[it] === KINDS.function && wantsReceiver(s, s.types.a[it]!))

/**
 * A call of a variable: of the functions that it holds, and of the variable itself where only its type says that it is a
 * function, or where it is known by the function that it started with.
 */
const callHolder = (b: Binder, f: FileView, callee: number, holder: number, own: number, reason: Reason): void => {
  const s = b.s
  const name = f.facts.strings[f.exprName[callee]!]!
  const place = isHolder(s, holder)
  const { type, decided } = heldByVariable(s, holder, own)
  const said = saidToBe(s, type, s.typeOf(f, callee))
  if (said !== NONE) calls(b, CALLS, said, "value")
  const known = callType(b, type, decided, false, said === NONE ? holder : said)
  if (!place && callDefinition(b, holder, reason)) return b.end("resolved", REASONS[reason].code, name)
  const called = isPlaceOf(s, holder, s.typeOf(f, callee), known)
  b.edge(called ? CALLS : EDGE_KINDS.READS.code, holder, reason)
  if (called && !known) callBehind(b, f, callee)
  if (known) return b.end("resolved", REASONS.value.code, name)
  if (called) return b.end("resolved", REASONS[reason].code, name)
  callValue(b, f, callee, name)
}

/** The one of several functions in a variable that a cast says it is: what is called by what was written; else NONE. */
const saidToBe = (s: Solver, held: Type, said: Type): number => {
  const all = s.types.alternatives(held)
  if (all.length === 1 || s.types.kind[said] !== KINDS.function || !all.includes(said)) return NONE
  const definition = preferred(s, s.types.a[said]!)
  return s.kindOf(definition) === 0 ? NONE : definition
}

/**
 * Is a variable itself what is called: is it known by its type alone that a function lies there? Another name for what is
 * declared elsewhere is none.
 */
const isPlaceOf = (s: Solver, holder: number, type: Type, known: boolean): boolean => {
  if (!isCallable(s, type)) return false
  for (const each of s.types.alternatives(type)) {
    const kind = s.types.kind[each]
    if (kind === KINDS.class || (kind === KINDS.function && s.kindOf(preferred(s, s.types.a[each]!)) !== 0)) {
      return false
    }
  }
  const f = s.file(holder)
  const { type: declared, value } = f.facts.definitions
  const d = holder - f.definitionBase
  if (declared[d] !== NONE) return true
  return !known && value[d] !== NONE && f.op[value[d]!] === OPS.call
}

/** Draws a call of a function, and that any other body beside it may run instead. */
export const calls = (b: Binder, edge: number, definition: number, reason: Reason): void => {
  const [first, ...others] = calledOf(b.s, definition)
  b.edge(edge, first!, reason)
  for (const each of others) b.edge(EDGE_KINDS.DISPATCHES.code, each, reason)
}

/** Draws a call of a definition that can be called; false where it is none. */
const callDefinition = (b: Binder, definition: number, reason: Reason): boolean => {
  const s = b.s
  const kind = s.kindOf(definition)
  if (isFunction(kind)) {
    if ((s.flagsOf(definition) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0) return false
    calls(b, CALLS, definition, reason)
    // its name holds what its decorators gave back
    for (const each of wrappersOf(s, definition)) b.edge(CALLS, each, "value")
    return true
  }
  if (kind === Class.code) {
    constructs(b, definition, reason)
    return true
  }
  const f = s.file(definition)
  if (f.language.policy.callsConvert === true && (kind === Interface.code || kind === TypeAlias.code)) {
    b.edge(EDGE_KINDS.USES.code, definition, reason)
    return true
  }
  if (!isFunctionMember(f.facts, definition - f.definitionBase)) return false
  b.edge(CALLS, definition, reason)
  return true
}

export const callMember = (b: Binder, f: FileView, callee: number): void => {
  const s = b.s
  const object = f.operand(callee, 0)
  const name = f.facts.strings[f.exprName[callee]!]!
  if (object === NONE) return b.end("unknown", CAUSES.unknownReceiver.code, name)
  if (s.writes.ofGlobalMember(f, callee) !== NONE) return callValue(b, f, callee, name)
  const receiver = s.typeOf(f, object)
  const made = narrowed(s, f, callee, receiver)
  if (made === undefined) return callFound(b, f, callee, object, receiver, b.reasonOf(f, object, receiver))
  // what is declared is named, and something else runs
  b.edge(EDGE_KINDS.USES.code, made.declared, "declared")
  callFound(b, f, callee, object, made.receiver, "constructed")
}

/**
 * A call of the member of a receiver that a callee names.
 *
 * @param object What stands before the dot, or NONE where the receiver is implied.
 * @param asked The name that the member has.
 */
const callFound = (
  b: Binder,
  f: FileView,
  callee: number,
  object: number,
  receiver: Type,
  reason: Reason,
  asked: number = f.memberName(callee),
): void => {
  const s = b.s
  const name = f.facts.strings[f.exprName[callee]!]!
  b.receiver = receiver
  const found = searchMember(s, receiver, asked)
  if (object === NONE && isPlatforms(s, f, found.types, b.expression, name)) {
    return b.external(0, s.program.names.id(name))
  }
  const extension = object === NONE || !isMissed(s, f, found, b.expression)
    ? UNKNOWN
    : extensionOf(s, f, callee, receiver, b.expression)
  if (extension !== UNKNOWN) return callOneOf(b, f, extension, reason, name)
  if (isOfUnknownBase(s, f, found, b.expression)) {
    return found.external !== 0
      ? b.external(found.external - 1, s.program.names.id(name))
      : b.end("unknown", CAUSES.unknownReceiver.code, name)
  }
  if (isChoice(s, found.types)) return callOneMember(b, f, found, reason, name)
  let any = false
  let followed = false
  if (found.definitions.length <= FEW) {
    for (const each of found.definitions) {
      const definition = written(s, each, f, b.expression)
      if (callDefinition(b, definition, reason)) any = true
      else {
        // a property whose value is called runs to give it
        const runs = f.language.policy.gettersRun === true && (s.flagsOf(definition) & NODE_FLAGS.getter) !== 0
        b.edge(runs ? CALLS : EDGE_KINDS.READS.code, definition, reason)
        followed = true
        if (s.kindOf(definition) !== Property.code) continue
        const { type, decided } = heldByField(s, definition)
        if (callType(b, type, decided)) any = true
      }
    }
  } else return b.end("ambiguous", CAUSES.ambiguous.code, name)
  if (any && !followed) return b.end("resolved", REASONS[reason].code, name)
  const isKey = f.op[callee] === OPS.index && found.definitions.length === 0
  const values = isKey ? s.typeOf(f, callee) : s.types.union(found.types)
  const decided = object === NONE ? DECIDED.text : decidedBy(s, f, isField(f, callee) ? callee : object)
  if (callType(b, values, decided, handedOver(s, f, callee))) any = true
  if (any) return b.end("resolved", REASONS.value.code, name)
  if (found.external !== 0) {
    // `f.call(…)` runs `f`.
    if (object !== NONE && indirect(b, f, name, object, receiver)) return b.end("resolved", REASONS.value.code, name)
    return b.external(found.external - 1, f.exprName[callee] === 0 ? 0 : f.name(f.exprName[callee]!))
  }
  if (isOutside(b, values)) return
  // A member that is declared to be callable: which function lies in it, its declaration does not say.
  if (followed) {
    const isHeld = object !== NONE && callHeld(b, f, object, f.name(f.exprName[callee]!))
    if (isHeld || callBehind(b, f, callee)) {
      return b.end("resolved", REASONS.value.code, name)
    }
    return found.types.some((it) => isCallable(s, it))
      ? b.end("resolved", REASONS[reason].code, name)
      : b.end("unknown", CAUSES.dynamic.code, name)
  }
  if (receiver === UNKNOWN || found.unknown) return b.end("unknown", CAUSES.unknownReceiver.code, name)
  if (found.types.length > 0) return b.end("unknown", CAUSES.dynamic.code, name)
  if (object !== NONE && callAdded(b, f, callee)) return b.end("resolved", REASONS.value.code, name)
  b.end("unknown", CAUSES.unknownMember.code, name)
}

/** A call of a member that a declared type does not have: of the one that was added to what lies there. */
const callAdded = (b: Binder, f: FileView, callee: number): boolean => {
  const { definitions } = searchMember(b.s, valuesBehind(b.s, f, f.operand(callee, 0)), f.name(f.exprName[callee]!))
  return definitions.length === 1 && callDefinition(b, definitions[0]!, "value")
}

/** A call of a member that the type of a constant only declares: of the method that the constant's own object has. */
const callHeld = (b: Binder, f: FileView, object: number, name: number): boolean => {
  let any = false
  for (const each of searchMember(b.s, heldByConstant(b.s, f, object), name).definitions) {
    if (isFunction(b.s.kindOf(each)) && callDefinition(b, each, "value")) any = true
  }
  return any
}

/** A call through a function's own library member that runs it. */
const indirect = (b: Binder, f: FileView, name: string, object: number, receiver: Type): boolean => {
  if (!f.language.policy.runners.has(name)) return false
  return callType(b, receiver, decidedBy(b.s, f, object))
}

/** A call of a value: of every function that it may be. */
const callValue = (b: Binder, f: FileView, callee: number, name: string): void => {
  const type = b.s.typeOf(f, callee)
  if (callType(b, type, decidedBy(b.s, f, callee), handedOver(b.s, f, callee))) {
    return b.end("resolved", REASONS.value.code, name)
  }
  if (callBehind(b, f, callee)) return b.end("resolved", REASONS.value.code, name)
  if (!isOutside(b, type)) b.end("unknown", CAUSES.dynamic.code, name)
}

/** A call of what is only declared to be callable is dispatched to the functions that the text gives for it. */
const callBehind = (b: Binder, f: FileView, callee: number): boolean =>
  callType(b, valuesBehind(b.s, f, callee), DECIDED.caller)

/** Ends a call of something that lies outside the repository; false where it does not. */
const isOutside = (b: Binder, type: Type): boolean => {
  const { types } = b.s
  for (const each of types.alternatives(type)) {
    const kind = types.kind[each]!
    if (kind === KINDS.external) b.external(types.a[each]!, types.b[each]!)
    else if (kind === KINDS.libraryValue) b.external(0, 0)
    // of a type that the repository writes any function may be
    else if (kind === KINDS.libraryFunction && !b.s.library.signatures[types.a[each]!]!.written) b.external(0, 0)
    else continue
    return true
  }
  return false
}

/**
 * Draws calls of all functions in a type; false where it holds none that is known. A value that is surely one of a few
 * functions calls them; one that came through a parameter, or may be something else, is dispatched to.
 *
 * @param apart A function that is drawn otherwise.
 */
const callType = (b: Binder, type: Type, decided: number, handed = false, apart: number = NONE): boolean => {
  const s = b.s
  let any = false
  const all = s.types.alternatives(type)
  const reason: Reason = all.length === 1 ? "value" : "choice"
  const sure = decided === DECIDED.text || (decided === DECIDED.choice && all.length === 1)
  const edge = sure && !all.some((it) => isDeclaredOnly(s, it)) ? CALLS : EDGE_KINDS.DISPATCHES.code
  for (const each of all) {
    switch (s.types.kind[each]) {
      case KINDS.function: {
        const g = preferred(s, s.types.a[each]!)
        if (g === apart) break
        const kind = s.kindOf(g)
        if (kind === 0) {
          // A function without a name has no node; a type of functions is no function.
          if ((s.flagsOf(g) & NODE_FLAGS.signature) === 0) any = true
        } else {
          calls(b, handed && all.length <= HANDED ? CALLS : edge, g, reason)
          any = true
        }
        break
      }
      case KINDS.class:
        constructs(b, s.types.a[each]!, reason, edge)
        any = true
        break
      case KINDS.classOf: {
        // a value that is declared to be a class is one, as a receiver that is declared is of its type
        const behind = expand(s, each)
        if (s.types.kind[behind] !== KINDS.class) break
        constructsBelow(b, s.types.a[behind]!)
        any = true
        break
      }
      case KINDS.instance:
      case KINDS.self:
        if (callInstance(b, each, sure)) any = true
    }
  }
  return any
}

/** As many functions may be handed to a parameter and still be called; of more it is dispatched to one. */
const HANDED = 2

/**
 * Is a value a parameter without a type, or lies it in one, so that what is handed over is what is called? That holds
 * where all who hand something over are known, and wherever the language says so.
 */
const handedOver = (s: Solver, f: FileView, callee: number): boolean => {
  let at = callee
  while (f.op[at] === OPS.index && f.operand(at, 0) !== NONE) {
    const key = f.operand(at, 1)
    if (key !== NONE && isHandedOver(s, f, key)) return true
    at = f.operand(at, 0)
  }
  return isHandedOver(s, f, at)
}

const isHandedOver = (s: Solver, f: FileView, e: number): boolean => {
  if (f.language.policy.callsThroughParameters === true) return isUntypedParameter(s, f, e)
  const parameter = untypedParameter(s, f, e)
  return parameter !== NONE && hasKnownCallers(s.program, f, parameter)
}

/** The parameter without a type that a name stands for, or for a part of which it stands; else NONE. */
const untypedParameter = (s: Solver, f: FileView, e: number): number => {
  if (f.op[e] !== OPS.name) return NONE
  const binding = s.program.bindingOf(f, e)
  if (binding === NONE || s.writes.ofBinding(binding).length > 0) return NONE
  const { kind, type, value } = f.facts.bindings
  const row = binding - f.bindingBase
  if ((kind[row] !== BINDING_KINDS.parameter && kind[row] !== BINDING_KINDS.local) || type[row] !== NONE) return NONE
  let at = value[row]!
  while (at !== NONE && (f.op[at] === OPS.member || f.op[at] === OPS.index)) at = f.operand(at, 0)
  if (at === NONE || f.op[at] !== OPS.parameter) return NONE
  return f.facts.parameters.type[f.exprRef[at]!] === NONE ? f.exprRef[at]! : NONE
}

export const isUntypedParameter = (s: Solver, f: FileView, e: number): boolean => {
  if (f.op[e] !== OPS.name) return false
  const binding = s.program.bindingOf(f, e)
  if (binding === NONE) return false
  const { kind, type } = f.facts.bindings
  const row = binding - f.bindingBase
  return kind[row] === BINDING_KINDS.parameter && type[row] === NONE
}

/** Is a callee a field of a receiver that is a parameter? */
const isField = (f: FileView, callee: number): boolean =>
  f.op[callee] === OPS.member && f.language.policy.callsThroughParameters === true

/** A call of a type of which none is made: of the only instance that answers for it, where that can be called. */
const callSpeaker = (b: Binder, symbol: number): boolean => {
  const speaker = b.s.symbols.speakers.get(symbol)
  return speaker !== undefined && callInstance(b, instanceOf(b.s, speaker), true)
}

/** A call of an object runs the member of its class that calls are made of. */
const callInstance = (b: Binder, type: Type, sure: boolean): boolean => {
  const { s } = b
  const name = s.file(s.types.a[type]!).language.policy.protocols?.call ?? ""
  if (name === "") return false
  const found = searchMember(s, type, s.file(s.types.a[type]!).methodNamed(name))
  const isOperator = s.file(s.types.a[type]!).language.policy.operatorsAreCalls === true
  let any = false
  for (const each of found.definitions) {
    const definition = preferred(s, each)
    if (!isFunction(s.kindOf(definition))) continue
    calls(b, sure || isOperator ? CALLS : EDGE_KINDS.DISPATCHES.code, definition, "inferred")
    any = true
  }
  return any
}

/** Is a definition what `new` makes an instance of, if only of a type without a name below it? */
const isMade = (s: Solver, definition: number): boolean =>
  s.kindOf(definition) === Class.code || (s.kindOf(definition) === Interface.code && isChosen(s, definition))

export const bindNew = (b: Binder, f: FileView, e: number): void => {
  const s = b.s
  let callee = f.operand(e, 0)
  if (callee !== NONE && f.op[callee] === OPS.instantiate) callee = f.operand(callee, 0)
  if (callee === NONE) return b.end("unknown", CAUSES.dynamic.code, "")
  const name = f.facts.strings[f.exprName[callee]!] ?? ""
  if (f.op[callee] === OPS.name) {
    const bound = b.bound(f, callee, s.program.bindingOf(f, callee), SPACES.value)
    if (bound === undefined) return b.unbound(f, name)
    const { entity, reason } = bound
    const { kind, a } = s.imports.entities
    if (b.endsOutside(entity, name)) return
    if (kind[entity] === ENTITIES.definition && isMade(s, a[entity]!)) return makes(b, a[entity]!, reason, name)
    if (kind[entity] === ENTITIES.definition && isHolder(s, a[entity]!)) {
      b.edge(EDGE_KINDS.READS.code, a[entity]!, reason)
    }
  } else if (f.op[callee] === OPS.member && f.operand(callee, 0) !== NONE) {
    const found = searchMember(s, s.typeOf(f, f.operand(callee, 0)), f.name(f.exprName[callee]!))
    for (const each of found.definitions) if (isHolder(s, each)) b.edge(EDGE_KINDS.READS.code, each, "namespace")
  }
  const type = expandAliases(s, s.typeOf(f, callee))
  let any = false
  const all = s.types.alternatives(type)
  const reason: Reason = all.length === 1 ? "value" : "choice"
  for (const each of all) {
    const kind = s.types.kind[each]
    if (kind === KINDS.class) {
      // `new this.constructor` makes whatever the instance is of, which may be a class derived from this one.
      if (name === f.language.policy.constructorName) continue
      if (all.length === 1) return makes(b, s.types.a[each]!, f.op[callee] === OPS.member ? "namespace" : reason, name)
      constructs(b, s.types.a[each]!, f.op[callee] === OPS.member ? "namespace" : reason)
    } else if (kind === KINDS.function && b.nodes.of[s.types.a[each]!] !== NONE) {
      const g = preferred(s, s.types.a[each]!)
      b.edge(EDGE_KINDS.INSTANTIATES.code, g, reason)
      b.edge(CALLS, g, reason)
    } else continue
    any = true
  }
  if (any) return b.end("resolved", REASONS.value.code, name)
  // what a type with a construct signature declares to be there
  if (callBehind(b, f, callee)) return b.end("resolved", REASONS.value.code, name)
  const kind = s.types.kind[type]!
  if (kind === KINDS.external) return b.external(s.types.a[type]!, s.types.b[type]!)
  if (kind === KINDS.libraryValue || kind === KINDS.libraryFunction) {
    return b.external(0, f.name(f.exprName[callee]!))
  }
  b.end("unknown", CAUSES.dynamic.code, name)
}

/** Is a type one that can be called? */
export const isCallable = (s: Solver, type: Type): boolean =>
  s.types.alternatives(type).some((it) => {
    const at = expandAliases(s, it)
    if (s.types.kind[at] === KINDS.function) return true
    const found = new Found()
    findMember(s, at, s.program.names.id(SPECIAL.call), found, 6)
    // What lies under any key is no signature.
    return found.definitions.length > 0
  })

/** Of the definitions of one member the one with a body; where none has one, the overload that the call takes. */
export const written = (s: Solver, definition: number, f: FileView, call: number): number => {
  const best = preferred(s, definition)
  return (s.flagsOf(best) & NODE_FLAGS.signature) === 0 ? best : chooseOverload(s, best, f, call)
}

/** Is a type a function that is only declared, so that any function may stand there? */
const isDeclaredOnly = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.function && (s.flagsOf(preferred(s, s.types.a[type]!)) & NODE_FLAGS.signature) !== 0
