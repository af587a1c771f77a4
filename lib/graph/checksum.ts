// A checksum of a run of bytes, fast enough to take over a whole snapshot while it is opened: four lanes of 32 bits,
// much as in xxHash32. Each step is reversible, so any change within one word changes the sum. It guards against damage, not
// against malice: that is what the registry's SHA-256 is for.

const PRIME_1 = 0x9e3779b1 | 0
const PRIME_2 = 0x85ebca77 | 0
const PRIME_3 = 0xc2b2ae3d | 0

/** The sum of whole 32-bit words, as an unsigned number. O(words), about 1 ns each. */
export const checksum = (words: Int32Array): number => {
  let a = (PRIME_1 + PRIME_2) | 0
  let b = PRIME_2
  let c = 0
  let d = -PRIME_1 | 0
  const blocks = words.length & ~3
  for (let i = 0; i < blocks; i += 4) {
    a ^= words[i]!
    b ^= words[i + 1]!
    c ^= words[i + 2]!
    d ^= words[i + 3]!
    a = Math.imul((a << 13) | (a >>> 19), PRIME_1)
    b = Math.imul((b << 13) | (b >>> 19), PRIME_1)
    c = Math.imul((c << 13) | (c >>> 19), PRIME_1)
    d = Math.imul((d << 13) | (d >>> 19), PRIME_1)
  }
  let sum = (((a << 1) | (a >>> 31)) + ((b << 7) | (b >>> 25)) + ((c << 12) | (c >>> 20)) + ((d << 18) | (d >>> 14))) |
    0
  sum = (sum + words.length) | 0
  for (let i = blocks; i < words.length; i++) {
    sum = (sum + Math.imul(words[i]!, PRIME_3)) | 0
    sum = Math.imul((sum << 17) | (sum >>> 15), PRIME_1)
  }
  sum = Math.imul(sum ^ (sum >>> 15), PRIME_2)
  sum = Math.imul(sum ^ (sum >>> 13), PRIME_3)
  return (sum ^ (sum >>> 16)) >>> 0
}
