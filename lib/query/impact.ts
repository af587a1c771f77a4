// What is at risk if a definition changes (upstream), and what it rests on (downstream). The rules of the walk stand in
// impact_walk.ts; here its findings become an answer: totals first, risk last.

import type { Graph, NodeId } from "../graph/graph.ts"
import type { EdgeKind } from "../graph/kinds.ts"
import type { Overlays } from "../graph/overlays.ts"
import * as Node from "../graph/node.ts"
import { type AffectedTest, affectedTests } from "./affected_tests.ts"
import { type Caveat, caveat } from "./caveats.ts"
import { type Completeness, completenessOf, unresolvedIn, type Unseen } from "./completeness.ts"
import * as Family from "./family.ts"
import { Walk } from "./impact_walk.ts"
import * as Openness from "./openness.ts"
import { isOpenToOutside, outsideOf } from "./outside.ts"
import { type Risk, riskOf } from "./risk.ts"
import { byWorth, type Link } from "./rows.ts"
import { type Touched, touched } from "./touched.ts"

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
  /** What the index has besides the graph. */
  readonly overlays: Overlays
}

export const DEFAULTS: ImpactOptions = {
  direction: "upstream",
  maxDepth: 3,
  minConfidence: 0,
  relationTypes: undefined,
  includeTests: false,
  includeExternal: false,
  unseen: undefined,
  overlays: {},
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
   * Single tests that come to it, nearest first, however far away; empty where tests are included among the levels, and
   * downstream.
   */
  readonly tests: ReadonlyArray<AffectedTest>
  /** Upstream: flows and areas of the target and of all that is at risk with it. */
  readonly touched: Touched
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
  walk.run(seeds, options.maxDepth + 1)
  const { levels, deeper } = sort(graph, walk, options)
  const { tests, cut } = looksForTests ? affectedTests(graph, target, options) : NO_TESTS
  const reached = upstream
    ? touched(graph, options.overlays, [
      { depth: 0, nodes: seeds },
      ...levels.map(({ depth, links }) => ({ depth, nodes: links.map(({ node }) => node) })),
    ])
    : NOT_TOUCHED
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
  if (cut) notes.push(caveat("tests_cut", "so much comes to it that not all of that was followed to tests"))
  const outside = upstream ? outsideOf(graph, target) : undefined
  if (outside !== undefined) notes.push(outside)
  const exact = completeness.status === "exact"
  const unfiltered = options.relationTypes === undefined && options.minConfidence === 0
  const dead = upstream && unfiltered && exact && total === 0 && tests.length === 0 && !isOpenToOutside(graph, target)
  return {
    levels,
    tests,
    touched: reached,
    direct,
    total,
    files: files.size,
    deeper,
    dead,
    completeness,
    notes,
    risk: riskOf({
      upstream,
      direct,
      total,
      processes: reached.processes?.length,
      tests: tests.length,
      exact: exact && unfiltered,
      dead,
    }),
  }
}

const NOT_TOUCHED: Touched = { processes: undefined, communities: undefined }

const NO_TESTS = { tests: [], cut: false }

const sort = (graph: Graph, walk: Walk, options: ImpactOptions): Pick<Impact, "levels" | "deeper"> => {
  const levels: Array<Level> = []
  let deeper = false
  for (let depth = 1; depth + 1 < walk.levels.length; depth++) {
    const links: Array<Link> = []
    for (let place = walk.levels[depth]!; place < walk.levels[depth + 1]!; place++) {
      const link = walk.link(place)
      if (options.includeTests || !Node.isTest(graph, link.node)) links.push(link)
    }
    if (depth > options.maxDepth) deeper ||= links.length > 0
    else if (links.length > 0) levels.push({ depth, links: byWorth(links) })
  }
  return { levels, deeper }
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
