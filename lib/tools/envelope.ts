// What stands in every answer about a repository: which index answered, how it relates to the checkout, and whether
// there can be more than the answer tells.

import * as Effect from "effect/Effect"
import type { OpenRepo } from "../workspace/repos.ts"
import type * as Fields from "./fields.ts"

/** @param shown Paths of the files that the answer shows; they are looked at once more. */
export const index = (repo: OpenRepo, shown: Iterable<string | undefined>): Effect.Effect<Fields.Index> => {
  const paths: Array<string> = []
  for (const path of shown) if (path !== undefined) paths.push(path)
  return Effect.map(repo.freshness(paths), (state) => ({
    repo: repo.id,
    commit: repo.meta.commit,
    ...state,
    snapshot: repo.snapshot,
  }))
}

/** Derived knowledge that the tool would show, had this index the layer. */
export const overlaysMissing = (_repo: OpenRepo, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `overlay_missing: ${name}`)

/** `lower_bound` is what any reason but a missing overlay makes of an answer. */
export const completeness = (
  bounds: ReadonlyArray<string>,
  notes: ReadonlyArray<string>,
): Fields.Completeness => ({ status: bounds.length === 0 ? "exact" : "lower_bound", reasons: [...bounds, ...notes] })
