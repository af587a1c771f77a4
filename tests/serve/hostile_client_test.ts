// A client that does all that it should not: the server answers or refuses, prints nothing of its own, and lives.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import * as Stdio from "../../lib/serve/stdio.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { analyze } from "../../promise.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"
import * as Served from "./served.ts"

setDefaultTimeout(120_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-hostile-client-")))
const home = join(base, "home")

beforeAll(async () => {
  const root = join(base, "ledger")
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  await (await analyze(root, { home, workers: 1 })).close()
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A server as a process, and a client that sends what it is told. */
const started = () => {
  const child = spawn(Program.BUN, [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "mcp"], {
    cwd: base,
    env: { PORTOLAN_HOME: home },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let rest = ""
  let err = ""
  const waiting = new Map<number, (message: Message) => void>()
  child.stderr.setEncoding("utf8").on("data", (text: string) => err += text)
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n")
    rest = lines.pop()!
    for (const line of lines) {
      const message = JSON.parse(line) as Message
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    }
  })
  let next = 1
  const raw = (rest: string) => {
    const id = next++
    return new Promise<Message>((done) => {
      waiting.set(id, done)
      child.stdin.write(`{"jsonrpc":"2.0","id":${id},${rest}}\n`)
    })
  }
  const request = (method: string, params: unknown) =>
    raw(`"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`)
  const call = (name: string, args: unknown) => request("tools/call", { name, arguments: args })
  const notify = (method: string, params: unknown) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`)
  const ended = new Promise<{ code: number | null; err: string }>((done) =>
    child.on("close", (code) => done({ code, err }))
  )
  const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1000
  const ready = request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "0" },
  })
  return { child, raw, request, call, notify, ended, megabytes, ready, sent: () => next - 1 }
}

interface Message {
  readonly id: number
  readonly result?: { readonly isError?: boolean; readonly content: ReadonlyArray<{ readonly text: string }> }
}

const codeOf = ({ result }: Message) => JSON.parse(result!.content[0]!.text).error?.code as string | undefined

test("a thousand calls at once are all answered, a thousand more take no more memory, and nothing else is printed", async () => {
  const { call, child, ended, megabytes, notify, ready, sent } = started()
  await ready
  const flood = (count: number) => Promise.all(Array.from({ length: count }, () => call("context", { name: "Ledger" })))
  const isAnswered = ({ result }: Message) => result !== undefined && result.isError !== true
  expect((await flood(1000)).filter(isAnswered).length).toBe(1000)
  await flood(1000)
  const before = megabytes()
  for (let round = 0; round < 3; round++) await flood(500)
  expect(megabytes()).toBeLessThan(before * 1.5)
  // Calls that the client gives up are not answered, and hold up nobody.
  const abandoned = Array.from({ length: 200 }, () => void call("impact", { target: "Ledger" }))
  for (let i = 0; i < abandoned.length; i++) {
    notify("notifications/cancelled", { requestId: sent() - i, reason: "not wanted" })
  }
  expect(isAnswered(await call("context", { name: "Ledger" }))).toBe(true)
  child.stdin.end()
  expect(await ended).toEqual({ code: 0, err: "" })
})

test("values too large and too deep for any argument are refused by name", async () => {
  const { call, child, ended, raw, ready } = started()
  await ready
  const large = "x".repeat(2_000_000)
  for (const tool of TOOLS) {
    for (const [name, { type }] of Object.entries(Listing.inputSchema(tool).properties)) {
      if (type !== "string") continue
      expect({ tool: tool.name, name, code: codeOf(await call(tool.name, { [name]: large })) })
        .toEqual({ tool: tool.name, name, code: "InvalidArguments" })
    }
  }
  expect(codeOf(await call(large, {}))).toBe("UnknownTool")
  expect(codeOf(await call("context", { [large]: 1 }))).toBe("InvalidArguments")
  expect(codeOf(await call("context", { name: "Ledger", relationTypes: Array(200_000).fill("CALLS") })))
    .toBe("InvalidArguments")
  for (const levels of [1_000, 1_000_000]) {
    for (const name of ["name", "names", "relationTypes", "maxTokens", "nothing"]) {
      const value = `${"[".repeat(levels)}${"]".repeat(levels)}`
      const answer = await raw(`"method":"tools/call","params":{"name":"context","arguments":{"${name}":${value}}}`)
      expect({ levels, name, code: codeOf(answer) }).toEqual({ levels, name, code: "InvalidArguments" })
    }
  }
  child.stdin.end()
  expect(await ended).toEqual({ code: 0, err: "" })
})

test("whatever the budget, an answer fits it or is null; all of it is JSON", async () => {
  const server = await Served.serve({ home })
  const calls: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
    ["context", { name: "Ledger", include_content: true }],
    ["impact", { target: "src/money.ts:add" }],
    ["query", { search_query: "total" }],
    ["trace", { from: "main", to: "format" }],
    ["read_file", { path: "src/store.ts" }],
    ["grep", { pattern: "add" }],
    ["list_repos", {}],
    ["context", { name: "noSuchThing" }],
    ["nothing", {}],
    ["context", { name: "Ledger", repo: "none" }],
  ]
  for (const [name, input] of calls) {
    for (const maxTokens of [1, 2, 5, 10, 20, 50, 100, 200]) {
      const { text } = await server.call(name, { ...input, maxTokens })
      if (text !== "null") {
        expect({ name, maxTokens, bytes: new TextEncoder().encode(text).length <= maxTokens * 4 })
          .toEqual({ name, maxTokens, bytes: true })
      }
    }
    const { text, isError } = await server.call(name, { ...input, maxTokens: 1 })
    expect({ name, text, isError }).toEqual({ name, text: "null", isError: true })
  }
  await server.close()
})

describe("a client that does not read", () => {
  test("is not read from any more once much waits for it, and again when it has read", async () => {
    const input = new PassThrough()
    const output = new PassThrough({ highWaterMark: 1000 })
    const answer = { text: JSON.stringify("x".repeat(8_000_000)), isError: false }
    let calls = 0
    const surface = {
      list: [],
      call: () => Promise.resolve((calls++, answer)),
      templates: [],
      prompts: [],
      watch: () => () => {},
    }
    const over = Stdio.serve(
      { input, output },
      { version: "1", surface: () => Promise.resolve(surface as never), onError: () => {} },
      new Promise(() => {}),
    )
    const send = (id: number) =>
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "a" } })}\n`)
    const settle = () => new Promise((done) => setTimeout(done, 20))
    for (let id = 1; id <= 20; id++) {
      send(id)
      await settle()
    }
    expect(calls).toBeLessThan(6)
    let read = 0
    output.on("data", (part: Uint8Array) => read += part.length)
    for (let i = 0; i < 200 && calls < 20; i++) await settle()
    expect(calls).toBe(20)
    input.end()
    await over
    expect(read).toBeGreaterThan(20 * 8_000_000)
  })
})
