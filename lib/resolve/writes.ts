// Members that come to be by assignment: fields set on `this`, members of prototypes, properties added to functions,
// classes and object literals. What the text alone tells is collected once; what only types tell is added between rounds.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, EXPORT_KINDS, OPS } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { SPECIAL } from "./library.ts"
import { PairMap } from "./pair_map.ts"
import { type Program, SPACES } from "./program.ts"
import { type Ground, memberHolder, type Receiver, receiverAt, receiverNamed } from "./receivers.ts"

/** Sides of symbols, objects and files as numbers that do not meet. */
export const WRITTEN_TO = {
  symbol: (side: number) => side * 3,
  object: (expression: number) => expression * 3 + 1,
  file: (index: number) => index * 3 + 2,
  /** The file in which such a thing stands. O(log files). */
  fileOf: (program: Program, holder: number): number => {
    const row = Math.floor(holder / 3)
    if (holder % 3 === 0) return program.fileOfDefinition[row >>> 1]!
    return holder % 3 === 1 ? program.fileOfExpression(row) : row
  },
} as const

export class Writes {
  readonly #ground: Ground
  /** (symbol * 2 + static, name) → group */
  readonly #ofSymbol: PairMap = new PairMap(1024)
  /** (object literal, name) → group */
  readonly #ofObject = new PairMap(1024)
  /** (file, name) → group: names that are assigned and declared nowhere. */
  #ofUndeclared = new PairMap(64)
  /** By group: file and expression of each value, side by side. */
  readonly values: Array<Array<number>> = []
  /** By group: what its values are written to, a side of a symbol, an object or a file, as `WRITTEN_TO` tells. */
  readonly holders: Array<number> = []
  /** By group: the name that is written. */
  readonly #names: Array<number> = []
  /** Assignments to a member of an object that only its type tells: file and row, side by side. */
  open: Array<number> = []
  /** Names that those assignments write: members of such names may come to be in a later round. */
  readonly openNames = new Set<number>()
  /** By binding: file-local ASSIGNMENTS rows of a variable, by its number. */
  readonly #ofBinding = new Map<number, Array<number>>()
  /** Of what was taken over from others: groups whose values are this one's to change. */
  readonly #own: Set<number> | undefined
  /** Symbols that have a written member: (symbol * 2 + static) → how many. */
  readonly #written = new Map<number, number>()

  constructor(ground: Ground, before?: Writes) {
    this.#ground = ground
    if (before !== undefined) {
      this.#ofSymbol = before.#ofSymbol.copy()
      this.#ofObject = before.#ofObject.copy()
      this.#ofUndeclared = before.#ofUndeclared
      this.values = [...before.values]
      this.holders = [...before.holders]
      this.#names = [...before.#names]
      this.open = before.open
      this.openNames = before.openNames
      this.#ofBinding = before.#ofBinding
      this.#written = new Map(before.#written)
      this.#own = new Set()
      return
    }
    for (const f of ground.program.inTurn()) this.#read(f)
  }

  #read(f: FileView): void {
    const { target, value, rows } = f.facts.assignments
    for (let row = 0; row < rows; row++) {
      const to = target[row]!
      if (f.op[to] === OPS.name) this.#variable(f, to, row)
      else if (f.op[to] === OPS.member || f.op[to] === OPS.index) {
        if (this.#global(f, to, value[row]!) || this.#member(f, to, value[row]!)) continue
        this.open.push(f.index, row)
        this.openNames.add(
          f.exprName[to] === 0 ? this.#ground.program.names.id(SPECIAL.index) : f.name(f.exprName[to]!),
        )
      }
    }
    this.#merges(f)
    this.#exports(f)
  }

  /**
   * What the text alone tells of a program that follows another one. Files that are the same tell the same; undefined
   * where a file that changed and another one write to the same thing, since their order counts.
   */
  static after(
    before: Writes,
    ground: Ground,
    programBefore: Program,
    worked: ReadonlyArray<number>,
  ): Writes | undefined {
    const anew = new Set(worked)
    const writes = new Writes(ground, before)
    writes.#ofUndeclared = new PairMap(64)
    writes.open = []
    for (let i = 0; i < before.open.length; i += 2) {
      if (!anew.has(before.open[i]!)) writes.open.push(before.open[i]!, before.open[i + 1]!)
    }
    const groups = before.values.length
    for (let group = 0; group < groups; group++) {
      const values = before.values[group]!
      const holder = before.holders[group]!
      const at = WRITTEN_TO.fileOf(programBefore, holder)
      let fromAnew = false
      for (let i = 0; i < values.length; i += 2) if (anew.has(values[i]!)) fromAnew = true
      if (anew.has(at)) {
        // What others write to something in a file that changed is written to what that is now.
        for (let i = 0; i < values.length; i += 2) if (!anew.has(values[i]!)) return undefined
        writes.values[group] = []
      } else if (fromAnew) return undefined
      else if (holder % 3 === 2) writes.#ofUndeclared.set(at, before.#names[group]!, group)
    }
    for (const file of worked) writes.#read(ground.program.files[file]!)
    writes.open = inOrder(writes.open)
    for (let group = 0; group < writes.values.length; group++) {
      const values = writes.values[group]!
      if (values === before.values[group] || values.length === 0) continue
      if (!anew.has(WRITTEN_TO.fileOf(ground.program, writes.holders[group]!))) return undefined
    }
    return writes
  }

  /** The same, to which more can be added apart from this. */
  copy(): Writes {
    return new Writes(this.#ground, this)
  }

  get groups(): number {
    return this.values.length
  }

  /** The group of values written to a member of a symbol, or NONE. */
  ofSymbol(symbol: number, isStatic: boolean, name: number): number {
    return this.#ofSymbol.get(this.#ground.symbols.sideOf(symbol, isStatic), name)
  }

  /** The group of values written to a member of an object literal, a call or `new` that made an object, or NONE. */
  ofObject(f: FileView, expression: number, name: number): number {
    return this.#ofObject.get(f.expressionBase + expression, name)
  }

  /** The group of values assigned to a name of a file that nothing declares, or NONE. */
  ofUndeclared(f: FileView, name: number): number {
    return this.#ofUndeclared.get(f.index, name)
  }

  /** How many members of a symbol were written. */
  written(symbol: number, isStatic: boolean): number {
    return this.#written.get(this.#ground.symbols.sideOf(symbol, isStatic)) ?? 0
  }

  /** ASSIGNMENTS rows of a variable. */
  ofBinding(binding: number): ReadonlyArray<number> {
    return this.#ofBinding.get(binding) ?? NO_ROWS
  }

  /** Adds a value to a member of a symbol. */
  addToSymbol(symbol: number, isStatic: boolean, name: number, f: FileView, value: number): boolean {
    const key = this.#ground.symbols.sideOf(symbol, isStatic)
    let group = this.#ofSymbol.get(key, name)
    if (group === NONE) {
      group = this.#newGroup(WRITTEN_TO.symbol(key), name)
      this.#ofSymbol.set(key, name, group)
      this.#written.set(key, (this.#written.get(key) ?? 0) + 1)
    }
    return this.#add(group, f, value)
  }

  /** Adds a value to a member of an object that an expression makes. */
  addToObject(made: FileView, expression: number, name: number, f: FileView, value: number): boolean {
    let group = this.#ofObject.get(made.expressionBase + expression, name)
    if (group === NONE) {
      group = this.#newGroup(WRITTEN_TO.object(made.expressionBase + expression), name)
      this.#ofObject.set(made.expressionBase + expression, name, group)
    }
    return this.#add(group, f, value)
  }

  /** May a group take more values in a later round? */
  isOpen(group: number): boolean {
    return this.openNames.has(this.#names[group]!)
  }

  /** The name that a group's values are written to. */
  nameOf(group: number): number {
    return this.#names[group]!
  }

  /** The group that a member expression of a global object reads, or NONE. */
  ofGlobalMember(f: FileView, e: number): number {
    if (this.#ofUndeclared.size === 0 || f.exprName[e] === 0 || !this.#isGlobalObject(f, f.operand(e, 0))) return NONE
    return this.#ofUndeclared.get(f.index, f.name(f.exprName[e]!))
  }

  #isGlobalObject(f: FileView, e: number): boolean {
    const { globalObjects } = f.language.policy
    if (globalObjects === undefined || e === NONE || f.op[e] !== OPS.name) return false
    return globalObjects.has(f.facts.strings[f.exprName[e]!]!) && this.#ground.program.bindingOf(f, e) === NONE
  }

  /** Files a write to a member of a global object, which makes a name that the file need not declare. */
  #global(f: FileView, target: number, value: number): boolean {
    if (value === NONE || f.exprName[target] === 0 || !this.#isGlobalObject(f, f.operand(target, 0))) return false
    this.#undeclared(f, f.exprName[target]!, value)
    return true
  }

  /** Adds a value to a name that nothing declares; a name of the platform stays the platform's. */
  #undeclared(f: FileView, local: number, value: number): void {
    if (value === NONE || f.language.policy.globals.has(f.facts.strings[local]!)) return
    // what its own file does not bind is declared by another one
    if (f.language.policy.packages !== undefined) return
    const name = f.name(local)
    let group = this.#ofUndeclared.get(f.index, name)
    if (group === NONE) {
      group = this.#newGroup(WRITTEN_TO.file(f.index), name)
      this.#ofUndeclared.set(f.index, name, group)
    }
    this.#add(group, f, value)
  }

  #newGroup(holder: number, name: number): number {
    this.holders.push(holder)
    this.#names.push(name)
    const group = this.values.push([]) - 1
    this.#own?.add(group)
    return group
  }

  #add(group: number, f: FileView, value: number): boolean {
    if (this.#own?.has(group) === false) {
      this.values[group] = [...this.values[group]!]
      this.#own.add(group)
    }
    const values = this.values[group]!
    if (values.length >= 2 * MOST) return false
    for (let i = 0; i < values.length; i += 2) if (values[i] === f.index && values[i + 1] === value) return false
    values.push(f.index, value)
    return true
  }

  #variable(f: FileView, target: number, row: number): void {
    const binding = this.#ground.program.bindingOf(f, target)
    if (binding === NONE) {
      this.#undeclared(f, f.exprName[target]!, f.facts.assignments.value[row]!)
      return
    }
    const rows = this.#ofBinding.get(binding)
    if (rows === undefined) this.#ofBinding.set(binding, [row])
    else rows.push(row)
  }

  /** Files a write under what the text tells of its object; false where only types can. */
  #member(f: FileView, target: number, value: number): boolean {
    const object = f.operand(target, 0)
    const name = f.exprName[target] === 0 ? 0 : f.name(f.exprName[target]!)
    if (object === NONE || name === 0) return false
    if (f.op[object] === OPS.this) {
      const receiver = receiverAt(this.#ground, f, f.exprScope[object]!)
      return receiver !== undefined && this.#file(f, receiver, name, value)
    }
    const receiver = receiverNamed(this.#ground, f, object)
    if (receiver !== undefined) return this.#file(f, receiver, name, value)
    const holder = memberHolder(this.#ground, f, object)
    if (holder !== undefined) return this.#file(f, holder, name, value)
    const made = this.#madeBy(f, object)
    if (made === NONE) return false
    this.addToObject(f, made, name, f, value)
    return true
  }

  #file(f: FileView, receiver: Receiver, name: number, value: number): boolean {
    if (receiver.is === "instance" || receiver.is === "static") {
      this.addToSymbol(receiver.symbol, receiver.is === "static", name, f, value)
      return true
    }
    if (receiver.is === "value" && f.op[receiver.expression] === OPS.object) {
      this.addToObject(f, receiver.expression, name, f, value)
      return true
    }
    return false
  }

  /** The object literal that a variable of this file starts with, or NONE. */
  #madeBy(f: FileView, object: number): number {
    if (f.op[object] !== OPS.name) return NONE
    const binding = this.#ground.program.bindingOf(f, object)
    if (binding === NONE) return NONE
    const row = binding - f.bindingBase
    const { kind, value, target } = f.facts.bindings
    let start = value[row]!
    if (start === NONE && kind[row] === BINDING_KINDS.definition) start = f.facts.definitions.value[target[row]!]!
    if (start === NONE) return NONE
    const isList = f.op[start] === OPS.array && f.language.policy.keysAreNoMembers !== undefined
    return isList || f.op[start] === OPS.object ? start : NONE
  }

  /** What a module exports beside the one value that it is becomes a member of that value. */
  #exports(f: FileView): void {
    const { program, imports } = this.#ground
    const whole = imports.wholeOf(f)
    if (whole === NONE) return
    const { kind, name, expression, rows } = f.facts.exports
    const { entities } = imports
    const entity = imports.entityOfValue(f, whole, SPACES.value)
    const a = entities.a[entity]!
    let at = program.files[a]
    let made: number = entities.b[entity]!
    let symbol: number = NONE
    if (entities.kind[entity] === ENTITIES.definition) {
      at = program.file(a)
      const d = a - at.definitionBase
      const is = at.facts.definitions.kind[d]
      if (is === NODE_KINDS.Class.code || is === NODE_KINDS.Function.code) symbol = a
      made = at.facts.definitions.value[d]!
    } else if (entities.kind[entity] !== ENTITIES.value) return
    if (symbol === NONE && (at === undefined || made === NONE || at.op[made] !== OPS.object)) return
    for (let row = 0; row < rows; row++) {
      const value = expression[row]!
      if (kind[row] !== EXPORT_KINDS.value || value === NONE) continue
      if (symbol !== NONE) this.addToSymbol(symbol, true, f.name(name[row]!), f, value)
      else this.addToObject(at!, made, f.name(name[row]!), f, value)
    }
  }

  /** `Object.assign(Foo.prototype, { … })` and its like: the properties become members. */
  #merges(f: FileView): void {
    for (let e = 0; e < f.op.length; e++) {
      if (f.op[e] !== OPS.call) continue
      if (f.operandCount[e] === 2) this.#mergesInto(f, e)
      if (f.operandCount[e]! < 3 || this.#links(f, e)) continue
      const first = f.operand(e, 1)
      if (first === NONE || (f.op[first] !== OPS.member && f.op[first] !== OPS.name)) continue
      let holder: Receiver | undefined
      for (let i = 2; i < f.operandCount[e]!; i++) {
        const part = f.operand(e, i)
        if (part === NONE || f.op[part] !== OPS.object) continue
        holder ??= memberHolder(this.#ground, f, first)
        if (holder === undefined || (holder.is === "static" && !this.#merging(f, e))) break
        for (let j = 0; j < f.operandCount[part]!; j++) {
          const property = f.operand(part, j)
          if (property === NONE || f.op[property] !== OPS.property || f.exprName[property] === 0) continue
          const value = f.operand(property, 0)
          if (value !== NONE) this.#file(f, holder, f.name(f.exprName[property]!), value)
        }
      }
    }
  }

  /** `dictionary.update({…})`: the entries of one literal are added to another. */
  #mergesInto(f: FileView, call: number): void {
    const { mergers } = f.language.policy
    const callee = f.operand(call, 0)
    const given = f.operand(call, 1)
    if (mergers === undefined || callee === NONE || given === NONE) return
    if (f.op[callee] !== OPS.member || f.op[given] !== OPS.object) return
    if (!mergers.has(f.facts.strings[f.exprName[callee]!]!) || f.operand(callee, 0) === NONE) return
    const made = this.#madeBy(f, f.operand(callee, 0))
    if (made === NONE) return
    for (let j = 0; j < f.operandCount[given]!; j++) {
      const property = f.operand(given, j)
      if (property === NONE || f.op[property] !== OPS.property || f.exprName[property] === 0) continue
      const value = f.operand(property, 0)
      if (value !== NONE) this.addToObject(f, made, f.name(f.exprName[property]!), f, value)
    }
  }

  /** `Object.setPrototypeOf(A.prototype, B.prototype)`, `inherits(A, B)`: A inherits from B. */
  #links(f: FileView, call: number): boolean {
    const callee = f.operand(call, 0)
    const first = f.operand(call, 1)
    const second = f.operand(call, 2)
    if (callee === NONE || first === NONE || second === NONE) return false
    if (f.op[callee] !== OPS.member && f.op[callee] !== OPS.name) return false
    if (!f.language.policy.inheriting.has(f.facts.strings[f.exprName[callee]!]!)) return false
    const holder = memberHolder(this.#ground, f, first)
    if (holder?.is !== "instance" && holder?.is !== "static") return false
    const name = this.#ground.program.names.id(f.language.policy.prototypeName)
    this.addToSymbol(holder.symbol, true, name, f, second)
    return true
  }

  /** Is the callee known to copy the members of its later arguments onto the first? */
  #merging(f: FileView, call: number): boolean {
    const callee = f.operand(call, 0)
    if (callee === NONE) return false
    const name = f.facts.strings[f.exprName[callee]!]!
    return f.language.policy.merging.has(name)
  }
}

/** Files and rows side by side, by file. */
const inOrder = (open: ReadonlyArray<number>): Array<number> => {
  const pairs: Array<readonly [file: number, row: number]> = []
  for (let i = 0; i < open.length; i += 2) pairs.push([open[i]!, open[i + 1]!])
  return pairs.sort((a, b) => a[0] - b[0]).flat()
}

/** Values of one member that are kept; a set of types is bounded anyway. */
const MOST = 32
const NO_ROWS: ReadonlyArray<number> = []
