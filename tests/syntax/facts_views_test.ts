// Facts from thread to thread: what arrives is what was sent, wherever it lies in a buffer.

import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import * as FactsViews from "../../lib/syntax/facts_views.ts"
import { law } from "../_kit/effect.ts"
import { anyFacts } from "./_any_facts.ts"
import { factsOf } from "./_facts.ts"

law("view() undoes encode()", anyFacts, (it) => {
  const seen = FactsViews.view(FactsViews.encode(it))
  expect({ ...seen, strings: seen.strings }).toEqual(it)
}, { runs: 60 })

test("facts are views over a buffer that holds others before and behind them", async () => {
  const it = await factsOf(readFileSync("lib/graph/kinds.ts", "utf8"), "lib/graph/kinds.ts")
  const bytes = FactsViews.encode(it)
  const buffer = new Uint8Array(bytes.length + 64).fill(0xff)
  buffer.set(bytes, 24)
  const seen = FactsViews.view(buffer.subarray(24, 24 + bytes.length))
  expect({ ...seen, strings: seen.strings }).toEqual(it)
  expect(seen.expressions.start.buffer).toBe(buffer.buffer)
})
