// The executable's server answers on the text as it is: its thread, its workers and what tells of changes are inside.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { expect, test } from "bun:test"
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const BUILT = join(Program.ROOT, "dist", process.platform === "win32" ? "portolan.exe" : "portolan")

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test("an edit is in the next answer, and nothing is left when the client goes", async () => {
  if (!existsSync(BUILT)) throw new Error('Cannot test the executable: there is none, "npm run build" makes it')
  const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-live-")))
  const root = join(base, "ledger")
  const home = join(base, "home")
  const env = { PORTOLAN_HOME: home, PORTOLAN_LIVE_WAIT_MS: "30000" }
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  const client = new Client({ name: "test", version: "0" })
  const transport = new StdioClientTransport({ command: BUILT, args: ["mcp"], cwd: base, env, stderr: "inherit" })
  try {
    expect((await Program.run(BUILT, ["analyze", root], { cwd: base, env })).code).toBe(0)
    await client.connect(transport)
    const find = async (name: string) => {
      const { content } = await client.callTool({ name: "context", arguments: { name } })
      return JSON.parse((content as ReadonlyArray<{ readonly text: string }>)[0]!.text)
    }
    expect((await find("addedLater")).error).toMatchObject({ code: "SymbolNotFound" })
    for (const name of ["addedLater", "addedLast"]) {
      appendFileSync(join(root, "src/money.ts"), `export const ${name} = 1\n`)
      expect(await find(name)).toMatchObject({ symbol: { name }, index: { freshness: "current" } })
    }
    const pid = transport.pid!
    await client.close()
    const deadline = performance.now() + 10_000
    while (isAlive(pid) && performance.now() < deadline) await Bun.sleep(20)
    expect(isAlive(pid)).toBe(false)
    expect(readdirSync(join(home, "running"))).toEqual([])
  } finally {
    await client.close()
    rmSync(base, { recursive: true, force: true })
  }
}, 90_000)
