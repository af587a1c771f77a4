// A repository in the large, as data: languages, areas and what ties them, who enters where, what runs then, what much
// rests on, and what of it is tested. Follows from the graph and its overlays alone.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS, type NodeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type { Artefact, Overlays } from "../graph/overlays.ts"
import type { SnapshotMeta } from "../graph/snapshot.ts"
import * as Uid from "../graph/uid.ts"
import { USES } from "../overlays/centrality.ts"
import * as Ties from "../overlays/ties.ts"
import * as Areas from "./areas.ts"
import * as Processes from "./processes.ts"

/** An index, whoever opened it. */
export interface Subject {
  readonly id: string
  readonly graph: Graph
  readonly meta: SnapshotMeta
  readonly overlays: Overlays
}

/** Where something stands. */
export interface Place {
  readonly name: string
  readonly file: string
  readonly line: number
}

export interface AreaTold {
  readonly id: string
  readonly label: string
  readonly members: number
  readonly cohesion: number
  /** The definitions that most of the code rests on, the most central first. */
  readonly central: ReadonlyArray<Place>
  /** How the documentation of its most central definition that has one begins. */
  readonly says?: { readonly of: string; readonly doc: string }
}

export interface StepTold extends Place {
  /** Place of the step that runs it; absent for the first. */
  readonly by?: number
  readonly touches?: string
}

export interface FlowTold {
  readonly id: string
  /** How one enters. */
  readonly enters: string
  readonly label: string
  readonly kind: string
  readonly priority: number
  readonly entry: string
  readonly steps: ReadonlyArray<StepTold>
  readonly cut: number
}

export interface Hub extends Place {
  readonly uid: string
  readonly kind: NodeKind
  /** Definitions of the product's own code that use it. */
  readonly used_by: number
}

export interface Architecture {
  readonly repo: string
  readonly commit: string | null
  readonly files: number
  readonly symbols: number
  readonly languages: ReadonlyArray<{ readonly name: string; readonly files: number; readonly symbols: number }>
  readonly areas: {
    readonly total: number
    readonly modularity: number
    /** The largest. */
    readonly shown: ReadonlyArray<AreaTold>
    /** Between those that are shown, the strongest first; `from` uses `to`, which are places in `shown`. */
    readonly ties: ReadonlyArray<{ readonly from: number; readonly to: number; readonly uses: number }>
    readonly ties_total: number
  } | null
  readonly entries: ReadonlyArray<{
    readonly kind: string
    readonly doc: string
    readonly flows: number
    readonly first: ReadonlyArray<{ readonly enters: string; readonly entry: string }>
  }>
  readonly flows: ReadonlyArray<FlowTold>
  readonly hubs: ReadonlyArray<Hub>
  readonly tests: {
    readonly files: number
    readonly symbols: number
    /** Functions and types of the product's own code, and those of them that a test is known of. */
    readonly testable: number
    readonly tested: number
  }
}

const AREAS = 12
const TIES = 20
const CENTRAL = 3
const FIRST = 4
const FLOWS = 4
/** Flows that begin in one file: more of them look alike. */
const OF_FILE = 2
const HUBS = 10

/** Fewer steps are no flow to be drawn. */
const FEWEST = 3

/** O(nodes + edges). */
export const of = (subject: Subject): Architecture => {
  const { id, graph, meta, overlays } = subject
  const processes = overlays.processes === undefined ? [] : Processes.all(overlays.processes)
  return {
    repo: id,
    commit: meta.commit,
    files: meta.languages.reduce((sum, it) => sum + it.files, 0),
    symbols: graph.byName.length,
    languages: meta.languages.map(({ name, files, symbols }) => ({ name, files, symbols })),
    areas: overlays.communities === undefined ? null : areasOf(subject, overlays.communities),
    entries: Processes.kindsOf(processes).map(({ kind, doc, flows }) => ({
      kind,
      doc,
      flows: flows.length,
      first: flows.slice(0, FIRST).map((it) => ({
        enters: it.short ?? it.label,
        entry: Processes.entryPlace(graph, it.entry),
      })),
    })),
    flows: overlays.processes === undefined ? [] : flowsOf(graph, overlays.processes, processes),
    hubs: hubsOf(subject),
    tests: testsOf(subject),
  }
}

const placeOf = (graph: Graph, node: NodeId): Place => ({
  name: Node.qualifiedName(graph, node),
  file: Node.pathOf(graph, node),
  line: Node.lineOf(graph, node),
})

const areasOf = ({ graph, overlays }: Subject, communities: Artefact<"communities">): Architecture["areas"] => {
  const all = Areas.all(communities)
  const ties = Areas.tiesOf(graph, communities)
  const between = ties.filter(({ from, to }) => from < AREAS && to < AREAS)
  const rank = overlays.centrality?.tables.ranks.rank ?? new Uint32Array(graph.nodes.rows)
  return {
    total: all.length,
    modularity: Areas.modularityOf(communities),
    // Rows are in the order of their size, so that places in what is shown are rows.
    shown: all.slice(0, AREAS).map((area) => {
      const members = Areas.membersOf(communities, area.row).filter((node) => Node.isSymbol(graph, node))
      const isLookedUp = (node: NodeId) => LOOKED_UP.has(graph.nodes.kind[node]!)
      const central = [...members].sort((a, b) =>
        Number(isLookedUp(b)) - Number(isLookedUp(a)) || rank[b]! - rank[a]! || a - b
      )
      const told = central.find((node) => isLookedUp(node) && Node.docOf(graph, node) !== "")
      return {
        id: area.id,
        label: area.label,
        members: area.size,
        cohesion: area.cohesion,
        central: central.slice(0, CENTRAL).map((node) => placeOf(graph, node)),
        ...told === undefined
          ? {}
          : { says: { of: Node.qualifiedName(graph, told), doc: firstSentence(Node.docOf(graph, told)) } },
      }
    }),
    ties: between.slice(0, TIES),
    ties_total: ties.length,
  }
}

/** Up to where one ends and another begins. */
const firstSentence = (text: string): string => /^[^]*?[.!?](?=\s+\p{Lu})/u.exec(text)?.[0] ?? text

const flowsOf = (
  graph: Graph,
  artefact: Artefact<"processes">,
  processes: ReadonlyArray<Processes.Process>,
): ReadonlyArray<FlowTold> => {
  const perFile = new Map<NodeId, number>()
  const chosen: Array<Processes.Process> = []
  for (const it of processes) {
    const file = graph.nodes.file[it.entry.node]!
    const before = perFile.get(file) ?? 0
    if (it.steps < FEWEST || before === OF_FILE) continue
    perFile.set(file, before + 1)
    chosen.push(it)
    if (chosen.length === FLOWS) break
  }
  return chosen.map((it) => ({
    id: it.id,
    enters: it.short ?? it.label,
    label: it.label,
    kind: it.kind,
    priority: it.priority,
    entry: Processes.entryPlace(graph, it.entry),
    steps: Processes.stepsOf(artefact, it).map((step, i) => {
      const touches = Processes.sinkOf(step)
      const isNameless = i === 0 && Processes.isNameless(graph, it.entry)
      const { name, file, line } = placeOf(graph, step.node)
      return {
        name: isNameless ? "code without a name" : name,
        file,
        line: i === 0 ? Node.lineAt(graph, it.entry.node, it.entry.at) : line,
        ...step.from === NONE ? {} : { by: step.from },
        ...touches === undefined ? {} : { touches },
      }
    }),
    cut: it.cut,
  }))
}

const { Function, Method, Class, Interface, Struct, Enum, TypeAlias, Constructor } = NODE_KINDS

/** What a reader looks up: values and members of data are read where these are. */
const LOOKED_UP: ReadonlySet<number> = new Set(
  [Function, Method, Class, Interface, Struct, Enum, TypeAlias].map(({ code }) => code),
)

const hubsOf = ({ graph, overlays: { centrality } }: Subject): ReadonlyArray<Hub> => {
  if (centrality === undefined) return []
  const { rank } = centrality.tables.ranks
  const { kind } = graph.nodes
  const ranked: Array<NodeId> = []
  for (let node = 0; node < rank.length; node++) if (LOOKED_UP.has(kind[node]!) && 0 < rank[node]!) ranked.push(node)
  ranked.sort((a, b) => rank[b]! - rank[a]! || a - b)
  const users = usersOf(graph, ranked.slice(0, HUBS))
  return ranked.slice(0, HUBS).map((node): Hub => ({
    uid: Uid.uidOf(graph, node),
    ...placeOf(graph, node),
    kind: Node.kindOf(graph, node),
    used_by: users.get(node)!.size,
  })).filter((it) => 0 < it.used_by)
}

/** Which definitions of the product's own code use each of these. O(edges). */
const usersOf = (graph: Graph, nodes: ReadonlyArray<NodeId>): ReadonlyMap<NodeId, ReadonlySet<number>> => {
  const users = new Map(nodes.map((node) => [node, new Set<number>()]))
  const ties = Ties.between(graph, Ties.productMask(graph), USES)
  for (let tie = 0; tie < ties.targets.length; tie++) {
    users.get(ties.nodes[ties.targets[tie]!]!)?.add(ties.sources[tie]!)
  }
  return users
}

const TESTABLE: ReadonlySet<number> = new Set([Function, Method, Constructor, Class, Struct].map(({ code }) => code))

const testsOf = ({ graph, overlays }: Subject): Architecture["tests"] => {
  const tests = Node.testMask(graph)
  const { rows, kind, flags } = graph.nodes
  const isTested = new Set(overlays.tests?.tables.tests.target)
  let symbols = 0
  let testable = 0
  let tested = 0
  for (let node = 0; node < rows; node++) {
    if (!Node.isSymbol(graph, node)) continue
    if (tests[node] === 1) symbols++
    else if (TESTABLE.has(kind[node]!) && (flags[node]! & NODE_FLAGS.signature) === 0) {
      testable++
      if (isTested.has(node)) tested++
    }
  }
  let files = 0
  for (const file of graph.files) if (tests[file] === 1) files++
  return { files, symbols, testable, tested }
}
