// Areas of the code as questions ask for them: the one that a definition is of, and what is known of one.

import { NONE } from "../graph/columns.ts"
import type { NodeId } from "../graph/graph.ts"
import type { Artefact, Overlays } from "../graph/overlays.ts"

/** Before a community's id. */
export const KIND = "Community"

/** Number of a community: its row, the largest first. */
export type CommunityId = number

export interface Community {
  readonly id: string
  readonly label: string
  readonly size: number
  /** The share of its members' ties that stay inside, 0–1. */
  readonly cohesion: number
}

/** The community of a definition; undefined where it is of none, or the index has none. */
export const communityOf = ({ communities }: Overlays, node: NodeId): CommunityId | undefined => {
  const row = communities?.tables.members.community[node] ?? NONE
  return row === NONE ? undefined : row
}

/** A community by its row; its id is the bare one. */
export const at = (
  { tables: { communities }, texts }: Artefact<"communities">,
  community: CommunityId,
): Community => ({
  id: texts.at(communities.id[community]!),
  label: texts.at(communities.label[community]!),
  size: communities.size[community]!,
  cohesion: communities.cohesion[community]! / 1000,
})

/** What is known of a community of an index that has them. */
export const describe = ({ communities }: Overlays, community: CommunityId): Community => {
  const found = at(communities!, community)
  return { ...found, id: `${KIND}:${found.id}` }
}

export const countOf = ({ communities }: Overlays): number => communities?.tables.communities.rows ?? 0
