// Names for groups of definitions, out of the code's own words: the folder that most of them are in, and the words that are
// frequent in their names and rare in those of the others. No two groups have the same.

import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Path from "../text/path.ts"
import * as Words from "../search/words.ts"

/** Words of a label, where the first ones tell it apart. */
const FEWEST = 2
const MOST = 6

/** Shorter words say little. */
const SHORTEST = 3

/** Labels of groups, in their order. `rank` weighs a node's words. O(words of all names). */
export const ofGroups = (
  graph: Graph,
  groups: ReadonlyArray<ReadonlyArray<NodeId>>,
  rank: Uint32Array,
): ReadonlyArray<string> => {
  const counts = groups.map((nodes) => countsOf(graph, nodes))
  const spread = new Map<string, number>()
  for (const words of counts) for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  const taken = new Set<string>()
  return groups.map((nodes, i) => {
    const folder = commonFolder(graph, nodes)
    const inFolder = new Set(Words.parts(folder))
    const words = [...counts[i]!]
      .filter(([word]) => SHORTEST <= word.length && !inFolder.has(word))
      .map(([word, count]) => ({ word, score: count * Math.log(1 + groups.length / spread.get(word)!) }))
      .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
      .map(({ word }) => word)
    const label = firstFree(taken, folder, words) ?? central(graph, nodes, rank)
    taken.add(label)
    return label
  })
}

const firstFree = (taken: ReadonlySet<string>, folder: string, words: ReadonlyArray<string>): string | undefined => {
  for (let count = FEWEST; count <= MOST && count <= Math.max(FEWEST, words.length); count++) {
    const label = [folder, words.slice(0, count).join(" ")].filter((it) => it !== "").join(": ")
    if (label !== "" && !taken.has(label)) return label
  }
  return undefined
}

/** The qualified name of its most central member with its file: no other group has that. */
const central = (graph: Graph, nodes: ReadonlyArray<NodeId>, rank: Uint32Array): string => {
  const node = nodes.reduce((best, it) => rank[best]! < rank[it]! ? it : best)
  return `${Node.pathOf(graph, node)}: ${Node.qualifiedName(graph, node)}`
}

/** How often each word stands in their names; a word that a name has twice counts once. */
const countsOf = (graph: Graph, nodes: ReadonlyArray<NodeId>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const node of nodes) {
    for (const word of new Set(Words.parts(Node.nameOf(graph, node).replace(/\.[^.]*$/, "")))) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

/** The deepest folder that holds more than half of them; its last two parts. */
const commonFolder = (graph: Graph, nodes: ReadonlyArray<NodeId>): string => {
  const counts = new Map<string, number>()
  for (const node of nodes) {
    for (let at = Path.folderOf(Node.pathOf(graph, node)); at !== ""; at = Path.folderOf(at)) {
      counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  let best = ""
  for (const [folder, count] of counts) {
    if (nodes.length < count * 2 && (best.length < folder.length || (best.length === folder.length && folder < best))) {
      best = folder
    }
  }
  return best.split("/").slice(-2).join("/")
}
