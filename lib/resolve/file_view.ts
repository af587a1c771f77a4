// One file's facts as the resolver reads them: the hot columns at hand, names as numbers of the whole program, and what
// follows from the tables alone (who holds an expression, which returns a function has). Made when somebody asks, let go of
// where a repository is large, and made again: nothing here says more than the facts and what is asked of them.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as FactsBytes from "../syntax/facts_bytes.ts"
import type { FileFacts, Language } from "../syntax/language.ts"
import { EXPRESSION_FLAGS, OPS, SCOPE_KINDS } from "../syntax/facts.ts"
import { LONGEST_PATH } from "../syntax/guards.ts"
import { FUNCTION_NAME, type Names } from "./names.ts"
import { PairMap } from "./pair_map.ts"
import type { Type } from "./types.ts"

const METHOD = NODE_KINDS.Method.code
const ACCESSOR = NODE_FLAGS.getter | NODE_FLAGS.setter
const CONSTRUCTOR = NODE_KINDS.Constructor.code

/** A file as it comes in. */
export interface InputFile {
  readonly path: string
  readonly language: Language
  /** Made anew when asked for after `letGo`. */
  readonly facts: FileFacts
  /** `NODE_FLAGS` of the file, save whether it was read in part. */
  readonly flags: number
  readonly letGo?: () => void
}

/** Who an expression belongs to that is no operand of another. */
export const HOLDERS = {
  none: 0,
  /** Initial value of a definition. */
  definition: 1,
  /** Value of a local binding. */
  binding: 2,
  /** A RETURNS row. */
  returned: 3,
  /** The value of an ASSIGNMENTS row. */
  assigned: 4,
  /** Default value of a PARAMETERS row. */
  parameter: 5,
  /** An EXPORTS row. */
  exported: 6,
} as const

/** Marks the type of an expression that leans on what rounds find. */
export const SOFT = 0x80000000

/** What is made of a file's facts, its expressions left out. */
class Open {
  readonly facts: FileFacts
  onlyCalled: Uint8Array | undefined
  bindings: PairMap | undefined
  returns: Grouped | undefined
  supertypes: Grouped | undefined
  byStart: Uint32Array | undefined
  ownerOfParameter: Uint32Array | undefined
  narrowed: Map<number, Array<number>> | undefined
  /** Members that guards speak of, by their text: their number. */
  paths: Map<string, number> | undefined

  constructor(facts: FileFacts) {
    this.facts = facts
  }
}

/** What is made of a file's expressions, which are more than all else and asked for last. */
class Body {
  readonly op: Uint8Array
  readonly exprName: Uint32Array
  readonly exprRef: Uint32Array
  readonly operandStart: Uint32Array
  readonly operandCount: Uint16Array
  readonly operands: Uint32Array
  readonly exprScope: Uint32Array
  readonly exprStart: Uint32Array
  readonly exprEnd: Uint32Array
  readonly exprFlags: Uint8Array
  exprType: Uint32Array | undefined
  exprMeaning: Uint32Array | undefined
  exprBinding: Uint32Array | undefined
  parent: Uint32Array | undefined
  holderKind: Uint8Array | undefined
  holderRow: Uint32Array | undefined
  functionExpression: Uint32Array | undefined
  spreads: Map<number, ReadonlyArray<number>> | undefined
  properties: Map<number, Map<number, number>> | undefined

  constructor({ expressions, operands }: FileFacts) {
    this.op = expressions.op
    this.exprName = expressions.name
    this.exprRef = expressions.ref
    this.operandStart = expressions.operands
    this.operandCount = expressions.operandCount
    this.operands = operands.expression
    this.exprScope = expressions.scope
    this.exprStart = expressions.start
    this.exprEnd = expressions.end
    this.exprFlags = expressions.flags
  }
}

export class FileView {
  readonly index: number
  readonly path: string
  readonly language: Language
  /** `NODE_FLAGS` of the file; whether it was read in part is told by its facts. */
  flags: number

  /** Where this file's rows start among those of the whole program. */
  definitionBase = 0
  scopeBase = 0
  bindingBase = 0
  parameterBase = 0
  typeParameterBase = 0
  expressionBase = 0
  importBase = 0

  readonly input: InputFile
  readonly #names: Names
  readonly #onOpened: ((file: FileView, weight: number) => void) | undefined
  /** All that can be made again, in two parts. */
  #open: Open | undefined
  #body: Body | undefined
  /** By local string: its number in the program, or 0. Kept as long as the file: a name has the same number each time. */
  #nameIds: Uint32Array | undefined
  /** Rows that are at hand, as the program counts them. */
  weight = 0
  /** How often it was asked for: each time its facts were made, and each time all files were gone through. */
  uses = 0

  /** @param onOpened Told each time that more is at hand; lives as long as the file does. */
  constructor(index: number, input: InputFile, names: Names, onOpened?: (file: FileView, weight: number) => void) {
    this.index = index
    this.path = input.path
    this.language = input.language
    this.flags = input.flags
    this.input = input
    this.#names = names
    this.#onOpened = onOpened
  }

  /** What is made of the facts; made anew where it was let go of. */
  get made(): Open {
    return this.#open ?? this.#make()
  }

  #make(): Open {
    const { facts } = this.input
    const open = this.#open = new Open(facts)
    this.uses++
    this.#weigh(FactsBytes.rowsOf(facts, "bindings") + 64)
    return open
  }

  /** The same of its expressions. */
  get body(): Body {
    return this.#body ?? this.#makeBody()
  }

  #makeBody(): Body {
    const body = this.#body = new Body(this.facts)
    this.#weigh(body.op.length)
    return body
  }

  #weigh(more: number): void {
    this.#onOpened?.(this, more)
    this.weight += more
  }

  /** Forgets types, and names that are bound by types: they are of one state of one program. */
  forgetTypes(): void {
    if (this.#body === undefined) return
    if (this.language.policy.variablesAreCalled === true) this.#body.exprBinding = undefined
    this.#body.exprType = undefined
    this.#body.exprMeaning = undefined
  }

  /** Lets go of the facts and of all that was made of them; never while a question is being answered. */
  letGo(): void {
    this.#open = undefined
    this.#body = undefined
    this.weight = 0
    this.input.letGo?.()
  }

  get facts(): FileFacts {
    return this.made.facts
  }
  get op(): Uint8Array {
    return this.body.op
  }
  get exprName(): Uint32Array {
    return this.body.exprName
  }
  get exprRef(): Uint32Array {
    return this.body.exprRef
  }
  get operandStart(): Uint32Array {
    return this.body.operandStart
  }
  get operandCount(): Uint16Array {
    return this.body.operandCount
  }
  get operands(): Uint32Array {
    return this.body.operands
  }
  get exprScope(): Uint32Array {
    return this.body.exprScope
  }
  get exprStart(): Uint32Array {
    return this.body.exprStart
  }
  get exprEnd(): Uint32Array {
    return this.body.exprEnd
  }
  get exprFlags(): Uint8Array {
    return this.body.exprFlags
  }

  /** By expression: its type + 1, or 0 where nobody asked yet; `SOFT` is set where a later round may say more. */
  get exprType(): Uint32Array {
    const { body } = this
    return body.exprType ??= new Uint32Array(body.op.length)
  }
  /** The same of what values mean where they stand for types. */
  get exprMeaning(): Uint32Array {
    const { body } = this
    return body.exprMeaning ??= new Uint32Array(body.op.length)
  }
  /** By name: the binding that it stands for + 1, or 0 where nobody asked yet. */
  get exprBinding(): Uint32Array {
    const { body } = this
    return body.exprBinding ??= new Uint32Array(body.op.length)
  }
  /** By definition: 1 for functions that are only called, see known_callers.ts; undefined where nobody asked yet. */
  get onlyCalled(): Uint8Array | undefined {
    return this.made.onlyCalled
  }
  set onlyCalled(all: Uint8Array | undefined) {
    this.made.onlyCalled = all
  }

  /** What is remembered of types: of values, and of what they mean. */
  remembered(): ReadonlyArray<Uint32Array> {
    return [this.#body?.exprType, this.#body?.exprMeaning].filter((it) => it !== undefined)
  }

  /** Types that are remembered, each once. O(expressions). */
  typesOf(): ReadonlySet<Type> {
    const all = new Set<Type>()
    for (const types of this.remembered()) {
      let last = 0
      for (const known of types) {
        if (known === last || known === 0) continue
        last = known
        all.add((known & ~SOFT) - 1)
      }
    }
    return all
  }

  /** (scope, name) → its first binding in this file. Small: it stays in the cache while the file is worked on. */
  get bindings(): PairMap {
    const made = this.made
    if (made.bindings !== undefined) return made.bindings
    const { scope, name, rows } = made.facts.bindings
    const bindings = new PairMap(rows)
    for (let row = rows - 1; 0 <= row; row--) bindings.set(scope[row]!, this.name(name[row]!), this.bindingBase + row)
    return made.bindings = bindings
  }

  /** The program's number of a local string. */
  name(local: number): number {
    const ids = this.#nameIds ??= new Uint32Array(this.facts.strings.length)
    const known = ids[local]!
    if (known !== 0 || local === 0) return known
    return ids[local] = this.#names.id(this.facts.strings[local]!)
  }

  /** The number under which a member of a kind and a local name is filed. */
  memberNamed(local: number, kind: number, flags: number): number {
    const { policy, roles } = this.language
    if (kind === CONSTRUCTOR) return this.#names.id(policy.constructorName)
    const isFunction = kind === METHOD && (flags & ACCESSOR) === 0
    return roles.functionsApart === true && isFunction ? this.name(local) | FUNCTION_NAME : this.name(local)
  }

  /** The number under which a method of a name is filed that nobody writes here. */
  methodNamed(text: string): number {
    const name = this.#names.id(text)
    return name !== 0 && this.language.roles.functionsApart === true ? name | FUNCTION_NAME : name
  }

  /** The number by which the member is searched that a name or access asks for. */
  memberName(e: number): number {
    const name = this.name(this.exprName[e]!)
    return name !== 0 && this.language.roles.functionsApart === true && this.meansFunction(e)
      ? name | FUNCTION_NAME
      : name
  }

  /** Does a name or access ask for a function: is it called, or taken as a function's value? */
  meansFunction(e: number): boolean {
    return (this.exprFlags[e]! & EXPRESSION_FLAGS.called) !== 0 || this.callOf(e) !== NONE
  }

  /** The call that an expression is the callee of, or NONE. */
  callOf(e: number): number {
    let callee = e
    let at = this.parent(callee)
    if (at !== NONE && this.op[at] === OPS.instantiate) at = this.parent(callee = at)
    return at !== NONE && this.op[at] === OPS.call && this.operand(at, 0) === callee ? at : NONE
  }

  /** The operand of an expression, or NONE. */
  operand(expression: number, index: number): number {
    return index < this.operandCount[expression]! ? this.operands[this.operandStart[expression]! + index]! : NONE
  }

  /** The expression that has this one as an operand, or NONE. */
  parent(expression: number): number {
    if (this.body.parent === undefined) this.#connect()
    return this.body.parent![expression]!
  }

  holderKind(expression: number): number {
    if (this.body.holderKind === undefined) this.#hold()
    return this.body.holderKind![expression]!
  }

  holderRow(expression: number): number {
    if (this.body.holderRow === undefined) this.#hold()
    return this.body.holderRow![expression]!
  }

  /** The expression that a function or class is written as, or NONE for a declaration. */
  expressionOf(definition: number): number {
    if (this.body.functionExpression === undefined) this.#connect()
    return this.body.functionExpression![definition]!
  }

  /** The function that a parameter belongs to, or NONE. */
  ownerOfParameter(parameter: number): number {
    if (this.made.ownerOfParameter === undefined) {
      const owners = this.made.ownerOfParameter = new Uint32Array(this.facts.parameters.rows).fill(NONE)
      const { parameters, parameterCount, rows } = this.facts.definitions
      for (let d = 0; d < rows; d++) {
        if (parameterCount[d]! > 0) owners.fill(d, parameters[d]!, parameters[d]! + parameterCount[d]!)
      }
    }
    return this.made.ownerOfParameter[parameter]!
  }

  /** SUPERTYPES rows of a type, in the order of the source: `rows[from .. to)`. */
  supertypes(definition: number): Rows {
    this.made.supertypes ??= grouped(this.facts.supertypes.definition, this.facts.definitions.rows)
    return span(this.made.supertypes, definition)
  }

  /** Definitions in the order of their starts, those that hold others before them. */
  definitionsByStart(): Uint32Array {
    if (this.made.byStart !== undefined) return this.made.byStart
    const { start, end, rows } = this.facts.definitions
    const order = Uint32Array.from({ length: rows }, (_, d) => d)
    let sorted = true
    for (let d = 1; sorted && d < rows; d++) sorted = start[d - 1]! <= start[d]!
    if (!sorted) order.sort((a, b) => start[a]! - start[b]! || end[b]! - end[a]! || a - b)
    return this.made.byStart = order
  }

  /** The property of a name in an object literal, the last one where there are several, or NONE. */
  property(object: number, name: number): number {
    const count = this.operandCount[object]!
    const index = count > LARGE ? this.#propertiesOf(object) : undefined
    if (index !== undefined) return index.get(name) ?? NONE
    for (let i = count - 1; 0 <= i; i--) {
      const part = this.operands[this.operandStart[object]! + i]!
      if (part === NONE || this.op[part] !== OPS.property || this.exprName[part] === 0) continue
      if (this.name(this.exprName[part]!) === name) return part
    }
    return NONE
  }

  /** What is spread into an object literal, the last one first. */
  spreads(object: number): ReadonlyArray<number> {
    const known = this.body.spreads?.get(object)
    if (known !== undefined) return known
    const all: Array<number> = []
    for (let i = this.operandCount[object]! - 1; 0 <= i; i--) {
      const part = this.operands[this.operandStart[object]! + i]!
      if (part === NONE || this.op[part] !== OPS.spread) continue
      const spread = this.operand(part, 0)
      if (spread !== NONE) all.push(spread)
    }
    if (this.operandCount[object]! > LARGE) (this.body.spreads ??= new Map()).set(object, all)
    return all
  }

  #propertiesOf(object: number): ReadonlyMap<number, number> {
    this.body.properties ??= new Map()
    let index = this.body.properties.get(object)
    if (index === undefined) {
      index = new Map()
      for (let i = 0; i < this.operandCount[object]!; i++) {
        const part = this.operands[this.operandStart[object]! + i]!
        if (part === NONE || this.op[part] !== OPS.property || this.exprName[part] === 0) continue
        index.set(this.name(this.exprName[part]!), part)
      }
      this.body.properties.set(object, index)
    }
    return index
  }

  /** RETURNS rows of a function: `rows[from .. to)`. */
  returns(definition: number): Rows {
    this.made.returns ??= grouped(this.facts.returns.definition, this.facts.definitions.rows)
    return span(this.made.returns, definition)
  }

  /** Does a scope belong to the function that a binding is a variable of, and to none inside of it? */
  isInFunctionOf(binding: number, scope: number): boolean {
    const { kind, parent } = this.facts.scopes
    const own = this.facts.bindings.scope[binding]!
    for (let at = scope; at !== NONE; at = parent[at]!) {
      if (at === own) return true
      if (kind[at] === SCOPE_KINDS.function || kind[at] === SCOPE_KINDS.type) return false
    }
    return false
  }

  /** Do two scopes belong to one function, and to none inside of it? */
  isSameFunction(one: number, other: number): boolean {
    return this.#functionAround(one) === this.#functionAround(other)
  }

  #functionAround(scope: number): number {
    const { kind, parent } = this.facts.scopes
    let at = scope
    while (kind[at] !== SCOPE_KINDS.function && kind[at] !== SCOPE_KINDS.type && parent[at] !== NONE) at = parent[at]!
    return at
  }

  /** The value that an assignment gives a binding at a place, or NONE where none is sure. */
  valueAt(binding: number, offset: number, scope: number): number {
    for (const guard of this.narrowing(binding, offset)) {
      if (this.op[guard] === OPS.typeOf && this.isInFunctionOf(binding, scope)) return this.operand(guard, 0)
    }
    return NONE
  }

  /** The type expressions that guards give a binding at an offset, those of the innermost region first. */
  narrowing(binding: number, offset: number): ReadonlyArray<number> {
    return this.facts.narrowings.rows === 0 ? NO_GUARDS : this.#guardsOf(binding, 0, offset)
  }

  /** Do guards of the file speak of members? */
  get guardsMembers(): boolean {
    this.made.paths ??= new Map(
      [...new Set(this.facts.narrowings.path)].filter((it) => it !== 0).map((it) => [this.facts.strings[it]!, it]),
    )
    return this.made.paths.size > 0
  }

  /** The same of a member that is reached from a name; it holds in the function alone that the name belongs to. */
  narrowingOfMember(e: number, bindingOf: (name: number) => number): ReadonlyArray<number> {
    if (!this.guardsMembers) return NO_GUARDS
    let text = ""
    let at = e
    for (let step = 0; at !== NONE && this.op[at] === OPS.member; step++, at = this.operand(at, 0)) {
      if (step === LONGEST_PATH) return NO_GUARDS
      text = `.${this.facts.strings[this.exprName[at]!]!}${text}`
    }
    const path = this.made.paths!.get(text)
    if (path === undefined || at === NONE || this.op[at] !== OPS.name) return NO_GUARDS
    const binding = bindingOf(at)
    if (binding === NONE || !this.isInFunctionOf(binding, this.exprScope[e]!)) return NO_GUARDS
    return this.#guardsOf(binding, path, this.exprStart[e]!)
  }

  #guardsOf(binding: number, path: number, offset: number): ReadonlyArray<number> {
    const { binding: bindings, path: paths, start, end, type, rows } = this.facts.narrowings
    const count = this.facts.strings.length
    if (this.made.narrowed === undefined) {
      this.made.narrowed = new Map()
      for (let row = 0; row < rows; row++) {
        const key = bindings[row]! * count + paths[row]!
        const known = this.made.narrowed.get(key)
        if (known === undefined) this.made.narrowed.set(key, [row])
        else known.push(row)
      }
      for (const all of this.made.narrowed.values()) all.sort((a, b) => start[a]! - start[b]! || a - b)
    }
    const all = this.made.narrowed.get(binding * count + path)
    if (all === undefined) return NO_GUARDS
    let low = 0
    let high = all.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (start[all[middle]!]! <= offset) low = middle + 1
      else high = middle
    }
    const around: Array<number> = []
    for (let i = low - 1, least = Math.max(0, low - MOST_LOOKED_AT); least <= i && around.length < MOST_GUARDS; i--) {
      if (offset < end[all[i]!]!) around.push(all[i]!)
    }
    if (around.length === 0) return NO_GUARDS
    // of equal regions the later one was noted from further inside
    around.sort((a, b) => (end[a]! - start[a]!) - (end[b]! - start[b]!) || b - a)
    return around.map((row) => type[row]!)
  }

  #connect(): void {
    const count = this.op.length
    const parent = this.body.parent = new Uint32Array(count).fill(NONE)
    const made = this.body.functionExpression = new Uint32Array(this.facts.definitions.rows).fill(NONE)
    // what an assignment gives is named again by a narrowing, but stands where it is assigned
    const again = new Set(this.facts.narrowings.type)
    for (let e = 0; e < count; e++) {
      const op = this.op[e]!
      if (op === OPS.typeOf && again.has(e)) continue
      if ((op === OPS.function || op === OPS.class || op === OPS.object) && this.exprRef[e] !== NONE) {
        made[this.exprRef[e]!] = e
      }
      const start = this.operandStart[e]!
      for (let i = 0; i < this.operandCount[e]!; i++) {
        const operand = this.operands[start + i]!
        if (operand !== NONE) parent[operand] = e
      }
    }
  }

  #hold(): void {
    const kinds = this.body.holderKind = new Uint8Array(this.op.length)
    const rows = this.body.holderRow = new Uint32Array(this.op.length)
    const hold = (values: Uint32Array, kind: number): void => {
      for (let row = 0; row < values.length; row++) {
        const e = values[row]!
        if (e === NONE) continue
        kinds[e] = kind
        rows[e] = row
      }
    }
    const { facts } = this
    hold(facts.exports.expression, HOLDERS.exported)
    hold(facts.bindings.value, HOLDERS.binding)
    hold(facts.definitions.value, HOLDERS.definition)
    hold(facts.returns.expression, HOLDERS.returned)
    hold(facts.assignments.value, HOLDERS.assigned)
    hold(facts.parameters.value, HOLDERS.parameter)
  }
}

/** Object literals above this many properties are indexed by name. */
const LARGE = 24

/** Some rows of a table: `rows[from .. to)`. */
export interface Rows {
  readonly rows: Uint32Array
  readonly from: number
  readonly to: number
}

interface Grouped {
  readonly start: Uint32Array
  readonly rows: Uint32Array
}

const span = ({ start, rows }: Grouped, group: number): Rows => ({ rows, from: start[group]!, to: start[group + 1]! })

/** Rows side by side by the group that a column gives, in their order within each. */
const grouped = (column: Uint32Array, groups: number): Grouped => {
  const start = new Uint32Array(groups + 1)
  for (let row = 0; row < column.length; row++) start[column[row]! + 1]!++
  for (let group = 0; group < groups; group++) start[group + 1]! += start[group]!
  const next = start.slice()
  const rows = new Uint32Array(column.length)
  for (let row = 0; row < column.length; row++) rows[next[column[row]!]!++] = row
  return { start, rows }
}

const NO_GUARDS: ReadonlyArray<number> = []

/** Guards around one place that count, the ones that begin last; what more of them say is left out. */
const MOST_GUARDS = 32
/** Guards before a place that are looked at, the last ones. */
const MOST_LOOKED_AT = 1024
