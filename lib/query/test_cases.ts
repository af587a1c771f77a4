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
  /** By member: definitions of test code that may mean it, where they refer to one of its name on something unknown. */
  readonly guesses: ReadonlyMap<NodeId, ReadonlyArray<NodeId>>
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
  const given = givenBy(graph, isTest)
  return { isTest, ofFile, around, isCase, runs, handed, given, guesses: guessesOf(graph, isTest, given) }
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

/** A title of a test takes no more of an answer than this, in units. */
const LONGEST_TITLE = 400

/** What a test is called: titles of all that it stands in, as far as there is room, and its own. */
export const titleOf = ({ registrations, strings }: Graph, { around }: TestCases, row: number): string => {
  const titles: Array<string> = []
  let length = 0
  for (let at = row; at !== NONE; at = around[at]!) {
    const title = strings.at(registrations.text[at]!)
    if (title === "") continue
    length += title.length
    if (LONGEST_TITLE < length) {
      titles.push("…")
      break
    }
    titles.push(title)
  }
  return titles.reverse().join(" > ")
}

// ── what tests are given by the names of their parameters ──────────────────────────────────────────────────────────

/** Names of parameters in a header. */
const PARAMETER = /[A-Za-z_]\w*(?=\s*(?:[,:=)]|$))/g

const parametersOf = (graph: Graph, node: NodeId): ReadonlySet<string> => {
  const signature = Node.signatureOf(graph, node)
  const from = signature.indexOf("(")
  return new Set(from < 0 ? [] : signature.slice(from).match(PARAMETER) ?? [])
}

/** It is seen in its file, and below its folder where it is imported or its file is there for all of them. */
interface Fixture {
  readonly node: NodeId
  readonly file: NodeId
  readonly folder: string
}

/** Fixtures, and the tests and other fixtures that name each of them as a parameter. */
const givenBy = (graph: Graph, isTest: Uint8Array): ReadonlyMap<NodeId, ReadonlyArray<NodeId>> => {
  const { registrations, strings, nodes } = graph
  const given = new Map<NodeId, Array<NodeId>>()
  const byName = new Map<string, Array<Fixture>>()
  for (let row = 0; row < registrations.rows; row++) {
    const handler = registrations.handler[row]!
    const callee = strings.at(registrations.callee[row]!)
    if (handler === NONE || given.has(handler) || !FIXTURE.test(callee.slice(callee.lastIndexOf(".") + 1))) continue
    given.set(handler, [])
    const fixture = {
      node: handler,
      file: nodes.file[handler]!,
      folder: Node.pathOf(graph, handler).replace(/[^/]*$/, ""),
    }
    add(byName, Node.nameOf(graph, handler), fixture)
    const text = strings.at(registrations.text[row]!)
    if (text !== "") add(byName, text, fixture)
  }
  if (given.size === 0) return given
  for (let node = 0; node < nodes.rows; node++) {
    if (isTest[node] === 0 || !FUNCTIONS.has(nodes.kind[node]!)) continue
    const path = Node.pathOf(graph, node)
    for (const name of parametersOf(graph, node)) {
      for (const fixture of byName.get(name) ?? []) {
        if (fixture.node === node) continue
        if (fixture.file === nodes.file[node] || path.startsWith(fixture.folder)) given.get(fixture.node)!.push(node)
      }
    }
  }
  return given
}

/** Functions and methods. */
export const FUNCTIONS: ReadonlySet<number> = new Set([NODE_KINDS.Function.code, NODE_KINDS.Method.code])

/** More members of one name are anybody's. */
const FEW = 4

/**
 * What test code may mean by a member on a receiver that is not known. Where something is given to a test by the name of a
 * parameter, no text says of which type that is: it is of one that what gives it makes. Else few members have the name.
 */
const guessesOf = (
  graph: Graph,
  isTest: Uint8Array,
  given: TestCases["given"],
): ReadonlyMap<NodeId, ReadonlyArray<NodeId>> => {
  const { nodes, unresolved } = graph
  const members = membersByName(graph, isTest)
  const made = madeFor(graph, given)
  const found = new Map<NodeId, Array<NodeId>>()
  const fewByName = new Map<number, ReadonlyArray<NodeId>>()
  /** All of a name, where they are few. */
  const few = (name: number, all: ReadonlyArray<NodeId>): ReadonlyArray<NodeId> => {
    let known = fewByName.get(name)
    if (known === undefined) {
      // What overrides another is meant with that.
      const roots = all.filter((it) =>
        Family.neighbours(graph.out.OVERRIDES, it).every((base) => nodes.file[base] === NONE)
      )
      fewByName.set(name, known = roots.length <= FEW ? all : [])
    }
    return known
  }
  for (let row = 0; row < unresolved.rows; row++) {
    const source = unresolved.source[row]!
    if (unresolved.member[row] !== 1 || unresolved.cause[row] !== CAUSES.unknownReceiver.code) continue
    if (isTest[source] === 0) continue
    const all = members.get(unresolved.name[row]!) ?? []
    const types = made.get(source)
    const own = types === undefined ? [] : all.filter((it) => types.has(nodes.parent[it]!))
    for (const member of own.length > 0 ? own : few(unresolved.name[row]!, all)) add(found, member, source)
  }
  return found
}

/** Members of the product's types by string of their name. */
const membersByName = ({ nodes }: Graph, isTest: Uint8Array): ReadonlyMap<number, ReadonlyArray<NodeId>> => {
  const found = new Map<number, Array<NodeId>>()
  for (let node = 0; node < nodes.rows; node++) {
    const owner = nodes.parent[node]!
    if (isTest[node] === 0 && owner !== NONE && CLASSES.has(nodes.kind[owner]!)) add(found, nodes.name[node]!, node)
  }
  return found
}

/** By definition of test code: types, with their bases, of which it is given an instance. */
const madeFor = (graph: Graph, given: TestCases["given"]): ReadonlyMap<NodeId, ReadonlySet<NodeId>> => {
  const found = new Map<NodeId, Set<NodeId>>()
  for (const fixture of given.keys()) {
    const types = new Set(Family.neighbours(graph.out.INSTANTIATES, fixture))
    for (const type of types) for (const base of Family.neighbours(graph.out.EXTENDS, type)) types.add(base)
    if (types.size === 0) continue
    // What is given to a fixture may be what it gives.
    const takers = new Set(given.get(fixture))
    for (const taker of takers) {
      const all = found.get(taker)
      if (all === undefined) found.set(taker, new Set(types))
      else for (const type of types) all.add(type)
      for (const next of given.get(taker) ?? []) takers.add(next)
    }
  }
  return found
}
