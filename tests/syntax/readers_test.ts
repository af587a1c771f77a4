// The parser's tree is read out of its memory; its public cursor is the reference.

import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { CursorReader } from "../../lib/syntax/cursor_reader.ts"
import { extract } from "../../lib/syntax/extract.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"
import type { Grammar } from "../../lib/syntax/grammar.ts"
import { MemoryReader } from "../../lib/syntax/memory_reader.ts"
import { sameTree, Tree } from "../../lib/syntax/tree.ts"
import { grammarFor, module } from "./_grammars.ts"

const memoryOf = (grammar: Grammar): MemoryReader => {
  const reader = MemoryReader.make(module, grammar.language, grammar.errorType)
  if (reader === undefined) throw new Error("the parser's memory is not laid out as expected")
  return reader
}

const SOURCES: Readonly<Record<string, string>> = {
  "empty.ts": "",
  "blank.js": "\n\n  \t\n",
  "comments.ts": "// one\n/* two */ const a = 1 // three\n/** four */",
  "wide.ts": "const é = '\u{1f600}\u{1f600}' // 日本語\nfunction ünder(ß: string) { return `${é}😀` }",
  "broken.ts": "class A { m( { } = ; } function (\nconst b = [1, 2\n",
  "missing.js": "const a = {\n  b: 1\n",
  "view.tsx": "const V = () => <A.B x={1} {...y}><c/>{d} text</A.B>",
  "hidden.ts": `${"a + ".repeat(500)}b; ${"x.y.".repeat(500)}z; type U = ${"A | ".repeat(500)}B`,
  "long.js": `const text = "${"x".repeat(70_000)}"; ${" ".repeat(70_000)} after()`,
}

const reference = new CursorReader()

for (const path in SOURCES) {
  test(`both readers see the same tree: ${path}`, async () => {
    const grammar = await grammarFor(path)
    const tree = grammar.parser.parse(SOURCES[path]!)!
    const one = new Tree()
    const other = new Tree()
    memoryOf(grammar).read(tree, grammar, one, tree.rootNode.hasError)
    reference.read(tree, grammar, other, tree.rootNode.hasError)
    tree.delete()
    expect(sameTree(one, other)).toBe(true)
    expect(one.count).toBeGreaterThan(0)
  })
}

test("both readers give the same bytes for every file of this room", async () => {
  for (const folder of ["lib/syntax", "lib/languages/typescript", "tests/syntax"]) {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith(".ts")) continue
      const grammar = await grammarFor(name)
      const text = readFileSync(`${folder}/${name}`, "utf8")
      const fast = FactsBytes.encode(extract(grammar, text, { reader: memoryOf(grammar) }))
      const slow = FactsBytes.encode(extract(grammar, text, { reader: reference }))
      expect(Buffer.compare(fast, slow)).toBe(0)
    }
  }
})

test("a module that is laid out in another way is not read", async () => {
  const grammar = await grammarFor("a.ts")
  expect(MemoryReader.make(undefined, grammar.language, grammar.errorType)).toBeUndefined()
  expect(MemoryReader.make({ HEAPU8: new Uint8Array(1 << 20) }, grammar.language, grammar.errorType)).toBeUndefined()
})
