// The index of vectors that the user wants, kept under the home folder where it is a file.

import * as Effect from "effect/Effect"
import type { Digest } from "../machine/digest.ts"
import type { Files } from "../machine/files.ts"
import * as VectorIndex from "../search/vector_index.ts"
import type { VectorSet } from "../search/vectors.ts"
import { Home } from "./home.ts"
import { VECTORS } from "./names.ts"
import { Settings } from "./settings.ts"

/** Where native indexes are kept. */
export const folder: Effect.Effect<string, never, Home> = Effect.map(Home, (home) => `${home.folder}/${VECTORS}`)

/** Who answers queries over a set; see `VectorIndex.open`. */
export const open = (set: VectorSet): Effect.Effect<VectorIndex.Chosen, never, Home | Files | Digest> =>
  Effect.gen(function* () {
    const { vectorIndex } = yield* Settings
    return yield* VectorIndex.open(set, vectorIndex, yield* folder)
  })
