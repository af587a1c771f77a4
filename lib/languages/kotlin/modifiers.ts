// Modifiers and annotations: they stand together before what they belong to.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS } from "../../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { delegateCall, delegates } from "./delegates.ts"
import { childOf, children, nodeType, typeFrom } from "./nodes.ts"

const FLAGS: Readonly<Record<string, number>> = {
  private: NODE_FLAGS.private,
  protected: NODE_FLAGS.protected,
  public: DEFINITION_FLAGS.public,
  internal: DEFINITION_FLAGS.internal,
  override: DEFINITION_FLAGS.override,
  abstract: NODE_FLAGS.abstract,
  external: DEFINITION_FLAGS.ambient,
  expect: DEFINITION_FLAGS.ambient | DEFINITION_FLAGS.alternative,
}

/** Flags of a declaration from its modifiers. */
export const modifierFlags = (w: Walk, node: number): number => {
  const modifiers = childOf(w, node, "modifiers")
  if (modifiers === NONE) return 0
  let flags = 0
  for (const child of children(w, modifiers)) {
    if (nodeType(w, child) !== "annotation") flags |= FLAGS[w.source(child)] ?? 0
  }
  return flags
}

const DISPATCHED: ReadonlySet<string> = new Set(["override", "abstract", "open"])

/** May a member be replaced, or does it replace one? Whoever reads such a property runs the accessor of whoever it is. */
export const isDispatched = (w: Walk, node: number): boolean => {
  const modifiers = childOf(w, node, "modifiers")
  if (modifiers === NONE) return false
  return children(w, modifiers).some((it) => nodeType(w, it) !== "annotation" && DISPATCHED.has(w.source(it)))
}

/** Is a declaration written with such a modifier? */
export const isMarked = (w: Walk, node: number, modifier: string): boolean => {
  const modifiers = childOf(w, node, "modifiers")
  if (modifiers === NONE) return false
  return children(w, modifiers).some((it) => nodeType(w, it) !== "annotation" && w.source(it) === modifier)
}

/** An annotation belongs to the declaration whose modifiers it stands among; its arguments are read where they stand. */
export const annotation = (w: Walk, node: number): void => {
  const modifiers = w.tree.parent[node]!
  const definition = nodeType(w, modifiers) === "modifiers" ? w.definition[w.tree.parent[modifiers]!]! : NONE
  for (const child of children(w, node)) {
    const type = nodeType(w, child) === "constructor_invocation" ? typeFrom(w, child, child + 1) : child
    if (type === NONE || nodeType(w, type) !== "user_type") continue
    w.role[type] = R.decorate
    if (definition !== NONE) w.decorate(definition, w.use(type), w.firstText(node))
  }
}

/** `Base(arguments)`: among supertypes the call of the constructor above; of an annotation only its arguments are read. */
export const constructorInvocation = (w: Walk, node: number): void => {
  const type = typeFrom(w, node, node + 1)
  if (type === NONE) return
  if (delegates(w, node)) return delegateCall(w, node, type)
  w.pass(node, type)
  if (nodeType(w, w.tree.parent[node]!) !== "delegation_specifier") return
  const values = children(w, childOf(w, node, "value_arguments")).map((it) => w.use(it))
  const callee = w.leaf(type, OPS.super, 0, NONE)
  const call = w.leaf(node, OPS.call, 0, NONE)
  w.operand(call, callee)
  for (const value of values) w.operand(call, value)
  w.alsoRefers(node, call, R.call)
}
