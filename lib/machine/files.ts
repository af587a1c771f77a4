// What lib asks of the machine's files. Only interfaces: platform/ has the implementations, tests have others.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** An operation on the machine that did not work; turned at once into the room's own error. */
export class PlatformError extends Data.TaggedError("PlatformError")<{
  readonly operation: string
  readonly path: string
  /** The system's own code, such as `ENOENT`, `EACCES`, `ENOSPC`. */
  readonly code: string
  readonly detail: string
}> {}

export interface FileStat {
  readonly kind: "file" | "folder" | "link" | "other"
  readonly size: number
  /** Nanoseconds. */
  readonly modified: bigint
  readonly changed: bigint
  readonly inode: bigint
}

export interface FolderEntry {
  readonly name: string
  readonly kind: FileStat["kind"]
}

/** Absolute paths only. */
export class Files extends Context.Tag("machine/Files")<Files, {
  readonly read: (path: string) => Effect.Effect<Uint8Array, PlatformError>
  /** The bytes as a view that need not be copied into memory; the file must never be cut short in place. */
  readonly map: (path: string) => Effect.Effect<Uint8Array, PlatformError>
  /** Writes beside, flushes to disk and renames, so that a reader sees the old bytes or the new ones. */
  readonly writeAtomically: (path: string, parts: ReadonlyArray<Uint8Array>) => Effect.Effect<void, PlatformError>
  /** Does not follow a link at `path` itself. */
  readonly stat: (path: string) => Effect.Effect<FileStat, PlatformError>
  /** `stat` of many at once, in order; undefined where there is nothing or it cannot be asked. */
  readonly stats: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<FileStat | undefined>>
  readonly list: (path: string) => Effect.Effect<ReadonlyArray<FolderEntry>, PlatformError>
  /** Makes the folder and those above it that are missing. */
  readonly makeFolder: (path: string) => Effect.Effect<void, PlatformError>
  /** Removes a file, or a folder with all it holds; nothing there is no failure. */
  readonly remove: (path: string) => Effect.Effect<void, PlatformError>
  readonly rename: (from: string, to: string) => Effect.Effect<void, PlatformError>
  readonly realPath: (path: string) => Effect.Effect<string, PlatformError>
  /**
   * Runs `use` while this process alone holds the lock file; waits at most `waitMs`, then fails with the code `ELOCKED`.
   * A lock whose process is gone is taken over.
   */
  readonly withLock: <A, E, R>(
    path: string,
    waitMs: number,
    use: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | PlatformError, R>
}>() {}
