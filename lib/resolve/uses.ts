// Uses that are no calls: reads, writes, types, components that are rendered.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_FLAGS, NODE_KINDS, type Reason, REASONS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS, REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"
import { bareExtension } from "./bare_extensions.ts"
import type { Binder } from "./binder.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { typeOfEntity } from "./entity_types.ts"
import { expandAliases } from "./expansion.ts"
import { extensionOf, isMissed } from "./extensions.ts"
import { receiverHolding } from "./lambda_receivers.ts"
import type { FileView } from "./file_view.ts"
import type { Found } from "./found.ts"
import { impliedReceiver } from "./implied.ts"
import { GLOBAL } from "./library_members.ts"
import { typeEntityOf } from "./type_entities.ts"
import { preferred } from "./overloads.ts"
import { bindBareReference, bindNamedFunction, bindReference, isReference } from "./references.ts"
import { SPACES } from "./program.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { FEW, KINDS, type Type, UNKNOWN } from "./types.ts"

const { Property, Variable, Const } = NODE_KINDS

export const bindUse = (b: Binder, f: FileView, e: number): void => {
  if (b.role === ROLES.read && bindNamedFunction(b, f, e)) return
  switch (f.op[e]) {
    case OPS.name:
      if (isReference(f, e) && bindBareReference(b, f, e)) return
      return useName(b, f, e)
    case OPS.member:
      return isReference(f, e) ? bindReference(b, f, e) : useMember(b, f, e)
    case OPS.index:
      return useMember(b, f, e)
    case OPS.typeName:
    case OPS.typeMember:
      return bindType(b, f, e)
    default:
      return b.end("resolved", REASONS.local.code, "")
  }
}

const useName = (b: Binder, f: FileView, e: number): void => {
  const { program } = b.s
  const text = f.facts.strings[f.exprName[e]!]!
  let space: number = SPACES.value
  let binding = program.bindingOf(f, e)
  const extension = bareExtension(b.s, f, e, binding)
  if (b.s.types.kind[extension] === KINDS.function) {
    useDefinition(b, b.s.types.a[extension]!, "this")
    return b.end("resolved", REASONS.this.code, text)
  }
  const receiver = receiverHolding(b.s, f, e, binding)
  if (receiver !== UNKNOWN) return useFound(b, f, e, receiver, "this")
  if (binding === NONE) {
    const receiver = impliedReceiver(b.s, f, e)
    if (receiver !== UNKNOWN) return useFound(b, f, e, receiver, "this")
    space = SPACES.type
    binding = program.lookUp(f, f.exprScope[e]!, f.name(f.exprName[e]!), space)
  }
  if (binding === NONE) {
    const shared = b.bound(f, e, NONE, SPACES.value) ?? b.bound(f, e, NONE, SPACES.type)
    return shared === undefined ? b.unbound(f, text) : useEntity(b, shared.entity, shared.reason, text)
  }
  const kind = f.facts.bindings.kind[binding - f.bindingBase]!
  if (kind === BINDING_KINDS.local || kind === BINDING_KINDS.parameter) {
    return b.end("resolved", REASONS.local.code, text)
  }
  const { entity, reason } = b.bound(f, e, binding, space)!
  useEntity(b, entity, reason, text)
}

const useEntity = (b: Binder, entity: Entity, reason: Reason, name: string): void => {
  if (b.endsOutside(entity, name)) return
  const { kind, a, b: names } = b.s.imports.entities
  if (kind[entity] === ENTITIES.member && b.file.language.policy.packages !== undefined) {
    const found = searchMember(b.s, typeOfEntity(b.s, a[entity]!), names[entity]!)
    if (found.definitions.length <= FEW) { for (const each of found.definitions) useDefinition(b, each, reason) }
  }
  if (kind[entity] === ENTITIES.definition) useDefinition(b, a[entity]!, reason)
  b.end("resolved", REASONS[reason].code, name)
}

const useDefinition = (b: Binder, definition: number, reason: Reason): void => {
  const kind = b.s.kindOf(definition)
  const accessor = (b.s.flagsOf(definition) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0
  const holds = kind === Variable.code || kind === Const.code || kind === Property.code || accessor
  const edge = b.role === ROLES.write
    ? EDGE_KINDS.WRITES.code
    : b.role === ROLES.read && holds
    ? EDGE_KINDS.READS.code
    : EDGE_KINDS.USES.code
  b.edge(edge, definition, reason)
  if (!accessor || b.file.language.policy.accessorsRun !== true) return
  const runs = b.role === ROLES.write ? NODE_FLAGS.setter : b.role === ROLES.read ? NODE_FLAGS.getter : 0
  if ((b.s.flagsOf(definition) & runs) !== 0) b.edge(EDGE_KINDS.CALLS.code, definition, reason)
}

const useMember = (b: Binder, f: FileView, e: number): void => {
  const s = b.s
  const object = f.operand(e, 0)
  const name = f.facts.strings[f.exprName[e]!]!
  if (object === NONE) return b.end("unknown", CAUSES.unknownReceiver.code, name)
  const receiver = s.typeOf(f, object)
  useFound(b, f, e, receiver, b.reasonOf(f, object, receiver))
}

/** A use of the member of a receiver that a name or access names. */
const useFound = (b: Binder, f: FileView, e: number, receiver: Type, reason: Reason): void => {
  const s = b.s
  const name = f.facts.strings[f.exprName[e]!]!
  b.receiver = receiver
  const found = searchMember(s, receiver, f.memberName(e))
  if (found.definitions.length > FEW) return b.end("ambiguous", CAUSES.ambiguous.code, name)
  const extension = f.op[e] === OPS.member && isMissed(s, f, found, NONE)
    ? extensionOf(s, f, e, receiver, NONE)
    : UNKNOWN
  if (s.types.kind[extension] === KINDS.function) {
    useDefinition(b, s.types.a[extension]!, reason)
    return b.end("resolved", REASONS[reason].code, name)
  }
  const type = f.op[e] === OPS.name ? typeOfSameName(s, f, e, found) : NONE
  if (type !== NONE) {
    b.edge(EDGE_KINDS.USES.code, type, "package")
    return b.end("resolved", REASONS.package.code, name)
  }
  for (const each of found.definitions) useDefinition(b, accessorFor(s, each, b.role), reason)
  if (found.definitions.length > 0) return b.end("resolved", REASONS[reason].code, name)
  if (found.types.some((it) => s.types.kind[it] === KINDS.function)) {
    // A function that is kept under another name is used by whoever reads it.
    for (const each of found.types) {
      for (const type of s.types.alternatives(each)) {
        if (s.types.kind[type] === KINDS.function) {
          b.edge(EDGE_KINDS.USES.code, preferred(s, s.types.a[type]!), "value")
        }
      }
    }
    return b.end("resolved", REASONS.value.code, name)
  }
  if (found.external !== 0) {
    // a package from outside is no name in it
    if (found.externalName === 0 && found.external !== GLOBAL) return b.external(0, 0)
    return b.external(found.external - 1, f.name(f.exprName[e]!))
  }
  if (found.types.length > 0) return b.end("resolved", REASONS[reason].code, name)
  if (receiver === UNKNOWN || found.unknown) return b.end("unknown", CAUSES.unknownReceiver.code, name)
  if (b.role === ROLES.write) return b.end("resolved", REASONS[reason].code, name)
  b.end("unknown", CAUSES.unknownMember.code, name)
}

/**
 * The type that a bare name means where a member of the type around has that name and type, or NONE: a static member is
 * asked for, which an instance does not have.
 */
const typeOfSameName = (s: Solver, f: FileView, e: number, found: Found): number => {
  if (f.language.policy.membersNameTypes !== true || found.types.length !== 1) return NONE
  const access = f.parent(e)
  if (access === NONE || f.op[access] !== OPS.member || f.operand(access, 0) !== e) return NONE
  const type = expandAliases(s, found.types[0]!)
  if (s.types.kind[type] !== KINDS.instance) return NONE
  const symbol = s.types.a[type]!
  if (s.nameOf(symbol) !== f.name(f.exprName[e]!)) return NONE
  const asked = searchMember(s, type, f.memberName(access)).definitions
  const isOfType = (it: number): boolean =>
    (s.flagsOf(it) & NODE_FLAGS.static) !== 0 || s.kindOf(s.ownerOf(it)) === NODE_KINDS.Enum.code
  return asked.length > 0 && asked.every(isOfType) ? symbol : NONE
}

export const bindType = (b: Binder, f: FileView, e: number): void => {
  const s = b.s
  const text = f.facts.strings[f.exprName[e]!]!
  const entity = typeEntityOf(s, f, e)
  if (entity !== undefined) {
    if (b.role === ROLES.extend) {
      throughOf(b, f, e)
      if (!b.endsOutside(entity, text)) b.end("resolved", REASONS.structure.code, text)
      return
    }
    throughOf(b, f, e)
    return useEntity(b, entity, "declared", text)
  }
  if (f.op[e] === OPS.typeName || f.op[e] === OPS.name) return b.unbound(f, text)
  if (f.op[e] === OPS.member) return useMember(b, f, e)
  b.end("unknown", CAUSES.unknownMember.code, text)
}

/** Draws the import that brings a type by its name, where one of all names does. */
const throughOf = (b: Binder, f: FileView, e: number): void => {
  const { program, around } = b.s
  if ((f.op[e] !== OPS.typeName && f.op[e] !== OPS.name) || program.typeBindingOf(f, e) !== NONE) return
  const meaning = around.find(f, f.exprScope[e]!, f.name(f.exprName[e]!), SPACES.type)
  if (meaning !== undefined) b.importsThrough(f, meaning)
}

export const bindRender = (b: Binder, f: FileView, e: number): void => {
  const s = b.s
  const tag = f.operand(e, 0)
  if (tag === NONE) return b.end("unknown", CAUSES.dynamic.code, "")
  const name = f.facts.strings[f.exprName[tag]!] ?? ""
  if (f.op[tag] === OPS.name) {
    const bound = b.bound(f, tag, s.program.bindingOf(f, tag), SPACES.value)
    if (bound === undefined) return b.unbound(f, name)
    const { entity, reason } = bound
    const { entities } = s.imports
    if (b.endsOutside(entity, name)) return
    if (entities.kind[entity] === ENTITIES.definition) {
      b.edge(EDGE_KINDS.RENDERS.code, entities.a[entity]!, reason)
      return b.end("resolved", REASONS[reason].code, name)
    }
    return renderType(b, typeOfEntity(s, entity), name)
  }
  if (f.op[tag] !== OPS.member) return renderType(b, s.typeOf(f, tag), name)
  const object = f.operand(tag, 0)
  if (object === NONE) return b.end("unknown", CAUSES.unknownReceiver.code, name)
  const found = searchMember(s, s.typeOf(f, object), f.name(f.exprName[tag]!))
  if (found.definitions.length > 0 && found.definitions.length <= FEW) {
    for (const each of found.definitions) b.edge(EDGE_KINDS.RENDERS.code, each, "namespace")
    return b.end("resolved", REASONS.namespace.code, name)
  }
  if (found.external !== 0) return b.external(found.external - 1, f.name(f.exprName[tag]!))
  renderType(b, s.types.union(found.types), name)
}

const renderType = (b: Binder, type: Type, name: string): void => {
  const s = b.s
  let any = false
  for (const each of s.types.alternatives(type)) {
    if (s.types.kind[each] === KINDS.external) return b.external(s.types.a[each]!, s.types.b[each]!)
    if (s.types.kind[each] !== KINDS.function && s.types.kind[each] !== KINDS.class) continue
    b.edge(EDGE_KINDS.RENDERS.code, s.types.a[each]!, "value")
    any = true
  }
  b.end(any ? "resolved" : "unknown", any ? REASONS.value.code : CAUSES.dynamic.code, name)
}

/** Of a getter and a setter of one name the one that the use runs. */
const accessorFor = (s: Solver, member: number, role: number): number => {
  const wanted = role === ROLES.write ? NODE_FLAGS.setter : NODE_FLAGS.getter
  for (let m = member; m !== NONE; m = s.symbols.nextMember[m]!) if ((s.flagsOf(m) & wanted) !== 0) return m
  return member
}
