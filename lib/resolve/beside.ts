// Functions and classes that a scope binds to a name beside what the name is bound to: one of a branch, one that hides a
// parameter. The first binding decides what a name is taken for; these it may stand for as well, so that none of them is
// said to be unused while its name is said.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import { BINDING_FLAGS, BINDING_KINDS, OPS, REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"
import type { Binder } from "./binder.ts"
import { constructs } from "./making.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"
import { isChosen } from "./overload_sets.ts"
import type { Solver } from "./solver.ts"

const { Function, Class } = NODE_KINDS
const { USES, DISPATCHES } = EDGE_KINDS

/** As many things of one name are told apart. */
const MOST = 32

/** Draws what else the name of the reference at hand may stand for; nothing where an assignment says what it is. */
export const bindBeside = (b: Binder, f: FileView, e: number): void => {
  const runs = b.role === ROLES.call || b.role === ROLES.new
  const name = runs ? f.operand(e, 0) : e
  if (name === NONE || (f.op[name] !== OPS.name && f.op[name] !== OPS.typeName)) return
  const binding = f.op[name] === OPS.name ? b.s.program.bindingOf(f, name) : b.s.program.typeBindingOf(f, name)
  if (binding === NONE) return
  const { symbols: all, definitions } = besideOf(b.s, f, binding)
  if (all.length === 0) return
  if (f.valueAt(binding - f.bindingBase, f.exprStart[name]!, f.exprScope[name]!) !== NONE) return
  if (MOST < all.length) return b.end("ambiguous", CAUSES.ambiguous.code, f.facts.strings[f.exprName[name]!]!)
  for (const symbol of all) {
    if (b.isBoundTo(symbol) || (f.op[name] === OPS.typeName && b.s.kindOf(symbol) !== Class.code)) continue
    if (!runs) b.edge(USES.code, symbol, "local")
    else if (b.s.kindOf(symbol) === Class.code) constructs(b, symbol, "local", DISPATCHES.code)
    else b.edge(DISPATCHES.code, symbol, "local")
  }
  const before = f.language.policy.callsNameFirst === true &&
      f.isInFunctionOf(binding - f.bindingBase, f.exprScope[name]!)
    ? declaredBefore(f, definitions, f.exprStart[name]!)
    : NONE
  if (before !== NONE && !b.isBoundTo(b.s.symbols.of[before]!, before)) {
    b.edge(runs ? DISPATCHES.code : USES.code, before, "local")
  }
}

/** What a name stood for where it is declared again further down, or NONE. */
const declaredBefore = (f: FileView, definitions: ReadonlyArray<number>, offset: number): number => {
  const { start } = f.facts.definitions
  let low = 0
  let high = definitions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (start[definitions[middle]! - f.definitionBase]! <= offset) low = middle + 1
    else high = middle
  }
  return low === 0 || low === definitions.length ? NONE : definitions[low - 1]!
}

/** Functions and classes that one scope binds to a name. */
export interface Beside {
  readonly symbols: ReadonlyArray<number>
  /** Each of them, in the order of the source. */
  readonly definitions: ReadonlyArray<number>
}

/** Functions and classes among the bindings of a name in one scope; none where there is but one binding. */
const besideOf = (s: Solver, f: FileView, binding: number): Beside => {
  const { program, symbols } = s
  const { scope, name, kind, flags } = f.facts.bindings
  const row = binding - f.bindingBase
  if (kind[row] === BINDING_KINDS.typeParameter) return NOTHING
  const first = program.bindingIn(f, scope[row]!, f.name(name[row]!))
  if (first === NONE || program.nextBinding(first) === NONE) return NOTHING
  const known = s.beside.get(first)
  if (known !== undefined) return known
  const all = new Set<number>()
  const definitions: Array<number> = []
  for (let at = first; at !== NONE; at = program.nextBinding(at)) {
    const definition = (flags[at - f.bindingBase]! & BINDING_FLAGS.type) !== 0 ? NONE : program.definitionOf(at)
    if (definition === NONE) continue
    const of = program.kind[definition]!
    if (of !== Function.code && of !== Class.code) continue
    all.add(symbols.of[definition]!)
    definitions.push(definition)
  }
  // a call that chooses takes one of them
  const isOne = definitions.every((it) => program.kind[it] === Function.code && isChosen(s, it))
  const found = isOne ? NOTHING : { symbols: [...all], definitions: definitions.sort((a, b) => a - b) }
  s.beside.set(first, found)
  return found
}

/**
 * Opens functions and classes that a module gives out by a name under which its importers find something else first: which
 * of them a run gives, they do not see. O(bindings).
 */
export const openBeside = ({ program, symbols }: Solver, nodes: Nodes, f: FileView): void => {
  if (f.language.policy.exports !== "all") return
  const { scope, name, kind, target, rows } = f.facts.bindings
  for (let row = 0; row < rows; row++) {
    if (scope[row] !== 0 || kind[row] !== BINDING_KINDS.definition) continue
    const definition = f.definitionBase + target[row]!
    const of = program.kind[definition]!
    if (of !== Function.code && of !== Class.code) continue
    const first = program.definitionOf(program.bindingIn(f, 0, f.name(name[row]!)))
    if (first !== NONE && symbols.of[first] === symbols.of[definition]) continue
    nodes.open(definition, OPENNESS.handedOn)
  }
}

const NOTHING: Beside = { symbols: [], definitions: [] }
