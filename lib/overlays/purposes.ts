// How flows are called: what they are known by outside or where they begin, and what they are for: what they change outside,
// else what they ask there, as near to the entry as that is. No two of a repository begin with the same words.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Path from "../text/path.ts"
import type { Entry } from "./entries.ts"
import { type Flow, isFault, type Traced } from "./flows.ts"
import { ACCESSOR, ASKING, DOING, FORM } from "./models/purposes.ts"
import { ACCESS } from "./models/sinks.ts"

interface Told {
  readonly entry: Entry
  readonly flow: Flow
}

/** Labels of flows, in their order. O(steps). */
export const labelsOf = (graph: Graph, all: ReadonlyArray<Told>): ReadonlyArray<string> => {
  const heads = headsOf(graph, all.map(({ entry }) => entry))
  return all.map(({ entry, flow }, i) => {
    const end = endOf(graph, flow.steps)
    const isSaid = entry.known === "" && end === Node.nameOf(graph, entry.node)
    return end === undefined || isSaid ? heads[i]! : `${heads[i]} → ${end}`
  })
}

/** Names of the types that hold it and its own: what holds those is said by its file. */
const shortName = (graph: Graph, node: NodeId): string => {
  let name = Node.nameOf(graph, node)
  if (!Node.isSymbol(graph, node)) return Node.pathOf(graph, node)
  for (let owner = Node.parentOf(graph, node); owner !== NONE && Node.isSymbol(graph, owner);) {
    if (SPACES.has(graph.nodes.kind[owner]!)) break
    name = `${Node.nameOf(graph, owner)}.${name}`
    owner = Node.parentOf(graph, owner)
  }
  return name
}

const SPACES: ReadonlySet<number> = new Set([NODE_KINDS.Namespace.code, NODE_KINDS.Package.code])

/** Those that others have too get what tells them apart behind them. */
const headsOf = (graph: Graph, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const begins = entries.map(({ node, known }) => known === "" ? shortName(graph, node) : known)
  const told = [
    begins,
    ...BEYOND.map((of) => entries.map((entry, i) => `${begins[i]} (${of(graph, entry)})`)),
  ].map((names) => ({ names, counts: countsOf(names) }))
  return entries.map((_, i) =>
    (told.find(({ names, counts }) => counts.get(names[i]!) === 1) ?? told.at(-1)!).names[i]!
  )
}

/** What tells two of one name apart, the shortest first. */
const BEYOND: ReadonlyArray<(graph: Graph, entry: Entry) => string> = [
  (graph, { node, known }) =>
    known !== "" && Node.isSymbol(graph, node) ? shortName(graph, node) : Path.baseOf(Node.pathOf(graph, node)),
  (graph, { node }) => Node.pathOf(graph, node).split("/").slice(-2).join("/"),
  (graph, { node, at }) => `${Path.baseOf(Node.pathOf(graph, node))}:${Node.lineAt(graph, node, at)}`,
  (graph, { node }) => Node.pathOf(graph, node),
  (graph, { node, at }) => `${Node.pathOf(graph, node)}:${Node.lineAt(graph, node, at)}`,
]

const countsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** What the flow comes to, or undefined where the entry does that itself and says so. */
const endOf = (graph: Graph, steps: ReadonlyArray<Traced>): string | undefined => {
  let best: { readonly step: Traced; readonly worth: ReadonlyArray<number> } | undefined
  steps.forEach((step, i) => {
    if (step.access === ACCESS.none) return
    const name = Node.nameOf(graph, step.node)
    if (step.from !== NONE && isBeside(graph, step)) return
    const isAsking = step.from !== NONE && ASKING.test(name)
    const access = isAsking ? Math.min(step.access, ACCESS.reads) : step.access
    // What changes several things ends with the one it is for; what asks begins with it.
    const worth = [
      access,
      -step.depth,
      ACCESS.writes <= access && DOING.test(name) ? 1 : 0,
      ACCESS.writes <= access ? i : -i,
    ]
    if (best === undefined || isBefore(best.worth, worth)) best = { step, worth }
  })
  if (best === undefined) return deepest(graph, steps)
  const { step, worth } = best
  if (step.from !== NONE) return Node.nameOf(graph, step.node)
  return ACCESS.writes <= worth[0]! && step.by !== NONE ? Node.nameOf(graph, step.by) : undefined
}

/** Is `a` the lesser one? */
const isBefore = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): boolean => {
  const at = a.findIndex((it, i) => it !== b[i])
  return at !== -1 && a[at]! < b[at]!
}

/** Is it a form, or what makes or tells of a failure, or an instance: on the way and not what it is for? */
const isBeside = (graph: Graph, { node }: Traced): boolean => {
  const name = Node.nameOf(graph, node)
  const { kind } = graph.nodes
  return FORM.test(name) || MAKERS.test(name) || kind[node] === NODE_KINDS.Constructor.code ||
    !RUN.has(kind[node]!) || isFault(graph, node)
}

const MAKERS = /^(__\w+__|New(?=[A-Z])\w*)$/

const RUN: ReadonlySet<number> = new Set([NODE_KINDS.Function.code, NODE_KINDS.Method.code])

/** Where nothing outside is touched: what lies farthest from the entry. */
const deepest = (graph: Graph, steps: ReadonlyArray<Traced>): string | undefined => {
  let best: Traced | undefined
  for (const step of steps) {
    if (step.from === NONE || isBeside(graph, step) || ACCESSOR.test(Node.nameOf(graph, step.node))) continue
    if (best === undefined || best.depth < step.depth) best = step
  }
  return best === undefined ? undefined : Node.nameOf(graph, best.node)
}
