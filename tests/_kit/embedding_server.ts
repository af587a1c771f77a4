// A server of embeddings on this machine, which answers as a test says and notes what it was asked.

import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: ReadonlyArray<string> }
}

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, a text as it is; undefined: no answer ever comes. */
  readonly body: unknown
}

export interface Server {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
}

/** Runs while the scope does. @param answer Of request number `n`, from 0 on. */
export const serve = (answer: (asked: Asked, n: number) => Answer): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<{ readonly server: ReturnType<typeof createServer>; readonly asked: Array<Asked> }>((done) => {
          const asked: Array<Asked> = []
          const server = createServer((request, response) => {
            const parts: Array<Buffer> = []
            request.on("data", (part) => parts.push(part))
            request.on("end", () => {
              const it: Asked = {
                path: request.url ?? "",
                authorization: request.headers.authorization,
                body: JSON.parse(Buffer.concat(parts).toString("utf8")),
              }
              const { status = 200, headers = {}, body } = answer(it, asked.push(it) - 1)
              if (body === undefined) return
              response.writeHead(status, { "content-type": "application/json", ...headers })
              response.end(typeof body === "string" ? body : JSON.stringify(body))
            })
          })
          server.listen(0, "127.0.0.1", () => done({ server, asked }))
        })
      ),
      ({ server }) =>
        Effect.promise(() =>
          new Promise<void>((done) => {
            server.close(() => done())
            server.closeAllConnections()
          })
        ),
    ),
    ({ server, asked }) => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }),
  )

/** What each text becomes: its length, and how many vowels it has. */
export const vectorOf = (text: string): ReadonlyArray<number> => [
  text.length,
  [...text].filter((it) => "aeiou".includes(it)).length,
  0,
]

export const asOpenAi = ({ body }: Asked): Answer => ({
  body: { data: body.input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() },
})

export const asOllama = ({ body }: Asked): Answer => ({ body: { embeddings: body.input.map(vectorOf) } })
