// Edges of a draft in the order of (kind, source, target), each once. Sorted in three short steps, since a draft's edges
// come in no order at all but mostly file by file: by source; within a source by kind and target; apart by kind.

import * as Columns from "./columns.ts"
import type { Draft } from "./draft.ts"
import { EDGES } from "./graph.ts"

/** Kind and target as one number below 2⁵³. */
const keyOf = (kind: number, target: number): number => kind * 0x1_0000_0000 + target

/** Runs up to this length are sorted by insertion. */
const SHORT = 24

/**
 * Where a draft says the same edge more than once, the first site, the sum of sites, and the surest reason are kept.
 *
 * @param remap Draft node → node.
 * @returns O(edges + nodes) time but for nodes with very many edges; a few numbers an edge beside the result.
 */
export const freezeEdges = (draft: Draft, remap: Uint32Array, nodeCount: number): Columns.Table<typeof EDGES> => {
  const { rows } = draft.edges
  const from = draft.edges.at
  const order = bySource(from.source, rows, remap, nodeCount)
  const counts = sortWithinSources(draft, remap, order)
  const starts = new Uint32Array(257)
  for (let code = 0; code < 256; code++) starts[code + 1] = starts[code]! + counts[code]!
  const table = Columns.zeros(EDGES, starts[256]!)
  const next = starts.slice()
  let lastSource = -1
  let lastKey = -1
  let row = 0
  for (let i = 0; i < rows; i++) {
    const edge = order[i]!
    const kind = from.kind[edge]!
    const source = remap[from.source[edge]!]!
    const target = remap[from.target[edge]!]!
    const key = keyOf(kind, target)
    const confidence = from.confidence[edge]!
    const reason = from.reason[edge]!
    const site = from.site[edge]!
    if (source !== lastSource || key !== lastKey) {
      lastSource = source
      lastKey = key
      row = next[kind]!++
      table.kind[row] = kind
      table.source[row] = source
      table.target[row] = target
      table.confidence[row] = confidence
      table.reason[row] = reason
      table.site[row] = site
      table.sites[row] = from.sites[edge]!
      continue
    }
    if (site < table.site[row]!) table.site[row] = site
    table.sites[row] = Math.min(0xffff, table.sites[row]! + from.sites[edge]!)
    if (confidence > table.confidence[row]! || (confidence === table.confidence[row] && reason < table.reason[row]!)) {
      table.confidence[row] = confidence
      table.reason[row] = reason
    }
  }
  return table
}

const bySource = (source: Uint32Array, rows: number, remap: Uint32Array, nodeCount: number): Uint32Array => {
  const next = new Uint32Array(nodeCount + 1)
  for (let edge = 0; edge < rows; edge++) next[remap[source[edge]!]! + 1]!++
  for (let node = 0; node < nodeCount; node++) next[node + 1]! += next[node]!
  const order = new Uint32Array(rows)
  for (let edge = 0; edge < rows; edge++) order[next[remap[source[edge]!]!]!++] = edge
  return order
}

/** Sorts each source's run of `order` by kind and target; gives the number of different edges of each kind. */
const sortWithinSources = (draft: Draft, remap: Uint32Array, order: Uint32Array): Uint32Array => {
  const { kind, source, target } = draft.edges.at
  const counts = new Uint32Array(256)
  const keys = new Float64Array(SHORT)
  let from = 0
  while (from < order.length) {
    const node = remap[source[order[from]!]!]!
    let to = from + 1
    while (to < order.length && remap[source[order[to]!]!] === node) to++
    if (to - from <= SHORT) {
      for (let i = from; i < to; i++) {
        const edge = order[i]!
        const key = keyOf(kind[edge]!, remap[target[edge]!]!)
        let at = i - from
        for (; at > 0 && keys[at - 1]! > key; at--) {
          keys[at] = keys[at - 1]!
          order[from + at] = order[from + at - 1]!
        }
        keys[at] = key
        order[from + at] = edge
      }
    } else {
      sortByKey(order.subarray(from, to), (edge) => keyOf(kind[edge]!, remap[target[edge]!]!))
    }
    let last = -1
    for (let i = from; i < to; i++) {
      const edge = order[i]!
      const key = keyOf(kind[edge]!, remap[target[edge]!]!)
      if (key !== last) counts[kind[edge]!]!++
      last = key
    }
    from = to
  }
  return counts
}

/** Sorts rows by a whole number each, equal ones as they were. Numbers are sorted without asking back, which is far faster. */
const sortByKey = (rows: Uint32Array, keyOf: (row: number) => number): void => {
  const count = rows.length
  const keys = new Float64Array(count)
  let highest = 0
  for (let i = 0; i < count; i++) {
    const key = keyOf(rows[i]!)
    if (highest < key) highest = key
    keys[i] = key
  }
  if (Number.MAX_SAFE_INTEGER / count - 1 < highest) {
    rows.set(Uint32Array.from(rows, (_, i) => i).sort((a, b) => keys[a]! - keys[b]!).map((i) => rows[i]!))
    return
  }
  for (let i = 0; i < count; i++) keys[i] = keys[i]! * count + i
  keys.sort()
  const before = rows.slice()
  for (let i = 0; i < count; i++) rows[i] = before[keys[i]! % count]!
}
