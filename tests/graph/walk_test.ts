import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Walk from "../../lib/graph/walk.ts"
import { graphOf } from "./graphs.ts"

/** Functions f0 … in one file, so node `i + 1` is `fi`; each pair is a call. */
const callGraph = (count: number, calls: ReadonlyArray<readonly [number, number]>): Graph =>
  graphOf({
    nodes: [
      { key: "f", kind: "File", name: "a.ts", end: 10_000 },
      ...Array.from({ length: count }, (_, i) => ({
        key: `f${i}`,
        kind: "Function" as const,
        name: `f${i}`,
        file: "f",
        parent: "f",
        start: (i + 1) * 10,
      })),
    ],
    edges: calls.map(([from, to], i) => ({
      kind: i % 3 === 0 ? "INSTANTIATES" as const : "CALLS" as const,
      source: `f${from}`,
      target: `f${to}`,
      confidence: 60 + (i % 5) * 10,
    })),
  })

const stepsOf = (graph: Graph, more: Partial<Walk.Steps> = {}): Walk.Steps => ({
  rows: [graph.out.CALLS, graph.out.INSTANTIATES],
  back: [graph.in.CALLS, graph.in.INSTANTIATES],
  minConfidence: 0,
  avoid: undefined,
  ...more,
})

/** Distances by relaxing every edge until nothing changes: slow, and plainly right. */
const slowDistances = (graph: Graph, steps: Walk.Steps, seed: number, limit: number): Array<number> => {
  const distance = new Array<number>(graph.nodes.rows).fill(Infinity)
  distance[seed] = 0
  for (let round = 0; round < limit; round++) {
    const before = [...distance]
    for (let edge = 0; edge < graph.edges.rows; edge++) {
      if (graph.edges.confidence[edge]! < steps.minConfidence) continue
      const target = graph.edges.target[edge]!
      if (steps.avoid?.[target] === 1) continue
      distance[target] = Math.min(distance[target]!, before[graph.edges.source[edge]!]! + 1)
    }
  }
  return distance
}

const cases = fc.record({
  calls: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 40 }),
  seed: fc.nat(11),
  goal: fc.nat(11),
  limit: fc.nat(6),
  minConfidence: fc.constantFrom(0, 75, 90),
  avoided: fc.nat(11),
})

describe("walks", () => {
  test("reach finds what relaxing finds, level by level", () => {
    fc.assert(fc.property(cases, ({ calls, seed, limit, minConfidence, avoided }) => {
      const graph = callGraph(12, calls)
      const avoid = new Uint8Array(graph.nodes.rows)
      if (avoided !== seed) avoid[avoided + 1] = 1
      const steps = stepsOf(graph, { minConfidence, avoid })
      const expected = slowDistances(graph, steps, seed + 1, limit)
      const reached = Walk.reach(graph, steps, [seed + 1], limit, Infinity)
      const found = new Array<number>(graph.nodes.rows).fill(Infinity)
      for (let depth = 0; depth + 1 < reached.levels.length; depth++) {
        for (let place = reached.levels[depth]!; place < reached.levels[depth + 1]!; place++) {
          found[reached.nodes[place]!] = depth
        }
      }
      expect(found).toEqual(expected)
    }))
  })

  test("distances agree with reach over one kind", () => {
    fc.assert(fc.property(cases, ({ calls, seed, limit }) => {
      const graph = callGraph(12, calls)
      const steps = stepsOf(graph, { rows: [graph.out.CALLS] })
      const distances = Walk.distances(graph.out.CALLS, [seed + 1], limit)
      const reached = new Set(Walk.reach(graph, steps, [seed + 1], limit, Infinity).nodes)
      expect(new Set([...distances.keys()].filter((node) => distances[node] !== -1))).toEqual(reached)
    }))
  })

  test("the shortest path is a path, and none is shorter", () => {
    fc.assert(
      fc.property(cases, ({ calls, seed, goal, limit, minConfidence, avoided }) => {
        const graph = callGraph(12, calls)
        const avoid = new Uint8Array(graph.nodes.rows)
        if (avoided !== goal && avoided !== seed) avoid[avoided + 1] = 1
        const steps = stepsOf(graph, { minConfidence, avoid })
        const path = Walk.shortestPath(graph, steps, [seed + 1], [goal + 1], limit)
        const distance = slowDistances(graph, steps, seed + 1, limit)[goal + 1]!
        if (path === undefined) return expect(distance).toBe(Infinity)
        expect(path.edges.length).toBe(distance)
        expect(path.nodes[0]).toBe(seed + 1)
        expect(path.nodes.at(-1)).toBe(goal + 1)
        path.edges.forEach((edge, i) => {
          expect([graph.edges.source[edge], graph.edges.target[edge]]).toEqual([path.nodes[i], path.nodes[i + 1]])
          expect(graph.edges.confidence[edge]).toBeGreaterThanOrEqual(minConfidence)
        })
      }),
      { numRuns: 500 },
    )
  })

  test("a walk that is bounded in size says that it is not whole", () => {
    const graph = callGraph(12, Array.from({ length: 11 }, (_, i) => [i, i + 1] as const))
    const reached = Walk.reach(graph, stepsOf(graph), [1], 100, 4)
    expect(reached.whole).toBe(false)
    expect(reached.nodes.length).toBe(4)
    expect(Walk.reach(graph, stepsOf(graph), [1], 100, Infinity).whole).toBe(true)
  })
})
