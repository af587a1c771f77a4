// What only calls tell: arguments that functions are given, members that are written to objects found by their type,
// elements that are put into containers. A fixed number of rounds, each reading only what the one before it gave.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import { typeOfType } from "./annotations.ts"
import { parameterFor } from "./arguments.ts"
import { type FileView, SOFT } from "./file_view.ts"
import { SPECIAL } from "./library.ts"
import { elementOf } from "./elements.ts"
import { Found } from "./found.ts"
import { findMember } from "./members.ts"
import { preferred } from "./overloads.ts"
import { constructorOf } from "./construction.ts"
import type { Solver } from "./solver.ts"
import type { Trace } from "./trace.ts"
import { infer, Inference } from "./inference.ts"
import { grounded } from "./substitution.ts"
import type { Given, Told, Write } from "./told.ts"
import { FEW, KINDS, type Type, UNKNOWN } from "./types.ts"
import type { Writes } from "./writes.ts"

/** Rounds before the last, in which references are bound. */
const ROUNDS = 2

/** What is known of types between two rounds. */
export interface State {
  readonly given: Uint32Array
  readonly sites: ReadonlyMap<Type, ReadonlyArray<Type>>
  readonly writes: Writes
}

export interface Settling {
  /** Called after each round, from 1, with what it published. */
  readonly trace?: Trace | undefined
  /** By file: what it told in the program before, in terms of this one; undefined for one that is to be asked. */
  readonly before?: ReadonlyArray<Told | undefined>
  /** Write down what each file tells, and keep the states apart? */
  readonly keep?: boolean
}

export interface Settled {
  /** By file, where it was to be written down. */
  readonly told: ReadonlyArray<Told>
  /** The same: types of its expressions in the states before the last one. */
  readonly types: ReadonlyArray<ReadonlySet<Type>>
  readonly states: ReadonlyArray<State>
}

/**
 * Settles what rounds give; ends early where a round gives nothing new. Undefined where a file did not come so far in the
 * program before.
 */
export const settleRounds = (s: Solver, { trace, before, keep = false }: Settling = {}): Settled | undefined => {
  const gathered = new Gathered(s, before, keep)
  const states: Array<State> = []
  const settled = { told: gathered.told, types: gathered.types, states }
  const remember = (): void => {
    if (keep) states.push({ given: s.given.slice(), sites: s.sites, writes: s.writes })
  }
  remember()
  for (const f of s.program.inTurn()) gathered.firmCalls(f)
  for (let round = 0; round < ROUNDS; round++) {
    if (!gathered.softCalls(round)) return undefined
    gathered.writes(round)
    if (!gathered.publish()) return settled
    trace?.round?.(s, round + 1)
    gathered.noteTypes()
    s.forget()
    remember()
  }
  return settled
}

/** A set that has grown too large: it stays unknown. */
const TOO_MANY = 0xfffffffe

const nothing = (): Giving => ({ parameters: [], sites: [] })

/** The same as `Given`, while it is written down. */
interface Giving extends Given {
  readonly parameters: Array<number>
  readonly sites: Array<Given["sites"][number]>
}

/** What a file tells, while it is written down. */
interface Telling {
  readonly firm: Giving
  /** Calls that lean on what rounds find: their expressions. */
  readonly soft: Array<number>
  readonly rounds: Array<Giving & { readonly writes: Array<Write> }>
}

/** What calls and assignments give. What no round can change is gathered once, the rest anew in each round. */
class Gathered {
  readonly #s: Solver
  /** By parameter: alternatives from calls that are settled for good. */
  readonly #firm: Uint32Array
  readonly #firmSites = new Map<Type, Array<Type>>()
  /** By definition: 1 all parameters are declared, 2 some are not, 0 not looked at. */
  readonly #declared: Uint8Array
  /** What is filled at the moment: the firm ones, or those of this round. */
  #given: Uint32Array
  #sites: Map<Type, Array<Type>>
  /** Writes to be filed when the round is over. */
  #writes: Array<Write> = []
  readonly #before: ReadonlyArray<Told | undefined> | undefined
  readonly #keep: boolean
  readonly told: Array<Telling>
  readonly types: ReadonlyArray<Set<Type>>
  /** Where what is found now is written down. */
  #noted: Giving | undefined

  constructor(s: Solver, before: ReadonlyArray<Told | undefined> | undefined, keep: boolean) {
    this.#s = s
    this.#firm = new Uint32Array(s.given.length)
    this.#declared = new Uint8Array(s.program.counts.definitions)
    this.#given = this.#firm
    this.#sites = this.#firmSites
    this.#before = before
    this.#keep = keep
    this.told = s.program.files.map(() => ({ firm: nothing(), soft: [], rounds: [] }))
    this.types = keep ? s.program.files.map(() => new Set<Type>()) : []
  }

  /** Writes down what is forgotten before the next state. */
  noteTypes(): void {
    for (const [file, types] of this.types.entries()) {
      if (this.#before?.[file] !== undefined) continue
      for (const type of this.#s.program.files[file]!.typesOf()) types.add(type)
    }
  }

  /** Arguments of the calls of a file whose types no later round changes; the others are kept for each round. */
  firmCalls(f: FileView): void {
    const known = this.#before?.[f.index]
    const telling = this.told[f.index]!
    this.#noted = this.#keep ? telling.firm : undefined
    if (known !== undefined) return this.#again(known.firm)
    const { op, exprType } = f
    for (let e = 0; e < op.length; e++) {
      if ((op[e] !== OPS.call && op[e] !== OPS.new) || f.operandCount[e]! < 2) continue
      const callee = f.operand(e, 0)
      if (callee === NONE) continue
      const type = this.#s.ask(() => this.#s.typeOf(f, callee))
      let firm = isFirm(exprType[callee]!)
      if (firm && !this.#takes(f, callee, type)) continue
      for (let i = 1; firm && i < f.operandCount[e]!; i++) {
        const argument = f.operand(e, i)
        if (argument === NONE) continue
        this.#argument(f, argument)
        firm = isFirm(exprType[argument]!)
      }
      if (firm) this.#call(f, e, callee, type)
      else telling.soft.push(e)
    }
  }

  /** Arguments of all other calls, in this round; false where a file did not come so far in the program before. */
  softCalls(round: number): boolean {
    const s = this.#s
    this.#given = this.#firm.slice()
    this.#sites = new Map([...this.#firmSites].map(([site, types]) => [site, [...types]]))
    if (this.#keep) { for (const telling of this.told) telling.rounds.push({ ...nothing(), writes: [] }) }
    for (const f of s.program.files) {
      const known = this.#before?.[f.index]
      const telling = this.told[f.index]!
      this.#noted = this.#keep ? telling.rounds[round] : undefined
      if (known !== undefined) {
        if (known.rounds[round] === undefined) return false
        this.#again(known.rounds[round])
        continue
      }
      for (const e of telling.soft) {
        s.program.rest()
        const callee = f.operand(e, 0)
        this.#call(f, e, callee, s.ask(() => s.typeOf(f, callee)))
      }
    }
    return true
  }

  /** What a file gave in the program before. */
  #again({ parameters, sites }: Given): void {
    for (let i = 0; i < parameters.length; i += 2) this.#give(parameters[i]!, parameters[i + 1]!)
    for (const { site, found } of sites) this.#fill(site, found)
  }

  /** Members written to objects that only their type tells. */
  writes(round: number): void {
    const s = this.#s
    const { open } = s.writes
    this.#writes = []
    for (let i = 0; i < open.length; i += 2) {
      const f = s.program.files[open[i]!]!
      if (this.#before?.[f.index] === undefined) this.#assigned(f, open[i + 1]!)
      // All of a file stand side by side.
      else if (open[i - 2] !== f.index) this.#writes.push(...this.#before[f.index]!.rounds[round]!.writes)
    }
    if (this.#keep) { for (const write of this.#writes) this.told[write.by]!.rounds[round]!.writes.push(write) }
  }

  #assigned(f: FileView, row: number): void {
    const s = this.#s
    s.program.rest()
    const target = f.facts.assignments.target[row]!
    const value = f.facts.assignments.value[row]!
    const object = f.operand(target, 0)
    if (object === NONE || value === NONE) return
    const type = s.ask(() => s.typeOf(f, object))
    const name = f.exprName[target] === 0 ? 0 : f.name(f.exprName[target]!)
    for (const each of s.types.alternatives(type)) this.#write(each, name, f, target, value)
  }

  /** Makes what was found readable; false where it is what was known before. */
  publish(): boolean {
    const s = this.#s
    const given = this.#given
    let changed = false
    for (let i = 0; i < given.length; i++) {
      if (given[i] === TOO_MANY) given[i] = UNKNOWN
      if (given[i] !== s.given[i]) changed = true
    }
    for (const types of this.#sites.values()) {
      for (let i = 0; i < types.length; i++) if (types[i] === TOO_MANY) types[i] = UNKNOWN
    }
    const before = s.sites
    if (before.size !== this.#sites.size) changed = true
    for (const [site, types] of this.#sites) {
      const old = before.get(site)
      if (old === undefined || types.some((it, i) => it !== old[i])) changed = true
    }
    s.given.set(given)
    s.sites = this.#sites
    if (this.#keep && this.#writes.length > 0) s.writes = s.writes.copy()
    for (const write of this.#writes) if (this.#publishWrite(write)) changed = true
    return changed
  }

  #publishWrite(write: Write): boolean {
    const { files } = this.#s.program
    const f = files[write.by]!
    return write.to === "object"
      ? this.#s.writes.addToObject(files[write.in]!, write.expression, write.name, f, write.value)
      : this.#s.writes.addToSymbol(write.symbol, write.isStatic, write.name, f, write.value)
  }

  /** Do the arguments of a call of such a type tell something: of a parameter without a type, of a container? */
  #takes(f: FileView, callee: number, type: Type): boolean {
    const s = this.#s
    for (const each of s.types.alternatives(type)) {
      switch (s.types.kind[each]) {
        case KINDS.function:
          if (!this.#closed(preferred(s, s.types.a[each]!))) return true
          break
        case KINDS.class: {
          const constructor = s.ask(() => constructorOf(s, s.types.a[each]!))
          if (constructor !== NONE && !this.#closed(constructor)) return true
          break
        }
        case KINDS.libraryFunction: {
          const object = f.op[callee] === OPS.member ? f.operand(callee, 0) : NONE
          if (object === NONE) break
          const holder = s.ask(() => s.typeOf(f, object))
          if (s.types.alternatives(holder).some((it) => s.types.kind[it] === KINDS.site)) return true
        }
      }
    }
    return false
  }

  #call(f: FileView, e: number, callee: number, type: Type): void {
    const s = this.#s
    for (const each of s.types.alternatives(type)) {
      const kind = s.types.kind[each]!
      if (kind === KINDS.function) this.#arguments(preferred(s, s.types.a[each]!), f, e, s.types.b[each]!)
      else if (kind === KINDS.class && (f.op[e] === OPS.new || f.language.policy.callsConstruct === true)) {
        const constructor = s.ask(() => constructorOf(s, s.types.a[each]!))
        if (constructor !== NONE) this.#arguments(constructor, f, e, 0)
      } else if (kind === KINDS.libraryFunction && f.op[callee] === OPS.member) this.#put(f, e, callee, each)
    }
  }

  #arguments(g: number, f: FileView, call: number, unbound: number): void {
    const s = this.#s
    const at = s.file(g)
    const d = g - at.definitionBase
    if ((at.facts.definitions.flags[d]! & NODE_FLAGS.signature) !== 0) return
    const count = at.facts.definitions.parameterCount[d]!
    if (count === 0 || this.#closed(g)) return
    const most = f.operandCount[call]! - 1
    for (let i = 0; i < most; i++) {
      const p = parameterFor(s, g, f, call, i, unbound)
      if (p === NONE || this.#isDeclared(at, p)) continue
      const argument = f.operand(call, i + 1)
      if (argument !== NONE) this.#add(at.parameterBase + p, this.#argument(f, argument))
    }
  }

  /** Does a function declare the types of all its parameters? */
  #closed(g: number): boolean {
    const known = this.#declared[g]!
    if (known !== 0) return known === 1
    const at = this.#s.file(g)
    const d = g - at.definitionBase
    const first = at.facts.definitions.parameters[d]!
    const { flags } = at.facts.parameters
    let closed = true
    for (let i = 0; i < at.facts.definitions.parameterCount[d]!; i++) {
      const isReceiver = (flags[first + i]! & PARAMETER_FLAGS.receiver) !== 0
      if (!isReceiver && !this.#isDeclared(at, first + i)) closed = false
    }
    this.#declared[g] = closed ? 1 : 2
    return closed
  }

  /** Is a parameter's type known from what is written? A comment may name a type that nobody has. */
  #isDeclared(f: FileView, parameter: number): boolean {
    const { type, flags } = f.facts.parameters
    if (type[parameter] === NONE) return false
    if ((flags[parameter]! & PARAMETER_FLAGS.documented) === 0) return true
    return this.#s.ask(() => typeOfType(this.#s, f, type[parameter]!)) !== UNKNOWN
  }

  #argument(f: FileView, e: number): Type {
    const s = this.#s
    return s.ask(() => f.op[e] === OPS.spread ? elementOf(s, s.typeOf(f, f.operand(e, 0))) : s.typeOf(f, e))
  }

  #add(parameter: number, given: Type): void {
    const type = grounded(this.#s, given)
    if (type !== UNKNOWN) this.#give(parameter, type)
  }

  /** Adds an alternative to what a parameter is given. */
  #give(parameter: number, type: Type): void {
    this.#noted?.parameters.push(parameter, type)
    this.#given[parameter] = this.#with(this.#given[parameter]!, type)
  }

  /** Adds an alternative to a set; one that has grown too large stays so. */
  #with(before: Type, type: Type): Type {
    if (before === TOO_MANY || type === UNKNOWN) return before
    if (before === UNKNOWN) return type
    const union = this.#s.types.union([before, type], FEW)
    return union === UNKNOWN ? TOO_MANY : union
  }

  /** A call of a container's member puts its arguments into the container. */
  #put(f: FileView, call: number, callee: number, type: Type): void {
    const s = this.#s
    const object = f.operand(callee, 0)
    if (object === NONE) return
    for (const site of s.types.alternatives(s.ask(() => s.typeOf(f, object)))) {
      if (s.types.kind[site] !== KINDS.site) continue
      const library = s.library.types[s.types.a[s.types.argument(site, 0)]!]!
      const signature = s.library.signatures[s.types.a[type]!]!
      const inference = new Inference(library.parameters)
      for (let i = 1; i < f.operandCount[call]!; i++) {
        const argument = f.operand(call, i)
        if (argument === NONE) continue
        const parameter = signature.parameters[i - 1] ?? (signature.rest ? signature.parameters.at(-1)! : UNKNOWN)
        if (s.types.kind[parameter] !== KINDS.parameter) continue
        s.ask(() => infer(s, parameter, this.#argument(f, argument), inference, 0))
      }
      this.#fill(site, inference.found)
    }
  }

  #fill(site: Type, found: ReadonlyArray<Type>): void {
    if (found.every((it) => it === UNKNOWN)) return
    this.#noted?.sites.push({ site, found: [...found] })
    const known = this.#sites.get(site)
    if (known === undefined) this.#sites.set(site, [...found])
    else for (let i = 0; i < known.length; i++) known[i] = this.#with(known[i]!, found[i]!)
  }

  #write(type: Type, name: number, f: FileView, target: number, value: number): void {
    const s = this.#s
    const { types } = s
    switch (types.kind[type]) {
      case KINDS.object: {
        const member = name === 0 ? s.program.names.id(SPECIAL.index) : name
        this.#writes.push({
          to: "object",
          in: types.a[type]!,
          expression: types.b[type]!,
          name: member,
          by: f.index,
          value,
        })
        return
      }
      case KINDS.site:
        if (name === 0 || f.op[target] === OPS.index) {
          const count = types.count(types.argument(type, 0))
          const found: Array<Type> = new Array(count).fill(UNKNOWN)
          found[count - 1] = s.ask(() => s.typeOf(f, value))
          this.#fill(type, found)
        }
        return
      case KINDS.function:
      case KINDS.class:
      case KINDS.instance:
      case KINDS.self: {
        if (name === 0 || !this.#isNew(type, name)) return
        const isStatic = types.kind[type] === KINDS.function || types.kind[type] === KINDS.class
        const symbol = s.symbols.of[types.a[type]!]!
        this.#writes.push({ to: "symbol", symbol, isStatic, name, by: f.index, value })
      }
    }
  }

  /** Is a member not declared, so that writing to it makes it? */
  #isNew(type: Type, name: number): boolean {
    const s = this.#s
    const found = new Found()
    s.ask(() => findMember(s, type, name, found, 0))
    return found.definitions.length === 0 && found.external === 0
  }
}

/** Is the remembered type of an expression settled for good? */
const isFirm = (remembered: number): boolean => remembered !== 0 && remembered < SOFT
