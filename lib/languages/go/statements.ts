// Statements that open scopes: blocks, heads with a statement of their own, cases.

import { NONE } from "../../graph/columns.ts"
import { returns } from "../../syntax/expressions.ts"
import { BINDING_FLAGS, OPS, RETURN_KINDS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import type { Walk } from "../../syntax/walk.ts"
import { children, isBlank, nodeType } from "./nodes.ts"

const DECLARING: ReadonlySet<string> = new Set([
  "short_var_declaration",
  "var_declaration",
  "const_declaration",
  "type_declaration",
])

const declares = (w: Walk, list: number): boolean => children(w, list).some((it) => DECLARING.has(nodeType(w, it)))

/** A block opens a scope where something is declared directly in it; that of a function belongs to the function's own. */
export const enterBlock = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.body) return
  const list = w.first(node)
  if (list !== NONE && declares(w, list)) w.openScope("block", node, NONE)
}

/** `if x := f(); …` and `switch x := f(); …` declare for all that follows. */
export const enterHead = (w: Walk, node: number): void => {
  const first = w.part(node, w.rule(node).part.left)
  if (first !== NONE && DECLARING.has(nodeType(w, first))) w.openScope("block", node, NONE)
}

/** A case is a block of its own; that of a switch over types gives what is switched over the type of the case. */
export const enterCase = (w: Walk, node: number): void => {
  const switched = w.tree.parent[node]!
  const alias = nodeType(w, switched) === "type_switch_statement" ? aliasOf(w, switched) : NONE
  const list = children(w, node).find((it) => nodeType(w, it) === "statement_list")
  const receives = children(w, node).some((it) => nodeType(w, it) === "receive_statement")
  if (alias === NONE && !receives && (list === undefined || !declares(w, list))) return
  w.openScope("block", node, NONE)
  if (alias === NONE) return
  const value = w.use(w.part(switched, w.rule(switched).part.value))
  w.bind(w.scope, w.nameOf(alias), "local", BINDING_FLAGS.value, NONE, NONE, value, w.tree.start[alias]!)
}

/** The name before `:=` in the head of a switch over types, or NONE. */
const aliasOf = (w: Walk, node: number): number => {
  const list = w.part(node, w.rule(node).part.alias)
  const name = list === NONE ? NONE : w.first(list)
  return name === NONE || isBlank(w, name) ? NONE : name
}

/** One type is what the value is of; several leave it what it was. */
export const exitTypeCase = (w: Walk, node: number): void => {
  const alias = aliasOf(w, w.tree.parent[node]!)
  if (alias === NONE) return
  const { part } = w.rule(node)
  const types = children(w, node).filter((it) => w.tree.field[it] === part.type)
  const binding = w.boundIn(w.opened[node]!, w.nameOf(alias))
  if (types.length === 1 && binding !== NONE) w.bindings.at.type[binding] = w.use(types[0]!)
}

/** Several values are given back side by side. */
export const exitReturn = (w: Walk, node: number): void => {
  const list = w.first(node)
  if (list === NONE) return
  const all = nodeType(w, list) === "expression_list" ? children(w, list) : [list]
  if (all.length === 1) return returns(w, RETURN_KINDS.return, w.use(all[0]!))
  const row = w.leaf(list, OPS.array, 0, NONE)
  for (const each of all) w.operand(row, w.use(each))
  returns(w, RETURN_KINDS.return, row)
}
