// What others can learn of a definition, a module, an object or a container, as one text: its surface. A surface names
// the units that it mentions, and whoever asks further can only get to those. So the answer to any chain of questions
// that starts at some units is settled by the surfaces of all that can be reached from them.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import type { Language, ModuleResolver, Project } from "../syntax/language.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { basesOf, valueOfBase } from "./bases.ts"
import { behindDefinition, givenBack, MOST_STEPS, valuesBehind } from "./behind.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { SEVERAL, unboundNames } from "./globals.ts"
import { heldByConstant, heldByField, heldByVariable, isHolder, ownBinding } from "./held.ts"
import { functionsBeside, isChosen } from "./overload_sets.ts"
import { mentionPackages, packageUnit } from "./package_surfaces.ts"
import { OwnMembers } from "./own_members.ts"
import { PARAMETERS_OF_LIBRARY, SELF_OF_LIBRARY } from "./library.ts"
import { valueOf } from "./definition_values.ts"
import { SPACES } from "./program.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { StableIds } from "./stable_ids.ts"
import { keyOfDefinition, Mentions, namesOf, STAR, starsOf, Text, type Unit } from "./surface_text.ts"
import { VARIABLES } from "./type_variables.ts"
import { KINDS, type Type } from "./types.ts"
import { WRITTEN_TO } from "./writes.ts"

const { Class, Const, Interface, Function, Method, Constructor, Namespace, Enum } = NODE_KINDS
const RESULTS: ReadonlySet<number> = new Set([0, Function.code, Method.code, Constructor.code])
const TYPES: ReadonlySet<number> = new Set([0, Class.code, Interface.code, Function.code, Enum.code])
export class Surfaces {
  readonly #s: Solver
  readonly #project: Project
  readonly #ids: StableIds
  readonly #units = new Map<string, Unit>()
  readonly #keys: Array<string> = []
  readonly #make: Array<(out: Text) => void> = []
  /** By unit: the file that it stands in, or NONE. */
  readonly #fileOf: Array<number> = []
  readonly #made: Array<{ readonly text: string; readonly mentions: ReadonlyArray<Unit> } | undefined> = []
  /** By what is written to: groups of values. */
  readonly #writtenTo = new Map<number, Array<number>>()
  readonly #names: Array<ReadonlySet<string> | undefined> = []
  readonly #members = new OwnMembers()

  readonly #modules: (language: Language) => ModuleResolver

  constructor(s: Solver, project: Project, modules: (language: Language) => ModuleResolver) {
    this.#s = s
    this.#project = project
    this.#modules = modules
    this.#ids = new StableIds(s.program)
    s.writes.holders.forEach((holder, group) => {
      const groups = this.#writtenTo.get(holder)
      if (groups === undefined) this.#writtenTo.set(holder, [group])
      else groups.push(group)
    })
  }

  keyOf(unit: Unit): string {
    return this.#keys[unit]!
  }

  get count(): number {
    return this.#keys.length
  }

  /** The file that a unit stands in, or NONE. */
  fileOf(unit: Unit): number {
    return this.#fileOf[unit]!
  }

  textOf(unit: Unit): string {
    return this.#surface(unit).text
  }

  mentionsOf(unit: Unit): ReadonlyArray<Unit> {
    return this.#surface(unit).mentions
  }

  /** The same for who asks once: nothing is kept. */
  mentionsOnce(unit: Unit): Iterable<Unit> {
    const known = this.#made[unit]
    if (known !== undefined) return known.mentions
    const out = new Mentions()
    this.#make[unit]!(out)
    return out.mentions
  }

  #surface(unit: Unit) {
    const known = this.#made[unit]
    if (known !== undefined) return known
    const out = new Text()
    this.#make[unit]!(out)
    return this.#made[unit] = { text: out.text, mentions: [...out.mentions] }
  }

  /** Something of a file, NONE for what is of several, by a key of its own; `make` tells its surface. */
  unit(file: number, key: string, make: (out: Text) => void): Unit {
    let unit = this.#units.get(key)
    if (unit === undefined) {
      unit = this.#keys.push(key) - 1
      this.#units.set(key, unit)
      this.#make.push(make)
      this.#fileOf.push(file)
    }
    return unit
  }

  // ── units ──

  definition(g: number): Unit {
    return this.unit(
      this.#s.program.fileOfDefinition[g]!,
      keyOfDefinition(this.#ids.definition(g)),
      (out) => this.#definition(g, out),
    )
  }

  /** All that a module gives out. */
  module(f: FileView): Unit {
    return this.unit(f.index, `exports:${f.path}`, (out) => this.#module(f, out))
  }

  /** One name that a module gives out, or does not. */
  exported(f: FileView, name: number): Unit {
    return this.unit(f.index, `export:${f.path}#${this.#s.program.names.text(name)}`, (out) => {
      for (const space of [SPACES.value, SPACES.type]) this.entity(this.#s.imports.exported(f, name, space), out)
      if (!this.#namesOf(f).has(this.#s.program.names.text(name))) this.#unnamed(f, name, out)
      this.#passedOn(f, name, out)
    })
  }

  /** What a module would have a name from that it passes on, found there or not. */
  #passedOn(f: FileView, name: number, out: Text): void {
    const { imports, program } = this.#s
    const { exports, bindings } = f.facts
    const locals = new Set([name])
    const from = (module: number, there: number): void => {
      const isWhole = program.names.text(there) === "*"
      const { files } = imports.destination(f, module)
      for (const file of files) out.mention(isWhole ? this.module(file) : this.exported(file, there))
    }
    for (let row = 0; row < exports.rows; row++) {
      if (f.name(exports.name[row]!) !== name) continue
      if (exports.module[row] === 0) locals.add(f.name(exports.local[row]!))
      else from(exports.module[row]!, f.name(exports.kind[row] === STAR ? exports.name[row]! : exports.local[row]!))
    }
    const beside = program.fileByPath.get(this.#modules(f.language).declarations?.(f.path) ?? "")
    if (beside !== undefined) out.mention(this.exported(beside, name))
    for (const local of locals) {
      for (let b = program.bindingIn(f, 0, local); b !== NONE; b = program.nextBinding(b)) {
        const row = bindings.target[b - f.bindingBase]!
        const isImport = bindings.kind[b - f.bindingBase] === BINDING_KINDS.import
        if (isImport) from(f.facts.imports.module[row]!, f.name(f.facts.imports.name[row]!))
      }
    }
  }

  /** Where a name may come from that a module does not name itself: the value that it is, or all that another one gives. */
  #unnamed(f: FileView, name: number, out: Text): void {
    const { imports } = this.#s
    const whole = imports.wholeOf(f)
    out.mention(this.unit(f.index, `rest:${f.path}`, (out) => {
      const { kind, module, rows } = f.facts.exports
      for (let row = 0; row < rows; row++) if (kind[row] === STAR) out.say(f.facts.strings[module[row]!]!)
      out.say(`${whole === NONE}`)
      if (whole !== NONE) this.#named(this.#value(f, whole), out)
      for (let i = 0; whole !== NONE && f.op[whole] === OPS.object && i < f.operandCount[whole]!; i++) {
        const part = f.operand(whole, i)
        const value = part === NONE ? NONE : f.operand(part, 0)
        if (value === NONE) continue
        for (const space of [SPACES.value, SPACES.type]) this.entity(imports.entityOfValue(f, value, space), out)
      }
    }))
    if (name !== 0) { for (const file of starsOf(imports, f)) out.mention(this.exported(file, name)) }
  }

  #namesOf(f: FileView): ReadonlySet<string> {
    return this.#names[f.index] ??= namesOf(f)
  }

  /** What a name means that a file does not bind, where its program may. */
  #global(f: FileView, name: number): Unit {
    return this.unit(f.index, `global:${f.path}#${this.#s.program.names.text(name)}`, (out) => {
      const s = this.#s
      for (const space of [SPACES.value, SPACES.type]) {
        const binding = s.globals.meaning(f, name, space)
        if (binding === NONE || binding === SEVERAL) out.say(`${binding}`)
        else this.entity(s.imports.entityOf(binding, space), out)
      }
      out.say(`${s.globals.takesPlatforms(f, name)}`)
    })
  }

  /** Where a specifier of a file leads. */
  specifier(f: FileView, module: number): Unit {
    return this.unit(f.index, `module:${f.path}|${f.facts.strings[module]!}`, (out) => {
      const { paths, external, folder, inside } = this.#s.imports.destination(f, module)
      if (inside !== undefined) this.entity(inside, out)
      const { names } = this.#s.program
      out.say(`${paths.join(" ")}|${names.text(external)}|${names.text(folder)}`)
      if (folder !== 0) out.mention(this.folder(folder))
      for (const path of paths) this.#inner(f, path, out)
    })
  }

  /** Files below a folder, any of which may be a module inside of it. */
  folder(name: number): Unit {
    return this.#below(this.#s.program.names.text(name))
  }

  /** Modules inside of the one at a path, where they are found by their names alone. */
  #inner(f: FileView, path: string, out: Text): void {
    if (this.#modules(f.language).part === undefined) return
    out.mention(this.#below(path.slice(0, Math.max(path.lastIndexOf("/"), 0))))
  }

  #below(folder: string): Unit {
    return this.unit(NONE, `folder:${folder}`, (out) => {
      const inside = folder === "" ? "" : `${folder}/`
      for (const path of this.#project.paths) if (path.startsWith(inside)) out.say(path)
    })
  }

  #value(f: FileView, e: number): Unit {
    return this.unit(f.index, `value:${this.#ids.expression(f, e)}`, (out) => {
      out.say(`${f.op[e]} ${f.holderKind(e)}`)
      this.typeOf(f, e, out)
      if (f.op[e] === OPS.object) this.#object(f, e, out)
      this.#writtenInto(WRITTEN_TO.object(f.expressionBase + e), out)
    })
  }

  #object(f: FileView, e: number, out: Text): void {
    for (let i = 0; i < f.operandCount[e]!; i++) {
      const part = f.operand(e, i)
      if (part === NONE) continue
      out.say(`${f.op[part]} ${f.facts.strings[f.exprName[part]!]!}`)
      const value = f.operand(part, 0)
      if (value === NONE) continue
      out.say(`${f.op[value]}`)
      this.typeOf(f, value, out)
      const s = this.#s
      this.#behind((steps) => valuesBehind(s, f, value, steps), out)
      this.#behind((steps) => heldByConstant(s, f, value, steps), out)
    }
    const itself = f.exprRef[e]!
    if (itself !== NONE && itself < f.facts.definitions.rows) out.mention(this.definition(f.definitionBase + itself))
  }

  /** What calls of a variable run: the values behind what it is declared with, and those it is given later. */
  #held(g: number, out: Text): void {
    const s = this.#s
    const own = ownBinding(s, g)
    if (!isHolder(s, g) && (own === NONE || s.writes.ofBinding(own).length === 0)) return
    const { type, decided } = s.ask(() => heldByVariable(s, g, own))
    out.say(`${decided}`)
    this.type(type, out)
    if (s.kindOf(g) === NODE_KINDS.Property.code) this.type(s.ask(() => heldByField(s, g).type), out)
  }

  /** What lies behind something for each who asks, after some steps already: each has fewer left to go. */
  #behind(after: (steps: number) => Type, out: Text): void {
    let before: Type | undefined
    for (let steps = 0; steps <= MOST_STEPS; steps++) {
      const type = this.#s.ask(() => after(steps))
      if (type !== before) this.type(type, out)
      out.say(type === before ? "=" : "")
      before = type
    }
  }

  #typeParameter(row: number): Unit {
    const s = this.#s
    const f = s.program.files[s.program.fileOfTypeParameter[row]!]!
    return this.unit(f.index, `parameter:${f.path}#${row - f.typeParameterBase}`, (out) => {
      const { name, constraint, fallback } = f.facts.typeParameters
      const at = row - f.typeParameterBase
      out.say(f.facts.strings[name[at]!]!)
      for (const e of [constraint[at]!, fallback[at]!]) this.#annotation(f, e, out)
    })
  }

  #binding(binding: number): Unit {
    const s = this.#s
    const f = s.program.files[s.program.fileOfBinding[binding]!]!
    const row = binding - f.bindingBase
    const { name, kind, flags, type, value, scope } = f.facts.bindings
    const key = `binding:${f.path}#${f.facts.strings[name[row]!]!}.${scope[row]}.${row}`
    return this.unit(f.index, key, (out) => {
      out.say(`${kind[row]} ${flags[row]}`)
      this.type(s.ask(() => s.slot(SLOTS.binding, binding)), out)
      this.#annotation(f, type[row]!, out)
      this.#written(f, value[row]!, out)
    })
  }

  // ── surfaces ──

  #definition(g: number, out: Text): void {
    const s = this.#s
    const f = s.file(g)
    const d = g - f.definitionBase
    const { kind, flags, name, owner, type, value, parameters, parameterCount, typeParameters, typeParameterCount } =
      f.facts.definitions
    out.say(`${f.language.name} ${kind[d]} ${flags[d]} ${f.facts.strings[name[d]!]!}`)
    if (owner[d] !== NONE) this.#mention(f.definitionBase + owner[d]!, out)
    const symbol = s.symbols.of[g]!
    this.#mention(symbol, out)
    for (const other of [s.symbols.nextPart[g]!, s.symbols.companion[symbol]!]) this.#mention(other, out)
    for (let i = 0; i < typeParameterCount[d]!; i++) {
      const unit = this.#typeParameter(f.typeParameterBase + typeParameters[d]! + i)
      out.say(this.keyOf(unit))
      out.mention(unit)
    }
    for (const each of s.typeParametersOf(g)) this.type(each, out)
    for (let i = 0; i < parameterCount[d]!; i++) this.#parameter(f, parameters[d]! + i, out)
    this.#annotation(f, type[d]!, out)
    this.#written(f, value[d]!, out)
    this.type(s.ask(() => valueOf(s, g)), out)
    this.#held(g, out)
    if (kind[d] === Class.code || RESULTS.has(kind[d]!)) this.type(s.ask(() => s.slot(SLOTS.value, g)), out)
    if (RESULTS.has(kind[d]!)) {
      this.type(s.ask(() => s.slot(SLOTS.result, g)), out)
      this.#behind((steps) => givenBack(s, g, steps), out)
    }
    if (kind[d] === Const.code) {
      this.#behind((steps) => behindDefinition(s, g, steps), out)
      if (value[d] !== NONE) this.#behind((steps) => heldByConstant(s, f, value[d]!, steps), out)
    }
    if (TYPES.has(kind[d]!)) this.#heritage(g, symbol, out)
    for (const member of this.#members.of(f, d)) this.#mention(member, out)
    if (kind[d] === Function.code && isChosen(s, g)) this.type(functionsBeside(s, g), out)
    if (kind[d] === Namespace.code || kind[d] === Enum.code) this.#inside(f, d, out)
    for (const isStatic of [false, true]) this.#writtenInto(WRITTEN_TO.symbol(s.symbols.sideOf(symbol, isStatic)), out)
    const made = f.expressionOf(d)
    out.say(made === NONE ? "-" : `${f.op[made]}`)
    if (made !== NONE && f.op[made] === OPS.object) out.mention(this.#value(f, made))
  }

  #parameter(f: FileView, p: number, out: Text): void {
    const s = this.#s
    const { name, flags, type, value } = f.facts.parameters
    out.say(`${f.facts.strings[name[p]!]!} ${flags[p]} ${type[p] === NONE ? "" : ":"}${value[p] === NONE ? "" : "="}`)
    this.type(s.ask(() => s.slot(SLOTS.parameter, f.parameterBase + p)), out)
    this.type(s.given[f.parameterBase + p]!, out)
    this.#annotation(f, type[p]!, out)
  }

  #heritage(g: number, symbol: number, out: Text): void {
    const s = this.#s
    for (const base of s.ask(() => basesOf(s, symbol))) this.type(base, out)
    const f = s.file(g)
    const { relation, expression } = f.facts.supertypes
    const { rows, from, to } = f.supertypes(g - f.definitionBase)
    for (let i = from; i < to; i++) {
      const e = expression[rows[i]!]!
      out.say(`^${relation[rows[i]!]}`)
      this.#tree(f, e, out)
      if (e !== NONE) this.type(s.ask(() => valueOfBase(s, f, e)), out)
    }
  }

  /** Names in the scope that a namespace opens. */
  #inside(f: FileView, d: number, out: Text): void {
    const body = f.facts.definitions.body[d]!
    if (body === NONE) return
    const { scope, name, flags, rows } = f.facts.bindings
    for (let row = 0; row < rows; row++) {
      if (scope[row] !== body) continue
      out.say(`${f.facts.strings[name[row]!]!} ${flags[row]}`)
      this.#entities(f, row, out)
    }
  }

  #module(f: FileView, out: Text): void {
    const s = this.#s
    out.say(f.language.name)
    const { kind, name, module, expression, rows } = f.facts.exports
    for (let row = 0; row < rows; row++) {
      out.say(`${kind[row]} ${f.facts.strings[name[row]!]!} ${f.facts.strings[module[row]!]!}`)
      if (expression[row] !== NONE) out.mention(this.#value(f, expression[row]!))
      if (module[row] === 0) continue
      out.mention(this.specifier(f, module[row]!))
      for (const file of s.imports.destination(f, module[row]!).files) out.mention(this.module(file))
    }
    for (const each of this.#namesOf(f)) {
      const unit = this.exported(f, s.program.names.id(each))
      out.say(this.keyOf(unit))
      out.mention(unit)
    }
    this.#unnamed(f, 0, out)
    this.#inner(f, f.path, out)
  }

  /** Values that are written to members of a symbol or an object, in the order in which they were found. */
  #writtenInto(holder: number, out: Text): void {
    const s = this.#s
    for (const group of this.#writtenTo.get(holder) ?? []) {
      out.say(`=${s.program.names.text(s.writes.nameOf(group))}`)
      this.type(s.ask(() => s.slot(SLOTS.field, group)), out)
      const values = s.writes.values[group]!
      for (let i = 0; i < values.length; i += 2) {
        const f = s.program.files[values[i]!]!
        out.say(`${f.op[values[i + 1]!]}`)
        this.typeOf(f, values[i + 1]!, out)
      }
    }
  }

  // ── texts ──

  #mention(g: number, out: Text): void {
    if (g === NONE) return out.say("-")
    const unit = this.definition(g)
    out.say(this.keyOf(unit))
    out.mention(unit)
  }

  typeOf(f: FileView, e: number, out: Text): void {
    this.type(this.#s.ask(() => this.#s.typeOf(f, e)), out)
  }

  /** A type expression: what it and each part of it means, and how it is written. */
  #annotation(f: FileView, e: number, out: Text): void {
    if (e === NONE) return out.say("-")
    this.type(this.#s.ask(() => typeOfType(this.#s, f, e)), out)
    this.#tree(f, e, out, true)
  }

  /** A value as it is written, which may be a type where a language writes types so. */
  #written(f: FileView, e: number, out: Text): void {
    if (f.language.policy.valuesAreTypes === undefined) this.#tree(f, e, out)
    else this.#annotation(f, e, out)
  }

  /** An expression as it is written, without what stands inside of functions. */
  #tree(f: FileView, e: number, out: Text, isType = false, depth = 0): void {
    if (e === NONE || depth > 64) return out.say("-")
    const ref = f.op[e] === OPS.literal || f.op[e] === OPS.operation ? `${f.exprRef[e]}` : ""
    out.say(`(${f.op[e]} ${f.facts.strings[f.exprName[e]!]!} ${ref}`)
    const defines = f.op[e] === OPS.function || f.op[e] === OPS.class || f.op[e] === OPS.typeFunction ||
      f.op[e] === OPS.typeObject
    if (defines && f.exprRef[e] !== NONE) this.#mention(f.definitionBase + f.exprRef[e]!, out)
    if (isType && depth !== 0) this.type(this.#s.ask(() => typeOfType(this.#s, f, e)), out)
    for (let i = 0; i < f.operandCount[e]!; i++) this.#tree(f, f.operand(e, i), out, isType, depth + 1)
    out.say(")")
  }

  /** What a binding leads to, as a value and as a type. */
  #entities(f: FileView, row: number, out: Text): void {
    for (const space of [SPACES.value, SPACES.type]) {
      this.entity(this.#s.imports.entityOf(f.bindingBase + row, space), out)
    }
  }

  entity(entity: Entity, out: Text): void {
    const s = this.#s
    const { entities } = s.imports
    const a = entities.a[entity]!
    const b = entities.b[entity]!
    const { names } = s.program
    out.say(`e${entities.kind[entity]}`)
    switch (entities.kind[entity]) {
      case ENTITIES.unresolved:
        return out.say(`${a} ${names.text(b)}`)
      case ENTITIES.definition:
        return this.#mention(a, out)
      case ENTITIES.binding:
        return this.#named(this.#binding(a), out)
      case ENTITIES.module:
        return this.#named(this.module(s.program.files[a]!), out)
      case ENTITIES.value:
        return this.#named(this.#value(s.program.files[a]!, b), out)
      case ENTITIES.member:
        this.entity(a, out)
        return out.say(names.text(b))
      case ENTITIES.typeParameter:
        return this.#named(this.#typeParameter(a), out)
      case ENTITIES.folder:
        return this.#named(this.folder(a), out)
      case ENTITIES.package:
        return this.#named(packageUnit(s, this, s.around.packages.familyOf(b), names.text(a)), out)
      default:
        return out.say(`${names.text(a)} ${names.text(b)}`)
    }
  }

  #named(unit: Unit, out: Text): void {
    out.say(this.keyOf(unit))
    out.mention(unit)
  }

  /** A type as a text that is the same wherever it means the same; numbers of this run take no part. */
  type(type: Type, out: Text): void {
    const s = this.#s
    const { types } = s
    const a = types.a[type]!
    const b = types.b[type]!
    out.say(`t${types.kind[type]}`)
    switch (types.kind[type]) {
      case KINDS.instance:
      case KINDS.class:
      case KINDS.namespace:
      case KINDS.shape:
      case KINDS.alias:
      case KINDS.above:
      case KINDS.function:
        this.#mention(a, out)
        out.say(`${b}`)
        break
      case KINDS.self:
        if (a < SELF_OF_LIBRARY) this.#mention(a, out)
        else out.say(s.library.types[a - SELF_OF_LIBRARY]!.name)
        break
      case KINDS.module:
        this.#named(this.module(s.program.files[a]!), out)
        break
      case KINDS.object:
      case KINDS.site:
        this.#named(types.kind[type] === KINDS.site ? this.#site(type) : this.#value(s.program.files[a]!, b), out)
        break
      case KINDS.library:
        out.say(s.library.types[a]!.name)
        break
      case KINDS.libraryValue:
        out.say(s.library.values[a]!.name)
        break
      case KINDS.libraryFunction: {
        const { parameters, rest, result, own, free, written } = s.library.signatures[a]!
        out.say(`${written === true ? "written" : a} ${rest} ${own.length} ${free.length}`)
        for (const each of [...parameters, result]) this.type(each, out)
        break
      }
      case KINDS.external:
        out.say(`${s.program.names.text(a)} ${s.program.names.text(b)}`)
        break
      case KINDS.parameter:
        if (a < s.program.fileOfTypeParameter.length) this.#named(this.#typeParameter(a), out)
        else if (a >= VARIABLES && a - VARIABLES < s.program.counts.definitions) this.#mention(a - VARIABLES, out)
        else out.say(`p${a - PARAMETERS_OF_LIBRARY}`)
        break
      case KINDS.text:
        out.say(`${s.program.names.text(a)} ${b}`)
        break
      case KINDS.package:
        this.#named(packageUnit(s, this, s.around.packages.familyOf(b), s.program.names.text(a)), out)
        break
      case KINDS.folder:
        this.#named(this.folder(a), out)
        break
      default:
        out.say(`${b}`)
    }
    const count = types.count(type)
    out.say(`<${count}`)
    for (let i = 0; i < count; i++) this.type(types.argument(type, i), out)
  }

  /** A container and what was put into it. */
  #site(type: Type): Unit {
    const s = this.#s
    const f = s.program.files[s.types.a[type]!]!
    const e = s.types.b[type]!
    return this.unit(f.index, `site:${this.#ids.expression(f, e)}`, (out) => {
      for (const each of s.sites.get(type) ?? []) this.type(each, out)
      this.#writtenInto(WRITTEN_TO.object(f.expressionBase + e), out)
    })
  }

  /**
   * What a file's own expressions and names lead to: where its questions start.
   *
   * @param types Those of its expressions.
   */
  startsOf(f: FileView, types: Iterable<Type>): ReadonlyArray<Unit> {
    const s = this.#s
    const out = new Mentions()
    const { imports, exports, bindings, definitions } = f.facts
    for (let row = 0; row < imports.rows; row++) {
      out.mention(this.specifier(f, imports.module[row]!))
      const name = f.name(imports.name[row]!)
      for (const file of s.imports.destination(f, imports.module[row]!).files) out.mention(this.exported(file, name))
    }
    for (let row = 0; row < exports.rows; row++) {
      if (exports.module[row] !== 0) out.mention(this.specifier(f, exports.module[row]!))
    }
    for (let row = 0; row < bindings.rows; row++) this.#entities(f, row, out)
    mentionPackages(s, this, f, out)
    if (f.language.policy.packages === undefined) {
      for (const name of unboundNames(s.program, f)) out.mention(this.#global(f, name))
    }
    for (let d = 0; d < definitions.rows; d++) out.mention(this.definition(f.definitionBase + d))
    for (const type of types) this.type(type, out)
    return [...out.mentions]
  }
}
