// What a file's content looks like, without reading it as a language. Bundles, what tools wrote, and what stands in for a
// file that lies elsewhere say nothing to a reader and cost the most: they are told by their shape, not by their name.
// Long literals, as in modules that carry data, are no such shape, and neither is a word about generated code.

import type { Decoded } from "../text/decode.ts"
import * as Path from "../text/path.ts"

export const MINIFIED = "minified or generated: few, very long lines"
export const GENERATED = "large and generated: its first lines say so"
export const POINTER = "a Git LFS pointer: its content is not here"
export const MAP = "a source map"

/** Every reason: what a content is left out for once, it is left out for again. */
export const REASONS: ReadonlySet<string> = new Set([MINIFIED, GENERATED, POINTER, MAP])

/** Raised when the same content may be judged in another way: what was kept of a judgement is then void. */
export const VERSION = 2

/**
 * Generated code of a size that people could write is read like any other: barrels, clients and types that a tool wrote
 * are imported and called, and without them imports lead nowhere.
 */
const BLOB = 256 * 1024

/**
 * Why a source with this text is not read; undefined where it is. Of one that was asked for only what is no source at
 * all. O(1) for most texts.
 */
export const ofSource = (text: string, wanted = false): string | undefined =>
  isPointer(text)
    ? POINTER
    : wanted
    ? undefined
    : BLOB <= text.length && isGenerated(text)
    ? GENERATED
    : isMinified(text)
    ? MINIFIED
    : undefined

/** Was a text of no built language written by a tool, so that nobody looks for its words? */
export const isWritten = (text: string): boolean => (BLOB <= text.length && isGenerated(text)) || isMinified(text)

/** Why a file of no built language is not listed, by its path and the first units of its text. */
export const ofOther = (path: string, head: string): string | undefined =>
  isPointer(head) ? POINTER : isMap(path, head) ? MAP : undefined

/** What becomes of a file of no built language. */
export type Listing =
  | { readonly _tag: "listed" }
  | { readonly _tag: "binary" }
  | { readonly _tag: "skipped"; readonly reason: string }

/** The same by its head, decoded. */
export const listing = (path: string, head: Decoded): Listing => {
  if (head._tag === "binary") return { _tag: "binary" }
  const reason = ofOther(path, head.text)
  return reason === undefined ? { _tag: "listed" } : { _tag: "skipped", reason }
}

const isPointer = (text: string): boolean =>
  text.startsWith("version https://git-lfs.github.com/spec/v1\n") && text.length < 1024 &&
  text.includes("\noid sha256:")

const isMap = (path: string, head: string): boolean =>
  Path.extensionOf(path) === ".map" && /^\s*(\)\]\}'?\s*)?\{/.test(head.slice(0, 100)) &&
  /"(version|mappings|sources|sections)"\s*:/.test(head)

/** How much of a text can be the words in front of its code, and how long a line of these can be. */
const PREFACE = 4096
const PREFACE_LINES = 60
const PREFACE_LINE = 300

/** What begins a line of comment in languages that people write; the pairs hold several lines. */
const LINE_COMMENTS = ["//", "#", "--", ";", "%", "*", '"use ', "'use "]
const BLOCKS: ReadonlyArray<readonly [open: string, close: string]> = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ['"""', '"""'],
  ["'''", "'''"],
  ["(*", "*)"],
  ["{-", "-}"],
  ["--[[", "]]"],
  ["=begin", "=end"],
]

/** What stands in front of a line's words. Quotes do not: what is quoted is spoken of. */
const MARKUP = /^[\s/*#;%!=|+.(-]+/

/** The lines of comment in front of a text's first code, without what marks them as such. O(1): only its start is read. */
const preface = (text: string): ReadonlyArray<string> => {
  const head = text.slice(0, PREFACE)
  const lines: Array<string> = []
  let close: string | undefined
  for (const raw of head.split("\n", PREFACE_LINES)) {
    const line = raw.slice(0, PREFACE_LINE).trim()
    let said = line
    if (close === undefined && line !== "") {
      const block = BLOCKS.find(([open]) => line.startsWith(open))
      if (block !== undefined) {
        said = line.slice(block[0].length)
        if (!said.includes(block[1])) close = block[1]
      } else if (!LINE_COMMENTS.some((start) => line.startsWith(start))) break
    } else if (close !== undefined && line.includes(close)) close = undefined
    lines.push(said.replace(MARKUP, ""))
  }
  return lines
}

/** `@generated` as a mark of its own, or as the verb of a sentence about the file. */
const MARK =
  /^@generated\b(?!-)|^(this|the)( \w+)? (file|code|module|class)\b.{0,60} (is|was|has been)\b.{0,40}@generated\b/i

/** The mark that .NET's tools write. */
const TAG = /^<auto-?generated\b/i

/** A sentence that says of the file that a tool wrote it. */
const SAYS_SO = new RegExp(
  [
    "^(note: |warning: |attention: )?" +
    "(this|the) ([\\w-]+ ){0,2}(file|code|module|class|source|script|content)s?\\b[^.]{0,80}" +
    "\\b(is|was|are|were|has been|have been) (an? )?(automatically |auto[ -]?|machine[ -]|programmatically )?generated\\b",
    "^((file|code|source|class|module|parser|lexer|bindings?) )?(auto[ -]?|automatically |machine[ -])?" +
    "generated (by|from|with|using|via|on|automatically|file|code|source)\\b",
    "^this is (an? )?(auto[ -]?|automatically |machine[ -])?generated (file|code|source)\\b",
    "^(auto|machine)[ -]?generated\\b",
    "^do not (edit|modify|change)\\b.{0,80}\\bgenerated\\b",
  ].join("|"),
  "i",
)

const HANDS_OFF =
  /\b(do not|don't|must not|should not|please don't) (directly |manually )?(edit|modify|change|alter|touch|make (\w+ )?changes)\b|\bchanges\b.{0,60}\b(be lost|be overwritten|lost if|overwritten)\b|\bmanual changes\b/i

/** How many lines before or after the sentence ask to keep one's hands off. */
const NEAR = 4

/**
 * Did a tool write this, by what the comment in front of the code says? A mark, or both a sentence that says so and one
 * that asks not to edit the file. What further code, texts or quotes say does not count.
 */
export const isGenerated = (text: string): boolean => {
  // Nearly all files: no such word at their start.
  if (!/generated/i.test(text.slice(0, PREFACE))) return false
  const lines = preface(text)
  return lines.some((line, i) =>
    TAG.test(line) || MARK.test(line) ||
    (SAYS_SO.test(line) && HANDS_OFF.test(lines.slice(Math.max(0, i - NEAR), i + NEAR + 1).join(" ")))
  )
}

/** Below this a file costs nothing, whatever it looks like. */
const SMALL = 10_000
/** How much of a text is looked at. */
const LOOKED = 64 * 1024
/** Units of code a line, on average, above which no person wrote it by hand. */
const LONG_LINE = 400
/** Share of white space in code below which it was squeezed; code that people write has three times as much. */
const SQUEEZED = 0.06

const LINE_FEED = 10
const SPACE = 32
const DOUBLE_QUOTE = 34
const QUOTE = 39
const BACKSLASH = 92
const BACKTICK = 96

/**
 * Is `text` code that a tool squeezed into few long lines? What stands between quotes does not count as code. O(1) for
 * text with lines of a common length, else a loop over its start.
 */
export const isMinified = (text: string): boolean => {
  if (text.length < SMALL) return false
  const looked = Math.min(text.length, LOOKED)
  let breaks = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < looked; at = text.indexOf("\n", at + 1)) {
    if (++breaks * LONG_LINE > looked) return false
  }
  let code = 0
  let blanks = 0
  let quote = 0
  for (let at = 0; at < looked; at++) {
    const unit = text.charCodeAt(at)
    if (quote !== 0) {
      if (unit === BACKSLASH) at++
      else if (unit === quote || (unit === LINE_FEED && quote !== BACKTICK)) quote = 0
      continue
    }
    code++
    if (unit <= SPACE) blanks++
    else if (unit === DOUBLE_QUOTE || unit === QUOTE || unit === BACKTICK) quote = unit
  }
  return SMALL / 2 < code && LONG_LINE < code / breaks && blanks / code < SQUEEZED
}
