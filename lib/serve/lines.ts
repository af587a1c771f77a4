// Messages as lines of JSON over a pair of streams. Whatever a client sends, the session goes on: a line that is no message
// is answered where it has an id and left out, a line without end is not kept. What waits here is bounded: no more requests
// are handed on than can be worked at, none while the client does not read its answers, and then nothing more is read
// from it. Notifications are handed on at once, so that what still waits can be cancelled.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport"
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js"

/** Of a stream what is used here; Node's are such streams, and Bun's. */
export interface Input {
  readonly on: (event: "data", listener: (chunk: Uint8Array) => void) => unknown
  readonly off: (event: "data", listener: (chunk: Uint8Array) => void) => unknown
  readonly pause: () => unknown
  readonly resume: () => unknown
  readonly isPaused: () => boolean
}

export interface Output {
  /** `done` is called when the text has left. Only that tells on every runtime how much still waits. */
  readonly write: (text: string, done: () => void) => boolean
}

/** A transport that can be waited for. */
export interface Lines extends Transport {
  /** Settles when every request that was read has been answered. */
  readonly quiet: () => Promise<void>
}

/** Bytes of a line: a call is some hundred, and no argument takes more than some thousand. */
const LONGEST = 10_000_000

/** Bytes of answers that may wait for the client to read them. */
const MOST_WAITING = 16_000_000

/** Requests that are handed on and not answered: some more than run side by side. */
const MOST_RUNNING = 32

/** Bytes and number of requests that wait to be handed on. */
const MOST_HELD = 16_000_000
const MOST_HELD_COUNT = 10_000

/** Of a batch, which the protocol has no more, so many requests are told so. */
const MOST_REFUSED = 100

/** So much of both ends of a line without end is looked at for its id. */
const ENDS = 200

const LINE_BREAK = 10

const decoder = new TextDecoder()

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => "method" in message && "id" in message

/** Costs nothing and tells that the server lives: it never waits. */
const PING = "ping"

export const make = (input: Input, output: Output, onError: (error: Error) => void): Lines => {
  const held = new Map<number, { readonly message: JSONRPCRequest; readonly size: number }>()
  let heldBytes = 0
  let turn = 0
  const running = new Map<RequestId, number>()
  let runningCount = 0
  let waiting: Array<() => void> = []
  let unread = 0
  let isClosed = false

  const begin = (id: RequestId) => {
    running.set(id, (running.get(id) ?? 0) + 1)
    runningCount++
  }
  const end = (id: RequestId) => {
    const count = running.get(id)
    if (count === undefined) return
    if (count === 1) running.delete(id)
    else running.set(id, count - 1)
    runningCount--
  }

  const isFull = () => MOST_WAITING <= unread
  const hasRoom = () => runningCount < MOST_RUNNING && !isFull()

  /** Settles when more may be written. */
  const write = (message: unknown): Promise<void> => {
    const text = `${JSON.stringify(message)}\n`
    unread += text.length
    return new Promise((done) => {
      const more = output.write(text, () => {
        unread -= text.length
        done()
        next()
      })
      if (more) done()
    })
  }

  const handOn = (message: JSONRPCRequest) => {
    begin(message.id)
    transport.onmessage?.(message)
  }

  /** Hands on what may be, and reads on where there is room. */
  const next = () => {
    if (isClosed) return
    for (const [at, { message, size }] of held) {
      if (!hasRoom()) break
      held.delete(at)
      heldBytes -= size
      handOn(message)
    }
    const stop = isFull() || MOST_HELD <= heldBytes || MOST_HELD_COUNT <= held.size
    if (stop && !input.isPaused()) input.pause()
    else if (!stop && input.isPaused()) input.resume()
    if (held.size === 0 && runningCount === 0) {
      for (const done of waiting) done()
      waiting = []
    }
  }

  const refuse = (id: RequestId, message: string) => {
    void write({ jsonrpc: "2.0", id, error: { code: ErrorCode.InvalidRequest, message } })
  }

  const take = (line: Uint8Array) => {
    const text = decoder.decode(line).trim()
    if (text === "") return
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return onError(new Error("A line that is no JSON was left out"))
    }
    const read = JSONRPCMessageSchema.safeParse(value)
    if (!read.success) {
      onError(new Error("A line that is no message of the protocol was left out"))
      const all = Array.isArray(value) ? value.slice(0, MOST_REFUSED) : [value]
      const why = Array.isArray(value) ? "Invalid request: a line takes one message" : "Invalid request"
      for (const it of all) {
        const id = idOf(it)
        if (id !== undefined) refuse(id, why)
      }
      return
    }
    const message = read.data
    if (isRequest(message)) {
      if (message.method === PING || held.size === 0 && hasRoom()) return handOn(message)
      held.set(turn++, { message, size: line.length })
      heldBytes += line.length
      return
    }
    if ("method" in message && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"] as RequestId | undefined
      for (const [at, it] of held) {
        if (it.message.id !== id) continue
        held.delete(at)
        heldBytes -= it.size
        return
      }
      // Nobody answers what was cancelled.
      if (id !== undefined) end(id)
    }
    transport.onmessage?.(message)
  }

  let parts: Array<Uint8Array> = []
  let size = 0
  /** Both ends of a line that is too long; undefined where none is. */
  let lost: { readonly head: Uint8Array; tail: Uint8Array } | undefined

  const keep = (part: Uint8Array) => {
    if (lost !== undefined) {
      lost.tail = joined([lost.tail, part.subarray(-ENDS)]).slice(-ENDS)
      return
    }
    parts.push(part)
    size += part.length
    if (size <= LONGEST) return
    const line = joined(parts)
    lost = { head: line.slice(0, ENDS), tail: line.slice(-ENDS) }
    parts = []
    size = 0
  }

  const endLine = () => {
    if (lost === undefined) {
      const line = joined(parts)
      parts = []
      size = 0
      return take(line)
    }
    onError(new Error(`A line of more than ${LONGEST / 1_000_000} MB was left out`))
    const id = idAtEnds(decoder.decode(lost.head), decoder.decode(lost.tail))
    lost = undefined
    if (id !== undefined) refuse(id, `Invalid request: it is longer than ${LONGEST / 1_000_000} MB`)
  }

  const onData = (chunk: Uint8Array) => {
    let from = 0
    for (let to = chunk.indexOf(LINE_BREAK); to !== -1; to = chunk.indexOf(LINE_BREAK, from)) {
      keep(chunk.subarray(from, to))
      endLine()
      from = to + 1
    }
    if (from < chunk.length) keep(chunk.slice(from))
    next()
  }

  const transport: Lines = {
    start: () => {
      input.on("data", onData)
      return Promise.resolve()
    },
    send: (message: JSONRPCMessage) => {
      if (!("method" in message) && message.id !== undefined) end(message.id)
      const written = write(message)
      next()
      return written
    },
    close: () => {
      isClosed = true
      input.off("data", onData)
      input.pause()
      held.clear()
      transport.onclose?.()
      return Promise.resolve()
    },
    quiet: () =>
      held.size === 0 && runningCount === 0 ? Promise.resolve() : new Promise((done) => void waiting.push(done)),
  }
  return transport
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  if (parts.length === 1) return parts[0]!
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The id of what was meant for a request; undefined where there is none that can be answered. */
const idOf = (value: unknown): RequestId | undefined => {
  if (typeof value !== "object" || value === null || !("method" in value) || !("id" in value)) return undefined
  const { id } = value
  return typeof id === "string" || Number.isSafeInteger(id) ? id as RequestId : undefined
}

/** Only what is JSON by itself: nothing else may be read as an id. */
const FIELDS = String.raw`"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(-?(?:0|[1-9]\d{0,14})|"[^"\\\p{Cc}]*")`
const HEAD = new RegExp(String.raw`^\s*\{\s*${FIELDS}\s*,`, "u")
const TAIL = new RegExp(String.raw`${FIELDS}\s*\}\s*$`, "u")

/** The id of a request of which only the ends are known, as clients write it: before all else, or last. */
const idAtEnds = (head: string, tail: string): RequestId | undefined => {
  const found = HEAD.exec(head)?.[1] ?? TAIL.exec(tail)?.[1]
  return found === undefined ? undefined : JSON.parse(found) as RequestId
}
