// Annotations are expressions, evaluated around the function that they belong to. One that is written as a text is read
// here, where it stands: its names have places in the file like all others.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, OPS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "../../syntax/nodes.ts"

/** What a function says that it gives back is evaluated outside of it. */
export const annotation = (w: Walk, node: number): void => {
  const above = w.tree.parent[node]!
  if (w.rule(above).is !== "function") return
  const row = w.definition[above]!
  if (row !== NONE) w.scope = w.scopes.at.parent[w.definitions.at.body[row]!]!
}

/** `[T, S: Bound]` after the name of a function, class or alias declares type parameters. */
export const typeParameters = (w: Walk, node: number): void => {
  const above = w.tree.parent[node]!
  const row = w.definition[above]!
  const { is, part } = w.rule(above)
  if (row === NONE || (is !== "function" && is !== "class") || w.part(above, part.typeParameters) !== node) return
  const { typeParameters: table } = w
  const first = table.rows
  const outer = w.scope
  // those of a function are seen around its own scope, those of a class in the one that holds its members
  if (is === "function") w.scope = w.scopes.at.parent[w.definitions.at.body[row]!]!
  for (const child of children(w, node)) {
    const inner = w.first(child)
    const isBound = inner !== NONE && nodeType(w, inner) === "constrained_type"
    const [named, bound] = isBound ? children(w, inner) : [child, undefined]
    const name = named === undefined ? NONE : w.first(named)
    if (name === NONE || nodeType(w, name) !== "identifier") continue
    w.role[name] = 0
    const at = table.add()
    table.at.name[at] = w.nameOf(name)
    table.at.constraint[at] = bound === undefined ? NONE : w.use(bound)
    table.at.fallback[at] = NONE
    w.bind(w.scope, w.nameOf(name), "typeParameter", BINDING_FLAGS.constant, at, NONE, NONE, w.tree.start[name]!)
  }
  w.scope = outer
  w.definitions.at.typeParameters[row] = first
  w.definitions.at.typeParameterCount[row] = table.rows - first
}

export const unionType = (w: Walk, node: number): void => {
  const row = w.leaf(node, OPS.either, 0, NONE)
  for (let child = node + 1; child < w.tree.after[node]!; child = w.tree.after[child]!) {
    if (!w.isWord(child)) w.operand(row, w.use(child))
  }
  w.result[node] = row
}

/** `outer.inner` where the grammar takes the first part for a type. */
export const memberType = (w: Walk, node: number): void => {
  const object = w.first(node)
  const key = object === NONE ? NONE : w.next(object)
  if (key === NONE) return
  w.result[node] = w.unary(node, OPS.member, w.nameOf(key), w.use(object))
  w.role[node] = w.roleOf(node)
}

/** Text that says what values something has, and is no annotation. */
const LITERAL = /(^|\.)Literal$/

/** Reads the text at a node as an annotation; false where it is none. */
export const readQuoted = (w: Walk, node: number): boolean => {
  if (isLiteral(w, node)) return false
  const written = w.source(node)
  const quote = /^[rRuU]?("""|'''|"|')/.exec(written)
  if (quote === null || written.includes("\\")) return false
  const from = w.tree.start[node]! + quote[0].length
  const to = w.tree.end[node]! - quote[1]!.length
  const reader = new Reader(w, node, from, to)
  const row = reader.whole()
  if (row === NONE) return false
  w.result[node] = row
  for (const each of reader.names) w.alsoRefers(node, each, R.type)
  return true
}

/** Is the text one of the values that `Literal[…]` lists? */
const isLiteral = (w: Walk, node: number): boolean => {
  let at = node
  for (let step = 0; step < 4; step++) {
    const above = w.tree.parent[at]!
    if (w.rule(above).is === "index") return LITERAL.test(w.source(w.first(above)))
    if (above === at) return false
    at = above
  }
  return nodeType(w, at) === "index"
}

/** Reads names, dots, brackets and bars; anything else is no annotation. */
class Reader {
  /** Names and members that were read: each is a use. */
  readonly names: Array<number> = []
  readonly #w: Walk
  readonly #node: number
  readonly #end: number
  #at: number
  #failed = false

  constructor(w: Walk, node: number, from: number, to: number) {
    this.#w = w
    this.#node = node
    this.#at = from
    this.#end = to
  }

  whole(): number {
    const row = this.#union()
    this.#space()
    return this.#failed || this.#at !== this.#end ? NONE : row
  }

  #space(): void {
    while (this.#at < this.#end && /\s/.test(this.#w.text[this.#at]!)) this.#at++
  }

  #skip(sign: string): boolean {
    this.#space()
    if (this.#at >= this.#end || !this.#w.text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #union(): number {
    const start = this.#at
    const first = this.#postfix()
    if (this.#failed || !this.#skip("|")) return first
    const all = [first, this.#postfix()]
    while (!this.#failed && this.#skip("|")) all.push(this.#postfix())
    return this.#row(OPS.either, 0, start, all)
  }

  #postfix(): number {
    this.#space()
    const start = this.#at
    let row = this.#primary()
    while (!this.#failed) {
      if (this.#skip(".")) {
        const name = this.#word()
        if (name === 0) return this.#fail()
        row = this.#row(OPS.member, name, start, [row])
        this.names.push(row)
      } else if (this.#skip("[")) row = this.#row(OPS.index, 0, start, [row, ...this.#list()])
      else break
    }
    return row
  }

  /** What stands in brackets, the closing one too. */
  #list(): Array<number> {
    const all: Array<number> = []
    while (!this.#failed && !this.#skip("]")) {
      all.push(this.#union())
      if (!this.#skip(",") && !this.#isNext("]")) this.#fail()
    }
    return all
  }

  #isNext(sign: string): boolean {
    this.#space()
    return this.#at < this.#end && this.#w.text.startsWith(sign, this.#at)
  }

  #primary(): number {
    this.#space()
    const start = this.#at
    if (this.#skip("...")) return NONE
    if (this.#skip("[")) return this.#row(OPS.array, 0, start, this.#list())
    if (this.#skip("(")) {
      const inner = this.#union()
      return this.#skip(")") ? inner : this.#fail()
    }
    const quote = this.#w.text[this.#at]
    if (quote === "'" || quote === '"') {
      // a text inside of the text: one of the values that it may be
      const close = this.#w.text.indexOf(quote, this.#at + 1)
      if (close < 0 || this.#end <= close) return this.#fail()
      this.#at = close + 1
      return NONE
    }
    const name = this.#word()
    if (name === 0) return this.#fail()
    if (this.#w.strings.at(name) === "None") return NONE
    const row = this.#row(OPS.name, name, start, [])
    this.names.push(row)
    return row
  }

  #word(): number {
    this.#space()
    const { text } = this.#w
    const start = this.#at
    while (this.#at < this.#end && /[\p{L}\p{N}_]/u.test(text[this.#at]!)) this.#at++
    return start === this.#at || /\d/.test(text[start]!) ? 0 : this.#w.strings.slice(start, this.#at)
  }

  #row(op: number, name: number, start: number, operands: ReadonlyArray<number>): number {
    if (this.#failed) return NONE
    const row = this.#w.expression(op, name, NONE, start, this.#at)
    for (const each of operands) this.#w.operand(row, each)
    return row
  }

  #fail(): number {
    this.#failed = true
    return NONE
  }
}
