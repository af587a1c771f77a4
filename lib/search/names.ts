// Definitions by name, from the graph's own sorted names: exact, as the end of a qualified name, as a beginning, or
// mistyped. Microseconds for all but the last; nothing is built.

import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Nearest from "./nearest.ts"

const lowerName = (graph: Graph, at: number): string => Node.nameOf(graph, graph.byName[at]!).toLowerCase()

/** First position in byName whose lower-cased name is not below `name`. O(log symbols). */
const lowerBound = (graph: Graph, name: string): number => {
  let low = 0
  let high = graph.byName.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lowerName(graph, middle) < name) low = middle + 1
    else high = middle
  }
  return low
}

/** Every definition of this simple name, whatever its case. */
export const exact = (graph: Graph, name: string): ReadonlyArray<NodeId> => {
  const asked = name.toLowerCase()
  const found: Array<NodeId> = []
  for (let at = lowerBound(graph, asked); at < graph.byName.length && lowerName(graph, at) === asked; at++) {
    found.push(graph.byName[at]!)
  }
  return found
}

/** Definitions whose name begins so, whatever its case, in the order of names; at most `limit`. */
export const beginning = (graph: Graph, start: string, limit: number): ReadonlyArray<NodeId> => {
  const asked = start.toLowerCase()
  const found: Array<NodeId> = []
  for (
    let at = lowerBound(graph, asked);
    at < graph.byName.length && found.length < limit && lowerName(graph, at).startsWith(asked);
    at++
  ) found.push(graph.byName[at]!)
  return found
}

/** What separates the parts of a qualified name in one language or another. */
const SEPARATOR = /\.|::|#|->|\\|\//

/**
 * Definitions whose qualified name ends with `name`, part by part and whatever its case: `Order.total` finds
 * `shop.Order.total`. A name of one part is `exact`.
 */
export const qualified = (graph: Graph, name: string): ReadonlyArray<NodeId> => {
  const parts = name.split(SEPARATOR).filter((part) => part !== "")
  const last = parts.at(-1)
  if (last === undefined) return []
  const found = exact(graph, last)
  if (parts.length === 1) return found
  const end = parts.join(".").toLowerCase()
  return found.filter((node) => {
    const whole = Node.qualifiedName(graph, node).toLowerCase()
    return whole === end || whole.endsWith(`.${end}`)
  })
}

/** Definitions whose name is a few typing errors away, nearest first; at most `limit`. O(names). */
export const mistyped = (graph: Graph, name: string, limit: number): ReadonlyArray<NodeId> => {
  const asked = name.toLowerCase()
  const tolerance = Nearest.tolerance(asked.length)
  const found: Array<{ readonly node: NodeId; readonly steps: number }> = []
  let last = ""
  let steps = tolerance + 1
  for (let at = 0; at < graph.byName.length; at++) {
    const has = lowerName(graph, at)
    if (has !== last || at === 0) {
      last = has
      steps = Nearest.distance(asked, has, tolerance)
    }
    if (steps <= tolerance) found.push({ node: graph.byName[at]!, steps })
  }
  found.sort((a, b) => a.steps - b.steps || a.node - b.node)
  return found.slice(0, limit).map((it) => it.node)
}
