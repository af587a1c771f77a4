// An answer's rendering as markdown: in a fence, so that text of the repository never becomes markup, and without
// characters that act on whoever shows it.

import * as Controls from "../text/controls.ts"

/** @param heading Words of ours, none of the repository's. */
export const fenced = (heading: string, rendered: string): string => {
  const text = Controls.shown(rendered)
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = "`".repeat(longest + 1)
  return `# ${heading}\n\n${fence}text\n${text}\n${fence}\n`
}
