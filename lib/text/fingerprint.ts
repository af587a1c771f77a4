// A text as two numbers that stand for it. They tell texts apart that nobody made alike on purpose: they guard against
// change, not against malice.

const PRIME_1 = 0x9e3779b1 | 0
const PRIME_2 = 0x85ebca77 | 0
const PRIME_3 = 0xc2b2ae3d | 0

/** Writes the two numbers of a text at `2 * at` of `into`. O(length). */
export const write = (text: string, into: Int32Array, at: number): void => {
  let x = PRIME_1
  let y = PRIME_2
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    x = Math.imul(x ^ unit, PRIME_1)
    x ^= x >>> 15
    y = Math.imul(((y << 13) | (y >>> 19)) + unit, PRIME_2)
  }
  into[2 * at] = Math.imul(x ^ text.length, PRIME_3)
  into[2 * at + 1] = Math.imul(y ^ (y >>> 16), PRIME_3)
}

/** The same as 16 hexadecimal digits. */
export const hexOf = (text: string): string => {
  const both = new Int32Array(2)
  write(text, both, 0)
  return [...both].map((it) => (it >>> 0).toString(16).padStart(8, "0")).join("")
}
