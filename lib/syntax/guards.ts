// Guards: what a condition says of a name where it holds. `if (x instanceof C) {…}` makes `x` a `C` in the braces, and
// after them where the other way out is closed (`if (!(x instanceof C)) return`). That a name is no instance of a class
// is kept as well: it leaves the others of what it may be.

import { NONE } from "../graph/columns.ts"
import { LITERALS, OPS } from "./facts.ts"
import type { Walk } from "./walk.ts"

/** What an operator or call does in a condition. */
export type Guard =
  /** Left is an instance of right. */
  | "is"
  /** Left is no instance of right. */
  | "isNot"
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

/** What a condition says of one name, or of a member that is reached from it: a type it has, or one it has not. */
interface Says {
  readonly name: number
  /** The members between, `.a.b`; 0 for the name itself. */
  readonly path: number
  readonly type: number
}

const nodes: Array<number> = []
const truths: Array<boolean> = []

/** Notes what holds between `start` and `end` where `condition` has turned out `truth`. */
export const narrow = (w: Walk, condition: number, truth: boolean, start: number, end: number): void => {
  if (condition === NONE || end <= start) return
  for (const { name, path, type } of said(w, condition, truth, 0)) w.narrow(name, path, type, start, end)
}

/** What a condition says where it has turned out `truth`. */
const said = (w: Walk, condition: number, truth: boolean, depth: number): Array<Says> => {
  const all: Array<Says> = []
  const base = nodes.length
  nodes.push(condition)
  truths.push(truth)
  let parts = 0
  while (base < nodes.length) {
    if (MOST_PARTS < ++parts) {
      nodes.length = truths.length = base
      return all
    }
    const node = nodes.pop()!
    const holds = truths.pop()!
    const rule = w.rule(node)
    // a condition that is kept in a name is what it is worth
    const inner = rule.is === "wrap" && rule.transparent
      ? w.first(node)
      : rule.is === "assign" && w.part(node, rule.part.operator) === NONE
      ? w.part(node, rule.part.value)
      : NONE
    if (inner !== NONE) {
      nodes.push(inner)
      truths.push(holds)
      continue
    }
    const guard = guardOf(w, node)
    if (guard === undefined && rule.is === "call") test(w, node, holds, all)
    else if (guard === "not") {
      const value = w.part(node, rule.part.value)
      if (value === NONE) continue
      nodes.push(value)
      truths.push(!holds)
    } else if (guard === "and" || guard === "or") {
      const left = w.part(node, rule.part.left)
      const right = w.part(node, rule.part.right)
      if (left === NONE || right === NONE) continue
      if (holds !== (guard === "and")) {
        if (depth < MOST_CHOICES) all.push(...either(w, node, left, right, holds, depth + 1))
        continue
      }
      nodes.push(left, right)
      truths.push(holds, holds)
    } else if (guard === "is" || guard === "isNot") {
      instance(w, w.part(node, rule.part.left), w.part(node, rule.part.right), holds === (guard === "is"), all)
    } else if (guard === "equal" || guard === "unequal") {
      if (holds !== (guard === "equal")) continue
      const left = w.part(node, rule.part.left)
      const right = w.part(node, rule.part.right)
      if (left === NONE || right === NONE) continue
      if (!kind(w, left, right, all)) kind(w, right, left, all)
    }
  }
  return all
}

/** Choices in one another that are looked into. */
const MOST_CHOICES = 6

/** Where one of two holds, a name is of one of the types that each gives it. */
const either = (w: Walk, node: number, left: number, right: number, holds: boolean, depth: number): Array<Says> => {
  const all: Array<Says> = []
  const one = said(w, left, holds, depth).filter((it) => isAffirmed(w, it.type))
  if (one.length === 0) return all
  const other = said(w, right, holds, depth).filter((it) => isAffirmed(w, it.type))
  for (const { name, path, type } of one) {
    const also = other.find((it) => it.name === name && it.path === path)
    if (also !== undefined) all.push({ name, path, type: w.binary(node, OPS.union, type, also.type) })
  }
  return all
}

const isAffirmed = (w: Walk, type: number): boolean => {
  const op = w.expressions.at.op[type]
  return op !== OPS.typeExcept && op !== OPS.call
}

/** A call of a function that, by its name, tests its first argument: what it says is what the function declares. */
const test = (w: Walk, node: number, holds: boolean, all: Array<Says>): void => {
  if (!w.has(node)) return
  const call = w.result[node]!
  const { op, name, operands, operandCount } = w.expressions.at
  if (op[call] !== OPS.call || operandCount[call]! < 2) return
  const callee = w.operands.at.expression[operands[call]!]!
  const argument = w.operands.at.expression[operands[call]! + 1]!
  if (callee === NONE || argument === NONE) return
  if (op[callee] !== OPS.name && op[callee] !== OPS.member) return
  const { isTest, instanceTests } = w.grammar.table
  const called = w.strings.at(name[callee]!)
  if (isTest?.(called) !== true && instanceTests?.has(called) !== true) return
  const tested = pathOf(w, argument)
  if (tested === undefined) return
  if (isTest?.(called) === true) {
    if (holds) all.push({ ...tested, type: call })
  } else if (instanceTests?.has(called) === true && 2 < operandCount[call]!) {
    const type = w.operands.at.expression[operands[call]! + 2]!
    if (type !== NONE) all.push({ ...tested, type: holds ? type : w.unary(node, OPS.typeExcept, 0, type) })
  }
}

/** Members in a row that a guard may speak of. */
export const LONGEST_PATH = 4

/** A name and the members that an expression reaches from it; undefined for any other expression. */
export const pathOf = (w: Walk, expression: number): { readonly name: number; readonly path: number } | undefined => {
  const { op, name, operands } = w.expressions.at
  let path = ""
  let at = expression
  for (let step = 0; op[at] === OPS.member; step++) {
    if (step === LONGEST_PATH || name[at] === 0) return undefined
    path = `.${w.strings.at(name[at]!)}${path}`
    at = w.operands.at.expression[operands[at]!]!
    if (at === NONE) return undefined
  }
  return op[at] === OPS.name ? { name: name[at]!, path: path === "" ? 0 : w.strings.string(path) } : undefined
}

const guardOf = (w: Walk, node: number): Guard | undefined => {
  const { guards, part } = w.rule(node)
  if (guards.size === 0) return undefined
  const operator = w.part(node, part.operator)
  if (operator !== NONE) return guards.get(w.tree.type[operator]!)
  // one without a field of its own stands before its operand, or between two
  const { type, after } = w.tree
  const first = node + 1
  if (after[node]! <= first) return undefined
  const at = w.isWord(first) ? first : after[first]!
  return at < after[node]! && w.isWord(at) ? guards.get(type[at]!) : undefined
}

const unwrapped = (w: Walk, node: number): number => {
  let at = node
  while (at !== NONE && w.rule(at).transparent) at = w.first(at)
  return at
}

const instance = (w: Walk, left: number, right: number, holds: boolean, all: Array<Says>): void => {
  const name = unwrapped(w, left)
  if (name === NONE || right === NONE) return
  if (w.has(right) && OPS.typeName <= w.expressions.at.op[w.result[right]!]!) {
    const tested = w.has(name) ? pathOf(w, w.result[name]!) : undefined
    const type = w.result[right]!
    if (tested !== undefined) all.push({ ...tested, type: holds ? type : w.unary(right, OPS.typeExcept, 0, type) })
    return
  }
  if (w.rule(name).is !== "name") return
  const type = asType(w, right)
  if (type !== NONE) {
    all.push({ name: w.nameOf(name), path: 0, type: holds ? type : w.unary(right, OPS.typeExcept, 0, type) })
  }
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

const kind = (w: Walk, asked: number, literal: number, all: Array<Says>): boolean => {
  const node = unwrapped(w, asked)
  if (node === NONE || guardOf(w, node) !== "kindOf" || w.literalOf(literal) !== LITERALS.string) return false
  const name = unwrapped(w, w.part(node, w.rule(node).part.value))
  if (name === NONE || w.rule(name).is !== "name") return false
  all.push({ name: w.nameOf(name), path: 0, type: w.shared(OPS.typePrimitive, w.keyOf(literal), NONE, literal) })
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
