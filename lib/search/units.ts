// What of a file's facts is cut by itself: the definitions that readers know by name, which become nodes.

import { NONE } from "../graph/columns.ts"
import { withoutArity } from "../syntax/arity.ts"
import type { FileFacts } from "../syntax/facts.ts"
import { becomesNode } from "../syntax/known_definitions.ts"
import type { Unit } from "./passages.ts"

/** In the order of their starts, outer before inner. O(definitions). */
export const unitsOf = (facts: FileFacts): ReadonlyArray<Unit> => {
  const { definitions: { rows, kind, name, owner, start, end, nameStart, signature, doc }, strings } = facts
  const isKnown = Uint8Array.from({ length: rows }, (_, d) => Number(becomesNode(facts, d)))
  const nameOf = (d: number): string => withoutArity(strings[name[d]!]!)
  const holderOf = (d: number): string => {
    for (let o = owner[d]!; o !== NONE; o = owner[o]!) if (isKnown[o] === 1) return nameOf(o)
    return ""
  }
  const units: Array<Unit> = []
  for (let d = 0; d < rows; d++) {
    if (isKnown[d] === 0) continue
    units.push({
      start: start[d]!,
      end: end[d]!,
      nameStart: nameStart[d]!,
      kind: kind[d]!,
      name: nameOf(d),
      container: holderOf(d),
      doc: strings[doc[d]!]!,
      signature: strings[signature[d]!]!,
    })
  }
  return units.sort((a, b) => a.start - b.start)
}
