// Values whose form the table alone does not say: calls, instances, lambdas, method references, `this` of a type around.

import { NONE } from "../../graph/columns.ts"
import { EXPRESSION_FLAGS, LITERALS, OPS, SUPERTYPE_RELATIONS } from "../../syntax/facts.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { operandsOf } from "../../syntax/expressions.ts"
import { arrayOf, childOf, children, CONSTRUCTOR, nodeType } from "./nodes.ts"
import { writeParameters } from "./parameters.ts"

/** `f(…)`, `object.f(…)`, `super.f(…)`, `Type.super.f(…)` */
export const invocation = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const nameNode = w.part(node, part.property)
  if (nameNode === NONE) return
  const object = w.part(node, part.object)
  const name = w.nameOf(nameNode)
  const { start, end } = w.tree
  let callee: number
  if (object === NONE) {
    callee = w.leaf(nameNode, OPS.name, name, NONE)
    w.expressions.at.flags[callee]! |= EXPRESSION_FLAGS.called
  } else {
    const value = childOf(w, node, "super") === NONE || w.rule(object).is === "super"
      ? w.use(object)
      : superOf(w, object)
    callee = w.expression(OPS.member, name, NONE, start[node]!, end[nameNode]!)
    w.operand(callee, value)
  }
  called(w, node, OPS.call, R.call, given(w, node, callee))
}

/** The callee with the type arguments that are written before its name. */
const given = (w: Walk, node: number, callee: number): number => {
  const types = w.part(node, w.rule(node).part.typeArguments)
  if (types === NONE) return callee
  const row = w.leaf(node, OPS.instantiate, 0, NONE)
  w.operand(row, callee)
  operandsOf(w, row, types)
  return row
}

const called = (w: Walk, node: number, op: number, role: number, callee: number): number => {
  const row = w.leaf(node, op, 0, NONE)
  w.operand(row, callee)
  operandsOf(w, row, w.part(node, w.rule(node).part.arguments))
  w.result[node] = row
  w.role[node] = role
  return row
}

/** `this(…)`, `super(…)` */
export const delegation = (w: Walk, node: number): void => {
  called(w, node, OPS.call, R.call, w.use(w.part(node, w.rule(node).part.callee)))
}

/** `new T(…)`, `outer.new T(…)`; with a body, of a type without a name that inherits from `T`. */
export const creation = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const typeNode = w.part(node, part.callee)
  let callee = w.use(typeNode)
  const body = childOf(w, node, "class_body")
  const outer = children(w, node).find((it) => w.tree.field[it] === 0 && it !== body && w.rule(it).is !== "decorator")
  if (outer !== undefined) callee = memberType(w, typeNode, callee, w.use(outer))
  called(w, node, OPS.new, R.new, callee)
  if (body !== NONE && w.definition[body] !== NONE) inherit(w, body, callee)
}

/** A type that is named from an instance of the type around it, with its arguments. */
const memberType = (w: Walk, node: number, callee: number, outer: number): number => {
  const { op, name, operands, operandCount } = w.expressions.at
  const isGiven = op[callee] === OPS.instantiate
  const named = isGiven ? w.operands.at.expression[operands[callee]!]! : callee
  if (op[named] !== OPS.name) return callee
  const member = w.unary(node, OPS.member, name[named]!, outer)
  if (!isGiven) return member
  const row = w.leaf(node, OPS.instantiate, 0, NONE)
  w.operand(row, member)
  for (let i = 1; i < operandCount[callee]!; i++) w.operand(row, w.operands.at.expression[operands[callee]! + i]!)
  return row
}

/** The type without a name that braces make inherits from what is made an instance of. */
export const inherit = (w: Walk, body: number, from: number): void => {
  const row = w.supertypes.add()
  w.supertypes.at.definition[row] = w.definition[body]!
  w.supertypes.at.relation[row] = SUPERTYPE_RELATIONS.extends
  w.supertypes.at.expression[row] = from
  w.leaf(body, OPS.class, 0, w.definition[body]!)
}

/** `object.name`, `Type.this`, `Type.super.name` */
export const access = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const object = w.part(node, part.object)
  const key = w.part(node, part.property)
  if (key === NONE || object === NONE || w.mode[node] === MODES.none) return
  if (w.rule(key).is === "this") {
    w.role[object] = R.type
    const type = w.leaf(object, OPS.typeName, lastName(w, object), NONE)
    w.result[node] = w.binary(node, OPS.cast, w.leaf(key, OPS.this, 0, NONE), type)
    return
  }
  if (childOf(w, node, "super") === NONE || w.rule(object).is === "super") return HANDLERS.member.exit?.(w, node)
  w.result[node] = w.unary(node, OPS.member, w.nameOf(key), superOf(w, object))
  w.role[node] = w.roleOf(node)
}

const lastName = (w: Walk, node: number): number => {
  const names = w.path(node)
  return w.nameOf(names.at(-1) ?? node)
}

/** `Type.super`: above a type around; of an interface that is inherited from directly, that interface itself. */
const superOf = (w: Walk, object: number): number => {
  const named = w.use(object)
  w.role[object] = R.type
  const name = lastName(w, object)
  const { owner, name: names } = w.definitions.at
  for (let around = w.owner; around !== NONE; around = owner[around]!) {
    if (names[around] === name) return w.unary(object, OPS.super, 0, named)
  }
  return w.binary(object, OPS.cast, w.leaf(object, OPS.this, 0, NONE), w.leaf(object, OPS.typeName, name, NONE))
}

/** `x -> …`: a single parameter stands without a list. */
export const lambda = (w: Walk, node: number): void => {
  const alone = w.part(node, w.rule(node).part.parameters)
  const row = w.definition[node]!
  if (alone !== NONE && row !== NONE && w.rule(alone).is === "name") writeParameters(w, row, [alone])
  HANDLERS.function.exit?.(w, node)
}

/** `object::name`, `Type::name`, `Type::new` */
export const methodReference = (w: Walk, node: number): void => {
  const all = children(w, node)
  const object = all[0]
  if (object === undefined) return
  const last = all.at(-1)!
  const isNew = w.text.startsWith("new", w.tree.end[node]! - 3) && w.tree.end[last]! < w.tree.end[node]!
  if (!isNew) w.role[last] = 0
  if (!isNew && last === object) return
  const name = isNew ? w.strings.string(CONSTRUCTOR) : w.nameOf(last)
  const row = w.unary(node, OPS.member, name, w.use(object))
  w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.called
  w.result[node] = row
  w.role[node] = R.read
}

/** `new T[n]`, `new T[] {…}` */
export const arrayCreation = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  let dimensions = 0
  for (const child of children(w, node)) {
    if (nodeType(w, child) === "dimensions_expr") dimensions++
    else if (nodeType(w, child) === "dimensions") dimensions += w.source(child).split("[").length - 1
  }
  const type = arrayOf(w, node, w.use(w.part(node, part.type)), dimensions)
  w.result[node] = w.binary(node, OPS.cast, w.use(w.part(node, part.value)), type)
}

/** The value of a `switch`: what one of its branches gives. */
export const switchValue = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.discard) return
  const { after } = w.tree
  const values: Array<number> = []
  for (let at = node + 1; at < after[node]!; at++) {
    const is = nodeType(w, at)
    if (is === "yield_statement") values.push(w.first(at))
    else if (is === "switch_rule") {
      const value = children(w, at).at(-1)!
      if (nodeType(w, value) === "expression_statement") values.push(value)
    } else if (is === "lambda_expression" || is === "class_body" || is === "switch_expression") at = after[at]! - 1
  }
  const rows = values.map((it) => w.use(it)).filter((it) => it !== NONE)
  if (rows.length === 0) return
  const row = w.leaf(node, OPS.either, 0, NONE)
  for (const each of rows) w.operand(row, each)
  w.result[node] = row
}

/**
 * `case NAME`: a constant of the enum that is asked for, or one that is seen here. Only the type of what is asked for
 * tells which, so both are said, and a bare name that leads nowhere is no open question.
 */
export const switchLabel = (w: Walk, node: number): void => {
  let around = node
  while (nodeType(w, around) !== "switch_expression") {
    if (w.tree.parent[around] === around) return
    around = w.tree.parent[around]!
  }
  const asked = w.use(w.part(around, w.rule(around).part.condition))
  if (asked === NONE) return
  for (const child of children(w, node)) {
    if (w.rule(child).is !== "name" || !w.has(child)) continue
    w.expressions.at.flags[w.result[child]!]! |= EXPRESSION_FLAGS.told
    w.alsoRefers(node, w.unary(child, OPS.member, w.nameOf(child), asked), R.read)
  }
}

export const comparison = (w: Walk, node: number): void => {
  if (w.mode[node] !== MODES.discard) w.result[node] = w.shared(OPS.operation, 0, LITERALS.boolean, node)
}

/** The last letter tells how wide a number is. */
export const integerLiteral = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.none) return
  w.pending(node, /[lL]$/.test(w.source(node)) ? LITERALS.long : LITERALS.number)
}

export const floatingLiteral = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.none) return
  w.pending(node, /[fF]$/.test(w.source(node)) ? LITERALS.float : LITERALS.double)
}

/** `x++` gives a number as wide as `x`. */
export const update = (w: Walk, node: number): void => {
  HANDLERS.update.exit?.(w, node)
  if (w.has(node)) w.expressions.at.ref[w.result[node]!] = 0
}
