// The law on sequences of edits: those that failed once, and some hundreds of new ones. `npm run law` tries thousands.

import { expect, test } from "bun:test"
import seeds from "./law/seeds.json" with { type: "json" }
import { breachOf } from "./law/sequence.ts"

const SEQUENCES = 200

test("an update gives the bytes of a rebuild: sequences that once did not", async () => {
  for (const seed of seeds) expect(await breachOf(seed)).toBeUndefined()
}, 60_000)

test(`an update gives the bytes of a rebuild: ${SEQUENCES} sequences of edits`, async () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) expect(await breachOf(seed)).toBeUndefined()
}, 300_000)
