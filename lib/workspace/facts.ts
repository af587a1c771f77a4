// The cache of facts under the home folder, as large as the user lets it be.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FactsCache } from "../indexer/facts_cache.ts"
import * as Shelf from "../indexer/facts_shelf.ts"
import type { Digest } from "../machine/digest.ts"
import type { Files } from "../machine/files.ts"
import { Home } from "./home.ts"
import { FACTS } from "./names.ts"
import { Settings } from "./settings.ts"

/** Where it lies. */
export const folder: Effect.Effect<string, never, Home> = Effect.map(Home, (home) => `${home.folder}/${FACTS}`)

export const cache: Layer.Layer<never, never, Files | Digest | Home> = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { factsBytes } = yield* Settings
    return FactsCache.at(yield* folder, { ...Shelf.LIMITS, bytes: factsBytes })
  }),
)
