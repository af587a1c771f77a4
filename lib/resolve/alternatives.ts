// What else a call of a function may run: functions that are declared several times under one name, signatures before a
// body, bodies in the branches of a condition; and what decorators gave back. Where a language says so, a call names the
// first declaration. A signature is dispatched to its body; of bodies in branches a call may run each, so that it is
// dispatched to the others itself.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"
import type { Program } from "./program.ts"
import { preferred } from "./overloads.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { KINDS } from "./types.ts"

const { Function, Method } = NODE_KINDS
const ACCESSORS = NODE_FLAGS.getter | NODE_FLAGS.setter

/** The declarations that a call of a function names: its first one, and bodies that stand beside it. */
export const calledOf = (s: Solver, definition: number): ReadonlyArray<number> => {
  if (s.file(definition).language.policy.callsNameFirst !== true) return [definition]
  const all = declarationsOf(s, definition)
  if (all === undefined) return [definition]
  return leads(s.program, all) ? all.slice(0, 1) : all.filter((it) => !isSignature(s.program, it))
}

/** As many bodies stand beside each other and each call is dispatched to all of them. */
const MOST_BODIES = 32

/** Is the first of several declarations called for all of them? A signature is, and a body that very many stand beside. */
const leads = (program: Program, all: ReadonlyArray<number>): boolean =>
  isSignature(program, all[0]!) || all.length > MOST_BODIES

/** The functions that the decorators of a function gave back in its place. */
export const wrappersOf = (s: Solver, definition: number): ReadonlyArray<number> => {
  const f = s.file(definition)
  if (f.language.policy.decoratorsRun !== true) return NOTHING_ELSE
  if (f.facts.definitions.value[definition - f.definitionBase] === NONE) return NOTHING_ELSE
  return s.types.alternatives(s.slot(SLOTS.value, definition))
    .filter((it) => s.types.kind[it] === KINDS.function)
    .map((it) => preferred(s, s.types.a[it]!))
    .filter((it) => it !== definition && (s.kindOf(it) === Function.code || s.kindOf(it) === Method.code))
}

const NOTHING_ELSE: ReadonlyArray<number> = []

const isSignature = (program: Program, definition: number): boolean =>
  (program.definitionFlags[definition]! & NODE_FLAGS.signature) !== 0

/** All declarations of a function that may stand in for one another, in order; undefined where there is but one. */
const declarationsOf = (s: Solver, definition: number): ReadonlyArray<number> | undefined => {
  const isMethod = s.kindOf(definition) === Method.code
  const first = isMethod
    ? firstMethod(s, definition)
    : s.kindOf(definition) === Function.code
    ? s.symbols.of[definition]!
    : NONE
  if (first === NONE || (isMethod ? s.symbols.nextMember : s.symbols.nextPart)[first] === NONE) return undefined
  let all = s.declarations.get(first)
  if (all === undefined) s.declarations.set(first, all = isMethod ? methodsFrom(s, first) : functionsFrom(s, first))
  return all.length === 0 ? undefined : all
}

/** The first member of the name that a method has, or NONE. */
const firstMethod = ({ program, symbols }: Solver, definition: number): number => {
  const f = program.file(definition)
  const { owner, name } = f.facts.definitions
  const d = definition - f.definitionBase
  if (owner[d] === NONE) return NONE
  return symbols.member(symbols.of[f.definitionBase + owner[d]!]!, false, f.name(name[d]!))
}

const functionsFrom = ({ program, symbols }: Solver, symbol: number): ReadonlyArray<number> => {
  const all: Array<number> = []
  for (let part = symbol; part !== NONE; part = symbols.nextPart[part]!) all.push(part)
  return standing(program, all)
}

const methodsFrom = ({ program, symbols }: Solver, first: number): ReadonlyArray<number> => {
  const all: Array<number> = []
  for (let m = first; m !== NONE; m = symbols.nextMember[m]!) {
    if (program.kind[m] !== Method.code || (program.definitionFlags[m]! & ACCESSORS) !== 0) return NOTHING_ELSE
    all.push(m)
  }
  return standing(program, all)
}

/** Declarations in their order, without those that are gone since one without a condition followed. */
const standing = (program: Program, all: Array<number>): ReadonlyArray<number> => {
  all.sort((a, b) => a - b)
  let from = 0
  for (let i = 1; i < all.length; i++) {
    const before = program.definitionFlags[all[i - 1]!]!
    const flags = program.definitionFlags[all[i]!]!
    if ((flags & DEFINITION_FLAGS.alternative) === 0 && (before & NODE_FLAGS.signature) === 0) from = i
  }
  return all.slice(from)
}

/** DISPATCHES: from the declaration that calls name to the bodies that may run. O(definitions). */
export const drawAlternatives = (s: Solver, nodes: Nodes, f: FileView): void => {
  if (f.language.policy.callsNameFirst !== true) return
  const { program } = s
  const { code, confidence } = REASONS.structure
  for (let d = 0; d < f.facts.definitions.rows; d++) {
    const g = f.definitionBase + d
    const all = declarationsOf(s, g)
    if (all === undefined || all[0] !== g || !leads(program, all) || nodes.of[g] === NONE) continue
    for (const other of all.slice(1)) {
      if (isSignature(program, other) || nodes.of[other] === NONE) continue
      nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, nodes.of[g]!, nodes.of[other]!, confidence, code, NONE)
    }
  }
}
