// Colours for what a tool prints as plain text: places stand back, headings stand out. Nothing is added or moved, so
// the text is the same with and without colours.

import type { Paint } from "./terminal.ts"

/** `src/a/b.ts:12`, with or without a column. */
const PLACE = /(?<![\w/.@-])[\w@.()[\]$+-]+(?:\/[\w@.()[\]$+-]+)*\.[A-Za-z]\w*:\d+(?::\d+)?(?!\w)/g

/** A line that starts at the edge and has indented lines below it is a heading. */
export const decorate = (text: string, paint: Paint): string => {
  const lines = text.split("\n")
  return lines.map((line, i) => {
    const below = lines[i + 1]
    const heads = line !== "" && !line.startsWith(" ") && below !== undefined && below.startsWith(" ")
    return heads ? paint.strong(line) : line.replace(PLACE, (place) => paint.accent(place))
  }).join("\n")
}
