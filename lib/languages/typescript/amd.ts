// Modules that hand their factory to `define`: `define(["a", "b"], function (a, b) { return … })`, by name or without
// dependencies too, and `require([…], callback)`. The factory's parameters are what the dependencies give, and the module is
// what the factory returns. Read off the arena when the file was walked; a `define` of the file's own is left alone.

import { NONE } from "../../graph/columns.ts"
import { BINDING_KINDS, DEFINITION_FLAGS, IMPORT_FLAGS, LITERALS, OPS, RETURN_KINDS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"

export const finishAmd = (w: Walk): void => {
  if (!w.text.includes("define") && !w.text.includes("require")) return
  const define = w.strings.string("define")
  const require = w.strings.string("require")
  const { op, name, ref, start } = w.expressions.at
  const count = w.expressions.rows
  const isOwn = new Map([[define, isDeclared(w, define)], [require, isDeclared(w, require)]])
  let returns: Returns | undefined
  for (let row = 0; row < count; row++) {
    if (op[row] !== OPS.call) continue
    const callee = operand(w, row, 0)
    if (callee === NONE || op[callee] !== OPS.name) continue
    const isDefine = name[callee] === define
    if (isOwn.get(name[callee]!) !== false) continue
    const args = argumentsOf(w, row)
    const names = isDefine && args.length > 1 && isText(w, args[0]!) ? 1 : 0
    const list = op[args[names] ?? row] === OPS.array ? args[names]! : NONE
    const made = args[list === NONE ? names : names + 1]
    // what is loaded by a text alone is a module of the other kind
    if (made === undefined || made === NONE || (!isDefine && list === NONE)) continue
    if (op[made] === OPS.function) {
      if (list !== NONE) bindParameters(w, ref[made]!, list)
      const given = isDefine ? returned(w, returns ??= returnsOf(w), ref[made]!) : NONE
      if (given !== NONE) w.export("assign", w.strings.string("="), 0, 0, given, false, start[row]!)
    } else if (isDefine && op[made] === OPS.object) {
      w.export("assign", w.strings.string("="), 0, 0, made, false, start[row]!)
    }
  }
}

const operand = (w: Walk, row: number, i: number): number => {
  const { operands, operandCount } = w.expressions.at
  return i < operandCount[row]! ? w.operands.at.expression[operands[row]! + i]! : NONE
}

const argumentsOf = (w: Walk, call: number): ReadonlyArray<number> =>
  Array.from({ length: w.expressions.at.operandCount[call]! - 1 }, (_, i) => operand(w, call, i + 1))

const isText = (w: Walk, row: number): boolean =>
  row !== NONE && w.expressions.at.op[row] === OPS.literal && w.expressions.at.ref[row] === LITERALS.string

/** Does the file say itself what a name is, other than by loading it? */
const isDeclared = (w: Walk, name: number): boolean => {
  const { at, rows } = w.bindings
  for (let row = 0; row < rows; row++) {
    if (at.name[row] !== name) continue
    const value = at.value[row]!
    if (at.kind[row] === BINDING_KINDS.definition && value === NONE) return true
    if (value !== NONE && !isLoaded(w, value)) return true
  }
  return false
}

/** `require("amdefine")(module)`. */
const isLoaded = (w: Walk, value: number): boolean => {
  const callee = w.expressions.at.op[value] === OPS.call ? operand(w, value, 0) : NONE
  return callee !== NONE && w.expressions.at.op[callee] === OPS.module
}

/** Makes imports of the parameters of a factory, in the order of the list. */
const bindParameters = (w: Walk, definition: number, list: number): void => {
  const { parameters, parameterCount } = w.definitions.at
  const { kind, target, rows } = { ...w.bindings.at, rows: w.bindings.rows }
  const { name, start } = w.expressions.at
  const whole = w.strings.string("*")
  const count = Math.min(parameterCount[definition]!, w.expressions.at.operandCount[list]!)
  for (let i = 0; i < count; i++) {
    const dependency = operand(w, list, i)
    if (!isText(w, dependency) || name[dependency] === 0) continue
    const specifier = w.strings.at(name[dependency]!).replace(/^["']|["']$/g, "")
    for (let row = 0; row < rows; row++) {
      if (kind[row] !== BINDING_KINDS.parameter || target[row] !== parameters[definition]! + i) continue
      const module = w.strings.string(specifier)
      target[row] = w.import(module, whole, IMPORT_FLAGS.require, row, start[dependency]!)
      kind[row] = BINDING_KINDS.import
      break
    }
  }
}

/** By function: what it gives back; NONE where there are several. */
type Returns = ReadonlyMap<number, number>

const returnsOf = (w: Walk): Returns => {
  const all = new Map<number, number>()
  const { definition, kind, expression } = w.returns.at
  for (let row = 0; row < w.returns.rows; row++) {
    if (kind[row] === RETURN_KINDS.return) {
      all.set(definition[row]!, all.has(definition[row]!) ? NONE : expression[row]!)
    }
  }
  return all
}

/** What a factory gives back, where that is one thing. */
const returned = (w: Walk, returns: Returns, definition: number): number =>
  (w.definitions.at.flags[definition]! & DEFINITION_FLAGS.anonymous) === 0 ? NONE : returns.get(definition) ?? NONE
