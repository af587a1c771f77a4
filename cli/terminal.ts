// What the program knows of where its words go. Everything that is written passes here: colour only on a terminal and
// without NO_COLOR, and none of the escape codes that the command line's library puts into plain text.

import process from "node:process"
import * as Controls from "../lib/text/controls.ts"

export interface Screen {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly colour: boolean
  /** Columns, where it is a terminal; else no limit that matters. */
  readonly columns: () => number
}

/** Back to the line's start, and the line empty: what a text that is drawn over begins with. */
export const CLEAR_LINE = "\r\u001b[K"

const CONTROLS = new RegExp(`\\u001b\\[(?:[12]|22|3[1236]|39)m|\\r\\n|[${Controls.ACTING}]`, "g")

/**
 * A text that leaves the terminal as it is: names and sources of a repository may hold codes that move its cursor, set
 * its title, empty it or turn what stands around them. They are shown as signs; only our own colours and a `CLEAR_LINE`
 * at the start act.
 */
export const tame = (text: string): string => {
  const from = text.startsWith(CLEAR_LINE) ? CLEAR_LINE.length : 0
  return text.slice(0, from) +
    text.slice(from).replace(CONTROLS, (it) => it.length === 1 ? Controls.signOf(it.charCodeAt(0)) : it)
}

const screenOf = (stream: NodeJS.WriteStream, onClosed: () => void): Screen => {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    onClosed()
  })
  const isTerminal = stream.isTTY === true
  const forced = process.env["FORCE_COLOR"]
  return {
    write: (text) => void stream.write(isTerminal ? tame(text) : text),
    isTerminal,
    colour: (isTerminal && process.env["TERM"] !== "dumb" || forced !== undefined && forced !== "0") &&
      (process.env["NO_COLOR"] ?? "") === "",
    columns: () => isTerminal ? stream.columns || 80 : 120,
  }
}

// Who reads the output may have read enough (`| head`): that is no failure, and nothing more is to be done. Who no longer
// hears how far a run is still wants it done.
export const out: Screen = screenOf(process.stdout, () => process.exit(0))
export const err: Screen = screenOf(process.stderr, () => {})

/** Colours by what they say, so that one place decides how the program looks. */
export interface Paint {
  readonly strong: (text: string) => string
  readonly quiet: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warn: (text: string) => string
  readonly accent: (text: string) => string
}

const wrap = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`
const plain = (text: string) => text

const COLOURED: Paint = {
  strong: wrap(1, 22),
  quiet: wrap(2, 22),
  good: wrap(32, 39),
  bad: wrap(31, 39),
  warn: wrap(33, 39),
  accent: wrap(36, 39),
}
const PLAIN: Paint = { strong: plain, quiet: plain, good: plain, bad: plain, warn: plain, accent: plain }

export const paintFor = (screen: Screen): Paint => screen.colour ? COLOURED : PLAIN

// deno-lint-ignore no-control-regex
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g

export const withoutEscapes = (text: string): string => text.replace(ESCAPES, "")

/** Says in one line on the error stream what went wrong and what to do. */
export const complain = (message: string): void => {
  const label = "error: "
  const lines = err.isTerminal ? fold(message, err.columns() - label.length) : [message]
  err.write(`${paintFor(err).bad("error")}: ${lines.join(`\n${" ".repeat(label.length)}`)}\n`)
}

/** Says in one line on the error stream what is worth knowing beside the answer. */
export const note = (message: string): void => {
  const label = "note: "
  const lines = err.isTerminal ? fold(message, err.columns() - label.length) : [message]
  err.write(`${paintFor(err).warn("note")}: ${lines.join(`\n${" ".repeat(label.length)}`)}\n`)
}

/** Breaks at spaces so that no line is longer than `width`, save a word that is. */
export const fold = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  if (line !== "") lines.push(line)
  return lines
}

/** Columns in which text that goes to a screen is folded; elsewhere it is left as it is. */
export const foldAt = (screen: Screen): number => screen.isTerminal ? screen.columns() : Infinity

/** Before a row's name, and the room that the name takes. */
const INDENT = "  "
const NAMES = 11

/** A name and what is said of it, in lines of at most `columns`. */
export const row = (name: string, value: string, columns: number, paint: Paint): ReadonlyArray<string> =>
  (value.length + INDENT.length + NAMES <= columns
    ? [value]
    : fold(value, Math.max(20, columns - INDENT.length - NAMES)))
    .map((line, i) => `${INDENT}${paint.quiet((i === 0 ? name : "").padEnd(NAMES))}${line}`)

/** Fits `text` into `columns`, an ellipsis in its middle where it is longer. */
export const shorten = (text: string, columns: number): string => {
  if (text.length <= columns) return text
  if (columns < 4) return text.slice(0, Math.max(columns, 0))
  const tail = Math.floor((columns - 1) * 0.6)
  return `${text.slice(0, columns - 1 - tail)}…${text.slice(text.length - tail)}`
}

/** Longer lines are hard to read, however wide the screen. */
const WIDEST_JOINED = 76

/** Parts one behind the other in lines that fit; their colours take no room. */
export const joined = (parts: ReadonlyArray<string>, width: number, between = " · "): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let used = 0
  for (const part of parts) {
    const { length } = withoutEscapes(part)
    if (lines.length > 0 && used + between.length + length <= Math.min(width, WIDEST_JOINED)) {
      lines[lines.length - 1] += between + part
      used += between.length + length
    } else {
      lines.push(part)
      used = length
    }
  }
  return lines
}
