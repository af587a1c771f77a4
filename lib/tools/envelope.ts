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
    ...(repo.branch === undefined ? {} : { branch: repo.branch }),
    snapshot: repo.snapshot,
  }))
}

/** Derived knowledge that this answer would show, had the index the layer: one reason for all of it. */
export const overlaysMissing = (_repo: OpenRepo, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.length === 0 ? [] : [`overlay_missing: ${names.join(", ")}`]

/** `lower_bound` is what a bound makes of an answer; a note only says what is to be known of it. */
export const completeness = (
  bounds: ReadonlyArray<string>,
  notes: ReadonlyArray<string>,
): Fields.Completeness => ({ status: bounds.length === 0 ? "exact" : "lower_bound", reasons: [...bounds, ...notes] })
