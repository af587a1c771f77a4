// What became of the files, as a run tells it at its end and the status later: counts in one row, and the names of those
// that were not read as a whole.

import type { FileCounts } from "../lib/graph/meta.ts"
import type { Paint } from "./terminal.ts"
import * as Words from "./words.ts"

/** Every count that there is, each in words: they add up to the files that were looked at. */
export const counts = (
  { read, partly, listed, binary, skipped, folders, failed }: FileCounts,
  paint: Paint,
): ReadonlyArray<string> => [
  `${Words.count(read)} read`,
  ...partly > 0 ? [paint.warn(`${Words.count(partly)} of them partly`)] : [],
  ...listed > 0 ? [`${Words.count(listed)} in no language that is read`] : [],
  ...binary > 0 ? [`${Words.count(binary)} binary`] : [],
  ...skipped > 0 ? [`${Words.count(skipped)} skipped`] : [],
  ...folders > 0 ? [`${Words.plural(folders, "folder")} skipped`] : [],
  ...failed > 0 ? [paint.bad(`${Words.count(failed)} failed`)] : [],
]

export interface Note {
  readonly path: string
  readonly reason: string
}

/** Files named of each kind where not all are asked for. */
export const NAMED = 5

/** A longer path makes no column for the reasons behind the others. */
const WIDEST_PATH = 60

/** A heading with files below it and why each is named, at most `most` of them; `all` tells how to see the others. */
export const named = (
  title: string,
  notes: ReadonlyArray<Note>,
  most: number,
  all: string,
  paint: Paint,
): ReadonlyArray<string> => {
  if (notes.length === 0) return []
  const shown = notes.slice(0, most)
  const width = shown.reduce((width, { path }) => Math.max(width, Math.min(WIDEST_PATH, path.length)), 0)
  return [
    "",
    `  ${paint.strong(title)} ${paint.quiet(Words.count(notes.length))}`,
    ...shown.map(({ path, reason }) => `    ${path.padEnd(width)}  ${paint.quiet(reason)}`),
    ...shown.length === notes.length
      ? []
      : [`    ${paint.quiet(`and ${Words.count(notes.length - shown.length)} more: ${all}`)}`],
  ]
}
