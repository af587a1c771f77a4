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

/** The first two letters as a number. */
const beginning = (word: string): number => word.charCodeAt(0) * 65_536 + (word.length < 2 ? 0 : word.charCodeAt(1))

/**
 * How well names fit a question, by the words of each: these are given each once. What a word has to do with those that are
 * asked for is worked out the first time it comes up.
 */
export const over = (asked: ReadonlyArray<Asked>): (words: ReadonlyArray<string>) => Likeness => {
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0)
  /** By word: how near it is to each that is asked for, and to the nearest; undefined where it is near to none. */
  const known = new Map<string, { readonly to: ReadonlyArray<number>; readonly most: number } | undefined>()
  // Words that are near to each other begin with the same letters.
  const begun = new Set(asked.map(({ word }) => beginning(word)))
  const near = (word: string) => {
    if (!begun.has(beginning(word))) return undefined
    if (known.has(word)) return known.get(word)
    const to = asked.map((it) => nearness(it.word, word))
    const most = Math.max(0, ...to)
    const found = most === 0 ? undefined : { to, most }
    known.set(word, found)
    return found
  }
  const best = new Float64Array(asked.length)
  return (words) => {
    let wanted = 0
    for (const word of words) {
      const it = near(word)
      if (it === undefined) continue
      if (wanted === 0) best.fill(0)
      wanted += it.most
      for (let q = 0; q < best.length; q++) best[q] = Math.max(best[q]!, it.to[q]!)
    }
    if (wanted === 0) return NONE
    let held = 0
    for (let q = 0; q < best.length; q++) held += asked[q]!.weight * best[q]!
    const share = held / whole
    return { share, fit: Math.sqrt(share * wanted / words.length) }
  }
}
