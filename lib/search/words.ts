// Texts as words to search by. An identifier gives its parts and, where it has several, itself as a whole; case and
// separators never matter. Documents and queries are cut by the same rule.

import * as Stems from "./stems.ts"

/** Runs of letters and digits of any script. */
const RUN = /[\p{L}\p{N}]+/gu

/**
 * Borders inside a run: lower to upper (`fooBar`), the last capital of an acronym before a word (`HTTPServer`), letter
 * to digit and back (`base64url`).
 */
const BORDER = /(?<=[\p{Ll}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** Something that looks like one name: parts joined by `_`, `$` or `-` belong together. */
const JOINED = /[\p{L}\p{N}_$-]+/gu

/** Longest word that is kept: longer ones are data, not words. */
const LONGEST = 64

/** The parts of an identifier in lower case: `parseHTTPUrl2` → parse, http, url, 2. */
export const parts = (identifier: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const run of identifier.match(RUN) ?? []) {
    for (const part of run.split(BORDER)) if (part.length <= LONGEST) found.push(part.toLowerCase())
  }
  return found
}

export interface Place {
  readonly start: number
  readonly end: number
  /** Of the word that stands there. */
  readonly stem: string
}

/** Where in a text the parts of its words stand, in order. */
export const places = (text: string): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  for (const run of text.matchAll(RUN)) {
    let start = run.index
    for (const part of run[0].split(BORDER)) {
      found.push({ start, end: start + part.length, stem: Stems.stem(part.toLowerCase()) })
      start += part.length
    }
  }
  return found
}

/** An identifier as one word, in lower case and without separators. */
export const whole = (identifier: string): string => (identifier.match(RUN) ?? []).join("").toLowerCase()

/** The words of a text as they are compared: parts by their stems, names of several parts as a whole. */
export const terms = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const name of text.match(JOINED) ?? []) {
    const each = parts(name)
    for (const part of each) found.push(Stems.stem(part))
    if (1 < each.length) {
      const joined = whole(name)
      if (joined.length <= LONGEST) found.push(joined)
    }
  }
  return found
}

/** The same of a question: words that tell nothing are left out where there are others. */
export const asked = (text: string): ReadonlyArray<string> => {
  const telling = text.split(/\s+/).filter((word) => Stems.isTelling(word.toLowerCase().replace(/[^a-z]/g, "")))
  return terms(telling.length === 0 ? text : telling.join(" "))
}
