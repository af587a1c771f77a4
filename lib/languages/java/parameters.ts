// Parameters of methods, constructors, lambdas and records.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { arrayOf, childOf, children, dimensionsOf, nodeType } from "./nodes.ts"

interface Written {
  /** The node of its name, or NONE. */
  readonly name: number
  readonly type: number
  readonly rest: boolean
}

const written = (w: Walk, node: number): Written => {
  const is = nodeType(w, node)
  if (is === "spread_parameter") {
    const declarator = childOf(w, node, "variable_declarator")
    const type = children(w, node).find((it) => it !== declarator && w.has(it))
    const name = declarator === NONE ? NONE : w.part(declarator, w.rule(declarator).part.name)
    return { name, type: type === undefined ? NONE : arrayOf(w, node, w.use(type), 1), rest: true }
  }
  if (is !== "formal_parameter") return { name: node, type: NONE, rest: false }
  const { part } = w.rule(node)
  const type = w.use(w.part(node, part.type))
  return { name: w.part(node, part.name), type: arrayOf(w, node, type, dimensionsOf(w, node)), rest: false }
}

/** Writes the parameters of a definition side by side and binds their names in its body. */
export const writeParameters = (w: Walk, row: number, list: ReadonlyArray<number>): void => {
  if (list.length === 0) return
  const all = list.map((node) => written(w, node))
  const { at } = w.definitions
  at.parameters[row] = w.parameters.rows
  at.parameterCount[row] = all.length
  for (const { name, type, rest } of all) {
    const t = w.parameters
    const parameter = t.add()
    t.at.name[parameter] = name === NONE ? 0 : w.nameOf(name)
    t.at.flags[parameter] = rest ? PARAMETER_FLAGS.rest : 0
    t.at.type[parameter] = type
    t.at.value[parameter] = NONE
    t.at.nameStart[parameter] = name === NONE ? at.start[row]! : w.tree.start[name]!
  }
  if (at.body[row] !== NONE) bindParameters(w, row, at.body[row]!)
}

/** Binds the names of a definition's parameters in a scope. */
export const bindParameters = (w: Walk, row: number, scope: number): void => {
  const { parameters, parameterCount } = w.definitions.at
  const { name, type, nameStart } = w.parameters.at
  const outer = w.scope
  w.scope = scope
  for (let i = 0; i < parameterCount[row]!; i++) {
    const parameter = parameters[row]! + i
    if (name[parameter] === 0) continue
    const start = nameStart[parameter]!
    const end = start + w.strings.at(name[parameter]!).length
    const value = w.expression(OPS.parameter, 0, parameter, start, end)
    w.bind(scope, name[parameter]!, "parameter", BINDING_FLAGS.value, parameter, type[parameter]!, value, start)
  }
  w.scope = outer
}

/** `(A a, B... rest)`, `(a, b)` */
export const parameterList = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row !== NONE) writeParameters(w, row, children(w, node))
}
