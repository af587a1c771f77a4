// An index that another process makes, at a low priority, while this one goes on answering: what that process is told,
// and what it says. It lives no longer than who started it.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Errors from "../indexer/errors.ts"
import * as Selection from "../indexer/selection.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Analysis from "./analysis.ts"
import { Entry } from "./entry.ts"
import { Home } from "./home.ts"
import * as Lost from "./lost.ts"
import { REFRESH_LOCK } from "./names.ts"
import * as Registry from "./registry.ts"
import * as Shelf from "./shelf.ts"
import { IndexNotWritten } from "./storage.ts"

/** Starts such a process. */
export class Apart extends Context.Reference<Apart>()("workspace/Apart", {
  defaultValue: (): {
    /**
     * Hands over one line and hears each that comes back. Ends when the process has, with how: `it ended with code 1`.
     * Who is interrupted ends it.
     */
    readonly run: (task: string, hear: (line: string) => void) => Effect.Effect<string>
  } => ({ run: () => Effect.succeed("this program starts no other process") }),
}) {}

/** What is to be indexed: as it was indexed before. */
export const Task = Schema.parseJson(Schema.Struct({
  /** The folder that belongs to us. */
  home: Schema.String,
  /** Real path. */
  root: Schema.String,
  storage: Schema.Literal("repository", "home"),
}))
export type Task = typeof Task.Type

/** The index of a repository is being made anew already, by this server or another. */
export class RefreshRunning extends Schema.TaggedError<RefreshRunning>()("RefreshRunning", {}) {
  override get message() {
    return "Cannot begin a refresh: one of this repository is under way"
  }
  get hint() {
    return "dry_run tells whether it still is; answers come from the index before until it has ended"
  }
}

export const Failure = Schema.Union(
  RefreshRunning,
  Lost.GraphLost,
  Selection.PatternRefused,
  IndexNotWritten,
  ...Errors.IndexError.members,
  ...Registry.RegistryError.members,
)
export type Failure = typeof Failure.Type

const Step = Schema.Struct({
  phase: Schema.Literal("scan", "extract", "resolve", "encode", "write"),
  done: Schema.Number,
  total: Schema.Number,
  bytes: Schema.Number,
})

const Made = Schema.Struct({
  entry: Entry,
  /** Was the index before still the right one? */
  unchanged: Schema.Boolean,
  /** Files that could not be read, and those that could in part. */
  failed: Schema.Number,
  partly: Schema.Number,
})
export type Made = typeof Made.Type

/** One line of such a process. */
export const Told = Schema.parseJson(Schema.Union(
  Schema.Struct({ _tag: Schema.Literal("step"), step: Step }),
  Schema.Struct({ _tag: Schema.Literal("made"), made: Made }),
  Schema.Struct({ _tag: Schema.Literal("failed"), failure: Failure }),
))
export type Told = typeof Told.Type

/** So long one that is about to end, or that somebody only looks for, is waited for; in milliseconds. */
const LOCK_MS = 1_000

/** The lock that is held while the index of a folder is made so; its own folder is made where it is missing. */
export const lockOf = Effect.fnUntraced(function* (root: string) {
  const { folder } = yield* Home
  const shelf = Shelf.of(folder, root, yield* Digest)
  yield* (yield* Files.Files).makeFolder(shelf)
  return `${shelf}/${REFRESH_LOCK}`
})

/** The work of that process: what comes of a task, after what it says on the way. Of one folder one runs at a time. */
export const work = Effect.fn("workspace.apart")(function* ({ root, storage }: Task, tell: (told: Told) => void) {
  const { withLock } = yield* Files.Files
  const made = Effect.gen(function* () {
    const lock = yield* lockOf(root)
    const options: Analysis.Options = { onProgress: (step) => tell({ _tag: "step", step }) }
    return yield* withLock(lock, LOCK_MS, Effect.either(Analysis.runUnless(root, storage, options, Lost.refuse)))
  })
  return yield* made.pipe(
    Effect.mapError(({ path, code }) =>
      code === "ELOCKED" ? new RefreshRunning() : new IndexNotWritten({ path, code })
    ),
    Effect.flatten,
    Effect.map(({ entry, meta: { report }, unchanged }): Told => ({
      _tag: "made",
      made: { entry, unchanged, failed: report.failed.length, partly: report.partlyRead.length },
    })),
    Effect.catchAll((failure: Failure) => Effect.succeed<Told>({ _tag: "failed", failure })),
  )
})
