// How well the words of a name fit those of a question.

import type { Asked } from "./word_index.ts"

/** How well a word stands for another one that begins with it. */
const BEGINNING = 0.7
const SHORTEST_BEGINNING = 4

const nearness = (a: string, b: string): number =>
  a === b
    ? 1
    : (SHORTEST_BEGINNING <= a.length && b.startsWith(a)) || (SHORTEST_BEGINNING <= b.length && a.startsWith(b))
    ? BEGINNING
    : 0

export interface Likeness {
  /** Share of the question's weight that the name says. */
  readonly share: number
  /** That, and how much of the name is asked for. */
  readonly fit: number
}

export const NONE: Likeness = { share: 0, fit: 0 }

/** @param words Of the name, each once. O(words · asked). */
export const of = (asked: ReadonlyArray<Asked>, words: ReadonlyArray<string>): Likeness => {
  if (words.length === 0) return NONE
  let held = 0
  let whole = 0
  for (const { word, weight } of asked) {
    whole += weight
    let best = 0
    for (const other of words) best = Math.max(best, nearness(word, other))
    held += weight * best
  }
  if (held === 0) return NONE
  let wanted = 0
  for (const other of words) {
    let best = 0
    for (const { word } of asked) best = Math.max(best, nearness(word, other))
    wanted += best
  }
  const share = held / whole
  return { share, fit: Math.sqrt(share * wanted / words.length) }
}
