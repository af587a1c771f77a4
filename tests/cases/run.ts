// `npm run cases`: the open cases that lie beside the clone, through our adapter. Cases that cannot pass yet are listed
// in known-gaps.json with the reason; the list may only shrink: a gap that passes fails the run until its line is taken
// out. Last line: `N passed, N failed`.
//
// --only TEXT  cases whose name has TEXT        --keep  leave the laid-out repositories        --gaps  tell of gaps too
// --failures  only what failed

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ROOT } from "../_kit/program.ts"
import * as Adapter from "./adapter.ts"

/** What we use of the cases' own harness. */
interface Harness {
  readonly loadCases: (folder: string) => ReadonlyArray<Case>
  readonly runCase: (case_: Case, adapter: typeof Adapter, options: { readonly keep: boolean }) => Promise<{
    readonly facts: ReadonlyArray<{ readonly fact: unknown; readonly ok: boolean; readonly why: string }>
  }>
}

interface Case {
  readonly id: string
}

const SHARED = join(ROOT, "..", "shared", "cases")
const HARNESS = join(SHARED, "tools", "harness.mjs")
const GAPS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("./known-gaps.json", import.meta.url), "utf8"),
)

const FAILURES_ONLY = process.argv.includes("--failures")

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

const main = async (): Promise<number> => {
  if (!existsSync(HARNESS)) {
    if (process.env["CI"] === "true") {
      console.log("Cannot run the cases: ../shared/cases is absent, and continuous integration needs it")
      console.log("0 passed, 1 failed")
      return 1
    }
    console.log("skipped: ../shared/cases is absent, no case was run")
    return 0
  }
  const harness: Harness = await import(pathToFileURL(HARNESS).href)
  const all = harness.loadCases(join(SHARED, "open"))
  const only = option("--only")
  const chosen = all.filter((case_) => only === undefined || case_.id.includes(only))
  let passed = 0
  let failed = 0
  let gaps = 0
  for (const case_ of chosen) {
    const { facts } = await harness.runCase(case_, Adapter, { keep: process.argv.includes("--keep") })
    const wrong = facts.filter((fact) => !fact.ok)
    const gap = GAPS[case_.id]
    const tell = (verdict: string) =>
      console.log(`${verdict} ${case_.id} (${facts.length - wrong.length}/${facts.length})`)
    const explain = () =>
      wrong.forEach(({ fact, why }) => console.log(`       ${JSON.stringify(fact)}\n         ${why}`))
    if (wrong.length > 0 && gap !== undefined) {
      gaps++
      if (!FAILURES_ONLY) tell("gap ")
      if (process.argv.includes("--gaps")) explain()
    } else if (wrong.length > 0) {
      failed++
      tell("FAIL")
      explain()
    } else if (gap !== undefined) {
      failed++
      tell("FAIL")
      console.log(`       passes now: take its line out of tests/cases/known-gaps.json`)
    } else {
      passed++
      if (!FAILURES_ONLY) tell("ok  ")
    }
  }
  for (const id of Object.keys(GAPS).filter((id) => !all.some((case_) => case_.id === id))) {
    failed++
    console.log(`FAIL known-gaps.json names ${id}, and there is no such case`)
  }
  console.log(`gaps: ${gaps} of ${chosen.length} cases, each with its reason in tests/cases/known-gaps.json`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

process.exit(await main())
