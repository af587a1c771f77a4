// A JSDoc comment as its tags: where each starts and ends, the type in its braces and the name after it, as offsets of
// the text. Nothing is parsed here beyond that, and every loop runs forward once.

/** What a tag says, by code. */
export const TAGS = {
  type: 1,
  param: 2,
  returns: 3,
  typedef: 4,
  property: 5,
  callback: 6,
  template: 7,
  extends: 8,
  implements: 9,
  this: 10,
  enum: 11,
  satisfies: 12,
  import: 13,
  overload: 14,
} as const

const CODES: Readonly<Record<string, number>> = {
  type: TAGS.type,
  param: TAGS.param,
  arg: TAGS.param,
  argument: TAGS.param,
  returns: TAGS.returns,
  return: TAGS.returns,
  typedef: TAGS.typedef,
  prop: TAGS.property,
  property: TAGS.property,
  callback: TAGS.callback,
  template: TAGS.template,
  extends: TAGS.extends,
  augments: TAGS.extends,
  implements: TAGS.implements,
  this: TAGS.this,
  enum: TAGS.enum,
  satisfies: TAGS.satisfies,
  import: TAGS.import,
  overload: TAGS.overload,
}

/** Tags whose first word is a name. */
const NAMED: ReadonlySet<number> = new Set([TAGS.param, TAGS.property, TAGS.typedef, TAGS.callback])

export interface Tag {
  /** `TAGS`, or 0 for one that says nothing of types. */
  readonly tag: number
  /** Where its `@` stands. */
  readonly start: number
  /** Where the next tag or the comment ends it. */
  readonly end: number
  /** Between its braces; -1 where it has none. */
  readonly typeStart: number
  readonly typeEnd: number
  /** Its name, or what stands there: from and to are equal where there is none. */
  readonly nameStart: number
  readonly nameEnd: number
  /** Does the name stand in brackets? */
  readonly optional: boolean
  /** What stands after type and name. */
  readonly rest: number
}

/** May a comment say something of types? A cheap look for one of the tags. */
export const mentionsTag = (text: string, start: number, end: number): boolean => {
  for (let at = text.indexOf("@", start); at !== -1 && at < end; at = text.indexOf("@", at + 1)) {
    if (codeAt(text, at) !== 0) return true
  }
  return false
}

/** Code of the tag whose `@` stands at `at`, or 0. */
const codeAt = (text: string, at: number): number => {
  let to = at + 1
  while (to < at + 12 && isLower(text.charCodeAt(to))) to++
  if (to - at < 4 || isWordPart(text.charCodeAt(to))) return 0
  const word = text.slice(at + 1, to)
  return Object.hasOwn(CODES, word) ? CODES[word]! : 0
}

/** The tags of a comment, in order. */
export const tagsOf = (text: string, start: number, end: number): ReadonlyArray<Tag> => {
  const tags: Array<Tag> = []
  const last = text.startsWith("*/", end - 2) ? end - 2 : end
  let at = nextTag(text, start, last)
  while (at < last) {
    const tag = codeAt(text, at)
    let to = at + 1
    while (to < last && isWordPart(text.charCodeAt(to))) to++
    let typeStart = -1
    let typeEnd = -1
    let nameStart = -1
    let nameEnd = -1
    let optional = false
    let rest = to
    // an import's braces hold names
    for (let turn = 0; tag !== 0 && tag !== TAGS.import && turn < 2; turn++) {
      const from = skipBlank(text, rest, last)
      if (text[from] === "{" && typeStart < 0) {
        typeEnd = closing(text, from, last)
        typeStart = from + 1
        rest = Math.min(last, typeEnd + 1)
        turn--
      } else if (NAMED.has(tag) && nameStart < 0) {
        // the name may stand before the type
        if (text[from] === "[") {
          const name = skipBlank(text, from + 1, last)
          optional = true
          nameStart = name
          nameEnd = endOfName(text, name, last)
          rest = endOfBrackets(text, from, last)
        } else {
          nameStart = from
          nameEnd = endOfName(text, from, last)
          rest = nameEnd
        }
      } else break
    }
    const next = nextTag(text, rest, last)
    if (nameStart < 0) nameStart = nameEnd = rest
    tags.push({ tag, start: at, end: next, typeStart, typeEnd, nameStart, nameEnd, optional, rest })
    at = next
  }
  return tags
}

/** The next `@` that starts a tag: after space or the marks of a line, before a letter. */
const nextTag = (text: string, from: number, end: number): number => {
  for (let at = text.indexOf("@", from); at !== -1 && at < end; at = text.indexOf("@", at + 1)) {
    const before = text.charCodeAt(at - 1)
    if ((isSpace(before) || before === STAR) && isLower(text.charCodeAt(at + 1) | 32)) return at
  }
  return end
}

/** Skips space, ends of lines and the `*` that a line of a comment starts with. */
export const skipBlank = (text: string, from: number, end: number): number => {
  let at = from
  let fresh = false
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === 10) fresh = true
    else if (code === STAR && fresh) fresh = false
    else if (!isSpace(code)) break
    at++
  }
  return at
}

/** The brace that closes the one at `from`, or `end`. Braces in strings do not count. */
const closing = (text: string, from: number, end: number): number => {
  let depth = 0
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 123) depth++
    else if (code === 125 && --depth === 0) return at
    else if (code === 34 || code === 39 || code === 96) {
      const close = closingQuote(text, at, end)
      if (close !== -1) at = close
    }
  }
  return end
}

/** Where the quote at `from` ends on its line; -1 where it does not, as of an apostrophe. */
export const closingQuote = (text: string, from: number, end: number): number => {
  const quote = text.charCodeAt(from)
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === 92) at++
    else if (code === 10 && quote !== 96) return -1
  }
  return -1
}

/** `a`, `a.b`, `a[].b`. */
const endOfName = (text: string, from: number, end: number): number => {
  let at = from
  for (;;) {
    while (at < end && (isWordPart(text.charCodeAt(at)) || text[at] === ".")) at++
    if (from < at && text.startsWith("[].", at) && at + 3 < end) at += 3
    else return at
  }
}

const endOfBrackets = (text: string, from: number, end: number): number => {
  let depth = 0
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 91) depth++
    else if (code === 93 && --depth === 0) return at + 1
    else if (code === 10) return at
    else if (code === 34 || code === 39) {
      const close = closingQuote(text, at, end)
      if (close !== -1) at = close
    }
  }
  return end
}

const STAR = 42
const isLower = (code: number): boolean => 97 <= code && code <= 122
export const isSpace = (code: number): boolean =>
  code === 32 || (9 <= code && code <= 13) || code === 0xa0 || code === 0xfeff
export const isWordPart = (code: number): boolean =>
  (97 <= code && code <= 122) || (65 <= code && code <= 90) || (48 <= code && code <= 57) || code === 95 ||
  code === 36 || (0x7f < code && code !== 0xa0 && code !== 0xfeff)
