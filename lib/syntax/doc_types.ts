// What doc comments say of types, in languages where they do. The walk asks here what stands before a definition, a
// value or a parameter; how such a comment is read is the language's own (`DocReader`). Comments that say nothing of
// types cost one look: they are sorted out when a file begins.
//
// Expressions that come out of a comment are rows like any other. Their uses are kept apart, since no node of the tree
// has them, and join the references of the file in the end.

import { NONE } from "../graph/columns.ts"
import { EXPRESSION_FLAGS, SCOPE_KINDS } from "./facts.ts"
import type { Grammar } from "./grammar.ts"
import type { Walk } from "./walk.ts"

/** What a comment may say, by bits. */
export const SAYS = {
  /** Names of its own: types, imports. */
  names: 1,
  /** Something of the definition or value after it. */
  types: 2,
} as const

/** A parameter as a comment knows it. */
export interface DocParameter {
  readonly name: string
  /** Expression, or NONE where its type says nothing. */
  readonly type: number
  readonly optional: boolean
  /** The type is that of each argument, not of their list. */
  readonly each: boolean
}

/** What a comment says of a function. */
export interface DocSignature {
  /** In the order of the comment. */
  readonly parameters: ReadonlyArray<DocParameter>
  readonly returns: number
  /** What `this` is. */
  readonly receiver: number
  /** The type of the function as a whole. */
  readonly type: number
}

/** What a comment says of a value. */
export interface DocValue {
  readonly type: number
  /** The type says what is expected, not what the value is. */
  readonly expects: boolean
}

/** What a comment says of a class. */
export interface DocClass {
  /** Type arguments of the class that it extends. */
  readonly baseArguments: ReadonlyArray<number>
  readonly implements: ReadonlyArray<number>
}

/** How a language reads its doc comments. Expressions are written in the scope at hand; an offset pair is a comment. */
export interface DocReader {
  /** Are comments of such files read for types? */
  readonly reads: (grammar: Grammar) => boolean
  /** `SAYS` bits of a comment; asked once for each, before anything of it is parsed. */
  readonly says: (text: string, start: number, end: number) => number
  /** Declares the names of a comment in the scope at hand. */
  readonly declare: (walk: Walk, start: number, end: number) => void
  /**
   * What is said of a function, or undefined for nothing; its type parameters go to the owner at hand.
   *
   * @param whole Is a type in the comment that of the function itself, and not of the place that it is given to?
   */
  readonly signature: (walk: Walk, start: number, end: number, whole: boolean) => DocSignature | undefined
  readonly value: (walk: Walk, start: number, end: number) => DocValue | undefined
  readonly class: (walk: Walk, start: number, end: number) => DocClass | undefined
}

/** A use that a comment makes of a name. */
interface DocUse {
  readonly expression: number
  readonly role: number
  /** Where the walk stood: uses are in this order. */
  readonly at: number
}

const NOWHERE = 0xffffffff

/** The comments of one file that say something of types, in the order of the source. */
export class DocTypes {
  readonly uses: Array<DocUse> = []
  /** By definition: what is said of the function that it is. */
  readonly signatures = new Map<number, DocSignature>()
  /** By definition: type arguments of the class that it extends. */
  readonly baseArguments = new Map<number, ReadonlyArray<number>>()
  /** Where the next comment starts that declares names. */
  next = NOWHERE
  /** How many there are. */
  count = 0
  #reader: DocReader | undefined
  #text = ""
  readonly #starts: Array<number> = []
  readonly #ends: Array<number> = []
  readonly #says: Array<number> = []
  #passed = 0
  /** Comments whose type went to a value in parentheses. */
  readonly #taken = new Set<number>()

  /** Takes another file, whose tree has been read. */
  begin(walk: Walk): void {
    this.count = 0
    this.next = NOWHERE
    this.#passed = 0
    this.#taken.clear()
    this.uses.length = 0
    this.signatures.clear()
    this.baseArguments.clear()
    const { docTypes, docStart } = walk.grammar.table
    this.#reader = docTypes !== undefined && docTypes.reads(walk.grammar) ? docTypes : undefined
    if (this.#reader === undefined) return
    this.#text = walk.text
    this.#starts.length = 0
    this.#ends.length = 0
    this.#says.length = 0
    const { commentStart, commentEnd, commentCount } = walk.tree
    for (let i = 0; i < commentCount; i++) {
      const start = commentStart[i]!
      if (!walk.text.startsWith(docStart, start)) continue
      const says = this.#reader.says(walk.text, start, commentEnd[i]!)
      if (says === 0) continue
      this.#starts.push(start)
      this.#ends.push(commentEnd[i]!)
      this.#says.push(says)
      this.count++
    }
    this.#seek()
  }

  /** Declares what comments before an offset declare, in the scope where the walk stands. */
  pass(walk: Walk, offset: number): void {
    const { scope, owner, function: around } = walk
    const { kind, parent, definition } = walk.scopes.at
    let outer = scope
    while (kind[outer] === SCOPE_KINDS.type || kind[outer] === SCOPE_KINDS.header) outer = parent[outer]!
    let holder = outer
    while (kind[holder] === SCOPE_KINDS.block) holder = parent[holder]!
    walk.scope = outer
    walk.owner = definition[holder]!
    walk.function = kind[holder] === SCOPE_KINDS.function ? definition[holder]! : NONE
    while (this.next < offset) {
      const at = this.#passed++
      this.#reader!.declare(walk, this.#starts[at]!, this.#ends[at]!)
      this.#seek()
    }
    walk.scope = scope
    walk.owner = owner
    walk.function = around
  }

  #seek(): void {
    while (this.#passed < this.count && (this.#says[this.#passed]! & SAYS.names) === 0) this.#passed++
    this.next = this.#passed < this.count ? this.#starts[this.#passed]! : NOWHERE
  }

  /** The comment that stands before an offset, with nothing but space and other comments between; or -1. */
  before(offset: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (offset < this.#ends[middle]!) high = middle
      else low = middle + 1
    }
    const at = low - 1
    if (at < 0 || (this.#says[at]! & SAYS.types) === 0) return -1
    return this.#leads(this.#ends[at]!, offset) ? at : -1
  }

  /** Is there nothing but space and comments between two places? */
  #leads(from: number, to: number): boolean {
    const text = this.#text
    let at = from
    while (at < to) {
      const code = text.charCodeAt(at)
      if (code === 32 || (9 <= code && code <= 13) || code === 0xa0 || code === 0xfeff) at++
      else if (text.startsWith("/*", at)) {
        const end = text.indexOf("*/", at + 2)
        at = end < 0 ? to : end + 2
      } else if (text.startsWith("//", at)) {
        const end = text.indexOf("\n", at)
        at = end < 0 ? to : end
      } else return false
    }
    return true
  }

  /** What is said of the function at `node`, which stands where the walk does: from before it or what it is given to. */
  signatureOf(walk: Walk, node: number): void {
    if (this.count === 0) return
    const whole = walk.rule(node).declares !== "inside"
    this.#climb(walk, node, (start, end) => {
      const signature = this.#reader!.signature(walk, start, end, whole)
      if (signature !== undefined) this.signatures.set(walk.owner, signature)
      return signature !== undefined
    })
  }

  classOf(walk: Walk, node: number): DocClass | undefined {
    if (this.count === 0) return undefined
    let found: DocClass | undefined
    this.#climb(walk, node, (start, end) => (found = this.#reader!.class(walk, start, end)) !== undefined)
    return found
  }

  /** Does a comment before the definition at `node`, or what it is given to, say something of types? */
  has(walk: Walk, node: number): boolean {
    if (this.count === 0) return false
    let found = false
    this.#climb(walk, node, () => found = true)
    return found
  }

  /** What is said of the value or the variable that starts at an offset. */
  valueAt(walk: Walk, offset: number): DocValue | undefined {
    if (this.count === 0) return undefined
    const at = this.before(offset)
    if (at < 0 || this.#taken.has(at)) return undefined
    return this.#reader!.value(walk, this.#starts[at]!, this.#ends[at]!)
  }

  /** The same, and nobody else that starts there gets it. */
  takeValueAt(walk: Walk, offset: number): DocValue | undefined {
    const said = this.valueAt(walk, offset)
    if (said !== undefined) this.#taken.add(this.before(offset))
    return said
  }

  /** Comments before a value without a name and before what it is given to, nearest first, until one says something. */
  #climb(walk: Walk, node: number, visit: (start: number, end: number) => boolean): void {
    const { parent, start, field } = walk.tree
    let at = node
    let seen = -1
    for (let step = 0; step < 16; step++) {
      if (start[at] !== seen) {
        seen = start[at]!
        const found = this.before(seen)
        if (0 <= found && visit(this.#starts[found]!, this.#ends[found]!)) return
      }
      const above = parent[at]!
      if (above === at) return
      const rule = walk.rule(above)
      const { is } = rule
      const takes = rule.transparent || is === "export" || is === "ambient" || is === "return" ||
        rule.names.has(field[at]!) || ((is === "variables" || is === "statement") && walk.first(above) === at)
      if (!takes) return
      at = above
    }
  }

  /** Records a use of a name in a comment. */
  use(walk: Walk, expression: number, role: number): void {
    const { start, flags } = walk.expressions.at
    flags[expression]! |= EXPRESSION_FLAGS.told
    this.uses.push({ expression, role, at: Math.max(start[expression]!, walk.scopes.at.start[walk.scope]!) })
  }
}
