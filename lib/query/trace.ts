// How does one definition come to run another? The shortest directed path over calls, instantiations and dispatch from an
// interface or base member to what implements it; a variable that holds a function leads on to it. Making an instance
// runs the constructor, the fields and those of the bases, and no other member: members are entered only where the
// question starts at what holds them. Where there is no path, how far one gets and what stops there.

import type { EdgeId, Graph, NodeId } from "../graph/graph.ts"
import type { EdgeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Walk from "../graph/walk.ts"
import { type Caveat, caveat } from "./caveats.ts"
import { type Completeness, completenessOf, unresolvedIn, type Unseen } from "./completeness.ts"
import { entriesOf } from "./entries.ts"
import * as Family from "./family.ts"
import * as Leads from "./leads.ts"
import { REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"

export interface TraceOptions {
  /** Most edges of the path, at least 1. */
  readonly maxDepth: number
  /** Least confidence of an edge, 0–1. */
  readonly minConfidence: number
  readonly includeTests: boolean
  readonly unseen: Unseen | undefined
}

const DEFAULTS: TraceOptions = { maxDepth: 10, minConfidence: 0, includeTests: false, unseen: undefined }

/** How far a trace that found nothing got. */
export interface Furthest {
  readonly node: NodeId
  readonly depth: number
  /** References in it that are bound to nothing: the path may go on through one of them. */
  readonly unresolved: number
}

export type Trace =
  | { readonly _tag: "ok"; readonly nodes: ReadonlyArray<NodeId>; readonly edges: ReadonlyArray<EdgeId> }
  | {
    readonly _tag: "no_path"
    /** Definitions that `from` reaches within the depth; at least so many where `reachedAll` is false. */
    readonly reached: number
    readonly reachedAll: boolean
    /** All: those that make calls, then any references, which are bound to nothing, then the others; most distant first. */
    readonly furthest: ReadonlyArray<Furthest>
    /** Definitions from which `to` is reached within the depth; at least so many from `MOST_REACHED` on. */
    readonly reaching: number
    /** What is defined in `from`, which that gives back or hands on and does not run itself, and whence `to` is reached. */
    readonly inside: ReadonlyArray<NodeId>
    /** Is there a path the other way round? */
    readonly reverse: boolean
    readonly completeness: Completeness
  }

const EDGES: ReadonlyArray<EdgeKind> = ["INSTANTIATES", "CALLS", "DISPATCHES"]

/** How many definitions are looked at to say where a search that failed got stuck. */
export const MOST_REACHED = 2000

/** The shortest path from one definition to another. O(edges within the depth) at worst. */
export const trace = (graph: Graph, from: NodeId, to: NodeId, given: Partial<TraceOptions> = {}): Trace => {
  const options = { ...DEFAULTS, ...given }
  const steps = stepsOf(graph, from, options)
  const goals = goalsOf(graph, to)
  const path = Walk.shortestPath(graph, steps, [from], goals, options.maxDepth)
  if (path !== undefined) return { _tag: "ok", ...path }
  const reached = Walk.reach(graph, steps, [from], options.maxDepth, MOST_REACHED)
  const against = { ...steps, rows: steps.back, back: steps.rows }
  const reaching = Walk.reach(graph, against, goals, options.maxDepth, MOST_REACHED)
  const open = Array.from(reached.nodes).filter((node) => unresolvedIn(graph, node).length > 0).length
  const { length } = reached.levels
  // Where not all was looked at, nobody knows that nothing lies further.
  const goesOn = !reached.whole ||
    length > options.maxDepth + 1 && reached.levels[length - 2]! < reached.levels[length - 1]!
  const reasons: Array<Caveat> = []
  if (open > 0) {
    const words = `${open} of the definitions reached make references that are bound to nothing`
    reasons.push(caveat("unresolved_on_the_way", words))
  }
  if (goesOn) reasons.push(caveat("depth_reached", `more may be reached by more than ${options.maxDepth} steps`))
  return {
    _tag: "no_path",
    reached: reached.nodes.length - 1,
    reachedAll: reached.whole,
    furthest: furthestOf(graph, reached),
    reaching: reaching.nodes.length - goals.length,
    inside: insideOf(graph, from, new Set(reaching.nodes)),
    reverse:
      Walk.shortestPath(graph, stepsOf(graph, to, options), [to], goalsOf(graph, from), options.maxDepth) !== undefined,
    completeness: completenessOf(graph, { usesOf: goals, usesIn: [], reasons, unseen: options.unseen, as: "to" }),
  }
}

/** The outermost of what a definition holds among some nodes. O(what it holds). */
const insideOf = (graph: Graph, from: NodeId, among: ReadonlySet<NodeId>): ReadonlyArray<NodeId> => {
  const found: Array<NodeId> = []
  const queue = [from]
  for (let i = 0; i < queue.length; i++) {
    for (const held of Node.children(graph, queue[i]!)) (among.has(held) ? found : queue).push(held)
  }
  return found
}

/** Whoever makes an instance runs the constructor: a path to either is a path to both. */
const goalsOf = (graph: Graph, to: NodeId): ReadonlyArray<NodeId> =>
  Family.isClass(graph, to) ? [to, ...Family.constructorsOf(graph, to)] : [to]

const stepsOf = (graph: Graph, start: NodeId, { minConfidence, includeTests }: TraceOptions): Walk.Steps => {
  const leads = Leads.leadsOf(graph)
  const entries = entriesOf(graph, start)
  return {
    rows: [...EDGES.map((kind) => graph.out[kind]), leads.out, ...entries === undefined ? [] : [entries.out]],
    back: [...EDGES.map((kind) => graph.in[kind]), leads.in, ...entries === undefined ? [] : [entries.in]],
    minConfidence: Math.round(minConfidence * 100),
    avoid: avoided(graph, includeTests),
  }
}

const masks = new WeakMap<Graph, { readonly all: Uint8Array; readonly withTests: Uint8Array }>()

/** What a path ends at, but does not go through: what lies outside, and tests unless they are asked for. */
const avoided = (graph: Graph, includeTests: boolean): Uint8Array => {
  let known = masks.get(graph)
  if (known === undefined) {
    const withTests = new Uint8Array(graph.nodes.rows)
    for (let node = 0; node < withTests.length; node++) withTests[node] = Node.isExternal(graph, node) ? 1 : 0
    const tests = Node.testMask(graph)
    known = { withTests, all: withTests.map((external, node) => external | tests[node]!) }
    masks.set(graph, known)
  }
  return includeTests ? known.withTests : known.all
}

/**
 * Where a path may go on unseen comes first: by a call that is bound to nothing, then by any other reference; what is
 * only a leaf says little.
 */
const furthestOf = (graph: Graph, reached: Walk.Reached): ReadonlyArray<Furthest> => {
  const all: Array<Furthest & { readonly open: number }> = []
  const { role } = graph.unresolved
  for (let depth = reached.levels.length - 2; depth > 0; depth--) {
    for (let place = reached.levels[depth]!; place < reached.levels[depth + 1]!; place++) {
      const node = reached.nodes[place]!
      const rows = unresolvedIn(graph, node)
      const open = rows.some((row) => RUNS.has(role[row]!)) ? 2 : rows.length > 0 ? 1 : 0
      all.push({ node, depth, unresolved: rows.length, open })
    }
  }
  all.sort((a, b) => b.open - a.open || b.depth - a.depth || b.unresolved - a.unresolved || a.node - b.node)
  return all.map(({ node, depth, unresolved }) => ({ node, depth, unresolved }))
}

/** Roles of references by which what they name would be run. */
const RUNS: ReadonlySet<number> = new Set([ROLES.call, ROLES.new, ROLES.render, ROLES.decorate])
