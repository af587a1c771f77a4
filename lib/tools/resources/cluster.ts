// One area of the code: what is in it, what ties it to others, what runs through it, which tests are about it.

import * as Effect from "effect/Effect"
import type { Graph, NodeId } from "../../graph/graph.ts"
import * as Node from "../../graph/node.ts"
import type { Artefact } from "../../graph/overlays.ts"
import * as Communities from "../../query/communities.ts"
import * as Locate from "../../query/locate.ts"
import * as Areas from "../../report/areas.ts"
import * as Fence from "../../report/fence.ts"
import * as Fitting from "../../report/fitting.ts"
import * as Named from "../../report/named.ts"
import * as Processes from "../../report/processes.ts"
import * as Table from "../../report/table.ts"
import type { OpenRepo } from "../../workspace/repos.ts"
import { context } from "../context.ts"
import * as Text from "../text.ts"
import * as Candidates from "./candidates.ts"
import { lacking } from "./lacking.ts"
import * as Listed from "./listed.ts"
import { type OfPart, PartNotFound, type Seen } from "./resource.ts"

/** Rows of the lists before the members, which take the rest of the page. */
const TIES = 15
const PROCESSES = 25
const TESTS = 20

/** Room that is kept for the members, whatever stands before them. */
const MEMBERS = 12_000

export const cluster: OfPart = {
  scope: "repo",
  part: "cluster",
  name: "cluster",
  title: "One area of the code",
  description: "Its members, ties to other areas, tests and processes; by label, id or a definition in it",
  uri: "portolan://repo/{name}/cluster/{cluster}",
  names: ({ overlays: { communities } }) =>
    communities === undefined ? [] : Named.names(Areas.all(communities), Areas.KIND),
  read: Effect.fnUntraced(function* (repo: OpenRepo, asked: string, seen: Seen) {
    const { graph, id, overlays: { communities } } = repo
    if (communities === undefined) return lacking("Areas", "areas", id)
    const areas = Areas.all(communities)
    const found = Named.find(areas, Areas.KIND, asked)
    if (found._tag === "one") return page(repo, communities, areas, found.one.row, seen)
    if (found._tag === "several") {
      return Candidates.page(
        "area",
        "areas",
        ["name", "area"],
        found.several.map((it) => [`${Areas.KIND}:${it.id}`, Fence.label(it.label)]),
      )
    }
    const located = Locate.locate(graph, asked, { root: repo.root })
    if (located._tag === "ambiguous") return Candidates.definitions(graph, located.candidates)
    const row = located._tag === "one" ? Communities.communityOf(repo.overlays, located.node) : undefined
    if (row !== undefined) return page(repo, communities, areas, row, seen)
    return yield* new PartNotFound({
      part: "cluster",
      asked,
      repo: id,
      candidates: found.nearest.map((it) => ({ name: it.label, id: `${Areas.KIND}:${it.id}` })),
      list: `portolan://repo/${encodeURIComponent(id)}/clusters`,
    })
  }),
}

const page = (
  repo: OpenRepo,
  communities: Artefact<"communities">,
  areas: ReadonlyArray<Areas.Area>,
  row: number,
  { tools }: Seen,
): string => {
  const { graph, id } = repo
  const area = areas[row]!
  const each = Math.floor((Fitting.PAGE - MEMBERS) / 3)
  const head = [
    `# An area of ${Table.code(id)}`,
    "",
    Fence.around(Fence.label(area.label)),
    "",
    `\`${Areas.KIND}:${area.id}\`, ${Text.plural(area.size, "member")}, cohesion ${
      area.cohesion.toFixed(2)
    }: the share ` +
    "of its members' ties, by weight, that stay inside.",
    "",
    ...tiesPart(graph, communities, areas, row, each),
    ...processesPart(repo, row, each),
    ...testsPart(repo, communities, row, each),
    "## Members",
    "",
  ]
  const room = Fitting.PAGE - head.reduce((sum, part) => sum + Fitting.bytesOf(part), 0)
  const lines = memberLines(graph, Areas.membersOf(communities, row))
  const list = Listed.inFence(`${Text.plural(area.size, "member")} by file, each with its line`, lines, room)
  const left = lines.slice(lines.length - list.left).filter((it) => it.startsWith(INDENT)).length
  const how = tools.some((it) => it.name === context.name)
    ? `; \`${context.name}\` with \`file\` tells what a file defines`
    : ""
  return [
    ...head,
    ...list.lines,
    ...left === 0 ? [] : ["", `${Text.plural(left, "definition")} left out${how}.`],
    "",
  ].join("\n")
}

const tiesPart = (
  graph: Graph,
  communities: Artefact<"communities">,
  areas: ReadonlyArray<Areas.Area>,
  row: number,
  room: number,
): ReadonlyArray<string> => {
  const both = new Map<number, { uses: number; used: number }>()
  for (const { from, to, uses } of Areas.tiesOf(graph, communities)) {
    if (from !== row && to !== row) continue
    const other = from === row ? to : from
    const it = both.get(other) ?? { uses: 0, used: 0 }
    both.set(other, it)
    if (from === row) it.uses += uses
    else it.used += uses
  }
  const all = [...both].sort(([a, x], [b, y]) => y.uses + y.used - x.uses - x.used || a - b)
  const head = ["## Ties to other areas", ""]
  if (all.length === 0) return [...head, "None: nothing in it uses, or is used by, what another area holds.", ""]
  const list = Listed.columns(
    ["id", "it uses", "uses it", "area"],
    all.slice(0, TIES).map(([other, { uses, used }]) => [
      areas[other]!.id,
      uses,
      used,
      Fence.label(areas[other]!.label),
    ]),
    room,
  )
  const left = list.left + Math.max(0, all.length - TIES)
  return [...head, ...list.lines, ...Listed.leftOut(left, "area with fewer ties", "areas with fewer ties"), ""]
}

const processesPart = (
  { graph, overlays }: OpenRepo,
  row: number,
  room: number,
): ReadonlyArray<string> => {
  const { processes } = overlays
  if (processes === undefined) return []
  // A file is no place that a flow comes through: it says where the code stands that runs.
  const isIn = (node: NodeId) => Communities.communityOf(overlays, node) === row && graph.nodes.file[node] !== node
  const counts = Processes.stepsIn(processes, isIn)
  const through = Processes.all(processes).filter((it) => counts.has(it.row))
  const head = ["## Processes through it", ""]
  if (through.length === 0) return [...head, "None.", ""]
  const list = Listed.columns(
    ["id", "steps here", "of", "process"],
    through.slice(0, PROCESSES).map((it) => [it.id, counts.get(it.row)!, it.steps, Fence.label(it.label)]),
    room,
  )
  const left = list.left + Math.max(0, through.length - PROCESSES)
  return [
    ...head,
    ...list.lines,
    ...Listed.leftOut(left, "process of lower priority", "processes of lower priority"),
    "",
  ]
}

const testsPart = (
  { graph, overlays }: OpenRepo,
  communities: Artefact<"communities">,
  row: number,
  room: number,
): ReadonlyArray<string> => {
  if (overlays.tests === undefined) return []
  const files = Areas.testFilesOf(graph, overlays, communities, row)
  const head = ["## Tests that touch it", ""]
  if (files.length === 0) {
    return [...head, "None is known: no test runs a member within two calls or is named after one of its files.", ""]
  }
  const list = Listed.columns(
    ["tests", "members", "file"],
    files.slice(0, TESTS).map((it) => [it.tests, it.members, Fence.oneLine(it.path)]),
    room,
  )
  return [...head, ...list.lines, ...Listed.leftOut(list.left + Math.max(0, files.length - TESTS), "file", "files"), ""]
}

const INDENT = "  "

/** Definitions below the files that hold them. */
const memberLines = (graph: Graph, members: ReadonlyArray<NodeId>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let file: NodeId | undefined
  for (const node of members) {
    if (graph.nodes.file[node] !== file) {
      file = graph.nodes.file[node]!
      lines.push(Fence.oneLine(Node.pathOf(graph, file)))
    }
    if (node === file) continue
    const name = Fence.oneLine(Node.qualifiedName(graph, node))
    lines.push(`${INDENT}${Node.lineOf(graph, node)} ${Node.kindOf(graph, node)} ${name}`)
  }
  return lines
}
