// Heritage: which types extend and implement which, which members replace a member of a base, and to which members a
// call of the base's member may go.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { OPS, SUPERTYPE_RELATIONS } from "../syntax/facts.ts"
import { expandAliases, typeEntityOf } from "./annotations.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { basesOf } from "./members.ts"
import type { Nodes } from "./nodes.ts"
import type { Solver } from "./solver.ts"
import { KINDS } from "./types.ts"

const { Class, Interface, Method, Property } = NODE_KINDS

/** Draws EXTENDS, IMPLEMENTS, OVERRIDES and DISPATCHES. */
export const drawHeritage = (s: Solver, nodes: Nodes): void => {
  for (const f of s.program.files) {
    drawSupertypes(s, nodes, f)
    const { kind, rows } = f.facts.definitions
    for (let d = 0; d < rows; d++) {
      if (kind[d] !== Class.code && kind[d] !== Interface.code) continue
      drawOverrides(s, nodes, f, d)
    }
  }
}

const drawSupertypes = (s: Solver, nodes: Nodes, f: FileView): void => {
  const { definition, relation, expression, rows } = f.facts.supertypes
  for (let row = 0; row < rows; row++) {
    const source = nodes.of[f.definitionBase + definition[row]!]!
    const e = expression[row]!
    if (source === NONE || e === NONE) continue
    const kind = relation[row] === SUPERTYPE_RELATIONS.implements ? EDGE_KINDS.IMPLEMENTS.code : EDGE_KINDS.EXTENDS.code
    for (const symbol of s.ask(() => supertypeSymbols(s, f, e))) {
      const target = nodes.of[symbol]!
      if (target === NONE) continue
      nodes.draft.addEdge(kind, source, target, REASONS.structure.confidence, REASONS.structure.code, f.exprStart[e]!)
    }
  }
}

/** The symbols that a supertype names. */
const supertypeSymbols = (s: Solver, f: FileView, e: number): ReadonlyArray<number> => {
  const inner = f.op[e] === OPS.instantiate ? f.operand(e, 0) : e
  if (inner === NONE) return []
  const entity = typeEntityOf(s, f, inner)
  if (entity !== undefined) {
    const symbol = namedSymbol(s, entity)
    if (symbol !== NONE) return [symbol]
  }
  const type = expandAliases(s, s.typeOf(f, inner))
  const all: Array<number> = []
  const parts = s.types.kind[type] === KINDS.intersection ? s.types.arguments(type) : s.types.alternatives(type)
  for (const part of parts) {
    const kind = s.types.kind[part]!
    if (kind === KINDS.class || kind === KINDS.function || kind === KINDS.instance) {
      all.push(s.symbols.of[s.types.a[part]!]!)
    }
  }
  return all
}

const namedSymbol = (s: Solver, entity: Entity): number => {
  const { entities } = s.imports
  if (entities.kind[entity] !== ENTITIES.definition) return NONE
  const symbol = entities.a[entity]!
  const kind = s.kindOf(symbol)
  return kind === Class.code || kind === Interface.code || kind === NODE_KINDS.TypeAlias.code ||
      kind === NODE_KINDS.Function.code
    ? symbol
    : NONE
}

const drawOverrides = (s: Solver, nodes: Nodes, f: FileView, d: number): void => {
  const symbol = s.symbols.of[f.definitionBase + d]!
  const bases = s.ask(() => basesOf(s, symbol))
  if (bases.length === 0) return
  const { kind, flags, owner, name, rows, end, start } = f.facts.definitions
  for (let m = d + 1; m < rows && start[m]! < end[d]!; m++) {
    if (owner[m] !== d || (kind[m] !== Method.code && kind[m] !== Property.code)) continue
    const member = nodes.of[f.definitionBase + m]!
    if (member === NONE || !isFunctionLike(f, m)) continue
    const isStatic = (flags[m]! & NODE_FLAGS.static) !== 0
    const id = f.name(name[m]!)
    for (const each of bases) {
      const base = s.ask(() => expandAliases(s, each))
      if (s.types.kind[base] !== KINDS.instance) continue
      for (let b = s.symbols.member(s.types.a[base]!, isStatic, id); b !== NONE; b = s.symbols.nextMember[b]!) {
        const target = nodes.of[b]!
        const at = s.file(b)
        if (target === NONE || target === member || !isFunctionLike(at, b - at.definitionBase)) continue
        const { code, confidence } = REASONS.heritage
        nodes.draft.addEdge(EDGE_KINDS.OVERRIDES.code, member, target, confidence, code, NONE)
        nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, target, member, confidence, code, NONE)
        break
      }
    }
  }
}

/** A method, or a property that holds a function. */
const isFunctionLike = (f: FileView, d: number): boolean => {
  const { kind, type, value } = f.facts.definitions
  if (kind[d] === Method.code) return true
  if (type[d] !== NONE && f.op[type[d]!] === OPS.typeFunction) return true
  return value[d] !== NONE && f.op[value[d]!] === OPS.function
}
