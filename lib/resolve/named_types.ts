// Types by their names: what a name or a dotted name of the type space leads to, applied to arguments.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { typeOfEntity } from "./entity_types.ts"
import type { FileView } from "./file_view.ts"
import { globalType, libraryTypeOf } from "./library_types.ts"
import { valueOf } from "./definition_values.ts"
import { SPACES } from "./program.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { substitute } from "./substitution.ts"
import { typeEntityOf } from "./type_entities.ts"
import { boundOfVariable, typeVariable } from "./type_variables.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

export const named = (s: Solver, f: FileView, e: number, given?: ReadonlyArray<Type>): Type => {
  const binding = s.program.typeBindingOf(f, e)
  const args: Array<Type> = given === undefined ? [] : [...given]
  for (let i = 0; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
  if (binding !== NONE) return typeOfTypeEntity(s, s.imports.entityOf(binding, SPACES.type), args)
  const found = s.around.entity(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.type)
  if (found !== undefined) return typeOfTypeEntity(s, found, args)
  if (f.language.policy.packages !== undefined) return globalType(s, f, f.facts.strings[f.exprName[e]!]!, args)
  // a function that makes instances is a type where it is asked for as one
  const value = s.program.lookUp(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.value)
  if (value !== NONE && !isParameter(s, value)) {
    const type = typeOfTypeEntity(s, s.imports.entityOf(value, SPACES.value), args)
    if (type !== UNKNOWN) return type
  }
  const shared = s.globals.entity(s.imports, f, f.name(f.exprName[e]!), SPACES.type)
  if (shared !== undefined) return typeOfTypeEntity(s, shared, args)
  return globalType(s, f, f.facts.strings[f.exprName[e]!]!, args)
}

const isParameter = (s: Solver, binding: number): boolean => {
  const f = s.program.files[s.program.fileOfBinding[binding]!]!
  return f.facts.bindings.kind[binding - f.bindingBase] === BINDING_KINDS.parameter
}

export const memberNamed = (s: Solver, f: FileView, e: number): Type => {
  const entity = typeEntityOf(s, f, e)
  if (entity === undefined) return UNKNOWN
  const args: Array<Type> = []
  for (let i = 1; i < f.operandCount[e]!; i++) args.push(typeOfType(s, f, f.operand(e, i)))
  return typeOfTypeEntity(s, entity, args)
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
    case ENTITIES.external: {
      const known = entities.b[entity] === 0 ? UNKNOWN : libraryTypeOf(s, a, entities.b[entity]!, args)
      return known !== UNKNOWN ? known : types.make(KINDS.external, a, entities.b[entity]!, EMPTY)
    }
    case ENTITIES.module:
    case ENTITIES.value:
    case ENTITIES.member:
      return instanceOfValue(s, typeOfEntity(s, entity), args)
    case ENTITIES.binding: {
      const f = s.program.files[s.program.fileOfBinding[a]!]!
      const value = f.facts.bindings.value[a - f.bindingBase]!
      const type = instanceOfValue(s, typeOfEntity(s, entity), args)
      return type !== UNKNOWN || f.language.policy.valuesAreTypes === undefined ? type : typeOfType(s, f, value)
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
    case 0: {
      // a type that has a name by its binding alone
      const f = s.file(a)
      const named = f.facts.definitions.name[a - f.definitionBase] !== 0
      if (named && f.facts.definitions.type[a - f.definitionBase] !== NONE) return types.make(KINDS.alias, a, 0, EMPTY)
      return instanceOfValue(s, valueOf(s, a), args)
    }
    default: {
      const f = s.file(a)
      if (f.language.policy.valuesAreTypes !== undefined) {
        const variable = typeVariable(s, a)
        if (variable !== UNKNOWN) return variable
        const type = typeOfType(s, f, f.facts.definitions.value[a - f.definitionBase]!)
        if (type !== UNKNOWN) return type
      }
      return instanceOfValue(s, valueOf(s, a), args)
    }
  }
}

/** What a class that is held as a value makes, as a type. */
const instanceOfValue = (s: Solver, value: Type, args: ReadonlyArray<Type>): Type => {
  const { types } = s
  switch (types.kind[value]) {
    case KINDS.class:
      return types.make(KINDS.instance, types.a[value]!, 0, filled(s, types.a[value]!, args))
    case KINDS.function:
      // one that makes instances
      return s.kindOf(types.a[value]!) === NODE_KINDS.Function.code
        ? types.make(KINDS.instance, s.symbols.of[types.a[value]!]!, 0, EMPTY)
        : UNKNOWN
    case KINDS.external:
      return value
    default:
      return UNKNOWN
  }
}

/** Type arguments as given; those left out by their defaults. */
const filled = (s: Solver, symbol: number, args: ReadonlyArray<Type>): ReadonlyArray<Type> => {
  const own = s.typeParametersOf(symbol)
  if (own.length <= args.length) return own.length === args.length ? args : args.slice(0, own.length)
  return withFallbacks(s, own, args)
}

/** The given types, and for the parameters after them what stands for those that nothing is known of. */
export const withFallbacks = (s: Solver, own: ReadonlyArray<Type>, given: ReadonlyArray<Type>): ReadonlyArray<Type> => {
  const all = [...given]
  for (let i = all.length; i < own.length; i++) {
    all.push(substitute(s, fallbackOf(s, s.types.a[own[i]!]!), own.slice(0, i), all))
  }
  return all
}

/** What a type parameter stands for where nothing is known of it: its default or its bound. */
export const fallbackOf = (s: Solver, parameter: number): Type => {
  const { fileOfTypeParameter } = s.program
  if (parameter >= fileOfTypeParameter.length) return boundOfVariable(s, parameter)
  const f = s.program.files[fileOfTypeParameter[parameter]!]!
  const { fallback, constraint } = f.facts.typeParameters
  const row = parameter - f.typeParameterBase
  const by = fallback[row] !== NONE ? fallback[row]! : constraint[row]!
  return by === NONE ? UNKNOWN : typeOfType(s, f, by)
}
