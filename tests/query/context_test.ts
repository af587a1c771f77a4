import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import { EDGE_KINDS, type EdgeKind } from "../../lib/graph/kinds.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { chain, context, type ContextOptions, fileContext, type Group } from "../../lib/query/context.ts"
import * as Rows from "../../lib/query/rows.ts"
import { descriptions, graphOf } from "../graph/graphs.ts"
import { shop } from "./shop.ts"

const of = (uid: string, options: Partial<ContextOptions> = {}) => context(shop, Uid.find(shop, uid), options)

/** Uids by relation, in the order of names. */
const uids = (groups: ReadonlyArray<Group>): Record<string, ReadonlyArray<string>> =>
  Object.fromEntries(groups.map(({ relation, links }) => [
    relation,
    links.map(({ node }) => Uid.uidOf(shop, node)).sort(),
  ]))

describe("context", () => {
  test("who uses it and what it uses, by relation", () => {
    const found = of("Function:src/session.ts:start")
    expect(uids(found.incoming)).toEqual({
      calls: ["Function:src/session.ts:frozen", "Function:test/session.test.ts:starts"],
      uses: ["Const:src/aliases.ts:begin"],
    })
    expect(uids(found.outgoing)).toEqual({
      calls: ["Method:src/ports.ts:Clock.now"],
      uses: ["Interface:src/ports.ts:Clock"],
    })
    expect(Uid.uidOf(shop, found.owner)).toBe("File:src/session.ts")
    expect(found.completeness).toMatchObject({ status: "exact", reasons: [] })
  })

  test("a row says where, how sure and why", () => {
    const [group] = of("Function:src/clocks.ts:read").incoming
    expect(group!.links.map((link) => Rows.edgeRow(shop, link))).toEqual([{
      uid: "Method:src/clocks.ts:SystemClock.now",
      name: "now",
      kind: "Method",
      file: "src/clocks.ts",
      line: 3,
      confidence: 0.98,
      reason: "local",
      site: 3,
    }])
  })

  test("calls that arrive through an interface are a group of their own", () => {
    const found = of("Method:src/clocks.ts:SystemClock.now")
    expect(uids(found.incoming)).toEqual({
      calls_through: ["Function:src/session.ts:start", "Method:src/ports.ts:BaseClock.stamp"],
      dispatches: ["Method:src/ports.ts:BaseClock.now"],
    })
  })

  test("whoever makes an instance uses the constructor and the class", () => {
    expect(uids(of("Constructor:src/clocks.ts:FrozenClock.constructor").incoming)).toEqual({
      instantiates: ["Function:src/session.ts:frozen", "Function:src/session.ts:late"],
    })
    expect(uids(of("Class:src/clocks.ts:FrozenClock").incoming)).toEqual({
      instantiates: ["Function:src/session.ts:frozen"],
      extends: ["Class:src/clocks.ts:LateClock"],
    })
  })

  test("one `new` is one use, though it names both class and constructor", () => {
    const graph = graphOf({
      nodes: [
        { key: "f", kind: "File", name: "a.ts", end: 100 },
        { key: "C", kind: "Class", name: "C", file: "f", parent: "f", start: 1, end: 50 },
        { key: "c", kind: "Constructor", name: "constructor", file: "f", parent: "C", start: 10, end: 20 },
        { key: "a", kind: "Function", name: "a", file: "f", parent: "f", start: 60, end: 70 },
        { key: "b", kind: "Function", name: "b", file: "f", parent: "f", start: 80, end: 90 },
      ],
      edges: [
        { kind: "INSTANTIATES", source: "a", target: "C" },
        { kind: "CALLS", source: "a", target: "c" },
        { kind: "CALLS", source: "b", target: "c" },
      ],
    })
    const users = (node: number) =>
      context(graph, node).incoming.flatMap(({ links }) => links.map((link) => Uid.uidOf(graph, link.node))).sort()
    expect(users(1)).toEqual(["Function:a.ts:a", "Function:a.ts:b"])
    expect(users(2)).toEqual(["Function:a.ts:a", "Function:a.ts:b"])
  })

  test("members of a class are what it has, its holder is no user of it", () => {
    const found = of("Class:src/ports.ts:BaseClock")
    expect(uids(found.outgoing)).toEqual({
      has_method: ["Method:src/ports.ts:BaseClock.now", "Method:src/ports.ts:BaseClock.stamp"],
      implements: ["Interface:src/ports.ts:Clock"],
    })
    expect(Object.keys(uids(of("Method:src/ports.ts:BaseClock.stamp").incoming))).toEqual([])
  })

  test("what lies outside is counted, and shown when asked for", () => {
    const uid = "Method:src/clocks.ts:SystemClock.now"
    expect(of(uid).externals).toBe(1)
    expect(uids(of(uid).outgoing)["calls"]).toEqual(["Function:src/clocks.ts:read"])
    expect(uids(of(uid, { includeExternal: true }).outgoing)["calls"]).toContain("External:Date:now")
  })

  test("only the relations asked for", () => {
    const found = of("Function:src/session.ts:start", { relationTypes: ["CALLS"] })
    expect([...found.incoming, ...found.outgoing].map(({ relation }) => relation)).toEqual(["calls", "calls"])
  })

  test("what is open is said: of its name, and inside it", () => {
    expect(of("Method:src/ports.ts:BaseClock.stamp").completeness).toMatchObject({
      status: "lower_bound",
      incoming: "lower_bound",
      outgoing: "exact",
      reasons: ["incoming: unresolved_references: 1 reference of that name is bound to nothing and may mean it"],
      unresolved: [expect.any(Number)],
    })
    expect(of("Function:src/session.ts:late").completeness).toMatchObject({
      status: "lower_bound",
      incoming: "exact",
      outgoing: "lower_bound",
      reasons: ["outgoing: unresolved_inside: 1 reference made here is bound to nothing"],
    })
  })

  test("files of a form that may hold code but were not read make the answer a lower bound; prose does not", () => {
    const withFile = (name: string) =>
      context(
        graphOf({
          nodes: [
            { key: "f", kind: "File", name: "a.ts", end: 100 },
            { key: "a", kind: "Function", name: "a", file: "f", parent: "f", start: 1, end: 50 },
            // NODE_FLAGS.unread
            { key: "x", kind: "File", name, flags: 1 << 12, end: 0 },
          ],
          edges: [],
        }),
        1,
      ).completeness
    expect(withFile("page.vue").reasons).toEqual([
      "incoming: files_not_read: 1 file that is not read may use it (page.vue)",
    ])
    expect(withFile("bin/start").status).toBe("lower_bound")
    expect(withFile("a.html").status).toBe("lower_bound")
    expect(withFile("index.html").status).toBe("exact")
    expect(withFile("notes.md").status).toBe("exact")
    expect(withFile("LICENSE").status).toBe("exact")
  })

  test("the chain goes both ways, up to its depth", () => {
    const found = chain(shop, Uid.find(shop, "Function:src/session.ts:start"), 2)
    const names = (levels: typeof found.incoming) =>
      levels.map(({ links }) => links.map(({ node }) => Uid.uidOf(shop, node)).sort())
    expect(names(found.incoming)).toEqual([["Function:src/session.ts:frozen", "Function:test/session.test.ts:starts"]])
    expect(names(found.outgoing)).toEqual([
      [
        "Method:src/clocks.ts:FrozenClock.now",
        "Method:src/clocks.ts:SystemClock.now",
        "Method:src/ports.ts:BaseClock.now",
        "Method:src/ports.ts:Clock.now",
      ],
      ["Function:src/clocks.ts:read"],
    ])
  })

  test("a file: what it defines, imports, and who imports it", () => {
    const found = fileContext(shop, Uid.find(shop, "File:src/session.ts"))
    expect(found.definitions.map((node) => shop.strings.at(shop.nodes.name[node]!))).toEqual([
      "start",
      "frozen",
      "late",
      "unused",
      "now",
      "now",
      "now",
    ])
    expect(found.imports.map(({ node }) => Uid.uidOf(shop, node))).toEqual(["File:src/clocks.ts", "File:src/ports.ts"])
    expect(found.importers.map(({ node }) => Uid.uidOf(shop, node))).toEqual([
      "File:src/aliases.ts",
      "File:test/session.test.ts",
    ])
  })
})

describe("of any graph", () => {
  test("every edge is shown at both of its ends", () => {
    const structure = new Set<EdgeKind>(["CONTAINS", "DEFINES", "HAS_METHOD", "HAS_PROPERTY"])
    fc.assert(fc.property(descriptions, (description) => {
      const graph = graphOf(description)
      const contexts = Array.from(
        { length: graph.nodes.rows },
        (_, node) => context(graph, node, { includeExternal: true }),
      )
      for (const kind of Object.keys(EDGE_KINDS) as Array<EdgeKind>) {
        for (let edge = 0; edge < graph.edges.rows; edge++) {
          if (graph.edges.kind[edge] !== EDGE_KINDS[kind].code) continue
          const shows = (groups: ReadonlyArray<Group>) =>
            groups.some(({ relation, links }) =>
              relation === kind.toLowerCase() && links.some((link) => link.edge === edge)
            )
          expect(shows(contexts[graph.edges.source[edge]!]!.outgoing)).toBe(true)
          if (!structure.has(kind)) expect(shows(contexts[graph.edges.target[edge]!]!.incoming)).toBe(true)
        }
      }
    }))
  })
})
