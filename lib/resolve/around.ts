// What scopes hold beside what is bound in them: members of the types around, names of packages, what imports of all names
// bring. A name is looked up scope by scope, and the first hit decides; `PackagePolicy` tells the order.

import { NONE } from "../graph/columns.ts"
import { CAUSES, NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, IMPORT_FLAGS, OPS, SCOPE_KINDS } from "../syntax/facts.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Globals } from "./globals.ts"
import type { Imports } from "./imports.ts"
import { Inherited } from "./inherited.ts"
import type { Package, Packages } from "./packages.ts"
import { PairMap } from "./pair_map.ts"
import { type Beyond, type Program, spaceOf, SPACES } from "./program.ts"
import { receiverParameter } from "./receivers.ts"
import type { Symbols } from "./symbols.ts"
import { type NameGround, NESTED } from "./type_entities.ts"

/** What a name means that nothing in its own file binds. */
export interface Meaning {
  /** The type around whose member it is, own or inherited; NONE for what is no member. */
  readonly holder: number
  /** The parameter for what a function is called on, whose member it is; NONE for what is no member of one. */
  readonly parameter: number
  /** What it leads to; of a member nothing is said. */
  readonly entity: Entity
  /** The IMPORTS row of the file that brings it, or NONE. */
  readonly through: number
}

const { Function, TypeAlias } = NODE_KINDS

/** A package of more files is imported by an import of all its names as far as these are used. */
const MOST_FILES = 256

/** Of packages from outside, so many are asked whether they are known to have a name. */
const MOST_PACKAGES = 256

const ofHolder = (holder: number): Meaning => ({ holder, parameter: NONE, entity: 0, through: NONE })

const ofParameter = (parameter: number): Meaning => ({ holder: NONE, parameter, entity: 0, through: NONE })

const ofEntity = (entity: Entity, through: number = NONE): Meaning => ({
  holder: NONE,
  parameter: NONE,
  entity,
  through,
})

/** Is a meaning that of a member of a receiver which is not said? */
export const isImplied = ({ holder, parameter }: Meaning): boolean => holder !== NONE || parameter !== NONE

export class Around implements Beyond, NameGround {
  readonly program: Program
  readonly symbols: Symbols
  readonly imports: Imports
  readonly globals: Globals
  readonly packages: Packages
  readonly inherited: Inherited
  /** (scope, name) → one more than the number of what that scope alone makes of it, 0 for nothing; by space. */
  readonly #known = [new PairMap(1024), new PairMap(1024), new PairMap(64)] as const
  readonly #meanings: Array<Meaning> = []
  /** Parameters whose types are asked for. */
  readonly #asked = new Set<number>()
  /** By file: its imports of all names, by the scope that they bring them into. */
  readonly #stars: Array<ReadonlyMap<number, ReadonlyArray<number>> | undefined> = []
  /** By file and IMPORTS row: what that means as a whole, and 1. */
  readonly #wholes: Array<Uint32Array | undefined> = []
  /** By file: the packages from outside all of whose names it imports. */
  readonly #foreignStars: Array<ReadonlyArray<Entity> | undefined> = []
  /** Names of packages from outside that dotted paths in the code begin with. */
  readonly #paths = new Set<number>()
  /** By unit: imports that hold for all of its files, each an IMPORTS row of a file. */
  #everywhere: ReadonlyArray<ReadonlyArray<readonly [file: FileView, row: number]>> | undefined

  constructor(ground: Pick<Around, "program" | "symbols" | "imports" | "globals" | "packages">) {
    this.program = ground.program
    this.symbols = ground.symbols
    this.imports = ground.imports
    this.globals = ground.globals
    this.packages = ground.packages
    this.inherited = new Inherited(this)
    this.imports.around = this
    this.program.beyond = this
  }

  get around(): Around {
    return this
  }

  holds(f: FileView, scope: number, name: number, space: number, isApart: boolean): boolean {
    return this.#at(f, scope, name, space, isApart) !== undefined
  }

  standsApart(f: FileView, scope: number): boolean {
    const { scopes, definitions } = f.facts
    const d = scopes.definition[scope]!
    if (f.language.policy.nestedStandApart !== true || scopes.kind[scope] !== SCOPE_KINDS.type || d === NONE) {
      return false
    }
    const isMember = definitions.kind[d] !== 0 && scopes.kind[definitions.scope[d]!] === SCOPE_KINDS.type
    return isMember && (definitions.flags[d]! & DEFINITION_FLAGS.lexicalThis) === 0
  }

  finds(f: FileView, scope: number, name: number, space: number): boolean {
    return this.find(f, scope, name, space) !== undefined
  }

  calls(f: FileView, type: number): boolean {
    if (f.op[type] === OPS.typeFunction) return true
    const entity = this.inherited.typeNamed(f, type)
    const { entities } = this.imports
    if (entity === undefined || entities.kind[entity] !== ENTITIES.definition) return false
    const symbol = this.inherited.behindAlias(entities.a[entity]!)
    const at = this.program.file(symbol)
    const written = at.facts.definitions.type[symbol - at.definitionBase]!
    if (this.program.kind[symbol] === TypeAlias.code) return written !== NONE && at.op[written] === OPS.typeFunction
    const protocol = at.language.policy.protocols?.call ?? ""
    return protocol !== "" && this.inherited.holder(symbol, this.program.names.id(protocol), SPACES.call) !== NONE
  }

  /** What a name that is read or called means, where nothing in the file binds it; or undefined. */
  meaning(f: FileView, e: number): Meaning | undefined {
    const { implicitReceiver, packages, variablesAreCalled } = f.language.policy
    if (!implicitReceiver && packages === undefined) return undefined
    const space = spaceOf(f, e)
    const name = f.name(f.exprName[e]!)
    const found = this.find(f, f.exprScope[e]!, name, space)
    return found === undefined && space === SPACES.call && variablesAreCalled === true
      ? this.find(f, f.exprScope[e]!, name, SPACES.value)
      : found
  }

  /** What a name leads to that nothing in the file binds, where it is no member of a type around; or undefined. */
  entity(f: FileView, scope: number, name: number, space: number): Entity | undefined {
    const found = this.find(f, scope, name, space)
    return found === undefined || isImplied(found) ? undefined : found.entity
  }

  /** What a name means that nothing in the file binds, or undefined. */
  find(f: FileView, scope: number, name: number, space: number): Meaning | undefined {
    const { implicitReceiver, packages } = f.language.policy
    if (!implicitReceiver && packages === undefined) return undefined
    const { parent, kind, definition } = f.facts.scopes
    let outside: Meaning | undefined
    let isApart = false
    for (let at = scope; at !== NONE; at = parent[at]!) {
      const found = this.#at(f, at, name, space, isApart)
      if (found !== undefined) return found
      isApart ||= this.standsApart(f, at)
      if (outside !== undefined || !implicitReceiver || definition[at] === NONE) continue
      if (kind[at] === SCOPE_KINDS.type) {
        const symbol = this.symbols.of[f.definitionBase + definition[at]!]!
        outside = this.#outsideOf(symbol, name, space)
      } else if (kind[at] === SCOPE_KINDS.function && space !== SPACES.type) {
        const parameter = receiverParameter(f, definition[at]!)
        if (parameter !== NONE && !this.#isOwn(f, parameter)) outside = ofParameter(f.parameterBase + parameter)
      }
    }
    if (packages === undefined) return outside
    const unit = this.packages.unitOf(f)
    const found = this.#fromEverywhere(f, unit, name, space)
    if (found !== undefined) return found
    for (const text of [...this.packages.importsOf(unit), ...packages.defaults]) {
      const package_ = this.packages.of(unit, text)
      const entity = package_ === undefined ? undefined : this.#ofPackage(f, unit, package_, name, space)
      if (entity !== undefined) return ofEntity(entity)
    }
    const text = this.program.names.text(name)
    if (f.language.policy.globals.has(text)) return undefined
    // what may come from outside hides no package: a path begins so
    if (space !== SPACES.call && packages.dotted) {
      if (packages.roots?.has(text) === true || this.packages.of(unit, text) !== undefined) return undefined
    }
    // types are imported by far more often than inherited
    const isType = space === SPACES.type || (space === SPACES.value && /^\p{Lu}/u.test(text))
    return isType ? this.#possibly(f, name) ?? outside : outside ?? this.#possibly(f, name)
  }

  /**
   * What one scope makes of a name beside what is bound there, or undefined.
   *
   * @param isApart Is it asked from a type in it that has no instance of its own type?
   */
  #at(f: FileView, scope: number, name: number, space: number, isApart: boolean): Meaning | undefined {
    const { kind, definition } = f.facts.scopes
    const implies = f.language.policy.implicitReceiver && definition[scope] !== NONE
    const isType = implies && kind[scope] === SCOPE_KINDS.type
    const receiver = implies && kind[scope] === SCOPE_KINDS.function && space !== SPACES.type
      ? receiverParameter(f, definition[scope]!)
      : NONE
    if (receiver !== NONE) return this.#inParameter(f, receiver, name, space)
    const package_ = this.packages.ofScope(f, scope)
    const stars = f.language.policy.packages === undefined ? undefined : this.#starsOf(f).get(scope)
    if (!isType && package_ === undefined && stars === undefined) return undefined
    if (isType && isApart) {
      return this.#inType(f, this.symbols.of[f.definitionBase + definition[scope]!]!, name, space, true)
    }
    const known = this.#known[space as 0 | 1 | 2]
    const key = f.scopeBase + scope
    const seen = known.get(key, name)
    if (seen !== NONE) return seen === 0 ? undefined : this.#meanings[seen - 1]
    const found = isType
      ? this.#inType(f, this.symbols.of[f.definitionBase + definition[scope]!]!, name, space, false)
      : this.#inPackage(f, package_, stars, name, space)
    if (this.inherited.isLasting) {
      known.set(key, name, found === undefined ? 0 : this.#meanings.push(found))
    }
    return found
  }

  #inType(f: FileView, symbol: number, name: number, space: number, isApart: boolean): Meaning | undefined {
    const { inherited, program, imports, symbols } = this
    const holder = inherited.holder(symbol, name, space)
    if (holder !== NONE) {
      const member = inherited.member(holder, name, space)
      if (NESTED.has(program.kind[member]!)) {
        return ofEntity(imports.entities.make(ENTITIES.definition, symbols.of[member]!))
      }
      if (!isApart || (program.definitionFlags[member]! & NODE_FLAGS.static) !== 0) return ofHolder(symbol)
    }
    if (space === SPACES.type) return undefined
    const speaker = inherited.speaker(symbol, name, space)
    if (speaker !== NONE) return ofHolder(speaker)
    if (isApart) return undefined
    const isRoots = f.language.policy.rootMembers?.has(program.names.text(name)) === true
    return isRoots ? ofHolder(symbol) : undefined
  }

  /** A member of what a function is called on, as far as the name of its type tells. */
  #inParameter(f: FileView, parameter: number, name: number, space: number): Meaning | undefined {
    const { entities } = this.imports
    // a name in the type itself is none of its members
    if (this.#asked.has(f.parameterBase + parameter)) return undefined
    this.#asked.add(f.parameterBase + parameter)
    const entity = this.inherited.typeNamed(f, f.facts.parameters.type[parameter]!)
    this.#asked.delete(f.parameterBase + parameter)
    if (entity === undefined || entities.kind[entity] !== ENTITIES.definition) return undefined
    const symbol = this.inherited.behindAlias(entities.a[entity]!)
    return this.inherited.holder(symbol, name, space) === NONE ? undefined : ofParameter(f.parameterBase + parameter)
  }

  /** Is the type of a parameter one of the repository, by its name? */
  #isOwn(f: FileView, parameter: number): boolean {
    const entity = this.inherited.typeNamed(f, f.facts.parameters.type[parameter]!)
    return entity !== undefined && this.imports.entities.kind[entity] === ENTITIES.definition
  }

  #inPackage(
    f: FileView,
    package_: Package | undefined,
    stars: ReadonlyArray<number> | undefined,
    name: number,
    space: number,
  ): Meaning | undefined {
    const unit = this.packages.unitOf(f)
    if (package_ !== undefined) {
      const entity = this.#ofPackage(f, unit, package_, name, space)
      if (entity !== undefined) return ofEntity(entity)
    }
    for (const row of stars ?? []) {
      const entity = this.#ofStar(f, f, row, name, space)
      if (entity !== undefined) return ofEntity(entity, row)
    }
    return undefined
  }

  /** A name of a package as a file sees it; several definitions that fit alike are no answer. */
  #ofPackage(f: FileView, unit: number, package_: Package, name: number, space: number): Entity | undefined {
    const all = this.packages.definitions(unit, f.index, package_, name, space)
    if (all.length > 0) return this.entityOfAll(all, f.index, name)
    return f.language.policy.packages!.nested === true ? this.#inner(package_, unit, name, space) : undefined
  }

  /** A package inside of one, or undefined. */
  #inner(package_: Package, unit: number, name: number, space: number): Entity | undefined {
    if (space === SPACES.call) return undefined
    const text = this.program.names.text(name)
    const inner = package_.text === "" ? text : `${package_.text}.${text}`
    return this.packages.of(unit, inner) !== undefined
      ? this.imports.entities.make(ENTITIES.package, this.program.names.id(inner), unit)
      : undefined
  }

  /** The one symbol that some definitions are of; where they are several, that of the file that asks. */
  entityOfAll(definitions: ReadonlyArray<number>, file: number, name: number): Entity {
    const { symbols, program, imports } = this
    const first = symbols.of[definitions[0]!]!
    const make = (symbol: number): Entity => imports.entities.make(ENTITIES.definition, symbol)
    if (definitions.length === 1 || definitions.every((g) => symbols.of[g] === first)) return make(first)
    const own = definitions.filter((g) => program.fileOfDefinition[g] === file)
    if (own.length > 0) return make(symbols.of[own[0]!]!)
    // functions of one name are told apart by their calls
    if (definitions.every((g) => program.kind[g] === Function.code)) return make(first)
    return imports.entities.make(ENTITIES.unresolved, CAUSES.ambiguous.code, name)
  }

  /** The package that an import names from inside of a package that holds it, or undefined. */
  relative(f: FileView, row: number): Entity | undefined {
    if (f.language.policy.packages?.nested !== true) return undefined
    const { module, scope } = f.facts.imports
    const unit = this.packages.unitOf(f)
    const written = f.facts.strings[module[row]!]!
    for (let at = scope[row]!; at !== NONE; at = f.facts.scopes.parent[at]!) {
      const around = this.packages.ofScope(f, at)?.text ?? ""
      const text = `${around}.${written}`
      if (around !== "" && this.packages.of(unit, text) !== undefined) {
        return this.imports.entities.make(ENTITIES.package, this.program.names.id(text), unit)
      }
    }
    return undefined
  }

  /** What an import means as a whole; each name of its file asks. */
  #wholeOf(f: FileView, row: number): Entity {
    const { module, rows } = f.facts.imports
    const known = this.#wholes[f.index] ??= new Uint32Array(rows)
    if (known[row] === 0) known[row] = (this.relative(f, row) ?? this.imports.whole(f, module[row]!)) + 1
    return known[row]! - 1
  }

  /** What an import of all names that stands in a file brings of a name. */
  #ofStar(f: FileView, at: FileView, row: number, name: number, space: number): Entity | undefined {
    const { flags } = at.facts.imports
    const { entities } = this.imports
    const whole = this.#wholeOf(at, row)
    if (entities.kind[whole] === ENTITIES.package) {
      const unit = entities.b[whole]!
      const package_ = this.packages.of(unit, this.program.names.text(entities.a[whole]!))!
      const all = this.packages.definitions(unit, f.index, package_, name, space)
      return all.length === 0 ? undefined : this.entityOfAll(all, f.index, name)
    }
    if (entities.kind[whole] !== ENTITIES.definition) return undefined
    const symbol = entities.a[whole]!
    const nested = space === SPACES.call ? undefined : this.nested(symbol, name)
    if (nested !== undefined) return nested
    const isMember = (flags[row]! & IMPORT_FLAGS.members) !== 0 && space !== SPACES.type &&
      this.inherited.holder(symbol, name, space) !== NONE
    return isMember ? entities.make(ENTITIES.member, whole, name) : undefined
  }

  /** A type in a type or in one of its bases, or undefined. */
  nested(symbol: number, name: number): Entity | undefined {
    const holder = this.inherited.holder(symbol, name, SPACES.type)
    if (holder === NONE) return undefined
    const member = this.inherited.member(holder, name, SPACES.type)
    return this.imports.entities.make(ENTITIES.definition, this.symbols.of[member]!)
  }

  #starsOf(f: FileView): ReadonlyMap<number, ReadonlyArray<number>> {
    const known = this.#stars[f.index]
    if (known !== undefined) return known
    const { flags, scope, rows } = f.facts.imports
    const all = new Map<number, Array<number>>()
    for (let row = 0; row < rows; row++) {
      if ((flags[row]! & IMPORT_FLAGS.star) === 0) continue
      const here = all.get(scope[row]!)
      if (here === undefined) all.set(scope[row]!, [row])
      else here.push(row)
    }
    return this.#stars[f.index] = all
  }

  /** Are all names of a package seen in a file that does not import it itself? */
  isEverywhere(f: FileView, text: string): boolean {
    const unit = this.packages.unitOf(f)
    for (const [{ facts: { imports, strings } }, row] of this.everywhere(unit)) {
      const isStar = (imports.flags[row]! & IMPORT_FLAGS.star) !== 0
      if (isStar && strings[imports.module[row]!] === text) return true
    }
    return this.packages.importsOf(unit).has(text) || f.language.policy.packages!.defaults.includes(text)
  }

  /** What the files of a unit import for all of them. */
  #fromEverywhere(f: FileView, unit: number, name: number, space: number): Meaning | undefined {
    for (const [at, row] of this.everywhere(unit)) {
      const { flags, binding } = at.facts.imports
      if ((flags[row]! & IMPORT_FLAGS.star) !== 0) {
        const entity = this.#ofStar(f, at, row, name, space)
        if (entity !== undefined) return ofEntity(entity)
      } else if (binding[row] !== NONE && at.name(at.facts.bindings.name[binding[row]!]!) === name) {
        return ofEntity(this.imports.imported(at, row, space))
      }
    }
    return undefined
  }

  /** Imports that hold for all files of a unit, each an IMPORTS row of a file. */
  everywhere(unit: number): ReadonlyArray<readonly [file: FileView, row: number]> {
    return (this.#everywhere ??= this.#importedEverywhere())[unit] ?? []
  }

  #importedEverywhere(): ReadonlyArray<ReadonlyArray<readonly [file: FileView, row: number]>> {
    const all: Array<Array<readonly [file: FileView, row: number]>> = []
    for (const f of this.program.inTurn()) {
      if (f.language.policy.packages === undefined) continue
      const { flags, rows } = f.facts.imports
      for (let row = 0; row < rows; row++) {
        if ((flags[row]! & IMPORT_FLAGS.everywhere) !== 0) (all[this.packages.unitOf(f)] ??= []).push([f, row])
      }
    }
    return all
  }

  /** A name of a type around that has a base from outside: it may be inherited from there. */
  #outsideOf(symbol: number, name: number, space: number): Meaning | undefined {
    const { outside } = this.inherited.bases(symbol)
    if (outside === undefined) return undefined
    if (space !== SPACES.type) return ofHolder(symbol)
    const entity = this.outside(outside, name)
    return entity === undefined ? undefined : ofEntity(entity)
  }

  /** A name of some package from outside all of whose names are imported, or undefined where there is none. */
  #possibly(f: FileView, name: number): Meaning | undefined {
    const { entities } = this.imports
    const all = this.#foreignStarsOf(f)
    if (all.length === 0) return undefined
    const isKnown = (it: Entity) => this.isKnown(entities.a[it]!, name)
    const first = all.length === 1 ? all[0] : all.length <= MOST_PACKAGES ? all.find(isKnown) : undefined
    // which of several it is of nobody says
    const package_ = first === undefined ? this.program.names.id("*") : entities.a[first]!
    return ofEntity(entities.make(ENTITIES.external, package_, name))
  }

  /** The packages from outside all of whose names a file imports. */
  #foreignStarsOf(f: FileView): ReadonlyArray<Entity> {
    const known = this.#foreignStars[f.index]
    if (known !== undefined) return known
    const { entities } = this.imports
    const found = new Set<Entity>()
    for (const rows of this.#starsOf(f).values()) {
      for (const row of rows) {
        const whole = this.#wholeOf(f, row)
        if (entities.kind[whole] === ENTITIES.external) found.add(whole)
      }
    }
    const unit = this.packages.unitOf(f)
    for (const text of this.packages.importsOf(unit)) {
      if (this.packages.of(unit, text) === undefined) {
        found.add(entities.make(ENTITIES.external, this.program.names.id(text), 0))
      }
    }
    return this.#foreignStars[f.index] = [...found]
  }

  // ── paths ──

  /** What a name leads to that begins a dotted path of packages, and is nothing else; or undefined. */
  pathAt(f: FileView, e: number): Entity | undefined {
    const parent = f.parent(e)
    const isFirst = parent !== NONE && f.operand(parent, 0) === e &&
      (f.op[parent] === OPS.member || f.op[parent] === OPS.typeMember)
    return isFirst ? this.outermost(f, e) : undefined
  }

  /**
   * The package or type of the repository that a dotted path names, seen from a scope: packages around come first where
   * they hold others. Undefined where there is none.
   */
  inside(f: FileView, path: string, scope: number): Entity | undefined {
    if (f.language.policy.packages!.nested !== true) return this.#insideOf(f, path)
    const { parent } = f.facts.scopes
    for (let at = scope; at !== NONE; at = parent[at]!) {
      const text = this.packages.ofScope(f, at)?.text ?? ""
      const found = text === "" ? undefined : this.#insideOf(f, `${text}.${path}`)
      if (found !== undefined) return found
    }
    return this.#insideOf(f, path)
  }

  #insideOf(f: FileView, path: string): Entity | undefined {
    const { entities } = this.imports
    const unit = this.packages.unitOf(f)
    let end = path.length
    let package_ = this.packages.of(unit, path)
    while (package_ === undefined && 0 < end) {
      end = path.lastIndexOf(".", end - 1)
      if (end <= 0) break
      package_ = this.packages.of(unit, path.slice(0, end))
    }
    if (package_ === undefined) return undefined
    // what only holds packages of the repository may be known outside, too
    if (end === path.length) return package_.files.length === 0 ? undefined : this.#entityOf(package_, unit)
    let at: Entity | undefined = this.#entityOf(package_, unit)
    for (const part of path.slice(end + 1).split(".")) {
      if (at === undefined || entities.kind[at] === ENTITIES.unresolved) break
      at = this.memberOf(at, f.index, this.program.names.id(part), SPACES.type)
    }
    return at
  }

  #entityOf(package_: Package, unit: number): Entity {
    return this.imports.entities.make(ENTITIES.package, this.program.names.id(package_.text), unit)
  }

  /** The package of such a name, or that some files are of, or undefined. */
  packageAt(f: FileView, text: string, files: ReadonlyArray<FileView>): Entity | undefined {
    const unit = this.packages.unitOf(f)
    const package_ = text === ""
      ? files[0] === undefined ? undefined : this.packages.ofScope(files[0], 0)
      : this.packages.of(unit, text)
    return package_ === undefined ? undefined : this.#entityOf(package_, unit)
  }

  /** Files that an import of all names imports, whichever of the names are used. */
  filesThrough(f: FileView, row: number): ReadonlySet<number> {
    const { entities } = this.imports
    const whole = this.imports.whole(f, f.facts.imports.module[row]!)
    if (entities.kind[whole] === ENTITIES.definition) return new Set([this.imports.fileOf(whole)])
    const isPackage = f.language.policy.packages!.importsFiles === true && entities.kind[whole] === ENTITIES.package
    const files = isPackage ? this.packages.filesOf(entities.b[whole]!, this.#packageOf(whole)) : []
    return new Set(MOST_FILES < files.length ? [] : files)
  }

  /** The files of a package. */
  pathsOf(entity: Entity): ReadonlyArray<string> {
    const { files } = this.#packageOf(entity)
    return files.map((file) => this.program.files[file]!.path)
  }

  #packageOf(entity: Entity): Package {
    const { a, b } = this.imports.entities
    return this.packages.of(b[entity]!, this.program.names.text(a[entity]!))!
  }

  /**
   * A name inside a package or a type, or undefined.
   *
   * @param file The file that asks, or NONE where that makes no difference.
   */
  memberOf(holder: Entity, file: number, name: number, space: number): Entity | undefined {
    const { entities } = this.imports
    if (entities.kind[holder] === ENTITIES.package) {
      const package_ = this.#packageOf(holder)
      const unit = entities.b[holder]!
      const all = this.packages.definitions(unit, file, package_, name, space)
      return all.length > 0 ? this.entityOfAll(all, file, name) : this.#inner(package_, unit, name, space)
    }
    if (entities.kind[holder] !== ENTITIES.definition) return undefined
    const symbol = entities.a[holder]!
    const nested = this.nested(symbol, name)
    if (nested !== undefined || space === SPACES.type) return nested
    const isMember = this.inherited.holder(symbol, name, SPACES.value) !== NONE ||
      this.inherited.holder(symbol, name, SPACES.call) !== NONE
    return isMember ? entities.make(ENTITIES.member, holder, name) : undefined
  }

  /** A package from outside that is named like one inside of a package of the repository, which has none of the name. */
  besides(holder: Entity, name: number): Entity | undefined {
    const { entities } = this.imports
    this.#paths.add(entities.a[holder]!)
    const inner = this.innerPath(entities.a[holder]!, name)
    return inner === 0 ? undefined : entities.make(ENTITIES.external, inner, 0)
  }

  /** A name in something outside, or undefined where that is no place outside. */
  outside(holder: Entity, name: number): Entity | undefined {
    const { entities } = this.imports
    if (entities.kind[holder] !== ENTITIES.external) return undefined
    const a = entities.a[holder]!
    if (entities.b[holder] !== 0) {
      // of a type that is known a type inside of it is another one
      if (!this.isKnown(a, entities.b[holder]!)) return holder
      const { names } = this.program
      const whole = names.id(`${names.text(a)}.${names.text(entities.b[holder]!)}`)
      return entities.make(ENTITIES.external, whole, name)
    }
    const inner = this.innerPath(a, name)
    return inner === 0 ? entities.make(ENTITIES.external, a, name) : entities.make(ENTITIES.external, inner, 0)
  }

  /** The name of a package inside of one from outside that a dotted path began, or 0 for a name that is no package's. */
  innerPath(package_: number, name: number): number {
    if (!this.#paths.has(package_)) return 0
    const { names } = this.program
    const text = names.text(name)
    if (!/^\p{Ll}/u.test(text)) return 0
    const inner = names.id(`${names.text(package_)}.${text}`)
    this.#paths.add(inner)
    return inner
  }

  /** Does what is known of packages from outside have a name? Set when that is known. */
  isKnown: (package_: number, name: number) => boolean = () => false

  /** What the first name of a dotted path leads to that nothing else is: a package of the repository or from outside. */
  outermost(f: FileView, e: number): Entity | undefined {
    const { packages } = f.language.policy
    if (packages?.dotted !== true || (f.op[e] !== OPS.name && f.op[e] !== OPS.typeName)) return undefined
    const name = f.name(f.exprName[e]!)
    const unit = this.packages.unitOf(f)
    const package_ = this.packages.of(unit, this.program.names.text(name))
    if (package_ !== undefined) return this.#entityOf(package_, unit)
    this.#paths.add(name)
    return this.imports.entities.make(ENTITIES.external, name, 0)
  }
}
