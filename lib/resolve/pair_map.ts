// A map from two numbers to one, without an object an entry: scopes, members, exports and types are all found by such
// pairs. Entries are never removed.

import { NONE } from "../graph/columns.ts"

/** Words of an entry: both numbers, the value, and one that makes entries end where a line of the cache does. */
const STRIDE = 4
/** The value of an empty entry. Values lie here as signed numbers, which the engine compares and adds fastest. */
const EMPTY = NONE | 0

/** Entries that there is room for at first. */
const SMALLEST = 64

/** Places from which on a table is filled up to three quarters: what is looked at on the way costs less than the room. */
const LARGE = 1 << 19

const mostIn = (capacity: number): number => LARGE <= capacity ? (capacity / 4) * 3 : capacity / 2

export class PairMap {
  #table: Int32Array
  #mask: number
  size = 0

  /** @param expected About how many entries; it grows by itself. */
  constructor(expected = 64) {
    let capacity = SMALLEST
    while (mostIn(capacity) < expected) capacity *= 2
    this.#table = new Int32Array(capacity * STRIDE).fill(EMPTY)
    this.#mask = capacity - 1
  }

  /** The value of the pair, or NONE. */
  get(first: number, second: number): number {
    const table = this.#table
    const a = first | 0
    const b = second | 0
    let at = (hash(a, b) & this.#mask) * STRIDE
    for (;;) {
      const value = table[at + 2]!
      if (value === EMPTY) return NONE
      if (table[at] === a && table[at + 1] === b) return value >>> 0
      at += STRIDE
      if (at === table.length) at = 0
    }
  }

  /** @param value Anything but NONE. */
  set(first: number, second: number, value: number): void {
    if (mostIn(this.#mask + 1) <= this.size) this.#grow()
    if (put(this.#table, this.#mask, first | 0, second | 0, value | 0)) this.size++
  }

  copy(): PairMap {
    const copy = new PairMap(0)
    copy.#table = this.#table.slice()
    copy.#mask = this.#mask
    copy.size = this.size
    return copy
  }

  clear(): void {
    if (this.size === 0) return
    this.#table.fill(EMPTY)
    this.size = 0
  }

  /** Removes all entries and gives back their room. */
  reset(): void {
    this.#table = new Int32Array(SMALLEST * STRIDE).fill(EMPTY)
    this.#mask = SMALLEST - 1
    this.size = 0
  }

  #grow(): void {
    const old = this.#table
    const table = this.#table = new Int32Array(old.length * 2).fill(EMPTY)
    this.#mask = table.length / STRIDE - 1
    for (let i = 0; i < old.length; i += STRIDE) {
      if (old[i + 2] !== EMPTY) put(table, this.#mask, old[i]!, old[i + 1]!, old[i + 2]!)
    }
  }
}

/** Writes an entry; false where the pair has one already, which takes the value. */
const put = (table: Int32Array, mask: number, a: number, b: number, value: number): boolean => {
  let at = (hash(a, b) & mask) * STRIDE
  while (table[at + 2] !== EMPTY) {
    if (table[at] === a && table[at + 1] === b) {
      table[at + 2] = value
      return false
    }
    at += STRIDE
    if (at === table.length) at = 0
  }
  table[at] = a
  table[at + 1] = b
  table[at + 2] = value
  return true
}

const hash = (a: number, b: number): number => {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
