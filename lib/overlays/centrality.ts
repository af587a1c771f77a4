// How central a definition is: PageRank over the graph of uses, from who uses to what is used. Tests and what lies outside
// take no part.

import { zeros } from "../graph/columns.ts"
import * as Overlays from "../graph/overlays.ts"
import * as Csr from "./kernels/csr.ts"
import * as PageRank from "./kernels/page_rank.ts"
import type { Phase } from "./phase.ts"
import * as Ties from "./ties.ts"

/** Who uses a thing lends it weight; a place in the text is no use. */
export const USES: Ties.Weights = {
  CALLS: 100,
  INSTANTIATES: 100,
  RENDERS: 100,
  EXTENDS: 100,
  IMPLEMENTS: 100,
  DECORATES: 50,
  DISPATCHES: 50,
  USES: 60,
  READS: 40,
  WRITES: 30,
}

const SCALE = 1e9

export const phase: Phase<"centrality"> = {
  name: "centrality",
  version: 1,
  needs: [],
  run: (graph) => {
    const ties = Ties.between(graph, Ties.productMask(graph), USES)
    const ranks = PageRank.pageRank(Csr.directed(ties)).of
    const table = zeros({ rank: "u32" }, graph.nodes.rows)
    for (let part = 0; part < ranks.length; part++) table.rank[ties.nodes[part]!] = Math.round(ranks[part]! * SCALE)
    return Overlays.make<"centrality">(phase.version, { ranks: table })
  },
  rows: () => ({ nodes: [], edges: [] }),
}
