// Sizes as people type them.

const SIZE = /^(\d+(?:\.\d+)?)\s*(k|m|g)?i?b?$/i

const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** `1500`, `64k`, `1.5M` in bytes, a k being 1024; undefined for what is no size of at least one byte. */
export const bytesOf = (typed: string): number | undefined => {
  const [, number, unit = ""] = SIZE.exec(typed.trim()) ?? []
  const bytes = number === undefined ? 0 : Math.floor(Number(number) * FACTORS[unit.toLowerCase()]!)
  return 1 <= bytes && Number.isSafeInteger(bytes) ? bytes : undefined
}
