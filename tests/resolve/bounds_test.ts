// Hostile depth neither overflows the stack nor changes an answer, and no answer depends on the order of the files.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import * as Growth from "../_kit/growth.ts"
import * as Resolve from "../../lib/resolve/resolve.ts"
import { StableIds } from "../../lib/resolve/stable_ids.ts"
import { all as languages } from "../../lib/languages/all.ts"
import { extract } from "../../lib/syntax/extract.ts"
import { grammarFor } from "../syntax/_grammars.ts"
import { Following } from "./_following.ts"
import { callsOf, edgesOf, graphOf, projectOf } from "./_graph.ts"

test("a chain of twenty thousand calls ends at its end", async () => {
  const chain = ".next()".repeat(20_000)
  expect(
    (await callsOf(`=== a.ts
class Link { next(): Link { return this }; last() {} }
class Decoy { last() {} }
export function use(link: Link) { link${chain}.last() }
`)).filter((it) => it.includes("last")),
  ).toEqual(["a.ts:use → a.ts:Link.last"])
})

test("two thousand functions that each return the next one's result give the type at the end", async () => {
  const depth = 2000
  const all = Array.from({ length: depth }, (_, i) => `function f${i}() { return f${i + 1}() }`).join("\n")
  const calls = await callsOf(`=== a.js
class Leaf { done() {} }
${all}
function f${depth}() { return new Leaf() }
export function use() { f0().done() }
`)
  expect(calls).toContain("a.js:use → a.js:Leaf.done")
})

test("a ring of functions that give each other back has no type, and ends", async () => {
  const size = 500
  const all = Array.from({ length: size }, (_, i) => `function f${i}() { return f${(i + 1) % size}() }`).join("\n")
  expect((await callsOf(`=== a.js\n${all}\nf0().done()\n`)).length).toBe(size + 1)
})

test("types that mention themselves end", async () => {
  expect(
    await callsOf(`=== a.ts
type Json = string | Json[] | { [key: string]: Json }
type Loop = Loop
type A = B
type B = A
interface Tree<T> { children: Tree<Tree<T>>[]; visit(): void }
export function use(json: Json, loop: Loop, a: A, tree: Tree<number>) {
  loop.visit()
  a.visit()
  tree.children[0].children[0].visit()
}
`),
  ).toEqual(["a.ts:use → a.ts:Tree.visit"])
})

test("an alias that is one of its own alternatives ends, and the others are found", async () => {
  expect(
    await callsOf(`=== a.ts
export class A { m() {} }
export type Own = A | Own
export type Left = Right | A
export type Right = Left | Own
type Make = (() => A) | Make
export function use(own: Own, left: Left) { own.m(); left.m() }
export function call(make: Make) { make().m() }
`),
  ).toEqual(["a.ts:call → a.ts:A.m", "a.ts:use → a.ts:A.m"])
})

const FILES = [
  `=== a.ts\nimport { b } from "./b"\nexport class A { go() { return b() } }\nexport const start = new A()\n`,
  `=== b.ts\nimport { c } from "./c"\nexport function b() { return c() }\n`,
  `=== c.ts\nimport { start } from "./a"\nexport function c() { return start.go() }\nexport function d() { return start }\n`,
  `=== d.ts\nimport { d } from "./c"\nexport * from "./e"\nd().go()\n`,
  `=== e.ts\nexport * from "./d"\nexport function e(f) { f(); return f }\n`,
  `=== f.ts\nimport { e } from "./d"\nimport { d } from "./c"\ne(d)().go()\n`,
]

law(
  "the graph is the same whatever the order of the files",
  fc.shuffledSubarray(FILES.map((_, i) => i), { minLength: FILES.length }),
  async (order) => {
    const shown = (made: Awaited<ReturnType<typeof graphOf>>) =>
      edgesOf(made, "CALLS", "DISPATCHES", "IMPORTS", "USES", "READS", "CONTAINS", "DEFINES", "HAS_METHOD")
    const straight = await graphOf(FILES.join(""))
    const shuffled = await graphOf(FILES.join(""), (files) => order.map((i) => files[i]!))
    expect(shown(shuffled)).toEqual(shown(straight))
  },
  { runs: 12 },
)

/** Expects that the graph of four times the text costs less than that many times as much. */
const expectBelow = (limit: number, textOf: (count: number) => string, count: number): Promise<void> =>
  Growth.expectBelow(limit, (size) => {
    const text = textOf(size)
    return Promise.resolve(() => graphOf(text))
  }, count)

const repeated = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n")

test("a container of more kinds of things than are told apart holds none of them alone", async () => {
  const kinds = (count: number) =>
    `=== a.ts
${repeated(count, (i) => `class A${i} { m() {} }`)}
const all = []
${repeated(count, (i) => `all.push(new A${i}())`)}
export function use() { for (const it of all) it.m() }
`
  const called = async (count: number) => (await callsOf(kinds(count))).filter((it) => it.endsWith(".m"))
  expect((await called(8)).length).toBe(8)
  expect(await called(10)).toEqual([])
})

test("very many bodies of one name are dispatched to from the first of them, and not from each call", async () => {
  const count = 600
  const made = await graphOf(`=== a.py\n${repeated(count, () => "if c:\n    def f(a): f(1)")}\n`)
  expect(edgesOf(made, "CALLS").length).toBe(count)
  expect(edgesOf(made, "DISPATCHES").length).toBe(count - 1)
})

test("a name that thousands of scripts define costs whoever says it nothing more", async () => {
  const scripts = (count: number) =>
    `${repeated(count, (i) => `=== d${i}.js\nfunction shared() {}`)}\n${
      repeated(count, (i) => `=== m${i}.mjs\n${"shared()\n".repeat(40)}`)
    }\n`
  // four times the files: sixteen times the work where each look goes through all of them
  await expectBelow(10, scripts, 400)
}, 60_000)

test("functions of one name that extend the same are not each held against each other at each call", async () => {
  const kotlin = (count: number) =>
    `=== a.kt\n${repeated(count, (i) => `fun <T> T.e(a: Int = 0): T = this\nfun Any.e${i}() = e().e()`)}\n`
  const csharp = (count: number) =>
    `=== a.cs\nstatic class A {\n${
      repeated(count, (i) =>
        `static T E<T>(this T it, int a = 0) => it.E();\nstatic object E${i}(this object it) => it.E();`)
    }\n}\n`
  for (const textOf of [kotlin, csharp]) {
    // four times as many: sixteen times the work where each call looks at each, and sixty-four where at each pair
    await expectBelow(12, textOf, 240)
  }
}, 60_000)

test("of the extensions that many types have each its own one, a call means that of its receiver", async () => {
  const count = 600
  const calls = await callsOf(`=== a.kt
${repeated(count, (i) => `class A${i} { fun only${i}() {} }\nfun A${i}.told() = A${(i + 1) % count}()`)}
fun use(it: A7) { it.told().only8() }
`)
  expect(calls).toContain("a.kt:use → a.kt:A8.only8")
})

test("names from outside that may be of any of thousands of packages cost no look at each of these", async () => {
  const java = (count: number) =>
    `=== A.java\n${repeated(count, (i) => `import static a.b${i}.C.*;`)}\nclass A {\n${
      repeated(count, (i) => `void f${i}() { g${i}(); }`)
    }\n}\n`
  await expectBelow(8, java, 500)
}, 60_000)

test("what is kept names a definition in few characters however deep it stands and however long names are", async () => {
  const count = 2000
  const texts = [
    `${"class A { static x =\n".repeat(count)}1${"}\n".repeat(count)}`,
    `class ${"A".repeat(20_000)} {\n${repeated(count, (i) => `  m${i}() {}`)}\n}`,
  ]
  const path = "a.ts"
  const language = languages.find((it) => it.extensions.includes(".ts"))!
  for (const text of texts) {
    const facts = extract(await grammarFor(path), text)
    const { kept } = Resolve.resolve({
      files: [{ path, language, facts, flags: 0 }],
      listed: [],
      project: projectOf(new Map([[path, text]])),
      keep: true,
    })
    const ids = new StableIds(kept!.program)
    const all = Array.from({ length: facts.definitions.rows }, (_, d) => ids.definition(d))
    expect(all.length).toBeGreaterThan(count)
    expect(new Set(all).size).toBe(all.length)
    expect(Math.max(...all.map((it) => it.length))).toBeLessThan(400)
  }
})

test("what stands deep inside of others is followed through its edits", async () => {
  const depth = 120
  const text = (inmost: string) =>
    `import { far } from "./b"\n${repeated(depth, (i) => `export function outer${i}() {`)}\n${inmost}\n${
      "}".repeat(depth)
    }\n`
  const b = "export function far() { return { go() {} } }\nexport function near() {}\n"
  const following = new Following()
  for (
    const inmost of [
      "far()",
      "far().go()",
      "function one() {} one()",
      "function two() {} function one() {} one()",
      "far()",
    ]
  ) {
    await following.next(new Map([["a.ts", text(inmost)], ["b.ts", b]]))
  }
})

test(
  "the name of a function that is given others thousands of times is found out in time that grows with their number",
  async () => {
    const language = languages.find((it) => it.extensions.includes(".py"))!
    const path = "a.py"
    const grammar = await grammarFor(path)
    // four times as many: sixteen times the work and more where each use goes through all of them
    await Growth.expectBelow(10, (count) => {
      const text = `def f(): pass\n${repeated(count, (i) => `f = f if f else g${i}`)}\nf()\n`
      const files = [{ path, language, facts: extract(grammar, text), flags: 0 }]
      const project = projectOf(new Map([[path, text]]))
      return Promise.resolve(() => {
        const { kept } = Resolve.resolve({ files, listed: [], project, keep: true })
        for (const _ of kept!.prepare());
      })
    }, 300)
  },
  60_000,
)
