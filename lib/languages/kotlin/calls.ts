// Calls: what stands in parentheses and braces behind a name, infix functions, and the operators that are functions.

import { NONE } from "../../graph/columns.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { EXPRESSION_FLAGS, LITERALS, OPS } from "../../syntax/facts.ts"
import { markCalled } from "../../syntax/expressions.ts"
import { narrow } from "../../syntax/guards.ts"
import { bindPattern } from "../../syntax/patterns.ts"
import { MODES } from "../../syntax/roles.ts"
import { implicitCall } from "./destructuring.ts"
import { nameOf } from "./names.ts"
import { childOf, children, hasWord, nodeType } from "./nodes.ts"
import { withWrittenTypes } from "./written_types.ts"

/** Is a call the callee of another one that only adds a lambda to its arguments? */
const isContinued = (w: Walk, node: number): boolean => {
  const { after, parent } = w.tree
  const above = parent[node]!
  if (node === 0 || nodeType(w, above) !== "call_expression" || node !== above + 1) return false
  const lambda = after[node]!
  return lambda < after[above]! && nodeType(w, lambda) === "annotated_lambda" &&
    childOf(w, node, "value_arguments") !== NONE && childOf(w, node, "annotated_lambda") === NONE
}

export const call = (w: Walk, node: number): void => {
  if (isContinued(w, node)) return
  const head = isContinued(w, node + 1) ? node + 1 : node
  const calleeNode = w.first(head)
  if (calleeNode === NONE) return
  const types = childOf(w, head, "type_arguments")
  const list = childOf(w, head, "value_arguments")
  const lambda = childOf(w, node, "annotated_lambda")
  let callee = w.use(calleeNode)
  if (types !== NONE) {
    const values = children(w, types).map((it) => w.use(it))
    const row = w.leaf(head, OPS.instantiate, 0, NONE)
    w.operand(row, callee)
    for (const value of values) w.operand(row, value)
    callee = row
  } else if (list === NONE && lambda !== NONE) callee = withWrittenTypes(w, node, callee, w.tree.end[calleeNode]!)
  const values = list === NONE ? [] : children(w, list).map((it) => w.use(it))
  if (lambda !== NONE) {
    const last = w.use(lambda)
    if (last !== NONE) w.expressions.at.flags[last]! |= EXPRESSION_FLAGS.trailing
    values.push(last)
  }
  markCalled(w, callee)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  for (const value of values) w.operand(row, value)
  w.result[node] = row
  w.role[node] = R.call
}

/** `value`, `name = value`, `*values`. */
export const argument = (w: Walk, node: number): void => {
  const all = children(w, node)
  const value = all.at(-1)
  if (value === undefined) return
  const given = w.use(value)
  if (hasWord(w, node, "*")) w.result[node] = w.unary(node, OPS.spread, 0, given)
  else if (1 < all.length) w.result[node] = w.unary(node, OPS.property, nameOf(w, all[0]!), given)
  else w.result[node] = given
}

/** `a.b`, `a?.b`, `a::b`; `a::class` is what is told of a class. */
export const navigation = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.none) return
  const { after, start } = w.tree
  const object = node + 1
  const key = lastIdentifier(w, node)
  if (key === NONE) return w.pass(node, object)
  if (w.source(key) === "class") {
    const told = w.leaf(key, OPS.typeName, w.strings.string("KClass"), NONE)
    w.result[node] = w.binary(node, OPS.cast, w.use(object), told)
    return
  }
  const row = w.unary(node, OPS.member, nameOf(w, key), w.use(object))
  const operator = after[object]!
  if (operator < after[node]! && start[operator]! < start[key]!) {
    const written = nodeType(w, operator)
    if (written === "?.") w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.optionalChain
    if (written === "::") w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.called
  }
  w.result[node] = row
  w.role[node] = w.roleOf(node)
}

const lastIdentifier = (w: Walk, node: number): number => {
  const { after } = w.tree
  let last: number = NONE
  for (let child = after[node + 1]!; child < after[node]!; child = after[child]!) {
    if (nodeType(w, child) === "identifier") last = child
  }
  return last
}

/** `::f`, `A::f`. */
export const reference = (w: Walk, node: number): void => {
  const all = children(w, node)
  const name = all.at(-1)
  if (name === undefined || nodeType(w, name) !== "identifier") return
  const written = nameOf(w, name)
  const object = all.length === 1 ? NONE : w.use(all[0]!)
  w.result[node] = object === NONE ? w.leaf(name, OPS.name, written, NONE) : w.unary(node, OPS.member, written, object)
  w.expressions.at.flags[w.result[node]!]! |= EXPRESSION_FLAGS.called
  w.role[node] = R.read
}

/** `a f b` calls a member or extension of `a`. */
export const infix = (w: Walk, node: number): void => {
  const [left, name, right] = children(w, node)
  if (left === undefined || name === undefined || right === undefined) return
  const object = w.use(left)
  const value = w.use(right)
  const callee = w.leaf(name, OPS.member, nameOf(w, name), NONE)
  w.operand(callee, object)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  w.operand(row, value)
  w.result[node] = row
  w.role[node] = R.call
}

/** `a[i]` asks for `get`; the target of an assignment for `set`, which the assignment reads. */
export const index = (w: Walk, node: number): void => {
  const [object, ...keys] = children(w, node)
  if (object === undefined || w.mode[node] === MODES.target) return
  const given = w.use(object)
  const values = keys.map((it) => w.use(it))
  w.result[node] = implicitCall(w, node, given, "get", values)
  w.role[node] = R.implicit
}

const FUNCTIONS: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "div",
  "%": "rem",
  "<": "compareTo",
  ">": "compareTo",
  "<=": "compareTo",
  ">=": "compareTo",
  "+=": "plusAssign",
  "-=": "minusAssign",
  "*=": "timesAssign",
  "/=": "divAssign",
  "%=": "remAssign",
}

const NUMBERS: ReadonlySet<number> = new Set([LITERALS.number, LITERALS.long, LITERALS.double, LITERALS.float])
const isNumber = (literal: number): boolean => NUMBERS.has(literal)
const isText = (literal: number): boolean => literal === LITERALS.string || literal === LITERALS.template

export const binary = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const operator = w.part(node, rule.part.operator)
  const left = w.part(node, rule.part.left)
  const right = w.part(node, rule.part.right)
  if (operator === NONE || left === NONE || right === NONE) return
  const written = nodeType(w, operator)
  if (written === "?:") return either(w, node, left, right)
  if (written === "&&" || written === "||") {
    narrow(w, left, written === "&&", w.tree.start[right]!, w.tree.end[right]!)
    return operation(w, node, LITERALS.boolean)
  }
  const member = FUNCTIONS[written]
  if (member === undefined) return operation(w, node, LITERALS.boolean)
  const literal = w.literalOf(left)
  if (isText(literal)) return operation(w, node, LITERALS.string)
  const compares = member === "compareTo"
  if (isNumber(literal) && isNumber(w.literalOf(right))) {
    return operation(w, node, compares ? LITERALS.boolean : LITERALS.number)
  }
  if (isNumber(literal) && compares) return operation(w, node, LITERALS.boolean)
  const object = w.use(left)
  const value = w.use(right)
  const row = implicitCall(w, node, object, member, [value])
  w.role[node] = R.implicit
  w.result[node] = row
  if (!compares) return
  // what is asked for is the answer of a comparison, not that of the function that compares
  w.role[node] = 0
  w.alsoRefers(node, row, R.implicit)
  operation(w, node, LITERALS.boolean)
}

/** An operation that gives a primitive value: a row only where somebody asks for the value. */
const operation = (w: Walk, node: number, literal: number): void => {
  if (w.mode[node] === MODES.discard) w.result[node] = NONE
  else w.result[node] = w.shared(OPS.operation, 0, literal, node)
}

/** `a ?: b`: what leaves gives no value. */
const either = (w: Walk, node: number, left: number, right: number): void => {
  if (w.mode[node] === MODES.discard) return
  if (w.result[right] === NONE) return w.pass(node, left)
  const one = w.use(left)
  const other = w.use(right)
  w.result[node] = w.binary(node, OPS.either, one, other)
}

const UNARY: Readonly<Record<string, string>> = { "-": "unaryMinus", "+": "unaryPlus", "++": "inc", "--": "dec" }

export const unary = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const operator = w.part(node, rule.part.operator)
  const value = w.part(node, rule.part.value)
  if (operator === NONE || value === NONE) return
  const written = nodeType(w, operator)
  if (operator < value && isHead(w, node)) {
    w.pass(node, value)
    w.role[value] = w.roleOf(node)
    return
  }
  if (written === "!!") {
    w.pass(node, value)
    return
  }
  if (written === "!") return operation(w, node, LITERALS.boolean)
  const literal = w.literalOf(value)
  if (isNumber(literal)) return operation(w, node, LITERALS.number)
  const row = implicitCall(w, node, w.use(value), UNARY[written]!, [])
  if (written === "++" || written === "--") {
    bindPattern(w, value, NONE, { declares: false })
    if (w.rule(value).is === "own" && w.role[value] === R.read) w.role[value] = R.write
  }
  w.result[node] = row
  w.role[node] = R.implicit
}

const BEHIND: ReadonlySet<string> = new Set(["call_expression", "navigation_expression", "index_expression"])

/**
 * Does the grammar bind an operator to the first name of what it stands before, as in `(!a).b()`? It is applied to the
 * whole, which is of the same type in all that is usual.
 */
const isHead = (w: Walk, node: number): boolean => {
  const above = w.tree.parent[node]!
  const type = nodeType(w, above)
  return BEHIND.has(type) ? node === above + 1 : type === "unary_expression" && isHead(w, above)
}

/** `a..b`. */
export const range = (w: Walk, node: number): void => {
  const [left, right] = children(w, node)
  if (left === undefined || right === undefined) return
  const object = w.use(left)
  const value = w.use(right)
  w.result[node] = implicitCall(w, node, object, "rangeTo", [value])
  w.role[node] = R.implicit
}

/** `a in b` asks `b`. */
export const contains = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const left = w.part(node, rule.part.left)
  const right = w.part(node, rule.part.right)
  if (left === NONE || right === NONE) return
  const value = w.use(left)
  const object = w.use(right)
  w.alsoRefers(node, implicitCall(w, node, object, "contains", [value]), R.implicit)
  operation(w, node, LITERALS.boolean)
}

/** Is a value something to assign a part of by key? */
const isIndexed = (w: Walk, node: number): boolean => nodeType(w, node) === "index_expression"

export const assignment = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const target = w.part(node, rule.part.target)
  const valueNode = w.part(node, rule.part.value)
  const operator = w.part(node, rule.part.operator)
  if (target === NONE || valueNode === NONE) return
  const written = operator === NONE ? "=" : nodeType(w, operator)
  const value = w.use(valueNode)
  if (isIndexed(w, target)) {
    const [object, ...keys] = children(w, target)
    if (object === undefined) return
    const given = w.use(object)
    const values = keys.map((it) => w.use(it))
    if (written !== "=") {
      const read = implicitCall(w, target, given, "get", values)
      w.alsoRefers(node, read, R.implicit)
      changed(w, node, read, written, value)
    }
    w.alsoRefers(node, implicitCall(w, target, given, "set", [...values, value]), R.implicit)
    return
  }
  if (written === "=") {
    bindPattern(w, target, value, { declares: false })
    return
  }
  const now = bindPattern(w, target, NONE, { declares: false })
  if (now !== NONE) changed(w, node, now, written, value)
}

/** `a += b` runs the function that changes `a`, or the one that makes its next value: which one, only its type says. */
const changed = (w: Walk, node: number, object: number, written: string, value: number): void => {
  if (value !== NONE && w.expressions.at.op[value] === OPS.literal) return
  for (const operator of [written, written.slice(0, -1)]) {
    w.alsoRefers(node, implicitCall(w, node, object, FUNCTIONS[operator]!, [value]), R.implicit)
  }
}
