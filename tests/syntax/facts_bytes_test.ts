// Facts as bytes and back.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import * as Columns from "../../lib/graph/columns.ts"
import { BODY_TABLES, type FileFacts, INTERFACE_TABLES } from "../../lib/syntax/facts.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"
import { readFileSync } from "node:fs"
import { factsOf } from "./_facts.ts"

const TABLES: Readonly<Record<string, Columns.Shape>> = { ...INTERFACE_TABLES, ...BODY_TABLES }

const MOST = { u8: 0xff, u16: 0xffff, u32: 0xffffffff } as const

/** Any value of a column, small ones and the two ends more often; a place in a text is below half a gigabyte. */
const cell = (type: Columns.ColumnType) =>
  fc.oneof(fc.nat(200), fc.nat(Math.min(MOST[type], 1 << 29)), fc.constantFrom(0, MOST[type]))

const tableOf = (shape: Columns.Shape) =>
  fc.nat(6).chain((rows) =>
    fc.record(
      Object.fromEntries(
        Object.entries(shape).map(([name, type]) => [name, fc.array(cell(type), { minLength: rows, maxLength: rows })]),
      ),
    ).map((columns) => {
      const builder = new Columns.Builder(shape)
      for (let row = 0; row < rows; row++) {
        builder.add()
        for (const name in shape) builder.at[name]![row] = columns[name]![row]!
      }
      return builder.freeze()
    })
  )

const facts = fc.record({
  ...Object.fromEntries(Object.entries(TABLES).map(([name, shape]) => [name, tableOf(shape)])),
  strings: fc.array(fc.string({ unit: "grapheme" })).map((it) => ["", ...it]),
  lineStarts: fc.array(fc.nat(1000)).map((steps) => {
    let at = 0
    return Uint32Array.from([0, ...steps.map((step) => at += step)])
  }),
  length: fc.nat(),
}) as unknown as fc.Arbitrary<FileFacts>

law("decode() undoes encode()", facts, (it) => {
  expect(FactsBytes.decode(FactsBytes.encode(it))).toEqual(it)
}, { runs: 60 })

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
  expect(() => FactsBytes.decode(bytes)).toThrow("version 99")
})
