// The law on sequences of edits: those that failed once, and some hundreds of new ones, of what lies on disk and of what is
// kept at hand. `npm run law` tries thousands.

import { expect, test } from "bun:test"
import { live } from "./law/live_sequence.ts"
import seeds from "./law/seeds.json" with { type: "json" }
import { breachOf } from "./law/sequence.ts"

const ON_DISK = 170
const AT_HAND = 140

/** Updates of what is kept at hand that follow the program before, at least: else nothing is tried of that. */
const FOLLOWED = 0.15

test("an update gives the bytes of a rebuild: sequences that once did not", async () => {
  for (const seed of seeds) {
    expect(await breachOf(seed)).toBeUndefined()
    expect((await live(seed)).breach).toBeUndefined()
  }
}, 60_000)

test(`an update gives the bytes of a rebuild: ${ON_DISK} sequences of edits`, async () => {
  for (let seed = 1; seed <= ON_DISK; seed++) expect(await breachOf(seed)).toBeUndefined()
}, 300_000)

test(`updates of what is kept at hand give the bytes of a rebuild: ${AT_HAND} sequences of edits`, async () => {
  const all = { partial: 0, resolved: 0, followed: 0 }
  for (let seed = 1; seed <= AT_HAND; seed++) {
    const told = await live(seed)
    expect(told.breach).toBeUndefined()
    for (const count of Object.keys(all) as Array<keyof typeof all>) all[count] += told[count]
  }
  expect(all.partial).toBeGreaterThan(AT_HAND / 2)
  expect(all.followed).toBeGreaterThan(all.resolved * FOLLOWED)
}, 300_000)
