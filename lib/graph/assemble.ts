// Columns put together as a graph: the one place where a `Graph` value is made, whether its columns were just frozen or
// are views over a snapshot's bytes. O(1) but for the sixteen kinds.

import type * as Columns from "./columns.ts"
import type { EDGES, Graph, NodeId, NODES, REGISTERED, REGISTRATIONS, Strings, UNRESOLVED } from "./graph.ts"
import * as Rows from "./rows.ts"
import type { Packed } from "./strings.ts"

/** The columns of a graph. */
export interface Parts {
  readonly nodes: Columns.Table<typeof NODES>
  readonly edges: Columns.Table<typeof EDGES>
  readonly unresolved: Columns.Table<typeof UNRESOLVED>
  readonly registrations: Columns.Table<typeof REGISTRATIONS>
  readonly registered: Columns.Table<typeof REGISTERED>
  readonly strings: Strings
  /** What the strings are decoded from, where they are. */
  readonly packed?: Packed
  readonly adjacency: Rows.Adjacency
  readonly byName: Uint32Array
  /** File nodes, in order. */
  readonly files: Uint32Array
  /** Line starts of all files, one behind the other. */
  readonly lines: Uint32Array
  /** Where each file's line starts begin in `lines`: one entry more than files. */
  readonly lineOffsets: Uint32Array
}

const NO_LINES = new Uint32Array(0)

const known = new WeakMap<Graph, Parts>()

/** The columns that a graph was made of. */
export const partsOf = (graph: Graph): Parts => known.get(graph)!

/** The graph over its columns. */
export const assemble = (parts: Parts): Graph => {
  const { files, lines, lineOffsets } = parts
  const rows = Rows.rowsOf(parts.adjacency)
  const graph: Graph = {
    nodes: parts.nodes,
    edges: parts.edges,
    unresolved: parts.unresolved,
    registrations: parts.registrations,
    registered: parts.registered,
    strings: parts.strings,
    out: rows.out,
    in: rows.in,
    byName: parts.byName,
    files,
    lineStarts: (file) => {
      const index = indexOf(files, file)
      return index === -1 ? NO_LINES : lines.subarray(lineOffsets[index]!, lineOffsets[index + 1]!)
    },
  }
  known.set(graph, parts)
  return graph
}

const indexOf = (sorted: Uint32Array, node: NodeId): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < node) low = middle + 1
    else high = middle
  }
  return sorted[low] === node ? low : -1
}
