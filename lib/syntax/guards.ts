// Guards: what a condition says of a name where it holds. `if (x instanceof C) {…}` makes `x` a `C` in the braces, and
// after them where the other way out is closed (`if (!(x instanceof C)) return`). Only what a guard affirms is kept: that
// a name is not something says nothing that a lookup could use.

import { NONE } from "../graph/columns.ts"
import { LITERALS, OPS } from "./facts.ts"
import type { Walk } from "./walk.ts"

/** What an operator or call does in a condition. */
export type Guard =
  /** Left is an instance of right. */
  | "is"
  /** Left equals right: a guard where one side asks for the kind of a name and the other is a string. */
  | "equal"
  | "unequal"
  | "and"
  | "or"
  | "not"
  /** Gives the kind of a value as a string. */
  | "kindOf"

/** Parts of one condition that are looked at, the last ones first: long chains would be walked once for each link. */
const MOST_PARTS = 64

const nodes: Array<number> = []
const truths: Array<boolean> = []

/** Notes what holds between `start` and `end` where `condition` has turned out `truth`. */
export const narrow = (w: Walk, condition: number, truth: boolean, start: number, end: number): void => {
  if (condition === NONE || end <= start) return
  const base = nodes.length
  nodes.push(condition)
  truths.push(truth)
  let parts = 0
  while (base < nodes.length) {
    if (MOST_PARTS < ++parts) {
      nodes.length = truths.length = base
      return
    }
    const node = nodes.pop()!
    const holds = truths.pop()!
    const rule = w.rule(node)
    if (rule.is === "wrap" && rule.transparent) {
      const inner = w.first(node)
      if (inner !== NONE) {
        nodes.push(inner)
        truths.push(holds)
      }
      continue
    }
    const guard = guardOf(w, node)
    if (guard === undefined && holds && rule.is === "call") test(w, node, start, end)
    else if (guard === "not") {
      const inner = w.part(node, rule.part.value)
      if (inner === NONE) continue
      nodes.push(inner)
      truths.push(!holds)
    } else if (guard === "and" || guard === "or") {
      if (holds !== (guard === "and")) continue
      for (const side of [w.part(node, rule.part.left), w.part(node, rule.part.right)]) {
        if (side === NONE) continue
        nodes.push(side)
        truths.push(holds)
      }
    } else if (guard === "is") {
      if (holds) instance(w, w.part(node, rule.part.left), w.part(node, rule.part.right), start, end)
    } else if (guard === "equal" || guard === "unequal") {
      if (holds !== (guard === "equal")) continue
      const left = w.part(node, rule.part.left)
      const right = w.part(node, rule.part.right)
      if (left === NONE || right === NONE) continue
      if (!kind(w, left, right, start, end)) kind(w, right, left, start, end)
    }
  }
}

/** A call of a function that, by its name, tests its first argument: what it says is what the function declares. */
const test = (w: Walk, node: number, start: number, end: number): void => {
  if (!w.has(node)) return
  const call = w.result[node]!
  const { op, name, operands, operandCount } = w.expressions.at
  if (op[call] !== OPS.call || operandCount[call]! < 2) return
  const callee = w.operands.at.expression[operands[call]!]!
  const argument = w.operands.at.expression[operands[call]! + 1]!
  if (callee === NONE || argument === NONE || op[argument] !== OPS.name) return
  if (op[callee] !== OPS.name && op[callee] !== OPS.member) return
  const { isTest, instanceTests } = w.grammar.table
  const called = w.strings.at(name[callee]!)
  if (isTest?.(called) === true) w.narrow(name[argument]!, call, start, end)
  else if (instanceTests?.has(called) === true && 2 < operandCount[call]!) {
    const type = w.operands.at.expression[operands[call]! + 2]!
    if (type !== NONE) w.narrow(name[argument]!, type, start, end)
  }
}

const guardOf = (w: Walk, node: number): Guard | undefined => {
  const { guards, part } = w.rule(node)
  if (guards.size === 0) return undefined
  const operator = w.part(node, part.operator)
  return operator === NONE ? undefined : guards.get(w.tree.type[operator]!)
}

const unwrapped = (w: Walk, node: number): number => {
  let at = node
  while (at !== NONE && w.rule(at).transparent) at = w.first(at)
  return at
}

const instance = (w: Walk, left: number, right: number, start: number, end: number): void => {
  const name = unwrapped(w, left)
  if (name === NONE || w.rule(name).is !== "name" || right === NONE) return
  const type = asType(w, right)
  if (type !== NONE) w.narrow(w.nameOf(name), type, start, end)
}

/** A class that is named as a value, as a type. */
const asType = (w: Walk, node: number): number => {
  const rule = w.rule(node)
  if (rule.is === "name") return w.leaf(node, OPS.typeName, w.nameOf(node), NONE)
  if (rule.is !== "member" || !w.has(node)) return NONE
  const key = w.part(node, rule.part.property)
  const object = w.use(w.part(node, rule.part.object))
  return key === NONE || object === NONE ? NONE : w.unary(node, OPS.typeMember, w.nameOf(key), object)
}

const kind = (w: Walk, asked: number, literal: number, start: number, end: number): boolean => {
  const node = unwrapped(w, asked)
  if (node === NONE || guardOf(w, node) !== "kindOf" || w.literalOf(literal) !== LITERALS.string) return false
  const name = unwrapped(w, w.part(node, w.rule(node).part.value))
  if (name === NONE || w.rule(name).is !== "name") return false
  w.narrow(w.nameOf(name), w.shared(OPS.typePrimitive, w.keyOf(literal), NONE, literal), start, end)
  return true
}

/** Does control never come to the end of a statement? Asked of its last statement only. */
export const leaves = (w: Walk, statement: number): boolean => {
  let node = statement
  for (;;) {
    if (node === NONE) return false
    const rule = w.rule(node)
    if (rule.source.leaves === true) return true
    if (rule.is !== "block") return false
    let last: number = NONE
    const { after } = w.tree
    for (let child = node + 1; child < after[node]!; child = after[child]!) if (!w.isWord(child)) last = child
    node = last
  }
}
