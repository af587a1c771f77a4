import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import { NODE_FLAGS } from "../../lib/graph/kinds.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { siteOf } from "../../lib/query/completeness.ts"
import { type Impact, impact, type ImpactOptions } from "../../lib/query/impact.ts"
import * as Rows from "../../lib/query/rows.ts"
import { descriptions, graphOf } from "../graph/graphs.ts"
import { shop } from "./shop.ts"

const of = (uid: string, options: Partial<ImpactOptions> = {}): Impact => {
  const node = Uid.find(shop, uid)
  expect(node).toBeLessThan(shop.nodes.rows)
  return impact(shop, node, options)
}

/** Uids by depth, in the order of names. */
const byDepth = ({ levels }: Impact): Record<number, ReadonlyArray<string>> =>
  Object.fromEntries(levels.map(({ depth, links }) => [depth, links.map(({ node }) => Uid.uidOf(shop, node)).sort()]))

describe("upstream", () => {
  test("callers through the interface are as near as direct ones; other implementations are not at risk", () => {
    expect(byDepth(of("Method:src/clocks.ts:FrozenClock.now"))).toEqual({
      1: ["Function:src/session.ts:start"],
      2: ["Const:src/aliases.ts:begin", "Function:src/session.ts:frozen"],
      3: ["Function:src/aliases.ts:viaConst"],
    })
    const [row] = of("Method:src/clocks.ts:FrozenClock.now").levels[0]!.links
    expect(Rows.edgeRow(shop, row!)).toEqual({
      uid: "Function:src/session.ts:start",
      name: "start",
      kind: "Function",
      file: "src/session.ts",
      line: 2,
      // No surer than the dispatch.
      confidence: 0.9,
      reason: "local",
      site: 3,
      through: "Method:src/ports.ts:Clock.now",
    })
  })

  test("an override is reached through its base and the interface of that", () => {
    expect(byDepth(of("Method:src/clocks.ts:SystemClock.now", { maxDepth: 1 }))).toEqual({
      1: ["Function:src/session.ts:start", "Method:src/ports.ts:BaseClock.stamp"],
    })
  })

  test("a base member puts its overrides at risk", () => {
    expect(byDepth(of("Method:src/ports.ts:BaseClock.now", { maxDepth: 1 }))[1]).toContain(
      "Method:src/clocks.ts:SystemClock.now",
    )
  })

  test("a constructor is run by whoever makes an instance of its class, or of a subclass without its own", () => {
    expect(byDepth(of("Constructor:src/clocks.ts:FrozenClock.constructor", { maxDepth: 1 }))).toEqual({
      1: ["Function:src/session.ts:frozen", "Function:src/session.ts:late"],
    })
    expect(byDepth(of("Function:src/clocks.ts:check"))).toEqual({
      1: ["Constructor:src/clocks.ts:FrozenClock.constructor"],
      2: ["Function:src/session.ts:frozen", "Function:src/session.ts:late"],
    })
  })

  test("a class stands for its members", () => {
    expect(byDepth(of("Class:src/clocks.ts:FrozenClock", { maxDepth: 1 }))).toEqual({
      1: [
        "Class:src/clocks.ts:LateClock",
        "Function:src/session.ts:frozen",
        "Function:src/session.ts:late",
        "Function:src/session.ts:start",
      ],
    })
  })

  test("a function that is kept in a constant has the callers of the constant", () => {
    expect(byDepth(of("Function:src/session.ts:start"))).toEqual({
      1: ["Const:src/aliases.ts:begin", "Function:src/session.ts:frozen"],
      2: ["Function:src/aliases.ts:viaConst"],
    })
  })

  test("importers of a file are at risk with the file, not with one thing in it", () => {
    expect(byDepth(of("File:src/clocks.ts", { relationTypes: ["IMPORTS"] }))).toEqual({
      1: ["File:src/session.ts"],
      2: ["File:src/aliases.ts"],
    })
    expect(Object.values(byDepth(of("Function:src/clocks.ts:check"))).flat()).not.toContain("File:src/session.ts")
  })

  test("tests are counted apart, and not walked through", () => {
    const answer = of("Function:src/session.ts:start")
    expect(answer.tests.map(({ node }) => Uid.uidOf(shop, node))).toEqual(["Function:test/session.test.ts:starts"])
    const included = of("Function:src/session.ts:start", { includeTests: true })
    expect(byDepth(included)[1]).toContain("Function:test/session.test.ts:starts")
    expect(included.tests).toEqual([])
  })

  test("what lies outside has users too", () => {
    expect(byDepth(of("External:Date:now", { maxDepth: 1 }))).toEqual({
      1: ["Method:src/clocks.ts:SystemClock.now"],
    })
  })

  test("filters are kept to on the whole way", () => {
    expect(byDepth(of("Method:src/clocks.ts:FrozenClock.now", { minConfidence: 0.95 }))).toEqual({})
    expect(byDepth(of("Method:src/clocks.ts:FrozenClock.now", { minConfidence: 0.9, maxDepth: 1 }))).toEqual({
      1: ["Function:src/session.ts:start"],
    })
    // A call through an interface is a call.
    expect(byDepth(of("Method:src/clocks.ts:FrozenClock.now", { relationTypes: ["CALLS"] }))).toEqual({
      1: ["Function:src/session.ts:start"],
      2: ["Function:src/session.ts:frozen"],
    })
  })

  test("what lies deeper is said", () => {
    expect(of("Function:src/session.ts:start", { maxDepth: 1 }).deeper).toBe(true)
    expect(of("Function:src/session.ts:start", { maxDepth: 2 }).deeper).toBe(false)
  })

  test("totals and files", () => {
    const { total, direct, files } = of("Function:src/session.ts:start")
    expect({ total, direct, files }).toEqual({ total: 3, direct: 2, files: 2 })
  })
})

describe("downstream", () => {
  test("what is called, and what that may run", () => {
    expect(byDepth(of("Function:src/session.ts:start", { direction: "downstream" }))).toEqual({
      1: [
        "Interface:src/ports.ts:Clock",
        "Method:src/clocks.ts:FrozenClock.now",
        "Method:src/clocks.ts:SystemClock.now",
        "Method:src/ports.ts:BaseClock.now",
        "Method:src/ports.ts:Clock.now",
      ],
      2: ["Function:src/clocks.ts:read"],
    })
  })

  test("making an instance runs the constructor, inherited or not", () => {
    expect(byDepth(of("Function:src/session.ts:late", { direction: "downstream" }))).toEqual({
      1: ["Class:src/clocks.ts:LateClock"],
      2: ["Class:src/clocks.ts:FrozenClock", "Function:src/clocks.ts:check"],
      3: ["Interface:src/ports.ts:Clock"],
    })
  })

  test("what lies outside is left out unless asked for", () => {
    const uid = "Method:src/clocks.ts:SystemClock.now"
    expect(Object.values(byDepth(of(uid, { direction: "downstream" }))).flat()).not.toContain("External:Date:now")
    expect(byDepth(of(uid, { direction: "downstream", includeExternal: true }))[1]).toContain("External:Date:now")
  })
})

describe("zero", () => {
  test("nobody found, nothing open, closed to the outside: dead, and LOW", () => {
    const answer = of("Function:src/session.ts:unused")
    expect(answer).toMatchObject({ total: 0, dead: true, risk: "LOW", completeness: { status: "exact", reasons: [] } })
  })

  test("nobody found but exported: UNKNOWN", () => {
    expect(of("Function:src/session.ts:late")).toMatchObject({ total: 0, dead: false, risk: "UNKNOWN" })
  })

  test("nobody found and a namesake bound to nothing: UNKNOWN, and said where", () => {
    const answer = of("Method:src/ports.ts:BaseClock.stamp")
    expect(answer).toMatchObject({ total: 0, dead: false, risk: "UNKNOWN", completeness: { status: "lower_bound" } })
    expect(answer.completeness.reasons[0]).toBe(
      "unresolved_references: 1 reference of that name is bound to nothing and may mean it",
    )
    expect(answer.completeness.unresolved.map((row) => siteOf(shop, row))).toEqual([
      { uid: "Function:src/session.ts:late", file: "src/session.ts", line: 9, cause: "unknownReceiver" },
    ])
  })

  test("a filter that leaves nothing proves nothing", () => {
    expect(of("Function:src/session.ts:unused", { minConfidence: 0.9 })).toMatchObject({ dead: false, risk: "UNKNOWN" })
  })
})

describe("risk", () => {
  const users = (count: number) =>
    graphOf({
      nodes: [
        { key: "f", kind: "File", name: "a.ts", end: 9999 },
        ...Array.from({ length: count + 1 }, (_, i) => ({
          key: `n${i}`,
          kind: "Function" as const,
          name: `n${i}`,
          file: "f",
          parent: "f",
          start: i + 1,
          flags: NODE_FLAGS.exported,
        })),
      ],
      edges: Array.from({ length: count }, (_, i) => ({ kind: "CALLS" as const, source: `n${i + 1}`, target: "n0" })),
    })

  test("grows with what is reached", () => {
    const risks = [0, 1, 3, 4, 12, 30, 5000].map((count) => impact(users(count), 1).risk)
    expect(risks).toEqual(["UNKNOWN", "LOW", "LOW", "MEDIUM", "HIGH", "CRITICAL", "CRITICAL"])
  })
})

describe("of any graph", () => {
  test("every row is reached once, at its depth, over an edge that starts or ends at it", () => {
    fc.assert(fc.property(descriptions, fc.nat(), fc.constantFrom("upstream", "downstream"), (it, pick, direction) => {
      const graph = graphOf(it)
      const target = pick % graph.nodes.rows
      const { levels, total, tests } = impact(graph, target, { direction: direction as "upstream", maxDepth: 32 })
      const seen = new Set([target])
      for (const { links } of levels) {
        for (const { node, edge } of links) {
          expect(seen.has(node)).toBe(false)
          seen.add(node)
          expect([graph.edges.source[edge], graph.edges.target[edge]]).toContain(node)
        }
      }
      expect(seen.size - 1).toBe(total)
      expect(tests).toEqual([])
    }))
  })

  test("a deeper answer begins with the shallower one", () => {
    fc.assert(fc.property(descriptions, fc.nat(), fc.integer({ min: 1, max: 5 }), (it, pick, maxDepth) => {
      const graph = graphOf(it)
      const target = pick % graph.nodes.rows
      const shallow = impact(graph, target, { maxDepth })
      const deep = impact(graph, target, { maxDepth: maxDepth + 1 })
      expect(deep.levels.slice(0, shallow.levels.length)).toEqual([...shallow.levels])
      expect(shallow.deeper).toBe(deep.total > shallow.total)
    }))
  })
})
