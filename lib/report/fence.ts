// Text of a repository in markdown: in a fence, so that it never becomes markup, and without characters that act on
// whoever shows it.

import * as Controls from "../text/controls.ts"

/** The text between two fences that nothing in it ends. */
export const around = (text: string): string => {
  const shown = Controls.shown(text)
  let longest = 2
  for (const [run] of shown.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = "`".repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}`
}

/** What something is called takes no more of a row than this, in units; it is found by its id as well. */
const LONGEST_LABEL = 120

/** A label in one line: it may be made of any text. */
export const label = (text: string): string => {
  const line = oneLine(text)
  return line.length <= LONGEST_LABEL ? line : `${line.slice(0, LONGEST_LABEL - 1).trimEnd()}…`
}

/** A name or path in one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
