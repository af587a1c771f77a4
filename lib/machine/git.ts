// How lib runs git. Arguments are a list, never a shell line; hooks, prompts and the user's aliases are off.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** Git is absent, or said no. */
export class GitFailed extends Data.TaggedError("GitFailed")<{
  readonly arguments: ReadonlyArray<string>
  /** -1 where git could not be started, -2 where it gave no answer in time. */
  readonly exitCode: number
  readonly detail: string
}> {}

export class RunGit extends Context.Tag("machine/RunGit")<
  RunGit,
  (
    folder: string,
    args: ReadonlyArray<string>,
    /** What git reads from its standard input; nothing by default. */
    input?: Uint8Array,
  ) => Effect.Effect<Uint8Array, GitFailed>
>() {}
