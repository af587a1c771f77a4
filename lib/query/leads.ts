// Ways on that are no calls: from a variable to the function or class that it holds, which is what a call of the variable
// runs; from a class without a constructor to its base, whose constructor a new instance runs.

import type { EdgeId, Graph, NodeId, Rows } from "../graph/graph.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import * as Family from "./family.ts"

export interface Leads {
  readonly out: Rows
  readonly in: Rows
}

const known = new WeakMap<Graph, Leads>()

/** These ways in both directions. O(nodes + uses) for the first call for a graph. */
export const leadsOf = (graph: Graph): Leads => {
  let leads = known.get(graph)
  if (leads === undefined) {
    const bare = classesWithoutConstructor(graph)
    leads = { out: rowsOf(graph, "out", bare), in: rowsOf(graph, "in", bare) }
    known.set(graph, leads)
  }
  return leads
}

const HOLDERS = new Set<number>([NODE_KINDS.Variable.code, NODE_KINDS.Const.code, NODE_KINDS.Property.code])
const HELD = new Set<number>([...HOLDERS, NODE_KINDS.Function.code, NODE_KINDS.Method.code, NODE_KINDS.Class.code])

const classesWithoutConstructor = (graph: Graph): ReadonlySet<NodeId> => {
  const bare = new Set<NodeId>()
  const { offsets } = graph.out.EXTENDS
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (offsets[node] === offsets[node + 1] || !Family.isClass(graph, node)) continue
    if (Family.constructorsOf(graph, node).length === 0) bare.add(node)
  }
  return bare
}

const rowsOf = (graph: Graph, direction: "out" | "in", bare: ReadonlySet<NodeId>): Rows => {
  const nodeCount = graph.nodes.rows
  const { kind } = graph.nodes
  const isHolding = (holder: NodeId, held: NodeId) => HOLDERS.has(kind[holder]!) && HELD.has(kind[held]!)
  const leads = (edges: Rows, node: NodeId, i: number, holds: (from: NodeId, to: NodeId) => boolean): boolean =>
    direction === "out" ? holds(node, edges.targets[i]!) : holds(edges.targets[i]!, node)
  const offsets = new Uint32Array(nodeCount + 1)
  const targets: Array<NodeId> = []
  const edges: Array<EdgeId> = []
  const take = (rows: Rows, node: NodeId, holds: (from: NodeId, to: NodeId) => boolean) => {
    for (let i = rows.offsets[node]!; i < rows.offsets[node + 1]!; i++) {
      if (!leads(rows, node, i, holds)) continue
      targets.push(rows.targets[i]!)
      edges.push(rows.edges[i]!)
    }
  }
  for (let node = 0; node < nodeCount; node++) {
    take(graph[direction].USES, node, isHolding)
    take(graph[direction].EXTENDS, node, (heir) => bare.has(heir))
    offsets[node + 1] = targets.length
  }
  return { offsets, targets: Uint32Array.from(targets), edges: Uint32Array.from(edges) }
}
