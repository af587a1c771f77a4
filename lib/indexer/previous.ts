// What the run before left of a repository: which files it saw, as what, and of what its snapshot was made. A file whose
// stat is the same is not read again, and where all is the same the snapshot is: equal inputs give equal bytes.

import type * as Effect from "effect/Effect"
import type { Snapshot } from "../graph/snapshot.ts"
import type { FileStat } from "../machine/files.ts"
import type { Outcome } from "./report.ts"
import * as Shape from "./shape.ts"

export interface Previous {
  /** Names all that the snapshot was made from, save the commit. */
  readonly inputs: string
  /** What was told of the files beside the report. */
  readonly notes: ReadonlyArray<string>
  readonly files: ReadonlyMap<string, PreviousFile>
  /** By path: digests of the configuration files that were read. */
  readonly configs: ReadonlyMap<string, string>
  /** Opens its snapshot; undefined where it is not what was written. */
  readonly open: Effect.Effect<Snapshot | undefined>
}

export interface PreviousFile {
  /** As `statText` writes it. */
  readonly stat: string
  /** As `outcomeText` writes it. */
  readonly outcome: string
}

/** A file's stat in one line, and whether it is read whatever it looks like. */
export const statText = ({ stat, wanted }: Stated): string => wanted === true ? lineOf(stat) + WANTED : lineOf(stat)

/** Who keeps a repository at hand asks for the same ones again and again, and long numbers take their time. */
const lines = new WeakMap<FileStat, string>()

const lineOf = (stat: FileStat): string => {
  let line = lines.get(stat)
  if (line === undefined) {
    lines.set(stat, line = `${stat.size} ${stat.modified} ${stat.changed} ${stat.inode}`)
  }
  return line
}

interface Stated {
  readonly stat: FileStat
  readonly wanted?: boolean
}

const WANTED = " wanted"

/** Was a file with such a line wanted then as it is now? */
export const isAsWanted = (stat: string, { wanted }: Stated): boolean => stat.endsWith(WANTED) === (wanted === true)

/** Sources and texts by their digest, what is known by its path, binary files; all else begins with the last letter. */
const LETTERS = { facts: "f", text: "t", path: "p", binary: "b", other: "o" } as const

/** What became of a file, in one line. */
export const outcomeText = (outcome: Outcome): string =>
  outcome._tag === "facts"
    ? LETTERS.facts + outcome.digest
    : outcome._tag === "listed"
    ? outcome.digest === null ? LETTERS.path : LETTERS.text + outcome.digest
    : outcome._tag === "binary"
    ? LETTERS.binary
    : LETTERS.other + JSON.stringify(outcome)

/** The digest that such a line holds; null where the content is no part of the index. */
export const digestOf = (outcome: string): string | null =>
  outcome[0] === LETTERS.facts || outcome[0] === LETTERS.text ? outcome.slice(1) : null

/** What content alone decides, by its line. */
const SHAPES: ReadonlyMap<string, Outcome> = new Map(
  [...Shape.REASONS].map((reason): Outcome => ({ _tag: "skipped", reason })).map((it) => [outcomeText(it), it]),
)

/**
 * What becomes of a file again as long as its content is the same; undefined where that hung on the moment: a file that
 * could not be read, or that broke its reader, is tried again.
 */
export const lasting = (outcome: string): Outcome | undefined => {
  switch (outcome[0]) {
    case LETTERS.facts:
      return { _tag: "facts", digest: outcome.slice(1) }
    case LETTERS.text:
      return { _tag: "listed", digest: outcome.slice(1) }
    case LETTERS.path:
      return { _tag: "listed", digest: null }
    case LETTERS.binary:
      return { _tag: "binary" }
    default:
      return SHAPES.get(outcome)
  }
}
