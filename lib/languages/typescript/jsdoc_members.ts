// Types in comments that hold definitions of their own: functions with parameters, objects with members.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { TypeScanner } from "./jsdoc_scan.ts"
import { closingQuote, isWordPart, skipBlank } from "./jsdoc_tags.ts"

const MAX_SIGNATURE = 240

/** A parameter that is told by a comment. */
interface Item {
  readonly name: number
  readonly nameStart: number
  readonly flags: number
  readonly type: number
}

export abstract class MemberReader extends TypeScanner {
  /** Was the type marked with `=`? */
  optional = false

  /** The next type; NONE for one that says nothing. */
  abstract type(): number

  // ── functions ──

  /** Does the parenthesis that opens here enclose parameters? */
  protected isFunction(): boolean {
    let depth = 0
    for (let at = this.at; at < this.end; at++) {
      const char = this.text[at]!
      if ("([{".includes(char)) depth++
      else if (")]}".includes(char)) {
        if (--depth === 0) return this.text.startsWith("=>", skipBlank(this.text, at + 1, this.end))
      } else if (char === '"' || char === "'" || char === "`") {
        const close = closingQuote(this.text, at, this.end)
        if (close !== -1) at = close
      }
    }
    return false
  }

  /** `<T>(a: A, b?: B) => R`, `function(A, B=): R`. */
  protected function(start: number, flags: number): number {
    const row = this.anonymous(start, NODE_FLAGS.signature | flags)
    this.signature(row, start)
    return this.row(OPS.typeFunction, 0, row, start, [])
  }

  /** Type parameters, parameters and result of a definition. */
  signature(row: number, start: number): void {
    const { at } = this.walk.definitions
    at.body[row] = this.inside("function", start, row, () => {
      this.typeParameters(row)
      if (!this.eat("(")) {
        this.at = this.end
        return
      }
      const items: Array<Item> = []
      while (this.at < this.end && !this.eat(")")) {
        const before = this.skip()
        items.push(this.parameter(row))
        if (!this.eat(",") && this.at === before) break
      }
      writeItems(this.walk, row, items.filter((it) => it.nameStart !== NONE))
      if (this.eat("=>") || this.eat(":")) at.type[row] = this.type()
    })
    at.end[row] = this.at
  }

  protected parameter(row: number): Item {
    const w = this.walk
    const nameStart = this.skip()
    let flags = this.eat("...") ? PARAMETER_FLAGS.rest : 0
    let name = 0
    const from = this.skip()
    if (this.text[from] === "{" || this.text[from] === "[") {
      const at = this.at
      this.at++
      this.skipTo(this.text[from]!, this.text[from] === "{" ? "}" : "]")
      if (!/^\s*\??\s*:/.test(this.text.slice(this.at, this.end))) this.at = at
    } else {
      const to = this.wordEnd()
      const after = skipBlank(this.text, to, this.end)
      const optional = this.text[after] === "?" && this.text[skipBlank(this.text, after + 1, this.end)] === ":"
      if (from < to && (this.text[after] === ":" || optional)) {
        const word = this.text.slice(from, to)
        this.at = to
        if (word === "new") {
          // `function(new:T)` makes a T
          this.eat(":")
          w.definitions.at.flags[row]! |= DEFINITION_FLAGS.constructs
          w.definitions.at.type[row] = this.type()
          return { name: 0, nameStart: NONE, flags: 0, type: NONE }
        }
        if (word === "this") flags |= PARAMETER_FLAGS.receiver
        name = w.strings.string(word)
      }
    }
    const named = name !== 0 || this.at !== from
    if (named && this.eat("?")) flags |= PARAMETER_FLAGS.optional
    if (named) this.eat(":")
    const { optional } = this
    this.optional = false
    const type = this.type()
    if (this.optional) flags |= PARAMETER_FLAGS.optional
    this.optional = optional
    // of old each of the rest was written, not their list
    const list = (flags & PARAMETER_FLAGS.rest) !== 0 && !named && type !== NONE
      ? this.row(OPS.typeArray, 0, NONE, nameStart, [type])
      : type
    return { name, nameStart, flags, type: list }
  }

  /** `<T extends A = B, U>`. */
  protected typeParameters(row: number): void {
    if (!this.eat("<")) return
    const w = this.walk
    const all: Array<{ name: number; start: number; constraint: number; fallback: number }> = []
    while (this.at < this.end && !this.eat(">")) {
      const before = this.skip()
      this.eatPrefix("const")
      const start = this.skip()
      const name = this.nameHere()
      const constraint = this.eatWord("extends") ? this.type() : NONE
      const fallback = this.eat("=") ? this.type() : NONE
      all.push({ name, start, constraint, fallback })
      if (!this.eat(",") && this.at === before) break
    }
    writeTypeParameters(w, row, all)
  }

  // ── objects ──

  /** `{ a: A, b?: B, [key: string]: C, d(x: X): Y, (x: X): Y }`, `{ [K in Keys]: T }`. */
  protected object(start: number): number {
    const w = this.walk
    const row = this.anonymous(start, 0)
    let mapped: number = NONE
    this.at++
    w.definitions.at.body[row] = this.inside("type", start, row, () => {
      while (this.at < this.end && !this.eat("}")) {
        const before = this.skip()
        mapped = this.member(before)
        if (mapped !== NONE) {
          this.skipTo("{", "}")
          return
        }
        if (!this.eat(",") && !this.eat(";") && this.at === before) {
          this.at = this.end
        }
      }
    })
    w.definitions.at.end[row] = this.at
    return mapped === NONE ? this.row(OPS.typeObject, 0, row, start, []) : mapped
  }

  /** One member; of a mapped type the whole of it, else NONE. */
  protected member(start: number): number {
    const w = this.walk
    if (this.eat("-") || this.eat("+")) return this.member(start)
    if (this.isModifier("readonly")) this.word()
    let flags: number = NODE_FLAGS.signature
    const accessor = this.isModifier("get") ? NODE_FLAGS.getter : this.isModifier("set") ? NODE_FLAGS.setter : 0
    if (accessor !== 0) this.word()
    const char = this.peek()
    if (char === "(" || char === "<") return this.method(start, w.strings.string("()"), start, flags)
    if (this.isModifier("new") || /^new\s*[(<]/.test(this.text.slice(this.at, this.at + 12))) {
      this.word()
      return this.method(start, w.strings.string("new"), start, flags | DEFINITION_FLAGS.constructs)
    }
    let nameStart = this.at
    let name: number
    if (char === "[") {
      const inner = this.bracketed(start)
      if (inner.mapped !== NONE) return inner.mapped
      name = inner.name
    } else if (char === '"' || char === "'") {
      const close = closingQuote(this.text, nameStart, this.end)
      if (close < 0) return NONE
      name = w.strings.slice(++nameStart, close)
      this.at = close + 1
    } else {
      const from = this.at
      while (this.at < this.end && isWordPart(this.text.charCodeAt(this.at))) this.at++
      if (from === this.at) return NONE
      name = w.strings.slice(from, this.at)
    }
    if (this.eat("?")) flags |= DEFINITION_FLAGS.optional
    const next = this.peek()
    if (next === "(" || next === "<") return this.method(start, name, nameStart, flags | accessor)
    const row = w.define(NODE_KINDS.Property.code, flags, name, w.scope, start, this.at, nameStart)
    if (this.eat(":")) {
      const { owner } = w
      w.owner = row
      w.definitions.at.type[row] = this.type()
      w.owner = owner
    }
    w.definitions.at.end[row] = this.at
    w.definitions.at.signature[row] = w.strings.slice(start, Math.min(this.at, start + MAX_SIGNATURE))
    return NONE
  }

  /** A word before another name, and not a name itself. */
  protected isModifier(word: string): boolean {
    const to = this.wordEnd()
    if (to - this.at !== word.length || !this.text.startsWith(word, this.at)) return false
    const next = this.text[skipBlank(this.text, to, this.end)]
    return next !== undefined && (isWordPart(next.charCodeAt(0)) || next === "[" || next === '"')
  }

  protected method(start: number, name: number, nameStart: number, flags: number): number {
    const w = this.walk
    const row = w.define(NODE_KINDS.Method.code, flags, name, w.scope, start, this.at, nameStart)
    this.signature(row, start)
    w.definitions.at.signature[row] = w.strings.slice(start, Math.min(this.at, start + MAX_SIGNATURE))
    return NONE
  }

  /** `[key: string]`, `[K in Keys as N]: T`, `["name"]`, `[Symbol.iterator]`. */
  protected bracketed(start: number): { readonly name: number; readonly mapped: number } {
    const w = this.walk
    this.at++
    const from = this.skip()
    const quote = this.text[from]
    if (quote === '"' || quote === "'") {
      const close = closingQuote(this.text, from, this.end)
      this.at = close < 0 ? this.end : close + 1
      this.eat("]")
      return { name: w.strings.slice(from + 1, Math.max(from + 1, close)), mapped: NONE }
    }
    const to = this.wordEnd()
    this.at = to
    if (this.eat(":")) {
      this.type()
      this.eat("]")
      return { name: w.strings.string("[]"), mapped: NONE }
    }
    if (!this.eatWord("in")) {
      this.skipTo("[", "]")
      return { name: w.strings.slice(from - 1, this.at), mapped: NONE }
    }
    const t = w.typeParameters
    const keys = this.type()
    const key = t.add()
    const name = w.strings.slice(from, to)
    t.at.name[key] = name
    t.at.constraint[key] = keys
    t.at.fallback[key] = NONE
    w.bind(w.scope, name, "typeParameter", BINDING_FLAGS.type | BINDING_FLAGS.constant, key, NONE, NONE, from)
    if (this.eatWord("as")) this.type()
    this.eat("]")
    if (this.eat("-") || this.eat("+") || this.peek() === "?") this.eat("?")
    const value = this.eat(":") ? this.type() : NONE
    return { name: 0, mapped: this.row(OPS.typeMapped, 0, NONE, start, [value, keys]) }
  }
}

/** Rows of a definition's type parameters, side by side. */
export const writeTypeParameters = (
  w: Walk,
  definition: number,
  all: ReadonlyArray<{ name: number; start: number; constraint: number; fallback: number }>,
): void => {
  if (all.length === 0) return
  const t = w.typeParameters
  const first = t.rows
  for (const { name, start, constraint, fallback } of all) {
    const row = t.add()
    t.at.name[row] = name
    t.at.constraint[row] = constraint
    t.at.fallback[row] = fallback
    w.bind(w.scope, name, "typeParameter", BINDING_FLAGS.type | BINDING_FLAGS.constant, row, NONE, NONE, start)
  }
  w.definitions.at.typeParameters[definition] = first
  w.definitions.at.typeParameterCount[definition] = all.length
}

/** Rows of a definition's parameters, side by side. */
export const writeItems = (w: Walk, definition: number, items: ReadonlyArray<Item>): void => {
  if (items.length === 0) return
  const t = w.parameters
  w.definitions.at.parameters[definition] = t.rows
  w.definitions.at.parameterCount[definition] = items.length
  for (const { name, nameStart, flags, type } of items) {
    const row = t.add()
    t.at.name[row] = name
    t.at.flags[row] = flags
    t.at.type[row] = type
    t.at.value[row] = NONE
    t.at.nameStart[row] = nameStart
  }
}
