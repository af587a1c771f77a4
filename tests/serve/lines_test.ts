// Lines from a client that may send anything, and answers to one that may never read them.

import { describe, expect, test } from "bun:test"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { PassThrough } from "node:stream"
import * as Lines from "../../lib/serve/lines.ts"

type Method = { readonly method: string; readonly id?: unknown }

/** An output whose reader takes what was written only when `read` says so. */
const session = async () => {
  const input = new PassThrough()
  const written: Array<{ readonly id?: unknown; readonly error?: { readonly code: number } }> = []
  let unread: Array<() => void> = []
  const errors: Array<string> = []
  const handed: Array<Method> = []
  const lines = Lines.make(
    input,
    { write: (text, done) => (written.push(JSON.parse(text)), unread.push(done), false) },
    (error) => errors.push(error.message),
  )
  lines.onmessage = (message: JSONRPCMessage) => void handed.push(message as Method)
  await lines.start()
  const settle = () => new Promise((done) => setTimeout(done, 1))
  const send = async (...all: ReadonlyArray<unknown>) => {
    for (const it of all) input.write(typeof it === "string" ? it : `${JSON.stringify(it)}\n`)
    await settle()
  }
  const read = async () => {
    const all = unread
    unread = []
    for (const done of all) done()
    await settle()
  }
  const answer = (id: number, text = "") => void lines.send({ jsonrpc: "2.0", id, result: { text } })
  return { lines, input, send, read, answer, written, errors, handed }
}

const call = (id: unknown, meta: object = {}) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { ...meta } })

const cancel = (requestId: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })

describe("a line that is no message", () => {
  test("is answered where it is a request with an id that can be answered, so that nobody waits for it", async () => {
    const { send, written, errors, handed } = await session()
    const wrong = [
      call(1, { _meta: { progressToken: null } }),
      call("two", { _meta: { progressToken: 1.5 } }),
      { ...call(3), params: [] },
      { ...call(4), jsonrpc: "1.0" },
    ]
    await send(...wrong, "no JSON\n", "5\n", "null\n", "\n", { jsonrpc: "2.0", id: 6, result: 7 }, call(null), call({}))
    expect(written.map((it) => [it.id, it.error?.code])).toEqual([1, "two", 3, 4].map((id) => [id, -32600]))
    expect(errors.length).toBe(10)
    expect(handed).toEqual([])
  })

  test("that holds several is answered for each", async () => {
    const { send, written } = await session()
    await send([call(1), cancel(1), call("b"), 5, []])
    expect(written.map((it) => it.id)).toEqual([1, "b"])
  })

  test("or has no end is not kept; the next one is heard", async () => {
    const { send, written, errors, handed } = await session()
    const part = "a".repeat(1_000_000)
    await send(...Array.from({ length: 25 }, () => part), "\n", call(1))
    expect({ errors, written }).toEqual({ errors: ["A line of more than 10 MB was left out"], written: [] })
    await send('{"jsonrpc":"2.0","id":2,"method":"a","params":{"id":9,"text":"', ...Array(11).fill(part), '"}}\n')
    await send('{"method":"a","params":{"id":9,"text":"', ...Array(11).fill(part), '"},"jsonrpc":"2.0","id":"three"}\n')
    expect(written.map((it) => it.id)).toEqual([2, "three"])
    expect(handed.map((it) => it.id)).toEqual([1])
  })

  test("or has no end, and an id that is no JSON, is not answered; the next one is heard", async () => {
    const { send, written, errors, handed } = await session()
    const part = "a".repeat(1_000_000)
    for (const id of ["007", "-", '"a\tb"']) {
      await send(`{"jsonrpc":"2.0","id":${id},"method":"`, ...Array(11).fill(part), '"}\n')
    }
    await send(call(1))
    expect({ written, errors: errors.length }).toEqual({ written: [], errors: 3 })
    expect(handed.map((it) => it.id)).toEqual([1])
  })

  test("lines are told apart wherever they are cut", async () => {
    const { input, send, handed } = await session()
    const text = `${JSON.stringify(call("ä€𝄞"))}\r\n${JSON.stringify(call(2))}\n`
    for (const byte of new TextEncoder().encode(text)) input.write(Uint8Array.of(byte))
    await send()
    expect(handed.map((it) => it.id)).toEqual(["ä€𝄞", 2])
  })
})

describe("a flood", () => {
  test("is handed on as it is answered, in its order; what tells that the server lives does not wait", async () => {
    const { send, answer, handed, read } = await session()
    const ids = Array.from({ length: 500 }, (_, id) => id)
    await send(...ids.map((id) => call(id)), { jsonrpc: "2.0", id: "alive", method: "ping" })
    const running = handed.filter((it) => it.id !== "alive").length
    expect(handed.at(-1)!.id).toBe("alive")
    expect(running).toBeLessThan(50)
    for (const id of ids) {
      answer(id)
      await read()
    }
    expect(handed.filter((it) => it.id !== "alive").map((it) => it.id)).toEqual(ids)
  })

  test("can be cancelled: what waits never runs, what runs makes room", async () => {
    const { lines, send, answer, handed } = await session()
    await send(...Array.from({ length: 40 }, (_, id) => call(id)))
    const running = handed.length
    await send(cancel(39), cancel(0))
    expect(handed.map((it) => it.method).filter((it) => it !== "tools/call")).toEqual(["notifications/cancelled"])
    expect(handed.filter((it) => it.method === "tools/call").length).toBe(running + 1)
    for (let id = 1; id < 39; id++) answer(id)
    await lines.quiet()
    expect(handed.map((it) => it.id)).not.toContain(39)
  })

  test("of a client that does not read is not read from any more, and again when it has", async () => {
    const { input, send, answer, handed, read } = await session()
    const large = "x".repeat(1_000_000)
    await send(...Array.from({ length: 100 }, (_, id) => call(id)))
    for (let id = 0; id < handed.length; id++) answer(id, large)
    const before = handed.length
    expect(before).toBeLessThan(60)
    expect(input.isPaused()).toBe(true)
    await send({ jsonrpc: "2.0", id: "late", method: "ping" })
    expect(handed.length).toBe(before)
    for (let id = before; id < 100; id++) {
      await read()
      answer(id)
    }
    await read()
    expect(handed.filter((it) => it.method === "tools/call").length).toBe(100)
    expect(handed.some((it) => it.id === "late")).toBe(true)
  })
})
