// Names that files share because they are of one package: what each package of the repository defines, whatever file it
// stands in. Which of several definitions of one name a file sees is told by the units that are built: its own first, then
// those that it depends on.

import { NODE_FLAGS } from "../graph/kinds.ts"
import { BINDING_KINDS, DEFINITION_FLAGS } from "../syntax/facts.ts"
import type { ModuleResolver, PackagePolicy } from "../syntax/language.ts"
import type { FileView } from "./file_view.ts"
import { isSeen, type Program } from "./program.ts"

/** What files of one package share. */
export interface Package {
  /** Its whole name. */
  readonly text: string
  /** Name → its definitions, in the order of files. */
  readonly names: Map<number, Array<number>>
  /** Files that say they are of it; none where it only holds other packages. */
  readonly files: Array<number>
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

const UNSEEN = Infinity
/** How far off a unit is of which nothing is known. */
const SOMEWHERE = 1e9

export class Packages {
  readonly #program: Program
  readonly #units: Array<Unit> = []
  /** By file: the number of its unit. */
  readonly #unitOf: Array<number> = []
  /** (unit, another one) → how far off the other one is. */
  readonly #distances = new Map<number, number>()
  readonly #families = new Map<string, Map<string, Package>>()
  /** By file: scope → the package that its definitions are names of. */
  readonly #scopes: Array<ReadonlyMap<number, Package> | undefined> = []
  /** Files whose names others may see without importing them. */
  readonly sharing = new Set<number>()
  /** By definition: all of its name, itself too, of which each build takes one. */
  readonly #choices: Map<number, Array<number>>

  /**
   * O(bindings of the files that are of packages).
   *
   * @param before Those of the program that this one follows; none of its files that changed shared anything.
   */
  constructor(program: Program, modules: (f: FileView) => ModuleResolver, before?: Packages) {
    this.#program = program
    if (before !== undefined) {
      this.#units = before.#units
      this.#unitOf = before.#unitOf
      this.#distances = before.#distances
      this.#families = before.#families
      this.#scopes = before.#scopes
      this.sharing = before.sharing
      this.#choices = before.#choices
      return
    }
    this.#choices = new Map()
    const unitsByName = new Map<string, number>()
    for (const f of program.inTurn()) {
      const { packages } = f.language.policy
      if (packages !== undefined) this.#read(f, packages, modules(f), unitsByName)
    }
    for (const f of program.files) {
      if (f.language.policy.packages?.unitsAreBuilds === true) this.#readChoices(f)
    }
  }

  /** Is any file of a package? */
  get any(): boolean {
    return this.sharing.size > 0
  }

  #read(f: FileView, policy: PackagePolicy, modules: ModuleResolver, unitsByName: Map<string, number>): void {
    const { name: unit, sees, imports } = modules.unit?.(f.path, writtenIn(f)) ?? { name: "" }
    const key = `${policy.family}\n${unit}`
    let number = unitsByName.get(key)
    if (number === undefined) {
      number = this.#units.push({
        family: policy.family,
        name: unit,
        sees: sees === undefined ? undefined : new Map(sees.map((it, i) => [it, i + 1])),
        imports: new Set(imports),
      }) - 1
      unitsByName.set(key, number)
    }
    this.#unitOf[f.index] = number
    const { packages, bindings, strings } = f.facts
    if (packages.rows === 0) return
    this.sharing.add(f.index)
    const scopes = new Map<number, Package>()
    for (let row = 0; row < packages.rows; row++) {
      const written = strings[packages.name[row]!]!
      const text = modules.packageOf?.(f.path, written) ?? written
      const package_ = this.#make(policy, text)
      scopes.set(packages.scope[row]!, package_)
      if (package_.files[package_.files.length - 1] !== f.index) package_.files.push(f.index)
    }
    this.#scopes[f.index] = scopes
    const { scope, kind, name, target, rows } = bindings
    for (let row = 0; row < rows; row++) {
      if (kind[row] !== BINDING_KINDS.definition) continue
      const names = scopes.get(scope[row]!)?.names
      if (names === undefined) continue
      const id = f.name(name[row]!)
      const known = names.get(id)
      if (known === undefined) names.set(id, [f.definitionBase + target[row]!])
      else known.push(f.definitionBase + target[row]!)
    }
  }

  /** Names of a file's package that several units define. */
  #readChoices(f: FileView): void {
    const { fileOfDefinition } = this.#program
    for (const package_ of this.#scopes[f.index]?.values() ?? []) {
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
    const all = this.#choices.get(one) ?? [one]
    if (!all.includes(other)) all.push(other)
    for (const each of all) this.#choices.set(each, all)
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

  /** The package of a name, and those around it where names are dotted. */
  #make(policy: PackagePolicy, text: string): Package {
    let all = this.#families.get(policy.family)
    if (all === undefined) this.#families.set(policy.family, all = new Map())
    let made = all.get(text)
    if (made !== undefined) return made
    all.set(text, made = { text, names: new Map(), files: [] })
    const dot = policy.dotted ? text.lastIndexOf(".") : -1
    if (0 < dot) this.#make(policy, text.slice(0, dot))
    return made
  }

  /** The package of such a name that the files of a unit's family know, or undefined. */
  of(unit: number, text: string): Package | undefined {
    return this.#families.get(this.#units[unit]!.family)?.get(text)
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
    return this.#scopes[f.index]?.get(scope)
  }

  /** The same as a text that no other package of any unit has. */
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
    let nearest = UNSEEN
    let found: Array<number> = []
    for (const g of known) {
      if (!isSeen(BINDING_KINDS.definition, kind[g]!, space)) continue
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

const NOTHING: ReadonlyArray<number> = []
