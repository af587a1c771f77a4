// Values: what the roles of expressions write into the arena. Everything here runs after a node's children, so that
// operands stand before what uses them.

import { NONE } from "../graph/columns.ts"
import { documented, documentFunction } from "./documented.ts"
import { EXPRESSION_FLAGS, IMPORT_FLAGS, LITERALS, OPS, RETURN_KINDS } from "./facts.ts"
import { narrow } from "./guards.ts"
import type { Handlers } from "./handlers.ts"
import { takesName, unwrap } from "./declare.ts"
import { bindPattern } from "./patterns.ts"
import { MODES } from "./roles.ts"
import type { Walk } from "./walk.ts"
import { R } from "./walk.ts"

/** A name in the mode at hand: a value, a type, or nothing where it is declared. */
const name = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.pattern || mode === MODES.target) return
  w.result[node] = w.leaf(node, mode === MODES.type ? OPS.typeName : OPS.name, w.nameOf(node), NONE)
  w.role[node] = w.roleOf(node)
}

const typeName = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.pattern) return
  w.result[node] = w.leaf(node, OPS.typeName, w.nameOf(node), NONE)
  w.role[node] = mode === MODES.extend ? R.extend : R.type
}

const member = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none) return
  const { part } = w.rule(node)
  const key = w.part(node, part.property)
  const name = key === NONE ? 0 : w.nameOf(key)
  const object = w.part(node, part.object)
  const value = w.use(object)
  const row = w.leaf(node, mode === MODES.type ? OPS.typeMember : OPS.member, name, NONE)
  w.operand(row, value)
  optional(w, node, row)
  w.result[node] = row
  w.role[node] = w.roleOf(node)
  if (mode === MODES.discard && w.docs.count !== 0) mentionMember(w, node, row)
}

/** A member that is only mentioned, with a comment that says what it is. */
const mentionMember = (w: Walk, node: number, row: number): void => {
  if (w.rule(w.tree.parent[node]!).is !== "statement") return
  const type = documented(w, w.tree.start[node]!)
  if (type === NONE) return
  const declared = w.binary(node, OPS.cast, NONE, type)
  w.expressions.at.flags[declared]! |= EXPRESSION_FLAGS.declares
  w.assign(row, declared, w.tree.start[node]!)
  w.role[node] = R.write
}

/** Marks an access or call that gives up where what stands before it is absent. */
const optional = (w: Walk, node: number, row: number): void => {
  const { part, optionalWord } = w.rule(node)
  if (w.part(node, part.operator) !== NONE || w.word(node, optionalWord) !== NONE) {
    w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.optionalChain
  }
}

const index = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const object = w.use(w.part(node, part.object))
  const at = w.part(node, part.index)
  const literal = at === NONE ? 0 : w.literalOf(at)
  const written = literal === LITERALS.string || literal === LITERALS.number
  const known = !written && at !== NONE && w.grammar.table.isKey?.(w.source(at)) === true
  const constant = written || known
  const name = written ? w.keyOf(at) : known ? w.strings.string(`[${w.source(at)}]`) : 0
  const key = w.use(at)
  const row = w.leaf(node, OPS.index, name, NONE)
  w.operand(row, object)
  w.operand(row, key)
  optional(w, node, row)
  w.result[node] = row
  if (constant) w.role[node] = w.roleOf(node)
}

/** The callee's value, with the type arguments of the call where it has some. */
const calleeOf = (w: Walk, node: number): number => {
  const { part } = w.rule(node)
  const callee = w.use(w.part(node, part.callee))
  const types = w.part(node, part.typeArguments)
  if (types === NONE) return callee
  const row = w.leaf(node, OPS.instantiate, 0, NONE)
  w.operand(row, callee)
  operandsOf(w, row, types)
  return row
}

/** Adds the values of a node's children as operands; children that are lists stand for theirs. */
export const operandsOf = (w: Walk, row: number, list: number): void => {
  if (list === NONE) return
  const { after } = w.tree
  const end = after[list]!
  for (let child = list + 1; child < end; child = after[child]!) {
    if (!w.isWord(child)) w.operand(row, w.use(child))
  }
}

const call = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const { part } = rule
  const list = w.part(node, part.arguments)
  const calleeNode = w.part(node, part.callee)
  const loaded = moduleOf(w, node, calleeNode, list)
  if (loaded !== NONE) {
    w.result[node] = loaded
    return
  }
  const tagged = list !== NONE && w.rule(list).is === "template"
  const callee = calleeOf(w, node)
  if (w.grammar.table.functionsApart === true && rule.is === "call") markCalled(w, callee)
  const row = w.leaf(node, tagged ? OPS.tagged : rule.is === "new" ? OPS.new : OPS.call, 0, NONE)
  w.operand(row, callee)
  operandsOf(w, row, list)
  optional(w, node, row)
  w.result[node] = row
  w.role[node] = rule.is === "new" ? R.new : R.call
}

/** Says of a name that is called that it means a function. */
export const markCalled = (w: Walk, callee: number): void => {
  if (callee === NONE) return
  const { op, flags, operands } = w.expressions.at
  const named = op[callee] === OPS.instantiate ? w.operands.at.expression[operands[callee]!]! : callee
  if (named !== NONE && op[named] === OPS.name) flags[named]! |= EXPRESSION_FLAGS.called
}

/** The value of a call that loads a module by a literal name, or NONE. */
const moduleOf = (w: Walk, node: number, callee: number, list: number): number => {
  if (callee === NONE || list === NONE) return NONE
  const keyword = w.rule(callee).is === "moduleCallee"
  const value = w.result[callee]!
  if (!keyword) {
    if (!w.has(callee) || w.expressions.at.op[value] !== OPS.name) return NONE
    let known = false
    for (const id of w.moduleFunctions) if (id === w.expressions.at.name[value]) known = true
    if (!known) return NONE
  }
  const argument = w.first(list)
  if (argument === NONE) return NONE
  const literal = w.literalOf(argument)
  if (literal !== LITERALS.string && literal !== LITERALS.template) return NONE
  const module = literal === LITERALS.string
    ? w.keyOf(argument)
    : w.strings.slice(w.tree.start[argument]! + 1, w.tree.end[argument]! - 1)
  if (literal === LITERALS.template && w.first(argument) !== NONE) return NONE
  const flags = keyword
    ? (w.mode[node] === MODES.type || w.mode[node] === MODES.typeValue ? IMPORT_FLAGS.typeOnly : IMPORT_FLAGS.lazy)
    : IMPORT_FLAGS.require
  const row = w.import(module, w.strings.string("*"), flags, NONE, w.tree.start[node]!)
  return w.leaf(node, OPS.module, 0, row)
}

const unary = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const operator = w.part(node, rule.part.operator)
  const gives = operator === NONE ? undefined : rule.operators.get(w.tree.type[operator]!)
  primitive(w, node, gives === undefined ? 0 : (LITERALS as Record<string, number>)[gives] ?? 0)
}

/** An operation that gives a primitive value: a row only where somebody may ask for the value. */
const primitive = (w: Walk, node: number, literal: number): void => {
  if (w.mode[node] === MODES.discard) return
  const row = w.leaf(node, OPS.operation, 0, literal)
  const { after } = w.tree
  const end = after[node]!
  for (let child = node + 1; child < end; child = after[child]!) {
    if (w.isWord(child)) continue
    // what a plain number is says the operator; one of another width decides what comes of it
    if (w.has(child)) w.operand(row, w.result[child]!)
    else if (LITERALS.long <= w.literalOf(child)) w.operand(row, w.use(child))
  }
  w.result[node] = row
}

const binary = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const operator = w.part(node, rule.part.operator)
  const gives = operator === NONE ? undefined : rule.operators.get(w.tree.type[operator]!)
  const left = w.part(node, rule.part.left)
  const right = w.part(node, rule.part.right)
  if (gives === "either") {
    const guard = rule.guards.get(w.tree.type[operator]!)
    if (right !== NONE && (guard === "and" || guard === "or")) {
      narrow(w, left, guard === "and", w.tree.start[right]!, w.tree.end[right]!)
    }
    return either(w, node, left, right)
  }
  if (gives === "primitive") {
    const text = isText(w.literalOf(left)) || isText(w.literalOf(right))
    return primitive(w, node, text ? LITERALS.string : 0)
  }
  primitive(w, node, gives === undefined ? 0 : (LITERALS as Record<string, number>)[gives] ?? 0)
}

const isText = (literal: number): boolean => literal === LITERALS.string || literal === LITERALS.template

const either = (w: Walk, node: number, left: number, right: number): void => {
  if (w.mode[node] === MODES.discard) return
  const one = w.use(left)
  const other = w.use(right)
  w.result[node] = w.binary(node, OPS.either, one, other)
}

const conditional = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const condition = w.part(node, part.condition)
  const then = w.part(node, part.then)
  const otherwise = w.part(node, part.otherwise)
  const { start, end } = w.tree
  if (then !== NONE) narrow(w, condition, true, start[then]!, end[then]!)
  if (otherwise !== NONE) narrow(w, condition, false, start[otherwise]!, end[otherwise]!)
  either(w, node, then, otherwise)
}

/** The last of several expressions is the value. */
const sequence = (w: Walk, node: number): void => {
  const { after } = w.tree
  const end = after[node]!
  let last = NONE
  for (let child = node + 1; child < end; child = after[child]!) if (!w.isWord(child)) last = child
  if (last !== NONE) w.pass(node, last)
}

const assign = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const target = w.part(node, rule.part.target)
  const value = w.part(node, rule.part.value)
  if (target === NONE) return
  const operator = w.part(node, rule.part.operator)
  const gives = operator === NONE ? "assign" : rule.operators.get(w.tree.type[operator]!) ?? "primitive"
  if (gives !== "assign" && gives !== "assignEither") {
    // `a += b`: the target keeps a primitive value, which says nothing of what it refers to
    bindPattern(w, target, NONE, { declares: false })
    return primitive(w, node, 0)
  }
  let given = w.use(value)
  if (w.mode[node] === MODES.discard && w.docs.count !== 0) given = documentedValue(w, node, value, given)
  const written = bindPattern(w, target, given, { declares: false })
  if (w.mode[node] === MODES.discard) {
    w.result[node] = given
    return
  }
  w.result[node] = written === NONE ? given : w.binary(node, OPS.assign, written, given)
}

/** A value whose place a comment declares: the type stands beside it. */
const documentedValue = (w: Walk, node: number, value: number, given: number): number => {
  const inner = unwrap(w, value)
  if (inner !== NONE && w.definition[inner] !== NONE && takesName(w, inner)) {
    documentFunction(w, inner, w.tree.start[node]!)
    return given
  }
  const type = documented(w, w.tree.start[node]!)
  if (type === NONE) return given
  const row = w.binary(node, OPS.cast, given, type)
  w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.declares
  return row
}

const update = (w: Walk, node: number): void => {
  const target = w.part(node, w.rule(node).part.target)
  if (target !== NONE) bindPattern(w, target, NONE, { declares: false })
  primitive(w, node, LITERALS.number)
}

const cast = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  let value = w.part(node, part.value)
  let type = w.part(node, part.type)
  if (value !== NONE && w.rule(value).is === "list") {
    // the type stands before the value
    type = w.first(value)
    value = w.next(value)
  } else if (type === value && value !== NONE) type = w.next(value)
  const given = w.use(value)
  const as = type === NONE ? NONE : w.use(type)
  w.result[node] = as === NONE ? given : w.binary(node, OPS.cast, given, as)
}

const instantiate = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  let callee = w.part(node, part.callee)
  if (callee === NONE) callee = w.first(node)
  const given = w.use(callee)
  const row = w.leaf(node, OPS.instantiate, 0, NONE)
  w.operand(row, given)
  operandsOf(w, row, w.part(node, part.typeArguments))
  w.result[node] = row
}

const template = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.type) {
    w.result[node] = w.shared(OPS.typeLiteral, 0, LITERALS.template, node)
    return
  }
  if (w.tree.after[node] === node + 1) return w.pending(node, LITERALS.template)
  primitive(w, node, LITERALS.template)
}

const wait = (w: Walk, node: number): void => {
  const value = w.use(w.part(node, w.rule(node).part.value))
  w.result[node] = w.unary(node, OPS.await, 0, value)
}

const give = (w: Walk, node: number): void => {
  const { part, iterateWord } = w.rule(node)
  const value = w.use(w.part(node, part.value))
  returns(w, w.word(node, iterateWord) === NONE ? RETURN_KINDS.yield : RETURN_KINDS.yieldAll, value)
}

/** Records what the function at hand gives back. */
export const returns = (w: Walk, kind: number, expression: number): void => {
  if (w.function === NONE || expression === NONE) return
  const row = w.returns.add()
  w.returns.at.definition[row] = w.function
  w.returns.at.kind[row] = kind
  w.returns.at.expression[row] = expression
}

const spread = (w: Walk, node: number): void => {
  const value = w.use(w.part(node, w.rule(node).part.value))
  w.result[node] = w.unary(node, OPS.spread, 0, value)
}

const array = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.discard) return
  const row = w.leaf(node, OPS.array, 0, NONE)
  operandsOf(w, row, node)
  w.result[node] = row
}

const object = (w: Walk, node: number): void => {
  const row = w.leaf(node, OPS.object, 0, w.definition[node]!)
  operandsOf(w, row, node)
  w.result[node] = row
}

const pair = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const key = w.part(node, part.key)
  const valueNode = w.part(node, part.value)
  let value = w.use(valueNode)
  if (w.docs.count !== 0) value = documentedValue(w, node, valueNode, value)
  w.result[node] = w.unary(node, OPS.property, key === NONE ? 0 : w.keyOf(key), value)
}

const shorthand = (w: Walk, node: number): void => {
  const name = w.nameOf(node)
  const value = w.leaf(node, OPS.name, name, NONE)
  const row = w.unary(node, OPS.property, name, value)
  w.result[node] = row
  w.role[node] = R.read
}

const renderTag = (w: Walk, node: number): void => {
  const tag = w.part(node, w.rule(node).part.tag)
  if (tag !== NONE) w.pass(node, tag)
}

/** An element: its tag, the values of its attributes, its children. */
const render = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const opening = w.part(node, part.open)
  const head = opening === NONE ? node : opening
  const tag = w.part(head, w.rule(head).part.tag)
  const named = tag === NONE ? "" : w.source(tag)
  const component = tag !== NONE && w.grammar.table.isComponent(named)
  const row = w.leaf(node, OPS.render, tag === NONE ? 0 : w.nameOf(tag), NONE)
  w.operand(row, component ? w.result[tag]! : NONE)
  const { after } = w.tree
  const parts = (of: number) => {
    for (let child = of + 1; child < after[of]!; child = after[child]!) {
      if (child === tag || child === opening || w.isWord(child)) continue
      if (w.has(child)) w.operand(row, w.result[child]!)
    }
  }
  if (opening !== NONE) parts(opening)
  parts(node)
  w.result[node] = row
  if (component) w.role[node] = R.render
}

const wrap = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const value = w.part(node, part.value)
  if (value !== NONE) return w.pass(node, value)
  const { after } = w.tree
  const end = after[node]!
  for (let child = node + 1; child < end; child = after[child]!) {
    if (w.result[child] !== NONE) return w.pass(node, child)
  }
}

export const expressions = {
  name: { exit: name },
  typeName: { exit: typeName },
  primitive: {
    exit: (w, node) => {
      w.result[node] = w.shared(OPS.typePrimitive, w.nameOf(node), NONE, node)
    },
  },
  literal: {
    exit: (w, node) => {
      if (w.mode[node] === MODES.none) return
      if (w.mode[node] === MODES.type) {
        const { literal } = w.rule(node)
        const text = literal === LITERALS.string || literal === LITERALS.number ? w.keyOf(node) : 0
        w.result[node] = w.shared(OPS.typeLiteral, text, literal, node)
      } else w.pending(node, w.rule(node).literal)
    },
  },
  this: {
    exit: (w, node) => {
      if (w.mode[node] !== MODES.none && w.mode[node] !== MODES.pattern) w.pendingThis(node)
    },
  },
  super: { exit: (w, node) => w.pendingSuper(node) },
  moduleCallee: {},
  member: { exit: member },
  index: { exit: index },
  call: { exit: call },
  new: { exit: call },
  unary: { exit: unary },
  binary: { exit: binary },
  conditional: { exit: conditional },
  sequence: { exit: sequence },
  assign: { exit: assign },
  update: { exit: update },
  cast: { exit: cast },
  instantiate: { exit: instantiate },
  template: { exit: template },
  await: { exit: wait },
  yield: { exit: give },
  spread: { exit: spread },
  array: { exit: array },
  object: { exit: object },
  pair: { exit: pair },
  shorthand: { exit: shorthand },
  render: { exit: render },
  renderTag: { exit: renderTag },
  wrap: { exit: wrap },
} as const satisfies Partial<Handlers>
