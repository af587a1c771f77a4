// Types of values: what each operator of the arena gives. Chains of members and calls are walked without recursion, from
// their innermost receiver outwards.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, EXPRESSION_FLAGS, IMPORT_FLAGS, LITERALS, OPS, SUPERTYPE_RELATIONS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { operationType } from "./arithmetic.ts"
import { bareExtension } from "./bare_extensions.ts"
import { awaited, expand, expandAliases } from "./expansion.ts"
import { GLOBAL_PACKAGE, libraryType, literalType } from "./library_types.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { typeOfEntity } from "./entity_types.ts"
import { expectedOf } from "./expectations.ts"
import { extensionOf, extensionValue, isMissed } from "./extensions.ts"
import { type FileView, SOFT } from "./file_view.ts"
import { give, take } from "./found.ts"
import { valueOfBase } from "./bases.ts"
import { basesOf } from "./bases.ts"
import { elementOf, indexOf } from "./elements.ts"
import { undecorated, valueOf } from "./definition_values.ts"
import { isImplied } from "./around.ts"
import { impliedReceiver } from "./implied.ts"
import { lambdaThis, namedThis, receiverHolding } from "./lambda_receivers.ts"
import { findMember, memberType } from "./members.ts"
import { FUNCTION_NAME } from "./names.ts"
import { isReference, referenceType } from "./references.ts"
import { SPACES } from "./program.ts"
import { receiverAt, typeAround } from "./receivers.ts"
import { newResult } from "./construction.ts"
import { callResult } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { EMPTY, SLOTS } from "./solver.ts"
import { freeOf, selfOf } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"
import { guardedType } from "./value_types.ts"

const CHAINS = new Uint8Array(64)
for (const op of [OPS.member, OPS.call, OPS.index, OPS.await, OPS.instantiate, OPS.tagged, OPS.cast]) CHAINS[op] = 1

const chain: Array<number> = []

/** The type of the value of an expression. */
export const typeOf = (s: Solver, f: FileView, e: number): Type => {
  if (e === NONE) return UNKNOWN
  const known = f.exprType[e]!
  if (known !== 0) {
    if (known >= SOFT) s.soften()
    return (known & ~SOFT) - 1
  }
  // The receivers of a chain first, innermost first: a long one is no deep one.
  const base = chain.length
  for (let at = e; CHAINS[f.op[at]!] === 1; at = f.operand(at, 0)) {
    const receiver = f.operand(at, 0)
    if (receiver === NONE || f.exprType[receiver] !== 0) break
    chain.push(receiver)
    if (chain.length - base > 100_000) break
  }
  if (chain.length - base > 8) {
    while (chain.length > base) s.expression(f, chain.pop()!, compute)
  } else chain.length = base
  return s.expression(f, e, compute)
}

const compute = (s: Solver, f: FileView, e: number): Type => {
  const { types } = s
  switch (f.op[e]) {
    case OPS.name:
      return nameType(s, f, e)
    case OPS.this:
      if (f.exprName[e] !== 0) return namedThis(s, f, e)
      return thisType(s, f, f.exprScope[e]!)
    case OPS.super:
      return superType(s, f, e)
    case OPS.member: {
      const object = f.operand(e, 0)
      const group = s.writes.ofGlobalMember(f, e)
      if (group !== NONE) return s.slot(SLOTS.field, group)
      if (object === NONE) return UNKNOWN
      if (isReference(f, e)) return referenceType(s, f, e)
      const extension = f.language.policy.extensions === true ? extensionAt(s, f, e, object) : UNKNOWN
      if (extension !== UNKNOWN) return extension
      return fromOutside(
        s,
        f,
        f.guardsMembers ? guardedMember(s, f, e, object) : memberType(s, typeOf(s, f, object), f.memberName(e)),
      )
    }
    case OPS.index:
      return indexType(s, f, e)
    case OPS.call:
    case OPS.tagged: {
      const callee = f.operand(e, 0)
      if (callee === NONE) return UNKNOWN
      if (f.op[callee] === OPS.super) return NOTHING
      return callResult(s, typeOf(s, f, callee), f, e)
    }
    case OPS.new: {
      const callee = f.operand(e, 0)
      return callee === NONE ? UNKNOWN : newResult(s, typeOf(s, f, callee), f, e)
    }
    case OPS.await:
      return awaited(s, typeOf(s, f, f.operand(e, 0)))
    case OPS.element:
      return elementOf(s, typeOf(s, f, f.operand(e, 0)))
    case OPS.spread:
      return typeOf(s, f, f.operand(e, 0))
    case OPS.literal:
      return isKnown(f, e)
        ? types.make(KINDS.text, f.name(f.exprName[e]!), f.index, EMPTY)
        : literalType(s, f, f.exprRef[e]!)
    case OPS.operation:
      return f.exprRef[e] === 0 ? operationType(s, f, e) : literalType(s, f, f.exprRef[e]!)
    case OPS.function:
    case OPS.class: {
      if (f.exprRef[e] === NONE) return UNKNOWN
      const g = f.definitionBase + f.exprRef[e]!
      // a decorator is given the function itself
      return f.language.policy.decoratorsRun === true ? undecorated(s, g) : valueOf(s, g)
    }
    case OPS.object:
      return types.make(KINDS.object, f.index, e, EMPTY)
    case OPS.array:
      return arrayType(s, f, e)
    case OPS.either: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOf(s, f, f.operand(e, i)))
      return types.union(all)
    }
    case OPS.assign:
      return typeOf(s, f, f.operand(e, 1))
    case OPS.cast: {
      const type = (f.facts.expressions.flags[e]! & EXPRESSION_FLAGS.expects) !== 0
        ? UNKNOWN
        : typeOfType(s, f, f.operand(e, 1))
      return type === UNKNOWN ? typeOf(s, f, f.operand(e, 0)) : type
    }
    case OPS.instantiate: {
      const callee = f.operand(e, 0)
      if (callee === NONE) return UNKNOWN
      const of = typeOf(s, f, callee)
      if (types.kind[of] !== KINDS.class) return of
      const args: Array<Type> = []
      for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
      return types.make(KINDS.class, types.a[of]!, 0, args)
    }
    case OPS.parameter:
      return f.exprRef[e] === NONE ? UNKNOWN : s.slot(SLOTS.parameter, f.parameterBase + f.exprRef[e]!)
    case OPS.module: {
      const module = typeOfEntity(s, s.imports.loaded(f, e, SPACES.value))
      // A module that is loaded when the code gets there is waited for.
      const lazy = (f.facts.imports.flags[f.exprRef[e]!]! & IMPORT_FLAGS.lazy) !== 0
      return lazy ? libraryType(s, f, f.language.policy.builtins.promise, [module]) : module
    }
    case OPS.property:
      return typeOf(s, f, f.operand(e, 0))
    case OPS.sent:
      return sentType(s, f, e)
    case OPS.unknown:
    case OPS.render:
      return UNKNOWN
    default:
      return typeOfType(s, f, e)
  }
}

/** What an extension is where an access stands: its function, or the value of its property; UNKNOWN for none. */
const extensionAt = (s: Solver, f: FileView, e: number, object: number): Type => {
  const receiver = typeOf(s, f, object)
  if (receiver === UNKNOWN) return UNKNOWN
  const call = f.callOf(e)
  const found = take()
  findMember(s, receiver, f.memberName(e), found, 0)
  const missed = isMissed(s, f, found, call)
  give(found)
  const extension = missed ? extensionOf(s, f, e, receiver, call) : UNKNOWN
  return f.meansFunction(e) ? extension : extensionValue(s, extension)
}

/** What a member from outside gives, where functions are chosen by types: it is of no type that its name would tell. */
const fromOutside = (s: Solver, f: FileView, type: Type): Type =>
  s.types.kind[type] === KINDS.external && f.language.policy.overloads !== undefined
    ? s.types.make(KINDS.external, s.types.a[type]!, s.types.b[type]!, [NOTHING])
    : type

/** What a generator is sent, as far as its declared type says. */
const sentType = (s: Solver, f: FileView, e: number): Type => {
  const d = f.exprRef[e]!
  const declared = expandAliases(s, typeOfType(s, f, f.facts.definitions.type[d]!))
  return s.types.kind[declared] === KINDS.library ? s.types.argument(declared, 1) : UNKNOWN
}

/** Is a literal one whose text is known, so that it may be a key? */
const isKnown = (f: FileView, e: number): boolean =>
  f.exprName[e] !== 0 &&
  (f.exprRef[e] === LITERALS.string ||
    ((f.exprRef[e] === LITERALS.number || f.exprRef[e] === LITERALS.boolean) &&
      f.language.policy.keysAreNoMembers !== undefined))

/** A member by a key that is known, or whatever lies under any key. */
const indexType = (s: Solver, f: FileView, e: number): Type => {
  const { types } = s
  const object = f.operand(e, 0)
  if (object === NONE) return UNKNOWN
  const of = typeOf(s, f, object)
  if (f.exprName[e] !== 0) {
    const found = memberType(s, of, f.name(f.exprName[e]!))
    if (found !== UNKNOWN) return found
    // a part of a list is a list of the same
    return f.operandCount[e] === 1 ? of : indexOf(s, of)
  }
  if (isGenericClass(s, f, of)) {
    const args: Array<Type> = []
    for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
    return types.make(KINDS.class, types.a[of]!, 0, args)
  }
  const key = f.operand(e, 1)
  const by = key === NONE ? UNKNOWN : expandAliases(s, typeOf(s, f, key))
  const names = types.alternatives(by).filter((it) => types.kind[it] === KINDS.text)
  if (names.length > 0 && names.length === types.alternatives(by).length) {
    const found = types.union(names.map((it) => memberType(s, of, types.a[it]!)))
    if (found !== UNKNOWN) return found
  }
  return indexOf(s, of)
}

/** Is what stands before brackets a class that takes types there? */
export const isGenericClass = (s: Solver, f: FileView, type: Type): boolean =>
  s.types.kind[type] === KINDS.class && f.language.policy.valuesAreTypes !== undefined &&
  s.typeParametersOf(s.types.a[type]!).length > 0

const nameType = (s: Solver, f: FileView, e: number): Type => {
  const binding = s.program.bindingOf(f, e)
  const extension = bareExtension(s, f, e, binding)
  if (extension !== UNKNOWN) return f.meansFunction(e) ? extension : extensionValue(s, extension)
  const receiver = receiverHolding(s, f, e, binding)
  if (receiver !== UNKNOWN) return memberType(s, receiver, f.memberName(e))
  if (binding === NONE) return globalValue(s, f, e)
  let guards = f.narrowing(binding - f.bindingBase, f.exprStart[e]!)
  if (guards.length === 0) {
    const entity = s.imports.entityOf(binding, SPACES.value)
    return s.imports.entities.kind[entity] === ENTITIES.member
      ? meantEntity(s, f, e, entity)
      : bindingType(s, f, binding)
  }
  // what an assignment gives holds in its own function; another one may run at any time, when the variable is another thing
  if (!f.isInFunctionOf(binding - f.bindingBase, f.exprScope[e]!)) {
    const changes = s.writes.ofBinding(binding).length > 0
    guards = guards.filter((it) =>
      f.op[it] !== OPS.typeOf && (!changes || f.isSameFunction(f.exprScope[it]!, f.exprScope[e]!))
    )
  }
  // what a variable starts with is all it can be before it is given something else
  const first = f.facts.bindings.value[binding - f.bindingBase]!
  const isFirst = first !== NONE && guards.some((it) => f.op[it] === OPS.typeOf && f.operand(it, 0) === first)
  const whole = isFirst ? () => UNKNOWN : () => bindingType(s, f, binding)
  return narrowed(s, f, guards, whole, declaredOf(f, binding - f.bindingBase))
}

/** The type that a variable or parameter is declared with, or NONE. */
const declaredOf = (f: FileView, row: number): number => {
  const { kind, target, type } = f.facts.bindings
  const isParameter = kind[row] === BINDING_KINDS.parameter && target[row] !== NONE
  return type[row] !== NONE || !isParameter ? type[row]! : f.facts.parameters.type[target[row]!]!
}

/** What a test affirms of a value of a declared type: those of its alternatives that are of the type, else that alone. */
const refined = (s: Solver, f: FileView, affirmed: Type, declared: number): Type => {
  if (declared === NONE) return affirmed
  const { types } = s
  const all = types.alternatives(expandAliases(s, typeOfType(s, f, declared)))
  return types.declaredUnion(
    types.alternatives(affirmed).flatMap((type) => {
      const below = all.filter((it) => isInstanceOf(s, expandAliases(s, it), type))
      return below.length === 0 ? [type] : below
    }),
  )
}

/** A member of which guards may speak. */
const guardedMember = (s: Solver, f: FileView, e: number, object: number): Type => {
  const whole = () => memberType(s, typeOf(s, f, object), f.memberName(e))
  const guards = f.narrowingOfMember(e, (name) => {
    const binding = s.program.bindingOf(f, name)
    return binding === NONE ? NONE : binding - f.bindingBase
  })
  return guards.length === 0 ? whole() : narrowed(s, f, guards, whole)
}

/** What guards leave of a type: the innermost that affirms something, without what those inside of it deny. */
const narrowed = (
  s: Solver,
  f: FileView,
  guards: ReadonlyArray<number>,
  whole: () => Type,
  declared: number = NONE,
): Type => {
  const excluded: Array<Type> = []
  for (const guard of guards) {
    if (f.op[guard] === OPS.typeExcept) {
      excluded.push(typeOfType(s, f, f.operand(guard, 0)))
      continue
    }
    const type = f.op[guard] === OPS.call ? affirmed(s, f, guard) : typeOfType(s, f, guard)
    if (type !== UNKNOWN) {
      return without(s, f.op[guard] === OPS.typeOf ? type : refined(s, f, type, declared), excluded)
    }
  }
  return without(s, whole(), excluded)
}

/** What is left of the alternatives of a type without the instances of some classes; all of it where nothing is left. */
const without = (s: Solver, type: Type, excluded: ReadonlyArray<Type>): Type => {
  if (excluded.length === 0) return type
  const at = expandAliases(s, type)
  if (s.types.kind[at] !== KINDS.union) return type
  const left = s.types.arguments(at).filter((it) => !excluded.some((no) => isInstanceOf(s, expandAliases(s, it), no)))
  return left.length === 0 ? type : s.types.declaredUnion(left)
}

const isInstanceOf = (s: Solver, type: Type, of: Type): boolean => {
  const { types } = s
  const kind = types.kind[of]
  if (kind !== KINDS.instance && kind !== KINDS.library) return false
  if (types.kind[type] === kind && types.a[type] === types.a[of]) return true
  return types.kind[type] === KINDS.instance &&
    basesOf(s, types.a[type]!).some((it) => types.kind[it] === kind && types.a[it] === types.a[of])
}

/** What a function that tests its argument says of it when it gives true. */
const affirmed = (s: Solver, f: FileView, call: number): Type => {
  const callee = f.operand(call, 0)
  const type = callee === NONE ? UNKNOWN : typeOf(s, f, callee)
  if (s.types.kind[type] !== KINDS.function) return UNKNOWN
  const g = s.types.a[type]!
  const at = s.file(g)
  const declared = at.facts.definitions.type[g - at.definitionBase]!
  if (declared === NONE) return UNKNOWN
  const inner = at.op[declared] === OPS.typePredicate ? at.operand(declared, 0) : NONE
  const narrowed = inner === NONE ? guardedType(s, at, declared) : typeOfType(s, at, inner)
  return s.types.open[narrowed] === 1 ? UNKNOWN : narrowed
}

/** Where the name of a function or class is given more than so many others, it is not said what it is. */
const MOST_WRITES = 64

const bindingType = (s: Solver, f: FileView, binding: number): Type => {
  const entity = s.imports.entityOf(binding, SPACES.value)
  const kind = s.imports.entities.kind[entity]!
  if (kind === ENTITIES.definition) {
    // A variable that was declared with a type of its own is of that type, whatever its value.
    const row = binding - f.bindingBase
    const { kind: kinds, type } = f.facts.bindings
    const rows = s.writes.ofBinding(binding)
    if (
      rows.length > 0 && kinds[row] === BINDING_KINDS.definition && isFunctionOrClass(s, s.imports.entities.a[entity]!)
    ) {
      if (MOST_WRITES < rows.length) return UNKNOWN
      const all: Array<Type> = [typeOfEntity(s, entity)]
      const { value } = f.facts.assignments
      for (const each of rows) if (value[each] !== NONE) all.push(typeOf(s, f, value[each]!))
      return s.types.union(all)
    }
    if (kinds[row] === BINDING_KINDS.definition && type[row] !== NONE) {
      const declared = typeOfType(s, f, type[row]!)
      if (declared !== UNKNOWN) return declared
    }
  }
  return typeOfEntity(s, entity)
}

/** Does a variable carry the name of the function or class that it started with? */
const isFunctionOrClass = (s: Solver, definition: number): boolean => {
  const kind = s.kindOf(definition)
  return kind === NODE_KINDS.Function.code || kind === NODE_KINDS.Class.code
}

/** The type of what a name leads to; a member of a type is the function of the name where a function is meant. */
const meantEntity = (s: Solver, f: FileView, e: number, entity: Entity): Type => {
  const { kind, a, b } = s.imports.entities
  const isApart = kind[entity] === ENTITIES.member && f.language.roles.functionsApart === true && f.meansFunction(e)
  return isApart ? memberType(s, typeOfEntity(s, a[entity]!), b[entity]! | FUNCTION_NAME) : typeOfEntity(s, entity)
}

const globalValue = (s: Solver, f: FileView, e: number): Type => {
  const meaning = s.around.meaning(f, e)
  if (meaning !== undefined) {
    return isImplied(meaning)
      ? memberType(s, impliedReceiver(s, f, e), f.memberName(e))
      : meantEntity(s, f, e, meaning.entity)
  }
  const text = f.facts.strings[f.exprName[e]!]!
  const index = s.libraryOf(f).values.get(text)
  if (index !== undefined) {
    const { type } = s.library.values[index]!
    return type === UNKNOWN ? s.types.make(KINDS.libraryValue, index, 0, EMPTY) : type
  }
  if (text === "undefined") return NOTHING
  const group = s.writes.ofUndeclared(f, f.name(f.exprName[e]!))
  if (group !== NONE) return s.slot(SLOTS.field, group)
  const shared = s.globals.entity(s.imports, f, f.name(f.exprName[e]!), SPACES.value)
  if (shared !== undefined) return typeOfEntity(s, shared)
  if (f.language.policy.globals.has(text)) {
    return s.types.make(KINDS.external, GLOBAL_PACKAGE, s.program.names.id(text), EMPTY)
  }
  const path = s.around.pathAt(f, e)
  return path === undefined ? UNKNOWN : typeOfEntity(s, path)
}

/** The type of `this` in a scope. */
const thisType = (s: Solver, f: FileView, scope: number): Type => {
  const handed = lambdaThis(s, f, scope)
  if (handed !== UNKNOWN) return handed
  const receiver = receiverAt(s, f, scope)
  switch (receiver?.is) {
    case "instance":
      return selfOf(s, receiver.symbol)
    case "static":
      return valueOf(s, receiver.symbol)
    case "value":
      return objectThis(s, f, receiver.expression)
    case "shape":
      return s.types.make(KINDS.shape, receiver.definition, 0, freeOf(s, receiver.definition))
    case "declared":
      return typeOfType(s, f, receiver.type)
    default:
      return UNKNOWN
  }
}

/** `this` in the methods of an object literal: what is expected where the literal stands, else the literal itself. */
const objectThis = (s: Solver, f: FileView, object: number): Type => {
  const itself = typeOf(s, f, object)
  if (f.op[object] !== OPS.object) return itself
  const expected = expand(s, expectedOf(s, f, object, 0))
  const kind = s.types.kind[expected]!
  return kind === KINDS.instance || kind === KINDS.shape || kind === KINDS.intersection ? expected : itself
}

/** What stands above the class around, or above the class that is named. */
const aboveType = (s: Solver, f: FileView, e: number): Type => {
  const around = typeAround(s, f, f.exprScope[e]!)
  const named = f.operand(e, 0)
  const given = named === NONE ? UNKNOWN : typeOf(s, f, named)
  const symbol = s.types.kind[given] === KINDS.class ? s.types.a[given]! : around?.symbol
  return symbol === undefined ? UNKNOWN : s.types.make(KINDS.above, symbol, around?.isStatic === true ? 1 : 0, EMPTY)
}

/** What `super` stands for as an object: the base, as an instance or as a class. */
const superType = (s: Solver, f: FileView, e: number): Type => {
  if (f.language.policy.membersAreShared === true) return aboveType(s, f, e)
  const receiver = receiverAt(s, f, f.exprScope[e]!)
  if (receiver === undefined || (receiver.is !== "instance" && receiver.is !== "static")) return UNKNOWN
  const bases = superclasses(s, receiver.symbol)
  if (receiver.is === "static") {
    return s.types.union(bases.map(({ file, expression }) => valueOfBase(s, file, expression)))
  }
  return s.types.intersection(bases.map(({ file, expression }) => baseInstance(s, file, expression)))
}

/** The expressions after `extends` of a class. */
export const superclasses = (
  s: Solver,
  symbol: number,
): ReadonlyArray<{ readonly file: FileView; readonly expression: number }> => {
  const all: Array<{ file: FileView; expression: number }> = []
  const f = s.file(symbol)
  const { relation, expression } = f.facts.supertypes
  const { rows, from, to } = f.supertypes(symbol - f.definitionBase)
  for (let i = from; i < to; i++) {
    const row = rows[i]!
    if (relation[row] === SUPERTYPE_RELATIONS.extends && expression[row] !== NONE) {
      all.push({ file: f, expression: expression[row]! })
    }
  }
  return all
}

const baseInstance = (s: Solver, f: FileView, e: number): Type => {
  const op = f.op[e]!
  if (op === OPS.typeName || op === OPS.typeMember) return typeOfType(s, f, e)
  const callee = op === OPS.instantiate ? f.operand(e, 0) : e
  const value = callee === NONE ? UNKNOWN : s.typeOf(f, callee)
  if (s.types.kind[value] === KINDS.class) {
    const args: Array<Type> = []
    if (op === OPS.instantiate) {
      for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
    }
    return s.types.make(KINDS.instance, s.types.a[value]!, 0, args)
  }
  if (s.types.kind[value] === KINDS.function) {
    return s.types.make(KINDS.instance, s.symbols.of[s.types.a[value]!]!, 0, EMPTY)
  }
  return s.types.kind[value] === KINDS.external ? value : UNKNOWN
}

/** An element of a list that is written out, and what is written to its place later. */
const withWritten = (s: Solver, f: FileView, list: number, position: number, type: Type): Type => {
  const group = f.language.policy.keysAreNoMembers === undefined
    ? NONE
    : s.writes.ofObject(f, list, s.program.names.id(String(position)))
  return group === NONE ? type : s.types.union([type, s.slot(SLOTS.field, group)])
}

/** A list of what its elements are; an empty one is what is put into it. */
const arrayType = (s: Solver, f: FileView, e: number): Type => {
  const made = f.facts.strings[f.exprName[e]!]!
  const array = made === "" ? f.language.policy.builtins.array : made
  const count = f.operandCount[e]!
  if (count === 0) return s.types.make(KINDS.site, f.index, e, [libraryType(s, f, array, EMPTY)])
  const all: Array<Type> = []
  let spreads = false
  for (let i = 0; i < count && i < 32; i++) {
    const part = f.operand(e, i)
    if (part === NONE) {
      all.push(UNKNOWN)
      continue
    }
    if (f.op[part] === OPS.spread) {
      spreads = true
      all.push(elementOf(s, typeOf(s, f, f.operand(part, 0))))
    } else all.push(withWritten(s, f, e, i, typeOf(s, f, part)))
  }
  // A short list keeps its positions, which destructuring asks for.
  if (!spreads && made === "" && count <= 8 && all.some((it) => it !== all[0])) {
    return s.types.make(KINDS.tuple, s.languageOf(f), 0, all)
  }
  return libraryType(s, f, array, [s.types.union(all)])
}
