// The lock that set-up holds: one at a time, whoever died holding it.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { withLock } from "../../scripts/lock.mjs"
import { effect } from "../_kit/effect.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const inFolder = (use: (lock: string, folder: string) => Promise<void>) =>
  Effect.flatMap(Repo.temporary, (folder) => Effect.promise(() => use(join(folder, "lock"), folder)))

/** A process that writes when it enters and leaves, and waits a moment inside. */
const contender = (lock: string, log: string, name: string): Promise<Program.Ran> => {
  const script = `
    import { appendFileSync } from "node:fs"
    import { withLock } from ${JSON.stringify(join(Program.ROOT, "scripts", "lock.mjs"))}
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(log)}, "in ${name}\\n")
      await new Promise((resume) => setTimeout(resume, 150))
      appendFileSync(${JSON.stringify(log)}, "out ${name}\\n")
    })`
  return Program.run("node", ["--input-type=module", "--eval", script], {
    cwd: Program.ROOT,
    env: { PATH: process.env["PATH"] ?? "" },
  })
}

effect(
  "three processes hold it one after the other, and nothing is left",
  inFolder(async (lock, folder) => {
    const log = join(folder, "log")
    const ended = await Promise.all(["a", "b", "c"].map((name) => contender(lock, log, name)))
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: "" }))
    const lines = readFileSync(log, "utf8").trim().split("\n")
    expect(lines).toHaveLength(6)
    for (let i = 0; i < 6; i += 2) expect(lines[i + 1]).toBe(lines[i]!.replace("in", "out"))
    expect(existsSync(lock)).toBe(false)
  }),
)

effect(
  "a lock whose owner is gone is taken over at once",
  inFolder(async (lock) => {
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), token: "gone" }))
    expect(await withLock(lock, (held) => held())).toBe(true)
    expect(existsSync(lock)).toBe(false)
  }),
)

effect(
  "a lock of another machine is taken over when nobody has touched it for long",
  inFolder(async (lock) => {
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: "elsewhere", token: "gone" }))
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, longAgo, longAgo)
    expect(await withLock(lock, (held) => held())).toBe(true)
  }),
)

effect(
  "who waits is told for whom, and the lock goes when the work fails",
  inFolder(async (lock) => {
    let waitedFor = 0
    const first = withLock(lock, async () => {
      await new Promise((resume) => setTimeout(resume, 150))
      throw new Error("no")
    })
    const second = withLock(lock, () => "done", (pid) => waitedFor = pid)
    await expect(first).rejects.toThrow("no")
    expect(await second).toBe("done")
    expect(waitedFor).toBe(process.pid)
    expect(existsSync(lock)).toBe(false)
  }),
)
