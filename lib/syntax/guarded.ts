// How long a guard on a member holds: `x.a` is what a test found it to be until it, or what it is reached through, is given
// another value.

import { NONE } from "../graph/columns.ts"
import { pathOf } from "./guards.ts"
import type { Walk } from "./walk.ts"

/** What a condition says of a name or a member, and where. */
export interface Guarded {
  readonly name: number
  /** Members that are reached from the name, `.a.b`; 0 for the name itself. */
  readonly path: number
  readonly scope: number
  readonly type: number
  readonly start: number
  readonly end: number
}

/** Where a guard on a member ends: at the first assignment to it, or before a loop that has one. O(assignments). */
export const heldUntil = (w: Walk, guard: Guarded): number => {
  const { target, value } = w.assignments.at
  const { start, end } = w.expressions.at
  let until = guard.end
  for (let row = 0; row < w.assignments.rows; row++) {
    const to = target[row]!
    const at = start[to]!
    if (at < guard.start || until <= at || !changes(w, to, guard)) continue
    const given = value[row] === NONE ? end[to]! : Math.max(end[to]!, end[value[row]!]!)
    until = Math.min(given, loopAround(w, at, guard.start))
  }
  return until
}

/** Is an assignment's target the guarded member, or one that it is reached through? */
const changes = (w: Walk, target: number, guard: Guarded): boolean => {
  const to = pathOf(w, target)
  if (to === undefined || to.name !== guard.name) return false
  return to.path === 0 || `${w.strings.at(guard.path)}.`.startsWith(`${w.strings.at(to.path)}.`)
}

/** Start of the outermost loop around a place that begins after another one; without one no place at all. */
const loopAround = (w: Walk, at: number, from: number): number => {
  const { tree } = w
  for (let node = 0; node < tree.count; node++) {
    if (at < tree.start[node]!) break
    if (from <= tree.start[node]! && at < tree.end[node]! && w.rule(node).source.repeats === true) {
      return tree.start[node]!
    }
  }
  return Infinity
}
