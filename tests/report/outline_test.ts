// A repository in so many tokens: never more, whole lines only, the nearest first, and what is left out is counted.

import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import * as Nearness from "../../lib/report/nearness.ts"
import * as Outline from "../../lib/report/outline.ts"
import * as Starts from "../../lib/report/starts.ts"
import { law } from "../_kit/effect.ts"
import * as World from "../tools/world.ts"

const A = `export class Shop { sell() { pay() }
  close() { lock() } }
export function pay() { count() }
export function count() {}
`
const B = `export function lock() { turn() }
export function turn() {}
export function alone() {}
export const ä = 1
`
const C = `function testSelling() { new Shop() }
`
const define = (at: string, kind: "Class" | "Function" | "Method" | "Const", text: string) => ({
  at,
  kind,
  text,
  signature: text.replace(/ ?\{[^]*/, ""),
})
const calls = (from: string, to: string) => ({ kind: "CALLS" as const, from, to })

const { graph } = World.open({
  files: { "a/shop.ts": A, "b/door.ts": B, "test/shop.ts": C },
  fileFlags: { "test/shop.ts": ["test"] },
  definitions: [
    define("a/shop.ts:Shop", "Class", A.split("\nexport function")[0]!.replace("export ", "")),
    define("a/shop.ts:Shop.sell", "Method", "sell() { pay() }"),
    define("a/shop.ts:Shop.close", "Method", "close() { lock() }"),
    define("a/shop.ts:pay", "Function", "function pay() { count() }"),
    define("a/shop.ts:count", "Function", "function count() {}"),
    define("b/door.ts:lock", "Function", "function lock() { turn() }"),
    define("b/door.ts:turn", "Function", "function turn() {}"),
    define("b/door.ts:alone", "Function", "function alone() {}"),
    define("b/door.ts:ä", "Const", "const ä = 1"),
    define("test/shop.ts:testSelling", "Function", "function testSelling() { new Shop() }"),
  ],
  edges: [
    calls("a/shop.ts:Shop.sell", "a/shop.ts:pay"),
    calls("a/shop.ts:pay", "a/shop.ts:count"),
    calls("a/shop.ts:Shop.close", "b/door.ts:lock"),
    calls("b/door.ts:lock", "b/door.ts:turn"),
    { kind: "INSTANTIATES", from: "test/shop.ts:testSelling", to: "a/shop.ts:Shop" },
  ],
})

/** Definitions of the product's own code, as they are above. */
const ALL = 9
const bytes = (text: string) => new TextEncoder().encode(text).length
const near = (...names: ReadonlyArray<string>) =>
  Nearness.nearness(
    graph,
    names.flatMap((name) => {
      const starts = Starts.named(graph, name, "/")
      expect(starts.length).toBeGreaterThan(0)
      return starts
    }),
  )
const by = (values: Float64Array, name: string) => values[Uid.find(graph, name)]!

describe("nearness", () => {
  test("is a share: of what is used more, and of no test", () => {
    const values = near()
    expect(values.reduce((sum, it) => sum + it, 0)).toBeCloseTo(1, 9)
    expect(by(values, "Function:b/door.ts:turn")).toBeGreaterThan(by(values, "Function:b/door.ts:alone"))
    expect(by(values, "Function:test/shop.ts:testSelling")).toBe(0)
  })

  test("begins at what is named, goes to what that uses and to who uses it, and nowhere else", () => {
    const values = near("lock")
    for (const it of ["Function:b/door.ts:lock", "Function:b/door.ts:turn", "Method:a/shop.ts:Shop.close"]) {
      expect(by(values, it)).toBeGreaterThan(0)
    }
    for (const it of ["Function:a/shop.ts:pay", "Function:b/door.ts:alone"]) expect(by(values, it)).toBe(0)
    // Half as near are those that use it.
    expect(by(values, "Function:b/door.ts:turn")).toBeGreaterThan(by(values, "Method:a/shop.ts:Shop.close"))
  })

  test("of a class begins at its members too, of a file and a folder at all that is in there", () => {
    expect(by(near("Shop"), "Method:a/shop.ts:Shop.close")).toBeGreaterThan(0)
    for (const name of ["b/door.ts", "b", "./b/"]) {
      expect(by(near(name), "Function:b/door.ts:alone")).toBeGreaterThan(0)
      expect(by(near(name), "Function:a/shop.ts:pay")).toBe(0)
    }
    expect(by(near("testSelling"), "Function:test/shop.ts:testSelling")).toBeGreaterThan(0)
    expect(Starts.named(graph, "nothing of it", "/")).toEqual([])
  })
})

test("all of it is whole, in the order of files and lines, members below what holds them", () => {
  const text = Outline.text(Outline.of(graph, near(), 10_000, Outline.TEXT))
  expect(text.split("\n").filter((it) => it.startsWith("a/") || it.startsWith("b/"))).toHaveLength(2)
  expect(text).toContain(
    "a/shop.ts:\n  1 class Shop\n    1 sell()\n    2 close()\n  3 function pay()\n  4 function count()\n",
  )
  expect(text).toContain(
    "b/door.ts:\n  1 function lock()\n  2 function turn()\n  3 function alone()\n  4 const ä = 1\n",
  )
  expect(text).toEndWith("\nNothing is left out.\n")
})

test("what is nearest comes first", () => {
  expect(Outline.of(graph, near("turn"), 10_000, Outline.TEXT).files[0]!.path).toBe("b/door.ts")
  expect(Outline.of(graph, near("count"), 10_000, Outline.TEXT).files[0]!.path).toBe("a/shop.ts")
  const few = Outline.of(graph, near("turn"), 35, Outline.TEXT)
  expect(few.files.flatMap(({ definitions }) => definitions.map(({ name }) => name))).toContain("turn")
  expect(few.left.definitions).toBeGreaterThan(0)
})

const starts = fc.subarray(["lock", "turn", "Shop", "b/door.ts", "a", "count", "testSelling"])

law(
  "no budget is exceeded, no line is cut, and nothing is left uncounted",
  fc.tuple(fc.nat(400), starts),
  ([tokens, names]) => {
    const values = near(...names)
    const shownOf = ({ files }: Outline.Outline) => files.flatMap(({ definitions }) => definitions)
    const tests = names.includes("testSelling") ? 1 : 0
    const outline = Outline.of(graph, values, tokens, Outline.TEXT)
    const text = Outline.text(outline)
    if (shownOf(outline).length > 0) expect(bytes(text)).toBeLessThanOrEqual(4 * tokens)
    for (const { signature } of shownOf(outline)) expect(text).toContain(` ${signature}\n`)
    // The test takes part where its class is used by it and it is named.
    expect(shownOf(outline).length + outline.left.definitions).toBe(ALL + tests)
    const head = { repo: "x", tokens, for: names }
    const json = Outline.of(graph, values, tokens, Outline.jsonForm(head))
    const printed = Outline.toJson(head, json)
    if (shownOf(json).length > 0) expect(bytes(printed)).toBeLessThanOrEqual(4 * tokens)
    expect(JSON.parse(printed)).toEqual({ ...head, ...json })
    for (const { uid, line } of shownOf(json)) expect(Node.lineOf(graph, Uid.find(graph, uid))).toBe(line)
  },
)

law("more tokens show no less", fc.tuple(fc.nat(200), starts), ([tokens, names]) => {
  const values = near(...names)
  const count = (many: number) => Outline.of(graph, values, many, Outline.TEXT).left.definitions
  expect(count(tokens * 2)).toBeLessThanOrEqual(count(tokens))
})
