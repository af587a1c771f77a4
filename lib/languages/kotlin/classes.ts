// Types: classes, interfaces, enums, objects and companions, with their constructors, bases and bodies.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { declare, spaceOf } from "../../syntax/declare.ts"
import { docBefore, signatureOf } from "../../syntax/docs.ts"
import {
  BINDING_FLAGS,
  DEFINITION_FLAGS,
  OPS,
  PARAMETER_FLAGS,
  SCOPE_KINDS,
  SUPERTYPE_RELATIONS,
} from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { declareData, declareEnum } from "./generated.ts"
import { isDispatched, isMarked, modifierFlags } from "./modifiers.ts"
import { nameOf, nameStart } from "./names.ts"
import { childOf, children, hasWord, lastOf, nameIn, nodeType, typeFrom } from "./nodes.ts"
import { delegates } from "./delegates.ts"
import { addParameter, bindParameter, gathered } from "./parameters.ts"

const { Class, Interface, Enum, Constructor, Property } = NODE_KINDS

/** The name of every constructor, and of a companion that has none. */
const CONSTRUCTOR = "constructor"
const COMPANION = "Companion"

/** A class in another one that holds an instance of that; behind annotations the tree lacks the word. */
const INNER = /(?<!["\w])inner\s+(?:[a-z]+\s+)*class\s+$/

const bodyOf = (w: Walk, node: number): number => {
  const body = childOf(w, node, "class_body")
  return body === NONE ? childOf(w, node, "enum_class_body") : body
}

const kindOf = (w: Walk, node: number): number =>
  hasWord(w, node, "interface") ? Interface.code : isMarked(w, node, "enum") ? Enum.code : Class.code

/** A class, interface, enum, object or companion. */
export const enterClass = (w: Walk, node: number): void => {
  const { start } = w.tree
  const type = nodeType(w, node)
  const scope = w.scope
  const nameNode = nameIn(w, node)
  const kind = type === "class_declaration" ? kindOf(w, node) : Class.code
  let flags = modifierFlags(w, node)
  if (type !== "class_declaration") flags |= DEFINITION_FLAGS.singleton
  else if (INNER.test(w.text.slice(start[node]!, nameNode === NONE ? start[node]! : start[nameNode]!))) {
    flags |= DEFINITION_FLAGS.lexicalThis
  }
  if (type === "companion_object") flags |= NODE_FLAGS.static
  const name = nameNode === NONE ? w.strings.string(COMPANION) : nameOf(w, nameNode)
  const at = nameNode === NONE ? w.text.indexOf("object", start[node]!) : nameStart(w, nameNode)
  const row = declare(w, node, node, kind, flags, name, at, scope, bodyOf(w, node))
  w.bindDefinition(scope, row, spaceOf(kind))
  if (childOf(w, node, "type_parameters") !== NONE) w.openScope("header", node, row)
  w.owner = row
  w.function = NONE
}

/** An object without a name is of a class without one. */
export const enterObject = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const row = w.define(0, DEFINITION_FLAGS.anonymous, 0, w.scope, start[node]!, end[node]!, start[node]!)
  w.definition[node] = row
  w.owner = row
  w.function = NONE
}

export const exitObject = (w: Walk, node: number): void => {
  const type = w.leaf(node, OPS.class, 0, w.definition[node]!)
  w.result[node] = w.unary(node, OPS.new, 0, type)
  const bases = childOf(w, node, "delegation_specifiers")
  for (const specifier of bases === NONE ? [] : children(w, bases)) promisedBase(w, specifier)
}

/** An interface that an object without a name is of: whoever makes the object makes an instance of it. */
const promisedBase = (w: Walk, specifier: number): void => {
  const base = lastBase(w, specifier)
  if (base === NONE || nodeType(w, base) !== "user_type") return
  let callee: number = NONE
  for (const name of children(w, base)) {
    if (nodeType(w, name) !== "identifier") continue
    const row = w.leaf(name, callee === NONE ? OPS.name : OPS.member, nameOf(w, name), NONE)
    if (callee !== NONE) w.operand(row, callee)
    callee = row
  }
  if (callee !== NONE) w.alsoRefers(base, w.unary(base, OPS.new, 0, callee), R.new)
}

/** The constructor in the head of a class: its parameters are seen by what the class starts with, and by nobody else. */
export const enterConstructor = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const list = childOf(w, node, "class_parameters")
  const name = w.strings.string(CONSTRUCTOR)
  const row = w.define(Constructor.code, modifierFlags(w, node), name, w.scope, start[node]!, end[node]!, start[list]!)
  w.definition[node] = row
  w.definitions.at.signature[row] = signatureOf(w, node, end[node]!)
  // types in the class and members of its companion are seen
  w.openScope("type", node, w.owner)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.owner = row
  w.function = row
}

/** Properties that parameters of the constructor declare are members of the class. */
export const classParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const list = children(w, node)
  const first = w.parameters.rows
  for (const child of list) {
    const name = childOf(w, child, "identifier")
    const type = typeFrom(w, child, child + 1)
    const last = lastOf(w, child)
    const value = last === type || last === name ? NONE : last
    const isProperty = hasWord(w, child, "val") || hasWord(w, child, "var")
    const flags = (value === NONE ? 0 : PARAMETER_FLAGS.optional) | (isProperty ? PARAMETER_FLAGS.property : 0) |
      (isMarked(w, child, "vararg") ? PARAMETER_FLAGS.rest : 0)
    addParameter(w, nameOf(w, name), flags, gathered(w, child, flags, w.use(type)), w.use(value), nameStart(w, name))
  }
  const { at } = w.definitions
  at.parameters[row] = first
  at.parameterCount[row] = list.length
  for (let i = 0; i < list.length; i++) {
    bindParameter(w, row, first + i, list[i]!)
    if ((w.parameters.at.flags[first + i]! & PARAMETER_FLAGS.property) !== 0) {
      parameterProperty(w, row, first + i, list[i]!)
    }
  }
  const owner = at.owner[row]!
  if (owner !== NONE && isMarked(w, classAround(w, node), "data")) declareData(w, owner, row)
}

/** The class whose constructor takes a list of parameters. */
const classAround = (w: Walk, parameters: number): number => w.tree.parent[w.tree.parent[parameters]!]!

const parameterProperty = (w: Walk, constructor: number, parameter: number, node: number): void => {
  const { at } = w.definitions
  const { owner, function: around } = w
  const { start, end } = w.tree
  w.owner = at.owner[constructor]!
  w.function = NONE
  const flags = modifierFlags(w, node) | DEFINITION_FLAGS.parameterProperty |
    (hasWord(w, node, "val") ? NODE_FLAGS.readonly : 0) | (isDispatched(w, node) ? NODE_FLAGS.getter : 0)
  const { name, nameStart: at_, type } = w.parameters.at
  const row = w.define(
    Property.code,
    flags,
    name[parameter]!,
    at.scope[constructor]!,
    start[node]!,
    end[node]!,
    at_[parameter]!,
  )
  w.definitions.at.type[row] = type[parameter]!
  w.definitions.at.value[row] = w.leaf(node, OPS.parameter, 0, parameter)
  w.definitions.at.signature[row] = signatureOf(w, node, end[node]!)
  w.definitions.at.doc[row] = docBefore(w, start[node]!)
  w.owner = owner
  w.function = around
}

/** `constructor(…) : this(…) { … }`. */
export const enterSecondary = (w: Walk, node: number): void => {
  const body = childOf(w, node, "block")
  const at = w.text.indexOf(CONSTRUCTOR, afterModifiers(w, node))
  const name = w.strings.string(CONSTRUCTOR)
  const row = declare(w, node, node, Constructor.code, modifierFlags(w, node), name, at, w.scope, body)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.owner = row
  w.function = row
}

const afterModifiers = (w: Walk, node: number): number => {
  const modifiers = childOf(w, node, "modifiers")
  return modifiers === NONE ? w.tree.start[node]! : w.tree.end[modifiers]!
}

/** `this(…)` runs another constructor of the class, `super(…)` one of the class above. */
export const delegatedCall = (w: Walk, node: number): void => {
  const values = children(w, childOf(w, node, "value_arguments")).map((it) => w.use(it))
  const callee = w.leaf(node, hasWord(w, node, "this") ? OPS.this : OPS.super, 0, NONE)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  for (const value of values) w.operand(row, value)
  w.result[node] = row
  w.role[node] = R.call
}

/** What stands among the bases is evaluated by the constructor: `this` in it is of the class. */
export const enterBases = (w: Walk, node: number): void => {
  w.openScope("type", node, w.owner)
  const constructor = childOf(w, w.tree.parent[node]!, "primary_constructor")
  if (constructor === NONE || w.definition[constructor] === NONE) return
  const made = w.definition[constructor]!
  startIn(w, made, constructor, w.openScope("function", node, made))
}

/** Binds what a constructor takes in a scope of what its class starts with. */
const startIn = (w: Walk, made: number, constructor: number, scope: number): void => {
  const { parameters, parameterCount } = w.definitions.at
  for (let i = 0; i < parameterCount[made]!; i++) bindParameter(w, made, parameters[made]! + i, constructor, scope)
}

/** Bases in their order; one that is constructed is inherited from, any other is promised. */
export const exitBases = (w: Walk, node: number): void => {
  const definition = w.definition[w.tree.parent[node]!]!
  if (definition === NONE) return
  const isInterface = w.definitions.at.kind[definition] === Interface.code
  const all = children(w, node).filter((it) => !delegates(w, it))
  // a class without a constructor in its head constructs its base in those of its body: the base stands first, mostly
  let isFirst = constructsInside(w, w.tree.parent[node]!) &&
    !all.some((it) => nodeType(w, lastBase(w, it)) === "constructor_invocation")
  for (const specifier of all) {
    const base = lastBase(w, specifier)
    if (base === NONE || w.use(base) === NONE) continue
    const isCalled = nodeType(w, base) === "constructor_invocation" || isFirst
    isFirst = false
    const t = w.supertypes
    const row = t.add()
    t.at.definition[row] = definition
    t.at.relation[row] = isCalled || isInterface ? SUPERTYPE_RELATIONS.extends : SUPERTYPE_RELATIONS.implements
    t.at.expression[row] = w.use(base)
  }
}

/** Has a class constructors in its body, and none in its head? */
const constructsInside = (w: Walk, node: number): boolean => {
  const body = bodyOf(w, node)
  return body !== NONE && childOf(w, node, "primary_constructor") === NONE &&
    childOf(w, body, "secondary_constructor") !== NONE
}

/** What a specifier names: annotations stand before it. */
const lastBase = (w: Walk, specifier: number): number =>
  children(w, specifier).find((it) => nodeType(w, it) !== "annotation") ?? NONE

/** `Base by value`. */
export const delegated = (w: Walk, node: number): void => {
  const type = typeFrom(w, node, node + 1)
  if (type === NONE) return
  w.pass(node, type)
  w.role[type] = R.extend
}

/** The braces around members, and inside of them what sees the parameters of the constructor. */
export const enterBody = (w: Walk, node: number): void => {
  const row = w.owner
  const scope = w.openScope("type", node, row)
  if (row !== NONE) w.definitions.at.body[row] = scope
  if (nodeType(w, node) === "enum_class_body" && row !== NONE) declareEnum(w, row)
  const constructor = childOf(w, w.tree.parent[node]!, "primary_constructor")
  if (constructor === NONE || w.definition[constructor] === NONE) return
  const made = w.definition[constructor]!
  const inner = w.openScope("function", constructor, made)
  const { start, end } = w.tree
  w.scopes.at.start[inner] = start[node]!
  w.scopes.at.end[inner] = end[node]!
  startIn(w, made, constructor, inner)
  w.scope = scope
}

/** The scope in which what a class starts with is evaluated: that of the constructor in its head, where it has one. */
export const startScope = (w: Walk, member: number): number => {
  const body = w.tree.parent[member]!
  const type = nodeType(w, body)
  if (type !== "class_body" && type !== "enum_class_body") return w.scope
  const constructor = childOf(w, w.tree.parent[body]!, "primary_constructor")
  return constructor === NONE || w.definition[constructor] === NONE ? w.scope : w.opened[constructor]!
}

/** `init { … }`. */
export const enterInit = (w: Walk, node: number): void => {
  w.scope = startScope(w, node)
}

/** A constant of an enum; one with a body is of a class of its own below the enum. */
export const enterEntry = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const name = nameIn(w, node)
  const owner = w.owner
  if (name === NONE || owner === NONE) return
  const flags = modifierFlags(w, node) | NODE_FLAGS.static | NODE_FLAGS.readonly
  const row = declare(w, node, node, Property.code, flags, nameOf(w, name), nameStart(w, name), w.scope, NONE)
  w.bindDefinition(w.scope, row, BINDING_FLAGS.value)
  w.definitions.at.signature[row] = signatureOf(w, node, Math.min(end[node]!, firstBrace(w, node)))
  const type = w.leaf(name, OPS.typeName, w.definitions.at.name[owner]!, NONE)
  w.definitions.at.type[row] = type
  w.owner = row
  if (childOf(w, node, "class_body") === NONE) return
  const made = w.define(0, DEFINITION_FLAGS.anonymous, 0, w.scope, start[node]!, end[node]!, start[node]!)
  const t = w.supertypes
  const base = t.add()
  t.at.definition[base] = made
  t.at.relation[base] = SUPERTYPE_RELATIONS.extends
  t.at.expression[base] = type
  w.owner = made
}

const firstBrace = (w: Walk, node: number): number => {
  const body = childOf(w, node, "class_body")
  return body === NONE ? w.tree.end[node]! : w.tree.start[body]!
}

/** The arguments of a constant go to the constructor of its enum. */
export const exitEntry = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  const list = childOf(w, node, "value_arguments")
  if (row === NONE || list === NONE) return
  const name = nameIn(w, node)
  const { at } = w.definitions
  const values = children(w, list).map((it) => w.use(it))
  const callee = w.leaf(name, OPS.name, at.name[at.owner[row]!]!, NONE)
  const call = w.leaf(node, OPS.new, 0, NONE)
  w.operand(call, callee)
  for (const value of values) w.operand(call, value)
  w.alsoRefers(node, call, R.new)
}

export const enterAlias = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const name = w.part(node, rule.part.name)
  const scope = w.scope
  const flags = modifierFlags(w, node)
  const row = declare(w, node, node, rule.kind, flags, nameOf(w, name), nameStart(w, name), scope, NONE)
  w.bindDefinition(scope, row, spaceOf(rule.kind))
  if (childOf(w, node, "type_parameters") !== NONE) w.definitions.at.body[row] = w.openScope("header", node, row)
  w.owner = row
}

export const exitAlias = (w: Walk, node: number): void => {
  w.definitions.at.type[w.definition[node]!] = w.use(typeFrom(w, node, node + 1))
}

/** Does a scope hold the members of a type? */
export const isMemberScope = (w: Walk, scope: number): boolean => w.scopes.at.kind[scope] === SCOPE_KINDS.type
