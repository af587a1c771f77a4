// Names that files share because they are of one package: what each package of the repository defines, whatever file it
// stands in. Which of several definitions of one name a file sees is told by the units that are built: its own first, then
// those that it depends on.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, DEFINITION_FLAGS, IMPORT_FLAGS } from "../syntax/facts.ts"
import type { ModuleResolver, PackagePolicy } from "../syntax/language.ts"
import type { FileView } from "./file_view.ts"
import { isSeen, type Program } from "./program.ts"

/** What files of one package share. */
export interface Package {
  readonly family: string
  /** Its whole name. */
  readonly text: string
  /** Name → its definitions, in the order of files. */
  readonly names: Map<number, ReadonlyArray<number>>
  /** Files that define names of it, in their order; none where it only holds other packages. */
  readonly files: Array<number>
  /** Files that say they are of it, in their order, those that define nothing too. */
  readonly saidBy: Array<number>
}

/** Files that are built together. */
interface Unit {
  readonly family: string
  readonly name: string
  /** How far off others are, by name: the nearest is 1; undefined where nothing is known of that. */
  readonly sees: ReadonlyMap<string, number> | undefined
  /** Packages whose names its files see without an import. */
  readonly imports: ReadonlySet<string>
}

type Modules = (f: FileView) => ModuleResolver

const { Class, Interface, Enum, TypeAlias } = NODE_KINDS
const TYPES: ReadonlySet<number> = new Set([Class.code, Interface.code, Enum.code, TypeAlias.code])

const UNSEEN = Infinity
/** How far off a unit is of which nothing is known. */
const SOMEWHERE = 1e9

export class Packages {
  readonly #program: Program
  readonly #units: Array<Unit> = []
  readonly #unitNumbers = new Map<string, number>()
  /** By file: the number of its unit. */
  readonly #unitOf: Array<number> = []
  /** (unit, another one) → how far off the other one is. */
  readonly #distances = new Map<number, number>()
  readonly #packages: Array<Package> = []
  /** Family → whole name → number. */
  readonly #numbers = new Map<string, Map<string, number>>()
  /** By file: scope → the number of the package that its definitions are names of. */
  readonly #scopes: Array<ReadonlyMap<number, number> | undefined> = []
  /** By definition: all of its name, itself too, of which each build takes one. */
  readonly #choices: Map<number, Array<number>> = new Map()

  /**
   * O(bindings of the files that are of packages), of a program that follows another one: of the packages of those that
   * changed.
   *
   * @param before Those of the program that this one follows; its files that changed are of the packages that they were of.
   */
  constructor(program: Program, modules: Modules, before?: Packages) {
    this.#program = program
    if (before !== undefined) {
      this.#units = before.#units
      this.#unitNumbers = before.#unitNumbers
      this.#unitOf = before.#unitOf
      this.#distances = before.#distances
      this.#packages = [...before.#packages]
      this.#numbers = before.#numbers
      this.#scopes = [...before.#scopes]
      this.#choices = before.#choices
    }
    const own = new Set<number>()
    for (const f of program.inTurn(program.fresh)) {
      const { packages } = f.language.policy
      if (packages === undefined) continue
      if (before === undefined) {
        this.#unitOf[f.index] = this.#unit(packages.family, modules(f).unit?.(f.path, writtenIn(f)))
      } else this.#withdraw(f, own)
      this.#read(f, packages, modules(f))
    }
    if (before !== undefined) return
    for (const f of program.inTurn()) {
      if (f.language.policy.packages?.unitsAreBuilds === true) this.#readChoices(f)
    }
  }

  /** Is a file of the packages that another state of it was of, and does neither import anything for others? */
  static areSame(one: FileView, other: FileView): boolean {
    return saysOf(one) === saysOf(other) && !importsForOthers(one) && !importsForOthers(other)
  }

  /** The number of a unit. */
  #unit(family: string, said: ReturnType<NonNullable<ModuleResolver["unit"]>> | undefined): number {
    const { name, sees, imports } = said ?? { name: "" }
    const key = `${family}\n${name}`
    const known = this.#unitNumbers.get(key)
    if (known !== undefined) return known
    const number = this.#units.length
    this.#unitNumbers.set(key, number)
    this.#units.push({
      family,
      name,
      sees: sees === undefined ? undefined : new Map(sees.map((it, i) => [it, i + 1])),
      imports: new Set(imports),
    })
    return number
  }

  /** Takes what a file defined before out of its packages, which become this program's own. */
  #withdraw(f: FileView, own: Set<number>): void {
    for (const number of new Set(this.#scopes[f.index]?.values())) {
      if (!own.has(number)) {
        own.add(number)
        const { names, files, ...kept } = this.#packages[number]!
        this.#packages[number] = { ...kept, names: new Map(names), files: [...files] }
      }
      const { names, files } = this.#packages[number]!
      if (files.includes(f.index)) files.splice(files.indexOf(f.index), 1)
      for (const [name, all] of names) {
        const left = all.filter((g) => !this.#wasOf(g, f))
        if (left.length === all.length) continue
        if (left.length === 0) names.delete(name)
        else names.set(name, left)
      }
    }
  }

  /** Is a definition of a file as it was before it changed? What is defined there now has higher numbers. */
  #wasOf(g: number, f: FileView): boolean {
    return this.#program.fileOfDefinition[g] === f.index && g < f.definitionBase
  }

  #read(f: FileView, policy: PackagePolicy, modules: ModuleResolver): void {
    const { packages, bindings, strings } = f.facts
    if (packages.rows === 0) return
    const scopes = new Map<number, number>()
    for (let row = 0; row < packages.rows; row++) {
      const written = strings[packages.name[row]!]!
      const number = this.#package(policy, modules.packageOf?.(f.path, written) ?? written)
      scopes.set(packages.scope[row]!, number)
      addInOrder(this.#packages[number]!.saidBy, f.index)
    }
    this.#scopes[f.index] = scopes
    const { scope, kind, name, target, rows } = bindings
    for (let row = 0; row < rows; row++) {
      const number = kind[row] === BINDING_KINDS.definition ? scopes.get(scope[row]!) : undefined
      if (number === undefined) continue
      const { names, files } = this.#packages[number]!
      if (files[files.length - 1] !== f.index) addInOrder(files, f.index)
      const isFacade = name[row] === 0 && policy.facadeOf !== undefined
      const id = isFacade ? this.#program.names.id(policy.facadeOf(f.path)) : f.name(name[row]!)
      names.set(id, this.#inOrder(names.get(id), f.definitionBase + target[row]!))
    }
  }

  /** Definitions in the order of their files, with one more. */
  #inOrder(known: ReadonlyArray<number> | undefined, definition: number): ReadonlyArray<number> {
    if (known === undefined) return [definition]
    const { fileOfDefinition } = this.#program
    const at = known.findIndex((it) => fileOfDefinition[it]! > fileOfDefinition[definition]!)
    return at < 0 ? [...known, definition] : [...known.slice(0, at), definition, ...known.slice(at)]
  }

  /** Names of a file's package that several units define. */
  #readChoices(f: FileView): void {
    const { fileOfDefinition } = this.#program
    for (const package_ of this.ofFile(f)) {
      // once a package
      if (package_.files[0] !== f.index) continue
      for (const all of package_.names.values()) {
        for (let i = 1; i < all.length; i++) {
          if (this.#unitOf[fileOfDefinition[all[i]!]!] !== this.#unitOf[fileOfDefinition[all[0]!]!]) {
            this.addChoice(all[0]!, all[i]!)
          }
        }
      }
    }
  }

  /** Says that a build takes one of two definitions. */
  addChoice(one: number, other: number): void {
    let all = this.#choices.get(one)
    if (all === undefined) this.#choices.set(one, all = [one])
    if (!all.includes(other)) all.push(other)
    this.#choices.set(other, all)
  }

  /**
   * What a use of a definition may mean where each build takes another one: in a file of a build that has one of its own
   * that one, else the definition itself and the others after it; undefined where there is no choice.
   */
  choices(f: FileView, definition: number): ReadonlyArray<number> | undefined {
    const all = this.#choices.get(definition)
    if (all === undefined) return undefined
    const unit = this.#unitOf[f.index]!
    if (this.#units[unit]!.sees !== undefined) {
      const own = all.filter((g) => this.#unitOf[this.#program.fileOfDefinition[g]!] === unit)
      if (own.length > 0) return own
    }
    return [definition, ...all.filter((g) => g !== definition)]
  }

  /** Is a file of a unit that sees what is its own before what others have? */
  isApart(f: FileView): boolean {
    return this.#units[this.#unitOf[f.index]!]?.sees !== undefined
  }

  /** The number of the package of a name; those around it are made, too, where names are dotted. */
  #package(policy: PackagePolicy, text: string): number {
    let numbers = this.#numbers.get(policy.family)
    if (numbers === undefined) this.#numbers.set(policy.family, numbers = new Map())
    let number = numbers.get(text)
    if (number !== undefined) return number
    number = this.#packages.push({ family: policy.family, text, names: new Map(), files: [], saidBy: [] }) - 1
    numbers.set(text, number)
    const dot = policy.dotted ? text.lastIndexOf(".") : -1
    if (0 < dot) this.#package(policy, text.slice(0, dot))
    return number
  }

  /** The package of such a name that the files of a unit's family know, or undefined. */
  of(unit: number, text: string): Package | undefined {
    return this.named(this.#units[unit]!.family, text)
  }

  named(family: string, text: string): Package | undefined {
    const number = this.#numbers.get(family)?.get(text)
    return number === undefined ? undefined : this.#packages[number]
  }

  familyOf(unit: number): string {
    return this.#units[unit]!.family
  }

  /** The number of the unit that a file is built in. */
  unitOf(f: FileView): number {
    return this.#unitOf[f.index]!
  }

  /** Packages that the files of a unit import without saying so. */
  importsOf(unit: number): ReadonlySet<string> {
    return this.#units[unit]!.imports
  }

  /** The package that the definitions of a scope are names of, or undefined. */
  ofScope(f: FileView, scope: number): Package | undefined {
    const number = this.#scopes[f.index]?.get(scope)
    return number === undefined ? undefined : this.#packages[number]
  }

  /** The packages that scopes of a file are of. */
  ofFile(f: FileView): ReadonlySet<Package> {
    return new Set([...this.#scopes[f.index]?.values() ?? []].map((number) => this.#packages[number]!))
  }

  /** Files of a package that those of a unit see. */
  filesOf(unit: number, { files }: Package): ReadonlyArray<number> {
    return files.filter((file) => this.#distance(unit, this.#unitOf[file]!) !== UNSEEN)
  }

  /** A text for the package of a scope and the unit of its file that no other ones have. */
  keyOfScope(f: FileView, scope: number): string | undefined {
    const package_ = this.ofScope(f, scope)
    return package_ === undefined ? undefined : `${this.#unitOf[f.index]}\n${package_.text}`
  }

  /**
   * Definitions of a name in a package that a file sees: those of the nearest unit that has any, in the order of files.
   *
   * @param file The file that asks, or NONE where only its unit is known.
   */
  definitions(unit: number, file: number, { names }: Package, name: number, space: number): ReadonlyArray<number> {
    const known = names.get(name)
    if (known === undefined) return NOTHING
    const { fileOfDefinition, definitionFlags, kind } = this.#program
    const typesAlone = file !== NONE && this.#program.files[file]!.language.policy.packages?.typesAlone === true
    let nearest = UNSEEN
    let found: Array<number> = []
    for (const g of known) {
      if (!isSeen(BINDING_KINDS.definition, kind[g]!, definitionFlags[g]!, space)) continue
      if (typesAlone ? !TYPES.has(kind[g]!) : isFacade(kind[g]!, definitionFlags[g]!)) continue
      const at = fileOfDefinition[g]!
      if ((definitionFlags[g]! & NODE_FLAGS.private) !== 0 && at !== file) continue
      const distance = this.#distance(unit, this.#unitOf[at]!)
      if (distance === UNSEEN || nearest < distance) continue
      if ((definitionFlags[g]! & DEFINITION_FLAGS.internal) !== 0 && distance === SOMEWHERE) continue
      if (distance < nearest) found = []
      nearest = distance
      found.push(g)
    }
    return found
  }

  /** The files among some that a unit is nearest to. */
  nearest(unit: number, files: ReadonlyArray<FileView>): ReadonlyArray<FileView> {
    const distances = files.map((f) => this.#distance(unit, this.#unitOf[f.index]!))
    const least = Math.min(...distances)
    return files.filter((_, i) => distances[i] === least)
  }

  /** Does a file see a definition of a package, where it names the package? */
  sees(f: FileView, definition: number): boolean {
    const { fileOfDefinition, definitionFlags } = this.#program
    const at = fileOfDefinition[definition]!
    if ((definitionFlags[definition]! & NODE_FLAGS.private) !== 0 && at !== f.index) return false
    return this.#distance(this.unitOf(f), this.#unitOf[at]!) !== UNSEEN
  }

  /** How far off another unit is: 0 for the unit itself. */
  #distance(unit: number, other: number): number {
    if (unit === other) return 0
    const key = unit * 0x100000 + other
    let distance = this.#distances.get(key)
    if (distance === undefined) {
      const { sees } = this.#units[unit]!
      distance = sees === undefined ? SOMEWHERE : sees.get(this.#units[other]!.name) ?? UNSEEN
      this.#distances.set(key, distance)
    }
    return distance
  }
}

/** What a file says first of the package that it is of. */
const writtenIn = ({ facts: { packages, strings } }: FileView): string =>
  packages.rows === 0 ? "" : strings[packages.name[0]!]!

/** Is a definition the type that stands for the functions and variables of a file? */
export const isFacade = (kind: number, flags: number): boolean =>
  kind === Class.code && (flags & DEFINITION_FLAGS.implicit) !== 0

const NOTHING: ReadonlyArray<number> = []

/** Adds a number to some that rise, once; mostly it is the highest. */
const addInOrder = (all: Array<number>, number: number): void => {
  let at = all.length
  while (0 < at && number < all[at - 1]!) at--
  if (all[at - 1] !== number) all.splice(at, 0, number)
}

/** The packages that a file says it is of. */
const saysOf = ({ facts: { packages, strings } }: FileView): string =>
  [...new Set([...packages.name].map((name) => strings[name]!))].join("\n")

/** Does a file import names for all files of its unit? */
const importsForOthers = ({ facts: { imports } }: FileView): boolean =>
  imports.flags.some((flags) => (flags & IMPORT_FLAGS.everywhere) !== 0)
