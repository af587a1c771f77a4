// Names that take a value apart: `val (a, b) = x` asks `x` for its first and second component.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, OPS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { nameOf, nameStart } from "./names.ts"
import { children, nameIn, typeFrom } from "./nodes.ts"

/** Where the names of a declaration live, and what they become. */
export interface Place {
  readonly scope: number
  /** `BINDING_FLAGS` beside `value`. */
  readonly flags: number
  /** Kind of the definition that each name becomes, or 0 for a local variable. */
  readonly kind: number
  readonly definitionFlags: number
  readonly start: number
  readonly end: number
}

/** A call that syntax makes of a member of a value: no text but that of the value is its own. */
export const implicitCall = (
  w: Walk,
  node: number,
  object: number,
  member: string,
  args: ReadonlyArray<number>,
): number => {
  const callee = w.unary(node, OPS.member, w.strings.string(member), object)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, callee)
  for (const each of args) w.operand(row, each)
  return row
}

/** Binds the names in parentheses to the components of a value. */
export const bindParts = (w: Walk, node: number, value: number, place: Place): void => {
  let position = 0
  for (const child of children(w, node)) {
    position++
    const name = nameIn(w, child)
    if (name === NONE || w.source(name) === "_") continue
    const given = value === NONE ? NONE : implicitCall(w, child, value, `component${position}`, [])
    if (given !== NONE) w.alsoRefers(child, given, R.implicit)
    bindVariable(w, child, name, given, place)
  }
}

/** Binds one declared name to a value. */
export const bindVariable = (w: Walk, node: number, name: number, value: number, place: Place): void => {
  const type = w.use(typeFrom(w, node, node + 1))
  const written = nameOf(w, name)
  const at = nameStart(w, name)
  const flags = place.flags | BINDING_FLAGS.value
  if (place.kind === 0) {
    w.bind(place.scope, written, "local", flags, NONE, type, value, at)
    return
  }
  const row = w.define(place.kind, place.definitionFlags, written, place.scope, place.start, place.end, at)
  w.definitions.at.type[row] = type
  w.definitions.at.value[row] = value
  w.bind(place.scope, written, "definition", flags, row, type, value, at)
}
