// Functions without a name: lambdas with their parameters, `it` among them, and `fun` as a value.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, OPS, RETURN_KINDS } from "../../syntax/facts.ts"
import { returns } from "../../syntax/expressions.ts"
import type { Walk } from "../../syntax/walk.ts"
import { bindParts } from "./destructuring.ts"
import { nameOf, nameStart } from "./names.ts"
import { childOf, children, lastOf, nameIn, nodeType, typeFrom } from "./nodes.ts"
import { addParameter, bindParameter } from "./parameters.ts"

/** Functions whose lambda is run on a receiver and gets no argument: `it` in it is that of a lambda further out. */
const ON_RECEIVER: ReadonlySet<string> = new Set([
  "apply",
  "run",
  "with",
  "buildString",
  "buildList",
  "buildMap",
  "buildSet",
  "runCatching",
  "sequence",
  "iterator",
  "lazy",
  "remember",
  "synchronized",
  "runBlocking",
  "launch",
  "async",
  "withContext",
  "coroutineScope",
  "flow",
])

/** What the call is written with that a lambda is an argument of; the empty string where it is none. */
const calledWith = (w: Walk, lambda: number): string => {
  const { parent } = w.tree
  let call = parent[lambda]!
  while (nodeType(w, call) !== "call_expression") {
    const type = nodeType(w, call)
    if (type !== "annotated_lambda" && type !== "value_argument" && type !== "value_arguments") return ""
    call = parent[call]!
  }
  let callee = w.first(call)
  if (nodeType(w, callee) === "call_expression") callee = w.first(callee)
  const name = nodeType(w, callee) === "navigation_expression" ? lastOf(w, callee) : callee
  return nodeType(w, name) === "identifier" ? w.source(name) : ""
}

/** `it` is the parameter of the innermost lambda around that lists none and gets one. */
export const implicitParameter = (w: Walk, node: number): void => {
  const { parent, start } = w.tree
  for (let at = parent[node]!; at !== parent[at]; at = parent[at]!) {
    const type = nodeType(w, at)
    if (type === "function_declaration" || type === "class_body") return
    if (type !== "lambda_literal") continue
    if (childOf(w, at, "lambda_parameters") !== NONE || ON_RECEIVER.has(calledWith(w, at))) continue
    const row = w.definition[at]!
    const { parameterCount, parameters } = w.definitions.at
    if (parameterCount[row] !== 0) return
    const parameter = addParameter(w, nameOf(w, node), 0, NONE, NONE, start[at]!)
    parameters[row] = parameter
    parameterCount[row] = 1
    bindParameter(w, row, parameter, at)
    return
  }
}

export const enterLambda = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const flags = DEFINITION_FLAGS.anonymous | DEFINITION_FLAGS.lexicalThis
  const row = w.define(0, flags, 0, w.scope, start[node]!, end[node]!, start[node]!)
  w.definition[node] = row
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
}

/** The last statement is what a lambda gives. */
export const exitLambda = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  const last = lastOf(w, node)
  if (last !== NONE && nodeType(w, last) !== "lambda_parameters") inside(w, row, last)
  w.result[node] = w.leaf(node, OPS.function, 0, row)
}

/** Records what a function gives by the value of a node. */
export const inside = (w: Walk, definition: number, value: number): void => {
  const { scope, function: around } = w
  w.scope = w.definitions.at.body[definition]!
  w.function = definition
  returns(w, RETURN_KINDS.return, w.use(value))
  w.scope = scope
  w.function = around
}

/** `{ a, (b, c) -> … }`. */
export const lambdaParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const { start } = w.tree
  const list = children(w, node)
  const { at } = w.definitions
  const first = w.parameters.rows
  for (const child of list) {
    const name = nodeType(w, child) === "variable_declaration" ? nameIn(w, child) : NONE
    const type = name === NONE ? NONE : w.use(typeFrom(w, child, child + 1))
    const written = name === NONE ? 0 : nameOf(w, name)
    addParameter(w, written, 0, type, NONE, name === NONE ? start[child]! : nameStart(w, name))
  }
  at.parameters[row] = first
  at.parameterCount[row] = list.length
  for (let i = 0; i < list.length; i++) {
    const child = list[i]!
    if (nodeType(w, child) === "variable_declaration") bindParameter(w, row, first + i, child)
    else bindParts(w, child, w.leaf(child, OPS.parameter, 0, first + i), local(w.scope))
  }
}

const local = (scope: number) => ({
  scope,
  flags: BINDING_FLAGS.constant,
  kind: 0,
  definitionFlags: 0,
  start: 0,
  end: 0,
})
