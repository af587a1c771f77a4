// Execution flows of an index as questions ask for them: those that a definition is a step of, and the steps of one.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import type { Artefact, Overlays } from "../graph/overlays.ts"

/** Before a process's id. */
export const KIND = "Process"

/** Number of a process: its row, the highest priority first. */
export type ProcessId = number

export interface Processes {
  readonly count: number
  readonly labelOf: (process: ProcessId) => string
  readonly idOf: (process: ProcessId) => string
  /** 0–1. */
  readonly priorityOf: (process: ProcessId) => number
  readonly entryOf: (process: ProcessId) => NodeId
  /** Is more than one community run through? */
  readonly isAcross: (process: ProcessId) => boolean
  /** Rows of its steps: from the first one, and behind the last one. */
  readonly stepsOf: (process: ProcessId) => readonly [from: number, to: number]
  /** Steps that were left out of it. */
  readonly cutOf: (process: ProcessId) => number
  /**
   * Steps that a definition is, in the order of the processes' priority: rows of steps. A flow that begins with a piece of
   * a definition that has no name, such as a handler in a file of many, runs the piece and not the definition.
   */
  readonly of: (node: NodeId) => Uint32Array
  /** The process of a step, and its place in that, from 1. */
  readonly processOf: (step: number) => ProcessId
  readonly indexOf: (step: number) => number
  readonly nodeOf: (step: number) => NodeId
  /** Line on which it is run by the step before, as an offset, or NONE. */
  readonly siteOf: (step: number) => number
  /** The step that runs it, or NONE. */
  readonly fromOf: (step: number) => number
}

/** Does a flow that begins at that offset begin at a piece of code without a name, rather than at its definition or file? */
export const isNameless = (graph: Graph, entry: NodeId, at: number): boolean => at !== graph.nodes.nameStart[entry]

const known = new WeakMap<Overlays, Processes>()

/** Undefined where the index has none. Made once an index. O(nodes + steps). */
export const processes = (graph: Graph, overlays: Overlays): Processes | undefined => {
  const artefact = overlays.processes
  if (artefact === undefined) return undefined
  let made = known.get(overlays)
  if (made === undefined) known.set(overlays, made = make(graph, artefact))
  return made
}

const make = (graph: Graph, { tables: { processes, steps }, texts }: Artefact<"processes">): Processes => {
  const starts = new Uint32Array(processes.rows + 1)
  const offsets = new Uint32Array(graph.nodes.rows + 1)
  const isPiece = (step: number): boolean =>
    steps.from[step] === NONE && isNameless(graph, steps.node[step]!, processes.at[steps.process[step]!]!)
  for (let step = 0; step < steps.rows; step++) {
    starts[steps.process[step]! + 1]!++
    if (!isPiece(step)) offsets[steps.node[step]! + 1]!++
  }
  for (let i = 0; i < processes.rows; i++) starts[i + 1]! += starts[i]!
  for (let node = 0; node < graph.nodes.rows; node++) offsets[node + 1]! += offsets[node]!
  const places = new Uint32Array(offsets[graph.nodes.rows]!)
  const next = offsets.slice()
  // Steps stand in the order of processes, and these in that of their priority.
  for (let step = 0; step < steps.rows; step++) if (!isPiece(step)) places[next[steps.node[step]!]!++] = step
  return {
    count: processes.rows,
    labelOf: (process) => texts.at(processes.label[process]!),
    idOf: (process) => `${KIND}:${texts.at(processes.id[process]!)}`,
    priorityOf: (process) => processes.priority[process]! / 1000,
    entryOf: (process) => processes.entry[process]!,
    isAcross: (process) => processes.communities[process]! > 1,
    stepsOf: (process) => [starts[process]!, starts[process + 1]!],
    cutOf: (process) => processes.cut[process]!,
    of: (node) => places.subarray(offsets[node]!, offsets[node + 1]!),
    processOf: (step) => steps.process[step]!,
    indexOf: (step) => step - starts[steps.process[step]!]! + 1,
    nodeOf: (step) => steps.node[step]!,
    siteOf: (step) => steps.site[step]!,
    fromOf: (step) => steps.from[step] === NONE ? NONE : starts[steps.process[step]!]! + steps.from[step]!,
  }
}

/** Steps of a definition, one a process. */
export const stepsIn = (known: Processes, node: NodeId): ReadonlyArray<number> => {
  const steps: Array<number> = []
  let last = -1
  for (const step of known.of(node)) {
    if (known.processOf(step) === last) continue
    last = known.processOf(step)
    steps.push(step)
  }
  return steps
}
