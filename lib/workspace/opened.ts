// The repositories that are open, by root: opened on first use and shared by all calls. What nobody has asked for in a while
// is let go, and the longest unasked goes first where all together are large; whoever still holds one goes on with it.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SingleRun from "./single_run.ts"

export interface Limits {
  /** Time without a call after which a repository is let go, in milliseconds. */
  readonly idleMs: number
  /** Most repositories, and most bytes held by them, that are kept; the one asked for last always is. */
  readonly most: number
  readonly mostBytes: number
}

export const defaults: Limits = { idleMs: 600_000, most: 24, mostBytes: 1_500_000_000 }

/** What is to be opened. */
export interface Wanted {
  /** Real path. */
  readonly root: string
  /** Tells one state from the next: another one is opened anew. */
  readonly state: string
  /** Bytes that it may come to hold. */
  readonly size: number
}

interface Kept<A, E> extends Wanted {
  readonly value: Effect.Effect<A, E>
  /** Milliseconds. */
  used: number
}

export interface Opened<A, E> {
  /** The shared value; opened where it is not, or where opening it failed before. */
  readonly get: (wanted: Wanted, open: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Roots of those that are kept, the longest unasked first. */
  readonly roots: () => ReadonlyArray<string>
}

/** Lives as long as its scope. */
export const make = <A, E>(limits: Limits = defaults): Effect.Effect<Opened<A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    // In the order of last use.
    const kept = new Map<string, Kept<A, E>>()
    let sweeping = false

    const shrink = () => {
      let bytes = 0
      for (const { size } of kept.values()) bytes += size
      for (const [root, { size }] of kept) {
        if (kept.size <= 1 || (kept.size <= limits.most && bytes <= limits.mostBytes)) return
        kept.delete(root)
        bytes -= size
      }
    }

    /** Sleeps until the longest unasked one is due; ends when none is left. */
    const sweep = Effect.gen(function* () {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        for (const [root, { used }] of kept) if (limits.idleMs <= now - used) kept.delete(root)
        const [next] = kept.values()
        if (next === undefined) break
        yield* Effect.sleep(next.used + limits.idleMs - now)
      }
      sweeping = false
    })

    const get = Effect.fnUntraced(function* (wanted: Wanted, open: Effect.Effect<A, E>) {
      const used = yield* Clock.currentTimeMillis
      const known = kept.get(wanted.root)
      kept.delete(wanted.root)
      const value = known !== undefined && known.state === wanted.state ? known.value : SingleRun.once(open)
      kept.set(wanted.root, { ...wanted, value, used })
      shrink()
      if (!sweeping) {
        sweeping = true
        yield* Effect.forkIn(sweep, scope)
      }
      return yield* value
    })

    return { get, roots: () => [...kept.keys()] }
  })
