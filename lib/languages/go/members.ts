// What types are made of: fields and embedded types of a struct, methods and embedded interfaces of an interface.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { declare } from "../../syntax/declare.ts"
import { docBefore, signatureOf } from "../../syntax/docs.ts"
import { DEFINITION_FLAGS, OPS, SUPERTYPE_RELATIONS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { exportedIf } from "./declarations.ts"
import { children, childrenIn, isBlank, nodeType } from "./nodes.ts"

/** Is a form that of the type that is declared around it? */
const isDeclared = (w: Walk, node: number): boolean => nodeType(w, w.tree.parent[node]!) === "type_spec"

/** `struct {…}` and `interface {…}`: the body of the type that is declared, or a type without a name. */
export const enterForm = (w: Walk, node: number): void => {
  let row = w.owner
  if (!isDeclared(w, node)) {
    const { start, end } = w.tree
    row = w.define(0, DEFINITION_FLAGS.anonymous, 0, w.scope, start[node]!, end[node]!, start[node]!)
    w.definition[node] = row
  }
  w.definitions.at.body[row] = w.openScope("type", node, row)
  w.owner = row
  w.function = NONE
}

export const exitForm = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  if (row !== NONE) w.result[node] = w.leaf(node, OPS.typeObject, 0, row)
}

/** A field for each name, or one that is called like the type that it embeds. */
export const enterField = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const { owner } = w
  let names = childrenIn(w, node, part.name)
  if (names.length === 0) names = [embeddedName(w, w.part(node, part.type))]
  let last: number = NONE
  for (const name of names) {
    if (name === NONE || isBlank(w, name)) continue
    w.owner = owner
    const row = w.define(
      NODE_KINDS.Property.code,
      exportedIf(w, name),
      w.nameOf(name),
      w.scope,
      w.tree.start[node]!,
      w.tree.end[node]!,
      w.tree.start[name]!,
    )
    if (w.definition[node] === NONE) {
      w.definition[node] = row
      w.definitions.at.signature[row] = signatureOf(w, node, tagStart(w, node))
      w.definitions.at.doc[row] = docBefore(w, w.tree.start[node]!)
    } else {
      w.definitions.at.signature[row] = w.definitions.at.signature[w.definition[node]!]!
      w.definitions.at.doc[row] = w.definitions.at.doc[w.definition[node]!]!
    }
    last = row
  }
  // a type without a name that is written here belongs to the field
  if (last !== NONE) w.owner = last
}

const tagStart = (w: Walk, node: number): number => {
  const tag = w.part(node, w.rule(node).part.value)
  return tag === NONE ? w.tree.end[node]! : w.tree.start[tag]!
}

/** The last name of a type that is embedded. */
const embeddedName = (w: Walk, type: number): number => {
  let at = type
  while (at !== NONE) {
    const rule = w.rule(at)
    if (rule.is === "typeName") return at
    at = w.part(at, rule.is === "typeMember" ? rule.part.property : rule.part.name)
  }
  return NONE
}

export const exitField = (w: Walk, node: number): void => {
  const first = w.definition[node]!
  if (first === NONE) return
  const { part } = w.rule(node)
  const typeNode = w.part(node, part.type)
  const type = w.use(typeNode)
  const { at } = w.definitions
  const names = childrenIn(w, node, part.name).filter((name) => !isBlank(w, name))
  for (let i = 0; i < Math.max(1, names.length); i++) at.type[first + i] = type
  if (names.length === 0) embed(w, at.owner[first]!, typeNode, type)
}

/** What a type embeds gives it its members. */
const embed = (w: Walk, owner: number, node: number, type: number): void => {
  if (type === NONE) return
  const t = w.supertypes
  const row = t.add()
  t.at.definition[row] = owner
  t.at.relation[row] = SUPERTYPE_RELATIONS.extends
  t.at.expression[row] = type
  const named = w.rule(node).is === "typeGeneric" ? w.part(node, w.rule(node).part.name) : node
  if (w.role[named] !== 0) w.role[named] = R.extend
}

/** A method of an interface. */
export const enterMethod = (w: Walk, node: number): void => {
  const { part, kind } = w.rule(node)
  const name = w.part(node, part.name)
  if (name === NONE) return
  const flags = exportedIf(w, name) | NODE_FLAGS.signature | NODE_FLAGS.abstract | DEFINITION_FLAGS.ambient
  const row = declare(w, node, node, kind, flags, w.nameOf(name), w.tree.start[name]!, w.scope, NONE)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.owner = row
}

export const exitMethod = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  if (row !== NONE) w.definitions.at.type[row] = w.use(w.part(node, w.rule(node).part.returns))
}

/** An element of an interface that is no method: another interface, or types that it is limited to. */
export const typeElement = (w: Walk, node: number): void => {
  const all = children(w, node)
  const only = all[0]
  if (only === undefined) return
  const above = w.tree.parent[node]!
  if (all.length > 1) {
    const row = w.leaf(node, OPS.union, 0, NONE)
    for (const each of all) w.operand(row, w.use(each))
    w.result[node] = row
    return
  }
  w.result[node] = w.use(only)
  if (nodeType(w, above) !== "interface_type" || nodeType(w, only) === "negated_type") return
  embed(w, w.owner, only, w.use(only))
}
