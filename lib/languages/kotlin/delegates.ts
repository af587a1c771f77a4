// What a class delegates to, right before its body: the grammar is given it as one more base, where it would take the body
// for a function that is handed to it (`prepare` in repair.ts). The word before it says that it is a value.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { nameOf } from "./names.ts"
import { childOf, children, nodeType } from "./nodes.ts"

const BEHIND_WORD = /\sby\s+$/
/** How much may stand between the word and the value. */
const LONGEST_GAP = 120

/** Is what the grammar takes for a base the value that a class delegates to? */
export const delegates = (w: Walk, node: number): boolean => {
  if (!isInHead(w, node)) return false
  const at = w.tree.start[node]!
  return BEHIND_WORD.test(w.text.slice(Math.max(0, at - LONGEST_GAP), at))
}

const isInHead = (w: Walk, node: number): boolean => {
  if (nodeType(w, node) === "delegation_specifier") return true
  const above = w.tree.parent[node]!
  return nodeType(w, above) === "delegation_specifier" ||
    (nodeType(w, above) === "constructor_invocation" && node === above + 1 && isInHead(w, above))
}

/** `by a.b`: a value that is read, or the function that is called. */
export const delegateValue = (w: Walk, node: number): void => {
  let row: number = NONE
  for (const name of children(w, node)) {
    if (nodeType(w, name) !== "identifier") continue
    if (row === NONE) row = w.leaf(name, OPS.name, nameOf(w, name), NONE)
    else {
      w.alsoRefers(node, row, R.read)
      row = w.unary(name, OPS.member, nameOf(w, name), row)
    }
  }
  if (row === NONE) return
  w.result[node] = row
  w.role[node] = nodeType(w, w.tree.parent[node]!) === "constructor_invocation" ? 0 : R.read
}

/** `by f(…)`. */
export const delegateCall = (w: Walk, node: number, callee: number): void => {
  const values = children(w, childOf(w, node, "value_arguments")).map((it) => w.use(it))
  const called = w.use(callee)
  const row = w.leaf(node, OPS.call, 0, NONE)
  w.operand(row, called)
  for (const value of values) w.operand(row, value)
  w.result[node] = row
  w.role[node] = R.call
}
