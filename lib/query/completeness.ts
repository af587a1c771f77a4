// Can there be more than an answer tells? References that are bound to nothing may mean what was asked for, and files
// that are listed but not read may hold more of them. Nothing found and nothing open is a zero that can be trusted.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { type Cause, CAUSE_BY_CODE, NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Path from "../text/path.ts"

/** A reference that is bound to nothing. */
export interface UnresolvedSite {
  readonly uid: string
  readonly file: string
  readonly line: number
  readonly cause: Cause
}

export interface Completeness {
  readonly status: "exact" | "lower_bound"
  /** `code: words`, one a cause. */
  readonly reasons: ReadonlyArray<string>
  /** Some of the references that may mean what was asked for. */
  readonly unresolved: { readonly total: number; readonly sites: ReadonlyArray<UnresolvedSite> }
}

const MOST_SITES = 5

/** How many references of a name are bound to nothing. O(log unresolved). */
export const unresolvedNamed = (graph: Graph, name: number): { readonly from: number; readonly to: number } => {
  const column = graph.unresolved.name
  return { from: firstFrom(column, name), to: firstFrom(column, name + 1) }
}

const firstFrom = (sorted: Uint32Array, key: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

const openNames = new WeakMap<Graph, Uint8Array>()

/** Is there a reference bound to nothing that may mean this definition? O(1); the first call O(strings + unresolved). */
export const hasUnresolvedNamesake = (graph: Graph, node: NodeId): boolean => {
  let open = openNames.get(graph)
  if (open === undefined) {
    open = new Uint8Array(graph.strings.count)
    for (let row = 0; row < graph.unresolved.rows; row++) open[graph.unresolved.name[row]!] = 1
    openNames.set(graph, open)
  }
  return open[nameUsedFor(graph, node)] === 1
}

/** The name by which a definition is used: a constructor goes by that of its class. */
const nameUsedFor = (graph: Graph, node: NodeId): number => {
  const parent = graph.nodes.parent[node]!
  const named = graph.nodes.kind[node] === NODE_KINDS.Constructor.code && parent !== NONE ? parent : node
  return graph.nodes.name[named]!
}

const sourceIndex = new WeakMap<Graph, { readonly offsets: Uint32Array; readonly rows: Uint32Array }>()

/** Unresolved references that stand in a definition itself. The first call for a graph is O(nodes + unresolved). */
export const unresolvedIn = (graph: Graph, node: NodeId): Uint32Array => {
  let index = sourceIndex.get(graph)
  if (index === undefined) {
    const { source, rows: count } = graph.unresolved
    const offsets = new Uint32Array(graph.nodes.rows + 1)
    for (let row = 0; row < count; row++) offsets[source[row]! + 1]!++
    for (let at = 0; at < graph.nodes.rows; at++) offsets[at + 1]! += offsets[at]!
    const next = offsets.slice()
    const rows = new Uint32Array(count)
    for (let row = 0; row < count; row++) rows[next[source[row]!]!++] = row
    index = { offsets, rows }
    sourceIndex.set(graph, index)
  }
  return index.rows.subarray(index.offsets[node]!, index.offsets[node + 1]!)
}

interface ReadState {
  /** May name anything that is read. */
  readonly unread: ReadonlyArray<NodeId>
  /** By file that is read: templates that may name what it defines. */
  readonly templates: ReadonlyMap<NodeId, NodeId>
  readonly partial: ReadonlyArray<NodeId>
}

const readStates = new WeakMap<Graph, ReadState>()

/** Files that could hold more: listed, not read and of a form that holds code, or read in part. O(files), once a graph. */
export const readState = (graph: Graph): ReadState => {
  let state = readStates.get(graph)
  if (state === undefined) {
    const { flags } = graph.nodes
    const having = (flag: number) => Array.from(graph.files).filter((file) => (flags[file]! & flag) !== 0)
    const unread = having(NODE_FLAGS.unread)
    state = {
      unread: unread.filter((file) => mayHoldCode(Node.pathOf(graph, file))),
      templates: new Map(unread.flatMap((file) => besides(graph, file).map((source) => [source, file] as const))),
      partial: having(NODE_FLAGS.partial),
    }
    readStates.set(graph, state)
  }
  return state
}

/**
 * Endings of files in which code of another language stands: components, pages that are programs, notebooks. What is
 * written in a language of its own that is not read cannot name definitions of those that are.
 */
const CARRIERS = new Set(
  ".vue .svelte .astro .marko .riot .mdx .ipynb .cshtml .vbhtml .razor .aspx .jsp .jspx .phtml .erb .qml".split(" "),
)

/** Endings of templates: they name members of the source that has their name and stands beside them. */
const TEMPLATES = new Set(".html .htm .xhtml .hbs .handlebars .pug .haml .slim .ejs .xaml .axaml .fxml".split(" "))

/** Programs without an ending say in their first line what runs them; they are kept in such folders. */
const PROGRAM_FOLDER = /(^|\/)(bin|sbin|scripts|tools)\/[^/]+$/

const mayHoldCode = (path: string): boolean => {
  const extension = Path.extensionOf(path)
  if (extension === "") return !Path.baseOf(path).startsWith(".") && PROGRAM_FOLDER.test(path)
  return CARRIERS.has(extension)
}

/** Files that are read, beside a template and of its name. */
const besides = (graph: Graph, template: NodeId): ReadonlyArray<NodeId> => {
  const path = Node.pathOf(graph, template)
  const extension = Path.extensionOf(path)
  if (!TEMPLATES.has(extension)) return []
  const stem = path.slice(0, path.length - extension.length + 1)
  const found: Array<NodeId> = []
  for (let node = Node.firstOfPath(graph, stem); node < graph.nodes.rows; node = Node.endOfFile(graph, node)) {
    if (!Node.pathOf(graph, node).startsWith(stem)) break
    if (graph.nodes.kind[node] === NODE_KINDS.File.code && !Node.hasFlag(graph, node, "unread")) found.push(node)
  }
  return found
}

/** What the completeness of an answer is asked about. */
export interface Asked {
  /** Definitions whose uses the answer lists: a reference of the same name bound to nothing may be one more. */
  readonly usesOf: ReadonlyArray<NodeId>
  /** Definitions whose own references the answer lists. */
  readonly usesIn: ReadonlyArray<NodeId>
  /** Further reasons that the answer knows of. */
  readonly reasons?: ReadonlyArray<string>
}

/** How complete an answer is. O((usesOf + usesIn) · log unresolved). */
export const completenessOf = (graph: Graph, asked: Asked): Completeness => {
  const reasons: Array<string> = []
  const sites: Array<UnresolvedSite> = []
  let total = 0
  const seen = new Set<number>()
  const names: Array<string> = []
  for (const node of asked.usesOf) {
    const name = nameUsedFor(graph, node)
    if (seen.has(name) || !Node.isSymbol(graph, node)) continue
    seen.add(name)
    const { from, to } = unresolvedNamed(graph, name)
    if (from === to) continue
    total += to - from
    names.push(graph.strings.at(name))
    for (let row = from; row < to && sites.length < MOST_SITES; row++) sites.push(siteOf(graph, row))
  }
  if (total > 0) {
    const called = names.length === 1 ? `named ${names[0]}` : `that bear one of ${names.length} names`
    reasons.push(
      `unresolved_references: ${total} ${plural(total, "reference")} ${called} ${verb(total)} bound to nothing`,
    )
  }
  let open = 0
  for (const node of asked.usesIn) {
    const rows = unresolvedIn(graph, node)
    open += rows.length
    for (let i = 0; i < rows.length && sites.length < MOST_SITES; i++) sites.push(siteOf(graph, rows[i]!))
  }
  if (open > 0) {
    reasons.push(`unresolved_inside: ${open} ${plural(open, "reference")} made here ${verb(open)} bound to nothing`)
  }
  if (asked.usesOf.length > 0) reasons.push(...readReasons(graph, asked.usesOf))
  reasons.push(...asked.reasons ?? [])
  return {
    status: reasons.length === 0 ? "exact" : "lower_bound",
    reasons,
    unresolved: { total: total + open, sites },
  }
}

const readReasons = (graph: Graph, usesOf: ReadonlyArray<NodeId>): ReadonlyArray<string> => {
  const { unread, templates, partial } = readState(graph)
  const reasons: Array<string> = []
  const open = new Set(unread)
  for (const node of usesOf) {
    const template = templates.get(graph.nodes.file[node]!)
    if (template !== undefined) open.add(template)
  }
  if (open.size > 0) {
    const files = [...open]
    reasons.push(
      `files_not_read: ${files.length} listed ${plural(files.length, "file")} ${verb(files.length)} not read${
        some(graph, files)
      }`,
    )
  }
  if (partial.length > 0) {
    reasons.push(
      `files_partly_read: ${partial.length} ${plural(partial.length, "file")} could be read only in part${
        some(graph, partial)
      }`,
    )
  }
  return reasons
}

const some = (graph: Graph, files: ReadonlyArray<NodeId>): string => {
  const shown = files.slice(0, 3).map((file) => Node.pathOf(graph, file))
  return ` (${shown.join(", ")}${files.length > shown.length ? ", …" : ""})`
}

const siteOf = (graph: Graph, row: number): UnresolvedSite => {
  const source = graph.unresolved.source[row]!
  const site = graph.unresolved.site[row]!
  return {
    uid: Uid.uidOf(graph, source),
    file: Node.pathOf(graph, source),
    line: Node.lineAt(graph, source, site === NONE ? 0 : site),
    cause: CAUSE_BY_CODE[graph.unresolved.cause[row]!] ?? "unknownName",
  }
}

const plural = (count: number, word: string): string => count === 1 ? word : `${word}s`

const verb = (count: number): string => count === 1 ? "is" : "are"
