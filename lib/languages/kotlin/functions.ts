// Functions with a name, members among them, and `fun` as a value.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { declare, spaceOf } from "../../syntax/declare.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, OPS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import type { Walk } from "../../syntax/walk.ts"
import { isMemberScope } from "./classes.ts"
import { inside } from "./lambdas.ts"
import { modifierFlags } from "./modifiers.ts"
import { nameOf, nameStart } from "./names.ts"
import { childOf, lastOf, nodeType, typeFrom } from "./nodes.ts"

export const enterFunction = (w: Walk, node: number): void => {
  const { start } = w.tree
  const { part } = w.rule(node)
  const nameNode = w.part(node, part.name)
  const isMember = isMemberScope(w, w.scope)
  const kind = (isMember ? NODE_KINDS.Method : NODE_KINDS.Function).code
  const body = childOf(w, node, "function_body")
  let flags = modifierFlags(w, node)
  if (body === NONE) flags |= NODE_FLAGS.signature
  const name = nameNode === NONE ? 0 : nameOf(w, nameNode)
  const at = nameNode === NONE ? start[node]! : nameStart(w, nameNode)
  const scope = w.scope
  const row = declare(w, node, node, kind, flags, name, at, scope, body)
  if (!isMember) w.bindDefinition(scope, row, spaceOf(kind) | BINDING_FLAGS.value)
  if (childOf(w, node, "type_parameters") !== NONE) w.openScope("header", node, row)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
}

export const exitFunction = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  finishFunction(w, node, row)
}

/** The declared result and what a body without braces gives. */
export const finishFunction = (w: Walk, node: number, row: number): void => {
  const list = childOf(w, node, "function_value_parameters")
  const returned = list === NONE ? NONE : typeFrom(w, node, w.tree.after[list]!)
  if (returned !== NONE) w.definitions.at.type[row] = w.use(returned)
  const body = childOf(w, node, "function_body")
  if (body !== NONE) giveBody(w, row, body)
}

/** A body that is an expression gives its value. */
export const giveBody = (w: Walk, row: number, body: number): void => {
  const inner = lastOf(w, body)
  if (inner !== NONE && nodeType(w, inner) !== "block") inside(w, row, inner)
}

/** `fun A.(x: B): C { … }` as a value. */
export const enterAnonymous = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const row = w.define(0, DEFINITION_FLAGS.anonymous, 0, w.scope, start[node]!, end[node]!, start[node]!)
  w.definition[node] = row
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
}

export const exitAnonymous = (w: Walk, node: number): void => {
  finishFunction(w, node, w.definition[node]!)
  w.result[node] = w.leaf(node, OPS.function, 0, w.definition[node]!)
}

/** A block's statements are asked for nothing, where it is no value. */
export const enterBody = (w: Walk, node: number): void => {
  const { after } = w.tree
  const above = nodeType(w, w.tree.parent[node]!)
  if (STATEMENTS.has(above)) w.mode[node] = MODES.discard
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (DECLARING.has(nodeType(w, child))) {
      w.openScope("block", node, NONE)
      return
    }
  }
}

/** The last statement is the value of a block. */
export const exitBlock = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.discard) return
  const last = lastOf(w, node)
  if (last !== NONE) w.pass(node, last)
}

const STATEMENTS: ReadonlySet<string> = new Set([
  "function_body",
  "for_statement",
  "while_statement",
  "do_while_statement",
  "anonymous_initializer",
  "secondary_constructor",
  "finally_block",
])

const DECLARING: ReadonlySet<string> = new Set([
  "property_declaration",
  "function_declaration",
  "class_declaration",
  "object_declaration",
])
