// Local variables, in all the places that declare some, and the scopes of those that a test declares.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { comparison } from "./expressions.ts"
import { arrayOf, childOf, children, dimensionsOf, hasWord, nodeType } from "./nodes.ts"

/** Binds a local variable. One whose type is left to its value has that type for good, whatever is assigned to it later. */
export const bindLocal = (
  w: Walk,
  scope: number,
  name: number,
  type: number,
  value: number,
  isFinal: boolean,
): void => {
  if (name === NONE || w.rule(name).is !== "name") return
  const flags = BINDING_FLAGS.value | (isFinal || type === NONE ? BINDING_FLAGS.constant : 0)
  w.bind(scope, w.nameOf(name), "local", flags, NONE, type, value, w.tree.start[name]!)
}

/** A variable of a `for` over elements. */
export const forEach = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = arrayOf(w, node, w.use(w.part(node, part.type)), dimensionsOf(w, node))
  const iterated = w.part(node, part.iterated)
  const given = w.use(iterated)
  const scope = w.opened[node]!
  const outer = w.scope
  w.scope = scope
  const value = given === NONE ? NONE : w.unary(iterated, OPS.element, 0, given)
  bindLocal(w, scope, w.part(node, part.name), type, value, hasWord(w, node, "final"))
  w.scope = outer
}

export const openScope = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
}

/** `catch (A | B name)` */
export const caughtParameter = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = childOf(w, node, "catch_type")
  bindLocal(w, w.scope, w.part(node, part.name), type === NONE ? NONE : w.use(type), NONE, true)
}

/** `try (T name = value)` */
export const resource = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  bindLocal(w, w.scope, w.part(node, part.name), w.use(w.part(node, part.type)), w.use(w.part(node, part.value)), true)
}

/** The name before a statement is no value. */
export const labeled = (w: Walk, node: number): void => {
  const label = w.first(node)
  if (label !== NONE) w.role[label] = 0
}

/** Does a test declare names? */
const declares = (w: Walk, node: number): boolean => {
  if (node === NONE) return false
  const end = w.tree.after[node]!
  for (let at = node; at < end; at++) if (nodeType(w, at) === "instanceof_expression") return true
  return false
}

/** A statement or value whose condition declares names opens a scope for them. */
export const enterTest = (w: Walk, node: number): void => {
  if (declares(w, w.part(node, w.rule(node).part.condition))) w.openScope("block", node, NONE)
}

export const enterReturn = (w: Walk, node: number): void => {
  if (declares(w, w.first(node))) w.openScope("block", node, NONE)
}

/** `value instanceof T name`, `value instanceof Point(int x, var y)` */
export const instanceTest = (w: Walk, node: number): void => {
  comparison(w, node)
  const { part } = w.rule(node)
  const name = w.part(node, part.name)
  if (name !== NONE) {
    const type = w.use(w.part(node, part.type))
    bindLocal(w, testScope(w, node), name, type, NONE, true)
  }
}

/** Where a test that must fail declares its names: around the statement that it decides, for what follows that. */
const testScope = (w: Walk, node: number): number => {
  const { parent, after, end, start } = w.tree
  for (let at = node; at !== parent[at]; at = parent[at]!) {
    const above = parent[at]!
    if (w.opened[above] === w.scope && w.part(above, w.rule(above).part.condition) === at) return w.scope
    const is = nodeType(w, above)
    if (is === "unary_expression") return w.scopes.at.parent[w.scope]!
    if (is === "binary_expression") {
      for (let child = above + 1; child < after[above]!; child = after[child]!) {
        if (w.isWord(child) && w.text.slice(start[child], end[child]) === "||") return w.scopes.at.parent[w.scope]!
      }
    } else if (is !== "parenthesized_expression") return w.scope
  }
  return w.scope
}

/** `T name` in a pattern. */
export const typePattern = (w: Walk, node: number): void => {
  const [type, name] = children(w, node)
  if (type === undefined || name === undefined) return
  w.role[name] = 0
  const scope = inTest(w, node)
  bindLocal(w, scope, name, w.use(type), NONE, true)
}

const inTest = (w: Walk, node: number): number => {
  const { parent } = w.tree
  for (let at = parent[node]!; at !== parent[at]; at = parent[at]!) {
    const is = nodeType(w, at)
    if (is === "instanceof_expression") return testScope(w, at)
    if (!is.startsWith("record_pattern") && is !== "pattern") break
  }
  return w.scope
}

/** `T name` inside of the parts of a record: without a type it is that of the component. */
export const patternComponent = (w: Walk, node: number): void => {
  const parts = children(w, node)
  const name = parts.at(-1)
  if (name === undefined || parts.length !== 2) return
  w.role[name] = 0
  bindLocal(w, inTest(w, node), name, w.use(parts[0]!), NONE, true)
}
