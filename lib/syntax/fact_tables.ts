// The tables of one file while they grow, and how their rows are made. Rows take the scope, the function and the owner at
// hand from here; whoever walks moves those.

import * as Columns from "../graph/columns.ts"
import { NONE } from "../graph/columns.ts"
import * as Facts from "./facts.ts"
import { BINDING_FLAGS, BINDING_KINDS, EXPORT_KINDS, PROBLEM_KINDS, SCOPE_KINDS } from "./facts.ts"
import { Interner } from "./interner.ts"

export class FactTables {
  readonly strings = new Interner()

  readonly scopes = new Columns.Builder(Facts.SCOPES)
  readonly definitions = new Columns.Builder(Facts.DEFINITIONS)
  readonly parameters = new Columns.Builder(Facts.PARAMETERS)
  readonly typeParameters = new Columns.Builder(Facts.TYPE_PARAMETERS)
  readonly bindings = new Columns.Builder(Facts.BINDINGS)
  readonly imports = new Columns.Builder(Facts.IMPORTS)
  readonly packages = new Columns.Builder(Facts.PACKAGES)
  readonly exports = new Columns.Builder(Facts.EXPORTS)
  readonly supertypes = new Columns.Builder(Facts.SUPERTYPES)
  readonly decorators = new Columns.Builder(Facts.DECORATORS)
  readonly assignments = new Columns.Builder(Facts.ASSIGNMENTS)
  readonly returns = new Columns.Builder(Facts.RETURNS)
  readonly references = new Columns.Builder(Facts.REFERENCES)
  readonly narrowings = new Columns.Builder(Facts.NARROWINGS)
  readonly expressions = new Columns.Builder(Facts.EXPRESSIONS, 1024)
  readonly operands = new Columns.Builder(Facts.OPERANDS, 1024)
  readonly problems = new Columns.Builder(Facts.PROBLEMS)

  /** Innermost scope, function (lambdas too) and definition around the node at hand, or NONE. */
  scope = 0
  function = NONE
  owner = NONE
  /** How many `ambient` nodes are open. */
  ambient = 0

  expression(op: number, name: number, ref: number, start: number, end: number): number {
    const t = this.expressions
    const row = t.add()
    const at = t.at
    at.op[row] = op
    at.name[row] = name
    at.ref[row] = ref
    at.operands[row] = NONE
    at.scope[row] = this.scope
    at.start[row] = start
    at.end[row] = end
    return row
  }

  /** Adds an operand; all of a row's operands are added before those of another row. */
  operand(row: number, expression: number): void {
    const { operands, operandCount } = this.expressions.at
    // the count is 16 bits wide; what a literal table lists beyond that is not followed
    if (operandCount[row] === 0xffff) return
    const t = this.operands
    const at = t.add()
    t.at.expression[at] = expression
    if (operandCount[row] === 0) operands[row] = at
    operandCount[row]!++
  }

  /** The innermost scope that holds hoisted names: of a function, a namespace or the file. */
  hoistScope(): number {
    const { kind, parent } = this.scopes.at
    let scope = this.scope
    while (
      kind[scope] !== SCOPE_KINDS.function && kind[scope] !== SCOPE_KINDS.namespace && kind[scope] !== SCOPE_KINDS.file
    ) scope = parent[scope]!
    return scope
  }

  /** The function that a definition is nested in, or NONE. */
  functionAround(definition: number): number {
    const { kind, parent, definition: of } = this.scopes.at
    let scope = this.definitions.at.scope[definition]!
    for (; scope !== NONE; scope = parent[scope]!) {
      if (kind[scope] === SCOPE_KINDS.type) return NONE
      if (kind[scope] === SCOPE_KINDS.function) return of[scope]!
    }
    return NONE
  }

  define(
    kind: number,
    flags: number,
    name: number,
    scope: number,
    start: number,
    end: number,
    nameStart: number,
  ): number {
    const t = this.definitions
    const row = t.add()
    const at = t.at
    at.kind[row] = kind
    at.flags[row] = flags | (this.function === NONE ? 0 : Facts.DEFINITION_FLAGS.local) |
      (this.ambient === 0 ? 0 : Facts.DEFINITION_FLAGS.ambient)
    at.name[row] = name
    at.owner[row] = this.owner
    at.scope[row] = scope
    at.body[row] = NONE
    at.start[row] = start
    at.end[row] = end
    at.nameStart[row] = nameStart
    at.type[row] = NONE
    at.value[row] = NONE
    at.parameters[row] = NONE
    at.typeParameters[row] = NONE
    return row
  }

  bind(
    scope: number,
    name: number,
    kind: keyof typeof BINDING_KINDS,
    flags: number,
    target: number,
    type: number,
    value: number,
    nameStart: number,
  ): number {
    const t = this.bindings
    const row = t.add()
    const at = t.at
    at.scope[row] = scope
    at.name[row] = name
    at.kind[row] = BINDING_KINDS[kind]
    at.flags[row] = flags
    at.target[row] = target
    at.type[row] = type
    at.value[row] = value
    at.nameStart[row] = nameStart
    return row
  }

  bindDefinition(scope: number, definition: number, flags: number): void {
    const { name, nameStart } = this.definitions.at
    this.bind(scope, name[definition]!, "definition", flags, definition, NONE, NONE, nameStart[definition]!)
  }

  import(module: number, name: number, flags: number, binding: number, start: number): number {
    const t = this.imports
    const row = t.add()
    t.at.module[row] = module
    t.at.name[row] = name
    t.at.flags[row] = flags
    t.at.binding[row] = binding
    t.at.scope[row] = this.scope
    t.at.start[row] = start
    return row
  }

  /** An imported name together with its binding in the scope at hand. */
  importName(
    local: number,
    module: number,
    name: number,
    flags: number,
    start: number,
    nameStart: number,
    space = 0,
  ): number {
    const row = this.import(module, name, flags, NONE, start)
    const binding = this.bind(
      this.scope,
      local,
      "import",
      BINDING_FLAGS.constant | space,
      row,
      NONE,
      NONE,
      nameStart,
    )
    this.imports.at.binding[row] = binding
    return row
  }

  /** Says that what is defined in a scope is of a package. */
  inPackage(scope: number, name: number): void {
    const t = this.packages
    const row = t.add()
    t.at.scope[row] = scope
    t.at.name[row] = name
  }

  export(
    kind: keyof typeof EXPORT_KINDS,
    name: number,
    local: number,
    module: number,
    expression: number,
    typeOnly: boolean,
    start: number,
  ): number {
    const t = this.exports
    const row = t.add()
    t.at.kind[row] = EXPORT_KINDS[kind]
    t.at.name[row] = name
    t.at.local[row] = local
    t.at.module[row] = module
    t.at.expression[row] = expression
    t.at.typeOnly[row] = typeOnly ? 1 : 0
    t.at.start[row] = start
    return row
  }

  assign(target: number, value: number, start: number): void {
    const t = this.assignments
    const row = t.add()
    t.at.target[row] = target
    t.at.value[row] = value
    t.at.scope[row] = this.scope
    t.at.start[row] = start
  }

  problem(kind: keyof typeof PROBLEM_KINDS, start: number, end: number): void {
    const t = this.problems
    const row = t.add()
    t.at.kind[row] = PROBLEM_KINDS[kind]
    t.at.start[row] = start
    t.at.end[row] = end
  }

  /** @param text String: the first text that the decorator is written with. */
  decorate(definition: number, expression: number, text: number): void {
    if (expression === NONE) return
    const t = this.decorators
    const row = t.add()
    t.at.definition[row] = definition
    t.at.expression[row] = expression
    t.at.text[row] = text
  }

  /** Forgets all rows. */
  protected clear(): void {
    this.scope = 0
    this.function = NONE
    this.owner = NONE
    this.ambient = 0
    for (
      const table of [
        this.scopes,
        this.definitions,
        this.parameters,
        this.typeParameters,
        this.bindings,
        this.imports,
        this.packages,
        this.exports,
        this.supertypes,
        this.decorators,
        this.assignments,
        this.returns,
        this.references,
        this.narrowings,
        this.expressions,
        this.operands,
        this.problems,
      ]
    ) table.clear()
  }

  /** Copies of all tables. */
  freeze(lineStarts: Uint32Array, length: number): Facts.FileFacts {
    return {
      strings: this.strings.freeze(),
      lineStarts,
      length,
      scopes: this.scopes.freeze(),
      definitions: this.definitions.freeze(),
      parameters: this.parameters.freeze(),
      typeParameters: this.typeParameters.freeze(),
      imports: this.imports.freeze(),
      packages: this.packages.freeze(),
      exports: this.exports.freeze(),
      supertypes: this.supertypes.freeze(),
      decorators: this.decorators.freeze(),
      problems: this.problems.freeze(),
      bindings: this.bindings.freeze(),
      assignments: this.assignments.freeze(),
      returns: this.returns.freeze(),
      references: this.references.freeze(),
      narrowings: this.narrowings.freeze(),
      expressions: this.expressions.freeze(),
      operands: this.operands.freeze(),
    }
  }
}
