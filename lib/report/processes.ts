// Execution flows as pages tell them: those that an index has, and those that are traced from a definition on demand.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import type { Artefact } from "../graph/overlays.ts"
import * as Flows from "../overlays/flows.ts"
import { ENTRY_KINDS, type EntryKind } from "../overlays/models/entries.ts"
import { SINK_KINDS, type SinkKind } from "../overlays/models/sinks.ts"
import * as Query from "../query/processes.ts"
import type { Named } from "./named.ts"

export { KIND } from "../query/processes.ts"

export interface Process extends Named {
  /** Place among all, which are in the order of their priority. */
  readonly row: number
  readonly entry: Entry
  readonly kind: EntryKind
  /** 0–1. */
  readonly priority: number
  readonly steps: number
  /** Steps that were left out of it. */
  readonly cut: number
  /** Areas that its steps are of. */
  readonly areas: number
}

/** Where it begins: at a definition or file, or at a piece of code without a name in it. */
export interface Entry {
  readonly node: NodeId
  /** UTF-16 offset in its file. */
  readonly at: number
}

type Processes = Artefact<"processes">

const ENTRY_BY_CODE = new Map(
  Object.entries(ENTRY_KINDS).map(([kind, { code }]) => [code as number, kind as EntryKind]),
)

const SINK_BY_CODE = new Map(Object.entries(SINK_KINDS).map(([kind, { code }]) => [code as number, kind as SinkKind]))

/** The most telling first. */
export const all = ({ tables: { processes, steps }, texts }: Processes): ReadonlyArray<Process> => {
  const counts = new Uint32Array(processes.rows)
  for (let i = 0; i < steps.rows; i++) counts[steps.process[i]!]!++
  return Array.from({ length: processes.rows }, (_, row) => ({
    row,
    id: texts.at(processes.id[row]!),
    ...labelled(texts.at(processes.label[row]!)),
    entry: { node: processes.entry[row]!, at: processes.at[row]! },
    kind: ENTRY_BY_CODE.get(processes.kind[row]!)!,
    priority: processes.priority[row]! / 1000,
    steps: counts[row]!,
    cut: processes.cut[row]!,
    areas: processes.communities[row]!,
  }))
}

/** A label says how one enters, and behind an arrow where that leads to. */
const ARROW = " → "

const labelled = (label: string) => {
  const arrow = label.lastIndexOf(ARROW)
  return arrow === -1 ? { label } : { label, short: label.slice(0, arrow) }
}

export interface OfKind {
  readonly kind: EntryKind
  readonly doc: string
  /** The most telling first. */
  readonly flows: ReadonlyArray<Process>
}

/** The flows of each kind of entry that there is, in the order in which kinds are declared. */
export const kindsOf = (flows: ReadonlyArray<Process>): ReadonlyArray<OfKind> =>
  Object.entries(ENTRY_KINDS)
    .map(([kind, { doc }]): OfKind => ({
      kind: kind as EntryKind,
      doc,
      flows: flows.filter((it) => it.kind === kind),
    }))
    .filter(({ flows }) => 0 < flows.length)

/** Flows that the index left out, since there are too many. */
export const leftOut = ({ tables: { whole } }: Processes): number => whole.left[0]!

/** The steps of one of them. O(steps of all). */
export const stepsOf = ({ tables: { steps } }: Processes, { row }: Process): ReadonlyArray<Flows.Step> => {
  const found: Array<Flows.Step> = []
  for (let i = 0; i < steps.rows; i++) {
    if (steps.process[i] !== row) continue
    found.push({
      node: steps.node[i]!,
      from: steps.from[i]!,
      site: steps.site[i]!,
      depth: steps.depth[i]!,
      confidence: steps.confidence[i]!,
      sink: steps.sink[i]!,
    })
  }
  return found
}

/** How many steps of each process stand in `nodes`; by row. O(steps of all). */
export const stepsIn = (
  { tables: { steps } }: Processes,
  isIn: (node: NodeId) => boolean,
): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (let i = 0; i < steps.rows; i++) {
    const row = steps.process[i]!
    if (isIn(steps.node[i]!)) counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  return counts
}

/** What a step touches outside of the repository. */
export const sinkOf = ({ sink }: Flows.Step): SinkKind | undefined => SINK_BY_CODE.get(sink)

/** What runs when a definition is run, whether the index has a flow from there or not. O(nodes + edges). */
export const traced = (graph: Graph, node: NodeId): Flows.Flow => Flows.trace(Flows.groundOf(graph), { node })

/** `path:line` of where it begins. */
export const entryPlace = (graph: Graph, { node, at }: Entry): string =>
  `${Node.pathOf(graph, node)}:${Node.lineAt(graph, node, at)}`

/** Does it begin at a piece of code without a name, rather than at the definition or file itself? */
export const isNameless = (graph: Graph, { node, at }: Entry): boolean => Query.isNameless(graph, node, at)

/** `path:line` of where a step is run; undefined for the first. */
export const sitePlace = (graph: Graph, steps: ReadonlyArray<Flows.Step>, step: Flows.Step): string | undefined => {
  if (step.from === NONE || step.site === NONE) return undefined
  const by = steps[step.from]!.node
  return `${Node.pathOf(graph, by)}:${Node.lineAt(graph, by, step.site)}`
}
