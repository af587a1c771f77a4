// What a change touches in the large: execution flows that run through what it puts at risk, and areas of the code that hold
// any of that.

import type { Graph, NodeId } from "../graph/graph.ts"
import type { Overlays } from "../graph/overlays.ts"
import * as Communities from "./communities.ts"
import * as Processes from "./processes.ts"

export interface TouchedProcess {
  readonly process: Processes.ProcessId
  /** Steps of it that are at risk. */
  readonly steps: number
  /** The first of them, from 1. */
  readonly first: number
  /** Edges between the target and the nearest of them; 0: the target is one. */
  readonly depth: number
}

export interface TouchedCommunity {
  readonly community: Communities.CommunityId
  /** Members of it that are at risk. */
  readonly members: number
  readonly depth: number
}

export interface Touched {
  /** The nearest first, then by priority; undefined where the index has none. */
  readonly processes: ReadonlyArray<TouchedProcess> | undefined
  /** The nearest first, then those with most members at risk; undefined where the index has none. */
  readonly communities: ReadonlyArray<TouchedCommunity> | undefined
}

/** @param levels Definitions at risk by depth, from the target at 0. O(nodes · steps that they are). */
export const touched = (
  graph: Graph,
  overlays: Overlays,
  levels: ReadonlyArray<{ readonly depth: number; readonly nodes: Iterable<NodeId> }>,
): Touched => {
  const known = Processes.processes(graph, overlays)
  const processes = new Map<number, { steps: number; first: number; depth: number }>()
  const communities = new Map<number, { members: number; depth: number }>()
  for (const { depth, nodes } of levels) {
    for (const node of nodes) {
      for (const step of known?.of(node) ?? []) {
        const process = known!.processOf(step)
        const at = known!.indexOf(step)
        const it = processes.get(process)
        if (it === undefined) processes.set(process, { steps: 1, first: at, depth })
        else {
          it.steps++
          if (at < it.first) it.first = at
        }
      }
      const community = Communities.communityOf(overlays, node)
      if (community === undefined) continue
      const it = communities.get(community)
      if (it === undefined) communities.set(community, { members: 1, depth })
      else it.members++
    }
  }
  return {
    processes: known === undefined ? undefined : Array.from(processes, ([process, it]) => ({ process, ...it }))
      .sort((a, b) => a.depth - b.depth || a.process - b.process),
    communities: overlays.communities === undefined
      ? undefined
      : Array.from(communities, ([community, it]) => ({ community, ...it }))
        .sort((a, b) => a.depth - b.depth || b.members - a.members || a.community - b.community),
  }
}
