// Values that this language writes in ways of its own: literals of types, conversions, pointers, parts of a list.

import { NONE } from "../../graph/columns.ts"
import { operandsOf } from "../../syntax/expressions.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { LITERALS, OPS } from "../../syntax/facts.ts"
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
  HANDLERS.call.exit?.(w, node)
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
  const callee = w.leaf(type, OPS.instantiate, 0, NONE)
  w.operand(callee, named(w, w.part(type, w.rule(type).part.name)))
  operandsOf(w, callee, w.part(type, w.rule(type).part.typeArguments))
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  w.operand(row, w.use(w.part(node, part.value)))
  w.result[node] = row
  w.role[node] = R.call
}

/** A name or a name of a package, read as a type, as the value that it may be. */
const named = (w: Walk, node: number): number => {
  w.role[node] = 0
  const { is, part } = w.rule(node)
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

/** `T{…}`: an instance of a type, and what its fields are given. */
export const composite = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = w.part(node, part.type)
  let row: number
  if (isNamed(w, type)) {
    row = w.unary(node, OPS.new, 0, w.use(type))
    instantiates(w, type, row)
  } else row = made(w, node, w.use(type))
  w.result[node] = row
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

const isNamed = (w: Walk, type: number): boolean => {
  if (type === NONE) return false
  const { is } = w.rule(type)
  return is === "typeName" || is === "typeMember" || is === "typeGeneric"
}

/** The use of the type's name is that of what makes an instance. */
const instantiates = (w: Walk, type: number, row: number): void => {
  const named = w.rule(type).is === "typeGeneric" ? w.part(type, w.rule(type).part.name) : type
  if (named === NONE) return
  w.role[named] = 0
  w.alsoRefers(type, row, R.new)
}

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
