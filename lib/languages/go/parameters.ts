// Parameters, receivers, results and type parameters. One declaration may hold several names, and one list is that of the
// parameters, of the receiver or of the results, by the field that it stands in.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { children, isBlank, nodeType } from "./nodes.ts"

/** A list in parentheses, when its types are known. */
export const parameterList = (w: Walk, node: number): void => {
  const { parent, field } = w.tree
  const above = parent[node]!
  const { part } = w.rule(above)
  const row = w.definition[above]!
  if (row === NONE) return
  if (field[node] === part.returns) results(w, node, row)
  else if (field[node] === part.parameters) parameters(w, above, node, row)
}

/** The receiver, where there is one, and the parameters of a definition, side by side. */
const parameters = (w: Walk, above: number, list: number, row: number): void => {
  const first = w.parameters.rows
  const { scope } = w
  w.scope = w.definitions.at.body[row]!
  const receiver = w.part(above, w.rule(above).part.object)
  if (receiver !== NONE) {
    for (const child of children(w, receiver)) {
      receiverTypes(w, child)
      declareParameters(w, child, PARAMETER_FLAGS.receiver)
    }
  }
  for (const child of children(w, list)) {
    const isRest = nodeType(w, child) === "variadic_parameter_declaration"
    declareParameters(w, child, isRest ? PARAMETER_FLAGS.rest : 0)
  }
  w.scope = scope
  if (w.parameters.rows === first) return
  w.definitions.at.parameters[row] = first
  w.definitions.at.parameterCount[row] = w.parameters.rows - first
}

/** One declaration: a type for each of its names, or for one without a name. */
const declareParameters = (w: Walk, node: number, flags: number): void => {
  const { part } = w.rule(node)
  const { start } = w.tree
  const type = w.use(w.part(node, part.type))
  let any = false
  for (const name of children(w, node)) {
    if (w.tree.field[name] !== part.name) continue
    any = true
    const row = parameter(w, w.nameOf(name), flags, type, start[name]!)
    if (isBlank(w, name)) continue
    const value = w.leaf(name, OPS.parameter, 0, row)
    w.bind(w.scope, w.nameOf(name), "parameter", BINDING_FLAGS.value, row, type, value, start[name]!)
  }
  if (!any) parameter(w, 0, flags, type, start[node]!)
}

const parameter = (w: Walk, name: number, flags: number, type: number, nameStart: number): number => {
  const t = w.parameters
  const row = t.add()
  t.at.name[row] = name
  t.at.flags[row] = flags
  t.at.type[row] = type
  t.at.value[row] = NONE
  t.at.nameStart[row] = nameStart
  return row
}

/** What a function gives: one type, or one a place; named ones are variables that it starts with. */
const results = (w: Walk, list: number, row: number): void => {
  const all: Array<number> = []
  const { scope } = w
  w.scope = w.definitions.at.body[row]!
  for (const child of children(w, list)) {
    const { part } = w.rule(child)
    const type = w.use(w.part(child, part.type))
    let any = false
    for (const name of children(w, child)) {
      if (w.tree.field[name] !== part.name) continue
      any = true
      all.push(type)
      if (!isBlank(w, name)) {
        w.bind(w.scope, w.nameOf(name), "local", BINDING_FLAGS.value, NONE, type, NONE, w.tree.start[name]!)
      }
    }
    if (!any) all.push(type)
  }
  w.scope = scope
  if (all.length === 1) w.result[list] = all[0]!
  if (all.length < 2) return
  const tuple = w.leaf(list, OPS.typeTuple, 0, NONE)
  for (const type of all) w.operand(tuple, type)
  w.result[list] = tuple
}

/** `func (l *List[T]) …` gives the parameters of the receiver's type names of its own; it has none itself. */
const receiverTypes = (w: Walk, declaration: number): void => {
  let type = w.part(declaration, w.rule(declaration).part.type)
  while (type !== NONE && w.rule(type).is === "wrap") type = w.first(type)
  if (type === NONE || w.rule(type).is !== "typeGeneric") return
  const list = w.part(type, w.rule(type).part.typeArguments)
  if (list === NONE) return
  const names: Array<number> = []
  for (const child of children(w, list)) {
    const name = w.rule(child).is === "typeName" ? child : w.first(child)
    if (name !== NONE) names.push(name)
  }
  writeTypeParameters(w, names, () => NONE)
}

/** `[K comparable, V any]`; several names may share what bounds them. */
export const typeParameterList = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const names: Array<number> = []
  for (const child of children(w, node)) {
    for (const name of children(w, child)) if (w.tree.field[name] === w.rule(child).part.name) names.push(name)
  }
  w.definitions.at.typeParameters[row] = writeTypeParameters(w, names, (name) => {
    const declaration = w.tree.parent[name]!
    return w.use(w.part(declaration, w.rule(declaration).part.constraint))
  })
  w.definitions.at.typeParameterCount[row] = names.length
}

/** The rows of some type parameters, side by side; gives the first. */
const writeTypeParameters = (
  w: Walk,
  names: ReadonlyArray<number>,
  constraintOf: (name: number) => number,
): number => {
  const t = w.typeParameters
  const constraints = names.map(constraintOf)
  const first = t.rows
  names.forEach((node, i) => {
    const at = t.add()
    const name = w.nameOf(node)
    t.at.name[at] = name
    t.at.constraint[at] = constraints[i]!
    t.at.fallback[at] = NONE
    if (isBlank(w, node)) return
    const flags = BINDING_FLAGS.type | BINDING_FLAGS.constant
    w.bind(w.scope, name, "typeParameter", flags, at, NONE, NONE, w.tree.start[node]!)
  })
  return first
}
