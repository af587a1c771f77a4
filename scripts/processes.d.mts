export interface Ran {
  /** -1: could not be started, or ended by a signal. */
  readonly code: number
  /** Both streams as they came. */
  readonly output: string
  readonly stdout: string
  readonly seconds: number
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** The clone's root folder. */
export const ROOT: string
/** Path of the Bun that set-up laid down. */
export const BUN: string
/** First arguments of Bun that keep it from running what lies in the current folder. */
export const BUN_SAFELY: ReadonlyArray<string>
export const run: (command: string, args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ran>
export const npm: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ran>
