// A graph as lines of text that other programs read: definitions and relations as tab-separated rows, the whole of it as
// JSON lines. Places are a path in the repository and the line, from 1, of the name; line 0 is the file itself.

import type { Graph, NodeId } from "../lib/graph/graph.ts"
import {
  CAUSE_BY_CODE,
  EDGE_KIND_BY_CODE,
  EDGE_KINDS,
  type EdgeKind,
  NODE_FLAGS,
  NODE_KINDS,
  type NodeFlag,
  REASON_BY_CODE,
} from "../lib/graph/kinds.ts"
import * as Node from "../lib/graph/node.ts"
import * as Uid from "../lib/graph/uid.ts"
import { NONE } from "../lib/graph/columns.ts"
import { REFERENCE_ROLES } from "../lib/syntax/facts.ts"

export interface Relation {
  readonly name: string
  readonly doc: string
  /** Lines without their ends; the first of a table starts with `#`. O(rows). */
  readonly lines: (graph: Graph) => Iterable<string>
}

/** Ends of an edge, its confidence, and the names of both. */
const EDGE_COLUMNS = ["fromFile", "fromLine", "toFile", "toLine", "confidence", "fromName", "toName"]
const DEFINITION_COLUMNS = ["file", "line", "endLine", "name", "kind"]

const edges = (
  name: string,
  doc: string,
  kinds: ReadonlyArray<EdgeKind>,
  { callers = false, functions = false } = {},
): Relation => ({
  name,
  doc,
  *lines(graph) {
    yield `#${EDGE_COLUMNS.join("\t")}`
    const wanted = new Set<number>(kinds.map((kind) => EDGE_KINDS[kind].code))
    const { rows, kind, source, target, confidence } = graph.edges
    for (let edge = 0; edge < rows; edge++) {
      if (!wanted.has(kind[edge]!)) continue
      const from = source[edge]!
      const to = target[edge]!
      if (functions && graph.nodes.kind[from] === NODE_KINDS.Property.code && !isAccessor(graph, from)) continue
      // What lies outside the repository has no place in it.
      if (Node.fileOf(graph, from) === NONE || Node.fileOf(graph, to) === NONE) continue
      yield row(
        Node.pathOf(graph, from),
        callers ? callerPlace(graph, from) : placeOf(graph, from),
        Node.pathOf(graph, to),
        placeOf(graph, to),
        confidence[edge]! / 100,
        Node.nameOf(graph, from),
        Node.nameOf(graph, to),
      )
    }
  },
})

const definitions: Relation = {
  name: "defs",
  doc: "Definitions: file, line of the name, last line, name, kind",
  *lines(graph) {
    yield `#${DEFINITION_COLUMNS.join("\t")}`
    for (let node = 0; node < graph.nodes.rows; node++) {
      if (!Node.isSymbol(graph, node)) continue
      yield row(
        Node.pathOf(graph, node),
        Node.lineOf(graph, node),
        Node.endLineOf(graph, node),
        Node.nameOf(graph, node),
        Node.kindOf(graph, node),
      )
    }
  },
}

const whole: Relation = {
  name: "graph",
  doc: "All nodes, edges and unresolved references as sorted JSON lines",
  // Sorted so that two graphs can be compared line by line.
  lines: (graph) => [...nodesOf(graph), ...edgesOf(graph), ...unresolvedOf(graph)].sort(byCode),
}

/** What can be exported. */
export const RELATIONS: ReadonlyArray<Relation> = [
  edges("calls", "Calls and instantiations: who, whom, how sure", ["CALLS", "INSTANTIATES"], { callers: true }),
  definitions,
  edges("imports", "Imports between files", ["IMPORTS"]),
  edges("heritage", "Types that extend or implement types", ["EXTENDS", "IMPLEMENTS"]),
  // A field that holds a function replaces a member too; as in compilers' accounts, only functions are rows here.
  edges("overrides", "Methods and accessors that replace a member of a base type", ["OVERRIDES"], { functions: true }),
  whole,
]

const placeOf = (graph: Graph, node: NodeId): number =>
  graph.nodes.kind[node] === NODE_KINDS.File.code ? 0 : Node.lineOf(graph, node)

const CALLERS: ReadonlySet<number> = new Set([
  NODE_KINDS.Function.code,
  NODE_KINDS.Method.code,
  NODE_KINDS.Constructor.code,
])

/** Code outside any function, such as what a variable starts with, is the file's. */
const callerPlace = (graph: Graph, node: NodeId): number =>
  CALLERS.has(graph.nodes.kind[node]!) || isAccessor(graph, node) ? Node.lineOf(graph, node) : 0

/** Does a property come by its value by code of its own? */
const isAccessor = (graph: Graph, node: NodeId): boolean =>
  (graph.nodes.flags[node]! & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0

const row = (...cells: ReadonlyArray<string | number>): string => cells.map(cell).join("\t")

/** A name may hold what would end a cell or a line. */
const cell = (value: string | number): string => String(value).replace(/[\t\n\r]/g, " ")

const byCode = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

const FLAGS = Object.entries(NODE_FLAGS) as ReadonlyArray<[NodeFlag, number]>
const ROLES = new Map(Object.entries(REFERENCE_ROLES).map(([name, code]) => [code as number, name]))

function* nodesOf(graph: Graph): Iterable<string> {
  for (let node = 0; node < graph.nodes.rows; node++) {
    const flags = FLAGS.filter(([, bit]) => (graph.nodes.flags[node]! & bit) !== 0).map(([name]) => name)
    const inFile = Node.fileOf(graph, node) !== NONE
    const parent = Node.parentOf(graph, node)
    yield JSON.stringify({
      node: Uid.uidOf(graph, node),
      kind: Node.kindOf(graph, node),
      name: Node.nameOf(graph, node),
      ...(Node.isSymbol(graph, node) && inFile
        ? { file: Node.pathOf(graph, node), line: Node.lineOf(graph, node), endLine: Node.endLineOf(graph, node) }
        : {}),
      ...(parent === NONE ? {} : { parent: Uid.uidOf(graph, parent) }),
      ...(flags.length === 0 ? {} : { flags }),
      ...filled("signature", Node.signatureOf(graph, node)),
      ...filled("doc", Node.docOf(graph, node)),
    })
  }
}

const filled = (key: string, text: string) => text === "" ? {} : { [key]: text }

function* edgesOf(graph: Graph): Iterable<string> {
  const { rows, kind, source, target, confidence, reason, sites } = graph.edges
  for (let edge = 0; edge < rows; edge++) {
    const site = Node.siteLineOf(graph, edge)
    yield JSON.stringify({
      edge: EDGE_KIND_BY_CODE[kind[edge]!],
      source: Uid.uidOf(graph, source[edge]!),
      target: Uid.uidOf(graph, target[edge]!),
      confidence: confidence[edge]! / 100,
      reason: REASON_BY_CODE[reason[edge]!],
      ...(site === undefined ? {} : { site }),
      ...(sites[edge]! > 1 ? { sites: sites[edge] } : {}),
    })
  }
}

function* unresolvedOf(graph: Graph): Iterable<string> {
  const { rows, name, source, role, cause, site } = graph.unresolved
  for (let i = 0; i < rows; i++) {
    const at = site[i]!
    yield JSON.stringify({
      unresolved: graph.strings.at(name[i]!),
      source: Uid.uidOf(graph, source[i]!),
      role: ROLES.get(role[i]!),
      cause: CAUSE_BY_CODE[cause[i]!],
      ...(at === NONE ? {} : { site: Node.lineAt(graph, source[i]!, at) }),
    })
  }
}
