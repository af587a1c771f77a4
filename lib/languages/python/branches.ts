// What conditions say where they stand in statements: `if` with its `elif`s and `else`, `assert`, the conditions of
// comprehensions.

import { NONE } from "../../graph/columns.ts"
import { leaves, narrow } from "../../syntax/guards.ts"
import type { Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "./nodes.ts"

/** Each branch knows that the conditions before it failed; what follows, that those failed whose branches leave. */
export const ifStatement = (w: Walk, node: number): void => {
  const { start, end, parent } = w.tree
  const failed: Array<number> = []
  /** Do all branches so far leave? */
  let closed = true
  for (const child of children(w, node)) {
    const type = nodeType(w, child)
    for (const condition of failed) narrow(w, condition, false, start[child]!, end[child]!)
    if (type === "else_clause") {
      const [only] = failed
      const last = children(w, child).at(-1) ?? NONE
      // the one branch that is left is the one whose condition held
      if (failed.length === 1 && only !== undefined && leaves(w, last)) {
        narrow(w, only, true, end[node]!, end[parent[node]!]!)
      }
      continue
    }
    const holder = type === "elif_clause" ? child : node
    const { part } = w.rule(holder)
    const condition = w.part(holder, part.condition)
    const then = w.part(holder, part.then)
    if (condition === NONE || then === NONE || (holder === node && child !== then)) continue
    narrow(w, condition, true, start[then]!, end[then]!)
    closed = closed && leaves(w, then)
    if (closed) narrow(w, condition, false, end[node]!, end[parent[node]!]!)
    failed.push(condition)
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
