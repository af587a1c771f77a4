// Type expressions in comments: TypeScript's own forms and the older ones (`?T`, `T=`, `Array.<T>`, `function(T): U`),
// written into the arena as annotations are. The text is read once from left to right. What says nothing (`*`, `any`,
// `Object`, `Function`) and what is nested too deeply gives NONE.
//
// A row's operands stand side by side, so parts are read before the row that holds them is made.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, IMPORT_FLAGS, LITERALS, OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { MemberReader } from "./jsdoc_members.ts"
import { isDigit } from "./jsdoc_scan.ts"
import { closingQuote, skipBlank } from "./jsdoc_tags.ts"

const DEEPEST = 32

/** A word that says nothing of a value's members. */
const SILENT = ""

/** Words of their own: a primitive type, a literal by LITERALS code, or `SILENT`; names of old among them. */
const WORDS: ReadonlyMap<string, string | number> = new Map<string, string | number>([
  ...["any", "unknown", "object", "Object", "Function", "function"].map((it) => [it, SILENT] as const),
  ...["string", "number", "boolean", "bigint", "symbol", "void", "never"].map((it) => [it, it] as const),
  ...["String", "Number", "Boolean", "BigInt", "Void"].map((it) => [it, it.toLowerCase()] as const),
  ...["true", "false"].map((it) => [it, LITERALS.boolean] as const),
  ...["null", "Null"].map((it) => [it, LITERALS.null] as const),
  ...["undefined", "Undefined"].map((it) => [it, LITERALS.undefined] as const),
])
const ALIASES: ReadonlyMap<string, string> = new Map([["array", "Array"], ["promise", "Promise"]])
const PREFIXES: ReadonlySet<string> = new Set(["keyof", "typeof", "readonly", "unique", "infer", "asserts"])

/** A type in the braces of a tag. */
export interface ReadType {
  /** Expression, or NONE. */
  readonly type: number
  /** `T=`: may be left out. */
  readonly optional: boolean
  /** `...T` */
  readonly each: boolean
}

/** The type between two offsets, in the walk's scope at hand. */
export const readType = (walk: Walk, start: number, end: number): ReadType => {
  const reader = new TypeReader(walk, start, end)
  const each = reader.eat("...")
  const type = reader.type()
  return { type, optional: reader.optional, each }
}
export class TypeReader extends MemberReader {
  #depth = 0

  // ── the grammar, loosest first ──

  type(): number {
    if (DEEPEST <= this.#depth) {
      this.at = this.end
      return NONE
    }
    this.#depth++
    const type = this.conditional()
    this.#depth--
    return type
  }

  protected conditional(): number {
    const start = this.skip()
    const check = this.union()
    if (!this.eatWord("extends")) return check
    let row: number = NONE
    this.inside("header", start, NONE, () => {
      const bound = this.union()
      if (!this.eat("?")) return
      const whenTrue = this.type()
      if (!this.eat(":")) return
      const whenFalse = this.type()
      row = this.row(OPS.typeConditional, 0, NONE, start, [check, bound, whenTrue, whenFalse])
    })
    return row
  }

  protected union(): number {
    const start = this.skip()
    this.eat("|")
    const first = this.intersection()
    if (this.peek() !== "|") return first
    const all = first === NONE ? [] : [first]
    while (this.eat("|")) add(all, this.intersection())
    return this.several(OPS.union, start, all)
  }

  protected intersection(): number {
    const start = this.skip()
    this.eat("&")
    const first = this.unary()
    if (this.peek() !== "&") return first
    const all = first === NONE ? [] : [first]
    while (this.eat("&")) add(all, this.unary())
    return this.several(OPS.intersection, start, all)
  }

  /** Parts between signs, without those that say nothing. */
  protected several(op: number, start: number, all: ReadonlyArray<number>): number {
    return all.length < 2 ? all[0] ?? NONE : this.row(op, 0, NONE, start, all)
  }

  protected unary(): number {
    const start = this.skip()
    const to = this.wordEnd()
    if (to === start) {
      if (this.eat("...")) return this.unary()
      if (this.eat("?") || this.eat("!")) {
        // alone it stands for anything
        return "|&,)]}>=".includes(this.peek()) ? NONE : this.unary()
      }
      return this.postfix(start, this.sign(start))
    }
    const word = this.text.slice(start, to)
    this.at = to
    if (PREFIXES.has(word) && this.goesOn()) {
      switch (word) {
        case "keyof": {
          const of = this.unary()
          return of === NONE ? NONE : this.row(OPS.typeKeyOf, 0, NONE, start, [of])
        }
        case "typeof":
          return this.postfix(start, this.typeOf(start))
        case "infer":
          return this.infer()
        case "asserts":
          return this.predicate(start, this.nameHere())
        default:
          return this.unary()
      }
    }
    return this.postfix(start, this.named(start, word))
  }

  /** Does a type follow a word that may stand before one? */
  protected goesOn(): boolean {
    const next = this.peek()
    return next !== "" && !"|&,)]}>=;:?.".includes(next)
  }

  protected postfix(start: number, first: number): number {
    let row = first
    for (;;) {
      const char = this.peek()
      if (char === "[") {
        this.at++
        if (this.eat("]")) row = row === NONE ? this.arrayOfAny(start) : this.row(OPS.typeArray, 0, NONE, start, [row])
        else {
          const key = this.type()
          this.eat("]")
          row = row === NONE ? NONE : this.row(OPS.typeIndex, 0, NONE, start, [row, key])
        }
      } else if (char === "=" && this.text[this.at + 1] !== ">") {
        this.at++
        this.optional = true
      } else if (char === "!") this.at++
      else if (char === "?" && "|&,)]}>=".includes(this.after(1))) this.at++
      else return row
    }
  }

  /** The next character after some more, past space; `}` at the end. */
  protected after(count: number): string {
    const at = skipBlank(this.text, this.at + count, this.end)
    return at < this.end ? this.text[at]! : "}"
  }

  protected arrayOfAny(start: number): number {
    return this.row(OPS.typeName, this.walk.strings.string("Array"), NONE, start, [])
  }

  /** A type that starts with a sign or a number. */
  protected sign(start: number): number {
    const char = this.peek()
    switch (char) {
      case "(":
        return this.isFunction() ? this.function(start, 0) : this.parenthesised()
      case "<":
        return this.function(start, 0)
      case "{":
        return this.object(start)
      case "[":
        return this.tuple(start)
      case '"':
      case "'":
      case "`":
        return this.literal(start)
      case "*":
        this.at++
        return NONE
      case "-":
        this.at++
        return this.number()
      case "":
        return NONE
    }
    if (isDigit(char.charCodeAt(0))) return this.number()
    // no type: what stands here is not understood, and neither is the rest
    this.at = this.end
    return NONE
  }

  protected parenthesised(): number {
    this.at++
    const inner = this.type()
    this.eat(")")
    return inner
  }

  protected number(): number {
    const start = this.at
    while (this.at < this.end && /[\w.]/.test(this.text[this.at]!)) this.at++
    return this.walk.sharedAt(
      OPS.typeLiteral,
      this.walk.strings.slice(start, this.at),
      LITERALS.number,
      start,
      this.at,
    )
  }

  literal(start: number): number {
    const close = closingQuote(this.text, start, this.end)
    const template = this.text[start] === "`"
    this.at = close < 0 ? this.end : close + 1
    if (close < 0) return NONE
    const name = template ? 0 : this.walk.strings.slice(start + 1, close)
    return this.walk.sharedAt(
      OPS.typeLiteral,
      name,
      template ? LITERALS.template : LITERALS.string,
      start,
      this.at,
    )
  }

  /** A type that starts with a word. */
  protected named(start: number, word: string): number {
    const w = this.walk
    switch (word) {
      case "function":
        return this.peek() === "(" ? this.function(start, 0) : NONE
      case "abstract":
        if (!this.eatWord("new")) break
        return this.function(start, DEFINITION_FLAGS.constructs)
      case "new":
        if (!"(<".includes(this.peek())) break
        return this.function(start, DEFINITION_FLAGS.constructs)
      case "import":
        if (this.peek() === "(") return this.imported(start, false)
        break
      case "this":
        if (this.isPredicate()) return this.predicate(start, w.strings.string(word))
        return this.row(OPS.typeThis, 0, NONE, start, [])
    }
    if (this.isPredicate()) return this.predicate(start, w.strings.string(word))
    const dotted = this.text[this.at] === "." && this.text[this.at + 1] !== "<" && this.text[this.at + 1] !== "."
    const known = dotted ? undefined : WORDS.get(word)
    if (known !== undefined) {
      if (known === SILENT) return this.silent(start)
      return typeof known === "string"
        ? w.sharedAt(OPS.typePrimitive, w.strings.string(known), NONE, start, this.at)
        : w.sharedAt(OPS.typeLiteral, 0, known, start, this.at)
    }
    if (this.text[this.at] === ":" && /[\w"'./@-]/.test(this.text[this.at + 1] ?? "")) {
      // `module:a/b`: a path of another tool
      while (this.at < this.end && /[^\s|,<>()[\]{}]/.test(this.text[this.at]!)) this.at++
      return NONE
    }
    if (!dotted) {
      const name = w.strings.string(ALIASES.get(word) ?? word)
      const args = this.arguments()
      return this.use(this.row(OPS.typeName, name, NONE, start, args))
    }
    return this.path(start, this.use(this.row(OPS.name, w.strings.string(word), NONE, start, [])))
  }

  /** `Object.<K, V>` is a dictionary where its keys are texts or numbers; alone the word says nothing. */
  protected silent(start: number): number {
    const from = this.at
    const args = this.arguments()
    if (args.length !== 2) return NONE
    return /^\.?<\s*(?:string|number|String|Number)\b/.test(this.text.slice(from, from + 24))
      ? this.row(OPS.typeMapped, 0, NONE, start, [args[1]!, args[0]!])
      : NONE
  }

  /** `.a.b<T>` after what holds it. */
  protected path(start: number, first: number): number {
    const w = this.walk
    let row = first
    while (this.text[this.at] === "." && this.at < this.end && this.text[this.at + 1] !== "<") {
      this.at++
      const nameStart = this.at
      const to = this.wordEnd()
      if (to === nameStart || this.at !== nameStart) return NONE
      this.at = to
      const name = w.strings.slice(nameStart, to)
      const last = this.text[to] !== "." || this.text[to + 1] === "<"
      const args = last ? this.arguments() : []
      row = this.use(this.row(last ? OPS.typeMember : OPS.member, name, NONE, start, [row, ...args]))
      if (last) w.expressions.at.end[row] = to
    }
    return row
  }

  /** `<T, U>` or `.<T, U>`. */
  protected arguments(): ReadonlyArray<number> {
    if (!this.eat(".<") && !this.eat("<")) return []
    const all: Array<number> = []
    while (this.at < this.end && !this.eat(">")) {
      const before = this.at
      all.push(this.type())
      if (!this.eat(",") && this.at === before) break
    }
    return all
  }

  /** `import("m")`, with the names after it. */
  protected imported(start: number, value: boolean): number {
    const w = this.walk
    this.at++
    const from = this.skip()
    const close = closingQuote(this.text, from, this.end)
    if (close < 0 || !`"'`.includes(this.text[from]!)) {
      this.at = this.end
      return NONE
    }
    this.at = close + 1
    if (this.eat(",")) this.type()
    this.eat(")")
    const module = w.strings.slice(from + 1, close)
    const flags = IMPORT_FLAGS.typeOnly | IMPORT_FLAGS.comment
    const row = w.import(module, w.strings.string("*"), flags, NONE, start)
    const loaded = this.row(OPS.module, 0, row, start, [])
    if (value) return this.values(start, loaded)
    this.skip()
    return this.path(start, loaded)
  }

  /** `typeof a.b`, `typeof import("m").a`. */
  protected typeOf(start: number): number {
    const from = this.skip()
    const word = this.word()
    if (word === "") return NONE
    const value = word === "import" && this.peek() === "("
      ? this.imported(from, true)
      : word === "this"
      ? this.values(from, this.row(OPS.this, 0, NONE, from, []))
      : this.values(from, this.use(this.row(OPS.name, this.walk.strings.string(word), NONE, from, [])))
    if (value === NONE) return NONE
    this.arguments()
    return this.row(OPS.typeOf, 0, NONE, start, [value])
  }

  protected values(start: number, first: number): number {
    let row = first
    while (this.text[this.at] === "." && this.at < this.end && this.text[this.at + 1] !== "<") {
      this.at++
      const to = this.wordEnd()
      const name = this.walk.strings.slice(this.at, to)
      this.at = to
      row = this.use(this.row(OPS.member, name, NONE, start, [row]))
    }
    return row
  }

  protected isPredicate(): boolean {
    const at = skipBlank(this.text, this.at, this.end)
    return this.text.startsWith("is", at) && at + 2 < this.end && /\s/.test(this.text[at + 2]!) && this.at < at
  }

  /** `x is T`; without a type after `asserts x` nothing is said. */
  protected predicate(start: number, name: number): number {
    if (!this.eatWord("is")) return NONE
    const type = this.type()
    return type === NONE ? NONE : this.row(OPS.typePredicate, name, NONE, start, [type])
  }

  protected infer(): number {
    const w = this.walk
    const start = this.skip()
    const to = this.wordEnd()
    const name = w.strings.slice(start, to)
    this.at = to
    const t = w.typeParameters
    const row = t.add()
    t.at.name[row] = name
    t.at.constraint[row] = NONE
    t.at.fallback[row] = NONE
    w.bind(w.scope, name, "typeParameter", BINDING_FLAGS.type | BINDING_FLAGS.constant, row, NONE, NONE, start)
    return this.row(OPS.typeName, name, NONE, start, [])
  }

  protected tuple(start: number): number {
    this.at++
    const all: Array<number> = []
    while (this.at < this.end && !this.eat("]")) {
      const before = this.skip()
      const spreads = this.eat("...")
      // an element may have a name
      const to = this.wordEnd()
      if (this.at < to && /^\??:/.test(this.text.slice(skipBlank(this.text, to, this.end), this.end))) {
        this.at = to
        this.eat("?")
        this.eat(":")
      }
      const type = this.type()
      this.eat("?")
      all.push(spreads && type !== NONE ? this.row(OPS.spread, 0, NONE, before, [type]) : type)
      if (!this.eat(",") && this.at === before) break
    }
    return this.row(OPS.typeTuple, 0, NONE, start, all)
  }
}

const add = (all: Array<number>, type: number): void => {
  if (type !== NONE) all.push(type)
}
