// Which methods a type has where types get those of what they embed: its own, and of each name that no member nearer to it
// has the one of the nearest embedded type, if one alone is that near. Types from outside are known as far as the language
// lists them.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import type { StructuralInterfaces } from "../syntax/language.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { type NameGround, typeEntityOf } from "./type_entities.ts"
import { signatureKey } from "./type_keys.ts"

const { Class, Interface, TypeAlias, Method, Property } = NODE_KINDS

/** A method as it is asked for: its name, with the package that it is hidden in, and its signature. */
interface OneMethod {
  readonly key: string
  /** The definition, or NONE of what lies outside. */
  readonly definition: number
}

export interface MethodSet {
  /** By name. */
  readonly methods: ReadonlyMap<string, OneMethod>
  /** Types from outside that are embedded, of whose methods nothing is known. */
  readonly unknown: ReadonlySet<string>
}

/** Embedded types in one another that are looked into. */
const DEEPEST = 16

export class MethodSets {
  readonly #s: NameGround
  /** By type: its methods and fields. */
  readonly #members = new Map<number, Array<number>>()
  readonly #signatures = new Map<number, string>()
  readonly #sets = new Map<number, MethodSet>()
  /** Types that have a name in a file, by what they are. */
  readonly types: Array<number> = []
  readonly interfaces: Array<number> = []

  /** O(definitions of the files whose interfaces are met by having the methods). */
  constructor(s: NameGround) {
    this.#s = s
    for (const f of s.program.inTurn()) {
      if (f.language.policy.structuralInterfaces !== undefined) this.#read(f)
    }
  }

  #read(f: FileView): void {
    const { kind, scope, rows } = f.facts.definitions
    for (let d = 0; d < rows; d++) {
      const g = f.definitionBase + d
      if (kind[d] === Method.code || kind[d] === Property.code) {
        const owner = this.#s.program.owner[g]!
        if (owner === NONE) continue
        const known = this.#members.get(owner)
        if (known === undefined) this.#members.set(owner, [g])
        else known.push(g)
      } else if (scope[d] === 0 && kind[d] === Class.code) this.types.push(g)
      else if (scope[d] === 0 && kind[d] === Interface.code) this.interfaces.push(g)
    }
  }

  /** The methods of a type, as it and as a reference to it. */
  of(type: number): MethodSet {
    let known = this.#sets.get(type)
    if (known === undefined) this.#sets.set(type, known = this.#find(type))
    return known
  }

  #find(type: number): MethodSet {
    const { structuralInterfaces } = this.#s.program.file(type).language.policy
    const methods = new Map<string, OneMethod>()
    const unknown = new Set<string>()
    // of an interface all count, whatever embeds them
    const seen = new Set<number>([type])
    const hidden = new Set<string>()
    let level: ReadonlyArray<Entity> = [this.#s.imports.entities.make(ENTITIES.definition, type)]
    for (let depth = 0; level.length > 0 && depth < DEEPEST; depth++) {
      const here = new Map<string, OneMethod | undefined>()
      const next: Array<Entity> = []
      for (const entity of level) this.#addFrom(entity, structuralInterfaces!, here, unknown, next)
      for (const [name, method] of here) {
        if (hidden.has(name)) continue
        hidden.add(name)
        if (method !== undefined) methods.set(name, method)
      }
      level = next.filter((entity) => {
        const a = this.#s.imports.entities.a[entity]!
        if (this.#s.imports.entities.kind[entity] !== ENTITIES.definition) return true
        return !seen.has(a) && seen.add(a)
      })
    }
    return { methods, unknown }
  }

  /** Adds the members of a type; two of one name that are as near as each other, and fields, are no method. */
  #addFrom(
    entity: Entity,
    { outside }: StructuralInterfaces,
    here: Map<string, OneMethod | undefined>,
    unknown: Set<string>,
    next: Array<Entity>,
  ): void {
    const { program, imports } = this.#s
    const add = (name: string, method: OneMethod | undefined): void => {
      const other = here.get(name)
      here.set(name, !here.has(name) || (other !== undefined && other.key === method?.key) ? method : undefined)
    }
    const a = imports.entities.a[entity]!
    if (imports.entities.kind[entity] !== ENTITIES.definition) {
      const text = `${program.names.text(a)}.${program.names.text(imports.entities.b[entity]!)}`
      const known = outside[text]
      if (known === undefined) unknown.add(text)
      for (const each of known ?? []) add(/^\w+/.exec(each)![0], { key: each, definition: NONE })
      return
    }
    for (const g of this.#members.get(a) ?? []) {
      const name = this.#nameOf(g)
      if (program.kind[g] !== Method.code) add(name, undefined)
      else add(name, { key: this.#keyOf(g, name), definition: g })
    }
    const f = program.file(a)
    const { expression } = f.facts.supertypes
    const { rows, from, to } = f.supertypes(a - f.definitionBase)
    for (let i = from; i < to; i++) {
      const embedded = this.#behind(f, expression[rows[i]!]!)
      if (embedded !== undefined) next.push(embedded)
    }
  }

  /** What an embedded type leads to, behind other names for it. */
  #behind(f: FileView, e: number): Entity | undefined {
    const { program, imports } = this.#s
    let at = f
    let type = e
    for (let depth = 0; depth < DEEPEST; depth++) {
      const entity = type === NONE ? undefined : typeEntityOf(this.#s, at, type)
      if (entity === undefined) return this.#predeclared(at, type)
      const kind = imports.entities.kind[entity]
      if (kind !== ENTITIES.definition) return kind === ENTITIES.external ? entity : undefined
      const symbol = imports.entities.a[entity]!
      if (program.kind[symbol] !== TypeAlias.code) return entity
      at = program.file(symbol)
      type = at.facts.definitions.type[symbol - at.definitionBase]!
    }
    return undefined
  }

  /** A type of the language that has a name without a package. */
  #predeclared(f: FileView, e: number): Entity | undefined {
    if (e === NONE || f.exprName[e] === 0) return undefined
    const { names } = this.#s.program
    return this.#s.imports.entities.make(ENTITIES.external, names.id(""), f.name(f.exprName[e]!))
  }

  /** The name of a member; one that only its package sees is that package's. */
  #nameOf(g: number): string {
    const f = this.#s.program.file(g)
    const d = g - f.definitionBase
    const name = f.facts.strings[f.facts.definitions.name[d]!]!
    const isHidden = f.language.policy.structuralInterfaces!.isHidden(name)
    return isHidden ? `${name} ${this.#s.around.packages.ofScope(f, 0)?.text ?? f.path}` : name
  }

  #keyOf(g: number, name: string): string {
    let signature = this.#signatures.get(g)
    if (signature === undefined) this.#signatures.set(g, signature = signatureKey(this.#s, g))
    return name + signature
  }
}
