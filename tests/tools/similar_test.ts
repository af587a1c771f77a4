// What a definition is like, as `context` tells it where that section is asked for.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Node from "../../lib/graph/node.ts"
import * as Finder from "../../lib/workspace/finder.ts"
import { Home } from "../../lib/workspace/home.ts"
import { effect } from "../_kit/effect.ts"
import { machine, Memory } from "../_kit/memory.ts"
import { tableOf } from "../search/_passages.ts"
import * as World from "./world.ts"

const world: World.World = {
  files: { "a.ts": "function sum() {}\nfunction add() {}\nfunction paint() {}\n", "b.ts": "function plus() {}\n" },
  definitions: [
    { kind: "Function", at: "a.ts:sum", text: "function sum() {}" },
    { kind: "Function", at: "a.ts:add", text: "function add() {}" },
    { kind: "Function", at: "a.ts:paint", text: "function paint() {}" },
    { kind: "Function", at: "b.ts:plus", text: "function plus() {}" },
  ],
  edges: [{ kind: "CALLS", from: "b.ts:plus", to: "a.ts:sum", reason: "import" }],
}

/** The direction of each definition's vector, in degrees; `paint` has none. */
const ANGLES: Readonly<Record<string, number>> = { sum: 0, add: 30, plus: 10 }

const repo = (vectors: boolean, unembedded = 0) => {
  const opened = World.open(world)
  const { graph } = opened
  const rows = [...graph.byName].sort((a, b) => a - b).map((node) => {
    const angle = ANGLES[Node.nameOf(graph, node)]
    const radians = (angle ?? 0) * Math.PI / 180
    const vector = angle === undefined
      ? [0, 0]
      : [Math.cos(radians), Math.sin(radians)].map((it) => Math.round(127 * it))
    return { node, words: [], vector }
  })
  const table = tableOf(rows)
  const scales = Float32Array.from(rows, ({ vector: [x = 0, y = 0] }) => x === 0 && y === 0 ? 0 : 1 / Math.hypot(x, y))
  const passages = { ...table, scales, embedder: "some", ...(vectors ? {} : { dims: 0 }) }
  const nowhere = Layer.merge(machine(new Memory()), Layer.succeed(Home, { folder: "/home" }))
  const finder = Effect.runSync(
    Effect.provide(Finder.make(graph, passages, { ...Finder.ALONE, unembedded }), nowhere),
  )
  return { ...opened, finder }
}

const asked = { name: "sum", response_sections: ["similar"] }

describe("similar definitions", () => {
  effect(
    "are told when they are asked for, the most alike first, and are no part of what is told unasked",
    Effect.gen(function* () {
      const told = yield* World.ask(repo(true), "context", asked)
      expect(told.similar).toEqual([
        { uid: "Function:b.ts:plus", name: "plus", kind: "Function", file: "b.ts", line: 1, score: 0.98 },
        { uid: "Function:a.ts:add", name: "add", kind: "Function", file: "a.ts", line: 2, score: 0.87 },
      ])
      expect(told.lists.similar).toEqual({ total: 2, shown: 2 })
      expect(told.incoming).toBeUndefined()
      expect(told.completeness).toEqual({
        status: "lower_bound",
        reasons: ["ranked: the 5 most alike are told, from 0.75 up"],
      })
      const unasked = yield* World.ask(repo(true), "context", { name: "sum" })
      expect(unasked.similar).toBeUndefined()
      expect(unasked.lists.similar).toBeUndefined()
      const both = yield* World.ask(repo(true), "context", { ...asked, response_sections: ["similar", "incoming"] })
      expect(both.incoming.calls[0].name).toBe("plus")
      expect(both.similar.length).toBe(2)
    }),
  )

  effect(
    "of several at once are told for each, and go with a budget",
    Effect.gen(function* () {
      const { name: _, ...rest } = asked
      const told = yield* World.ask(repo(true), "context", { ...rest, names: ["add", "paint"] })
      expect(told.results[0].similar.map((it: { readonly name: string }) => it.name)).toEqual(["plus", "sum"])
      expect(told.results[1].completeness.reasons).toEqual([
        "not_compared: nothing was compared with it: no vector is known of it",
      ])
      const whole = JSON.stringify(yield* World.ask(repo(true), "context", asked)).length
      const less = yield* World.ask(repo(true), "context", { ...asked, maxTokens: Math.floor((whole - 60) / 4) })
      expect(less.lists.similar.total).toBe(2)
      expect(less.similar.length).toBeLessThan(2)
      expect(less.lists.similar.shown).toBe(less.similar.length)
      expect(less.trimmed_for_budget).toEqual({ similar: 2 - less.similar.length })
    }),
  )

  effect(
    "are none without vectors, and that is said",
    Effect.gen(function* () {
      const told = yield* World.ask(repo(false), "context", asked)
      expect(told.similar).toBeUndefined()
      expect(told.completeness).toEqual({
        status: "lower_bound",
        reasons: ["not_compared: nothing was compared with it: the index has no vectors"],
      })
      const behind = yield* World.ask(repo(true, 3), "context", asked)
      expect(behind.completeness.reasons).toContain(
        "not_compared: 3 passages that changed cannot be compared until portolan analyze has run",
      )
    }),
  )
})
