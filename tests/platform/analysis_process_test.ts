// The process that makes an index ends with who started it, also where it does not hear of that.

import { afterAll, expect, test } from "bun:test"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Writable } from "node:stream"
import * as Lock from "../../lib/platform/lock.ts"
import { analyze } from "../../promise.ts"
import * as Program from "../_kit/program.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-analysis-process-")))
const home = join(base, "home")
const root = join(base, "shop")
const children: Array<ChildProcess> = []

afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(base, { recursive: true, force: true })
})

const ENTRY = [...Program.SAFELY, `${Program.ROOT}lib/platform/analysis_entry.ts`]

const isAlive = (pid: number) => {
  try {
    return !/^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!)
  } catch {
    return false
  }
}

const goneWithin = async (pid: number, ms: number) => {
  const end = Date.now() + ms
  while (isAlive(pid) && Date.now() < end) await Bun.sleep(50)
  return !isAlive(pid)
}

const linux = test.skipIf(!existsSync("/proc/self/stat"))

linux("a parent that is killed is missed though the input stays open", async () => {
  mkdirSync(root)
  writeFileSync(join(root, "a.ts"), "export const a = 1\n")
  await (await analyze(root, { home, workers: 1 })).close()
  writeFileSync(join(root, "a.ts"), "export const b = 1\n")
  // Whoever writes an index waits for this.
  const lock = join(home, "registry.json.lock")
  expect(Lock.take(lock)).toBe(true)
  // The shell becomes a program that only waits; the input of what it started is held open here.
  const parent = spawn("sh", ["-c", `"$0" "$@" <&3 & echo "pid $! "; exec sleep 600`, Program.BUN, ...ENTRY], {
    cwd: base,
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  })
  children.push(parent)
  let out = ""
  parent.stdout!.setEncoding("utf8").on("data", (text: string) => out += text)
  const input = parent.stdio[3] as Writable
  input.write(`${JSON.stringify({ home, root, storage: "repository" })}\n`)
  while (!out.includes(`"write"`)) await Bun.sleep(20)
  const pid = Number(/pid (\d+) /.exec(out)![1])
  expect(isAlive(pid)).toBe(true)
  parent.kill("SIGKILL")
  expect(await goneWithin(pid, 10_000)).toBe(true)
  input.end()
  Lock.giveBack(lock)
}, 60_000)

linux("one that is told nothing, or nothing that makes sense, ends with a failure", async () => {
  for (const said of ["", "\n", "{}\n", `{"home":1}\n`]) {
    const { code, stdout } = await Program.run(Program.BUN, ENTRY, { cwd: base, env: {}, input: said })
    expect({ said, code, stdout }).toEqual({ said, code: 1, stdout: "" })
  }
}, 60_000)
