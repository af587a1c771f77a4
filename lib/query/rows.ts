// Nodes and edges of a graph as rows of an answer: plain data in the user's terms, no number of a node in it.

import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId } from "../graph/graph.ts"
import { type NodeKind, type Reason, REASON_BY_CODE } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"

/** A definition or file. */
export interface SymbolRow {
  readonly uid: string
  readonly name: string
  readonly kind: NodeKind
  /** Path in the repository; absent for what no file holds. */
  readonly file?: string
  /** 1-based line of the name. */
  readonly line?: number
}

/** A symbol reached over an edge. */
export interface EdgeRow extends SymbolRow {
  /** 0–1. */
  readonly confidence: number
  readonly reason: Reason
  /** 1-based line of the first call or reference, in the file of the edge's source. */
  readonly site?: number
  /** How many places say so, where more than one. */
  readonly sites?: number
  /** Uid of the member or class in whose place the edge was followed. */
  readonly through?: string
}

/** A node and the edge by which an answer came to it, as numbers: a list of thousands costs little until it is shown. */
export interface Link {
  readonly node: NodeId
  readonly edge: EdgeId
  /** The node that stood at the other end of the edge in place of the one asked for, or NONE. */
  readonly through: NodeId
  /** Percent: the least of the edges followed. */
  readonly confidence: number
}

/** The row of a node. O(depth + log lines). */
export const symbolRow = (graph: Graph, node: NodeId): SymbolRow => {
  const held = Node.fileOf(graph, node) !== NONE
  return {
    uid: Uid.uidOf(graph, node),
    name: Node.nameOf(graph, node),
    kind: Node.kindOf(graph, node),
    ...(held ? { file: Node.pathOf(graph, node), line: Node.lineOf(graph, node) } : {}),
  }
}

/** The row of a link. */
export const edgeRow = (graph: Graph, link: Link): EdgeRow => {
  const { reason, sites } = graph.edges
  const { edge, through } = link
  const site = Node.siteLineOf(graph, edge)
  return {
    ...symbolRow(graph, link.node),
    confidence: link.confidence / 100,
    reason: REASON_BY_CODE[reason[edge]!] ?? "structure",
    ...(site === undefined ? {} : { site }),
    ...(1 < sites[edge]! ? { sites: sites[edge]! } : {}),
    ...(through === NONE ? {} : { through: Uid.uidOf(graph, through) }),
  }
}

/** Links in the order of worth: surest first, then by place in the repository. O(links · log links). */
export const byWorth = (links: ReadonlyArray<Link>): ReadonlyArray<Link> => {
  // Doubles are sorted many times faster than objects: confidence, node and place make one number below 2⁵³.
  const keys = new Float64Array(links.length)
  for (let i = 0; i < links.length; i++) {
    const { node, confidence } = links[i]!
    if (node >= NODE_LIMIT || i >= PLACE_LIMIT) return [...links].sort(compare)
    keys[i] = ((100 - confidence) * NODE_LIMIT + node) * PLACE_LIMIT + i
  }
  keys.sort()
  return Array.from(keys, (key) => links[key % PLACE_LIMIT]!)
}

/** The same with tests behind all else. */
export const productionFirst = (graph: Graph, links: ReadonlyArray<Link>): ReadonlyArray<Link> => {
  const sorted = byWorth(links)
  const isTest = sorted.map(({ node }) => Node.isTest(graph, node))
  if (!isTest.includes(true)) return sorted
  return [...sorted.filter((_, i) => !isTest[i]), ...sorted.filter((_, i) => isTest[i])]
}

const NODE_LIMIT = 2 ** 24
const PLACE_LIMIT = 2 ** 22

const compare = (a: Link, b: Link): number => b.confidence - a.confidence || a.node - b.node
