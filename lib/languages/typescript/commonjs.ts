// Exports that are assignments: `module.exports = …`, `exports.x = …`, `Object.assign(module.exports, {…})`,
// `Object.defineProperty(exports, "x", { get() {…} })`. They are read off the arena when the file was walked, since any
// expression anywhere may be one.

import { NONE } from "../../graph/columns.ts"
import { LITERALS, OPS } from "../../syntax/facts.ts"
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
  /** Is the expression the object whose members are exported? */
  const isExports = (row: number): boolean => {
    while (row !== NONE && op[row] === OPS.assign) row = operand(row, 0)
    if (row === NONE) return false
    if (op[row] === OPS.name) return name[row] === names.exports
    if (op[row] !== OPS.member || name[row] !== names.exports) return false
    const object = operand(row, 0)
    return object !== NONE && op[object] === OPS.name && name[object] === names.module
  }
  const assignments = w.assignments
  for (let i = 0; i < assignments.rows; i++) {
    const target = assignments.at.target[i]!
    const value = assignments.at.value[i]!
    const at = assignments.at.start[i]!
    if (op[target] === OPS.name) continue
    if (isExports(target)) {
      w.export("assign", names.whole, 0, 0, value, false, at)
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
