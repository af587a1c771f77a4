// Where others enter the code, with what says so: where programs begin, what is registered with a framework, and what is given
// out and called by nobody here.

import { NONE } from "../graph/columns.ts"
import { type Graph, type NodeId, REGISTRATION_FORMS } from "../graph/graph.ts"
import { CLASSES, NODE_FLAGS, NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { type Call, callsOf, RUNS, type Start } from "./flows.ts"
import {
  type EntryKind,
  HANDLING_MEMBERS,
  HANDLING_TYPES,
  IMPLIED,
  LOADED,
  MAIN,
  PROGRAM_FILE,
} from "./models/entries.ts"
import { registeredOf, RUNNABLE } from "./registered.ts"

export interface Entry extends Start {
  readonly kind: EntryKind
  /** Offset of it in the node's file: of the definition's name, or of the piece of code without one. */
  readonly at: number
  /** What it is known by outside: `POST /users`; empty where it has no name but its own. */
  readonly known: string
}

/** All entries of the product's own code, in the order of the graph. O(nodes + edges + registrations). */
export const entriesOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<Entry> => {
  const registered = registeredOf(graph, isTest)
  const taken = new Set(registered.flatMap(({ node, runs }) => runs === undefined ? [node] : []))
  const add = (more: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
    for (const { node } of more) taken.add(node)
    return more
  }
  return [
    ...registered,
    ...add(platformRun(graph, isTest, taken)),
    ...add(handling(graph, isTest, taken)),
    ...add(givenOut(graph, isTest, taken)),
    ...scriptsOf(graph, isTest),
  ]
}

/** What the platform runs, as the language says. */
const platformRun = (graph: Graph, isTest: Uint8Array, taken: ReadonlySet<NodeId>): ReadonlyArray<Entry> => {
  const { rows, open, nameStart } = graph.nodes
  const found: Array<Entry> = []
  for (let node = 0; node < rows; node++) {
    if ((open[node]! & OPENNESS.entry) === 0 || isTest[node] === 1 || taken.has(node)) continue
    const kind = LOADED.test(Node.nameOf(graph, node)) ? "script" : "main"
    found.push({ node, kind, at: nameStart[node]!, known: "" })
  }
  return found
}

/** Members that a library runs, because their type is of a kind of its own: not those that somebody here calls. */
const handling = (graph: Graph, isTest: Uint8Array, taken: ReadonlySet<NodeId>): ReadonlyArray<Entry> => {
  const { offsets, targets } = graph.in.USES
  const types = new Set<NodeId>()
  for (let base = 0; base < graph.nodes.rows; base++) {
    if (!Node.isExternal(graph, base) || !HANDLING_TYPES.test(Node.nameOf(graph, base))) continue
    for (let i = offsets[base]!; i < offsets[base + 1]!; i++) {
      const user = targets[i]!
      types.add(graph.nodes.kind[user] === NODE_KINDS.Constructor.code ? Node.parentOf(graph, user) : user)
    }
  }
  return [...types].sort((a, b) => a - b).filter((type) => CLASSES.has(graph.nodes.kind[type]!)).flatMap((type) =>
    [...Node.children(graph, type)].flatMap((node): ReadonlyArray<Entry> => {
      if (isTest[node] === 1 || taken.has(node) || !RUNNABLE.has(graph.nodes.kind[node]!)) return []
      if (!HANDLING_MEMBERS.test(Node.nameOf(graph, node)) || isCalled(graph, isTest, node)) return []
      return [{ node, kind: "handler", at: graph.nodes.nameStart[node]!, known: "" }]
    })
  )
}

const isCalled = (graph: Graph, isTest: Uint8Array, node: NodeId): boolean =>
  RUNS.some((kind) => {
    const { offsets, targets } = graph.in[kind]
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) if (isTest[targets[i]!] === 0) return true
    return false
  })

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
    const isProgram = MAIN.test(name)
    if ((open[node]! & OPENNESS.entry) !== 0 || IMPLIED.test(name)) continue
    if (!isProgram && !isGivenOut(graph, node, flags)) continue
    if (!out.some(({ offsets }) => offsets[node]! < offsets[node + 1]!)) continue
    // A program begins at a main that its own file runs, whoever else does.
    if (isUsed(node) && !(isProgram && isRunByFile(graph, node))) continue
    found.push({ node, kind: isProgram ? "main" : "api", at: nameStart[node]!, known: "" })
  }
  return found
}

const isRunByFile = ({ nodes: { file }, in: { CALLS: { offsets, targets } } }: Graph, node: NodeId): boolean =>
  targets.subarray(offsets[node]!, offsets[node + 1]!).includes(file[node]!)

/**
 * Files whose top level is a program, and those that nobody imports and that run something of the repository when they are loaded,
 * beside what they hand over. One that does no more than to run a main is told there.
 */
const scriptsOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<Entry> => {
  const imported = graph.in.IMPORTS.offsets
  const { source, form, start, end, rows } = graph.registrations
  const handed = new Map<NodeId, Array<readonly [start: number, end: number]>>()
  for (let row = 0; row < rows; row++) {
    if (form[row] === REGISTRATION_FORMS.decorator) continue
    const spans = handed.get(source[row]!)
    if (spans === undefined) handed.set(source[row]!, [[start[row]!, end[row]!]])
    else spans.push([start[row]!, end[row]!])
  }
  return [...graph.files].flatMap((file): ReadonlyArray<Entry> => {
    const isProgram = PROGRAM_FILE.test(Node.pathOf(graph, file))
    if (isTest[file] === 1 || (!isProgram && imported[file]! < imported[file + 1]!)) return []
    const calls = beside(callsOf(graph, file), handed.get(file) ?? [])
    const runs = calls.filter(({ target }) => graph.nodes.file[target] !== NONE)
    if (runs.length === 0 ? !isProgram || calls.length === 0 : runs.every(({ target }) => isMain(graph, target))) {
      return []
    }
    return [{ node: file, runs: calls, kind: isProgram ? "main" : "script", at: 0, known: "" }]
  })
}

/** Calls that stand in none of the spans; both are in the order of the text. O(calls + spans). */
const beside = (
  calls: ReadonlyArray<Call>,
  spans: ReadonlyArray<readonly [start: number, end: number]>,
): ReadonlyArray<Call> => {
  let next = 0
  let end = 0
  return calls.filter(({ site }) => {
    for (; next < spans.length && spans[next]![0] <= site; next++) end = Math.max(end, spans[next]![1])
    return end <= site
  })
}

const isMain = (graph: Graph, node: NodeId): boolean =>
  RUNNABLE.has(graph.nodes.kind[node]!) && MAIN.test(Node.nameOf(graph, node))

const HIDDEN = NODE_FLAGS.private | NODE_FLAGS.protected | NODE_FLAGS.signature

/** Is it exported, and what holds it too? */
const isGivenOut = (graph: Graph, node: NodeId, flags: Uint16Array): boolean => {
  if ((flags[node]! & HIDDEN) !== 0) return false
  const owner = Node.parentOf(graph, node)
  if (owner === NONE || !Node.isSymbol(graph, owner)) return (flags[node]! & NODE_FLAGS.exported) !== 0
  return (flags[owner]! & NODE_FLAGS.exported) !== 0
}
