// A node with what stands around it, as a small graph of its own: the nodes by the part that each plays, the edges
// between them as the graph has them. No edge is made up: who calls a member through an interface is there with the call
// of the interface's member and with that member's dispatch.
//
// Every edge belongs to the later of its two ends, so a page of nodes brings just the edges that are not yet told, and
// all pages together tell each edge once.

import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId, Rows } from "../graph/graph.ts"
import { type EdgeKind, HOLDING_EDGES, REFERENCE_EDGES } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Caveat, caveat, type Code, on, type Side } from "./caveats.ts"
import { bothSidesOf, type Completeness, completenessOf, unresolvedIn, type Unseen } from "./completeness.ts"
import * as Family from "./family.ts"
import * as Openness from "./openness.ts"
import { outsideOf } from "./outside.ts"

/** What a node is to the root, in the order in which answers list them. */
export const ROLES = [
  "containing",
  "decorators",
  "bases",
  "heirs",
  "definitions",
  "methods",
  "members",
  "callers",
  /** What a caller is called by, in whose place it runs: a member of a base, the class that it makes. */
  "through",
  "callees",
  "references",
  "users",
  "used",
  "imports",
  "importers",
] as const

export type Role = (typeof ROLES)[number]

/** A node of the bundle. */
export interface Placed {
  readonly node: NodeId
  readonly role: Role
  /** Edges between the root and it. */
  readonly distance: number
  /** Edges between it and the root or nodes before it. */
  readonly edges: ReadonlyArray<EdgeId>
}

export interface Bundle {
  readonly root: NodeId
  /** By role; in each nearest and surest first, tests behind all else of their distance. */
  readonly parts: ReadonlyArray<{ readonly role: Role; readonly nodes: ReadonlyArray<Placed> }>
  /** Edges from the root to itself: it calls itself. */
  readonly own: ReadonlyArray<EdgeId>
  /** Nodes besides the root, and edges. */
  readonly nodes: number
  readonly edges: number
  readonly completeness: Completeness
  /** What is to be known of it besides. */
  readonly notes: ReadonlyArray<Caveat>
}

/** Longer chains of bases, heirs and interfaces are not followed. */
const LONGEST_CHAIN = 32

const RUNS: ReadonlyArray<EdgeKind> = ["CALLS", "INSTANTIATES"]
const HERITAGE: ReadonlyArray<EdgeKind> = ["EXTENDS", "IMPLEMENTS", "OVERRIDES"]

/** What is told by roles of their own. */
const APART: ReadonlySet<EdgeKind> = new Set([...HERITAGE, "DECORATES"])

const KINDS = REFERENCE_EDGES.filter((kind) => !APART.has(kind))

/** A function or method: what holds and decorates it, who calls it, what it calls, up to `depth` calls away. */
export const ofFunction = (graph: Graph, root: NodeId, depth: number, unseen: Unseen | undefined): Bundle => {
  const builder = new Builder(graph, root)
  builder.takeAround()
  const callers = takeCallers(graph, builder, depth)
  const callees = takeCallees(graph, builder, depth)
  const further = (
    nodes: ReadonlyArray<NodeId>,
    isOpen: (node: NodeId) => boolean,
    side: Side,
    code: Code,
    words: string,
  ) => {
    const open = nodes.filter((node) => Node.isSymbol(graph, node) && isOpen(node)).length
    return open === 0 ? [] : [on(side, caveat(code, `${open} of the ${words}`))]
  }
  const isOpen = (node: NodeId) => Openness.isOpen(graph, node)
  const hasUnresolved = (node: NodeId) => unresolvedIn(graph, node).length > 0
  const reasons = [
    ...further(callers, isOpen, "incoming", "open_further", "callers followed may be called by more than is known"),
    ...further(
      callees,
      hasUnresolved,
      "outgoing",
      "unresolved_further",
      "callees followed make references bound to nothing",
    ),
  ]
  return builder.finish(withReasons(bothSidesOf(graph, root, unseen), reasons))
}

/** A class, interface or enum: its bases and heirs at any distance, its methods, and who refers to it. */
export const ofClass = (graph: Graph, root: NodeId, unseen: Unseen | undefined): Bundle => {
  const builder = new Builder(graph, root)
  builder.takeAround()
  builder.takeHeritage()
  for (const [edge, node] of links(graph.out.HAS_METHOD, root)) builder.add("methods", node, 1, edge)
  const made = Family.constructorsOf(graph, root)
  for (const target of [root, ...made]) {
    for (const kind of KINDS) {
      for (const [edge, node] of links(graph.in[kind], target)) builder.add("references", node, 1, edge)
    }
  }
  return builder.finish(completenessOf(graph, { usesOf: [root, ...made], usesIn: [], unseen }))
}

/** A file: what it defines, what it imports, who imports it. */
export const ofFile = (graph: Graph, root: NodeId, unseen: Unseen | undefined): Bundle => {
  const builder = new Builder(graph, root)
  const end = Node.endOfFile(graph, root)
  for (let node = root + 1; node < end; node++) {
    for (const kind of HOLDING_EDGES) {
      for (const [edge] of links(graph.in[kind], node)) builder.add("definitions", node, 1, edge)
    }
  }
  for (const [edge, node] of links(graph.out.IMPORTS, root)) builder.add("imports", node, 1, edge)
  for (const [edge, node] of links(graph.in.IMPORTS, root)) builder.add("importers", node, 1, edge)
  return builder.finish(completenessOf(graph, { usesOf: [root], usesIn: [], unseen }))
}

/** Anything: what holds and decorates it, its bases and heirs, its members, all that uses it and all that it uses. */
export const ofAnything = (graph: Graph, root: NodeId, unseen: Unseen | undefined): Bundle => {
  const builder = new Builder(graph, root)
  builder.takeAround()
  builder.takeHeritage()
  for (const kind of HOLDING_EDGES) {
    for (const [edge, node] of links(graph.out[kind], root)) builder.add("members", node, 1, edge)
  }
  const twins = Family.isConstructor(graph, root)
    ? Family.classesMadeBy(graph, root)
    : Family.isClass(graph, root)
    ? Family.constructorsOf(graph, root)
    : []
  for (const kind of KINDS) for (const [edge, node] of links(graph.in[kind], root)) builder.add("users", node, 1, edge)
  for (const twin of twins) {
    builder.join("members", twin, root, 1)
    for (const kind of RUNS) for (const [edge, node] of links(graph.in[kind], twin)) builder.add("users", node, 1, edge)
  }
  for (const kind of KINDS) for (const [edge, node] of links(graph.out[kind], root)) builder.add("used", node, 1, edge)
  return builder.finish(bothSidesOf(graph, root, unseen))
}

const withReasons = (completeness: Completeness, more: ReadonlyArray<Caveat>): Completeness =>
  more.length === 0
    ? completeness
    : { ...completeness, status: "lower_bound", reasons: [...completeness.reasons, ...more] }

/** Adds a node that an edge leads to; false where it was there already. */
type Take = (node: NodeId, edge: EdgeId) => boolean

/** What is reached level by level from the root. Gives those that were themselves gone on from. */
const byLevel = (
  builder: Builder,
  role: Role,
  depth: number,
  reach: (node: NodeId, distance: number, take: Take) => void,
): ReadonlyArray<NodeId> => {
  const followed: Array<NodeId> = []
  const seen = new Set([builder.root])
  let level = [builder.root]
  for (let distance = 1; distance <= depth && level.length > 0; distance++) {
    const next: Array<NodeId> = []
    const take: Take = (node, edge) => {
      if (!builder.add(role, node, distance, edge) || seen.has(node)) return false
      seen.add(node)
      next.push(node)
      return true
    }
    for (const node of level) {
      if (distance > 1) followed.push(node)
      reach(node, distance, take)
    }
    level = next
  }
  return followed
}

const takeCallers = (graph: Graph, builder: Builder, depth: number): ReadonlyArray<NodeId> =>
  byLevel(builder, "callers", depth, (node, distance, take) => {
    for (const called of standIns(graph, builder, node, distance)) {
      for (const kind of runsOf(graph, called)) {
        for (const [edge, caller] of links(graph.in[kind], called)) take(caller, edge)
      }
      for (const [edge, caller] of links(graph.in.DISPATCHES, called)) {
        if (Family.isOwnCall(graph, edge)) take(caller, edge)
      }
    }
  })

/**
 * Kinds of edge by which a definition is run. What a constant or field holds is called by who reads it: where that is
 * made by other code, such as a wrapper, no call of it can be told from a look at it.
 */
const runsOf = (graph: Graph, node: NodeId): ReadonlyArray<EdgeKind> => Family.isHolder(graph, node) ? RUNS_HELD : RUNS

const RUNS_HELD: ReadonlyArray<EdgeKind> = [...RUNS, "READS"]

/** The node, and all by whose name it may be called: members that it runs in place of, the class that it makes. */
const standIns = (graph: Graph, builder: Builder, node: NodeId, distance: number): ReadonlyArray<NodeId> => {
  const all = [node]
  for (let i = 0; i < all.length && i < LONGEST_CHAIN; i++) {
    for (const [edge, base] of links(graph.in.DISPATCHES, all[i]!)) {
      if (Family.isOwnCall(graph, edge)) continue
      builder.add(distance === 1 ? "bases" : "through", base, distance, edge)
      if (!all.includes(base)) all.push(base)
    }
  }
  for (const made of Family.classesMadeBy(graph, node)) {
    builder.join(distance === 1 ? "containing" : "through", made, node, distance)
    if (!all.includes(made)) all.push(made)
  }
  return all
}

const takeCallees = (graph: Graph, builder: Builder, depth: number): ReadonlyArray<NodeId> =>
  byLevel(builder, "callees", depth, (node, distance, take) => {
    const pending: Array<readonly [EdgeId, NodeId]> = []
    const ask = (rows: Rows, from: NodeId) => {
      for (const link of links(rows, from)) pending.push(link)
    }
    const askDispatched = (from: NodeId, own: boolean) => {
      for (const link of links(graph.out.DISPATCHES, from)) {
        if (Family.isOwnCall(graph, link[0]) === own) pending.push(link)
      }
    }
    for (const kind of RUNS) ask(graph.out[kind], node)
    askDispatched(node, true)
    if (distance === 1) askDispatched(node, false)
    if (Family.isClass(graph, node)) {
      for (const link of links(graph.out.HAS_METHOD, node)) if (Family.isConstructor(graph, link[1])) pending.push(link)
    }
    // What is named may run another in its place, which is as near.
    for (const [edge, callee] of pending) if (take(callee, edge)) askDispatched(callee, false)
  })

function* links({ offsets, targets, edges }: Rows, node: NodeId): Iterable<readonly [EdgeId, NodeId]> {
  for (let i = offsets[node]!; i < offsets[node + 1]!; i++) yield [edges[i]!, targets[i]!]
}

/** Collects nodes and edges; each node plays the first part that it is given. */
class Builder {
  readonly root: NodeId
  readonly #graph: Graph
  readonly #nodes = new Map<NodeId, { readonly role: Role; readonly distance: number; readonly sure: number }>()
  readonly #edges = new Set<EdgeId>()

  constructor(graph: Graph, root: NodeId) {
    this.#graph = graph
    this.root = root
  }

  /** Takes an edge and the node at its other end; false where that lies outside of the repository. */
  add(role: Role, node: NodeId, distance: number, edge: EdgeId): boolean {
    if (Node.isExternal(this.#graph, node)) return false
    this.#edges.add(edge)
    if (node !== this.root && !this.#nodes.has(node)) {
      this.#nodes.set(node, { role, distance, sure: this.#graph.edges.confidence[edge]! })
    }
    return true
  }

  /** Takes what another node is held by, or holds, by the edge between the two where there is one. */
  join(role: Role, node: NodeId, to: NodeId, distance: number): void {
    for (const rows of HOLDING_EDGES.flatMap((kind) => [this.#graph.in[kind], this.#graph.out[kind]])) {
      for (const [edge, other] of links(rows, to)) if (other === node) this.add(role, node, distance, edge)
    }
    // A class that a base's constructor makes is not joined to it by an edge.
    if (node !== this.root && !this.#nodes.has(node)) this.#nodes.set(node, { role, distance, sure: 100 })
  }

  /** The definition that holds the root, and decorators. */
  takeAround(): void {
    const parent = this.#graph.nodes.parent[this.root]!
    if (parent !== NONE && Node.isSymbol(this.#graph, parent)) this.join("containing", parent, this.root, 1)
    for (const [edge, node] of links(this.#graph.in.DECORATES, this.root)) this.add("decorators", node, 1, edge)
  }

  /** Bases and heirs at any distance: of a type, or of a member that replaces others. */
  takeHeritage(): void {
    const sides = [
      { role: "bases", rows: HERITAGE.map((kind) => this.#graph.out[kind]) },
      { role: "heirs", rows: HERITAGE.map((kind) => this.#graph.in[kind]) },
    ] as const
    for (const { role, rows } of sides) {
      byLevel(this, role, LONGEST_CHAIN, (from, _distance, take) => {
        for (const row of rows) for (const [edge, node] of links(row, from)) take(node, edge)
      })
    }
  }

  finish(completeness: Completeness): Bundle {
    const graph = this.#graph
    const { source, target } = graph.edges
    const isTest = (node: NodeId) => Node.isTest(graph, node) ? 1 : 0
    const parts = ROLES.map((role) => ({
      role,
      nodes: [...this.#nodes].filter(([, it]) => it.role === role).sort(([a, x], [b, y]) =>
        x.distance - y.distance || isTest(a) - isTest(b) || y.sure - x.sure || a - b
      ).map(([node, { distance }]) => ({ node, role, distance, edges: [] as Array<EdgeId> })),
    })).filter(({ nodes }) => nodes.length > 0)
    const placed = new Map(parts.flatMap(({ nodes }) => nodes).map((it, place) => [it.node, { ...it, place }]))
    const order = (node: NodeId) => placed.get(node)?.place ?? -1
    const own: Array<EdgeId> = []
    for (const edge of [...this.#edges].sort((a, b) => a - b)) {
      const from = source[edge]!
      const to = target[edge]!
      const owner = placed.get(order(from) < order(to) ? to : from)
      ;(owner?.edges ?? own).push(edge)
    }
    const outside = outsideOf(graph, this.root)
    return {
      root: this.root,
      parts,
      own,
      nodes: placed.size,
      edges: this.#edges.size,
      completeness,
      notes: outside === undefined ? [] : [outside],
    }
  }
}

/** The distance of its most distant node, at least 1. */
export const depthOf = ({ parts }: Bundle): number =>
  parts.reduce((most, { nodes }) => Math.max(most, nodes.at(-1)?.distance ?? 1), 1)
