// Members by their names, a type's own and those of its bases, as far as the names of bases tell: no type arguments, no
// values, so this can be asked before any type is known. A type that inherits from itself has no bases there, as it is
// seen by whoever begins to ask at it.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import { isFunctionProperty } from "./called_variables.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { FUNCTION_NAME } from "./names.ts"
import { SPACES } from "./program.ts"
import { type NameGround, NESTED, typeEntityOf } from "./type_entities.ts"

/** The bases of a type by their names. */
export interface Bases {
  /** Symbols, nearest first; each once. */
  readonly symbols: ReadonlyArray<number>
  /** The first base that lies outside the repository, or that is not known; undefined where all are known. */
  readonly outside: Entity | undefined
}

const NONE_KNOWN: Bases = { symbols: [], outside: undefined }
const { Constructor, TypeAlias } = NODE_KINDS

export class Inherited {
  readonly #s: NameGround
  readonly #known = new Map<number, Bases>()
  readonly #asked = new Set<number>()
  /** What was found since the outermost question began, cut short; so each type is gone through once a question. */
  readonly #passing = new Map<number, Bases>()
  /** Was an answer cut short since the outermost question began, by a type that is asked for already? */
  #isCut = false

  constructor(s: NameGround) {
    this.#s = s
  }

  /** Does what was found last hold whoever asks? */
  get isLasting(): boolean {
    return !this.#isCut || this.#asked.size === 0
  }

  bases(symbol: number): Bases {
    const known = this.#known.get(symbol)
    if (known !== undefined) return known
    if (this.#asked.has(symbol)) {
      this.#isCut = true
      return NONE_KNOWN
    }
    const passing = this.#passing.get(symbol)
    if (passing !== undefined) return passing
    this.#asked.add(symbol)
    const found = this.#find(symbol)
    this.#asked.delete(symbol)
    if (this.isLasting) {
      this.#isCut = false
      this.#passing.clear()
      this.#known.set(symbol, found)
    } else this.#passing.set(symbol, found)
    return found
  }

  #find(symbol: number): Bases {
    const { symbols, imports, program } = this.#s
    const { kind, a } = imports.entities
    const all: Array<number> = []
    let outside: Entity | undefined
    for (let part = symbol; part !== NONE; part = symbols.nextPart[part]!) {
      const f = program.file(part)
      const { expression } = f.facts.supertypes
      const { rows, from, to } = f.supertypes(part - f.definitionBase)
      for (let i = from; i < to; i++) {
        const entity = this.typeNamed(f, expression[rows[i]!]!)
        if (entity === undefined || kind[entity] !== ENTITIES.definition) {
          outside ??= entity ?? imports.entities.make(ENTITIES.unresolved, 0, 0)
          continue
        }
        const base = this.behindAlias(a[entity]!)
        if (base === symbol || all.includes(base)) continue
        all.push(base)
        const further = this.bases(base)
        for (const each of further.symbols) if (each !== symbol && !all.includes(each)) all.push(each)
        outside ??= further.outside
      }
    }
    return all.length === 0 && outside === undefined ? NONE_KNOWN : { symbols: all, outside }
  }

  /** What the name of a type leads to, whatever arguments it has. */
  typeNamed(f: FileView, e: number): Entity | undefined {
    let at = e
    while (at !== NONE && (f.op[at] === OPS.instantiate || f.op[at] === OPS.call)) at = f.operand(at, 0)
    return at === NONE ? undefined : typeEntityOf(this.#s, f, at)
  }

  /** The type that an alias is another name of, where it is one. */
  behindAlias(symbol: number): number {
    const { program, imports } = this.#s
    let at = symbol
    for (let steps = 0; steps < 8 && program.kind[at] === TypeAlias.code; steps++) {
      const f = program.file(at)
      const entity = this.typeNamed(f, f.facts.definitions.type[at - f.definitionBase]!)
      if (entity === undefined || imports.entities.kind[entity] !== ENTITIES.definition) return symbol
      at = imports.entities.a[entity]!
    }
    return at
  }

  /** The type itself or the nearest base that has a member of a name in a space, or NONE. O(bases). */
  holder(symbol: number, name: number, space: number): number {
    if (this.member(symbol, name, space) !== NONE) return symbol
    for (const base of this.bases(symbol).symbols) if (this.member(base, name, space) !== NONE) return base
    return NONE
  }

  /** The type whose only instance answers for a type, or for one of its bases, with a member of a name; or NONE. */
  speaker(symbol: number, name: number, space: number): number {
    const { speakers } = this.#s.symbols
    if (speakers.size === 0) return NONE
    for (const each of [symbol, ...this.bases(symbol).symbols]) {
      const speaker = speakers.get(each)
      if (speaker !== undefined && this.holder(speaker, name, space) !== NONE) return speaker
    }
    return NONE
  }

  /** The first member of a name in a space that a type itself has, or NONE. */
  member(symbol: number, name: number, space: number): number {
    const { symbols, program } = this.#s
    const { roles, policy } = program.file(symbol).language
    const isApart = space === SPACES.call && roles.functionsApart === true
    const asked = isApart ? name | FUNCTION_NAME : name
    const sides = symbols.isShared(symbol) ? 1 : 2
    for (let side = 0; side < sides; side++) {
      for (let m = symbols.member(symbol, side === 1, asked); m !== NONE; m = symbols.nextMember[m]!) {
        const kind = program.kind[m]!
        if (space === SPACES.type ? NESTED.has(kind) : kind !== Constructor.code) return m
      }
    }
    if (!isApart || policy.variablesAreCalled !== true) return NONE
    for (let side = 0; side < sides; side++) {
      for (let m = symbols.member(symbol, side === 1, name); m !== NONE; m = symbols.nextMember[m]!) {
        const f = program.file(m)
        if (isFunctionProperty(f, m - f.definitionBase)) return m
      }
    }
    return NONE
  }
}
