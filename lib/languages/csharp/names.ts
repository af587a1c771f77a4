// Names: the same form stands for a value, a type and a namespace, and each part of a path may have type arguments.

import { NONE } from "../../graph/columns.ts"
import { withArity } from "../../syntax/arity.ts"
import { EXPRESSION_FLAGS, OPS } from "../../syntax/facts.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "./nodes.ts"
import { PREDEFINED } from "./predefined.ts"

const isType = (mode: number): boolean => mode === MODES.type || mode === MODES.extend

/** The identifier of a name that may have type arguments. */
const identifierOf = (w: Walk, node: number): number => nodeType(w, node) === "generic_name" ? w.first(node) : node

/** A name alone; among the bases of a type it names a type. */
export const identifier = (w: Walk, node: number): void => {
  const { typeName, name } = HANDLERS
  if (w.mode[node] === MODES.extend) typeName.exit?.(w, node)
  else name.exit?.(w, node)
}

/** The name of a type with arguments: types of one name are told apart by how many they take. */
const typeNamed = (w: Walk, named: number, list: number): number =>
  w.strings.string(withArity(w.source(named), arityOf(w, list)))

/** How many types a list names; `<,>` leaves them out. */
const arityOf = (w: Walk, list: number): number => {
  const count = children(w, list).length
  return count !== 0 ? count : w.source(list).split(",").length
}

/** Is a name with type arguments that of a type, where a function could stand as well? */
const namesType = (w: Walk, node: number): boolean => {
  const above = w.tree.parent[node]!
  const type = nodeType(w, above)
  return type === "object_creation_expression" ||
    (type === "member_access_expression" && w.part(above, w.rule(above).part.object) === node)
}

/** Adds the types of a list as operands. */
const addTypes = (w: Walk, row: number, list: number): void => {
  for (const each of children(w, list)) w.operand(row, w.use(each))
}

/** `A<B>`: a type, or a type or function that is named with its type arguments. */
export const genericName = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none) return
  const [named, list] = children(w, node)
  if (named === undefined || list === undefined) return
  if (isType(mode)) {
    const row = w.leaf(named, OPS.typeName, typeNamed(w, named, list), NONE)
    w.expressions.at.end[row] = w.tree.end[node]!
    addTypes(w, row, list)
    w.result[named] = row
    w.role[named] = mode === MODES.extend ? R.extend : R.type
    w.result[node] = row
    return
  }
  const name = w.leaf(named, OPS.name, namesType(w, node) ? typeNamed(w, named, list) : w.nameOf(named), NONE)
  w.result[named] = name
  w.role[named] = w.roleOf(node)
  w.result[node] = instantiated(w, node, name, list)
}

const instantiated = (w: Walk, node: number, value: number, list: number): number => {
  const row = w.unary(node, OPS.instantiate, 0, value)
  addTypes(w, row, list)
  return row
}

/** `A.B<C>` as a type, or as a value where one is made of it or something is called on it. */
export const qualifiedName = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none) return
  const { part } = w.rule(node)
  const before = w.part(node, part.object)
  const object = w.use(before)
  const named = w.part(node, part.property)
  if (isType(mode) && before !== NONE && w.role[before] === R.read) w.role[before] = R.type
  if (!isType(mode)) return access(w, node, object, named)
  const last = named === NONE ? NONE : identifierOf(w, named)
  const list = last === named ? NONE : w.next(last)
  const name = last === NONE ? 0 : list === NONE ? w.nameOf(last) : typeNamed(w, last, list)
  const row = w.unary(node, OPS.typeMember, name, object)
  if (list !== NONE) addTypes(w, row, list)
  w.result[node] = row
  w.role[node] = mode === MODES.extend ? R.extend : R.type
}

/** `a.b`, `a.B<C>`. */
export const memberAccess = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  access(w, node, w.use(w.part(node, part.object)), w.part(node, part.property))
}

/** `a?.b`, `a?[b]`: what stands after the mark gives up where there is no object. */
export const conditionalAccess = (w: Walk, node: number): void => {
  const [objectNode, binding] = children(w, node)
  if (objectNode === undefined || binding === undefined) return
  const object = w.use(objectNode)
  if (nodeType(w, binding) !== "member_binding_expression") {
    w.result[node] = indexed(w, node, object, binding)
  } else access(w, node, object, w.part(binding, w.rule(binding).part.name))
  const row = w.result[node]!
  const inner = w.expressions.at.op[row] === OPS.instantiate
    ? w.operands.at.expression[w.expressions.at.operands[row]!]!
    : row
  w.expressions.at.flags[inner]! |= EXPRESSION_FLAGS.optionalChain
}

const access = (w: Walk, node: number, object: number, named: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none) return
  const last = named === NONE ? NONE : identifierOf(w, named)
  const list = last === named ? NONE : w.next(last)
  const isType = list !== NONE && (nodeType(w, node) === "qualified_name" || namesType(w, node))
  const name = last === NONE ? 0 : isType ? typeNamed(w, last, list) : w.nameOf(last)
  const row = w.leaf(node, OPS.member, name, NONE)
  // it is named here, not where its type arguments end; a place is told by the end and the length of the name
  if (last !== NONE) w.expressions.at.end[row] = w.tree.start[last]! + w.strings.at(name).length
  w.operand(row, object)
  if (list === NONE) {
    w.result[node] = row
    w.role[node] = w.roleOf(node)
    return
  }
  w.result[node] = instantiated(w, node, row, list)
  if (w.roleOf(node) !== 0) w.alsoRefers(node, row, w.roleOf(node))
}

/** `a[b]`. */
export const elementAccess = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const list = w.part(node, part.index)
  w.result[node] = indexed(w, node, w.use(w.part(node, part.object)), list)
}

const indexed = (w: Walk, node: number, object: number, list: number): number => {
  const row = w.leaf(node, OPS.index, 0, NONE)
  w.operand(row, object)
  if (list !== NONE) { for (const each of children(w, list)) w.operand(row, w.use(each)) }
  return row
}

/** `alias::Name`; `global::` is where all names begin. */
export const aliased = (w: Walk, node: number): void => {
  const [alias, named] = children(w, node)
  if (alias === undefined || named === undefined || w.mode[node] === MODES.none) return
  if (w.source(alias) === "global") {
    // the name itself is looked up: nothing nearer is expected to hide it
    w.mode[named] = w.mode[node]!
    if (nodeType(w, named) === "generic_name") genericName(w, named)
    else identifier(w, named)
    w.pass(node, named)
    return
  }
  const object = w.leaf(alias, OPS.name, w.nameOf(alias), NONE)
  const name = identifierOf(w, named)
  const op = isType(w.mode[node]!) ? OPS.typeMember : OPS.member
  const list = name === named ? NONE : w.next(name)
  const row = w.unary(node, op, list === NONE ? w.nameOf(name) : typeNamed(w, name, list), object)
  if (list !== NONE && op === OPS.typeMember) addTypes(w, row, list)
  w.result[node] = row
  w.role[node] = w.roleOf(node)
}

/** A word for a type, `int`, on which static members are asked for. */
export const predefined = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none) return
  w.result[node] = mode === MODES.value || mode === MODES.callee
    ? w.leaf(node, OPS.name, w.strings.string(PREDEFINED[w.source(node)] ?? ""), NONE)
    : w.shared(OPS.typePrimitive, w.nameOf(node), NONE, node)
}

/** Types of the library whose values are no objects, beside the words of the language. */
const VALUES: ReadonlySet<string> = new Set(["DateTime", "DateTimeOffset", "TimeSpan", "Guid", "CancellationToken"])

/** `int?` holds a number or none; of a type that is declared somewhere nothing says whether it holds objects. */
export const nullable = (w: Walk, node: number): void => {
  const inner = w.first(node)
  w.pass(node, inner)
  const text = inner === NONE ? "" : w.source(inner)
  const word = PREDEFINED[text]
  const isValue = word === undefined ? VALUES.has(text) : word !== "String" && word !== "Object"
  if (!isValue || !isType(w.mode[node]!)) return
  const row = w.leaf(node, OPS.typeName, w.strings.string(withArity("Nullable", 1)), NONE)
  w.operand(row, w.use(inner))
  w.result[node] = row
}
