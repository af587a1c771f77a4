// Telling namesakes apart: definitions of one kind that have the same qualified name in one file get a suffix each, made
// of what they are (`~get`, `~set`) or of their parameters (`~` and 4 hex digits), never of where they stand; only twins
// in that too are counted from top to bottom.

import * as Columns from "./columns.ts"
import type { NODES } from "./graph.ts"
import { NODE_FLAGS, NODE_KIND_BY_CODE, NODE_KINDS } from "./kinds.ts"

const { NONE } = Columns

/** Four hex digits of a text: FNV-1a over its UTF-16 units, both halves folded. */
export const hash4 = (text: string): string => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, "0")
}

const isSymbolCode = (code: number): boolean => {
  const kind = NODE_KIND_BY_CODE[code]
  return kind !== undefined && NODE_KINDS[kind].symbol
}

/**
 * Calls `give` with a suffix for every node that has a namesake. Nodes are in their order, so those of a file are
 * neighbours. O(nodes).
 */
export const suffixes = (
  nodes: Columns.Table<typeof NODES>,
  hintOf: (row: number) => string,
  give: (row: number, suffix: string) => void,
): void => {
  // A number for each qualified name of the file at hand: by (number of the owner's, name).
  const qualified = new Uint32Array(nodes.rows)
  let from = 0
  while (from < nodes.rows) {
    const file = nodes.file[from]!
    let to = from + 1
    while (to < nodes.rows && nodes.file[to] === file) to++
    if (file !== NONE && to - from > 1) suffixesOfFile(nodes, from, to, qualified, hintOf, give)
    from = to
  }
}

const suffixesOfFile = (
  nodes: Columns.Table<typeof NODES>,
  from: number,
  to: number,
  qualified: Uint32Array,
  hintOf: (row: number) => string,
  give: (row: number, suffix: string) => void,
): void => {
  const numbers = new Map<number, number>()
  const firstOf = new Map<number, number>()
  const groups = new Map<number, Array<number>>()
  const place = (row: number, depth: number): number => {
    if (row >= from && row < to && qualified[row] !== 0) return qualified[row]!
    const parent = nodes.parent[row]!
    const owner = parent === NONE || depth > 64 || !isSymbolCode(nodes.kind[parent]!) ? 0 : place(parent, depth + 1)
    const key = owner * 0x1_0000_0000 + nodes.name[row]!
    let number = numbers.get(key)
    if (number === undefined) {
      number = numbers.size + 1
      numbers.set(key, number)
    }
    if (row >= from && row < to) qualified[row] = number
    return number
  }
  for (let row = from; row < to; row++) {
    if (!isSymbolCode(nodes.kind[row]!)) continue
    const key = place(row, 0) * 256 + nodes.kind[row]!
    const first = firstOf.get(key)
    if (first === undefined) {
      firstOf.set(key, row)
      continue
    }
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [first, row])
    else group.push(row)
  }
  for (const group of groups.values()) {
    const counts = new Map<string, number>()
    for (const row of group) {
      const flags = nodes.flags[row]!
      const suffix = (flags & NODE_FLAGS.getter) !== 0
        ? "~get"
        : (flags & NODE_FLAGS.setter) !== 0
        ? "~set"
        : `~${hash4(hintOf(row))}`
      const count = (counts.get(suffix) ?? 0) + 1
      counts.set(suffix, count)
      give(row, count === 1 ? suffix : `${suffix}-${count}`)
    }
  }
}
