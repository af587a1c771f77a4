// Types: annotations of every form as expressions of the type space.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { typeParameter } from "./parameters.ts"
import { DEFINITION_FLAGS, OPS, SCOPE_KINDS } from "./facts.ts"
import { operandsOf } from "./expressions.ts"
import type { Handlers } from "./handlers.ts"
import { MODES } from "./roles.ts"
import type { Walk } from "./walk.ts"
import { R } from "./walk.ts"

/** A union of unions is one union, up to so many operands: copying more each time would cost the square of a file. */
const FLATTENED = 1000

/**
 * An operator over the types that are its children. The grammar nests `A | B | C` to the left: the outermost of such a
 * chain takes the operands of all, in their order, and those within have nothing of their own.
 */
const typeOp = (w: Walk, node: number): void => {
  const { op } = w.rule(node)
  const flat = op === OPS.union || op === OPS.intersection
  const chained = (outer: number, inner: number) => flat && w.first(outer) === inner && w.rule(inner).op === op
  const outside = w.tree.parent[node]!
  if (node !== 0 && w.rule(outside).op === op && chained(outside, node)) return
  const row = w.leaf(node, op, 0, NONE)
  const chain = [node]
  for (let inner = w.first(node); inner !== NONE && chained(chain.at(-1)!, inner); inner = w.first(inner)) {
    chain.push(inner)
  }
  const { after } = w.tree
  while (chain.length !== 0) {
    const outer = chain.pop()!
    for (let child = outer + 1; child < after[outer]!; child = after[child]!) {
      if (!w.isWord(child) && !chained(outer, child)) typeOperand(w, row, child, flat)
    }
  }
  w.result[node] = row
}

const typeOperand = (w: Walk, row: number, child: number, flat: boolean): void => {
  const value = w.use(child)
  if (value === NONE) return
  const { op, operands, operandCount } = w.expressions.at
  const count = operandCount[value]!
  if (!flat || op[value] !== op[row] || FLATTENED < count) return w.operand(row, value)
  const from = operands[value]!
  for (let i = 0; i < count; i++) w.operand(row, w.operands.at.expression[from + i]!)
}

/** A name with arguments: the name's own row takes them. */
const typeGeneric = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const nameNode = w.part(node, part.name)
  const row = w.use(nameNode)
  if (row === NONE) return
  const { op } = w.expressions.at
  if (op[row] === OPS.typeName) operandsOf(w, row, w.part(node, part.typeArguments))
  else if (op[row] === OPS.typeMember) {
    // the operands of a row stand together: the object first, then the arguments
    const object = w.operands.at.expression[w.expressions.at.operands[row]!]!
    w.expressions.at.operandCount[row] = 0
    w.operand(row, object)
    operandsOf(w, row, w.part(node, part.typeArguments))
  }
  w.expressions.at.end[row] = w.tree.end[node]!
  w.result[node] = row
  if (w.mode[node] === MODES.extend) w.role[nameNode] = R.extend
}

const typeMember = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.none) return
  const { part } = w.rule(node)
  const object = w.use(w.part(node, part.object))
  const nameNode = w.part(node, part.property)
  w.result[node] = w.unary(node, OPS.typeMember, nameNode === NONE ? 0 : w.nameOf(nameNode), object)
  w.role[node] = w.mode[node] === MODES.extend ? R.extend : R.type
}

const anonymous = (w: Walk, node: number, flags: number): number => {
  const start = w.tree.start[node]!
  const row = w.define(0, DEFINITION_FLAGS.anonymous | flags, 0, w.scope, start, w.tree.end[node]!, start)
  w.definition[node] = row
  return row
}

const enterTypeFunction = (w: Walk, node: number): void => {
  const row = anonymous(w, node, NODE_FLAGS.signature | w.rule(node).flags)
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.owner = row
}

const exitTypeFunction = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  w.definitions.at.type[row] = w.use(w.part(node, w.rule(node).part.returns))
  w.result[node] = w.leaf(node, OPS.typeFunction, 0, row)
}

const enterTypeObject = (w: Walk, node: number): void => {
  const row = anonymous(w, node, 0)
  w.definitions.at.body[row] = w.openScope("type", node, row)
  w.owner = row
}

const exitTypeObject = (w: Walk, node: number): void => {
  const { after } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.has(child) && w.expressions.at.op[w.result[child]!] === OPS.typeMapped) {
      w.result[node] = w.result[child]!
      return
    }
  }
  w.result[node] = w.leaf(node, OPS.typeObject, 0, w.definition[node]!)
}

const typePredicate = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const nameNode = w.part(node, part.name)
  const type = w.use(w.part(node, part.type))
  w.result[node] = w.unary(node, OPS.typePredicate, nameNode === NONE ? 0 : w.nameOf(nameNode), type)
}

/** A name that a conditional type finds out: seen in the whole of that type. */
const typeInfer = (w: Walk, node: number): void => {
  const nameNode = w.part(node, w.rule(node).part.name)
  if (nameNode === NONE) return
  const outer = w.scope
  const { kind, parent, definition } = w.scopes.at
  let scope = outer
  while (scope !== NONE && !(kind[scope] === SCOPE_KINDS.header && definition[scope] === NONE)) scope = parent[scope]!
  if (scope !== NONE) {
    w.scope = scope
    typeParameter(w, node, w.rule(node), w.next(nameNode))
    w.scope = outer
  }
  w.result[node] = w.leaf(nameNode, OPS.typeName, w.nameOf(nameNode), NONE)
}

const enterTypeConditional = (w: Walk, node: number): void => {
  w.openScope("header", node, NONE)
}

const exitTypeConditional = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const row = w.leaf(node, OPS.typeConditional, 0, NONE)
  w.operand(row, w.use(w.part(node, part.left)))
  w.operand(row, w.use(w.part(node, part.right)))
  w.operand(row, w.use(w.part(node, part.then)))
  w.operand(row, w.use(w.part(node, part.otherwise)))
  w.result[node] = row
}

/** The head of a mapped type declares its key. */
const exitTypeMapped = (w: Walk, node: number): void => {
  typeParameter(w, node, w.rule(node))
  w.result[node] = w.use(w.part(node, w.rule(node).part.constraint))
}

/** `[key: string]: T` is a member without a name; with a mapped head it makes the object type a mapped one. */
const exitIndexSignature = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const { after, start, end } = w.tree
  const typeNode = w.part(node, rule.part.type)
  const type = w.use(typeNode)
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.rule(child).is !== "typeMapped") continue
    const constraint = w.use(child)
    const row = w.leaf(node, OPS.typeMapped, 0, NONE)
    w.operand(row, type)
    w.operand(row, constraint)
    w.result[node] = row
    return
  }
  const name = w.strings.string(rule.source.fixedName ?? "")
  const row = w.define(
    rule.kind,
    rule.flags | NODE_FLAGS.signature,
    name,
    w.scope,
    start[node]!,
    end[node]!,
    start[node]!,
  )
  w.definitions.at.type[row] = type
  w.definitions.at.signature[row] = w.strings.slice(start[node]!, Math.min(end[node]!, start[node]! + 240))
}

export const types = {
  typeOp: { exit: typeOp },
  typeGeneric: { exit: typeGeneric },
  typeMember: { exit: typeMember },
  typeFunction: { enter: enterTypeFunction, exit: exitTypeFunction },
  typeObject: { enter: enterTypeObject, exit: exitTypeObject },
  typePredicate: { exit: typePredicate },
  typeInfer: { exit: typeInfer },
  typeConditional: { enter: enterTypeConditional, exit: exitTypeConditional },
  typeMapped: { exit: exitTypeMapped },
  indexSignature: { exit: exitIndexSignature },
} as const satisfies Partial<Handlers>
