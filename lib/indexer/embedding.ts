// What makes the vectors of passages, as whoever puts an index together needs to know it. The table itself is the workers'.

import * as Context from "effect/Context"

export interface EmbeddingShape {
  /** Names it and its very content, without blanks. */
  readonly id: string
  /** Numbers of a vector. */
  readonly dims: number
}

/** Passages without vectors. */
export const NO_VECTORS: EmbeddingShape = { id: "none", dims: 0 }

/** Without a layer passages have no vectors. */
export class Embedding extends Context.Reference<Embedding>()("indexer/Embedding", {
  defaultValue: (): EmbeddingShape => NO_VECTORS,
}) {}
