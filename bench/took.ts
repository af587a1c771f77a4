// What a stretch of a benchmark takes.

import { spent } from "../lib/platform/limits.ts"

export interface Took {
  /** Milliseconds of the clock, and of all processors together. */
  readonly wall: number
  readonly processor: number
}

/** Starts a watch; gives what has been taken since. */
export const started = (): () => Took => {
  const began = performance.now()
  const before = spent()
  return () => ({ wall: performance.now() - began, processor: spent() - before })
}
