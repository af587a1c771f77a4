// Definitions by name, from the graph's own sorted names: exact, as the end of a qualified name, as a beginning, under
// another name, or mistyped. Microseconds for all but the last two, which look at every name.

import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Nearest from "./nearest.ts"
import * as Words from "./words.ts"

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

/** Those of them that are written just so. */
export const named = (graph: Graph, name: string): ReadonlyArray<NodeId> =>
  exact(graph, name).filter((node) => Node.nameOf(graph, node) === name)

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

/** An acronym as it is written for a name: capitals only. */
const ACRONYM = /^[A-Z][A-Z0-9]{1,7}$/

/**
 * Definitions whose name's parts begin with the letters of an acronym: `RPC` finds `RemoteProcedureCall`; at most `limit`.
 * O(names that begin with its first letter).
 */
export const abbreviated = (graph: Graph, acronym: string, limit: number): ReadonlyArray<NodeId> => {
  if (!ACRONYM.test(acronym)) return []
  const asked = acronym.toLowerCase()
  const found: Array<NodeId> = []
  let last = ""
  let isMeant = false
  for (let at = lowerBound(graph, asked[0]!); at < graph.byName.length && found.length < limit; at++) {
    const name = Node.nameOf(graph, graph.byName[at]!)
    if (name[0]!.toLowerCase() !== asked[0]) break
    if (name !== last) isMeant = Words.parts(name).map((part) => part[0]).join("") === asked
    last = name
    if (isMeant) found.push(graph.byName[at]!)
  }
  return found
}

const aliases = new WeakMap<Graph, ReadonlyMap<string, ReadonlyArray<NodeId>>>()

/** Symbols that are given out under a name that is not their own. O(nodes) for the first call for a graph. */
export const givenOutAs = (graph: Graph, name: string): ReadonlyArray<NodeId> => {
  let known = aliases.get(graph)
  if (known === undefined) {
    const found = new Map<string, Array<NodeId>>()
    const { exportedAs, rows } = graph.nodes
    for (let node = 0; node < rows; node++) {
      if (exportedAs[node] === 0) continue
      for (const alias of graph.strings.at(exportedAs[node]!).split(" ")) {
        const nodes = found.get(alias)
        if (nodes === undefined) found.set(alias, [node])
        else nodes.push(node)
      }
    }
    // Every module may have one of that name: it names none.
    found.delete("default")
    aliases.set(graph, known = found)
  }
  return known.get(name) ?? []
}

/** Most names looked at under each beginning that the name asked for has, and under each that it may have meant. */
const WINDOW = 100
const GUESS_WINDOW = 24

/** A longer text is no mistyped name. */
const LONGEST = 200

/** Names that one who wrote `name` may have meant, best first; all names are looked at only where no guess finds any. */
export const nearest = (graph: Graph, name: string, count: number): ReadonlyArray<string> => {
  if (LONGEST < name.length) return []
  const found = likely(graph, name, count)
  if (found.length > 0) return found
  return [...new Set(mistyped(graph, name, MOST_NAMESAKES).map((node) => Node.nameOf(graph, node)))].slice(0, count)
}

/** Definitions that share a mistyped name, so that another one comes up beside them. */
const MOST_NAMESAKES = 50

/**
 * Names under beginnings that may have been meant: other case, typing errors, a beginning in common.
 *
 * Typing errors at the front are guessed, those further on lie near in the order of names. O(guesses · log symbols).
 */
const likely = (graph: Graph, name: string, count: number): ReadonlyArray<string> => {
  const lower = name.toLowerCase()
  const candidates = new Set<string>()
  for (let length = lower.length; length > 0; length--) {
    collect(graph, lower.slice(0, length), WINDOW, candidates)
  }
  for (const head of guesses(lower)) collect(graph, head, GUESS_WINDOW, candidates)
  const found: Array<{ readonly text: string; readonly rank: number }> = []
  const limit = Nearest.tolerance(lower.length)
  for (const text of candidates) {
    const other = text.toLowerCase()
    const tooLong = Math.abs(other.length - lower.length) > limit
    const steps = tooLong ? limit + 1 : Nearest.distance(lower, other, limit)
    if (steps <= limit) found.push({ text, rank: steps })
    else if (lower.length > 2 && other.startsWith(lower)) {
      found.push({ text, rank: limit + other.length - lower.length })
    } else if (other.length > 2 && lower.startsWith(other)) {
      found.push({ text, rank: limit + lower.length - other.length })
    }
  }
  found.sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  return found.slice(0, count).map((entry) => entry.text)
}

/** Beginnings under which the meant name may stand when its first letters are mistyped. */
const guesses = function* (lower: string): Generator<string> {
  if (lower.length < 3) return
  // First letter too much, first two swapped, first letter missing or wrong.
  yield lower.slice(1, 6)
  yield lower[1]! + lower[0]! + lower.slice(2, 5)
  for (let letter = 97; letter <= 122; letter++) {
    yield String.fromCharCode(letter) + lower.slice(1, 5)
    yield String.fromCharCode(letter) + lower.slice(0, 4)
  }
}

const collect = (graph: Graph, head: string, most: number, into: Set<string>): void => {
  let seen = 0
  for (let at = lowerBound(graph, head); at < graph.byName.length && seen < most; at++) {
    const text = Node.nameOf(graph, graph.byName[at]!)
    if (!text.toLowerCase().startsWith(head)) break
    // Namesakes do not use the window up, but a name that half the graph bears must not hold things up either.
    if (!into.has(text)) {
      into.add(text)
      seen++
    } else seen += 1 / 16
  }
}
