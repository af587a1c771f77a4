// What the words of a question are worth to passages and files: BM25 over what a table says of them, for one question. A
// word counts by the best of those that stand for it. Words of many passages are added up list by list, all others passage
// by passage; both come to the same to the last bit.

import { NONE } from "../graph/columns.ts"
import type { Best } from "./best.ts"
import { type Counts, type Lists, STRETCH_BITS, type Texts } from "./word_counts.ts"

/** BM25: how soon repeats of a word stop to count, and how much the length of a passage does. */
const SATURATION = 1.2
const LENGTH = 0.5

/** How well a word stands for another that it begins as. */
const RELATED = 0.5

/** Words of a table that stand for one of a question. */
export interface Standing {
  readonly weight: number
  readonly fileWeight: number
  /** The word itself, NONE where the table does not have it. */
  readonly own: number
  /** Others. */
  readonly relatives: ReadonlyArray<number>
}

/** How much it says that a word is there, which so many of all hold. */
export const rarity = (held: number, of: number): number => Math.log(1 + (of - held + 0.5) / (held + 0.5))

const worthOf = (count: number, norm: number): number => count * (SATURATION + 1) / (count + norm)

/** What a table is searched by, and room that one question after another writes in. */
export interface Desk {
  readonly texts: Texts
  readonly counts: Counts
  readonly lists: Lists
  /** By row and by file: what its length asks of each word. */
  readonly norms: Float32Array
  readonly fileNorms: Float32Array
  /** By word: 0, or a number that the question at hand gave it. */
  readonly slots: Uint32Array
  /** One bit a word: does it have a number? Most do not, and these bits lie in the processor's nearest memory. */
  readonly isAsked: Uint32Array
  /** The question at hand. */
  at: Worth | undefined
  /** By row, all 0 between questions. */
  readonly sums: Float64Array
  readonly bests: Float64Array
  readonly touched: Uint32Array
}

export const deskOf = (texts: Texts, counts: Counts, lists: Lists): Desk => {
  const normsOf = (lengths: Uint32Array) => {
    const usual = Math.max(1, counts.total) / Math.max(1, lengths.length)
    return Float32Array.from(lengths, (length) => SATURATION * (1 - LENGTH + LENGTH * length / usual))
  }
  return {
    texts,
    counts,
    lists,
    norms: normsOf(counts.lengths),
    fileNorms: normsOf(counts.fileLengths),
    slots: new Uint32Array(texts.words.count),
    isAsked: new Uint32Array((texts.words.count + 31) >>> 5),
    at: undefined,
    sums: new Float64Array(texts.rows),
    bests: new Float64Array(texts.rows),
    touched: new Uint32Array(texts.rows),
  }
}

export class Worth {
  readonly #desk: Desk
  readonly #standing: ReadonlyArray<Standing>
  /** Weight of the whole question. */
  readonly #whole: number
  /** Words that stand for any of the question, each once. */
  readonly ids: ReadonlyArray<number>
  /** By each of them where its pairs begin: a word of the question, and how well it stands for it. */
  readonly #pairFrom: Uint32Array
  readonly #pairOf: Uint32Array
  readonly #pairNear: Float64Array
  /** By word of the question, of the row or file at hand. */
  readonly #best: Float64Array
  readonly #near: Float64Array
  /** By each of `ids`: how often it stands in the file at hand. */
  readonly #inFile: Float64Array
  /** Is any of them not listed? */
  readonly #isRare: boolean
  readonly #files = new Map<number, number>()
  /** Share of the question's weight that the row has which was looked at last. */
  coverage = 0

  constructor(desk: Desk, standing: ReadonlyArray<Standing>) {
    this.#desk = desk
    this.#standing = standing
    this.#whole = standing.reduce((sum, { weight }) => sum + weight, 0)
    const pairs = new Map<number, Array<readonly [of: number, near: number]>>()
    standing.forEach((it, q) => {
      for (const [id, near] of standingFor(it)) {
        const known = pairs.get(id)
        if (known === undefined) pairs.set(id, [[q, near]])
        else known.push([q, near])
      }
    })
    this.ids = [...pairs.keys()]
    const all = [...pairs.values()]
    this.#pairFrom = new Uint32Array(all.length + 1)
    all.forEach((it, i) => this.#pairFrom[i + 1] = this.#pairFrom[i]! + it.length)
    this.#pairOf = Uint32Array.from(all.flatMap((it) => it.map(([q]) => q)))
    this.#pairNear = Float64Array.from(all.flatMap((it) => it.map(([, near]) => near)))
    this.#best = new Float64Array(standing.length)
    this.#near = new Float64Array(standing.length)
    this.#inFile = new Float64Array(all.length)
    this.#isRare = this.ids.some((id) => desk.lists.listOf[id] === NONE)
  }

  /** Takes the desk from the question before. */
  #sit(): Desk {
    const desk = this.#desk
    const { slots, isAsked } = desk
    if (desk.at === this) return desk
    for (const id of desk.at?.ids ?? []) slots[id] = isAsked[id >>> 5] = 0
    this.ids.forEach((id, i) => {
      slots[id] = i + 1
      isAsked[id >>> 5]! |= 1 << (id & 31)
    })
    desk.at = this
    return desk
  }

  /** Does a file hold any word of the question that is not listed? O(words of the file that are not). */
  isRarelyIn(file: number): boolean {
    const { isAsked, lists: { rareOffsets, rare } } = this.#sit()
    for (let i = rareOffsets[file]!, end = rareOffsets[file + 1]!; i < end; i++) {
      if ((isAsked[rare[i]! >>> 5]! & (1 << (rare[i]! & 31))) !== 0) return true
    }
    return false
  }

  /** What the words of a row are worth, 0 where it has none; `coverage` is of it then. O(words of the row). */
  ofRow(row: number): number {
    const { slots, isAsked, norms, texts: { termOffsets, terms, counts } } = this.#sit()
    const norm = norms[row]!
    const best = this.#best
    const near = this.#near
    const pairFrom = this.#pairFrom
    let isFound = false
    this.coverage = 0
    for (let i = termOffsets[row]!, end = termOffsets[row + 1]!; i < end; i++) {
      const word = terms[i]!
      if ((isAsked[word >>> 5]! & (1 << (word & 31))) === 0) continue
      const slot = slots[word]!
      if (!isFound) {
        best.fill(0)
        near.fill(0)
        isFound = true
      }
      const worth = worthOf(counts[i]!, norm)
      for (let pair = pairFrom[slot - 1]!, last = pairFrom[slot]!; pair < last; pair++) {
        const q = this.#pairOf[pair]!
        const nearness = this.#pairNear[pair]!
        if (best[q]! < nearness * worth) best[q] = nearness * worth
        if (near[q]! < nearness) near[q] = nearness
      }
    }
    if (!isFound) return 0
    let sum = 0
    let covered = 0
    for (let q = 0; q < best.length; q++) {
      const { weight } = this.#standing[q]!
      sum += weight * best[q]!
      covered += weight * near[q]!
    }
    this.coverage = covered / this.#whole
    return sum
  }

  /**
   * Offers the rows that hold any word that is listed with what their listed words are worth: all that they have where no
   * other word of the question is in them. Rows of files that are left out are not offered. O(listed rows).
   */
  offerListed(best: Best, isLeftOut: (file: number) => boolean): void {
    const { texts: { fileOf }, lists: { listOf }, sums, touched } = this.#desk
    let count = 0
    for (const it of this.#standing) {
      const { weight } = it
      const listed = standingFor(it).filter(([id]) => listOf[id] !== NONE)
      if (listed.length === 1) {
        const [id, near] = listed[0]!
        count = this.#addList(listOf[id]!, near, weight, count)
        continue
      }
      for (const [id, near] of listed) this.#raiseBests(listOf[id]!, near)
      for (const [id] of listed) count = this.#addBests(listOf[id]!, weight, count)
    }
    for (let i = 0; i < count; i++) {
      const row = touched[i]!
      const sum = sums[row]!
      sums[row] = 0
      if (best.bar <= sum && !isLeftOut(fileOf[row]!)) best.offer(row, sum)
    }
  }

  /** Adds what the word of a list is worth to the sum of each of its rows. @returns How many rows are touched by now. */
  #addList(list: number, near: number, weight: number, count: number): number {
    const { lists: { stretches, offsets, places, counts }, norms, sums, touched } = this.#desk
    for (let stretch = 0, at = list * stretches; stretch < stretches; stretch++, at++) {
      const first = stretch << STRETCH_BITS
      for (let i = offsets[at]!, end = offsets[at + 1]!; i < end; i++) {
        const row = first + places[i]!
        const sum = sums[row]!
        if (sum === 0) touched[count++] = row
        sums[row] = sum + weight * (near * worthOf(counts[i]!, norms[row]!))
      }
    }
    return count
  }

  /** Of several words that stand for one of the question the best counts. */
  #raiseBests(list: number, near: number): void {
    const { lists: { stretches, offsets, places, counts }, norms, bests } = this.#desk
    for (let stretch = 0, at = list * stretches; stretch < stretches; stretch++, at++) {
      const first = stretch << STRETCH_BITS
      for (let i = offsets[at]!, end = offsets[at + 1]!; i < end; i++) {
        const row = first + places[i]!
        const worth = near * worthOf(counts[i]!, norms[row]!)
        if (bests[row]! < worth) bests[row] = worth
      }
    }
  }

  /** Adds the bests of a list's rows to their sums, once. @returns How many rows are touched by now. */
  #addBests(list: number, weight: number, count: number): number {
    const { lists: { stretches, offsets, places }, sums, bests, touched } = this.#desk
    for (let stretch = 0, at = list * stretches; stretch < stretches; stretch++, at++) {
      const first = stretch << STRETCH_BITS
      for (let i = offsets[at]!, end = offsets[at + 1]!; i < end; i++) {
        const row = first + places[i]!
        const worth = bests[row]!
        if (worth === 0) continue
        const sum = sums[row]!
        if (sum === 0) touched[count++] = row
        sums[row] = sum + weight * worth
        bests[row] = 0
      }
    }
    return count
  }

  /**
   * What the words of a file as a whole are worth; remembered. O(words asked · log rows), and O(words of its rows) where a
   * rare one is in it.
   */
  ofFile(file: number): number {
    let known = this.#files.get(file)
    if (known === undefined) this.#files.set(file, known = this.#countFile(file))
    return known
  }

  /** How often each of `ids` stands in a file: as its lists say, and its rows where a word that has none is in it. */
  #countIn(file: number): Float64Array {
    const { slots, isAsked, texts: { termOffsets, terms, counts }, counts: { firstRow }, lists } = this.#sit()
    const inFile = this.#inFile.fill(0)
    const [first, end] = [firstRow[file]!, firstRow[file + 1]!]
    if (this.#isRare && this.isRarelyIn(file)) {
      for (let i = termOffsets[first]!, last = termOffsets[end]!; i < last; i++) {
        const word = terms[i]!
        if ((isAsked[word >>> 5]! & (1 << (word & 31))) !== 0) inFile[slots[word]! - 1]! += counts[i]!
      }
      return inFile
    }
    const { listOf, stretches, offsets, places } = lists
    for (let stretch = first >>> STRETCH_BITS; stretch << STRETCH_BITS < end; stretch++) {
      const [from, to] = [first - (stretch << STRETCH_BITS), end - (stretch << STRETCH_BITS)]
      for (let slot = 0; slot < inFile.length; slot++) {
        if (listOf[this.ids[slot]!] === NONE) continue
        const at = listOf[this.ids[slot]!]! * stretches + stretch
        const last = offsets[at + 1]!
        for (let i = firstOf(places, from, offsets[at]!, last); i < last && places[i]! < to; i++) {
          inFile[slot]! += lists.counts[i]!
        }
      }
    }
    return inFile
  }

  #countFile(file: number): number {
    const { fileNorms } = this.#desk
    const inFile = this.#countIn(file)
    const best = this.#best.fill(0)
    for (let slot = 0; slot < inFile.length; slot++) {
      if (inFile[slot] === 0) continue
      const worth = worthOf(inFile[slot]!, fileNorms[file]!)
      for (let pair = this.#pairFrom[slot]!; pair < this.#pairFrom[slot + 1]!; pair++) {
        const q = this.#pairOf[pair]!
        if (best[q]! < this.#pairNear[pair]! * worth) best[q] = this.#pairNear[pair]! * worth
      }
    }
    let sum = 0
    for (let q = 0; q < best.length; q++) sum += this.#standing[q]!.fileWeight * best[q]!
    return sum
  }
}

/** Where in a rising list, between two of its places, the first number stands that is not below one. O(log numbers). */
const firstOf = (list: Uint16Array, number: number, from: number, to: number): number => {
  while (from < to) {
    const middle = (from + to) >>> 1
    if (list[middle]! < number) from = middle + 1
    else to = middle
  }
  return from
}

/** Words that stand for one, with how well each does. */
const standingFor = ({ own, relatives }: Standing): ReadonlyArray<readonly [id: number, near: number]> => [
  ...(own === NONE ? [] : [[own, 1] as const]),
  ...relatives.map((id) => [id, RELATED] as const),
]
