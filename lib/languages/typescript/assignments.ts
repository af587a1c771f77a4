// Which assignment a variable has its value from, place by place: what it starts with holds up to the first assignment,
// what an assignment gives up to the next one. Only variables that no function inside assigns to are followed, since
// such a function may run at any time; and a place that a branch or a loop may come to by another way is left out.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, BINDING_KINDS, OPS } from "../../syntax/facts.ts"
import { isInFunctionOf, nodeAt } from "../../syntax/reassigned.ts"
import type { Walk } from "../../syntax/walk.ts"

/** Adds narrowings for variables that are assigned again. O(bindings + assignments · depth). */
export const followAssignments = (w: Walk): void => {
  const { target, value, start } = w.assignments.at
  const { op, name, scope } = w.expressions.at
  const assigns = (): boolean => {
    for (let row = 0; row < w.assignments.rows; row++) if (op[target[row]!] === OPS.name) return true
    return false
  }
  // only `var` declares a name again
  if (!assigns() && !w.text.includes("var ")) return
  const names = new Names(w)
  const left = new Set<number>()
  const followed = new Set<number>()
  for (let row = 0; row < w.assignments.rows; row++) {
    const to = target[row]!
    if (op[to] !== OPS.name) continue
    const binding = names.binding(scope[to]!, name[to]!)
    if (binding === NONE || left.has(binding)) continue
    const node = assigning(w, start[row]!)
    if (node === NONE || !isFollowed(w, binding) || !isInFunctionOf(w, binding, scope[to]!)) {
      left.add(binding)
      continue
    }
    followed.add(binding)
    w.reassigned.add(binding, node, isStraight(w, node) ? value[row]! : NONE, w.tree.end[node]!)
  }
  for (const [row, first] of names.again) {
    if (left.has(first)) continue
    const node = declaring(w, w.bindings.at.nameStart[row]!)
    if (node === NONE || !isFollowed(w, first) || !isFollowed(w, row)) {
      left.add(first)
      continue
    }
    followed.add(first)
    w.reassigned.add(first, node, isStraight(w, node) ? w.bindings.at.value[row]! : NONE, w.tree.end[node]!)
  }
  for (const binding of followed) {
    if (w.bindings.at.kind[binding] === BINDING_KINDS.parameter) continue
    const node = declaring(w, w.bindings.at.nameStart[binding]!)
    if (node === NONE) left.add(binding)
    else w.reassigned.add(binding, node, isStraight(w, node) ? w.bindings.at.value[binding]! : NONE, w.tree.end[node]!)
  }
  w.reassigned.write(w, left)
}

/** A variable or parameter without a declared type, which would say more than what it holds at the moment. */
const isFollowed = (w: Walk, binding: number): boolean => {
  const { kind, type, target, value } = w.bindings.at
  if (type[binding] !== NONE) return false
  if (kind[binding] === BINDING_KINDS.parameter) return w.parameters.at.type[target[binding]!] === NONE
  if (kind[binding] === BINDING_KINDS.local) return true
  return kind[binding] === BINDING_KINDS.definition && value[binding] !== NONE
}

/** The assignment whose target, or a name of whose target, begins at an offset. */
const assigning = (w: Walk, offset: number): number => {
  const first = nodeAt(w, offset)
  if (first === NONE) return NONE
  let innermost: number = NONE
  for (let at = first; at < w.tree.count && w.tree.start[at] === offset; at++) {
    if (w.rule(at).is === "assign") innermost = at
  }
  return innermost === NONE ? above(w, first, "assign") : innermost
}

const declaring = (w: Walk, offset: number): number => {
  const first = nodeAt(w, offset)
  return first === NONE ? NONE : above(w, first, "variable")
}

/** The nearest node of a kind that is, or is around, another; NONE where a function or block comes first. */
const above = (w: Walk, node: number, wanted: "assign" | "variable"): number => {
  for (let at = node;; at = w.tree.parent[at]!) {
    const { is } = w.rule(at)
    if (is === wanted) return at
    if (is === "function" || is === "block" || is === "file" || at === w.tree.parent[at]) return NONE
  }
}

/** Does a node give its value for sure, and is nothing between it and the block around it that may go by it? */
const isStraight = (w: Walk, node: number): boolean => {
  for (let at = node;; at = w.tree.parent[at]!) {
    const { is, part } = w.rule(at)
    // `a ??= b` may leave what was there
    if (is === "assign" && w.part(at, part.operator) !== NONE) return false
    if (is === "block" || is === "file") return true
    if (is !== "statement" && is !== "variables" && is !== "variable" && is !== "assign" && is !== "export") {
      return false
    }
    if (is === "statement" && !isPlain(w, at)) return false
    if (at === w.tree.parent[at]) return false
  }
}

/** Is a statement one expression and no more? */
const isPlain = (w: Walk, statement: number): boolean =>
  w.grammar.language.types[w.tree.type[statement]!] === "expression_statement"

/** A scope and a name as one number. */
const keyOf = (scope: number, name: number): number => scope * 0x4000000 + name

/** Names of values by the scope that binds them. */
class Names {
  readonly #walk: Walk
  /** By `keyOf`: the first binding of a name in a scope. */
  readonly #first = new Map<number, number>()
  /** Bindings that declare a variable again, each with the first one. */
  readonly again: Array<readonly [number, number]> = []

  constructor(w: Walk) {
    this.#walk = w
    const { scope, name, flags } = w.bindings.at
    for (let row = 0; row < w.bindings.rows; row++) {
      if ((flags[row]! & BINDING_FLAGS.type) !== 0) continue
      const key = keyOf(scope[row]!, name[row]!)
      const first = this.#first.get(key)
      if (first === undefined) this.#first.set(key, row)
      else this.again.push([row, first])
    }
  }

  binding(from: number, name: number): number {
    const { parent } = this.#walk.scopes.at
    for (let scope = from; scope !== NONE; scope = parent[scope]!) {
      const binding = this.#first.get(keyOf(scope, name))
      if (binding !== undefined) return binding
    }
    return NONE
  }
}
