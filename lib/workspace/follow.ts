// Keeps the index of a folder on disk up to date: whenever files change it is made again, one run at a time, and what
// changes during a run leads to one more. A run that fails is told and tried again; what it left is the index before.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import type { IndexError } from "../indexer/errors.ts"
import * as Indexer from "../indexer/index_repository.ts"
import * as Analysis from "./analysis.ts"
import * as Storage from "./storage.ts"
import * as Watch from "./watch.ts"

/** One run that changed the index, or failed, or is the first that did not fail again. */
export interface Ran {
  readonly result: Either.Either<Made, Analysis.AnalysisError>
  readonly ms: number
}

export interface Made {
  readonly analyzed: Analysis.Analyzed
  /** Files that came, went, or are others than they were in the index before; in path order. */
  readonly changed: ReadonlyArray<string>
}

export interface Listener {
  /** How the folder is watched: at the start, and whenever that becomes another way. */
  readonly onMode: (mode: Watch.Mode, folders: number) => void
  readonly onRun: (ran: Ran) => void
}

export type Needs = Analysis.Needs | Watch.Needs

/** A run that failed is tried again after so long, and then after twice as long, though nothing changes. */
const AGAIN_MS = 2_000
const LATEST_AGAIN_MS = 60_000

/**
 * Follows the folder `path` until it is interrupted. Fails where there is no such folder at the start; afterwards it waits
 * for one that is gone to come back.
 */
export const follow: (
  path: string,
  storage: Storage.Storage,
  options: Analysis.Options,
  listener: Listener,
) => Effect.Effect<never, IndexError, Needs | Scope.Scope> = Effect.fn("workspace.follow")(
  function* (path, storage, options, listener) {
    const root = yield* Indexer.rootOf(path)
    const watcher = yield* Watch.open(root)
    let known: States = (yield* statesOf(root)) ?? new Map()
    let mode: Watch.Mode | undefined
    let again = AGAIN_MS
    for (;;) {
      const changes = yield* watcher.take
      const began = yield* Clock.currentTimeMillis
      const result = yield* Effect.either(Analysis.run(root, storage, options))
      const ms = (yield* Clock.currentTimeMillis) - began
      if (Either.isRight(result)) {
        const analyzed = result.right
        // Where another process is at the list just now, the next run says which files there are.
        const states = (yield* statesOf(root)) ?? known
        yield* watcher.cover(states.keys(), began)
        if (!analyzed.unchanged || AGAIN_MS < again) {
          listener.onRun({ result: Either.right({ analyzed, changed: changedIn(known, states) }), ms })
        }
        known = states
      } else listener.onRun({ result: Either.left(result.left), ms })
      // That there is no folder is told by the run that fails.
      if (watcher.mode() === Watch.GONE) mode = undefined
      else if (!sameMode(mode, watcher.mode())) listener.onMode(mode = watcher.mode(), watcher.folders())
      if (Either.isRight(result)) {
        again = AGAIN_MS
        yield* watcher.next
      } else {
        yield* Effect.race(watcher.next, Effect.sleep(again))
        again = Math.min(2 * again, LATEST_AGAIN_MS)
        watcher.giveBack(changes)
      }
    }
  },
)

const sameMode = (a: Watch.Mode | undefined, b: Watch.Mode): boolean =>
  a?._tag === b._tag && (a._tag === "watching" || a.why === (b as typeof a).why)

/** By path: what a file is in the index that lies there; undefined where that is not known. */
const statesOf = (root: string) =>
  Analysis.entryOf(root).pipe(
    Effect.flatMap((entry) => entry === undefined ? Effect.succeed(undefined) : Storage.sources(entry)),
    Effect.orElseSucceed(() => undefined),
    Effect.map((sources) => sources && new Map(sources.files.map((it) => [it.path, it.digest ?? it.left?.outcome]))),
  )

type States = ReadonlyMap<string, string | undefined>

const changedIn = (before: States, now: States): ReadonlyArray<string> => {
  const changed = [...now].filter(([path, state]) => !before.has(path) || before.get(path) !== state)
  const gone = [...before.keys()].filter((path) => !now.has(path))
  return [...changed.map(([path]) => path), ...gone].sort()
}
