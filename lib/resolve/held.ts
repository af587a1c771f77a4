// What variables and fields hold that are called: their declared type names no function, but the values they start with
// and are given do. A cast changes what is known of a value, not what it is.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import { MOST_STEPS } from "./behind.ts"
import { DECIDED, decidedBy } from "./certainty.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { valueOf } from "./definition_values.ts"
import { SPACES } from "./program.ts"
import { bindingOf } from "./slots.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

const { Const, Variable, Property } = NODE_KINDS

/** Values that something may hold, and what decides which of them it is. */
export interface Held {
  readonly type: Type
  readonly decided: number
}

/** Is a definition a place for values, and no function or type itself? */
export const isHolder = (s: Solver, definition: number): boolean => {
  const kind = s.kindOf(definition)
  return kind === Variable.code || kind === Const.code || kind === Property.code
}

/** The binding that a definition is reached by: where its values are assigned to. */
export const ownBinding = (s: Solver, definition: number): number => {
  const f = s.file(definition)
  return f.facts.assignments.rows === 0 ? NONE : bindingOf(s, f, definition - f.definitionBase)
}

/** What a variable of a file may hold. @param own Its binding, or NONE. */
export const heldByVariable = (s: Solver, definition: number, own: number): Held =>
  remembered(s, definition * 3, () => ofVariable(s, definition, own))

const ofVariable = (s: Solver, definition: number, own: number): Held => {
  const f = s.file(definition)
  const all: Array<number> = []
  const { value } = f.facts.definitions
  if (isHolder(s, definition)) all.push(value[definition - f.definitionBase]!)
  for (const row of own === NONE ? [] : s.writes.ofBinding(own)) all.push(f.facts.assignments.value[row]!)
  return held(s, f, all, isHolder(s, definition) ? undefined : valueOf(s, definition))
}

/** What a local variable may hold. */
export const heldByLocal = (s: Solver, f: FileView, binding: number): Held =>
  remembered(s, binding * 3 + 1, () => ofLocal(s, f, binding))

const ofLocal = (s: Solver, f: FileView, binding: number): Held => {
  const all = [f.facts.bindings.value[binding - f.bindingBase]!]
  for (const row of s.writes.ofBinding(binding)) all.push(f.facts.assignments.value[row]!)
  return held(s, f, all, undefined)
}

/** What a field may hold: any object of its type may have been given another value. */
export const heldByField = (s: Solver, definition: number): Held =>
  remembered(s, definition * 3 + 2, () => ofField(s, definition))

const ofField = (s: Solver, definition: number): Held => {
  const f = s.file(definition)
  const { value, flags } = f.facts.definitions
  const d = definition - f.definitionBase
  const types: Array<Type> = []
  const initial = plain(f, value[d]!)
  if (initial !== NONE) types.push(s.typeOf(f, initial))
  const owner = s.ownerOf(definition)
  const isStatic = (flags[d]! & NODE_FLAGS.static) !== 0
  const group = owner === NONE ? NONE : s.writes.ofSymbol(s.symbols.of[owner]!, isStatic, s.nameOf(definition))
  const written = group === NONE ? [] : s.writes.values[group]!
  for (let i = 0; i < written.length; i += 2) {
    const at = s.program.files[written[i]!]!
    types.push(s.typeOf(at, plain(at, written[i + 1]!)))
  }
  return { type: s.types.union(types), decided: DECIDED.caller }
}

/**
 * The object literals that an expression surely is, whatever type a variable on the way to them is declared with: a
 * constant's, or one that a constant's property names. UNKNOWN where it is none.
 */
export const heldByConstant = (s: Solver, f: FileView, e: number, depth = 0): Type => {
  if (depth > MOST_STEPS) return UNKNOWN
  if (f.op[e] === OPS.object) return s.typeOf(f, e)
  if (f.op[e] === OPS.name) {
    const binding = s.program.bindingOf(f, e)
    if (binding === NONE) return UNKNOWN
    const entity = s.imports.entityOf(binding, SPACES.value)
    const { kind, a } = s.imports.entities
    if (kind[entity] !== ENTITIES.definition || s.kindOf(a[entity]!) !== Const.code) return UNKNOWN
    const at = s.file(a[entity]!)
    const value = plain(at, at.facts.definitions.value[a[entity]! - at.definitionBase]!)
    return value === NONE ? UNKNOWN : heldByConstant(s, at, value, depth + 1)
  }
  const object = f.op[e] === OPS.member ? f.operand(e, 0) : NONE
  if (object === NONE) return UNKNOWN
  const all: Array<Type> = []
  for (const each of s.types.alternatives(s.typeOf(f, object))) {
    if (s.types.kind[each] !== KINDS.object) return UNKNOWN
    const made = s.program.files[s.types.a[each]!]!
    const property = made.property(s.types.b[each]!, f.name(f.exprName[e]!))
    const value = property === NONE ? NONE : plain(made, made.operand(property, 0))
    if (value !== NONE) all.push(heldByConstant(s, made, value, depth + 1))
  }
  return s.types.union(all)
}

const held = (s: Solver, f: FileView, values: ReadonlyArray<number>, itself: Type | undefined): Held => {
  const types: Array<Type> = itself === undefined ? [] : [itself]
  let decided: number = DECIDED.text
  for (const value of values) {
    const e = plain(f, value)
    if (e === NONE) continue
    types.push(s.typeOf(f, e))
    decided = Math.min(decided, decidedBy(s, f, e))
  }
  const type = s.types.union(types)
  // Of several values it holds one at a time.
  return { type, decided: s.types.kind[type] === KINDS.union ? Math.min(decided, DECIDED.choice) : decided }
}

/** Whoever calls what a place holds goes through all that is written to it: once for all of them. */
const remembered = (s: Solver, key: number, compute: () => Held): Held => {
  const known = s.held.get(key)
  if (known !== undefined) return known
  const held = compute()
  if (s.settled) s.held.set(key, held)
  return held
}

/** The value behind casts. */
export const plain = (f: FileView, e: number): number => {
  let at = e
  while (at !== NONE && f.op[at] === OPS.cast) at = f.operand(at, 0)
  return at
}
