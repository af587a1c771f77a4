// Where lines begin. Offsets are UTF-16 code units, lines exist in output only and count from 1. A line ends with `\n`,
// `\r\n` or a lone `\r`; a file that ends with a line break has one more, empty, line.

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Offset of the start of every line; the first is 0, so an empty text has one line.
 *
 * @returns As many entries as lines, increasing. O(text): an engine's own search jumps from break to break.
 */
export const lineStarts = (text: string): Uint32Array => {
  // A lone carriage return is rare: text without any is searched for line feeds alone.
  return text.includes("\r") ? startsByUnit(text) : startsByFeed(text)
}

const startsByFeed = (text: string): Uint32Array => {
  let starts = new Uint32Array((text.length >>> 5) + 16)
  let count = 1
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (count === starts.length) starts = wider(starts)
    starts[count++] = at + 1
  }
  return starts.slice(0, count)
}

const startsByUnit = (text: string): Uint32Array => {
  let starts = new Uint32Array((text.length >>> 5) + 16)
  let count = 1
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > CARRIAGE_RETURN) continue
    if (unit === CARRIAGE_RETURN) {
      if (text.charCodeAt(at + 1) === LINE_FEED) at++
    } else if (unit !== LINE_FEED) continue
    if (count === starts.length) starts = wider(starts)
    starts[count++] = at + 1
  }
  return starts.slice(0, count)
}

const wider = (starts: Uint32Array): Uint32Array<ArrayBuffer> => {
  const next = new Uint32Array(starts.length * 2)
  next.set(starts)
  return next
}

/** How many lines a text has as people count: its last line break ends a line and begins no other. */
export const count = (starts: Uint32Array, length: number): number =>
  length === 0 ? 0 : 1 < starts.length && starts.at(-1) === length ? starts.length - 1 : starts.length

/**
 * The line, from 1, that holds `offset`; the last line for an offset behind the end; 1 where there are no starts.
 *
 * O(log lines).
 */
export const lineAt = (starts: Uint32Array, offset: number): number => {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low === 0 ? 1 : low
}

/** The column, from 1 and in UTF-16 units, of `offset` in its line. */
export const columnAt = (starts: Uint32Array, offset: number): number =>
  offset - (starts[lineAt(starts, offset) - 1] ?? 0) + 1
