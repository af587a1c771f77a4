// Broken and extreme sources: extraction goes on with what is whole and says what it could not read.

import { expect, test } from "bun:test"
import { law } from "../_kit/effect.ts"
import * as fc from "fast-check"
import { extract } from "../../lib/syntax/extract.ts"
import { SCOPE_KINDS } from "../../lib/syntax/facts.ts"
import { lineAt } from "../../lib/text/lines.ts"
import { expectSound, factsOf, named, table } from "./_facts.ts"
import { grammarFor } from "./_grammars.ts"

test("definitions around an error stay", async () => {
  const text =
    "export function before() { return helper() }\nfunction broken( { = ;\nexport class After { m() { call() } }\n"
  expect(await named(text)).toContain("Function before:1 {exported}")
  expect(await named(text)).toContain("Class After:3 {exported}")
  expect(await named(text)).toContain("Method After.m:3")
  const { problems, lineStarts } = await factsOf(text)
  expect(problems.rows).toBeGreaterThan(0)
  for (const start of problems.start) expect(lineAt(lineStarts, start)).toBeGreaterThanOrEqual(1)
})

test("a missing word is a problem of its own kind", async () => {
  expect(await table("problems", "class A {\n  b = 1\n", "a.js")).toEqual(["missing @2:7-2:7"])
})

test("a text that the parser gives up as a whole still has a scope for its names", async () => {
  for (
    const text of [`const a = ${"new ".repeat(13)}A`, `type A = string${"[]\n".repeat(17)}`, "} ".repeat(200) + "a()"]
  ) {
    const { scopes, expressions, problems } = await factsOf(text)
    expect(problems.rows).toBeGreaterThan(0)
    expect(scopes.kind[0]).toBe(SCOPE_KINDS.file)
    for (const scope of expressions.scope) expect(scope).toBeLessThan(scopes.rows)
  }
})

test("a whole source has no problems", async () => {
  expect(await table("problems", "const a = { b: 1 }\n", "a.js")).toEqual([])
})

test("twenty thousand brackets deep", async () => {
  const deep = 20_000
  for (const [open, close] of [["[", "]"], ["(", ")"], ["f(", ")"], ["{a:", "}"]] as const) {
    const facts = await factsOf(`const it = ${open.repeat(deep)}x${close.repeat(deep)}; function after() {}`, "a.js")
    expect(facts.definitions.rows).toBe(2)
  }
  const blocks = await factsOf(`function f() ${"{".repeat(deep)}g()${"}".repeat(deep)}\nfunction after() {}`, "a.js")
  expect(blocks.definitions.rows).toBe(2)
  const types = await factsOf(`let a: ${"A<".repeat(5_000)}B${">".repeat(5_000)}`)
  expect(types.expressions.rows).toBe(5_001)
})

test("a long union is one row with its operands once", async () => {
  const members = Array.from({ length: 3_000 }, (_, i) => `"m${i}"`)
  const facts = await factsOf(`type U = ${members.join(" | ")}`)
  const row = facts.definitions.type[0]!
  expect(facts.expressions.operandCount[row]).toBe(3_000)
  expect(facts.operands.rows).toBe(3_000)
})

test("long lists of one kind take a time in proportion to their length", async () => {
  const many = (count: number, one: (i: number) => string, between: string) =>
    Array.from({ length: count }, (_, i) => one(i)).join(between)
  const sources: Readonly<Record<string, (count: number) => string>> = {
    variables: (count) => `let ${many(count, (i) => `a${i} = ${i}`, ",")}`,
    conditions: (count) => `const it = ${many(count, (i) => `a instanceof B${i}`, " && ")}`,
    guards: (count) => `function f(a) { if (${many(count, (i) => `a instanceof B${i}`, " && ")}) g() }`,
    keys: (count) => `const it = { ${many(count, (i) => `k${i}() {}`, ",")} }`,
    parts: (count) => `const { ${many(count, (i) => `k${i}`, ",")} } = a`,
    decorators: (count) => `${many(count, (i) => `@D(${i})`, " ")} class A {}`,
    members: (count) => `a${many(count, (i) => `.m${i}()`, "")}`,
  }
  for (const name in sources) {
    const spent = async (count: number) => {
      const text = sources[name]!(count)
      const before = process.cpuUsage()
      await factsOf(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    await spent(500)
    // sixteen times as long; a square would be two hundred and fifty-six times as slow
    const short = Math.max(4, await spent(1_000))
    expect(await spent(16_000)).toBeLessThan(short * 100)
  }
}, 60_000)

test("a parser that works too long is stopped and the file is named", async () => {
  const grammar = await grammarFor("a.js")
  const text = "x = [1, 2, 3];\n".repeat(50_000)
  const facts = extract(grammar, text, { effort: 1000 })
  expect(facts.problems.rows).toBe(1)
  expect([facts.problems.kind[0], facts.problems.start[0], facts.problems.end[0]]).toEqual([4, 0, text.length])
  // and the next file is read as if nothing had been
  expect((await factsOf("const a = 1", "a.js")).definitions.rows).toBe(1)
})

const piece = fc.constantFrom(
  ..."class function if ( ) { } [ ] < > => = ; , . : ? ! ' \" ` ${ } a b C 1 /* */ // \n async await import export from as type interface extends @ ... \u{1f600} é"
    .split(" "),
)

law(
  "facts of any text point into the text and into their own tables",
  fc.array(piece, { maxLength: 60 }).map((it) => it.join(" ")),
  async (text) => {
    for (const path of ["a.ts", "a.tsx", "a.js"]) {
      expectSound(await factsOf(text, path), text)
    }
  },
  { runs: 150 },
)
