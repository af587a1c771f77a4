// Exports that are assignments: `module.exports = …`, `exports.x = …`, `Object.assign(module.exports, {…})`,
// `Object.defineProperty(exports, "x", { get() {…} })`. They are read off the arena when the file was walked, since any
// expression anywhere may be one.

import { NONE } from "../../graph/columns.ts"
import { DEFINITION_FLAGS, EXPORT_KINDS, IMPORT_FLAGS, LITERALS, OPS, SCOPE_KINDS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"

export const finishCommonJs = (w: Walk): void => {
  if (!w.text.includes("exports")) return
  const names = {
    module: w.strings.string("module"),
    exports: w.strings.string("exports"),
    object: w.strings.string("Object"),
    assign: w.strings.string("assign"),
    defineProperty: w.strings.string("defineProperty"),
    whole: w.strings.string("="),
    get: w.strings.string("get"),
    value: w.strings.string("value"),
  }
  const { op, name, operands, operandCount, ref, start } = w.expressions.at
  const operand = (row: number, i: number): number =>
    i < operandCount[row]! ? w.operands.at.expression[operands[row]! + i]! : NONE
  const { scope } = w.expressions.at
  const bound = new Bound(w, [names.module, names.exports])
  /** Is the expression, as it is written, the object whose members are exported? */
  const isModule = (row: number): boolean => {
    if (op[row] === OPS.name) return name[row] === names.exports && !bound.has(scope[row]!, name[row]!)
    if (op[row] !== OPS.member || name[row] !== names.exports) return false
    const object = operand(row, 0)
    return object !== NONE && op[object] === OPS.name && name[object] === names.module &&
      !bound.has(scope[object]!, names.module)
  }
  const aliases = aliasesOf(w, isModule)
  /** The same, by another name that was given to it too. */
  const isExports = (row: number): boolean => {
    while (row !== NONE && op[row] === OPS.assign) row = operand(row, 0)
    if (row === NONE) return false
    return isModule(row) || (op[row] === OPS.name && aliases.is(scope[row]!, name[row]!))
  }
  const assignments = w.assignments
  for (let i = 0; i < assignments.rows; i++) {
    const target = assignments.at.target[i]!
    const value = assignments.at.value[i]!
    const at = assignments.at.start[i]!
    if (op[target] === OPS.name) continue
    if (isModule(target)) {
      // `module.exports = exports` changes nothing
      if (op[value] === OPS.assign || !isExports(value)) w.export("assign", names.whole, 0, 0, value, false, at)
      continue
    }
    if (op[target] !== OPS.member && op[target] !== OPS.index) continue
    if (name[target] !== 0 && isExports(operand(target, 0))) {
      w.export("value", name[target]!, 0, 0, value, false, at)
    }
  }
  const count = w.expressions.rows
  for (let row = 0; row < count; row++) {
    if (op[row] !== OPS.call || operandCount[row]! < 3) continue
    const callee = operand(row, 0)
    if (callee === NONE || op[callee] !== OPS.member || !isExports(operand(row, 1))) continue
    const object = operand(callee, 0)
    if (object === NONE || op[object] !== OPS.name || name[object] !== names.object) continue
    if (name[callee] === names.assign) {
      for (let i = 2; i < operandCount[row]!; i++) {
        const source = operand(row, i)
        if (source === NONE || op[source] !== OPS.object) continue
        for (let j = 0; j < operandCount[source]!; j++) {
          const property = operand(source, j)
          if (property === NONE || op[property] !== OPS.property) continue
          w.export("value", name[property]!, 0, 0, operand(property, 0), false, start[property]!)
        }
      }
    } else if (name[callee] === names.defineProperty) {
      const key = operand(row, 2)
      const descriptor = operand(row, 3)
      if (key === NONE || op[key] !== OPS.literal || ref[key] !== LITERALS.string) continue
      if (descriptor === NONE || op[descriptor] !== OPS.object) continue
      for (let j = 0; j < operandCount[descriptor]!; j++) {
        const property = operand(descriptor, j)
        if (property === NONE || op[property] !== OPS.property) continue
        if (name[property] === names.value) {
          w.export("value", name[key]!, 0, 0, operand(property, 0), false, start[row]!)
        } else if (name[property] === names.get) {
          const given = returnedBy(w, operand(property, 0))
          if (given !== NONE) w.export("value", name[key]!, 0, 0, given, false, start[row]!)
        }
      }
    }
  }
  markModule(w, isModule)
}

/** What a function literal returns, where it returns one thing. */
const returnedBy = (w: Walk, row: number): number => {
  if (row === NONE || w.expressions.at.op[row] !== OPS.function) return NONE
  const definition = w.expressions.at.ref[row]!
  for (let i = 0; i < w.returns.rows; i++) {
    if (w.returns.at.definition[i] === definition) return w.returns.at.expression[i]!
  }
  return NONE
}

/** The bindings of a few names, asked for by scope. */
class Bound {
  readonly #walk: Walk
  /** By name: scope → value of its binding. */
  readonly #scopes = new Map<number, Map<number, number>>()

  constructor(w: Walk, names: ReadonlyArray<number>) {
    this.#walk = w
    for (const name of names) this.#scopes.set(name, new Map())
    const { name, scope, value } = w.bindings.at
    for (let row = 0; row < w.bindings.rows; row++) this.#scopes.get(name[row]!)?.set(scope[row]!, value[row]!)
  }

  /** The value that the innermost binding of a name starts with, or undefined where nothing binds it. */
  value(scope: number, name: number): number | undefined {
    const scopes = this.#scopes.get(name)
    if (scopes === undefined || scopes.size === 0) return undefined
    const { parent } = this.#walk.scopes.at
    for (let at = scope; at !== NONE; at = parent[at]!) {
      const value = scopes.get(at)
      if (value !== undefined) return value
    }
    return undefined
  }

  has(scope: number, name: number): boolean {
    return this.value(scope, name) !== undefined
  }
}

/** Variables that are another name for the object whose members are exported: `const it = module.exports`. */
const aliasesOf = (w: Walk, isModule: (row: number) => boolean) => {
  const { name, value } = w.bindings.at
  const names = new Set<number>()
  for (let row = 0; row < w.bindings.rows; row++) {
    if (value[row] !== NONE && isModule(value[row]!)) names.add(name[row]!)
  }
  const bound = new Bound(w, [...names])
  return {
    is: (scope: number, name: number): boolean => {
      if (!names.has(name)) return false
      const value = bound.value(scope, name)
      return value !== undefined && value !== NONE && isModule(value)
    },
  }
}

/** Says of expressions that are the file's own module that they are. What is assigned as a whole stays what it is. */
const markModule = (w: Walk, isModule: (row: number) => boolean): void => {
  const { op, name, ref, scope, operandCount } = w.expressions.at
  const targets = new Set<number>()
  for (let row = 0; row < w.assignments.rows; row++) targets.add(w.assignments.at.target[row]!)
  const found: Array<number> = []
  const isOwn = isCommonJs(w)
  for (let row = 0; row < w.expressions.rows; row++) {
    if (op[row] === OPS.this ? isOwn && isOutside(w, scope[row]!) : isModule(row) && !targets.has(row)) found.push(row)
  }
  for (const row of found) {
    op[row] = OPS.module
    name[row] = 0
    ref[row] = NONE
    operandCount[row] = 0
  }
}

/** Does the file export by assigning, and is no module of the other kind? */
const isCommonJs = (w: Walk): boolean => {
  const { kind } = w.exports.at
  let assigns = false
  for (let row = 0; row < w.exports.rows; row++) {
    if (kind[row] !== EXPORT_KINDS.value && kind[row] !== EXPORT_KINDS.assign) return false
    assigns = true
  }
  for (let row = 0; row < w.imports.rows; row++) {
    const others = IMPORT_FLAGS.require | IMPORT_FLAGS.lazy | IMPORT_FLAGS.comment | IMPORT_FLAGS.typeOnly
    if ((w.imports.at.flags[row]! & others) === 0) return false
  }
  return assigns
}

/** Is there no function or type around a scope that has a `this` of its own? */
const isOutside = (w: Walk, scope: number): boolean => {
  const { kind, parent, definition } = w.scopes.at
  for (let at = scope; at !== NONE; at = parent[at]!) {
    if (kind[at] === SCOPE_KINDS.type || kind[at] === SCOPE_KINDS.namespace) return false
    if (kind[at] !== SCOPE_KINDS.function) continue
    const row = definition[at]!
    if (row === NONE || (w.definitions.at.flags[row]! & DEFINITION_FLAGS.lexicalThis) === 0) return false
  }
  return true
}
