// A server whose repository cannot be watched: it answers on the text as it is all the same, and says once why it looks.

import { expect, test } from "bun:test"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

test("a repository that is looked at is answered on as it is, and that it is not watched is said once", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-looked-at-")))
  const root = join(base, "shop")
  mkdirSync(root)
  Repo.write(root, new Map([["a.ts", "export function first() {}\n"], [".gitignore", ".portolan\n"]]))
  Repo.commit(root)
  const env = { PATH: process.env["PATH"] ?? "", PORTOLAN_HOME: join(base, "home") }
  expect(await Program.portolan(["analyze", "--quiet", root], { cwd: base, env })).toMatchObject({ code: 0 })
  const child = spawn(Program.BUN, [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "mcp"], {
    cwd: root,
    env: { ...env, PORTOLAN_WATCH_MAX_FOLDERS: "0", PORTOLAN_LIVE_WAIT_MS: "30000" },
    stdio: ["pipe", "pipe", "pipe"],
  })
  try {
    let err = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => err += text)
    const answers = new Map<number, (answer: { readonly result: never }) => void>()
    let rest = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop()!
      for (const line of lines) {
        const answer = JSON.parse(line)
        answers.get(answer.id)?.(answer)
      }
    })
    let next = 0
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    const ask = (method: string, params: unknown) =>
      new Promise<{ readonly result: { readonly content: ReadonlyArray<{ readonly text: string }> } }>((done) => {
        answers.set(++next, done)
        send({ id: next, method, params })
      })
    await ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "0" },
    })
    send({ method: "notifications/initialized" })
    for (const name of ["second", "third", "fourth"]) {
      appendFileSync(join(root, "a.ts"), `export function ${name}() {}\n`)
      // Where nobody tells, a change may take as long as a look is old.
      for (;;) {
        const { result } = await ask("tools/call", { name: "context", arguments: { name } })
        const answer = JSON.parse(result.content[0]!.text)
        if (answer.symbol?.name === name) break
        expect(answer.error.code).toBe("SymbolNotFound")
        await Bun.sleep(100)
      }
    }
    child.stdin.end()
    expect(await once(child, "close")).toEqual([0, null])
    expect(err.trim().split("\n")).toHaveLength(1)
    expect(err).toContain("shop is looked at every few seconds, not watched: PORTOLAN_WATCH_MAX_FOLDERS is 0")
  } finally {
    child.kill("SIGKILL")
    rmSync(base, { recursive: true, force: true })
  }
}, 120_000)
