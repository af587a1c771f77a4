// What the answers say of definitions that a compiler knows callers of: `bun bench/answers.ts ROOT HOME CALLS`, CALLS a
// JSON array of [caller file, caller line, callee file, callee line]. A false zero is a definition with callers for which
// `context` shows none and claims to be exact. Prints JSON; also our call edges with their reasons.

import { readFileSync } from "node:fs"
import { Kinds, Node, type NodeId, open, Uid } from "../promise.ts"

export interface Answers {
  /** Definitions with callers that the index has. */
  readonly asked: number
  readonly falseZeros: ReadonlyArray<string>
  /** Definitions whose answer claims to be exact, the callers that the compiler knows of them, and those shown. */
  readonly exact: number
  readonly exactCallers: number
  readonly exactShown: number
  /** `callee, not shown: caller` of those. */
  readonly notShown: ReadonlyArray<string>
  /** `[file:line of caller, file:line of callee, reason]`. */
  readonly edges: ReadonlyArray<readonly [from: string, to: string, reason: string]>
  /** Which member may run in place of which: `[declared, running]`. */
  readonly dispatches: ReadonlyArray<readonly [from: string, to: string]>
}

type Call = readonly [callerFile: string, callerLine: number, calleeFile: string, calleeLine: number]

const [root, home, calls] = process.argv.slice(2)
const expected: ReadonlyArray<Call> = JSON.parse(readFileSync(calls!, "utf8"))
const index = await open(root!, { home: home! })
const { graph } = index

const placeOf = (node: NodeId): string =>
  Node.kindOf(graph, node) === "File"
    ? `${Node.pathOf(graph, node)}:0`
    : `${Node.pathOf(graph, node)}:${Node.lineOf(graph, node)}`

/** Callables first where two definitions have their names on one line. */
const CALLABLE: ReadonlySet<string> = new Set(["Function", "Method", "Constructor", "Class"])
const byPlace = new Map<string, NodeId>()
for (let node = 0; node < graph.nodes.rows; node++) {
  if (!Node.isSymbol(graph, node)) continue
  const place = placeOf(node)
  const known = byPlace.get(place)
  if (known === undefined || (!CALLABLE.has(Node.kindOf(graph, known)) && CALLABLE.has(Node.kindOf(graph, node)))) {
    byPlace.set(place, node)
  }
}

const callersOf = new Map<string, Set<string>>()
for (const [callerFile, callerLine, calleeFile, calleeLine] of expected) {
  const callee = `${calleeFile}:${calleeLine}`
  callersOf.set(callee, (callersOf.get(callee) ?? new Set()).add(`${callerFile}:${callerLine}`))
}

/** Relations under which a caller may stand. */
const SHOWN = ["calls", "instantiates", "dispatches", "renders", "decorates"]

let asked = 0
let exact = 0
let exactCallers = 0
let exactShown = 0
const falseZeros: Array<string> = []
const notShown: Array<string> = []
for (const [callee, callers] of callersOf) {
  const node = byPlace.get(callee)
  if (node === undefined) continue
  asked++
  const answer = await index.context({ uid: Uid.uidOf(graph, node), response_sections: ["incoming"] })
  if (!("symbol" in answer) || answer.completeness.status !== "exact") continue
  const rows = SHOWN.flatMap((relation) => answer.incoming?.[relation] ?? [])
  // Code of no function belongs to the file for the compiler, for us to the variable or type that it initialises.
  const shown = new Set(rows.flatMap((row) => [
    `${row.file}:${row.line}`,
    ...(row.kind === "Function" || row.kind === "Method" || row.kind === "Constructor" ? [] : [`${row.file}:0`]),
  ]))
  exact++
  exactCallers += callers.size
  for (const caller of callers) {
    if (shown.has(caller)) exactShown++
    else notShown.push(`${callee} ${Node.nameOf(graph, node)}, not shown: ${caller}`)
  }
  if (rows.length === 0) falseZeros.push(`${callee} ${Node.nameOf(graph, node)}, called by ${[...callers].join(", ")}`)
}

const edges: Array<readonly [string, string, string]> = []
const CALLS: ReadonlySet<number> = new Set([Kinds.EDGE_KINDS.CALLS.code, Kinds.EDGE_KINDS.INSTANTIATES.code])
for (let edge = 0; edge < graph.edges.rows; edge++) {
  if (!CALLS.has(graph.edges.kind[edge]!)) continue
  const reason = Kinds.REASON_BY_CODE[graph.edges.reason[edge]!]!
  edges.push([placeOf(graph.edges.source[edge]!), placeOf(graph.edges.target[edge]!), reason])
}
const dispatches: Array<readonly [string, string]> = []
for (let edge = 0; edge < graph.edges.rows; edge++) {
  if (graph.edges.kind[edge] !== Kinds.EDGE_KINDS.DISPATCHES.code) continue
  dispatches.push([placeOf(graph.edges.source[edge]!), placeOf(graph.edges.target[edge]!)])
}
const result: Answers = { asked, falseZeros, exact, exactCallers, exactShown, notShown, edges, dispatches }
console.log(JSON.stringify(result))
await index.close()
