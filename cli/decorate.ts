// What a tool prints as plain text, fitted to a terminal: places and headings are coloured, words that were asked for are
// marked, sentences folded at words, rows that are too wide go on below. Elsewhere than on a terminal nothing is changed.

import * as Words from "../lib/search/words.ts"
import { fold, type Paint, paintFor, type Screen } from "./terminal.ts"

/** `src/a/b.ts:12`, with or without a column. */
const PLACE = /(?<![\w/.@-])[\w@.()[\]$+-]+(?:\/[\w@.()[\]$+-]+)*\.[A-Za-z]\w*:\d+(?::\d+)?(?!\w)/g

/**
 * The text as the screen shows it best.
 *
 * @param asked What was looked for in words; undefined where nothing was.
 */
export const fitted = (text: string, screen: Screen, asked?: string): string => {
  const paint = paintFor(screen)
  const lines = text.split("\n")
  const shown = lines.map((line, i) => screen.isTerminal ? folded(line, lines[i - 1], screen.columns()) : [line])
  if (!screen.colour) return shown.flat().join("\n")
  const found = asked === undefined ? undefined : matcher(asked)
  return shown.flatMap((pieces, i) => {
    const isFound = found !== undefined && isOfRow(lines[i]!)
    return pieces.map((piece, at) => {
      const below = pieces[at + 1] ?? shown[i + 1]?.[0]
      if (!isFound && heads(piece, below)) return paint.strong(piece)
      return placed(piece, paint, isFound ? (text) => marked(text, found, paint) : undefined)
    })
  }).join("\n")
}

/** Two spaces side by side make columns, which a fold would tear apart. */
const COLUMNS = /\S {2,}\S/

/** How far what goes on below a row is set in. */
const BELOW = "    "

/** A row of a table, or what stands below one. */
const isOfRow = (line: string): boolean => COLUMNS.test(line) || line.startsWith(BELOW)

const indentOf = (line: string): string => /^ */.exec(line)![0]

/** A line in as many as it takes. @param before The line above. */
const folded = (line: string, before: string | undefined, columns: number): ReadonlyArray<string> => {
  if (line.length <= columns) return [line]
  const indent = indentOf(line)
  // One line of code, or of what a row is about, is enough of it.
  if (before !== undefined && indent === indentOf(before) + BELOW) return [`${line.slice(0, columns - 1).trimEnd()}…`]
  if (COLUMNS.test(line)) return row(line, columns)
  const hanging = indent === "" ? "" : `${indent}  `
  return fold(line, columns - hanging.length).map((it, i) => (i === 0 ? indent : hanging) + it)
}

/** A row whose cells do not fit side by side: those that do not stand below, each whole. Lines of a file stay as they are. */
const row = (line: string, columns: number): ReadonlyArray<string> => {
  const indent = indentOf(line)
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
  const indent = indentOf(line)
  return fold(line, columns - indent.length).map((it) => indent + it)
}

/** A line that starts at the edge and has indented lines below it is a heading. */
const heads = (line: string, below: string | undefined): boolean =>
  line !== "" && !line.startsWith(" ") && below !== undefined && below.startsWith(" ")

/** Places in their colour. @param inside Paints all text, that of places too. */
const placed = (line: string, paint: Paint, inside: (text: string) => string = (text) => text): string => {
  let shown = ""
  let from = 0
  for (const place of line.matchAll(PLACE)) {
    shown += inside(line.slice(from, place.index)) + paint.accent(inside(place[0]))
    from = place.index + place[0].length
  }
  return shown + inside(line.slice(from))
}

/** All of a question in quotes is looked for as it stands. */
const QUOTED = /^(["'`])(.+)\1$/s

interface Span {
  readonly start: number
  readonly end: number
}

/** Tells where a text has what was asked for. */
type Matcher = (text: string) => ReadonlyArray<Span>

const matcher = (asked: string): Matcher => {
  const quoted = QUOTED.exec(asked.trim())?.[2]?.toLowerCase()
  if (quoted === undefined) {
    const wanted = new Set(Words.asked(asked))
    return (text) => Words.places(text).filter(({ stem }) => wanted.has(stem))
  }
  return (text) => {
    const found: Array<Span> = []
    const lower = text.toLowerCase()
    for (let at = lower.indexOf(quoted); at !== -1; at = lower.indexOf(quoted, at + quoted.length)) {
      found.push({ start: at, end: at + quoted.length })
    }
    return found
  }
}

/** What was asked for stands out; parts of one name that follow each other are marked as one. */
const marked = (text: string, isAsked: Matcher, paint: Paint): string => {
  let shown = ""
  let from = 0
  let open: Span | undefined
  const close = () => {
    if (open === undefined) return
    shown += text.slice(from, open.start) + paint.strong(text.slice(open.start, open.end))
    from = open.end
    open = undefined
  }
  for (const { start, end } of isAsked(text)) {
    if (open?.end === start) open = { start: open.start, end }
    else {
      close()
      open = { start, end }
    }
  }
  close()
  return shown + text.slice(from)
}
