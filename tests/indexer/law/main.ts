// `npm run law -- [SEQUENCES] [FIRST SEED]`: the law on many sequences, 5,000 by default, from a seed that is another one
// each day: half of them index what lies on disk again, half keep a repository at hand. A seed that fails is printed and
// kept, to be tried at every later test.

import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { live } from "./live_sequence.ts"
import { breachOf } from "./sequence.ts"

const SEEDS = fileURLToPath(new URL("./seeds.json", import.meta.url))

const [count = "5000", first = String(Math.floor(Date.now() / 86_400_000) * 10_000_000)] = process.argv.slice(2)
const began = performance.now()
let failed = 0
let resolved = 0
let followed = 0
for (let i = 0; i < Number(count); i++) {
  const seed = Number(first) + i
  let breach: string | undefined
  if (i % 2 === 0) breach = await breachOf(seed)
  else {
    const told = await live(seed)
    breach = told.breach
    resolved += told.resolved
    followed += told.followed
  }
  if (breach !== undefined) {
    failed++
    console.log(i % 2 === 0 ? breach : `kept at hand, ${breach}`)
    const seeds: ReadonlyArray<number> = JSON.parse(readFileSync(SEEDS, "utf8"))
    if (!seeds.includes(seed)) writeFileSync(SEEDS, `${JSON.stringify([...seeds, seed])}\n`)
  }
  if ((i + 1) % 500 === 0) console.error(`${i + 1} of ${count}, ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
console.log(`${Number(count) - failed} of ${count} sequences from seed ${first} keep the law`)
console.log(`${followed} of ${resolved} updates of what is kept at hand followed the program before`)
process.exitCode = failed === 0 ? 0 : 1
