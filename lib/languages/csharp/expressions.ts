// Values whose form a table cannot say: instances with what is set in them, arrays, queries, arguments with their names.

import { NONE } from "../../graph/columns.ts"
import { LITERALS, NAME_FLAGS, OPS } from "../../syntax/facts.ts"
import { withArity } from "../../syntax/arity.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { bindPattern } from "../../syntax/patterns.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { childOf, children, nodeType } from "./nodes.ts"

/** `x`, `name: x`, `out var x`. */
export const argument = (w: Walk, node: number): void => {
  const name = w.part(node, w.rule(node).part.name)
  const value = children(w, node).find((it) => it !== name)
  if (value === undefined) return
  if (name === NONE) w.pass(node, value)
  else w.result[node] = w.unary(node, OPS.property, w.nameOf(name), w.use(value))
}

/** `new T(…) { A = 1, B = { … } }`. */
export const creation = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = w.part(node, part.callee)
  const row = w.leaf(node, OPS.new, 0, NONE)
  w.operand(row, meantAsType(w, w.use(type)))
  addArguments(w, row, w.part(node, part.arguments))
  w.result[node] = row
  w.role[node] = R.new
  const initial = w.part(node, part.value)
  if (initial !== NONE) fill(w, row, initial)
}

/** A member of the name of what is made hides no type. */
const meantAsType = (w: Walk, callee: number): number => {
  if (callee === NONE) return NONE
  const { op, flags, operands } = w.expressions.at
  const named = op[callee] === OPS.instantiate ? w.operands.at.expression[operands[callee]!]! : callee
  if (named !== NONE && op[named] === OPS.name) flags[named]! |= NAME_FLAGS.type
  return callee
}

/** `new(…)`: the type is that of the place that the instance is for, where it is written there. */
export const targetedCreation = (w: Walk, node: number): void => {
  const row = w.leaf(node, OPS.new, 0, NONE)
  w.operand(row, meantAsType(w, expectedClass(w, node)))
  addArguments(w, row, childOf(w, node, "argument_list"))
  w.result[node] = row
  w.role[node] = R.new
  const initial = childOf(w, node, "initializer_expression")
  if (initial !== NONE) fill(w, row, initial)
}

const addArguments = (w: Walk, row: number, list: number): void => {
  if (list === NONE) return
  for (const each of children(w, list)) w.operand(row, w.use(each))
}

/** The class that a declaration around names as the type of its value, as a value. */
const expectedClass = (w: Walk, node: number): number => {
  const { parent } = w.tree
  let above = parent[node]!
  if (nodeType(w, above) === "variable_declarator") above = parent[above]!
  let type: number = NONE
  const { part } = w.rule(above)
  if (nodeType(w, above) === "variable_declaration" || nodeType(w, above) === "property_declaration") {
    type = w.part(above, part.type)
  } else if (nodeType(w, above) === "arrow_expression_clause" || nodeType(w, above) === "return_statement") {
    type = returnedType(w, above)
  }
  return type === NONE ? NONE : asClass(w, node, type)
}

/** The declared type of what the function around a statement gives back, where no lambda lies between. */
const returnedType = (w: Walk, node: number): number => {
  const { parent } = w.tree
  for (let at = node; at !== parent[at]; at = parent[at]!) {
    const rule = w.rule(parent[at]!)
    if (nodeType(w, parent[at]!) === "property_declaration") return w.part(parent[at]!, rule.part.type)
    if (rule.is !== "function") continue
    return rule.declares === "inside" ? NONE : w.part(parent[at]!, rule.part.returns)
  }
  return NONE
}

/** A type that is written somewhere, as the class that an instance at `node` is made of. */
const asClass = (w: Walk, node: number, type: number): number => {
  if (nodeType(w, type) === "nullable_type") return asClass(w, node, w.first(type))
  const { op, name, operands, operandCount } = w.expressions.at
  const written = w.use(type)
  if (written === NONE || (op[written] !== OPS.typeName && op[written] !== OPS.typeMember)) return NONE
  const parts: Array<number> = []
  const from = operands[written]!
  for (let i = 0; i < operandCount[written]!; i++) parts.push(w.operands.at.expression[from + i]!)
  const isMember = op[written] === OPS.typeMember
  let row = w.leaf(node, isMember ? OPS.member : OPS.name, name[written]!, NONE)
  if (isMember) w.operand(row, parts.shift()!)
  if (parts.length === 0) return row
  row = w.unary(node, OPS.instantiate, 0, row)
  for (const each of parts) w.operand(row, each)
  return row
}

/** What an initializer sets in an object: its members, or what it adds to it. */
const fill = (w: Walk, object: number, list: number): void => {
  for (const each of children(w, list)) {
    if (nodeType(w, each) !== "assignment_expression") {
      add(w, object, each)
      continue
    }
    const { part } = w.rule(each)
    const target = w.part(each, part.target)
    const value = w.part(each, part.value)
    if (target === NONE || value === NONE) continue
    const isName = w.rule(target).is === "name"
    const place = w.leaf(target, isName ? OPS.member : OPS.index, isName ? w.nameOf(target) : 0, NONE)
    w.operand(place, object)
    if (isName) {
      w.result[target] = place
      w.role[target] = R.write
    }
    if (nodeType(w, value) === "initializer_expression") fill(w, place, value)
    else w.assign(place, w.use(value), w.tree.start[each]!)
  }
}

/** An element of an initializer is handed to the method that adds it. */
const add = (w: Walk, object: number, element: number): void => {
  const values = nodeType(w, element) === "initializer_expression" ? children(w, element) : [element]
  const member = w.unary(element, OPS.member, w.strings.string("Add"), object)
  const given = values.map((it) => w.use(it))
  const call = w.unary(element, OPS.call, 0, member)
  for (const each of given) w.operand(call, each)
  w.alsoRefers(element, call, R.implicit)
}

/** Is an assignment one of those that set members of a new object? */
export const isInitial = (w: Walk, node: number): boolean =>
  nodeType(w, w.tree.parent[node]!) === "initializer_expression"

/** An assignment; those in an initializer belong to the object, which is not known yet. */
export const assignment = (w: Walk, node: number): void => {
  if (!isInitial(w, node)) HANDLERS.assign.exit?.(w, node)
}

/** `x with { A = 1 }` gives a copy. */
export const copy = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value === NONE) return
  w.pass(node, value)
  for (const each of children(w, node)) {
    if (nodeType(w, each) !== "with_initializer") continue
    const [name, given] = children(w, each)
    if (name === undefined) continue
    const place = w.unary(name, OPS.member, w.nameOf(name), w.use(value))
    w.result[name] = place
    w.role[name] = R.write
    if (given !== undefined) w.assign(place, w.use(given), w.tree.start[each]!)
  }
}

/** `new T[n] { … }`, `stackalloc T[n]`: a value of the type. */
export const typedArray = (w: Walk, node: number): void => {
  const type = w.part(node, w.rule(node).part.type)
  if (type !== NONE) w.result[node] = w.binary(node, OPS.cast, NONE, w.use(type))
}

/** `new[] { … }`, `{ … }` after the name of an array. */
export const elements = (w: Walk, node: number): void => {
  const list = nodeType(w, node) === "initializer_expression" ? node : childOf(w, node, "initializer_expression")
  if (list === NONE || w.mode[node] === MODES.discard || w.mode[node] === MODES.none) return
  const above = nodeType(w, w.tree.parent[node]!)
  if (list === node && above !== "variable_declarator" && above !== "initializer_expression") return
  const row = w.leaf(node, OPS.array, 0, NONE)
  for (const each of children(w, list)) w.operand(row, w.use(each))
  w.result[node] = row
}

/** `T[]`, `T[,]`. */
export const arrayType = (w: Walk, node: number): void => {
  const type = w.use(w.part(node, w.rule(node).part.type))
  w.result[node] = w.unary(node, OPS.typeArray, 0, type)
}

/** `new { A = 1, b.C }`. */
export const anonymousObject = (w: Walk, node: number): void => {
  const { after } = w.tree
  const parts: Array<number> = []
  let name = 0
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.isWord(child)) continue
    const next = after[child]!
    if (next < after[node]! && w.isWord(next) && w.source(next) === "=") {
      // a name, and its value behind the sign
      name = w.nameOf(child)
      w.role[child] = 0
      continue
    }
    const value = w.use(child)
    if (name === 0 && value !== NONE) name = w.expressions.at.name[value]!
    parts.push(w.unary(child, OPS.property, name, value))
    name = 0
  }
  const row = w.leaf(node, OPS.object, 0, NONE)
  for (const each of parts) w.operand(row, each)
  w.result[node] = row
}

/** `typeof(T)` is a value of a type of the library. */
export const typeOf = (w: Walk, node: number): void => {
  const type = w.shared(OPS.typePrimitive, w.strings.string("Type"), NONE, node)
  w.result[node] = w.binary(node, OPS.cast, NONE, type)
}

/** `default(T)`, `(T, T)`, `ref x`: what has the type that is written. */
export const valueOfType = (w: Walk, node: number): void => {
  const type = w.use(w.part(node, w.rule(node).part.type))
  w.result[node] = type === NONE ? w.shared(OPS.literal, 0, LITERALS.null, node) : w.binary(node, OPS.cast, NONE, type)
}

/** `: base(…)`, `: this(…)`. */
export const delegation = (w: Walk, node: number): void => {
  const { after } = w.tree
  let word: number = NONE
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.rule(child).is === "this" || w.rule(child).is === "super") word = child
  }
  if (word === NONE) return
  const callee = w.leaf(word, w.rule(word).is === "this" ? OPS.this : OPS.super, 0, NONE)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  addArguments(w, row, childOf(w, node, "argument_list"))
  w.alsoRefers(node, row, R.call)
}

// ── queries ──

/** A query has names of its own. */
export const enterQuery = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
}

/** What a query gives is a sequence of what its last clause says. */
export const exitQuery = (w: Walk, node: number): void => {
  let given: number = NONE
  for (const each of children(w, node)) {
    const type = nodeType(w, each)
    if (type === "select_clause") given = w.use(w.first(each))
    else if (type === "group_clause") given = NONE
    else if (type === "identifier") {
      // `into x`: what was given is gone through again
      bindIn(w, w.opened[node]!, each, given, NONE)
      w.role[each] = 0
    }
  }
  const row = w.leaf(node, OPS.array, w.strings.string(withArity("IEnumerable", 1)), NONE)
  w.operand(row, given)
  w.result[node] = row
}

/** `from T x in xs`, `join x in xs on …`. */
export const ranged = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = w.part(node, part.type)
  const rest = children(w, node).filter((it) => it !== type && nodeType(w, it) !== "join_into_clause")
  const [name, iterated] = rest
  if (name === undefined || iterated === undefined) return
  const given = w.use(iterated)
  const value = given === NONE ? NONE : w.unary(iterated, OPS.element, 0, given)
  w.role[name] = 0
  bindIn(w, w.scope, name, value, type === NONE ? NONE : w.use(type))
  const into = childOf(w, node, "join_into_clause")
  const group = into === NONE ? NONE : w.first(into)
  if (group === NONE) return
  w.role[group] = 0
  bindIn(w, w.scope, group, given, NONE)
}

/** `let x = value`. */
export const letClause = (w: Walk, node: number): void => {
  const [name, value] = children(w, node)
  if (name === undefined || value === undefined) return
  w.role[name] = 0
  bindIn(w, w.scope, name, w.use(value), NONE)
}

const bindIn = (w: Walk, scope: number, name: number, value: number, type: number): void => {
  bindPattern(w, name, value, {
    declares: true,
    scope,
    flags: 1,
    type,
    kind: 0,
    definitionFlags: 0,
    start: 0,
    end: 0,
  })
}
