// Which definitions are one symbol, and which members a symbol has. Declarations of one scope and name merge: parts of an
// interface with each other and with a class, overloads of a function with its implementation, parts of a namespace.
// A symbol is named by one of its definitions, the one that says most.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { FUNCTION_NAME } from "./names.ts"
import { membersOfFacade } from "./own_members.ts"
import { withoutArity } from "../syntax/arity.ts"
import { BINDING_KINDS, DEFINITION_FLAGS, THROUGH_BASE } from "../syntax/facts.ts"
import { baseOf, extensionOf } from "../text/path.ts"
import type { FileView } from "./file_view.ts"
import type { Packages } from "./packages.ts"
import { PairMap } from "./pair_map.ts"
import type { Program } from "./program.ts"

const Class = NODE_KINDS.Class.code
const Interface = NODE_KINDS.Interface.code
const Enum = NODE_KINDS.Enum.code
const Function = NODE_KINDS.Function.code
const Method = NODE_KINDS.Method.code
const Constructor = NODE_KINDS.Constructor.code
const Property = NODE_KINDS.Property.code
const Namespace = NODE_KINDS.Namespace.code

/** Kinds of types that stand in each other. */
const TYPES: ReadonlySet<number> = new Set([Class, Interface, Enum, NODE_KINDS.TypeAlias.code])

/** Rank of a function with a body. */
const REPLACED = 3

export class Symbols {
  readonly #program: Program
  /** By definition: the definition that names its symbol. */
  readonly of: Uint32Array
  /** By definition: the next part of its symbol, or NONE; the chain starts at the symbol itself. */
  readonly nextPart: Uint32Array
  /** By symbol: the namespace of the same name, whose exported names are members of the symbol as a value. */
  readonly companion: Uint32Array
  readonly #members: PairMap
  /** By member: the next one of the same symbol and name, or NONE. */
  readonly nextMember: Uint32Array
  /** By symbol: the type in it whose only instance answers for it as a value. */
  readonly speakers: ReadonlyMap<number, number>
  readonly #speakers: Map<number, number>
  /** By file: are members of its types found on the type and on its instances alike? */
  readonly #shared: Uint8Array

  /** By definition that is one of the parts of a type: what the parts of that type have in common. */
  readonly #partKeys = new Map<number, string>()

  /**
   * @param packages Names of packages, in which parts of one type may stand in several files.
   * @param before The symbols of the program that this one follows.
   */
  constructor(program: Program, packages: Packages, before?: Symbols) {
    this.#program = program
    this.#shared = Uint8Array.from(program.files, (f) => f.language.policy.membersAreShared === true ? 1 : 0)
    const { definitions } = program.counts
    this.of = new Uint32Array(definitions)
    for (let g = before?.of.length ?? 0; g < definitions; g++) this.of[g] = g
    this.nextPart = new Uint32Array(definitions).fill(NONE)
    this.companion = new Uint32Array(definitions).fill(NONE)
    this.nextMember = new Uint32Array(definitions).fill(NONE)
    if (before !== undefined) {
      for (const column of ["of", "nextPart", "companion", "nextMember"] as const) this[column].set(before[column])
    }
    this.speakers = this.#speakers = new Map(before?.speakers)
    this.#members = before === undefined ? new PairMap(definitions) : before.#members.copy()
    // A scope and what stands in it are of one file.
    const parts = new Map<string, Array<number>>()
    for (const f of program.inTurn(program.fresh)) {
      this.#merge(f)
      this.#findParts(f, packages, parts)
    }
    for (const group of parts.values()) if (group.length > 1) this.#join(this.#mainFirst(group), () => 1)
    for (const f of program.inTurn(program.fresh)) this.#collectMembers(f)
  }

  /** The first member of a name, or NONE; accessors and overloads follow by `nextMember`. */
  member(symbol: number, isStatic: boolean, name: number): number {
    return this.#members.get(this.sideOf(symbol, isStatic), name)
  }

  /** The members of a symbol itself or of its instances as one number. */
  sideOf(symbol: number, isStatic: boolean): number {
    return symbol * 2 + (isStatic && !this.isShared(symbol) ? 1 : 0)
  }

  /** Are members found on the symbol and on its instances alike? */
  isShared(symbol: number): boolean {
    return this.#shared[this.#program.fileOfDefinition[symbol]!] === 1
  }

  #merge(f: FileView): void {
    const group: Array<number> = []
    const { kind, scope, name, rows } = f.facts.bindings
    for (let row = 0; row < rows; row++) {
      if (kind[row] !== BINDING_KINDS.definition) continue
      const first = f.bindingBase + row
      if (this.#program.nextBinding(first) === NONE) continue
      if (this.#program.bindingIn(f, scope[row]!, f.name(name[row]!)) !== first) continue
      group.length = 0
      for (let b = first; b !== NONE; b = this.#program.nextBinding(b)) {
        const g = this.#program.definitionOf(b)
        if (g !== NONE && !group.includes(g)) group.push(g)
      }
      if (group.length > 1) this.#mergeGroup(group)
    }
  }

  /** Parts of a type, that in the file which is named like the type before the others. */
  #mainFirst(parts: ReadonlyArray<number>): ReadonlyArray<number> {
    const main = parts.find((g) => {
      const f = this.#program.file(g)
      const name = withoutArity(f.facts.strings[f.facts.definitions.name[g - f.definitionBase]!]!)
      return baseOf(f.path).slice(0, -extensionOf(f.path).length) === name
    })
    return main === undefined ? parts : [main, ...parts.filter((g) => g !== main)]
  }

  /** Files the parts of types under what they have in common: package, names and number of type parameters. */
  #findParts(f: FileView, packages: Packages, parts: Map<string, Array<number>>): void {
    const { kind, flags, scope, name, owner, typeParameterCount, rows } = f.facts.definitions
    for (let d = 0; d < rows; d++) {
      if ((flags[d]! & DEFINITION_FLAGS.part) === 0 || !TYPES.has(kind[d]!)) continue
      const around = packages.keyOfScope(f, scope[d]!) ??
        (owner[d] === NONE ? undefined : this.#partKeys.get(f.definitionBase + owner[d]!))
      if (around === undefined) continue
      const key = `${around}\n${f.facts.strings[name[d]!]!} ${kind[d]} ${typeParameterCount[d]}`
      this.#partKeys.set(f.definitionBase + d, key)
      const known = parts.get(key)
      if (known === undefined) parts.set(key, [f.definitionBase + d])
      else known.push(f.definitionBase + d)
    }
  }

  #mergeGroup(group: ReadonlyArray<number>): void {
    // where a call chooses between functions of one name, each is a symbol of its own
    const apart = this.#program.file(group[0]!).language.policy.overloads !== undefined
    // types that are no parts of one are several, where files share packages
    const { packages } = this.#program.file(group[0]!).language.policy
    const types = packages !== undefined
      ? NONE
      : this.#join(group, (kind) => kind === Class ? 2 : kind === Interface ? 1 : 0)
    const functions = this.#join(
      group,
      (kind, flags) => kind !== Function || apart ? 0 : (flags & NODE_FLAGS.signature) === 0 ? REPLACED : 1,
    )
    const namespaces = this.#join(group, (kind) => kind === Namespace ? 1 : 0)
    const enums = this.#join(group, (kind) => kind === Enum ? 1 : 0)
    if (namespaces === NONE) return
    for (const symbol of [types, functions, enums]) if (symbol !== NONE) this.companion[symbol] = namespaces
  }

  /** Makes one symbol of the definitions that `rank` gives more than 0; the highest names it, the first of equals. */
  #join(group: ReadonlyArray<number>, rank: (kind: number, flags: number) => number): number {
    let symbol: number = NONE
    let best = 0
    for (const g of group) {
      const f = this.#program.file(g)
      const at = rank(f.facts.definitions.kind[g - f.definitionBase]!, f.facts.definitions.flags[g - f.definitionBase]!)
      // Of several bodies the last one counts, where a language lets a function be declared again; one in a branch
      // stands beside the others.
      const { flags } = f.facts.definitions
      const replaces = at === REPLACED && (flags[g - f.definitionBase]! & DEFINITION_FLAGS.alternative) === 0
      if (at > best || (at === best && replaces)) {
        best = at
        symbol = g
      }
    }
    if (symbol === NONE) return NONE
    let last = symbol
    for (const g of group) {
      const f = this.#program.file(g)
      const at = rank(f.facts.definitions.kind[g - f.definitionBase]!, f.facts.definitions.flags[g - f.definitionBase]!)
      if (at === 0) continue
      this.of[g] = symbol
      if (g === symbol) continue
      this.nextPart[last] = g
      last = g
    }
    return symbol
  }

  #collectMembers(f: FileView): void {
    // A class in a class is one of its members, where members are looked for on the class itself.
    const nested = this.#shared[f.index] === 1
    const isType = (k: number): boolean => k === Class || (f.language.policy.packages !== undefined && TYPES.has(k))
    const { kind, flags, owner, name, rows } = f.facts.definitions
    for (let d = rows - 1; 0 <= d; d--) {
      const k = kind[d]!
      const o = owner[d]!
      if (o === NONE) continue
      if (k !== Method && k !== Property && k !== Constructor && !(nested && isType(k) && isType(kind[o]!))) continue
      if ((flags[d]! & THROUGH_BASE) === THROUGH_BASE) continue
      const isStatic = (flags[d]! & NODE_FLAGS.static) !== 0 || kind[o] === Enum
      if (isStatic && (flags[d]! & DEFINITION_FLAGS.singleton) !== 0) {
        this.#speakers.set(this.of[f.definitionBase + o]!, this.of[f.definitionBase + d]!)
      }
      this.addMember(f.definitionBase + o, isStatic, f.memberNamed(name[d]!, k, flags[d]!), f.definitionBase + d)
    }
    if (f.language.policy.packages?.facadeOf === undefined) return
    for (const { facade, name, member } of membersOfFacade(f)) {
      const asked = kind[member] === Function ? f.name(name) | FUNCTION_NAME : f.name(name)
      this.addMember(f.definitionBase + facade, true, asked, f.definitionBase + member)
    }
  }

  /** Adds a member in front of those of the same name. */
  addMember(owner: number, isStatic: boolean, name: number, member: number): void {
    const key = this.sideOf(this.of[owner]!, isStatic)
    const later = this.#members.get(key, name)
    if (later !== NONE) this.nextMember[member] = later
    this.#members.set(key, name, member)
  }
}
