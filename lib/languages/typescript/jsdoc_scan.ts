// What a type in a comment is read with: words and signs past space and the marks of lines, and rows of the arena.

import { NONE } from "../../graph/columns.ts"
import { DEFINITION_FLAGS, REFERENCE_ROLES } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { isWordPart, skipBlank } from "./jsdoc_tags.ts"

export class TypeScanner {
  protected readonly walk: Walk
  protected readonly text: string
  protected readonly end: number
  at: number

  constructor(walk: Walk, start: number, end: number) {
    this.walk = walk
    this.text = walk.text
    this.at = start
    this.end = end
  }

  // ── words and signs ──

  protected skip(): number {
    return this.at = skipBlank(this.text, this.at, this.end)
  }

  protected peek(): string {
    return this.skip() < this.end ? this.text[this.at]! : ""
  }

  /** Takes a sign, if it stands next. */
  eat(sign: string): boolean {
    if (this.end < this.skip() + sign.length || !this.text.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }

  /** The end of the word that stands next; where it starts, if none does. */
  protected wordEnd(): number {
    let to = this.skip()
    if (to < this.end && isDigit(this.text.charCodeAt(to))) return to
    while (to < this.end && isWordPart(this.text.charCodeAt(to))) to++
    return to
  }

  protected word(): string {
    const to = this.wordEnd()
    const word = this.text.slice(this.at, to)
    this.at = to
    return word
  }

  protected eatWord(word: string): boolean {
    const to = this.wordEnd()
    if (to - this.at !== word.length || !this.text.startsWith(word, this.at)) return false
    this.at = to
    return true
  }

  /** Takes a word, if another part follows it that it belongs to. */
  protected eatPrefix(word: string): boolean {
    const before = this.skip()
    if (!this.eatWord(word)) return false
    const next = this.peek()
    if (next !== "" && !"|&,)]}>=;:?".includes(next)) return true
    this.at = before
    return false
  }

  /** Skips to after the bracket that closes the one just taken. */
  protected skipTo(open: string, close: string): void {
    let depth = 1
    while (this.at < this.end && 0 < depth) {
      const char = this.text[this.at]!
      if (char === open) depth++
      else if (char === close) depth--
      this.at++
    }
  }

  // ── rows ──

  protected row(op: number, name: number, ref: number, start: number, operands: ReadonlyArray<number>): number {
    const w = this.walk
    const row = w.expression(op, name, ref, start, this.at)
    for (const each of operands) w.operand(row, each)
    return row
  }

  protected use(row: number): number {
    this.walk.docs.use(this.walk, row, REFERENCE_ROLES.type)
    return row
  }

  /** Runs a part inside another scope and owner. */
  protected inside(kind: "function" | "type" | "header", start: number, owner: number, part: () => void): number {
    const w = this.walk
    const { scope, owner: before } = w
    const opened = w.openScopeAt(kind, start, this.end, owner)
    if (owner !== NONE) w.owner = owner
    part()
    w.scopes.at.end[opened] = this.at
    w.scope = scope
    w.owner = before
    return opened
  }

  protected anonymous(start: number, flags: number): number {
    const w = this.walk
    return w.define(0, DEFINITION_FLAGS.anonymous | flags, 0, w.scope, start, this.end, start)
  }

  protected nameHere(): number {
    const from = this.skip()
    const to = this.wordEnd()
    this.at = to
    return this.walk.strings.slice(from, to)
  }
}

export const isDigit = (code: number): boolean => 48 <= code && code <= 57
