// What single tests a repository has. Where they have names of their own they are definitions of test code that no other
// test code runs; where they are functions without a name that a framework of tests takes with a title, they are
// registrations. Which of them a piece of test code belongs to is told here.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { CAUSES, CLASSES, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { CASE, FIXTURE } from "../overlays/models/testing.ts"
import * as Family from "./family.ts"

export interface TestCases {
  /** 1 for test code, by node. */
  readonly isTest: Uint8Array
  /** Registrations in test code, by file in the order of their places, outer ones before inner ones. */
  readonly ofFile: ReadonlyMap<NodeId, ReadonlyArray<number>>
  /** By registration: the one around it, or NONE. */
  readonly around: Uint32Array
  /** 1 for a registration that is a single test. */
  readonly isCase: Uint8Array
  /** By target: the registrations whose texts run it, with what the rows of `registered` say. */
  readonly runs: ReadonlyMap<NodeId, ReadonlyArray<number>>
  /** By definition of test code: the tests that it is handed over for. */
  readonly handed: ReadonlyMap<NodeId, ReadonlyArray<number>>
  /** By definition of test code that gives tests something: those that name it as a parameter. */
  readonly given: ReadonlyMap<NodeId, ReadonlyArray<NodeId>>
  /** By name: definitions of test code that refer to a member of it, of a receiver that is not known. */
  readonly guesses: ReadonlyMap<number, ReadonlyArray<NodeId>>
}

const known = new WeakMap<Graph, TestCases>()

/** Made once a graph. O(nodes + registrations + unresolved references). */
export const testCases = (graph: Graph): TestCases => {
  let made = known.get(graph)
  if (made === undefined) known.set(graph, made = make(graph))
  return made
}

const make = (graph: Graph): TestCases => {
  const isTest = Node.testMask(graph)
  const { rows } = graph.registrations
  const ofFile = byFile(graph, isTest)
  const around = new Uint32Array(rows).fill(NONE)
  const isCase = new Uint8Array(rows)
  const handed = new Map<NodeId, Array<number>>()
  for (const inFile of ofFile.values()) nest(graph, inFile, around)
  for (const inFile of ofFile.values()) {
    for (const row of inFile) {
      if (!isTaken(graph, row, CASE)) continue
      isCase[row] = 1
      const handler = graph.registrations.handler[row]!
      if (handler !== NONE) add(handed, handler, row)
    }
    // What holds single tests is none.
    for (const row of inFile) {
      if (isCase[row] === 0) continue
      for (let outer = around[row]!; outer !== NONE; outer = around[outer]!) isCase[outer] = 0
    }
  }
  const runs = new Map<NodeId, Array<number>>()
  const { registered } = graph
  for (let i = 0; i < registered.rows; i++) {
    if (isTest[graph.registrations.source[registered.registration[i]!]!] === 1) add(runs, registered.target[i]!, i)
  }
  return {
    isTest,
    ofFile,
    around,
    isCase,
    runs,
    handed,
    given: givenBy(graph, isTest),
    guesses: guessesOf(graph, isTest),
  }
}

const add = <K, V>(map: Map<K, Array<V>>, key: K, value: V): void => {
  const all = map.get(key)
  if (all === undefined) map.set(key, [value])
  else all.push(value)
}

const byFile = ({ registrations, nodes }: Graph, isTest: Uint8Array): ReadonlyMap<NodeId, ReadonlyArray<number>> => {
  const found = new Map<NodeId, Array<number>>()
  const { start, end, source } = registrations
  for (let row = 0; row < registrations.rows; row++) {
    if (isTest[source[row]!] === 1) add(found, nodes.file[source[row]!]!, row)
  }
  for (const rows of found.values()) rows.sort((a, b) => start[a]! - start[b]! || end[b]! - end[a]! || a - b)
  return found
}

/** @param rows In the order of their places. */
const nest = ({ registrations: { start, end } }: Graph, rows: ReadonlyArray<number>, around: Uint32Array): void => {
  const open: Array<number> = []
  for (const row of rows) {
    while (open.length > 0 && end[open.at(-1)!]! <= start[row]!) open.pop()
    around[row] = open.at(-1) ?? NONE
    open.push(row)
  }
}

const isTaken = ({ registrations, strings }: Graph, row: number, by: RegExp): boolean => {
  const callee = strings.at(registrations.callee[row]!)
  return registrations.text[row] !== 0 && by.test(callee.slice(callee.lastIndexOf(".") + 1))
}

/** The innermost registration of test code around a place of a file, or NONE. */
export const registrationAt = (graph: Graph, cases: TestCases, file: NodeId, place: number): number => {
  const { start, end } = graph.registrations
  let found = NONE
  for (const row of cases.ofFile.get(file) ?? []) {
    if (place < start[row]!) break
    if (place < end[row]!) found = row
  }
  return found
}

/** Single tests between two places of a file. */
export const casesWithin = (
  { registrations: { start, end } }: Graph,
  { ofFile, isCase }: TestCases,
  file: NodeId,
  from: number,
  to: number,
): ReadonlyArray<number> =>
  (ofFile.get(file) ?? []).filter((row) => isCase[row] === 1 && from <= start[row]! && end[row]! <= to)

/** What a test is called: titles of all that it stands in, and its own. */
export const titleOf = ({ registrations, strings }: Graph, { around }: TestCases, row: number): string => {
  const titles: Array<string> = []
  for (let at = row; at !== NONE; at = around[at]!) {
    const title = strings.at(registrations.text[at]!)
    if (title !== "") titles.unshift(title)
  }
  return titles.join(" > ")
}

// ── what tests are given by the names of their parameters ──────────────────────────────────────────────────────────

/** Names of parameters in a header. */
const PARAMETER = /[A-Za-z_]\w*(?=\s*(?:[,:=)]|$))/g

const parametersOf = (graph: Graph, node: NodeId): ReadonlySet<string> => {
  const signature = Node.signatureOf(graph, node)
  const from = signature.indexOf("(")
  return new Set(from < 0 ? [] : signature.slice(from).match(PARAMETER) ?? [])
}

/** Fixtures, and the tests and other fixtures that name each of them as a parameter. */
const givenBy = (graph: Graph, isTest: Uint8Array): ReadonlyMap<NodeId, ReadonlyArray<NodeId>> => {
  const { registrations, strings, nodes } = graph
  const given = new Map<NodeId, Array<NodeId>>()
  const byName = new Map<string, Array<NodeId>>()
  for (let row = 0; row < registrations.rows; row++) {
    const handler = registrations.handler[row]!
    const callee = strings.at(registrations.callee[row]!)
    if (handler === NONE || given.has(handler) || !FIXTURE.test(callee.slice(callee.lastIndexOf(".") + 1))) continue
    given.set(handler, [])
    add(byName, Node.nameOf(graph, handler), handler)
    const text = strings.at(registrations.text[row]!)
    if (text !== "") add(byName, text, handler)
  }
  if (given.size === 0) return given
  for (let node = 0; node < nodes.rows; node++) {
    if (isTest[node] === 0 || !FUNCTIONS.has(nodes.kind[node]!)) continue
    for (const name of parametersOf(graph, node)) {
      for (const fixture of byName.get(name) ?? []) {
        if (fixture !== node && isSeen(graph, fixture, node)) given.get(fixture)!.push(node)
      }
    }
  }
  return given
}

/** Functions and methods. */
export const FUNCTIONS: ReadonlySet<number> = new Set([NODE_KINDS.Function.code, NODE_KINDS.Method.code])

/** A fixture of a file is seen in it, and below its folder where it is imported or its file is there for all of them. */
const isSeen = (graph: Graph, fixture: NodeId, by: NodeId): boolean => {
  const { file } = graph.nodes
  return file[fixture] === file[by] ||
    Node.pathOf(graph, by).startsWith(Node.pathOf(graph, fixture).replace(/[^/]*$/, ""))
}

/** More members of one name are anybody's. */
const FEW = 4

/**
 * Members that test code refers to on receivers that are not known, by string of the name: where something gives a test what it
 * asks for by the name of a parameter, no text says of which type that is.
 */
const guessesOf = (graph: Graph, isTest: Uint8Array): ReadonlyMap<number, ReadonlyArray<NodeId>> => {
  const { nodes, unresolved } = graph
  const found = new Map<number, Array<NodeId>>()
  for (let row = 0; row < unresolved.rows; row++) {
    if (unresolved.member[row] !== 1 || unresolved.cause[row] !== CAUSES.unknownReceiver.code) continue
    if (isTest[unresolved.source[row]!] === 1) add(found, unresolved.name[row]!, unresolved.source[row]!)
  }
  const counts = new Map<number, number>()
  for (let node = 0; node < nodes.rows; node++) {
    const owner = nodes.parent[node]!
    if (isTest[node] === 1 || owner === NONE || !CLASSES.has(nodes.kind[owner]!)) continue
    // What overrides another is meant with that.
    if (Family.neighbours(graph.out.OVERRIDES, node).some((base) => nodes.file[base] !== NONE)) continue
    counts.set(nodes.name[node]!, (counts.get(nodes.name[node]!) ?? 0) + 1)
  }
  for (const name of found.keys()) if (FEW < (counts.get(name) ?? 0)) found.delete(name)
  return found
}
