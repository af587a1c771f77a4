// What single tests are: titles that fit into an answer, and members that test code may mean, looked for once a name.

import { expect, test } from "bun:test"
import { NONE } from "../../lib/graph/columns.ts"
import * as TestCases from "../../lib/query/test_cases.ts"
import * as Names from "../../lib/search/names.ts"
import * as Growth from "../_kit/growth.ts"
import { graphOf } from "../resolve/_graph.ts"

test("a test's title begins with those around it, as far as there is room", async () => {
  const long = "x".repeat(150)
  const { graph } = await graphOf(`
=== test/cart.test.js
import { describe, it } from "vitest"
describe("outermost", () => {
  describe("${long}1", () => {
    describe("${long}2", () => {
      it("adds", () => {})
    })
  })
})
describe("short", () => {
  it("adds", () => {})
})
`)
  const cases = TestCases.testCases(graph)
  const titles = [...cases.isCase.keys()].filter((row) => cases.isCase[row] === 1)
    .map((row) => TestCases.titleOf(graph, cases, row))
  expect(titles).toEqual([`outermost > ${long}1 > ${long}2 > adds`, "short > adds"])
  const deep = Array.from({ length: 40 }, (_, i) => `describe("level ${i} of some", () => {`)
  const { graph: other } = await graphOf(
    `=== test/deep.test.js\nimport { describe, it } from "vitest"\n${deep.join("\n")}\nit("adds", () => {})\n${
      "})\n".repeat(deep.length)
    }`,
  )
  const all = TestCases.testCases(other)
  const title = TestCases.titleOf(other, all, all.isCase.indexOf(1))
  expect(title).toMatch(/^… > level \d+ of some > .* > level 39 of some > adds$/)
  expect(title.length).toBeLessThan(600)
})

test("a member that thousands of types have is meant by none of thousands of tests", async () => {
  const graphOfMany = async (count: number) => {
    const all = (line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("\n")
    const types = all((i) => `class C${i}:\n  def run(self):\n    pass`)
    const tests = all((i) => `def test_${i}(x):\n  x.run()`)
    const { graph } = await graphOf(
      `=== src/f.py\n${types}\nclass One:\n  def alone(self):\n    pass\n` +
        `=== tests/test_f.py\n${tests}\ndef test_last(x):\n  x.alone()\n`,
    )
    return graph
  }
  const graph = await graphOfMany(2_000)
  const { guesses } = TestCases.testCases(graph)
  expect(guesses.size).toBe(1)
  expect(guesses.get(Names.named(graph, "alone")[0] ?? NONE)).toEqual([Names.named(graph, "test_last")[0]!])
  const work = async (count: number) => {
    const graph = await graphOfMany(count)
    return () => TestCases.testCases(graph)
  }
  await Growth.expectBelow(10, work, 2_000)
}, 60_000)
