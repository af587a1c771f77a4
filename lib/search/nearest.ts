// Which known names a mistyped one may have meant. Small lists only; names of a whole graph are searched in names.ts.

/**
 * Damerau–Levenshtein distance (optimal string alignment) of two short texts.
 *
 * @param limit Distances above it are not told apart.
 * @returns The distance, or `limit + 1` where it is larger. O(a · b), stops early.
 */
export const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  const width = b.length + 1
  let before = new Uint16Array(width)
  let last = new Uint16Array(width)
  let row = new Uint16Array(width)
  for (let j = 0; j < width; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let best = i
    for (let j = 1; j < width; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (
        1 < i && 1 < j && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, before[j - 2]! + 1)
      }
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const spare = before
    before = last
    last = row
    row = spare
  }
  return Math.min(last[b.length]!, limit + 1)
}

/** How far a name of this length may be mistyped and still be recognised. */
export const tolerance = (length: number): number => length <= 3 ? 1 : length <= 8 ? 2 : 3

const plain = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, "")

/** The known names nearest to `name`, best first: same letters, then one inside the other, then few typing errors. */
export const nearest = (name: string, known: Iterable<string>, count: number): ReadonlyArray<string> => {
  const asked = plain(name)
  const limit = tolerance(asked.length)
  const found: Array<{ readonly it: string; readonly rank: number }> = []
  for (const it of known) {
    const has = plain(it)
    const steps = distance(asked, has, limit)
    if (steps <= limit) found.push({ it, rank: steps })
    else if (2 < asked.length && has.includes(asked)) found.push({ it, rank: limit + has.length - asked.length })
    else if (2 < has.length && asked.includes(has)) found.push({ it, rank: limit + asked.length - has.length })
  }
  found.sort((a, b) => a.rank - b.rank || (a.it < b.it ? -1 : a.it > b.it ? 1 : 0))
  return found.slice(0, count).map((entry) => entry.it)
}
