// Type terms: what an expression may be, as far as it is known. A term is a number; equal terms have equal numbers, so
// comparing is comparing numbers. Terms carry their arguments, and a term that holds no type parameter is never
// substituted into.

import { NONE } from "../graph/columns.ts"

export type Type = number

/** Kinds of a term, with what `a`, `b` and the arguments are. */
export const KINDS = {
  unknown: 0,
  /** null, undefined, void, never: adds nothing to a union. */
  nothing: 1,
  /** An instance. a: symbol of a class, interface, enum or constructing function; its type arguments. */
  instance: 2,
  /** A class itself. a: symbol; its type arguments, none where they are to be inferred. */
  class: 3,
  /** A function. a: definition; what the type parameters around it stand for, then explicit ones of its own. */
  function: 4,
  /** A module as a value. a: file. */
  module: 5,
  /** A namespace or an enum as a value. a: symbol. */
  namespace: 6,
  /** An object literal. a: file, b: expression; what the type parameters around it stand for. */
  object: 7,
  /** A type without a name that has members. a: definition; what the type parameters around it stand for. */
  shape: 8,
  /** A type of the language's library. a: its number there; type arguments. */
  library: 9,
  /** What stands behind a global name of the library. a: its number there. */
  libraryValue: 10,
  /** A function of the library. a: signature; what the type parameters around it stand for. */
  libraryFunction: 11,
  /** Something from outside the repository. a: name of the package, b: name in it. */
  external: 12,
  /** The arguments are the alternatives. */
  union: 13,
  intersection: 14,
  tuple: 15,
  /** a: type parameter. */
  parameter: 16,
  /** The type of `this` in a class. a: symbol. */
  self: 17,
  /** A name for a type, looked behind only when its members are asked for. a: definition; arguments. */
  alias: 18,
  /** A string that is known. a: name. */
  text: 19,
  /** [object, key] */
  indexed: 20,
  /** A dictionary. [value] */
  mapped: 21,
  /** [type] What `await` gives. */
  awaited: 22,
  /** [function] What a call gives. */
  result: 23,
  /** [class] What `new` gives. */
  constructed: 24,
  /** A container made here whose elements are what is put into it. a: file, b: expression; the library type. */
  site: 25,
  /** [object] The names of its members. */
  keys: 26,
  /** What stands above a class: its members are those of the bases. a: symbol, b: 1 for the class itself. */
  above: 27,
  /** A module that is a folder without a file of its own. a: name of the path, b: a file that imports it. */
  folder: 28,
  /** [type] A class that makes instances of the type. */
  classOf: 29,
  /** [function…] One of several functions of a name, which the arguments of a call choose. */
  overloads: 30,
  /** A package of the repository as a value. a: its whole name, b: the unit that asks. */
  package: 31,
} as const

export const UNKNOWN: Type = 0
export const NOTHING: Type = 1

/** Alternatives that an inferred set may have; above it is unknown. */
export const FEW = 8
/** Alternatives that a declared union may have. */
const MANY = 64
const DEEPEST = 10

export class Types {
  kind = new Uint8Array(1024)
  a = new Uint32Array(1024)
  b = new Uint32Array(1024)
  #start = new Uint32Array(1024)
  #count = new Uint16Array(1024)
  /** Does a type parameter stand anywhere inside? */
  open = new Uint8Array(1024)
  #depth = new Uint8Array(1024)
  #pool = new Uint32Array(4096)
  #poolSize = 0
  #slots = new Uint32Array(4096).fill(NONE)
  #mask = 4095
  /** By term: its arguments and its alternatives as lists, made when they are asked for. */
  readonly #arguments: Array<ReadonlyArray<Type> | undefined> = []
  readonly #alternatives: Array<ReadonlyArray<Type> | undefined> = []
  size = 0

  constructor() {
    this.make(KINDS.unknown, 0, 0, [])
    this.make(KINDS.nothing, 0, 0, [])
  }

  count(type: Type): number {
    return this.#count[type]!
  }

  argument(type: Type, index: number): Type {
    return index < this.#count[type]! ? this.#pool[this.#start[type]! + index]! : UNKNOWN
  }

  arguments(type: Type): ReadonlyArray<Type> {
    const count = this.#count[type]!
    if (count === 0) return NO_TYPES
    const known = this.#arguments[type]
    if (known !== undefined) return known
    const all: Array<Type> = new Array(count)
    for (let i = 0; i < count; i++) all[i] = this.#pool[this.#start[type]! + i]!
    return this.#arguments[type] = all
  }

  /** The term of a kind; UNKNOWN where it would be nested too deeply. */
  make(kind: number, a: number, b: number, args: ReadonlyArray<Type>): Type {
    let h = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(a + 0x7f4a7c15, 0x85ebca6b) ^
      Math.imul(b + 0x165667b1, 0xc2b2ae35)
    for (let i = 0; i < args.length; i++) h = Math.imul(h ^ args[i]!, 0x01000193) ^ (h >>> 13)
    h ^= h >>> 16
    let at = (Math.imul(h, 0x2c1b3c6d) >>> 7) & this.#mask
    find: while (this.#slots[at] !== NONE) {
      const type = this.#slots[at]!
      if (this.kind[type] === kind && this.a[type] === a && this.b[type] === b && this.#count[type] === args.length) {
        const start = this.#start[type]!
        let same = true
        for (let i = 0; i < args.length; i++) if (this.#pool[start + i] !== args[i]) same = false
        if (same) return type
      }
      at = (at + 1) & this.#mask
      continue find
    }
    let depth = 0
    let open = kind === KINDS.parameter || kind === KINDS.self ? 1 : 0
    for (let i = 0; i < args.length; i++) {
      depth = Math.max(depth, this.#depth[args[i]!]! + 1)
      open |= this.open[args[i]!]!
    }
    if (depth > DEEPEST) return UNKNOWN
    if (this.size === this.kind.length) this.#grow()
    const type = this.size++
    this.kind[type] = kind
    this.a[type] = a
    this.b[type] = b
    this.#start[type] = this.#poolSize
    this.#count[type] = args.length
    this.open[type] = open
    this.#depth[type] = depth
    if (this.#poolSize + args.length > this.#pool.length) {
      const wider = new Uint32Array(this.#pool.length * 2 + args.length)
      wider.set(this.#pool)
      this.#pool = wider
    }
    for (let i = 0; i < args.length; i++) this.#pool[this.#poolSize++] = args[i]!
    if (this.size * 2 > this.#mask) this.#rehash()
    else this.#slots[at] = type
    return type
  }

  /** One of the alternatives: flattened, in the order of their numbers, what is unknown or nothing left out. */
  union(alternatives: ReadonlyArray<Type>, most = FEW): Type {
    if (alternatives.length === 1) return alternatives[0]!
    if (alternatives.length === 0) return UNKNOWN
    const all: Array<Type> = []
    let nothing = false
    for (const each of alternatives) {
      if (each === UNKNOWN) continue
      if (each === NOTHING) nothing = true
      else if (this.kind[each] === KINDS.union) {
        for (let i = 0; i < this.#count[each]!; i++) insert(all, this.#pool[this.#start[each]! + i]!)
      } else insert(all, each)
    }
    if (all.length === 0) return nothing ? NOTHING : UNKNOWN
    if (all.length === 1) return all[0]!
    if (all.length > most) return UNKNOWN
    return this.make(KINDS.union, 0, 0, all)
  }

  /** As written in the source: a union there may have more alternatives than one that was inferred. */
  declaredUnion(alternatives: ReadonlyArray<Type>): Type {
    return this.union(alternatives, MANY)
  }

  intersection(parts: ReadonlyArray<Type>): Type {
    const all: Array<Type> = []
    for (const each of parts) {
      if (each === UNKNOWN || each === NOTHING) continue
      if (this.kind[each] === KINDS.intersection) { for (const it of this.arguments(each)) add(all, it) }
      else add(all, each)
    }
    if (all.length === 0) return UNKNOWN
    return all.length === 1 ? all[0]! : all.length > MANY ? UNKNOWN : this.make(KINDS.intersection, 0, 0, all)
  }

  /** The alternatives of a union; of anything else itself. */
  alternatives(type: Type): ReadonlyArray<Type> {
    return this.kind[type] === KINDS.union ? this.arguments(type) : this.#alternatives[type] ??= [type]
  }

  /** Lets go of lists that were made for who asked. */
  rest(): void {
    this.#arguments.length = 0
    this.#alternatives.length = 0
  }

  #grow(): void {
    const wider = <T extends Uint8Array | Uint16Array | Uint32Array>(from: T, to: T): T => {
      to.set(from as never)
      return to
    }
    const capacity = this.kind.length * 2
    this.kind = wider(this.kind, new Uint8Array(capacity))
    this.a = wider(this.a, new Uint32Array(capacity))
    this.b = wider(this.b, new Uint32Array(capacity))
    this.#start = wider(this.#start, new Uint32Array(capacity))
    this.#count = wider(this.#count, new Uint16Array(capacity))
    this.open = wider(this.open, new Uint8Array(capacity))
    this.#depth = wider(this.#depth, new Uint8Array(capacity))
  }

  #rehash(): void {
    const capacity = (this.#mask + 1) * 2
    this.#mask = capacity - 1
    this.#slots = new Uint32Array(capacity).fill(NONE)
    for (let type = 0; type < this.size; type++) {
      const start = this.#start[type]!
      const count = this.#count[type]!
      let h = Math.imul(this.kind[type]! + 1, 0x9e3779b1) ^ Math.imul(this.a[type]! + 0x7f4a7c15, 0x85ebca6b) ^
        Math.imul(this.b[type]! + 0x165667b1, 0xc2b2ae35)
      for (let i = 0; i < count; i++) h = Math.imul(h ^ this.#pool[start + i]!, 0x01000193) ^ (h >>> 13)
      h ^= h >>> 16
      let at = (Math.imul(h, 0x2c1b3c6d) >>> 7) & this.#mask
      while (this.#slots[at] !== NONE) at = (at + 1) & this.#mask
      this.#slots[at] = type
    }
  }
}

const NO_TYPES: ReadonlyArray<Type> = []

const add = (all: Array<Type>, type: Type): void => {
  if (!all.includes(type)) all.push(type)
}

/** Adds a term to terms in the order of their numbers. */
const insert = (all: Array<Type>, type: Type): void => {
  let at = all.length
  while (0 < at && type < all[at - 1]!) at--
  if (0 < at && all[at - 1] === type) return
  all.push(type)
  for (let i = all.length - 1; at < i; i--) all[i] = all[i - 1]!
  all[at] = type
}
