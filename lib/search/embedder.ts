// What turns texts into vectors, as the rest of the engine sees it. The one that ships with the program is a table
// (`static_table.ts`) and sends nothing anywhere.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** A passage's text by what it is: names weigh more than what stands between them. What there is none of is empty. */
export interface Fields {
  readonly name: string
  readonly container: string
  readonly parameters: string
  /** The comment as it is written; its first sentence counts. */
  readonly doc: string
  /** Identifiers and short strings in their order; the first ones that differ count. */
  readonly body: ReadonlyArray<string>
  /** Repository-relative; its last segments count. */
  readonly path?: string
  /** Text that counts as a whole: a section of a document, a piece of a file. */
  readonly prose?: string
}

export interface Embedder {
  /** Names the model and its very content: vectors of one id compare with those of the same id alone. */
  readonly id: string
  readonly dims: number
  /**
   * Writes the vector of a document into `into`, which has `dims` entries: of length 1, or all zero.
   *
   * @returns False where it is zero: no word is known, or there is none.
   */
  readonly document: (fields: Fields, into: Float32Array) => boolean
  /** The vector of a question: of length 1, or all zero where no word is known, to which nothing is near. */
  readonly query: (text: string) => Float32Array<ArrayBuffer>
}

/** The model that ships with the program is missing or is not the one that was shipped. */
export class ModelUnusable extends Data.TaggedError("ModelUnusable")<{
  readonly model: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot use the embedding model ${this.model}: ${this.reason}. Install Portolan again`
  }
}

export class Embeddings extends Context.Tag("search/Embeddings")<Embeddings, {
  /** The embedder that ships with the program; loaded when first asked for, and kept. */
  readonly shipped: Effect.Effect<Embedder, ModelUnusable>
}>() {}
