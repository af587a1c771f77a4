// Where others enter the code, with what says so: where programs begin, what is registered with a framework, and what is given
// out and called by nobody here.

import { NONE } from "../graph/columns.ts"
import { type Graph, type NodeId, REGISTRATION_FORMS } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Call, callsOf, RUNS, type Start } from "./flows.ts"
import { ENTRY_RULES, type EntryKind, IMPLIED, MAIN, PREFIX, TESTING, VERB_OF } from "./models/entries.ts"

export interface Entry extends Start {
  readonly kind: EntryKind
  /** Offset of it in the node's file: of the definition's name, or of the piece of code without one. */
  readonly at: number
  /** What it is known by outside: `POST /users`; empty where it has no name but its own. */
  readonly known: string
}

/** All entries of the product's own code, in the order of the graph. O(nodes + edges + registrations). */
export const entriesOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<Entry> => {
  const registered = registrationsOf(graph, isTest)
  const taken = new Set(registered.flatMap(({ node, runs }) => runs === undefined ? [node] : []))
  return [
    ...registered,
    ...platformRun(graph, isTest, taken),
    ...givenOut(graph, isTest, taken),
    ...scriptsOf(graph, isTest),
  ]
}

const knownAs = (kind: EntryKind, callee: string, text: string, own: string, prefix: string): string => {
  switch (kind) {
    case "route":
      return `${VERB_OF.exec(callee)?.[1]?.toUpperCase() ?? "route"} ${pathOf(prefix, text)}`
    case "event":
      return `on ${text === "" ? own || callee : text}`
    case "command":
      return `command ${text.split(/\s/, 1)[0] || own}`.trim()
    case "job":
      return `job ${own || text || callee}`
    default:
      return ""
  }
}

const pathOf = (prefix: string, text: string): string =>
  `/${[prefix, text].map((it) => it.replace(/^\/+|\/+$/g, "")).filter((it) => it !== "").join("/")}`

/** By type: the path that it says for all its members. */
const prefixesOf = ({ registrations: { rows, handler, callee, text }, nodes, strings }: Graph): Map<NodeId, string> => {
  const found = new Map<NodeId, string>()
  for (let row = 0; row < rows; row++) {
    const type = handler[row]!
    if (type === NONE || RUNNABLE.has(nodes.kind[type]!) || !PREFIX.test(strings.at(callee[row]!))) continue
    found.set(type, strings.at(text[row]!))
  }
  return found
}

const registrationsOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<Entry> => {
  const { registrations, registered, strings } = graph
  const runs = new Map<number, Array<Call>>()
  for (let i = 0; i < registered.rows; i++) {
    const row = registered.registration[i]!
    const call = { target: registered.target[i]!, confidence: registered.confidence[i]!, site: registered.site[i]! }
    const known = runs.get(row)
    if (known === undefined) runs.set(row, [call])
    else known.push(call)
  }
  const prefixes = prefixesOf(graph)
  const byKey = new Map<string, Array<Entry>>()
  for (let row = 0; row < registrations.rows; row++) {
    const source = registrations.source[row]!
    const handler = registrations.handler[row]!
    if (isTest[source] === 1 || (handler !== NONE && !isRunnable(graph, isTest, handler))) continue
    const callee = strings.at(registrations.callee[row]!)
    const last = callee.slice(callee.lastIndexOf(".") + 1)
    if (TESTING.test(last)) continue
    const text = strings.at(registrations.text[row]!)
    const form = registrations.form[row]!
    const package_ = strings.at(registrations.package[row]!)
    const rule = ENTRY_RULES.find((it) =>
      it.callee.test(last) && (it.text === undefined || it.text.test(text)) &&
      (it.package === undefined || it.package.test(package_)) &&
      (it.form === undefined || REGISTRATION_FORMS[it.form] === form)
    )
    if (rule === undefined && (package_ === "" || form !== REGISTRATION_FORMS.argument)) continue
    const kind = rule?.kind ?? "handler"
    const prefixOf = (node: NodeId) => node === NONE ? "" : prefixes.get(Node.parentOf(graph, node)) ?? ""
    const own = handler === NONE ? "" : Node.nameOf(graph, handler)
    const start = handler === NONE
      ? { node: source, runs: runs.get(row) ?? [], at: registrations.start[row]! }
      : { node: handler, at: graph.nodes.nameStart[handler]! }
    const entry: Entry = { ...start, kind, known: knownAs(kind, last, text, own, prefixOf(handler)) }
    const key = `${entry.node} ${handler === NONE ? entry.at : kind}`
    const other = byKey.get(key)
    if (other === undefined) byKey.set(key, [entry])
    else if (other.every((it) => it.known !== entry.known)) other.push(entry)
  }
  // One handler for several paths is one flow.
  return [...byKey.values()].map((same) => ({ ...same[0]!, known: same.map(({ known }) => known).join(", ") }))
}

/** Of the product's own, and no type. */
const isRunnable = (graph: Graph, isTest: Uint8Array, node: NodeId): boolean =>
  isTest[node] === 0 && RUNNABLE.has(graph.nodes.kind[node]!)

const RUNNABLE: ReadonlySet<number> = new Set([
  NODE_KINDS.Function.code,
  NODE_KINDS.Method.code,
])

/** What the platform runs, as the language says. */
const platformRun = (graph: Graph, isTest: Uint8Array, taken: ReadonlySet<NodeId>): ReadonlyArray<Entry> => {
  const { rows, open, nameStart } = graph.nodes
  const found: Array<Entry> = []
  for (let node = 0; node < rows; node++) {
    if ((open[node]! & OPENNESS.entry) === 0 || isTest[node] === 1 || taken.has(node)) continue
    found.push({ node, kind: "main", at: nameStart[node]!, known: "" })
  }
  return found
}

/** Kinds by which somebody uses a definition. */
const USED_BY = [...RUNS, "USES", "READS"] as const

/** Given out, run by nobody here, and running something itself. */
const givenOut = (graph: Graph, isTest: Uint8Array, taken: ReadonlySet<NodeId>): ReadonlyArray<Entry> => {
  const { rows, kind, flags, file, open, nameStart } = graph.nodes
  const into = USED_BY.map((it) => graph.in[it])
  const out = RUNS.map((it) => graph.out[it])
  const isUsed = (node: NodeId): boolean =>
    into.some(({ offsets, targets }) => {
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        const source = targets[i]!
        if (isTest[source] === 0 && source !== node && source !== file[node]) return true
      }
      return false
    })
  const found: Array<Entry> = []
  for (let node = 0; node < rows; node++) {
    if (!RUNNABLE.has(kind[node]!) || isTest[node] === 1 || taken.has(node)) continue
    const name = Node.nameOf(graph, node)
    const isMain = MAIN.test(name)
    if ((open[node]! & OPENNESS.entry) !== 0 || IMPLIED.test(name)) continue
    if (!isMain && !isGivenOut(graph, node, flags)) continue
    if (!out.some(({ offsets }) => offsets[node]! < offsets[node + 1]!) || isUsed(node)) continue
    found.push({ node, kind: isMain ? "main" : "api", at: nameStart[node]!, known: "" })
  }
  return found
}

/** Files that nobody imports and that run something of the repository when they are loaded, beside what they hand over. */
const scriptsOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<Entry> => {
  const imported = graph.in.IMPORTS.offsets
  const { source, handler, start, end, rows } = graph.registrations
  const handed = new Map<NodeId, Array<readonly [start: number, end: number]>>()
  for (let row = 0; row < rows; row++) {
    if (handler[row] !== NONE) continue
    const spans = handed.get(source[row]!)
    if (spans === undefined) handed.set(source[row]!, [[start[row]!, end[row]!]])
    else spans.push([start[row]!, end[row]!])
  }
  return [...graph.files].flatMap((file): ReadonlyArray<Entry> => {
    if (isTest[file] === 1 || imported[file]! < imported[file + 1]!) return []
    const spans = handed.get(file) ?? []
    const runs = callsOf(graph, file).filter(({ target, site }) =>
      graph.nodes.file[target] !== NONE && !spans.some(([from, to]) => from <= site && site < to)
    )
    return runs.length === 0 ? [] : [{ node: file, runs, kind: "script", at: 0, known: "" }]
  })
}

const HIDDEN = NODE_FLAGS.private | NODE_FLAGS.protected | NODE_FLAGS.signature

/** Is it exported, and what holds it too? */
const isGivenOut = (graph: Graph, node: NodeId, flags: Uint16Array): boolean => {
  if ((flags[node]! & HIDDEN) !== 0) return false
  const owner = Node.parentOf(graph, node)
  if (owner === NONE || !Node.isSymbol(graph, owner)) return (flags[node]! & NODE_FLAGS.exported) !== 0
  return (flags[owner]! & NODE_FLAGS.exported) !== 0
}
