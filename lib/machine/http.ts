// What lib asks of the network: one request, one answer. Nothing of ours asks for it unless the user has set an address.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** There was no whole answer. */
export class HttpFailed extends Data.TaggedError("HttpFailed")<{
  /** `timeout`, `large`, or the system's own code such as `ECONNREFUSED`. */
  readonly code: string
}> {}

export interface Answer {
  readonly status: number
  readonly text: string
  /** How long the server wants to be left alone, in milliseconds, where it says so. */
  readonly retryAfterMs?: number
}

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
  /** From the beginning to the last byte of the answer. */
  readonly timeoutMs: number
  /** Largest answer that is taken. */
  readonly mostBytes: number
}

export class Http extends Context.Tag("machine/Http")<Http, {
  /** Sends a body by POST. Redirections are not followed: they are an answer. */
  readonly post: (request: Request) => Effect.Effect<Answer, HttpFailed>
}>() {}
