// What stands in every answer about a repository: which index answered, how it relates to the checkout, and whether
// there can be more than the answer tells.

import * as Effect from "effect/Effect"
import { type Caveat, caveat, CAVEATS, codeOf } from "../query/caveats.ts"
import type { OpenRepo } from "../workspace/repos.ts"
import type * as Fields from "./fields.ts"
import * as Overlay from "./overlay.ts"

/** @param shown Paths of the files that the answer shows; they are looked at once more. */
export const index = (repo: OpenRepo, shown: Iterable<string | undefined>): Effect.Effect<Fields.Index> => {
  const paths: Array<string> = []
  for (const path of shown) if (path !== undefined) paths.push(path)
  return Effect.map(repo.freshness(paths), (state) => ({
    repo: repo.id,
    commit: repo.meta.commit,
    ...state,
    ...(repo.branch === undefined ? {} : { branch: repo.branch }),
    snapshot: repo.snapshot,
  }))
}

/** Of the layers that this answer would show, those that the index lacks: one caveat for all of them. */
export const overlaysMissing = (repo: OpenRepo, layers: ReadonlyArray<Overlay.Layer>): ReadonlyArray<Caveat> => {
  const missing = Overlay.missingIn(repo, layers)
  return missing.length === 0 ? [] : [caveat("overlay_missing", missing.join(", "))]
}

/** What an answer says of itself: a lower bound where any of it bounds the answer. */
export const completeness = (caveats: ReadonlyArray<Caveat>): Fields.Completeness => ({
  status: caveats.some((it) => CAVEATS[codeOf(it)].bounds) ? "lower_bound" : "exact",
  reasons: caveats,
})
