// An indexer is started inside repositories of strangers. What lies there and would be run by whoever reads it as
// configuration runs nothing in us, from source as in the executable (tests/binary).

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-hostile-")))
const repo = join(base, "repo")
const mark = join(base, "RAN")
const env = { PORTOLAN_HOME: join(base, "home"), PATH: process.env["PATH"] ?? "" }

beforeAll(() => {
  mkdirSync(repo)
  Repo.write(repo, Repo.fixture("ledger"))
  writeFileSync(join(repo, "bunfig.toml"), 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n')
  writeFileSync(join(repo, "evil.js"), `require("node:fs").appendFileSync(${JSON.stringify(mark)}, "ran")\n`)
  writeFileSync(join(repo, ".env"), `PORTOLAN_HOME=${join(base, "stolen")}\nBUN_OPTIONS=--preload=./evil.js\n`)
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

test("the trap works on who does not look out", async () => {
  await Program.run(Program.BUN, ["-e", "0"], { cwd: repo, env })
  expect(existsSync(mark)).toBe(true)
  rmSync(mark)
})

test.each([
  [["--version"], undefined],
  [["analyze", "."], undefined],
  [["query", "ledger"], undefined],
  [
    ["mcp"],
    `${
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
      })
    }\n`,
  ],
])("%j started in it runs nothing of it", async (args, input) => {
  const { code, stderr } = await Program.portolan(args, { cwd: repo, env, ...(input === undefined ? {} : { input }) })
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" })
  expect(existsSync(mark)).toBe(false)
  expect(existsSync(join(base, "stolen"))).toBe(false)
})
