// Which tests are about a definition, as an index tells: those that run it within few calls, and those named after it.

import type { NodeId } from "../graph/graph.ts"
import type { Overlays } from "../graph/overlays.ts"

export interface NearTest {
  readonly node: NodeId
  /** Calls from the test, steps inside of test code not counted. */
  readonly distance: number
  /** Percent. */
  readonly confidence: number
}

/** How many tests run so much that not all of it is told. */
export const cutTests = ({ tests }: Overlays): number => tests?.tables.whole.cut[0] ?? 0

/** The nearest first; none where the index does not tell. O(log rows + tests of it). */
export const nearestTests = ({ tests }: Overlays, node: NodeId): ReadonlyArray<NearTest> => {
  if (tests === undefined) return []
  const { rows, target, test, distance, confidence } = tests.tables.tests
  // Rows stand in the order of their targets.
  let from = 0
  for (let to = rows; from < to;) {
    const middle = (from + to) >> 1
    if (target[middle]! < node) from = middle + 1
    else to = middle
  }
  const found: Array<NearTest> = []
  for (let row = from; row < rows && target[row] === node; row++) {
    found.push({ node: test[row]!, distance: distance[row]!, confidence: confidence[row]! })
  }
  return found
}
