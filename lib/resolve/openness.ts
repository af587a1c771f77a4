// By what code comes to a definition that it does not name: the value is passed on, an object is asked for a member by a
// key that only a run knows, a decorator takes it. What is found here makes a zero honest: nobody else says the name.
//
// Tests are read for what tests hold alone: that one hands a function to an assertion opens it to nobody.
//
// Every value that is used flows into a place. Where it is only called, asked for a named member, compared or given out
// by the module, all that can be done with it says its name. A variable or a property is as open as its own uses.

import * as Columns from "../graph/columns.ts"
import { CAUSES, NODE_FLAGS, NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS, REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import { isGenericClass } from "./expressions.ts"
import { type FileView, HOLDERS } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"
import type { Part } from "./part.ts"
import { type Program, SPACES } from "./program.ts"
import type { Solver } from "./solver.ts"
import type { Binding, Trace } from "./trace.ts"
import { KINDS } from "./types.ts"

const { NONE } = Columns
const { handedOn, keyed, holderHandedOn, holderKeyed, decorated } = OPENNESS
const { Variable, Const, Method, Constructor } = NODE_KINDS

/** A definition, a local binding, an object literal or a file, as one number: what it is in the last two bits. */
export type Thing = number

const DEFINITION = 0
const BINDING = 1
const OBJECT = 2
const FILE = 3

/** Numbers of things, and back. */
export const THINGS = {
  definition: (g: number): Thing => g * 4 + DEFINITION,
  binding: (binding: number): Thing => binding * 4 + BINDING,
  object: (expression: number): Thing => expression * 4 + OBJECT,
  file: (index: number): Thing => index * 4 + FILE,
  kind: (thing: Thing): number => thing % 4,
  row: (thing: Thing): number => Math.floor(thing / 4),
  kinds: { definition: DEFINITION, binding: BINDING, object: OBJECT, file: FILE },
} as const

/** Where a value ends: `known` asks no more, `out` and `keyed` open it, else it is as open as the thing that takes it. */
type Place =
  | typeof KNOWN
  | typeof OUT
  | typeof KEYED
  /** Another name of the same value. */
  | { readonly is: "name"; readonly thing: Thing }
  /** A member of an object. */
  | { readonly is: "member"; readonly thing: Thing }

const KNOWN = 0
const OUT = 1
const KEYED = 2

/** Into a thing: what flows there, as a member (1) or as itself (0), and one more than the flow before, or 0. */
const FLOWS = { kind: "u8", row: "u32", asMember: "u8", next: "u32" } as const satisfies Columns.Shape

/** A number for each thing, 0 where nothing is said of it. Few objects have one. */
class ByThing {
  readonly #columns: ReadonlyArray<Uint8Array | Uint32Array>
  readonly #objects = new Map<number, number>()

  constructor({ counts, files }: Program, Column: typeof Uint8Array | typeof Uint32Array) {
    this.#columns = [
      new Column(counts.definitions),
      new Column(counts.bindings),
      new Column(0),
      new Column(files.length),
    ]
  }

  get(thing: Thing): number {
    const kind = THINGS.kind(thing)
    return kind === OBJECT ? this.#objects.get(THINGS.row(thing)) ?? 0 : this.#columns[kind]![THINGS.row(thing)]!
  }

  set(thing: Thing, value: number): void {
    const kind = THINGS.kind(thing)
    if (kind === OBJECT) this.#objects.set(THINGS.row(thing), value)
    else this.#columns[kind]![THINGS.row(thing)] = value
  }

  /** Those that have a number. */
  things(): Array<Thing> {
    const all = Array.from(this.#objects.keys(), THINGS.object)
    this.#columns.forEach((column, kind) => {
      for (let row = 0; row < column.length; row++) if (column[row] !== 0) all.push(row * 4 + kind)
    })
    return all
  }
}

/** Does a decorator say something and run nothing? */
export const isInert = (f: FileView, expression: number): boolean => {
  const { inertDecorators } = f.language.policy
  if (inertDecorators === undefined) return false
  let e = expression
  while (f.op[e] === OPS.call || f.op[e] === OPS.new || f.op[e] === OPS.instantiate) {
    if (f.operand(e, 0) === NONE) return false
    e = f.operand(e, 0)
  }
  return inertDecorators.has(f.facts.strings[f.exprName[e]!]!)
}

const isTest = (f: FileView): boolean => (f.flags & NODE_FLAGS.test) !== 0

/** Listens to what the references of the program come to; `draw` tells the draft. */
export class Openness implements Trace {
  readonly #s: Solver
  readonly #nodes: Nodes
  readonly #listener: Trace | undefined
  readonly #bits: ByThing
  /** By thing: one more than the last flow into it, which tells the one before. */
  readonly #held: ByThing
  readonly #flows = new Columns.Builder(FLOWS, 1024)
  /** Expressions that the file gives out that was asked for last. */
  #exported: { readonly file: FileView; readonly expressions: ReadonlySet<number> } | undefined
  constructor(s: Solver, nodes: Nodes, listener: Trace | undefined) {
    this.#s = s
    this.#nodes = nodes
    this.#listener = listener
    this.#bits = new ByThing(s.program, Uint8Array)
    this.#held = new ByThing(s.program, Uint32Array)
  }

  bound(binding: Binding): void {
    if (this.#listener !== undefined) {
      const { targets, kinds, reasons } = binding
      this.#listener.bound({ ...binding, targets: [...targets], kinds: [...kinds], reasons: [...reasons] })
    }
    const { file: f, expression: e, role, targets } = binding
    if (role === ROLES.call || role === ROLES.new) {
      let callee = f.operand(e, 0)
      if (callee !== NONE && f.op[callee] === OPS.instantiate) callee = f.operand(callee, 0)
      if (callee !== NONE) this.#keyedType(f, callee)
      if (this.#reachesAll(f, callee)) this.#put(f, KEYED, THINGS.file(f.index))
      if (this.#loadsAny(f, callee)) this.#anyModule(f, f.exprStart[e]!, CAUSES.dynamic.code)
      return
    }
    if (role !== ROLES.read) return
    const op = f.op[e]!
    if (op === OPS.index) this.#keyedType(f, e)
    if (op !== OPS.name && op !== OPS.member && op !== OPS.index) return
    const place = this.#placeOf(f, e)
    if (place === KNOWN) return
    for (const target of targets) this.#put(f, place, THINGS.definition(target))
    if (targets.length === 0 || this.#isLocal(f, e)) {
      for (const thing of this.#valuesOf(f, e)) this.#put(f, place, thing)
    }
  }

  /** What a file says beside its references. */
  read(f: FileView): void {
    this.#literals(f)
    const { definition, expression, rows } = f.facts.decorators
    for (let row = 0; row < rows; row++) {
      if (!isInert(f, expression[row]!)) this.#nodes.open(f.definitionBase + definition[row]!, decorated)
    }
  }

  /** The same as a file said before. */
  readAgain({ marks, holds }: Part): void {
    for (let i = 0; i < marks.length; i += 2) this.#mark(marks[i]!, marks[i + 1]!)
    for (let i = 0; i < holds.length; i += 3) this.#hold(holds[i]!, holds[i + 1]!, holds[i + 2] === 1)
  }

  /** Adds to the draft what is known when all references have ended. O(expressions + flows). */
  draw(): void {
    this.#spread()
    const { draft, of, files } = this.#nodes
    for (const thing of this.#bits.things()) {
      const bits = this.#bits.get(thing)
      const row = THINGS.row(thing)
      if (THINGS.kind(thing) === FILE) draft.addOpen(files[row]!, bits)
      else if (THINGS.kind(thing) === DEFINITION) {
        for (let g = row; g !== NONE; g = this.#s.symbols.nextPart[g]!) {
          if (of[g] !== NONE) draft.addOpen(of[g]!, bits)
        }
      }
    }
  }

  /** Is a module loaded whose name only a run knows? */
  #loadsAny(f: FileView, callee: number): boolean {
    // The word that loads modules has no value; with a text behind it, it were a module.
    if (callee === NONE) return true
    if (f.op[callee] !== OPS.name && f.op[callee] !== OPS.member) return false
    if (this.#isLoader(f, callee)) return true
    if (f.op[callee] !== OPS.name || this.#s.program.bindingOf(f, callee) !== NONE) return false
    return f.language.roles.moduleFunctions.includes(f.facts.strings[f.exprName[callee]!]!)
  }

  /** Is a callee a global function that may reach whatever the module has? */
  #reachesAll(f: FileView, callee: number): boolean {
    const { reachingAll } = f.language.policy
    if (reachingAll === undefined || callee === NONE || f.op[callee] !== OPS.name) return false
    return reachingAll.has(f.facts.strings[f.exprName[callee]!]!) && this.#s.program.bindingOf(f, callee) === NONE
  }

  /** Is a callee a function of a package that loads modules by their names? */
  #isLoader(f: FileView, callee: number): boolean {
    const { loaders } = f.language.policy
    if (loaders === undefined) return false
    const { program, types } = this.#s
    const type = this.#s.ask(() => this.#s.typeOf(f, callee))
    return types.kind[type] === KINDS.external &&
      loaders.has(`${program.names.text(types.a[type]!)}.${program.names.text(types.b[type]!)}`)
  }

  /** Some module, which may be any of the repository, is used as a whole. */
  #anyModule(f: FileView, site: number, cause: number): void {
    const { draft, files } = this.#nodes
    draft.addUnresolved("*", files[f.index]!, ROLES.read, cause, site)
  }

  /** Functions, classes, objects and modules that are written where their value is used. */
  #literals(f: FileView): void {
    this.#nodes.begin(f)
    for (let e = 0; e < f.op.length; e++) {
      switch (f.op[e]) {
        case OPS.object:
          this.#put(f, this.#placeOf(f, e), this.#object(f, e))
          break
        case OPS.function:
        case OPS.class:
          if (f.exprRef[e] !== NONE && !this.#isNamedByPlace(f, e)) {
            this.#put(f, this.#placeOf(f, e), THINGS.definition(f.definitionBase + f.exprRef[e]!))
          }
          break
        case OPS.module: {
          if (f.exprRef[e] === NONE) {
            // The module itself.
            this.#put(f, this.#placeOf(f, e), THINGS.file(f.index))
            break
          }
          const entity = this.#s.imports.imported(f, f.exprRef[e]!, SPACES.value)
          const { entities } = this.#s.imports
          if (entities.kind[entity] === ENTITIES.module) {
            this.#put(f, this.#placeOf(f, e), THINGS.file(entities.a[entity]!))
          } else if (entities.kind[entity] === ENTITIES.unresolved) {
            this.#anyModule(f, f.exprStart[e]!, CAUSES.unresolvedModule.code)
          }
        }
      }
    }
    // Whoever has an object has its methods.
    const { owner, kind, rows } = f.facts.definitions
    for (let d = 0; d < rows; d++) {
      const o = owner[d]!
      if (o === NONE || kind[o] !== 0 || this.#nodes.of[f.definitionBase + d] === NONE) continue
      const object = f.expressionOf(o)
      if (object === NONE || f.op[object] !== OPS.object) continue
      this.#hold(this.#object(f, object), THINGS.definition(f.definitionBase + d), true)
    }
  }

  /** Has a function its name from where it stands: a variable, a field, a member that is assigned? */
  #isNamedByPlace(f: FileView, e: number): boolean {
    const d = f.exprRef[e]!
    const parent = f.parent(e)
    if (parent !== NONE && f.op[parent] === OPS.property) {
      const object = f.parent(parent)
      // A method of the object, which is treated with it.
      return object !== NONE && f.exprRef[object] !== NONE && f.facts.definitions.owner[d] === f.exprRef[object]
    }
    const { kind } = f.facts.definitions
    switch (f.holderKind(e)) {
      case HOLDERS.definition:
        return f.holderRow(e) === d || kind[d] === Method.code
      case HOLDERS.assigned:
        return kind[d] === Method.code || kind[d] === Constructor.code
      default:
        return false
    }
  }

  /** Is an expression the name of a variable or parameter that is no definition? */
  #isLocal(f: FileView, e: number): boolean {
    const binding = f.op[e] === OPS.name ? this.#s.program.bindingOf(f, e) : NONE
    return binding !== NONE && this.#s.program.definitionOf(binding) === NONE
  }

  /** Things whose value an expression is, where it is bound to no definition. */
  #valuesOf(f: FileView, e: number): ReadonlyArray<Thing> {
    const { program, imports, types } = this.#s
    if (f.op[e] === OPS.name) {
      const binding = program.bindingOf(f, e)
      if (binding === NONE) return []
      const entity = imports.entityOf(binding, SPACES.value)
      const { kind, a, b } = imports.entities
      if (kind[entity] === ENTITIES.module) return [THINGS.file(a[entity]!)]
      if (kind[entity] === ENTITIES.definition) return [THINGS.definition(a[entity]!)]
      if (kind[entity] === ENTITIES.value) return [this.#objectOf(a[entity]!, b[entity]!)]
      if (f.facts.bindings.kind[binding - f.bindingBase] === BINDING_KINDS.local) return [THINGS.binding(binding)]
    }
    // What comes through a parameter or out of a call: modules and objects are known by their types.
    const all: Array<Thing> = []
    for (const type of types.alternatives(this.#s.ask(() => this.#s.typeOf(f, e)))) {
      if (types.kind[type] === KINDS.module) all.push(THINGS.file(types.a[type]!))
      else if (types.kind[type] === KINDS.object) all.push(this.#objectOf(types.a[type]!, types.b[type]!))
    }
    return all
  }

  /** `x[key]`, whatever key it is: all that values of the type of `x` have may be meant. */
  #keyedType(f: FileView, e: number): void {
    if (f.op[e] !== OPS.index || this.#isKnownKey(f, e)) return
    const object = f.operand(e, 0)
    if (object === NONE) return
    const { types } = this.#s
    for (const type of types.alternatives(this.#s.ask(() => this.#s.typeOf(f, object)))) {
      switch (types.kind[type]) {
        case KINDS.instance:
        case KINDS.class:
        case KINDS.namespace:
        case KINDS.self:
          this.#put(f, KEYED, THINGS.definition(types.a[type]!))
          break
        case KINDS.module:
          this.#put(f, KEYED, THINGS.file(types.a[type]!))
          break
        case KINDS.object:
          this.#put(f, KEYED, this.#objectOf(types.a[type]!, types.b[type]!))
      }
    }
  }

  /** Does the text, or the type of the key, tell which members are meant? */
  #isKnownKey(f: FileView, e: number): boolean {
    if (f.exprName[e] !== 0) return true
    const key = f.operand(e, 1)
    if (key === NONE) return false
    // A key that members are declared with is the name of those.
    if (f.op[key] === OPS.name && this.#s.program.computed.has(`[${f.facts.strings[f.exprName[key]!]!}]`)) return true
    const { types } = this.#s
    // A type in the brackets of a class asks for no member.
    const object = f.operand(e, 0)
    if (object !== NONE && isGenericClass(this.#s, f, this.#s.ask(() => this.#s.typeOf(f, object)))) return true
    const all = types.alternatives(this.#s.ask(() => this.#s.typeOf(f, key)))
    return all.length > 0 && all.every((it) => types.kind[it] === KINDS.text)
  }

  #placeOf(f: FileView, e: number): Place {
    for (let at = e, steps = 0; steps < 64; steps++) {
      const parent = f.parent(at)
      if (parent === NONE) return this.#holder(f, at)
      const isFirst = f.operand(parent, 0) === at
      switch (f.op[parent]) {
        case OPS.cast:
        case OPS.instantiate:
          if (!isFirst) return KNOWN
          at = parent
          break
        case OPS.await:
        case OPS.either:
          at = parent
          break
        case OPS.assign:
          return isFirst ? KNOWN : this.#holder(f, at)
        case OPS.member:
        case OPS.super:
        case OPS.operation:
          return KNOWN
        case OPS.index:
          return isFirst && !this.#isKnownKey(f, parent) ? KEYED : KNOWN
        case OPS.call:
        case OPS.new:
        case OPS.tagged:
        case OPS.render:
          return isFirst ? KNOWN : OUT
        case OPS.property: {
          const object = f.parent(parent)
          return object === NONE ? OUT : { is: "member", thing: this.#object(f, object) }
        }
        default:
          return f.op[parent]! >= OPS.typeName ? KNOWN : OUT
      }
    }
    return OUT
  }

  /** The place of an expression that is no part of another. */
  #holder(f: FileView, e: number): Place {
    if (this.#exportsOf(f).has(e)) return KNOWN
    const row = f.holderRow(e)
    switch (f.holderKind(e)) {
      case HOLDERS.none:
      case HOLDERS.exported:
        return KNOWN
      case HOLDERS.definition: {
        const kind = f.facts.definitions.kind[row]
        return kind === Variable.code || kind === Const.code
          ? { is: "name", thing: THINGS.definition(f.definitionBase + row) }
          : OUT
      }
      case HOLDERS.binding:
        return { is: "name", thing: THINGS.binding(f.bindingBase + row) }
      case HOLDERS.assigned: {
        const target = f.facts.assignments.target[row]!
        if (f.op[target] !== OPS.name) return OUT
        const binding = this.#s.program.bindingOf(f, target)
        if (binding === NONE) return OUT
        const definition = this.#s.program.definitionOf(binding)
        return { is: "name", thing: definition === NONE ? THINGS.binding(binding) : THINGS.definition(definition) }
      }
      default:
        return OUT
    }
  }

  #exportsOf(f: FileView): ReadonlySet<number> {
    if (this.#exported?.file !== f) {
      this.#exported = { file: f, expressions: new Set(f.facts.exports.expression.filter((e) => e !== NONE)) }
    }
    return this.#exported.expressions
  }

  #object(f: FileView, e: number): Thing {
    return THINGS.object(f.expressionBase + e)
  }

  #objectOf(file: number, e: number): Thing {
    return this.#object(this.#s.program.files[file]!, e)
  }

  /** In a file the value of a thing flows into a place. */
  #put(f: FileView, place: Place, thing: Thing): void {
    if (place === KNOWN || (isTest(f) && !isTest(this.#fileOf(thing)))) return
    if (place === OUT) this.#mark(thing, handedOn)
    else if (place === KEYED) this.#mark(thing, keyed)
    else if (place.thing !== thing) this.#hold(place.thing, thing, place.is === "member")
  }

  #fileOf(thing: Thing): FileView {
    const { files, fileOfBinding, fileOfDefinition } = this.#s.program
    const row = THINGS.row(thing)
    switch (THINGS.kind(thing)) {
      case DEFINITION:
        return files[fileOfDefinition[row]!]!
      case BINDING:
        return files[fileOfBinding[row]!]!
      case FILE:
        return files[row]!
    }
    return files[this.#s.program.fileOfExpression(row)]!
  }

  #mark(thing: Thing, bits: number): void {
    this.#nodes.part?.marks.push(thing, bits)
    this.#bits.set(thing, this.#bits.get(thing) | bits)
  }

  #hold(holder: Thing, thing: Thing, asMember: boolean): void {
    this.#nodes.part?.holds.push(holder, thing, asMember ? 1 : 0)
    const row = this.#flows.add()
    this.#flows.at.kind[row] = THINGS.kind(thing)
    this.#flows.at.row[row] = THINGS.row(thing)
    this.#flows.at.asMember[row] = asMember ? 1 : 0
    this.#flows.at.next[row] = this.#held.get(holder)
    this.#held.set(holder, row + 1)
  }

  /** What is held is as open as its holders. */
  #spread(): void {
    const queue = this.#bits.things()
    const { kind, row: rows, asMember, next } = this.#flows.at
    for (let i = 0; i < queue.length; i++) {
      const bits = this.#bits.get(queue[i]!)
      for (let row = this.#held.get(queue[i]!) - 1; row !== -1; row = next[row]! - 1) {
        const thing = rows[row]! * 4 + kind[row]!
        const before = this.#bits.get(thing)
        const own = bits & (handedOn | keyed)
        const after = before | (asMember[row] === 1 ? this.#ofMember(thing, own) : own)
        if (after === before) continue
        this.#bits.set(thing, after)
        queue.push(thing)
      }
    }
  }

  /** An object that is open opens its methods by name of the holder, and lets go of the values in it. */
  #ofMember(thing: Thing, bits: number): number {
    const isMethod = THINGS.kind(thing) === DEFINITION && this.#s.kindOf(THINGS.row(thing)) === Method.code
    if (!isMethod) return bits === 0 ? 0 : handedOn
    return ((bits & handedOn) === 0 ? 0 : holderHandedOn) | ((bits & keyed) === 0 ? 0 : holderKeyed)
  }
}
