// All files of a repository side by side, in the order of their paths. A definition, scope, binding, parameter or
// expression has one number in the whole program: its row in its file plus where that file's rows start. In a program that
// follows another one, files that are the same keep their numbers, and the rows of the others start behind all of them:
// numbers say nothing of the order of files.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_FLAGS, BINDING_KINDS, EXPRESSION_FLAGS, NAME_FLAGS, OPS, SCOPE_KINDS } from "../syntax/facts.ts"
import * as FactsBytes from "../syntax/facts_bytes.ts"
import type { FileFacts } from "../syntax/language.ts"
import { type Calls, mayCallBinding } from "./called_variables.ts"
import { FileView, type InputFile } from "./file_view.ts"
import { Names } from "./names.ts"

export type { InputFile }

/** A name is looked up as a value or as a type, or as what is called where functions have a space of their own. */
export const SPACES = { value: 0, type: 1, call: 2 } as const

const { Variable, Const, Property, Function, Method } = NODE_KINDS
const ACCESSOR = NODE_FLAGS.getter | NODE_FLAGS.setter

/**
 * Is what a binding stands for seen in a space, where what it is decides that?
 *
 * @param definition The kind of the definition, for a binding that stands for one.
 * @param flags Its flags.
 */
export const isSeen = (binding: number, definition: number, flags: number, space: number): boolean => {
  switch (binding) {
    case BINDING_KINDS.definition: {
      const isValue = definition === Variable.code || definition === Const.code || definition === Property.code ||
        (flags & ACCESSOR) !== 0
      const isFunction = definition === Function.code || definition === Method.code
      return space === SPACES.value || (!isValue && (space === SPACES.call || !isFunction))
    }
    case BINDING_KINDS.import:
      return true
    case BINDING_KINDS.typeParameter:
      return space === SPACES.type
    default:
      return space === SPACES.value
  }
}

/** Is what a binding stands for a variable of a function? */
const isLocal = (binding: number): boolean => binding === BINDING_KINDS.local || binding === BINDING_KINDS.parameter

/** Does a name stand in the value that a variable of its function starts with, where that is not yet seen there? */
const isOwnValue = (f: FileView, row: number, name: number): boolean => {
  const { kind, value, nameStart } = f.facts.bindings
  if (f.language.policy.valuesPrecedeNames !== true || kind[row] !== BINDING_KINDS.local) return false
  if (value[row] === NONE) return false
  // the variable of a loop is given what stands in its head
  const given = f.op[value[row]!] === OPS.element ? f.operand(value[row]!, 0) : value[row]!
  return given !== NONE && name <= given && nameStart[row]! < f.exprStart[name]! &&
    f.exprStart[name]! < f.exprEnd[given]!
}

/** What scopes hold beside what is bound in them: members of types, names of packages. */
export interface Beyond {
  /** Does a scope of a file hold a name that it does not bind? Such a name hides those further out. */
  readonly holds: (f: FileView, scope: number, name: number, space: number, isApart: boolean) => boolean
  /** Is a scope that of a type whose instances hold none of the type around, so that its members are not seen there? */
  readonly standsApart: (f: FileView, scope: number) => boolean
  /** Does a name that nothing in the file binds lead anywhere, seen from a scope? */
  readonly finds: (f: FileView, scope: number, name: number, space: number) => boolean
  /** Can a value of a written type be called, as far as names tell? */
  readonly calls: Calls
}

/** Expressions of the files whose facts stay at hand: some 120 bytes each, all in all. 25 MB of source are kept whole. */
const MOST_ROWS = 2_000_000
/** The same where a repository has more: what is made again soon dies young, which leaves little garbage. */
const FEW_ROWS = 500_000

/** Tables whose rows have numbers in the whole program. */
const COUNTED = [
  "definitions",
  "scopes",
  "bindings",
  "parameters",
  "typeParameters",
  "expressions",
  "imports",
] as const

const NONE_COUNTED: Record<(typeof COUNTED)[number], number> = {
  definitions: 0,
  scopes: 0,
  bindings: 0,
  parameters: 0,
  typeParameters: 0,
  expressions: 0,
  imports: 0,
}

/** The space in which a name that is read as a value is looked up. */
export const spaceOf = (f: FileView, name: number): number => {
  const flags = f.exprFlags[name]!
  if ((flags & EXPRESSION_FLAGS.called) !== 0) return SPACES.call
  return (flags & NAME_FLAGS.type) !== 0 && f.op[name] === OPS.name ? SPACES.type : SPACES.value
}

/** A column that begins as another one. */
const longer = <T extends Uint8Array | Uint32Array>(before: T | undefined, column: T): T => {
  if (before !== undefined) column.set(before as never)
  return column
}

/** Names of members that a file declares with a key that is a name. */
export const computedNames = ({ definitions, strings }: FileFacts): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let d = 0; d < definitions.rows; d++) {
    const text = strings[definitions.name[d]!]!
    if (text.startsWith("[")) all.push(text)
  }
  return all
}

const OUTSIDE = [BINDING_FLAGS.type, BINDING_FLAGS.value] as const

export class Program {
  readonly names: Names
  readonly files: ReadonlyArray<FileView>
  /** Names of members that are declared with a key that is a name. */
  readonly computed = new Set<string>()
  readonly fileByPath = new Map<string, FileView>()
  /** By definition: its file. */
  readonly fileOfDefinition: Uint32Array
  readonly fileOfBinding: Uint32Array
  readonly fileOfParameter: Uint32Array
  readonly fileOfTypeParameter: Uint32Array
  /** Columns of all definitions; `owner` points at definitions of the program. */
  readonly kind: Uint8Array
  readonly definitionFlags: Uint32Array
  readonly owner: Uint32Array
  /** A type parameter that a method's receiver names → the one that it stands for. */
  readonly sameTypeParameter: Map<number, number>
  /** By scope: a bit for each name that it may bind, by the name's last five bits. */
  readonly #mask: Uint32Array
  /** By binding: the next one of the same scope and name, or NONE. */
  readonly #nextBinding: Uint32Array
  /** Files whose rows were numbered here: all, or those that the program before did not have. */
  readonly fresh: ReadonlyArray<FileView>
  /** Files whose facts are at hand, those that stay longest before the others; none where all stay so. */
  readonly #open: Array<FileView> = []
  #openRows = 0
  /** Files in the order of their expressions; made when it is asked for. */
  #byExpression: ReadonlyArray<FileView> | undefined
  /** One more than the highest number of each kind. */
  readonly counts: Readonly<Record<(typeof COUNTED)[number], number>>

  #most: number
  /** Were there ever more facts than are kept? */
  isLarge = false
  /** Told when facts are let go of. */
  resting: (() => void) | undefined
  /** Asked where a language's scopes hold more than what is bound in them; set before any name is looked up. */
  beyond: Beyond | undefined

  /**
   * @param most Expressions of the files whose facts stay at hand; Infinity in a program that another one may follow.
   * @param before A program with the same paths, in which files may have been others; it is of no use afterwards.
   */
  constructor(input: ReadonlyArray<InputFile>, most = MOST_ROWS, before?: Program) {
    this.#most = most
    this.names = before?.names ?? new Names()
    const sorted = [...input].sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
    // A file that goes on into a program that follows must not hold on to this one.
    const opened = most === Infinity ? undefined : (f: FileView, weight: number): void => {
      if (f.weight === 0) this.#open.push(f)
      this.#openRows += weight
    }
    const fresh: Array<FileView> = []
    this.files = sorted.map((it, index) => {
      const known = before?.files[index]
      if (known?.input === it) return known
      const view = new FileView(index, it, this.names, opened)
      fresh.push(view)
      return view
    })
    this.fresh = fresh
    const counts = { ...(before?.counts ?? NONE_COUNTED) }
    for (const f of this.inTurn(fresh)) {
      if (FactsBytes.rowsOf(f.facts, "problems") !== 0) f.flags |= NODE_FLAGS.partial
      f.definitionBase = counts.definitions
      f.scopeBase = counts.scopes
      f.bindingBase = counts.bindings
      f.parameterBase = counts.parameters
      f.typeParameterBase = counts.typeParameters
      f.expressionBase = counts.expressions
      f.importBase = counts.imports
      for (const table of COUNTED) counts[table] += FactsBytes.rowsOf(f.facts, table)
    }
    for (const f of this.files) this.fileByPath.set(f.path, f)
    this.counts = counts
    this.fileOfDefinition = longer(before?.fileOfDefinition, new Uint32Array(counts.definitions))
    this.fileOfBinding = longer(before?.fileOfBinding, new Uint32Array(counts.bindings))
    this.fileOfParameter = longer(before?.fileOfParameter, new Uint32Array(counts.parameters))
    this.fileOfTypeParameter = longer(before?.fileOfTypeParameter, new Uint32Array(counts.typeParameters))
    this.kind = longer(before?.kind, new Uint8Array(counts.definitions))
    this.definitionFlags = longer(before?.definitionFlags, new Uint32Array(counts.definitions))
    this.owner = longer(before?.owner, new Uint32Array(counts.definitions))
    this.sameTypeParameter = before?.sameTypeParameter ?? new Map()
    this.#mask = longer(before === undefined ? undefined : before.#mask, new Uint32Array(counts.scopes))
    this.#nextBinding = longer(
      before === undefined ? undefined : before.#nextBinding,
      new Uint32Array(counts.bindings).fill(NONE),
    )
    for (const name of before?.computed ?? []) this.computed.add(name)
    for (const f of this.inTurn(fresh)) this.#number(f)
  }

  /** Fills the columns for the rows of a file. */
  #number(f: FileView): void {
    this.fileOfDefinition.fill(f.index, f.definitionBase, f.definitionBase + f.facts.definitions.rows)
    this.fileOfBinding.fill(f.index, f.bindingBase, f.bindingBase + f.facts.bindings.rows)
    this.fileOfParameter.fill(f.index, f.parameterBase, f.parameterBase + f.facts.parameters.rows)
    this.fileOfTypeParameter.fill(f.index, f.typeParameterBase, f.typeParameterBase + f.facts.typeParameters.rows)
    this.kind.set(f.facts.definitions.kind, f.definitionBase)
    this.definitionFlags.set(f.facts.definitions.flags, f.definitionBase)
    const { owner: owners } = f.facts.definitions
    for (const text of computedNames(f.facts)) this.computed.add(text)
    for (let d = 0; d < owners.length; d++) {
      this.owner[f.definitionBase + d] = owners[d] === NONE ? NONE : f.definitionBase + owners[d]!
    }
    const { scope, name, rows } = f.facts.bindings
    const own = f.bindings
    const latest = new Map<number, number>()
    for (let row = rows - 1; 0 <= row; row--) {
      const id = f.name(name[row]!)
      this.#mask[f.scopeBase + scope[row]!]! |= 1 << (id & 31)
      // Nearly all are alone: their binding is the first one.
      const first = own.get(scope[row]!, id)
      const later = latest.get(first)
      if (later !== undefined) this.#nextBinding[f.bindingBase + row] = later
      if (later !== undefined || first !== f.bindingBase + row) latest.set(first, f.bindingBase + row)
    }
  }

  /**
   * Files one after the other, all of them where none are named. Between two of them facts are let go of, where they are
   * too many to be kept.
   */
  *inTurn(files = this.files): Generator<FileView, void, undefined> {
    for (const f of files) {
      if (f.weight !== 0) f.uses++
      yield f
      this.rest()
    }
  }

  /** Lets go of facts beyond what is kept; never while a question is being answered. */
  rest(): void {
    if (this.#openRows <= this.#most) return
    this.isLarge = true
    this.#most = Math.min(this.#most, FEW_ROWS)
    this.resting?.()
    // Those that were asked for most often stay: they will be asked for again. Of the others those that were opened first:
    // who goes through all files again finds them, which of the last ones nobody would.
    this.#open.sort((a, b) => b.uses - a.uses)
    while (this.#most / 2 < this.#openRows) {
      const f = this.#open.pop()!
      this.#openRows -= f.weight
      f.letGo()
    }
  }

  file(definition: number): FileView {
    return this.files[this.fileOfDefinition[definition]!]!
  }

  /** The file of an expression by its number. O(log files), and once O(files · log files). */
  fileOfExpression(expression: number): number {
    // A file without expressions starts where the one that was numbered after it starts; each has a scope.
    const all = this.#byExpression ??= [...this.files].sort((a, b) =>
      a.expressionBase - b.expressionBase || a.scopeBase - b.scopeBase
    )
    let low = 0
    let high = all.length
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if (all[middle]!.expressionBase <= expression) low = middle
      else high = middle
    }
    return all[low]!.index
  }

  /** The first binding of a name in one scope, or NONE; the others follow by `nextBinding`. */
  bindingIn(f: FileView, scope: number, name: number): number {
    return f.bindings.get(scope, name)
  }

  nextBinding(binding: number): number {
    return this.#nextBinding[binding]!
  }

  /**
   * What a name stands for, seen from a scope: the innermost binding in the space asked for, or NONE. The first hit
   * decides.
   */
  lookUp(f: FileView, scope: number, name: number, space: number): number {
    const { implicitReceiver, packages } = f.language.policy
    if (implicitReceiver || packages !== undefined) return this.#lookUpAround(f, scope, name, space)
    const { kind, parent } = f.facts.scopes
    const flags = f.facts.bindings.flags
    const { oneSpace, bodyEnclosesNothing } = f.language.policy
    const outside = oneSpace === true ? 0 : OUTSIDE[space as 0 | 1]
    const bit = 1 << (name & 31)
    let inFunction = false
    for (let at = scope; at !== NONE; at = parent[at]!) {
      const here = kind[at]!
      if (here === SCOPE_KINDS.function) inFunction = true
      if ((this.#mask[f.scopeBase + at]! & bit) === 0) continue
      // Names of a type's own body are seen in that body, and by none of its functions.
      if (here === SCOPE_KINDS.type && (inFunction || (bodyEnclosesNothing && at !== scope))) continue
      let binding = f.bindings.get(at, name)
      for (; binding !== NONE; binding = this.#nextBinding[binding]!) {
        if ((flags[binding - f.bindingBase]! & outside) === 0) return binding
      }
    }
    return NONE
  }

  readonly #calls: Calls = (f, type) => this.beyond?.calls(f, type) === true

  /** The same where scopes hold more than what is bound in them: NONE, too, for a name that such a scope has. */
  #lookUpAround(f: FileView, scope: number, name: number, space: number): number {
    const { parent } = f.facts.scopes
    const { kind, target } = f.facts.bindings
    const { kind: kinds, flags } = f.facts.definitions
    const bit = 1 << (name & 31)
    const { localsFirst, variablesAreCalled } = f.language.policy
    const callsLocals = space === SPACES.call && variablesAreCalled === true
    let isHeld = false
    let isApart = false
    for (let at = scope; at !== NONE; at = parent[at]!) {
      if ((this.#mask[f.scopeBase + at]! & bit) !== 0) {
        let binding = f.bindings.get(at, name)
        for (; binding !== NONE; binding = this.#nextBinding[binding]!) {
          const row = binding - f.bindingBase
          if (isLocal(kind[row]!)) {
            if (callsLocals ? mayCallBinding(f, row, this.#calls) : space === SPACES.value) return binding
          } else if (!isHeld) {
            const d = kind[row] === BINDING_KINDS.definition ? target[row]! : NONE
            if (isSeen(kind[row]!, d === NONE ? 0 : kinds[d]!, d === NONE ? 0 : flags[d]!, space)) return binding
          }
        }
      }
      if (!isHeld && this.beyond?.holds(f, at, name, space, isApart)) {
        if (localsFirst !== true || space === SPACES.type) return NONE
        isHeld = true
      }
      isApart ||= this.beyond?.standsApart(f, at) === true
    }
    return NONE
  }

  /** What a name that is read as a value stands for, or NONE; remembered. */
  bindingOf(f: FileView, name: number): number {
    const known = f.exprBinding[name]!
    if (known !== 0) return known === NONE ? NONE : known - 1
    const id = f.name(f.exprName[name]!)
    const space = spaceOf(f, name)
    let binding = this.#lookUpValue(f, name, id, space)
    if (binding === NONE && space === SPACES.call && f.language.policy.variablesAreCalled === true) {
      const isFunction = this.beyond?.finds(f, f.exprScope[name]!, id, space) === true
      if (!isFunction) binding = this.#lookUpValue(f, name, id, SPACES.value)
    }
    f.exprBinding[name] = binding === NONE ? NONE : binding + 1
    return binding
  }

  /** What a name finds that is not still given the value in which the name stands. */
  #lookUpValue(f: FileView, name: number, id: number, space: number): number {
    let scope = f.exprScope[name]!
    let binding = this.lookUp(f, scope, id, space)
    if (binding !== NONE && this.#isStillGiven(f, binding, name)) {
      binding = this.lookUp(f, f.facts.scopes.parent[scope]!, id, space)
    }
    while (binding !== NONE && isOwnValue(f, binding - f.bindingBase, name)) {
      scope = f.facts.scopes.parent[f.facts.bindings.scope[binding - f.bindingBase]!]!
      binding = scope === NONE ? NONE : this.lookUp(f, scope, id, space)
    }
    return binding
  }

  /** Does a name stand in the value that a field of the type around is given, and is it that field's own? */
  #isStillGiven(f: FileView, binding: number, name: number): boolean {
    const { kind, scope, target } = f.facts.bindings
    const row = binding - f.bindingBase
    if (f.facts.scopes.kind[scope[row]!] !== SCOPE_KINDS.type || kind[row] !== BINDING_KINDS.definition) return false
    const { start, end, value } = f.facts.definitions
    const d = target[row]!
    return value[d] !== NONE && f.facts.definitions.kind[d] === NODE_KINDS.Property.code &&
      start[d]! <= f.exprStart[name]! && f.exprStart[name]! < end[d]!
  }

  /** The same of a name that is read as a type. */
  typeBindingOf(f: FileView, name: number): number {
    // The memory of a row is its own: only rows that are types by their operator are read as types alone.
    if (f.op[name] !== OPS.typeName) return this.lookUp(f, f.exprScope[name]!, f.name(f.exprName[name]!), SPACES.type)
    const known = f.exprBinding[name]!
    if (known !== 0) return known === NONE ? NONE : known - 1
    const binding = this.lookUp(f, f.exprScope[name]!, f.name(f.exprName[name]!), SPACES.type)
    f.exprBinding[name] = binding === NONE ? NONE : binding + 1
    return binding
  }

  /** The definition that a binding stands for, or NONE. */
  definitionOf(binding: number): number {
    const f = this.files[this.fileOfBinding[binding]!]!
    const row = binding - f.bindingBase
    return f.facts.bindings.kind[row] === BINDING_KINDS.definition
      ? f.definitionBase + f.facts.bindings.target[row]!
      : NONE
  }
}
