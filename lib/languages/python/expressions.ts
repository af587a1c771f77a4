// Values whose form a table cannot say: texts, subscripts, calls with their names, conditions that stand in the middle.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS } from "../../graph/kinds.ts"
import { EXPRESSION_FLAGS, LITERALS, OPS, SUPERTYPE_RELATIONS } from "../../syntax/facts.ts"
import { narrow } from "../../syntax/guards.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { readQuoted } from "./annotations.ts"
import { moduleLoaded } from "./loading.ts"
import { children, nodeType } from "../../syntax/nodes.ts"

/** Longer texts are no keys. */
const MAX_TEXT = 120

/** The form in which texts are compared: in double quotes, so that `x["items"]` and `x.items` stay apart. */
export const textOf = (written: string): string => {
  if (MAX_TEXT < written.length) return ""
  const found = /^\w*("""|'''|"|')([^]*)\1$/.exec(written)
  return found === null ? "" : `"${found[2]}"`
}

export const text = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.discard) return
  if (w.tree.after[node] !== node + 1) w.result[node] = w.shared(OPS.operation, 0, LITERALS.string, node)
  else if ((mode !== MODES.typeValue && !standsInForm(w, node)) || !readQuoted(w, node)) {
    w.pending(node, LITERALS.string)
  }
}

/** Brackets and operators that a type written as text stands in at most: each text of a long sum would climb to its top. */
const FORM_DEPTH = 64

/** Does a text stand in the brackets of a name that takes types? */
const standsInForm = (w: Walk, node: number): boolean => {
  const { parent } = w.tree
  let at = node
  for (let depth = 0; depth < FORM_DEPTH && parent[at] !== at; depth++, at = parent[at]!) {
    const above = parent[at]!
    const type = nodeType(w, above)
    if (type === "subscript") return w.first(above) !== at && FORMS.test(w.source(w.first(above)))
    if (type !== "list" && type !== "tuple" && type !== "binary_operator") return false
  }
  return false
}

/** `True` and `False` are known, since types may ask for one of them. */
export const boolean = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.discard) return
  w.result[node] = w.shared(OPS.literal, w.nameOf(node), LITERALS.boolean, node)
}

/** Texts side by side are one. */
export const concatenated = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.discard || w.mode[node] === MODES.none) return
  w.result[node] = w.shared(OPS.operation, 0, LITERALS.string, node)
}

export const comparison = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.discard) return
  w.result[node] = w.shared(OPS.operation, 0, LITERALS.boolean, node)
}

/** Names whose brackets hold types, also where a value is asked for. */
const FORMS =
  /(^|\.)(Optional|Union|List|Dict|Set|FrozenSet|Tuple|Type|Callable|Iterable|Iterator|Sequence|Mapping|Annotated)$/

/** `object[key]`; the type `Name[A, B]` has the same form. */
export const subscript = (w: Walk, node: number): void => {
  const all = children(w, node)
  const objectNode = all[0]
  if (objectNode === undefined) return
  const keys: Array<number> = []
  for (const key of all.slice(1)) {
    if (w.rule(key).is === "list" || nodeType(w, key) === "tuple") keys.push(...children(w, key))
    else keys.push(key)
  }
  const mode = w.mode[node]!
  const isType = mode === MODES.typeValue || mode === MODES.extend
  if (!isType && keys.length === 1 && all.length === 2) {
    if (nodeType(w, keys[0]!) === "slice") return part(w, node, objectNode, keys[0]!)
    if (!FORMS.test(w.source(objectNode))) return HANDLERS.index.exit?.(w, node)
  }
  const object = w.use(objectNode)
  const values = keys.map((key) => w.use(key))
  const row = w.leaf(node, mode === MODES.extend ? OPS.instantiate : OPS.index, 0, NONE)
  w.operand(row, object)
  for (const value of values) w.operand(row, value)
  w.result[node] = row
  // the name that is inherited from stands inside
  if (mode === MODES.extend && w.role[objectNode] !== 0) w.role[objectNode] = R.extend
}

/** `object[from:to]` is of the object's own type; with known bounds it is known which of its elements it has. */
const part = (w: Walk, node: number, object: number, slice: number): void => {
  const bounds = /^(-?\d*)\s*:\s*(-?\d*)\s*:?$/.exec(w.source(slice))
  if (bounds === null || !w.has(object)) return w.pass(node, object)
  w.result[node] = w.unary(node, OPS.index, w.strings.string(`${bounds[1]}:${bounds[2]}`), w.result[object]!)
}

const nameOf = (w: Walk, expression: number): string => {
  if (expression === NONE) return ""
  const { op, name } = w.expressions.at
  return op[expression] === OPS.name || op[expression] === OPS.member ? w.strings.at(name[expression]!) : ""
}

export const call = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const calleeNode = w.part(node, part.callee)
  const list = w.part(node, part.arguments)
  const callee = w.use(calleeNode)
  const args = list === NONE ? [] : nodeType(w, list) === "argument_list" ? children(w, list) : [list]
  const called = nameOf(w, callee)
  const module = moduleLoaded(w, node, callee, args)
  if (module !== NONE) {
    w.result[node] = module
    return
  }
  if (called === "super" && w.rule(calleeNode).is === "name" && args.length <= 2) {
    const first = args.length === 0 ? NONE : w.use(args[0]!)
    const row = w.leaf(node, OPS.super, 0, NONE)
    if (first !== NONE) w.operand(row, first)
    w.result[node] = row
    return
  }
  if (called === "cast" && args.length === 2) {
    if (nodeType(w, args[0]!) === "string") readQuoted(w, args[0]!)
    const type = w.use(args[0]!)
    const value = w.use(args[1]!)
    w.result[node] = w.binary(node, OPS.cast, value, type)
    return
  }
  if (called === "TypeVar" || called === "NewType") {
    for (const arg of args.slice(1)) {
      const bound = w.rule(arg).is === "own" ? w.part(arg, w.rule(arg).part.value) : arg
      if (bound !== NONE && nodeType(w, bound) === "string" && readQuoted(w, bound) && bound !== arg) pair(w, arg)
    }
  }
  const values = args.map((arg) => w.use(arg))
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  for (const value of values) w.operand(row, value)
  w.result[node] = row
  w.role[node] = R.call
}

/** What a class inherits from; the arguments of a call are read by the call. */
export const bases = (w: Walk, node: number): void => {
  if (w.rule(w.tree.parent[node]!).is !== "class" || w.owner === NONE) return
  for (const child of children(w, node)) {
    if (w.rule(child).is === "own") continue
    const expression = w.use(child)
    if (expression === NONE) continue
    const row = w.supertypes.add()
    w.supertypes.at.definition[row] = w.owner
    w.supertypes.at.relation[row] = SUPERTYPE_RELATIONS.extends
    w.supertypes.at.expression[row] = expression
  }
}

/** `key: value` of a dictionary, `name=value` of a call. */
export const pair = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const key = w.part(node, part.key)
  const value = w.use(w.part(node, part.value))
  const literal = key === NONE ? 0 : w.literalOf(key)
  const isNamed = w.mode[key] === MODES.none
  const known = key !== NONE && (isNamed || literal === LITERALS.string || literal === LITERALS.number) &&
    !w.has(key)
  w.result[node] = w.unary(node, OPS.property, known ? w.keyOf(key) : 0, value)
}

/** `**values`: given by their names. */
export const dictionarySplat = (w: Walk, node: number): void => {
  const inner = w.first(node)
  if (inner === NONE) return
  const row = w.unary(node, OPS.spread, 0, w.use(inner))
  w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.byName
  w.result[node] = row
}

/** `then if condition else otherwise`. */
export const conditional = (w: Walk, node: number): void => {
  const [then, condition, otherwise] = children(w, node)
  if (then === undefined || condition === undefined || otherwise === undefined) return
  const { start, end } = w.tree
  narrow(w, condition, true, start[then]!, end[then]!)
  narrow(w, condition, false, start[otherwise]!, end[otherwise]!)
  if (w.mode[node] === MODES.discard) return
  const one = w.use(then)
  const other = w.use(otherwise)
  w.result[node] = w.binary(node, OPS.either, one, other)
}

/** A function that yields is a generator. */
export const yielded = (w: Walk, node: number): void => {
  HANDLERS.yield.exit?.(w, node)
  if (w.function === NONE) return
  w.definitions.at.flags[w.function]! |= NODE_FLAGS.generator
  if (w.mode[node] !== MODES.discard) w.result[node] = w.leaf(node, OPS.sent, 0, w.function)
}
