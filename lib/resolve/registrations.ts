// Functions and types that are handed over to the outside: as arguments, behind decorators, as fields of what is made
// there. What takes them is no code of the repository, so that nobody here runs them: a framework does.
//
// Left out are callbacks that run there and then: what the language's own library takes, and what may be taken by a member
// of one of its types, where no text goes with it. A global name that the library does not describe counts as a framework's
// where a text goes with it, as it does in tests. In tests what is handed over without a text is left out, too.

import { NONE } from "../graph/columns.ts"
import type { DraftId } from "../graph/draft.ts"
import { REGISTRATION_FORMS as FORMS } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { withoutArity } from "../syntax/arity.ts"
import { LITERALS, OPS, REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"
import { isInert } from "./openness.ts"
import { functionsIn } from "./overload_sets.ts"
import { preferred } from "./overloads.ts"
import { SPACES } from "./program.ts"
import type { Solver } from "./solver.ts"
import { FEW, KINDS, type Type, UNKNOWN } from "./types.ts"

/** What something is handed over to, which is none of ours. */
export interface Taker {
  /** Whose code hands over. */
  readonly source: DraftId
  /** Does the language or what it runs on provide it? */
  readonly isPlatform: boolean
  /** Names' numbers of the package and in it; 0 where it is not known. */
  readonly package: number
  readonly outside: number
  readonly receiver: Type
}

/** Longer texts are cut. */
const MOST_TEXT = 200

/** Further texts of a list are left out. */
const MOST_LISTED = 16

/** How deep lists, objects and calls stand in an argument whose parts are handed over. */
const DEEPEST = 3

/** How far back in a chain of calls a text is looked for. */
const LONGEST_CHAIN = 32

const { Function, Method, Constructor, Class, Interface, Enum } = NODE_KINDS

const DECORATED: ReadonlySet<number> = new Set(
  [Function, Method, Constructor, Class, Interface, Enum].map((it) => it.code),
)

/** Registrations of one file; asked when a reference has ended. */
export class Registrations {
  readonly #s: Solver
  readonly #nodes: Nodes
  readonly #f: FileView
  /** Decorators as whole expressions. */
  readonly #applied: ReadonlySet<number>
  /** By the expression that names a decorator: its DECORATORS rows. */
  readonly #decorators = new Map<number, Array<number>>()
  /** By the target of an assignment: the value. */
  #assigned: Map<number, number> | undefined

  constructor(s: Solver, nodes: Nodes, f: FileView) {
    this.#s = s
    this.#nodes = nodes
    this.#f = f
    const { expression, rows } = f.facts.decorators
    this.#applied = new Set(expression)
    for (let row = 0; row < rows; row++) {
      let e = expression[row]!
      while (e !== NONE && (f.op[e] === OPS.call || f.op[e] === OPS.instantiate)) e = f.operand(e, 0)
      const known = this.#decorators.get(e)
      if (known === undefined) this.#decorators.set(e, [row])
      else known.push(row)
    }
  }

  /** What a reference hands over. @param taker What it leads to. */
  add(e: number, role: number, taker: Taker): void {
    if (role === ROLES.call || role === ROLES.new) this.#arguments(e, taker)
    else if (role === ROLES.decorate && !taker.isPlatform) this.#decorated(e, taker)
    else if (role === ROLES.write && taker.package !== 0) this.#field(e, taker)
  }

  #arguments(call: number, taker: Taker): void {
    const f = this.#f
    // the call of a decorator with what it stands before is told as that
    const callee = f.operand(call, 0)
    if (f.operandCount[call]! < 2 || callee === NONE || this.#applied.has(callee)) return
    if (taker.isPlatform && (this.#firstText(call, 1) === "" || !this.#isUndescribed(callee))) return
    for (let i = 1; i < f.operandCount[call]!; i++) {
      for (const it of this.#handed(f.operand(call, i), NONE, 0, call)) {
        const own = it.object === NONE ? "" : this.#firstText(it.object, 0)
        const text = own === "" ? this.#textBefore(call) : own
        if (text !== "" || !this.#mayBeOfLibrary(callee)) this.#put(it, call, taker, text)
      }
    }
  }

  /** Is something of the platform called of which the language's library says nothing? */
  #isUndescribed(callee: number): boolean {
    return this.#s.types.kind[this.#typeOf(callee)] === KINDS.external
  }

  /** Is a member called that types of the language's library have too, so that one of these may stand there? */
  #mayBeOfLibrary(callee: number): boolean {
    const f = this.#f
    if (f.op[callee] !== OPS.member) return false
    return this.#s.library.memberNames(this.#s.libraryOf(f)).has(f.name(f.exprName[callee]!))
  }

  #decorated(e: number, taker: Taker): void {
    const { draft, of } = this.#nodes
    const { at } = draft.nodes
    const { definition, expression, text } = this.#f.facts.decorators
    for (const row of this.#decorators.get(e) ?? []) {
      const handler = of[this.#f.definitionBase + definition[row]!]!
      if (handler === NONE || !DECORATED.has(at.kind[handler]!) || isInert(this.#f, expression[row]!)) continue
      const given = {
        ...this.#names(e, taker),
        source: at.parent[handler]!,
        handler,
        start: at.start[handler]!,
        end: at.end[handler]!,
        form: FORMS.decorator,
      }
      const first = this.#plain(text[row]!)
      draft.addRegistration({ ...given, text: first })
      for (const each of this.#listed(expression[row]!)) {
        if (each !== first) draft.addRegistration({ ...given, text: each })
      }
    }
  }

  /** The texts of lists that a call is given by name. */
  #listed(call: number): ReadonlyArray<string> {
    const f = this.#f
    const texts: Array<string> = []
    if (f.op[call] !== OPS.call) return texts
    for (let i = 1; i < f.operandCount[call]!; i++) {
      const named = f.operand(call, i)
      if (named === NONE || f.op[named] !== OPS.property) continue
      const list = f.operand(named, 0)
      if (list === NONE || f.op[list] !== OPS.array) continue
      for (let part = 0; part < Math.min(MOST_LISTED, f.operandCount[list]!); part++) {
        const text = this.#textAt(f.operand(list, part))
        if (text !== "") texts.push(text)
      }
    }
    return texts
  }

  /** The field of something outside is written. */
  #field(target: number, taker: Taker): void {
    const f = this.#f
    const value = this.#assignedTo(target)
    if (f.op[target] !== OPS.member || value === NONE) return
    const object = f.operand(target, 0)
    for (const it of this.#handed(value, object, 0, NONE)) {
      const text = it.object === object ? this.#textBeside(object) : this.#firstText(it.object, 0)
      this.#put(it, target, taker, text)
    }
  }

  #assignedTo(target: number): number {
    if (this.#assigned === undefined) {
      this.#assigned = new Map()
      const { target: targets, value, rows } = this.#f.facts.assignments
      for (let row = 0; row < rows; row++) this.#assigned.set(targets[row]!, value[row]!)
    }
    return this.#assigned.get(target) ?? NONE
  }

  #put({ handler, start, end, object }: Handed, e: number, taker: Taker, text: string): void {
    if (text === "" && (this.#f.flags & NODE_FLAGS.test) !== 0) return
    const form = object === NONE ? FORMS.argument : FORMS.field
    this.#nodes.draft.addRegistration({
      ...this.#names(e, taker),
      source: taker.source,
      handler,
      start,
      end,
      text,
      form,
    })
  }

  #names(e: number, taker: Taker): { readonly callee: string; readonly package: string } {
    const { types, program: { names } } = this.#s
    const name = taker.outside === 0 ? this.#written(e) : withoutArity(names.text(taker.outside))
    const { receiver } = taker
    const isMember = types.kind[receiver] === KINDS.external && types.b[receiver] !== 0
    return {
      callee: isMember ? `${withoutArity(names.text(types.b[receiver]!))}.${name}` : name,
      package: names.text(taker.package),
    }
  }

  /** The name of what takes something, as written; of what a call gives that of what is called. */
  #written(e: number): string {
    const f = this.#f
    let at = e
    while (at !== NONE && f.exprName[at] === 0) at = f.operand(at, 0)
    return at === NONE ? "" : withoutArity(f.facts.strings[f.exprName[at]!]!)
  }

  /**
   * Functions and types that a value hands over.
   *
   * @param object What they are fields of, or NONE.
   * @param call The call whose argument it is, or NONE.
   */
  #handed(e: number, object: number, depth: number, call: number): ReadonlyArray<Handed> {
    const f = this.#f
    if (e === NONE) return NOTHING_HANDED
    switch (f.op[e]) {
      case OPS.function:
      case OPS.class: {
        if (f.exprRef[e] === NONE) return NOTHING_HANDED
        const { start, end } = f.facts.definitions
        const d = f.exprRef[e]!
        return [{ handler: this.#nodes.of[f.definitionBase + d]!, start: start[d]!, end: end[d]!, object }]
      }
      case OPS.name:
      case OPS.member:
      case OPS.index:
        return this.#named(e, object)
      case OPS.property:
      case OPS.cast:
        return this.#handed(f.operand(e, 0), object, depth, call)
      case OPS.array:
      case OPS.either:
        return this.#parts(e, object, depth, call)
      case OPS.object:
        return this.#parts(e, e, depth, call)
      case OPS.call: {
        const given = this.#named(e, object)
        if (given.length > 0 || call === NONE || DEEPEST < depth || this.#firstText(call, 1) === "") return given
        // What wraps a function outside before it is handed over.
        const type = this.#typeOf(e)
        if (type !== UNKNOWN && this.#s.types.kind[type] !== KINDS.external) return given
        const all: Array<Handed> = []
        for (let i = 1; i < f.operandCount[e]!; i++) {
          const part = f.operand(e, i)
          if (part !== NONE && f.op[part] !== OPS.object) all.push(...this.#handed(part, object, depth + 1, call))
        }
        return all
      }
      default:
        return NOTHING_HANDED
    }
  }

  #parts(e: number, object: number, depth: number, call: number): ReadonlyArray<Handed> {
    if (DEEPEST < depth) return NOTHING_HANDED
    const f = this.#f
    const all: Array<Handed> = []
    for (let i = 0; i < f.operandCount[e]!; i++) all.push(...this.#handed(f.operand(e, i), object, depth + 1, call))
    return all
  }

  #typeOf(e: number): Type {
    return this.#s.ask(() => this.#s.typeOf(this.#f, e))
  }

  /** What a name, an access or a call gives, as far as that is a function or type of ours. */
  #named(e: number, object: number): ReadonlyArray<Handed> {
    const s = this.#s
    const f = this.#f
    const all = s.types.alternatives(this.#typeOf(e))
    if (FEW < all.length) return NOTHING_HANDED
    const handlers = new Set<number>()
    for (const alternative of all) {
      for (const each of functionsIn(s, alternative)) {
        const kind = s.types.kind[each]
        if (kind === KINDS.class) handlers.add(this.#nodes.of[s.types.a[each]!]!)
        if (kind !== KINDS.function) continue
        const g = preferred(s, s.types.a[each]!)
        if (s.kindOf(g) !== 0) handlers.add(this.#nodes.of[g]!)
        // a type of functions is none
        else if ((s.flagsOf(g) & NODE_FLAGS.signature) === 0) handlers.add(this.#holder(e))
      }
    }
    // what has no name and stands elsewhere would say nothing
    if (f.op[e] !== OPS.call) handlers.delete(NONE)
    return Array.from(handlers, (handler) => ({ handler, start: f.exprStart[e]!, end: f.exprEnd[e]!, object }))
  }

  /** The node of the variable that a name stands for, or NONE. */
  #holder(e: number): number {
    const { program, imports: { entities }, imports } = this.#s
    if (this.#f.op[e] !== OPS.name) return NONE
    const binding = program.bindingOf(this.#f, e)
    const entity = binding === NONE ? NONE : imports.entityOf(binding, SPACES.value)
    return entity === NONE || entities.kind[entity] !== ENTITIES.definition
      ? NONE
      : this.#nodes.of[entities.a[entity]!]!
  }

  /** The first text among the operands of an expression, by a name or in a list, too. */
  #firstText(e: number, from: number): string {
    const f = this.#f
    for (let i = from; i < f.operandCount[e]!; i++) {
      let at = f.operand(e, i)
      while (at !== NONE && (f.op[at] === OPS.property || f.op[at] === OPS.array)) at = f.operand(at, 0)
      const text = this.#textAt(at)
      if (text !== "") return text
    }
    return ""
  }

  /** The text that a literal is; empty where it is none. */
  #textAt(e: number): string {
    const f = this.#f
    if (e === NONE || f.op[e] !== OPS.literal) return ""
    const isText = f.exprRef[e] === LITERALS.string || f.exprRef[e] === LITERALS.template
    return isText ? this.#plain(f.exprName[e]!) : ""
  }

  /** The first text among the arguments of a call, else the nearest before it in a chain of calls. */
  #textBefore(call: number): string {
    const f = this.#f
    let at = call
    for (let steps = 0; steps < LONGEST_CHAIN && at !== NONE; steps++) {
      switch (f.op[at]) {
        case OPS.call:
        case OPS.new: {
          const text = this.#firstText(at, 1)
          if (text !== "") return text
          break
        }
        case OPS.member:
        case OPS.instantiate:
        case OPS.index:
          break
        default:
          return ""
      }
      at = f.operand(at, 0)
    }
    return ""
  }

  /** The first text that a field of the same object is given where it is made, or that it is made with. */
  #textBeside(object: number): string {
    const f = this.#f
    for (const [target, value] of this.#assigned!) {
      if (f.op[target] !== OPS.member || f.operand(target, 0) !== object || value === NONE) continue
      if (f.op[value] !== OPS.literal || f.exprRef[value] !== LITERALS.string) continue
      const text = this.#plain(f.exprName[value]!)
      if (text !== "") return text
    }
    return this.#textBefore(object)
  }

  /** A text in the facts without the quotes that these may keep, not too long. */
  #plain(local: number): string {
    const text = this.#f.facts.strings[local]!
    const whole = this.#f.language.roles.textOf === undefined ? text : text.slice(1, -1)
    const end = /[\ud800-\udbff]/.test(whole[MOST_TEXT - 1] ?? "") ? MOST_TEXT - 1 : MOST_TEXT
    return whole.slice(0, end)
  }
}

/** A function or type that is handed over, where that is said. */
interface Handed {
  /** Its node, or NONE. */
  readonly handler: DraftId
  readonly start: number
  readonly end: number
  /** The object that it is a field of, or NONE. */
  readonly object: number
}

const NOTHING_HANDED: ReadonlyArray<Handed> = []
