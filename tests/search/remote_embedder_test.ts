// Embedders of the user's, against a server of our own: what is sent, what is tried again, what is said.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Http from "../../lib/platform/http.ts"
import * as Cache from "../../lib/search/embedding_cache.ts"
import * as RemoteEmbedder from "../../lib/search/remote_embedder.ts"
import { effect } from "../_kit/effect.ts"
import * as Server from "../_kit/embedding_server.ts"
import * as Repo from "../_kit/repo.ts"

const machine = Layer.mergeAll(Http.layer, Files.layer, Digest.layer)

const settings = (url: string, changes: Partial<RemoteEmbedder.Settings> = {}): RemoteEmbedder.Settings => ({
  provider: "openai",
  url,
  model: "some-model",
  key: undefined,
  dims: undefined,
  timeoutMs: 5000,
  batch: 64,
  ...changes,
})

const open = (given: RemoteEmbedder.Settings) => Effect.provide(RemoteEmbedder.open(given, 1), machine)
const embed = (given: RemoteEmbedder.Settings, texts: ReadonlyArray<string>) =>
  Effect.provide(Effect.flatMap(RemoteEmbedder.open(given, 1), (it) => it.embed(texts)), machine)

/** At length 1. */
const unit = (text: string) => {
  const vector = Server.vectorOf(text)
  const length = Math.hypot(...vector)
  return vector.map((it) => expect.closeTo(it / length, 5))
}

const TEXTS = ["open a file", "sky", "rhythm", "queue of events", "io"]

describe("what is sent and taken", () => {
  effect(
    "OpenAI's way: batches in order, rows by their index, the key in its header",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      const embedder = yield* open(settings(`${url}/v1`, { batch: 2, key: "sk-secret" }))
      expect({ id: embedder.id, dims: embedder.dims }).toEqual({ id: "openai:some-model:3:1", dims: 3 })
      const vectors = yield* Effect.provide(embedder.embed(TEXTS), machine)
      expect(vectors.map((it) => [...it])).toEqual(TEXTS.map(unit))
      expect(asked.map(({ body }) => body.input.length).sort()).toEqual([1, 1, 2, 2])
      for (const it of asked) {
        expect({ path: it.path, authorization: it.authorization }).toEqual({
          path: "/v1/embeddings",
          authorization: "Bearer sk-secret",
        })
        expect(it.body.model).toBe("some-model")
      }
    }),
  )

  effect(
    "Ollama's way, without a key",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOllama)
      const vectors = yield* embed(settings(url, { provider: "ollama" }), TEXTS)
      expect(vectors.map((it) => [...it])).toEqual(TEXTS.map(unit))
      expect(asked.at(-1)).toMatchObject({ path: "/api/embed", body: { model: "some-model", input: TEXTS } })
      expect(asked.at(-1)!.authorization).toBeUndefined()
    }),
  )

  effect(
    "where the dimensions are set nothing is asked to find them out",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      yield* open(settings(url, { dims: 3 }))
      expect(asked).toEqual([])
    }),
  )

  effect(
    "a passage is one text, names first, without what there is none of, and not longer than models read",
    Effect.sync(() => {
      const fields = { name: "open", container: "Disk", parameters: "path", doc: "Opens it.", body: ["a", "b", "a"] }
      expect(RemoteEmbedder.textOf(fields)).toBe("Disk.open (path)\nOpens it.\na b")
      expect(
        RemoteEmbedder.textOf({ name: "", container: "", parameters: "", doc: "", body: [], prose: "x".repeat(9e3) }),
      )
        .toBe("x".repeat(4000))
    }),
  )
})

describe("what is tried again", () => {
  effect(
    "a server that is busy, twice, and then answers",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve((it, n) =>
        n === 0
          ? { status: 429, headers: { "retry-after": "0" }, body: {} }
          : n === 1
          ? { status: 503, body: "<html>" }
          : Server.asOpenAi(it)
      )
      expect((yield* embed(settings(url, { dims: 3 }), ["io"])).length).toBe(1)
      expect(asked.length).toBe(3)
    }),
  )

  effect(
    "five times, and no more",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(() => ({
        status: 500,
        body: { error: { message: "out of\nmemory" } },
      }))
      const error = yield* Effect.flip(embed(settings(url, { dims: 3 }), ["io"]))
      expect(error._tag).toBe("EmbedderFailed")
      expect(error.reason).toBe("it answered 500 5 times: out of memory")
      expect(asked.length).toBe(5)
    }),
  )

  effect(
    "not where it wants to be left alone for an hour",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(() => ({ status: 429, headers: { "retry-after": "3600" }, body: {} }))
      expect((yield* Effect.flip(embed(settings(url, { dims: 3 }), ["io"]))).reason).toBe("it answered 429 once")
      expect(asked.length).toBe(1)
    }),
  )

  effect(
    "one that never answers, each time for as long as is set",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(() => ({ body: undefined }))
      const error = yield* Effect.flip(embed(settings(url, { dims: 3, timeoutMs: 60 }), ["io"]))
      expect(error.reason).toBe("no answer within 60 ms, 5 times")
      expect(error.advice).toContain("PORTOLAN_EMBEDDER_TIMEOUT_MS")
      expect(asked.length).toBe(5)
    }),
  )

  effect(
    "nobody at the address",
    Effect.gen(function* () {
      const error = yield* Effect.flip(embed(settings("http://127.0.0.1:9", { dims: 3 }), ["io"]))
      expect(error.reason).toMatch(/^it cannot be reached \([A-Za-z]+\)$/)
      expect(error.message).toContain("Start it, or correct PORTOLAN_EMBEDDER_URL. Or set PORTOLAN_EMBEDDER=builtin")
    }),
  )
})

/** Each is said at once: trying again changes nothing. */
const REFUSED: ReadonlyArray<
  readonly [
    what: string,
    answer: Server.Answer,
    reason: RegExp,
    advice: RegExp,
    changes?: Partial<RemoteEmbedder.Settings>,
  ]
> = [
  [
    "the key is missing",
    { status: 401, body: { error: { message: "no key" } } },
    /refused the key \(401\): no key/,
    /^Set PORTOLAN_EMBEDDER_KEY/,
  ],
  [
    "the key is wrong, and is not repeated",
    { status: 403, body: { error: { message: "sk-secret is unknown" } } },
    /\(403\): … is unknown$/,
    /^Correct PORTOLAN_EMBEDDER_KEY/,
    { key: "sk-secret" },
  ],
  [
    "Ollama has no such model",
    { status: 404, body: { error: 'model "some-model" not found' } },
    /knows no such model or address \(404\): model "some-model" not found/,
    /^Run "ollama pull some-model"/,
    { provider: "ollama" },
  ],
  [
    "it leads elsewhere",
    { status: 307, headers: { location: "http://127.0.0.1:9/" }, body: "" },
    /another address \(307\)/,
    /PORTOLAN_EMBEDDER_URL/,
  ],
  [
    "the request is refused",
    { status: 400, body: { error: "\u001b[31mtoo long" } },
    /^it answered 400: ␛\[31mtoo long$/,
    /log/,
  ],
  ["it is a page", { body: "<html>welcome</html>" }, /not as OpenAI answers/, /PORTOLAN_EMBEDDER_URL/],
  ["it speaks another way", { body: { embeddings: [[1, 2, 3]] } }, /not as OpenAI answers/, /PORTOLAN_EMBEDDER/],
  ["a number is none", { body: { data: [{ index: 0, embedding: [1, null, 3] }] } }, /not as OpenAI answers/, /./],
  ["a place is none", { body: { data: [{ index: 7, embedding: [1, 2, 3] }] } }, /not as OpenAI answers/, /./],
  ["vectors are missing", { body: { data: [] } }, /0 vectors for 1 texts/, /PORTOLAN_EMBEDDER_BATCH=1/],
  [
    "dimensions are others",
    { body: { data: [{ index: 0, embedding: [1, 2] }] } },
    /2 numbers where 3 were expected/,
    /PORTOLAN_EMBEDDER_DIMS=2/,
  ],
]

describe("what is said at once", () => {
  for (const [what, answer, reason, advice, changes] of REFUSED) {
    effect(
      what,
      Effect.gen(function* () {
        const { url, asked } = yield* Server.serve(() => answer)
        const error = yield* Effect.flip(embed(settings(url, { dims: 3, ...changes }), ["io"]))
        expect(error.reason).toMatch(reason)
        expect(error.advice).toMatch(advice)
        expect(error.message).toStartWith(`Cannot embed with some-model at ${url}: `)
        expect(error.message).not.toContain("sk-secret")
        expect(asked.length).toBe(1)
      }),
    )
  }
})

describe("what is kept", () => {
  const rowsOf = (url: string, texts: ReadonlyArray<string>, folder: string | undefined, model = "some-model") =>
    Effect.provide(
      Effect.flatMap(
        RemoteEmbedder.open(settings(url, { dims: 3, model }), 1),
        (it) => Cache.embedded(it, texts, folder),
      ),
      machine,
    )
  const inputs = (asked: ReadonlyArray<Server.Asked>) => asked.flatMap(({ body }) => body.input)
  const packs = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((it) => it.endsWith(".vectors")).sort()

  effect(
    "is not asked for again, by another run either; new texts are, each once",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      const folder = join(yield* Repo.temporary, "embeddings")
      const first = yield* rowsOf(url, ["sky", "io", "sky"], folder)
      expect(inputs(asked)).toEqual(["sky", "io"])
      expect([...first.vectors.subarray(0, 3)]).toEqual([...first.vectors.subarray(6, 9)])
      // sky: 3 letters without a vowel; io: 2 letters that are vowels.
      expect([...first.vectors.subarray(0, 6)]).toEqual([127, 0, 0, 127, 127, 0])
      const second = yield* rowsOf(url, ["io", "queue", "sky"], folder)
      expect(inputs(asked)).toEqual(["sky", "io", "queue"])
      expect([...second.vectors.subarray(0, 3)]).toEqual([127, 127, 0])
      expect(second.scales[2]).toBe(first.scales[0]!)
      expect(yield* rowsOf(url, ["sky", "io", "sky"], undefined)).toEqual(first)
    }),
  )

  effect(
    "is another model's own",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      const folder = yield* Repo.temporary
      yield* rowsOf(url, ["io"], folder)
      yield* rowsOf(url, ["io"], folder, "another-model")
      expect(asked.map(({ body }) => body.model)).toEqual(["some-model", "another-model"])
    }),
  )

  effect(
    "counts no more where it is damaged, and a folder that cannot be written changes nothing",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      const folder = yield* Repo.temporary
      const first = yield* rowsOf(url, ["io", "sky"], folder)
      const [pack] = packs(folder)
      const bytes = readFileSync(join(folder, pack!))
      bytes[bytes.length - 33]! ^= 1
      writeFileSync(join(folder, pack!), bytes)
      expect(yield* rowsOf(url, ["io", "sky"], folder)).toEqual(first)
      writeFileSync(join(folder, pack!), bytes.subarray(0, 20))
      expect(yield* rowsOf(url, ["io", "sky"], join(folder, pack!))).toEqual(first)
      expect(inputs(asked)).toEqual(["io", "sky", "io", "sky", "io", "sky"])
    }),
  )

  effect(
    "of a run that fails is what came before",
    Effect.gen(function* () {
      const texts = Array.from({ length: 3000 }, (_, i) => `text ${i}`)
      const failing = yield* Server.serve((it) =>
        it.body.input.includes("text 2500") ? { status: 400, body: {} } : Server.asOpenAi(it)
      )
      const folder = yield* Repo.temporary
      expect((yield* Effect.flip(rowsOf(failing.url, texts, folder)))._tag).toBe("EmbedderFailed")
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      yield* rowsOf(url, texts, folder)
      expect(inputs(asked).sort()).toEqual(texts.slice(2048).sort())
    }),
  )
})
