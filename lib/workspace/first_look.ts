// The first question to a repository that was just opened: where it takes long to look at the checkout, it is answered from
// the index as it was recorded, and the answer says that nobody has compared them yet.

import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { Freshness } from "./freshness.ts"
import type { OpenRepo } from "./repos.ts"

/** So long the first question waits for a look at the checkout, in milliseconds. */
const LOOK_MS = 100

const NOT_COMPARED: Freshness = {
  freshness: "unknown",
  reason: "the checkout is still being compared with the index; ask again",
}

/**
 * The newest of a repository where its checkout was looked at in time, else the recorded one.
 *
 * @param newest Looks at the checkout and waits for what comes of it; it is run to its end either way.
 */
export const soon = Effect.fnUntraced(
  function* (recorded: OpenRepo, newest: Effect.Effect<OpenRepo>, scope: Scope.Scope) {
    const looking = yield* Effect.forkIn(newest, scope)
    // Git looks meanwhile.
    yield* Effect.forkIn(recorded.finder.ready, scope)
    const seen = yield* Effect.timeoutOption(Fiber.join(looking), LOOK_MS)
    if (Option.isSome(seen)) return seen.value
    return isUnlooked(recorded) ? unlooked(recorded) : yield* Fiber.join(looking)
  },
)

/** Has nobody held the checkout against the index since that was opened, and will somebody? */
export const isUnlooked = ({ isCompared }: OpenRepo): boolean => isCompared?.() === false

const unlooked = (repo: OpenRepo): OpenRepo => ({
  ...repo,
  freshness: (shown) => Effect.suspend(() => isUnlooked(repo) ? Effect.succeed(NOT_COMPARED) : repo.freshness(shown)),
})
