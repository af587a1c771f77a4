// What surrounds the process: its variables, the user's home, how many processors there are. Read once, never written.

import * as Context from "effect/Context"

export class Environment extends Context.Tag("machine/Environment")<Environment, {
  /** An environment variable; undefined where it is unset or empty. */
  readonly variable: (name: string) => string | undefined
  /** The same as it is set, an empty one too: what was left blank by mistake is not taken for unset. */
  readonly stated: (name: string) => string | undefined
  /** Names of the variables that are set; none where that cannot be asked. */
  readonly names?: () => ReadonlyArray<string>
  /** Absolute path of the user's home folder. */
  readonly home: string
  /** Absolute path of the working directory, as it is at the time of the call. */
  readonly workingFolder: () => string
  /** Processors that this process may use, at least 1. */
  readonly processors: number
  /** Names the code that runs: another text whenever the code is another. */
  readonly build: () => string
  /** Looks for garbage at once, where the engine can be told to: much has just become garbage. */
  readonly collect?: () => void
}>() {}
