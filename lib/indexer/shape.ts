// What a file's text looks like, without reading it as a language. Minified and generated blobs say nothing to a reader
// and cost the most: they are told by their shape, not by their name.

/** Below this a file costs nothing, whatever it looks like. */
const SMALL = 10_000
/** Units of text a line, on average, above which no person wrote it by hand. */
const LONG_LINE = 400
/** Share of white space below which code was squeezed; code that people write has three times as much. */
const SQUEEZED = 0.06

/** Is `text` code that a tool squeezed into few long lines? O(text), a loop over its start. */
export const isMinified = (text: string): boolean => {
  if (text.length < SMALL) return false
  const looked = Math.min(text.length, 64 * 1024)
  let breaks = 1
  let blanks = 0
  for (let at = 0; at < looked; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10) breaks++
    if (unit <= 32) blanks++
  }
  return LONG_LINE < looked / breaks && blanks / looked < SQUEEZED
}
