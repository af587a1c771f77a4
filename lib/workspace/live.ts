// Answers on the text as it is now: where a checkout is another one than its index was made from, the index is made again
// in a thread of its own, in memory, and a call waits for it a little. Nothing is written for it, and what another process
// records goes before what was made here.

import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Snapshot from "../graph/snapshot.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import { Watching } from "../machine/watching.ts"
import * as Embedding from "./embedding.ts"
import type * as Finder from "./finder.ts"
import * as Freshness from "./freshness.ts"
import { Home } from "./home.ts"
import { LiveThreads, type Made, NotUpdated } from "./live_thread.ts"
import type * as Registry from "./registry.ts"
import { hear, isPending, nameOf, type State, stateFrom, treeOf } from "./live_state.ts"
import { LiveUpdates } from "./live_updates.ts"
import type { OpenRepo } from "./repos.ts"
import { Settings } from "./settings.ts"
import type { Sources } from "./sources.ts"
import type * as Storage from "./storage.ts"
import * as Watch from "./watch.ts"

/** Opens what was made: like a recorded index, over the state of the files that it was made from. */
export type Open = (
  chosen: Registry.Identified,
  opened: Storage.Opened,
  sources: Sources,
  unembedded: number,
) => Effect.Effect<OpenRepo>

export interface Live {
  /** The newest there is of an open repository, after at most the wait that is set. */
  readonly newest: (recorded: OpenRepo) => Effect.Effect<OpenRepo>
  /** What is known of a checkout and holds still, as an index of that digest sees it. */
  readonly known: (root: string, sha256: string) => Freshness.Tree | undefined
  /** Another number whenever something in a checkout was heard to have changed. */
  readonly version: (root: string) => number
  /** Somebody saw that these files of a repository are no longer as they were found. Is it kept up to date? */
  readonly seen: (root: string, changed: ReadonlyArray<string>) => boolean
  /** The last word index that was built of a repository, also of an older state of it. */
  readonly words: (root: string) => Finder.Indexed | undefined
  readonly keepWords: (root: string, words: Finder.Indexed) => void
  /** Makes words of a repository when those that are being made are there. */
  readonly wordsInTurn: (root: string) => <A>(making: Effect.Effect<A>) => Effect.Effect<A>
  /** Waits until no update is under way or wanted, and words that were asked for are those of the newest. */
  readonly settle: Effect.Effect<void>
}

/** Nothing is kept up to date. */
export const NEVER: Live = {
  newest: (recorded) => Effect.succeed(recorded),
  known: () => undefined,
  version: () => 0,
  seen: () => false,
  words: () => undefined,
  keepWords: () => {},
  wordsInTurn: () => (making) => making,
  settle: Effect.void,
}

/** Where somebody tells of changes, a checkout is looked at so seldom all the same, in milliseconds. */
const OLDEST_WATCHED_MS = 30_000

/** Changed files that are read to see whether they say something else. */
const FEW_PATHS = 16

/** Changes are followed by themselves for so long after a call, where that costs little, in milliseconds. */
const FOLLOWED_MS = 60_000
const LITTLE_MS = 2_000
/** So many times what an update took nobody follows the next change by himself. */
const FOLLOWING_SHARE = 4

/** Threads that run at one time: each holds the facts of its repository, and often the resolved program. */
export const MOST_THREADS = 4

/** How long after a graph its words are begun, in milliseconds, where nobody asks for them. */
const WORDS_AFTER_MS = 100

/** After a thread has come to its end nothing is tried for so many times what that took, where it took long. */
const REST = 10

/** Lives as long as its scope; without a machine's threads or a server's word nothing is kept up to date. */
export const make: (
  open: Open,
) => Effect.Effect<Live, never, Files.Files | RunGit | Digest | Home | Scope.Scope> = Effect.fnUntraced(
  function* (open) {
    const { settings } = yield* LiveUpdates
    const { open: start } = yield* LiveThreads
    if (settings === undefined || start === undefined) return NEVER
    const scope = yield* Effect.scope
    const machine = yield* Effect.context<Files.Files | RunGit>()
    const files = Context.get(machine, Files.Files)
    const digest = yield* Digest
    const watching = yield* Effect.serviceOption(Watching)
    const { folder: home } = yield* Home
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    const states = new Map<string, State>()
    let sweeping = false

    const stateOf = Effect.fnUntraced(function* (recorded: OpenRepo) {
      const { root } = recorded
      const own = states.has(root) ? undefined : yield* Scope.fork(scope, ExecutionStrategy.sequential)
      const known = states.get(root)
      if (known === undefined) {
        const state = stateFrom(recorded, own!, now())
        states.set(root, state)
        yield* watch(state)
        yield* sweep
        return state
      }
      if (known.recorded !== recorded) {
        const before = known.recorded.entry.asked
        // What was recorded since goes before what was made here, until the checkout says otherwise.
        known.recorded = recorded
        known.made = undefined
        known.failed = undefined
        hear(known, true, [])
        const { embedder } = yield* Settings
        // What was asked to be read may be other files; of an embedder's vectors there may be more.
        const isOther = JSON.stringify(before) !== JSON.stringify(recorded.entry.asked)
        if (isOther || embedder !== undefined) yield* endThread(known)
      }
      known.used = now()
      known.asked.unsafeOpen()
      return known
    })

    /** Begins to watch, behind the caller's back: until it has begun, the checkout is looked at. */
    const watch = (state: State): Effect.Effect<void> =>
      watching._tag === "None" ? Effect.void : Effect.asVoid(Effect.forkIn(
        Watch.open(state.root).pipe(
          Effect.map((watcher) => state.watcher = watcher),
          Effect.flatMap(sayHow(state)),
          Effect.provide(Context.add(machine, Watching, watching.value)),
          Effect.provideService(Scope.Scope, state.scope),
          Effect.zipRight(follow(state)),
        ),
        state.scope,
      ))

    /** Says once for each reason why a repository is not watched. */
    const sayHow = (state: State) => (watcher: Watch.Watcher): Effect.Effect<void> => {
      const mode = watcher.mode()
      const why = mode._tag === "watching" || mode === Watch.GONE ? undefined : mode.why
      if (why === undefined || state.why === why) return Effect.void
      state.why = why
      return Effect.logWarning(`${state.recorded.id} is looked at every few seconds, not watched: ${why}`)
    }

    /** Keeps up with changes while somebody asks now and then, so that the next one need not wait. */
    const follow = (state: State): Effect.Effect<void> =>
      Effect.forever(Effect.gen(function* () {
        yield* state.watcher!.next
        yield* sayHow(state)(state.watcher!)
        if (FOLLOWED_MS < now() - state.used) state.asked.unsafeClose()
        yield* state.asked.await
        yield* take(state)
        const isCheap = state.thread !== undefined && state.took < LITTLE_MS
        if (isCheap) yield* sift(state)
        if (isCheap && isPending(state) && !(yield* isHopeless(state))) yield* begin(state)
        if (state.running !== undefined) yield* Deferred.await(state.running)
        // What is written all the time keeps no processor busy: who asks is answered on the newest all the same.
        yield* Effect.sleep(FOLLOWING_SHARE * state.took)
      }))

    /** Hears what has changed, one after the other: whoever comes second finds what the first one was told. */
    const take = (state: State): Effect.Effect<void> =>
      state.taking.withPermits(1)(Effect.uninterruptible(heard(state)))

    const heard = Effect.fn("workspace.heard")(function* (state: State) {
      if (state.watcher === undefined) {
        // Until it is watched nobody tells: that is soon, and until then each call looks.
        if (watching._tag === "Some" || Freshness.OLDEST_MS < now() - (state.found?.begun ?? 0)) hear(state, true, [])
        return
      }
      const { all, list, commit, paths } = yield* state.watcher.take
      state.taken = now()
      if (all || list || commit || paths.size !== 0) return hear(state, all || list || commit, paths)
      // Not every way of writing is told of everywhere: now and then somebody looks, behind the caller's back.
      if (now() - state.checked < OLDEST_WATCHED_MS || state.running !== undefined) return
      state.checked = now()
      yield* Effect.forkIn(
        Effect.map(fresh(state), ({ freshness: { freshness } }) => {
          if (freshness !== "current" && freshness !== "unknown") hear(state, true, [])
        }),
        state.scope,
      )
    })

    /** Leaves out what has the content that is known: one write is told several times, and some write what was there. */
    const sift = (state: State): Effect.Effect<void> =>
      Effect.uninterruptible(Effect.gen(function* () {
        const { pending: { all, paths }, version, found } = state
        if (all || paths.size === 0 || FEW_PATHS < paths.size || found === undefined) return
        for (const path of paths) {
          const known = state.files.get(path)
          const bytes = typeof known?.digest === "string"
            ? yield* Effect.option(files.read(`${state.root}/${path}`))
            : undefined
          if (bytes?._tag !== "Some" || digest.sha256(bytes.value) !== known!.digest) return
          // Written between the look at it and the reading: its stat is not that of this content, and would say so for ever.
          if (bytes.value.length !== known!.stat.size) return
        }
        if (state.version !== version || state.running !== undefined) return
        state.pending = { all: false, paths: new Set() }
        state.found = { ...found, version }
      }))

    const threadOf = Effect.fnUntraced(function* (state: State) {
      if (state.thread !== undefined && !state.thread.thread.isOver()) return state.thread.thread
      yield* endThread(state)
      yield* makeRoom
      const own = yield* Scope.fork(state.scope, ExecutionStrategy.sequential)
      const { factsBytes, embedder: set } = yield* Settings
      const embedder = set === undefined ? undefined : Embedding.idOf(set)
      const thread = yield* Scope.extend(start({ home, entry: state.recorded.entry, factsBytes, embedder }), own)
      state.thread = { thread, scope: own }
      return thread
    })

    /** Ends the thread of which nobody has asked for the longest, where another one would be too many. */
    const makeRoom = Effect.suspend(() => {
      const all = [...states.values()].filter(({ thread }) => thread !== undefined)
      const idle = all.filter(({ running }) => running === undefined).sort((a, b) => a.used - b.used)
      return Effect.forEach(idle.slice(0, Math.max(0, all.length - MOST_THREADS + 1)), endThread, { discard: true })
    })

    const endThread = (state: State): Effect.Effect<void> =>
      Effect.suspend(() => {
        const { thread } = state
        state.thread = undefined
        state.files = new Map()
        return thread === undefined ? Effect.void : Scope.close(thread.scope, Exit.void)
      })

    /** Makes the index of the checkout as it is. `version` is of when `changed` was all that had changed. */
    const update = Effect.fn("workspace.live")(function* (
      state: State,
      changed: ReadonlyArray<string> | undefined,
      version: number,
    ) {
      const begun = now()
      const thread = yield* threadOf(state)
      const has = [state.recorded, ...(state.made === undefined ? [] : [state.made])].map((it) => it.entry.sha256)
      const told = yield* thread.update(changed, has)
      // What was asked to be read may be other files by now, and the thread given up.
      const isGivenUp = () => state.thread?.thread !== thread
      if (isGivenUp()) return hear(state, true, [])
      for (const file of told.files) state.files.set(file.path, file)
      for (const path of told.gone) state.files.delete(path)
      const known = [state.made, state.recorded].find((it) => it?.entry.sha256 === told.sha256)
      // Another index was recorded meanwhile, and this one let go.
      if (known === undefined && told.bytes === undefined) return hear(state, true, [])
      const opened = known ?? (yield* Effect.mapError(
        Snapshot.decodeOwn(told.bytes!),
        ({ detail }) => new NotUpdated({ why: detail }),
      ))
      // Files may say something else of which the graph knows nothing: whatever is cut out of them is of their new text.
      if (known === undefined || told.files.length !== 0 || told.gone.length !== 0) {
        const { id, entry } = state.recorded
        const made = yield* open(
          { id, longId: id, entry: known?.entry ?? entryOf(entry, opened.meta, told, now()) },
          opened,
          { files: [...state.files.values()], left: { ...told.left, configs: new Map(told.left.configs) } },
          told.unembedded,
        )
        if (isGivenUp()) return hear(state, true, [])
        state.made = made
        yield* followWords(state)
      }
      state.found = { sha256: told.sha256, begun, version, tree: treeOf(state.files) }
      if (state.watcher !== undefined && (changed === undefined || told.isListed)) {
        yield* state.watcher.cover(state.files.keys(), begun)
      }
    })

    /** Makes the words of the newest graph, behind everyone's back, where words were asked for before. */
    const followWords = (state: State): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (state.words === undefined || state.makesWords) return Effect.void
        state.makesWords = true
        const making = Effect.interruptible(Effect.gen(function* () {
          for (;;) {
            // Who waits for the graph goes first.
            yield* Effect.sleep(WORDS_AFTER_MS)
            const repo = state.made ?? state.recorded
            yield* repo.finder.words
            if (repo === (state.made ?? state.recorded)) return
          }
        }))
        return Effect.asVoid(
          Effect.forkIn(Effect.ensuring(making, Effect.sync(() => state.makesWords = false)), state.scope),
        )
      })

    /** Begins to make what is pending part of the index. */
    const begin = Effect.fnUntraced(function* (state: State) {
      if (state.running !== undefined) return
      const running = Deferred.unsafeMake<void>(FiberId.none)
      const { pending: { all, paths }, version, recorded } = state
      const begun = now()
      state.running = running
      state.pending = { all: false, paths: new Set() }
      const run = update(state, all ? undefined : [...paths], version).pipe(
        Effect.zipRight(Effect.sync(() => state.failed = undefined)),
        Effect.catchAllDefect((cause) =>
          Effect.zipRight(Effect.logError(Cause.die(cause)), new NotUpdated({ why: "a fault of this program" }))
        ),
        Effect.catchAll(({ why }) =>
          Effect.gen(function* () {
            state.pending.all ||= all
            for (const path of paths) state.pending.paths.add(path)
            // What became of the index before says nothing of the one that was recorded meanwhile.
            if (state.recorded !== recorded) return
            const { version } = state
            const took = now() - begun
            if (LITTLE_MS < took && state.thread?.thread.isOver() !== false) state.notBefore = now() + REST * took
            state.failed = { why, of: nameOf(yield* fresh(state)), version }
          })
        ),
        Effect.ensuring(Effect.suspend(() => {
          state.running = undefined
          state.took = now() - begun
          return Deferred.succeed(running, undefined)
        })),
      )
      yield* Effect.forkIn(run, state.scope)
    })

    const fresh = (state: State): Effect.Effect<Freshness.Tree> => {
      const repo = state.made ?? state.recorded
      return repo.fresh ?? repo.tree
    }

    /** Did an update of the very same checkout fail? Something may be told to have changed and be as it was. */
    const isHopeless = (state: State): Effect.Effect<boolean> =>
      Effect.gen(function* () {
        const { failed, version } = state
        if (failed === undefined) return false
        if (failed.version === version || now() < state.notBefore) return true
        if (failed.of !== nameOf(yield* fresh(state))) return false
        failed.version = version
        return true
      })

    /** Was nothing to be said of the checkout, so shortly ago that it is not worth another look? */
    const isUnknown = ({ found, version }: State): boolean =>
      found?.tree.freshness.freshness === "unknown" && found.version === version &&
      now() - found.begun < Freshness.OLDEST_MS

    /** Looks at the checkout, where it may be another one than is known, and nobody makes an index of it already. */
    const look = (state: State): Effect.Effect<void> =>
      state.turn.withPermits(1)(Effect.uninterruptible(Effect.gen(function* () {
        if (!isPending(state) || state.running !== undefined || isUnknown(state)) return
        if (yield* isHopeless(state)) return
        // Who keeps the files at hand looks at them sooner than we would, where it is known which.
        if (state.thread !== undefined && state.watcher !== undefined) {
          yield* sift(state)
          return isPending(state) ? yield* begin(state) : undefined
        }
        const repo = state.made ?? state.recorded
        const begun = now()
        const { version } = state
        state.pending = { all: false, paths: new Set() }
        const tree = yield* fresh(state)
        state.checked = begun
        state.found = { sha256: repo.entry.sha256, begun, version, tree }
        if (tree.freshness.freshness === "unknown") return void (state.pending.all = true)
        if (tree.freshness.freshness !== "current") {
          state.pending.all = true
          return yield* begin(state)
        }
        if (state.watcher !== undefined) yield* state.watcher.cover(tree.listed, begun)
      })))

    const newest = Effect.fnUntraced(function* (recorded: OpenRepo) {
      // What came from elsewhere is somebody's word, and is not made again here.
      if (recorded.entry.imported === true) return recorded
      const begun = now()
      const state = yield* stateOf(recorded)
      yield* take(state)
      for (;;) {
        yield* look(state)
        const { running } = state
        const repo = state.made ?? state.recorded
        if (running === undefined) {
          return state.failed === undefined ? repo : saying(repo, `the last update failed: ${state.failed.why}`)
        }
        const left = settings.waitMs - (now() - begun)
        const ended = left <= 0 ? false : Option.isSome(yield* Effect.timeoutOption(Deferred.await(running), left))
        if (!ended) return saying(state.made ?? state.recorded, "an update is under way")
      }
    })

    /** Lets go of what nobody has asked for in a while; ends when there is nothing. */
    const sweep = Effect.suspend(() => {
      if (sweeping) return Effect.void
      sweeping = true
      const sweeps = Effect.gen(function* () {
        while (states.size !== 0) {
          yield* Effect.sleep(Math.max(1_000, settings.idleMs / 4))
          for (const [root, state] of states) {
            if (now() - state.used < settings.idleMs || state.running !== undefined) continue
            states.delete(root)
            yield* Scope.close(state.scope, Exit.void)
          }
        }
        sweeping = false
      })
      return Effect.asVoid(Effect.forkIn(sweeps, scope))
    })

    const settle = Effect.gen(function* () {
      for (;;) {
        yield* Effect.forEach(states.values(), take, { discard: true })
        yield* Effect.forEach(states.values(), look, { discard: true })
        const running = [...states.values()].flatMap(({ running }) => running === undefined ? [] : [running])
        if (running.length === 0) break
        yield* Effect.forEach(running, Deferred.await, { discard: true })
      }
      for (const state of states.values()) {
        if (state.words !== undefined) yield* (state.made ?? state.recorded).finder.words
      }
    })

    return {
      newest,
      settle,
      seen: (root, changed) => {
        const state = states.get(root)
        if (state !== undefined) hear(state, false, changed)
        return state !== undefined && settings.waitMs !== 0
      },
      words: (root) => states.get(root)?.words,
      wordsInTurn: (root) => (making) =>
        Effect.suspend(() => states.get(root)?.wording.withPermits(1)(making) ?? making),
      keepWords: (root, words) => {
        const state = states.get(root)
        if (state === undefined) return
        // What took longer than the next change may come behind what was made for that one.
        if (state.words?.graph !== (state.made ?? state.recorded).graph) state.words = words
      },
      known: (root, sha256) => {
        const state = states.get(root)
        const found = state?.found
        if (state === undefined || found?.sha256 !== sha256 || found.version !== state.version) return undefined
        const since = state.watcher === undefined ? found.begun : state.taken
        return now() - since <= Freshness.OLDEST_MS ? found.tree : undefined
      },
      version: (root) => states.get(root)?.version ?? 0,
    }
  },
)

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
