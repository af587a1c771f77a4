// Forms of the language that the pinned grammar cannot read, written so that it can: every change keeps the length of
// the text, so that all positions stay those of the file. Names are read from the file's own text, never from this one.

import type { Grammar } from "../../syntax/grammar.ts"
import { withoutAwaits } from "./awaits.ts"

/**
 * The text as the parser gets it.
 *
 * @returns `text` itself where nothing has to change, which is nearly always.
 */
export const prepare = (text: string, grammar: Grammar): string => {
  if (!grammar.hasType("type_annotation")) return withoutAwaits(text)
  let prepared = text
  if (VARIANCE.test(prepared)) prepared = withoutVariance(prepared)
  if (TYPE_STAR.test(prepared)) {
    prepared = prepared.replace(TYPE_STAR_ALL, (all, before: string) => before.padEnd(all.length))
  }
  // where elements are written as `<a>`, a line that starts so says too little
  if (!grammar.hasType("jsx_element")) prepared = withSeparators(prepared)
  return prepared
}

/**
 * A second try for a text that could not be read whole. Rare forms stand here, so that looking for them costs only those
 * files that the parser stumbled over.
 */
export const repair = (text: string, grammar: Grammar): string => {
  let repaired = prepare(text, grammar)
  if (grammar.hasType("type_annotation")) {
    repaired = withSeparators(withoutVariance(repaired))
    // in a template type the grammar knows no escapes; what a template says is never read
    repaired = repaired.replaceAll("\\`", "  ")
    repaired = repaired.replace(IMPORT_TYPE, (all) => all[0] + "_".repeat(all.length - 1))
  }
  return repaired
    .replaceAll("\0", " ")
    .replace(PHASE, (_, word: string, phase: string) => word + " ".repeat(phase.length))
    .replace(ATTRIBUTES, (_, source: string, attributes: string) => source + " ".repeat(attributes.length))
    .replace(RESERVED_ALIAS, (_, before: string, word: string) => before + word[0] + "_".repeat(word.length - 1))
}

/** `import("m").T` in a type: read as a name, which `importTypes` knows by its text. */
const IMPORT_TYPE = /\bimport\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)(?=\s*\.\s*[A-Z])/g

/** `import defer * as m from`, `import.defer(…)`. */
const PHASE = /\b(import)(\s+(?:defer|source)(?=\s+[\w$*{])(?!\s+from\b)|\.(?:defer|source)(?=\s*\())/g

/** `from "m" assert { … }`, `export … from "m" with { … }`. */
const ATTRIBUTES = /(\bfrom\s*(?:"[^"\n]*"|'[^'\n]*'))(\s*(?:assert|with)\s*\{[^{}]*\})/g

/** `export { a as do }`, `import { class as b }` keep the file's own words as names. */
const RESERVED_ALIAS =
  /([{,]\s*(?:[\w$]+\s+as\s+)?)(do|if|in|for|let|new|try|var|case|else|enum|null|this|true|void|with|break|catch|class|const|false|super|throw|while|yield|delete|export|import|return|switch|typeof|default|extends|finally|continue|debugger|function|instanceof)(?=\s*[,}]|\s+as\s)/g

/** `export type * from "m"`: the word is left out; the file's own text still has it. */
const TYPE_STAR = /\bexport\s+type\s*\*/
const TYPE_STAR_ALL = /\b(export\s+)type(?=\s*\*)/g

const VARIANCE = /[<,]\s*(?:in|out)\s+[\w$]/
const HEADER = /\b(?:interface|class|type)\s+[\w$]+\s*</g
const ANNOTATION = /(?:in\s+out|in|out)(?=\s+[\w$])(?!\s+extends\b)/y

/** `<in out A>`: annotations of type parameters say nothing that binds a name. */
const withoutVariance = (text: string): string => {
  const cuts: Array<readonly [number, number]> = []
  HEADER.lastIndex = 0
  while (HEADER.exec(text) !== null) {
    let depth = 1
    let at = HEADER.lastIndex
    let fresh = true
    for (const stop = Math.min(text.length, at + 4000); at < stop && 0 < depth; at++) {
      const unit = text.charCodeAt(at)
      if (isSpace(unit)) continue
      if (unit === SLASH && text.charCodeAt(at + 1) === STAR) {
        at = text.indexOf("*/", at) + 1
        if (at === 0) return blank(text, cuts)
        continue
      }
      if (unit === SLASH && text.charCodeAt(at + 1) === SLASH) {
        at = text.indexOf("\n", at)
        if (at === -1) return blank(text, cuts)
        continue
      }
      if (fresh) {
        fresh = false
        ANNOTATION.lastIndex = at
        const found = ANNOTATION.exec(text)
        if (found !== null) {
          cuts.push([at, at + found[0].length])
          at += found[0].length
          continue
        }
      }
      if (unit === LESS || unit === OPEN_BRACE || unit === OPEN_BRACKET || unit === OPEN_ROUND) depth++
      else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET || unit === CLOSE_ROUND) depth--
      else if (unit === GREATER) depth -= text.charCodeAt(at - 1) === EQUALS ? 0 : 1
      else if (unit === COMMA && depth === 1) fresh = true
    }
  }
  return blank(text, cuts)
}

const blank = (text: string, cuts: ReadonlyArray<readonly [number, number]>): string => {
  if (cuts.length === 0) return text
  let out = ""
  let from = 0
  for (const [start, end] of cuts) {
    out += text.slice(from, start) + " ".repeat(end - start)
    from = end
  }
  return out + text.slice(from)
}

const SLASH = 47
const STAR = 42
const LESS = 60
const GREATER = 62
const EQUALS = 61
const COMMA = 44
const OPEN_ROUND = 40
const CLOSE_ROUND = 41
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

const isSpace = (unit: number): boolean => unit === 32 || (9 <= unit && unit <= 13)

const LINE_WITH_LESS = /\n[ \t]*</g

/** Members of a type may end with the line; before a call signature with type parameters the grammar wants `;`. */
const withSeparators = (text: string): string => {
  LINE_WITH_LESS.lastIndex = 0
  const places: Array<number> = []
  while (LINE_WITH_LESS.exec(text) !== null) {
    const less = LINE_WITH_LESS.lastIndex - 1
    if (endsMember(text, LINE_WITH_LESS.lastIndex - 1) && opensSignature(text, less)) places.push(less - 1)
    LINE_WITH_LESS.lastIndex = less
  }
  if (places.length === 0) return text
  let out = ""
  let from = 0
  for (const place of places) {
    out += text.slice(from, place) + ";"
    from = place + 1
  }
  return out + text.slice(from)
}

/** Words that do not end a type. */
const OPEN_WORD =
  /(?:^|[^\w$.])(?:return|extends|implements|new|function|typeof|keyof|is|infer|in|of|case|await|yield|as|satisfies|readonly|default)$/

/** Does something that may be a member's end stand before `at`, with nothing but space and comments between? */
const endsMember = (text: string, at: number): boolean => {
  let end = at
  for (;;) {
    while (0 < end && isSpace(text.charCodeAt(end - 1))) end--
    if (end === 0) return false
    if (text.startsWith("*/", end - 2)) {
      end = text.lastIndexOf("/*", end - 2)
      if (end < 0) return false
      continue
    }
    const line = text.lastIndexOf("\n", end - 1) + 1
    const comment = text.indexOf("//", line)
    if (comment === -1 || end <= comment || text.charCodeAt(comment - 1) === 58) break
    end = comment
  }
  const last = text[end - 1]!
  if (last === ">") return text[end - 2] !== "="
  if (!/[\w$\])}"'`]/.test(last)) return false
  return !OPEN_WORD.test(text.slice(Math.max(0, end - 12), end))
}

const TYPE_PARAMETER = /<\s*(?:(?:const|in|out)\s+)*[A-Za-z_$][\w$]*\s*(?:,|>|=|extends\b)/y

/** Does the `<` at `less` open type parameters, with parameters after them? */
const opensSignature = (text: string, less: number): boolean => {
  TYPE_PARAMETER.lastIndex = less
  if (!TYPE_PARAMETER.test(text)) return false
  let depth = 0
  const stop = Math.min(text.length, less + 4000)
  for (let at = less; at < stop; at++) {
    const unit = text.charCodeAt(at)
    if (unit === LESS) depth++
    else if (unit === GREATER && text.charCodeAt(at - 1) !== EQUALS) {
      depth--
      if (depth > 0) continue
      at++
      while (at < stop && isSpace(text.charCodeAt(at))) at++
      return text.charCodeAt(at) === OPEN_ROUND
    }
  }
  return false
}
