// Requests by the runtime's own fetch, which Bun, Deno and Node all have.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Answer, Http, HttpFailed, type Request } from "../machine/http.ts"

/** What was seen of longest waits that servers ask for is a minute; what is longer is not waited for. */
const retryAfterOf = (header: string | null): number | undefined => {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** The body as text, if it is not larger than wanted. */
const bodyOf = async (response: Response, most: number): Promise<string> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return ""
  const parts: Array<Uint8Array> = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (most < bytes) {
      await reader.cancel()
      throw new HttpFailed({ code: "large" })
    }
    parts.push(value)
  }
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new TextDecoder().decode(whole)
}

/** A cause's own code, or that of what caused it: runtimes wrap the system's. */
const codeOf = (cause: unknown): string => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code } = at as { readonly code?: unknown }
    if (typeof code === "string") return code
    // Not every runtime keeps the system's code.
    if (/connection refused/i.test(at.message)) return "ECONNREFUSED"
    const said = /\bE[A-Z]{4,}\b/.exec(at.message)
    if (said !== null) return said[0]
  }
  return "UNREACHABLE"
}

const post = ({ url, headers, body, timeoutMs, mostBytes }: Request): Effect.Effect<Answer, HttpFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body,
        redirect: "manual",
        signal,
      })
      const text = await bodyOf(response, mostBytes)
      const retryAfterMs = retryAfterOf(response.headers.get("retry-after"))
      return { status: response.status, text, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    },
    catch: (cause) => cause instanceof HttpFailed ? cause : new HttpFailed({ code: codeOf(cause) }),
  }).pipe(
    Effect.timeoutFail({ duration: timeoutMs, onTimeout: () => new HttpFailed({ code: "timeout" }) }),
  )

export const layer: Layer.Layer<Http> = Layer.succeed(Http, { post })
