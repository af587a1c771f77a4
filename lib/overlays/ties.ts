// How strongly two nodes are tied by an edge, as data: by its kind and by how sure it is. Kernels see weights alone.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { EDGE_KINDS, type EdgeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type * as Csr from "./kernels/csr.ts"

/** Weights of kinds, in hundredths: whole numbers add up to the same in every order. */
export type Weights = Readonly<Partial<Record<EdgeKind, number>>>

/** Nodes that take part, numbered from 0 in the order of the graph, and the edges between them. */
export interface Ties extends Csr.WeightedEdges {
  /** Part → node. */
  readonly nodes: Uint32Array
  /** Node → part, or NONE. */
  readonly partOf: Uint32Array
}

/** Is it the product's own code: a symbol or file of the repository that is no test? */
export const productMask = (graph: Graph): Uint8Array => {
  const tests = Node.testMask(graph)
  const mask = new Uint8Array(graph.nodes.rows)
  for (let node = 0; node < mask.length; node++) {
    mask[node] = tests[node] === 0 && graph.nodes.file[node] !== NONE ? 1 : 0
  }
  return mask
}

/**
 * The ties between the nodes that `mask` has, loops left out, each from who depends to what it depends on. A weight is that of
 * the kind times the confidence in percent. O(nodes + edges).
 */
export const between = (graph: Graph, mask: Uint8Array, weights: Weights): Ties => {
  const partOf = new Uint32Array(graph.nodes.rows).fill(NONE)
  let parts = 0
  for (let node = 0; node < mask.length; node++) if (mask[node] === 1) partOf[node] = parts++
  const nodes = new Uint32Array(parts)
  for (let node: NodeId = 0; node < mask.length; node++) if (mask[node] === 1) nodes[partOf[node]!] = node
  const byCode = new Float64Array(256)
  for (const kind in weights) byCode[EDGE_KINDS[kind as EdgeKind].code] = weights[kind as EdgeKind]!
  const { rows, kind, source, target, confidence } = graph.edges
  const isTie = (edge: number) =>
    byCode[kind[edge]!]! > 0 && source[edge] !== target[edge] && mask[source[edge]!] === 1 && mask[target[edge]!] === 1
  let count = 0
  for (let edge = 0; edge < rows; edge++) if (isTie(edge)) count++
  const ties = {
    nodes,
    partOf,
    nodeCount: parts,
    sources: new Uint32Array(count),
    targets: new Uint32Array(count),
    weights: new Float64Array(count),
  }
  let at = 0
  for (let edge = 0; edge < rows; edge++) {
    if (!isTie(edge)) continue
    const isBack = Node.siteHolder(graph, edge) === target[edge]
    ties.sources[at] = partOf[(isBack ? target : source)[edge]!]!
    ties.targets[at] = partOf[(isBack ? source : target)[edge]!]!
    ties.weights[at++] = byCode[kind[edge]!]! * confidence[edge]!
  }
  return ties
}
