// Answers on the text as it is now: where a checkout is another one than its index was made from, the index is made again
// in a thread of its own, in memory, and a call waits for it a little. Nothing is written for it, and what another process
// records goes before what was made here.

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Snapshot from "../graph/snapshot.ts"
import type * as Config from "./config.ts"
import type * as Freshness from "./freshness.ts"
import { Home } from "./home.ts"
import { LiveThreads, type Made, NotUpdated, type Thread } from "./live_thread.ts"
import type * as Registry from "./registry.ts"
import type { OpenRepo } from "./repos.ts"
import type { Sources, SourceState } from "./sources.ts"
import type * as Storage from "./storage.ts"

export interface LiveSettings {
  /** Longest that a call waits for an update, in milliseconds; 0: never. */
  readonly waitMs: number
  /** Time without a call after which a thread is given up, in milliseconds. */
  readonly idleMs: number
}

export const defaults: LiveSettings = { waitMs: 2_000, idleMs: 600_000 }

/** Are indexes kept up to date while they are asked? A server says so; nobody else has the time. */
export class LiveUpdates extends Context.Reference<LiveUpdates>()("workspace/LiveUpdates", {
  defaultValue: (): { readonly settings: LiveSettings | undefined } => ({ settings: undefined }),
}) {}

/** As the user of the machine has set them; on where nothing is set. */
export const liveFrom = ({ live, liveWaitMs }: Config.Config): typeof LiveUpdates.Service => ({
  settings: live?.value === false ? undefined : { ...defaults, waitMs: liveWaitMs?.value ?? defaults.waitMs },
})

/** Opens what was made: like a recorded index, over the state of the files that it was made from. */
export type Open = (
  chosen: Registry.Identified,
  opened: Storage.Opened,
  sources: Sources,
) => Effect.Effect<OpenRepo>

export interface Live {
  /** The newest there is of an open repository, after at most the wait that is set. */
  readonly newest: (chosen: Registry.Identified, recorded: OpenRepo) => Effect.Effect<OpenRepo>
  /** Waits until no update is under way. */
  readonly settle: Effect.Effect<void>
}

/** Nothing is kept up to date. */
export const NEVER: Live = { newest: (_, recorded) => Effect.succeed(recorded), settle: Effect.void }

/** One repository that changed since it was indexed. */
interface State {
  /** Tells the recorded index from the next. */
  recorded: OpenRepo
  /** What was made since; it goes before the recorded one. */
  made: OpenRepo | undefined
  thread: { readonly thread: Thread; readonly scope: Scope.CloseableScope } | undefined
  /** By path: the files as the thread told them. */
  files: Map<string, SourceState>
  /** Settles when the update that is under way has ended. */
  running: Deferred.Deferred<void> | undefined
  /** The state of the checkout that led to no newer index, and why, where an update failed. */
  tried: { readonly state: string; readonly failed: string | undefined } | undefined
  /** Milliseconds. */
  used: number
}

/** Lives as long as its scope; without a machine's threads or a server's word nothing is kept up to date. */
export const make: (open: Open) => Effect.Effect<Live, never, Home | Scope.Scope> = Effect.fnUntraced(function* (open) {
  const { settings } = yield* LiveUpdates
  const { open: start } = yield* LiveThreads
  if (settings === undefined || start === undefined) return NEVER
  const scope = yield* Effect.scope
  const { folder: home } = yield* Home
  const states = new Map<string, State>()
  let sweeping = false

  const stateOf = (chosen: Registry.Identified, recorded: OpenRepo, used: number): State => {
    const root = chosen.entry.path
    let state = states.get(root)
    if (state === undefined) {
      state = {
        recorded,
        made: undefined,
        thread: undefined,
        files: new Map(),
        running: undefined,
        tried: undefined,
        used,
      }
      states.set(root, state)
    } else if (state.recorded !== recorded) {
      // What was recorded since goes before what was made here, until the checkout says otherwise.
      if (state.recorded.entry.sha256 !== recorded.entry.sha256) state.made = undefined
      state.recorded = recorded
      state.tried = undefined
    }
    state.used = used
    return state
  }

  const giveUp = (state: State): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { thread } = state
      state.thread = undefined
      state.files = new Map()
      return thread === undefined ? Effect.void : Scope.close(thread.scope, Exit.void)
    })

  const threadOf = Effect.fnUntraced(function* (state: State) {
    if (state.thread !== undefined && !state.thread.thread.isOver()) return state.thread.thread
    yield* giveUp(state)
    const own = yield* Scope.fork(scope, ExecutionStrategy.sequential)
    const thread = yield* Effect.provideService(start({ home, entry: state.recorded.entry }), Scope.Scope, own)
    state.thread = { thread, scope: own }
    return thread
  })

  /** Makes the index of the checkout as it is. */
  const update = Effect.fn("workspace.live")(function* (chosen: Registry.Identified, state: State, reason: string) {
    const thread = yield* threadOf(state)
    const { recorded, made } = state
    const has = [recorded, ...(made === undefined ? [] : [made])].map((it) => it.entry.sha256)
    const told = yield* thread.update(undefined, has)
    for (const file of told.files) state.files.set(file.path, file)
    for (const path of told.gone) state.files.delete(path)
    const known = [state.made, state.recorded].find((it) => it?.entry.sha256 === told.sha256)
    if (known !== undefined) {
      state.made = known === state.recorded ? undefined : known
      state.tried = { state: reason, failed: undefined }
      return
    }
    if (told.bytes === undefined) return yield* new NotUpdated({ why: "another index was recorded meanwhile" })
    const opened = yield* Effect.mapError(
      Snapshot.decodeOwn(told.bytes),
      ({ detail }) => new NotUpdated({ why: detail }),
    )
    const now = yield* Clock.currentTimeMillis
    state.made = yield* open(
      { ...chosen, entry: entryOf(chosen.entry, opened.meta, told, now) },
      opened,
      { files: [...state.files.values()], left: { ...told.left, configs: new Map(told.left.configs) } },
    )
    state.tried = undefined
  })

  const begin = Effect.fnUntraced(function* (chosen: Registry.Identified, state: State, reason: string) {
    const running = yield* Deferred.make<void>()
    state.running = running
    const run = update(chosen, state, reason).pipe(
      Effect.catchAll(({ why }) => Effect.sync(() => void (state.tried = { state: reason, failed: why }))),
      Effect.ensuring(Effect.suspend(() => {
        state.running = undefined
        return Deferred.succeed(running, undefined)
      })),
    )
    yield* Effect.forkIn(run, scope)
    yield* watchIdle
    return running
  })

  /** Gives threads up that nobody has asked for in a while; ends when there are none. */
  const watchIdle = Effect.suspend(() => {
    if (sweeping) return Effect.void
    sweeping = true
    const sweep = Effect.gen(function* () {
      while (states.size !== 0) {
        yield* Effect.sleep(Math.max(1_000, settings.idleMs / 4))
        const now = yield* Clock.currentTimeMillis
        for (const [root, state] of states) {
          if (now - state.used < settings.idleMs || state.running !== undefined) continue
          states.delete(root)
          yield* giveUp(state)
        }
      }
      sweeping = false
    })
    return Effect.asVoid(Effect.forkIn(sweep, scope))
  })

  const newest = Effect.fnUntraced(function* (chosen: Registry.Identified, recorded: OpenRepo) {
    // What came from elsewhere is somebody's word, and is not made again here.
    if (recorded.entry.imported === true) return recorded
    const begun = yield* Clock.currentTimeMillis
    const state = stateOf(chosen, recorded, begun)
    for (;;) {
      const repo = state.made ?? state.recorded
      let running = state.running
      if (running === undefined) {
        const reason = reasonOf(yield* repo.tree)
        // Another call may have gone on meanwhile.
        if (state.running === undefined && (state.made ?? state.recorded) === repo) {
          if (reason === undefined) return repo
          if (reason === state.tried?.state) {
            const { failed } = state.tried
            return failed === undefined ? repo : saying(repo, `the last update failed: ${failed}`)
          }
          running = yield* begin(chosen, state, reason)
        }
      }
      if (running === undefined) continue
      const left = settings.waitMs - ((yield* Clock.currentTimeMillis) - begun)
      const ended = left <= 0 ? false : yield* Effect.map(
        Effect.timeoutOption(Deferred.await(running), left),
        (it) => it._tag === "Some",
      )
      if (!ended) return saying(state.made ?? state.recorded, "an update is under way")
    }
  })

  const settle = Effect.gen(function* () {
    for (;;) {
      const running = [...states.values()].flatMap(({ running }) => running === undefined ? [] : [running])
      if (running.length === 0) return
      yield* Effect.forEach(running, Deferred.await, { discard: true })
    }
  })

  return { newest, settle }
})

/** Names the state of a checkout that is another one than was indexed; undefined where it is not, or cannot be told. */
const reasonOf = ({ freshness, changed, stats }: Freshness.Tree): string | undefined =>
  freshness.freshness === "current" || freshness.freshness === "unknown"
    ? undefined
    : JSON.stringify([freshness, [...changed].sort().map((path) => [path, stats.get(path) ?? null])])

/** The same repository, whose answers say what becomes of what has changed. */
const saying = (repo: OpenRepo, update: string): OpenRepo => ({
  ...repo,
  freshness: (shown) => Effect.map(repo.freshness(shown), (it) => it.freshness === "current" ? it : { ...it, update }),
})

const entryOf = (
  entry: Registry.Entry,
  meta: Snapshot.SnapshotMeta,
  { sha256, stats, bytes }: Made,
  now: number,
): Registry.Entry => ({
  ...entry,
  sha256,
  stats,
  commit: meta.commit,
  indexedAt: new Date(now).toISOString(),
  languages: meta.languages.map((it) => it.name),
  stat: { ...entry.stat, size: bytes?.length ?? 0 },
})
