// Communities of a weighted undirected graph by the Leiden algorithm: a partition of high modularity whose communities
// hang together. The same graph has the same communities on every machine, in whatever order its edges were told:
// sums are exact, chance follows from fixed seeds, and effort is counted, not timed.

import { aggregate } from "./aggregate.ts"
import * as Chance from "./chance.ts"
import type { UndirectedGraph } from "./csr.ts"
import { moveNodes } from "./local_move.ts"
import { modularity, renumber } from "./modularity.ts"
import { refine } from "./refine.ts"
import { settle } from "./settle.ts"

export interface Communities {
  /** An entry a node: its community, below `count`. They are numbered in the order of their smallest members. */
  readonly of: Uint32Array
  readonly count: number
  /** At the resolution that was asked for. */
  readonly modularity: number
}

/** Nodes and ends of edges to begin over all runs: a small graph is begun from several seeds, a large one from one. */
const EFFORT = 400_000
const MOST_RUNS = 20

/** The same to go through in the rounds of one run. */
const EFFORT_OF_RUN = 6_000_000
const MOST_ROUNDS = 20

/** A round that gains less modularity is a run's last. */
const LEAST_GAIN = 1e-9

/**
 * Finds communities. Each is connected, no node would raise modularity by going alone to another one or to one of its
 * own, and the partition is no worse than nodes alone or connected components. A node without edges is one by itself.
 *
 * @param resolution γ, above 0: the larger, the smaller the communities. 1 is Newman's and Girvan's modularity.
 * @returns The best of some runs. About O(nodes + edges) a level, with a few levels a round: 200,000 nodes with 800,000
 *   edges take one run of three rounds.
 * @see Traag, Waltman, van Eck 2019, "From Louvain to Leiden: guaranteeing well-connected communities",
 *   doi 10.1038/s41598-019-41695-z; supplementary information, algorithm A.2.
 */
export const leiden = (graph: UndirectedGraph, resolution: number): Communities => {
  const size = Math.max(1, graph.strengths.length + graph.targets.length)
  const runs = Math.min(MOST_RUNS, Math.ceil(EFFORT / size))
  const rounds = Math.min(MOST_ROUNDS, Math.floor(EFFORT_OF_RUN / size))
  let best = run(graph, resolution, rounds, 0)
  for (let seed = 1; seed < runs; seed++) {
    const other = run(graph, resolution, rounds, seed)
    if (best.modularity < other.modularity) best = other
  }
  return best
}

/** Rounds that each begin with what the one before found; then what the promises ask for beyond them. */
const run = (graph: UndirectedGraph, resolution: number, rounds: number, seed: number): Communities => {
  const chance = Chance.from(seed)
  let of = round(graph, numbers(graph.strengths.length), resolution, chance)
  let reached = modularity(graph, of, resolution)
  for (let i = 1; i < rounds; i++) {
    of = round(graph, of, resolution, chance)
    const next = modularity(graph, of, resolution)
    const gain = next - reached
    reached = next
    if (gain < LEAST_GAIN) break
  }
  settle(graph, of, resolution, chance)
  return { of, count: renumber(of), modularity: modularity(graph, of, resolution) }
}

/** Moves, refines and aggregates, level upon level, until the nodes of a level are the communities. */
const round = (
  graph: UndirectedGraph,
  start: Uint32Array,
  resolution: number,
  chance: Chance.Chance,
): Uint32Array => {
  let level = graph
  let community = start.slice()
  /** Where in the level at hand each node of the graph is. */
  const at = numbers(start.length)
  for (;;) {
    moveNodes(level, Chance.order(chance, community.length), community, resolution)
    const count = renumber(community)
    if (count === community.length) break
    let part = refine(level, community, count, resolution, chance)
    let partCount = renumber(part)
    // Where nothing is well connected, the communities themselves go up, so that it is seen whether they should merge.
    if (partCount === part.length) {
      part = community
      partCount = count
    }
    const above = new Uint32Array(partCount)
    for (let node = 0; node < part.length; node++) above[part[node]!] = community[node]!
    for (let node = 0; node < at.length; node++) at[node] = part[at[node]!]!
    level = aggregate(level, part, partCount)
    community = above
  }
  for (let node = 0; node < at.length; node++) at[node] = community[at[node]!]!
  return at
}

const numbers = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i)
