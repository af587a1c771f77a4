// Parameters of functions and constructors: a list whose modifiers and default values stand beside each parameter.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { nameOf, nameStart } from "./names.ts"
import { children, nameIn, nodeType, typeFrom } from "./nodes.ts"

export const addParameter = (
  w: Walk,
  name: number,
  flags: number,
  type: number,
  value: number,
  start: number,
): number => {
  const t = w.parameters
  const row = t.add()
  t.at.name[row] = name
  t.at.flags[row] = flags
  t.at.type[row] = type
  t.at.value[row] = value
  t.at.nameStart[row] = start
  return row
}

/** Binds a parameter in a scope: by default that of its function. */
export const bindParameter = (
  w: Walk,
  definition: number,
  row: number,
  node: number,
  scope: number = w.definitions.at.body[definition]!,
): void => {
  const { at } = w.parameters
  const outer = w.scope
  w.scope = scope
  const value = w.leaf(node, OPS.parameter, 0, row)
  w.bind(scope, at.name[row]!, "parameter", BINDING_FLAGS.value, row, at.type[row]!, value, at.nameStart[row]!)
  w.scope = outer
}

/** The receiver of an extension: what the function is called on, without a name of its own. Its type is found outside. */
export const addReceiver = (w: Walk, type: number, inside: number): number => {
  const written = w.use(type)
  const from = w.tree.start[type]!
  const outer = w.scopes.at.parent[inside]!
  const { scope, start } = w.expressions.at
  for (let row = written; 0 <= row && from <= start[row]!; row--) if (scope[row] === inside) scope[row] = outer
  return addParameter(w, 0, PARAMETER_FLAGS.receiver, written, NONE, from)
}

/** `(vararg a: A, b: B = c)`: the rows of one definition, behind its receiver where it has one. */
export const valueParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const receiver = receiverOf(w, w.tree.parent[node]!, node)
  const { at } = w.definitions
  const first = w.parameters.rows
  const bound: Array<readonly [row: number, node: number]> = []
  if (receiver !== NONE) addReceiver(w, receiver, at.body[row]!)
  let flags = 0
  for (const child of children(w, node)) {
    const type = nodeType(w, child)
    if (type === "parameter_modifiers") flags = w.source(child).includes("vararg") ? PARAMETER_FLAGS.rest : 0
    else if (type === "parameter") {
      const name = nameIn(w, child)
      const declared = gathered(w, child, flags, w.use(typeFrom(w, child, child + 1)))
      const start = name === NONE ? w.tree.start[child]! : nameStart(w, name)
      bound.push([addParameter(w, name === NONE ? 0 : nameOf(w, name), flags, declared, NONE, start), child])
      flags = 0
    } else if (bound.length !== 0) {
      // what stands behind a parameter and is none is its default value
      const [last] = bound.at(-1)!
      w.parameters.at.value[last] = w.use(child)
      w.parameters.at.flags[last]! |= PARAMETER_FLAGS.optional
    }
  }
  at.parameters[row] = first
  at.parameterCount[row] = w.parameters.rows - first
  for (const [parameter, child] of bound) bindParameter(w, row, parameter, child)
}

/** The type of a parameter inside: one that takes several arguments is an array of them. */
export const gathered = (w: Walk, node: number, flags: number, type: number): number =>
  type === NONE || (flags & PARAMETER_FLAGS.rest) === 0 ? type : w.unary(node, OPS.typeArray, 0, type)

/** The type before the name of an extension, or NONE. */
const receiverOf = (w: Walk, declaration: number, list: number): number => {
  const receiver = typeFrom(w, declaration, declaration + 1)
  return receiver !== NONE && receiver < list ? receiver : NONE
}
