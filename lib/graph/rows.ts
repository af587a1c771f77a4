// Adjacency of a graph, edge kind by edge kind. Edges are sorted by (kind, source, target), so what leaves a node is a
// run of the edge table itself; what arrives is the same edges sorted by (kind, target, source), kept as two columns.
// Offsets are kept for kinds with many edges; for the others they are filled when the kind is first asked for.

import type * as Columns from "./columns.ts"
import type { EDGES, Rows, RowsByKind } from "./graph.ts"
import { EDGE_KINDS, type EdgeKind } from "./kinds.ts"

/** What the rows are made of. */
export interface Adjacency {
  readonly nodeCount: number
  readonly edges: Columns.Table<typeof EDGES>
  /** First edge of each kind by code; one entry more than codes, the last is the number of edges. */
  readonly kindStarts: Uint32Array
  /** Edges in the order of (kind, target, source), and the source of each. */
  readonly inEdges: Uint32Array
  readonly inSources: Uint32Array
  /** Offsets of the kinds that keep them, by code. */
  readonly outOffsets: ReadonlyMap<number, Uint32Array>
  readonly inOffsets: ReadonlyMap<number, Uint32Array>
}

const KINDS = Object.keys(EDGE_KINDS) as ReadonlyArray<EdgeKind>

/** Does a kind keep its offsets? One that has few edges would keep mostly repetitions. */
export const keepsOffsets = (edgeCount: number, nodeCount: number): boolean =>
  edgeCount > 0 && edgeCount * 4 >= nodeCount

/** First edge of each kind, from the sorted column of kinds. O(codes · log edges). */
export const kindStartsOf = (kinds: Uint8Array): Uint32Array => {
  const starts = new Uint32Array(257)
  for (let code = 0; code <= 256; code++) {
    let low = 0
    let high = kinds.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (kinds[middle]! < code) low = middle + 1
      else high = middle
    }
    starts[code] = low
  }
  return starts
}

/** Where each node's run begins once `keys`, one node an edge, are sorted: `nodeCount + 1` entries. O(nodes + keys). */
export const offsetsOf = (keys: Uint32Array, nodeCount: number): Uint32Array => {
  const offsets = new Uint32Array(nodeCount + 1)
  for (let i = 0; i < keys.length; i++) offsets[keys[i]! + 1]!++
  for (let node = 0; node < nodeCount; node++) offsets[node + 1]! += offsets[node]!
  return offsets
}

/** The edges of one kind by (target, source). O(nodes + edges of the kind). */
export const sortByTarget = (
  edges: Columns.Table<typeof EDGES>,
  from: number,
  to: number,
  offsets: Uint32Array,
  inEdges: Uint32Array,
  inSources: Uint32Array,
): void => {
  const next = offsets.slice()
  for (let edge = from; edge < to; edge++) {
    const slot = from + next[edges.target[edge]!]!++
    inEdges[slot] = edge
    inSources[slot] = edges.source[edge]!
  }
}

/** Both directions of all kinds; kinds without edges share one empty value. O(1): rows are made when first asked for. */
export const rowsOf = (adjacency: Adjacency): { readonly out: RowsByKind; readonly in: RowsByKind } => {
  const { nodeCount, edges, kindStarts } = adjacency
  const empty = once((): Rows => ({
    offsets: new Uint32Array(nodeCount + 1),
    targets: new Uint32Array(0),
    edges: new Uint32Array(0),
  }))
  const everyEdge = once(() => {
    const ids = new Uint32Array(edges.rows)
    for (let edge = 0; edge < ids.length; edge++) ids[edge] = edge
    return ids
  })
  const out = (code: number, from: number, to: number): Rows => ({
    offsets: adjacency.outOffsets.get(code) ?? offsetsOf(edges.source.subarray(from, to), nodeCount),
    targets: edges.target.subarray(from, to),
    edges: everyEdge().subarray(from, to),
  })
  const into = (code: number, from: number, to: number): Rows => ({
    offsets: adjacency.inOffsets.get(code) ?? offsetsOf(edges.target.subarray(from, to), nodeCount),
    targets: adjacency.inSources.subarray(from, to),
    edges: adjacency.inEdges.subarray(from, to),
  })
  const byKind = (make: (code: number, from: number, to: number) => Rows): RowsByKind => {
    const rows = {} as Record<EdgeKind, Rows>
    for (const kind of KINDS) {
      const { code } = EDGE_KINDS[kind]
      const from = kindStarts[code]!
      const to = kindStarts[code + 1]!
      const get = from === to ? empty : once(() => make(code, from, to))
      Object.defineProperty(rows, kind, { get, enumerable: true })
    }
    return rows
  }
  return { out: byKind(out), in: byKind(into) }
}

const once = <A>(make: () => A): () => A => {
  let value: A | undefined
  return () => value ??= make()
}
