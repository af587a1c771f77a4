// The reference at hand: where it stands, what it comes to, and how that is drawn. What a reference comes to is drawn only
// when nothing of it was cut short, so asking again leaves no trace.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, type Reason, REASONS } from "../graph/kinds.ts"
import { withoutArity } from "../syntax/arity.ts"
import { BINDING_KINDS, EXPRESSION_FLAGS, OPS, REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"
import { isImplied, type Meaning } from "./around.ts"
import { bindBeside } from "./beside.ts"
import { Callers } from "./callers.ts"
import { bindCall, bindNew } from "./calls.ts"
import { LAST, provenance } from "./certainty.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { SEVERAL } from "./globals.ts"
import { bindImplicit } from "./implicit_calls.ts"
import type { Nodes } from "./nodes.ts"
import { preferred } from "./overloads.ts"
import { SPACES } from "./program.ts"
import { receiverNamed } from "./receivers.ts"
import { Registrations } from "./registrations.ts"
import type { Solver } from "./solver.ts"
import type { Binding, Outcome, Trace } from "./trace.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"
import { bindRender, bindType, bindUse } from "./uses.ts"

export interface OutcomeCounts {
  resolved: number
  ambiguous: number
  external: number
  unknown: number
}

/** What a name leads to, and how that is known. */
export interface Bound {
  readonly entity: Entity
  readonly reason: Reason
}

const CALLS = EDGE_KINDS.CALLS.code

/** Binds all references of the program and draws their edges. */
export class Binder {
  readonly s: Solver
  readonly nodes: Nodes
  readonly #trace: Trace | undefined
  readonly counts: OutcomeCounts
  file!: FileView
  expression = 0
  role = 0
  #source = 0
  #site = 0
  receiver: Type = UNKNOWN
  /** Imports of all names of the file at hand, and the files that were drawn for them. */
  readonly #imported = new Set<number>()
  /** Names that the file at hand imports, as they are called where they come from; undefined until one is asked for. */
  #names: ReadonlySet<number> | undefined
  /** What the reference at hand comes to; drawn when nothing of it was cut short. */
  readonly #targets: Array<number> = []
  readonly #kinds: Array<number> = []
  readonly #reasons: Array<Reason> = []
  #outcome: Outcome = "unknown"
  /** What the listener is told: one record for all references, its lists are those at hand. */
  readonly #told: { -readonly [Field in keyof Binding]: Binding[Field] }
  #why = 0
  #name = ""
  #package = 0
  #outside = 0

  constructor(s: Solver, nodes: Nodes, counts: OutcomeCounts, trace: Trace | undefined) {
    this.s = s
    this.nodes = nodes
    this.#trace = trace
    this.counts = counts
    this.#told = {
      file: s.program.files[0]!,
      expression: 0,
      role: 0,
      outcome: "unknown",
      site: 0,
      targets: this.#targets,
      kinds: this.#kinds,
      reasons: this.#reasons,
      package: 0,
      outside: 0,
      why: 0,
      receiver: UNKNOWN,
    }
  }

  /** All references of one file, in the order of the source. */
  bindFile(f: FileView): void {
    this.nodes.begin(f)
    this.#imported.clear()
    this.#names = undefined
    this.file = f
    const { expression, role, rows } = f.facts.references
    const scopeStart = f.facts.scopes.start
    const callers = new Callers(f, this.nodes)
    const registrations = new Registrations(this.s, this.nodes, f)
    const bind = () => this.#bind(this.file, this.expression)
    for (let row = 0; row < rows; row++) {
      const e = expression[row]!
      this.expression = e
      this.role = role[row]!
      // what a comment says of a definition stands before it, and belongs to it
      const from = Math.max(f.exprStart[e]!, scopeStart[f.exprScope[e]!]!)
      this.#source = callers.at(from, this.role === ROLES.call || this.role === ROLES.implicit ? f.exprScope[e]! : NONE)
      this.#site = siteOf(f, e)
      this.s.ask(bind)
      this.#draw()
      if (this.#outcome !== "resolved") this.#register(registrations)
    }
    this.#decorators(f)
  }

  #bind(f: FileView, e: number): void {
    this.#targets.length = 0
    this.#kinds.length = 0
    this.#reasons.length = 0
    this.receiver = UNKNOWN
    switch (this.role) {
      case ROLES.call:
        bindCall(this, f, e)
        return bindBeside(this, f, e)
      case ROLES.implicit:
        return bindImplicit(this, f, e)
      case ROLES.new:
        bindNew(this, f, e)
        return bindBeside(this, f, e)
      case ROLES.type:
      case ROLES.extend:
        bindType(this, f, e)
        return bindBeside(this, f, e)
      case ROLES.render:
        return bindRender(this, f, e)
      case ROLES.read:
        bindUse(this, f, e)
        return bindBeside(this, f, e)
      default:
        return bindUse(this, f, e)
    }
  }

  /** Is the reference at hand bound to a part of a symbol, or to that one definition of it? */
  isBoundTo(symbol: number, definition: number = NONE): boolean {
    return this.#targets.some((it) => definition === NONE ? this.s.symbols.of[it] === symbol : it === definition)
  }

  /** A decorator is applied to the definition that it stands before. */
  #decorators(f: FileView): void {
    const s = this.s
    const { definition, expression, rows } = f.facts.decorators
    for (let row = 0; row < rows; row++) {
      const target = this.nodes.of[f.definitionBase + definition[row]!]!
      let e = expression[row]!
      while (e !== NONE && (f.op[e] === OPS.call || f.op[e] === OPS.instantiate)) e = f.operand(e, 0)
      if (e === NONE || target === NONE) continue
      const type = s.ask(() => s.typeOf(f, e))
      for (const each of s.types.alternatives(type)) {
        if (s.types.kind[each] !== KINDS.function && s.types.kind[each] !== KINDS.class) continue
        const source = this.nodes.of[preferred(s, s.types.a[each]!)]!
        if (source === NONE) continue
        const { confidence, code } = REASONS.import
        this.nodes.draft.addEdge(EDGE_KINDS.DECORATES.code, source, target, confidence, code, f.exprStart[e]!)
      }
    }
  }

  /** How the type of a receiver is known. */
  reasonOf(f: FileView, object: number, receiver: Type): Reason {
    const { types } = this.s
    const kind = types.kind[receiver]!
    if (f.op[object] === OPS.this || f.op[object] === OPS.super) return "this"
    if (receiverNamed(this.s, f, object) !== undefined) return "this"
    if (kind === KINDS.module || kind === KINDS.namespace || kind === KINDS.class) return "namespace"
    // How a value that is only read came about is not worth following.
    return provenance(this.s, f, object, this.role === ROLES.call ? 0 : LAST)
  }

  edge(kind: number, definition: number, reason: Reason): void {
    const choices = this.s.around.packages.choices(this.file, definition)
    if (choices === undefined) return this.#push(kind, definition, reason)
    this.#push(kind, choices[0]!, reason)
    const other = kind === EDGE_KINDS.CALLS.code ? EDGE_KINDS.DISPATCHES.code : kind
    for (let i = 1; i < choices.length; i++) this.#push(other, choices[i]!, "choice")
  }

  #push(kind: number, definition: number, reason: Reason): void {
    this.#kinds.push(kind)
    this.#targets.push(definition)
    this.#reasons.push(reason)
  }

  /** Draws the edges of the reference at hand and counts how it ended. */
  #draw(): void {
    const { draft } = this.nodes
    for (let i = 0; i < this.#targets.length; i++) {
      const target = this.nodes.of[this.#targets[i]!]!
      if (target === NONE) continue
      const { confidence, code } = REASONS[this.#reasons[i]!]
      draft.addEdge(this.#kinds[i]!, this.#source, target, confidence, code, this.#site)
    }
    const outcome = this.#outcome
    // what syntax runs is counted where the project has it, and missed by nobody where it has not
    if (this.role === ROLES.implicit && this.#targets.length === 0) return
    const open = outcome === "unknown" || outcome === "ambiguous"
    if (open && (this.file.exprFlags[this.expression]! & EXPRESSION_FLAGS.told) !== 0) return
    this.counts[outcome]++
    if (outcome === "external") this.#drawExternal()
    else if (outcome !== "resolved") {
      const named = this.file.op[this.#named(this.file)]
      // a receiver that is only implied has members like one that is said
      const member = named === OPS.member || named === OPS.index || named === OPS.typeMember ||
        this.receiver !== UNKNOWN
      draft.addUnresolved(this.#name, this.#source, this.role, this.#why, this.#site, member)
    }
    if (this.#trace === undefined) return
    const told = this.#told
    told.file = this.file
    told.expression = this.expression
    told.role = this.role
    told.outcome = outcome
    told.site = this.#site
    told.package = this.#package
    told.outside = this.#outside
    told.why = this.#why
    told.receiver = this.receiver
    this.#trace.bound(told)
  }

  /** Tells what the reference at hand hands over, where it leads to none of ours. */
  #register(registrations: Registrations): void {
    const isOutside = this.#outcome === "external"
    if (!isOutside && this.#targets.length > 0) return
    registrations.add(this.expression, this.role, {
      source: this.#source,
      isPlatform: isOutside && this.#package === 0,
      package: isOutside ? this.#package : 0,
      outside: isOutside ? this.#outside : 0,
      receiver: this.receiver,
    })
  }

  #drawExternal(): void {
    if (this.#package === 0 && this.#outside === 0) return
    const kind = this.role === ROLES.call
      ? CALLS
      : this.role === ROLES.new
      ? EDGE_KINDS.INSTANTIATES.code
      : this.role === ROLES.render
      ? EDGE_KINDS.RENDERS.code
      : EDGE_KINDS.USES.code
    const { confidence, code } = REASONS[this.#isOfGivenValue() ? "inferred" : "import"]
    const node = this.nodes.external(this.#package, this.#outside)
    this.nodes.draft.addEdge(kind, this.#source, node, confidence, code, this.#site)
  }

  /**
   * Is it a member of a value that something outside gave, in a language where nobody says of what type that is? It may be
   * of a type of ours, which was handed over before. What a file imports by its name is taken for what it is called.
   */
  #isOfGivenValue(): boolean {
    const { types } = this.s
    const { receiver, file } = this
    if (types.kind[receiver] !== KINDS.external || types.b[receiver] === 0) return false
    if (file.language.policy.packages !== undefined) return false
    this.#names ??= new Set(Array.from(file.facts.imports.name, (name) => file.name(name)))
    return !this.#names.has(types.b[receiver]!)
  }

  /** A name that nothing binds: the platform's, or nobody's; or several others that are global fit. */
  unbound(f: FileView, name: string): void {
    const id = this.s.program.names.id(name)
    if (f.language.policy.globals.has(name)) {
      if (this.s.globals.takesPlatforms(f, id)) return this.end("ambiguous", CAUSES.ambiguous.code, name)
      return this.external(0, f.name(f.exprName[this.#named(f)]!))
    }
    const path = this.s.around.pathAt(f, this.#named(f))
    if (path !== undefined) {
      const isOwn = this.s.imports.entities.kind[path] === ENTITIES.package
      return isOwn ? this.end("resolved", REASONS.namespace.code, name) : this.external(0, 0)
    }
    for (const space of [SPACES.value, SPACES.type]) {
      if (this.s.globals.binding(f, id, space) === SEVERAL) return this.end("ambiguous", CAUSES.ambiguous.code, name)
    }
    this.end("unknown", CAUSES.unknownName.code, name)
  }

  /** What a name leads to in a space, and how it is known: bound by the file, or global; undefined where by neither. */
  bound(f: FileView, e: number, binding: number, space: number): Bound | undefined {
    if (binding === NONE) {
      const meaning = space === SPACES.type
        ? this.s.around.find(f, f.exprScope[e]!, f.name(f.exprName[e]!), space)
        : this.s.around.meaning(f, e)
      if (meaning !== undefined) {
        if (isImplied(meaning)) return undefined
        this.importsThrough(f, meaning)
        return { entity: meaning.entity, reason: meaning.through === NONE ? "package" : "import" }
      }
      const entity = this.s.globals.entity(this.s.imports, f, f.name(f.exprName[e]!), space)
      return entity === undefined ? undefined : { entity, reason: "global" }
    }
    const imported = f.facts.bindings.kind[binding - f.bindingBase] === BINDING_KINDS.import
    return { entity: this.s.imports.entityOf(binding, space), reason: imported ? "import" : "local" }
  }

  /** Draws the import of a file by one of all names that brings what a name means, where a package is imported by it. */
  importsThrough(f: FileView, { entity, through }: Meaning): void {
    if (f.language.policy.packages?.importsFiles !== true) return
    const target = through === NONE ? NONE : this.s.imports.fileOf(entity)
    if (target === NONE || target === f.index) return
    const key = through * this.s.program.files.length + target
    if (this.#imported.has(key)) return
    this.#imported.add(key)
    const { draft, files } = this.nodes
    const { confidence, code } = REASONS.structure
    const site = f.facts.imports.start[through]!
    draft.addEdge(EDGE_KINDS.IMPORTS.code, files[f.index]!, files[target]!, confidence, code, site)
  }

  /** Ends a reference to an entity that no definition and no value of the repository is known for; else false. */
  endsOutside(entity: Entity, written: string): boolean {
    const { kind, a, b } = this.s.imports.entities
    switch (kind[entity]) {
      case ENTITIES.external:
        this.external(a[entity]!, b[entity]!)
        return true
      case ENTITIES.unresolved:
        // it is known by the name it has where it was imported from
        this.end("unknown", a[entity]!, b[entity] === 0 ? written : this.s.program.names.text(b[entity]!))
        return true
      case ENTITIES.unread:
        this.end("unknown", CAUSES.unresolvedModule.code, written)
        return true
      default:
        return false
    }
  }

  /** The expression that carries the name of the reference at hand. */
  #named(f: FileView): number {
    let e = this.expression
    while (
      f.op[e] === OPS.call || f.op[e] === OPS.new || f.op[e] === OPS.instantiate || f.op[e] === OPS.tagged ||
      f.op[e] === OPS.render
    ) {
      e = f.operand(e, 0)
    }
    return e
  }

  external(packageName: number, name: number): void {
    this.#package = packageName
    this.#outside = name
    this.end("external", 0, "")
  }

  end(outcome: Outcome, why: number, name: string): void {
    this.#outcome = outcome
    this.#why = why
    this.#name = withoutArity(name)
  }
}

/** Where a reference's name stands. */
const siteOf = (f: FileView, e: number): number => {
  let at = e
  while (f.op[at] === OPS.call || f.op[at] === OPS.new || f.op[at] === OPS.instantiate || f.op[at] === OPS.tagged) {
    const inner = f.operand(at, 0)
    if (inner === NONE) break
    at = inner
  }
  if (f.op[at] === OPS.member) {
    return Math.max(f.exprStart[at]!, f.exprEnd[at]! - f.facts.strings[f.exprName[at]!]!.length)
  }
  return f.exprStart[at]!
}
