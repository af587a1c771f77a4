// Where somebody works, by name: a file, a folder or a definition, however it is named.

import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Locate from "../query/locate.ts"
import type { Start } from "./nearness.ts"

/** Nodes that are meant alike; together they weigh 1. */
export const alike = (nodes: ReadonlyArray<NodeId>): ReadonlyArray<Start> =>
  nodes.map((node) => ({ node, weight: 1 / nodes.length }))

/**
 * What a name means; where it fits several definitions, each of them. None where it is no name of anything.
 *
 * @param root Absolute path of the repository: paths below it may be written whole.
 */
export const named = (graph: Graph, name: string, root: string): ReadonlyArray<Start> => {
  const folder = `${name.replace(/^\.\//, "").replace(/\/+$/, "")}/`
  const inside = [...graph.files].filter((file) => Node.pathOf(graph, file).startsWith(folder))
  if (0 < inside.length) return alike(inside)
  const located = Locate.locate(graph, name, { root })
  switch (located._tag) {
    case "one":
      return alike([located.node])
    case "ambiguous":
      return alike(located.candidates.map(({ node }) => node))
    case "none":
      return []
  }
}
