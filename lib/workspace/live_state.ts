// What is known of one repository that is asked: what was recorded of it and made since, what has changed and is in no
// update yet, and its checkout as it was found last. `found` holds as long as its version is that of the state.

import type * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Finder from "./finder.ts"
import type * as Freshness from "./freshness.ts"
import type { Thread } from "./live_thread.ts"
import type { OpenRepo } from "./repos.ts"
import type { SourceState } from "./sources.ts"
import type * as Watch from "./watch.ts"

/** A checkout as it was found, by an index of that digest. */
export interface Found {
  readonly sha256: string
  readonly tree: Freshness.Tree
  /** When somebody began to look, in milliseconds, and what had been heard by then. */
  readonly begun: number
  readonly version: number
}

/** One repository that is asked. */
export interface State {
  readonly root: string
  /** Tells the recorded index from the next. */
  recorded: OpenRepo
  /** What was made since; it goes before the recorded one. */
  made: OpenRepo | undefined
  thread: { readonly thread: Thread; readonly scope: Scope.CloseableScope } | undefined
  /** By path: the files as the thread told them. */
  files: Map<string, SourceState>
  /** Lives as long as the state does. */
  readonly scope: Scope.CloseableScope
  watcher: Watch.Watcher | undefined
  /** Why it is not watched, as it was said last. */
  why: string | undefined
  /** What changed and is in no update yet. */
  pending: { all: boolean; readonly paths: Set<string> }
  /** How often something was heard to have changed. */
  version: number
  /** When that was asked for last, in milliseconds. */
  taken: number
  found: Found | undefined
  /** When somebody began to look at all of it last, in milliseconds. */
  checked: number
  words: Finder.Indexed | undefined
  /** Whoever makes words, one at a time. */
  readonly wording: Effect.Semaphore
  /** Are words made that nobody waits for? */
  makesWords: boolean
  /** Settles when the update that is under way has ended. */
  running: Deferred.Deferred<void> | undefined
  /** Why the last update failed, and of which checkout: it is tried again on another one. */
  failed: { readonly why: string; readonly of: string; version: number } | undefined
  /** When a thread may be started again that came to its end, in milliseconds; what the last update took. */
  notBefore: number
  took: number
  /** When somebody asked last, in milliseconds. */
  used: number
  /** Whoever takes what was heard, and whoever looks, each one at a time. */
  readonly taking: Effect.Semaphore
  readonly turn: Effect.Semaphore
  /** Closed while nobody has asked in a while: changes are not followed by themselves then. */
  readonly asked: Effect.Latch
}

/** Of a repository that is asked for the first time: all of it may have changed. */
export const stateFrom = (recorded: OpenRepo, scope: Scope.CloseableScope, now: number): State => ({
  root: recorded.root,
  recorded,
  made: undefined,
  thread: undefined,
  files: new Map(),
  scope,
  watcher: undefined,
  why: undefined,
  pending: { all: true, paths: new Set() },
  version: 0,
  taken: 0,
  found: undefined,
  checked: 0,
  words: undefined,
  wording: Effect.unsafeMakeSemaphore(1),
  makesWords: false,
  running: undefined,
  failed: undefined,
  notBefore: 0,
  took: 0,
  used: now,
  taking: Effect.unsafeMakeSemaphore(1),
  turn: Effect.unsafeMakeSemaphore(1),
  asked: Effect.unsafeMakeLatch(true),
})

/** Something may have changed: these paths, or any. */
export const hear = (state: State, all: boolean, paths: Iterable<string>): void => {
  state.pending.all ||= all
  for (const path of paths) state.pending.paths.add(path)
  state.version++
}

export const isPending = ({ pending }: State): boolean => pending.all || pending.paths.size !== 0

/** What stands for a checkout that is another one than was indexed. */
export const nameOf = ({ freshness, changed, stats }: Freshness.Tree): string =>
  JSON.stringify([freshness, [...changed].sort().map((path) => [path, stats.get(path) ?? null])])

/** The checkout of which an index was just made. */
export const treeOf = (files: ReadonlyMap<string, SourceState>): Freshness.Tree => ({
  freshness: { freshness: "current" },
  listed: new Set(files.keys()),
  changed: new Set(),
  stats: new Map([...files].map(([path, { stat }]) => [path, stat])),
})
