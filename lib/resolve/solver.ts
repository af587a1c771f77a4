// The state in which types are found: what is known of every expression, variable, parameter and result so far.
//
// An answer never depends on who asked first. Types are asked for on demand; a slot that turns out to lean on itself is
// settled together with all that lean on each other, in a fixed number of rounds that each read only the finished one
// before. Nothing that was read in passing is remembered before that. Chains that are too deep for the stack are cut,
// settled from their far end, and asked again.

import { NONE } from "../graph/columns.ts"
import type { ResolutionPolicy } from "../syntax/language.ts"
import type { Around } from "./around.ts"
import { type FileView, SOFT } from "./file_view.ts"
import type { Beside } from "./beside.ts"
import type { Extensions } from "./extensions.ts"
import type { Found } from "./found.ts"
import type { Globals } from "./globals.ts"
import type { Held } from "./held.ts"
import type { Imports } from "./imports.ts"
import { Kept } from "./kept.ts"
import type { Library, Scope } from "./library.ts"
import type { Program } from "./program.ts"
import type { Symbols } from "./symbols.ts"
import { PairMap } from "./pair_map.ts"
import { KINDS, type Type, type Types, UNKNOWN } from "./types.ts"
import type { Writes } from "./writes.ts"

/** What a slot holds the type of. */
export const SLOTS = { binding: 0, value: 1, result: 2, parameter: 3, field: 4 } as const

/** Slots that may wait for one another on the stack. */
const DEEPEST = 100
/** Expressions that may wait inside one another. */
const DEEPEST_EXPRESSION = 300
/** Rounds in which slots that lean on each other are settled. */
const ROUNDS = 3

/** Answers that are remembered, to save asking again, in a repository too large to remember all: some 100 bytes each. */
const MOST_REMEMBERED = 1 << 18

const DONE = -1
/** Settled, but a later round may say more. */
const DONE_SOFT = -2
const NEVER = 0x7fffffff

export class Solver {
  readonly program: Program
  readonly symbols: Symbols
  readonly imports: Imports
  readonly globals: Globals
  readonly around: Around
  readonly extensions: Extensions
  readonly library: Library
  readonly types: Types
  /** Members that came to be by assignment, as of the round before. */
  writes: Writes
  readonly libraryScopes: ReadonlyMap<ResolutionPolicy, Scope>
  readonly computeSlot: (s: Solver, space: number, row: number) => Type
  /** Type parameters of a definition that are variables. */
  readonly typeVariablesOf: (s: Solver, definition: number) => ReadonlyArray<Type>
  readonly #languages: ReadonlyArray<ResolutionPolicy>

  /** By slot: its type. */
  #values: Uint32Array
  /** By slot: 0 never asked, -1 settled, else the depth of the outermost slot in progress that it leans on. */
  #marks: Int32Array
  readonly #bases: ReadonlyArray<number>
  readonly #waiting: Array<number> = []
  /** Depth of the outermost slot in progress that was read since the innermost one began. */
  #low = NEVER
  #depth = 0
  #expressionDepth = 0
  /** Was something read since the innermost frame began that a later round may change? */
  soft = false
  /** Types of expressions that lean on slots in progress: (file, expression) → type and depth. */
  readonly #passing = new Map<number, { readonly type: Type; readonly low: number; readonly soft: boolean }>()
  /** Something was cut; what is on the stack is worth nothing. */
  #cut = false
  #cutSlot: number = NONE
  #cutFile: FileView | undefined
  #cutExpression: number = NONE
  /** How a type was being read that was cut; undefined for a value. */
  #cutType: ((s: Solver, f: FileView, e: number) => Type) | undefined

  /** (type, name) → type of the member: settled for good, and for this round. */
  readonly #memberTypes = new PairMap(4096)
  readonly #softMemberTypes = new PairMap(1024)
  /** (type, name) → what a search for the member comes to. */
  readonly searches = new Kept<Found>()
  /** (call and whether functions among its arguments are left out, type) → what type parameters stand for there. */
  readonly inferences = new Kept<ReadonlyArray<Type>>()
  /** (expression, 0) → what is expected where it stands. */
  readonly expectations = new Kept<Type>()
  /** (call, term of several functions) → those that the call may take. */
  readonly choices = new Kept<ReadonlyArray<Type>>()
  /** (interface, 0) → the one method that it asks for, or NONE. */
  readonly askedFor = new Kept<number>()
  readonly linearisations = new Map<number, ReadonlyArray<Type>>()
  readonly softLinearisations = new Map<number, ReadonlyArray<Type>>()
  /** By definition: what its types may mention from around it. */
  readonly freeParameters: Array<ReadonlyArray<Type> | undefined>
  readonly expanded = new Map<Type, Type>()
  /** By definition: the type parameter that it makes, or UNKNOWN. */
  readonly typeVariables = new Map<number, Type>()
  readonly #typeParameters: Array<ReadonlyArray<Type> | undefined>
  /** Entities whose types are being found. */
  readonly asked = new Set<number>()
  /** By definition: what `preferred` gives + 1, or 0. */
  readonly preferred: Uint32Array
  /** By definition: what `overloadsOf` gives. */
  readonly overloads: Array<ReadonlyArray<number> | undefined>
  /** By variable, local or field: what it holds, once all types are found. */
  readonly held = new Map<number, Held>()
  /** By the first binding of a name in a scope: functions and classes among its bindings. */
  readonly beside = new Map<number, Beside>()
  /** By the first of several declarations: what `declarationsOf` gives. */
  readonly declarations = new Map<number, ReadonlyArray<number>>()

  /** What call sites give to a parameter, from the round before. */
  readonly given: Uint32Array
  /** By site: what was put into a container, as arguments of its library type, from the round before. */
  sites: ReadonlyMap<Type, ReadonlyArray<Type>> = new Map()

  constructor(
    parts: Pick<
      Solver,
      | "program"
      | "globals"
      | "around"
      | "extensions"
      | "symbols"
      | "imports"
      | "library"
      | "types"
      | "writes"
      | "libraryScopes"
      | "computeSlot"
      | "typeVariablesOf"
    >,
  ) {
    this.program = parts.program
    this.globals = parts.globals
    this.around = parts.around
    this.extensions = parts.extensions
    this.symbols = parts.symbols
    this.imports = parts.imports
    this.library = parts.library
    this.types = parts.types
    this.writes = parts.writes
    this.libraryScopes = parts.libraryScopes
    this.computeSlot = parts.computeSlot
    this.typeVariablesOf = parts.typeVariablesOf
    this.#languages = [...parts.libraryScopes.keys()]
    const { bindings, definitions, parameters } = parts.program.counts
    const value = bindings
    const result = value + definitions
    const parameter = result + definitions
    const field = parameter + parameters
    this.#bases = [0, value, result, parameter, field]
    const total = field + parts.writes.groups
    this.#values = new Uint32Array(total)
    this.#marks = new Int32Array(total)
    this.given = new Uint32Array(parameters)
    this.freeParameters = new Array(definitions)
    this.#typeParameters = new Array(definitions)
    this.preferred = new Uint32Array(definitions)
    this.overloads = new Array(definitions)
    this.program.resting = () => this.#rest()
  }

  /** Lets go of what was only remembered to save asking again, where it has become much. */
  #rest(): void {
    const { searches, inferences, expectations, choices } = this
    const remembered = this.#memberTypes.size + this.#softMemberTypes.size + searches.size + inferences.size +
      expectations.size + choices.size + this.expanded.size + this.held.size
    if (remembered < MOST_REMEMBERED) return
    this.#memberTypes.reset()
    this.#softMemberTypes.reset()
    this.searches.clear()
    this.inferences.clear()
    this.expectations.clear()
    this.choices.clear()
    this.askedFor.clear()
    this.linearisations.clear()
    this.softLinearisations.clear()
    this.expanded.clear()
    this.held.clear()
    this.beside.clear()
    this.declarations.clear()
    this.freeParameters.length = 0
    this.overloads.length = 0
    this.#typeParameters.length = 0
    this.types.rest()
  }

  /** Forgets every type that leans on what rounds find, to start the next one. */
  forget(): void {
    const total = this.#bases[SLOTS.field]! + this.writes.groups
    if (total > this.#values.length) {
      const values = new Uint32Array(total)
      const marks = new Int32Array(total)
      values.set(this.#values)
      marks.set(this.#marks)
      this.#values = values
      this.#marks = marks
    }
    const marks = this.#marks
    for (let slot = 0; slot < marks.length; slot++) if (marks[slot] === DONE_SOFT) marks[slot] = 0
    for (const f of this.program.files) {
      for (const types of f.remembered()) {
        for (let e = 0; e < types.length; e++) if (types[e]! >= SOFT) types[e] = 0
      }
    }
    this.#softMemberTypes.clear()
    this.searches.forget()
    this.inferences.forget()
    this.expectations.forget()
    this.choices.forget()
    this.askedFor.forget()
    this.softLinearisations.clear()
    this.#passing.clear()
    this.soft = false
  }

  /** Says that what is being computed may change in a later round. */
  soften(): void {
    this.soft = true
  }

  /** Begins a part whose softness is its own; `together` takes what this gives. */
  apart(): boolean {
    const before = this.soft
    this.soft = false
    return before
  }

  /** Ends such a part: what is around it is soft if it was, or if the part is. */
  together(before: boolean): void {
    if (before) this.soft = true
  }

  /** The remembered type of a member, or NONE. */
  knownMember(type: Type, name: number): Type {
    const known = this.#memberTypes.get(type, name)
    if (known !== NONE) return known
    if (this.#softMemberTypes.size === 0) return NONE
    const passing = this.#softMemberTypes.get(type, name)
    if (passing !== NONE) this.soft = true
    return passing
  }

  /** Remembers the type of a member as long as it holds. */
  keepMember(type: Type, name: number, member: Type): void {
    if (this.settled) (this.soft ? this.#softMemberTypes : this.#memberTypes).set(type, name, member)
  }

  libraryOf(f: FileView): Scope {
    return this.libraryScopes.get(f.language.policy)!
  }

  // ── definitions ──

  file(definition: number): FileView {
    return this.program.files[this.program.fileOfDefinition[definition]!]!
  }

  kindOf(definition: number): number {
    return this.program.kind[definition]!
  }

  flagsOf(definition: number): number {
    return this.program.definitionFlags[definition]!
  }

  /** The definition that holds another one, or NONE. */
  ownerOf(definition: number): number {
    return this.program.owner[definition]!
  }

  nameOf(definition: number): number {
    const f = this.file(definition)
    return f.name(f.facts.definitions.name[definition - f.definitionBase]!)
  }

  /** Its type parameters as terms. */
  typeParametersOf(definition: number): ReadonlyArray<Type> {
    const known = this.#typeParameters[definition]
    if (known !== undefined) return known
    const f = this.file(definition)
    const { typeParameters, typeParameterCount } = f.facts.definitions
    const d = definition - f.definitionBase
    const count = typeParameterCount[d]!
    if (count === 0) {
      if (f.language.policy.valuesAreTypes === undefined) return EMPTY
      this.#typeParameters[definition] = EMPTY // a base that mentions its own class
      return this.#typeParameters[definition] = this.typeVariablesOf(this, definition)
    }
    const all: Array<Type> = []
    for (let i = 0; i < count; i++) {
      all.push(this.types.make(KINDS.parameter, f.typeParameterBase + typeParameters[d]! + i, 0, EMPTY))
    }
    return this.#typeParameters[definition] = all
  }

  /** A number that files of one language share. */
  languageOf(f: FileView): number {
    return this.#languages.indexOf(f.language.policy)
  }

  /** The decisions of the language of such a number. */
  policyOf(language: number): ResolutionPolicy {
    return this.#languages[language]!
  }

  // ── slots ──

  slot(space: number, row: number): Type {
    const slot = this.#bases[space]! + row
    const mark = this.#marks[slot]!
    if (mark === DONE) return this.#values[slot]!
    if (mark === DONE_SOFT) {
      this.soft = true
      return this.#values[slot]!
    }
    if (mark !== 0) {
      if (mark < this.#low) this.#low = mark
      return this.#values[slot]!
    }
    if (this.#cut) return UNKNOWN
    if (this.#depth >= DEEPEST) {
      this.#cut = true
      this.#cutSlot = slot
      return UNKNOWN
    }
    return this.#settle(slot)
  }

  #compute(slot: number): Type {
    let space = 0
    while (space < 4 && this.#bases[space + 1]! <= slot) space++
    return this.computeSlot(this, space, slot - this.#bases[space]!)
  }

  #settle(slot: number): Type {
    const depth = ++this.#depth
    const before = this.#low
    const softBefore = this.soft
    this.#low = NEVER
    this.soft = false
    this.#marks[slot] = depth
    this.#values[slot] = UNKNOWN
    const base = this.#waiting.length
    this.#waiting.push(slot)
    let type = this.#compute(slot)
    const low = this.#low
    if (this.#cut) {
      this.#release(base)
      type = UNKNOWN
      this.#low = before
    } else if (low < depth) {
      // Leans on a slot further out: settled with it.
      this.#marks[slot] = low
      this.#values[slot] = type
      this.#low = low < before ? low : before
    } else {
      if (low === depth) type = this.#settleTogether(base, depth, type)
      else {
        this.#marks[slot] = this.soft ? DONE_SOFT : DONE
        this.#values[slot] = type
        this.#waiting.length = base
      }
      this.#low = before
    }
    if (softBefore) this.soft = true
    this.#depth--
    return type
  }

  /** All that lean on each other: rounds in the order of their numbers, each reading the one before. */
  #settleTogether(base: number, depth: number, first: Type): Type {
    const root = this.#waiting[base]!
    const members = this.#waiting.slice(base).sort((a, b) => a - b)
    this.#waiting.length = base
    for (const member of members) {
      this.#marks[member] = depth
      this.#values[member] = UNKNOWN
    }
    const next: Array<Type> = new Array(members.length).fill(first)
    for (let round = 0; round < ROUNDS; round++) {
      let changed = false
      for (let i = 0; i < members.length; i++) {
        this.#passing.clear()
        this.#low = NEVER
        next[i] = this.#compute(members[i]!)
        this.#release(base)
        if (this.#cut) break
      }
      if (this.#cut) break
      for (let i = 0; i < members.length; i++) {
        if (this.#values[members[i]!] !== next[i]) changed = true
        this.#values[members[i]!] = next[i]!
      }
      if (!changed) break
    }
    this.#passing.clear()
    for (const member of members) this.#marks[member] = this.#cut ? 0 : this.soft ? DONE_SOFT : DONE
    return this.#cut ? UNKNOWN : this.#values[root]!
  }

  /** Forgets the slots that came to wait since `base`. */
  #release(base: number): void {
    for (let i = base; i < this.#waiting.length; i++) this.#marks[this.#waiting[i]!] = 0
    this.#waiting.length = base
  }

  // ── expressions ──

  /**
   * The type of an expression that is remembered, computed by `compute` where nobody asked before.
   *
   * @param asType Is it asked what the value means as a type? That is remembered apart.
   */
  expression(f: FileView, e: number, compute: (s: Solver, f: FileView, e: number) => Type, asType = false): Type {
    const remembered = asType ? f.exprMeaning : f.exprType
    const known = remembered[e]!
    if (known !== 0) {
      if (known >= SOFT) this.soft = true
      return (known & ~SOFT) - 1
    }
    if (this.#cut) return UNKNOWN
    if (this.#passing.size !== 0) {
      const passing = this.#passing.get(passingKey(f, e, asType))
      if (passing !== undefined) {
        if (passing.low < this.#low) this.#low = passing.low
        if (passing.soft) this.soft = true
        return passing.type
      }
    }
    if (this.#expressionDepth >= DEEPEST_EXPRESSION) {
      this.#cut = true
      this.#cutFile = f
      this.#cutExpression = e
      this.#cutType = asType ? compute : undefined
      return UNKNOWN
    }
    this.#expressionDepth++
    const before = this.#low
    const softBefore = this.soft
    this.#low = NEVER
    this.soft = false
    const type = compute(this, f, e)
    const { soft } = this
    if (softBefore) this.soft = true
    this.#expressionDepth--
    if (this.#cut) {
      this.#low = before
      return UNKNOWN
    }
    if (this.#low === NEVER) {
      remembered[e] = soft ? ((type + 1) | SOFT) >>> 0 : type + 1
      this.#low = before
      return type
    }
    this.#passing.set(passingKey(f, e, asType), { type, low: this.#low, soft })
    if (before < this.#low) this.#low = before
    return type
  }

  /** Does what was just computed lean on nothing that is still in progress, so that it may be remembered? */
  get settled(): boolean {
    return this.#low === NEVER && !this.#cut
  }

  /**
   * Runs a question from an empty stack. What was cut for its depth is settled first, from its far end, and the question
   * is put again.
   */
  ask<T>(question: () => T): T {
    const answer = question()
    this.#low = NEVER
    if (!this.#cut) return answer
    return this.#askAgain(question)
  }

  #askAgain<T>(question: () => T): T {
    const pending: Array<() => unknown> = [question]
    const seen = new Set<number>()
    this.#postpone(pending, seen)
    for (;;) {
      const answer = pending[pending.length - 1]!()
      this.#low = NEVER
      if (this.#cut) {
        this.#postpone(pending, seen)
        continue
      }
      pending.pop()
      if (pending.length === 0) return answer as T
    }
  }

  /** Puts what was cut before the question that needs it. */
  #postpone(pending: Array<() => unknown>, seen: Set<number>): void {
    const slot = this.#cutSlot
    const file = this.#cutFile
    const expression = this.#cutExpression
    const asType = this.#cutType
    this.#cutSlot = NONE
    this.#cutFile = undefined
    this.#reset()
    const key = file === undefined ? slot : -1 - passingKey(file, expression, asType !== undefined)
    if (!seen.has(key) && pending.length < 100_000) {
      seen.add(key)
      pending.push(
        file === undefined
          ? () => this.#settle(slot)
          : asType === undefined
          ? () => this.typeOf(file, expression)
          : () => this.expression(file, expression, asType, true),
      )
    } else if (file === undefined) {
      // A ring of such length: unknown for the one that closes it.
      this.#marks[slot] = DONE
      this.#values[slot] = UNKNOWN
    } else if (asType === undefined) file.exprType[expression] = UNKNOWN + 1
    else file.exprMeaning[expression] = UNKNOWN + 1
  }

  /** Clears the stack after something was cut. */
  #reset(): void {
    this.#passing.clear()
    this.#release(0)
    this.#cut = false
    this.#low = NEVER
    this.#depth = 0
    this.#expressionDepth = 0
  }

  /** Set by expressions.ts: the type of an expression. */
  typeOf: (f: FileView, e: number) => Type = () => UNKNOWN
}

/** A value and what it means as a type as numbers that do not meet. */
const passingKey = (f: FileView, e: number, asType: boolean): number => (f.expressionBase + e) * 2 + (asType ? 1 : 0)

export const EMPTY: ReadonlyArray<Type> = []
