// What each step of the Leiden algorithm promises by itself, from any partition: together they make good for each other.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { aggregate } from "../../../lib/overlays/kernels/aggregate.ts"
import * as Chance from "../../../lib/overlays/kernels/chance.ts"
import { connectedParts } from "../../../lib/overlays/kernels/connected.ts"
import { moveNodes } from "../../../lib/overlays/kernels/local_move.ts"
import { modularity, renumber } from "../../../lib/overlays/kernels/modularity.ts"
import { refine } from "../../../lib/overlays/kernels/refine.ts"
import { settle } from "../../../lib/overlays/kernels/settle.ts"
import { law } from "../../_kit/effect.ts"
import * as Graphs from "./_graphs.ts"

/** What arithmetic of doubles may differ in. */
const ROUNDING = 1e-9

interface Parted {
  readonly graph: Graphs.Listed
  /** An entry a node, below their number; any may be empty. */
  readonly community: ReadonlyArray<number>
  readonly resolution: number
  readonly seed: number
}

const parted: fc.Arbitrary<Parted> = Graphs.graphs({ least: 1, most: 30, degree: 2.5 }).chain((graph) =>
  fc.record({
    graph: fc.constant(graph),
    community: fc.array(fc.integer({ min: 0, max: Math.min(graph.nodeCount - 1, 4) }), {
      minLength: graph.nodeCount,
      maxLength: graph.nodeCount,
    }),
    resolution: Graphs.resolutions,
    seed: fc.nat(1000),
  })
)

/** No node is better in another community, or in one of its own. */
const expectNoBetterPlace = (graph: Graphs.Listed, community: Uint32Array, resolution: number): void => {
  const matrix = Graphs.matrixOf(graph)
  const here = Graphs.modularityOf(matrix, community, resolution)
  const empty = graph.nodeCount
  for (let node = 0; node < graph.nodeCount; node++) {
    for (const other of new Set([...community, empty])) {
      const there = Graphs.modularityOf(matrix, community.with(node, other), resolution)
      expect(there).toBeLessThanOrEqual(here + ROUNDING)
    }
  }
}

law("the local move raises modularity, and where it moves nothing no node has a better place", parted, (given) => {
  const graph = Graphs.undirected(given.graph)
  const community = Uint32Array.from(given.community)
  const before = modularity(graph, community, given.resolution)
  const order = Chance.order(Chance.from(given.seed), community.length)
  const moves = moveNodes(graph, order, community, given.resolution)
  if (moves === 0) expect([...community]).toEqual([...given.community])
  else expect(modularity(graph, community, given.resolution)).toBeGreaterThan(before)
  while (0 < moveNodes(graph, order, community, given.resolution));
  expectNoBetterPlace(given.graph, community, given.resolution)
})

test("a node that others joined and left goes back to a community of its own", () => {
  const listed: Graphs.Listed = {
    nodeCount: 4,
    edges: [[0, 0, 8], [1, 2, 0.1], [2, 3, 1], [0, 2, 5.3], [2, 2, 0.1]],
  }
  const matrix = Graphs.matrixOf(listed)
  const best = Math.max(...[...Graphs.partitionsOf(4)].map((it) => Graphs.modularityOf(matrix, it, 1)))
  const community = Uint32Array.of(0, 1, 2, 3)
  moveNodes(Graphs.undirected(listed), community.slice(), community, 1)
  expect(Graphs.membersOf(community)).toEqual([[0], [1, 2, 3]])
  expect(Graphs.modularityOf(matrix, community, 1)).toBeCloseTo(best, 12)
})

law("settled communities are connected, and no node has a better place", parted, (given) => {
  const graph = Graphs.undirected(given.graph)
  const community = Uint32Array.from(given.community)
  settle(graph, community, given.resolution, Chance.from(given.seed))
  expect(Graphs.componentsOf(given.graph, community)).toEqual(Graphs.membersOf(community))
  expectNoBetterPlace(given.graph, community, given.resolution)
})

test("settling cuts a community whose middle leaves", () => {
  // Two pairs are held together by node 4 alone, which belongs to the triangle of 5, 6 and 7.
  const listed: Graphs.Listed = {
    nodeCount: 8,
    edges: [[0, 1, 3], [2, 3, 3], [0, 4, 1], [2, 4, 1], [4, 5, 2], [4, 6, 2], [4, 7, 2], [5, 6, 2], [6, 7, 2], [
      5,
      7,
      2,
    ]],
  }
  const community = Uint32Array.of(0, 0, 0, 0, 0, 1, 1, 1)
  settle(Graphs.undirected(listed), community, 1, Chance.from(0))
  expect(Graphs.membersOf(community)).toEqual([[0, 1], [2, 3], [4, 5, 6, 7]])
})

law("connected parts of communities are what hangs together in them", parted, (given) => {
  const parts = connectedParts(Graphs.undirected(given.graph), Uint32Array.from(given.community))
  expect(Graphs.membersOf(parts.of)).toEqual(Graphs.componentsOf(given.graph, given.community))
  expect(new Set(parts.of).size).toBe(parts.count)
})

/**
 * Traag, Waltman, van Eck 2019, supplementary information, definition 3: one node, or two such sets that are joined by as
 * much as chance would join them.
 */
const isGammaConnected = (
  matrix: ReadonlyArray<ReadonlyArray<number>>,
  resolution: number,
  nodes: ReadonlyArray<number>,
): boolean => {
  if (nodes.length <= 1) return true
  const strength = (of: ReadonlyArray<number>) => of.reduce((sum, i) => sum + matrix[i]!.reduce((a, b) => a + b, 0), 0)
  const total = strength(matrix.map((_, i) => i))
  // The first node is on one side; of the others every choice.
  for (let choice = 1; choice < 2 ** (nodes.length - 1); choice++) {
    const isThere = (i: number) => 0 < i && (choice >> (i - 1) & 1) === 1
    const here = nodes.filter((_, i) => !isThere(i))
    const there = nodes.filter((_, i) => isThere(i))
    const between = here.reduce((sum, i) => there.reduce((sum, j) => sum + matrix[i]![j]!, sum), 0)
    if (between < resolution * strength(here) * strength(there) / total - ROUNDING) continue
    if (isGammaConnected(matrix, resolution, here) && isGammaConnected(matrix, resolution, there)) return true
  }
  return false
}

const refined = (given: Parted): Uint32Array => {
  const graph = Graphs.undirected(given.graph)
  const community = Uint32Array.from(given.community)
  return refine(graph, community, renumber(community), given.resolution, Chance.from(given.seed))
}

law("refined parts lie inside of communities, are connected and no worse than nodes alone", parted, (given) => {
  const part = refined(given)
  for (const nodes of Graphs.membersOf(part)) expect(new Set(nodes.map((node) => given.community[node])).size).toBe(1)
  expect(Graphs.componentsOf(given.graph, part)).toEqual(Graphs.membersOf(part))
  const matrix = Graphs.matrixOf(given.graph)
  const alone = given.community.map((_, node) => node)
  expect(Graphs.modularityOf(matrix, part, given.resolution))
    .toBeGreaterThanOrEqual(Graphs.modularityOf(matrix, alone, given.resolution) - ROUNDING)
})

law("refined parts are γ-connected", parted, (given) => {
  const matrix = Graphs.matrixOf(given.graph)
  for (const nodes of Graphs.membersOf(refined(given))) {
    if (nodes.length <= 8) expect(isGammaConnected(matrix, given.resolution, nodes)).toBe(true)
  }
})

test("nothing joins a part that its community hardly holds", () => {
  // 1 belongs to 2, 3, 4 and 5 but is told as a member of 0's community, to which it is joined by 0 alone.
  const graph = Graphs.undirected({
    nodeCount: 9,
    edges: [[0, 1, 1], [1, 2, 5], [1, 3, 5], [1, 4, 5], [1, 5, 5], [6, 7, 20], [7, 8, 20], [6, 8, 20]],
  })
  const community = Uint32Array.of(0, 0, 1, 1, 1, 1, 0, 0, 0)
  for (let seed = 0; seed < 20; seed++) {
    const part = refine(graph, community, 2, 1, Chance.from(seed))
    expect(Graphs.membersOf(part)).toContainEqual([0])
    expect(Graphs.membersOf(part)).toContainEqual([1])
  }
})

test("a part counts what joins it to its community, not what is inside of it", () => {
  // 0 and 1 are joined well, to the rest by 2 alone: once they are one part, 2 does not join it.
  const graph = Graphs.undirected({
    nodeCount: 6,
    edges: [[0, 1, 10], [0, 2, 1], [3, 4, 20], [4, 5, 20], [3, 5, 20]],
  })
  const community = new Uint32Array(6)
  const apart = Array.from({ length: 20 }, (_, seed) => refine(graph, community, 1, 1, Chance.from(seed)))
    .filter((part) => part[0] === part[1] && part[1] !== part[2])
  expect(apart.length).toBeGreaterThan(0)
})

test("what is joined by all is one part", () => {
  const clique = [0, 1, 2, 3, 4]
  const edges = clique.flatMap((i) =>
    clique.filter((j) => i < j).flatMap((j): ReadonlyArray<Graphs.Edge> => [[i, j, 1], [i + 5, j + 5, 1]])
  )
  const graph = Graphs.undirected({ nodeCount: 10, edges })
  for (let seed = 0; seed < 20; seed++) {
    const part = refine(graph, Uint32Array.from({ length: 10 }, (_, i) => i < 5 ? 0 : 1), 2, 1, Chance.from(seed))
    expect(Graphs.membersOf(part)).toEqual([clique, clique.map((i) => i + 5)])
  }
})

test("a node that others joined stays with them, also where it would rather go", () => {
  // 1 and 2 are joined by 0 alone, which is joined more to 3.
  const listed: Graphs.Listed = {
    nodeCount: 6,
    edges: [[0, 1, 1], [0, 2, 1], [0, 3, 2], [3, 4, 1], [3, 5, 1], [4, 5, 20]],
  }
  for (let seed = 0; seed < 50; seed++) {
    const part = refine(Graphs.undirected(listed), new Uint32Array(6), 1, 1, Chance.from(seed))
    expect(Graphs.componentsOf(listed, part)).toEqual(Graphs.membersOf(part))
  }
})

law("a level whose nodes are parts has the modularity of what it was made of", parted, (given) => {
  const graph = Graphs.undirected(given.graph)
  const part = refined(given)
  const count = renumber(part)
  const level = aggregate(graph, part, count)
  expect(level.total).toBe(graph.total)
  // Any partition of the parts: by their numbers.
  const above = Uint32Array.from({ length: count }, (_, i) => i % Math.min(count, 3))
  const below = part.map((it) => above[it]!)
  expect(modularity(level, above, given.resolution)).toBeCloseTo(modularity(graph, below, given.resolution), 12)
  for (let node = 0; node < count; node++) {
    const row = [...level.targets.subarray(level.offsets[node]!, level.offsets[node + 1]!)]
    expect(row).not.toContain(node)
    expect(new Set(row).size).toBe(row.length)
  }
})

test("chance draws all numbers below one, as often each, and seeds differ", () => {
  const counts = new Array<number>(10).fill(0)
  const chance = Chance.from(0)
  for (let i = 0; i < 10_000; i++) counts[Math.floor(Chance.draw(chance) * 10)]!++
  // Of 10,000 draws, 1,000 in each tenth; four standard deviations are 120.
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(120)
  expect(new Set(Array.from({ length: 100 }, (_, seed) => Chance.draw(Chance.from(seed)))).size).toBe(100)
  expect([...Chance.order(chance, 50)].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i))
})
