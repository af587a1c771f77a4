// Properties and local variables. One whose getter is written is called where it is read; its backing field is `field`.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { declare } from "../../syntax/declare.ts"
import { BINDING_FLAGS, SCOPE_KINDS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { isMemberScope, startScope } from "./classes.ts"
import { bindParts, bindVariable, implicitCall, type Place } from "./destructuring.ts"
import { giveBody } from "./functions.ts"
import { isDispatched, modifierFlags } from "./modifiers.ts"
import { nameOf, nameStart } from "./names.ts"
import { childOf, children, hasWord, isType, nameIn, nodeType, typeFrom } from "./nodes.ts"
import { addParameter, addReceiver, bindParameter } from "./parameters.ts"

const { Property, Variable, Const, Method, Function } = NODE_KINDS

/** A getter or setter with a body of its own, or NONE. */
const accessor = (w: Walk, node: number, type: string): number => {
  const found = childOf(w, node, type)
  return found !== NONE && childOf(w, found, "function_body") !== NONE ? found : NONE
}

/** The type before the dot of an extension, or NONE. */
const receiverOf = (w: Walk, node: number, variable: number): number => {
  const receiver = typeFrom(w, node, node + 1)
  return receiver !== NONE && receiver < variable ? receiver : NONE
}

const isTop = (w: Walk): boolean => w.scopes.at.kind[w.scope] === SCOPE_KINDS.file

export const enterProperty = (w: Walk, node: number): void => {
  const isMember = isMemberScope(w, w.scope)
  if (!isMember && !isTop(w)) return
  const variable = childOf(w, node, "variable_declaration")
  const scope = w.scope
  if (isMember) w.scope = startScope(w, node)
  const name = variable === NONE ? NONE : nameIn(w, variable)
  if (name === NONE) return
  const isConstant = hasWord(w, node, "val")
  let flags = modifierFlags(w, node) | (isConstant ? NODE_FLAGS.readonly : 0)
  let { code: kind }: { readonly code: number } = isMember ? Property : isConstant ? Const : Variable
  if (accessor(w, node, "getter") !== NONE) {
    kind = (isMember ? Method : Function).code
    flags |= NODE_FLAGS.getter
  } else if (isMember && (isDispatched(w, node) || isOfInterface(w))) flags |= NODE_FLAGS.getter
  const row = declare(w, node, node, kind, flags, nameOf(w, name), nameStart(w, name), scope, headEnd(w, node))
  if (!isMember) w.bindDefinition(scope, row, BINDING_FLAGS.value | (isConstant ? BINDING_FLAGS.constant : 0))
  if (childOf(w, node, "type_parameters") !== NONE) w.openScope("header", node, row)
  w.owner = row
}

const isOfInterface = (w: Walk): boolean =>
  w.owner !== NONE && w.definitions.at.kind[w.owner] === NODE_KINDS.Interface.code

/** Where the header of a property ends: before its value or accessors; NONE where it has none. */
const headEnd = (w: Walk, node: number): number => {
  const getter = childOf(w, node, "getter")
  return getter === NONE ? childOf(w, node, "setter") : getter
}

export const exitProperty = (w: Walk, node: number): void => {
  const value = valueOf(w, node)
  const row = w.definition[node]!
  const variable = childOf(w, node, "variable_declaration")
  if (row !== NONE) {
    const { at } = w.definitions
    const type = variable === NONE ? NONE : typeFrom(w, variable, variable + 1)
    const binding = isTop(w) ? bindingOf(w, row) : NONE
    if (type !== NONE) at.type[row] = w.use(type)
    at.value[row] = value
    if (binding !== NONE) {
      w.bindings.at.type[binding] = at.type[row]!
      w.bindings.at.value[binding] = value
    }
    return
  }
  const place = placeOf(w, node)
  if (variable !== NONE) {
    const name = nameIn(w, variable)
    if (name !== NONE) bindVariable(w, variable, name, value, place)
    return
  }
  const parts = childOf(w, node, "multi_variable_declaration")
  if (parts !== NONE) bindParts(w, parts, value, place)
}

/** The binding of a definition of the file, which was made when the definition was. */
const bindingOf = (w: Walk, definition: number): number => {
  const { target, name } = w.bindings.at
  for (let row = w.bindings.rows - 1; 0 <= row; row--) {
    if (target[row] === definition && name[row] === w.definitions.at.name[definition]) return row
  }
  return NONE
}

const placeOf = (w: Walk, node: number): Place => {
  const isConstant = hasWord(w, node, "val")
  const top = isTop(w)
  return {
    scope: w.scope,
    flags: isConstant ? BINDING_FLAGS.constant : 0,
    kind: top ? (isConstant ? Const : Variable).code : 0,
    definitionFlags: modifierFlags(w, node),
    start: w.tree.start[node]!,
    end: w.tree.end[node]!,
  }
}

const NO_VALUE: ReadonlySet<string> = new Set([
  "modifiers",
  "type_parameters",
  "variable_declaration",
  "multi_variable_declaration",
  "type_constraints",
  "getter",
  "setter",
])

/** What a property starts with, or what its delegate gives; NONE for neither. */
const valueOf = (w: Walk, node: number): number => {
  for (const child of children(w, node)) {
    const type = nodeType(w, child)
    if (NO_VALUE.has(type) || isType(w, child)) continue
    if (type !== "property_delegate") return w.use(child)
    const delegate = w.use(w.first(child))
    if (delegate === NONE) return NONE
    const given = implicitCall(w, child, delegate, "getValue", [])
    w.alsoRefers(child, given, R.implicit)
    return given
  }
  return NONE
}

/** The body of a getter belongs to the property, which is a function that runs it. */
export const enterGetter = (w: Walk, node: number): void => {
  const property = w.tree.parent[node]!
  const row = w.definition[property]!
  const body = childOf(w, node, "function_body")
  if (body === NONE || row === NONE) return
  w.scope = memberScope(w, property, row)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  const receiver = receiverOf(w, property, childOf(w, property, "variable_declaration"))
  if (receiver !== NONE) {
    w.definitions.at.parameters[row] = addReceiver(w, receiver, NONE)
    w.definitions.at.parameterCount[row] = 1
  }
  bindField(w, property)
}

/** The scope in which accessors are evaluated: they do not see the parameters of a constructor. */
const memberScope = (w: Walk, property: number, row: number): number => {
  const header = w.opened[property]!
  return childOf(w, property, "type_parameters") === NONE ? w.definitions.at.scope[row]! : header
}

const bindField = (w: Walk, property: number): void => {
  const variable = childOf(w, property, "variable_declaration")
  const type = w.use(typeFrom(w, variable, variable + 1))
  w.bind(w.scope, w.strings.string("field"), "local", BINDING_FLAGS.value, NONE, type, NONE, w.tree.start[property]!)
}

export const exitGetter = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  const body = childOf(w, node, "function_body")
  if (row === NONE || body === NONE) return
  const type = typeFrom(w, node, node + 1)
  if (type !== NONE) w.definitions.at.type[row] = w.use(type)
  giveBody(w, row, body)
}

/** A setter that is written is a function of its own beside the property. */
export const enterSetter = (w: Walk, node: number): void => {
  const property = w.tree.parent[node]!
  const of = w.definition[property]!
  const body = childOf(w, node, "function_body")
  if (body === NONE || of === NONE) return
  const { at } = w.definitions
  const { start } = w.tree
  const kind = at.kind[of] === Property.code || at.kind[of] === Method.code ? Method : Function
  w.owner = at.owner[of]!
  w.scope = memberScope(w, property, of)
  const flags = (modifierFlags(w, property) & ~NODE_FLAGS.getter) | modifierFlags(w, node) | NODE_FLAGS.setter
  const row = declare(w, node, node, kind.code, flags, at.name[of]!, start[node]!, at.scope[of]!, body)
  at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
  bindField(w, property)
  const name = nameIn(w, node)
  const variable = childOf(w, property, "variable_declaration")
  const receiver = receiverOf(w, property, variable)
  const first = w.parameters.rows
  if (receiver !== NONE) addReceiver(w, receiver, NONE)
  if (name !== NONE) {
    const type = w.use(typeFrom(w, variable, variable + 1))
    const parameter = addParameter(w, nameOf(w, name), 0, type, NONE, nameStart(w, name))
    bindParameter(w, row, parameter, name)
  }
  at.parameters[row] = first
  at.parameterCount[row] = w.parameters.rows - first
}

export const exitSetter = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  const body = childOf(w, node, "function_body")
  if (row !== NONE && body !== NONE) giveBody(w, row, body)
}
