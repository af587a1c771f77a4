// Which tests run a definition: everything from where code may come to it, back to single tests. Followed are calls and what
// runs in their place, instances, and functions that are read as values; in test code also what a framework gives to a test
// or runs around it. However far away: a test that fails does not ask by how many calls.

import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId } from "../graph/graph.ts"
import { type EdgeKind, NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { RUNS } from "../overlays/flows.ts"
import { IMPLIED } from "../overlays/models/entries.ts"
import { AROUND } from "../overlays/models/testing.ts"
import * as Family from "./family.ts"
import * as Cases from "./test_cases.ts"

/** A single test that comes to the target. */
export interface AffectedTest {
  /** The test, or the definition or file that holds it where it has no name of its own. */
  readonly node: NodeId
  /** Its registration where it has no name of its own, or NONE. */
  readonly registration: number
  /** The last edge on the way to it, or NONE. */
  readonly edge: EdgeId
  /** Edges between the target and it. */
  readonly depth: number
  /** Percent: the least of the edges followed. */
  readonly confidence: number
}

export interface AffectedTests {
  /** Nearest first, then surest. */
  readonly tests: ReadonlyArray<AffectedTest>
  /** So much was reached that what lies behind was not looked at. */
  readonly cut: boolean
}

export interface TestsOptions {
  /** Least confidence of an edge, 0–1. */
  readonly minConfidence: number
  /** Kinds of edge to follow; undefined: all that run something. */
  readonly relationTypes: ReadonlyArray<EdgeKind> | undefined
}

/** Kinds by which code takes a function as a value. */
const TAKES = ["READS", "USES"] as const satisfies ReadonlyArray<EdgeKind>

/** Definitions that are values: who names them may run them. */
const VALUES: ReadonlySet<number> = new Set(
  (["Function", "Method", "Constructor", "Property", "Variable", "Const"] as const)
    .map((it) => NODE_KINDS[it].code),
)

/** How sure it is that a member of that name is meant, where few have the name, in percent. */
const GUESSED = 50

/** Reached so many definitions, the rest is no longer looked at. */
const MOST = 50_000

const FILE = NODE_KINDS.File.code

/** Tests that come to a definition, file or folder, or to any that it holds. O(edges of what is reached). */
export const affectedTests = (graph: Graph, target: NodeId, options: TestsOptions): AffectedTests => {
  const found = new Walk(graph, options).run(Family.withMembers(graph, target))
  if (found.tests.length === 0 || !isOneOfSeveral(graph, target)) return found
  // Of what may run in place of another, that one runs of which there is an instance.
  const type = graph.nodes.parent[target]!
  const made = new Walk(graph, options)
  const { tests, cut } = made.run(heirsOf(graph, type), true)
  if (cut) return found
  const keys = new Set(tests.map(keyOf))
  return { ...found, tests: found.tests.filter((it) => keys.has(keyOf(it))) }
}

const keyOf = ({ node, registration }: AffectedTest): string => `${node} ${registration}`

/** A member of a class that overrides another one. */
const isOneOfSeveral = (graph: Graph, node: NodeId): boolean =>
  Family.isClass(graph, graph.nodes.parent[node]!) && !Family.isConstructor(graph, node) &&
  Family.neighbours(graph.out.OVERRIDES, node).length > 0

/** A class and all that inherit from it. */
const heirsOf = (graph: Graph, base: NodeId): ReadonlyArray<NodeId> => {
  const seen = new Set([base])
  for (const type of seen) for (const heir of Family.neighbours(graph.in.EXTENDS, type)) seen.add(heir)
  return [...seen]
}

/** One walk. Steps inside of test code, from a piece of it to the test that it is of, count none. */
class Walk {
  readonly #graph: Graph
  readonly #cases: Cases.TestCases
  readonly #least: number
  readonly #kinds: ReadonlyArray<EdgeKind>
  readonly #sure = new Map<NodeId, number>()
  readonly #seeds = new Set<NodeId>()
  /** Classes that are followed to whoever names them. */
  readonly #named = new Set<NodeId>()
  readonly #found = new Map<string, AffectedTest>()
  #level: Array<NodeId> = []
  #next: Array<NodeId> = []
  #depth = 0
  #edge: EdgeId = NONE

  constructor(graph: Graph, { minConfidence, relationTypes }: TestsOptions) {
    this.#graph = graph
    this.#cases = Cases.testCases(graph)
    this.#least = Math.round(minConfidence * 100)
    this.#kinds = [...RUNS, ...TAKES].filter((kind) =>
      relationTypes === undefined || relationTypes.includes(kind) ||
      (kind === "DISPATCHES" && relationTypes.includes("CALLS"))
    )
  }

  /** @param areMade Of seeds that are classes, where they are named; else where an instance of them is made. */
  run(seeds: ReadonlyArray<NodeId>, areMade = false): AffectedTests {
    if (areMade) { for (const seed of seeds) this.#named.add(seed) }
    for (const seed of seeds) {
      this.#seeds.add(seed)
      this.#sure.set(seed, 100)
      this.#level.push(seed)
    }
    for (; this.#level.length > 0 && this.#sure.size <= MOST; this.#depth++) {
      // Grows while it is walked.
      for (let i = 0; i < this.#level.length; i++) this.#follow(this.#level[i]!)
      this.#level = this.#next
      this.#next = []
    }
    const tests = [...this.#found.values()].sort((a, b) =>
      a.depth - b.depth || b.confidence - a.confidence || a.node - b.node || a.registration - b.registration
    )
    return { tests, cut: this.#level.length > 0 }
  }

  #follow(node: NodeId): void {
    const graph = this.#graph
    const { kind } = graph.nodes
    const sure = this.#sure.get(node)!
    if (this.#cases.isTest[node] === 1) this.#settle(node, sure)
    const isValue = VALUES.has(kind[node]!) || this.#named.has(node)
    for (const edgeKind of this.#kinds) {
      if (!isValue && !RUNNING.has(edgeKind)) continue
      this.#into(edgeKind, node, sure)
    }
    if (kind[node] === FILE) this.#loaded(node, sure)
    if (Family.isConstructor(graph, node)) {
      for (const made of Family.classesMadeBy(graph, node)) this.#madeBy(made, sure)
    } else if (isValue && this.#isRunUnseen(node)) this.#heirsMadeBy(graph.nodes.parent[node]!, sure)
    if (Family.isClass(graph, node)) this.#heirsMadeBy(node, sure)
    this.#guessed(node, sure)
  }

  /** Along the edges of a kind to who has them. */
  #into(kind: EdgeKind, node: NodeId, most: number): void {
    const graph = this.#graph
    const { offsets, targets, edges } = graph.in[kind]
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      const edge = edges[i]!
      const sure = Math.min(most, graph.edges.confidence[edge]!)
      if (sure < this.#least) continue
      const source = targets[i]!
      if (!RUNNING.has(kind) && this.#isDecorated(node, source)) continue
      this.#edge = edge
      if (this.#cases.isTest[source] === 1) this.#fromTest(source, node, edge, sure)
      else this.#reach(source, sure)
    }
  }

  /** What holds a definition that a decorator takes hands it over, and runs it by that no more than by defining it. */
  #isDecorated(node: NodeId, by: NodeId): boolean {
    const { open, parent } = this.#graph.nodes
    return parent[node] === by && (open[node]! & OPENNESS.decorated) !== 0
  }

  /** Test code that has no name is told by its place. */
  #fromTest(source: NodeId, target: NodeId, edge: EdgeId, sure: number): void {
    const graph = this.#graph
    const { registered, registrations, nodes, edges } = graph
    const file = nodes.file[source]!
    let isTold = false
    for (const row of this.#cases.runs.get(target) ?? []) {
      const registration = registered.registration[row]!
      if (registrations.source[registration] !== source || registered.kind[row] !== edges.kind[edge]) continue
      isTold = true
      this.#ranIn(registration, sure)
    }
    const site = edges.site[edge]!
    const around = site === NONE ? NONE : Cases.registrationAt(graph, this.#cases, file, site)
    if (around === NONE || registrations.source[around] !== source) this.#reach(source, sure, true)
    else if (!isTold) {
      this.#ranIn(around, sure)
      // Where a value is taken, an edge tells the first place of several alone.
      if (edges.sites[edge]! > 1) this.#all(Cases.casesWithin(graph, this.#cases, file, site, nodes.end[file]!), sure)
    }
  }

  /** What is handed over to a framework runs: the test that it is, or all that it holds or that hold it. */
  #ranIn(registration: number, sure: number): void {
    const { around, isCase } = this.#cases
    for (let row = registration; row !== NONE; row = around[row]!) {
      if (isCase[row] === 1) return this.#test(this.#graph.registrations.source[row]!, row, sure)
      if (this.#casesIn(row, sure)) return
    }
    this.#reach(this.#graph.registrations.source[registration]!, sure, true)
  }

  /** Enters all tests that a registration holds. */
  #casesIn(row: number, sure: number): boolean {
    const { registrations, nodes } = this.#graph
    const { start, end, source } = registrations
    return this.#all(
      Cases.casesWithin(this.#graph, this.#cases, nodes.file[source[row]!]!, start[row]!, end[row]!),
      sure,
    )
  }

  #all(rows: ReadonlyArray<number>, sure: number): boolean {
    for (const row of rows) this.#test(this.#graph.registrations.source[row]!, row, sure)
    return rows.length > 0
  }

  /** From a piece of test code to the tests that it is of. */
  #settle(node: NodeId, sure: number): void {
    const graph = this.#graph
    const { nodes } = graph
    const cases = this.#cases
    if (nodes.kind[node] === FILE) {
      const all = (cases.ofFile.get(node) ?? []).filter((row) => cases.isCase[row] === 1)
      if (!this.#all(all, sure) && !this.#allNamed(node, sure)) this.#test(node, NONE, sure)
      return
    }
    for (const row of cases.handed.get(node) ?? []) this.#test(graph.registrations.source[row]!, row, sure)
    for (const taker of cases.given.get(node) ?? []) this.#reach(taker, sure, true)
    const outer = this.#functionAround(node)
    if (outer !== NONE) return this.#reach(outer, sure, true)
    const inside = Cases.casesWithin(graph, cases, nodes.file[node]!, nodes.start[node]!, nodes.end[node]!)
    if (this.#all(inside.filter((row) => graph.registrations.source[row] === node), sure)) return
    if (!Cases.FUNCTIONS.has(nodes.kind[node]!)) return
    if (AROUND.test(Node.nameOf(graph, node))) {
      for (const sibling of Node.children(graph, nodes.parent[node]!)) {
        if (Cases.FUNCTIONS.has(nodes.kind[sibling]!) && !this.#isHelper(sibling)) this.#test(sibling, NONE, sure)
      }
    } else if (!this.#isHelper(node)) this.#test(node, NONE, sure)
  }

  /** Enters all tests of a file that have names of their own. */
  #allNamed(file: NodeId, sure: number): boolean {
    const { kind } = this.#graph.nodes
    let any = false
    for (let node = file + 1, end = Node.endOfFile(this.#graph, file); node < end; node++) {
      if (!Cases.FUNCTIONS.has(kind[node]!) || this.#isHelper(node) || this.#functionAround(node) !== NONE) continue
      any = true
      this.#test(node, NONE, sure)
    }
    return any
  }

  #functionAround(node: NodeId): NodeId {
    const { kind } = this.#graph.nodes
    for (let at = Node.parentOf(this.#graph, node); at !== NONE; at = Node.parentOf(this.#graph, at)) {
      if (Cases.FUNCTIONS.has(kind[at]!)) return at
      if (kind[at] === FILE) return NONE
    }
    return NONE
  }

  /** Does other test code run it, or is it there for other tests? */
  #isHelper(node: NodeId): boolean {
    const { given, handed, isTest } = this.#cases
    if (given.has(node) || handed.has(node) || AROUND.test(Node.nameOf(this.#graph, node))) return true
    return RUNS.some((kind) => {
      const { offsets, targets } = this.#graph.in[kind]
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        if (targets[i] !== node && isTest[targets[i]!] === 1) return true
      }
      return false
    })
  }

  /** A file does something when it is loaded: all that import it do it, too. */
  #loaded(file: NodeId, sure: number): void {
    this.#into("IMPORTS", file, sure)
  }

  /** Who makes an instance of a class. */
  #madeBy(made: NodeId, sure: number): void {
    for (const kind of this.#kinds) if (RUNNING.has(kind)) this.#into(kind, made, sure)
  }

  /** Who makes an instance of a class or of one that inherits from it. */
  #heirsMadeBy(base: NodeId, sure: number): void {
    const graph = this.#graph
    if (base === NONE) return
    for (const type of heirsOf(graph, base)) {
      this.#madeBy(type, sure)
      for (const constructor of Family.constructorsOf(graph, type)) this.#madeBy(constructor, sure)
    }
  }

  /** Does the language or something outside run a member whenever an instance is there, without naming it here? */
  #isRunUnseen(node: NodeId): boolean {
    const graph = this.#graph
    if (!Family.isClass(graph, graph.nodes.parent[node]!)) return false
    return IMPLIED.test(Node.nameOf(graph, node)) ||
      Family.neighbours(graph.out.OVERRIDES, node).some((base) => Node.isExternal(graph, base)) ||
      [...RUNS, ...TAKES].every((kind) => Family.neighbours(graph.in[kind], node).length === 0)
  }

  /** Test code that names a member like it on something that is not known. */
  #guessed(node: NodeId, sure: number): void {
    if (GUESSED < this.#least) return
    this.#edge = NONE
    for (const source of this.#cases.guesses.get(node) ?? []) {
      this.#reach(source, Math.min(sure, GUESSED), true)
    }
  }

  #reach(node: NodeId, sure: number, free = false): void {
    const known = this.#sure.get(node)
    if (known !== undefined) return
    if (Node.isExternal(this.#graph, node)) return
    this.#sure.set(node, sure)
    if (free) this.#level.push(node)
    else this.#next.push(node)
  }

  #test(node: NodeId, registration: number, sure: number): void {
    const key = `${node} ${registration}`
    // What was asked for is no test of itself.
    if (this.#found.has(key) || (registration === NONE && this.#seeds.has(node))) return
    this.#found.set(key, { node, registration, edge: this.#edge, depth: this.#depth + 1, confidence: sure })
  }
}

const RUNNING: ReadonlySet<EdgeKind> = new Set<EdgeKind>(RUNS)
