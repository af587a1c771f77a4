// Values that this language writes in ways of its own: literals of types, conversions, pointers, parts of a list.

import { NONE } from "../../graph/columns.ts"
import { operandsOf } from "../../syntax/expressions.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { BINDING_KINDS, LITERALS, OPS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "./nodes.ts"

/** Built-in functions whose first argument is a type. */
const MAKING: ReadonlySet<string> = new Set(["new", "make"])

/** A call; `new(T)` and `make(T, n)` give a value of the type. */
export const call = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const callee = w.part(node, part.callee)
  const list = w.part(node, part.arguments)
  const first = list === NONE ? NONE : w.first(list)
  if (callee !== NONE && first !== NONE && MAKING.has(w.source(callee)) && isType(w, first)) {
    w.role[callee] = 0
    w.result[node] = made(w, node, w.use(first))
    return
  }
  if (callee !== NONE && nodeType(w, callee) === "index_expression") toldTypes(w, callee)
  HANDLERS.call.exit?.(w, node)
}

/** `f[T](x)`: what stands before the brackets is a function where it is no variable of the file and a name stands in them. */
const toldTypes = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const function_ = w.part(node, part.object)
  const type = w.part(node, part.index)
  if (function_ === NONE || type === NONE || !isNoVariable(w, type) || !isNoVariable(w, function_)) return
  const row = w.leaf(node, OPS.instantiate, 0, NONE)
  w.operand(row, w.use(function_))
  w.operand(row, w.use(type))
  w.role[type] = R.type
  w.result[node] = row
}

/** A name that is no variable of the file, or one of a package. */
const isNoVariable = (w: Walk, node: number): boolean => {
  const rule = w.rule(node)
  if (rule.is === "name") return !isVariable(w, node)
  const object = rule.is === "member" ? w.part(node, rule.part.object) : NONE
  return object !== NONE && isImport(w, object)
}

/** The binding of a name as far as the file has come, or NONE. */
const bindingOf = (w: Walk, node: number): number => {
  const { parent } = w.scopes.at
  const name = w.nameOf(node)
  for (let scope = w.scope; scope !== NONE; scope = parent[scope]!) {
    const binding = w.boundIn(scope, name)
    if (binding !== NONE) return binding
  }
  return NONE
}

const isVariable = (w: Walk, node: number): boolean => {
  const binding = bindingOf(w, node)
  if (binding === NONE) return false
  const { kind, target } = w.bindings.at
  if (kind[binding] === BINDING_KINDS.definition) return VALUES.has(w.definitions.at.kind[target[binding]!]!)
  return kind[binding] === BINDING_KINDS.local || kind[binding] === BINDING_KINDS.parameter
}

const VALUES: ReadonlySet<number> = new Set([NODE_KINDS.Variable.code, NODE_KINDS.Const.code])

const isImport = (w: Walk, node: number): boolean => {
  const binding = w.rule(node).is === "name" ? bindingOf(w, node) : NONE
  return binding !== NONE && w.bindings.at.kind[binding] === BINDING_KINDS.import
}

const isType = (w: Walk, node: number): boolean => {
  const { is, op } = w.rule(node)
  return is === "typeName" || is === "typeMember" || is === "typeGeneric" || is === "typeFunction" ||
    op >= OPS.typeName ||
    TYPES.has(nodeType(w, node))
}

const TYPES: ReadonlySet<string> = new Set([
  "pointer_type",
  "parenthesized_type",
  "slice_type",
  "array_type",
  "map_type",
  "channel_type",
  "struct_type",
  "interface_type",
  "function_type",
])

/** A value of a type, of which nothing else is known. */
const made = (w: Walk, node: number, type: number): number => w.binary(node, OPS.cast, NONE, type)

/** `T(x)` and `x.(T)`. */
export const conversion = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const value = w.use(w.part(node, part.value))
  w.result[node] = w.binary(node, OPS.cast, value, w.use(w.part(node, part.type)))
}

/** `T(x)`; with brackets it may be a call as well, of a function that is told its types: who knows the name decides. */
export const typeConversion = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = w.part(node, part.type)
  if (type === NONE || w.rule(type).is !== "typeGeneric") return conversion(w, node)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, valueOfType(w, type))
  w.operand(row, w.use(w.part(node, part.value)))
  w.result[node] = row
  w.role[node] = R.call
}

/** A name that was read as a type as the value that it may be, with the types that stand behind it in brackets. */
const valueOfType = (w: Walk, node: number): number => {
  w.role[node] = 0
  const { is, part } = w.rule(node)
  if (is === "typeGeneric") {
    const row = w.leaf(node, OPS.instantiate, 0, NONE)
    const name = w.part(node, part.name)
    w.operand(row, name === NONE ? NONE : valueOfType(w, name))
    operandsOf(w, row, w.part(node, part.typeArguments))
    return row
  }
  if (is !== "typeMember") return w.leaf(node, OPS.name, w.nameOf(node), NONE)
  const key = w.part(node, part.property)
  return w.unary(node, OPS.member, key === NONE ? 0 : w.nameOf(key), w.use(w.part(node, part.object)))
}

/** `x[key]`: whatever lies under a key, which is never the name of a member. */
export const index = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const row = w.leaf(node, OPS.index, 0, NONE)
  w.operand(row, w.use(w.part(node, part.object)))
  w.operand(row, w.use(w.part(node, part.index)))
  w.result[node] = row
}

/** `&x`, `*x`, `-x` are of the type of `x` as far as its members go; `<-c` is what a channel gives. */
export const unary = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const value = w.part(node, part.value)
  if (value === NONE) return
  const operator = w.text.slice(w.tree.start[node], w.tree.start[value]).trim()
  if (operator === "<-") {
    const given = w.use(value)
    if (given !== NONE) w.result[node] = w.unary(node, OPS.element, 0, given)
  } else if (operator === "!") w.pending(node, LITERALS.boolean)
  else w.pass(node, value)
}

/** `T{…}`: a value of a type, which nothing makes but the text, and what its fields are given. */
export const composite = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = w.part(node, part.type)
  const row = w.result[node] = made(w, node, w.use(type))
  fill(w, w.part(node, part.body), type, row)
}

/** What braces hold: fields of a struct, elements of a list, entries of a map. */
const fill = (w: Walk, body: number, type: number, row: number): void => {
  if (body === NONE) return
  const element = type === NONE || !LISTS.has(nodeType(w, type)) ? NONE : w.part(type, w.rule(type).part.right)
  for (const child of children(w, body)) {
    const isEntry = nodeType(w, child) === "keyed_element"
    const value = valueOf(w, isEntry ? w.part(child, w.rule(child).part.value) : child, element, row)
    if (isEntry && element === NONE) assignField(w, w.part(child, w.rule(child).part.key), row, value)
  }
}

const LISTS: ReadonlySet<string> = new Set(["slice_type", "array_type", "implicit_length_array_type", "map_type"])

/** The value of an element; braces without a type have that of the elements around. */
const valueOf = (w: Walk, node: number, element: number, around: number): number => {
  if (node === NONE) return NONE
  const inner = w.rule(node).is === "wrap" ? w.first(node) : node
  if (inner === NONE || nodeType(w, inner) !== "literal_value") return w.use(node)
  let type = element
  while (type !== NONE && nodeType(w, type) === "pointer_type") type = w.first(type)
  const row = type === NONE ? elementOf(w, inner, around) : made(w, inner, w.use(type))
  w.result[inner] = row
  fill(w, inner, type, row)
  return row
}

/** An element of a list whose type says itself what its elements are. */
const elementOf = (w: Walk, node: number, list: number): number => {
  const row = w.leaf(node, OPS.index, 0, NONE)
  w.operand(row, list)
  w.operand(row, NONE)
  return row
}

/** `T{name: value}` gives the field a value. */
const assignField = (w: Walk, key: number, object: number, value: number): void => {
  const name = key === NONE ? NONE : w.rule(key).is === "wrap" ? w.first(key) : key
  if (name === NONE || w.rule(name).is !== "name") return
  const row = w.unary(name, OPS.member, w.nameOf(name), object)
  w.result[name] = row
  w.role[name] = R.write
  if (value !== NONE) w.assign(row, value, w.tree.start[name]!)
}

/** A part of a list or text is one of the same. */
export const slice = (w: Walk, node: number): void => {
  const value = w.part(node, w.rule(node).part.value)
  if (value !== NONE && w.mode[node] !== MODES.discard) w.pass(node, value)
}
