// PageRank against its definition over a dense matrix, and against examples of the literature.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { pageRank, pageRankFrom, SETTINGS } from "../../../lib/overlays/kernels/page_rank.ts"
import { law } from "../../_kit/effect.ts"
import * as Graphs from "./_graphs.ts"

const graphs = Graphs.graphs({ least: 1, most: 25, degree: 2 })

/** Chances of a step from row to column: along an edge by its weight, or anew. */
const stepsOf = (
  { nodeCount, edges }: Graphs.Listed,
  teleport: ReadonlyArray<number>,
  damping: number,
): ReadonlyArray<ReadonlyArray<number>> => {
  const anywhere = teleport.reduce((sum, it) => sum + it, 0)
  return Array.from({ length: nodeCount }, (_, node) => {
    const leaving = edges.filter(([source]) => source === node)
    const sum = leaving.reduce((sum, [, , weight]) => sum + weight, 0)
    return Array.from({ length: nodeCount }, (_, target) => {
      const anew = teleport[target]! / anywhere
      if (leaving.length === 0) return anew
      const along = leaving.filter((edge) => edge[1] === target).reduce((sum, [, , weight]) => sum + weight, 0)
      return damping * along / sum + (1 - damping) * anew
    })
  })
}

/** By how much ranks change in one step of the matrix, all together. */
const driftOf = (steps: ReadonlyArray<ReadonlyArray<number>>, ranks: Float64Array): number =>
  ranks.reduce(
    (drift, rank, target) => drift + Math.abs(rank - steps.reduce((sum, row, i) => sum + row[target]! * ranks[i]!, 0)),
    0,
  )

const teleports = (nodeCount: number) =>
  fc.array(fc.constantFrom(0, 0, 1, 2.5), { minLength: nodeCount, maxLength: nodeCount })
    .filter((it) => it.some((share) => 0 < share))

law(
  "ranks are together 1, and one more step of the walk leaves them as they are",
  graphs.chain((graph) => fc.tuple(fc.constant(graph), teleports(graph.nodeCount), fc.constantFrom(0, 0.5, 0.85))),
  ([graph, teleport, damping]) => {
    const found = pageRankFrom(Graphs.directed(graph), Float64Array.from(teleport), { ...SETTINGS, damping })
    expect(found.of.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 12)
    expect(found.change).toBeLessThanOrEqual(SETTINGS.tolerance)
    expect(driftOf(stepsOf(graph, teleport, damping), found.of)).toBeLessThan(1e-9)
  },
)

law("without a choice of where to begin, every node is one alike", graphs, (graph) => {
  const rows = Graphs.directed(graph)
  expect(pageRank(rows)).toEqual(pageRankFrom(rows, new Float64Array(graph.nodeCount).fill(3)))
})

law(
  "the order of edges changes no bit",
  graphs.chain((graph) =>
    fc.tuple(
      fc.constant(graph),
      fc.shuffledSubarray([...graph.edges], {
        minLength: graph.edges.length,
      }),
    )
  ),
  ([graph, edges]) => expect(pageRank(Graphs.directed({ ...graph, edges }))).toEqual(pageRank(Graphs.directed(graph))),
)

/** Edges as words of two letters. */
const lettered = (nodeCount: number, edges: string): Graphs.Listed => ({
  nodeCount,
  edges: edges.split(" ").map((it): Graphs.Edge => [it.charCodeAt(0) - 65, it.charCodeAt(1) - 65, 1]),
})

// The picture of the article "PageRank" of Wikipedia: percentages of A to K at a damping of 0.85; nothing leaves A.
test("eleven pages of a well-known picture have the shares that it shows", () => {
  const graph = lettered(11, "DA DB BC CB EB ED EF FB FE GB GE HB HE IB IE JE KE")
  const shares = [...pageRank(Graphs.directed(graph)).of].map((rank) => Number((100 * rank).toFixed(1)))
  expect(shares).toEqual([3.3, 38.4, 34.3, 3.9, 8.1, 3.9, 1.6, 1.6, 1.6, 1.6, 1.6])
})

// Langville, Meyer 2004, "Deeper inside PageRank", Internet Mathematics 1 (3): six pages, nothing leaves the second.
test("six pages of Langville and Meyer have their ranks at a damping of 0.9", () => {
  const graph = lettered(6, "AB AC CA CB CE DE DF ED EF FD")
  const found = pageRankFrom(Graphs.directed(graph), new Float64Array(6).fill(1), { ...SETTINGS, damping: 0.9 })
  const expected = [0.03721, 0.05396, 0.04151, 0.3751, 0.206, 0.2862]
  expected.forEach((rank, page) => expect(found.of[page]!).toBeCloseTo(rank, 4))
})

test("a walk that always begins at one node of a chain of two has the ranks of a geometric series", () => {
  // From 0 to 1, from 1 anew at 0: r0 = 0.15 + 0.85 r1, r1 = 0.85 r0.
  const { of } = pageRankFrom(Graphs.directed({ nodeCount: 3, edges: [[0, 1, 7]] }), Float64Array.of(2, 0, 0))
  const first = 1 / 1.85
  expect(of[0]!).toBeCloseTo(first, 9)
  expect(of[1]!).toBeCloseTo(0.85 * first, 9)
  expect(of[2]).toBe(0)
})

test("where steps run out, the change says that ranks are not done", () => {
  const rows = Graphs.directed(lettered(3, "AB BC CA AC"))
  const found = pageRankFrom(rows, Float64Array.of(1, 0, 0), { ...SETTINGS, steps: 2 })
  expect(found.steps).toBe(2)
  expect(found.change).toBeGreaterThan(SETTINGS.tolerance)
})

test("without nodes, or without a node to begin at, nothing has a rank", () => {
  expect(pageRank(Graphs.directed({ nodeCount: 0, edges: [] })).of.length).toBe(0)
  expect([...pageRankFrom(Graphs.directed({ nodeCount: 2, edges: [[0, 1, 1]] }), new Float64Array(2)).of]).toEqual([
    0,
    0,
  ])
})
