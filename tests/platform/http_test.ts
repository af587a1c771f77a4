// Requests over the network, to a server of our own: what comes back, and what is no whole answer.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { Http, type Request } from "../../lib/machine/http.ts"
import * as PlatformHttp from "../../lib/platform/http.ts"
import { effect } from "../_kit/effect.ts"
import * as Server from "../_kit/embedding_server.ts"

const post = (url: string, changes: Partial<Request> = {}) =>
  Effect.provide(
    Effect.flatMap(
      Http,
      (http) => http.post({ url, headers: {}, body: '{"model":"m"}', timeoutMs: 5000, mostBytes: 100, ...changes }),
    ),
    PlatformHttp.layer,
  )

effect(
  "a body is sent and the answer given, whatever its status",
  Effect.gen(function* () {
    const { url, asked } = yield* Server.serve((_, n) => ({ status: n === 0 ? 200 : 418, body: "größer" }))
    expect(yield* post(`${url}/a/b`, { headers: { authorization: "Bearer k" } })).toEqual({
      status: 200,
      text: "größer",
    })
    expect(yield* post(url)).toEqual({ status: 418, text: "größer" })
    expect(asked[0]).toEqual({ path: "/a/b", authorization: "Bearer k", body: { model: "m" } as never })
  }),
)

effect(
  "a server says how long it wants to be left alone: in seconds, by a date, or not so that it can be read",
  Effect.gen(function* () {
    const headers = ["2", new Date(Date.now() + 60_000).toUTCString(), "soon"]
    const { url } = yield* Server.serve((_, n) => ({ headers: { "retry-after": headers[n]! }, body: "" }))
    expect((yield* post(url)).retryAfterMs).toBe(2000)
    const until = (yield* post(url)).retryAfterMs!
    expect(until).toBeGreaterThan(50_000)
    expect(until).toBeLessThanOrEqual(60_000)
    expect((yield* post(url)).retryAfterMs).toBeUndefined()
  }),
)

effect(
  "a redirection is an answer: nothing is sent to where it leads",
  Effect.gen(function* () {
    const other = yield* Server.serve(() => ({ body: "" }))
    const { url } = yield* Server.serve(() => ({ status: 307, headers: { location: other.url }, body: "" }))
    expect((yield* post(url)).status).toBe(307)
    expect(other.asked).toEqual([])
  }),
)

effect(
  "what is too large, too late or not there is no answer",
  Effect.gen(function* () {
    const { url } = yield* Server.serve(({ path }) => ({ body: path === "/late" ? undefined : "x".repeat(101) }))
    const closed = yield* Effect.scoped(Effect.map(Server.serve(() => ({ body: "" })), (it) => it.url))
    expect((yield* Effect.flip(post(url))).code).toBe("large")
    expect((yield* post(url, { mostBytes: 101 })).text.length).toBe(101)
    expect((yield* Effect.flip(post(`${url}/late`, { timeoutMs: 50 }))).code).toBe("timeout")
    expect((yield* Effect.flip(post(closed))).code).toBe("ECONNREFUSED")
  }),
)
