// What a tool prints as plain text, fitted to a terminal: places and headings are coloured, sentences folded at words, rows
// that are too wide go on below. Elsewhere than on a terminal nothing is changed.

import { fold, type Paint, paintFor, type Screen } from "./terminal.ts"

/** `src/a/b.ts:12`, with or without a column. */
const PLACE = /(?<![\w/.@-])[\w@.()[\]$+-]+(?:\/[\w@.()[\]$+-]+)*\.[A-Za-z]\w*:\d+(?::\d+)?(?!\w)/g

/** The text as the screen shows it best. */
export const fitted = (text: string, screen: Screen): string =>
  coloured(screen.isTerminal ? folded(text, screen.columns()) : text, paintFor(screen))

/** Two spaces side by side make columns, which a fold would tear apart. */
const COLUMNS = /\S {2,}\S/

const folded = (text: string, columns: number): string =>
  text.split("\n").flatMap((line) => {
    if (line.length <= columns) return [line]
    if (COLUMNS.test(line)) return row(line, columns)
    const indent = /^ */.exec(line)![0]
    const hanging = indent === "" ? "" : `${indent}  `
    return fold(line, columns - hanging.length).map((it, i) => (i === 0 ? indent : hanging) + it)
  }).join("\n")

/** How far what goes on below a row is set in. */
const BELOW = "    "

/** A row whose cells do not fit side by side: those that do not stand below, each whole. Lines of a file stay as they are. */
const row = (line: string, columns: number): ReadonlyArray<string> => {
  const indent = /^ */.exec(line)![0]
  const [first = "", ...cells] = line.trim().split(/ {2,}/)
  if (/^\d+$/.test(first)) return [line]
  const lines: Array<string> = []
  let current = indent + first
  for (const cell of cells) {
    if (current.length + 2 + cell.length <= columns) current += `  ${cell}`
    else {
      lines.push(...within(current, columns))
      current = indent + BELOW + cell
    }
  }
  return [...lines, ...within(current, columns)]
}

/** A cell that is wider than the screen by itself is a sentence. */
const within = (line: string, columns: number): ReadonlyArray<string> => {
  if (line.length <= columns) return [line]
  const indent = /^ */.exec(line)![0]
  return fold(line, columns - indent.length).map((it) => indent + it)
}

/** A line that starts at the edge and has indented lines below it is a heading. */
const coloured = (text: string, paint: Paint): string => {
  const lines = text.split("\n")
  return lines.map((line, i) => {
    const below = lines[i + 1]
    const heads = line !== "" && !line.startsWith(" ") && below !== undefined && below.startsWith(" ")
    return heads ? paint.strong(line) : line.replace(PLACE, (place) => paint.accent(place))
  }).join("\n")
}
