// What a file's text looks like, without reading it as a language. Minified bundles say nothing to a reader and cost the
// most: they are told by their shape, not by their name. Long literals, as in modules that carry data, are no such shape.

/** Why such a file is left out. */
export const MINIFIED = "minified or generated: few, very long lines"

/** Below this a file costs nothing, whatever it looks like. */
const SMALL = 10_000
/** How much of a text is looked at. */
const LOOKED = 64 * 1024
/** Units of code a line, on average, above which no person wrote it by hand. */
const LONG_LINE = 400
/** Share of white space in code below which it was squeezed; code that people write has three times as much. */
const SQUEEZED = 0.06

const LINE_FEED = 10
const SPACE = 32
const DOUBLE_QUOTE = 34
const QUOTE = 39
const BACKSLASH = 92
const BACKTICK = 96

/**
 * Is `text` code that a tool squeezed into few long lines? What stands between quotes does not count as code. O(1) for
 * text with lines of a common length, else a loop over its start.
 */
export const isMinified = (text: string): boolean => {
  if (text.length < SMALL) return false
  const looked = Math.min(text.length, LOOKED)
  let breaks = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < looked; at = text.indexOf("\n", at + 1)) {
    if (++breaks * LONG_LINE > looked) return false
  }
  let code = 0
  let blanks = 0
  let quote = 0
  for (let at = 0; at < looked; at++) {
    const unit = text.charCodeAt(at)
    if (quote !== 0) {
      if (unit === BACKSLASH) at++
      else if (unit === quote || (unit === LINE_FEED && quote !== BACKTICK)) quote = 0
      continue
    }
    code++
    if (unit <= SPACE) blanks++
    else if (unit === DOUBLE_QUOTE || unit === QUOTE || unit === BACKTICK) quote = unit
  }
  return SMALL / 2 < code && LONG_LINE < code / breaks && blanks / code < SQUEEZED
}
