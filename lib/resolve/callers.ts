// Whose code a place of a file is: the innermost function, method or variable around it that has a node, else the file.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"

const { Property, Function, Method, Constructor } = NODE_KINDS

const ACCESSORS = NODE_FLAGS.getter | NODE_FLAGS.setter

const isFunction = (kind: number): boolean =>
  kind === Function.code || kind === Method.code || kind === Constructor.code

/** The definition that holds each place of a file, asked for in the order of the source. */
export class Callers {
  readonly #f: FileView
  readonly #nodes: Nodes
  readonly #order: Uint32Array
  /** Definitions around the last offset, the innermost last. */
  readonly #open: Array<number> = []
  #next = 0

  constructor(f: FileView, nodes: Nodes) {
    this.#f = f
    this.#nodes = nodes
    this.#order = f.definitionsByStart()
  }

  /**
   * The node of the innermost function, method or variable around an offset, else that of the file.
   *
   * @param scope Where what stands there is evaluated: in none of the functions whose own scope it is not in, as the
   * values of parameters may be; NONE where that does not matter.
   */
  at(offset: number, scope: number = NONE): number {
    const { start, end, kind, owner, body } = this.#f.facts.definitions
    const order = this.#order
    while (this.#open.length > 0 && end[this.#open[this.#open.length - 1]!]! <= offset) this.#open.pop()
    while (this.#next < order.length && start[order[this.#next]!]! <= offset) {
      const d = order[this.#next++]!
      while (this.#open.length > 0 && end[this.#open[this.#open.length - 1]!]! <= start[d]!) this.#open.pop()
      if (end[d]! > offset) this.#open.push(d)
    }
    for (let i = this.#open.length - 1; 0 <= i; i--) {
      const d = this.#open[i]!
      const node = this.#nodes.of[this.#f.definitionBase + d]!
      if (node === NONE || end[d]! <= offset) continue
      if (scope !== NONE && isFunction(kind[d]!) && !this.#isWithin(scope, body[d]!)) continue
      // What a field starts with is run when an instance is made: it belongs to the class; an accessor's own code does not.
      if (
        kind[d] === Property.code && owner[d] !== NONE &&
        this.#nodes.of[this.#f.definitionBase + owner[d]!] !== NONE && !this.#isInAccessor(d, offset)
      ) continue
      const made = scope === NONE || isFunction(kind[d]!) ? NONE : this.#constructorAt(scope, d)
      return made === NONE ? node : made
    }
    return this.#nodes.files[this.#f.index]!
  }

  /** The constructor of a class, standing elsewhere, in whose scope the class starts what stands there; or NONE. */
  #constructorAt(scope: number, type: number): number {
    const { parent, definition } = this.#f.facts.scopes
    const { kind, owner } = this.#f.facts.definitions
    for (let at = scope; at !== NONE && definition[at] !== type; at = parent[at]!) {
      const d = definition[at]!
      if (d !== NONE && kind[d] === Constructor.code && owner[d] === type) {
        return this.#nodes.of[this.#f.definitionBase + d]!
      }
    }
    return NONE
  }

  /** Does an offset lie in the code by which a property comes by its value? */
  #isInAccessor(d: number, offset: number): boolean {
    const { flags, body } = this.#f.facts.definitions
    const scope = body[d]!
    if ((flags[d]! & ACCESSORS) === 0 || scope === NONE) return false
    const { start, end } = this.#f.facts.scopes
    return start[scope]! <= offset && offset < end[scope]!
  }

  #isWithin(scope: number, outer: number): boolean {
    const { parent } = this.#f.facts.scopes
    for (let at = scope; at !== NONE; at = parent[at]!) if (at === outer) return true
    return false
  }
}
