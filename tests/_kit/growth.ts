// How the cost of some work grows with its size, as a ratio of two measured in one run: no machine is quick or slow in that.

/** Makes the work of that size; what making it takes is not counted. */
export type Prepare = (count: number) => Promise<() => unknown>

/** Time of a process, in microseconds. The least of several: what else the machine does only adds. */
const least = async (prepare: Prepare, count: number): Promise<number> => {
  let found = Infinity
  for (let i = 0; i < 3; i++) {
    const work = await prepare(count)
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    found = Math.min(found, user + system)
  }
  return found
}

/** What four times as much takes, as a multiple: about 4 where it grows with the size, 16 where with the square of it. */
export const growth = async (prepare: Prepare, count: number): Promise<number> => {
  await (await prepare(count))()
  return await least(prepare, count * 4) / await least(prepare, count)
}
