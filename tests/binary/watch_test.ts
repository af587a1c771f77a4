// The executable follows a folder as the source does: its own worker, its own way of being told.

import { expect, test } from "bun:test"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const BUILT = join(Program.ROOT, "dist", process.platform === "win32" ? "portolan.exe" : "portolan")

test("analyze --watch makes the index again when a file changes, and ends well by a signal", async () => {
  if (!existsSync(BUILT)) throw new Error('Cannot test the executable: there is none, "npm run build" makes it')
  const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-watch-")))
  const root = join(base, "ledger")
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  const child = spawn(BUILT, ["analyze", "--watch", "--json", root], {
    cwd: base,
    env: { PORTOLAN_HOME: join(base, "home") },
    stdio: ["ignore", "pipe", "pipe"],
  })
  try {
    const lines: Array<string> = []
    let rest = ""
    let wake = () => {}
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const all = (rest + text).split("\n")
      rest = all.pop()!
      lines.push(...all)
      wake()
    })
    const event = async (name: string) => {
      for (;;) {
        const found = lines.find((line) => line.includes(`"event":"${name}"`))
        if (found !== undefined) return JSON.parse(found)
        await new Promise<void>((done) => wake = done)
      }
    }
    expect(await event("watching")).toMatchObject({ mode: "watching" })
    appendFileSync(join(root, "src/money.ts"), "export const more = 1\n")
    expect(await event("updated")).toMatchObject({ changed: ["src/money.ts"] })
    child.kill("SIGTERM")
    expect(await once(child, "close")).toEqual([0, null])
  } finally {
    child.kill("SIGKILL")
    rmSync(base, { recursive: true, force: true })
  }
}, 120_000)
