import { describe, expect, test } from "bun:test"
import { Draft, freeze, NONE } from "../../lib/graph/draft.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import { NODE_FLAGS, type NodeKind, REASONS } from "../../lib/graph/kinds.ts"
import { lineStarts } from "../../lib/text/lines.ts"
import { RELATIONS } from "../../cli/relations.ts"

const A = `import { Base } from "./b"
/** Adds. */
export function outer() {
  new Base()
  helper()
}
function helper() {}
class Sub extends Base {
  run() {}
}
outer()
`
const B = `export class Base {
  run() {}
}
`

/** The graph that the two texts above make by hand. */
const graph = (): Graph => {
  const draft = new Draft()
  const file = (path: string, text: string) => {
    const id = draft.addNode({
      kind: "File",
      flags: 0,
      name: path,
      file: NONE,
      parent: NONE,
      start: 0,
      end: text.length,
      nameStart: 0,
    })
    draft.setLines(id, lineStarts(text))
    return id
  }
  const define = (
    kind: NodeKind,
    text: string,
    name: string,
    span: string,
    inFile: number,
    parent = inFile,
    flags = 0,
  ) => {
    const start = text.indexOf(span)
    return draft.addNode({
      kind,
      flags,
      name,
      file: inFile,
      parent,
      start,
      end: start + span.length,
      nameStart: text.indexOf(name, start),
    })
  }
  const a = file("src/a.ts", A)
  const b = file("src/b.ts", B)
  const outer = define(
    "Function",
    A,
    "outer",
    A.slice(A.indexOf("export"), A.indexOf("function helper") - 1),
    a,
    a,
    NODE_FLAGS.exported,
  )
  const helper = define("Function", A, "helper", "function helper() {}", a)
  const sub = define("Class", A, "Sub", A.slice(A.indexOf("class Sub"), A.indexOf("outer()\n") - 1), a)
  const subRun = define("Method", A, "run", "run() {}", a, sub)
  const base = define("Class", B, "Base", B.trim(), b)
  const baseRun = define("Method", B, "run", "run() {}", b, base)
  const external = draft.addNode({
    kind: "External",
    flags: 0,
    name: "log",
    file: NONE,
    parent: NONE,
    start: 0,
    end: 0,
    nameStart: 0,
    signature: "left-pad",
  })
  draft.connect("IMPORTS", a, b, 97, REASONS.import.code, 0)
  draft.connect("CALLS", outer, helper, 98, REASONS.local.code, A.indexOf("helper()"))
  draft.connect("CALLS", outer, external, 97, REASONS.import.code, A.indexOf("helper()"))
  draft.connect("CALLS", a, outer, 98, REASONS.local.code, A.lastIndexOf("outer()"))
  draft.connect("INSTANTIATES", outer, base, 97, REASONS.import.code, A.indexOf("new Base"))
  draft.connect("EXTENDS", sub, base, 97, REASONS.import.code, A.lastIndexOf("Base"))
  draft.connect("OVERRIDES", subRun, baseRun, 90, REASONS.heritage.code)
  draft.addUnresolved("mystery", outer, 1, 3, A.indexOf("helper()"))
  return freeze(draft)
}

const lines = (name: string) => [...RELATIONS.find((it) => it.name === name)!.lines(graph())]

const HEADER = "#fromFile\tfromLine\ttoFile\ttoLine\tconfidence\tfromName\ttoName"

describe("a relation as rows", () => {
  test("calls: calls and instantiations by the lines of the names, line 0 for the file, nothing external", () => {
    const [header, ...rows] = lines("calls")
    expect(header).toBe(HEADER)
    expect(rows.sort()).toEqual([
      "src/a.ts\t0\tsrc/a.ts\t3\t0.98\ta.ts\touter",
      "src/a.ts\t3\tsrc/a.ts\t7\t0.98\touter\thelper",
      "src/a.ts\t3\tsrc/b.ts\t1\t0.97\touter\tBase",
    ])
  })

  test("defs: file, line of the name, last line, name, kind", () => {
    const [header, ...rows] = lines("defs")
    expect(header).toBe("#file\tline\tendLine\tname\tkind")
    expect(rows).toEqual([
      "src/a.ts\t3\t6\touter\tFunction",
      "src/a.ts\t7\t7\thelper\tFunction",
      "src/a.ts\t8\t10\tSub\tClass",
      "src/a.ts\t9\t9\trun\tMethod",
      "src/b.ts\t1\t3\tBase\tClass",
      "src/b.ts\t2\t2\trun\tMethod",
    ])
  })

  test("imports, heritage and overrides have the layout of calls", () => {
    expect(lines("imports")).toEqual([HEADER, "src/a.ts\t0\tsrc/b.ts\t0\t0.97\ta.ts\tb.ts"])
    expect(lines("heritage")).toEqual([HEADER, "src/a.ts\t8\tsrc/b.ts\t1\t0.97\tSub\tBase"])
    expect(lines("overrides")).toEqual([HEADER, "src/a.ts\t9\tsrc/b.ts\t2\t0.9\trun\trun"])
  })

  test("the whole graph is sorted JSON lines that name nodes by uid", () => {
    const all = lines("graph")
    expect(all).toEqual([...all].sort())
    const values = all.map((it) => JSON.parse(it))
    expect(values.filter((it) => "node" in it).length).toBe(9)
    expect(values).toContainEqual({
      node: "Function:src/a.ts:outer",
      kind: "Function",
      name: "outer",
      file: "src/a.ts",
      line: 3,
      endLine: 6,
      parent: "File:src/a.ts",
      flags: ["exported"],
    })
    expect(values).toContainEqual({
      edge: "CALLS",
      source: "File:src/a.ts",
      target: "Function:src/a.ts:outer",
      confidence: 0.98,
      reason: "local",
      site: 11,
    })
    expect(values).toContainEqual({
      unresolved: "mystery",
      source: "Function:src/a.ts:outer",
      role: "call",
      cause: "unknownName",
      site: 5,
    })
  })

  test("a name that holds a tab stays in its cell", () => {
    const draft = new Draft()
    const file = draft.addNode({
      kind: "File",
      flags: 0,
      name: "a\tb.ts",
      file: NONE,
      parent: NONE,
      start: 0,
      end: 9,
      nameStart: 0,
    })
    draft.setLines(file, lineStarts("const x=1"))
    draft.addNode({ kind: "Const", flags: 0, name: "x", file, parent: file, start: 6, end: 9, nameStart: 6 })
    const rows = [...RELATIONS.find((it) => it.name === "defs")!.lines(freeze(draft))]
    expect(rows[1]!.split("\t")).toEqual(["a b.ts", "1", "1", "x", "Const"])
  })
})
