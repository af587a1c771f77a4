// How lib is told that something in a folder has changed. A hint that comes soon and says little: who hears it looks for
// himself. What a system cannot tell, or tells no longer, is said aloud: silence means that nothing has changed.

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** What is called when something happens: at once, in the middle of anything. Folders are absolute, as they were added. */
export interface Hear {
  /**
   * An entry of a folder was made, written, renamed, removed, or its permissions are others. Without a name it may be any
   * of them. There may be no such entry, and one change may be told several times.
   */
  readonly changed: (folder: string, name: string | undefined) => void
  /** Changes were missed: in any folder there may have been any. Watching goes on. */
  readonly missed: () => void
  /** Of this folder nothing is told any more: it is gone, or the system does not watch it any longer. */
  readonly lost: (folder: string, why: string) => void
}

/** Folders that are watched, each by itself: what happens inside of a folder in it is told only where that one is added. */
export interface Watched {
  /**
   * Everything that happens in the folder from now on is told. A folder of the same path that was added before is let go
   * of: one path can stand for another folder than it did. Gives the system's code where it is not watched: `ENOENT` or
   * `ENOTDIR` where there is no folder, `ENOSPC` or `EMFILE` where a limit of the system is reached. Links are not followed.
   */
  readonly add: (folder: string) => Effect.Effect<string | undefined>
  readonly remove: (folder: string) => Effect.Effect<void>
  /**
   * Ends when all that had happened before it began has been told: on Linux, where the system tells in order. Elsewhere it
   * ends a moment later.
   */
  readonly heard: Effect.Effect<void>
  /** How many there are. */
  readonly count: () => number
}

export class Watching extends Context.Tag("machine/Watching")<Watching, {
  /** Nothing is told any more when the scope ends. */
  readonly open: (hear: Hear) => Effect.Effect<Watched, never, Scope.Scope>
  /** How many folders all programs of one user may have watched together, where the system tells. */
  readonly most: Effect.Effect<number | undefined>
  /** Why changes in a folder may go unnoticed, whatever is added: such as a file system of another machine. */
  readonly blindness: (folder: string) => Effect.Effect<string | undefined>
}>() {}
