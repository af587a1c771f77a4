// What was found once and is asked for again, by two numbers: kept for good, or where a later round may say otherwise,
// until the round is over. Nothing is kept that leans on something still in progress.

import { NONE } from "../graph/columns.ts"
import { PairMap } from "./pair_map.ts"
import type { Solver } from "./solver.ts"

export class Kept<T> {
  readonly #firm = new PairMap(1024)
  readonly #soft = new PairMap(64)
  readonly #values: Array<T> = []

  /** What was found for two numbers, else what `find` gives. */
  of(s: Solver, first: number, second: number, find: () => T): T {
    const firm = this.#firm.get(first, second)
    if (firm !== NONE) return this.#values[firm]!
    if (this.#soft.size !== 0) {
      const soft = this.#soft.get(first, second)
      if (soft !== NONE) {
        s.soften()
        return this.#values[soft]!
      }
    }
    const before = s.apart()
    const value = find()
    if (s.settled) (s.soft ? this.#soft : this.#firm).set(first, second, this.#values.push(value) - 1)
    s.together(before)
    return value
  }

  /** How much is kept. */
  get size(): number {
    return this.#values.length
  }

  /** Forgets all of it: who asks again finds the same again. */
  clear(): void {
    this.#firm.reset()
    this.#soft.reset()
    this.#values.length = 0
  }

  /** Forgets what a later round may find otherwise. */
  forget(): void {
    this.#soft.clear()
  }
}
