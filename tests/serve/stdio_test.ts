// A session over a pair of streams, as a client starts it.

import { afterEach, describe, expect, test } from "bun:test"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { PassThrough } from "node:stream"
import * as Stdio from "../../lib/serve/stdio.ts"
import * as Surface from "../../lib/serve/surface.ts"
import * as Fixture from "./fixture_tools.ts"

afterEach(() => {
  Fixture.log.length = 0
})

const session = () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const lines: Array<string> = []
  output.setEncoding("utf8").on("data", (text: string) => lines.push(...text.split("\n").filter((it) => it !== "")))
  const runtime = ManagedRuntime.make(Layer.empty)
  const surface = Surface.make({ tools: Fixture.tools, runtime, structured: false, timeLimitMs: 5000 })
  let stop = () => {}
  const stopped = new Promise<void>((done) => stop = done)
  const over = Stdio.serve(
    { input, output },
    { version: "1", surface: () => Promise.resolve(surface), onError: () => {} },
    stopped,
  )
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  })
  send({ method: "notifications/initialized" })
  const call = (id: number, name: string, args: object) =>
    send({ id, method: "tools/call", params: { name, arguments: args } })
  return { input, output, lines, over, send, call, stop: () => stop() }
}

const until = async (holds: () => boolean) => {
  for (let i = 0; i < 200 && !holds(); i++) await new Promise((done) => setTimeout(done, 10))
  expect(holds()).toBe(true)
}

describe("a session", () => {
  test("ends when the client closes its side, after what runs was answered", async () => {
    const { call, input, lines, over } = session()
    call(2, "sleeper", { millis: 60 })
    input.end()
    await over
    expect(lines.map((it) => JSON.parse(it).id)).toEqual([1, 2])
    expect(Fixture.log).toEqual(["start 60", "end 60"])
  })

  test("ends at once when it is told to, and interrupts what runs", async () => {
    const { call, over, stop } = session()
    call(2, "sleeper", { millis: 4000 })
    await until(() => Fixture.log.includes("start 4000"))
    const before = performance.now()
    stop()
    await over
    expect(performance.now() - before).toBeLessThan(1000)
    await until(() => Fixture.log.includes("interrupted 4000"))
  })

  test.each<[string, number | string]>([
    ["0", 0],
    ["an empty text", ""],
    ["a number", 7],
    ["a text", "seven"],
    ["what 0 may be called inside", "\u0000zero"],
    ["what that may be called inside", "\u0000\u0000zero"],
  ])(
    "a call whose id is %s is cancelled like any other, and not answered",
    async (_, id) => {
      const { send, lines, input, over } = session()
      send({ id, method: "tools/call", params: { name: "sleeper", arguments: { millis: 4000 } } })
      await until(() => Fixture.log.includes("start 4000"))
      send({ method: "notifications/cancelled", params: { requestId: id } })
      await until(() => Fixture.log.includes("interrupted 4000"))
      send({ id, method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } })
      await until(() => lines.length === 2)
      expect(JSON.parse(lines[1]!)).toMatchObject({ id, result: { content: [{ text: `{"sum":3}` }] } })
      input.end()
      await over
    },
  )

  test("ends when its output is gone", async () => {
    const { call, output, over } = session()
    call(2, "sleeper", { millis: 4000 })
    await until(() => Fixture.log.includes("start 4000"))
    output.destroy(new Error("EPIPE"))
    await over
  })

  test("survives a line that is no message", async () => {
    const { input, call, lines, over } = session()
    input.write("hello\n{}\n[1]\n")
    call(2, "add", { a: 1, b: 2 })
    await until(() => lines.length === 2)
    expect(JSON.parse(lines[1]!)).toMatchObject({ id: 2, result: { content: [{ text: `{"sum":3}` }] } })
    input.end()
    await over
  })

  test("writes one message a line and nothing else", async () => {
    const { call, input, lines, over } = session()
    call(2, "broken", {})
    call(3, "nothing", {})
    input.end()
    await over
    expect(lines.length).toBe(3)
    for (const line of lines) expect(JSON.parse(line).jsonrpc).toBe("2.0")
  })
})
