// Statements and operators whose form a table cannot say: blocks, conditions of the preprocessor, signs before and after.

import { NONE } from "../../graph/columns.ts"
import { LITERALS, OPS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children } from "./nodes.ts"

/** Patterns in conditions declare names, so each block has a scope, whatever stands in it directly. */
export const enterBlock = (w: Walk, node: number): void => {
  if (w.mode[node] !== MODES.body) w.openScope("block", node, NONE)
}

/** What follows `#if` is no code: its names are the preprocessor's. */
export const exitConditional = (w: Walk, node: number): void => {
  const condition = w.part(node, w.rule(node).part.condition)
  if (condition !== NONE) w.role.fill(0, condition, w.tree.after[condition])
  for (const each of children(w, node)) {
    if (each === condition || w.result[each] === NONE) continue
    w.pass(node, each)
    return
  }
}

/** A label is no name of the program. */
export const exitLabeled = (w: Walk, node: number): void => {
  const label = w.first(node)
  if (label !== NONE) w.role[label] = 0
}

/** A sign before or behind a value; `x!` is the value itself. */
export const signed = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value === NONE) return
  const before = w.tree.start[node] !== w.tree.start[value]
  const sign = before
    ? w.text.slice(w.tree.start[node], w.tree.start[value]).trim()
    : w.text.slice(w.tree.end[value], w.tree.end[node]).trim()
  if (sign === "++" || sign === "--") {
    if (w.role[value] === R.read) w.role[value] = R.write
    w.pass(node, value)
  } else if (sign === "!" && before) {
    if (w.mode[node] !== MODES.discard) w.result[node] = w.shared(OPS.operation, 0, LITERALS.boolean, node)
  } else w.pass(node, value)
}

/** `x is pattern`. */
export const tested = (w: Walk, node: number): void => {
  if (w.mode[node] !== MODES.discard) w.result[node] = w.shared(OPS.operation, 0, LITERALS.boolean, node)
}

/** One of the values of its arms. */
export const switched = (w: Walk, node: number): void => {
  const values: Array<number> = []
  for (const each of children(w, node).slice(1)) {
    const value = w.use(each)
    if (value !== NONE) values.push(value)
  }
  if (values.length === 0) return
  const row = w.leaf(node, OPS.either, 0, NONE)
  for (const each of values) w.operand(row, each)
  w.result[node] = row
}

/** `pattern when condition => value`. */
export const arm = (w: Walk, node: number): void => {
  const value = children(w, node).at(-1)
  if (value !== undefined) w.pass(node, value)
}
