// Which tests are about a definition: what test code runs within two calls, and what it is named after. A test is a piece of
// test code that no other test code runs, so helpers are none; where tests have no names of their own, it is their file.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Overlays from "../graph/overlays.ts"
import * as Path from "../text/path.ts"
import * as Words from "../search/words.ts"
import { RUNS } from "./flows.ts"
import type { Phase } from "./phase.ts"

/** Why a test is said to be about something, by code. */
export const TEST_REASONS = {
  calls: { code: 1, doc: "The test runs it, itself or through what it runs" },
  named: { code: 2, doc: "The file of tests is named after the file" },
} as const

/** Calls from a test to what it is about. */
const DEEPEST = 2

/** Targets of one test: where a further call leads to more, it says nothing of what is that far away. */
const MOST = 400

/** Edges that are followed from one test: of what lies behind these it says nothing. */
const MOST_EDGES = 3_000

/** Targets of all tests together: further tests say nothing. */
const MOST_IN_ALL = 2_000_000

/** How sure a file's name is of what its tests are about, in percent. */
const BY_NAME = 60

export const phase: Phase<"tests"> = {
  name: "tests",
  version: 3,
  needs: [],
  run: (graph) => {
    const { tests, cut } = byCalls(graph)
    const found = [...tests, ...byNames(graph)]
    found.sort((a, b) => a.target - b.target || a.distance - b.distance || a.test - b.test || a.reason - b.reason)
    const table = Overlays.builderOf("tests", "tests")
    let last = -1
    let lastTest = -1
    for (const { test, target, distance, confidence, reason } of found) {
      if (target === last && test === lastTest) continue
      last = target
      lastTest = test
      const row = table.add()
      table.at.test[row] = test
      table.at.target[row] = target
      table.at.distance[row] = distance
      table.at.confidence[row] = confidence
      table.at.reason[row] = reason
    }
    const whole = Overlays.builderOf("tests", "whole")
    whole.at.cut[whole.add()] = cut
    return Overlays.make<"tests">(phase.version, { tests: table.freeze(), whole: whole.freeze() })
  },
  rows: ({ tables: { tests } }) => ({
    nodes: [],
    edges: Array.from({ length: tests.rows }, (_, row) => ({
      kind: "TESTS",
      source: tests.test[row]!,
      target: tests.target[row]!,
      confidence: tests.confidence[row]!,
    })),
  }),
}

interface Test {
  readonly test: NodeId
  readonly target: NodeId
  readonly distance: number
  readonly confidence: number
  readonly reason: number
}

/** Test code that no other test code runs. */
const testsOf = (graph: Graph, isTest: Uint8Array): ReadonlyArray<NodeId> => {
  const { rows, kind } = graph.nodes
  const isNested = nestedMask(graph)
  const roots: Array<NodeId> = []
  const rowsIn = RUNS.map((it) => graph.in[it])
  for (let node = 0; node < rows; node++) {
    if (isTest[node] === 0) continue
    if (kind[node] === NODE_KINDS.File.code) {
      roots.push(node)
      continue
    }
    const isRun = rowsIn.some(({ offsets, targets }) => {
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        if (targets[i] !== node && isTest[targets[i]!] === 1) return true
      }
      return false
    })
    if (!isRun && isNested[node] === 0) roots.push(node)
  }
  return roots
}

const FUNCTIONS: ReadonlySet<number> = new Set([NODE_KINDS.Function.code, NODE_KINDS.Method.code])

/** 1 for what stands in a function, which is the test then. O(nodes). */
const nestedMask = (graph: Graph): Uint8Array => {
  const { rows, kind } = graph.nodes
  const mask = new Uint8Array(rows)
  const holders: Array<NodeId> = []
  for (let node = 0; node < rows; node++) if (FUNCTIONS.has(kind[node]!)) holders.push(node)
  for (let at = 0; at < holders.length; at++) {
    for (const node of Node.children(graph, holders[at]!)) {
      if (mask[node] === 1) continue
      mask[node] = 1
      if (!FUNCTIONS.has(kind[node]!)) holders.push(node)
    }
  }
  return mask
}

/** What each test runs within two calls: steps inside of test code cost none; and of how many not all of it is told. */
const byCalls = (graph: Graph): { readonly tests: ReadonlyArray<Test>; readonly cut: number } => {
  const isTest = Node.testMask(graph)
  const tests: Array<Test> = []
  let cut = 0
  for (const test of testsOf(graph, isTest)) {
    const { found, isCut } = tests.length < MOST_IN_ALL ? runBy(graph, isTest, test) : NOTHING_TOLD
    for (const it of found) tests.push(it)
    if (isCut) cut++
  }
  return { tests, cut }
}

interface RunBy {
  readonly found: ReadonlyArray<Test>
  readonly isCut: boolean
}

const NOTHING_TOLD: RunBy = { found: [], isCut: true }

/** O(MOST_EDGES). */
const runBy = (graph: Graph, isTest: Uint8Array, test: NodeId): RunBy => {
  const { confidence } = graph.edges
  const { file, kind } = graph.nodes
  const out = RUNS.map((it) => graph.out[it])
  const sure = new Map<NodeId, number>([[test, 100]])
  let edgesLeft = MOST_EDGES
  let isCut = false
  /** What is one call further. */
  const behind = (level: Array<NodeId>): ReadonlyArray<NodeId> => {
    const next: Array<NodeId> = []
    // Grows while it is walked: test code that test code runs is on the same level.
    for (const node of level) {
      const least = sure.get(node)!
      if (isTest[node] === 1 && FUNCTIONS.has(kind[node]!)) {
        for (const nested of Node.children(graph, node)) {
          if (sure.has(nested)) continue
          sure.set(nested, least)
          level.push(nested)
        }
      }
      for (const { offsets, targets, edges } of out) {
        for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
          if (edgesLeft === 0 || MOST < next.length) {
            isCut = true
            return next
          }
          edgesLeft--
          const target = targets[i]!
          if (sure.has(target) || file[target] === NONE) continue
          sure.set(target, Math.min(least, confidence[edges[i]!]!))
          if (isTest[target] === 1) level.push(target)
          else next.push(target)
        }
      }
    }
    return next
  }
  const found: Array<Test> = []
  let level = [test]
  for (let distance = 1; distance <= DEEPEST; distance++) {
    const next = behind(level)
    if (MOST < found.length + next.length) return { found, isCut: true }
    for (const target of next) {
      found.push({ test, target, distance, confidence: sure.get(target)!, reason: TEST_REASONS.calls.code })
    }
    level = [...next]
  }
  return { found, isCut }
}

/** Parts of a file's name that say no more than that it holds tests. */
const MARKS = new Set(["test", "tests", "spec", "specs", "it"])

const stemOf = (path: string): string => Path.baseOf(path).replace(/\.[^.]*$/, "")

/** Files of tests that are named after one file of code alone. */
const byNames = (graph: Graph): ReadonlyArray<Test> => {
  const isTest = Node.testMask(graph)
  const byStem = new Map<string, NodeId | undefined>()
  const subjectOf = (file: NodeId) =>
    Words.parts(stemOf(Node.pathOf(graph, file))).filter((it) => !MARKS.has(it)).join(" ")
  for (const file of graph.files) {
    if (isTest[file] === 1 || Node.hasFlag(graph, file, "unread")) continue
    const stem = subjectOf(file)
    byStem.set(stem, byStem.has(stem) ? undefined : file)
  }
  const found: Array<Test> = []
  for (const test of graph.files) {
    const target = isTest[test] === 1 ? byStem.get(subjectOf(test)) : undefined
    if (target === undefined) continue
    found.push({ test, target, distance: 1, confidence: BY_NAME, reason: TEST_REASONS.named.code })
  }
  return found
}
