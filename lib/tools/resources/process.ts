// One execution flow, step by step: what runs what, where it is called, how sure that is, what it touches outside.

import * as Effect from "effect/Effect"
import { NONE } from "../../graph/columns.ts"
import type { Graph, NodeId } from "../../graph/graph.ts"
import * as Node from "../../graph/node.ts"
import * as Uid from "../../graph/uid.ts"
import * as Flows from "../../overlays/flows.ts"
import { ENTRY_KINDS } from "../../overlays/models/entries.ts"
import * as Communities from "../../query/communities.ts"
import * as Locate from "../../query/locate.ts"
import * as Areas from "../../report/areas.ts"
import * as Fence from "../../report/fence.ts"
import * as Named from "../../report/named.ts"
import * as Processes from "../../report/processes.ts"
import * as Table from "../../report/table.ts"
import type { OpenRepo } from "../../workspace/repos.ts"
import * as Text from "../text.ts"
import * as Candidates from "./candidates.ts"
import { lacking } from "./lacking.ts"
import * as Listed from "./listed.ts"
import { type OfPart, PartNotFound } from "./resource.ts"

export const process: OfPart = {
  scope: "repo",
  part: "process",
  name: "process",
  title: "One execution flow",
  description:
    "Its numbered steps with call sites, confidence and what they touch; by label, id, or traced from a symbol",
  uri: "portolan://repo/{name}/process/{process}",
  names: ({ overlays: { processes } }) =>
    processes === undefined ? [] : Named.names(Processes.all(processes), Processes.KIND),
  read: Effect.fnUntraced(function* (repo: OpenRepo, asked: string) {
    const { graph, id, overlays: { processes } } = repo
    const all = processes === undefined ? [] : Processes.all(processes)
    const found = Named.find(all, Processes.KIND, asked)
    if (found._tag === "one") return kept(repo, found.one, Processes.stepsOf(processes!, found.one))
    if (found._tag === "several") {
      return Candidates.page(
        "process",
        "processes",
        ["name", "process and where it begins"],
        found.several.map((it) => [
          `${Processes.KIND}:${it.id}`,
          `${Fence.label(it.label)}  ${Fence.oneLine(Processes.entryPlace(graph, it.entry))}`,
        ]),
      )
    }
    const located = Locate.locate(graph, asked, { root: repo.root })
    if (located._tag === "one") return traced(repo, located.node)
    if (located._tag === "ambiguous") return Candidates.definitions(graph, located.candidates)
    if (processes === undefined) return lacking("Execution flows", "execution flows", id)
    return yield* new PartNotFound({
      part: "process",
      asked,
      repo: id,
      candidates: [
        ...found.nearest.map((it) => ({ name: it.label, id: `${Processes.KIND}:${it.id}` })),
        ...located.nearest.map((name) => ({ name })),
      ],
      list: `portolan://repo/${encodeURIComponent(id)}/processes`,
    })
  }),
}

/** A flow that the index has. */
const kept = (repo: OpenRepo, process: Processes.Process, steps: ReadonlyArray<Flows.Step>): string => {
  const place = Processes.entryPlace(repo.graph, process.entry)
  const isNameless = Processes.isNameless(repo.graph, process.entry)
  return [
    `# A process of ${Table.code(repo.id)}`,
    "",
    Fence.around(Fence.label(process.label)),
    "",
    `- \`${Processes.KIND}:${process.id}\`, priority ${process.priority.toFixed(2)}`,
    `- entered as ${process.kind}: ${ENTRY_KINDS[process.kind].doc.toLowerCase()}` +
    (isNameless ? "; what runs there is code without a name" : ""),
    ...trace(
      repo,
      steps,
      cutText(process.cut, Flows.boundsOf(process.kind)),
      isNameless ? `code without a name  ${place}` : entryOf(repo.graph, steps, place),
    ),
  ].join("\n")
}

/** One that is made for who asks. */
const traced = (repo: OpenRepo, node: NodeId): string => {
  const { graph, overlays: { processes } } = repo
  const { steps, cut } = Processes.traced(graph, node)
  const entered = processes === undefined
    ? []
    : Processes.all(processes).filter(({ entry }) => entry.node === node && !Processes.isNameless(graph, entry))
  return [
    `# What a definition of ${Table.code(repo.id)} runs`,
    "",
    Fence.around(Fence.oneLine(Uid.uidOf(graph, node))),
    "",
    "- traced on demand from this definition; the index keeps no process of this name",
    ...entered.map(({ id }) => `- it is where \`${Processes.KIND}:${id}\` begins`),
    ...trace(
      repo,
      steps,
      cutText(cut, Flows.USUAL),
      entryOf(graph, steps, `${Node.pathOf(graph, node)}:${Node.lineOf(graph, node)}`),
    ),
  ].join("\n")
}

const entryOf = (graph: Graph, [first]: ReadonlyArray<Flows.Step>, place: string): string =>
  `${Node.qualifiedName(graph, first!.node)}  ${place}`

/**
 * @param cut What was left out, in words.
 * @param begin What the first step runs, and where it stands.
 */
const trace = (
  { graph, overlays }: OpenRepo,
  steps: ReadonlyArray<Flows.Step>,
  cut: string,
  begin: string,
): ReadonlyArray<string> => {
  const { communities } = overlays
  const rows = communities === undefined
    ? []
    : [...new Set(steps.flatMap(({ node }) => Communities.communityOf(overlays, node) ?? []))]
  const areas = communities === undefined ? [] : Areas.all(communities)
  const list = Listed.columns(
    ["step", "by", "depth", "confidence", "what runs, where it stands, where it is called, what it touches outside"],
    steps.map((step, i) => [
      i + 1,
      step.from === NONE ? "" : step.from + 1,
      step.depth,
      (step.confidence / 100).toFixed(2),
      [
        "  ".repeat(step.depth) + Fence.oneLine(i === 0 ? begin : Node.qualifiedName(graph, step.node)),
        ...i === 0 ? [] : [Fence.oneLine(`${Node.pathOf(graph, step.node)}:${Node.lineOf(graph, step.node)}`)],
        ...calledAt(graph, steps, step),
        ...touches(graph, step),
      ].join("  "),
    ]),
  )
  return [
    `- ${Text.plural(steps.length, "step")}` +
    (steps.length === 1 ? ": it runs nothing of the repository that is known" : ""),
    `- ${cut}`,
    "",
    "Steps stand in the order in which they run, each behind the one that runs it. Confidence is the least of all calls up " +
    "to the step. A definition that runs twice is a step once.",
    "",
    ...list.lines,
    ...Listed.leftOut(list.left, "step", "steps"),
    ...rows.length === 0 ? [] : [
      "",
      "Areas that it comes through:",
      "",
      ...Listed.columns(
        ["id", "area"],
        rows.map((row) => [areas[row]!.id, Fence.label(areas[row]!.label)]),
      ).lines,
    ],
    "",
  ]
}

const calledAt = (graph: Graph, steps: ReadonlyArray<Flows.Step>, step: Flows.Step): ReadonlyArray<string> => {
  if (step.from === NONE) return []
  const place = Processes.sitePlace(graph, steps, step)
  return place === undefined ? ["dispatched"] : [`called at ${Fence.oneLine(place)}`]
}

/** Callees outside that are named; more of one kind say no more. */
const SINKS = 3

const touches = (graph: Graph, step: Flows.Step): ReadonlyArray<string> => {
  const kind = Processes.sinkOf(step)
  if (kind === undefined) return []
  const names = Flows.sinksOf(graph, step.node).map((it) => Fence.oneLine(Node.nameOf(graph, it)))
  const more = names.length <= SINKS ? "" : ` and ${names.length - SINKS} more`
  return [`touches ${kind}${names.length === 0 ? "" : `: ${names.slice(0, SINKS).join(", ")}${more}`}`]
}

const cutText = (cut: number, { branches, depth, steps }: Flows.Bounds): string =>
  cut === 0
    ? "nothing was cut"
    : `${
      Text.plural(cut, "call")
    } left out of it: a step leads on to ${branches} others at most, a flow goes ${depth} ` +
      `calls deep and has ${steps} steps`
