// Which indexed repository a place belongs to.

import * as Effect from "effect/Effect"
import * as Repos from "../lib/workspace/repos.ts"

/** The root of the indexed repository that holds a real path, the innermost of several; undefined for none. */
export const rootOf = Effect.fnUntraced(function* (real: string) {
  const repos = yield* Repos.Repos
  return (yield* repos.list).map(({ entry }) => entry.path)
    .filter((root) => holds(root, real))
    .sort((a, b) => b.length - a.length)[0]
})

export const holds = (root: string, real: string): boolean =>
  real === root || real.startsWith(root.endsWith("/") ? root : `${root}/`)
