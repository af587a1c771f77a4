// Watching where the system does not tell: folders are looked at, again and again, and what is another than before is told
// as a system would tell it. A change is seen when somebody looks, and one that leaves size, times and number as they
// were is seen by nobody.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import type { Hear, Watched } from "../machine/watching.ts"

export interface Polled extends Watched {
  /** Looks at everything once and tells what has changed. Gives the milliseconds that it took. */
  readonly round: Effect.Effect<number>
}

interface Looked {
  /** Another one whenever entries have come or gone; undefined where that is not sure. */
  readonly mark: string | undefined
  /** What stands for the state of each entry; a folder's own content is no part of it. */
  readonly entries: ReadonlyMap<string, string>
}

/** So many files are looked at before anything else may run. */
const AT_ONCE = 512

/**
 * Clocks of file systems move in steps: what changed so shortly ago may change once more and look the same. It is told
 * again by the next round. A time far ahead is another machine's.
 */
const STEP_NS = 50_000_000n
const AHEAD_NS = 2_000_000_000n

/** No file has this state. */
const UNSURE = "?"

export const make = (hear: Hear): Effect.Effect<Polled, never, Files.Files> =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const known = new Map<string, Looked>()

    const isYoung = (stat: Files.FileStat, now: bigint): boolean =>
      now - STEP_NS <= stat.changed && stat.changed <= now + AHEAD_NS

    const stateOf = (stat: Files.FileStat | undefined, now: bigint): string =>
      stat === undefined
        ? "gone"
        : stat.kind === "folder"
        ? `folder ${stat.inode}`
        : isYoung(stat, now)
        ? UNSURE
        : `${stat.kind} ${stat.size} ${stat.modified} ${stat.changed} ${stat.inode}`

    /** Names and states; undefined where there is no such folder. */
    const look = Effect.fnUntraced(function* (folder: string, before: Looked | undefined) {
      const now = BigInt(yield* Clock.currentTimeMillis) * 1_000_000n
      const [own] = yield* files.stats([folder])
      if (own?.kind !== "folder") return own === undefined ? "ENOENT" : "ENOTDIR"
      const mark = isYoung(own, now) ? undefined : `${own.modified} ${own.changed} ${own.inode}`
      let names: ReadonlyArray<string>
      if (mark !== undefined && mark === before?.mark) names = [...before.entries.keys()]
      else {
        const listed = yield* Effect.either(files.list(folder))
        if (listed._tag === "Left") return listed.left.code
        names = listed.right.map(({ name }) => name)
      }
      const entries = new Map<string, string>()
      for (let from = 0; from < names.length; from += AT_ONCE) {
        const part = names.slice(from, from + AT_ONCE)
        const stats = yield* files.stats(part.map((name) => `${folder}/${name}`))
        part.forEach((name, i) => entries.set(name, stateOf(stats[i], now)))
        if (AT_ONCE <= names.length) yield* Effect.yieldNow()
      }
      return { mark, entries } satisfies Looked
    })

    const tell = (folder: string, before: Looked, now: Looked): void => {
      for (const [name, state] of now.entries) {
        if (state === UNSURE || before.entries.get(name) !== state) hear.changed(folder, name)
      }
      for (const name of before.entries.keys()) if (!now.entries.has(name)) hear.changed(folder, name)
    }

    const round = Effect.gen(function* () {
      let spent = 0
      let looked = 0
      for (const [folder, before] of [...known]) {
        const began = performance.now()
        const now = yield* look(folder, before)
        if (!known.has(folder)) continue
        if (typeof now === "string") {
          known.delete(folder)
          hear.lost(folder, now)
        } else {
          known.set(folder, now)
          tell(folder, before, now)
          looked += now.entries.size + 1
        }
        spent += performance.now() - began
        if (AT_ONCE <= looked) {
          looked = 0
          // A timer's turn, so that whoever waits for the process comes before the rest.
          yield* Effect.sleep(0)
        }
      }
      return spent
    })

    return {
      add: (folder) =>
        Effect.map(look(folder, undefined), (now) => {
          if (typeof now === "string") return now
          known.set(folder, now)
          return undefined
        }),
      remove: (folder) => Effect.sync(() => void known.delete(folder)),
      heard: Effect.void,
      count: () => known.size,
      round,
    }
  })
