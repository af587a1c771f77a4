// What lib asks of the machine's files. Only interfaces: platform/ has the implementations, tests have others.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

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

/** An open file's bytes by place. */
export interface Window {
  /** When it was opened. */
  readonly size: number
  /**
   * `length` bytes from `offset`, which start at a multiple of 8 of their buffer where `offset` is one. They are no copy
   * where the system can do without. Undefined where the file has no such bytes or they cannot be read.
   */
  readonly at: (offset: number, length: number) => Uint8Array | undefined
}

/** A new file that grows at its end. */
export interface Appender {
  /** Gives the system's code where it could not write all of it; nothing should be added after that. */
  readonly append: (bytes: Uint8Array) => string | undefined
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
  /** Opens a file that others may let grow or remove, but never cut or change in place. */
  readonly window: (path: string) => Effect.Effect<Window, PlatformError, Scope.Scope>
  /** Makes a file that must not be there yet. Nothing is flushed to disk: after a power cut its end may be missing. */
  readonly appender: (path: string) => Effect.Effect<Appender, PlatformError, Scope.Scope>
  /** Sets a file's time of modification to now. */
  readonly touch: (path: string) => Effect.Effect<void, PlatformError>
  readonly list: (path: string) => Effect.Effect<ReadonlyArray<FolderEntry>, PlatformError>
  /** Makes the folder and those above it that are missing. */
  readonly makeFolder: (path: string) => Effect.Effect<void, PlatformError>
  /** Removes a file, or a folder with all it holds; nothing there is no failure. */
  readonly remove: (path: string) => Effect.Effect<void, PlatformError>
  /**
   * Gives a file a second name, which keeps its bytes when another file is put in the place of the first; a copy where
   * the system has no second names. What has the name already stays.
   */
  readonly link: (from: string, to: string) => Effect.Effect<void, PlatformError>
  readonly rename: (from: string, to: string) => Effect.Effect<void, PlatformError>
  readonly realPath: (path: string) => Effect.Effect<string, PlatformError>
  /**
   * Runs `use` while this process alone holds the lock file; waits at most `waitMs`, then fails with the code `ELOCKED`
   * and a detail that names the file, its holder and what to do.
   * A lock whose process is gone is taken over.
   */
  readonly withLock: <A, E, R>(
    path: string,
    waitMs: number,
    use: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | PlatformError, R>
}>() {}
