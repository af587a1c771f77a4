// The state of one walk over one file: the flat tree, where we stand, and the tables that grow. Handlers and a
// language's own code write facts through its methods and never touch a parser's tree.
//
// Every node has at most one value: `result[node]` is an expression, NONE, or a literal that becomes an expression only
// when somebody asks for it (`use`).

import { NONE } from "../graph/columns.ts"
import * as Facts from "./facts.ts"
import { LITERALS, OPS, SCOPE_KINDS } from "./facts.ts"
import { FactTables } from "./fact_tables.ts"
import { DocTypes } from "./doc_types.ts"
import { Changes, type Guarded } from "./guarded.ts"
import type { CompiledRule, Grammar } from "./grammar.ts"
import { ABSENT, MODES, NO_FIELD } from "./roles.ts"
import { Reassigned } from "./reassigned.ts"
import { Tree } from "./tree.ts"

/** Results from here up to NONE are leaves that are no rows yet: this + LITERALS code, or one of the next two. */
const PENDING = 0xffffff00
const PENDING_THIS = PENDING + 64
const PENDING_SUPER = PENDING + 65

export const R = Facts.REFERENCE_ROLES

/** More than the strings of any file. */
const NAMES = 0x1000000
/** Stands for the binding of a name that a statement says to be another scope's. */
export const ELSEWHERE = 0xfffffffe

/** Role of a use by the mode in which a name or member is looked at; 0 is none. */
const ROLE_OF_MODE = new Uint8Array(16)
ROLE_OF_MODE[MODES.value] = R.read
ROLE_OF_MODE[MODES.discard] = R.read
ROLE_OF_MODE[MODES.body] = R.read
ROLE_OF_MODE[MODES.target] = R.write
// a member among patterns declares nothing: it is assigned
ROLE_OF_MODE[MODES.pattern] = R.write
ROLE_OF_MODE[MODES.type] = R.type
ROLE_OF_MODE[MODES.typeValue] = R.type
ROLE_OF_MODE[MODES.decorator] = R.decorate
ROLE_OF_MODE[MODES.extend] = R.extend

const { inherit: INHERIT, callee: CALLEE, decorator: DECORATOR, value: VALUE, type: TYPE, typeValue: TYPE_VALUE } =
  MODES

export class Walk extends FactTables {
  grammar!: Grammar
  text = ""
  readonly tree = new Tree()
  /** By tree node: its value. */
  result: Uint32Array = new Uint32Array(4096)
  /** By tree node: `MODES`. */
  mode: Uint8Array = new Uint8Array(4096)
  /** By tree node: role of the reference that its result is, or 0. */
  role: Uint8Array = new Uint8Array(4096)
  /** By tree node: the definition that it makes, or NONE. */
  definition: Uint32Array = new Uint32Array(4096)

  /** By tree node: the last scope that it opened; says nothing where it opened none. */
  opened: Uint32Array = new Uint32Array(4096)

  /** What comments say of types. */
  readonly docs = new DocTypes()

  /** Number of the table's `constructorName`. */
  constructorName = 0
  /** Numbers of the names of the table's `moduleFunctions`. */
  readonly moduleFunctions: Array<number> = []

  /** (scope, name) → binding, and names that are bound elsewhere: kept where assigning and declaring look alike. */
  readonly bound = new Map<number, number>()
  /** By tree node: uses inside of it that are no nodes of their own, as expression and role side by side. */
  readonly #alsoRefers = new Map<number, Array<number>>()
  /** Assignments of variables, kept where names come to be by being assigned. */
  readonly reassigned = new Reassigned()
  /** Bindings that are assigned again, by row. */
  readonly assignedAgain = new Set<number>()

  #shared = new Map<number, number>()
  #pendingDecorators: Array<{ parent: number; expression: number; start: number; text: number }> = []
  #guards: Array<Guarded> = []
  #open: Uint32Array = new Uint32Array(256)
  #scopeAt: Uint32Array = new Uint32Array(256)
  #functionAt: Uint32Array = new Uint32Array(256)
  #ownerAt: Uint32Array = new Uint32Array(256)

  /** Takes another file; the tree has been read already. */
  begin(grammar: Grammar, text: string): void {
    this.grammar = grammar
    this.text = text
    this.strings.reset(text)
    this.constructorName = this.strings.string(grammar.table.constructorName)
    this.moduleFunctions.length = 0
    for (const name of grammar.table.moduleFunctions) this.moduleFunctions.push(this.strings.string(name))
    this.#shared.clear()
    this.bound.clear()
    this.#alsoRefers.clear()
    this.reassigned.clear()
    this.assignedAgain.clear()
    this.#pendingDecorators.length = 0
    this.#guards.length = 0
    this.clear()
    const count = this.tree.count
    this.docs.begin(this)
    if (this.result.length < count) {
      const room = this.tree.type.length
      this.result = new Uint32Array(room)
      this.mode = new Uint8Array(room)
      this.role = new Uint8Array(room)
      this.definition = new Uint32Array(room)
      this.opened = new Uint32Array(room)
    }
    this.result.fill(NONE, 0, count)
    this.role.fill(0, 0, count)
    this.definition.fill(NONE, 0, count)
    if (this.#open.length < this.tree.depth + 1) {
      const room = this.tree.depth * 2 + 2
      this.#open = new Uint32Array(room)
      this.#scopeAt = new Uint32Array(room)
      this.#functionAt = new Uint32Array(room)
      this.#ownerAt = new Uint32Array(room)
    }
  }

  /** Visits every node once before and once after its children. */
  run(): void {
    const { grammar, tree, mode, docs } = this
    const { type, field, after, parent, start, count } = tree
    const { modes, fieldCount, enter, exit } = grammar
    const open = this.#open
    const scopeAt = this.#scopeAt
    const functionAt = this.#functionAt
    const ownerAt = this.#ownerAt
    let depth = 0
    // a parser that gives a text up shows an error where the file's own node would be: names still need its scope
    if (grammar.rules[type[0]!]!.is !== "file") this.openScope("file", 0, NONE)
    for (let node = 0; node < count; node++) {
      while (depth !== 0 && after[open[depth - 1]!]! <= node) {
        const done = open[--depth]!
        this.scope = scopeAt[depth]!
        this.function = functionAt[depth]!
        this.owner = ownerAt[depth]!
        const leave = exit[type[done]!]
        if (leave) leave(this, done)
      }
      let how = 0
      if (node !== 0) {
        if (docs.next < start[node]!) docs.pass(this, start[node]!)
        const above = parent[node]!
        how = modes[type[above]! * fieldCount + field[node]!]!
        if (how === INHERIT) how = mode[above]!
        else if (how === VALUE && (mode[above] === TYPE_VALUE || mode[above] === TYPE)) how = TYPE_VALUE
        else if (how === CALLEE && mode[above] === DECORATOR) how = DECORATOR
      } else how = MODES.discard
      mode[node] = how
      const kind = type[node]!
      if (after[node] === node + 1) {
        const scope = this.scope
        const inFunction = this.function
        const owner = this.owner
        const arrive = enter[kind]
        if (arrive) arrive(this, node)
        if (node === 0) docs.pass(this, this.text.length)
        this.scope = scope
        this.function = inFunction
        this.owner = owner
        const leave = exit[kind]
        if (leave) leave(this, node)
      } else {
        open[depth] = node
        scopeAt[depth] = this.scope
        functionAt[depth] = this.function
        ownerAt[depth] = this.owner
        depth++
        const arrive = enter[kind]
        if (arrive) arrive(this, node)
      }
    }
    while (depth !== 0) {
      const done = open[--depth]!
      this.scope = scopeAt[depth]!
      this.function = functionAt[depth]!
      this.owner = ownerAt[depth]!
      if (depth === 0) docs.pass(this, this.text.length)
      const leave = exit[type[done]!]
      if (leave) leave(this, done)
    }
  }

  /** References in the order of the source, from the roles that the walk left on nodes. */
  collectReferences(): void {
    const { role, result, references } = this
    const { op } = this.expressions.at
    const { count, start } = this.tree
    const more = this.#alsoRefers
    const uses = this.docs.uses.sort((one, other) => one.at - other.at)
    let told = 0
    for (let node = 0; node < count; node++) {
      const use = role[node]!
      if (more.size !== 0 && more.has(node)) this.#addReferences(more.get(node)!)
      if (use === 0) continue
      const expression = result[node]!
      if (PENDING <= expression || op[expression] === OPS.module) continue
      while (told < uses.length && uses[told]!.at <= start[node]!) this.#told(told++)
      const row = references.add()
      // a property that is named like the value it holds: the use is that of the value
      references.at.expression[row] = op[expression] === OPS.property
        ? this.operands.at.expression[this.expressions.at.operands[expression]!]!
        : expression
      references.at.role[row] = use
    }
    while (told < uses.length) this.#told(told++)
  }

  #told(use: number): void {
    const { expression, role } = this.docs.uses[use]!
    const row = this.references.add()
    this.references.at.expression[row] = expression
    this.references.at.role[row] = role
  }

  /** A use inside of a node that is no node of its own. */
  alsoRefers(node: number, expression: number, role: number): void {
    const known = this.#alsoRefers.get(node)
    if (known === undefined) this.#alsoRefers.set(node, [expression, role])
    else known.push(expression, role)
  }

  #addReferences(uses: ReadonlyArray<number>): void {
    const { references } = this
    for (let i = 0; i < uses.length; i += 2) {
      const row = references.add()
      references.at.expression[row] = uses[i]!
      references.at.role[row] = uses[i + 1]!
    }
  }

  // ── the tree ──

  rule(node: number): CompiledRule {
    return this.grammar.rules[this.tree.type[node]!]!
  }

  /** Is the node a bare word of the grammar (a keyword, an operator)? */
  isWord(node: number): boolean {
    return this.grammar.word[this.tree.type[node]!] === 1
  }

  /** The child in a part, or NONE. */
  part(node: number, field: number): number {
    if (field === ABSENT) return NONE
    const { type, field: fields, after } = this.tree
    const end = after[node]!
    if (field === NO_FIELD) {
      for (let child = node + 1; child < end; child = after[child]!) {
        if (fields[child] === 0 && this.grammar.word[type[child]!] === 0 && !this.#isBeside(child)) return child
      }
      return NONE
    }
    for (let child = node + 1; child < end; child = after[child]!) if (fields[child] === field) return child
    return NONE
  }

  /** Modifiers and decorators stand among the parts of a declaration and are none of them. */
  #isBeside(node: number): boolean {
    const { is } = this.rule(node)
    return is === "modifier" || is === "decorator"
  }

  /** The first child of a token's type, or NONE. */
  word(node: number, type: number): number {
    if (type === 0) return NONE
    const { type: types, after } = this.tree
    const end = after[node]!
    for (let child = node + 1; child < end; child = after[child]!) if (types[child] === type) return child
    return NONE
  }

  /** The first child that is no word, or NONE. */
  first(node: number): number {
    const { type, after } = this.tree
    const end = after[node]!
    for (let child = node + 1; child < end; child = after[child]!) {
      if (this.grammar.word[type[child]!] === 0) return child
    }
    return NONE
  }

  /** The sibling after `node` that is no word, or NONE. */
  next(node: number): number {
    const { type, after, parent } = this.tree
    const end = after[parent[node]!]!
    for (let child = after[node]!; child < end; child = after[child]!) {
      if (this.grammar.word[type[child]!] === 0) return child
    }
    return NONE
  }

  /** Is the node a direct member of a class or interface (and not of an object literal)? */
  inClass(node: number): boolean {
    return this.rule(this.tree.parent[node]!).is === "members"
  }

  /** Does a member access name a member of the type around, or of a type's instances? */
  isOwnMember(node: number): boolean {
    const object = this.part(node, this.rule(node).part.object)
    if (object === NONE) return false
    const rule = this.rule(object)
    if (rule.is === "this") return true
    if (rule.is !== "member" || this.grammar.table.prototypeName === "") return false
    const key = this.part(object, rule.part.property)
    return key !== NONE && this.source(key) === this.grammar.table.prototypeName
  }

  /** Where the word stands that exports what `node` is without a name, or NONE. */
  defaultName(node: number): number {
    const { parent, after, start, end } = this.tree
    let above = parent[node]!
    while (above !== parent[above] && this.rule(above).transparent) above = parent[above]!
    if (this.rule(above).is !== "export") return NONE
    const { defaultName } = this.grammar.table
    for (let child = above + 1; child < after[above]!; child = after[child]!) {
      if (
        this.isWord(child) && end[child]! - start[child]! === defaultName.length && this.source(child) === defaultName
      ) return start[child]!
    }
    return NONE
  }

  /** The names of a dotted path, first to last. */
  path(node: number): Array<number> {
    const names: Array<number> = []
    let at = node
    for (;;) {
      const rule = this.rule(at)
      if (rule.is !== "member") break
      const key = this.part(at, rule.part.property)
      if (key !== NONE) names.push(key)
      at = this.part(at, rule.part.object)
      if (at === NONE) return names.reverse()
    }
    names.push(at)
    return names.reverse()
  }

  nameOf(node: number): number {
    return this.strings.slice(this.tree.start[node]!, this.tree.end[node]!)
  }

  /** Text of a key or name: of a string literal what is between its quotes. */
  keyOf(node: number): number {
    const { start, end } = this.tree
    if (this.rule(node).literal !== LITERALS.string) return this.strings.slice(start[node]!, end[node]!)
    const { textOf } = this.grammar.table
    if (textOf !== undefined) return this.strings.string(textOf(this.source(node)))
    return this.strings.slice(start[node]! + 1, Math.max(start[node]! + 1, end[node]! - 1))
  }

  /** The first text that is written in a node, one that values are put into left out; or the empty one. */
  firstText(node: number): number {
    const { after } = this.tree
    for (let at = node; at < after[node]!; at++) {
      if (this.isWord(at) || this.rule(at).literal !== LITERALS.string) continue
      if (after[at] === at + 1) return this.keyOf(at)
    }
    return 0
  }

  source(node: number): string {
    return this.text.slice(this.tree.start[node], this.tree.end[node])
  }

  // ── expressions ──

  /** Role of a use in the node's mode. */
  roleOf(node: number): number {
    return ROLE_OF_MODE[this.mode[node]!]!
  }

  /** An expression without operands over the node's own text. */
  leaf(node: number, op: number, name: number, ref: number): number {
    return this.expression(op, name, ref, this.tree.start[node]!, this.tree.end[node]!)
  }

  unary(node: number, op: number, name: number, operand: number): number {
    const row = this.leaf(node, op, name, NONE)
    this.operand(row, operand)
    return row
  }

  binary(node: number, op: number, left: number, right: number): number {
    const row = this.leaf(node, op, 0, NONE)
    this.operand(row, left)
    this.operand(row, right)
    return row
  }

  /** A row that stands for all equal ones: its position says nothing. */
  shared(op: number, name: number, ref: number, node: number): number {
    return this.sharedAt(op, name, ref, this.tree.start[node]!, this.tree.end[node]!)
  }

  sharedAt(op: number, name: number, ref: number, start: number, end: number): number {
    const key = (op * 16 + (ref === NONE ? 0 : ref)) * 0x100000 + name
    let row = this.#shared.get(key)
    if (row === undefined) {
      row = this.expression(op, name, ref, start, end)
      this.#shared.set(key, row)
    }
    return row
  }

  /** An operator over one type, where that type stands. */
  derived(op: number, ref: number, type: number): number {
    const { start, end } = this.expressions.at
    const row = this.expression(op, 0, ref, start[type]!, end[type]!)
    this.operand(row, type)
    return row
  }

  /** The value of a node as an expression row, or NONE. */
  use(node: number): number {
    if (node === NONE) return NONE
    const result = this.result[node]!
    if (result < PENDING || result === NONE) return result
    return this.result[node] = this.#materialise(node, result)
  }

  /** Gives a node the value of another one. */
  pass(node: number, from: number): void {
    const result = this.result[from]!
    // the text of a literal is its own node's
    this.result[node] = PENDING <= result && result < PENDING_THIS ? this.use(from) : result
  }

  /** Is the value of the node a row (and no literal that nobody asked for)? */
  has(node: number): boolean {
    return this.result[node]! < PENDING
  }

  pending(node: number, literal: number): void {
    this.result[node] = PENDING + literal
  }

  pendingThis(node: number): void {
    this.result[node] = PENDING_THIS
  }

  pendingSuper(node: number): void {
    this.result[node] = PENDING_SUPER
  }

  /** LITERALS code of a node whose value is a literal or a primitive operation, or 0. */
  literalOf(node: number): number {
    if (node === NONE) return 0
    const result = this.result[node]!
    if (result === NONE) return 0
    if (PENDING <= result) return result < PENDING_THIS ? result - PENDING : 0
    const { op, ref } = this.expressions.at
    return op[result] === OPS.operation || op[result] === OPS.literal ? ref[result]! : 0
  }

  #materialise(node: number, pending: number): number {
    if (pending === PENDING_THIS) return this.leaf(node, OPS.this, 0, NONE)
    if (pending === PENDING_SUPER) return this.leaf(node, OPS.super, 0, NONE)
    const literal = pending - PENDING
    if (literal === LITERALS.string) return this.leaf(node, OPS.literal, this.keyOf(node), literal)
    if (literal === LITERALS.template) {
      const { start, end } = this.tree
      const short = end[node]! - start[node]! <= 260
      return this.leaf(node, OPS.literal, short ? this.strings.slice(start[node]! + 1, end[node]! - 1) : 0, literal)
    }
    return this.shared(OPS.literal, literal === LITERALS.number ? this.nameOf(node) : 0, literal, node)
  }

  // ── scopes, definitions, bindings ──

  openScope(kind: keyof typeof SCOPE_KINDS, node: number, definition: number): number {
    return this.opened[node] = this.openScopeAt(kind, this.tree.start[node]!, this.tree.end[node]!, definition)
  }

  /** Opens a scope for a stretch of the text. */
  openScopeAt(kind: keyof typeof SCOPE_KINDS, start: number, end: number, definition: number): number {
    const t = this.scopes
    const row = t.add()
    t.at.kind[row] = SCOPE_KINDS[kind]
    t.at.parent[row] = row === 0 ? NONE : this.scope
    t.at.start[row] = start
    t.at.end[row] = end
    t.at.definition[row] = definition
    this.scope = row
    return row
  }

  override bind(
    scope: number,
    name: number,
    kind: keyof typeof Facts.BINDING_KINDS,
    flags: number,
    target: number,
    type: number,
    value: number,
    nameStart: number,
  ): number {
    const row = super.bind(scope, name, kind, flags, target, type, value, nameStart)
    const { assigningDeclares, declaresAgain } = this.grammar.table
    if (assigningDeclares === true || declaresAgain === true) {
      const key = scope * NAMES + name
      const known = this.bound.get(key)
      if (known === undefined) this.bound.set(key, row)
      else this.assignedAgain.add(known).add(row)
    }
    return row
  }

  /** The binding of a name in one scope; `ELSEWHERE` for a name that is said to be another scope's; else NONE. */
  boundIn(scope: number, name: number): number {
    return this.bound.get(scope * NAMES + name) ?? NONE
  }

  /** Says that a name in a scope is another scope's. */
  bindElsewhere(scope: number, name: number): void {
    this.bound.set(scope * NAMES + name, ELSEWHERE)
  }

  /** The scope that takes the names which are assigned here: of a function, a type, a namespace or the file. */
  assigningScope(): number {
    const { kind, parent } = this.scopes.at
    let scope = this.scope
    while (kind[scope] === SCOPE_KINDS.block || kind[scope] === SCOPE_KINDS.header) scope = parent[scope]!
    return scope
  }

  /** A decorator that stands before what it decorates: `adopt` gives it to the next definition of that parent. */
  postponeDecorator(parent: number, expression: number, start: number, text: number): void {
    this.#pendingDecorators.push({ parent, expression, start, text })
  }

  /**
   * Says that a name, as it is seen from the scope at hand, has a type between two places.
   *
   * @param path Members that are reached from it, `.a.b`, of which it is said; 0 for the name itself.
   */
  narrow(name: number, path: number, type: number, start: number, end: number): void {
    this.#guards.push({ name, path, scope: this.scope, type, start, end })
  }

  /** Finds the bindings that guards speak of; those of other files' names have none and are left out. */
  collectNarrowings(): void {
    const guards = this.#guards
    if (guards.length === 0) return
    const found = new Map<number, number>()
    const names = new Set<number>()
    // paths that are compared below are strings, too
    const { count } = this.strings
    let changes: Changes | undefined
    for (const guard of guards) names.add(guard.name)
    const { scope, name } = this.bindings.at
    for (let row = 0; row < this.bindings.rows; row++) {
      if (names.has(name[row]!)) found.set(scope[row]! * count + name[row]!, row)
    }
    const { parent } = this.scopes.at
    for (const guard of guards) {
      let at = guard.scope
      let binding: number | undefined
      while (at !== NONE && binding === undefined) {
        binding = found.get(at * count + guard.name)
        at = parent[at]!
      }
      if (binding === undefined) continue
      const end = (changes ??= new Changes(this)).heldUntil(guard)
      if (end <= guard.start) continue
      const t = this.narrowings
      const row = t.add()
      t.at.binding[row] = binding
      t.at.path[row] = guard.path
      t.at.start[row] = guard.start
      t.at.end[row] = end
      t.at.type[row] = guard.type
    }
  }

  /** Gives waiting decorators to a definition; their start, or `start`. */
  adopt(parent: number, definition: number, start: number): number {
    const waiting = this.#pendingDecorators
    if (waiting.length === 0) return start
    let kept = 0
    for (const it of waiting) {
      if (it.parent !== parent) {
        waiting[kept++] = it
        continue
      }
      this.decorate(definition, it.expression, it.text)
      if (it.start < start) start = it.start
    }
    waiting.length = kept
    return start
  }
}
