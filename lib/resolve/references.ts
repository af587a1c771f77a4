// Binding: every reference of a file ends as resolved, ambiguous, external or unknown. A name is bound by the scopes, a
// member by the type of what stands before the dot, a call of a value by the functions that the value may be. Nothing is
// ever bound because its name is rare.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_FLAGS, NODE_KINDS, type Reason, REASONS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS, REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"
import { expandAliases, typeEntityOf } from "./annotations.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { typeOfEntity } from "./entity_types.ts"
import { superclasses } from "./expressions.ts"
import { Callers } from "./callers.ts"
import { DECIDED, decidedBy, LAST, provenance } from "./certainty.ts"
import type { FileView } from "./file_view.ts"
import { findMember, Found, preferred, valueOfBase } from "./members.ts"
import { isFunctionMember, type Nodes } from "./nodes.ts"
import { SPACES } from "./program.ts"
import { receiverAt } from "./receivers.ts"
import { callable, chooseOverload, constructorOf } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import type { Outcome, Trace } from "./trace.ts"
import { FEW, KINDS, type Type, UNKNOWN } from "./types.ts"

export interface OutcomeCounts {
  resolved: number
  ambiguous: number
  external: number
  unknown: number
}

const { Function, Method, Constructor, Property, Variable, Const, Class } = NODE_KINDS
const CALLS = EDGE_KINDS.CALLS.code

/** Binds all references of the program and draws their edges. */
export class Binder {
  readonly #s: Solver
  readonly #nodes: Nodes
  readonly #trace: Trace | undefined
  readonly counts: OutcomeCounts
  #file!: FileView
  #expression = 0
  #role = 0
  #source = 0
  #site = 0
  #receiver: Type = UNKNOWN
  /** What the reference at hand comes to; drawn when nothing of it was cut short. */
  #targets: Array<number> = []
  #kinds: Array<number> = []
  #reasons: Array<Reason> = []
  #outcome: Outcome = "unknown"
  #why = 0
  #name = ""
  #package = 0
  #outside = 0

  constructor(s: Solver, nodes: Nodes, counts: OutcomeCounts, trace: Trace | undefined) {
    this.#s = s
    this.#nodes = nodes
    this.#trace = trace
    this.counts = counts
  }

  /** All references of one file, in the order of the source. */
  bindFile(f: FileView): void {
    this.#file = f
    const { expression, role, rows } = f.facts.references
    const callers = new Callers(f, this.#nodes)
    const bind = () => this.#bind(this.#file, this.#expression)
    for (let row = 0; row < rows; row++) {
      const e = expression[row]!
      this.#expression = e
      this.#role = role[row]!
      this.#source = callers.at(f.exprStart[e]!)
      this.#site = siteOf(f, e)
      this.#s.ask(bind)
      this.#draw()
    }
    this.#decorators(f)
  }

  #bind(f: FileView, e: number): void {
    this.#targets.length = 0
    this.#kinds.length = 0
    this.#reasons.length = 0
    this.#receiver = UNKNOWN
    switch (this.#role) {
      case ROLES.call:
        return this.#call(f, e)
      case ROLES.new:
        return this.#construct(f, e)
      case ROLES.type:
      case ROLES.extend:
        return this.#type(f, e)
      case ROLES.render:
        return this.#render(f, e)
      default:
        return this.#use(f, e)
    }
  }

  // ── calls ──

  #call(f: FileView, e: number): void {
    let callee = f.operand(e, 0)
    if (callee !== NONE && f.op[callee] === OPS.instantiate) callee = f.operand(callee, 0)
    if (callee === NONE) return this.#end("unknown", CAUSES.dynamic.code, "")
    switch (f.op[callee]) {
      case OPS.super:
        return this.#superCall(f, callee)
      case OPS.name:
        return this.#callName(f, callee)
      case OPS.member:
        return this.#callMember(f, callee)
      case OPS.index:
        if (f.exprName[callee] !== 0) return this.#callMember(f, callee)
    }
    this.#callValue(f, callee, "")
  }

  #callName(f: FileView, callee: number): void {
    const { imports, program } = this.#s
    const id = f.name(f.exprName[callee]!)
    const binding = program.bindingOf(f, callee)
    if (binding === NONE) {
      const name = f.facts.strings[f.exprName[callee]!]!
      return this.#s.writes.ofUndeclared(f, id) === NONE ? this.#unbound(f, name) : this.#callValue(f, callee, name)
    }
    // A variable that started with a function and was given another is no longer that function.
    if (this.#s.writes.ofBinding(binding).length > 0) {
      return this.#callValue(f, callee, f.facts.strings[f.exprName[callee]!]!)
    }
    const entity = imports.entityOf(binding, SPACES.value)
    const imported = f.facts.bindings.kind[binding - f.bindingBase] === BINDING_KINDS.import
    this.#callEntity(f, callee, entity, imported ? "import" : "local")
  }

  #callEntity(f: FileView, callee: number, entity: Entity, reason: Reason): void {
    const { entities } = this.#s.imports
    const a = entities.a[entity]!
    const name = f.facts.strings[f.exprName[callee]!]!
    switch (entities.kind[entity]) {
      case ENTITIES.definition:
        if (this.#callDefinition(a, reason)) return this.#end("resolved", REASONS[reason].code, name)
        this.#edge(EDGE_KINDS.READS.code, a, reason)
        return this.#callValue(f, callee, name)
      case ENTITIES.external:
        return this.#external(a, entities.b[entity]!)
      case ENTITIES.unresolved:
        return this.#end("unknown", a, name)
      case ENTITIES.unread:
        return this.#end("unknown", CAUSES.unresolvedModule.code, name)
      default:
        return this.#callValue(f, callee, name)
    }
  }

  /** Draws a call of a definition that can be called; false where it is none. */
  #callDefinition(definition: number, reason: Reason): boolean {
    const s = this.#s
    const kind = s.kindOf(definition)
    if (kind === Function.code || kind === Method.code || kind === Constructor.code) {
      if ((s.flagsOf(definition) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0) return false
      this.#edge(CALLS, definition, reason)
      return true
    }
    if (kind === Class.code) {
      this.#constructs(definition, reason)
      return true
    }
    const f = s.file(definition)
    if (!isFunctionMember(f, definition - f.definitionBase)) return false
    this.#edge(CALLS, definition, reason)
    return true
  }

  #callMember(f: FileView, callee: number): void {
    const s = this.#s
    const object = f.operand(callee, 0)
    const name = f.facts.strings[f.exprName[callee]!]!
    if (object === NONE) return this.#end("unknown", CAUSES.unknownReceiver.code, name)
    const receiver = s.typeOf(f, object)
    this.#receiver = receiver
    const found = new Found()
    findMember(s, receiver, f.name(f.exprName[callee]!), found, 0)
    const reason = this.#reasonOf(f, object, receiver)
    let any = false
    let followed = false
    if (found.definitions.length <= FEW) {
      for (const each of found.definitions) {
        const definition = written(s, each, f, this.#expression)
        if (this.#callDefinition(definition, reason)) any = true
        else {
          this.#edge(EDGE_KINDS.READS.code, definition, reason)
          followed = true
        }
      }
    } else return this.#end("ambiguous", CAUSES.ambiguous.code, name)
    if (any && !followed) return this.#end("resolved", REASONS[reason].code, name)
    const values = s.types.union(found.types)
    if (this.#callType(values, decidedBy(s, f, object))) any = true
    if (any) return this.#end("resolved", REASONS.value.code, name)
    if (found.external !== 0) {
      // `f.call(…)` runs `f`.
      if (this.#indirect(f, name, object, receiver)) return this.#end("resolved", REASONS.value.code, name)
      return this.#external(found.external - 1, f.exprName[callee] === 0 ? 0 : f.name(f.exprName[callee]!))
    }
    // A member that is declared to be callable: which function lies in it, its declaration does not say.
    if (followed) {
      return found.types.some((it) => isCallable(s, it))
        ? this.#end("resolved", REASONS[reason].code, name)
        : this.#end("unknown", CAUSES.dynamic.code, name)
    }
    if (receiver === UNKNOWN || found.unknown) return this.#end("unknown", CAUSES.unknownReceiver.code, name)
    if (found.types.length > 0) return this.#end("unknown", CAUSES.dynamic.code, name)
    this.#end("unknown", CAUSES.unknownMember.code, name)
  }

  /** A call through a function's own library member that runs it. */
  #indirect(f: FileView, name: string, object: number, receiver: Type): boolean {
    if (!f.language.policy.runners.has(name)) return false
    return this.#callType(receiver, decidedBy(this.#s, f, object))
  }

  /** A call of a value: of every function that it may be. */
  #callValue(f: FileView, callee: number, name: string): void {
    const type = this.#s.typeOf(f, callee)
    if (this.#callType(type, decidedBy(this.#s, f, callee))) return this.#end("resolved", REASONS.value.code, name)
    const kind = this.#s.types.kind[type]!
    if (kind === KINDS.external) return this.#external(this.#s.types.a[type]!, this.#s.types.b[type]!)
    if (kind === KINDS.libraryFunction || kind === KINDS.libraryValue) return this.#external(0, 0)
    this.#end("unknown", CAUSES.dynamic.code, name)
  }

  /**
   * Draws calls of all functions in a type; false where it holds none that is known. A value that is surely one of a few
   * functions calls them; one that came through a parameter, or may be something else, is dispatched to.
   */
  #callType(type: Type, decided: number): boolean {
    const s = this.#s
    let any = false
    const all = s.types.alternatives(type)
    const sure = decided === DECIDED.text || (decided === DECIDED.choice && all.length === 1)
    const edge = sure && !all.some((it) => isDeclaredOnly(s, it)) ? CALLS : EDGE_KINDS.DISPATCHES.code
    for (const each of all) {
      switch (s.types.kind[each]) {
        case KINDS.function: {
          const g = preferred(s, s.types.a[each]!)
          const kind = s.kindOf(g)
          if (kind === 0) {
            // A function without a name has no node; a type of functions is no function.
            if ((s.flagsOf(g) & NODE_FLAGS.signature) === 0) any = true
          } else {
            this.#edge(edge, g, "value")
            any = true
          }
          break
        }
        case KINDS.class:
          this.#constructs(s.types.a[each]!, "value")
          any = true
          break
      }
    }
    return any
  }

  #superCall(f: FileView, callee: number): void {
    const s = this.#s
    const receiver = receiverAt(s, f, f.exprScope[callee]!)
    if (receiver?.is !== "instance") return this.#end("unknown", CAUSES.unknownReceiver.code, "super")
    let any = false
    for (const { file, expression } of superclasses(s, receiver.symbol)) {
      const type = valueOfBase(s, file, expression)
      for (const each of s.types.alternatives(type)) {
        if (s.types.kind[each] === KINDS.external) return this.#external(s.types.a[each]!, s.types.b[each]!)
        if (s.types.kind[each] === KINDS.libraryValue) {
          return this.#external(0, s.program.names.id(s.library.values[s.types.a[each]!]!.name))
        }
        if (s.types.kind[each] !== KINDS.class && s.types.kind[each] !== KINDS.function) continue
        const symbol = s.types.a[each]!
        const constructor = s.types.kind[each] === KINDS.class ? constructorOf(s, symbol) : symbol
        this.#edge(CALLS, constructor === NONE ? symbol : constructor, "this")
        any = true
      }
    }
    this.#end(any ? "resolved" : "unknown", any ? REASONS.this.code : CAUSES.unknownReceiver.code, "super")
  }

  // ── new ──

  #construct(f: FileView, e: number): void {
    const s = this.#s
    let callee = f.operand(e, 0)
    if (callee !== NONE && f.op[callee] === OPS.instantiate) callee = f.operand(callee, 0)
    if (callee === NONE) return this.#end("unknown", CAUSES.dynamic.code, "")
    const name = f.facts.strings[f.exprName[callee]!] ?? ""
    if (f.op[callee] === OPS.name) {
      const binding = s.program.bindingOf(f, callee)
      if (binding === NONE) return this.#unbound(f, name)
      const entity = s.imports.entityOf(binding, SPACES.value)
      const { entities } = s.imports
      if (entities.kind[entity] === ENTITIES.external) return this.#external(entities.a[entity]!, entities.b[entity]!)
      if (entities.kind[entity] === ENTITIES.unresolved) return this.#end("unknown", entities.a[entity]!, name)
      const imported = f.facts.bindings.kind[binding - f.bindingBase] === BINDING_KINDS.import
      if (entities.kind[entity] === ENTITIES.definition && s.kindOf(entities.a[entity]!) === Class.code) {
        this.#constructs(entities.a[entity]!, imported ? "import" : "local")
        return this.#end("resolved", REASONS[imported ? "import" : "local"].code, name)
      }
    }
    const type = s.typeOf(f, callee)
    let any = false
    for (const each of s.types.alternatives(type)) {
      const kind = s.types.kind[each]
      if (kind === KINDS.class) {
        // `new this.constructor` makes whatever the instance is of, which may be a class derived from this one.
        if (name === f.language.policy.constructorName) continue
        this.#constructs(s.types.a[each]!, f.op[callee] === OPS.member ? "namespace" : "value")
      } else if (kind === KINDS.function && this.#nodes.of[s.types.a[each]!] !== NONE) {
        const g = preferred(s, s.types.a[each]!)
        this.#edge(EDGE_KINDS.INSTANTIATES.code, g, "value")
        this.#edge(CALLS, g, "value")
      } else continue
      any = true
    }
    if (any) return this.#end("resolved", REASONS.value.code, name)
    const kind = s.types.kind[type]!
    if (kind === KINDS.external) return this.#external(s.types.a[type]!, s.types.b[type]!)
    if (kind === KINDS.libraryValue || kind === KINDS.libraryFunction) {
      return this.#external(0, f.name(f.exprName[callee]!))
    }
    this.#end("unknown", CAUSES.dynamic.code, name)
  }

  /** Draws that an instance of a class is made, and the call of its written constructor. */
  #constructs(symbol: number, reason: Reason): void {
    this.#edge(EDGE_KINDS.INSTANTIATES.code, symbol, reason)
    const constructor = constructorOf(this.#s, symbol)
    if (constructor !== NONE) this.#edge(CALLS, constructor, reason)
  }

  // ── other uses ──

  #use(f: FileView, e: number): void {
    switch (f.op[e]) {
      case OPS.name:
        return this.#useName(f, e)
      case OPS.member:
      case OPS.index:
        return this.#useMember(f, e)
      case OPS.typeName:
      case OPS.typeMember:
        return this.#type(f, e)
      default:
        return this.#end("resolved", REASONS.local.code, "")
    }
  }

  #useName(f: FileView, e: number): void {
    const { program, imports } = this.#s
    const text = f.facts.strings[f.exprName[e]!]!
    let space: number = SPACES.value
    let binding = program.bindingOf(f, e)
    if (binding === NONE) {
      space = SPACES.type
      binding = program.lookUp(f, f.exprScope[e]!, f.name(f.exprName[e]!), space)
    }
    if (binding === NONE) return this.#unbound(f, text)
    const kind = f.facts.bindings.kind[binding - f.bindingBase]!
    if (kind === BINDING_KINDS.local || kind === BINDING_KINDS.parameter) {
      return this.#end("resolved", REASONS.local.code, text)
    }
    const imported = kind === BINDING_KINDS.import
    this.#useEntity(imports.entityOf(binding, space), imported ? "import" : "local", text)
  }

  #useEntity(entity: Entity, reason: Reason, name: string): void {
    const { entities } = this.#s.imports
    const a = entities.a[entity]!
    switch (entities.kind[entity]) {
      case ENTITIES.definition:
        this.#useDefinition(a, reason)
        return this.#end("resolved", REASONS[reason].code, name)
      case ENTITIES.external:
        return this.#external(a, entities.b[entity]!)
      case ENTITIES.unresolved:
        return this.#end("unknown", a, name)
      case ENTITIES.unread:
        return this.#end("unknown", CAUSES.unresolvedModule.code, name)
      default:
        return this.#end("resolved", REASONS[reason].code, name)
    }
  }

  #useDefinition(definition: number, reason: Reason): void {
    const kind = this.#s.kindOf(definition)
    const accessor = (this.#s.flagsOf(definition) & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0
    const holds = kind === Variable.code || kind === Const.code || kind === Property.code || accessor
    const edge = this.#role === ROLES.write
      ? EDGE_KINDS.WRITES.code
      : this.#role === ROLES.read && holds
      ? EDGE_KINDS.READS.code
      : EDGE_KINDS.USES.code
    this.#edge(edge, definition, reason)
  }

  #useMember(f: FileView, e: number): void {
    const s = this.#s
    const object = f.operand(e, 0)
    const name = f.facts.strings[f.exprName[e]!]!
    if (object === NONE) return this.#end("unknown", CAUSES.unknownReceiver.code, name)
    const receiver = s.typeOf(f, object)
    this.#receiver = receiver
    const found = new Found()
    findMember(s, receiver, f.name(f.exprName[e]!), found, 0)
    const reason = this.#reasonOf(f, object, receiver)
    if (found.definitions.length > FEW) return this.#end("ambiguous", CAUSES.ambiguous.code, name)
    for (const each of found.definitions) this.#useDefinition(accessorFor(s, each, this.#role), reason)
    if (found.definitions.length > 0) return this.#end("resolved", REASONS[reason].code, name)
    if (found.types.some((it) => s.types.kind[it] === KINDS.function)) {
      // A function that is kept under another name is used by whoever reads it.
      for (const each of found.types) {
        for (const type of s.types.alternatives(each)) {
          if (s.types.kind[type] === KINDS.function) {
            this.#edge(EDGE_KINDS.USES.code, preferred(s, s.types.a[type]!), "value")
          }
        }
      }
      return this.#end("resolved", REASONS.value.code, name)
    }
    if (found.external !== 0) return this.#external(found.external - 1, f.name(f.exprName[e]!))
    if (found.types.length > 0) return this.#end("resolved", REASONS[reason].code, name)
    if (receiver === UNKNOWN || found.unknown) return this.#end("unknown", CAUSES.unknownReceiver.code, name)
    if (this.#role === ROLES.write) return this.#end("resolved", REASONS[reason].code, name)
    this.#end("unknown", CAUSES.unknownMember.code, name)
  }

  #type(f: FileView, e: number): void {
    const s = this.#s
    const text = f.facts.strings[f.exprName[e]!]!
    const entity = typeEntityOf(s, f, e)
    if (entity !== undefined) {
      if (this.#role === ROLES.extend) {
        const { entities } = s.imports
        if (entities.kind[entity] === ENTITIES.external) return this.#external(entities.a[entity]!, entities.b[entity]!)
        if (entities.kind[entity] === ENTITIES.unresolved) return this.#end("unknown", entities.a[entity]!, text)
        return this.#end("resolved", REASONS.structure.code, text)
      }
      return this.#useEntity(entity, "declared", text)
    }
    if (f.op[e] === OPS.typeName || f.op[e] === OPS.name) return this.#unbound(f, text)
    if (f.op[e] === OPS.member) return this.#useMember(f, e)
    this.#end("unknown", CAUSES.unknownMember.code, text)
  }

  #render(f: FileView, e: number): void {
    const s = this.#s
    const tag = f.operand(e, 0)
    if (tag === NONE) return this.#end("unknown", CAUSES.dynamic.code, "")
    const name = f.facts.strings[f.exprName[tag]!] ?? ""
    if (f.op[tag] === OPS.name) {
      const binding = s.program.bindingOf(f, tag)
      if (binding === NONE) return this.#unbound(f, name)
      const entity = s.imports.entityOf(binding, SPACES.value)
      const { entities } = s.imports
      const imported = f.facts.bindings.kind[binding - f.bindingBase] === BINDING_KINDS.import
      if (entities.kind[entity] === ENTITIES.definition) {
        this.#edge(EDGE_KINDS.RENDERS.code, entities.a[entity]!, imported ? "import" : "local")
        return this.#end("resolved", REASONS[imported ? "import" : "local"].code, name)
      }
      if (entities.kind[entity] === ENTITIES.external) return this.#external(entities.a[entity]!, entities.b[entity]!)
      if (entities.kind[entity] === ENTITIES.unresolved) return this.#end("unknown", entities.a[entity]!, name)
      return this.#renderType(typeOfEntity(s, entity), name)
    }
    if (f.op[tag] !== OPS.member) return this.#renderType(s.typeOf(f, tag), name)
    const object = f.operand(tag, 0)
    if (object === NONE) return this.#end("unknown", CAUSES.unknownReceiver.code, name)
    const found = new Found()
    findMember(s, s.typeOf(f, object), f.name(f.exprName[tag]!), found, 0)
    if (found.definitions.length > 0 && found.definitions.length <= FEW) {
      for (const each of found.definitions) this.#edge(EDGE_KINDS.RENDERS.code, each, "namespace")
      return this.#end("resolved", REASONS.namespace.code, name)
    }
    if (found.external !== 0) return this.#external(found.external - 1, f.name(f.exprName[tag]!))
    this.#renderType(s.types.union(found.types), name)
  }

  #renderType(type: Type, name: string): void {
    const s = this.#s
    let any = false
    for (const each of s.types.alternatives(type)) {
      if (s.types.kind[each] === KINDS.external) return this.#external(s.types.a[each]!, s.types.b[each]!)
      if (s.types.kind[each] !== KINDS.function && s.types.kind[each] !== KINDS.class) continue
      this.#edge(EDGE_KINDS.RENDERS.code, s.types.a[each]!, "value")
      any = true
    }
    this.#end(any ? "resolved" : "unknown", any ? REASONS.value.code : CAUSES.dynamic.code, name)
  }

  /** A decorator is applied to the definition that it stands before. */
  #decorators(f: FileView): void {
    const s = this.#s
    const { definition, expression, rows } = f.facts.decorators
    for (let row = 0; row < rows; row++) {
      const target = this.#nodes.of[f.definitionBase + definition[row]!]!
      let e = expression[row]!
      while (e !== NONE && (f.op[e] === OPS.call || f.op[e] === OPS.instantiate)) e = f.operand(e, 0)
      if (e === NONE || target === NONE) continue
      const type = s.ask(() => s.typeOf(f, e))
      for (const each of s.types.alternatives(type)) {
        if (s.types.kind[each] !== KINDS.function && s.types.kind[each] !== KINDS.class) continue
        const source = this.#nodes.of[preferred(s, s.types.a[each]!)]!
        if (source === NONE) continue
        const { confidence, code } = REASONS.import
        this.#nodes.draft.addEdge(EDGE_KINDS.DECORATES.code, source, target, confidence, code, f.exprStart[e]!)
      }
    }
  }

  // ── ends ──

  /** How the type of a receiver is known. */
  #reasonOf(f: FileView, object: number, receiver: Type): Reason {
    const { types } = this.#s
    const kind = types.kind[receiver]!
    if (f.op[object] === OPS.this || f.op[object] === OPS.super) return "this"
    if (kind === KINDS.module || kind === KINDS.namespace || kind === KINDS.class) return "namespace"
    // How a value that is only read came about is not worth following.
    return provenance(this.#s, f, object, this.#role === ROLES.call ? 0 : LAST)
  }

  #edge(kind: number, definition: number, reason: Reason): void {
    this.#kinds.push(kind)
    this.#targets.push(definition)
    this.#reasons.push(reason)
  }

  /** Draws the edges of the reference at hand and counts how it ended. */
  #draw(): void {
    const { draft } = this.#nodes
    for (let i = 0; i < this.#targets.length; i++) {
      const target = this.#nodes.of[this.#targets[i]!]!
      if (target === NONE) continue
      const { confidence, code } = REASONS[this.#reasons[i]!]
      draft.addEdge(this.#kinds[i]!, this.#source, target, confidence, code, this.#site)
    }
    const outcome = this.#outcome
    this.counts[outcome]++
    if (outcome === "external") this.#drawExternal()
    else if (outcome !== "resolved") draft.addUnresolved(this.#name, this.#source, this.#role, this.#why, this.#site)
    this.#trace?.bound({
      file: this.#file,
      expression: this.#expression,
      role: this.#role,
      outcome,
      targets: [...this.#targets],
      why: this.#why,
      receiver: this.#receiver,
    })
  }

  #drawExternal(): void {
    if (this.#package === 0 && this.#outside === 0) return
    const kind = this.#role === ROLES.call
      ? CALLS
      : this.#role === ROLES.new
      ? EDGE_KINDS.INSTANTIATES.code
      : this.#role === ROLES.render
      ? EDGE_KINDS.RENDERS.code
      : EDGE_KINDS.USES.code
    const { confidence, code } = REASONS.import
    const node = this.#nodes.external(this.#package, this.#outside)
    this.#nodes.draft.addEdge(kind, this.#source, node, confidence, code, this.#site)
  }

  /** A name that nothing binds: the platform's, or nobody's. */
  #unbound(f: FileView, name: string): void {
    if (f.language.policy.globals.has(name)) return this.#external(0, f.name(f.exprName[this.#named(f)]!))
    this.#end("unknown", CAUSES.unknownName.code, name)
  }

  /** The expression that carries the name of the reference at hand. */
  #named(f: FileView): number {
    let e = this.#expression
    while (
      f.op[e] === OPS.call || f.op[e] === OPS.new || f.op[e] === OPS.instantiate || f.op[e] === OPS.tagged ||
      f.op[e] === OPS.render
    ) {
      e = f.operand(e, 0)
    }
    return e
  }

  #external(packageName: number, name: number): void {
    this.#package = packageName
    this.#outside = name
    this.#end("external", 0, "")
  }

  #end(outcome: Outcome, why: number, name: string): void {
    this.#outcome = outcome
    this.#why = why
    this.#name = name
  }
}

/** Is a type one that can be called? */
const isCallable = (s: Solver, type: Type): boolean =>
  s.types.alternatives(type).some((it) => {
    const at = expandAliases(s, it)
    return s.types.kind[at] === KINDS.function || callable(s, at) !== UNKNOWN
  })

/** Of the definitions of one member the one with a body; where none has one, the overload that the call takes. */
const written = (s: Solver, definition: number, f: FileView, call: number): number => {
  const best = preferred(s, definition)
  return (s.flagsOf(best) & NODE_FLAGS.signature) === 0 ? best : chooseOverload(s, best, f, call)
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

/** Of a getter and a setter of one name the one that the use runs. */
const accessorFor = (s: Solver, member: number, role: number): number => {
  const wanted = role === ROLES.write ? NODE_FLAGS.setter : NODE_FLAGS.getter
  for (let m = member; m !== NONE; m = s.symbols.nextMember[m]!) if ((s.flagsOf(m) & wanted) !== 0) return m
  return member
}

/** Is a type a function that is only declared, so that any function may stand there? */
const isDeclaredOnly = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.function && (s.flagsOf(preferred(s, s.types.a[type]!)) & NODE_FLAGS.signature) !== 0
