// Facts as bytes and back.

import { expect, test } from "bun:test"
import { law } from "../_kit/effect.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"
import { readFileSync } from "node:fs"
import { anyFacts } from "./_any_facts.ts"
import { factsOf } from "./_facts.ts"

law("decode() undoes encode()", anyFacts, (it) => {
  expect(FactsBytes.decode(FactsBytes.encode(it))).toEqual(it)
}, { runs: 60 })

law("open() gives each table by itself, in whatever order they are asked for", anyFacts, (it) => {
  const opened = FactsBytes.open(FactsBytes.encode(it))
  const names = Object.keys(it) as ReadonlyArray<keyof typeof it>
  for (const name of [...names].reverse()) expect(opened[name]).toEqual(it[name])
  for (const name of names) {
    const table = it[name]
    if (typeof table === "object" && "rows" in table) {
      expect(FactsBytes.rowsOf(FactsBytes.open(FactsBytes.encode(it)), name as "scopes")).toBe(table.rows)
    }
  }
  expect(FactsBytes.whole(opened)).toEqual(it)
}, { runs: 30 })

test("facts of real sources come back whole, in no more than one and a half times the source", async () => {
  let packed = 0
  let size = 0
  for (const path of ["lib/syntax/walk.ts", "lib/syntax/expressions.ts", "lib/graph/kinds.ts"]) {
    const text = readFileSync(path, "utf8")
    const it = await factsOf(text, path)
    const bytes = FactsBytes.encode(it)
    expect(FactsBytes.decode(bytes)).toEqual(it)
    packed += bytes.length
    size += text.length
  }
  expect(packed / size).toBeLessThan(1.5)
})

test("the buffer is the bytes' own", async () => {
  const bytes = FactsBytes.encode(await factsOf("const a = 1"))
  expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([0, bytes.length])
})

test("bytes of another version are refused", async () => {
  const bytes = FactsBytes.encode(await factsOf("const a = 1"))
  bytes[0] = 99
  expect(() => FactsBytes.decode(bytes)).toThrow("layout 99")
})
