// What is at risk if a definition changes (upstream), and what it rests on (downstream). The rules of the walk stand in
// impact_walk.ts; here its findings become an answer: totals first, risk last.

import type { Graph, NodeId } from "../graph/graph.ts"
import type { EdgeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Completeness, completenessOf, hasUnresolvedNamesake, unresolvedIn } from "./completeness.ts"
import * as Family from "./family.ts"
import { Walk } from "./impact_walk.ts"
import { isOpenToOutside } from "./outside.ts"
import { type Risk, riskOf } from "./risk.ts"
import { byWorth, type Link } from "./rows.ts"

export type Direction = "upstream" | "downstream"

export interface ImpactOptions {
  readonly direction: Direction
  /** Most edges between the target and a result, at least 1. */
  readonly maxDepth: number
  /** Least confidence of an edge, 0–1. */
  readonly minConfidence: number
  /** Kinds of edge to follow; undefined: every kind that carries impact. Calls through interfaces count as calls. */
  readonly relationTypes: ReadonlyArray<EdgeKind> | undefined
  readonly includeTests: boolean
  readonly includeExternal: boolean
}

export const DEFAULTS: ImpactOptions = {
  direction: "upstream",
  maxDepth: 3,
  minConfidence: 0,
  relationTypes: undefined,
  includeTests: false,
  includeExternal: false,
}

export interface Level {
  /** Edges between the target and these, at least 1. */
  readonly depth: number
  /** All of them, surest first. */
  readonly links: ReadonlyArray<Link>
}

export interface Impact {
  /** Nearest first; a depth at which nothing is found ends the list. */
  readonly levels: ReadonlyArray<Level>
  /** Tests that are reached, nearest first; empty where tests are included among the levels. */
  readonly tests: ReadonlyArray<Link>
  readonly direct: number
  readonly total: number
  /** Files that hold anything of it. */
  readonly files: number
  /** Is there more behind the deepest level? */
  readonly deeper: boolean
  /** Nothing refers to the target, and nothing that is open or outside could. */
  readonly dead: boolean
  readonly completeness: Completeness
  readonly risk: Risk
}

/** The impact of a definition, file or folder. O(edges of what is reached). */
export const impact = (graph: Graph, target: NodeId, given: Partial<ImpactOptions> = {}): Impact => {
  const options = { ...DEFAULTS, ...given }
  const seeds = Family.withMembers(graph, target)
  const walk = new Walk(graph, options)
  walk.run(seeds)
  const { levels, tests } = sort(graph, walk, options)
  const direct = levels[0]?.links.length ?? 0
  let total = 0
  const files = new Set<NodeId>()
  for (const { links } of levels) {
    total += links.length
    for (const { node } of links) files.add(graph.nodes.file[node]!)
  }
  const upstream = options.direction === "upstream"
  const completeness = completenessOf(graph, {
    usesOf: upstream ? seeds : [],
    usesIn: upstream ? [] : seeds,
    reasons: openFurther(graph, walk, options),
  })
  const exact = completeness.status === "exact"
  const unfiltered = options.relationTypes === undefined && options.minConfidence === 0
  const dead = upstream && unfiltered && exact && total === 0 && tests.length === 0 && !isOpenToOutside(graph, target)
  return {
    levels,
    tests,
    direct,
    total,
    files: files.size,
    deeper: walk.deeper,
    dead,
    completeness,
    risk: riskOf({ upstream, direct, total, tests: tests.length, exact: exact && unfiltered, dead }),
  }
}

const sort = (
  graph: Graph,
  walk: Walk,
  options: ImpactOptions,
): { readonly levels: ReadonlyArray<Level>; readonly tests: ReadonlyArray<Link> } => {
  const levels: Array<Level> = []
  const tests: Array<Link> = []
  for (let depth = 1; depth + 1 < walk.levels.length; depth++) {
    const links: Array<Link> = []
    const ofTests: Array<Link> = []
    for (let place = walk.levels[depth]!; place < walk.levels[depth + 1]!; place++) {
      const link = walk.link(place)
      if (!options.includeTests && Node.isTest(graph, link.node)) ofTests.push(link)
      else links.push(link)
    }
    tests.push(...byWorth(ofTests))
    if (links.length > 0) levels.push({ depth, links: byWorth(links) })
  }
  return { levels, tests }
}

/** Definitions on the way of which more may be known to others: the answer behind them is a lower bound. */
const openFurther = (graph: Graph, walk: Walk, options: ImpactOptions): ReadonlyArray<string> => {
  let open = 0
  const from = walk.levels[1]!
  const to = walk.levels[Math.min(options.maxDepth, walk.levels.length - 1)]!
  for (let place = from; place < to; place++) {
    const { node } = walk.link(place)
    if (!Node.isSymbol(graph, node) || (!options.includeTests && Node.isTest(graph, node))) continue
    const isOpen = options.direction === "upstream"
      ? hasUnresolvedNamesake(graph, node)
      : unresolvedIn(graph, node).length > 0
    if (isOpen) open++
  }
  if (open === 0) return []
  return [
    options.direction === "upstream"
      ? `unresolved_further: references that may mean ${open} of the affected definitions are bound to nothing`
      : `unresolved_further: ${open} of the definitions found make references that are bound to nothing`,
  ]
}
