// Areas of the code: definitions that are tied more closely to each other than to the rest (Leiden). Tests take no part: what
// a test touches would tie together what it checks.

import { NONE, zeros } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { EDGE_KINDS } from "../graph/kinds.ts"
import * as Overlays from "../graph/overlays.ts"
import * as Uid from "../graph/uid.ts"
import * as Fingerprint from "../text/fingerprint.ts"
import * as Csr from "./kernels/csr.ts"
import * as Leiden from "./kernels/leiden.ts"
import * as Labels from "./labels.ts"
import type { Phase } from "./phase.ts"
import * as Ties from "./ties.ts"

/**
 * What holds something together with what it holds weighs most, so that a type is not torn apart; a file is a weak tie, so
 * that what nobody uses still belongs somewhere.
 */
const TIES: Ties.Weights = {
  HAS_METHOD: 200,
  HAS_PROPERTY: 200,
  DEFINES: 200,
  EXTENDS: 150,
  IMPLEMENTS: 150,
  CALLS: 100,
  INSTANTIATES: 100,
  OVERRIDES: 100,
  RENDERS: 100,
  DISPATCHES: 50,
  USES: 50,
  READS: 50,
  WRITES: 50,
  DECORATES: 50,
  CONTAINS: 50,
  IMPORTS: 25,
}

/** Who has no tie but these stands beside each other and does not belong together. */
const BESIDE: ReadonlySet<number> = new Set([EDGE_KINDS.CONTAINS.code, EDGE_KINDS.IMPORTS.code])

/** 1 is the modularity as Newman and Girvan have it. */
const RESOLUTION = 1

/** Fewer members are no area. */
const SMALLEST = 3

export const phase: Phase<"communities"> = {
  name: "communities",
  version: 3,
  needs: ["centrality"],
  run: (graph, { centrality }) => {
    const ties = Ties.between(graph, Ties.productMask(graph), TIES)
    const { of: communities, modularity } = Leiden.leiden(Csr.undirected(ties), RESOLUTION)
    const groups = groupsOf(communities, ties.nodes, tiedIn(graph, ties, communities))
    const cohesion = cohesionOf(ties, communities)
    const labels = Labels.ofGroups(graph, groups.map(({ nodes }) => nodes), centrality!.tables.ranks.rank)
    const texts = new Overlays.Texts()
    const table = Overlays.builderOf("communities", "communities")
    const members = zeros({ community: "u32" }, graph.nodes.rows)
    members.community.fill(NONE)
    groups.forEach(({ of, nodes }, i) => {
      const row = table.add()
      table.at.label[row] = texts.of(labels[i]!)
      table.at.id[row] = texts.of(idOf(graph, nodes))
      table.at.size[row] = nodes.length
      table.at.cohesion[row] = Math.round(cohesion[of]! * 1000)
      for (const node of nodes) members.community[node] = row
    })
    const whole = zeros({ modularity: "u32" }, 1)
    whole.modularity[0] = Math.max(0, Math.round(modularity * 1e9))
    return Overlays.make<"communities">(phase.version, { communities: table.freeze(), members, whole }, texts)
  },
  rows: ({ tables: { communities, members: { community } }, texts }, first) => ({
    nodes: Array.from({ length: communities.rows }, (_, row) => ({
      kind: "Community",
      id: texts.at(communities.id[row]!),
      name: texts.at(communities.label[row]!),
    })),
    edges: [...community].flatMap((row, node) =>
      row === NONE ? [] : [{ kind: "MEMBER_OF", source: node, target: first + row, confidence: 100 } as const]
    ),
  }),
}

interface Group {
  /** Its number by the kernel. */
  readonly of: number
  readonly nodes: ReadonlyArray<NodeId>
}

/** By community: 1 where members are tied by more than that they stand in one file or folder. O(edges). */
const tiedIn = ({ edges: { rows, kind, source, target } }: Graph, { partOf }: Ties.Ties, communities: Uint32Array) => {
  const tied = new Uint8Array(communities.length)
  for (let edge = 0; edge < rows; edge++) {
    const a = partOf[source[edge]!]!
    const b = partOf[target[edge]!]!
    if (a === NONE || b === NONE || a === b || BESIDE.has(kind[edge]!)) continue
    if (communities[a] === communities[b]) tied[communities[a]!] = 1
  }
  return tied
}

/** Those that are tied in themselves: the largest first, and of those of one size the one whose first node comes first. */
const groupsOf = (communities: Uint32Array, nodes: Uint32Array, tied: Uint8Array): ReadonlyArray<Group> => {
  const groups: Array<{ of: number; nodes: Array<NodeId> }> = []
  for (let part = 0; part < communities.length; part++) {
    const of = communities[part]!
    ;(groups[of] ??= { of, nodes: [] }).nodes.push(nodes[part]!)
  }
  return groups.filter((it) => SMALLEST <= it.nodes.length && tied[it.of] === 1)
    .sort((a, b) => b.nodes.length - a.nodes.length || a.nodes[0]! - b.nodes[0]!)
}

/** By community: the share of its members' ties that stay inside. */
const cohesionOf = ({ sources, targets, weights }: Ties.Ties, communities: Uint32Array): Float64Array => {
  const inside = new Float64Array(communities.length)
  const all = new Float64Array(communities.length)
  for (let tie = 0; tie < sources.length; tie++) {
    const a = communities[sources[tie]!]!
    const b = communities[targets[tie]!]!
    all[a]! += weights[tie]!
    all[b]! += weights[tie]!
    if (a === b) inside[a]! += 2 * weights[tie]!
  }
  return all.map((sum, i) => sum === 0 ? 0 : inside[i]! / sum)
}

/** Stays as long as its members do, whatever becomes of their places and of all others. */
const idOf = (graph: Graph, nodes: ReadonlyArray<NodeId>): string =>
  Fingerprint.hexOf(nodes.map((node) => Uid.uidOf(graph, node)).sort().join("\n"))
