// What a name or a dotted name of the type space leads to, by names alone: no type is asked for, so this can be asked before
// any is known.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import type { Around } from "./around.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Globals } from "./globals.ts"
import { SPACES } from "./program.ts"
import type { Ground } from "./receivers.ts"

/** What names lead to. */
export interface NameGround extends Ground {
  readonly globals: Globals
  readonly around: Around
}

const { Namespace, Class, Interface, Enum, TypeAlias } = NODE_KINDS

/** Kinds of types that may stand in types. */
export const NESTED: ReadonlySet<number> = new Set([Class.code, Interface.code, Enum.code, TypeAlias.code])

/** What a type name or a dotted one leads to: a name of a module, a package, a type or a namespace. */
export const typeEntityOf = (s: NameGround, f: FileView, e: number): Entity | undefined => {
  const op = f.op[e]!
  if (op === OPS.name || op === OPS.typeName) {
    let binding = s.program.typeBindingOf(f, e)
    if (binding === NONE) {
      const found = s.around.entity(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.type)
      if (found !== undefined) return found
      // where what a name is decides its space, a value is no type
      if (f.language.policy.packages !== undefined) return undefined
      binding = s.program.lookUp(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.value)
    }
    if (binding !== NONE) return s.imports.entityOf(binding, SPACES.type)
    return s.globals.entity(s.imports, f, f.name(f.exprName[e]!), SPACES.type)
  }
  if (op === OPS.module) return s.imports.loaded(f, e, SPACES.type)
  if (op !== OPS.typeMember && op !== OPS.member) return undefined
  const object = f.operand(e, 0)
  const holder = object === NONE ? undefined : typeEntityOf(s, f, object) ?? s.around.outermost(f, object)
  if (holder === undefined) return undefined
  return memberEntity(s, holder, f.name(f.exprName[e]!), SPACES.type)
}

/** A name inside a module, package, type or namespace, or undefined. */
export const memberEntity = (s: NameGround, holder: Entity, name: number, space: number): Entity | undefined => {
  const { entities } = s.imports
  const { kind: kinds } = s.program
  const a = entities.a[holder]!
  switch (entities.kind[holder]) {
    case ENTITIES.module: {
      const found = s.imports.exported(s.program.files[a]!, name, space)
      return entities.kind[found] === ENTITIES.unresolved ? undefined : found
    }
    case ENTITIES.external:
      return s.around.outside(holder, name) ?? holder
    case ENTITIES.definition: {
      const namespace = kinds[a] === Namespace.code ? a : s.symbols.companion[a]!
      if (namespace !== NONE) return inNamespace(s, namespace, name, space)
      const f = s.program.file(a)
      if (f.language.policy.packages !== undefined) return s.around.nested(a, name)
      // a class in a class
      const member = kinds[a] === Class.code ? s.symbols.member(a, true, name) : NONE
      return member !== NONE && kinds[member] === Class.code
        ? entities.make(ENTITIES.definition, s.symbols.of[member]!)
        : inModuleValue(s, f, f.facts.definitions.value[a - f.definitionBase]!, name, space)
    }
    case ENTITIES.binding: {
      const f = s.program.files[s.program.fileOfBinding[a]!]!
      return inModuleValue(s, f, f.facts.bindings.value[a - f.bindingBase]!, name, space)
    }
    case ENTITIES.folder: {
      const found = s.imports.partOf(holder, name)
      return entities.kind[found] === ENTITIES.unresolved ? undefined : found
    }
    case ENTITIES.package:
      return s.around.memberOf(holder, NONE, name, space) ?? s.around.besides(holder, name)
    default:
      return undefined
  }
}

/** A name inside the module that a value is. */
const inModuleValue = (s: NameGround, f: FileView, value: number, name: number, space: number): Entity | undefined =>
  value !== NONE && f.op[value] === OPS.module
    ? memberEntity(s, s.imports.loaded(f, value, space), name, space)
    : undefined

/** A name that a namespace, in any of its parts, holds; or undefined. */
export const inNamespace = (s: Ground, symbol: number, name: number, space: number): Entity | undefined => {
  for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
    const f = s.program.file(part)
    const body = f.facts.definitions.body[part - f.definitionBase]!
    if (body === NONE) continue
    for (let b = s.program.bindingIn(f, body, name); b !== NONE; b = s.program.nextBinding(b)) {
      const flags = f.facts.bindings.flags[b - f.bindingBase]!
      if ((flags & (space === SPACES.value ? 2 : 4)) === 0) return s.imports.entityOf(b, space)
    }
  }
  return undefined
}
