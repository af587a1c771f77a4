// Areas of the code as pages tell them: what is in one, what ties it to others, which tests and processes touch it.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import type { Artefact, Overlays } from "../graph/overlays.ts"
import { USES } from "../overlays/centrality.ts"
import * as Ties from "../overlays/ties.ts"
import * as Community from "../query/communities.ts"
import type { Named } from "./named.ts"

export { KIND } from "../query/communities.ts"

export interface Area extends Named, Community.Community {
  /** Place among all, which are in the order of their size. */
  readonly row: number
}

type Communities = Artefact<"communities">

export const all = (communities: Communities): ReadonlyArray<Area> =>
  Array.from({ length: communities.tables.communities.rows }, (_, row) => ({ row, ...Community.at(communities, row) }))

/** −0.5 to 1: by how much more ties stay inside of areas than chance would have it. */
export const modularityOf = ({ tables: { whole } }: Communities): number => whole.modularity[0]! / 1e9

/** What is in an area, in the order of the graph: file by file, from top to bottom. O(nodes). */
export const membersOf = ({ tables: { members: { community } } }: Communities, row: number): ReadonlyArray<NodeId> => {
  const found: Array<NodeId> = []
  for (let node = 0; node < community.length; node++) if (community[node] === row) found.push(node)
  return found
}

export interface Tie {
  /** Rows of areas: who uses, and what is used. */
  readonly from: number
  readonly to: number
  /** Pairs of definitions of which one uses the other, by kind of use. */
  readonly uses: number
}

/** What ties areas to each other, the strongest first. O(edges). */
export const tiesOf = (graph: Graph, { tables: { communities, members: { community } } }: Communities) => {
  const { sources, targets, nodes } = Ties.between(graph, Ties.productMask(graph), USES)
  const counts = new Map<number, number>()
  for (let tie = 0; tie < sources.length; tie++) {
    const from = community[nodes[sources[tie]!]!]!
    const to = community[nodes[targets[tie]!]!]!
    if (from === NONE || to === NONE || from === to) continue
    const key = from * communities.rows + to
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const ties = [...counts].map(([key, uses]): Tie => ({
    from: Math.floor(key / communities.rows),
    to: key % communities.rows,
    uses,
  }))
  return ties.sort((a, b) => b.uses - a.uses || a.from - b.from || a.to - b.to)
}

export interface TestFile {
  readonly path: string
  /** Tests in it, and the file itself where its tests have no names. */
  readonly tests: number
  /** Members that these are about. */
  readonly members: number
}

/** The files of tests that are about members of an area, those about most of them first. O(tests). */
export const testFilesOf = (
  graph: Graph,
  { tests }: Overlays,
  { tables: { members: { community } } }: Communities,
  row: number,
): ReadonlyArray<TestFile> => {
  if (tests === undefined) return []
  const { tests: { rows, test, target } } = tests.tables
  const byPath = new Map<string, { readonly tests: Set<NodeId>; readonly members: Set<NodeId> }>()
  for (let i = 0; i < rows; i++) {
    if (community[target[i]!] !== row) continue
    const path = Node.pathOf(graph, test[i]!)
    const known = byPath.get(path) ?? { tests: new Set(), members: new Set() }
    byPath.set(path, known)
    known.tests.add(test[i]!)
    known.members.add(target[i]!)
  }
  return [...byPath].map(([path, it]) => ({ path, tests: it.tests.size, members: it.members.size }))
    .sort((a, b) => b.members - a.members || (a.path < b.path ? -1 : 1))
}
