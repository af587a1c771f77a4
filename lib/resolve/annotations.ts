// Types as they are written: annotations, supertypes, aliases. An alias is only looked behind when its members are asked
// for, so a type that mentions itself ends.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { LITERALS, OPS } from "../syntax/facts.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { typeOfEntity } from "./entity_types.ts"
import type { FileView } from "./file_view.ts"
import { type Scope, SPECIAL } from "./library.ts"
import { indexed, resultOf, valueOf } from "./members.ts"
import { SPACES } from "./program.ts"
import { receiverAt } from "./receivers.ts"
import type { Solver } from "./solver.ts"
import { EMPTY } from "./solver.ts"
import { freeOf, instanceOf, selfOf, substitute } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** The type that a type expression means. */
export const typeOfType = (s: Solver, f: FileView, e: number): Type =>
  e === NONE ? UNKNOWN : s.expression(f, e, computeType)

const computeType = (s: Solver, f: FileView, e: number): Type => {
  const { types } = s
  switch (f.op[e]) {
    case OPS.typeName:
    case OPS.name:
      return named(s, f, e)
    case OPS.typeMember:
    case OPS.member:
      return memberNamed(s, f, e)
    case OPS.union: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
      return types.declaredUnion(all)
    }
    case OPS.intersection: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
      return types.intersection(all)
    }
    case OPS.typeArray:
      return libraryType(s, f, f.language.policy.builtins.array, [typeOfType(s, f, f.operand(e, 0))])
    case OPS.typeTuple: {
      const all: Array<Type> = []
      for (let i = 0; i < f.operandCount[e]!; i++) all.push(typeOfType(s, f, f.operand(e, i)))
      return types.make(KINDS.tuple, 0, 0, all)
    }
    case OPS.typeFunction: {
      const g = f.definitionBase + f.exprRef[e]!
      return types.make(KINDS.function, g, 0, freeOf(s, g))
    }
    case OPS.typeObject: {
      const g = f.definitionBase + f.exprRef[e]!
      return types.make(KINDS.shape, g, 0, freeOf(s, g))
    }
    case OPS.typeLiteral:
      if (f.exprRef[e] === LITERALS.string) return types.make(KINDS.text, f.name(f.exprName[e]!), f.index, EMPTY)
      return literalType(s, f, f.exprRef[e]!)
    case OPS.typePrimitive:
      return primitiveType(s, f, f.facts.strings[f.exprName[e]!]!)
    case OPS.typeOf: {
      const value = f.operand(e, 0)
      return value === NONE ? UNKNOWN : s.typeOf(f, value)
    }
    case OPS.typeKeyOf:
      return types.make(KINDS.keys, 0, 0, [typeOfType(s, f, f.operand(e, 0))])
    case OPS.typeIndex:
      return indexed(s, typeOfType(s, f, f.operand(e, 0)), typeOfType(s, f, f.operand(e, 1)))
    case OPS.typeConditional:
      return conditional(s, f, e)
    case OPS.typePredicate:
      return libraryType(s, f, f.language.policy.builtins.boolean, EMPTY)
    case OPS.typeMapped:
      return mapped(s, f, e)
    case OPS.typeThis: {
      const receiver = receiverAt(s, f, f.exprScope[e]!)
      return receiver?.is === "instance" ? selfOf(s, receiver.symbol) : UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

const named = (s: Solver, f: FileView, e: number): Type => {
  const binding = s.program.typeBindingOf(f, e)
  const args: Array<Type> = []
  for (let i = 0; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
  if (binding === NONE) return globalType(s, f, f.facts.strings[f.exprName[e]!]!, args)
  return typeOfTypeEntity(s, s.imports.entityOf(binding, SPACES.type), args)
}

const memberNamed = (s: Solver, f: FileView, e: number): Type => {
  const entity = typeEntityOf(s, f, e)
  if (entity === undefined) return UNKNOWN
  const args: Array<Type> = []
  for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
  return typeOfTypeEntity(s, entity, args)
}

/** What a dotted type name leads to: a name of a module or of a namespace. */
export const typeEntityOf = (s: Solver, f: FileView, e: number): Entity | undefined => {
  const op = f.op[e]!
  if (op === OPS.name || op === OPS.typeName) {
    let binding = s.program.typeBindingOf(f, e)
    if (binding === NONE) {
      binding = s.program.lookUp(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.value)
    }
    return binding === NONE ? undefined : s.imports.entityOf(binding, SPACES.type)
  }
  if (op === OPS.module) return s.imports.imported(f, f.exprRef[e]!, SPACES.type)
  if (op !== OPS.typeMember && op !== OPS.member) return undefined
  const object = f.operand(e, 0)
  const holder = object === NONE ? undefined : typeEntityOf(s, f, object)
  if (holder === undefined) return undefined
  return memberEntity(s, holder, f.name(f.exprName[e]!), SPACES.type)
}

/** A name inside a module or namespace, or undefined. */
export const memberEntity = (s: Solver, holder: Entity, name: number, space: number): Entity | undefined => {
  const { entities } = s.imports
  const a = entities.a[holder]!
  switch (entities.kind[holder]) {
    case ENTITIES.module: {
      const found = s.imports.exported(s.program.files[a]!, name, space)
      return entities.kind[found] === ENTITIES.unresolved ? undefined : found
    }
    case ENTITIES.external:
      return entities.b[holder] === 0 ? entities.make(ENTITIES.external, a, name) : holder
    case ENTITIES.definition: {
      const namespace = s.kindOf(a) === NODE_KINDS.Namespace.code ? a : s.symbols.companion[a]!
      return namespace === NONE ? undefined : inNamespace(s, namespace, name, space)
    }
    default:
      return undefined
  }
}

/** A name that a namespace, in any of its parts, holds; or undefined. */
export const inNamespace = (s: Solver, symbol: number, name: number, space: number): Entity | undefined => {
  for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
    const f = s.file(part)
    const body = f.facts.definitions.body[part - f.definitionBase]!
    if (body === NONE) continue
    for (let b = s.program.bindingIn(f, body, name); b !== NONE; b = s.program.nextBinding(b)) {
      const flags = f.facts.bindings.flags[b - f.bindingBase]!
      if ((flags & (space === SPACES.value ? 2 : 4)) === 0) return s.imports.entityOf(b, space)
    }
  }
  return undefined
}

/** The type that an entity names, applied to arguments. */
export const typeOfTypeEntity = (s: Solver, entity: Entity, args: ReadonlyArray<Type>): Type => {
  const { types } = s
  const { entities } = s.imports
  const a = entities.a[entity]!
  switch (entities.kind[entity]) {
    case ENTITIES.definition:
      return typeOfDefinition(s, a, args)
    case ENTITIES.typeParameter:
      return types.make(KINDS.parameter, a, 0, EMPTY)
    case ENTITIES.external:
      return types.make(KINDS.external, a, entities.b[entity]!, EMPTY)
    case ENTITIES.module:
    case ENTITIES.value:
    case ENTITIES.member:
    case ENTITIES.binding: {
      const value = typeOfEntity(s, entity)
      if (types.kind[value] === KINDS.class) {
        return types.make(KINDS.instance, types.a[value]!, 0, filled(s, types.a[value]!, args))
      }
      return UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

/** The type that a definition is the name of. */
const typeOfDefinition = (s: Solver, a: number, args: ReadonlyArray<Type>): Type => {
  const { types } = s
  switch (s.kindOf(a)) {
    case NODE_KINDS.Class.code:
    case NODE_KINDS.Interface.code:
      return types.make(KINDS.instance, a, 0, filled(s, a, args))
    case NODE_KINDS.TypeAlias.code:
      return types.make(KINDS.alias, a, 0, filled(s, a, args))
    case NODE_KINDS.Enum.code:
    case NODE_KINDS.Function.code:
      // A function as a type is what it constructs.
      return types.make(KINDS.instance, a, 0, EMPTY)
    case NODE_KINDS.Property.code:
      // A member of an enum.
      return s.ownerOf(a) === NONE ? UNKNOWN : types.make(KINDS.instance, s.symbols.of[s.ownerOf(a)]!, 0, EMPTY)
    default: {
      const value = valueOf(s, a)
      return types.kind[value] === KINDS.class
        ? types.make(KINDS.instance, types.a[value]!, 0, filled(s, types.a[value]!, args))
        : UNKNOWN
    }
  }
}

/** Type arguments as given; those left out by their defaults. */
const filled = (s: Solver, symbol: number, args: ReadonlyArray<Type>): ReadonlyArray<Type> => {
  const own = s.typeParametersOf(symbol)
  if (own.length <= args.length) return own.length === args.length ? args : args.slice(0, own.length)
  const f = s.file(symbol)
  const first = f.facts.definitions.typeParameters[symbol - f.definitionBase]!
  const all = [...args]
  for (let i = args.length; i < own.length; i++) {
    const { fallback, constraint } = f.facts.typeParameters
    const by = fallback[first + i] !== NONE ? fallback[first + i]! : constraint[first + i]!
    const type = by === NONE ? UNKNOWN : typeOfType(s, f, by)
    all.push(substitute(s, type, own.slice(0, i), all))
  }
  return all
}

/** A type of the library by name, or UNKNOWN. */
export const libraryType = (s: Solver, f: FileView, name: string, args: ReadonlyArray<Type>): Type => {
  const scope = s.libraryOf(f)
  if (args.length === 0) {
    // Texts, numbers and functions are asked for at every turn.
    let plain = scope.plain.get(name)
    if (plain === undefined) scope.plain.set(name, plain = makeLibraryType(s, scope, name, args))
    return plain
  }
  return makeLibraryType(s, scope, name, args)
}

const makeLibraryType = (s: Solver, scope: Scope, name: string, args: ReadonlyArray<Type>): Type => {
  const index = scope.types.get(name)
  if (index === undefined) return UNKNOWN
  const count = s.library.types[index]!.parameters.length
  const fit = args.length === count
    ? args
    : Array.from({ length: count }, (_, i) => i < args.length ? args[i]! : UNKNOWN)
  return s.types.make(KINDS.library, index, 0, fit)
}

const globalType = (s: Solver, f: FileView, name: string, args: ReadonlyArray<Type>): Type => {
  const scope = s.libraryOf(f)
  const alias = scope.aliases.get(name)
  if (alias !== undefined) return resolved(s, substitute(s, alias.type, alias.parameters, args))
  if (scope.types.has(name)) return libraryType(s, f, name, args)
  return f.language.policy.globals.has(name)
    ? s.types.make(KINDS.external, GLOBAL_PACKAGE, s.program.names.id(name), EMPTY)
    : UNKNOWN
}

/** The package of what the platform provides. */
export const GLOBAL_PACKAGE = 0

/** Looks through the operators that the library's aliases are written with. */
export const resolved = (s: Solver, type: Type): Type => {
  const { types } = s
  if (types.open[type] === 1) return type
  switch (types.kind[type]) {
    case KINDS.result:
      return resultOf(s, types.argument(type, 0))
    default:
      return type
  }
}

const primitiveType = (s: Solver, f: FileView, name: string): Type => {
  const library = f.language.policy.primitives[name]
  return library === undefined ? UNKNOWN : library === "" ? NOTHING : libraryType(s, f, library, EMPTY)
}

/** The type of a literal, by LITERALS code. */
export const literalType = (s: Solver, f: FileView, literal: number): Type => {
  const { builtins } = f.language.policy
  switch (literal) {
    case LITERALS.string:
    case LITERALS.template:
      return libraryType(s, f, builtins.string, EMPTY)
    case LITERALS.number:
      return libraryType(s, f, builtins.number, EMPTY)
    case LITERALS.boolean:
      return libraryType(s, f, builtins.boolean, EMPTY)
    case LITERALS.bigint:
      return libraryType(s, f, builtins.bigint, EMPTY)
    case LITERALS.regexp:
      return libraryType(s, f, builtins.regexp, EMPTY)
    case LITERALS.null:
    case LITERALS.undefined:
      return NOTHING
    default:
      return UNKNOWN
  }
}

/** One branch where the other adds nothing; both where they say different things. */
const conditional = (s: Solver, f: FileView, e: number): Type => {
  const whenTrue = typeOfType(s, f, f.operand(e, 2))
  const whenFalse = typeOfType(s, f, f.operand(e, 3))
  return s.types.union([whenTrue, whenFalse])
}

/**
 * `{ [K in keyof T]: T[K] }` has the members of T, and so has one that makes something of each `T[K]` by what it is; any
 * other is a dictionary.
 */
const mapped = (s: Solver, f: FileView, e: number): Type => {
  const value = f.operand(e, 0)
  const each = value !== NONE && f.op[value] === OPS.typeConditional ? f.operand(value, 0) : value
  if (each !== NONE && f.op[each] === OPS.typeIndex) {
    const object = f.operand(each, 0)
    if (object !== NONE) return typeOfType(s, f, object)
  }
  return s.types.make(KINDS.mapped, 0, 0, [typeOfType(s, f, value)])
}

/** What stands behind an alias, its parameters put in; anything else is itself. Alias chains end after some steps. */
export const expand = (s: Solver, type: Type): Type => {
  let at = type
  for (let step = 0; step < 16; step++) {
    const next = expandOnce(s, at)
    if (next === at) return at
    at = next
  }
  return UNKNOWN
}

const expandOnce = (s: Solver, type: Type): Type => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.alias: {
      const known = s.expanded.get(type)
      if (known !== undefined) return known
      const g = types.a[type]!
      const f = s.file(g)
      const body = typeOfType(s, f, f.facts.definitions.type[g - f.definitionBase]!)
      const found = substitute(s, body, s.typeParametersOf(g), types.arguments(type))
      if (s.settled && !s.soft) s.expanded.set(type, found)
      return found === type ? UNKNOWN : found
    }
    case KINDS.self: {
      const symbol = types.a[type]!
      return symbol >= 0x40000000 ? UNKNOWN : instanceOf(s, symbol)
    }
    case KINDS.parameter: {
      const constraint = constraintOf(s, types.a[type]!)
      return constraint === type ? UNKNOWN : constraint
    }
    case KINDS.result:
      return resultOf(s, types.argument(type, 0))
    case KINDS.constructed: {
      const of = expand(s, types.argument(type, 0))
      return types.kind[of] === KINDS.class ? instanceOf(s, types.a[of]!) : UNKNOWN
    }
    case KINDS.awaited:
      return awaited(s, types.argument(type, 0))
    case KINDS.indexed:
      return indexed(s, types.argument(type, 0), types.argument(type, 1))
    default:
      return type
  }
}

/** What bounds a type parameter of the program; UNKNOWN without a bound. */
const constraintOf = (s: Solver, parameter: number): Type => {
  const { fileOfTypeParameter } = s.program
  if (parameter >= fileOfTypeParameter.length) return UNKNOWN
  const f = s.program.files[fileOfTypeParameter[parameter]!]!
  const constraint = f.facts.typeParameters.constraint[parameter - f.typeParameterBase]!
  return constraint === NONE ? UNKNOWN : typeOfType(s, f, constraint)
}

/** What `await` makes of a type. */
export const awaited = (s: Solver, type: Type): Type => {
  const { types } = s
  const at = expandAliases(s, type)
  switch (types.kind[at]) {
    case KINDS.union:
      return types.declaredUnion(types.arguments(at).map((it) => awaited(s, it)))
    case KINDS.library:
      return awaitedLibrary(s, at)
    case KINDS.parameter:
    case KINDS.result:
      return types.make(KINDS.awaited, 0, 0, [at])
    default:
      return at
  }
}

const awaitedLibrary = (s: Solver, type: Type): Type => {
  const { members, parameters } = s.library.types[s.types.a[type]!]!
  const inner = members.get(s.program.names.id(SPECIAL.awaited))
  return inner === undefined ? type : awaited(s, substitute(s, inner, parameters, s.types.arguments(type)))
}

/** As `expand`, but leaves type parameters and `this` alone. */
export const expandAliases = (s: Solver, type: Type): Type => {
  let at = type
  for (let step = 0; step < 16; step++) {
    const kind = s.types.kind[at]!
    if (kind !== KINDS.alias && kind !== KINDS.result && kind !== KINDS.awaited && kind !== KINDS.indexed) return at
    if (kind !== KINDS.alias && s.types.open[at] === 1) return at
    const next = expandOnce(s, at)
    if (next === at) return at
    at = next
  }
  return UNKNOWN
}
