// Numbers that look random and follow from a seed: xorshift32 (Marsaglia 2003, section 4), whose state is whole numbers
// of 32 bits, so that every engine draws the same. No clock and no `Math.random` is asked.

/** The state of a generator; drawing changes it. */
export interface Chance {
  state: number
}

/** Seeds that are near each other begin far apart. */
export const from = (seed: number): Chance => {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state ^= state >>> 13
  // Of 0 the generator would make nothing but 0.
  return { state: state === 0 ? 1 : state }
}

/** At least 0, below 1, in steps of 2⁻³². */
export const draw = (chance: Chance): number => {
  let state = chance.state
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  chance.state = state
  return (state >>> 0) / 4294967296
}

/** Changes the order of `items` from `first` up to below `end` to any of all orders (Fisher and Yates). */
export const shuffle = (chance: Chance, items: Uint32Array, first: number, end: number): void => {
  for (let i = end - 1; first < i; i--) {
    const other = first + Math.floor(draw(chance) * (i + 1 - first))
    const item = items[i]!
    items[i] = items[other]!
    items[other] = item
  }
}

/** The numbers below `count` in any of all orders. */
export const order = (chance: Chance, count: number): Uint32Array => {
  const items = new Uint32Array(count)
  for (let i = 0; i < count; i++) items[i] = i
  shuffle(chance, items, 0, count)
  return items
}
