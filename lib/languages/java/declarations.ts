// Types and their members as far as the table does not say it: what they inherit, fields, constants of an enum,
// constructors, types without a name, what a record declares in its header.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { declare, modifiersOf } from "../../syntax/declare.ts"
import { DEFINITION_FLAGS, OPS, SUPERTYPE_RELATIONS } from "../../syntax/facts.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { operandsOf } from "../../syntax/expressions.ts"
import { arrayOf, childOf, children, dimensionsOf, hasWord, nodeType } from "./nodes.ts"
import { inherit } from "./expressions.ts"
import { bindParameters } from "./parameters.ts"
import { bindLocal } from "./statements.ts"
import { declareComponents, declareEnumMethods } from "./generated.ts"

const PUBLIC = DEFINITION_FLAGS.public | NODE_FLAGS.exported

const addSupertype = (w: Walk, definition: number, relation: number, expression: number): void => {
  const row = w.supertypes.add()
  w.supertypes.at.definition[row] = definition
  w.supertypes.at.relation[row] = relation
  w.supertypes.at.expression[row] = expression
}

/** `extends T` of a class; the lists of interfaces that a type implements or extends. */
export const heritage = (w: Walk, node: number): void => {
  if (w.owner === NONE) return
  const around = nodeType(w, w.tree.parent[node]!)
  if (around === "permits") return
  const relation = around === "super_interfaces" ? SUPERTYPE_RELATIONS.implements : SUPERTYPE_RELATIONS.extends
  for (const child of children(w, node)) if (w.has(child)) addSupertype(w, w.owner, relation, w.use(child))
}

/** Members of an interface are public whether they say so or not. */
const ofInterface = (w: Walk, node: number): boolean => {
  const around = nodeType(w, w.tree.parent[node]!)
  return around === "interface_body" || around === "annotation_type_body"
}

const addFlags = (w: Walk, node: number, flags: number): void => {
  const row = w.definition[node]!
  if (row !== NONE) w.definitions.at.flags[row]! |= flags
}

export const enterMethod = (w: Walk, node: number): void => {
  HANDLERS.function.enter?.(w, node)
  if (!ofInterface(w, node)) return
  const row = w.definition[node]!
  const { flags } = w.definitions.at
  if ((flags[row]! & NODE_FLAGS.private) === 0) flags[row]! |= PUBLIC
  if ((flags[row]! & NODE_FLAGS.signature) !== 0) flags[row]! |= NODE_FLAGS.abstract
}

export const enterType = (w: Walk, node: number): void => {
  const isMember = ofInterface(w, node)
  HANDLERS.class.enter?.(w, node)
  if (isMember) addFlags(w, node, PUBLIC | NODE_FLAGS.static)
}

/** Enums, records and interfaces that are members never have an instance around them. */
export const enterStaticType = (w: Walk, node: number): void => {
  const isMember = w.owner !== NONE
  enterType(w, node)
  if (isMember) addFlags(w, node, NODE_FLAGS.static)
}

/** A constructor is named like its type, and stands where that name is written. */
export const enterConstructor = (w: Walk, node: number): void => {
  const type = w.owner
  HANDLERS.function.enter?.(w, node)
  const row = w.definition[node]!
  const { at } = w.definitions
  const name = w.part(node, w.rule(node).part.key)
  if (name !== NONE) {
    at.name[row] = w.nameOf(name)
    at.nameStart[row] = w.tree.start[name]!
  }
  if (nodeType(w, node) !== "compact_constructor_declaration" || type === NONE) return
  // one without a list has the parameters of the record's header
  at.parameters[row] = at.parameters[type]!
  at.parameterCount[row] = at.parameterCount[type]!
  bindParameters(w, row, at.body[row]!)
}

/** The braces around members; those of an instance or constant make a type without a name. */
export const enterBody = (w: Walk, node: number): void => {
  const { parent, start, end } = w.tree
  const holder = parent[node]!
  const is = nodeType(w, holder)
  if (is === "object_creation_expression" || is === "enum_constant") {
    const row = w.define(0, DEFINITION_FLAGS.anonymous, 0, w.scope, start[node]!, end[node]!, start[node]!)
    w.definition[node] = row
    w.owner = row
    w.function = NONE
  }
  HANDLERS.members.enter?.(w, node)
  if (is === "record_declaration") declareComponents(w, w.owner, node)
  else if (is === "enum_declaration") declareEnumMethods(w, w.owner)
}

const isField = (w: Walk, node: number): boolean => {
  const is = nodeType(w, w.tree.parent[node]!)
  return is === "field_declaration" || is === "constant_declaration"
}

/** One name of a field declaration. */
export const enterDeclarator = (w: Walk, node: number): void => {
  if (!isField(w, node)) return
  const nameNode = w.part(node, w.rule(node).part.name)
  if (nameNode === NONE) return
  const around = w.tree.parent[node]!
  let flags = modifiersOf(w, around)
  if (hasWord(w, around, "final")) flags |= NODE_FLAGS.readonly
  if (nodeType(w, around) === "constant_declaration") flags |= PUBLIC | NODE_FLAGS.static | NODE_FLAGS.readonly
  const isFirst = childOf(w, around, "variable_declarator") === node
  const name = w.nameOf(nameNode)
  const nameStart = w.tree.start[nameNode]!
  w.owner = declare(w, node, isFirst ? around : node, NODE_KINDS.Property.code, flags, name, nameStart, w.scope, NONE)
}

export const declarator = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const around = w.tree.parent[node]!
  if (nodeType(w, around) === "spread_parameter") return
  const written = w.use(w.part(around, w.rule(around).part.type))
  const type = arrayOf(w, node, written, dimensionsOf(w, node))
  const value = w.use(w.part(node, part.value))
  const row = w.definition[node]!
  if (row === NONE) {
    return bindLocal(w, w.scope, w.part(node, part.name), type, value, hasWord(w, around, "final"))
  }
  w.definitions.at.type[row] = type
  w.definitions.at.value[row] = value
}

/** A constant of an enum is an instance of it. */
export const enterConstant = (w: Walk, node: number): void => {
  const nameNode = w.part(node, w.rule(node).part.name)
  if (nameNode === NONE) return
  const flags = PUBLIC | NODE_FLAGS.static | NODE_FLAGS.readonly
  const { start } = w.tree
  const kind = NODE_KINDS.Property.code
  w.owner = declare(w, node, node, kind, flags, w.nameOf(nameNode), start[nameNode]!, w.scope, NONE)
}

export const constant = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  const { owner, name, type, value } = w.definitions.at
  if (row === NONE || owner[row] === NONE) return
  const { part } = w.rule(node)
  const nameNode = w.part(node, part.name)
  const enumName = name[owner[row]!]!
  const made = w.leaf(node, OPS.new, 0, NONE)
  const callee = w.leaf(nameNode, OPS.name, enumName, NONE)
  w.operand(made, callee)
  operandsOf(w, made, w.part(node, part.arguments))
  w.result[node] = made
  w.role[node] = R.new
  type[row] = w.leaf(nameNode, OPS.typeName, enumName, NONE)
  value[row] = made
  const body = childOf(w, node, "class_body")
  if (body !== NONE && w.definition[body] !== NONE) inherit(w, body, callee)
}
