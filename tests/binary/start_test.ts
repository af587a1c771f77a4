// How quickly the executable is there. Best of several starts, since the machine has other things to do.

import { afterAll, beforeAll, expect, test } from "bun:test"
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"

const BUILT = join(Program.ROOT, "dist", process.platform === "win32" ? "portolan.exe" : "portolan")
const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-start-")))
const empty = join(base, "empty")
const env = { PORTOLAN_HOME: join(base, "home") }

beforeAll(async () => {
  if (!existsSync(BUILT)) throw new Error('Cannot test the executable: there is none, "npm run build" makes it')
  writeFileSync(join(base, "empty.ts"), "")
  const { code, stderr } = await Program.run(
    Program.BUN,
    [...Program.SAFELY, "build", "--compile", "--minify", "--bytecode", "--format=esm", "empty.ts", "--outfile", empty],
    { cwd: base, env: { PATH: process.env["PATH"] ?? "" } },
  )
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" })
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Milliseconds from spawn to what `until` waits for. */
const started = async (
  command: string,
  args: ReadonlyArray<string>,
  until: (child: ReturnType<typeof spawn>) => Promise<unknown>,
): Promise<number> => {
  const before = performance.now()
  const child = spawn(command, args, { cwd: base, env, stdio: ["pipe", "pipe", "ignore"] })
  const closed = new Promise((done) => child.on("close", done))
  await until(child)
  const took = performance.now() - before
  child.stdin!.end()
  await closed
  return took
}

const ended = (child: ReturnType<typeof spawn>) => new Promise((done) => child.on("close", done))

test("--version takes no more than three times an empty program", async () => {
  let version = Infinity
  let nothing = Infinity
  for (let i = 0; i < 15; i++) {
    version = Math.min(version, await started(BUILT, ["--version"], ended))
    nothing = Math.min(nothing, await started(empty, [], ended))
  }
  console.log(`--version ${version.toFixed(1)} ms, an empty program ${nothing.toFixed(1)} ms`)
  expect(version).toBeLessThanOrEqual(3 * nothing)
}, 30_000)

// By itself 22 ms on a fast machine, 176 ms on a slow and busy one: 7 and 6 times an empty program there.
test("the handshake is answered within nine times what an empty program takes", async () => {
  const handshake = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  })
  const answered = (child: ReturnType<typeof spawn>) => {
    child.stdin!.write(`${handshake}\n`)
    return new Promise((done) => child.stdout!.once("data", done))
  }
  let server = Infinity
  let nothing = Infinity
  for (let i = 0; i < 10; i++) {
    server = Math.min(server, await started(BUILT, ["mcp"], answered))
    nothing = Math.min(nothing, await started(empty, [], ended))
  }
  console.log(`initialize is answered after ${server.toFixed(1)} ms, an empty program ${nothing.toFixed(1)} ms`)
  expect(server).toBeLessThanOrEqual(9 * nothing)
}, 30_000)
