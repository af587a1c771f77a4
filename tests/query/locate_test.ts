import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import type { Graph } from "../../lib/graph/graph.ts"
import { uidOf } from "../../lib/graph/uid.ts"
import { type Hints, locate, locateUid } from "../../lib/query/locate.ts"
import * as Names from "../../lib/search/names.ts"
import { descriptions, graphOf } from "../graph/graphs.ts"
import { shop } from "./shop.ts"

/** The uid that a text means, or what else came of it. */
const meaningIn = (graph: Graph, text: string, hints?: Hints): unknown => {
  const located = locate(graph, text, hints)
  switch (located._tag) {
    case "one":
      return uidOf(graph, located.node)
    case "ambiguous":
      return located.candidates.map(({ node }) => uidOf(graph, node)).sort()
    case "none":
      return { nearest: located.nearest }
  }
}

const meaning = (text: string, hints?: Hints) => meaningIn(shop, text, hints)

/** Methods of a class in "file", one behind the other. */
const methodsOf = (parent: string, names: ReadonlyArray<string>) =>
  names.map((name, i) => ({
    key: name,
    kind: "Method" as const,
    name,
    file: "file",
    parent,
    start: 10 + i * 9,
    end: 15 + i * 9,
  }))

const oddities = graphOf({
  nodes: [
    { key: "file", kind: "File", name: "odd.ts", end: 900 },
    { key: "top", kind: "Function", name: "toString", file: "file", parent: "file", start: 1, end: 2 },
    {
      key: "handle",
      kind: "Function",
      name: "handle",
      file: "file",
      parent: "file",
      start: 2,
      end: 3,
      signature: "app.handle = function handle(request)",
    },
    { key: "Odd", kind: "Class", name: "Odd", file: "file", parent: "file", start: 3, end: 800 },
    ...methodsOf("Odd", [
      "toString",
      "constructor",
      "__proto__",
      "hasOwnProperty",
      "a.b",
      "x:y",
      "with space",
      "#secret",
      "operator::",
    ]),
  ],
  edges: [],
  unresolved: [],
  lines: {},
})

const odd = (text: string) => meaningIn(oddities, text)

/** A file whose names are made to be taken for something else. */
const hostile = graphOf({
  nodes: [
    { key: "file", kind: "File", name: "src/a.ts", end: 900 },
    { key: "twin", kind: "File", name: "src/a.ts:2", end: 9 },
    { key: "C", kind: "Class", name: "C", file: "file", parent: "file", start: 1, end: 800 },
    ...methodsOf("C", ["total", "total ", " total", " ", "src/a.ts", "a.ts"]),
  ],
  edges: [],
  unresolved: [],
  lines: { file: [0, 400] },
})

const hostileMeaning = (text: string, hints?: Hints) => meaningIn(hostile, text, hints)

/** The two nearest names to one that is not there. */
const nearest = (text: string): ReadonlyArray<string> => {
  const located = locate(shop, text)
  return located._tag === "none" ? located.nearest.slice(0, 2) : []
}

describe("locate", () => {
  test("a uid", () => {
    expect(meaning("Method:src/clocks.ts:FrozenClock.now")).toBe("Method:src/clocks.ts:FrozenClock.now")
    expect(meaning("File:src/clocks.ts")).toBe("File:src/clocks.ts")
    expect(meaning("External:Date:now")).toBe("External:Date:now")
  })

  test("file:name, by whole path, by its end, with a qualified name", () => {
    expect(meaning("src/clocks.ts:read")).toBe("Function:src/clocks.ts:read")
    expect(meaning("./src/clocks.ts:read")).toBe("Function:src/clocks.ts:read")
    expect(meaning("clocks.ts:read")).toBe("Function:src/clocks.ts:read")
    expect(meaning("clocks.ts:FrozenClock.now")).toBe("Method:src/clocks.ts:FrozenClock.now")
    expect(meaning("clocks.ts:now")).toEqual([
      "Method:src/clocks.ts:FrozenClock.now",
      "Method:src/clocks.ts:SystemClock.now",
    ])
    expect(nearest("clocks.ts:start")).toEqual(["start", "starts"])
  })

  test("file:line means what is named there, else the innermost around it, else the file", () => {
    expect(meaning("src/session.ts:2")).toBe("Function:src/session.ts:start")
    expect(meaning("src/session.ts:3")).toBe("Function:src/session.ts:start")
    expect(meaning("src/clocks.ts:8")).toBe("Class:src/clocks.ts:FrozenClock")
    expect(meaning("src/session.ts:1")).toBe("File:src/session.ts")
    expect(meaning("src/session.ts:99")).toMatchObject({ nearest: [] })
  })

  test("a path alone is the file", () => {
    expect(meaning("src/clocks.ts")).toBe("File:src/clocks.ts")
    expect(meaning("clocks.ts")).toBe("File:src/clocks.ts")
  })

  test("a name, qualified or bare, as people write it", () => {
    expect(meaning("start")).toBe("Function:src/session.ts:start")
    expect(meaning("start()")).toBe("Function:src/session.ts:start")
    expect(meaning("FrozenClock.now")).toBe("Method:src/clocks.ts:FrozenClock.now")
    expect(meaning("FrozenClock::now")).toBe("Method:src/clocks.ts:FrozenClock.now")
    expect(meaning("FrozenClock#now")).toBe("Method:src/clocks.ts:FrozenClock.now")
    expect(meaning(" BaseClock ")).toBe("Class:src/ports.ts:BaseClock")
  })

  test("overloads and their implementation are one symbol, that of the body", () => {
    const all = meaning("now") as ReadonlyArray<string>
    expect(all.filter((uid) => uid.startsWith("Function:")).length).toBe(1)
    expect(all.length).toBe(5)
    const located = locate(shop, "session.ts:now")
    expect(located._tag).toBe("one")
    if (located._tag === "one") expect(shop.nodes.start[located.node]).toBe(13 * 20)
  })

  test("of a file, what stands by itself comes before members of the name", () => {
    expect(odd("odd.ts:toString")).toBe("Function:odd.ts:toString")
    expect(odd("toString")).toEqual(["Function:odd.ts:toString", "Method:odd.ts:Odd.toString"])
    expect(odd("odd.ts:Odd.toString")).toBe("Method:odd.ts:Odd.toString")
  })

  test("names that every object has, names with dots, colons, blanks and signs in them", () => {
    for (
      const name of ["constructor", "__proto__", "hasOwnProperty", "a.b", "x:y", "with space", "#secret", "operator::"]
    ) {
      expect(odd(`Odd.${name}`), name).toBe(`Method:odd.ts:Odd.${name}`)
      expect(odd(`odd.ts:Odd.${name}`), name).toBe(`Method:odd.ts:Odd.${name}`)
      expect(odd(`odd.ts:${name}`), name).toBe(`Method:odd.ts:Odd.${name}`)
      expect(odd(name), name).toBe(`Method:odd.ts:Odd.${name}`)
    }
    expect(odd("Odd#secret")).toBe("Method:odd.ts:Odd.#secret")
    expect(odd("valueOf")).toEqual({ nearest: [] })
  })

  test("a name as its definition is headed", () => {
    for (const text of ["app.handle", "odd.ts:app.handle", "app.handle()", "handle"]) {
      expect(odd(text), text).toBe("Function:odd.ts:handle")
    }
    for (const text of ["app.handl", "p.handle", "odd.ts:ap.handle", "other.ts:app.handle"]) {
      expect(odd(text), text).toMatchObject({ nearest: expect.anything() })
    }
  })

  test("a path is read however it is written", () => {
    for (
      const path of [
        "src/clocks.ts",
        "./src/clocks.ts",
        "src\\clocks.ts",
        ".\\src\\clocks.ts",
        "/at/shop/src/clocks.ts",
      ]
    ) {
      expect(meaning(path, { root: "/at/shop" }), path).toBe("File:src/clocks.ts")
      expect(meaning(`${path}:read`, { root: "/at/shop" }), path).toBe("Function:src/clocks.ts:read")
      expect(meaning(`${path}:8`, { root: "/at/shop" }), path).toBe("Class:src/clocks.ts:FrozenClock")
      expect(meaning("read", { root: "/at/shop", file_path: path }), path).toBe("Function:src/clocks.ts:read")
    }
    expect(meaning("/at/shop2/src/clocks.ts", { root: "/at/shop" })).toMatchObject({ nearest: [] })
    expect(meaning("read", { root: "/at/shop", file_path: "/at/shop" })).toBe("Function:src/clocks.ts:read")
  })

  test("a text that is no name costs nothing", () => {
    for (const text of ["a.".repeat(200_000), ":".repeat(100_000), "x".repeat(1_000_000), "a:b.c".repeat(300)]) {
      const began = process.cpuUsage().user
      expect(locate(shop, text)._tag).toBe("none")
      expect(locate(shop, "read", { file_path: text })._tag).toBe("none")
      expect(process.cpuUsage().user - began).toBeLessThan(500_000)
    }
  })

  test("kinds leave out all others", () => {
    expect(meaning("now", { kinds: ["Function"] })).toMatch(/^Function:src\/session\.ts:now~/)
    expect(meaning("FrozenClock", { kinds: ["Function", "Method"] })).toEqual({
      nearest: ["Class:src/clocks.ts:FrozenClock"],
    })
  })

  test("hints narrow, and never lead to another symbol", () => {
    expect(meaning("now", { kind: "Function" })).toMatch(/^Function:src\/session\.ts:now~/)
    expect(meaning("now", { file_path: "clocks.ts" })).toHaveLength(2)
    expect(meaning("now", { file_path: "src/ports.ts", kind: "Method" })).toHaveLength(2)
    expect(meaning("start", { file_path: "src" })).toBe("Function:src/session.ts:start")
    expect(meaning("start", { kind: "Class" })).toEqual({ nearest: ["Function:src/session.ts:start"] })
    expect(meaning("start", { file_path: "tests" })).toEqual({ nearest: ["Function:src/session.ts:start"] })
  })

  test("a name with spaces at its ends is itself, and only where there is none the one without", () => {
    for (const name of ["total", "total ", " total"]) {
      const uid = `Method:src/a.ts:C.${name}`
      for (const text of [uid, `src/a.ts:C.${name}`, `C.${name}`, name]) {
        expect({ text, meant: hostileMeaning(text) }).toEqual({ text, meant: uid })
      }
    }
    expect(hostileMeaning("\ttotal\n")).toBe("Method:src/a.ts:C.total")
    expect(hostileMeaning(" ")).toBe("Method:src/a.ts:C. ")
    expect(hostileMeaning("  ")).toEqual({ nearest: [] })
  })

  test("a definition cannot take a file's place by its name", () => {
    expect(hostileMeaning("src/a.ts")).toEqual(["File:src/a.ts", "Method:src/a.ts:C.src/a.ts"])
    expect(hostileMeaning("src/a.ts", { kind: "File" })).toBe("File:src/a.ts")
    expect(hostileMeaning("a.ts", { kind: "File" })).toBe("File:src/a.ts")
    expect(hostileMeaning("src/a.ts", { kind: "Method" })).toBe("Method:src/a.ts:C.src/a.ts")
    expect(hostileMeaning("total", { kind: "File" })).toHaveProperty("nearest")
    expect(hostileMeaning("src/a.ts:2")).toEqual(["Class:src/a.ts:C", "File:src/a.ts:2"])
    expect(hostileMeaning("src/a.ts:1")).toBe("Class:src/a.ts:C")
    expect(hostileMeaning("src/a.ts:2", { kind: "File" })).toBe("File:src/a.ts:2")
  })

  test("a name that is not there gives near ones, the nearest first", () => {
    expect(nearest("Start")).toEqual(["start", "starts"])
    expect(nearest("FrozenClok")[0]).toBe("FrozenClock")
    expect(nearest("rfozen")[0]).toBe("frozen")
    expect(nearest("iaConst")[0]).toBe("viaConst")
    expect(nearest("xstart")).toEqual(["start", "starts"])
    expect(nearest("Base")[0]).toBe("BaseClock")
    expect(meaning("qqqqqqqqqqqq")).toEqual({ nearest: [] })
    expect(meaning("")).toEqual({ nearest: [] })
  })

  test("what is used and exported is likelier meant than what is not", () => {
    const located = locate(shop, "now")
    expect(located._tag).toBe("ambiguous")
    if (located._tag !== "ambiguous") return
    const scores = located.candidates.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores.every((score) => 0 < score && score <= 1)).toBe(true)
    expect(located.candidates.length).toBe(5)
  })

  test("a uid that is not there", () => {
    expect(locateUid(shop, "Method:src/clocks.ts:FrozenClock.nwo")).toEqual({ _tag: "none", nearest: ["now"] })
    expect(locateUid(shop, "Function:src/other.ts:start")).toMatchObject({
      _tag: "none",
      nearest: ["Function:src/session.ts:start"],
    })
  })
})

describe("of any graph", () => {
  test("every uid finds its node, and every name finds just its bearers", () => {
    fc.assert(fc.property(descriptions, (description) => {
      const graph = graphOf(description)
      for (let node = 0; node < graph.nodes.rows; node++) {
        const located = locateUid(graph, uidOf(graph, node))
        expect(located._tag).not.toBe("none")
      }
      const names = new Set([...graph.byName].map((node) => graph.strings.at(graph.nodes.name[node]!)))
      for (const name of names) {
        const bearers = [...graph.byName].filter((node) => graph.strings.at(graph.nodes.name[node]!) === name)
        expect([...Names.named(graph, name)].sort((a, b) => a - b)).toEqual(bearers.sort((a, b) => a - b))
      }
    }))
  })

  test("any text at all is answered", () => {
    fc.assert(fc.property(descriptions, fc.string(), (description, text) => {
      expect(["one", "ambiguous", "none"]).toContain(locate(graphOf(description), text)._tag)
    }))
  })
})

test("the name of a type is not that of its constructors, where these have the same", () => {
  const graph = graphOf({
    nodes: [
      { key: "file", kind: "File", name: "Box.java", end: 90 },
      { key: "Box", kind: "Class", name: "Box", file: "file", parent: "file", start: 0, end: 80 },
      { key: "empty", kind: "Constructor", name: "Box", file: "file", parent: "Box", start: 10, end: 20 },
      { key: "full", kind: "Constructor", name: "Box", file: "file", parent: "Box", start: 30, end: 40 },
    ],
    edges: [],
  })
  expect(meaningIn(graph, "Box")).toBe("Class:Box.java:Box")
  expect(meaningIn(graph, "Box.Box")).toHaveLength(2)
  expect(meaningIn(graph, "Box", { kind: "Constructor" })).toHaveLength(2)
})
