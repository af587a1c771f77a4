// Paths, impact and choices over sources: what is run is found, and beside it stands what only looks as if it were.

import { describe, expect, test } from "bun:test"
import type { Graph } from "../../lib/graph/graph.ts"
import { NODE_FLAGS } from "../../lib/graph/kinds.ts"
import { chain, context } from "../../lib/query/context.ts"
import { impact } from "../../lib/query/impact.ts"
import { locate } from "../../lib/query/locate.ts"
import { trace } from "../../lib/query/trace.ts"
import { graphOf as described } from "../graph/graphs.ts"
import { graphOf, labelOf } from "../resolve/_graph.ts"

const nodeOf = (graph: Graph, label: string): number => {
  for (let node = 0; node < graph.nodes.rows; node++) if (labelOf(graph, node) === label) return node
  throw new Error(`There is no ${label}`)
}

/** The path in labels, or that there is none. */
const pathOf = (graph: Graph, from: string, to: string): ReadonlyArray<string> | string => {
  const found = trace(graph, nodeOf(graph, from), nodeOf(graph, to))
  return found._tag === "ok" ? found.nodes.map((node) => labelOf(graph, node)) : found._tag
}

describe("trace", async () => {
  const { graph } = await graphOf(`=== a.ts
export class Base { ready = prepare(); constructor() { opened() } }
export class Store extends Base {
  size = measure()
  constructor() { super(); built() }
  save() { written() }
  static of() { return new Store() }
}
function prepare() {}
function opened() {}
function measure() {}
function built() {}
function written() {}
export function make() { return new Store() }
export function use(store: Store) { store.save() }
export const like: Store = make()
export const table = { go() { written() } }
export const holder = use
`)

  test("making an instance runs the constructor, the fields and those of the bases", () => {
    expect(pathOf(graph, "a.ts:make", "a.ts:Store")).toEqual(["a.ts:make", "a.ts:Store"])
    expect(pathOf(graph, "a.ts:make", "a.ts:Store.constructor")).toEqual(["a.ts:make", "a.ts:Store.constructor"])
    expect(pathOf(graph, "a.ts:make", "a.ts:built")).toHaveLength(3)
    expect(pathOf(graph, "a.ts:make", "a.ts:measure")).toEqual(["a.ts:make", "a.ts:Store", "a.ts:measure"])
    expect(pathOf(graph, "a.ts:make", "a.ts:prepare")).toHaveLength(4)
    expect(pathOf(graph, "a.ts:make", "a.ts:opened")).toHaveLength(4)
  })

  test("and no other member", () => {
    expect(pathOf(graph, "a.ts:make", "a.ts:Store.save")).toBe("no_path")
    expect(pathOf(graph, "a.ts:make", "a.ts:written")).toBe("no_path")
    expect(pathOf(graph, "a.ts:make", "a.ts:Store.of")).toBe("no_path")
    expect(pathOf(graph, "a.ts:use", "a.ts:written")).toEqual(["a.ts:use", "a.ts:Store.save", "a.ts:written"])
  })

  test("members are entered where the question starts at what holds them", () => {
    expect(pathOf(graph, "a.ts:Store", "a.ts:written")).toEqual(["a.ts:Store", "a.ts:Store.save", "a.ts:written"])
    expect(pathOf(graph, "a.ts", "a.ts:Store.of")).toEqual(["a.ts", "a.ts:Store", "a.ts:Store.of"])
    expect(pathOf(graph, "a.ts:table", "a.ts:written")).toEqual(["a.ts:table", "a.ts:table.go", "a.ts:written"])
    // One that makes itself is entered all the same, for it is what was asked about.
    expect(pathOf(graph, "a.ts:Store.of", "a.ts:written")).toBe("no_path")
  })

  test("a variable leads to what it holds, not to its type", () => {
    expect(pathOf(graph, "a.ts:holder", "a.ts:written")).toHaveLength(4)
    expect(pathOf(graph, "a.ts:like", "a.ts:Store.save")).toBe("no_path")
  })

  test("furthest are definitions of the project, those with open references first", async () => {
    const { graph } = await graphOf(`=== a.ts
import { log } from "lib"
export function start(x: any) { near(x); far() }
function near(x: any) { x.onwards() }
function far() { farther() }
function farther() { log("end") }
export function goal() {}
`)
    const found = trace(graph, nodeOf(graph, "a.ts:start"), nodeOf(graph, "a.ts:goal"))
    if (found._tag !== "no_path") throw new Error("a path")
    expect(found.furthest.map(({ node, depth, unresolved }) => [labelOf(graph, node), depth, unresolved])).toEqual([
      ["a.ts:near", 1, 1],
      ["a.ts:farther", 2, 0],
      ["a.ts:far", 1, 0],
    ])
    expect(found.reached).toBe(3)
  })

  test("says when more lies behind the depth", async () => {
    const { graph } = await graphOf(`=== a.ts
function a() { b() }
function b() { c() }
function c() {}
export function goal() {}
a()
`)
    const reasons = (maxDepth: number) => {
      const found = trace(graph, nodeOf(graph, "a.ts:a"), nodeOf(graph, "a.ts:goal"), { maxDepth })
      return found._tag === "no_path" ? found.completeness.reasons : []
    }
    expect(reasons(1)).toEqual(["depth_reached: more may be reached by more than 1 steps"])
    expect(reasons(5)).toEqual([])
  })
})

describe("impact", async () => {
  const { graph } = await graphOf(`=== a.ts
export class Store { constructor() { built() } save() { written() } }
function built() {}
function written() {}
export function make() { return new Store() }
=== b.js
function each(list, f) { for (const x of list) f(x) }
function first(x) { inner() }
function second(x) {}
function inner() {}
export function runsFirst() { each([1], first) }
export function runsSecond() { each([2], second) }
`)
  const labels = (target: string, options: Parameters<typeof impact>[2] = {}) =>
    impact(graph, nodeOf(graph, target), options).levels.map(({ links }) =>
      links.map(({ node }) => labelOf(graph, node)).sort()
    )

  test("downstream, making an instance rests on its constructor and on no other member", () => {
    const all = labels("a.ts:make", { direction: "downstream", maxDepth: 9 }).flat()
    expect(all).toContain("a.ts:built")
    expect(all).not.toContain("a.ts:Store.save")
    expect(all).not.toContain("a.ts:written")
    const { outgoing } = chain(graph, nodeOf(graph, "a.ts:make"), 3)
    expect(outgoing.flatMap(({ links }) => links.map(({ node }) => labelOf(graph, node)))).not.toContain("a.ts:written")
  })

  test("a function that is handed over is called by whoever calls it, and theirs are callers of that", () => {
    expect(labels("b.js:first")[0]).toContain("b.js:each")
    // Whoever hands over another function is no direct caller of this one.
    expect(labels("b.js:first")[0]).not.toContain("b.js:runsSecond")
    expect(labels("b.js:first", { direction: "downstream" })).toEqual([["b.js:inner"]])
    expect(labels("b.js:runsFirst", { direction: "downstream" })[1]).toContain("b.js:inner")
    const { incoming } = context(graph, nodeOf(graph, "b.js:first"))
    expect(incoming.map(({ relation }) => relation)).not.toContain("calls_through")
  })

  test("tests are looked for however far away they are", () => {
    const chained = described({
      nodes: [
        { key: "f", kind: "File", name: "a.ts", end: 999 },
        ...Array.from({ length: 14 }, (_, i) => ({
          key: `n${i}`,
          kind: "Function" as const,
          name: `n${i}`,
          file: "f",
          parent: "f",
          start: i + 1,
        })),
        ...[0, 5, 9, 12].map((i) => ({
          key: `t${i}`,
          kind: "File" as const,
          name: `t${i}.test.ts`,
          flags: NODE_FLAGS.test,
          end: 9,
        })),
      ],
      edges: [
        ...Array.from({ length: 13 }, (_, i) => ({ kind: "CALLS" as const, source: `n${i + 1}`, target: `n${i}` })),
        ...[0, 5, 9, 12].map((i) => ({ kind: "CALLS" as const, source: `t${i}`, target: `n${i}` })),
      ],
    })
    const found = impact(chained, nodeOf(chained, "a.ts:n0"))
    expect(found.levels.map(({ depth }) => depth)).toEqual([1, 2, 3])
    expect(found.deeper).toBe(true)
    expect(found.tests.map(({ node, depth }) => [labelOf(chained, node), depth])).toEqual([
      ["t0.test.ts", 1],
      ["t5.test.ts", 6],
      ["t9.test.ts", 10],
      ["t12.test.ts", 13],
    ])
    expect(found.notes).toEqual([])
    const near = impact(chained, nodeOf(chained, "a.ts:n8"))
    expect(near.tests.map(({ depth }) => depth)).toEqual([2, 5])
  })
})

test("who uses a definition is told production code first, whatever is surer", () => {
  const graph = described({
    nodes: [
      { key: "f", kind: "File", name: "a.ts", end: 99 },
      { key: "used", kind: "Function", name: "used", file: "f", parent: "f", start: 1 },
      { key: "user", kind: "Function", name: "user", file: "f", parent: "f", start: 2 },
      { key: "t", kind: "File", name: "a.test.ts", flags: NODE_FLAGS.test, end: 99 },
    ],
    edges: [
      { kind: "CALLS", source: "user", target: "used", confidence: 60 },
      { kind: "CALLS", source: "t", target: "used", confidence: 99 },
    ],
  })
  const [group] = context(graph, nodeOf(graph, "a.ts:used")).incoming
  expect(group!.links.map(({ node }) => labelOf(graph, node))).toEqual(["a.ts:user", "a.test.ts"])
})

describe("a name that several bear", async () => {
  const { graph } = await graphOf(`=== src/retry.ts
export function retry() {
  function retry() {}
  retry()
}
export function only() { function only() {} }
=== src/parse.ts
export function parse() {}
export class total { total() {} }
=== dist/parse.js
function parse() {}
class Other { parse() {} }
module.exports = { parse }
=== src/many.ts
export function many() { function helper() {} }
export { many as multiple }
=== src/other.ts
export function many() {}
function wrap() { function many() {} many() }
wrap()
=== dist/many.js
function many() {}
exports.many = many
`)
  const meaning = (text: string) => {
    const found = locate(graph, text)
    if (found._tag === "one") {
      return {
        node: labelOf(graph, found.node),
        also: found.also.map((it) => labelOf(graph, it)),
      }
    }
    return found._tag === "ambiguous" ? found.candidates.map(({ node }) => labelOf(graph, node)) : found
  }

  test("means the definition that others are local to, and tells them", () => {
    expect(meaning("retry")).toEqual({ node: "src/retry.ts:retry", also: ["src/retry.ts:retry.retry"] })
    expect(meaning("only")).toEqual({ node: "src/retry.ts:only", also: ["src/retry.ts:only.only"] })
  })

  test("is a choice where a member bears it, copies or not; copies alone are told", () => {
    expect(meaning("total")).toEqual(["src/parse.ts:total", "src/parse.ts:total.total"])
    const found = meaning("parse")
    expect(found).toEqual(["src/parse.ts:parse", "dist/parse.js:parse", "dist/parse.js:Other.parse"])
    expect(meaning("dist/parse.js:Other.parse")).toEqual({ node: "dist/parse.js:Other.parse", also: [] })
  })

  test("is a choice of what is given out first, then what is local, then what a tool made", () => {
    const found = meaning("many") as ReadonlyArray<string>
    expect(found.slice(0, 2).sort()).toEqual(["src/many.ts:many", "src/other.ts:many"])
    expect(found.slice(2)).toEqual(["src/other.ts:wrap.many", "dist/many.js:many"])
  })

  test("is also one under which a definition is given out", () => {
    expect(meaning("multiple")).toEqual({ node: "src/many.ts:many", also: [] })
  })
})
