// What conditions say where they stand in statements: `if` with its `elif`s and `else`, `assert`, the conditions of
// comprehensions.

import { NONE } from "../../graph/columns.ts"
import { leaves, narrow } from "../../syntax/guards.ts"
import type { Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "../../syntax/nodes.ts"

/** Each branch knows that the conditions before it failed; what follows, that those failed whose branches leave. */
export const ifStatement = (w: Walk, node: number): void => {
  const { start, end, parent } = w.tree
  const after = end[parent[node]!]!
  let first: number = NONE
  let conditions = 0
  /** Do all branches so far leave? */
  let closed = true
  for (const child of children(w, node)) {
    const type = nodeType(w, child)
    if (type === "else_clause") {
      const last = children(w, child).at(-1) ?? NONE
      // the one branch that is left is the one whose condition held
      if (conditions === 1 && leaves(w, last)) narrow(w, first, true, end[node]!, after)
      continue
    }
    const holder = type === "elif_clause" ? child : node
    const { part } = w.rule(holder)
    const condition = w.part(holder, part.condition)
    const then = w.part(holder, part.then)
    if (condition === NONE || then === NONE || (holder === node && child !== then)) continue
    if (conditions++ === 0) first = condition
    closed = closed && leaves(w, then)
    narrow(w, condition, true, start[then]!, end[then]!)
    // one region for all branches to come: a chain of very many is no more than it is long
    narrow(w, condition, false, end[then]!, closed ? after : end[node]!)
  }
}

/** Its condition is read with those before it. */
export const elifClause = (): void => {}

/** What an assertion says holds after it. */
export const assertion = (w: Walk, node: number): void => {
  const condition = w.first(node)
  const { end, parent } = w.tree
  if (condition !== NONE) narrow(w, condition, true, end[node]!, end[parent[node]!]!)
}

/** A condition of a comprehension holds in what is made, and in the clauses after it. */
export const ifClause = (w: Walk, node: number): void => {
  const condition = w.first(node)
  const above = w.tree.parent[node]!
  const body = w.first(above)
  if (condition === NONE || body === NONE) return
  const { start, end } = w.tree
  narrow(w, condition, true, start[body]!, end[body]!)
  narrow(w, condition, true, end[node]!, end[above]!)
}
