// Statements: scopes of blocks, loops and `catch`, and what a function returns.

import { NONE } from "../graph/columns.ts"
import { returns } from "./expressions.ts"
import { BINDING_FLAGS, LITERALS, OPS, RETURN_KINDS } from "./facts.ts"
import { leaves, narrow } from "./guards.ts"
import type { Handlers } from "./handlers.ts"
import { bindPattern } from "./patterns.ts"
import { ABSENT, MODES } from "./roles.ts"
import type { Role } from "./roles.ts"
import type { Walk } from "./walk.ts"

/** Roles that put a name into the scope of the block that they stand in. */
const DECLARING: ReadonlySet<Role> = new Set<Role>(["variables", "function", "class", "typeAlias", "namespace", "own"])

/** A block opens a scope where something is declared directly in it; else its names are looked up further out anyway. */
const enterBlock = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.body || w.rule(node).hoisted) return
  const { after } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    const rule = w.rule(child)
    if (DECLARING.has(rule.is) && !rule.hoisted) {
      w.openScope("block", node, NONE)
      return
    }
  }
}

const enterScope = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
}

const exitLoop = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const iterated = w.part(node, rule.part.iterated)
  const pattern = w.part(node, rule.part.pattern)
  if (pattern === NONE) return
  const keyword = w.part(node, rule.part.keyword)
  const keys = w.word(node, rule.keysWord) !== NONE
  const outer = w.scope
  w.scope = w.opened[node]!
  let value: number
  if (keys) value = w.leaf(pattern, OPS.literal, 0, LITERALS.string)
  else {
    const given = w.use(iterated)
    value = given === NONE ? NONE : w.unary(iterated, OPS.element, 0, given)
    if (value !== NONE && w.word(node, rule.awaitWord) !== NONE) value = w.unary(iterated, OPS.await, 0, value)
  }
  if (keyword === NONE && rule.part.keyword !== ABSENT) bindPattern(w, pattern, value, { declares: false })
  else {
    bindPattern(w, pattern, value, {
      declares: true,
      scope: w.word(node, rule.hoistWord) === NONE ? w.scope : w.hoistScope(),
      flags: w.word(node, rule.constant) === NONE ? 0 : BINDING_FLAGS.constant,
      type: NONE,
      kind: 0,
      definitionFlags: 0,
      start: 0,
      end: 0,
    })
  }
  w.scope = outer
}

const exitCatch = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const pattern = w.part(node, part.pattern)
  if (pattern === NONE) return
  const type = w.use(w.part(node, part.type))
  bindPattern(w, pattern, NONE, {
    declares: true,
    scope: w.opened[node]!,
    flags: 0,
    type,
    kind: 0,
    definitionFlags: 0,
    start: 0,
    end: 0,
  })
}

/** A condition narrows names in its branches, and after the statement where a branch does not come back. */
const exitIf = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const condition = w.part(node, part.condition)
  const then = w.part(node, part.then)
  const otherwise = w.part(node, part.otherwise)
  const { start, end, parent } = w.tree
  if (then !== NONE) narrow(w, condition, true, start[then]!, end[then]!)
  if (otherwise !== NONE) narrow(w, condition, false, start[otherwise]!, end[otherwise]!)
  else if (then !== NONE && leaves(w, then)) narrow(w, condition, false, end[node]!, end[parent[node]!]!)
}

const exitReturn = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value !== NONE) returns(w, RETURN_KINDS.return, w.use(value))
}

export const statements = {
  token: {},
  list: {},
  statement: {},
  file: { enter: (w, node) => void w.openScope("file", node, NONE) },
  block: { enter: enterBlock },
  scope: { enter: enterScope },
  if: { exit: exitIf },
  loop: { enter: enterScope, exit: exitLoop },
  catch: { enter: enterScope, exit: exitCatch },
  return: { exit: exitReturn },
  own: {},
} as const satisfies Partial<Handlers>
