// Heritage: which types extend and implement which, which members replace a member of a base, and to which members a
// call of the base's member may go.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { OPS, SUPERTYPE_RELATIONS } from "../syntax/facts.ts"
import { isCallable } from "./calls.ts"
import { expand, expandAliases } from "./expansion.ts"
import { expectedOf, isDeclaredPlace } from "./expectations.ts"
import { typeEntityOf } from "./type_entities.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { basesOf } from "./bases.ts"
import { valueOf } from "./definition_values.ts"
import { drawReplaced } from "./overriding.ts"
import { preferred } from "./overloads.ts"
import { isCertain } from "./certainty.ts"
import { drawMade } from "./expected.ts"
import type { Nodes } from "./nodes.ts"
import { OwnMembers } from "./own_members.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { KINDS, UNKNOWN } from "./types.ts"

const { Class, Method, Property, Interface } = NODE_KINDS

/** Draws EXTENDS, IMPLEMENTS, OVERRIDES and DISPATCHES that the text of a file tells. */
export const drawHeritage = (s: Solver, nodes: Nodes, f: FileView): void => {
  drawSupertypes(s, nodes, f)
  // what is embedded lends its members: nothing is replaced
  if (f.language.policy.structuralInterfaces !== undefined) return
  const { kind, rows } = f.facts.definitions
  const apart = f.language.policy.overloads !== undefined
  const members = new OwnMembers()
  const ground = { program: s.program, packages: s.around.packages }
  for (let d = 0; d < rows; d++) {
    drawMade(ground, members, nodes, f, d)
    if (apart) drawReplaced(s, nodes, f, d)
    else if (kind[d] === Class.code) drawOverrides(s, nodes, f, d)
  }
  for (const object of implementers(nodes, f)) drawImplementer(s, nodes, f, object)
}

const drawSupertypes = (s: Solver, nodes: Nodes, f: FileView): void => {
  const { definition, relation, expression, rows } = f.facts.supertypes
  for (let row = 0; row < rows; row++) {
    const source = nodes.of[f.definitionBase + definition[row]!]!
    const e = expression[row]!
    if (source === NONE || e === NONE || relation[row] === SUPERTYPE_RELATIONS.through) continue
    const isSaid = relation[row] === SUPERTYPE_RELATIONS.implements
    const isUntold = f.language.policy.interfacesAreBases === true &&
      s.kindOf(f.definitionBase + definition[row]!) !== Interface.code
    for (const symbol of s.ask(() => supertypeSymbols(s, f, e))) {
      const target = nodes.of[symbol]!
      if (target === NONE) continue
      const isImplemented = isSaid || (isUntold && s.kindOf(symbol) === Interface.code)
      const kind = isImplemented ? EDGE_KINDS.IMPLEMENTS.code : EDGE_KINDS.EXTENDS.code
      nodes.draft.addEdge(kind, source, target, REASONS.structure.confidence, REASONS.structure.code, f.exprStart[e]!)
    }
  }
}

/** The symbols that a supertype names, or that its value surely is. */
const supertypeSymbols = (s: Solver, f: FileView, e: number): ReadonlyArray<number> => {
  const inner = f.op[e] === OPS.instantiate ? f.operand(e, 0) : e
  if (inner === NONE) return []
  const entity = typeEntityOf(s, f, inner)
  const named = entity === undefined ? NONE : namedDefinition(s, entity)
  if (named !== NONE && !HOLDERS.has(s.kindOf(named))) return [named]
  if (f.op[inner] === OPS.typeName && entity === undefined) return []
  if (!isCertain(s, f, inner)) return named === NONE ? [] : [named]
  const all: Array<number> = []
  const parts = s.types.alternatives(expandAliases(s, s.typeOf(f, inner)))
  for (const part of parts) {
    const kind = s.types.kind[part]!
    if (kind === KINDS.class || kind === KINDS.function) all.push(s.symbols.of[s.types.a[part]!]!)
  }
  if (parts.every((it) => OUTSIDE.has(s.types.kind[it]!)) && (named === NONE || isOtherName(s, named))) return []
  // A class that is put together is known by the variable that holds it.
  return all.length === 1 && s.kindOf(all[0]!) !== 0 ? all : named === NONE ? [] : [named]
}

/** Definitions that hold a value and are no type themselves. */
const HOLDERS: ReadonlySet<number> = new Set([NODE_KINDS.Variable.code, NODE_KINDS.Const.code, Property.code])

/** Values from elsewhere. */
const OUTSIDE: ReadonlySet<number> = new Set([KINDS.external, KINDS.libraryValue])

/** Is a variable only another name for what it is given, and puts nothing together itself? */
const isOtherName = (s: Solver, definition: number): boolean => {
  const f = s.file(definition)
  let at = f.facts.definitions.value[definition - f.definitionBase]!
  while (at !== NONE && f.op[at] === OPS.member) at = f.operand(at, 0)
  return at !== NONE && (f.op[at] === OPS.name || f.op[at] === OPS.module)
}

const namedDefinition = (s: Solver, entity: Entity): number => {
  const { entities } = s.imports
  return entities.kind[entity] === ENTITIES.definition ? entities.a[entity]! : NONE
}

const drawOverrides = (s: Solver, nodes: Nodes, f: FileView, d: number): void => {
  const symbol = s.symbols.of[f.definitionBase + d]!
  const bases = s.ask(() => basesOf(s, symbol))
  if (bases.length === 0) return
  const { kind, flags, owner, name, rows, end, start } = f.facts.definitions
  for (let m = d + 1; m < rows && start[m]! < end[d]!; m++) {
    if (owner[m] !== d || (kind[m] !== Method.code && kind[m] !== Property.code)) continue
    const member = nodes.of[f.definitionBase + m]!
    if (member === NONE) continue
    if (isAccessor(flags[m]!)) {
      // An accessor that is only declared runs nothing in place of another.
      if ((flags[m]! & NODE_FLAGS.signature) !== 0) continue
    } else if (preferred(s, f.definitionBase + m) !== f.definitionBase + m) continue
    const isStatic = (flags[m]! & NODE_FLAGS.static) !== 0
    const id = f.name(name[m]!)
    for (const each of bases) {
      const base = s.ask(() => expandAliases(s, each))
      if (s.types.kind[base] !== KINDS.instance) continue
      const first = s.symbols.member(s.types.a[base]!, isStatic, id)
      if (first === NONE) continue
      const target = overridden(s, nodes, first, f.definitionBase + m)
      if (target === NONE || target === member) continue
      const { code, confidence } = REASONS.heritage
      nodes.draft.addEdge(EDGE_KINDS.OVERRIDES.code, member, target, confidence, code, NONE)
      nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, target, member, confidence, code, NONE)
      if (kind[m] === Property.code) drawHeld(s, nodes, f, m, target)
    }
  }
}

/** A field that holds a function of another name: a call of the base's member runs that function. */
const drawHeld = (s: Solver, nodes: Nodes, f: FileView, m: number, base: number): void => {
  const e = f.facts.definitions.value[m]!
  if (e !== NONE && f.op[e] !== OPS.function) drawRun(s, nodes, f, e, base)
}

/** A call of a member runs the functions that its value is. */
const drawRun = (s: Solver, nodes: Nodes, f: FileView, value: number, member: number): void => {
  const { code, confidence } = REASONS.heritage
  for (const each of s.types.alternatives(s.ask(() => s.typeOf(f, value)))) {
    if (s.types.kind[each] !== KINDS.function) continue
    const held = preferred(s, s.types.a[each]!)
    const node = nodes.of[held]!
    if (node === NONE || node === member || (s.flagsOf(held) & NODE_FLAGS.signature) !== 0) continue
    nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, member, node, confidence, code, NONE)
  }
}

/** Object literals that may stand for a type of the project: those with methods, and those of a declared variable. */
const implementers = (nodes: Nodes, f: FileView): ReadonlySet<number> => {
  const { definitions, bindings } = f.facts
  const all = new Set<number>()
  const add = (e: number): void => {
    if (e !== NONE && f.op[e] === OPS.object) all.add(e)
  }
  for (let d = 0; d < definitions.rows; d++) {
    if (definitions.type[d] !== NONE) add(definitions.value[d]!)
    if (definitions.kind[d] !== Method.code || nodes.of[f.definitionBase + d] === NONE) continue
    if (definitions.owner[d] !== NONE) add(f.expressionOf(definitions.owner[d]!))
  }
  for (let row = 0; row < bindings.rows; row++) if (bindings.type[row] !== NONE) add(bindings.value[row]!)
  return all
}

/** An object literal where a type of the project is expected: calls of the type's members may run those of the object. */
const drawImplementer = (s: Solver, nodes: Nodes, f: FileView, object: number): void => {
  let expected = s.ask(() => expand(s, expectedOf(s, f, object, 0)))
  // one object is the type of another only where that is written
  const all = s.types.alternatives(expected)
  if (all.some((it) => s.types.kind[it] === KINDS.object) && !s.ask(() => isDeclaredPlace(s, f, object))) {
    expected = s.types.union(all.filter((it) => s.types.kind[it] !== KINDS.object))
  }
  if (expected === UNKNOWN) return
  for (let i = 0; i < f.operandCount[object]!; i++) {
    const part = f.operand(object, i)
    if (part === NONE || f.op[part] !== OPS.property || f.exprName[part] === 0) continue
    const value = f.operand(part, 0)
    if (value === NONE) continue
    for (const each of s.ask(() => searchMember(s, expected, f.name(f.exprName[part]!))).definitions) {
      const base = nodes.of[preferred(s, each)]!
      if (base !== NONE && isMember(s, each)) drawRun(s, nodes, f, value, base)
    }
  }
}

const isMember = (s: Solver, definition: number): boolean =>
  s.kindOf(definition) === Method.code || s.kindOf(definition) === Property.code

/** The node of a base's member that a member of the same name replaces, or NONE. */
const overridden = (s: Solver, nodes: Nodes, first: number, member: number): number => {
  const flags = s.flagsOf(member)
  let found: number = NONE
  for (let b = first; b !== NONE; b = s.symbols.nextMember[b]!) {
    if (nodes.of[b] === NONE) continue
    if (!isAccessor(flags) && !isAccessor(s.flagsOf(b))) {
      if (areCallable(s, member, b) || (isOverridden(s, member) && isOverridden(s, b))) {
        return nodes.of[preferred(s, b)]!
      }
      continue
    }
    if (!isOverridden(s, member) || !isOverridden(s, b)) continue
    // A getter replaces a getter and a setter a setter, where the base has both.
    if (isAccessor(flags) && isAccessor(s.flagsOf(b))) {
      if ((flags & ACCESSORS) === (s.flagsOf(b) & ACCESSORS)) return nodes.of[b]!
      found = found === NONE ? nodes.of[b]! : found
    } else return nodes.of[preferred(s, b)]!
  }
  return found
}

/** Is a member called like a function, here or in the base? What replaces a method can be called as one. */
const areCallable = (s: Solver, member: number, base: number): boolean =>
  isFunctionLike(s, member) || isFunctionLike(s, base) || s.ask(() => isCallable(s, valueOf(s, base)))

const ACCESSORS = NODE_FLAGS.getter | NODE_FLAGS.setter
const isAccessor = (flags: number): boolean => (flags & ACCESSORS) !== 0

/** Is a member one that replaces another one: like a function, or a property where reading it runs an accessor? */
const isOverridden = (s: Solver, definition: number): boolean =>
  isFunctionLike(s, definition) ||
  (s.kindOf(definition) === Property.code && s.file(definition).language.policy.accessorsRun === true)

/** A method, a property that holds a function, or one that accessors stand for. */
const isFunctionLike = (s: Solver, definition: number): boolean => {
  const f = s.file(definition)
  const d = definition - f.definitionBase
  const { kind, flags, type, value } = f.facts.definitions
  if (kind[d] === Method.code || isAccessor(flags[d]!)) return true
  if (type[d] !== NONE && f.op[type[d]!] === OPS.typeFunction) return true
  return value[d] !== NONE && f.op[value[d]!] === OPS.function
}
