// How well the words of a name fit those of a question.

import type { Asked } from "./word_index.ts"
import { beginningOf, type ListId, type WordLists } from "./word_lists.ts"

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

/** How near a word is to each that is asked for, and to the nearest. */
interface Nearness {
  readonly to: ReadonlyArray<number>
  readonly most: number
}

/**
 * How well lists of words fit a question. What a word has to do with those that are asked for is worked out the first time
 * it comes up.
 */
export const over = (asked: ReadonlyArray<Asked>, wordLists: WordLists): (list: ListId) => Likeness => {
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0)
  /** Those that are near to any. */
  const found: Array<Nearness> = []
  /** By word: 0, FAR, or a place in `found` behind it. */
  let known = new Uint32Array(wordLists.words + ROOM)
  // Words that are near to each other begin with the same letters.
  const begun = Uint32Array.from(asked, ({ word }) => beginningOf(word))
  const placeOf = (number: number): number => {
    if (!begun.includes(wordLists.beginning(number))) return FAR
    const word = wordLists.word(number)
    const to = asked.map((it) => nearness(it.word, word))
    const most = Math.max(0, ...to)
    return most === 0 ? FAR : FAR + found.push({ to, most })
  }
  const near = (number: number): Nearness | undefined => {
    if (known.length <= number) {
      const wider = new Uint32Array(wordLists.words + ROOM)
      wider.set(known)
      known = wider
    }
    const place = known[number]! || (known[number] = placeOf(number))
    return found[place - FAR - 1]
  }
  const best = new Float64Array(asked.length)
  return (list) => {
    const { members } = wordLists
    const from = wordLists.from(list)
    const to = wordLists.from(list + 1)
    let wanted = 0
    for (let i = from; i < to; i++) {
      const it = near(members[i]!)
      if (it === undefined) continue
      if (wanted === 0) best.fill(0)
      wanted += it.most
      for (let q = 0; q < best.length; q++) best[q] = Math.max(best[q]!, it.to[q]!)
    }
    if (wanted === 0) return NONE
    let held = 0
    for (let q = 0; q < best.length; q++) held += asked[q]!.weight * best[q]!
    const share = held / whole
    return { share, fit: Math.sqrt(share * wanted / (to - from)) }
  }
}

/** What stands for a word that is near to none. */
const FAR = 1

/** Words that may come up while a question is answered, before the table of them grows. */
const ROOM = 1024
