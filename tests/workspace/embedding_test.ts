// Which embedder makes vectors and questions: the one that ships, the user's, or none; never another one in its place.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readdirSync } from "node:fs"
import * as Http from "../../lib/machine/http.ts"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as PlatformHttp from "../../lib/platform/http.ts"
import * as Models from "../../lib/platform/models.ts"
import * as Embedding from "../../lib/workspace/embedding.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as Server from "../_kit/embedding_server.ts"
import * as Repo from "../_kit/repo.ts"

/** A network that must not be used. */
const silent = Layer.succeed(Http.Http, { post: () => Effect.die(new Error("something was sent")) })

const using = (url: string, dims?: number): Layer.Layer<never> =>
  Layer.succeed(Settings.Settings, {
    ...Settings.defaults,
    embedder: { provider: "openai", url, model: "some-model", key: undefined, dims, timeoutMs: 5000, batch: 64 },
  })

const SHIPPED = "codevec-256@fcdc86cb3514"

describe("without a setting", () => {
  const machine = Layer.merge(Models.layer, silent)

  effect(
    "the embedder that ships is taken, and nothing is sent",
    Effect.gen(function* () {
      const found = yield* Effect.provide(Embedding.configured, machine)
      expect({ tag: found._tag, id: found.embedder.id }).toEqual({ tag: "shipped", id: SHIPPED })
      const asked = yield* Effect.provide(Embedding.question({ embedder: SHIPPED, dims: 256 }, "open a file"), machine)
      expect(asked.length).toBe(256)
    }),
  )

  effect(
    "a question to vectors of another embedder is refused, with what to do",
    Effect.gen(function* () {
      const made = { embedder: "openai:some-model:3:1", dims: 3 }
      const error = yield* Effect.flip(Effect.provide(Embedding.question(made, "open a file"), machine))
      expect(error._tag).toBe("EmbedderOther")
      expect(error.message).toBe(
        `Cannot compare with vectors of openai:some-model:3:1: set is ${SHIPPED}. ` +
          "Analyze the repository again, or set PORTOLAN_EMBEDDER and its model as they were",
      )
    }),
  )
})

describe("with an embedder of the user's", () => {
  const machine = Layer.mergeAll(Models.layer, PlatformHttp.layer, Files.layer, Digest.layer)

  effect(
    "it makes rows, kept under the home folder, and questions to them",
    Effect.gen(function* () {
      const { url, asked } = yield* Server.serve(Server.asOpenAi)
      const folder = yield* Repo.temporary
      const home = Layer.succeed(Home, { folder })
      const { rows, id } = yield* Effect.gen(function* () {
        const found = yield* Embedding.configured
        if (found._tag !== "remote") throw new Error("it is not the user's")
        const passage = { name: "io", container: "", parameters: "", doc: "", body: [] }
        return { id: found.embedder.id, rows: yield* Embedding.rowsOf(found.embedder, [passage]) }
      }).pipe(Effect.provide(Layer.mergeAll(machine, home, using(url))))
      expect([...rows.vectors]).toEqual([127, 127, 0])
      expect(readdirSync(folder)).toEqual(["embeddings"])
      const vector = yield* Effect.provide(
        Embedding.question({ embedder: id, dims: 3 }, "sky"),
        Layer.merge(machine, using(url)),
      )
      expect([...vector]).toEqual([1, 0, 0])
      expect(asked.at(-1)!.body.input).toEqual(["sky"])
    }),
  )

  effect(
    "vectors that the table made are asked by the table: nothing is sent",
    Effect.gen(function* () {
      const layer = Layer.mergeAll(Models.layer, silent, using("http://127.0.0.1:9"))
      const vector = yield* Effect.provide(Embedding.question({ embedder: SHIPPED, dims: 256 }, "open a file"), layer)
      expect(vector.some((it) => it !== 0)).toBe(true)
    }),
  )

  effect(
    "vectors of another model are asked by nobody: nothing is sent",
    Effect.gen(function* () {
      const layer = Layer.mergeAll(Models.layer, silent, using("http://127.0.0.1:9"))
      const made = { embedder: "openai:another-model:3:1", dims: 3 }
      expect((yield* Effect.flip(Effect.provide(Embedding.question(made, "sky"), layer)))._tag).toBe("EmbedderOther")
    }),
  )

  effect(
    "where it fails nothing takes its place",
    Effect.gen(function* () {
      const { url } = yield* Server.serve(() => ({ status: 401, body: {} }))
      const layer = Layer.merge(machine, using(url))
      expect((yield* Effect.flip(Effect.provide(Embedding.configured, layer)))._tag).toBe("EmbedderFailed")
      const made = { embedder: "openai:some-model:3:1", dims: 3 }
      expect((yield* Effect.flip(Effect.provide(Embedding.question(made, "sky"), layer)))._tag).toBe("EmbedderFailed")
    }),
  )
})
