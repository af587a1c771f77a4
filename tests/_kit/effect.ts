// Two ways to state a test: `effect` runs a program to its end, `law` holds for whatever is drawn. A law's seed is fixed,
// so that a run repeats; a failure prints seed and path, and PORTOLAN_SEED takes another seed.

import { test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"

const SEED = 20261130

/** A test whose body is an effect; what it acquires is released at its end. */
export const effect = <E>(name: string, body: Effect.Effect<unknown, E, Scope.Scope>, timeoutMs = 20_000): void => {
  test(name, () => run(body), timeoutMs)
}

export interface LawOptions {
  /** How many values are drawn, by default 100. */
  readonly runs?: number
  readonly timeoutMs?: number
}

/** A test that holds for every value of `arbitrary`: `holds` throws, or fails, where it does not. */
export const law = <A, E = never>(
  name: string,
  arbitrary: fc.Arbitrary<A>,
  holds: (value: A) => void | Promise<void> | Effect.Effect<unknown, E, Scope.Scope>,
  options: LawOptions = {},
): void => {
  const property = fc.asyncProperty(arbitrary, async (value) => {
    const outcome = holds(value)
    if (Effect.isEffect(outcome)) await run(outcome as Effect.Effect<unknown, E, Scope.Scope>)
    else await outcome
  })
  const seed = process.env["PORTOLAN_SEED"] === undefined ? SEED : Number(process.env["PORTOLAN_SEED"])
  test(name, () => fc.assert(property, { seed, numRuns: options.runs ?? 100 }), options.timeoutMs ?? 60_000)
}

/** Runs an effect and throws what it failed with, as itself where that is an error. */
const run = async <E>(body: Effect.Effect<unknown, E, Scope.Scope>): Promise<void> => {
  const exit = await Effect.runPromiseExit(Effect.scoped(body))
  if (Exit.isSuccess(exit)) return
  const reason = Cause.squash(exit.cause)
  throw reason instanceof Error ? reason : new Error(Cause.pretty(exit.cause))
}
