// The row of a definition: its name (its own, or that of the place its value is given to), flags, span, header and doc.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { docBefore, docInside, signatureOf } from "./docs.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, SCOPE_KINDS } from "./facts.ts"
import { flagBits } from "./flags.ts"
import type { CompiledRule } from "./grammar.ts"
import type { Walk } from "./walk.ts"

/** Where a value without a name of its own gets one: from the variable, property or target that it is given to. */
interface Place {
  /** The node that gives the name: a declarator, a pair, an assignment, a field. */
  readonly node: number
  readonly name: number
}

/** The place that names the value at `node`, or undefined. */
export const placeOf = (w: Walk, node: number): Place | undefined => {
  const { parent, field } = w.tree
  let child = node
  let above = parent[node]!
  while (child !== above && w.rule(above).transparent) {
    child = above
    above = parent[above]!
  }
  const rule = w.rule(above)
  const from = rule.names.get(field[child]!)
  if (from === undefined) return undefined
  const name = w.part(above, from)
  return name === NONE || name === child ? undefined : { node: above, name }
}

/** The value behind wrappers that a name looks through. */
export const unwrap = (w: Walk, node: number): number => {
  let at = node
  while (at !== NONE && w.rule(at).transparent) at = w.first(at)
  return at
}

/** Does the value get its definition from the place that it is given to? */
export const takesName = (w: Walk, value: number): boolean => {
  if (value === NONE) return false
  const rule = w.rule(value)
  return (rule.is === "function" || rule.is === "class") && rule.declares === "inside"
}

/** Flags from the modifiers that are direct children of a node. */
export const modifiersOf = (w: Walk, node: number): number => {
  const { type, after } = w.tree
  const { modifier } = w.grammar
  let flags = 0
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    flags |= modifier[type[child]!]!
    if (w.rule(child).is !== "modifier") continue
    for (let word = child + 1; word < after[child]!; word = after[word]!) flags |= modifier[type[word]!]!
  }
  return flags
}

/** The kind of a declaration where it stands: another one among the members of a type, for rules that say so. */
export const kindAt = (w: Walk, rule: CompiledRule): number => {
  const { amongMembers } = rule.source
  return amongMembers !== undefined && w.scopes.at.kind[w.scope] === SCOPE_KINDS.type
    ? NODE_KINDS[amongMembers].code
    : rule.kind
}

/** Does a declaration stand in a branch of its scope? Asked only where blocks are no scopes. */
export const branchFlag = (w: Walk, node: number): number => {
  if (w.grammar.table.assigningDeclares !== true) return 0
  const { parent } = w.tree
  for (let at = parent[node]!; at !== parent[at]; at = parent[at]!) {
    const { is } = w.rule(at)
    if (is === "block" || is === "list") continue
    return is === "function" || is === "class" ? 0 : DEFINITION_FLAGS.alternative
  }
  return 0
}

/** Flags from the decorators that stand before a definition. */
export const decoratorFlags = (w: Walk, node: number): number => {
  const { decorated } = w.grammar.table
  if (decorated === undefined) return 0
  const above = w.tree.parent[node]!
  let flags = 0
  for (let child = above + 1; child < node; child = w.tree.after[child]!) {
    if (w.rule(child).is === "decorator") flags |= flagBits(decorated(w.source(child)))
  }
  return flags
}

/** Modifiers that stand before the first of several variables. */
export const modifiersBefore = (w: Walk, node: number): number => {
  const { type, after } = w.tree
  const { modifier } = w.grammar
  let flags = 0
  for (let child = node + 1; child < after[node]! && w.isWord(child); child = after[child]!) {
    flags |= modifier[type[child]!]!
  }
  return flags
}

/** The outermost node that belongs to a declaration: its statement, the export or `declare` around it. */
export const outermost = (w: Walk, node: number): number => {
  const { parent, start } = w.tree
  let at = node
  for (;;) {
    const above = parent[at]!
    if (above === at) return at
    const { is } = w.rule(above)
    if (is === "export" || is === "ambient") at = above
    else if (is === "variables" && w.first(above) === at) at = above
    else if (is === "statement" && start[above] === start[at] && w.first(above) === at && w.next(at) === NONE) {
      at = above
    } else return at
  }
}

/** Is the declaration at `node` directly exported? */
export const exportedBy = (w: Walk, node: number): boolean => {
  const { parent } = w.tree
  let at = node
  for (;;) {
    const above = parent[at]!
    if (above === at) return false
    const { is } = w.rule(above)
    if (is === "export") return true
    if (is !== "variables" && is !== "ambient") return false
    at = above
  }
}

/**
 * Makes the row of a definition with its header, doc and waiting decorators.
 *
 * @param node The node that is the definition.
 * @param place The node whose statement is the declaration: `node`, or what gives it its name.
 * @param body Where the header ends, or NONE.
 */
export const declare = (
  w: Walk,
  node: number,
  place: number,
  kind: number,
  flags: number,
  name: number,
  nameStart: number,
  scope: number,
  body: number,
): number => {
  const outer = outermost(w, place)
  const { start, end, parent } = w.tree
  const row = w.define(kind, flags, name, scope, start[outer]!, end[node]!, nameStart)
  w.definition[node] = row
  const begin = w.adopt(parent[place]!, row, w.adopt(parent[outer]!, row, start[outer]!))
  if (kind !== 0) {
    if (exportedBy(w, place)) w.definitions.at.flags[row]! |= NODE_FLAGS.exported
    w.definitions.at.signature[row] = signatureOf(w, place, body === NONE ? end[node]! : start[body]!)
    const doc = w.grammar.table.docInside === true && body !== NONE ? docInside(w, body) : docBefore(w, begin)
    w.definitions.at.doc[row] = doc
  }
  return row
}

/** Which part of the language's scopes a definition's name lives in. */
export const spaceOf = (kind: number, typesAreValues = false): number =>
  kind === NODE_KINDS.Interface.code || kind === NODE_KINDS.TypeAlias.code
    ? typesAreValues ? 0 : BINDING_FLAGS.type
    : kind === NODE_KINDS.Function.code
    ? BINDING_FLAGS.value
    : 0
