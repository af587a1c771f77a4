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
import { BESIDE } from "./models/purposes.ts"
import type { Phase } from "./phase.ts"
import { labelsOf } from "./purposes.ts"

/** Processes of one repository: behind these come none, and they are counted. */
const MOST = 1500

/** Fewer steps are no flow, where nothing from outside begins there. */
const FEWEST = 3

/** Who enters from outside has a flow of its own, however short and wherever else it is contained. */
const OUTSIDE: ReadonlySet<EntryKind> = new Set<EntryKind>(["main", "route", "command", "job", "event"])

/** Is there something to tell: does it come from outside, take some steps, or go outside at once? */
const isFlow = ({ entry: { kind }, flow: { steps } }: Judged): boolean => {
  if (FEWEST <= steps.length || BY_NAME.has(kind)) return true
  const isOutside = steps.some(({ sink }) => sink !== 0)
  return kind === "handler" ? isOutside : OUTSIDE.has(kind) && (isOutside || 1 < steps.length)
}

/** That they are there is worth telling, even where nothing of the repository runs behind it. */
const BY_NAME: ReadonlySet<EntryKind> = new Set<EntryKind>(["main", "route", "command", "job"])

export const phase: Phase<"processes"> = {
  name: "processes",
  version: 3,
  needs: ["communities"],
  run: (graph, { communities }) => {
    const ground = Flows.groundOf(graph)
    const community = communities!.tables.members.community
    const isBeside = besideOf(graph, ground.isTest)
    const judge = judgeOf(graph, community, isBeside)
    const all = entriesOf(graph, ground.isTest)
      .map((entry) => judge(entry, Flows.trace(ground, entry, Flows.boundsOf(entry.kind))))
      .filter(isFlow)
      .sort(byPriority)
    const { told, left } = withoutParts(graph, all)
    const labels = labelsOf(graph, told)
    const texts = new Overlays.Texts()
    const processes = Overlays.builderOf("processes", "processes")
    const steps = Overlays.builderOf("processes", "steps")
    told.forEach(({ entry, flow, priority, spread, id }, i) => {
      const row = processes.add()
      const at = processes.at
      at.label[row] = texts.of(labels[i]!)
      at.id[row] = texts.of(id)
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
    })
    return Overlays.make<"processes">(
      phase.version,
      { processes: processes.freeze(), steps: steps.freeze(), whole: wholeOf(left) },
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

interface Told extends Judged {
  readonly id: string
}

/** The share that is left of the priority of what stands beside the product. */
const BESIDE_IT = 0.4

/** Steps that tell all there is to tell: further ones add nothing to the priority. */
const TELLING = 24

/** More than that share of the files is the product, wherever it stands. */
const PRODUCT = 0.9

/** Does a node stand beside the product? */
const besideOf = (graph: Graph, isTest: Uint8Array): (node: NodeId) => boolean => {
  const files = [...graph.files].filter((file) => isTest[file] === 0 && !Node.hasFlag(graph, file, "unread"))
  const beside = files.filter((file) => BESIDE.test(Node.pathOf(graph, file)))
  return files.length * PRODUCT <= beside.length ? () => false : (node) => BESIDE.test(Node.pathOf(graph, node))
}

const judgeOf =
  (graph: Graph, community: Uint32Array, isBeside: (node: NodeId) => boolean) =>
  (entry: Entry, flow: Flows.Flow): Judged => {
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
    const share = (sure / (100 * flow.steps.length)) * (isBeside(entry.node) ? BESIDE_IT : 1)
    const priority = Math.min(1000, Math.round(worth * share))
    return { entry, flow, priority, spread: spread.size }
  }

const byPriority = (a: Judged, b: Judged): number =>
  b.priority - a.priority || a.entry.node - b.entry.node || a.entry.at - b.entry.at ||
  (a.entry.known < b.entry.known ? -1 : 1)

/**
 * Leaves out what is part of a flow that is told, in the order given, and what comes behind the last one that is; that is
 * counted. O(steps of all · those told that have the same step).
 */
const withoutParts = (
  graph: Graph,
  all: ReadonlyArray<Judged>,
): { readonly told: ReadonlyArray<Told>; readonly left: number } => {
  const told: Array<Told> = []
  const ids = new Set<string>()
  const holding = new Map<NodeId, Array<ReadonlySet<NodeId>>>()
  let left = 0
  for (const it of all) {
    if (!OUTSIDE.has(it.entry.kind) && isPart(graph, it, holding)) continue
    if (told.length === MOST) {
      left++
      continue
    }
    // Two that begin in one file under one name and run the same are one.
    const id = idOf(graph, it.entry, it.flow)
    if (ids.has(id)) continue
    ids.add(id)
    told.push({ ...it, id })
    const nodes = new Set(it.flow.steps.map(({ node }) => node))
    for (const node of nodes) {
      const known = holding.get(node)
      if (known === undefined) holding.set(node, [nodes])
      else known.push(nodes)
    }
  }
  return { told, left }
}

const isPart = (
  graph: Graph,
  { entry, flow: { steps } }: Judged,
  holding: ReadonlyMap<NodeId, ReadonlyArray<ReadonlySet<NodeId>>>,
): boolean => {
  // Of a script that does no more than another flow, that one tells.
  const isScript = entry.kind === "script" && !Node.isSymbol(graph, entry.node)
  const own = isScript && 1 < steps.length ? steps.slice(1) : steps
  // Where one holds all of them, it is among those that hold the one that fewest do.
  let fewest: ReadonlyArray<ReadonlySet<NodeId>> | undefined
  for (const { node } of own) {
    const those = holding.get(node)
    if (those === undefined) return false
    if (fewest === undefined || those.length < fewest.length) fewest = those
  }
  return fewest!.some((nodes) => own.every(({ node }) => nodes.has(node)))
}

/** Stays as long as its steps do, wherever they stand. */
const idOf = (graph: Graph, { known }: Entry, { steps }: Flows.Flow): string =>
  Fingerprint.hexOf([known, ...steps.map(({ node }) => Uid.uidOf(graph, node))].join("\n"))
