// How long a guard holds: `x.a` is what a test found it to be until it, or what it is reached through, is given another
// value.

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

/** An assignment: where its target stands, and where its value ends. */
interface Given {
  readonly at: number
  readonly until: number
}

/** Assignments of a file to names and members, each list in the order of the text. */
export class Changes {
  readonly #w: Walk
  readonly #given = new Map<string, Array<Given>>()

  /** O(assignments · log assignments). */
  constructor(w: Walk) {
    this.#w = w
    const { target, value } = w.assignments.at
    const { start, end } = w.expressions.at
    for (let row = 0; row < w.assignments.rows; row++) {
      const to = target[row]!
      const path = pathOf(w, to)
      if (path === undefined) continue
      const key = `${path.name}${w.strings.at(path.path)}`
      const until = value[row] === NONE ? end[to]! : Math.max(end[to]!, end[value[row]!]!)
      const known = this.#given.get(key)
      if (known === undefined) this.#given.set(key, [{ at: start[to]!, until }])
      else known.push({ at: start[to]!, until })
    }
    for (const all of this.#given.values()) all.sort((a, b) => a.at - b.at)
  }

  /** Where a guard ends: at the first assignment to what it speaks of, or before a loop that has one. */
  heldUntil(guard: Guarded): number {
    let until = guard.end
    const parts = this.#w.strings.at(guard.path).split(".")
    for (let count = 1; count <= parts.length; count++) {
      const path = parts.slice(0, count).join(".")
      const given = first(this.#given.get(`${guard.name}${path}`) ?? NONE_GIVEN, guard.start)
      if (given === undefined || until <= given.at) continue
      until = Math.min(given.until, loopAround(this.#w, given.at, guard.start))
    }
    return until
  }
}

const NONE_GIVEN: ReadonlyArray<Given> = []

/** The first assignment that does not stand before a place. */
const first = (all: ReadonlyArray<Given>, from: number): Given | undefined => {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (all[middle]!.at < from) low = middle + 1
    else high = middle
  }
  return all[low]
}

/** Start of the outermost loop around a place that begins after another one; without one no place at all. O(log + depth). */
const loopAround = (w: Walk, at: number, from: number): number => {
  const { tree } = w
  let low = 0
  let high = tree.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (tree.start[middle]! <= at) low = middle + 1
    else high = middle
  }
  let outermost = Infinity
  for (let node = low - 1; 0 <= node && from <= tree.start[node]!; node = tree.parent[node]!) {
    if (at < tree.end[node]! && w.rule(node).source.repeats === true) outermost = tree.start[node]!
    if (tree.parent[node] === node) break
  }
  return outermost
}
