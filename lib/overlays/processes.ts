// Execution flows: what each entry point runs, in order. One that is part of another is told once, unless somebody outside
// enters there; the most telling come first.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Overlays from "../graph/overlays.ts"
import * as Uid from "../graph/uid.ts"
import * as Fingerprint from "../text/fingerprint.ts"
import { entriesOf, type Entry } from "./entries.ts"
import * as Flows from "./flows.ts"
import { ENTRY_KINDS, type EntryKind } from "./models/entries.ts"
import type { Phase } from "./phase.ts"

/** Processes of one repository: behind these come none, and they are counted. */
const MOST = 1500

/** Fewer steps are no flow, where nothing from outside begins there. */
const FEWEST = 3

/** Who enters from outside has a flow of its own, however short and wherever else it is contained. */
const OUTSIDE: ReadonlySet<EntryKind> = new Set<EntryKind>(["main", "route", "command", "job", "event"])

export const phase: Phase<"processes"> = {
  name: "processes",
  version: 1,
  needs: ["communities"],
  run: (graph, { communities }) => {
    const ground = Flows.groundOf(graph)
    const community = communities!.tables.members.community
    const all = entriesOf(graph, ground.isTest)
      .map((entry) => judged(graph, entry, Flows.trace(ground, entry), community))
      .filter(({ entry, flow }) => FEWEST <= flow.steps.length || OUTSIDE.has(entry.kind))
      .sort(byPriority)
    const kept = notContained(all)
    const texts = new Overlays.Texts()
    const processes = Overlays.builderOf("processes", "processes")
    const steps = Overlays.builderOf("processes", "steps")
    for (const { entry, flow, priority, spread } of kept.slice(0, MOST)) {
      const row = processes.add()
      const at = processes.at
      at.label[row] = texts.of(labelOf(graph, entry, flow))
      at.id[row] = texts.of(idOf(graph, entry, flow))
      at.entry[row] = entry.node
      at.at[row] = entry.at
      at.kind[row] = ENTRY_KINDS[entry.kind].code
      at.priority[row] = priority
      at.cut[row] = flow.cut
      at.communities[row] = spread
      for (const step of flow.steps) {
        const place = steps.add()
        steps.at.process[place] = row
        steps.at.node[place] = step.node
        steps.at.from[place] = step.from
        steps.at.site[place] = step.site
        steps.at.depth[place] = step.depth
        steps.at.confidence[place] = step.confidence
        steps.at.sink[place] = step.sink
      }
    }
    return Overlays.make<"processes">(
      phase.version,
      { processes: processes.freeze(), steps: steps.freeze(), whole: wholeOf(Math.max(0, kept.length - MOST)) },
      texts,
    )
  },
  rows: ({ tables: { processes, steps }, texts }, first) => ({
    nodes: Array.from({ length: processes.rows }, (_, row) => ({
      kind: "Process",
      id: texts.at(processes.id[row]!),
      name: texts.at(processes.label[row]!),
    })),
    edges: [
      ...Array.from({ length: processes.rows }, (_, row) => ({
        kind: "ENTRY_POINT_OF" as const,
        source: processes.entry[row]!,
        target: first + row,
        confidence: 100,
      })),
      ...Array.from({ length: steps.rows }, (_, place) => ({
        kind: "STEP_IN_PROCESS" as const,
        source: steps.node[place]!,
        target: first + steps.process[place]!,
        confidence: steps.confidence[place]!,
      })),
    ],
  }),
}

const wholeOf = (left: number) => {
  const whole = Overlays.builderOf("processes", "whole")
  whole.at.left[whole.add()] = left
  return whole.freeze()
}

interface Judged {
  readonly entry: Entry
  readonly flow: Flows.Flow
  /** In permille. */
  readonly priority: number
  /** Communities of its steps. */
  readonly spread: number
}

/** Steps that tell all there is to tell: further ones add nothing to the priority. */
const TELLING = 24

const judged = (graph: Graph, entry: Entry, flow: Flows.Flow, community: Uint32Array): Judged => {
  const spread = new Set<number>()
  let sinks = 0
  let sure = 0
  for (const { node, sink, confidence } of flow.steps) {
    if (community[node] !== NONE && graph.nodes.file[node] !== node) spread.add(community[node]!)
    if (sink !== 0) sinks++
    sure += confidence
  }
  const length = Math.min(1, Math.log2(1 + flow.steps.length) / Math.log2(1 + TELLING))
  const worth = ENTRY_KINDS[entry.kind].worth * (0.55 + 0.45 * length) + (sinks === 0 ? 0 : 70) +
    (1 < spread.size ? 40 : 0)
  const priority = Math.min(1000, Math.round(worth * (sure / (100 * flow.steps.length))))
  return { entry, flow, priority, spread: spread.size }
}

const byPriority = (a: Judged, b: Judged): number =>
  b.priority - a.priority || a.entry.node - b.entry.node || a.entry.at - b.entry.at ||
  (a.entry.known < b.entry.known ? -1 : 1)

/** Leaves out what is part of a flow that comes before, in the order given. O(steps of all). */
const notContained = (all: ReadonlyArray<Judged>): ReadonlyArray<Judged> => {
  const kept: Array<Judged> = []
  const holding = new Map<NodeId, Array<ReadonlySet<NodeId>>>()
  for (const it of all) {
    const { entry, flow: { steps } } = it
    const isPart = (holding.get(entry.node) ?? []).some((nodes) => steps.every(({ node }) => nodes.has(node)))
    if (isPart && !OUTSIDE.has(entry.kind)) continue
    kept.push(it)
    const nodes = new Set(steps.map(({ node }) => node))
    for (const node of nodes) {
      const known = holding.get(node)
      if (known === undefined) holding.set(node, [nodes])
      else known.push(nodes)
    }
  }
  return kept
}

/** What it is known by, or where it begins; and where it comes to. */
const labelOf = (graph: Graph, { node, known }: Entry, { steps }: Flows.Flow): string => {
  const begin = known === "" ? Node.qualifiedName(graph, node) : known
  const last = steps.findLast(({ sink, from }) => sink !== 0 && from !== NONE) ??
    steps.reduce((deepest, it) => deepest.depth < it.depth ? it : deepest)
  return last.from === NONE ? begin : `${begin} → ${Node.nameOf(graph, last.node)}`
}

/** Stays as long as its steps do, wherever they stand. */
const idOf = (graph: Graph, { known }: Entry, { steps }: Flows.Flow): string =>
  Fingerprint.hexOf([known, ...steps.map(({ node }) => Uid.uidOf(graph, node))].join("\n"))
