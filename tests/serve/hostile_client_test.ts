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

/** Calls of every kind: answers, failures of each sort, texts and lists. */
const MIXED: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
  ["context", { name: "Ledger" }],
  ["context", { names: ["Ledger", "add", "nothing"], include_content: true }],
  ["impact", { target: "src/money.ts:add" }],
  ["trace", { from: "src/main.ts:main", to: "src/money.ts:add" }],
  ["query", { search_query: "total" }],
  ["grep", { pattern: "add" }],
  ["read_file", { path: "src/store.ts" }],
  ["class", { name: "Ledger", format: "markdown" }],
  ["search", { query: "money" }],
  ["list_repos", {}],
  ["context", { name: "nothing" }],
  ["context", { nmae: "Ledger" }],
  ["nothing", {}],
]

test("a thousand calls at once are all answered right, storm after storm in the same memory, and nothing else is printed", async () => {
  const { call, child, ended, megabytes, notify, ready, sent } = started()
  await ready
  const isAnswered = ({ result }: Message) => result !== undefined && result.isError !== true
  const alone = await Promise.all(MIXED.map(async ([name, input]) => (await call(name, input)).result))
  /** Texts that a call of a storm gave and the same call alone does not. */
  const storm = async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => call(...MIXED[i % MIXED.length]!)),
    )
    return answers.filter(({ result }, i) => JSON.stringify(result) !== JSON.stringify(alone[i % MIXED.length])).length
  }
  const began = megabytes()
  const after: Array<number> = []
  for (let round = 0; round < 4; round++) {
    expect(await storm()).toBe(0)
    after.push(Math.round(megabytes()))
  }
  if (process.env["SHOW"] !== undefined) console.log(`${Math.round(began)} MB; after each storm ${after.join(", ")} MB`)
  // The first ones bring the machine to its size.
  expect(after.at(-1)!).toBeLessThan(Math.max(...after.slice(0, 2)) * 1.25)
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
  for (const levels of [1_000, 10_000, 1_000_000]) {
    for (const name of ["name", "names", "relationTypes", "maxTokens", "nothing"]) {
      const value = `${"[".repeat(levels)}${"]".repeat(levels)}`
      const answer = await raw(`"method":"tools/call","params":{"name":"context","arguments":{"${name}":${value}}}`)
      expect({ levels, name, code: codeOf(answer) }).toEqual({ levels, name, code: "InvalidArguments" })
    }
  }
  child.stdin.end()
  expect(await ended).toEqual({ code: 0, err: "" })
})

test("values of another kind and names that are none are refused by name, ten megabytes too", async () => {
  const server = await Served.serve({ home })
  const KINDS: ReadonlyArray<readonly [kind: string, value: unknown]> = [
    ["string", "text"],
    ["integer", 7],
    ["number", 0.5],
    ["boolean", true],
    ["array", ["text"]],
    ["object", { a: 1 }],
  ]
  for (const tool of TOOLS) {
    for (const [name, { type }] of Object.entries(Listing.inputSchema(tool).properties)) {
      for (const [kind, value] of KINDS) {
        if (kind === type || (type === "number" && kind === "integer")) continue
        const { error } = (await server.call(tool.name, { [name]: value })).value
        expect({ tool: tool.name, name, kind, code: error?.code })
          .toEqual({ tool: tool.name, name, kind, code: "InvalidArguments" })
        expect(error.message).toContain(`${name} must be`)
      }
    }
    for (const name of ["nothing", "constructor", "toString", ""]) {
      const args = JSON.parse(`{${JSON.stringify(name)}: 1}`)
      const { error } = (await server.call(tool.name, args)).value
      expect({ tool: tool.name, name, code: error?.code }).toEqual({ tool: tool.name, name, code: "InvalidArguments" })
    }
  }
  const large = "x".repeat(10_000_000)
  for (const [name, input] of [["context", { name: large }], ["grep", { pattern: large }], [large, {}]] as const) {
    const { value, text } = await server.call(name, input)
    expect(["InvalidArguments", "UnknownTool"]).toContain(value.error.code)
    expect(text.length).toBeLessThan(2_000)
  }
  expect((await server.call("context", { name: "Ledger" })).isError).toBe(false)
  expect(server.errors).toEqual([])
  await server.close()
})

describe("a client that dies", () => {
  // A program that starts the server as a client does, asks for much, and waits to be killed.
  const CLIENT = `
    const { spawn } = require("node:child_process")
    const [command, ...args] = JSON.parse(process.argv[1])
    const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] })
    const send = (id, method, params) =>
      server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\\n")
    send(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } })
    let asked = false
    server.stdout.on("data", () => {
      if (asked) return
      asked = true
      for (let id = 1; id <= 300; id++) send(id, "tools/call", { name: "impact", arguments: { target: "Ledger" } })
      console.log(server.pid)
    })
  `
  test.each(["SIGKILL", "SIGTERM"] as const)(
    "of %s in the midst of many calls takes its server with it",
    async (signal) => {
      const server = [Program.BUN, ...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "mcp"]
      const client = spawn(Program.BUN, [...Program.SAFELY, "-e", CLIENT, JSON.stringify(server)], {
        cwd: base,
        env: { PORTOLAN_HOME: home },
        stdio: ["ignore", "pipe", "pipe"],
      })
      let err = ""
      client.stderr.setEncoding("utf8").on("data", (text: string) => err += text)
      const pid = await new Promise<number>((done, fail) => {
        client.stdout.once("data", (text) => done(Number(String(text))))
        client.once("close", () => fail(new Error(`the client ended: ${err}`)))
      })
      const isAlive = () => {
        try {
          process.kill(pid, 0)
          return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
        } catch {
          return false
        }
      }
      expect(isAlive()).toBe(true)
      client.kill(signal)
      for (let i = 0; i < 300 && isAlive(); i++) await new Promise((done) => setTimeout(done, 50))
      expect(isAlive()).toBe(false)
      expect(err).toBe("")
    },
  )
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
