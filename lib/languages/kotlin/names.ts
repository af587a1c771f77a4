// Bare words that the grammar takes for names: `true`, `null` and `break` are read as identifiers, and what a member, an
// argument or a parameter is called is an identifier like the value beside it.

import { NONE } from "../../graph/columns.ts"
import { LITERALS, OPS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import type { Walk } from "../../syntax/walk.ts"
import { implicitParameter } from "./lambdas.ts"
import { nodeType } from "./nodes.ts"

const TICK = 96

/** The text of a name, without the marks around one that is a keyword or no word at all. */
export const nameOf = (w: Walk, node: number): number => {
  const from = w.tree.start[node]!
  const to = w.tree.end[node]!
  return w.text.charCodeAt(from) === TICK ? w.strings.slice(from + 1, to - 1) : w.strings.slice(from, to)
}

/** Where the text of a name begins. */
export const nameStart = (w: Walk, node: number): number => {
  const from = w.tree.start[node]!
  return w.text.charCodeAt(from) === TICK ? from + 1 : from
}

/** Is an identifier what something around it is called, and no value? */
const isLabel = (w: Walk, node: number): boolean => {
  const { after, parent } = w.tree
  const above = parent[node]!
  switch (nodeType(w, above)) {
    case "navigation_expression":
      return node !== above + 1
    case "infix_expression":
      return after[above + 1] === node
    case "value_argument":
      return node === above + 1 && after[node]! < after[above]! && nodeType(w, after[node]!) === "="
    case "class_parameter":
    case "catch_block": {
      for (let child = above + 1; child < node; child = after[child]!) {
        if (!w.isWord(child) && nodeType(w, child) !== "modifiers" && nodeType(w, child) !== "annotation") return false
      }
      return true
    }
    case "labeled_expression":
      return JUMP.test(w.source(above + 1))
    default:
      return false
  }
}

const JUMP = /^(break|continue)@$/

export const identifier = (w: Walk, node: number): void => {
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.target || isLabel(w, node)) return
  const { text } = w
  const from = w.tree.start[node]!
  const length = w.tree.end[node]! - from
  if (length === 4) {
    if (text.startsWith("true", from)) return w.pending(node, LITERALS.boolean)
    if (text.startsWith("null", from)) return w.pending(node, LITERALS.null)
  } else if (length === 5) {
    if (text.startsWith("false", from)) return w.pending(node, LITERALS.boolean)
    if (text.startsWith("break", from)) return
  } else if (length === 2) {
    if (text.startsWith("it", from)) implicitParameter(w, node)
  } else if (length === 8 && text.startsWith("continue", from)) return
  w.result[node] = w.leaf(node, OPS.name, nameOf(w, node), NONE)
  w.role[node] = w.roleOf(node)
}
