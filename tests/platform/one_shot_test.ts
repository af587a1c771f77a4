// A process that starts itself anew stays the process that was asked for: arguments, number, streams, the user's settings.

import { expect } from "bun:test"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { effect } from "../_kit/effect.ts"
import { BUN, ROOT, SAFELY } from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const PROGRAM = `
import { readFileSync } from "node:fs"
import { becomeOneShot } from "${ROOT}lib/platform/one_shot.ts"
becomeOneShot()
console.log(JSON.stringify({
  args: process.argv.slice(2),
  pid: process.pid,
  safely: process.execArgv,
  compiler: process.env.BUN_JSC_useFTLJIT,
  memory: process.env.BUN_JSC_forceRAMSize,
  other: process.env.OTHER,
  input: readFileSync(0, "utf8"),
}))
`

effect(
  "becomeOneShot() keeps arguments, flags, process number, streams and what the user set",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/program.ts`, PROGRAM)
    const run = (env: Readonly<Record<string, string>>) => {
      const child = spawnSync(BUN, [...SAFELY, `${folder}/program.ts`, "a", "b c", "--d=é"], {
        env: { ...env },
        input: "hello",
        encoding: "utf8",
      })
      expect(child.stderr).toBe("")
      const told = JSON.parse(child.stdout)
      expect(told.pid).toBe(child.pid)
      return { status: child.status, ...told }
    }
    const plain = run({ OTHER: "x=y" })
    expect(plain).toMatchObject({
      status: 0,
      args: ["a", "b c", "--d=é"],
      safely: SAFELY,
      other: "x=y",
      input: "hello",
    })
    expect(plain).toMatchObject({ compiler: "0", memory: "1000000000" })
    expect(run({ BUN_JSC_forceRAMSize: "7000000000" })).toMatchObject({ compiler: "0", memory: "7000000000" })
    // Set by the user, or by the first start: nothing is started anew.
    expect(run({ BUN_JSC_useFTLJIT: "1" }).memory).toBeUndefined()
  }),
)
