// What a repository may hold so much of that overlays would never be done, or never fit: bounds hold, and nothing looks at all
// of one thing for each of another.

import { expect, test } from "bun:test"
import * as Node from "../../lib/graph/node.ts"
import * as Overlay from "../../lib/overlays/all.ts"
import * as Growth from "../_kit/growth.ts"
import { graphOf } from "../resolve/_graph.ts"

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n")

const made = async (text: string) => {
  const { graph } = await graphOf(text)
  return { graph, overlays: Overlay.run(graph) }
}

/** Expects that all overlays of four times the text cost less than that many times as much. */
const expectBelow = (limit: number, textOf: (count: number) => string, count: number): Promise<void> =>
  Growth.expectBelow(limit, async (size) => {
    const { graph } = await graphOf(textOf(size))
    return () => Overlay.run(graph)
  }, count)

const labelsOf = ({ overlays: { processes } }: Awaited<ReturnType<typeof made>>): ReadonlyArray<string> =>
  Array.from(processes!.tables.processes.label, (label) => processes!.texts.at(label))

test("thousands of flows come by one definition that calls thousands", async () => {
  const text = (count: number) =>
    `=== lib/hub.go\npackage lib\nfunc hub() {\n${many(count, (i) => ` f${i}()`)}\n}\n` +
    `${many(count, (i) => `func f${i}() { }`)}\n${many(count, (i) => `func Api${i}() { hub() }`)}\n`
  const count = 2_000
  const { overlays: { processes } } = await made(text(count))
  const { processes: { rows, cut }, whole } = processes!.tables
  expect(rows + whole.left[0]!).toBe(count)
  // Six of the calls are followed.
  expect(cut[0]).toBe(count - 6)
  await expectBelow(10, text, count)
}, 60_000)

test("thousands of handlers without a name stand in one file, beside as many calls", async () => {
  const text = (count: number) =>
    `=== app.js\nconst router = require("express").Router()\nfunction last() {}\n` +
    `${many(count, (i) => `function f${i}() { last() }\nfunction g${i}() {}`)}\n` +
    `${many(count, (i) => `router.use((req, res) => { f${i}() })\ng${i}()`)}\n`
  const count = 2_000
  const { overlays: { processes } } = await made(text(count))
  const { processes: { rows }, whole } = processes!.tables
  // The file itself is one more.
  expect(rows + whole.left[0]!).toBe(count + 1)
  await expectBelow(10, text, count)
}, 60_000)

test("of one handler at many paths the first few are told", async () => {
  const told = labelsOf(
    await made(
      `=== app.js\nconst router = require("express").Router()\nfunction all() { next() }\nfunction next() {}\n` +
        many(2_000, (i) => `router.get("/p${i}", all)`),
    ),
  )
  expect(told).toEqual(["GET …/p0, GET …/p1, GET …/p2, GET …/p3, 1996 more → next"])
})

test("a test that runs too much says nothing of it, and helpers without end are not followed", async () => {
  const runsAll = (count: number) =>
    `=== all_test.go\npackage p\nimport "testing"\nfunc all() {\n${many(count, (i) => ` f${i}()`)}\n}\n` +
    `${many(3, (i) => `func TestAll${i}(t *testing.T) { all() }`)}\n=== f.go\npackage p\n${
      many(count, (i) => `func f${i}() {}`)
    }\n`
  const toldOf = async (count: number) => {
    const { tests, whole } = (await made(runsAll(count))).overlays.tests!.tables
    return { rows: tests.rows, cut: whole.cut[0] }
  }
  expect(await toldOf(400)).toEqual({ rows: 3 * 400, cut: 0 })
  expect(await toldOf(401)).toEqual({ rows: 0, cut: 3 })
  const count = 5_000
  const { graph, overlays } = await made(
    `=== all_test.go\npackage p\nimport "testing"\nfunc TestFirst(t *testing.T) { first(); help0() }\n` +
      `${many(count, (i) => `func help${i}() { help${i + 1}() }`)}\nfunc help${count}() { last() }\n` +
      `=== f.go\npackage p\nfunc first() {}\nfunc last() {}\n`,
  )
  expect([...overlays.tests!.tables.tests.target].map((it) => Node.nameOf(graph, it))).toEqual(["first"])
  expect(overlays.tests!.tables.whole.cut[0]).toBe(1)
}, 60_000)
