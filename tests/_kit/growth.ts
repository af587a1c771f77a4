// How the cost of some work grows with its size, as a ratio of two measured in one run: no machine is quick or slow in that.

import { expect } from "bun:test"

/** Makes the work of that size; what making it takes is not counted. */
export type Prepare = (count: number) => Promise<() => unknown>

/** Rounds that are always measured, and at most: garbage and compiled code of the tests before cost the first ones more. */
const ROUNDS = 3
const MOST_ROUNDS = 10

/** Time of the process for one run, in microseconds. */
const timeOf = async (prepare: Prepare, count: number): Promise<number> => {
  const work = await prepare(count)
  Bun.gc(true)
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * Expects that four times as much takes less than `limit` times as long: about 4 where it grows with the size, 16 where
 * with the square of it. What else the machine does only adds, so the least of several runs counts, and what is above the
 * limit is measured again: work that does grow so fast is above it every time.
 */
export const expectBelow = async (limit: number, prepare: Prepare, count: number): Promise<void> => {
  await (await prepare(count))()
  let [small, large] = [Infinity, Infinity]
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    small = Math.min(small, await timeOf(prepare, count))
    large = Math.min(large, await timeOf(prepare, count * 4))
    if (ROUNDS <= round && large / small < limit) break
  }
  expect(large / small).toBeLessThan(limit)
}
