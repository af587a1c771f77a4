// What a language's own library gives back: a table of types with members, read from a short text that is data of the
// language. Its types refuse as much as they answer: a member of a known library type is external and never a member of
// the project that happens to have its name.
//
//   type Array<T> : Iterable<T>          a type, its parameters, its supertypes
//     length: Number                     a property
//     map<U>((T, Number) => U): U[]      a method: parameters by type alone, `...T` for the rest, `T?` for one that may be
//                                        left out; several lines of one name are functions of which a call takes one
//     @element: T                        what iteration gives; @index: an access by key, @await: waiting for it,
//     @call(T): U                        a call of it, of a class that of the class; @run: a call of an instance;
//                                        @new: a call with `new`
//   value Math                           a global value and its members
//   alias Partial<T> = T                 a type that stands for another
//
//   value document : Document            a global value of a type
//   class dict<K, V> : Mapping<K, V>     a type and the value of that name; a call of it gives an instance, of unknown
//                                        arguments where no `@call` says more
//   final class str                      nothing is derived from it
//   function len(?): Number              a global function
//   module typing_extensions = typing    another name of a module
//   module os                            a module of the platform and its members; `module os.path` is one as a type.
//                                        A name with a dot lies in a module: `class re.Match`, `alias typing.List<T> = …`
//
// Types: Name<A>, A[], [A, B], A | B, A & B, (A, ...B) => R, on C (A) => R (called on a C), this, ? (unknown), void, await A, result F, instance C,
// keys A, A[K], dictionary A.

import { NONE } from "../graph/columns.ts"
import { KINDS, NOTHING, type Type, type Types, UNKNOWN } from "./types.ts"
import type { Names } from "./names.ts"

export interface Signature {
  /** Type parameters around it, `this` first; a term of the function has what they stand for as its arguments. */
  readonly free: ReadonlyArray<Type>
  readonly own: ReadonlyArray<Type>
  readonly parameters: ReadonlyArray<Type>
  /** How many arguments a call hands over at least. */
  readonly required: number
  /** Does the last parameter take all that follow? */
  readonly rest: boolean
  readonly result: Type
  /** What it is called on, where a function without a name stands for it; UNKNOWN for nothing. */
  readonly receiver: Type
  /** Is it a type that a repository writes, and no function of the library? */
  readonly written?: true
}

interface LibraryType {
  readonly name: string
  /** Is nothing derived from it? */
  readonly isFinal: boolean
  readonly parameters: ReadonlyArray<Type>
  readonly bases: ReadonlyArray<Type>
  /** Name → term, in terms of the parameters. */
  readonly members: Map<number, Type>
}

interface LibraryValue {
  readonly name: string
  readonly members: Map<number, Type>
  /** What it is an instance of, or UNKNOWN. */
  type: Type
  /** The type whose instances it makes, or NONE. */
  readonly makes: number
}

export interface Scope {
  readonly types: ReadonlyMap<string, number>
  readonly values: ReadonlyMap<string, number>
  readonly aliases: ReadonlyMap<string, { readonly parameters: ReadonlyArray<Type>; readonly type: Type }>
  /** Types without arguments that were asked for, by name. */
  readonly plain: Map<string, Type>
}

/** Names of the members that stand for what syntax does. */
export const SPECIAL = { element: "@element", awaited: "@await", index: "[]", call: "()", new: "new" } as const

export class Library {
  readonly types: Array<LibraryType> = []
  readonly values: Array<LibraryValue> = []
  readonly signatures: Array<Signature> = []
  /** By the name of a module: its members. */
  readonly modules = new Map<number, Map<number, Type>>()
  /** By another name of a module: its own. */
  readonly sameModules = new Map<number, number>()
  /** By the name of a type with its module: the type, or what it is another name for. */
  readonly typesInModules = new Map<string, { readonly parameters: ReadonlyArray<Type>; readonly type: Type }>()
  readonly #terms: Types
  readonly #names: Names
  readonly #memberNames = new Map<Scope, ReadonlySet<number>>()
  readonly #functionTypes = new Map<string, Type>()
  #nextParameter = PARAMETERS_OF_LIBRARY
  /** Number of the language whose text is read: they are counted from 0. */
  language = -1

  constructor(terms: Types, names: Names) {
    this.#terms = terms
    this.#names = names
  }

  /** Names that members of a language's types have. */
  memberNames(scope: Scope): ReadonlySet<number> {
    let names = this.#memberNames.get(scope)
    if (names === undefined) {
      const all = new Set<number>()
      for (const type of scope.types.values()) for (const name of this.types[type]!.members.keys()) all.add(name)
      this.#memberNames.set(scope, names = all)
    }
    return names
  }

  /** Reads a language's text; gives its names. Unknown names in it are unknown types. */
  add(text: string): Scope {
    this.language++
    const blocks = split(text)
    const types = new Map<string, number>()
    const values = new Map<string, number>()
    const aliases = new Map<string, { parameters: ReadonlyArray<Type>; type: Type }>()
    const scope = { types, values, aliases, plain: new Map<string, Type>() }
    const functions: Array<string> = []
    for (const block of blocks) {
      const [, word, name] = /^(\w+) ([\w$./`]+)/.exec(block.head) ?? []
      if (name === undefined) continue
      if (word === "type" || word === "class") {
        types.set(name, this.types.length)
        this.types.push({ name, isFinal: block.isFinal, parameters: [], bases: [], members: new Map() })
      }
      if (word === "value" || word === "class") {
        values.set(name, this.values.length)
        const makes = word === "class" ? types.get(name)! : NONE
        this.values.push({ name, members: new Map(), type: UNKNOWN, makes })
        if (word === "class") this.#publish(name, values.get(name)!)
      }
      const as = word === "module" ? /=\s*([\w.]+)$/.exec(block.head)?.[1] : undefined
      if (as !== undefined) this.sameModules.set(this.#names.id(name), this.#names.id(as))
      else if (word === "module") this.moduleOf(name)
      if (word === "function") functions.push(block.head.slice("function ".length))
    }
    // Aliases may name one another in any order of the text, and types name aliases: aliases first, in order.
    for (const block of blocks) if (block.head.startsWith("alias ")) this.#alias(block.head.slice(6), scope)
    for (const block of blocks) {
      const word = block.head.slice(0, block.head.indexOf(" "))
      if (word === "type" || word === "class") this.#type(block, scope)
      else if (word === "value") this.#value(block, scope)
      else if (word === "module" && !block.head.includes("=")) this.#module(block, scope)
    }
    for (const [name, index] of types) {
      const { parameters } = this.types[index]!
      if (name.includes(".")) {
        this.typesInModules.set(name, { parameters, type: this.#terms.make(KINDS.library, index, 0, parameters) })
      }
    }
    for (const [name, alias] of aliases) if (name.includes(".")) this.typesInModules.set(name, alias)
    for (const line of functions) this.#function(line, scope)
    return scope
  }

  /** Members of a module, made when it is first asked for by its own text. */
  moduleOf(name: string): Map<number, Type> {
    const id = this.#names.id(name)
    let members = this.modules.get(id)
    if (members === undefined) this.modules.set(id, members = new Map())
    return members
  }

  /** A value whose name has a dot is a member of the module before it. */
  #publish(name: string, index: number): void {
    const dot = name.lastIndexOf(".")
    if (dot < 0) return
    this.moduleOf(name.slice(0, dot)).set(
      this.#names.id(name.slice(dot + 1)),
      this.#terms.make(KINDS.libraryValue, index, 0, []),
    )
  }

  nameOf(word: string): number {
    return this.#names.id(word)
  }

  parameter(): Type {
    return this.#terms.make(KINDS.parameter, this.#nextParameter++, 0, [])
  }

  #alias(text: string, scope: MutableScope): void {
    const reader = new Reader(text, this.#terms, this, scope)
    const name = reader.word()
    const parameters = reader.typeParameters()
    reader.expect("=")
    scope.aliases.set(name, { parameters, type: reader.type() })
  }

  #type(block: Block, scope: MutableScope): void {
    const reader = new Reader(block.head.slice(block.head.indexOf(" ") + 1), this.#terms, this, scope)
    const index = scope.types.get(reader.word())!
    const parameters = reader.typeParameters()
    const bases: Array<Type> = []
    if (reader.skip(":")) {
      do bases.push(reader.type())
      while (reader.skip(","))
    }
    const self = this.#terms.make(KINDS.self, SELF_OF_LIBRARY + index, 0, [])
    const { name: own, isFinal, members } = this.types[index]!
    this.types[index] = { name: own, isFinal, parameters, bases, members }
    const value = scope.values.get(this.types[index]!.name)
    const makes = value === undefined || this.values[value]!.makes !== index ? undefined : this.values[value]
    const free = [self, ...parameters]
    for (const line of block.lines) {
      reader.read(line)
      reader.self = self
      const name = this.#names.id(reader.memberName())
      // How a class is called belongs to the class, how an instance is called to its type.
      if (name === this.#names.id(SPECIAL.call) && makes !== undefined && !line.startsWith("@run")) {
        this.#put(makes.members, name, reader.member([]))
      } else this.#put(members, name, reader.member(free))
    }
  }

  #module(block: Block, scope: MutableScope): void {
    const members = this.moduleOf(block.head.slice("module ".length))
    for (const line of block.lines) {
      const reader = new Reader(line, this.#terms, this, scope)
      reader.read(line)
      this.#put(members, this.#names.id(reader.memberName()), reader.member([]))
    }
  }

  #function(line: string, scope: MutableScope): void {
    const reader = new Reader(line, this.#terms, this, scope)
    reader.read(line)
    const name = reader.word()
    scope.values.set(name, this.values.length)
    this.values.push({ name, members: new Map(), type: reader.member([]), makes: NONE })
  }

  #value(block: Block, scope: MutableScope): void {
    const reader = new Reader(block.head.slice(6), this.#terms, this, scope)
    const value = this.values[scope.values.get(reader.word())!]!
    const members = value.members
    if (reader.skip(":")) value.type = reader.type()
    for (const line of block.lines) {
      reader.read(line)
      this.#put(members, this.#names.id(reader.memberName()), reader.member([]))
    }
  }

  /** Adds a member; functions of one name stand side by side. */
  #put(members: Map<number, Type>, name: number, type: Type): void {
    const known = members.get(name)
    if (known === undefined) {
      members.set(name, type)
      return
    }
    const all = this.#terms.kind[known] === KINDS.overloads ? this.#terms.arguments(known) : [known]
    members.set(name, this.#terms.make(KINDS.overloads, 0, 0, [...all, type]))
  }

  /** The type of a function of which the types alone are known; equal ones are one. */
  functionType(parameters: ReadonlyArray<Type>, rest: boolean, result: Type): Type {
    const key = `${parameters.join()}|${rest ? 1 : 0}|${result}`
    let type = this.#functionTypes.get(key)
    if (type === undefined) {
      const free: Array<Type> = []
      for (const each of [...parameters, result]) this.#openParts(each, free)
      const required = parameters.length - (rest ? 1 : 0)
      type = this.signature({ free, own: [], parameters, required, rest, result, receiver: UNKNOWN, written: true })
      this.#functionTypes.set(key, type)
    }
    return type
  }

  /** Type parameters inside of a type. */
  #openParts(type: Type, all: Array<Type>): void {
    const { kind, open } = this.#terms
    if (open[type] === 0) return
    if (kind[type] === KINDS.parameter || kind[type] === KINDS.self) {
      if (!all.includes(type)) all.push(type)
      return
    }
    for (const each of this.#terms.arguments(type)) this.#openParts(each, all)
  }

  signature(signature: Signature): Type {
    this.signatures.push(signature)
    return this.#terms.make(KINDS.libraryFunction, this.signatures.length - 1, 0, signature.free)
  }
}

/** `self` terms of library types are numbered from here. */
export const SELF_OF_LIBRARY = 0x40000000

/** Its type parameters are numbered from here: behind all that a program may have. */
export const PARAMETERS_OF_LIBRARY = 0x10000000

type MutableScope = {
  readonly types: Map<string, number>
  readonly values: Map<string, number>
  readonly aliases: Map<string, { parameters: ReadonlyArray<Type>; type: Type }>
}

interface Block {
  readonly head: string
  readonly isFinal: boolean
  readonly lines: ReadonlyArray<string>
}

const split = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<{ head: string; isFinal: boolean; lines: Array<string> }> = []
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.trimStart().startsWith("//")) continue
    if (/^\s/.test(line)) blocks[blocks.length - 1]?.lines.push(line.trim())
    else {
      const isFinal = line.startsWith("final ")
      blocks.push({ head: line.slice(isFinal ? 6 : 0).trim(), isFinal, lines: [] })
    }
  }
  return blocks
}

/** Reads one line of the text. The text is our own: what does not fit is left unknown. */
class Reader {
  #tokens: Array<string> = []
  #at = 0
  readonly #terms: Types
  readonly #library: Library
  readonly #scope: MutableScope
  #parameters = new Map<string, Type>()
  self: Type = UNKNOWN
  /** Parameters of the block around the line. */
  #outer: Map<string, Type> | undefined
  #free: ReadonlyArray<Type> = []

  constructor(text: string, terms: Types, library: Library, scope: MutableScope) {
    this.#terms = terms
    this.#library = library
    this.#scope = scope
    this.#tokens = tokens(text)
  }

  read(line: string): void {
    this.#outer ??= this.#parameters
    this.#parameters = new Map(this.#outer)
    this.#tokens = tokens(line)
    this.#at = 0
  }

  word(): string {
    return this.#tokens[this.#at++] ?? ""
  }

  memberName(): string {
    const word = this.word()
    return SPELLED.get(word) ?? word
  }

  skip(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }

  expect(token: string): void {
    this.skip(token)
  }

  typeParameters(): ReadonlyArray<Type> {
    const all: Array<Type> = []
    if (!this.skip("<")) return all
    do {
      const type = this.#library.parameter()
      this.#parameters.set(this.word(), type)
      all.push(type)
    } while (this.skip(","))
    this.expect(">")
    return all
  }

  member(free: ReadonlyArray<Type>): Type {
    this.#free = free
    if (this.skip(":")) return this.type()
    const own = this.typeParameters()
    return this.#function(own, ":")
  }

  #function(own: ReadonlyArray<Type>, arrow: string, receiver: Type = UNKNOWN): Type {
    const parameters: Array<Type> = []
    let rest = false
    let required = 0
    this.expect("(")
    while (!this.skip(")") && this.#at < this.#tokens.length) {
      if (this.skip("...")) rest = true
      parameters.push(this.type())
      if (!this.skip("?") && !rest) required = parameters.length
      this.skip(",")
    }
    this.expect(arrow)
    const free = this.#freeNow(own)
    return this.#library.signature({ free, own, parameters, required, rest, result: this.type(), receiver })
  }

  /** A function type inside a signature also stands under that signature's own parameters. */
  #freeNow(own: ReadonlyArray<Type>): ReadonlyArray<Type> {
    const all = [...this.#free]
    for (const it of this.#parameters.values()) if (!own.includes(it) && !all.includes(it)) all.push(it)
    return all
  }

  type(): Type {
    const first = this.#postfix()
    const operator = this.#tokens[this.#at]
    if (operator !== "|" && operator !== "&") return first
    const all = [first]
    while (this.skip(operator)) all.push(this.#postfix())
    return operator === "|" ? this.#terms.declaredUnion(all) : this.#terms.intersection(all)
  }

  #postfix(): Type {
    let type = this.#primary()
    while (this.#tokens[this.#at] === "[") {
      this.#at++
      if (this.skip("]")) type = this.#named("Array", [type])
      else {
        type = this.#terms.make(KINDS.indexed, 0, 0, [type, this.type()])
        this.expect("]")
      }
    }
    return type
  }

  #primary(): Type {
    const token = this.#tokens[this.#at]
    if (token === "(") {
      if (this.#isFunction()) return this.#function([], "=>")
      this.#at++
      const inner = this.type()
      this.expect(")")
      return inner
    }
    this.#at++
    switch (token) {
      case "?":
        return UNKNOWN
      case "void":
        return NOTHING
      case "this":
        return this.self
      case "[": {
        const parts: Array<Type> = []
        while (!this.skip("]") && this.#at < this.#tokens.length) {
          parts.push(this.type())
          this.skip(",")
        }
        return this.#terms.make(KINDS.tuple, this.#library.language, 0, parts)
      }
      case "on":
        return this.#function([], "=>", this.#postfix())
      case "await":
        return this.#terms.make(KINDS.awaited, 0, 0, [this.#postfix()])
      case "result":
        return this.#terms.make(KINDS.result, 0, 0, [this.#postfix()])
      case "instance":
        return this.#terms.make(KINDS.constructed, 0, 0, [this.#postfix()])
      case "keys":
        return this.#terms.make(KINDS.keys, 0, 0, [this.#postfix()])
      case "module":
        return this.#terms.make(KINDS.external, this.#library.nameOf(this.word()), 0, [])
      case "dictionary":
        return this.#terms.make(KINDS.mapped, 0, 0, [this.#postfix()])
    }
    const args: Array<Type> = []
    if (this.skip("<")) {
      do args.push(this.type())
      while (this.skip(","))
      this.expect(">")
    }
    return this.#named(token ?? "", args)
  }

  /** Does an arrow follow the parenthesis that closes the one at hand? */
  #isFunction(): boolean {
    let depth = 0
    for (let at = this.#at; at < this.#tokens.length; at++) {
      if (this.#tokens[at] === "(") depth++
      else if (this.#tokens[at] === ")" && --depth === 0) return this.#tokens[at + 1] === "=>"
    }
    return false
  }

  #named(name: string, args: ReadonlyArray<Type>): Type {
    const parameter = this.#parameters.get(name)
    if (parameter !== undefined) return parameter
    const index = this.#scope.types.get(name)
    return index === undefined ? UNKNOWN : this.#terms.make(KINDS.library, index, 0, args)
  }
}

/** Special members as the text spells them. */
const SPELLED: ReadonlyMap<string, string> = new Map([["@index", SPECIAL.index], ["@call", SPECIAL.call], [
  "@run",
  SPECIAL.call,
], ["@new", SPECIAL.new]])

const tokens = (text: string): Array<string> => text.match(/=>|\.\.\.|[@\w$./`]+|[^\s]/g) ?? []
