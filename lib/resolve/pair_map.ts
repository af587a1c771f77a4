// A map from two numbers to one, without an object an entry: scopes, members, exports and types are all found by such
// pairs. Entries are never removed.

import { NONE } from "../graph/columns.ts"

export class PairMap {
  #first: Uint32Array
  #second: Uint32Array
  #value: Uint32Array
  #mask: number
  size = 0

  /** @param expected About how many entries; it grows by itself. */
  constructor(expected = 64) {
    let capacity = 64
    while (capacity < expected * 2) capacity *= 2
    this.#first = new Uint32Array(capacity)
    this.#second = new Uint32Array(capacity)
    this.#value = new Uint32Array(capacity).fill(NONE)
    this.#mask = capacity - 1
  }

  /** The value of the pair, or NONE. */
  get(first: number, second: number): number {
    let at = hash(first, second) & this.#mask
    while (this.#value[at] !== NONE) {
      if (this.#first[at] === first && this.#second[at] === second) return this.#value[at]!
      at = (at + 1) & this.#mask
    }
    return NONE
  }

  /** @param value Anything but NONE. */
  set(first: number, second: number, value: number): void {
    if (this.size * 2 > this.#mask) this.#grow()
    let at = hash(first, second) & this.#mask
    while (this.#value[at] !== NONE) {
      if (this.#first[at] === first && this.#second[at] === second) {
        this.#value[at] = value
        return
      }
      at = (at + 1) & this.#mask
    }
    this.#first[at] = first
    this.#second[at] = second
    this.#value[at] = value
    this.size++
  }

  clear(): void {
    if (this.size === 0) return
    this.#value.fill(NONE)
    this.size = 0
  }

  #grow(): void {
    const first = this.#first
    const second = this.#second
    const value = this.#value
    const capacity = value.length * 2
    this.#first = new Uint32Array(capacity)
    this.#second = new Uint32Array(capacity)
    this.#value = new Uint32Array(capacity).fill(NONE)
    this.#mask = capacity - 1
    for (let i = 0; i < value.length; i++) {
      if (value[i] === NONE) continue
      let at = hash(first[i]!, second[i]!) & this.#mask
      while (this.#value[at] !== NONE) at = (at + 1) & this.#mask
      this.#first[at] = first[i]!
      this.#second[at] = second[i]!
      this.#value[at] = value[i]!
    }
  }
}

const hash = (first: number, second: number): number => {
  let h = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0
}
