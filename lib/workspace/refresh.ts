// Indexes that are made anew because a client asks for it: one at a time of each repository, by another process, under
// the settings of this server. Who waits may go away, and the index is made to its end; when the server ends, it is not.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Digest } from "../machine/digest.ts"
import { Files } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import type { Progress } from "./analysis.ts"
import * as Apart from "./apart.ts"
import type { Entry } from "./entry.ts"
import * as Freshness from "./freshness.ts"
import { Home } from "./home.ts"
import { Settings } from "./settings.ts"
import * as Storage from "./storage.ts"

/** The repository has more files than this server makes an index of for a client. */
export class RefreshTooLarge extends Schema.TaggedError<RefreshTooLarge>()("RefreshTooLarge", {
  most: Schema.Number,
}) {
  override get message() {
    return `Cannot refresh: the repository has more than ${this.most} files`
  }
  get hint() {
    return "Run portolan analyze there, or raise PORTOLAN_MCP_REFRESH_MAX_FILES"
  }
}

/** There is nothing that an index could be made of. */
export class RefreshImpossible extends Schema.TaggedError<RefreshImpossible>()("RefreshImpossible", {
  reason: Schema.String,
}) {
  override get message() {
    return `Cannot refresh: ${this.reason}`
  }
}

/** The waiting is over, the index is still being made. */
export class RefreshTimedOut extends Schema.TaggedError<RefreshTimedOut>()("RefreshTimedOut", {
  milliseconds: Schema.Number,
}) {
  override get message() {
    return `Cannot wait longer than ${this.milliseconds / 1000} s: the refresh goes on`
  }
  get hint() {
    return "dry_run tells when it has ended; PORTOLAN_MCP_REFRESH_TIMEOUT_MS is how long a call waits"
  }
}

/** The process that was to make the index ended without one. */
export class RefreshFailed extends Schema.TaggedError<RefreshFailed>()("RefreshFailed", { detail: Schema.String }) {
  override get message() {
    return `Cannot refresh: the process that makes the index failed (${this.detail}); the index before is as it was`
  }
}

export type RefreshError = RefreshTooLarge | RefreshTimedOut | RefreshFailed | Apart.Failure

/** A repository and its index before anything is made. */
export interface Look {
  readonly freshness: Freshness.Freshness
  /** Files as a run lists them, whatever their size: at most one more than the limit; undefined where there is none. */
  readonly files: number | undefined
  /** Most that there may be; 0: any number. */
  readonly most: number
  /** Is the index being made, by this server or another? */
  readonly running: boolean
  /** Why there is nothing that could be indexed. */
  readonly gone: string | undefined
}

/** A lock that was left behind is taken over by the second look at it; so long there may be one, in milliseconds. */
const LOOK_MS = 50

export class Refresh extends Context.Tag("workspace/Refresh")<Refresh, {
  readonly look: (entry: Entry) => Effect.Effect<Look>
  /**
   * Makes the index anew, as it was made before, and gives what came of it. An index that is still the right one stays.
   *
   * @param hear Told of each step as long as somebody waits.
   */
  readonly run: (entry: Entry, hear: (progress: Progress) => void) => Effect.Effect<Apart.Made, RefreshError>
}>() {
  static readonly layer: Layer.Layer<Refresh, never, Files | RunGit | Digest | Home> = Layer.scoped(
    Refresh,
    Effect.gen(function* () {
      const machine = yield* Effect.context<Files | RunGit | Digest | Home>()
      const scope = yield* Effect.scope
      const apart = yield* Apart.Apart
      const { folder } = yield* Home
      // Who asks often takes turns.
      const looking = yield* Effect.makeSemaphore(1)
      const running = new Map<string, { hear: ((progress: Progress) => void) | undefined }>()

      const made = (entry: Entry, told: (progress: Progress) => void) =>
        Effect.gen(function* () {
          const task = yield* Schema.encode(Apart.Task)({
            home: folder,
            root: entry.path,
            storage: Storage.placeOf(entry),
          })
          let last: Apart.Told | undefined
          const how = yield* apart.run(task, (line) => {
            const said = Schema.decodeOption(Apart.Told)(line)
            if (said._tag === "None") return
            if (said.value._tag === "step") told(said.value.step)
            else last = said.value
          })
          if (last?._tag === "made") return last.made
          return yield* last?._tag === "failed" ? last.failure : new RefreshFailed({ detail: how })
        }).pipe(Effect.catchTag("ParseError", Effect.die))

      const run = (entry: Entry, hear: (progress: Progress) => void) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const { path } = entry
            if (running.has(path)) return yield* new Apart.RefreshRunning()
            const own: { hear: typeof hear | undefined } = { hear }
            running.set(path, own)
            const fiber = yield* made(entry, (progress) => own.hear?.(progress)).pipe(
              // Somebody may wait no longer, and is not told.
              Effect.tapError(({ message }) => Effect.logWarning(message)),
              Effect.ensuring(Effect.sync(() => running.delete(path))),
              Effect.interruptible,
              Effect.forkIn(scope),
            )
            const { refreshMs } = yield* Settings
            const waited = Effect.timeoutFail(Fiber.join(fiber), {
              duration: refreshMs,
              onTimeout: () => new RefreshTimedOut({ milliseconds: refreshMs }),
            })
            return yield* restore(waited).pipe(
              Effect.ensuring(Effect.sync(() => own.hear = undefined)),
            )
          })
        )

      const isRunning = (path: string) =>
        Effect.gen(function* () {
          if (running.has(path)) return true
          const lock = yield* Apart.lockOf(path)
          return yield* Effect.as((yield* Files).withLock(lock, LOOK_MS, Effect.void), false)
        }).pipe(
          // What cannot be locked for another reason is found out by who runs.
          Effect.catchAll(({ code }) => Effect.succeed(code === "ELOCKED")),
          Effect.provide(machine),
        )

      const look = (entry: Entry) =>
        Effect.gen(function* () {
          const { refreshFiles: most } = yield* Settings
          const { freshness, listed } = yield* Freshness.compare(
            entry.path,
            entry.commit,
            Storage.sources(entry),
            entry.asked,
          )
          const there = yield* Effect.either(Storage.openable(entry))
          const unreadable = there._tag === "Left" && there.left._tag !== "RepoGone" ? there.left.why : undefined
          const gone = freshness.freshness === "unknown" && listed.size === 0 ? freshness.reason : undefined
          return {
            // An index that no question can be put to is not current.
            freshness: unreadable === undefined ? freshness : { freshness: "unknown", reason: unreadable } as const,
            files: most === 0 || gone !== undefined ? undefined : Math.min(listed.size, most + 1),
            most,
            running: yield* isRunning(entry.path),
            gone,
          }
        }).pipe(looking.withPermits(1), Effect.provide(machine))

      return { look, run }
    }),
  )
}
