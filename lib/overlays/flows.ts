// What runs when something is run, as far as it is worth telling: calls, and what they may be dispatched to, breadth first, with
// the few branches of each step that lead on. What was left out is counted.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { CLASSES, EDGE_KINDS, type EdgeKind, NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type { EntryKind } from "./models/entries.ts"
import { ACCESSOR, FAULT } from "./models/purposes.ts"
import * as Sinks from "./sinks.ts"

/** Kinds by which one piece of code runs another. */
export const RUNS = ["CALLS", "DISPATCHES", "INSTANTIATES", "RENDERS"] as const satisfies ReadonlyArray<EdgeKind>

/** Branches of one step that are followed, calls up to the last one, and steps of a flow. */
export interface Bounds {
  readonly branches: number
  readonly depth: number
  readonly steps: number
}

export const USUAL: Bounds = { branches: 6, depth: 10, steps: 40 }

/** Where programs begin they put together all parts, and each of these tells. */
const OF_PROGRAMS: Bounds = { branches: 14, depth: 10, steps: 60 }

const PROGRAMS: ReadonlySet<EntryKind> = new Set<EntryKind>(["main", "script"])

export const boundsOf = (kind: EntryKind): Bounds => PROGRAMS.has(kind) ? OF_PROGRAMS : USUAL

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

/** A step as it was found, with what it does outside. */
export interface Traced extends Step {
  /** `ACCESS` of that: the most that it does there. */
  readonly access: number
  /** What lies outside by which it does that first, or NONE where it is made outside itself. */
  readonly by: NodeId
}

export interface Flow {
  /** In the order in which they run: behind each what it runs. */
  readonly steps: ReadonlyArray<Traced>
  /** Callees of its steps that were left out. */
  readonly cut: number
}

/** Where a flow begins: at a definition, or at a piece of code of it that has no name. */
export interface Start {
  readonly node: NodeId
  /** What that piece runs; of a definition what it runs itself. */
  readonly runs?: ReadonlyArray<Call>
  /** Where that piece stands. */
  readonly span?: readonly [start: number, end: number]
}

export interface Call {
  readonly target: NodeId
  /** `EDGE_KINDS` code. */
  readonly kind: number
  readonly confidence: number
  readonly site: number
}

/** What flows of one graph are told from. */
export interface Ground {
  readonly graph: Graph
  readonly sinks: Sinks.Sinks
  /** 1 for what comes to a sink. */
  readonly leads: Uint8Array
  readonly isTest: Uint8Array
  /** What was found of definitions that flows came by: many come by the same. */
  readonly known: Map<NodeId, Known>
}

/** What flows are told of a definition, whichever comes by. */
interface Known {
  /** What it runs, in the order of the text. */
  readonly calls: ReadonlyArray<Call>
  readonly branches: Branches
  readonly outside: Call | undefined
}

/** What may be steps behind one. */
interface Branches {
  /** Each target once, in the order of the text. */
  readonly calls: ReadonlyArray<Call>
  /** Places of these, those that tell most first. */
  readonly byWorth: Uint32Array
  readonly targets: ReadonlySet<NodeId>
}

/** O(nodes + edges). */
export const groundOf = (graph: Graph): Ground => {
  const sinks = Sinks.allOf(graph)
  return { graph, sinks, leads: leadingTo(graph, sinks), isTest: Node.testMask(graph), known: new Map() }
}

const knownOf = (ground: Ground, node: NodeId): Known => {
  let known = ground.known.get(node)
  if (known === undefined) {
    const calls = callsOf(ground.graph, node)
    ground.known.set(node, known = { calls, branches: branchesOf(ground, calls), outside: outsideOf(ground, calls) })
  }
  return known
}

/** What a definition itself calls of the world outside that is a sink, in the order of the graph. */
export const sinksOf = (graph: Graph, node: NodeId): ReadonlyArray<NodeId> => {
  const found = new Set<NodeId>()
  for (const { target, kind } of callsOf(graph, node)) {
    if (Node.isExternal(graph, target) && Sinks.isTouched(Sinks.ofExternal(graph, target).kind, kind)) found.add(target)
  }
  return [...found].sort((a, b) => a - b)
}

/** Everything from where a call may come to a sink. */
const leadingTo = (graph: Graph, sinks: Sinks.Sinks): Uint8Array => {
  const leads = new Uint8Array(graph.nodes.rows)
  const queue: Array<NodeId> = []
  const reach = (node: NodeId) => {
    if (leads[node] === 1) return
    leads[node] = 1
    queue.push(node)
  }
  const into = RUNS.map((kind) => ({ ...graph.in[kind], code: EDGE_KINDS[kind].code }))
  for (let node = 0; node < leads.length; node++) {
    if (sinks.kind[node] === 0) continue
    if (!Node.isExternal(graph, node)) reach(node)
    for (const { offsets, targets, code } of into) {
      if (!Sinks.isDone(sinks, node, code)) continue
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) reach(targets[i]!)
    }
  }
  for (let at = 0; at < queue.length; at++) {
    for (const { offsets, targets } of into) {
      for (let i = offsets[queue[at]!]!; i < offsets[queue[at]! + 1]!; i++) reach(targets[i]!)
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
      calls.push({
        target: targets[i]!,
        kind: EDGE_KINDS[kind].code,
        confidence: confidence[edges[i]!]!,
        site: site[edges[i]!]!,
      })
    }
  }
  return inOrder(calls)
}

/** What makes an instance runs its constructor, which is the step; a class whose making runs nothing here is none. */
const runsNothing = ({ graph, leads }: Ground, node: NodeId): boolean =>
  MADE.has(graph.nodes.kind[node]!) && leads[node] === 0 &&
  callsOf(graph, node).every(({ target }) => Node.isExternal(graph, target))

const MADE: ReadonlySet<number> = new Set([...CLASSES, NODE_KINDS.Constructor.code, NODE_KINDS.Interface.code])

/** Asks for what something holds or sets it, and runs nothing: it says nothing of where a flow goes. */
const isAccessor = ({ graph, sinks }: Ground, node: NodeId): boolean => {
  const { kind, flags } = graph.nodes
  if (sinks.kind[node] !== 0 || !runsNone(graph, node)) return false
  if (kind[node] === NODE_KINDS.Property.code) return true
  return kind[node] === NODE_KINDS.Method.code && (flags[node]! & NODE_FLAGS.signature) === 0 &&
    ((flags[node]! & ACCESSOR_FLAGS) !== 0 || ACCESSOR.test(Node.nameOf(graph, node))) &&
    Node.endLineOf(graph, node) - Node.startLineOf(graph, node) <= LONGEST_ACCESSOR
}

const ACCESSOR_FLAGS = NODE_FLAGS.getter | NODE_FLAGS.setter

/** Lines behind the first. */
const LONGEST_ACCESSOR = 3

const runsNone = (graph: Graph, node: NodeId): boolean =>
  RUNS.every((kind) => graph.out[kind].offsets[node] === graph.out[kind].offsets[node + 1])

const inOrder = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> =>
  [...calls].sort((a, b) => a.site - b.site || a.target - b.target)

/** The flow from there. O(steps² + calls of each definition that no flow of the ground came by before). */
export const trace = (ground: Ground, start: Start, bounds: Bounds = USUAL): Flow => {
  const { sinks } = ground
  const found: Array<{ -readonly [K in keyof Traced]: Traced[K] }> = [
    { node: start.node, from: NONE, depth: 0, confidence: 100, sink: 0, access: 0, by: NONE, site: NONE },
  ]
  const seen = new Set<NodeId>([start.node])
  let cut = 0
  for (let at = 0; at < found.length; at++) {
    const step = found[at]!
    const { branches, outside } = at === 0 ? beginning(ground, start) : knownOf(ground, step.node)
    if (outside !== undefined && step.access < sinks.access[outside.target]!) {
      step.sink = sinks.kind[outside.target]!
      step.access = sinks.access[outside.target]!
      step.by = outside.target
    }
    let next = branches.calls.length
    for (const node of seen) if (branches.targets.has(node)) next--
    const kept = step.depth < bounds.depth ? best(branches, seen, bounds.branches) : []
    cut += next - kept.length
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
        sink: sinks.kind[target]!,
        access: sinks.access[target]!,
        by: NONE,
        site,
      })
    }
  }
  return { steps: asTheyRun(found), cut }
}

/** What a flow begins with. A piece of code without a name runs outside what stands in its text. */
const beginning = (ground: Ground, { node, runs, span }: Start): Pick<Known, "branches" | "outside"> => {
  if (runs === undefined && span === undefined) return knownOf(ground, node)
  const calls = runs === undefined ? knownOf(ground, node).calls : inOrder(runs)
  return {
    branches: branchesOf(ground, calls),
    outside: outsideOf(ground, span === undefined ? calls : within(knownOf(ground, node).calls, span)),
  }
}

/** Calls that stand in a part of the text. O(log calls + those). */
const within = (calls: ReadonlyArray<Call>, [start, end]: readonly [number, number]): ReadonlyArray<Call> =>
  calls.slice(firstFrom(calls, start), firstFrom(calls, end))

/** Where calls begin that stand there or behind. */
const firstFrom = (calls: ReadonlyArray<Call>, offset: number): number => {
  let from = 0
  for (let to = calls.length; from < to;) {
    const middle = (from + to) >> 1
    if (calls[middle]!.site < offset) from = middle + 1
    else to = middle
  }
  return from
}

/** The first of the calls that do most outside, where any does something there. */
const outsideOf = ({ graph, sinks }: Ground, calls: ReadonlyArray<Call>): Call | undefined => {
  let first: Call | undefined
  for (const call of calls) {
    const { target, kind } = call
    if (!Node.isExternal(graph, target) || !Sinks.isDone(sinks, target, kind)) continue
    if (first === undefined || sinks.access[first.target]! < sinks.access[target]!) first = call
  }
  return first
}

const branchesOf = (ground: Ground, calls: ReadonlyArray<Call>): Branches => {
  const targets = new Set<NodeId>()
  const steps = calls.filter((call) => {
    if (targets.has(call.target) || !isStep(ground, call)) return false
    targets.add(call.target)
    return true
  })
  const worth = steps.map((call) => worthOf(ground, call))
  const byWorth = Uint32Array.from(steps.keys()).sort((a, b) => worth[b]! - worth[a]! || a - b)
  return { calls: steps, byWorth, targets }
}

const isStep = (ground: Ground, { target, confidence }: Call): boolean =>
  LEAST_CONFIDENCE <= confidence && ground.graph.nodes.file[target] !== NONE && ground.isTest[target] === 0 &&
  !runsNothing(ground, target) && !isAccessor(ground, target)

/** The branches that tell most of those that are no step yet, in the order of the text. O(steps). */
const best = ({ calls, byWorth }: Branches, seen: ReadonlySet<NodeId>, most: number): ReadonlyArray<Call> => {
  const places: Array<number> = []
  for (let i = 0; i < byWorth.length && places.length < most; i++) {
    if (!seen.has(calls[byWorth[i]!]!.target)) places.push(byWorth[i]!)
  }
  return places.sort((a, b) => a - b).map((place) => calls[place]!)
}

const worthOf = ({ graph, leads }: Ground, { target, confidence }: Call): number => {
  const users = RUNS.reduce(
    (sum, kind) => sum + graph.in[kind].offsets[target + 1]! - graph.in[kind].offsets[target]!,
    0,
  )
  return (leads[target] === 1 ? 200 : 0) + (runsNone(graph, target) ? 0 : 100) + confidence -
    (POPULAR < users ? 250 : 0) -
    (isFault(graph, target) ? 250 : 0)
}

/** Does it make or tell of a failure, by its name or that of what it makes? */
export const isFault = (graph: Graph, node: NodeId): boolean =>
  FAULT.test(Node.nameOf(graph, node)) ||
  (graph.nodes.kind[node] === NODE_KINDS.Constructor.code && FAULT.test(Node.nameOf(graph, Node.parentOf(graph, node))))

/** From breadth first to the order of running. */
const asTheyRun = (found: ReadonlyArray<Traced>): ReadonlyArray<Traced> => {
  const children = found.map((): Array<number> => [])
  for (let i = 1; i < found.length; i++) children[found[i]!.from]!.push(i)
  const place = new Uint32Array(found.length)
  const steps: Array<Traced> = []
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
