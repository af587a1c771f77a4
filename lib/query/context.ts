// A definition and all that touches it directly: who uses it, what it uses, relation by relation, with true totals. Links
// are numbers until a page of them is shown; `edgeRow` of rows.ts makes a row of one.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId, Rows } from "../graph/graph.ts"
import { EDGE_KINDS, type EdgeKind, HOLDING_EDGES, REFERENCE_EDGES } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Caveat, on } from "./caveats.ts"
import { bothSidesOf, type Completeness, completenessOf, type TwoSided, type Unseen } from "./completeness.ts"
import * as Family from "./family.ts"
import { type Impact, impact } from "./impact.ts"
import { outsideOf } from "./outside.ts"
import { byWorth, type Link, productionFirst } from "./rows.ts"

/** Relations as answers name them: the kinds of edge in lower case, and calls that arrive through a base or interface. */
export type Relation = Lowercase<EdgeKind> | "calls_through"

export interface ContextOptions {
  /** Kinds of edge to show; undefined: all. `CALLS` brings `calls_through` with it. */
  readonly relationTypes: ReadonlyArray<EdgeKind> | undefined
  readonly includeExternal: boolean
  /** Least confidence of an edge, 0–1. */
  readonly minConfidence: number
  readonly unseen: Unseen | undefined
}

const DEFAULTS: ContextOptions = {
  relationTypes: undefined,
  includeExternal: false,
  minConfidence: 0,
  unseen: undefined,
}

export interface Group {
  readonly relation: Relation
  /** All of them, surest first; of those who use it production code before tests. */
  readonly links: ReadonlyArray<Link>
}

export interface Context {
  readonly node: NodeId
  /** The definition, file or folder that holds it, or NONE. */
  readonly owner: NodeId
  /** Groups that hold anything, in the order of the kinds' table. */
  readonly incoming: ReadonlyArray<Group>
  readonly outgoing: ReadonlyArray<Group>
  /** Links to what lies outside of the repository that were left out. */
  readonly externals: number
  readonly completeness: TwoSided
  /** What is to be known of it besides. */
  readonly notes: ReadonlyArray<Caveat>
}

/** What the source itself says: layers that are derived from it have sections of their own. */
const KINDS: ReadonlyArray<EdgeKind> = [...HOLDING_EDGES, ...REFERENCE_EDGES]

/** Whoever holds a definition is its owner, not one who uses it. */
const HOLDS: ReadonlySet<EdgeKind> = new Set(HOLDING_EDGES)

const relationOf = (kind: EdgeKind): Relation => kind.toLowerCase() as Lowercase<EdgeKind>

/** The context of a node. O(its edges and those of what stands in for it). */
export const context = (graph: Graph, node: NodeId, given: Partial<ContextOptions> = {}): Context => {
  const options = { ...DEFAULTS, ...given }
  const gather = new Gather(graph, options)
  const shows = (kind: EdgeKind) => options.relationTypes?.includes(kind) ?? true
  const incoming: Array<Group> = []
  const outgoing: Array<Group> = []
  const twins = twinsOf(graph, node)
  for (const kind of KINDS) {
    if (!shows(kind)) continue
    const own = HOLDS.has(kind) ? [] : gather.from(graph.in[kind], node, NONE)
    if (Family.isMaking(kind)) {
      for (const twin of twins) gather.add(own, graph.in[kind], twin, twin, madeAlready(graph, kind, node, twin))
    }
    push(incoming, relationOf(kind), productionFirst(graph, own))
    if (kind === "CALLS") push(incoming, "calls_through", productionFirst(graph, callsThrough(graph, gather, node)))
    push(outgoing, relationOf(kind), byWorth(gather.from(graph.out[kind], node, NONE)))
  }
  const outside = outsideOf(graph, node)
  return {
    node,
    owner: graph.nodes.parent[node]!,
    incoming,
    outgoing,
    externals: gather.externals.size,
    completeness: bothSidesOf(graph, node, options.unseen),
    notes: outside === undefined ? [] : [outside],
  }
}

const push = (groups: Array<Group>, relation: Relation, links: ReadonlyArray<Link>): void => {
  if (links.length > 0) groups.push({ relation, links })
}

/** The class of a constructor, the constructors of a class: whoever makes an instance uses both. */
const twinsOf = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> => {
  if (Family.isConstructor(graph, node)) return Family.classesMadeBy(graph, node)
  return Family.isClass(graph, node) ? Family.constructorsOf(graph, node) : []
}

/** Those who make an instance by an edge that is shown already, so that one `new` is not shown as two uses. */
const madeAlready = (graph: Graph, kind: EdgeKind, node: NodeId, twin: NodeId): ReadonlySet<NodeId> => {
  const seen = new Set<NodeId>()
  for (const made of Family.MAKING) {
    for (const source of Family.neighbours(graph.in[made], node)) seen.add(source)
    // The twin's own edges are read in the order of the kinds: those before this one are shown.
    if (EDGE_KINDS[made].code < EDGE_KINDS[kind].code) {
      for (const source of Family.neighbours(graph.in[made], twin)) seen.add(source)
    }
  }
  return seen
}

/** Calls of members that may run this one in their place. */
const callsThrough = (graph: Graph, gather: Gather, node: NodeId): Array<Link> => {
  const found: Array<Link> = []
  const seen = new Set<NodeId>([node])
  const shown = new Set<NodeId>()
  const queue: Array<{ readonly member: NodeId; readonly confidence: number }> = [{ member: node, confidence: 100 }]
  for (let i = 0; i < queue.length && i < 1000; i++) {
    const { member, confidence } = queue[i]!
    for (const { node: base, confidence: sure, edge } of gather.from(graph.in.DISPATCHES, member, NONE)) {
      // Who calls a function that was handed to it is no member in whose place that one runs.
      if (seen.has(base) || Family.isOwnCall(graph, edge)) continue
      seen.add(base)
      const most = Math.min(confidence, sure)
      queue.push({ member: base, confidence: most })
      for (const link of gather.from(graph.in.CALLS, base, base)) {
        if (shown.has(link.node)) continue
        shown.add(link.node)
        found.push({ ...link, confidence: Math.min(most, link.confidence) })
      }
    }
  }
  return found
}

const DEPENDS_ON = EDGE_KINDS.DEPENDS_ON.code

/** Takes links off rows, and counts what is left out. */
class Gather {
  readonly externals = new Set<NodeId>()
  readonly #graph: Graph
  readonly #options: ContextOptions
  readonly #least: number

  constructor(graph: Graph, options: ContextOptions) {
    this.#graph = graph
    this.#options = options
    this.#least = Math.round(options.minConfidence * 100)
  }

  from(rows: Rows, node: NodeId, through: NodeId): Array<Link> {
    const links: Array<Link> = []
    this.add(links, rows, node, through, new Set())
    return links
  }

  add(into: Array<Link>, rows: Rows, node: NodeId, through: NodeId, without: ReadonlySet<NodeId>): void {
    const { confidence } = this.#graph.edges
    for (let i = rows.offsets[node]!; i < rows.offsets[node + 1]!; i++) {
      const other = rows.targets[i]!
      const edge = rows.edges[i]!
      if (confidence[edge]! < this.#least || without.has(other)) continue
      // What a package asks for lies outside as a rule: that is what is asked.
      const isAsked = this.#graph.edges.kind[edge] === DEPENDS_ON
      if (!isAsked && !this.#options.includeExternal && Node.isExternal(this.#graph, other)) {
        this.externals.add(other)
        continue
      }
      into.push({ node: other, edge, through, confidence: confidence[edge]! })
    }
  }
}

/** Callers of callers, and what callees call: both directions of calls up to a depth, tests among them. */
export interface Chain {
  readonly incoming: Impact["levels"]
  readonly outgoing: Impact["levels"]
  /** What may be missing from it, by side. */
  readonly reasons: ReadonlyArray<Caveat>
}

const CHAIN_EDGES: ReadonlyArray<EdgeKind> = ["CALLS", "INSTANTIATES", "DISPATCHES"]

/** @param depth Most edges, 1 to 3. */
export const chain = (graph: Graph, node: NodeId, depth: number, unseen?: Unseen): Chain => {
  const options = { maxDepth: depth, relationTypes: CHAIN_EDGES, includeTests: true, unseen }
  const incoming = impact(graph, node, { ...options, direction: "upstream" })
  const outgoing = impact(graph, node, { ...options, direction: "downstream" })
  return {
    incoming: incoming.levels,
    outgoing: outgoing.levels,
    reasons: [
      ...incoming.completeness.reasons.map((reason) => on("incoming", reason)),
      ...outgoing.completeness.reasons.map((reason) => on("outgoing", reason)),
    ],
  }
}

/** A file: what it defines, from top to bottom, what it imports and who imports it. */
export interface FileContext {
  readonly file: NodeId
  readonly definitions: ReadonlyArray<NodeId>
  readonly imports: ReadonlyArray<Link>
  readonly importers: ReadonlyArray<Link>
  readonly completeness: Completeness
}

/** The context of a File node. O(nodes of the file + its imports). */
export const fileContext = (graph: Graph, file: NodeId, given: Partial<ContextOptions> = {}): FileContext => {
  const gather = new Gather(graph, { ...DEFAULTS, ...given })
  const definitions: Array<NodeId> = []
  const end = Node.endOfFile(graph, file)
  for (let node = file + 1; node < end; node++) definitions.push(node)
  return {
    file,
    definitions,
    imports: byWorth(gather.from(graph.out.IMPORTS, file, NONE)),
    importers: productionFirst(graph, gather.from(graph.in.IMPORTS, file, NONE)),
    completeness: completenessOf(graph, { usesOf: [file], usesIn: [], unseen: given.unseen }),
  }
}
