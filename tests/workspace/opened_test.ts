// What stays open: shared while it is asked for, let go when it is not, and never more than fits.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import * as Opened from "../../lib/workspace/opened.ts"
import { effect } from "../_kit/effect.ts"

const LIMITS: Opened.Limits = { idleMs: 1000, most: 3, mostBytes: 100 }

/** Counts how often each root was opened. */
const counting = Effect.gen(function* () {
  const opened = yield* Opened.make<string, string>(LIMITS)
  const times = new Map<string, number>()
  const get = (root: string, size = 10, state = "1") =>
    opened.get(
      { root, state, size },
      Effect.suspend(() => {
        times.set(root, (times.get(root) ?? 0) + 1)
        return root === "broken" ? Effect.fail("broken") : Effect.as(Effect.yieldNow(), root)
      }),
    )
  return { opened, get, times }
})

describe("opened", () => {
  effect(
    "once for all who ask; anew when its state is another, or when opening failed",
    Effect.gen(function* () {
      const { get, times } = yield* counting
      yield* Effect.all(Array.from({ length: 20 }, () => get("a")), { concurrency: "unbounded" })
      expect(times.get("a")).toBe(1)
      yield* get("a", 10, "2")
      expect(times.get("a")).toBe(2)
      yield* Effect.flip(get("broken"))
      yield* Effect.flip(get("broken"))
      expect(times.get("broken")).toBe(2)
    }),
  )

  effect(
    "the longest unasked goes where there are too many or they are too large, the last one stays",
    Effect.gen(function* () {
      const { get, opened } = yield* counting
      for (const root of ["a", "b", "c", "a", "d"]) yield* get(root)
      expect(opened.roots()).toEqual(["c", "a", "d"])
      yield* get("large", 90)
      expect(opened.roots()).toEqual(["d", "large"])
      yield* get("huge", 1000)
      expect(opened.roots()).toEqual(["huge"])
    }),
  )

  effect(
    "what nobody asks for is let go, without anybody asking for another",
    Effect.gen(function* () {
      const { get, opened } = yield* counting
      yield* get("a")
      yield* TestClock.adjust(600)
      yield* get("b")
      yield* TestClock.adjust(600)
      expect(opened.roots()).toEqual(["b"])
      yield* TestClock.adjust(600)
      expect(opened.roots()).toEqual([])
      yield* get("c")
      yield* TestClock.adjust(1000)
      expect(opened.roots()).toEqual([])
    }).pipe(Effect.provide(TestContext.TestContext)),
  )
})
