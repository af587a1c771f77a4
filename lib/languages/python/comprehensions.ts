// Comprehensions: a scope of their own, whose first iterated value is evaluated outside of it.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import { bindPattern } from "../../syntax/patterns.ts"
import type { Walk } from "../../syntax/walk.ts"
import { runIterator, stepOf } from "./bindings.ts"
import { nodeType } from "../../syntax/nodes.ts"

/** The library type that each kind of comprehension makes; the empty string for the usual list. */
const MAKES: Readonly<Record<string, string>> = { set_comprehension: "set", generator_expression: "Generator" }

export const enterComprehension = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
}

export const exitComprehension = (w: Walk, node: number): void => {
  const body = w.first(node)
  if (body === NONE) return
  const type = nodeType(w, node)
  const value = w.use(body)
  const isDictionary = type === "dictionary_comprehension"
  const row = w.leaf(node, isDictionary ? OPS.object : OPS.array, w.strings.string(MAKES[type] ?? ""), NONE)
  w.operand(row, value)
  w.result[node] = row
}

export const enterIterated = (w: Walk, node: number): void => {
  const above = w.tree.parent[node]!
  for (let child = above + 1; child < node; child = w.tree.after[child]!) {
    if (w.rule(child).source === w.rule(node).source) return
  }
  w.scope = w.scopes.at.parent[w.scope]!
}

export const iterated = (w: Walk, node: number): void => {
  runIterator(w, node)
  const pattern = w.part(node, w.rule(node).part.pattern)
  if (pattern === NONE) return
  bindPattern(w, pattern, stepOf(w, node), {
    declares: true,
    scope: w.scope,
    flags: 0,
    type: NONE,
    kind: 0,
    definitionFlags: 0,
    start: 0,
    end: 0,
  })
}
