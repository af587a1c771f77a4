// One run for all who ask, a caller's end is not the run's, failures are not kept, and nothing older than asked is told.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import * as SingleRun from "../../lib/workspace/single_run.ts"
import { effect } from "../_kit/effect.ts"

/** Counts its runs; each takes `milliseconds`. */
const counted = (milliseconds: number) => {
  let runs = 0
  return { value: Effect.suspend(() => Effect.as(Effect.sleep(milliseconds), ++runs)) }
}

const virtual = <A, E>(body: Effect.Effect<A, E>) => Effect.provide(body, TestContext.TestContext)

effect(
  "once() runs once for callers that come together and later",
  virtual(Effect.gen(function* () {
    const it = counted(10)
    const once = SingleRun.once(it.value)
    const together = yield* Effect.fork(Effect.all([once, once, once], { concurrency: 3 }))
    yield* TestClock.adjust(10)
    expect(yield* Fiber.join(together)).toEqual([1, 1, 1])
    expect(yield* once).toBe(1)
  })),
)

effect(
  "once() goes on when the one who began it leaves",
  virtual(Effect.gen(function* () {
    const it = counted(10)
    const once = SingleRun.once(it.value)
    const first = yield* Effect.fork(once)
    yield* TestClock.adjust(5)
    const second = yield* Effect.fork(once)
    yield* Fiber.interrupt(first)
    yield* TestClock.adjust(5)
    expect(yield* Fiber.join(second)).toBe(1)
  })),
)

effect(
  "once() tries again after a failure",
  Effect.gen(function* () {
    let runs = 0
    const once = SingleRun.once(Effect.suspend(() => ++runs === 1 ? Effect.fail("not yet") : Effect.succeed(runs)))
    expect(yield* Effect.flip(once)).toBe("not yet")
    expect(yield* once).toBe(2)
    expect(yield* once).toBe(2)
  }),
)

effect(
  "recent() never tells what is older, and renews behind the back of who asks often",
  virtual(Effect.gen(function* () {
    const it = counted(0)
    const recent = SingleRun.recent(it.value, 1000)
    expect(yield* recent).toBe(1)
    yield* TestClock.adjust(400)
    expect(yield* recent).toBe(1)
    yield* TestClock.adjust(400)
    // Past most of its age the known value is told once more, and a new one is made.
    expect(yield* recent).toBe(1)
    yield* TestClock.adjust(1)
    expect(yield* recent).toBe(2)
    yield* TestClock.adjust(5000)
    expect(yield* recent).toBe(3)
  })),
)

effect(
  "recent() counts age from when a run began",
  virtual(Effect.gen(function* () {
    const it = counted(800)
    const recent = SingleRun.recent(it.value, 1000)
    const first = yield* Effect.fork(recent)
    yield* TestClock.adjust(800)
    expect(yield* Fiber.join(first)).toBe(1)
    yield* TestClock.adjust(300)
    const second = yield* Effect.fork(recent)
    yield* TestClock.adjust(800)
    expect(yield* Fiber.join(second)).toBe(2)
  })),
)

effect(
  "recentByKey() runs once a key for all who ask at once, and keeps no more keys than it may",
  Effect.gen(function* () {
    const ran: Array<string> = []
    const recent = SingleRun.recentByKey<string, never>(1000, 2)
    const ask = (key: string) => recent(key, Effect.as(Effect.sync(() => ran.push(key)), key))
    yield* Effect.all(Array.from({ length: 10 }, () => ask("a")), { concurrency: "unbounded" })
    expect(ran).toEqual(["a"])
    for (const key of ["b", "a", "c", "a"]) expect(yield* ask(key)).toBe(key)
    expect(ran).toEqual(["a", "b", "c"])
    yield* ask("b")
    expect(ran).toEqual(["a", "b", "c", "b"])
  }).pipe(Effect.provide(TestContext.TestContext)),
)
