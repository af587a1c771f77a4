// Patterns of `case`: a bare name takes the value, a dotted one is compared with, a class says what the value is.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import { bindPattern, type Target } from "../../syntax/patterns.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "../../syntax/nodes.ts"

const capture = (w: Walk, name: number): void => {
  const target: Target = {
    declares: true,
    again: true,
    scope: w.assigningScope(),
    flags: 0,
    type: NONE,
    kind: 0,
    definitionFlags: 0,
    start: 0,
    end: 0,
  }
  bindPattern(w, name, NONE, target)
}

/** A dotted name among patterns; in an import its text is read by the import. */
export const dottedName = (w: Walk, node: number): void => {
  const above = nodeType(w, w.tree.parent[node]!)
  const isClass = above === "class_pattern"
  if (!isClass && above !== "case_pattern" && above !== "keyword_pattern") return
  const names = children(w, node)
  if (names.length === 1 && !isClass) return capture(w, names[0]!)
  let row: number = NONE
  for (const name of names) {
    row = row === NONE ? w.leaf(name, OPS.name, w.nameOf(name), NONE) : w.unary(node, OPS.member, w.nameOf(name), row)
    w.result[name] = row
    w.role[name] = R.read
  }
  w.result[node] = row
}

export const classPattern = (w: Walk, node: number): void => {
  const name = w.first(node)
  if (name !== NONE) w.pass(node, name)
}

/** `name=pattern`: the name is a member of the value, and read by nobody here. */
export const keywordPattern = (w: Walk, node: number): void => {
  const name = w.first(node)
  if (name !== NONE) w.role[name] = 0
}

/** `*rest`, `**rest`. */
export const splatPattern = (w: Walk, node: number): void => {
  const name = w.first(node)
  if (name !== NONE) capture(w, name)
}
