// Threads that keep repositories at hand, each run in the thread of the test.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { machine } from "../../lib/platform/machine.ts"
import { LiveThreads, NotUpdated, serve, type Start } from "../../lib/workspace/live_thread.ts"

export const threads = Layer.succeed(LiveThreads, {
  open: (start: Start) =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const { answer } = yield* serve(start).pipe(Effect.provide(machine), Effect.provideService(Scope.Scope, scope))
      return {
        isOver: () => false,
        update: (changed: ReadonlyArray<string> | undefined, has: ReadonlyArray<string>) =>
          Effect.flatMap(
            answer({ number: 1, changed, has }),
            (told) => "made" in told ? Effect.succeed(told.made) : new NotUpdated({ why: told.failed }),
          ),
      }
    }),
})
