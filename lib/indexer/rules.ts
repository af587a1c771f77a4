// Rules in the syntax of .gitignore, matched without regular expressions: a star takes back at most the last one, so a
// path costs pattern × path at worst, whoever wrote the pattern. Every step is paid from a budget.

/** One line of a file of rules. */
export interface Rule {
  /** Began with `!`. */
  readonly negated: boolean
  readonly foldersOnly: boolean
  /** Held a `/` before its end: said of the path below the rules' folder, not of the name alone. */
  readonly anchored: boolean
  /** Between slashes; `null` is `**`. */
  readonly parts: ReadonlyArray<Part | null>
}

/** Steps that are left; what matches takes from it and goes on below zero, whoever asked looks afterwards. */
export interface Budget {
  steps: number
}

const ANY = -1
const STAR = -2
/** Set number `n` is the token `SET - n`. */
const SET = -3

/** A pattern without a slash: units of text, `ANY`, `STAR`, or one of `sets`. */
export interface Part {
  /** The text that it means, where it is plain. */
  readonly plain: string | undefined
  readonly tokens: ReadonlyArray<number>
  readonly sets: ReadonlyArray<CharSet>
}

interface CharSet {
  readonly inverted: boolean
  /** Pairs of first and last unit. */
  readonly ranges: ReadonlyArray<number>
}

/** The rules of a file's text, in its order; lines that cannot match are left away, as git does. */
export const parse = (text: string): ReadonlyArray<Rule> => {
  const rules: Array<Rule> = []
  const start = text.startsWith("\ufeff") ? 1 : 0
  for (let at = start; at < text.length;) {
    const end = text.indexOf("\n", at)
    const rule = ruleOf(text.slice(at, end === -1 ? text.length : end))
    if (rule !== undefined) rules.push(rule)
    if (end === -1) break
    at = end + 1
  }
  return rules
}

/** One line; undefined for comments, empty ones and those with a bracket or backslash that nothing ends. */
export const ruleOf = (written: string): Rule | undefined => {
  let line = withoutBlanks(written.endsWith("\r") ? written.slice(0, -1) : written)
  if (line.startsWith("#")) return undefined
  const negated = line.startsWith("!")
  if (negated) line = line.slice(1)
  const foldersOnly = line.endsWith("/")
  if (foldersOnly) line = line.slice(0, -1)
  const anchored = line.includes("/")
  if (line.startsWith("/")) line = line.slice(1)
  if (line === "") return undefined
  const pieces = piecesOf(line)
  if (pieces === undefined) return undefined
  const parts: Array<Part | null> = []
  for (const piece of pieces) {
    const part = anchored && /^\*\*+$/.test(piece) ? null : partOf(piece)
    if (part === undefined) return undefined
    if (part !== null || parts.at(-1) !== null) parts.push(part)
  }
  // `a/**` means what lies in `a`, not `a` itself.
  if (parts.at(-1) === null) parts.push(EVERY)
  return { negated, foldersOnly, anchored, parts }
}

const BACKSLASH = 92

/**
 * What stands between slashes, of which one may have a needless backslash; one in brackets divides nothing. Undefined at
 * the first bracket that nothing closes: to go on behind it would cost the square of the line.
 */
const piecesOf = (line: string): ReadonlyArray<string> | undefined => {
  const pieces: Array<string> = []
  let start = 0
  for (let at = 0; at < line.length; at++) {
    const end = at
    if (line[at] === "\\") at++
    if (line[at] === "/") {
      pieces.push(line.slice(start, end))
      start = at + 1
    }
    if (line[end] === "[") {
      const closed = setOf(line, at)
      if (closed === undefined) return undefined
      at = closed.end
    }
  }
  pieces.push(line.slice(start))
  return pieces
}

/** Without blanks at the end, save one behind a backslash. */
const withoutBlanks = (line: string): string => {
  let end = line.length
  while (0 < end && line[end - 1] === " ") end--
  let slashes = 0
  while (slashes < end && line.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
  return end < line.length && slashes % 2 === 1 ? line.slice(0, end + 1) : line.slice(0, end)
}

const EVERY: Part = { plain: undefined, tokens: [STAR], sets: [] }

const partOf = (text: string): Part | undefined => {
  const tokens: Array<number> = []
  const sets: Array<CharSet> = []
  let plain = ""
  let isPlain = true
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === "*") {
      if (tokens.at(-1) !== STAR) tokens.push(STAR)
    } else if (char === "?") tokens.push(ANY)
    else if (char === "[") {
      const closed = setOf(text, at)
      if (closed === undefined) return undefined
      tokens.push(SET - sets.length)
      sets.push(closed.set)
      at = closed.end
    } else {
      if (char === "\\" && ++at === text.length) return undefined
      tokens.push(text.charCodeAt(at))
      plain += text[at]!
      continue
    }
    isPlain = false
  }
  return { plain: isPlain ? plain : undefined, tokens, sets }
}

/** Of the classes of POSIX those that names are made of; another one ends the rule, as an unknown one does in git. */
const CLASSES: Readonly<Record<string, ReadonlyArray<number>>> = {
  alnum: [48, 57, 65, 90, 97, 122],
  alpha: [65, 90, 97, 122],
  blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127],
  digit: [48, 57],
  graph: [33, 126],
  lower: [97, 122],
  print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126],
  space: [9, 13, 32, 32],
  upper: [65, 90],
  xdigit: [48, 57, 65, 70, 97, 102],
}

/** Its name ends where the next one may begin, so all of them together cost the line once. */
const CLASS = /\[:(\w*):\]/y

/** The set that opens at `start` of `text`, and where it closes. */
const setOf = (text: string, start: number): { readonly set: CharSet; readonly end: number } | undefined => {
  let at = start + 1
  const inverted = text[at] === "!" || text[at] === "^"
  if (inverted) at++
  const ranges: Array<number> = []
  for (const first = at; at < text.length; at++) {
    if (text[at] === "]" && first < at) return { set: { inverted, ranges }, end: at }
    if (text[at] === "[" && text[at + 1] === ":") {
      CLASS.lastIndex = at
      const name = CLASS.exec(text)?.[1]
      if (name !== undefined) {
        if (!Object.hasOwn(CLASSES, name)) return undefined
        ranges.push(...CLASSES[name]!)
        at = CLASS.lastIndex - 1
        continue
      }
    }
    if (text[at] === "\\" && ++at === text.length) return undefined
    const from = text.charCodeAt(at)
    let to = from
    if (text[at + 1] === "-" && at + 2 < text.length && text[at + 2] !== "]") {
      at += 2
      if (text[at] === "\\" && ++at === text.length) return undefined
      to = text.charCodeAt(at)
    }
    ranges.push(from, to)
  }
  return undefined
}

/** Does `part` mean `text` from `start` to `end`? O(pattern × text), in a loop. */
export const matchesPart = (part: Part, text: string, start: number, end: number, budget: Budget): boolean => {
  budget.steps--
  if (part.plain !== undefined) return end - start === part.plain.length && text.startsWith(part.plain, start)
  const { tokens, sets } = part
  let token = 0
  let at = start
  let starAt = -1
  let starToken = -1
  while (at < end) {
    budget.steps--
    const wanted = token < tokens.length ? tokens[token]! : NaN
    if (wanted === STAR) {
      starToken = token++
      starAt = at
    } else if (
      wanted === ANY || wanted === text.charCodeAt(at) ||
      (wanted <= SET && within(sets, wanted, text.charCodeAt(at), budget))
    ) {
      token++
      at++
    } else if (starToken !== -1) {
      token = starToken + 1
      at = ++starAt
    } else return false
  }
  while (token < tokens.length && tokens[token] === STAR) token++
  return token === tokens.length
}

const within = (sets: ReadonlyArray<CharSet>, token: number, unit: number, budget: Budget): boolean => {
  const { inverted, ranges } = sets[SET - token]!
  budget.steps -= ranges.length >>> 1
  for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= unit && unit <= ranges[i + 1]!) return !inverted
  return inverted
}

/** A path and where its parts begin: part `i` goes from `starts[i]` to `starts[i + 1] - 1`. */
export interface SplitPath {
  readonly text: string
  readonly starts: ReadonlyArray<number>
}

/** @param path Without a `/` at its end. */
export const split = (path: string): SplitPath => {
  const starts = [0]
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) starts.push(slash + 1)
  starts.push(path.length + 1)
  return { text: path, starts }
}

/** Does `rule`, kept in the folder whose parts are the first `depth` ones of `path`, mean `path`? */
export const matches = (rule: Rule, path: SplitPath, depth: number, isFolder: boolean, budget: Budget): boolean => {
  if (rule.foldersOnly && !isFolder) {
    budget.steps--
    return false
  }
  const count = path.starts.length - 1
  return rule.anchored
    ? walk(rule.parts, rule.parts.length, path, depth, count, budget)
    : partAt(rule.parts[0]!, path, count - 1, budget)
}

const partAt = (part: Part, { text, starts }: SplitPath, i: number, budget: Budget): boolean =>
  matchesPart(part, text, starts[i]!, starts[i + 1]! - 1, budget)

/** The first `length` parts, the same way as inside of a part, one level up: `**` is the star, parts are the units. */
const walk = (
  parts: ReadonlyArray<Part | null>,
  length: number,
  path: SplitPath,
  from: number,
  to: number,
  budget: Budget,
): boolean => {
  let part = 0
  let at = from
  let starAt = -1
  let starPart = -1
  while (at < to) {
    const wanted = part < length ? parts[part] : undefined
    if (wanted === null) {
      starPart = part++
      starAt = at
    } else if (wanted !== undefined && partAt(wanted, path, at, budget)) {
      part++
      at++
    } else if (starPart !== -1) {
      part = starPart + 1
      at = ++starAt
    } else return false
  }
  while (part < length && parts[part] === null) part++
  return part === length
}

/**
 * Could `rule` mean something below the folder `path`, whose name it says itself? A rule that passes the folder by `**`
 * alone, or says a name and no path, does not count: it would lead into every folder.
 */
export const leadsInto = (rule: Rule, path: SplitPath, depth: number, budget: Budget): boolean => {
  budget.steps--
  if (!rule.anchored) return false
  const count = path.starts.length - 1
  // Each part of the rule but the last may be the one that says the folder's name.
  for (let part = 0; part < rule.parts.length - 1 && 0 <= budget.steps; part++) {
    const own = rule.parts[part]!
    if (own === null || !partAt(own, path, count - 1, budget)) continue
    if (walk(rule.parts, part, path, depth, count - 1, budget)) return true
  }
  return false
}
