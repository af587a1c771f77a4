// From the numbers of a program to those of the one that follows it. Files that are the same keep theirs; of the others
// what has the same name in the same place is the same, and what has none any more is gone.

import { NONE } from "../graph/columns.ts"
import { type Library, PARAMETERS_OF_LIBRARY, SELF_OF_LIBRARY } from "./library.ts"
import { type Thing, THINGS } from "./openness.ts"
import { Part } from "./part.ts"
import type { Program } from "./program.ts"
import { StableIds } from "./stable_ids.ts"
import type { Given, Told, Write } from "./told.ts"
import { VARIABLES } from "./type_variables.ts"
import { KINDS, type Type, type Types } from "./types.ts"

/** Something of the program before has no counterpart. */
export class Gone extends Error {}

/** Kinds of terms that name a definition. */
const OF_DEFINITIONS: ReadonlySet<number> = new Set([
  KINDS.instance,
  KINDS.class,
  KINDS.function,
  KINDS.namespace,
  KINDS.shape,
  KINDS.alias,
  KINDS.above,
])

/** Alternatives that a union has at most. */
const MANY = 64

export class Translation {
  readonly #before: Program
  readonly #now: Program
  readonly #types: Types
  readonly #library: Library
  /** By file: 1 where it is not the same. */
  readonly #anew: Uint8Array
  readonly #idsBefore: StableIds
  readonly #idsNow: StableIds
  /** By term of the program before: 1 where it names something in such a file. */
  readonly #moves: Uint8Array
  /** Files whose definitions and expressions are known by their names. */
  readonly #named = new Map<number, Named>()
  readonly #known = new Map<Type, Type>()

  constructor(before: Program, now: Program, types: Types, library: Library) {
    this.#before = before
    this.#now = now
    this.#types = types
    this.#library = library
    this.#anew = new Uint8Array(now.files.length)
    for (const f of now.fresh) this.#anew[f.index] = 1
    this.#idsBefore = new StableIds(before)
    this.#idsNow = new StableIds(now)
    this.#moves = new Uint8Array(types.size)
    // The arguments of a term are made before it.
    for (let type = 0; type < types.size; type++) {
      let moves = this.#movesItself(type)
      const count = types.count(type)
      for (let i = 0; !moves && i < count; i++) moves = this.#moves[types.argument(type, i)] === 1
      if (moves) this.#moves[type] = 1
    }
  }

  #movesItself(type: Type): boolean {
    const kind = this.#types.kind[type]!
    const a = this.#types.a[type]!
    if (OF_DEFINITIONS.has(kind) || (kind === KINDS.self && a < SELF_OF_LIBRARY)) return this.#movesDefinition(a)
    if (kind === KINDS.object || kind === KINDS.site) return this.#anew[a] === 1
    if (kind === KINDS.parameter) {
      if (a < PARAMETERS_OF_LIBRARY) return this.#anew[this.#before.fileOfTypeParameter[a]!] === 1
      return VARIABLES <= a && a < SELF_OF_LIBRARY && this.#movesDefinition(a - VARIABLES)
    }
    if (kind !== KINDS.libraryFunction) return false
    const { parameters, result, written } = this.#library.signatures[a]!
    return written === true && [...parameters, result].some((it) => this.#moves[it] === 1)
  }

  #movesDefinition(g: number): boolean {
    return this.#anew[this.#before.fileOfDefinition[g]!] === 1
  }

  /** A part in the numbers of the program that follows; the very same where it names nothing that has another one. */
  part(part: Part): Part {
    const { exported, opened, marks, holds, types, told } = part
    const definitions = (it: number, i: number): number => i % 2 === 0 ? this.definition(it) : it
    const now = {
      exported: each(exported, definitions),
      opened: each(opened, definitions),
      marks: each(marks, (it, i) => i % 2 === 0 ? this.thing(it) : it),
      holds: each(holds, (it, i) => i % 3 !== 2 ? this.thing(it) : it),
      types: each(types, (it) => this.type(it)),
      told: this.#told(told!),
    }
    return isLike(part, now) ? part : Object.assign(new Part(), part, now)
  }

  #told(told: Told): Told {
    return withFields(told, {
      firm: withFields(told.firm, this.#given(told.firm)),
      rounds: each(
        told.rounds,
        (round) => withFields(round, { ...this.#given(round), writes: each(round.writes, (it) => this.#write(it)) }),
      ),
    })
  }

  #given({ parameters, sites }: Given): Given {
    return {
      parameters: each(parameters, (it, i) => i % 2 === 0 ? this.parameter(it) : this.type(it)),
      sites: each(
        sites,
        (it) => withFields(it, { site: this.type(it.site), found: each(it.found, (type) => this.type(type)) }),
      ),
    }
  }

  #write(write: Write): Write {
    return write.to === "symbol"
      ? withFields(write, { symbol: this.definition(write.symbol) })
      : withFields(write, { expression: this.expression(write.in, write.expression) })
  }

  #names(file: number): Named {
    let named = this.#named.get(file)
    if (named === undefined) this.#named.set(file, named = new Named(this.#now, file, this.#idsNow))
    return named
  }

  definition(g: number): number {
    const file = this.#before.fileOfDefinition[g]!
    if (this.#anew[file] === 0) return g
    return this.#names(file).definition(this.#idsBefore.definition(g))
  }

  /** The name by which a definition of the program before is known. */
  nameBefore(g: number): string {
    return this.#idsBefore.definition(g)
  }

  parameter(p: number): number {
    const index = this.#before.fileOfParameter[p]!
    if (this.#anew[index] === 0) return p
    const before = this.#before.files[index]!
    const now = this.#now.files[index]!
    const d = before.ownerOfParameter(p - before.parameterBase)
    if (d === NONE) throw new Gone()
    const e = this.definition(before.definitionBase + d) - now.definitionBase
    const at = p - before.parameterBase - before.facts.definitions.parameters[d]!
    const { parameters, parameterCount } = now.facts.definitions
    if (parameterCount[e] !== before.facts.definitions.parameterCount[d]) throw new Gone()
    return now.parameterBase + parameters[e]! + at
  }

  #typeParameter(row: number): number {
    const index = this.#before.fileOfTypeParameter[row]!
    if (this.#anew[index] === 0) return row
    const before = this.#before.files[index]!
    const now = this.#now.files[index]!
    const at = row - before.typeParameterBase
    const { typeParameters, typeParameterCount, rows } = before.facts.definitions
    for (let d = 0; d < rows; d++) {
      const nth = at - typeParameters[d]!
      if (typeParameterCount[d] === 0 || nth < 0 || typeParameterCount[d]! <= nth) continue
      const e = this.definition(before.definitionBase + d) - now.definitionBase
      if (now.facts.definitions.typeParameterCount[e] !== typeParameterCount[d]) throw new Gone()
      return now.typeParameterBase + now.facts.definitions.typeParameters[e]! + nth
    }
    throw new Gone()
  }

  /** An expression of a file, by its row there. */
  expression(file: number, e: number): number {
    if (this.#anew[file] === 0) return e
    return this.#names(file).expression(this.#idsBefore.expression(this.#before.files[file]!, e))
  }

  /** An expression by its number in the program. */
  #expressionOf(file: number, number: number): number {
    if (this.#anew[file] === 0) return number
    return this.#now.files[file]!.expressionBase +
      this.expression(file, number - this.#before.files[file]!.expressionBase)
  }

  thing(thing: Thing): Thing {
    const row = THINGS.row(thing)
    switch (THINGS.kind(thing)) {
      case THINGS.kinds.definition:
        return THINGS.definition(this.definition(row))
      case THINGS.kinds.object:
        return THINGS.object(this.#expressionOf(this.#before.fileOfExpression(row), row))
      case THINGS.kinds.binding:
        if (this.#anew[this.#before.fileOfBinding[row]!] === 1) throw new Gone()
        return thing
      default:
        return thing
    }
  }

  type(type: Type): Type {
    if (this.#moves[type] !== 1) return type
    const known = this.#known.get(type)
    if (known !== undefined) return known
    const now = this.#term(type)
    this.#known.set(type, now)
    return now
  }

  #term(type: Type): Type {
    const types = this.#types
    const kind = types.kind[type]!
    let a = types.a[type]!
    let b = types.b[type]!
    if (OF_DEFINITIONS.has(kind) || (kind === KINDS.self && a < SELF_OF_LIBRARY)) a = this.definition(a)
    else if (kind === KINDS.object || kind === KINDS.site) b = this.expression(a, b)
    else if (kind === KINDS.parameter) a = this.#parameterOfType(a)
    else if (kind === KINDS.libraryFunction) a = this.#signature(a)
    const count = types.count(type)
    const args: Array<Type> = []
    for (let i = 0; i < count; i++) args.push(this.type(types.argument(type, i)))
    if (kind === KINDS.union) return types.union(args, MANY)
    return types.make(kind, a, b, args)
  }

  #parameterOfType(a: number): number {
    if (a < PARAMETERS_OF_LIBRARY) return this.#typeParameter(a)
    return VARIABLES <= a && a < SELF_OF_LIBRARY ? VARIABLES + this.definition(a - VARIABLES) : a
  }

  /** The type of a function that is only written is known by its parts. */
  #signature(a: number): number {
    const { parameters, rest, result, written } = this.#library.signatures[a]!
    if (written !== true) return a
    const all = parameters.map((it) => this.type(it))
    return this.#types.a[this.#library.functionType(all, rest, this.type(result))]!
  }
}

/** A list as it is now; the very same where all of it is. */
const each = <T>(list: ReadonlyArray<T>, now: (it: T, i: number) => T): ReadonlyArray<T> => {
  let all: Array<T> | undefined
  for (let i = 0; i < list.length; i++) {
    const it = now(list[i]!, i)
    if (it !== list[i]) (all ??= list.slice())[i] = it
  }
  return all ?? list
}

/** Has something these very fields? */
const isLike = (it: object, fields: object): boolean =>
  Object.entries(fields).every(([name, value]) => (it as Readonly<Record<string, unknown>>)[name] === value)

/** Something with these fields; the very same where it has them. */
const withFields = <T extends object>(it: T, fields: Partial<T>): T => isLike(it, fields) ? it : { ...it, ...fields }

/** Definitions and expressions of a file by their names. */
class Named {
  readonly #program: Program
  readonly #file: number
  readonly #ids: StableIds
  #definitions: ReadonlyMap<string, number> | undefined
  #expressions: ReadonlyMap<string, number> | undefined

  constructor(program: Program, file: number, ids: StableIds) {
    this.#program = program
    this.#file = file
    this.#ids = ids
  }

  definition(name: string): number {
    if (this.#definitions === undefined) {
      const all = new Map<string, number>()
      const f = this.#program.files[this.#file]!
      for (let d = 0; d < f.facts.definitions.rows; d++) {
        all.set(this.#ids.definition(f.definitionBase + d), f.definitionBase + d)
      }
      this.#definitions = all
    }
    const found = this.#definitions.get(name)
    if (found === undefined) throw new Gone()
    return found
  }

  expression(name: string): number {
    if (this.#expressions === undefined) {
      const all = new Map<string, number>()
      const f = this.#program.files[this.#file]!
      for (let e = 0; e < f.op.length; e++) all.set(this.#ids.expression(f, e), e)
      this.#expressions = all
    }
    const found = this.#expressions.get(name)
    if (found === undefined) throw new Gone()
    return found
  }
}
