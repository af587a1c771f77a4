// The walk behind `impact`. Its rules, in the order in which a user would ask for them:
// - A definition stands for all that it holds: the impact of a class is that of the class and of its members, the impact
//   of a file that of everything in it. Definitions reached on the way stand for themselves alone.
// - One step is one edge between a dependent and what it depends on. Calls, instantiations, reads, writes, uses of types
//   and values, inheritance, overrides, decorators, renders and imports are followed unless told otherwise.
// - A call that names a base or interface member may run the members that implement it: whoever calls the former is as
//   near to the latter as its direct callers. Other implementations of the same member are not at risk.
// - A call of a value that a caller handed over may run what was handed over: it is a caller like any other, and who
//   calls it in turn is one step further.
// - Making an instance runs the constructor of the class, or of the nearest base that has one: whoever makes an instance
//   is as near as a caller of the constructor.
// - A function kept under another name (a constant, a field) puts that name at risk first, and its users next.
// - Importing a file is followed only from files that were asked for: that some code of a file is at risk does not put
//   every file at risk that imports it.
// - Nothing is followed through tests, unless they are included.

import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId, Rows } from "../graph/graph.ts"
import { EDGE_KINDS, type EdgeKind, type EdgeKindSpec, IMPACT_EDGES, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Scratch, scratchOf } from "../graph/scratch.ts"
import * as Family from "./family.ts"
import type { Direction, ImpactOptions } from "./impact.ts"
import type { Link } from "./rows.ts"

/** Uses that are at risk when what a member runs has changed while the member named is another: not its heirs. */
const USES_OF_MEMBER: ReadonlySet<EdgeKind> = new Set(["CALLS", "INSTANTIATES", "READS", "WRITES", "USES", "RENDERS"])

/** Uses of a class that run its constructor. */
const USES_OF_CONSTRUCTOR: ReadonlySet<EdgeKind> = new Set(["CALLS", "INSTANTIATES", "RENDERS"])

/** These have rules of their own. */
const APART: ReadonlySet<EdgeKind> = new Set(["DISPATCHES", "IMPORTS"])

const FILE = NODE_KINDS.File.code
const IMPORTS = EDGE_KINDS.IMPORTS.code
const CONSTRUCTING = new Set([...USES_OF_CONSTRUCTOR].map((kind) => EDGE_KINDS[kind].code as number))

/** Longer chains of interfaces are not followed. */
const LONGEST_CHAIN = 32

/** The adjacency that leads one step away from a changed definition, or to what a definition rests on. */
export const rowsOf = (graph: Graph, kind: EdgeKind, direction: Direction): Rows => {
  const spec: EdgeKindSpec = EDGE_KINDS[kind]
  return (spec.dependent === "target") === (direction === "upstream") ? graph.out[kind] : graph.in[kind]
}

/** One walk; its findings are read before the next one begins. */
export class Walk {
  /** Places of depth d go from `levels[d]` to `levels[d + 1]`; depth 0 are the seeds. */
  readonly levels: Array<number> = [0]
  readonly #graph: Graph
  readonly #options: ImpactOptions
  /** Nodes that were reached: `queue` has them by place, `via` has their places, `depth` the distance. */
  readonly #reached: Scratch
  readonly #stamp: number
  /** Nodes whose users were followed in place of another. */
  readonly #standIns: Scratch
  readonly #standInStamp: number
  /** By place. */
  readonly #edges: Array<EdgeId> = []
  readonly #through: Array<NodeId> = []
  readonly #sure: Array<number> = []
  readonly #minConfidence: number
  readonly #rows: ReadonlyArray<Rows>
  readonly #memberRows: ReadonlyArray<Rows>
  readonly #constructorRows: ReadonlyArray<Rows>
  readonly #imports: Rows | undefined
  readonly #dispatches: Rows | undefined

  constructor(graph: Graph, options: ImpactOptions) {
    const kinds = options.relationTypes ?? IMPACT_EDGES
    const rows = (keep: (kind: EdgeKind) => boolean): ReadonlyArray<Rows> =>
      kinds.filter((kind) => !APART.has(kind) && keep(kind)).map((kind) => rowsOf(graph, kind, options.direction))
    this.#graph = graph
    this.#options = options
    this.#reached = scratchOf(graph, 0)
    this.#stamp = this.#reached.begin()
    this.#standIns = scratchOf(graph, 1)
    this.#standInStamp = this.#standIns.begin()
    this.#minConfidence = Math.round(options.minConfidence * 100)
    this.#rows = rows(() => true)
    this.#memberRows = rows((kind) => USES_OF_MEMBER.has(kind))
    this.#constructorRows = rows((kind) => USES_OF_CONSTRUCTOR.has(kind))
    this.#imports = kinds.includes("IMPORTS") ? rowsOf(graph, "IMPORTS", options.direction) : undefined
    // A call through an interface is a call.
    this.#dispatches = kinds.includes("DISPATCHES") || kinds.includes("CALLS")
      ? rowsOf(graph, "DISPATCHES", options.direction)
      : undefined
  }

  /** Walks until nothing new is reached, or `deepest` edges away. */
  run(seeds: ReadonlyArray<NodeId>, deepest: number): void {
    for (const seed of seeds) this.#reach(seed, 0, NONE, NONE, 100)
    this.levels.push(this.#tail)
    for (let depth = 0; depth < deepest; depth++) {
      const from = this.levels[depth]!
      const to = this.#tail
      if (from === to) return
      for (let place = from; place < to; place++) this.#follow(place, depth)
      this.levels.push(this.#tail)
    }
  }

  /** What stands at a place. */
  link(place: number): Link {
    return {
      node: this.#reached.queue[place]!,
      edge: this.#edges[place]!,
      through: this.#through[place]!,
      confidence: this.#sure[place]!,
    }
  }

  get #tail(): number {
    return this.#edges.length
  }

  #follow(place: number, depth: number): void {
    const node = this.#reached.queue[place]!
    if (depth > 0 && !this.#options.includeTests && Node.isTest(this.#graph, node)) return
    const before = this.#tail
    this.#step(this.#rows, node, depth + 1, NONE, 100)
    if (this.#imports !== undefined && this.#graph.nodes.kind[node] === FILE) {
      if (depth === 0 || this.#graph.edges.kind[this.#edges[place]!] === IMPORTS) {
        this.#step([this.#imports], node, depth + 1, NONE, 100)
      }
    }
    if (this.#dispatches !== undefined) this.#stepDispatches(node, depth + 1, true)
    if (this.#options.direction === "upstream") this.#followUsersInPlace(node, depth, 100, 0)
    else this.#followRunInPlace(place, node, depth, before)
  }

  /** Upstream: users of what stands in for `node`, which is reached over `depth` edges, are one edge further. */
  #followUsersInPlace(node: NodeId, depth: number, most: number, chain: number): void {
    const graph = this.#graph
    if (this.#dispatches !== undefined && chain < LONGEST_CHAIN) {
      const { offsets, targets, edges } = this.#dispatches
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        if (Family.isOwnCall(graph, edges[i]!)) continue
        const base = targets[i]!
        const sure = Math.min(most, graph.edges.confidence[edges[i]!]!)
        if (sure < this.#minConfidence || !this.#standsIn(base, depth)) continue
        this.#step(this.#memberRows, base, depth + 1, base, sure)
        this.#followUsersInPlace(base, depth, sure, chain + 1)
      }
    }
    if (this.#constructorRows.length === 0 || !Family.isConstructor(graph, node)) return
    for (const made of Family.classesMadeBy(graph, node)) {
      if (this.#standsIn(made, depth)) this.#step(this.#constructorRows, made, depth + 1, made, most)
    }
  }

  /** Is `node` to be followed in place of one at `depth`? Not if it was already, or is itself as near. */
  #standsIn(node: NodeId, depth: number): boolean {
    if (this.#standIns.stamps[node] === this.#standInStamp) return false
    this.#standIns.stamps[node] = this.#standInStamp
    return this.#reached.stamps[node] !== this.#stamp || this.#reached.depth[node]! > depth
  }

  /** Downstream: what `node` names may run others, which are found as near as what was named. */
  #followRunInPlace(place: number, node: NodeId, depth: number, before: number): void {
    const graph = this.#graph
    const constructs = depth > 0 && CONSTRUCTING.has(graph.edges.kind[this.#edges[place]!]!)
    if (constructs && this.#constructorRows.length > 0 && Family.isClass(graph, node)) {
      for (const run of Family.constructorsRun(graph, node)) this.#step(this.#rows, run, depth + 1, run, 100)
    }
    if (this.#dispatches === undefined) return
    if (depth === 0) this.#stepDispatches(node, 1, false)
    // What is reached here joins the queue, so chains of interfaces are followed to their ends.
    for (let at = before; at < this.#tail; at++) this.#stepDispatches(this.#reached.queue[at]!, depth + 1, false)
  }

  /** Along calls of what may be one of several, or along what runs in place of a member of a base or interface. */
  #stepDispatches(node: NodeId, depth: number, own: boolean): void {
    const { offsets, targets, edges } = this.#dispatches!
    const { confidence } = this.#graph.edges
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      const edge = edges[i]!
      if (Family.isOwnCall(this.#graph, edge) !== own || confidence[edge]! < this.#minConfidence) continue
      this.#reach(targets[i]!, depth, edge, own ? NONE : node, confidence[edge]!)
    }
  }

  #step(rows: ReadonlyArray<Rows>, node: NodeId, depth: number, through: NodeId, most: number): void {
    const { confidence } = this.#graph.edges
    for (let r = 0; r < rows.length; r++) {
      const { offsets, targets, edges } = rows[r]!
      const end = offsets[node + 1]!
      for (let i = offsets[node]!; i < end; i++) {
        const edge = edges[i]!
        const sure = confidence[edge]! < most ? confidence[edge]! : most
        if (sure >= this.#minConfidence) this.#reach(targets[i]!, depth, edge, through, sure)
      }
    }
  }

  /** Enters a node, or makes what is known of it better where it is as near by a surer edge. */
  #reach(node: NodeId, depth: number, edge: EdgeId, through: NodeId, sure: number): void {
    const { stamps, depth: depths, via, queue } = this.#reached
    if (stamps[node] === this.#stamp) {
      if (depths[node] !== depth) return
      const place = via[node]!
      if (sure <= this.#sure[place]!) return
      this.#edges[place] = edge
      this.#through[place] = through
      this.#sure[place] = sure
      return
    }
    // What was asked for is entered, whatever it is.
    if (depth > 0 && !this.#options.includeExternal && Node.isExternal(this.#graph, node)) return
    const place = this.#tail
    stamps[node] = this.#stamp
    depths[node] = depth
    via[node] = place
    queue[place] = node
    this.#edges.push(edge)
    this.#through.push(through)
    this.#sure.push(sure)
  }
}
