// Conditions, loops and ways out: what each branch gives, and what a condition says of a value where it holds.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, LITERALS, OPS, RETURN_KINDS } from "../../syntax/facts.ts"
import { leaves, narrow, pathOf } from "../../syntax/guards.ts"
import { returns } from "../../syntax/expressions.ts"
import { DEFINITION_FLAGS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { bindParts, bindVariable, implicitCall } from "./destructuring.ts"
import { nameOf, nameStart } from "./names.ts"
import { childOf, children, hasWord, lastOf, nameIn, nodeType, typeFrom } from "./nodes.ts"

/** `if (c) a else b`: each branch knows what the condition says; what follows, too, where the other way out is closed. */
export const ifExpression = (w: Walk, node: number): void => {
  const { after, start, end, parent } = w.tree
  const condition = w.part(node, w.rule(node).part.condition)
  let then: number = NONE
  let otherwise: number = NONE
  let isElse = false
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (child === condition) continue
    if (w.isWord(child)) isElse ||= nodeType(w, child) === "else"
    else if (isElse) otherwise = child
    else then = child
  }
  if (then !== NONE) narrow(w, condition, true, start[then]!, end[then]!)
  if (otherwise !== NONE) narrow(w, condition, false, start[otherwise]!, end[otherwise]!)
  const rest = end[parent[node]!]!
  if (then !== NONE && leaves(w, then)) narrow(w, condition, false, end[node]!, rest)
  if (otherwise !== NONE && leaves(w, otherwise)) narrow(w, condition, true, end[node]!, rest)
  if (otherwise !== NONE) gives(w, node, [then, otherwise])
}

/** The value of a node is one of others'. */
const gives = (w: Walk, node: number, from: ReadonlyArray<number>): void => {
  if (w.mode[node] === MODES.discard) return
  const values = from.filter((it) => it !== NONE && w.result[it] !== NONE).map((it) => w.use(it))
  if (values.length === 0) return
  if (values.length === 1) {
    w.result[node] = values[0]!
    return
  }
  const row = w.leaf(node, OPS.either, 0, NONE)
  for (const value of values) w.operand(row, value)
  w.result[node] = row
}

export const enterWhen = (w: Walk, node: number): void => {
  if (childOf(w, node, "when_subject") !== NONE) w.openScope("block", node, NONE)
}

/** `when (val x = …)`. */
export const subject = (w: Walk, node: number): void => {
  const value = lastOf(w, node)
  const variable = childOf(w, node, "variable_declaration")
  if (value === NONE) return
  w.pass(node, value)
  const name = variable === NONE ? NONE : nameIn(w, variable)
  if (name === NONE) return
  bindVariable(w, variable, name, w.use(value), local(w.scope, BINDING_FLAGS.constant))
}

const local = (scope: number, flags: number) => ({ scope, flags, kind: 0, definitionFlags: 0, start: 0, end: 0 })

/** Each branch of a `when` knows which types its subject was found to be of. */
export const whenExpression = (w: Walk, node: number): void => {
  const subjectNode = childOf(w, node, "when_subject")
  const asked = subjectNode === NONE ? undefined : subjectOf(w, subjectNode)
  const bodies: Array<number> = []
  if (subjectNode !== NONE) w.scope = w.opened[node]!
  for (const entry of children(w, node)) {
    if (nodeType(w, entry) !== "when_entry") continue
    const body = lastOf(w, entry)
    if (body === NONE) continue
    bodies.push(body)
    branch(w, entry, body, asked)
  }
  gives(w, node, bodies)
}

/** The name that a subject is, or is given. */
const subjectOf = (w: Walk, node: number) => {
  const variable = childOf(w, node, "variable_declaration")
  const name = variable === NONE ? NONE : nameIn(w, variable)
  if (name !== NONE) return { name: nameOf(w, name), path: 0 }
  const value = w.result[node]!
  return value === NONE || !w.has(node) ? undefined : pathOf(w, value)
}

const branch = (w: Walk, entry: number, body: number, asked: ReturnType<typeof subjectOf>): void => {
  const { start, end } = w.tree
  const conditions = children(w, entry).filter((it) => it !== body)
  if (asked === undefined) {
    if (conditions.length === 1) narrow(w, conditions[0]!, true, start[body]!, end[body]!)
    return
  }
  const types: Array<number> = []
  for (const condition of conditions) {
    if (nodeType(w, condition) !== "type_test" || hasWord(w, condition, "!is")) return
    const type = typeFrom(w, condition, condition + 1)
    if (type !== NONE && w.use(type) !== NONE) types.push(w.use(type))
  }
  if (types.length === 0) return
  let type = types[0]!
  if (1 < types.length) {
    type = w.leaf(entry, OPS.union, 0, NONE)
    for (const each of types) w.operand(type, each)
  }
  w.narrow(asked.name, asked.path, type, start[body]!, end[body]!)
}

/** `in a` asks what stands behind it. */
export const rangeTest = (w: Walk, node: number): void => {
  const value = w.first(node)
  const when = w.tree.parent[w.tree.parent[node]!]!
  const subjectNode = childOf(w, when, "when_subject")
  if (value === NONE) return
  const asked = subjectNode === NONE ? NONE : w.use(subjectNode)
  w.alsoRefers(node, implicitCall(w, node, w.use(value), "contains", asked === NONE ? [] : [asked]), R.implicit)
}

export const tryExpression = (w: Walk, node: number): void => {
  gives(w, node, children(w, node).filter((it) => nodeType(w, it) !== "finally_block"))
}

export const enterCatch = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
}

export const exitCatch = (w: Walk, node: number): void => {
  const name = nameIn(w, node)
  const block = childOf(w, node, "block")
  if (block !== NONE && w.mode[node] !== MODES.discard) w.pass(node, block)
  if (name === NONE) return
  const type = w.use(typeFrom(w, node, name))
  w.bind(
    w.opened[node]!,
    nameOf(w, name),
    "local",
    BINDING_FLAGS.value | BINDING_FLAGS.constant,
    NONE,
    type,
    NONE,
    nameStart(w, name),
  )
}

export const enterLoop = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
}

/** `for (x in xs)` asks for an iterator, and that for each step. */
export const forLoop = (w: Walk, node: number): void => {
  const all = children(w, node).filter((it) => nodeType(w, it) !== "label" && nodeType(w, it) !== "annotation")
  const [variable, iterated] = all
  if (variable === undefined || iterated === undefined) return
  const scope = w.opened[node]!
  const outer = w.scope
  w.scope = scope
  const given = w.use(iterated)
  if (given !== NONE) {
    const iterator = implicitCall(w, iterated, given, "iterator", [])
    w.alsoRefers(node, iterator, R.implicit)
    for (const member of ["hasNext", "next"]) {
      w.alsoRefers(node, implicitCall(w, iterated, iterator, member, []), R.implicit)
    }
  }
  const value = given === NONE ? NONE : w.unary(iterated, OPS.element, 0, given)
  const place = local(scope, BINDING_FLAGS.constant)
  if (nodeType(w, variable) !== "variable_declaration") bindParts(w, variable, value, place)
  else {
    const name = nameIn(w, variable)
    if (name !== NONE) bindVariable(w, variable, name, value, place)
  }
  w.scope = outer
}

export const whileLoop = (w: Walk, node: number): void => {
  const condition = w.part(node, w.rule(node).part.condition)
  const body = lastOf(w, node)
  if (body === NONE || body === condition) return
  narrow(w, condition, true, w.tree.start[body]!, w.tree.end[body]!)
}

/** `return` leaves the function around, `return@label` the lambda. */
export const returned = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const label = w.part(node, part.key)
  const value = children(w, node).find((it) => it !== label)
  if (value === undefined) return
  const around = w.function
  if (label === NONE) w.function = functionAround(w, around)
  returns(w, RETURN_KINDS.return, w.use(value))
  w.function = around
}

/** The innermost function that is no lambda. */
const functionAround = (w: Walk, from: number): number => {
  let at = from
  while (at !== NONE && (w.definitions.at.flags[at]! & DEFINITION_FLAGS.lexicalThis) !== 0) at = w.functionAround(at)
  return at
}

/** `a is B`; a value that is no name is asked all the same. */
export const typeTest = (w: Walk, node: number): void => {
  if (w.mode[node] !== MODES.discard) w.result[node] = w.shared(OPS.operation, 0, LITERALS.boolean, node)
}

/** `a as B`: where it does not throw, `a` is a `B` from there on. */
export const cast = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const value = w.part(node, part.left)
  const type = w.use(w.part(node, part.right))
  if (value === NONE) return
  const given = w.use(value)
  if (type === NONE) {
    w.result[node] = given
    return
  }
  w.result[node] = w.binary(node, OPS.cast, given, type)
  if (given === NONE || hasWord(w, node, "as?")) return
  const named = pathOf(w, given)
  const { end } = w.tree
  if (named !== undefined) w.narrow(named.name, named.path, type, end[node]!, end[statementAround(w, node)]!)
}

/** The block or function that a value is evaluated in. */
const statementAround = (w: Walk, node: number): number => {
  const { parent } = w.tree
  for (let at = parent[node]!; at !== parent[at]; at = parent[at]!) {
    const type = nodeType(w, at)
    if (type === "block" || type === "lambda_literal" || type === "when_entry" || type === "function_body") return at
    if (type === "binary_expression" || type === "if_expression") return at
  }
  return node
}
