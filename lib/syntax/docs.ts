// What a reader sees of a definition: its header in one line and the first paragraph of its doc comment.

import { NONE } from "../graph/columns.ts"
import { LITERALS } from "./facts.ts"
import type { Walk } from "./walk.ts"

const MAX_SIGNATURE = 240
const MAX_DOC = 400

const SPACE = /\s+/g

/**
 * The header of the definition at `node` up to `end`, in one line. It is code, which readers are shown as such: comments
 * in it are left out, and what a string says in several words.
 *
 * @param end Where the body starts, or the end of the definition.
 * @returns The number of the string.
 */
export const signatureOf = (w: Walk, node: number, end: number): number => {
  const begin = headStart(w, node)
  const variables = w.tree.parent[node]!
  // one of several variables repeats the keyword that stands before the first
  const keyword = w.rule(variables).is === "variables"
    ? w.text.slice(headStart(w, variables), w.tree.start[firstLike(w, variables, node)])
    : ""
  const cut = begin + MAX_SIGNATURE * 2 < end
  let text = keyword + codeOf(w, node, begin, cut ? begin + MAX_SIGNATURE * 2 : end).trim()
  if (text.includes("\n")) text = text.replace(SPACE, " ")
  // a header ends before the sign that its body follows
  if (text.endsWith("=") || text.endsWith(":")) text = text.slice(0, -1).trimEnd()
  if (MAX_SIGNATURE < text.length) text = text.slice(0, MAX_SIGNATURE - 1) + "…"
  return w.strings.string(text)
}

/** The text from `begin` to `end`, of the node `node`, without what is no code. */
const codeOf = (w: Walk, node: number, begin: number, end: number): string => {
  const source = w.text.slice(begin, end)
  // Most headers have nothing of the kind.
  if (!MAY_HOLD_WORDS.test(source)) return source
  const { after, commentCount, commentEnd, commentStart } = w.tree
  const gaps: Array<readonly [from: number, to: number, instead: string]> = []
  for (let at = firstCommentFrom(w, begin); at < commentCount && commentStart[at]! < end; at++) {
    gaps.push([commentStart[at]!, commentEnd[at]!, " "])
  }
  for (let child = node + 1; child < after[node]! && w.tree.start[child]! < end; child++) {
    const from = w.tree.start[child]!
    // What stands first is a name that is written as a string.
    const { is, literal } = w.rule(child)
    const isText = is === "template" || TEXTS.has(literal)
    if (from <= begin || (!isText && is !== "render")) continue
    const written = w.source(child)
    const quote = QUOTE.exec(written)?.[0] ?? ""
    if (/\s/.test(written)) gaps.push([from, w.tree.end[child]!, isText ? `${quote}…${quote.slice(-1)}` : "<…>"])
  }
  gaps.sort((a, b) => a[0] - b[0])
  let code = ""
  let done = begin
  for (const [from, to, instead] of gaps) {
    if (from < done) continue
    code += w.text.slice(done, from) + instead
    done = Math.min(to, end)
  }
  return (code + w.text.slice(done, end)).replace(SPACE, " ")
}

/** A quote, or what a comment or markup begins with in some language. */
const MAY_HOLD_WORDS = /["'`#</]/

/** What a string begins with: a prefix and a quote. */
const QUOTE = /^\w*["'`/]/

const TEXTS: ReadonlySet<number> = new Set([LITERALS.string, LITERALS.template, LITERALS.regexp])

/** The first comment that ends after `start`. */
const firstCommentFrom = (w: Walk, start: number): number => {
  const { commentEnd, commentCount } = w.tree
  let low = 0
  let high = commentCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (start < commentEnd[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

/** The first child of a node that is of the type of another one. */
const firstLike = (w: Walk, node: number, like: number): number => {
  const { type, after } = w.tree
  let child = node + 1
  while (type[child] !== type[like]) child = after[child]!
  return child
}

/** Decorators stand inside some declarations, or first among their modifiers; the header starts after them. */
const headStart = (w: Walk, node: number): number => {
  const { after, start } = w.tree
  let begin = start[node]!
  const first = node + 1
  const holder = first < after[node]! && w.rule(first).is === "modifier" ? first : node
  for (let child = holder + 1; child < after[holder]!; child = after[child]!) {
    if (w.rule(child).is !== "decorator") break
    begin = w.tree.end[child]!
  }
  return begin
}

/** The first paragraph of the doc comment that ends right before `start`; the number of a string, 0 where there is none. */
export const docBefore = (w: Walk, start: number): number => {
  const { commentStart, commentEnd } = w.tree
  const next = firstCommentFrom(w, start)
  if (next === 0) return 0
  const from = commentStart[next - 1]!
  const to = commentEnd[next - 1]!
  const { docStart, docLine } = w.grammar.table
  if (docLine !== undefined && w.text.startsWith(docLine, from)) return docOfLines(w, next - 1, start)
  if (!w.text.startsWith(docStart, from)) return 0
  for (let i = to; i < start; i++) if (!isSpace(w.text.charCodeAt(i))) return 0
  return w.strings.string(paragraph(w.text.slice(from + docStart.length, to - 2)))
}

/** The first paragraph of comments of one line each, the last of which, by its number, stands right before `start`. */
const docOfLines = (w: Walk, last: number, start: number): number => {
  const { commentStart, commentEnd } = w.tree
  const { docLine, docNote } = w.grammar.table
  const lines: Array<string> = []
  let below = start
  for (let at = last; 0 <= at && isLineAbove(w, commentStart[at]!, commentEnd[at]!, below); at--) {
    below = commentStart[at]!
    const line = w.text.slice(below, commentEnd[at]!)
    if (docNote?.test(line) !== true) lines.push(line.slice(docLine!.length))
  }
  return w.strings.string(paragraph(lines.reverse().join("\n")))
}

/** Does a comment have a line of its own that ends where the line of `below` begins? */
const isLineAbove = (w: Walk, from: number, to: number, below: number): boolean => {
  if (!w.text.startsWith(w.grammar.table.docLine!, from)) return false
  let breaks = 0
  for (let i = to; i < below; i++) {
    const code = w.text.charCodeAt(i)
    if (!isSpace(code)) return false
    if (code === NEWLINE && 1 < ++breaks) return false
  }
  for (let i = from - 1; 0 <= i && w.text.charCodeAt(i) !== NEWLINE; i--) {
    if (!isSpace(w.text.charCodeAt(i))) return false
  }
  return true
}

const NEWLINE = 10

/** The first paragraph of the text that a body starts with; the number of a string, 0 where it starts with none. */
export const docInside = (w: Walk, body: number): number => {
  let node = w.first(body)
  while (node !== NONE && w.rule(node).is === "statement") node = w.first(node)
  if (node === NONE || w.rule(node).literal !== LITERALS.string) return 0
  return w.strings.string(paragraph(w.source(node).replace(QUOTES, "")))
}

/** What stands around a text that is written as a doc. */
const QUOTES = /^\w*("""|'''|"|')|("""|'''|"|')$/g

const isSpace = (code: number): boolean => code === 32 || (9 <= code && code <= 13) || code === 0xa0 || code === 0xfeff

/** Lines up to the first blank one or the first tag, without the marks at their starts. */
const paragraph = (comment: string): string => {
  let text = ""
  for (const raw of comment.split("\n")) {
    const line = raw.replace(/^\s*\*? ?/, "").trim()
    if (line === "") {
      if (text === "") continue
      break
    }
    if (line.startsWith("@") && text !== "") break
    text = text === "" ? line : text + " " + line
    if (MAX_DOC < text.length) return text.slice(0, MAX_DOC - 1) + "…"
  }
  return text.startsWith("@") ? tagText(text) : text
}

/** A comment that starts with a tag says something only where the tag is its description. */
const tagText = (text: string): string => {
  const found = /^@(?:description|summary|fileoverview)\s+/.exec(text)
  return found === null ? "" : text.slice(found[0].length)
}
