// Functions, methods and types. A method names the type that it belongs to by its receiver: that type may stand in any
// file of the package, so the facts say the receiver and no owner.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { declare, spaceOf } from "../../syntax/declare.ts"
import { docBefore, signatureOf } from "../../syntax/docs.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { isBlank, nodeType } from "./nodes.ts"

/** A function or method, before its children are looked at. */
export const enterFunction = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const { start } = w.tree
  const body = w.part(node, rule.part.body)
  const nameNode = w.part(node, rule.part.name)
  const name = nameNode === NONE ? 0 : w.nameOf(nameNode)
  const at = nameNode === NONE ? start[node]! : start[nameNode]!
  const flags = exportedIf(w, nameNode) | (body === NONE ? NODE_FLAGS.signature : 0)
  const { scope } = w
  const row = declare(w, node, node, rule.kind, flags, name, at, scope, body)
  if (rule.declares === "around" && isCalledByName(w, nameNode)) w.bindDefinition(scope, row, BINDING_FLAGS.value)
  if (w.part(node, rule.part.typeParameters) !== NONE) w.openScope("header", node, row)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
}

/** A name that begins with a capital letter is seen by other packages. */
export const exportedIf = (w: Walk, name: number): number =>
  name !== NONE && CAPITAL.test(w.source(name)) ? NODE_FLAGS.exported : 0

const CAPITAL = /^\p{Lu}/u

/** Nobody can name `init` and `_`, of which a file may have many. */
const isCalledByName = (w: Walk, name: number): boolean =>
  name !== NONE && !isBlank(w, name) && w.source(name) !== "init"

export const exitFunction = (w: Walk, node: number): void => {
  const { part, declares } = w.rule(node)
  const row = w.definition[node]!
  w.definitions.at.type[row] = w.use(w.part(node, part.returns))
  if (declares === "inside") w.result[node] = w.leaf(node, OPS.function, 0, row)
}

/** A function without a name, and a function type. */
export const enterLiteral = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const rule = w.rule(node)
  const row = w.define(0, rule.flags, 0, w.scope, start[node]!, end[node]!, start[node]!)
  w.definition[node] = row
  w.definitions.at.body[row] = w.openScope("function", node, row)
  // what a function type says runs nowhere
  if (rule.is === "function") w.function = row
  w.owner = row
}

export const exitFunctionType = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  w.definitions.at.type[row] = w.use(w.part(node, w.rule(node).part.returns))
  w.result[node] = w.leaf(node, OPS.typeFunction, 0, row)
}

/** What a type is, by the node after its name: one with fields, one of methods alone, or another type's form. */
const kindOf = (w: Walk, type: number): number =>
  type !== NONE && nodeType(w, type) === "interface_type" ? NODE_KINDS.Interface.code : NODE_KINDS.Class.code

/** `type T …`: a type of its own, with the form of another one. */
export const enterType = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  declareType(w, node, rule.kind === 0 ? kindOf(w, w.part(node, rule.part.type)) : rule.kind)
}

const declareType = (w: Walk, node: number, kind: number): void => {
  const { part } = w.rule(node)
  const { start, end } = w.tree
  const nameNode = w.part(node, part.name)
  const { scope } = w
  const type = w.part(node, part.type)
  const isStruct = type !== NONE && nodeType(w, type) === "struct_type"
  const row = w.define(
    kind,
    exportedIf(w, nameNode) | (isStruct ? DEFINITION_FLAGS.struct : 0),
    nameNode === NONE ? 0 : w.nameOf(nameNode),
    scope,
    declarationStart(w, node),
    end[node]!,
    nameNode === NONE ? start[node]! : start[nameNode]!,
  )
  w.definition[node] = row
  describe(w, node, row, bodyOf(w, type))
  if (nameNode !== NONE && !isBlank(w, nameNode)) w.bindDefinition(scope, row, spaceOf(kind))
  if (w.part(node, part.typeParameters) !== NONE) {
    const header = w.openScope("header", node, row)
    if (kind === NODE_KINDS.TypeAlias.code) w.definitions.at.body[row] = header
  }
  w.owner = row
  w.function = NONE
}

/** The braces of a type that has some. */
const bodyOf = (w: Walk, type: number): number => {
  if (type === NONE) return NONE
  const { start, end } = w.tree
  const name = nodeType(w, type)
  if (name === "struct_type") return w.first(type) === NONE ? NONE : start[w.first(type)]!
  if (name !== "interface_type") return NONE
  const brace = w.text.indexOf("{", start[type]!)
  return brace < 0 || end[type]! < brace ? NONE : brace
}

/** Where a declaration starts: at its keyword, where it stands alone behind it. */
export const declarationStart = (w: Walk, node: number): number => {
  const { parent, start } = w.tree
  const above = parent[node]!
  return isAlone(w, node) ? start[above]! : start[node]!
}

/** Is a declaration the only one of its keyword, without parentheses? */
const isAlone = (w: Walk, node: number): boolean => {
  const { parent, start } = w.tree
  const above = parent[node]!
  if (w.rule(above).is !== "list" || w.first(above) !== node) return false
  return !w.text.slice(start[above], start[node]).includes("(")
}

/** Writes header and doc of a declaration. */
export const describe = (w: Walk, node: number, row: number, headerEnd: number): void => {
  const { start, end, parent } = w.tree
  const written = w.strings.at(signatureOf(w, node, headerEnd === NONE ? end[node]! : headerEnd))
  const keyword = /^\w+/.exec(w.text.slice(start[parent[node]!], start[node]))?.[0]
  const { at } = w.definitions
  at.signature[row] = w.strings.string(keyword === undefined ? written : `${keyword} ${written}`)
  at.doc[row] = docBefore(w, declarationStart(w, node))
}

export const exitType = (w: Walk, node: number): void => {
  const type = w.part(node, w.rule(node).part.type)
  if (type !== NONE) w.definitions.at.type[w.definition[node]!] = w.use(type)
}
