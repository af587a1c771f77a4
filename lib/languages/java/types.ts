// Types as they are written: names with arguments, members of types and packages, arrays, wildcards, bounds.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import { typeParameter } from "../../syntax/parameters.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { operandsOf } from "../../syntax/expressions.ts"
import { arrayOf, children, dimensionsOf, nodeType } from "./nodes.ts"

const isType = (mode: number): boolean => mode === MODES.type || mode === MODES.extend

/** Declarations whose type may be left to their value. */
const UNTYPED: ReadonlySet<string> = new Set([
  "local_variable_declaration",
  "enhanced_for_statement",
  "resource",
  "formal_parameter",
  "record_pattern_component",
])

/** The name of a type: a type where one is asked for, else the value that gives its members and instances. */
export const typeIdentifier = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.pattern) return
  const { start, end, parent } = w.tree
  if (end[node]! - start[node]! === 3 && w.source(node) === "var" && UNTYPED.has(nodeType(w, parent[node]!))) return
  if (isType(mode)) {
    w.result[node] = w.leaf(node, OPS.typeName, w.nameOf(node), NONE)
    w.role[node] = mode === MODES.extend ? R.extend : R.type
    return
  }
  w.result[node] = w.leaf(node, OPS.name, w.nameOf(node), NONE)
  w.role[node] = mode === MODES.callee ? 0 : mode === MODES.typeValue ? R.type : w.roleOf(node)
}

/** `Outer.Inner`, `a.b.Name`: what stands before the last name is looked up as a value. */
export const scopedType = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none) return
  const parts = children(w, node)
  const object = parts[0]!
  const last = parts.at(-1)!
  if (last === object) return
  w.role[last] = 0
  const name = w.nameOf(last)
  const value = w.use(object)
  w.result[node] = w.unary(node, isType(mode) ? OPS.typeMember : OPS.member, name, value)
  w.role[node] = mode === MODES.callee ? 0 : mode === MODES.extend ? R.extend : R.type
}

/** A name with arguments: those of a type are its operands, a value is given them. */
export const genericType = (w: Walk, node: number): void => {
  const [nameNode, list] = children(w, node)
  if (nameNode === undefined) return
  const row = w.use(nameNode)
  w.result[node] = row
  if (row === NONE || list === undefined || w.first(list) === NONE) return
  const { op, end, operands, operandCount } = w.expressions.at
  if (op[row] === OPS.typeName) operandsOf(w, row, list)
  else if (op[row] === OPS.typeMember) {
    // the operands of a row stand together: the object first, then the arguments
    const object = w.operands.at.expression[operands[row]!]!
    operandCount[row] = 0
    w.operand(row, object)
    operandsOf(w, row, list)
  } else {
    const given = w.leaf(node, OPS.instantiate, 0, NONE)
    w.operand(given, row)
    operandsOf(w, given, list)
    w.result[node] = given
    return
  }
  end[row] = w.tree.end[node]!
}

export const arrayType = (w: Walk, node: number): void => {
  const element = w.first(node)
  if (element !== NONE) w.result[node] = arrayOf(w, node, w.use(element), dimensionsOf(w, node))
}

/** `?` says nothing; with a bound, in either direction, that is what is known. */
export const wildcard = (w: Walk, node: number): void => {
  const bound = children(w, node).find((it) => w.rule(it).is !== "super" && w.rule(it).is !== "decorator")
  if (bound !== undefined) w.pass(node, bound)
}

/** `A & B`, `A | B`; a single one is itself. */
const several = (op: number) => (w: Walk, node: number): void => {
  const all = children(w, node)
  if (all.length === 1) return w.pass(node, all[0]!)
  const row = w.leaf(node, op, 0, NONE)
  for (const each of all) w.operand(row, w.use(each))
  w.result[node] = row
}

export const bound = several(OPS.intersection)
export const caught = several(OPS.union)

/** `<T, S extends Bound>` of a type, method or constructor. */
export const typeParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const first = w.typeParameters.rows
  for (const child of children(w, node)) {
    const parts = children(w, child)
    typeParameter(w, child, w.rule(child), parts.find((it) => nodeType(w, it) === "type_bound") ?? NONE)
  }
  w.definitions.at.typeParameters[row] = first
  w.definitions.at.typeParameterCount[row] = w.typeParameters.rows - first
}

/** `Name.class` */
export const classLiteral = (w: Walk, node: number): void => {
  const named = w.first(node)
  const given = named === NONE ? NONE : w.use(named)
  if (w.mode[node] === MODES.discard) return
  const type = w.leaf(node, OPS.typeName, w.strings.string("Class"), NONE)
  w.operand(type, given)
  w.result[node] = w.binary(node, OPS.cast, NONE, type)
}
