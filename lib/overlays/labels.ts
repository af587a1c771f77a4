// Names for groups of definitions, out of the code's own words: the folder that most of them are in, and the words that are
// frequent in their names and rare in those of the others. No two groups have the same.

import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Path from "../text/path.ts"
import * as Stems from "../search/stems.ts"
import * as Words from "../search/words.ts"
import { HASH, STOP_WORDS } from "./models/labels.ts"

/** Words of a label, where the first ones tell it apart. */
const FEWEST = 2
const MOST = 6

/** Among so many words that tell most there are enough that are unlike each other. */
const LOOKED_AT = 200

/** Shorter words say little. */
const SHORTEST = 3

/** A member at the centre says as much of an area as that many others. */
const MOST_CENTRAL = 6

/** Labels of groups, in their order. `rank` weighs a node's words. O(words of all names). */
export const ofGroups = (
  graph: Graph,
  groups: ReadonlyArray<ReadonlyArray<NodeId>>,
  rank: Uint32Array,
): ReadonlyArray<string> => {
  const counts = groups.map((nodes) => countsOf(graph, nodes, rank))
  const spread = new Map<string, number>()
  for (const words of counts) for (const stem of words.keys()) spread.set(stem, (spread.get(stem) ?? 0) + 1)
  const taken = new Set<string>()
  return groups.map((nodes, i) => {
    const folder = commonFolder(graph, nodes)
    const inFolder = new Set(Words.parts(folder).map(Stems.stem))
    const words = [...counts[i]!]
      .filter(([stem, { names }]) => !inFolder.has(stem) && FEWEST <= names)
      .map(([stem, { word, weight }]) => ({ word, score: weight * Math.log(1 + groups.length / spread.get(stem)!) }))
      .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
      .slice(0, LOOKED_AT)
      .map(({ word }) => word)
      .filter((word, place, all) => !all.slice(0, place).some((it) => isLike(word, it)))
    const centre = central(graph, nodes, rank)
    const poor = inWords(folder, Node.nameOf(graph, centre))
    const label = words.length < FEWEST && !taken.has(poor) ? poor : firstFree(taken, folder, words)
    const told = label ?? `${Node.pathOf(graph, centre)}: ${Node.qualifiedName(graph, centre)}`
    taken.add(told)
    return told
  })
}

const inWords = (folder: string, words: string): string => [folder, words].filter((it) => it !== "").join(": ")

const firstFree = (taken: ReadonlySet<string>, folder: string, words: ReadonlyArray<string>): string | undefined => {
  for (let count = FEWEST; count <= MOST && count <= Math.max(FEWEST, words.length); count++) {
    const label = inWords(folder, words.slice(0, count).join(" "))
    if (label !== "" && !taken.has(label)) return label
  }
  return undefined
}

/** Is one the beginning of the other, as `hash` of `hasher`? */
const isLike = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/** Its most central member that is neither a file nor a namespace, where it has one. */
const central = (graph: Graph, nodes: ReadonlyArray<NodeId>, rank: Uint32Array): NodeId => {
  const symbols = nodes.filter((node) =>
    Node.isSymbol(graph, node) && graph.nodes.kind[node] !== NODE_KINDS.Namespace.code
  )
  return (symbols.length === 0 ? nodes : symbols).reduce((best, it) => rank[best]! < rank[it]! ? it : best)
}

interface Counted {
  /** The word as it stands most often, of those that do the first. */
  readonly word: string
  readonly weight: number
  /** Names that have it. */
  readonly names: number
}

/** By stem: how much it stands in their names, those of central members more; what a name has twice counts once. */
const countsOf = (graph: Graph, nodes: ReadonlyArray<NodeId>, rank: Uint32Array): ReadonlyMap<string, Counted> => {
  const whole = nodes.reduce((sum, node) => sum + rank[node]!, 0)
  const counts = new Map<string, { weight: number; names: number; forms: Map<string, number> }>()
  for (const node of nodes) {
    const weight = whole === 0 ? 1 : 1 + Math.min(MOST_CENTRAL, (nodes.length * rank[node]!) / whole)
    const name = Node.nameOf(graph, node).replace(/\.[^.]*$/, "").replace(HASH, " ")
    for (const word of new Set(Words.parts(name))) {
      if (word.length < SHORTEST || STOP_WORDS.has(word) || /\d/.test(word)) continue
      const stem = Stems.stem(word)
      const known = counts.get(stem) ?? { weight: 0, names: 0, forms: new Map() }
      known.weight += weight
      known.names++
      known.forms.set(word, (known.forms.get(word) ?? 0) + 1)
      counts.set(stem, known)
    }
  }
  return new Map(
    Array.from(counts, ([stem, { weight, names, forms }]) => {
      const [[word]] = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)) as [[string, number]]
      return [stem, { word, weight, names }]
    }),
  )
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
