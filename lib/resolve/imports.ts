// Imports and exports: from a name in one file to what it means in the end, through re-exports, renames, stars and
// modules that are one value. Answers are the same whoever asks: a chain that runs into itself ends there without a
// result, and what was cut short so is remembered for who begins to ask there, not for who comes by.

import { NONE } from "../graph/columns.ts"
import { CAUSES, NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_FLAGS, BINDING_KINDS, EXPORT_KINDS, IMPORT_FLAGS, OPS } from "../syntax/facts.ts"
import type { Loading, ModuleResolver, ModuleTarget } from "../syntax/language.ts"
import type { Around } from "./around.ts"
import { ENTITIES, Entities } from "./entities.ts"
import type { Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { PairMap } from "./pair_map.ts"
import { type Program, SPACES } from "./program.ts"
import type { Symbols } from "./symbols.ts"

/** Where a specifier of one file leads. */
export interface Destination {
  /** Files that were read, in order. */
  readonly files: ReadonlyArray<FileView>
  /** All files of the repository that it means, read or not. */
  readonly paths: ReadonlyArray<string>
  /** Name of a package outside, or 0. */
  readonly external: number
  /** Name of the path of a folder that is a module, or 0. */
  readonly folder: number
  /** The package or type of the repository that it names, where files share names by packages. */
  readonly inside?: Entity
}

const DEEPEST = 64

/** Kinds of definition that stand in for an import. */
const STANDS_IN: ReadonlySet<number> = new Set([NODE_KINDS.Function.code, NODE_KINDS.Class.code])

export class Imports {
  readonly entities = new Entities()
  readonly #program: Program
  readonly #symbols: Symbols
  readonly #modules: (f: FileView) => ModuleResolver
  readonly #destinations: Array<Map<number, Destination> | undefined>
  /** (file, name) → its first row in the file's exports, and the next ones. */
  readonly #rows = new PairMap(1024)
  readonly #nextRow: Array<Uint32Array | undefined>
  readonly #known = [new PairMap(1024), new PairMap(1024)] as const
  /** The same of what stands in a ring, as it is found by who begins to ask there. */
  readonly #inRing = [new PairMap(64), new PairMap(64)] as const
  /** Does what was found last stand in a ring? */
  #isRing = false
  readonly #imported = [new PairMap(1024), new PairMap(1024)] as const
  /** By binding: its entity + 1, or 0. */
  readonly #ofBinding: readonly [Uint32Array, Uint32Array]
  readonly #star: number
  readonly #default: number
  readonly #assigned: number
  /** What scopes hold beside what is bound in them; set when it is made, before any name is looked up. */
  around!: Around
  #visiting = new Set<number>()
  #cut = false
  /**
   * What was found where a ring cut the search short, for the outermost search that is under way: whoever closes the ring
   * is still looking, so looking here again finds no more. Without it files that re-export each other cost a path each.
   */
  readonly #searched = new Map<number, Entity | undefined>()

  constructor(program: Program, symbols: Symbols, modules: (f: FileView) => ModuleResolver) {
    this.#program = program
    this.#symbols = symbols
    this.#modules = modules
    this.#ofBinding = [new Uint32Array(program.counts.bindings), new Uint32Array(program.counts.bindings)]
    this.#star = program.names.id("*")
    this.#default = program.names.id("default")
    this.#assigned = program.names.id("=")
    this.#destinations = new Array(program.files.length)
    this.#nextRow = new Array(program.files.length)
    for (const f of program.inTurn()) {
      const { name, rows } = f.facts.exports
      if (rows === 0) continue
      const next = this.#nextRow[f.index] = new Uint32Array(rows).fill(NONE)
      for (let row = rows - 1; 0 <= row; row--) {
        const id = f.name(name[row]!)
        const later = this.#rows.get(f.index, id)
        if (later !== NONE) next[row] = later
        this.#rows.set(f.index, id, row)
      }
    }
  }

  /** Where a specifier, a local string of the file, leads. */
  destination(f: FileView, module: number): Destination {
    const known = this.#destinations[f.index] ??= new Map()
    const seen = known.get(module)
    if (seen !== undefined) return seen
    const written = f.facts.strings[module]!
    const inside = f.language.policy.packages?.dotted === true
      ? this.around.inside(f, written, scopeOf(f, module))
      : undefined
    const destination = inside === undefined
      ? this.#among(f, this.#toward(this.#modules(f).resolve(f.path, written, loadingOf(f, module))))
      : { files: [], paths: [], external: 0, folder: 0, inside }
    known.set(module, destination)
    return destination
  }

  /** The same with the package that a folder or files are, where a language has packages. */
  #among(f: FileView, to: Destination): Destination {
    if (f.language.policy.packages === undefined) return to
    const inside = this.around.packageAt(f, this.#program.names.text(to.folder), to.files)
    if (inside === undefined) return to
    if (to.files.length === 0) return { ...to, paths: this.around.pathsOf(inside), folder: 0, inside }
    const files = this.around.packages.nearest(this.around.packages.unitOf(f), to.files)
    return { ...to, files, paths: files.map(({ path }) => path), folder: 0, inside }
  }

  /** The file of the definition that an entity is, or is a member of; NONE for anything else. */
  fileOf(entity: Entity): number {
    const { kind, a } = this.entities
    const at = kind[entity] === ENTITIES.member ? a[entity]! : entity
    return kind[at] === ENTITIES.definition ? this.#program.fileOfDefinition[a[at]!]! : NONE
  }

  /** What a module leads to as a whole. */
  whole(f: FileView, module: number): Entity {
    const to = this.destination(f, module)
    return to.inside ?? this.#whole(f, to, this.#star)
  }

  #toward(target: ModuleTarget): Destination {
    const paths = target._tag === "files" ? target.paths : []
    return {
      files: paths.flatMap((it) => this.#program.fileByPath.get(it) ?? []),
      paths,
      external: target._tag === "external" ? this.#program.names.id(target.package) : 0,
      folder: target._tag === "folder" ? this.#program.names.id(target.path) : 0,
    }
  }

  /** The files that an IMPORTS row brings in: the module inside of a module, where the name is one. */
  destinationOfRow(f: FileView, row: number): Destination {
    const { module, name } = f.facts.imports
    const to = this.destination(f, module[row]!)
    const path = to.folder !== 0 ? this.#program.names.text(to.folder) : to.paths[0]
    const inner = path === undefined ? undefined : this.#modules(f).part?.(path, f.facts.strings[name[row]!]!)
    return inner === undefined ? to : this.#toward(inner)
  }

  /** A module inside of a folder, or an unresolved entity. */
  partOf(folder: Entity, name: number): Entity {
    const f = this.#program.files[this.entities.b[folder]!]!
    const path = this.#program.names.text(this.entities.a[folder]!)
    return this.#part(f, path, name) ?? this.#missing(CAUSES.unknownMember.code, name)
  }

  #part(f: FileView, path: string, name: number): Entity | undefined {
    const inner = this.#modules(f).part?.(path, this.#program.names.text(name))
    return inner === undefined ? undefined : this.#whole(f, this.#toward(inner), name)
  }

  /** What an IMPORTS row stands for. */
  imported(f: FileView, row: number, space: number): Entity {
    const known = this.#imported[space as 0 | 1].get(f.index, row)
    if (known !== NONE) return known
    const before = this.#isRing
    this.#isRing = false
    const entity = this.#follow(f, f.facts.imports.module[row]!, f.name(f.facts.imports.name[row]!), space, 0)
    if (this.#isLasting) this.#imported[space as 0 | 1].set(f.index, row, entity)
    this.#isRing ||= before
    return entity
  }

  /** What a `module` expression stands for: what its import loads, or the file's own module. */
  loaded(f: FileView, expression: number, space: number): Entity {
    const row = f.exprRef[expression]!
    return row === NONE ? this.entities.make(ENTITIES.module, f.index) : this.imported(f, row, space)
  }

  /** What a file exports under a name, or an unresolved entity. */
  exported(f: FileView, name: number, space: number): Entity {
    return this.#export(f, name, space, 0) ?? this.#missing(CAUSES.unknownMember.code, name)
  }

  /** What a binding leads to. */
  entityOf(binding: number, space: number): Entity {
    const known = this.#ofBinding[space as 0 | 1][binding]!
    if (known !== 0) return known - 1
    const before = this.#isRing
    this.#isRing = false
    const entity = this.#entityOf(binding, space)
    if (this.#isLasting) this.#ofBinding[space as 0 | 1][binding] = entity + 1
    this.#isRing ||= before
    return entity
  }

  /** Would anybody have found what was found last? */
  get #isLasting(): boolean {
    return this.#visiting.size === 0 && !this.#isRing
  }

  #entityOf(binding: number, space: number): Entity {
    const f = this.#program.files[this.#program.fileOfBinding[binding]!]!
    const row = binding - f.bindingBase
    const { kind, target } = f.facts.bindings
    switch (kind[row]) {
      case BINDING_KINDS.definition:
        return this.entities.make(ENTITIES.definition, this.#symbols.of[f.definitionBase + target[row]!]!)
      case BINDING_KINDS.import:
        return this.#orBeside(f, binding, this.imported(f, target[row]!, space))
      case BINDING_KINDS.typeParameter: {
        const parameter = f.typeParameterBase + target[row]!
        return this.entities.make(
          ENTITIES.typeParameter,
          this.#program.sameTypeParameter.get(parameter) ?? parameter,
        )
      }
      default:
        return this.entities.make(ENTITIES.binding, binding)
    }
  }

  /** What stands in for an import of something outside: a function or class of that name in another branch. */
  #orBeside(f: FileView, binding: number, entity: Entity): Entity {
    const kind = this.entities.kind[entity]
    if (f.language.policy.oneSpace !== true) return entity
    if (kind !== ENTITIES.external && kind !== ENTITIES.unresolved && kind !== ENTITIES.unread) return entity
    for (let b = this.#program.nextBinding(binding); b !== NONE; b = this.#program.nextBinding(b)) {
      const definition = this.#program.definitionOf(b)
      if (definition === NONE || !STANDS_IN.has(this.#program.kind[definition]!)) continue
      return this.entities.make(ENTITIES.definition, this.#symbols.of[definition]!)
    }
    return entity
  }

  /** The value that the module is as a whole (`module.exports = …`), or NONE. */
  wholeOf(f: FileView): number {
    const row = this.#rows.get(f.index, this.#assigned)
    return row === NONE ? NONE : f.facts.exports.expression[row]!
  }

  /** Names that a file exports itself, stars left out; for those who list a module's members. */
  exportRows(f: FileView): number {
    return f.facts.exports.rows
  }

  /** What an expression that stands for a value leads to: a name is followed, anything else is itself. */
  entityOfValue(f: FileView, expression: number, space: number): Entity {
    const op = f.op[expression]!
    if (op === OPS.name || op === OPS.typeName) {
      const binding = this.#program.lookUp(f, f.exprScope[expression]!, f.name(f.exprName[expression]!), space)
      if (binding !== NONE) return this.entityOf(binding, space)
    }
    if ((op === OPS.function || op === OPS.class) && f.exprRef[expression] !== NONE) {
      const symbol = this.#symbols.of[f.definitionBase + f.exprRef[expression]!]!
      return this.entities.make(ENTITIES.definition, symbol)
    }
    if (op === OPS.module) return this.loaded(f, expression, space)
    return this.entities.make(ENTITIES.value, f.index, expression)
  }

  #missing(cause: number, name: number): Entity {
    return this.entities.make(ENTITIES.unresolved, cause, name)
  }

  #follow(f: FileView, module: number, name: number, space: number, depth: number): Entity {
    const to = this.destination(f, module)
    if (to.inside !== undefined) {
      const found = name === this.#star ? to.inside : this.around.memberOf(to.inside, f.index, name, space)
      return found ?? this.#missing(CAUSES.unknownMember.code, name)
    }
    if (name === this.#star || to.external !== 0 || (to.files.length === 0 && to.folder === 0)) {
      return this.#whole(f, to, name)
    }
    if (to.folder !== 0) {
      return this.#part(f, this.#program.names.text(to.folder), name) ?? this.#missing(CAUSES.unknownMember.code, name)
    }
    for (const file of to.files) {
      const found = this.#export(file, name, space, depth + 1)
      if (found !== undefined) return found
    }
    return this.#missing(CAUSES.unknownMember.code, name)
  }

  /** What a destination is as a whole; of one outside the name in it. */
  #whole(f: FileView, to: Destination, name: number): Entity {
    if (to.external !== 0) {
      return this.entities.make(ENTITIES.external, to.external, name === this.#star ? 0 : name)
    }
    if (to.folder !== 0) return this.entities.make(ENTITIES.folder, to.folder, f.index)
    if (to.files.length > 0) return this.entities.make(ENTITIES.module, to.files[0]!.index)
    return to.paths.length === 0
      ? this.#missing(CAUSES.unresolvedModule.code, name)
      : this.entities.make(ENTITIES.unread, this.#program.names.id(to.paths[0]!))
  }

  #export(f: FileView, name: number, space: number, depth: number): Entity | undefined {
    const known = this.#known[space as 0 | 1].get(f.index, name)
    if (known !== NONE) return known === 0 ? undefined : known - 1
    const isOutermost = this.#visiting.size === 0
    const ring = isOutermost ? this.#inRing[space as 0 | 1].get(f.index, name) : NONE
    if (ring !== NONE) {
      this.#isRing = true
      return ring === 0 ? undefined : ring - 1
    }
    const key = (f.index * 0x200000 + name) * 2 + space
    if (depth > DEEPEST || this.#visiting.has(key)) {
      this.#cut = true
      return undefined
    }
    if (this.#searched.has(key)) {
      this.#cut = true
      return this.#searched.get(key)
    }
    const before = this.#cut
    this.#cut = false
    this.#visiting.add(key)
    const found = this.#search(f, name, space, depth)
    this.#visiting.delete(key)
    const remembered = found === undefined ? 0 : found + 1
    if (!this.#cut) this.#known[space as 0 | 1].set(f.index, name, remembered)
    else if (isOutermost) {
      this.#inRing[space as 0 | 1].set(f.index, name, remembered)
      this.#isRing = true
      this.#cut = false
    } else this.#searched.set(key, found)
    if (isOutermost) this.#searched.clear()
    this.#cut ||= before
    return found
  }

  #search(f: FileView, name: number, space: number, depth: number): Entity | undefined {
    const { kind, local, module, expression } = f.facts.exports
    const next = this.#nextRow[f.index]
    let fallback: Entity | undefined
    for (let row = this.#rows.get(f.index, name); row !== NONE; row = next![row]!) {
      switch (kind[row]) {
        case EXPORT_KINDS.local: {
          const id = f.name(local[row]!)
          const own = this.#program.lookUp(f, 0, id, space)
          if (own !== NONE) return this.entityOf(own, space)
          const other = this.#program.lookUp(f, 0, id, space === SPACES.value ? SPACES.type : SPACES.value)
          if (other !== NONE) fallback ??= this.entityOf(other, space)
          break
        }
        case EXPORT_KINDS.from: {
          const found = this.#follow(f, module[row]!, f.name(local[row]!), space, depth)
          if (this.entities.kind[found] !== ENTITIES.unresolved) return found
          fallback ??= found
          break
        }
        case EXPORT_KINDS.star:
          // `export * as name`
          return this.#follow(f, module[row]!, this.#star, space, depth)
        case EXPORT_KINDS.value:
        case EXPORT_KINDS.assign:
          if (expression[row] !== NONE) return this.entityOfValue(f, expression[row]!, space)
      }
    }
    if (fallback !== undefined) return fallback
    const declared = this.#declared(f, name, space)
    if (declared !== undefined) {
      // `from . import part` in a package's own file: the name leads to itself, and so to the module inside
      return this.entities.kind[declared] === ENTITIES.unresolved ? this.#part(f, f.path, name) ?? declared : declared
    }
    if (space === SPACES.type) {
      const beside = this.#beside(f, name, space, depth)
      if (beside !== undefined) return beside
    }
    const whole = this.wholeOf(f)
    if (whole !== NONE && name !== this.#assigned) {
      if (name === this.#default) return this.entityOfValue(f, whole, space)
      return this.#memberOfWhole(f, whole, name, space)
    }
    if (name === this.#default) {
      // A module without a default that is not written as one: the default is all of it.
      return this.entities.make(ENTITIES.module, f.index)
    }
    let external: Entity | undefined
    for (let row = this.#rows.get(f.index, this.#star); row !== NONE; row = next![row]!) {
      if (kind[row] !== EXPORT_KINDS.star) continue
      const to = this.destination(f, module[row]!)
      if (to.external !== 0) external ??= this.entities.make(ENTITIES.external, to.external, name)
      for (const file of to.files) {
        const found = this.#export(file, name, space, depth + 1)
        if (found !== undefined && this.entities.kind[found] !== ENTITIES.unresolved) return found
      }
    }
    // A module inside of this one is found without being named in it.
    return external ?? this.#part(f, f.path, name) ?? this.#beside(f, name, space, depth)
  }

  /** What a file of declarations beside the implementation says of a name that the implementation does not give. */
  #beside(f: FileView, name: number, space: number, depth: number): Entity | undefined {
    const path = name === this.#default ? undefined : this.#modules(f).declarations?.(f.path)
    const file = path === undefined ? undefined : this.#program.fileByPath.get(path)
    const found = file === undefined ? undefined : this.#export(file, name, space, depth + 1)
    return found === undefined || this.entities.kind[found] === ENTITIES.unresolved ? undefined : found
  }

  /** A name of the file itself that is exported where it is declared. */
  #declared(f: FileView, name: number, space: number): Entity | undefined {
    const { flags } = f.facts.bindings
    const all = f.language.policy.exports === "all"
    let other: Entity | undefined
    for (let b = this.#program.bindingIn(f, 0, name); b !== NONE; b = this.#program.nextBinding(b)) {
      const definition = this.#program.definitionOf(b)
      const marked = definition !== NONE &&
        (f.facts.definitions.flags[definition - f.definitionBase]! & NODE_FLAGS.exported) !== 0
      if (!marked && !all) continue
      const outside = space === SPACES.value ? BINDING_FLAGS.type : BINDING_FLAGS.value
      if ((flags[b - f.bindingBase]! & outside) === 0) return this.entityOf(b, space)
      other ??= this.entityOf(b, space)
    }
    return other
  }

  #memberOfWhole(f: FileView, whole: number, name: number, space: number): Entity {
    const value = this.entityOfValue(f, whole, space)
    if (this.entities.kind[value] === ENTITIES.value && f.op[whole] === OPS.object) {
      for (let i = f.operandCount[whole]! - 1; 0 <= i; i--) {
        const part = f.operand(whole, i)
        if (part === NONE || f.op[part] !== OPS.property || f.name(f.exprName[part]!) !== name) continue
        const inner = f.operand(part, 0)
        if (inner !== NONE) return this.entityOfValue(f, inner, space)
      }
    }
    if (this.entities.kind[value] === ENTITIES.external && this.entities.b[value] === 0) {
      return this.entities.make(ENTITIES.external, this.entities.a[value]!, name)
    }
    return this.entities.make(ENTITIES.member, value, name)
  }
}

/** The scope in which a file imports a module, by the first of its imports that names it. */
const scopeOf = (f: FileView, name: number): number => {
  const { module, scope } = f.facts.imports
  const row = module.indexOf(name)
  return row < 0 ? 0 : scope[row]!
}

/** How a file asks for a module, by the first of its imports that names it. */
export const loadingOf = (f: FileView, name: number): Loading => {
  const { module, flags } = f.facts.imports
  const row = module.indexOf(name)
  return row >= 0 && (flags[row]! & IMPORT_FLAGS.require) !== 0 ? "require" : "import"
}
