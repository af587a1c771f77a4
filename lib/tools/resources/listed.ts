// A list of a page: names of the repository in a fence, a row a line, as many as there is room for.

import * as Fence from "../../report/fence.ts"
import * as Fitting from "../../report/fitting.ts"
import * as Text from "../text.ts"

export interface Listed {
  /** The part of the page, for lines to be joined. */
  readonly lines: ReadonlyArray<string>
  /** Rows that found no room. */
  readonly left: number
}

/**
 * Columns under each other below their titles. The last one keeps its width.
 *
 * @param bytes Room for all of it.
 */
export const columns = (
  titles: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
  bytes: number = Fitting.PAGE,
): Listed => {
  const [head, ...lines] = Text.table([titles, ...rows].map((cells) => ({ cells: cells.map(String) })), "")
  return inFence(head!, lines, bytes)
}

/** Lines below a first one. */
export const inFence = (head: string, lines: ReadonlyArray<string>, bytes: number): Listed => {
  const shown = Fitting.firstOf(lines, bytes - Fitting.bytesOf(head) - FENCES)
  return { lines: [Fence.around([head, ...shown].join("\n"))], left: lines.length - shown.length }
}

/** Two fences of usual length with their ends. */
const FENCES = 16

/** Says how many were left out, where some were. */
export const leftOut = (left: number, one: string, many: string): ReadonlyArray<string> =>
  left <= 0 ? [] : ["", `${Text.plural(left, one, many)} left out.`]
