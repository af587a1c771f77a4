import { describe, expect, test } from "bun:test"
import { Draft, freeze, NONE } from "../../lib/graph/draft.ts"
import { EDGE_KINDS, NODE_FLAGS, REASONS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { graphOf } from "./graphs.ts"

const file = { key: "f", kind: "File", name: "src/a.ts", end: 900 } as const

describe("freeze", () => {
  test("nodes stand by path, then from top to bottom", () => {
    const graph = graphOf({
      nodes: [
        { key: "z", kind: "File", name: "src/z.ts", end: 10 },
        { key: "late", kind: "Function", name: "late", file: "f", parent: "f", start: 50, end: 60 },
        { key: "early", kind: "Function", name: "early", file: "f", parent: "f", start: 5, end: 60 },
        file,
        { key: "lib", kind: "External", name: "read", signature: "node:fs" },
      ],
      edges: [],
    })
    const all = Array.from({ length: graph.nodes.rows }, (_, node) => Uid.uidOf(graph, node))
    expect(all).toEqual([
      "External:node:fs:read",
      "File:src/a.ts",
      "Function:src/a.ts:early",
      "Function:src/a.ts:late",
      "File:src/z.ts",
    ])
  })

  test("one edge for each kind, source and target: first site, sum of sites, the surest reason", () => {
    const graph = graphOf({
      nodes: [
        file,
        { key: "a", kind: "Function", name: "a", file: "f", parent: "f", start: 10 },
        { key: "b", kind: "Function", name: "b", file: "f", parent: "f", start: 20 },
      ],
      edges: [
        { kind: "CALLS", source: "a", target: "b", site: 18, confidence: 88, reason: "inferred" },
        { kind: "CALLS", source: "a", target: "b", site: 12, confidence: 88, reason: "inferred" },
        { kind: "CALLS", source: "a", target: "b", site: 15, confidence: 98, reason: "local" },
        { kind: "READS", source: "a", target: "b", site: 17 },
        { kind: "CALLS", source: "b", target: "a", site: 22 },
      ],
    })
    expect(graph.edges.rows).toBe(3)
    const [edge] = graph.out.CALLS.edges
    const at = (column: "site" | "sites" | "confidence" | "reason") => graph.edges[column][edge!]
    expect([at("site"), at("sites"), at("confidence"), at("reason")]).toEqual([12, 3, 98, REASONS.local.code])
    // a is node 1, b node 2: each calls the other.
    expect([...graph.out.CALLS.offsets]).toEqual([0, 0, 1, 2])
    expect([...graph.out.CALLS.targets]).toEqual([2, 1])
    expect([...graph.in.CALLS.targets]).toEqual([2, 1])
    expect([...graph.in.READS.targets]).toEqual([1])
    expect(graph.in.READS.edges[0]).toBe(2)
    expect(graph.out.EXTENDS).toBe(graph.in.RENDERS)
  })

  test("a node of many edges is sorted as others are", () => {
    const draft = new Draft()
    const node = (name: string, holder: number) =>
      draft.addNode({
        kind: "Function",
        flags: 0,
        name,
        file: holder,
        parent: holder,
        start: Number(name.slice(1)),
        end: 1000,
        nameStart: 0,
      })
    const holder = draft.addNode({
      kind: "File",
      flags: 0,
      name: "a.ts",
      file: NONE,
      parent: NONE,
      start: 0,
      end: 1000,
      nameStart: 0,
    })
    const hub = node("f0", holder)
    const targets = Array.from({ length: 200 }, (_, i) => node(`f${i + 1}`, holder))
    for (let i = 0; i < 600; i++) draft.connect("CALLS", hub, targets[(i * 71) % 200]!, 95, 3, i)
    const graph = freeze(draft)
    expect(graph.edges.rows).toBe(200)
    expect([...graph.out.CALLS.targets]).toEqual(targets)
    expect([...graph.edges.sites]).toEqual(targets.map(() => 3))
    // 71 · 71 = 5041 = 25 · 200 + 41: f1 is first called at site 0, f72 at 1, f143 at 2.
    expect([graph.edges.site[0], graph.edges.site[71], graph.edges.site[142]]).toEqual([0, 1, 2])
  })

  test("the same node given twice is one", () => {
    const draft = new Draft()
    const common = { kind: "External", flags: 0, name: "read", file: NONE, parent: NONE, start: 0, end: 0 } as const
    const one = draft.addNode({ ...common, nameStart: 0, signature: "fs" })
    const two = draft.addNode({ ...common, nameStart: 0, signature: "fs" })
    const other = draft.addNode({ ...common, nameStart: 0, signature: "net" })
    draft.addEdge(EDGE_KINDS.CALLS.code, one, other, 90, 1, 0)
    draft.addEdge(EDGE_KINDS.CALLS.code, two, other, 90, 1, 0)
    const graph = freeze(draft)
    expect(graph.nodes.rows).toBe(2)
    expect(graph.edges.rows).toBe(1)
    expect(graph.edges.sites[0]).toBe(2)
  })

  test("what is not there cannot be named", () => {
    const draft = new Draft()
    expect(() => draft.addEdge(EDGE_KINDS.CALLS.code, 0, 0, 90, 1, 0)).toThrow(RangeError)
    expect(() => draft.addUnresolved("x", 3, 1, 1, 0)).toThrow(RangeError)
    expect(() =>
      draft.addNode({ kind: "Class", flags: 0, name: "C", file: 7, parent: NONE, start: 0, end: 1, nameStart: 0 })
    ).toThrow(RangeError)
  })

  test("symbols stand by name, whatever its case", () => {
    const graph = graphOf({
      nodes: [
        file,
        ...["b", "a", "C", "A", "B"].map((name, i) => ({
          key: `n${i}`,
          kind: "Function" as const,
          name,
          file: "f",
          parent: "f",
          start: i * 10,
        })),
      ],
      edges: [],
    })
    expect([...graph.byName].map((node) => Node.nameOf(graph, node))).toEqual(["a", "A", "b", "B", "C"])
  })
})

describe("uids", () => {
  // class Order { total() {}  get size() {}  set size(v) {}  add(a: string) {}  add(a: number) {}  same() {}  same() {} }
  const member = (name: string, start: number, more: object = {}) => ({
    key: `${name}${start}`,
    kind: "Method" as const,
    name,
    file: "f",
    parent: "order",
    start,
    ...more,
  })
  const graph = graphOf({
    nodes: [
      file,
      { key: "order", kind: "Class", name: "Order", file: "f", parent: "f", start: 5, end: 800 },
      member("total", 10),
      member("size", 20, { flags: NODE_FLAGS.getter }),
      member("size", 30, { flags: NODE_FLAGS.setter }),
      member("add", 40, { suffixHint: "(string)" }),
      member("add", 50, { suffixHint: "(number)" }),
      member("same", 60, { suffixHint: "()" }),
      member("same", 70, { suffixHint: "()" }),
      { key: "type", kind: "Interface", name: "Order", file: "f", parent: "f", start: 810 },
      { key: "odd", kind: "Property", name: "a:b.c", file: "f", parent: "type", start: 811 },
      { key: "g", kind: "File", name: "src:b/a.ts", end: 10 },
      { key: "h", kind: "Function", name: "h", file: "g", parent: "g", start: 1 },
      { key: "folder", kind: "Folder", name: "src" },
      { key: "lib", kind: "External", name: "read", signature: "node:fs" },
    ],
    edges: [],
  })
  const uids = Array.from({ length: graph.nodes.rows }, (_, node) => Uid.uidOf(graph, node))

  test("namesakes of one owner are told apart, others bear plain names", () => {
    expect(uids).toContain("Method:src/a.ts:Order.total")
    expect(uids).toContain("Method:src/a.ts:Order.size~get")
    expect(uids).toContain("Method:src/a.ts:Order.size~set")
    expect(uids).toContain("Class:src/a.ts:Order")
    expect(uids).toContain("Interface:src/a.ts:Order")
    const adds = uids.filter((uid) => /Order\.add~[0-9a-f]{4}$/.test(uid))
    expect(new Set(adds).size).toBe(2)
    const sames = uids.filter((uid) => uid.includes("Order.same"))
    expect(sames[1]).toBe(`${sames[0]}-2`)
  })

  test("find undoes uidOf, for every kind of node", () => {
    expect(new Set(uids).size).toBe(uids.length)
    uids.forEach((uid, node) => expect(Uid.find(graph, uid)).toBe(node))
  })

  test("a name without its suffix means all namesakes", () => {
    expect(Uid.find(graph, "Method:src/a.ts:Order.size")).toBe(NONE)
    expect(Uid.findAll(graph, "Method:src/a.ts:Order.size").length).toBe(2)
    expect(Uid.findAll(graph, "Method:src/a.ts:Order.none")).toEqual([])
    expect(Uid.findAll(graph, "Order.total")).toEqual([])
  })

  test("a suffix does not depend on the place in the file", () => {
    const moved = graphOf({
      nodes: [
        file,
        { key: "order", kind: "Class", name: "Order", file: "f", parent: "f", start: 5, end: 800 },
        member("add", 400, { suffixHint: "(number)" }),
        member("add", 500, { suffixHint: "(string)" }),
      ],
      edges: [],
    })
    const all = Array.from({ length: moved.nodes.rows }, (_, node) => Uid.uidOf(moved, node))
    for (const uid of uids.filter((it) => it.includes("Order.add"))) expect(all).toContain(uid)
  })
})

describe("nodes", () => {
  test("lines, owners, children", () => {
    const graph = graphOf({
      nodes: [
        { ...file, flags: NODE_FLAGS.test },
        { key: "c", kind: "Class", name: "C", file: "f", parent: "f", start: 12, end: 60 },
        { key: "m", kind: "Method", name: "m", file: "f", parent: "c", start: 25, end: 31 },
        { key: "n", kind: "Method", name: "n", file: "f", parent: "c", start: 40, end: 45 },
      ],
      edges: [],
      lines: { f: [0, 10, 30, 50] },
    })
    const [f, c, m, n] = [0, 1, 2, 3]
    expect([c, m, n].map((node) => Node.lineOf(graph, node!))).toEqual([2, 2, 3])
    expect([c, m, n].map((node) => Node.endLineOf(graph, node!))).toEqual([4, 3, 3])
    expect([...Node.children(graph, c!)]).toEqual([m!, n!])
    expect([...Node.children(graph, f!)]).toEqual([c!])
    expect(Node.qualifiedName(graph, m!)).toBe("C.m")
    expect(Node.isTest(graph, m!)).toBe(true)
    expect(Node.isWithin(graph, m!, c!)).toBe(true)
    expect(Node.isWithin(graph, c!, m!)).toBe(false)
    expect(Node.fileAt(graph, "src/a.ts")).toBe(f!)
    expect(Node.fileAt(graph, "src/b.ts")).toBe(NONE)
    expect(Node.endOfFile(graph, f!)).toBe(4)
    expect(Node.nameOf(graph, f!)).toBe("a.ts")
  })
})
