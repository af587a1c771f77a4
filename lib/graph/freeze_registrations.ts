// What a draft says of functions that are handed over to the outside, put in order; and what those without a name run,
// which is read off the draft's own edges: these tell every site.

import * as Columns from "./columns.ts"
import type { Draft } from "./draft.ts"
import { REGISTERED, REGISTRATIONS } from "./graph.ts"
import { EDGE_KINDS, NODE_KINDS } from "./kinds.ts"

const { NONE } = Columns

type Registrations = Columns.Table<typeof REGISTRATIONS>

const STRINGS = ["callee", "package", "text"] as const

/** Kinds of edges that run something. */
export const RUNS: ReadonlySet<number> = new Set(
  (["CALLS", "DISPATCHES", "INSTANTIATES"] as const).map((kind) => EDGE_KINDS[kind].code),
)

/** Which of two rows comes first, below 0 for `a`; 0 where they say the same. Numbers of strings count as they are. */
export const compareRegistrations = (
  at: { readonly [Column in keyof typeof REGISTRATIONS]: ArrayLike<number> },
  a: number,
  b: number,
): number =>
  at.source[a]! - at.source[b]! || at.start[a]! - at.start[b]! || at.end[b]! - at.end[a]! ||
  at.handler[a]! - at.handler[b]! || at.callee[a]! - at.callee[b]! || at.package[a]! - at.package[b]! ||
  at.text[a]! - at.text[b]! || at.form[a]! - at.form[b]!

/**
 * @param remap Draft node → node.
 * @param stringOf The number in the graph of a string of the draft.
 */
export const freezeRegistrations = (
  draft: Draft,
  remap: Uint32Array,
  stringOf: (draftString: number) => number,
): Registrations => {
  const { rows } = draft.registrations
  const from = draft.registrations.at
  // Strings that no node has get their numbers in an order of their own, not in that of the draft.
  const seen = new Set<number>()
  for (const column of STRINGS) for (let row = 0; row < rows; row++) seen.add(from[column][row]!)
  const texts = Array.from(seen, (id) => draft.strings[id]!).sort()
  for (const text of texts) stringOf(draft.intern(text))
  const now = Columns.zeros(REGISTRATIONS, rows)
  const order = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    const handler = from.handler[row]!
    now.source[row] = remap[from.source[row]!]!
    now.handler[row] = handler === NONE ? NONE : remap[handler]!
    now.start[row] = from.start[row]!
    now.end[row] = from.end[row]!
    for (const column of STRINGS) now[column][row] = stringOf(from[column][row]!)
    now.form[row] = from.form[row]!
    order[row] = row
  }
  order.sort((a, b) => compareRegistrations(now, a, b))
  const builder = new Columns.Builder(REGISTRATIONS, Math.max(1, rows))
  for (let i = 0; i < rows; i++) {
    const old = order[i]!
    if (i > 0 && compareRegistrations(now, order[i - 1]!, old) === 0) continue
    const row = builder.add()
    for (const column in REGISTRATIONS) {
      builder.at[column as keyof typeof REGISTRATIONS][row] = now[column as keyof typeof REGISTRATIONS][old]!
    }
  }
  return builder.freeze()
}

/**
 * @param remap Draft node → node.
 * @returns O(edges + sites in functions without a name · how deep these stand in each other).
 */
export const freezeRegistered = (
  draft: Draft,
  remap: Uint32Array,
  registrations: Registrations,
  nodeCount: number,
): Columns.Table<typeof REGISTERED> => {
  const nameless = new Nameless(registrations, nodeCount)
  const found = new Columns.Builder(REGISTERED, 256)
  const { rows } = draft.edges
  const { kind, source, target, confidence, site } = draft.edges.at
  const nodeKind = draft.nodes.at.kind
  const isOutside = (node: number): boolean => nodeKind[node] === NODE_KINDS.External.code
  for (let edge = 0; nameless.any && edge < rows; edge++) {
    if (!RUNS.has(kind[edge]!) || site[edge] === NONE || isOutside(target[edge]!)) continue
    for (const registration of nameless.at(remap[source[edge]!]!, site[edge]!)) {
      const row = found.add()
      const { at } = found
      at.registration[row] = registration
      at.target[row] = remap[target[edge]!]!
      at.kind[row] = kind[edge]!
      at.confidence[row] = confidence[edge]!
      at.site[row] = site[edge]!
    }
  }
  const { at } = found
  const same = (a: number, b: number): number =>
    at.registration[a]! - at.registration[b]! || at.kind[a]! - at.kind[b]! || at.target[a]! - at.target[b]!
  const order = Uint32Array.from({ length: found.rows }, (_, row) => row)
  order.sort((a, b) => same(a, b) || at.site[a]! - at.site[b]!)
  const builder = new Columns.Builder(REGISTERED, Math.max(1, found.rows))
  for (let i = 0; i < order.length; i++) {
    const old = order[i]!
    if (i > 0 && same(order[i - 1]!, old) === 0) {
      const last = builder.rows - 1
      builder.at.confidence[last] = Math.max(builder.at.confidence[last]!, at.confidence[old]!)
      continue
    }
    const row = builder.add()
    for (const column in REGISTERED) {
      builder.at[column as keyof typeof REGISTERED][row] = at[column as keyof typeof REGISTERED][old]!
    }
  }
  return builder.freeze()
}

/** Functions without a name that are handed over, by their places. */
class Nameless {
  readonly #registrations: Registrations
  /** Rows, those of one source side by side, outer ones before inner ones. */
  readonly #rows: Uint32Array
  /** By source: where its rows start among those. */
  readonly #starts: Uint32Array
  /** By place among the rows: the place of the one around it of the same source, or NONE. */
  readonly #around: Uint32Array

  constructor(registrations: Registrations, nodeCount: number) {
    const { source, handler, start, end } = registrations
    this.#registrations = registrations
    this.#starts = new Uint32Array(nodeCount + 1)
    const rows: Array<number> = []
    for (let row = 0; row < registrations.rows; row++) {
      if (handler[row] !== NONE) continue
      rows.push(row)
      this.#starts[source[row]! + 1]!++
    }
    for (let node = 0; node < nodeCount; node++) this.#starts[node + 1]! += this.#starts[node]!
    this.#rows = Uint32Array.from(rows)
    this.#around = new Uint32Array(rows.length).fill(NONE)
    for (let i = 1; i < rows.length; i++) {
      let outer = i - 1
      while (outer !== NONE && (source[rows[outer]!] !== source[rows[i]!] || end[rows[outer]!]! <= start[rows[i]!]!)) {
        outer = this.#around[outer]!
      }
      this.#around[i] = outer
    }
  }

  get any(): boolean {
    return this.#rows.length > 0
  }

  /** The innermost in which a place of a source lies: several where one text is handed to several. */
  at(source: number, offset: number): ReadonlyArray<number> {
    const first = this.#starts[source]!
    let low = first
    let high = this.#starts[source + 1]!
    if (low === high) return NO_ROWS
    const { start, end } = this.#registrations
    while (low < high) {
      const middle = (low + high) >>> 1
      if (start[this.#rows[middle]!]! <= offset) low = middle + 1
      else high = middle
    }
    let at: number = low === first ? NONE : low - 1
    while (at !== NONE && end[this.#rows[at]!]! <= offset) at = this.#around[at]!
    if (at === NONE) return NO_ROWS
    const found = [this.#rows[at]!]
    for (let i = at - 1; first <= i && this.#isAt(i, at); i--) found.push(this.#rows[i]!)
    return found
  }

  #isAt(a: number, b: number): boolean {
    const { start, end } = this.#registrations
    return start[this.#rows[a]!] === start[this.#rows[b]!] && end[this.#rows[a]!] === end[this.#rows[b]!]
  }
}

const NO_ROWS: ReadonlyArray<number> = []
