// Variables and constants: declared with `var` and `const`, by `:=`, by a loop, by a case. A name that is declared hides
// one further out from its declaration on and not before it; one that `:=` finds in its own block is assigned.

import { NONE } from "../../graph/columns.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { BINDING_FLAGS, LITERALS, OPS, SCOPE_KINDS } from "../../syntax/facts.ts"
import { ABSENT } from "../../syntax/roles.ts"
import { bindPattern, type Target } from "../../syntax/patterns.ts"
import type { Walk } from "../../syntax/walk.ts"
import { declarationStart, describe, exportedIf } from "./declarations.ts"
import { children, childrenIn, isBlank, nodeType } from "./nodes.ts"

/** Scopes that go on with the block of the scope around them, from a declaration on. */
const continued = new Set<number>()

export const beginFile = (w: Walk, node: number): void => {
  continued.clear()
  carried = NONE
  Object.assign(repeated, { list: NONE, type: NONE, value: NONE })
  w.openScope("file", node, NONE)
}

/** The value and the type of constants that repeat what stands before them. */
const repeated: { list: number; type: number; value: number } = { list: NONE, type: NONE, value: NONE }

/** Is a name bound in the block at hand? */
const isInBlock = (w: Walk, name: number): boolean => {
  const { parent } = w.scopes.at
  let scope = w.scope
  for (;;) {
    if (w.boundIn(scope, name) !== NONE) return true
    if (!continued.has(scope)) return false
    scope = parent[scope]!
  }
}

/** The scope of the block at hand in which a name is bound, else the innermost one. */
const scopeOf = (w: Walk, name: number): number => {
  const { parent } = w.scopes.at
  for (let scope = w.scope;; scope = parent[scope]!) {
    if (w.boundIn(scope, name) !== NONE) return scope
    if (!continued.has(scope)) return w.scope
  }
}

const isBoundAround = (w: Walk, name: number): boolean => {
  const { parent } = w.scopes.at
  for (let scope = w.scope; scope !== NONE; scope = parent[scope]!) if (w.boundIn(scope, name) !== NONE) return true
  return false
}

/** May names before a declaration mean what it hides? Then what comes after it has a scope of its own. */
const hidesLater = (w: Walk, node: number, names: ReadonlyArray<number>, values: number): void => {
  if (w.scopes.at.kind[w.scope] === SCOPE_KINDS.file) return
  const list = blockOf(w, node)
  const block = list === NONE ? headedBy(w, node) : list
  if (block === NONE) return
  if (!names.some((name) => list === NONE ? mentionedIn(w, values, name) : hides(w, name, values))) return
  const { end } = w.tree
  const scope = w.openScopeAt("block", end[node]!, end[block]!, NONE)
  continued.add(scope)
  carried = scope
}

/** The scope that a declaration among several opened for what comes after all of them, or NONE. */
let carried: number = NONE

/** What comes after a list of declarations is in the scope that the last of them opened. */
export const exitDeclarations = (w: Walk): void => {
  const { parent } = w.scopes.at
  // one that a function in a value opened ended with it
  for (let scope = carried; continued.has(scope); scope = parent[scope]!) {
    if (parent[scope] === w.scope) w.scope = carried
  }
}

export const enterDeclarations = (w: Walk, node: number): void => {
  if (nodeType(w, node) !== "var_spec_list") carried = NONE
}

const hides = (w: Walk, node: number, values: number): boolean => {
  const name = w.nameOf(node)
  if (isInBlock(w, name)) return false
  return isBoundAround(w, name) || mentionedIn(w, values, node)
}

const mentionedIn = (w: Walk, values: number, name: number): boolean =>
  values !== NONE && mentions(w, values, w.source(name))

/** The statement in whose head another one stands: what that declares is seen in the rest of it; else NONE. */
const headedBy = (w: Walk, node: number): number => {
  const { parent, field } = w.tree
  const above = parent[node]!
  const { left } = w.rule(above).part
  if (left !== ABSENT && field[node] === left) return nodeType(w, above) === "for_clause" ? parent[above]! : above
  return HEADS.has(nodeType(w, node)) ? above : NONE
}

const HEADS: ReadonlySet<string> = new Set(["range_clause", "receive_statement"])

/** The list of statements that a statement stands in; NONE for what stands in the head of another one. */
const blockOf = (w: Walk, node: number): number => {
  const { parent } = w.tree
  for (let at = node;; at = parent[at]!) {
    const above = parent[at]!
    if (nodeType(w, above) === "statement_list") return above
    if (above === at || w.rule(above).is !== "list") return NONE
  }
}

/** Does a name stand somewhere in an expression? */
const mentions = (w: Walk, node: number, name: string): boolean => {
  const { after, start, end } = w.tree
  for (let at = node; at < after[node]!; at++) {
    if (end[at]! - start[at]! === name.length && w.rule(at).is === "name" && w.source(at) === name) return true
  }
  return false
}

/** The expressions of a list, or the one that stands alone. */
const listed = (w: Walk, node: number): Array<number> =>
  node === NONE ? [] : nodeType(w, node) === "expression_list" ? children(w, node) : [node]

/** Forms that give a second value, which says whether there was a first one. */
const MAY_FAIL: ReadonlySet<string> = new Set(["index_expression", "type_assertion_expression", "unary_expression"])

/** What the name at a place is given: its own value, or one of those that a single call gives. */
const valueAt = (w: Walk, values: ReadonlyArray<number>, count: number, place: number): number => {
  if (values.length === count) return w.use(values[place]!)
  const only = values[0]
  if (only === undefined || values.length > 1) return NONE
  const given = w.use(only)
  if (given === NONE) return NONE
  let inner = only
  while (w.rule(inner).transparent && w.first(inner) !== NONE) inner = w.first(inner)
  if (MAY_FAIL.has(nodeType(w, inner))) {
    return place === 0 ? given : w.shared(OPS.literal, 0, LITERALS.boolean, only)
  }
  const name = w.strings.string(String(place))
  const row = w.leaf(only, OPS.index, name, NONE)
  w.operand(row, given)
  w.operand(row, w.shared(OPS.literal, name, LITERALS.number, only))
  return row
}

const local = (scope: number): Target => ({
  declares: true,
  again: true,
  scope,
  flags: 0,
  type: NONE,
  kind: 0,
  definitionFlags: 0,
  start: 0,
  end: 0,
})

/** `a, b := f()`: names that the block has are assigned, the others declared. */
export const shortDeclaration = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const values = w.part(node, part.value)
  declareOrAssign(
    w,
    node,
    listed(w, w.part(node, part.target)),
    values,
    (place, count) => valueAt(w, listed(w, values), count, place),
  )
}

const declareOrAssign = (
  w: Walk,
  node: number,
  names: ReadonlyArray<number>,
  values: number,
  valueOf: (place: number, count: number) => number,
): void => {
  const given = names.map((_, place) => valueOf(place, names.length))
  const named = names.filter((name) => w.rule(name).is === "name" && !isBlank(w, name))
  hidesLater(w, node, named, values)
  names.forEach((name, place) => {
    if (isBlank(w, name)) return
    bindPattern(w, name, given[place]!, local(scopeOf(w, w.nameOf(name))))
  })
}

/** `a, b = f()` and `a += b`. */
export const assignment = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const targets = listed(w, w.part(node, part.target))
  const values = listed(w, w.part(node, part.value))
  const operator = w.part(node, part.operator)
  const isPlain = operator === NONE || w.tree.end[operator]! - w.tree.start[operator]! === 1
  targets.forEach((target, place) => {
    if (isBlank(w, target)) return
    bindPattern(w, target, isPlain ? valueAt(w, values, targets.length, place) : NONE, { declares: false })
  })
}

/** `for k, v := range x`: keys and elements, or the one of them that a channel gives. */
export const rangeClause = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const iterated = w.part(node, part.iterated)
  const given = w.use(iterated)
  const names = listed(w, w.part(node, part.target))
  const step = (place: number): number => {
    if (given === NONE) return NONE
    const row = w.leaf(iterated, place === 0 ? OPS.element : OPS.index, 0, NONE)
    w.operand(row, given)
    if (place !== 0) w.operand(row, NONE)
    return row
  }
  receive(w, node, names, iterated, step)
}

/** Names before `:=` are declared, those before `=` assigned. */
const receive = (
  w: Walk,
  node: number,
  names: ReadonlyArray<number>,
  values: number,
  valueOf: (place: number, count: number) => number,
): void => {
  const target = w.part(node, w.rule(node).part.target)
  if (target === NONE) return
  if (w.text.slice(w.tree.end[target], w.tree.start[values]).includes(":=")) {
    return declareOrAssign(w, node, names, values, valueOf)
  }
  names.forEach((name, place) => {
    if (!isBlank(w, name)) bindPattern(w, name, valueOf(place, names.length), { declares: false })
  })
}

/** `case v, ok := <-c`. */
export const receiveStatement = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const values = w.part(node, part.value)
  const names = listed(w, w.part(node, part.target))
  receive(w, node, names, values, (place, count) => valueAt(w, listed(w, values), count, place))
}

/** `var a, b T = x, y` and `const a, b T = x, y`, at the top of a file or in a block. */
export const enterSpecification = (w: Walk, node: number): void => {
  if (w.scopes.at.kind[w.scope] !== SCOPE_KINDS.file) return
  const rule = w.rule(node)
  const names = childrenIn(w, node, rule.part.name).filter((name) => !isBlank(w, name) && w.rule(name).is === "name")
  const { start, end } = w.tree
  for (const name of names) {
    const row = w.define(
      rule.kind,
      exportedIf(w, name),
      w.nameOf(name),
      w.scope,
      declarationStart(w, node),
      end[node]!,
      start[name]!,
    )
    if (w.definition[node] === NONE) w.definition[node] = row
    describe(w, node, row, NONE)
  }
  if (names.length > 0) w.owner = w.definition[node]!
}

export const exitSpecification = (w: Walk, node: number): void => {
  const { part, kind } = w.rule(node)
  const isConstant = kind === NODE_KINDS.Const.code
  const names = childrenIn(w, node, part.name).filter((name) => w.rule(name).is === "name")
  const valueNode = w.part(node, part.value)
  const values = listed(w, valueNode)
  let type = w.use(w.part(node, part.type))
  const given = names.map((_, place) => valueAt(w, values, names.length, place))
  if (isConstant) {
    const list = w.tree.parent[node]!
    if (repeated.list !== list) Object.assign(repeated, { list, type: NONE, value: NONE })
    if (values.length === 0) {
      type = repeated.type
      given.fill(repeated.value)
    } else Object.assign(repeated, { type, value: given[0] ?? NONE })
  }
  const flags = BINDING_FLAGS.value | (isConstant ? BINDING_FLAGS.constant : 0)
  const { at } = w.definitions
  let row = w.definition[node]!
  if (row === NONE) hidesLater(w, node, names.filter((name) => !isBlank(w, name)), valueNode)
  names.forEach((name, place) => {
    if (isBlank(w, name)) return
    const value = given[place]!
    const start = w.tree.start[name]!
    if (row === NONE) return void w.bind(w.scope, w.nameOf(name), "local", flags, NONE, type, value, start)
    at.type[row] = type
    at.value[row] = value
    w.bind(w.scope, w.nameOf(name), "definition", flags, row, type, value, start)
    row++
  })
}
