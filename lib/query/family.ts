// Definitions that stand in for one another. A call names one and runs another: the interface member for its
// implementation, the class for its constructor, a subclass without constructor for that of its base. Whoever asks who
// uses a definition has to ask the same of those that stand in for it.

import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId, Rows } from "../graph/graph.ts"
import { BY_VALUE, CLASSES, type EdgeKind, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"

const CONSTRUCTOR = NODE_KINDS.Constructor.code

/** Kinds of edge by which an instance is made: each may name the class or its constructor. */
export const MAKING: ReadonlyArray<EdgeKind> = ["CALLS", "INSTANTIATES"]

export const isMaking = (kind: EdgeKind): boolean => MAKING.includes(kind)

/** Deeper chains of subclasses and interfaces are not followed. */
const DEEPEST = 32

/** The definition and all that it holds, at any depth: who changes a class may change any of its members. */
export const withMembers = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> => {
  const all = [node]
  for (let i = 0; i < all.length; i++) {
    for (const child of Node.children(graph, all[i]!)) all.push(child)
  }
  return all
}

/** Constructors that a class declares itself. */
export const constructorsOf = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> =>
  Array.from(Node.children(graph, node)).filter((child) => graph.nodes.kind[child] === CONSTRUCTOR)

/** Constructors that making an instance of a class runs first: its own, else those of its nearest base that has any. */
export const constructorsRun = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> => {
  const own = constructorsOf(graph, node)
  if (own.length > 0) return own
  const seen = new Set([node])
  let level = [node]
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const bases = level.flatMap((it) => neighbours(graph.out.EXTENDS, it)).filter((it) => !seen.has(it))
    for (const base of bases) seen.add(base)
    const found = bases.flatMap((base) => constructorsOf(graph, base))
    if (found.length > 0) return found
    level = bases
  }
  return []
}

/** Classes of which a new instance runs the constructor: its owner, and subclasses that have none of their own. */
export const classesMadeBy = (graph: Graph, constructor: NodeId): ReadonlyArray<NodeId> => {
  if (graph.nodes.kind[constructor] !== CONSTRUCTOR) return []
  const owner = graph.nodes.parent[constructor]!
  if (owner >= graph.nodes.rows) return []
  const made = [owner]
  const seen = new Set(made)
  for (let i = 0; i < made.length && i < 10_000; i++) {
    for (const heir of neighbours(graph.in.EXTENDS, made[i]!)) {
      if (seen.has(heir) || !CLASSES.has(graph.nodes.kind[heir]!) || constructorsOf(graph, heir).length > 0) continue
      seen.add(heir)
      made.push(heir)
    }
  }
  return made
}

export const isConstructor = (graph: Graph, node: NodeId): boolean => graph.nodes.kind[node] === CONSTRUCTOR

export const isClass = (graph: Graph, node: NodeId): boolean => CLASSES.has(graph.nodes.kind[node]!)

const HOLDERS = new Set<number>([NODE_KINDS.Const.code, NODE_KINDS.Variable.code, NODE_KINDS.Property.code])

/** Does the definition hold a value, which may be a function? */
export const isHolder = (graph: Graph, node: NodeId): boolean => HOLDERS.has(graph.nodes.kind[node]!)

/** The other ends of a node's edges. */
export const neighbours = ({ offsets, targets }: Rows, node: NodeId): Array<NodeId> =>
  Array.from(targets.subarray(offsets[node]!, offsets[node + 1]!))

/**
 * Is a DISPATCHES edge a call that its source makes, of what may be one of several? Else it tells that its target runs in
 * place of its source, which no call stands for.
 */
export const isOwnCall = ({ edges }: Graph, edge: EdgeId): boolean =>
  edges.site[edge] !== NONE || BY_VALUE.has(edges.reason[edge]!)
