// What conditions say of names, and where.

import { expect, test } from "bun:test"
import { factsOf } from "./_facts.ts"
import { expression } from "./_print.ts"

/** `name and path: text of the region → type` of each narrowing. */
const narrowings = async (text: string): Promise<ReadonlyArray<string>> => {
  const facts = await factsOf(text)
  const { binding, path, start, end, type, rows } = facts.narrowings
  const lines: Array<string> = []
  for (let i = 0; i < rows; i++) {
    const name = `${facts.strings[facts.bindings.name[binding[i]!]!]}${facts.strings[path[i]!]}`
    lines.push(`${name}: ${text.slice(start[i], end[i]).trim()} → ${expression(facts, type[i]!)}`)
  }
  return lines
}

const inFunction = (body: string) => narrowings(`function f(x: unknown, y: unknown) {${body}}`)

test("a branch knows what its condition affirms", async () => {
  expect(await inFunction(`if (x instanceof A) { one() } else { two() }`)).toEqual([
    "x: { one() } → :A",
    "x: else { two() } → typeExcept(:A)",
  ])
  expect(await inFunction(`if (x instanceof N.A) one()`)).toEqual(["x: one() → typeMember.A(N)"])
  expect(await inFunction(`if (typeof x === "string") one()`)).toEqual(["x: one() → :string"])
  expect(await inFunction(`if ("number" == typeof (x)) one()`)).toEqual(["x: one() → :number"])
  expect(await inFunction(`if (!(x instanceof A)) one(); else two()`)).toEqual([
    "x: one(); → typeExcept(:A)",
    "x: else two() → :A",
  ])
  expect(await inFunction(`while (x instanceof A) { one() }`)).toEqual(["x: { one() } → :A"])
})

test("both sides of && hold, neither side of || fails", async () => {
  expect(await inFunction(`if (x instanceof A && typeof y === "string") one()`)).toEqual([
    `x: typeof y === "string" → :A`,
    "y: one() → :string",
    "x: one() → :A",
  ])
  expect(await inFunction(`if (x instanceof A || y instanceof B) one()`)).toEqual([
    "x: y instanceof B → typeExcept(:A)",
  ])
  expect(await inFunction(`if (!(x instanceof A) || y) { return } two()`)).toEqual(["x: y → :A", "x: two()} → :A"])
  expect(await inFunction(`const a = x instanceof A ? one : two`)).toEqual([
    "x: one → :A",
    "x: two → typeExcept(:A)",
  ])
})

test("where one of two holds, a name that both speak of is one of the two", async () => {
  expect(await inFunction(`if (x instanceof A || x instanceof B) one()`)).toEqual([
    "x: x instanceof B → typeExcept(:A)",
    "x: one() → union(:A, :B)",
  ])
  expect(await inFunction(`if ((y = x instanceof A) || (x instanceof B && z)) one()`)).toEqual([
    "x: z → :B",
    "x: (x instanceof B && z) → typeExcept(:A)",
    "x: one() → union(:A, :B)",
  ])
  // one side leaves it open
  expect((await inFunction(`if (x instanceof A || z) one()`)).filter((it) => it.includes("one"))).toEqual([])
  expect(await inFunction(`if (!(x instanceof A) && !(x instanceof B)) return; one()`)).toEqual([
    "x: !(x instanceof B) → typeExcept(:A)",
    "x: return; → typeExcept(:B)",
    "x: return; → typeExcept(:A)",
    "x: one()} → union(:A, :B)",
  ])
})

test("after a way out the rest of the block knows the opposite", async () => {
  expect(await inFunction(`if (!(x instanceof A)) return; one()`)).toEqual([
    "x: return; → typeExcept(:A)",
    "x: one()} → :A",
  ])
  expect(await inFunction(`if (x instanceof A) return; one()`)).toEqual([
    "x: return; → :A",
    "x: one()} → typeExcept(:A)",
  ])
  expect(await inFunction(`if (typeof x !== "string") { log(); throw 1 } one()`)).toEqual(["x: one()} → :string"])
  expect(await inFunction(`if (!(x instanceof A)) { log() } one()`)).toEqual(["x: { log() } → typeExcept(:A)"])
  expect(await inFunction(`for (;;) { if (!(x instanceof A)) { continue } one() } two()`)).toEqual([
    "x: { continue } → typeExcept(:A)",
    "x: one() } → :A",
  ])
})

test("a call of a function that tests by its name keeps the call: what it says is declared elsewhere", async () => {
  expect(await inFunction(`if (isA(x)) one()`)).toEqual(["x: one() → call(isA, x)"])
  expect(await inFunction(`if (!Guard.isA(x, y)) return; one()`)).toEqual(["x: one()} → call(Guard.isA, x, y)"])
  expect(await inFunction(`if (check(x)) one()`)).toEqual([])
  expect(await inFunction(`if (isA(x.y)) one()`)).toEqual(["x.y: one() → call(isA, x.y)"])
  expect(await inFunction(`if (isA(x[0])) one()`)).toEqual([])
})

test("a name that is bound nowhere in the file is not narrowed", async () => {
  expect(await narrowings(`if (elsewhere instanceof A) one()`)).toEqual([])
})
