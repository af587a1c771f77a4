// Functions and classes with a name that are written where they are used: passed, returned, assigned. No other place
// names them, so without an edge here they would look like code that nobody runs.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, REASONS } from "../graph/kinds.ts"
import { OPS } from "../syntax/facts.ts"
import { type FileView, HOLDERS } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"

/** Holders that hand a value on; those that give it a name are what it is known by. */
const HANDS_ON = new Set<number>([HOLDERS.returned, HOLDERS.assigned, HOLDERS.parameter, HOLDERS.exported])

/** USES: from what is around such a function or class to it. O(definitions). */
export const drawInPlace = (f: FileView, nodes: Nodes): void => {
  const { draft } = nodes
  const { code, confidence } = REASONS.structure
  for (let d = 0; d < f.facts.definitions.rows; d++) {
    const node = nodes.of[f.definitionBase + d]!
    if (node === NONE) continue
    const e = f.expressionOf(d)
    if (e === NONE || !isHandedOn(f, e)) continue
    const around = draft.nodes.at.parent[node]!
    if (around !== NONE) draft.addEdge(EDGE_KINDS.USES.code, around, node, confidence, code, f.exprStart[e]!)
  }
}

const isHandedOn = (f: FileView, e: number): boolean => {
  const parent = f.parent(e)
  if (parent === NONE) return HANDS_ON.has(f.holderKind(e))
  // A member of an object is reached through the object; the callee of a call is called, not handed on.
  if (f.op[parent] === OPS.property) return false
  return f.op[parent] !== OPS.call || f.operand(parent, 0) !== e
}
