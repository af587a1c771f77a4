// How does one definition come to run another? The shortest directed path over calls, instantiations, dispatch from an
// interface or base member to what implements it, and from a class to its members; a variable that holds a function
// leads on to it, a class without a constructor to its base. Where there is no path, how far one gets and what stops there.

import type { EdgeId, Graph, NodeId } from "../graph/graph.ts"
import type { EdgeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Walk from "../graph/walk.ts"
import { type Completeness, completenessOf, unresolvedIn } from "./completeness.ts"
import * as Family from "./family.ts"
import * as Leads from "./leads.ts"

export interface TraceOptions {
  /** Most edges of the path, at least 1. */
  readonly maxDepth: number
  /** Least confidence of an edge, 0–1. */
  readonly minConfidence: number
  readonly includeTests: boolean
}

const DEFAULTS: TraceOptions = { maxDepth: 10, minConfidence: 0, includeTests: false }

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
    /** The most distant of them, those with open references first. */
    readonly furthest: ReadonlyArray<Furthest>
    /** Definitions from which `to` is reached within the depth; at least so many from `MOST_REACHED` on. */
    readonly reaching: number
    /** Is there a path the other way round? */
    readonly reverse: boolean
    readonly completeness: Completeness
  }

const EDGES: ReadonlyArray<EdgeKind> = ["CALLS", "INSTANTIATES", "DISPATCHES", "HAS_METHOD"]

const MOST_FURTHEST = 5

/** How many definitions are looked at to say where a search that failed got stuck. */
export const MOST_REACHED = 2000

/** The shortest path from one definition to another. O(edges within the depth) at worst. */
export const trace = (graph: Graph, from: NodeId, to: NodeId, given: Partial<TraceOptions> = {}): Trace => {
  const options = { ...DEFAULTS, ...given }
  const steps = stepsOf(graph, options)
  // Whoever makes an instance runs the constructor: a path to either is a path to both.
  const goals = Family.isClass(graph, to) ? [to, ...Family.constructorsOf(graph, to)] : [to]
  const path = Walk.shortestPath(graph, steps, [from], goals, options.maxDepth)
  if (path !== undefined) return { _tag: "ok", ...path }
  const reached = Walk.reach(graph, steps, [from], options.maxDepth, MOST_REACHED)
  const against = { ...steps, rows: steps.back, back: steps.rows }
  const reaching = Walk.reach(graph, against, goals, options.maxDepth, MOST_REACHED)
  const open = Array.from(reached.nodes).filter((node) => unresolvedIn(graph, node).length > 0).length
  return {
    _tag: "no_path",
    reached: reached.nodes.length - 1,
    reachedAll: reached.whole,
    furthest: furthestOf(graph, reached),
    reaching: reaching.nodes.length - goals.length,
    reverse: Walk.shortestPath(graph, steps, [to], [from], options.maxDepth) !== undefined,
    completeness: completenessOf(graph, {
      usesOf: goals,
      usesIn: [],
      reasons: open === 0
        ? []
        : [`unresolved_on_the_way: ${open} of the definitions reached make references that are bound to nothing`],
    }),
  }
}

const stepsOf = (graph: Graph, { minConfidence, includeTests }: TraceOptions): Walk.Steps => {
  const leads = Leads.leadsOf(graph)
  return {
    rows: [...EDGES.map((kind) => graph.out[kind]), leads.out],
    back: [...EDGES.map((kind) => graph.in[kind]), leads.in],
    minConfidence: Math.round(minConfidence * 100),
    avoid: includeTests ? undefined : Node.testMask(graph),
  }
}

const furthestOf = (graph: Graph, reached: Walk.Reached): ReadonlyArray<Furthest> => {
  const furthest: Array<Furthest> = []
  for (let depth = reached.levels.length - 2; depth > 0 && furthest.length < MOST_FURTHEST; depth--) {
    const level: Array<Furthest> = []
    for (let place = reached.levels[depth]!; place < reached.levels[depth + 1]!; place++) {
      const node = reached.nodes[place]!
      level.push({ node, depth, unresolved: unresolvedIn(graph, node).length })
    }
    level.sort((a, b) => b.unresolved - a.unresolved || a.node - b.node)
    furthest.push(...level.slice(0, MOST_FURTHEST - furthest.length))
  }
  return furthest
}
