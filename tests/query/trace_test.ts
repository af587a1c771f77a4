import { describe, expect, test } from "bun:test"
import { NODE_FLAGS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { MOST_REACHED, trace, type TraceOptions } from "../../lib/query/trace.ts"
import { graphOf } from "../graph/graphs.ts"
import { graphOf as made } from "../resolve/_graph.ts"
import { shop } from "./shop.ts"

const between = (from: string, to: string, options: Partial<TraceOptions> = {}) =>
  trace(shop, Uid.find(shop, from), Uid.find(shop, to), options)

/** Uids along the path. */
const path = (from: string, to: string, options: Partial<TraceOptions> = {}): ReadonlyArray<string> | string => {
  const found = between(from, to, options)
  return found._tag === "ok" ? found.nodes.map((node) => Uid.uidOf(shop, node)) : found._tag
}

describe("trace", () => {
  test("goes from a call through the interface and the base to what runs", () => {
    expect(path("Function:src/session.ts:frozen", "Function:src/clocks.ts:read")).toEqual([
      "Function:src/session.ts:frozen",
      "Function:src/session.ts:start",
      "Method:src/ports.ts:Clock.now",
      "Method:src/ports.ts:BaseClock.now",
      "Method:src/clocks.ts:SystemClock.now",
      "Function:src/clocks.ts:read",
    ])
  })

  test("goes from making an instance through the class to its constructor", () => {
    expect(path("Function:src/session.ts:frozen", "Function:src/clocks.ts:check")).toEqual([
      "Function:src/session.ts:frozen",
      "Class:src/clocks.ts:FrozenClock",
      "Constructor:src/clocks.ts:FrozenClock.constructor",
      "Function:src/clocks.ts:check",
    ])
  })

  test("goes through a constant that holds a function", () => {
    expect(path("Function:src/aliases.ts:viaConst", "Function:src/session.ts:start")).toEqual([
      "Function:src/aliases.ts:viaConst",
      "Const:src/aliases.ts:begin",
      "Function:src/session.ts:start",
    ])
  })

  test("from a definition to itself is no step", () => {
    expect(path("Function:src/clocks.ts:read", "Function:src/clocks.ts:read")).toEqual(["Function:src/clocks.ts:read"])
  })

  test("edges lead from hop to hop", () => {
    const found = between("Function:src/session.ts:frozen", "Method:src/ports.ts:Clock.now")
    expect(found._tag).toBe("ok")
    if (found._tag !== "ok") return
    expect(found.edges.map((edge) => [shop.edges.source[edge], shop.edges.target[edge]])).toEqual(
      found.edges.map((_, i) => [found.nodes[i], found.nodes[i + 1]]),
    )
  })

  test("does not go backwards, and says that the other way there is one", () => {
    const found = between("Function:src/clocks.ts:read", "Function:src/session.ts:start")
    expect(found).toMatchObject({ _tag: "no_path", reached: 0, furthest: [], reverse: true })
  })

  test("a new instance of a class without a constructor runs that of its base", () => {
    expect(path("Function:src/session.ts:late", "Function:src/clocks.ts:check")).toEqual([
      "Function:src/session.ts:late",
      "Class:src/clocks.ts:LateClock",
      "Class:src/clocks.ts:FrozenClock",
      "Constructor:src/clocks.ts:FrozenClock.constructor",
      "Function:src/clocks.ts:check",
    ])
  })

  test("where there is no path, says how far it gets and what is open there", () => {
    const found = between("Function:src/session.ts:late", "Function:src/session.ts:unused")
    expect(found).toMatchObject({ _tag: "no_path", reached: 4, reachedAll: true, reaching: 0, reverse: false })
    if (found._tag !== "no_path") return
    expect(found.furthest.map(({ node, depth }) => [Uid.uidOf(shop, node), depth])).toEqual([
      ["Function:src/clocks.ts:check", 4],
      ["Constructor:src/clocks.ts:FrozenClock.constructor", 3],
      ["Class:src/clocks.ts:FrozenClock", 2],
      ["Class:src/clocks.ts:LateClock", 1],
    ])
    expect(found.completeness).toMatchObject({
      status: "lower_bound",
      reasons: ["unresolved_on_the_way: 1 of the definitions reached make references that are bound to nothing"],
    })
  })

  test("says of what hides a way to the end that it is the end that is meant", () => {
    const found = between("Function:src/session.ts:unused", "Method:src/ports.ts:BaseClock.stamp")
    if (found._tag !== "no_path") throw new Error("there is a path")
    expect(found.completeness.reasons).toEqual([
      "to: unresolved_references: 1 reference of that name is bound to nothing and may mean it",
    ])
  })

  test("names what is defined at the start, is only given back by it, and has a path", async () => {
    const { graph } = await made(`=== a.ts
export function middleware() {
  const options = read()
  return function handler() { verify(options) }
}
export function calls() { function inner() { read() } ; inner() }
function verify(it: unknown) { return it }
function read() { return 1 }
`)
    const from = (name: string) =>
      trace(graph, Uid.find(graph, `Function:a.ts:${name}`), Uid.find(graph, "Function:a.ts:verify"))
    const inside = (name: string) => {
      const found = from(name)
      return found._tag === "ok" ? "ok" : found.inside.map((node) => Node.qualifiedName(graph, node))
    }
    expect(inside("middleware")).toEqual(["middleware.handler"])
    expect(inside("calls")).toEqual([])
    expect(inside("middleware.handler")).toBe("ok")
  })

  test("of where a path may go on unseen, a call that is bound to nothing comes before what is only read", async () => {
    const { graph } = await made(`=== a.py
class App:
    def serve(self, rule):
        self.dispatch(rule)
        self.finish(rule)
    def dispatch(self, rule):
        return self.views[rule](rule)
    def finish(self, rule):
        return self.cookie(rule)
    def cookie(self, rule):
        return rule.domain
def view(rule): pass
`)
    const found = trace(graph, Uid.find(graph, "Method:a.py:App.serve"), Uid.find(graph, "Function:a.py:view"))
    if (found._tag !== "no_path") throw new Error("there is a path")
    expect(found.furthest.map(({ node, depth }) => `${Node.nameOf(graph, node)} ${depth}`)).toEqual([
      "dispatch 1",
      "cookie 2",
      "finish 1",
    ])
  })

  test("where too much is reached to be looked at, none found within the depth is no proof", () => {
    const chain = Array.from({ length: 12 }, (_, i) => `step${i}`)
    const leaves = Array.from({ length: MOST_REACHED + 1 }, (_, i) => `leaf${i}`)
    const graph = graphOf({
      nodes: [
        { key: "f", kind: "File", name: "a.ts", end: 99_999 },
        ...["from", ...chain, "to", ...leaves].map((name, i) => ({
          key: name,
          kind: "Function" as const,
          name,
          file: "f",
          parent: "f",
          start: i + 1,
        })),
      ],
      edges: [
        ...leaves.map((target) => ({ kind: "CALLS" as const, source: "from", target })),
        ...["from", ...chain].map((source, i) => ({ kind: "CALLS" as const, source, target: [...chain, "to"][i]! })),
      ],
    })
    const [from, to] = ["Function:a.ts:from", "Function:a.ts:to"].map((uid) => Uid.find(graph, uid))
    expect(trace(graph, from!, to!, { maxDepth: 13 })._tag).toBe("ok")
    expect(trace(graph, from!, to!, { maxDepth: 10 })).toMatchObject({
      _tag: "no_path",
      reachedAll: false,
      completeness: { status: "lower_bound", reasons: ["depth_reached: more may be reached by more than 10 steps"] },
    })
  })

  test("keeps to its bounds", () => {
    expect(path("Function:src/session.ts:frozen", "Function:src/clocks.ts:read", { maxDepth: 4 })).toBe("no_path")
    expect(path("Function:src/session.ts:frozen", "Function:src/clocks.ts:read", { maxDepth: 5 })).toHaveLength(6)
    expect(path("Function:src/session.ts:frozen", "Function:src/clocks.ts:read", { minConfidence: 0.95 })).toBe(
      "no_path",
    )
  })

  test("starts and ends at tests, but goes through them only when told to", () => {
    expect(path("Function:test/session.test.ts:starts", "Function:src/session.ts:start")).toHaveLength(2)
    const graph = graphOf({
      nodes: [
        { key: "f", kind: "File", name: "a.ts", end: 100 },
        { key: "a", kind: "Function", name: "a", file: "f", parent: "f", start: 1 },
        { key: "b", kind: "Function", name: "b", file: "f", parent: "f", start: 2 },
        { key: "t", kind: "File", name: "a.test.ts", flags: NODE_FLAGS.test, end: 100 },
        { key: "helper", kind: "Function", name: "helper", file: "t", parent: "t", start: 1 },
      ],
      edges: [{ kind: "CALLS", source: "a", target: "helper" }, { kind: "CALLS", source: "helper", target: "b" }],
    })
    const [a, b] = ["Function:a.ts:a", "Function:a.ts:b"].map((uid) => Uid.find(graph, uid))
    expect(trace(graph, a!, b!)._tag).toBe("no_path")
    expect(trace(graph, a!, b!, { includeTests: true })._tag).toBe("ok")
  })
})
