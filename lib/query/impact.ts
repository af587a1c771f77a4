// What is at risk if a definition changes (upstream), and what it rests on (downstream). The rules of the walk stand in
// impact_walk.ts; here its findings become an answer: totals first, risk last.

import type { Graph, NodeId } from "../graph/graph.ts"
import type { EdgeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Caveat, caveat } from "./caveats.ts"
import { type Completeness, completenessOf, unresolvedIn, type Unseen } from "./completeness.ts"
import * as Family from "./family.ts"
import { Walk } from "./impact_walk.ts"
import * as Openness from "./openness.ts"
import { isOpenToOutside, outsideOf } from "./outside.ts"
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
  readonly unseen: Unseen | undefined
}

export const DEFAULTS: ImpactOptions = {
  direction: "upstream",
  maxDepth: 3,
  minConfidence: 0,
  relationTypes: undefined,
  includeTests: false,
  includeExternal: false,
  unseen: undefined,
}

/** Most edges between the target and a test that is told, where fewer are asked for. */
export const TESTS_DEPTH = 10

/** Reached so many definitions, tests are no longer looked for. */
const TESTS_REACHED = 20_000

/** A test that is reached, and over how many edges. */
export interface TestLink extends Link {
  readonly depth: number
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
  /**
   * Tests that are reached, nearest first, over as many edges as `TESTS_DEPTH` where fewer were asked for; empty where
   * tests are included among the levels, and downstream.
   */
  readonly tests: ReadonlyArray<TestLink>
  readonly direct: number
  readonly total: number
  /** Files that hold anything of it. */
  readonly files: number
  /** Is there more behind the deepest level? */
  readonly deeper: boolean
  /** Nothing refers to the target, and nothing that is open or outside could. */
  readonly dead: boolean
  readonly completeness: Completeness
  /** What is to be known of the answer, though nothing that was asked for is missing from it. */
  readonly notes: ReadonlyArray<Caveat>
  readonly risk: Risk
}

/** The impact of a definition, file or folder. O(edges of what is reached). */
export const impact = (graph: Graph, target: NodeId, given: Partial<ImpactOptions> = {}): Impact => {
  const options = { ...DEFAULTS, ...given }
  const seeds = Family.withMembers(graph, target)
  const walk = new Walk(graph, options)
  const upstream = options.direction === "upstream"
  const looksForTests = upstream && !options.includeTests
  const deepest = Math.max(options.maxDepth + 1, looksForTests ? TESTS_DEPTH : 0)
  walk.run(seeds, deepest, TESTS_REACHED)
  const { levels, tests, deeper } = sort(graph, walk, options)
  const direct = levels[0]?.links.length ?? 0
  let total = 0
  const files = new Set<NodeId>()
  for (const { links } of levels) {
    total += links.length
    for (const { node } of links) files.add(graph.nodes.file[node]!)
  }
  const completeness = completenessOf(graph, {
    usesOf: upstream ? seeds : [],
    usesIn: upstream ? [] : seeds,
    reasons: openFurther(graph, walk, options),
    unseen: options.unseen,
  })
  const notes: Array<Caveat> = []
  if (looksForTests && walk.cut) {
    notes.push(caveat("tests_cut", `tests are counted up to ${walk.levels.length - 2} steps away; there may be more`))
  }
  const outside = upstream ? outsideOf(graph, target) : undefined
  if (outside !== undefined) notes.push(outside)
  const exact = completeness.status === "exact"
  const unfiltered = options.relationTypes === undefined && options.minConfidence === 0
  const dead = upstream && unfiltered && exact && total === 0 && tests.length === 0 && !isOpenToOutside(graph, target)
  return {
    levels,
    tests,
    direct,
    total,
    files: files.size,
    deeper,
    dead,
    completeness,
    notes,
    risk: riskOf({ upstream, direct, total, tests: tests.length, exact: exact && unfiltered, dead }),
  }
}

const sort = (
  graph: Graph,
  walk: Walk,
  options: ImpactOptions,
): Pick<Impact, "levels" | "tests" | "deeper"> => {
  const levels: Array<Level> = []
  const tests: Array<TestLink> = []
  let deeper = false
  for (let depth = 1; depth + 1 < walk.levels.length; depth++) {
    const links: Array<Link> = []
    const ofTests: Array<Link> = []
    for (let place = walk.levels[depth]!; place < walk.levels[depth + 1]!; place++) {
      const link = walk.link(place)
      if (!options.includeTests && Node.isTest(graph, link.node)) ofTests.push(link)
      else links.push(link)
    }
    if (depth > options.maxDepth) deeper ||= links.length > 0
    else if (links.length > 0) levels.push({ depth, links: byWorth(links) })
    if (options.direction === "upstream") { for (const link of byWorth(ofTests)) tests.push({ ...link, depth }) }
  }
  return { levels, tests, deeper }
}

/** Definitions on the way of which more may be known to others: the answer behind them is a lower bound. */
const openFurther = (graph: Graph, walk: Walk, options: ImpactOptions): ReadonlyArray<Caveat> => {
  let open = 0
  const from = walk.levels[1]!
  const to = walk.levels[Math.min(options.maxDepth, walk.levels.length - 1)]!
  for (let place = from; place < to; place++) {
    const { node } = walk.link(place)
    if (!Node.isSymbol(graph, node) || (!options.includeTests && Node.isTest(graph, node))) continue
    const more = options.direction === "upstream" ? Openness.isOpen(graph, node) : unresolvedIn(graph, node).length > 0
    if (more) open++
  }
  if (open === 0) return []
  return [
    options.direction === "upstream"
      ? caveat("open_further", `${open} of the affected definitions may be used by more than is known`)
      : caveat("unresolved_further", `${open} of the definitions found make references that are bound to nothing`),
  ]
}
