// Functions, classes and objects behind a declared type: what a function gives back, and so what a constant holds that was
// given it, where the declared result says less than the text. Followed through constants and returns alone, a few steps.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS, RETURN_KINDS } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { preferred } from "./overloads.ts"
import { SPACES } from "./program.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

const { Class, Const, Function } = NODE_KINDS

/** Steps from a call to the text of a function. */
export const MOST_STEPS = 8
/** Of more places to return from none is followed. */
const MOST_RETURNS = 4
const WRITTEN: ReadonlySet<number> = new Set([KINDS.function, KINDS.class, KINDS.object])
const RUNS_LATER = NODE_FLAGS.async | NODE_FLAGS.generator

/** The functions, classes and objects that an expression is, whatever type is declared on the way to them; UNKNOWN where none is found. */
export const valuesBehind = (s: Solver, f: FileView, e: number, steps = 0): Type => {
  if (e === NONE || MOST_STEPS < steps) return UNKNOWN
  switch (f.op[e]) {
    case OPS.cast:
    case OPS.instantiate:
      return valuesBehind(s, f, f.operand(e, 0), steps + 1)
    case OPS.function:
    case OPS.class:
    case OPS.object:
      return s.typeOf(f, e)
    case OPS.name: {
      const binding = s.program.bindingOf(f, e)
      return binding === NONE ? UNKNOWN : behindBinding(s, f, e, binding, steps)
    }
    case OPS.member: {
      const object = f.operand(e, 0)
      if (object === NONE) return UNKNOWN
      const found = searchMember(s, s.typeOf(f, object), f.name(f.exprName[e]!)).definitions
      return found.length === 1 ? behindDefinition(s, found[0]!, steps) : UNKNOWN
    }
    case OPS.call: {
      const callee = f.operand(e, 0)
      if (callee === NONE) return UNKNOWN
      const type = s.typeOf(f, callee)
      return s.types.kind[type] === KINDS.function ? givenBack(s, preferred(s, s.types.a[type]!), steps + 1) : UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

const behindBinding = (s: Solver, f: FileView, e: number, binding: number, steps: number): Type => {
  const entity = s.imports.entityOf(binding, SPACES.value)
  const { kind, a } = s.imports.entities
  if (kind[entity] === ENTITIES.definition) {
    const of = s.kindOf(a[entity]!)
    return of === Function.code || of === Class.code ? s.typeOf(f, e) : behindDefinition(s, a[entity]!, steps)
  }
  const row = binding - f.bindingBase
  const { bindings } = f.facts
  if (kind[entity] !== ENTITIES.binding || bindings.kind[row] !== BINDING_KINDS.local) return UNKNOWN
  return s.writes.ofBinding(binding).length > 0 ? UNKNOWN : valuesBehind(s, f, bindings.value[row]!, steps + 1)
}

/** What a constant is; UNKNOWN for any other definition. */
export const behindDefinition = (s: Solver, definition: number, steps = 0): Type => {
  if (s.kindOf(definition) !== Const.code) return UNKNOWN
  const f = s.file(definition)
  return valuesBehind(s, f, f.facts.definitions.value[definition - f.definitionBase]!, steps + 1)
}

/** What a call of a function gives back. */
export const givenBack = (s: Solver, definition: number, steps = 0): Type => {
  if ((s.flagsOf(definition) & RUNS_LATER) !== 0) return UNKNOWN
  const f = s.file(definition)
  const { rows, from, to } = f.returns(definition - f.definitionBase)
  if (MOST_RETURNS < to - from) return UNKNOWN
  const all: Array<Type> = []
  for (let i = from; i < to; i++) {
    if (f.facts.returns.kind[rows[i]!] !== RETURN_KINDS.return) continue
    const type = valuesBehind(s, f, f.facts.returns.expression[rows[i]!]!, steps + 1)
    if (s.types.alternatives(type).every((it) => WRITTEN.has(s.types.kind[it]!))) all.push(type)
  }
  return s.types.union(all)
}
