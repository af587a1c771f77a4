// How much of a list a page has room for. Lines go whole, from the end.

const utf8 = new TextEncoder()

/** Bytes of a line with its end. */
export const bytesOf = (line: string): number => utf8.encode(line).length + 1

/** What a token counts as. */
export const BYTES_PER_TOKEN = 4

/** A page stays below some 10,000 tokens of four bytes, its frame included. */
export const PAGE = 36_000

/** The first lines that together take no more than so many bytes. */
export const firstOf = (lines: ReadonlyArray<string>, bytes: number): ReadonlyArray<string> => {
  let left = bytes
  for (let i = 0; i < lines.length; i++) {
    left -= bytesOf(lines[i]!)
    if (left < 0) return lines.slice(0, i)
  }
  return lines
}
