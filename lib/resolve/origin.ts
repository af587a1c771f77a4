// How the type of an expression came to be known, told again after everything is bound: an annotation, a constructor, what
// a function returns, what was assigned or passed. Told from the nearest step outwards, a few steps at most.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import * as Lines from "../text/lines.ts"
import { typeOfType } from "./annotations.ts"
import { ENTITIES } from "./entities.ts"
import { type FileView, SOFT } from "./file_view.ts"
import { Found } from "./found.ts"
import { type Hop, ofBinding } from "./hops.ts"
import { findMember } from "./members.ts"
import { SPACES } from "./program.ts"
import { receiverAt } from "./receivers.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { definitionText, typeText } from "./type_text.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** What rounds found, as far as somebody watched them. */
export interface Rounds {
  /** The round, from 1, after which something was known of what a parameter is given; undefined for never. */
  readonly ofParameter: (parameter: number) => number | undefined
}

const LONGEST = 8
/** Places of one kind that are listed. */
const LISTED = 3

/** Steps to the type of an expression, nearest first. */
export const originOf = (s: Solver, rounds: Rounds, f: FileView, e: number): ReadonlyArray<Hop> => {
  const hops: Array<Hop> = []
  new Origin(s, rounds, hops).expression(f, e)
  return hops.slice(0, LONGEST)
}

class Origin {
  readonly #s: Solver
  readonly #rounds: Rounds
  readonly #hops: Array<Hop>
  readonly #seen = new Set<number>()

  constructor(s: Solver, rounds: Rounds, hops: Array<Hop>) {
    this.#s = s
    this.#rounds = rounds
    this.#hops = hops
  }

  expression(f: FileView, e: number): void {
    if (e === NONE || this.#hops.length >= LONGEST || this.#seen.has(f.expressionBase + e)) return
    this.#seen.add(f.expressionBase + e)
    const s = this.#s
    switch (f.op[e]) {
      case OPS.name:
        return this.#name(f, e)
      case OPS.this: {
        const receiver = receiverAt(s, f, f.exprScope[e]!)
        if (receiver?.is === "declared") {
          return this.#say(f, receiver.type, `this is declared ${this.#declared(f, receiver.type)}`)
        }
        return this.#say(f, e, `this is ${this.#shown(f, e)}`)
      }
      case OPS.new:
        return this.#say(f, e, `constructed: ${this.#shown(f, e)}`)
      case OPS.cast:
        return this.#say(f, f.operand(e, 1), `written as ${this.#declared(f, f.operand(e, 1))}`)
      case OPS.call:
      case OPS.tagged:
        return this.#call(f, e)
      case OPS.member:
        return this.#member(f, e)
      case OPS.await:
        this.#say(f, e, `awaited: ${this.#shown(f, e)}`)
        return this.expression(f, f.operand(e, 0))
      case OPS.element:
        this.#say(f, e, `an element, ${this.#shown(f, e)}, of ${this.#shown(f, f.operand(e, 0))}`)
        return this.expression(f, f.operand(e, 0))
      case OPS.index:
        this.#say(f, e, `under a key, ${this.#shown(f, e)}, of ${this.#shown(f, f.operand(e, 0))}`)
        return this.expression(f, f.operand(e, 0))
      case OPS.either:
        return this.#say(f, e, `one of several values: ${this.#shown(f, e)}`)
      case OPS.assign:
        return this.expression(f, f.operand(e, 1))
      case OPS.parameter:
        return f.exprRef[e] === NONE ? undefined : this.#parameter(f, f.exprRef[e]!)
      default:
        return this.#say(f, e, `written here: ${this.#shown(f, e)}`)
    }
  }

  #name(f: FileView, e: number): void {
    const s = this.#s
    const text = f.facts.strings[f.exprName[e]!]!
    const binding = s.program.bindingOf(f, e)
    if (binding === NONE) return this.#say(f, e, `${text} is a name of the platform: ${this.#shown(f, e)}`)
    const row = binding - f.bindingBase
    const { kind, target, type, value, nameStart } = f.facts.bindings
    const guard = f.narrowing(row, f.exprStart[e]!)[0]
    if (guard !== undefined) return this.#say(f, guard, `${text} is narrowed by a test to ${this.#shown(f, e)}`)
    if (kind[row] === BINDING_KINDS.import) {
      this.#hops.push(...ofBinding(s, binding, SPACES.value))
      const entity = s.imports.entityOf(binding, SPACES.value)
      if (s.imports.entities.kind[entity] === ENTITIES.definition) this.definition(s.imports.entities.a[entity]!)
      return
    }
    if (kind[row] === BINDING_KINDS.definition) return this.definition(f.definitionBase + target[row]!)
    const whole = value[row] === NONE || (f.op[value[row]!] === OPS.parameter && f.exprRef[value[row]!] === target[row])
    if (kind[row] === BINDING_KINDS.parameter && whole) return this.#parameter(f, target[row]!)
    if (type[row] !== NONE) {
      return this.#at(f, nameStart[row]!, `${text} is declared ${this.#declared(f, type[row]!)}`)
    }
    if (value[row] === NONE) return this.#at(f, nameStart[row]!, `${text} has no value where it is declared`)
    this.#at(f, nameStart[row]!, `${text} holds ${this.#shown(f, value[row]!)}`)
    this.#assigned(f, binding)
    this.expression(f, value[row]!)
  }

  #assigned(f: FileView, binding: number): void {
    const { start, value } = f.facts.assignments
    for (const row of this.#s.writes.ofBinding(binding).slice(0, LISTED)) {
      if (value[row] !== NONE) this.#at(f, start[row]!, `is assigned ${this.#shown(f, value[row]!)}`)
    }
  }

  /** How the type of what a definition holds, or gives back where it is a function, is known. */
  definition(g: number): void {
    const s = this.#s
    const f = s.file(g)
    const d = g - f.definitionBase
    const { kind, type, value, nameStart } = f.facts.definitions
    const text = definitionText(s, g)
    if (kind[d] === NODE_KINDS.Class.code || kind[d] === NODE_KINDS.Function.code) return
    if (type[d] !== NONE) return this.#at(f, nameStart[d]!, `${text} is declared ${this.#declared(f, type[d]!)}`)
    if (value[d] === NONE) return
    this.#at(f, nameStart[d]!, `${text} holds ${this.#shown(f, value[d]!)}`)
    this.expression(f, value[d]!)
  }

  #parameter(f: FileView, p: number): void {
    const s = this.#s
    const { type, value, name, nameStart } = f.facts.parameters
    const text = f.facts.strings[name[p]!] || "a parameter"
    const d = f.ownerOfParameter(p)
    const of = d === NONE ? "" : ` of ${definitionText(s, f.definitionBase + d)}`
    const at = (step: string) => this.#at(f, nameStart[p]!, step)
    if (type[p] !== NONE) return at(`parameter ${text}${of} is declared ${this.#declared(f, type[p]!)}`)
    const shown = typeText(s, s.ask(() => s.slot(SLOTS.parameter, f.parameterBase + p)))
    if (s.given[f.parameterBase + p] !== UNKNOWN) {
      const round = this.#rounds.ofParameter(f.parameterBase + p)
      at(
        `parameter ${text}${of} is given ${shown} by its callers${
          round === undefined ? "" : `, found in round ${round}`
        }`,
      )
      if (d !== NONE) this.#callers(f.definitionBase + d)
      return
    }
    if (value[p] !== NONE) return at(`parameter ${text}${of} is ${shown} by its default`)
    at(
      shown === "unknown"
        ? `parameter ${text}${of} has no type, and no call of it tells one`
        : `parameter ${text}${of} is ${shown} by the place that its function stands in`,
    )
  }

  /** Places of the calls that a function's parameters take their types from. */
  #callers(g: number): void {
    const s = this.#s
    let left = LISTED
    for (const f of s.program.files) {
      for (let e = 0; e < f.op.length && left > 0; e++) {
        if ((f.op[e] !== OPS.call && f.op[e] !== OPS.new) || f.operandCount[e]! < 2) continue
        const callee = f.operand(e, 0)
        if (callee === NONE) continue
        const type = s.ask(() => s.typeOf(f, callee))
        const goes = s.types.alternatives(type).some((it) => s.types.kind[it] === KINDS.function && s.types.a[it] === g)
        if (!goes) continue
        left--
        this.#say(f, e, "called")
      }
    }
  }

  #call(f: FileView, e: number): void {
    const s = this.#s
    const callee = f.operand(e, 0)
    if (callee === NONE) return
    const type = s.ask(() => s.typeOf(f, callee))
    if (s.types.kind[type] !== KINDS.function) {
      this.#say(f, e, `a call gives ${this.#shown(f, e)}`)
      return this.expression(f, f.op[callee] === OPS.member ? f.operand(callee, 0) : callee)
    }
    const g = s.types.a[type]!
    const at = s.file(g)
    const d = g - at.definitionBase
    const { type: declared, nameStart } = at.facts.definitions
    const text = definitionText(s, g)
    if (declared[d] !== NONE) {
      return this.#at(at, nameStart[d]!, `${text} returns ${this.#declared(at, declared[d]!)}, as it declares`)
    }
    this.#at(at, nameStart[d]!, `${text} returns ${this.#shown(f, e)}, as inferred from what it gives back`)
    const { rows, from, to } = at.returns(d)
    for (let i = from; i < to && i < from + LISTED; i++) {
      const given = at.facts.returns.expression[rows[i]!]!
      if (given !== NONE) this.#say(at, given, `gives back ${this.#shown(at, given)}`)
    }
  }

  #member(f: FileView, e: number): void {
    const s = this.#s
    const object = f.operand(e, 0)
    if (object === NONE) return
    const name = f.facts.strings[f.exprName[e]!]!
    const found = new Found()
    s.ask(() => findMember(s, s.typeOf(f, object), f.name(f.exprName[e]!), found, 0))
    if (found.definitions.length === 0) {
      this.#say(f, e, `.${name} of ${this.#shown(f, object)} is ${this.#shown(f, e)}`)
      return this.expression(f, object)
    }
    for (const g of found.definitions.slice(0, LISTED)) {
      const at = s.file(g)
      const d = g - at.definitionBase
      const { type, nameStart, owner } = at.facts.definitions
      const text = definitionText(s, g)
      if (type[d] !== NONE) {
        this.#at(at, nameStart[d]!, `${text} is declared ${this.#declared(at, type[d]!)}`)
        continue
      }
      this.#at(at, nameStart[d]!, `${text} is ${this.#shown(f, e)}, as inferred`)
      if (owner[d] !== NONE) this.#written(at.definitionBase + owner[d]!, f.name(f.exprName[e]!))
    }
  }

  /** Values that are written to a member of a type. */
  #written(owner: number, name: number): void {
    const s = this.#s
    const symbol = s.symbols.of[owner]!
    for (const isStatic of [false, true]) {
      const group = s.writes.ofSymbol(symbol, isStatic, name)
      if (group === NONE) continue
      const values = s.writes.values[group]!
      for (let i = 0; i < values.length && i < 2 * LISTED; i += 2) {
        const f = s.program.files[values[i]!]!
        this.#say(f, values[i + 1]!, `is assigned ${this.#shown(f, values[i + 1]!)}`)
      }
      if (s.symbols.isShared(symbol)) return
    }
  }

  #shown(f: FileView, e: number): string {
    if (e === NONE) return "nothing"
    const s = this.#s
    const text = typeText(s, s.ask(() => s.typeOf(f, e)))
    return f.exprType[e]! >= SOFT ? `${text} (leans on what calls give)` : text
  }

  #declared(f: FileView, e: number): string {
    const s = this.#s
    const type: Type = e === NONE ? UNKNOWN : s.ask(() => typeOfType(s, f, e))
    if (type !== UNKNOWN || e === NONE) return typeText(s, type)
    const written = f.facts.strings[f.exprName[e]!]!
    return written === "" ? "a type that is not known" : `${written}, of which nothing is known`
  }

  #say(f: FileView, e: number, step: string): void {
    if (e !== NONE) this.#at(f, f.exprStart[e]!, step)
  }

  #at(f: FileView, offset: number, step: string): void {
    this.#hops.push({ step, file: f.path, line: Lines.lineAt(f.facts.lineStarts, offset) })
  }
}
