// One run of an effect for all who ask. A caller that is interrupted leaves the run to the others, and a failure is
// never kept: the next one who asks tries again.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

interface Run<A, E> {
  readonly fiber: Fiber.RuntimeFiber<A, E>
  /** When it was begun, in milliseconds: what it saw is no younger. */
  readonly begun: number
  /** Of what it is a value, at that time. */
  readonly version: number
  exit: Exit.Exit<A, E> | undefined
}

const start = <A, E>(effect: Effect.Effect<A, E>, version = 0): Effect.Effect<Run<A, E>> =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.forkDaemon(effect)
    const run: Run<A, E> = { fiber, begun, version, exit: undefined }
    fiber.addObserver((exit) => run.exit = exit)
    return run
  })

const settled = <A, E>(run: Run<A, E>): Effect.Effect<A, E> => run.exit ?? Effect.flatten(Fiber.await(run.fiber))

const failed = <A, E>(run: Run<A, E>): boolean => run.exit !== undefined && Exit.isFailure(run.exit)

/** Share of its age at which a value is renewed. */
const RENEWED_AT = 0.75

/** The effect, run once for everyone and for ever. */
export const once = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  let run: Run<A, E> | undefined
  return Effect.suspend(() =>
    run !== undefined && !failed(run) ? settled(run) : Effect.flatMap(start(effect), (begun) => settled(run = begun))
  )
}

/**
 * The effect's value, begun at most `oldest` milliseconds ago. One that is nearly so old is renewed behind the caller's
 * back, so that who asks often never waits.
 *
 * @param versionOf Tells when a younger value is wanted: one that was begun at another version is not given.
 */
export const recent = <A, E>(
  effect: Effect.Effect<A, E>,
  oldest: number,
  versionOf: () => number = () => 0,
): Effect.Effect<A, E> => {
  let known: Run<A, E> | undefined
  let renewal: Run<A, E> | undefined
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const version = versionOf()
    if (renewal !== undefined && renewal.version !== version) renewal = undefined
    if (known !== undefined && known.version !== version) known = undefined
    if (renewal !== undefined && (known === undefined || renewal.exit !== undefined)) {
      if (!failed(renewal)) known = renewal
      renewal = undefined
    }
    if (known !== undefined && !failed(known) && now - known.begun <= oldest) {
      if (oldest * RENEWED_AT < now - known.begun && known.exit !== undefined && renewal === undefined) {
        renewal = yield* start(effect, version)
      }
      return yield* settled(known)
    }
    // The renewal that is under way may be young enough.
    if (renewal !== undefined && now - renewal.begun <= oldest) {
      known = renewal
      renewal = undefined
    } else {
      renewal = undefined
      known = yield* start(effect, version)
    }
    return yield* settled(known)
  })
}

/** `recent` for each key, of which the `most` that were asked for last are kept. */
export const recentByKey = <A, E>(
  oldest: number,
  most: number,
): (key: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E> => {
  const kept = new Map<string, Effect.Effect<A, E>>()
  return (key, effect) =>
    Effect.suspend(() => {
      const value = kept.get(key) ?? recent(effect, oldest)
      kept.delete(key)
      kept.set(key, value)
      for (const first of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(first)
      }
      return value
    })
}
