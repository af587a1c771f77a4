// What is known of a file when all of it was seen: which variables are never assigned again, which names it gives out.

import { NONE } from "../../graph/columns.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { BINDING_FLAGS, BINDING_KINDS, OPS } from "../../syntax/facts.ts"
import { isInFunctionOf, nodeAt } from "../../syntax/reassigned.ts"
import { ELSEWHERE, type Walk } from "../../syntax/walk.ts"

export const finish = (w: Walk): void => {
  const left = followAssignments(w)
  endRegions(w)
  markConstants(w)
  listedNames(w)
  w.reassigned.write(w, left)
}

/**
 * Finds the variable of every assignment; one that `global` names and nobody declares is declared by it.
 *
 * @returns Variables that functions inside of their own assign to, at a time that nobody knows.
 */
const followAssignments = (w: Walk): ReadonlySet<number> => {
  const left = new Set<number>()
  const { target, value, start } = w.assignments.at
  const { op, name, scope } = w.expressions.at
  for (let row = 0; row < w.assignments.rows; row++) {
    const to = target[row]!
    if (op[to] !== OPS.name) continue
    const binding = bindingOf(w, scope[to]!, name[to]!)
    if (binding === NONE) w.assignedAgain.add(w.bind(0, name[to]!, "local", 0, NONE, NONE, value[row]!, start[row]!))
    else {
      w.assignedAgain.add(binding)
      if (!isInFunctionOf(w, binding, scope[to]!)) left.add(binding)
    }
  }
  return left
}

/** A function, class or module that is bound to a variable's name ends what is known of the variable. */
const endRegions = (w: Walk): void => {
  const { scope, name, kind, target, nameStart } = w.bindings.at
  for (let row = 0; row < w.bindings.rows; row++) {
    const isVariable = kind[row] === BINDING_KINDS.definition &&
      w.definitions.at.kind[target[row]!] === NODE_KINDS.Variable.code
    if (isVariable || (kind[row] !== BINDING_KINDS.definition && kind[row] !== BINDING_KINDS.import)) continue
    const known = w.boundIn(scope[row]!, name[row]!)
    if (known === row || known === NONE || known === ELSEWHERE) continue
    const node = nodeAt(w, nameStart[row]!)
    if (node !== NONE) w.reassigned.add(known, node, NONE, nameStart[row]!)
  }
}

const bindingOf = (w: Walk, from: number, name: number): number => {
  const { parent } = w.scopes.at
  for (let scope = from; scope !== NONE; scope = parent[scope]!) {
    const binding = w.boundIn(scope, name)
    if (binding !== NONE && binding !== ELSEWHERE) return binding
  }
  return NONE
}

const markConstants = (w: Walk): void => {
  const { kind, target, flags } = w.bindings.at
  const { kind: kinds } = w.definitions.at
  for (let row = 0; row < w.bindings.rows; row++) {
    const isLocal = kind[row] === BINDING_KINDS.local
    const isVariable = kind[row] === BINDING_KINDS.definition && kinds[target[row]!] === NODE_KINDS.Variable.code
    if ((!isLocal && !isVariable) || w.assignedAgain.has(row)) continue
    flags[row]! |= BINDING_FLAGS.constant
    if (isVariable) kinds[target[row]!] = NODE_KINDS.Const.code
  }
}

/** `__all__ = ["a", "b"]`: the public names. */
const listedNames = (w: Walk): void => {
  const list = w.strings.string("__all__")
  const binding = w.boundIn(0, list)
  if (binding === NONE || binding === ELSEWHERE) return
  const { op, name, operands, operandCount, start } = w.expressions.at
  const { target, value } = w.assignments.at
  const values = [w.bindings.at.value[binding]!]
  for (let row = 0; row < w.assignments.rows; row++) {
    if (op[target[row]!] === OPS.name && name[target[row]!] === list) values.push(value[row]!)
  }
  for (const each of values) {
    if (each === NONE || op[each] !== OPS.array) continue
    for (let i = 0; i < operandCount[each]!; i++) {
      const part = w.operands.at.expression[operands[each]! + i]!
      if (part === NONE || op[part] !== OPS.literal || name[part] === 0) continue
      const text = w.strings.at(name[part]!)
      const id = w.strings.string(text.slice(1, -1))
      w.export("local", id, id, 0, NONE, false, start[part]!)
    }
  }
}
