// THE list of overlays: a line a phase, in the order in which they are made.

import type { Graph } from "../graph/graph.ts"
import type { Artefact, OverlayName, Overlays } from "../graph/overlays.ts"
import * as OverlaySections from "../graph/overlay_sections.ts"
import * as Centrality from "./centrality.ts"
import * as Communities from "./communities.ts"
import type { Phase, Rows } from "./phase.ts"
import * as Processes from "./processes.ts"
import * as Tests from "./tests.ts"

type AnyPhase = { readonly [N in OverlayName]: Phase<N> }[OverlayName]

export const PHASES: ReadonlyArray<AnyPhase> = [Centrality.phase, Communities.phase, Tests.phase, Processes.phase]

/** All overlays of a graph. */
export const run = (graph: Graph): Overlays => {
  const made: { [N in OverlayName]?: Artefact } = {}
  for (const phase of PHASES) made[phase.name] = phase.run(graph, made as Overlays) as Artefact
  return made as Overlays
}

const isCurrent = ({ name, version }: AnyPhase, kept: Overlays): boolean => kept[name]?.version === version

/** All overlays of a graph: those that are kept where this version of the program made them, else made when one is asked for. */
export const of = (graph: Graph, kept: Overlays = {}): Overlays => {
  if (PHASES.every((phase) => isCurrent(phase, kept))) return kept
  let made: Overlays | undefined
  const later = {}
  for (const { name } of PHASES) {
    Object.defineProperty(later, name, { get: () => (made ??= run(graph))[name], enumerable: true })
  }
  return later
}

/** What all overlays add to the graph, in the order of phases. */
export const rowsOf = (graph: Graph, overlays: Overlays): Rows => {
  const nodes: Array<Rows["nodes"][number]> = []
  const edges: Array<Rows["edges"][number]> = []
  for (const { name, rows } of PHASES) {
    const artefact = overlays[name]
    if (artefact === undefined) continue
    const more = rows(artefact as never, graph.nodes.rows + nodes.length)
    for (const node of more.nodes) nodes.push(node)
    for (const edge of more.edges) edges.push(edge)
  }
  return { nodes, edges }
}

/**
 * The first overlay that does not follow from its graph, in words, or undefined: what somebody else made is made once more,
 * where `of` would take it. O(time of `run`).
 */
export const findContradiction = (graph: Graph, overlays: Overlays): string | undefined => {
  if (!PHASES.every((phase) => isCurrent(phase, overlays))) return undefined
  const given = OverlaySections.sectionsOf(overlays)
  const due = new Map(OverlaySections.sectionsOf(run(graph)).map(({ tag, bytes }) => [tag, bytes]))
  const wrong = given.find(({ tag, bytes }) => {
    const right = due.get(tag)
    return right === undefined || right.length !== bytes.length || !bytes.every((it, i) => it === right[i])
  })
  return wrong === undefined ? undefined : `section ${wrong.tag} does not follow from the graph`
}
