// Lines that match a pattern. The regular expression engine is linear in the text, so no pattern can hang it; a literal
// is searched as it is.

import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { RE2JS } from "re2js"

/** The pattern is no regular expression that a linear engine can run. */
export class PatternInvalid extends Schema.TaggedError<PatternInvalid>()("PatternInvalid", {
  pattern: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `Cannot search for ${JSON.stringify(this.pattern)}: ${this.detail}`
  }
  get hint() {
    return "Backreferences and lookaround are not available; with literal the text is searched as it stands"
  }
}

/** A matching line. */
export interface Match {
  /** Offset of the line's start and end in the text, without its line break. */
  readonly start: number
  readonly end: number
  /** Offset of the first hit and of its end. */
  readonly hit: number
  readonly hitEnd: number
}

export interface Pattern {
  /** The first hit at or behind `from`, as [start, end]; undefined where there is none. */
  readonly next: (text: string, from: number) => readonly [number, number] | undefined
  /** The first hit in one line. */
  readonly inLine: (line: string) => readonly [number, number] | undefined
}

export interface Options {
  readonly literal: boolean
  readonly caseSensitive: boolean
}

/** Compiles a pattern. Fails with `PatternInvalid`. */
export const compile = (pattern: string, options: Options): Either.Either<Pattern, PatternInvalid> =>
  Either.try({
    try: () => (options.literal ? literal(pattern, options.caseSensitive) : expression(pattern, options.caseSensitive)),
    catch: (error) => new PatternInvalid({ pattern, detail: complaintAbout(pattern, error) }),
  })

/** What the engine says of the pattern as it was given, without the flags that it was compiled with. */
const complaintAbout = (pattern: string, error: unknown): string => {
  try {
    RE2JS.compile(pattern)
  } catch (plain) {
    if (plain instanceof Error) return plain.message
  }
  return error instanceof Error ? error.message : "it cannot be read"
}

const literal = (text: string, caseSensitive: boolean): Pattern => {
  if (caseSensitive) {
    const next = (whole: string, from: number) => {
      const at = whole.indexOf(text, from)
      return at < 0 ? undefined : [at, at + text.length] as const
    }
    return { next, inLine: (line) => next(line, 0) }
  }
  // Without operators there is nothing to go back over: the built-in engine is linear here, and much faster.
  const folded = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu")
  const next = (whole: string, from: number) => {
    folded.lastIndex = from
    const hit = folded.exec(whole)
    return hit === null ? undefined : [hit.index, hit.index + hit[0].length] as const
  }
  return { next, inLine: (line) => next(line, 0) }
}

const expression = (source: string, caseSensitive: boolean): Pattern => {
  const compiled = RE2JS.compile(source, RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE))
  const next = (text: string, from: number) => {
    const matcher = compiled.matcher(text)
    return matcher.find(from) ? [matcher.start(), matcher.end()] as const : undefined
  }
  return { next, inLine: (line) => next(line, 0) }
}

/**
 * Lines of `text` in which the pattern is found, first to last, at most `limit`. A hit never spans lines.
 *
 * @returns Offsets into `text`. O(text).
 */
export const lines = (text: string, pattern: Pattern, limit: number): ReadonlyArray<Match> => {
  const found: Array<Match> = []
  // The engine takes only line feeds for line ends. Offsets stay the same.
  const searched = text.includes("\r") ? text.replaceAll("\r", "\n") : text
  let from = 0
  // A hit that goes on behind its line may go on to the end of the text, and from the next line again: from then on each
  // line is searched by itself.
  let isByLine = false
  while (from <= text.length && found.length < limit) {
    const near = pattern.next(isByLine ? searched.slice(0, lineEnd(text, from)) : searched, from)
    if (near === undefined) {
      if (!isByLine) break
      from = afterBreak(text, lineEnd(text, from))
      continue
    }
    if (0 < near[0] && text.charCodeAt(near[0] - 1) === 13 && text.charCodeAt(near[0]) === 10) {
      // Between the two halves of one line end there is no line.
      from = near[0] + 1
      continue
    }
    // What matches across a line break may still match inside the line where it begins; the line alone decides.
    const start = lineStart(text, near[0])
    const end = lineEnd(text, near[0])
    isByLine ||= end < near[1]
    const hit = pattern.inLine(text.slice(start, end))
    if (hit !== undefined) found.push({ start, end, hit: start + hit[0], hitEnd: start + hit[1] })
    from = afterBreak(text, end)
  }
  return found
}

const isBreak = (code: number): boolean => code === 10 || code === 13

const lineStart = (text: string, at: number): number => {
  let start = at
  while (0 < start && !isBreak(text.charCodeAt(start - 1))) start--
  return start
}

const lineEnd = (text: string, at: number): number => {
  let end = at
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++
  return end
}

const afterBreak = (text: string, end: number): number =>
  text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1

const ELLIPSIS = "…"

/** At most `width` characters of the line, round the hit; cut ends are marked. */
export const around = (text: string, match: Match, width: number): string => {
  const line = text.slice(match.start, match.end)
  if (line.trim().length <= width) return line.trim()
  const hit = match.hit - match.start
  const middle = Math.min(match.hitEnd - match.hit, width)
  const room = width - 2
  const from = Math.max(0, Math.min(hit - ((room - middle) >> 1), line.length - room))
  const to = Math.min(line.length, from + room)
  return `${from === 0 ? "" : ELLIPSIS}${whole(line, from, to)}${to === line.length ? "" : ELLIPSIS}`
}

/** A slice that does not cut a surrogate pair in two. */
const whole = (line: string, from: number, to: number): string => {
  const low = (code: number) => 0xdc00 <= code && code <= 0xdfff
  const start = low(line.charCodeAt(from)) ? from + 1 : from
  const end = to < line.length && low(line.charCodeAt(to)) ? to - 1 : to
  return line.slice(start, end)
}
