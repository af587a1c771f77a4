// Which lines of a file stand for which of the same file before: those ahead of what has changed, and those behind it.
// Lines that a file has more or fewer cost themselves, and no line of another file.

import { NONE } from "./columns.ts"
import type * as Align from "./delta_align.ts"
import type { Reader, Writer } from "./delta_bytes.ts"

/** Line starts of all files, one behind the other, and where those of each file begin. */
export interface Lines {
  readonly offsets: Uint32Array
  readonly starts: Uint32Array
}

/** Calls `each` for every file with where its lines stand before and now; the first is empty for a new file. */
const eachFile = (
  old: Lines,
  now: Lines,
  files: Align.Runs,
  each: (base: number, baseLength: number, next: number, length: number) => void,
): void => {
  const [before, after] = [old.offsets, now.offsets]
  for (const { next, base, length } of files) {
    for (let i = 0; i < length; i++) {
      const from = base === NONE ? 0 : before[base + i]!
      const count = base === NONE ? 0 : before[base + i + 1]! - from
      each(from, count, after[next + i]!, after[next + i + 1]! - after[next + i]!)
    }
  }
}

/** Lines of a file that has more or fewer now: those before the change, and those behind it, go side by side. */
const lineRuns = (base: number, count: number, next: number, length: number, head: number): Align.Runs => {
  const tail = Math.min(count, length) - head
  return [
    { next, base, length: head },
    { next: next + head, base: NONE, length: length - head - tail },
    { next: next + length - tail, base: base + count - tail, length: tail },
  ].filter((run) => 0 < run.length)
}

/** Tells which lines stand for which; gives the runs of lines. */
export const write = (out: Writer, old: Lines, now: Lines, files: Align.Runs): Align.Runs => {
  const [before, after] = [old.starts, now.starts]
  const runs: Array<Align.Run> = []
  eachFile(old, now, files, (base, count, next, length) => {
    let head = Math.min(count, length)
    if (count !== length) {
      for (let i = 0; i < head; i++) if (before[base + i] !== after[next + i]) head = i
      out.number(head)
    }
    runs.push(...lineRuns(base, count, next, length, head))
  })
  return runs
}

export const read = (input: Reader, old: Lines, now: Lines, files: Align.Runs): Align.Runs => {
  const runs: Array<Align.Run> = []
  eachFile(old, now, files, (base, count, next, length) => {
    runs.push(...lineRuns(base, count, next, length, count === length ? count : input.number()))
  })
  return runs
}
