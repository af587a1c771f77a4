import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import type { Graph } from "../../lib/graph/graph.ts"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import * as Bundle from "../../lib/query/bundle.ts"
import { descriptions, graphOf } from "../graph/graphs.ts"
import { shop } from "./shop.ts"

const node = (uid: string) => {
  const found = Uid.find(shop, uid)
  expect(found, uid).toBeLessThan(shop.nodes.rows)
  return found
}

const nameOf = (it: number) => Node.qualifiedName(shop, it).split("/").at(-1)!

/** Nodes by role, each with its distance where that is more than 1, in the order of these words. */
const parts = (bundle: Bundle.Bundle) =>
  Object.fromEntries(bundle.parts.map(({ role, nodes }) => [
    role,
    nodes.map((it) => it.distance === 1 ? nameOf(it.node) : `${nameOf(it.node)} ${it.distance}`).sort(),
  ]))

const edges = (bundle: Bundle.Bundle) =>
  [...bundle.own, ...bundle.parts.flatMap(({ nodes }) => nodes.flatMap((it) => it.edges))].map((edge) => {
    const { kind, source, target } = shop.edges
    return `${nameOf(source[edge]!)} ${EDGE_KIND_BY_CODE[kind[edge]!]} ${nameOf(target[edge]!)}`
  }).sort()

describe("a function", () => {
  test("has its callers and what it calls, members that may run instead among them", () => {
    const bundle = Bundle.ofFunction(shop, node("Function:src/session.ts:start"), 1, undefined)
    expect(parts(bundle)).toEqual({
      callers: ["frozen", "starts"],
      callees: ["BaseClock.now", "Clock.now", "FrozenClock.now", "SystemClock.now"],
    })
    expect(edges(bundle)).toEqual([
      "BaseClock.now DISPATCHES SystemClock.now",
      "Clock.now DISPATCHES BaseClock.now",
      "Clock.now DISPATCHES FrozenClock.now",
      "frozen CALLS start",
      "start CALLS Clock.now",
      "starts CALLS start",
    ])
  })

  test("that implements a member is called by those who call that", () => {
    const bundle = Bundle.ofFunction(shop, node("Method:src/clocks.ts:SystemClock.now"), 1, undefined)
    expect(parts(bundle)).toEqual({
      containing: ["SystemClock"],
      bases: ["BaseClock.now", "Clock.now"],
      callers: ["BaseClock.stamp", "start"],
      callees: ["read"],
    })
  })

  test("that makes an instance is called by whoever makes one", () => {
    const bundle = Bundle.ofFunction(shop, node("Constructor:src/clocks.ts:FrozenClock.constructor"), 1, undefined)
    // LateClock has no constructor of its own.
    expect(parts(bundle)).toEqual({
      containing: ["FrozenClock", "LateClock"],
      callers: ["frozen", "late"],
      callees: ["check"],
    })
  })

  test("is followed further on request", () => {
    const bundle = Bundle.ofFunction(shop, node("Function:src/clocks.ts:read"), 3, undefined)
    expect(parts(bundle)["through"]).toEqual(["BaseClock.now 2", "Clock.now 2"])
    expect(parts(bundle)["callers"]).toEqual([
      "BaseClock.stamp 2",
      "SystemClock.now",
      "frozen 3",
      "start 2",
      "starts 3",
    ])
  })
})

test("a class has its bases and heirs to the end, its methods, and who refers to it or its constructor", () => {
  const bundle = Bundle.ofClass(shop, node("Class:src/clocks.ts:FrozenClock"), undefined)
  expect(parts(bundle)).toEqual({
    bases: ["Clock"],
    heirs: ["LateClock"],
    methods: ["FrozenClock.constructor", "FrozenClock.now"],
    references: ["frozen"],
  })
  expect(parts(Bundle.ofClass(shop, node("Interface:src/ports.ts:Clock"), undefined))).toEqual({
    heirs: ["BaseClock", "FrozenClock", "LateClock 2", "SystemClock 2"],
    methods: ["Clock.now"],
    references: ["start"],
  })
})

test("a file has what it defines, imports, and who imports it", () => {
  const bundle = Bundle.ofFile(shop, node("File:src/session.ts"), undefined)
  expect(parts(bundle)["imports"]).toEqual(["clocks.ts", "ports.ts"])
  expect(parts(bundle)["importers"]).toEqual(["aliases.ts", "session.test.ts"])
})

test("anything has who uses it and what it uses", () => {
  const bundle = Bundle.ofAnything(shop, node("Const:src/aliases.ts:begin"), undefined)
  expect(parts(bundle)).toEqual({ users: ["viaConst"], used: ["start"] })
  expect(edges(bundle)).toEqual(["begin USES start", "viaConst CALLS begin"])
})

describe("of any graph", () => {
  const makers: ReadonlyArray<(graph: Graph, root: number) => Bundle.Bundle> = [
    (graph, root) => Bundle.ofFunction(graph, root, 2, undefined),
    (graph, root) => Bundle.ofClass(graph, root, undefined),
    (graph, root) => Bundle.ofAnything(graph, root, undefined),
  ]

  test("each node and each edge stands in a bundle once, and no edge leads out of it", () => {
    fc.assert(
      fc.property(descriptions, fc.nat(), (description, pick) => {
        const graph = graphOf(description)
        if (graph.nodes.rows === 0) return
        const root = pick % graph.nodes.rows
        for (const make of makers) {
          const bundle = make(graph, root)
          const placed = bundle.parts.flatMap(({ nodes }) => nodes)
          const nodes = new Set([root, ...placed.map((it) => it.node)])
          expect(nodes.size).toBe(bundle.nodes + 1)
          const all = [...bundle.own, ...placed.flatMap((it) => it.edges)]
          expect(new Set(all).size).toBe(bundle.edges)
          expect(all.length).toBe(bundle.edges)
          for (const edge of all) {
            expect(nodes.has(graph.edges.source[edge]!) && nodes.has(graph.edges.target[edge]!)).toBe(true)
          }
          for (const it of placed) expect(Node.isExternal(graph, it.node)).toBe(false)
        }
      }),
      { numRuns: 200, seed: 20261130 },
    )
  })
})
