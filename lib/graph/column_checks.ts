// What a column may hold, in one loop each without a branch. For bytes that somebody else may have made.

// A number is looked at as signed: one of 2³¹ or more, which no index reaches, is negative, as is what a limit less the
// number comes to when it is too large. So a column is right when the sign never shows, and no branch is taken in it.

const signed = (column: Uint32Array): Int32Array => new Int32Array(column.buffer, column.byteOffset, column.length)

export const isBelow = (column: Uint32Array, limit: number): boolean => {
  const values = signed(column)
  const last = limit - 1
  let signs = 0
  for (let i = 0; i < values.length; i++) signs |= values[i]! | (last - values[i]!)
  return signs >= 0
}

/** NONE is -1 here: one more than each number is at least 0 and at most the limit. */
export const isBelowOrNone = (column: Uint32Array, limit: number): boolean => {
  const values = signed(column)
  let signs = 0
  for (let i = 0; i < values.length; i++) {
    const next = (values[i]! + 1) | 0
    signs |= next | (limit - next)
  }
  return signs >= 0
}

export const climbs = (column: Uint32Array): boolean => {
  const values = signed(column)
  let signs = 0
  let last = 0
  for (let i = 0; i < values.length; i++) {
    signs |= values[i]! - last
    last = values[i]!
    signs |= last
  }
  return signs >= 0
}

/** From 0 to `end`, never down. */
export const climbsTo = (offsets: Uint32Array, end: number): boolean =>
  offsets[0] === 0 && offsets[offsets.length - 1] === end && climbs(offsets)
