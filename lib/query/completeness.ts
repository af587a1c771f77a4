// Can there be more than an answer tells? Who uses a definition and what it uses are two questions, and each is answered
// apart. Nothing found and nothing open is a zero that can be trusted; what may be missing is said with its reason.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { type Cause, CAUSE_BY_CODE, NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Path from "../text/path.ts"
import { type Caveat, caveat, type Code, on, type Said, type Side } from "./caveats.ts"
import { namesakes, WAYS, waysTo } from "./openness.ts"
import { readState } from "./unread.ts"

/** A reference that is bound to nothing. */
export interface UnresolvedSite {
  readonly uid: string
  readonly file: string
  readonly line: number
  readonly cause: Cause
}

export type Status = "exact" | "lower_bound"

export interface Completeness {
  readonly status: Status
  /** One a cause. */
  readonly reasons: ReadonlyArray<Caveat>
  /** References that may mean what was asked for: rows of the graph's `unresolved`, of which `siteOf` tells. */
  readonly unresolved: ReadonlyArray<number>
}

/** What is known of files that are not read, or only in part. */
export interface Unseen {
  /** Paths of those whose text has the name as a word. */
  readonly naming: (name: string) => ReadonlyArray<string>
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

/** What the completeness of an answer is asked about. */
export interface Asked {
  /** Definitions whose uses the answer lists. */
  readonly usesOf: ReadonlyArray<NodeId>
  /** Definitions whose own references the answer lists. */
  readonly usesIn: ReadonlyArray<NodeId>
  /** Further reasons that the answer knows of. */
  readonly reasons?: ReadonlyArray<Caveat>
  /** Undefined: nobody looked, and each may name what is asked about. */
  readonly unseen?: Unseen | undefined
  /** What the answer calls those of `usesOf`, where "it" may be something else. */
  readonly as?: Side
}

/** One of the two questions: what may be missing, and the unresolved references behind it. */
interface Question {
  readonly reasons: ReadonlyArray<Said>
  /** Rows of `unresolved`. */
  readonly rows: ReadonlyArray<number>
}

/** How complete an answer is. O(definitions · log unresolved + namesakes). */
export const completenessOf = (graph: Graph, asked: Asked): Completeness => {
  const incoming = incomingOf(graph, asked.usesOf, asked.unseen)
  const outgoing = outgoingOf(graph, asked.usesIn)
  const { as } = asked
  const uses: ReadonlyArray<Caveat> = as === undefined ? incoming.reasons : incoming.reasons.map((it) => on(as, it))
  return together([...uses, ...outgoing.reasons, ...asked.reasons ?? []], incoming, outgoing)
}

/** Of an answer to both questions: how complete each side of it is. */
export interface TwoSided extends Completeness {
  readonly incoming: Status
  readonly outgoing: Status
  /** The references of one side alone. */
  readonly unresolvedOf: { readonly incoming: ReadonlyArray<number>; readonly outgoing: ReadonlyArray<number> }
}

/** How complete what is told of one definition is: who uses it, and what it uses. Reasons say which of the two they mean. */
export const bothSidesOf = (graph: Graph, node: NodeId, unseen: Unseen | undefined): TwoSided => {
  const incoming = incomingOf(graph, [node], unseen)
  const outgoing = outgoingOf(graph, [node])
  const reasons = [
    ...incoming.reasons.map((reason) => on("incoming", reason)),
    ...outgoing.reasons.map((reason) => on("outgoing", reason)),
  ]
  return {
    ...together(reasons, incoming, outgoing),
    incoming: statusOf(incoming.reasons),
    outgoing: statusOf(outgoing.reasons),
    unresolvedOf: { incoming: incoming.rows, outgoing: outgoing.rows },
  }
}

const statusOf = (reasons: ReadonlyArray<Caveat>): Status => reasons.length === 0 ? "exact" : "lower_bound"

const together = (
  reasons: ReadonlyArray<Caveat>,
  incoming: Question,
  outgoing: Question,
): Completeness => ({
  status: statusOf(reasons),
  reasons,
  unresolved: [...incoming.rows, ...outgoing.rows],
})

const incomingOf = (graph: Graph, nodes: ReadonlyArray<NodeId>, unseen: Unseen | undefined): Question => {
  const rows = new Set<number>()
  const counts: Record<Way, number> = {
    handedOn: 0,
    byKey: 0,
    byShape: 0,
    byValue: 0,
    overload: 0,
    otherPart: 0,
    byOutside: 0,
    decorated: 0,
  }
  for (const node of nodes) {
    for (const row of namesakes(graph, node)) rows.add(row)
    const ways = waysTo(graph, node)
    for (const way of ALL_WAYS) if ((ways & WAYS[way]) !== 0) counts[way]++
  }
  const reasons: Array<Said> = []
  if (rows.size > 0) {
    const many = plural(rows.size, "reference")
    const words = `${many} of that name ${are(rows.size)} bound to nothing and may mean it`
    reasons.push(caveat("unresolved_references", words))
  }
  for (const way of ALL_WAYS) {
    const count = counts[way]
    if (count === 0) continue
    const [code, words] = SAID[way]
    const alone = nodes.length === 1
    const which = alone ? "it" : `${plural(count, "definition")} of those asked about`
    reasons.push(caveat(code, `${which} ${alone ? "is" : are(count)} ${words}`))
  }
  if (nodes.length > 0) reasons.push(...unseenReasons(graph, nodes, unseen))
  return { reasons, rows: [...rows].sort((a, b) => a - b) }
}

type Way = keyof typeof WAYS

const ALL_WAYS = Object.keys(WAYS) as ReadonlyArray<Way>

/** How each way is said. */
const SAID: Readonly<Record<Way, readonly [code: Code, words: string]>> = {
  handedOn: ["handed_on", "passed on as a value, and whoever has that may run it"],
  byKey: ["reached_by_key", "held by what is asked for members by keys, or passed on whole"],
  byShape: ["reached_by_shape", "held by what fits a type whose member of that name is used"],
  byValue: ["called_by_value", "what a call of some value runs, whatever the value is called"],
  overload: ["overload", "one header of several; who calls it is told of the definition with the body"],
  otherPart: ["other_part", "maybe one part of several of a type; uses are told of another part"],
  byOutside: ["reached_through_outside", "named like a member of values from outside, which may be of its type"],
  decorated: ["decorated", "taken by a decorator, and what that serves may run it"],
}

const outgoingOf = (graph: Graph, nodes: ReadonlyArray<NodeId>): Question => {
  const rows = nodes.flatMap((node) => Array.from(unresolvedIn(graph, node)))
  if (rows.length === 0) return { reasons: [], rows }
  const words = `${plural(rows.length, "reference")} made here ${are(rows.length)} bound to nothing`
  return { reasons: [caveat("unresolved_inside", words)], rows }
}

/** Files that could hold more uses, as far as their text names what is asked about. */
const unseenReasons = (
  graph: Graph,
  nodes: ReadonlyArray<NodeId>,
  unseen: Unseen | undefined,
): ReadonlyArray<Said> => {
  const { unread, templates, partial } = readState(graph)
  if (unseen === undefined) {
    const open = new Set(unread)
    for (const node of nodes) {
      const template = templates.get(graph.nodes.file[node]!)
      if (template !== undefined) open.add(template)
    }
    const paths = (files: Iterable<NodeId>) => Array.from(files, (file) => Node.pathOf(graph, file))
    return unseenIn(paths(open), paths(partial))
  }
  const notRead = new Set<string>()
  const partly = new Set<string>()
  const own = new Set<string>()
  for (const node of nodes) {
    const file = graph.nodes.file[node]!
    if (file !== NONE && templates.has(file)) own.add(Node.pathOf(graph, templates.get(file)!))
  }
  for (const name of new Set(nodes.flatMap((node) => writtenNames(graph, node)))) {
    for (const path of unseen.naming(name)) {
      const file = Node.fileAt(graph, path)
      if (file !== NONE && (graph.nodes.flags[file]! & NODE_FLAGS.partial) !== 0) partly.add(path)
      // A template names what the source beside it defines, and nothing else.
      else if (file === NONE || !isTemplate(graph, file) || own.has(path)) notRead.add(path)
    }
  }
  return unseenIn([...notRead], [...partly])
}

const isTemplate = (graph: Graph, file: NodeId): boolean => {
  for (const template of readState(graph).templates.values()) if (template === file) return true
  return false
}

const unseenIn = (notRead: ReadonlyArray<string>, partly: ReadonlyArray<string>): ReadonlyArray<Said> => {
  const reasons: Array<Said> = []
  if (notRead.length > 0) {
    const { length } = notRead
    const words = `${plural(length, "file")} that ${are(length)} not read may use it${some(notRead)}`
    reasons.push(caveat("files_not_read", words))
  }
  if (partly.length > 0) {
    const words = `${plural(partly.length, "file")} that could be read only in part may use it${some(partly)}`
    reasons.push(caveat("files_partly_read", words))
  }
  return reasons
}

/** Words by which another file names a definition: its name, those it is given out under, and the file of a default. */
const writtenNames = (graph: Graph, node: NodeId): ReadonlyArray<string> => {
  const { kind, parent, exportedAs, flags, file } = graph.nodes
  const isConstructor = kind[node] === NODE_KINDS.Constructor.code && parent[node] !== NONE
  const bearer = isConstructor ? parent[node]! : node
  const others = graph.strings.at(exportedAs[bearer]!).split(" ").filter((name) => name !== "")
  const stem = () => {
    const path = Node.pathOf(graph, bearer)
    const base = Path.baseOf(path)
    const name = base.slice(0, base.length - Path.extensionOf(base).length)
    // What stands for a folder is imported by the folder's name.
    return name === "index" && path !== base ? Path.baseOf(Path.folderOf(path)) : name
  }
  if (!Node.isSymbol(graph, bearer)) return [stem()]
  const isDefault = others.includes("default") || (flags[bearer]! & NODE_FLAGS.default) !== 0
  return [
    Node.nameOf(graph, bearer),
    ...others.filter((name) => name !== "default"),
    // Whoever imports a default names it as he likes, but says where it comes from.
    ...isDefault && file[bearer] !== NONE ? [stem()] : [],
  ]
}

const PLAIN_PATH = /^[\p{L}\p{N}_./@+-]+$/u

const some = (paths: ReadonlyArray<string>): string => {
  // A path with more in it than a path needs is quoted: it may read like words of ours.
  const shown = [...paths].sort().slice(0, 3).map((path) => PLAIN_PATH.test(path) ? path : JSON.stringify(path))
  return ` (${shown.join(", ")}${paths.length > shown.length ? ", …" : ""})`
}

/** Where a row of `unresolved` stands. */
export const siteOf = (graph: Graph, row: number): UnresolvedSite => {
  const source = graph.unresolved.source[row]!
  const site = graph.unresolved.site[row]!
  return {
    uid: Uid.uidOf(graph, source),
    file: Node.pathOf(graph, source),
    line: Node.lineAt(graph, source, site === NONE ? 0 : site),
    cause: CAUSE_BY_CODE[graph.unresolved.cause[row]!] ?? "unknownName",
  }
}

const plural = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`

const are = (count: number): string => count === 1 ? "is" : "are"
