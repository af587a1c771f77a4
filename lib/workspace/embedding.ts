// Who makes vectors: the embedder that ships, or the one that the user has set. Vectors of an index are those of one
// embedder, whose id stands in it, and a question is embedded by the same one or not at all.

import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Node from "../graph/node.ts"
import { Revectoring, type RevectoringShape } from "../indexer/embedding.ts"
import { EmbeddingFailed } from "../indexer/errors.ts"
import type { Digest } from "../machine/digest.ts"
import { Files } from "../machine/files.ts"
import { Http } from "../machine/http.ts"
import { type Embedder, Embeddings, type Fields, type ModelUnusable } from "../search/embedder.ts"
import * as Cache from "../search/embedding_cache.ts"
import * as RemoteEmbedder from "../search/remote_embedder.ts"
import * as Revectored from "../search/revectored.ts"
import * as Decode from "../text/decode.ts"
import * as Secrets from "../text/secrets.ts"
import { Home } from "./home.ts"
import { EMBEDDINGS } from "./names.ts"
import { Settings } from "./settings.ts"

/** The index has vectors of an embedder that is not at hand. */
export class EmbedderOther extends Data.TaggedError("EmbedderOther")<{
  /** Id of the embedder that made the index's vectors, and of the one that is set. */
  readonly made: string
  readonly set: string
}> {
  override get message() {
    return `Cannot compare with vectors of ${this.made}: set is ${this.set}. ` +
      "Analyze the repository again, or set PORTOLAN_EMBEDDER and its model as they were"
  }
}

export type Configured =
  | { readonly _tag: "shipped"; readonly embedder: Embedder }
  | { readonly _tag: "remote"; readonly embedder: RemoteEmbedder.RemoteEmbedder }

/** What embeds what is indexed now. Fails where it cannot; nothing takes its place. */
export const configured: Effect.Effect<
  Configured,
  ModelUnusable | RemoteEmbedder.EmbedderFailed,
  Embeddings | Http
> = Effect.gen(function* () {
  const { embedder } = yield* Settings
  if (embedder === undefined) return { _tag: "shipped", embedder: yield* (yield* Embeddings).shipped }
  return { _tag: "remote", embedder: yield* RemoteEmbedder.open(embedder) }
})

/** Rows of passages by an embedder of the user's; those that were asked for before are not asked for again. */
export const rowsOf = (
  embedder: RemoteEmbedder.RemoteEmbedder,
  passages: ReadonlyArray<Fields>,
): Effect.Effect<Cache.Embedded, RemoteEmbedder.EmbedderFailed, Http | Files | Digest | Home> =>
  Effect.flatMap(
    Home,
    ({ folder }) => Cache.embedded(embedder, passages.map(RemoteEmbedder.textOf), `${folder}/${EMBEDDINGS}`),
  )

/**
 * The vector of a question, to be compared with vectors that `id` made.
 *
 * @param id The embedder's, as it stands in the index.
 * @param dims Numbers of the index's vectors.
 */
export const question = (
  { embedder: id, dims }: { readonly embedder: string; readonly dims: number },
  text: string,
): Effect.Effect<
  Float32Array,
  EmbedderOther | ModelUnusable | RemoteEmbedder.EmbedderFailed,
  Embeddings | Http
> =>
  Effect.gen(function* () {
    const { embedder: set } = yield* Settings
    const shipped = yield* Effect.either((yield* Embeddings).shipped)
    if (shipped._tag === "Right" && shipped.right.id === id) return shipped.right.query(text)
    if (set === undefined) {
      if (shipped._tag === "Left") return yield* shipped.left
      return yield* new EmbedderOther({ made: id, set: shipped.right.id })
    }
    // With the dimensions of the index nothing has to be asked to know the id.
    const remote = yield* RemoteEmbedder.open({ ...set, dims: set.dims ?? dims })
    if (remote.id !== id) return yield* new EmbedderOther({ made: id, set: remote.id })
    const [vector] = yield* remote.embed([text])
    return vector!
  })

/** Names an embedder that the user has set, for the digest of all that a snapshot is made from. */
export const idOf = ({ provider, model, dims }: RemoteEmbedder.Settings): string => `${provider}:${model}:${dims ?? ""}`

/** Vectors of an index that is being made, by the embedder that the user has set. */
export const revectoring: Layer.Layer<never, never, Files | Digest | Home> = Layer.effect(
  Revectoring,
  Effect.gen(function* () {
    const { embedder: set } = yield* Settings
    if (set === undefined) return { by: undefined }
    const http = yield* Effect.serviceOption(Http)
    const context = yield* Effect.context<Files | Digest | Home>()
    const failed = (detail: string) => new EmbeddingFailed({ detail })
    const of: RevectoringShape["of"] = (graph, passages, root) =>
      Effect.gen(function* () {
        if (Option.isNone(http)) return yield* failed(`Cannot embed with ${set.model}: there is no network here`)
        const remote = yield* RemoteEmbedder.open(set).pipe(Effect.provideService(Http, http.value))
        const texts: Array<string> = []
        for (const run of Revectored.runsOf(graph, passages)) {
          const path = Node.pathOf(graph, passages.node[run[0]]!)
          const text = Revectored.isBare(passages, run) || Secrets.isSecretName(path)
            ? ""
            : yield* textAt(`${root}/${path}`)
          texts.push(...Revectored.fieldsOf(graph, passages, run, text).map(RemoteEmbedder.textOf))
        }
        const { folder } = yield* Home
        const rows = yield* Cache.embedded(remote, texts, `${folder}/${EMBEDDINGS}`).pipe(
          Effect.provideService(Http, http.value),
        )
        return Revectored.withRows(passages, remote, rows)
      }).pipe(
        Effect.catchTag("EmbedderFailed", ({ message }) => failed(message)),
        Effect.provide(context),
      )
    return { by: { id: idOf(set), of } }
  }),
)

/** The text of a file as it may be sent: what nobody is shown is sent to nobody. */
const textAt = (path: string): Effect.Effect<string, never, Files> =>
  Effect.gen(function* () {
    const bytes = yield* Effect.orElseSucceed((yield* Files).read(path), () => new Uint8Array(0))
    const decoded = Decode.decode(bytes)
    return decoded._tag === "binary" || Secrets.isSecretText(decoded.text) ? "" : Secrets.withoutKeys(decoded.text)
  })
