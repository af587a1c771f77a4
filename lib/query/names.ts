// Names of a graph's symbols: those that are equal, and those that come near. Everything goes through the table that is
// sorted by lower-cased name, so the cost hardly grows with the graph.

import type { Graph, NodeId } from "../graph/graph.ts"
import * as Nearest from "../search/nearest.ts"

/** Most names looked at under each beginning that the name asked for has, and under each that it may have meant. */
const WINDOW = 100
const GUESS_WINDOW = 24

/** A longer text is no mistyped name. */
const LONGEST = 200

const lowerAt = (graph: Graph, at: number): string =>
  graph.strings.at(graph.nodes.name[graph.byName[at]!]!).toLowerCase()

/** First place whose lower-cased name is not below `lower`. O(log symbols). */
const placeOf = (graph: Graph, lower: string): number => {
  let low = 0
  let high = graph.byName.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lowerAt(graph, middle) < lower) low = middle + 1
    else high = middle
  }
  return low
}

/** Symbols of exactly that name, in order. O(log symbols + namesakes in any case). */
export const named = (graph: Graph, name: string): Array<NodeId> => {
  const lower = name.toLowerCase()
  const found: Array<NodeId> = []
  for (let at = placeOf(graph, lower); at < graph.byName.length; at++) {
    const node = graph.byName[at]!
    const text = graph.strings.at(graph.nodes.name[node]!)
    if (text === name) found.push(node)
    else if (text.toLowerCase() !== lower) break
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

/**
 * Names that one who wrote `name` may have meant, best first: other case, typing errors, a beginning in common.
 *
 * Typing errors at the front are guessed, those further on lie near in the order of names. O(guesses · log symbols).
 */
export const nearest = (graph: Graph, name: string, count: number): ReadonlyArray<string> => {
  if (LONGEST < name.length) return []
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
  for (let at = placeOf(graph, head); at < graph.byName.length && seen < most; at++) {
    const text = graph.strings.at(graph.nodes.name[graph.byName[at]!]!)
    if (!text.toLowerCase().startsWith(head)) break
    // Namesakes do not use the window up, but a name that half the graph bears must not hold things up either.
    if (!into.has(text)) {
      into.add(text)
      seen++
    } else seen += 1 / 16
  }
}
