// The server as a process: when it starts, when it ends, what it prints where.

import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-process-")))
const children: Array<ChildProcessWithoutNullStreams> = []

afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(base, { recursive: true, force: true })
})

const SOURCE = [Program.BUN, ...Program.SAFELY, `${Program.ROOT}cli/main.ts`]

const serve = (program: ReadonlyArray<string>, args: ReadonlyArray<string> = [], env: Record<string, string> = {}) => {
  const [command, ...before] = program
  const child = spawn(command!, [...before, "mcp", ...args], {
    cwd: base,
    env: { PORTOLAN_HOME: join(base, "home"), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  children.push(child)
  let out = ""
  let err = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => out += text)
  child.stderr.setEncoding("utf8").on("data", (text: string) => err += text)
  const ended = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>((done) =>
    child.on("close", (code, signal) => done({ code, signal, out, err }))
  )
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  child.stdin.on("error", () => {})
  const answered = (id: number) =>
    new Promise<unknown>((done, fail) => {
      const look = () => {
        const line = out.split("\n").find((it) => it.includes(`"id":${id}`))
        if (line === undefined) return
        clearInterval(timer)
        done(JSON.parse(line))
      }
      const timer = setInterval(look, 2)
      child.stdout.on("data", look)
      void ended.then(() => fail(new Error(`ended: ${err}`)))
    })
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  })
  return { child, send, answered, ended }
}

describe("the server as a process", () => {
  test("ends with its client, and prints protocol only", async () => {
    const { child, send, answered, ended } = serve(SOURCE)
    await answered(1)
    send({ method: "notifications/initialized" })
    send({ id: 2, method: "tools/list" })
    await answered(2)
    child.stdin.end()
    const { code, out, err } = await ended
    expect({ code, err }).toEqual({ code: 0, err: "" })
    const lines = out.trim().split("\n")
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2])
  })

  test.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s", async (signal) => {
    const { child, send, answered, ended } = serve(SOURCE)
    await answered(1)
    send({ method: "notifications/initialized" })
    send({ id: 2, method: "tools/list" })
    await answered(2)
    child.kill(signal)
    const { code, signal: by, err } = await ended
    expect({ code, by, err }).toEqual({ code: 0, by: null, err: "" })
  })

  test("serves nothing when it cannot serve what was asked", async () => {
    const { send, ended } = serve(SOURCE, ["--tools", "grep,contxt"])
    send({ method: "notifications/initialized" })
    const { code, err } = await ended
    expect(code).toBe(2)
    expect(err).toStartWith('error: Cannot offer "contxt"')
  })

  test("serves nothing when a setting makes no sense", async () => {
    const { send, ended } = serve(SOURCE, [], { PORTOLAN_MCP_DEFAULT_MAX_TOKENS: "plenty" })
    send({ method: "notifications/initialized" })
    const { code, err } = await ended
    expect(code).toBe(2)
    expect(err).toStartWith('error: Cannot start with PORTOLAN_MCP_DEFAULT_MAX_TOKENS="plenty"')
  })

  test.each<[string, Record<string, string>, string]>([
    ["an empty allow-list", { PORTOLAN_MCP_ALLOWED_REPOS: "" }, `PORTOLAN_MCP_ALLOWED_REPOS="": name indexed`],
    ["an unknown repository", { PORTOLAN_MCP_DEFAULT_REPO: "web" }, `PORTOLAN_MCP_DEFAULT_REPO="web": no indexed`],
    ["a name that is none", { PORTOLAN_MCP_READONLY: "1" }, "PORTOLAN_MCP_READONLY: there is no such setting"],
    ["a word for a number", { PORTOLAN_MCP_READ_ONLY: "on" }, `PORTOLAN_MCP_READ_ONLY="on": it takes 1`],
  ])("promises nothing where a rule makes no sense: %s", async (_, env, why) => {
    const { ended } = serve(SOURCE, [], env)
    const { code, out, err } = await ended
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toStartWith(`error: Cannot start with ${why}`)
  })

  test("promises nothing where calls cannot be recorded as asked", async () => {
    const { ended } = serve(SOURCE, ["--audit", "/dev/full"])
    expect(await ended).toMatchObject({
      code: 2,
      out: "",
      err: `error: Cannot record calls in "/dev/full": the disk is full\n`,
    })
  })

  test("offers the tools of a profile and no other", async () => {
    const { child, send, answered, ended } = serve(SOURCE, ["--tools", "grep"])
    await answered(1)
    send({ id: 2, method: "tools/list" })
    expect(await answered(2)).toMatchObject({ result: { tools: [{ name: "grep" }] } })
    send({ id: 3, method: "tools/call", params: { name: "list_repos", arguments: {} } })
    expect(await answered(3)).toMatchObject({ result: { isError: true } })
    child.stdin.end()
    await ended
  })
})
