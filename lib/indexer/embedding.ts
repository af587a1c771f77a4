// What makes the vectors of passages, as whoever puts an index together needs to know it. The table itself is the workers'.

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Graph } from "../graph/graph.ts"
import type { Passages } from "../graph/passages.ts"
import type { EmbeddingFailed } from "./errors.ts"

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

/** An embedder of the user's, which is asked once all passages are known. */
export interface RevectoringShape {
  /** Names it for the digest of all that a snapshot is made from. */
  readonly id: string
  /** The table with its vectors. @param root Folder of the files. */
  readonly of: (graph: Graph, passages: Passages, root: string) => Effect.Effect<Passages, EmbeddingFailed>
}

/** Without a layer passages keep the vectors that workers made. */
export class Revectoring extends Context.Reference<Revectoring>()("indexer/Revectoring", {
  defaultValue: (): { readonly by: RevectoringShape | undefined } => ({ by: undefined }),
}) {}
