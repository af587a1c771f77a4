// Entries that the table of registrations tells: what is handed to a framework, and by what rule it is an entry.

import { NONE } from "../graph/columns.ts"
import { type Graph, type NodeId, REGISTRATION_FORMS } from "../graph/graph.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type { Entry } from "./entries.ts"
import type { Call } from "./flows.ts"
import {
  ASKS_FUNCTIONS,
  ENTRY_RULES,
  type EntryKind,
  LISTS_VERBS,
  MOUNTED,
  PLAIN_DECORATORS,
  PREFIX,
  TAKES_HANDLERS,
  TESTING,
  VERB_AND_PATH,
  VERB_OF,
  VERBS,
} from "./models/entries.ts"

export const RUNNABLE: ReadonlySet<number> = new Set([
  NODE_KINDS.Function.code,
  NODE_KINDS.Method.code,
])

interface Row {
  /** The name outside, behind that of the receiver's type where it is known. */
  readonly callee: string
  readonly text: string
  readonly package: string
  readonly form: number
}

/** What is handed over, in the order of the graph. O(registrations). */
export const registeredOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<Entry> => {
  const { registrations, strings } = graph
  const runs = runsOf(graph)
  const prefixes = prefixesOf(graph)
  const verbs = verbsOf(graph)
  const byKey = new Map<string, Map<string, Entry & { readonly isNamed: boolean }>>()
  const ruled = new Set<NodeId>()
  for (let row = 0; row < registrations.rows; row++) {
    const source = registrations.source[row]!
    const handler = registrations.handler[row]!
    if (isTest[source] === 1 || (handler !== NONE && !isRunnable(graph, isTest, handler))) continue
    const said: Row = {
      callee: strings.at(registrations.callee[row]!),
      text: strings.at(registrations.text[row]!),
      package: strings.at(registrations.package[row]!),
      form: registrations.form[row]!,
    }
    const kind = kindOf(said)
    if (kind === undefined || isVerb(said)) continue
    const prefixOf = (node: NodeId) => node === NONE ? "" : prefixes.get(Node.parentOf(graph, node)) ?? ""
    const own = handler === NONE ? "" : Node.nameOf(graph, handler)
    const span = [registrations.start[row]!, registrations.end[row]!] as const
    const start = handler === NONE
      ? { node: source, runs: runs.get(row) ?? [], span, at: span[0] }
      : { node: handler, at: graph.nodes.nameStart[handler]! }
    if (handler !== NONE && kind !== "handler") ruled.add(handler)
    const entry = {
      ...start,
      kind,
      isNamed: kind === "route" || said.text !== "",
      known: knownAs(kind, said, own, prefixOf(handler), verbs.get(handler)),
    }
    const key = `${entry.node} ${handler === NONE ? entry.at : kind}`
    const other = byKey.get(key)
    if (other === undefined) byKey.set(key, new Map([[entry.known, entry]]))
    else if (!other.has(entry.known)) other.set(entry.known, entry)
  }
  // One handler for several paths is one flow, and what else stands before it adds none.
  return [...byKey.values()]
    .map((same): Entry => {
      const all = [...same.values()]
      const { isNamed: _, ...first } = all[0]!
      const named = all.filter(({ isNamed }) => isNamed).map(({ known }) => known)
      return named.length === 0 ? first : { ...first, known: severalOf(named) }
    })
    .filter(({ node, kind, runs: own }) => kind !== "handler" || own !== undefined || !ruled.has(node))
}

/** Of more names of one handler the first few are told. */
const MOST_NAMES = 4

const severalOf = (names: ReadonlyArray<string>): string =>
  [...names.slice(0, MOST_NAMES), ...names.length <= MOST_NAMES ? [] : [`${names.length - MOST_NAMES} more`]].join(", ")

/** By row: what a function without a name runs of the repository. */
const runsOf = ({ registered }: Graph): ReadonlyMap<number, ReadonlyArray<Call>> => {
  const runs = new Map<number, Array<Call>>()
  for (let i = 0; i < registered.rows; i++) {
    const row = registered.registration[i]!
    const call = {
      target: registered.target[i]!,
      kind: registered.kind[i]!,
      confidence: registered.confidence[i]!,
      site: registered.site[i]!,
    }
    const known = runs.get(row)
    if (known === undefined) runs.set(row, [call])
    else known.push(call)
  }
  return runs
}

const lastOf = (callee: string): string => callee.slice(callee.lastIndexOf(".") + 1)

/** The kind of entry that a row makes, or undefined where it makes none. */
const kindOf = ({ callee, text, package: package_, form }: Row): EntryKind | undefined => {
  const last = lastOf(callee)
  if (TESTING.test(last)) return undefined
  const rule = ENTRY_RULES.find((it) =>
    it.callee.test(last) && (it.text === undefined || it.text.test(text)) &&
    (it.package === undefined || it.package.test(package_)) &&
    (it.form === undefined || REGISTRATION_FORMS[it.form] === form)
  )
  if (rule !== undefined) return rule.kind
  if (package_ === "") return undefined
  if (form === REGISTRATION_FORMS.decorator) return PLAIN_DECORATORS.test(last) ? undefined : "handler"
  if (form !== REGISTRATION_FORMS.argument || ASKS_FUNCTIONS.test(last)) return undefined
  return text !== "" || TAKES_HANDLERS.test(last) ? "handler" : undefined
}

/** Is it one of the verbs that a decorator lists beside a path? */
const isVerb = ({ form, text }: Row): boolean => form === REGISTRATION_FORMS.decorator && VERBS.test(text)

/** By handler: the verbs that its decorator lists; of one with several paths nothing tells which belong to which. */
const verbsOf = (
  { registrations: { rows, handler, callee, text, form }, strings }: Graph,
): ReadonlyMap<NodeId, string> => {
  const said = new Map<NodeId, { readonly paths: Set<string>; readonly verbs: Set<string> }>()
  for (let row = 0; row < rows; row++) {
    if (handler[row] === NONE || form[row] !== REGISTRATION_FORMS.decorator) continue
    if (!LISTS_VERBS.test(lastOf(strings.at(callee[row]!)))) continue
    const its = said.get(handler[row]!) ?? { paths: new Set(), verbs: new Set() }
    said.set(handler[row]!, its)
    const each = strings.at(text[row]!)
    ;(VERBS.test(each) ? its.verbs : its.paths).add(each)
  }
  return new Map(
    [...said].flatMap(([node, { paths, verbs }]) =>
      paths.size === 1 && verbs.size !== 0 ? [[node, [...verbs].join(" ")] as const] : []
    ),
  )
}

const knownAs = (kind: EntryKind, { callee, text }: Row, own: string, prefix: string, verbs = "route"): string => {
  const last = lastOf(callee)
  switch (kind) {
    case "route": {
      const isPart = MOUNTED.test(callee.split(".", 1)[0]!)
      const [, verb, path] = VERB_AND_PATH.exec(text) ?? [undefined, VERB_OF.exec(last)?.[1]?.toUpperCase(), text]
      return `${verb ?? verbs} ${isPart ? "…" : ""}${pathOf(prefix, path!)}`
    }
    case "event":
      return `on ${wordOf(text) || own || last}`
    case "command":
      return `command ${wordOf(text.split(/\s/, 1)[0]!) || own}`.trim()
    case "job":
      return `job ${own || wordOf(text) || last}`
    default:
      return ""
  }
}

/** The first word of a text, and a sign where it goes on: what an entry is known by is a name and no sentence. */
const wordOf = (text: string): string => {
  const word = /^[^\s\p{C}]{0,80}/u.exec(text)![0]
  return word === text ? word : `${word}…`
}

const pathOf = (prefix: string, text: string): string =>
  `/${[prefix, text].map((it) => wordOf(it.replace(/^\/+|\/+$/g, ""))).filter((it) => it !== "").join("/")}`

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

/** Of the product's own, and no type. */
const isRunnable = (graph: Graph, isTest: Uint8Array, node: NodeId): boolean =>
  isTest[node] === 0 && RUNNABLE.has(graph.nodes.kind[node]!)
