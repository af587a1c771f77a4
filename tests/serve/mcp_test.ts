import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterEach, describe, expect, test } from "bun:test"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Mcp from "../../lib/serve/mcp.ts"
import * as Surface from "../../lib/serve/surface.ts"
import * as Fixture from "./fixture_tools.ts"

const closing: Array<() => Promise<unknown>> = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  Fixture.log.length = 0
})

interface Given {
  readonly structured?: boolean
  readonly timeLimitMs?: number
}

/** A client that talks to our core over memory; `errors` has what the server logged. */
const connected = async ({ structured = false, timeLimitMs = 5000 }: Given = {}) => {
  const errors: Array<string> = []
  let loads = 0
  const runtime = ManagedRuntime.make(Layer.empty)
  const service = Mcp.make({
    version: "1.2.3",
    surface: () => {
      loads++
      return Promise.resolve(Surface.make({ tools: Fixture.tools, runtime, structured, timeLimitMs }))
    },
    onError: (error) => errors.push(String(error)),
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "0" })
  await service.connect(ours)
  await client.connect(theirs)
  closing.push(() => client.close(), () => runtime.dispose())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args }) as CallToolResult
    const [first] = result.content
    if (first?.type !== "text") throw new Error("no text")
    return { ...result, value: JSON.parse(first.text) }
  }
  return { client, call, errors, service, loads: () => loads }
}

const until = async (holds: () => boolean) => {
  for (let i = 0; i < 200 && !holds(); i++) await new Promise((done) => setTimeout(done, 10))
  expect(holds()).toBe(true)
}

describe("handshake", () => {
  test("names the server; the tools are loaded once, after it", async () => {
    const { client, loads } = await connected()
    expect(client.getServerVersion()).toEqual({ name: "portolan", version: "1.2.3" })
    await client.listTools()
    await client.listTools()
    expect(loads()).toBe(1)
  })

  test.each(["2025-11-25", "2025-06-18"])("speaks revision %s, and loads nothing for it", async (protocolVersion) => {
    let loads = 0
    const service = Mcp.make({
      version: "1",
      surface: () => {
        loads++
        return Promise.reject(new Error("not needed"))
      },
      onError: () => {},
    })
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await service.connect(ours)
    const answered = new Promise<unknown>((done) => theirs.onmessage = done)
    await theirs.start()
    await theirs.send({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "0" } },
    })
    expect(await answered).toMatchObject({ id: 1, result: { protocolVersion, capabilities: { tools: {} } } })
    expect(loads).toBe(0)
  })
})

describe("tools/list", () => {
  test("shows each tool with a flat schema and hints that are no defaults", async () => {
    const { client } = await connected()
    const { tools } = await client.listTools()
    expect(tools.map((it) => it.name)).toEqual(Fixture.tools.map((it) => it.name))
    const add = tools.find((it) => it.name === "add")!
    expect(add.inputSchema).toEqual({
      type: "object",
      properties: {
        a: { type: "integer", description: "The first" },
        b: { type: "integer", description: "The second" },
      },
      required: ["a", "b"],
      additionalProperties: false,
    })
    expect(add.annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
    expect(add.outputSchema).toBeUndefined()
  })
})

describe("tools/call", () => {
  test("answers with one text of compact JSON", async () => {
    const { call } = await connected()
    const result = await call("add", { a: 2, b: 3 })
    expect(result.content).toEqual([{ type: "text", text: `{"sum":5}` }])
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toBeUndefined()
  })

  test("with structured output lists its schema and answers the same value twice", async () => {
    const { call, client } = await connected({ structured: true })
    const { tools } = await client.listTools()
    for (const tool of tools) expect(tool.outputSchema?.type).toBe("object")
    expect((await call("add", { a: 2, b: 3 })).structuredContent).toEqual({ sum: 5 })
    const failed = await call("test_error_handling")
    expect(failed.structuredContent).toBeUndefined()
    expect(failed.isError).toBe(true)
  })

  test("a declared failure is an answer", async () => {
    const { call } = await connected()
    const result = await call("test_error_handling")
    expect(result.isError).toBe(true)
    expect(result.value).toEqual({
      error: { code: "Refused", message: "Cannot do it: this tool intentionally returns an error for testing" },
    })
  })

  test("a bug stays inside", async () => {
    const { call } = await connected()
    const result = await call("broken")
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toContain("secret")
  })

  test("an unknown tool and an unknown argument are refused with the right names", async () => {
    const { call } = await connected()
    const tool = await call("ad")
    expect(tool.isError).toBe(true)
    expect(tool.value.error).toMatchObject({ code: "UnknownTool", candidates: ["add"] })
    const argument = await call("add", { a: 1, bb: 2 })
    expect(argument.isError).toBe(true)
    expect(argument.value.error.message).toContain(`"bb"`)
    expect(argument.value.error.message).toContain("did you mean b")
  })

  test("another spelling of an argument works, two values for one don't", async () => {
    const { call } = await connected()
    expect((await call("add", { left: 1, b: 2 })).value).toEqual({ sum: 3 })
    expect((await call("add", { left: 1, a: 7, b: 2 })).isError).toBe(true)
  })

  test("calls run side by side", async () => {
    const { call } = await connected()
    await Promise.all([call("sleeper", { millis: 80 }), call("sleeper", { millis: 10 })])
    expect(Fixture.log).toEqual(["start 80", "start 10", "end 10", "end 80"])
  })

  test("a flood of calls takes turns: some two dozen at once, all answered; one that is cancelled while it waits never runs", async () => {
    const { call, client } = await connected()
    const stop = new AbortController()
    const flood = Array.from({ length: 100 }, () => call("sleeper", { millis: 30 }))
    const waiting = client.callTool({ name: "sleeper", arguments: { millis: 77 } }, undefined, { signal: stop.signal })
    waiting.catch(() => {})
    await until(() => Fixture.log.length > 0)
    stop.abort()
    expect((await Promise.all(flood)).length).toBe(100)
    const running = Fixture.log.reduce(
      ({ now, most }, line) => {
        const next = now + (line.startsWith("start") ? 1 : -1)
        return { now: next, most: Math.max(most, next) }
      },
      { now: 0, most: 0 },
    )
    expect(running).toEqual({ now: 0, most: 24 })
    expect(Fixture.log.filter((line) => line.includes("77"))).toEqual([])
  })

  test("a call that the client cancels is interrupted, others go on", async () => {
    const { client, call, errors } = await connected()
    const stop = new AbortController()
    const cancelled = client.callTool({ name: "sleeper", arguments: { millis: 3000 } }, undefined, {
      signal: stop.signal,
    })
    cancelled.catch(() => {})
    await until(() => Fixture.log.includes("start 3000"))
    const other = call("sleeper", { millis: 50 })
    stop.abort()
    await expect(cancelled).rejects.toThrow()
    await until(() => Fixture.log.includes("interrupted 3000"))
    expect((await other).value).toEqual({ said: "slept 50" })
    expect(errors).toEqual([])
  })

  test("a call ends at the time limit", async () => {
    const { call } = await connected({ timeLimitMs: 50 })
    const result = await call("sleeper", { millis: 3000 })
    expect(result.isError).toBe(true)
    expect(result.value.error).toMatchObject({ code: "TimedOut", message: "Cannot answer within 0.05 s" })
    expect(Fixture.log).toContain("interrupted 3000")
  })

  test("progress is told to a client that asks, in growing steps", async () => {
    const { client } = await connected()
    const seen: Array<number> = []
    await client.callTool({ name: "test_tool_with_progress" }, undefined, {
      onprogress: ({ progress }) => seen.push(progress),
    })
    expect(seen).toEqual([0, 50, 100])
  })

  test("a client that goes away interrupts its calls", async () => {
    const { client } = await connected()
    client.callTool({ name: "sleeper", arguments: { millis: 3000 } }).catch(() => {})
    await until(() => Fixture.log.includes("start 3000"))
    await client.close()
    await until(() => Fixture.log.includes("interrupted 3000"))
  })
})

test("a surface that cannot be loaded is an internal error, told to the log alone", async () => {
  const errors: Array<string> = []
  const service = Mcp.make({
    version: "1",
    surface: () => Promise.reject(new Error("no registry at /home/someone")),
    onError: (error) => errors.push(String(error)),
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "0" })
  await service.connect(ours)
  await client.connect(theirs)
  closing.push(() => client.close())
  await expect(client.listTools()).rejects.toThrow("Internal error")
  expect(errors.join()).toContain("no registry")
})
