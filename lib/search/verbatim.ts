// Text that is asked for as it stands: an error message, a config key, a piece of code. Where a question is such a text is
// told from the question alone; the words of it lead to the files that may hold it, and reading these tells the line.

import * as Lines from "../text/lines.ts"

export interface Verbatim {
  readonly text: string
  /** It is in quotes or has signs that no sentence has: nothing else is meant. */
  readonly certain: boolean
}

/** A shorter text stands everywhere. */
const SHORTEST = 4
/** A longer one was pasted with more than stands in any one place. */
const LONGEST = 300

/** Quotes that hold all of a question, or a part of it. */
const QUOTED = /"([^"]+)"|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/u

/** Signs that stand in keys, messages and code, and in no plain question. */
const SIGNS = /[\p{L}\p{N}][._:/-][\p{L}\p{N}]|[=(){}[\]<>%$@#;:,!\\]/u

/**
 * The text that a question asks for as it stands, or undefined. What stands in quotes is one, and so is a question with
 * signs that belong to texts, or of three words and more, which is often a message that somebody saw.
 */
export const asked = (question: string): Verbatim | undefined => {
  const whole = question.trim()
  const quoted = QUOTED.exec(whole)
  if (quoted !== null) {
    const text = (quoted[1] ?? quoted[2] ?? quoted[3])!.trim()
    return isOfSize(text) ? { text, certain: true } : undefined
  }
  const certain = SIGNS.test(whole)
  return (certain || 3 <= whole.split(/\s+/).length) && isOfSize(whole) ? { text: whole, certain } : undefined
}

const isOfSize = (text: string): boolean => SHORTEST <= text.length && text.length <= LONGEST

export interface Place {
  /** From 1. */
  readonly line: number
  /** Where it begins. */
  readonly offset: number
  /** It stands between quotes, as messages and keys do. */
  readonly inQuotes: boolean
}

/** Places looked at in one file. */
const MOST_PLACES = 50

/**
 * Where a text first stands in a file's, rather between quotes than elsewhere; as it is written, else whatever its case.
 * O(text).
 */
export const find = (text: string, wanted: string): Place | undefined =>
  among(text, text, wanted) ?? among(text, text.toLowerCase(), wanted.toLowerCase())

const among = (text: string, searched: string, wanted: string): Place | undefined => {
  // Case can change the length of a text; then places in it are others.
  if (searched.length !== text.length) return undefined
  let first = -1
  let at = searched.indexOf(wanted)
  for (let seen = 0; at !== -1 && seen < MOST_PLACES; at = searched.indexOf(wanted, at + wanted.length), seen++) {
    if (isInQuotes(text, at)) return { line: lineOf(text, at), offset: at, inQuotes: true }
    if (first === -1) first = at
  }
  return first === -1 ? undefined : { line: lineOf(text, first), offset: first, inQuotes: false }
}

const lineOf = (text: string, at: number): number => Lines.lineAt(Lines.lineStarts(text), at)

/** What may open a quotation; an apostrophe inside of a word does not. */
const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"])

/** Is a quotation open in front of a place in its line? */
const isInQuotes = (text: string, at: number): boolean => {
  const start = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1
  let open = ""
  for (let i = start; i < at; i++) {
    const unit = text[i]!
    if (unit === "\\") i++
    else if (unit === open) open = ""
    else if (open === "" && QUOTES.has(unit) && (unit !== "'" || !/[\p{L}\p{N}]/u.test(text[i - 1] ?? ""))) open = unit
  }
  return open !== ""
}
