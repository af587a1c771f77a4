// Any facts at all, also such as no source gives.

import * as fc from "fast-check"
import * as Columns from "../../lib/graph/columns.ts"
import { BODY_TABLES, type FileFacts, INTERFACE_TABLES } from "../../lib/syntax/facts.ts"

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

export const anyFacts = fc.record({
  ...Object.fromEntries(Object.entries(TABLES).map(([name, shape]) => [name, tableOf(shape)])),
  strings: fc.array(fc.string({ unit: "grapheme" })).map((it) => ["", ...it]),
  lineStarts: fc.array(fc.nat(1000)).map((steps) => {
    let at = 0
    return Uint32Array.from([0, ...steps.map((step) => at += step)])
  }),
  length: fc.nat(),
}) as unknown as fc.Arbitrary<FileFacts>
