// What runs when something is run, as far as it is worth telling: calls, and what they may be dispatched to, breadth first, with
// the few branches of each step that lead on. What was left out is counted.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { CLASSES, EDGE_KINDS, type EdgeKind, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { SINK_KINDS, SINK_RULES } from "./models/sinks.ts"

/** Kinds by which one piece of code runs another. */
export const RUNS = ["CALLS", "DISPATCHES", "INSTANTIATES", "RENDERS"] as const satisfies ReadonlyArray<EdgeKind>

export const RUN_CODES: ReadonlySet<number> = new Set(RUNS.map((kind) => EDGE_KINDS[kind].code))

/** Branches of one step that are followed, calls up to the last one, and steps of a flow. */
export interface Bounds {
  readonly branches: number
  readonly depth: number
  readonly steps: number
}

export const USUAL: Bounds = { branches: 6, depth: 10, steps: 40 }

/** Below that an edge is no part of a flow, in percent. */
const LEAST_CONFIDENCE = 50

/** What more than this many others run is a tool of theirs and no step of anyone. */
const POPULAR = 40

export interface Step {
  readonly node: NodeId
  /** The step that runs it, or NONE. */
  readonly from: number
  readonly depth: number
  /** Least of the edges up to it, in percent. */
  readonly confidence: number
  /** `SINK_KINDS` code of what it touches outside, or 0. */
  readonly sink: number
  /** Where it is run, as an offset in the file of the step that runs it; NONE for the first. */
  readonly site: number
}

export interface Flow {
  /** In the order in which they run: behind each what it runs. */
  readonly steps: ReadonlyArray<Step>
  /** Callees of its steps that were left out. */
  readonly cut: number
}

/** Where a flow begins: at a definition, or at a piece of code of it that has no name. */
export interface Start {
  readonly node: NodeId
  /** What that piece runs; of a definition what it runs itself. */
  readonly runs?: ReadonlyArray<Call>
}

export interface Call {
  readonly target: NodeId
  readonly confidence: number
  readonly site: number
}

/** What flows of one graph are told from. */
export interface Ground {
  readonly graph: Graph
  /** `SINK_KINDS` code of what lies outside, by node; 0 for all else. */
  readonly sinks: Uint8Array
  /** 1 for what comes to a sink. */
  readonly leads: Uint8Array
  readonly isTest: Uint8Array
}

/** O(nodes + edges). */
export const groundOf = (graph: Graph): Ground => {
  const sinks = allSinks(graph)
  return { graph, sinks, leads: leadingTo(graph, sinks), isTest: Node.testMask(graph) }
}

const allSinks = (graph: Graph): Uint8Array => {
  const { rows } = graph.nodes
  const sinks = new Uint8Array(rows)
  for (let node = 0; node < rows; node++) sinks[node] = sinkCodeOf(graph, node)
  return sinks
}

/** `SINK_KINDS` code of what lies outside, or 0. */
const sinkCodeOf = (graph: Graph, node: NodeId): number => {
  if (!Node.isExternal(graph, node)) return 0
  const name = `${Node.pathOf(graph, node)}:${Node.nameOf(graph, node)}`
  const rule = SINK_RULES.find(({ named }) => named.test(name))
  return rule === undefined ? 0 : SINK_KINDS[rule.kind].code
}

/** What a definition itself calls of the world outside that is a sink, in the order of the graph. */
export const sinksOf = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> => {
  const found = new Set<NodeId>()
  for (const kind of RUNS) {
    const { offsets, targets } = graph.out[kind]
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      if (sinkCodeOf(graph, targets[i]!) !== 0) found.add(targets[i]!)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** Everything from where a call may come to a sink. */
const leadingTo = (graph: Graph, sinks: Uint8Array): Uint8Array => {
  const leads = new Uint8Array(sinks.length)
  const queue: Array<NodeId> = []
  for (let node = 0; node < sinks.length; node++) if (sinks[node] !== 0) queue.push(node)
  const into = RUNS.map((kind) => graph.in[kind])
  for (let at = 0; at < queue.length; at++) {
    for (const { offsets, targets } of into) {
      for (let i = offsets[queue[at]!]!; i < offsets[queue[at]! + 1]!; i++) {
        const source = targets[i]!
        if (leads[source] === 1) continue
        leads[source] = 1
        queue.push(source)
      }
    }
  }
  return leads
}

/** What a definition runs, in the order of the text. */
export const callsOf = (graph: Graph, node: NodeId): ReadonlyArray<Call> => {
  const { confidence, site } = graph.edges
  const calls: Array<Call> = []
  for (const kind of RUNS) {
    const { offsets, targets, edges } = graph.out[kind]
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      calls.push({ target: targets[i]!, confidence: confidence[edges[i]!]!, site: site[edges[i]!]! })
    }
  }
  return inOrder(calls)
}

/** What makes an instance runs its constructor, which is the step; a class whose making runs nothing is none. */
const runsNothing = ({ graph }: Ground, node: NodeId): boolean =>
  MADE.has(graph.nodes.kind[node]!) &&
  RUNS.every((kind) => graph.out[kind].offsets[node] === graph.out[kind].offsets[node + 1])

const MADE: ReadonlySet<number> = new Set([...CLASSES, NODE_KINDS.Constructor.code, NODE_KINDS.Interface.code])

const inOrder = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  [...calls].sort((a, b) => a.site - b.site || a.target - b.target)

/** The flow from there. O(steps × branches · edges of a step). */
export const trace = (ground: Ground, start: Start, bounds: Bounds = USUAL): Flow => {
  const { graph, sinks } = ground
  const found: Array<{ -readonly [K in keyof Step]: Step[K] }> = [
    { node: start.node, from: NONE, depth: 0, confidence: 100, sink: 0, site: NONE },
  ]
  const seen = new Set<NodeId>([start.node])
  let cut = 0
  for (let at = 0; at < found.length; at++) {
    const step = found[at]!
    const calls = at === 0 && start.runs !== undefined ? inOrder(start.runs) : callsOf(graph, step.node)
    const next: Array<Call> = []
    const here = new Set<NodeId>()
    for (const call of calls) {
      if (sinks[call.target] !== 0 && step.sink === 0) step.sink = sinks[call.target]!
      if (!isStep(ground, call) || seen.has(call.target) || here.has(call.target)) continue
      here.add(call.target)
      next.push(call)
    }
    const kept = step.depth < bounds.depth ? best(ground, next, bounds.branches) : []
    cut += next.length - kept.length
    for (const { target, confidence, site } of kept) {
      if (bounds.steps <= found.length) {
        cut++
        continue
      }
      seen.add(target)
      found.push({
        node: target,
        from: at,
        depth: step.depth + 1,
        confidence: Math.min(step.confidence, confidence),
        sink: 0,
        site,
      })
    }
  }
  return { steps: asTheyRun(found), cut }

  function isStep({ isTest }: Ground, { target, confidence }: Call): boolean {
    return LEAST_CONFIDENCE <= confidence && graph.nodes.file[target] !== NONE && isTest[target] === 0 &&
      !runsNothing(ground, target)
  }
}

/** The branches that tell most, in the order of the text. */
const best = (ground: Ground, calls: ReadonlyArray<Call>, most: number): ReadonlyArray<Call> => {
  if (calls.length <= most) return calls
  const worth = calls.map((call) => worthOf(ground, call))
  const places = calls.map((_, i) => i).sort((a, b) => worth[b]! - worth[a]! || a - b).slice(0, most)
  return places.sort((a, b) => a - b).map((i) => calls[i]!)
}

const worthOf = ({ graph, leads }: Ground, { target, confidence }: Call): number => {
  const runs = RUNS.some((kind) => graph.out[kind].offsets[target]! < graph.out[kind].offsets[target + 1]!)
  const users = RUNS.reduce(
    (sum, kind) => sum + graph.in[kind].offsets[target + 1]! - graph.in[kind].offsets[target]!,
    0,
  )
  return (leads[target] === 1 ? 200 : 0) + (runs ? 100 : 0) + confidence - (POPULAR < users ? 250 : 0)
}

/** From breadth first to the order of running. */
const asTheyRun = (found: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const children = found.map((): Array<number> => [])
  for (let i = 1; i < found.length; i++) children[found[i]!.from]!.push(i)
  const place = new Uint32Array(found.length)
  const steps: Array<Step> = []
  const stack = [0]
  while (stack.length !== 0) {
    const i = stack.pop()!
    const step = found[i]!
    place[i] = steps.length
    steps.push(step.from === NONE ? step : { ...step, from: place[step.from]! })
    for (let c = children[i]!.length - 1; 0 <= c; c--) stack.push(children[i]![c]!)
  }
  return steps
}
