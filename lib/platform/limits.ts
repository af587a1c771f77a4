// How much one file may take. The parser counts its own work (lib/syntax/extract.ts); these limits are for what it does
// not see, and are generous, since what is over them is called broken.

import { totalmem } from "node:os"
import process from "node:process"

export interface Limits {
  /** Processor time for a file of so many bytes, in milliseconds. */
  readonly timeFor: (size: number) => number
  /** How many times as long it may take by the clock: for a reader that waits instead of working. */
  readonly patience: number
  /** Bytes by which the process may grow on one file. */
  readonly memory: number
  /** How often one looks, in milliseconds. */
  readonly every: number
}

const GIGABYTE = 1024 ** 3

/** What the process may have at most, where the system tells; a container's limit is below the machine's memory. */
const memoryOf = (): number => {
  const { constrainedMemory } = process as { readonly constrainedMemory?: () => number | undefined }
  const limit = constrainedMemory?.call(process) ?? 0
  return 0 < limit && limit < totalmem() ? limit : totalmem()
}

/** The worst file that the parser's own limit lets through took 20 seconds a megabyte. */
export const LIMITS: Limits = {
  timeFor: (size) => 20_000 + size / 25,
  patience: 6,
  memory: Math.max(GIGABYTE / 2, Math.min(2 * GIGABYTE, memoryOf() / 2)),
  every: 250,
}

/** Milliseconds of processor time that this process has taken; its clock where that is not told. */
export const spent = (): number => {
  try {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  } catch {
    return performance.now()
  }
}

export const resident = (): number => process.memoryUsage.rss()

/**
 * Follows one reader. Time is added up look by look, so that a process that was stopped, or too busy to look, does not
 * count what it did not see.
 */
export class Watch {
  readonly #limits: Limits
  #at = performance.now()
  #spentAt = spent()
  #time = 0
  #clock = 0
  #from = resident()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** What the file is over; undefined while it is within the limits. */
  over(size: number): "time" | "memory" | undefined {
    const now = performance.now()
    const spentNow = spent()
    const clock = Math.min(now - this.#at, 4 * this.#limits.every)
    this.#clock += clock
    this.#time += Math.min(clock, spentNow - this.#spentAt)
    this.#at = now
    this.#spentAt = spentNow
    const most = this.#limits.timeFor(size)
    if (most < this.#time || most * this.#limits.patience < this.#clock) return "time"
    return this.#limits.memory < resident() - this.#from ? "memory" : undefined
  }
}
