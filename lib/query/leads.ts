// Ways on that are no calls: from a variable to the function or class that it holds, which is what a call of the variable
// runs; from a class of which an instance is made to its constructor and to its base, which the instance is made of too.

import type { EdgeId, Graph, NodeId, Rows } from "../graph/graph.ts"
import { CLASSES, NODE_KINDS, REASONS } from "../graph/kinds.ts"
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
    leads = { out: rowsOf(graph, "out"), in: rowsOf(graph, "in") }
    known.set(graph, leads)
  }
  return leads
}

const HELD = new Set<number>([NODE_KINDS.Function.code, NODE_KINDS.Method.code, ...CLASSES])

type Test = (from: NodeId, to: NodeId, edge: EdgeId) => boolean

const rowsOf = (graph: Graph, direction: "out" | "in"): Rows => {
  const nodeCount = graph.nodes.rows
  const { kind } = graph.nodes
  const { reason } = graph.edges
  // A variable that is only of the type of another holds nothing of it.
  const isHeld: Test = (holder, held, edge) =>
    Family.isHolder(graph, holder) && (HELD.has(kind[held]!) || Family.isHolder(graph, held)) &&
    reason[edge] !== REASONS.declared.code
  const isBase: Test = (heir, base) => Family.isClass(graph, heir) && Family.isClass(graph, base)
  const isConstructor: Test = (_, member) => Family.isConstructor(graph, member)
  const offsets = new Uint32Array(nodeCount + 1)
  const targets: Array<NodeId> = []
  const edges: Array<EdgeId> = []
  const take = (rows: Rows, node: NodeId, leads: Test) => {
    for (let i = rows.offsets[node]!; i < rows.offsets[node + 1]!; i++) {
      const other = rows.targets[i]!
      const edge = rows.edges[i]!
      if (!(direction === "out" ? leads(node, other, edge) : leads(other, node, edge))) continue
      targets.push(other)
      edges.push(edge)
    }
  }
  for (let node = 0; node < nodeCount; node++) {
    take(graph[direction].USES, node, isHeld)
    take(graph[direction].EXTENDS, node, isBase)
    take(graph[direction].HAS_METHOD, node, isConstructor)
    offsets[node + 1] = targets.length
  }
  return { offsets, targets: Uint32Array.from(targets), edges: Uint32Array.from(edges) }
}
