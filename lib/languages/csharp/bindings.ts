// Names that are declared: variables and fields, whose type stands before the first of them, and names in patterns.

import { NONE } from "../../graph/columns.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { declare, modifiersOf } from "../../syntax/declare.ts"
import { BINDING_FLAGS, OPS } from "../../syntax/facts.ts"
import { bindPattern } from "../../syntax/patterns.ts"
import type { Walk } from "../../syntax/walk.ts"
import { visibility } from "./declarations.ts"
import { children, nodeType } from "./nodes.ts"

/** What a declarator declares: a member of the type around, or a local variable. */
const declares = (w: Walk, node: number): "field" | "local" => {
  const statement = nodeType(w, w.tree.parent[w.tree.parent[node]!]!)
  return statement === "field_declaration" || statement === "event_field_declaration" ? "field" : "local"
}

/** A field is a definition before its value is looked at: what is written there belongs to it. */
export const enterDeclarator = (w: Walk, node: number): void => {
  if (declares(w, node) !== "field") return
  const { part } = w.rule(node)
  const name = w.part(node, part.name)
  if (name === NONE) return
  const statement = w.tree.parent[w.tree.parent[node]!]!
  const flags = modifiersOf(w, statement) | visibility(w, statement)
  const row = declare(
    w,
    node,
    statement,
    NODE_KINDS.Property.code,
    flags,
    w.nameOf(name),
    w.tree.start[name]!,
    w.scope,
    NONE,
  )
  w.definitions.at.end[row] = w.tree.end[node]!
  w.owner = row
}

export const exitDeclarator = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const around = w.tree.parent[node]!
  const typeNode = w.part(around, w.rule(around).part.type)
  const isVar = typeNode === NONE || nodeType(w, typeNode) === "implicit_type"
  const type = isVar ? NONE : w.use(typeNode)
  const all = children(w, node)
  const name = w.part(node, part.name)
  const target = name === NONE ? all[0] : name
  const valueNode = all.find((it) => it !== target && nodeType(w, it) !== "bracketed_argument_list")
  const value = valueNode === undefined ? NONE : w.use(valueNode)
  const row = w.definition[node]!
  if (row !== NONE) {
    w.definitions.at.type[row] = type
    w.definitions.at.value[row] = value
    return
  }
  if (target !== undefined) bindLocal(w, target, value, type, isVar ? BINDING_FLAGS.constant : 0)
}

/** Binds a name, or each name of a pattern, in the scope at hand. */
export const bindLocal = (w: Walk, pattern: number, value: number, type: number, flags: number): void => {
  bindPattern(w, pattern, value, {
    declares: true,
    scope: w.scope,
    flags,
    type,
    kind: 0,
    definitionFlags: 0,
    start: 0,
    end: 0,
  })
}

/** `foreach (T x in xs)`. */
export const exitForeach = (w: Walk, node: number): void => {
  const { part, awaitWord } = w.rule(node)
  const pattern = w.part(node, part.pattern)
  if (pattern === NONE) return
  const outer = w.scope
  w.scope = w.opened[node]!
  const iterated = w.part(node, part.iterated)
  const given = w.use(iterated)
  let value = given === NONE ? NONE : w.unary(iterated, OPS.element, 0, given)
  if (value !== NONE && w.word(node, awaitWord) !== NONE) value = w.unary(iterated, OPS.await, 0, value)
  const type = w.use(w.part(node, part.type))
  // a pattern that is written as an expression holds declarations of its own
  if (w.rule(pattern).is === "name" || w.rule(pattern).is === "arrayPattern") {
    bindLocal(w, pattern, value, type, BINDING_FLAGS.constant)
  }
  w.scope = outer
}

/** `catch (E e)`. */
export const exitCaught = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const name = w.part(node, part.name)
  if (name !== NONE) bindLocal(w, name, NONE, w.use(w.part(node, part.type)), BINDING_FLAGS.constant)
}

/** `out T x`, `(T x, T y) = …`: the name, and what is expected of what is put there. */
export const exitDeclared = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const name = w.part(node, part.name)
  if (name === NONE) return
  const type = w.use(w.part(node, part.type))
  bindLocal(w, name, NONE, type, BINDING_FLAGS.constant)
  if (type !== NONE) w.result[node] = w.binary(node, OPS.cast, NONE, type)
}

/** `T x` in a pattern. */
export const exitTypePattern = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const typeNode = w.part(node, part.type)
  const name = w.part(node, part.name)
  if (name === NONE) return
  const isVar = typeNode === NONE || nodeType(w, typeNode) === "implicit_type"
  bindLocal(w, name, isVar ? matched(w, node) : NONE, isVar ? NONE : w.use(typeNode), BINDING_FLAGS.constant)
}

/** The value that a whole pattern is held against, where it is written beside it. */
const matched = (w: Walk, node: number): number => {
  const above = w.tree.parent[node]!
  const rule = w.rule(above)
  return nodeType(w, above) === "is_pattern_expression" ? w.use(w.part(above, rule.part.value)) : NONE
}

/** `name: pattern` names a member of what is matched, which is read by the pattern alone. */
export const exitSubpattern = (w: Walk, node: number): void => {
  const [first, second] = children(w, node)
  if (first !== undefined && second !== undefined) w.role[first] = 0
}

/** `var (a, b)`: each is a part of what is matched. */
export const exitDesignations = (w: Walk, node: number): void => {
  for (const each of children(w, node)) {
    if (w.rule(each).is === "name") bindLocal(w, each, NONE, NONE, BINDING_FLAGS.constant)
  }
}
