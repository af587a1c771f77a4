// Variables that are assigned several times: what each assignment gives holds from there to the next one, in the block
// that it stands in. Written out as narrowings, so that whoever asks for a variable's type at a place need not know of
// blocks. A loop that assigns is left out as a whole: what stands in it may run after its end.

import { NONE } from "../graph/columns.ts"
import { OPS, SCOPE_KINDS } from "./facts.ts"
import type { Walk } from "./walk.ts"

interface Given {
  readonly binding: number
  /** The node that assigns: what it gives holds after its end. */
  readonly node: number
  /** The value, or NONE where nothing is known of it. */
  readonly value: number
  /** Where what was given before ends. */
  readonly until: number
}

/** Assignments of one file by the binding that they give a value. */
export class Reassigned {
  #given: Array<Given> = []

  clear(): void {
    this.#given = []
  }

  /** @param until Where what was given before ends: before the value is evaluated, or after it. */
  add(binding: number, node: number, value: number, until: number): void {
    this.#given.push({ binding, node, value, until })
  }

  /**
   * Adds the narrowings. O(assignments · depth).
   *
   * @param left Bindings that are not followed.
   */
  write(w: Walk, left: ReadonlySet<number> = NOBODY): void {
    const groups = new Map<number, Array<Given>>()
    for (const each of this.#given) {
      const known = groups.get(each.binding)
      if (known === undefined) groups.set(each.binding, [each])
      else known.push(each)
    }
    const { start } = w.tree
    for (const [binding, all] of groups) {
      if (left.has(binding) || (all.length < 2 && !w.assignedAgain.has(binding))) continue
      all.sort((a, b) => start[a.node]! - start[b.node]!)
      for (let i = 0; i < all.length; i++) if (all[i]!.value !== NONE) narrow(w, binding, all, i)
    }
  }
}

/** The first node that begins at an offset, or NONE. */
export const nodeAt = (w: Walk, offset: number): number => {
  const { start, count } = w.tree
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (start[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low < count && start[low] === offset ? low : NONE
}

/** Is a scope of the function that a binding is a variable of, and of none inside of it? Such a one may run at any time. */
export const isInFunctionOf = (w: Walk, binding: number, scope: number): boolean => {
  const { kind, parent } = w.scopes.at
  const own = w.bindings.at.scope[binding]!
  for (let at = scope; at !== NONE; at = parent[at]!) {
    if (at === own) return true
    if (kind[at] === SCOPE_KINDS.function || kind[at] === SCOPE_KINDS.type) return false
  }
  return false
}

const NOBODY: ReadonlySet<number> = new Set()

const narrow = (w: Walk, binding: number, all: ReadonlyArray<Given>, i: number): void => {
  const { start, end } = w.tree
  const { node, value } = all[i]!
  const from = end[node]!
  let to = end[blockOf(w, node)]!
  const next = all[i + 1]
  if (next !== undefined && start[next.node]! < to) {
    to = Math.min(to, next.until)
    for (let at = next.node; at !== w.tree.parent[at]; at = w.tree.parent[at]!) {
      if (w.rule(at).source.repeats === true && from <= start[at]!) to = start[at]!
    }
  }
  if (to <= from) return
  const row = w.narrowings.add()
  w.narrowings.at.binding[row] = binding
  w.narrowings.at.path[row] = 0
  w.narrowings.at.start[row] = from
  w.narrowings.at.end[row] = to
  w.narrowings.at.type[row] = w.unary(node, OPS.typeOf, 0, value)
}

/** The block around a node; a loop's own variable lives as long as the loop. */
const blockOf = (w: Walk, node: number): number => {
  for (let at = node; at !== w.tree.parent[at]; at = w.tree.parent[at]!) {
    const { is, source } = w.rule(at)
    if (is === "block" || is === "file" || (source.repeats === true && at !== node)) return at
  }
  return 0
}
