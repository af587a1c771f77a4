// The table of embeddings that ships with the program. It is checked against the digest of the one that was shipped
// before anything is made from it, and read once a process: threads are handed the same memory.

import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Embedding, type EmbeddingShape } from "../indexer/embedding.ts"
import { type Embedder, Embeddings, ModelUnusable } from "../search/embedder.ts"
import * as StaticTable from "../search/static_table.ts"
import { asset } from "./assets.ts"

/** The file below `models`, and the digest that set-up, build and loading hold it to. */
export const MODEL = {
  name: "codevec-256",
  file: "codevec-256.bin",
  sha256: "fcdc86cb3514440435f371a0c3aeb3972305d947007ab79510989c1cb56420de",
} as const

/** Vectors are known by the model and by its content. */
const ID = `${MODEL.name}@${MODEL.sha256.slice(0, 12)}`

let known: Either.Either<StaticTable.StaticTable, ModelUnusable> | undefined

/** What makes the vectors of passages. */
export const EMBEDDING: EmbeddingShape = { id: ID, dims: 256 }

/** The table, to be handed to threads. Costs some 30 ms the first time. */
export const table = (): Either.Either<StaticTable.StaticTable, ModelUnusable> => known ??= load()

const load = (): Either.Either<StaticTable.StaticTable, ModelUnusable> => {
  const refuse = (reason: string) => Either.left(new ModelUnusable({ model: MODEL.name, reason }))
  let bytes: Uint8Array
  try {
    bytes = asset(`./models/${MODEL.file}`)
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message.split("\n")[0]! : String(cause))
  }
  const found = createHash("sha256").update(bytes).digest("hex")
  if (found !== MODEL.sha256) return refuse(`its SHA-256 is ${found}, not ${MODEL.sha256}`)
  const read = StaticTable.read(bytes, ID)
  return Either.isRight(read) && read.right.dims !== EMBEDDING.dims
    ? refuse(`its vectors have ${read.right.dims} numbers, not ${EMBEDDING.dims}`)
    : read
}

/** What a thread is handed, which makes an embedder of it; else why it has none. */
export const handed = (): StaticTable.StaticTable | { readonly unusable: string } =>
  Either.getOrElse(table(), ({ message }) => ({ unusable: message }))

let shipped: Embedder | undefined

export const layer: Layer.Layer<Embeddings> = Layer.merge(
  Layer.succeed(Embeddings, {
    shipped: Effect.suspend(() => Either.map(table(), (it) => shipped ??= StaticTable.embedder(it))),
  }),
  Layer.succeed(Embedding, EMBEDDING),
)

export type Tested =
  | { readonly _tag: "works"; readonly id: string; readonly rows: number; readonly dims: number }
  | { readonly _tag: "broken"; readonly reason: string }

/** Loads the table and embeds a text. */
export const selfTest = (): Tested => {
  const loaded = table()
  if (Either.isLeft(loaded)) return { _tag: "broken", reason: loaded.left.reason }
  const { id, rows, dims } = loaded.right
  const near = StaticTable.embedder(loaded.right).query("open database connection").some((it) => it !== 0)
  return near
    ? { _tag: "works", id, rows, dims }
    : { _tag: "broken", reason: "it knows none of the words it must know" }
}
