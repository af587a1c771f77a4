// Types as the language writes them: names with arguments, function types with their receiver, `?` and the bounds of
// type parameters.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS } from "../../graph/kinds.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { delegates, delegateValue } from "./delegates.ts"
import { nameOf, nameStart } from "./names.ts"
import { childOf, children, isType, nameIn, nodeType, typeFrom } from "./nodes.ts"

/** `a.b.C<T>.D<U>`: each name but the first is a type in what stands before it. */
export const userType = (w: Walk, node: number): void => {
  if (delegates(w, node)) return delegateValue(w, node)
  const { end } = w.tree
  const parts = children(w, node)
  let row: number = NONE
  for (let i = 0; i < parts.length; i++) {
    const name = parts[i]!
    if (nodeType(w, name) !== "identifier") continue
    const next = parts[i + 1]
    const args = next !== undefined && nodeType(w, next) === "type_arguments" ? next : NONE
    const values: Array<number> = args === NONE ? [] : children(w, args).map((it) => w.use(it))
    const above: number = row
    row = w.leaf(name, above === NONE ? OPS.typeName : OPS.typeMember, nameOf(w, name), NONE)
    if (above !== NONE) w.operand(row, above)
    for (const value of values) w.operand(row, value)
    w.expressions.at.end[row] = args === NONE ? end[name]! : end[args]!
    // what holds a type is named as well; a name in small letters is that of a package
    if (i + 1 < parts.length && next !== args && UPPER.test(w.strings.at(nameOf(w, name)))) {
      w.alsoRefers(node, row, R.type)
    }
  }
  if (row === NONE) return
  w.result[node] = row
  const mode = w.mode[node]!
  w.role[node] = mode === MODES.extend ? R.extend : mode === MODES.decorator ? R.decorate : R.type
}

const UPPER = /^\p{Lu}/u

/** A type that stands in the place of its holder: `T?`, `(T)`, `in T`. */
export const innerType = (w: Walk, node: number): void => {
  const inner = typeFrom(w, node, node + 1)
  if (inner !== NONE) w.pass(node, inner)
}

/** `A & B`. */
export const intersection = (w: Walk, node: number): void => {
  const row = w.leaf(node, OPS.intersection, 0, NONE)
  for (const child of children(w, node)) if (isType(w, child)) w.operand(row, w.use(child))
  w.result[node] = row
}

/** A function type: its receiver is the first parameter. */
export const enterFunctionType = (w: Walk, node: number): void => {
  const { start, end } = w.tree
  const flags = DEFINITION_FLAGS.anonymous | NODE_FLAGS.signature
  const row = w.define(0, flags, 0, w.scope, start[node]!, end[node]!, start[node]!)
  w.definition[node] = row
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.owner = row
}

export const exitFunctionType = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  const { after, start } = w.tree
  const list = childOf(w, node, "function_type_parameters")
  const first = w.parameters.rows
  const add = (type: number, name: number, flags: number, at: number) => {
    const t = w.parameters
    const parameter = t.add()
    t.at.name[parameter] = name
    t.at.flags[parameter] = flags
    t.at.type[parameter] = type
    t.at.value[parameter] = NONE
    t.at.nameStart[parameter] = at
  }
  const receiver = typeFrom(w, node, node + 1)
  if (receiver !== NONE && receiver < list) add(w.use(receiver), 0, PARAMETER_FLAGS.receiver, start[receiver]!)
  for (const child of list === NONE ? [] : children(w, list)) {
    const name = nodeType(w, child) === "parameter" ? nameIn(w, child) : NONE
    const type = name === NONE ? child : typeFrom(w, child, child + 1)
    add(w.use(type), name === NONE ? 0 : nameOf(w, name), 0, start[child]!)
  }
  const { at } = w.definitions
  at.parameters[row] = first
  at.parameterCount[row] = w.parameters.rows - first
  const returned = list === NONE ? NONE : typeFrom(w, node, after[list]!)
  at.type[row] = w.use(returned)
  w.result[node] = w.leaf(node, OPS.typeFunction, 0, row)
}

/** A parameter in a type has a type and names nothing. */
export const typedParameter = (w: Walk, node: number): void => {
  const type = typeFrom(w, node, node + 1)
  if (type !== NONE) w.pass(node, type)
}

/** The type parameters of a definition, with the bounds that stand behind `where`. */
export const typeParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const t = w.typeParameters
  const first = t.rows
  // the receiver of an extension sees them, and nothing else of what its function declares
  const scope = w.definitions.at.body[row] === w.scope ? w.scopes.at.parent[w.scope]! : w.scope
  for (const child of children(w, node)) {
    const name = nameIn(w, child)
    if (name === NONE) continue
    const bound = typeFrom(w, child, child + 1)
    const constraint = bound === NONE ? NONE : w.use(bound)
    const parameter = t.add()
    t.at.name[parameter] = nameOf(w, name)
    t.at.constraint[parameter] = constraint
    t.at.fallback[parameter] = NONE
    w.bind(scope, t.at.name[parameter]!, "typeParameter", TYPE_PARAMETER, parameter, NONE, NONE, nameStart(w, name))
  }
  w.definitions.at.typeParameters[row] = first
  w.definitions.at.typeParameterCount[row] = t.rows - first
}

/** A name that stands for a type and is never given another one. */
const TYPE_PARAMETER = BINDING_FLAGS.constant | BINDING_FLAGS.type

/** `where T : A`: the bound of a type parameter that was listed before. */
export const typeConstraint = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[w.tree.parent[node]!]!]!
  const name = nameIn(w, node)
  const bound = typeFrom(w, node, node + 1)
  if (row === NONE || name === NONE || bound === NONE) return
  const { at } = w.typeParameters
  const first = w.definitions.at.typeParameters[row]!
  for (let i = 0; i < w.definitions.at.typeParameterCount[row]!; i++) {
    if (at.name[first + i] === nameOf(w, name) && at.constraint[first + i] === NONE) {
      at.constraint[first + i] = w.use(bound)
      return
    }
  }
}
