// Annotations: read like decorators of the definition whose modifiers they stand among.

import { NONE } from "../../graph/columns.ts"
import type { Walk } from "../../syntax/walk.ts"
import { nodeType } from "./nodes.ts"

export const annotation = (w: Walk, node: number): void => {
  const name = w.part(node, w.rule(node).part.name)
  const expression = w.use(name)
  if (expression === NONE) return
  const { parent, start } = w.tree
  const above = parent[node]!
  const holder = nodeType(w, above) === "modifiers" ? parent[above]! : above
  if (w.definition[holder] !== NONE) return w.decorate(w.definition[holder]!, expression, w.firstText(node))
  const is = nodeType(w, holder)
  // the names that a field declaration declares stand behind it
  if (is === "field_declaration" || is === "constant_declaration") {
    w.postponeDecorator(parent[holder]!, expression, start[node]!, w.firstText(node))
  }
}
