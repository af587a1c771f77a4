// Forms that the pinned grammar cannot read by itself: all are read, and every name and place is the file's own.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../../_kit/effect.ts"
import { prepare, repair } from "../../../lib/languages/typescript/prepare.ts"
import { factsOf, named, table } from "../../syntax/_facts.ts"
import { grammarFor } from "../../syntax/_grammars.ts"

const WHOLE: Readonly<Record<string, readonly [path: string, text: string]>> = {
  "variance": [
    "a.ts",
    "interface I<in A, out B, in out C = {}, out, inn> {}\nclass K<\n  /** doc */\n  in out A, // x\n  out B\n> {}",
  ],
  "call signatures on lines of their own": [
    "a.ts",
    "export const f: {\n  <A>(a: A): string\n  /** doc */\n  <B extends A>(b: B): (x: B) => void\n  // line\n  <\n    C\n  >(c: C): number[]\n} = null!",
  ],
  "the same where elements are written": [
    "a.tsx",
    "interface I {\n  <A>(a: A): string\n  <B>(b: B): string\n}\nconst v = <p>a</p>",
  ],
  "export type *": ["a.ts", "export type * from './a'\nexport type * as b from './b'"],
  "escapes in a template type": ["a.ts", "type T = `a \\`b\\` ${string}`"],
  "a type of another module with arguments": ["a.ts", "let x: import('m').T<A>, y: Map<string, import(\"n\").U[]>"],
  "deferred and source imports": [
    "a.js",
    "import defer * as a from 'a'\nimport source b from 'b'\nconst c = import.defer('c')",
  ],
  "assertions of imports": [
    "a.js",
    "import a from './a.json' assert { type: 'json' }\nexport * from './b.json' with { type: 'json' }",
  ],
  "reserved words as names of exports": ["a.js", "export { a as if, b as default }\nimport { class as c } from 'm'"],
}

for (const name in WHOLE) {
  test(`read without a problem: ${name}`, async () => {
    const [path, text] = WHOLE[name]!
    expect(await table("problems", text, path)).toEqual([])
  })
}

test("names are those of the file", async () => {
  expect(await table("exports", "export { a as if }", "a.js")).toEqual(["local if = a"])
  expect(await table("imports", "import { class as c } from 'm'", "a.js")).toEqual(["class from m as c"])
  expect(await table("imports", "import defer * as a from 'a'", "a.js")).toEqual(["* from a as a"])
  expect(await table("imports", "let x: import('m').T<A>")).toEqual(["* from m {typeOnly}"])
  expect(await named("interface I {\n  a: string\n  <A>(a: A): string\n  <B>(b: B): string\n}")).toEqual([
    "Interface I:1",
    "Property I.a:2 {signature}",
    "Method I.():3 {signature}",
    "Method I.():4 {signature}",
  ])
})

test("what looks like such a form and is none stays as it is", async () => {
  for (
    const [path, text] of [
      ["a.ts", "const a = b\n  < c && d > (e)"],
      ["a.ts", "return\n<A>(b)"],
      ["a.ts", "const f =\n  <A>(a: A) => a"],
      ["a.ts", "call(\n  a,\n  <T>(b: T) => b,\n)"],
      ["a.tsx", "const v = (\n  <div>\n    <p>(text)</p>\n    <b>(text)</b>\n  </div>\n)"],
      ["a.ts", "type T<out> = out"],
      ["a.ts", "interface I<out extends string> {}"],
      ["a.ts", "await (f)()"],
      ["a.js", "for await (const a of b) c.await (a)"],
      ["a.js", "class A { await (b) {} }"],
    ] as const
  ) expect(prepare(text, await grammarFor(path))).toBe(text)
})

const piece = fc.constantFrom(
  ..."interface|class|type|A|<|>|in|out| |\n|,|(|)|export|*|import|'m'|.|T|{|}|`|\\`|as|if|with|//|/*|*/|=>|:|defer|assert|await|for"
    .split("|"),
)

law(
  "a prepared text is as long as the file's",
  fc.array(piece, { maxLength: 50 }).map((it) => it.join(" ")),
  async (text) => {
    for (const path of ["a.ts", "a.tsx", "a.js"]) {
      const grammar = await grammarFor(path)
      expect(prepare(text, grammar).length).toBe(text.length)
      expect(repair(text, grammar).length).toBe(text.length)
      expect(prepare(text, grammar).split("\n").length).toBeLessThanOrEqual(text.split("\n").length)
    }
  },
  { runs: 300 },
)

test("facts of a repaired text are those of the file", async () => {
  const facts = await factsOf("let x: import('m').T<A>\nconst after = 1")
  expect(facts.length).toBe(39)
  expect([...facts.lineStarts]).toEqual([0, 24])
})
