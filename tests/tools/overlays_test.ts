// What answers tell of what is derived of a repository as a whole. The shop's source says what runs what: `main` makes an
// order and describes it, whose price is its total.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { UNLISTED } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import { effect } from "../_kit/effect.ts"
import * as World from "./world.ts"

const of = World.open(World.shop)
const bare = { ...of, overlays: {} }

/** The one flow: nobody here calls `main`. */
const FLOW = ["main", "describe", "price", "total"]

describe("query", () => {
  effect(
    "tells the flow that hits are steps of once, with each of them at its step; the ranking stays what it is",
    Effect.gen(function* () {
      const it = yield* World.ask(of, "query", { search_query: "price total describe" })
      expect(it.processes).toHaveLength(1)
      const [flow] = it.processes
      expect(flow).toMatchObject({ summary: "main → total", step_count: FLOW.length })
      expect(flow.id).toMatch(/^Process:[0-9a-f]{16}$/)
      expect(flow.priority).toBeWithin(0, 1)
      expect(flow.symbol_count).toBe(it.process_symbols.length)
      for (const row of it.process_symbols) {
        expect(row.process_id).toBe(flow.id)
        expect(row.step_index).toBe(FLOW.indexOf(row.name) + 1)
      }
      const hits = it.definitions.map((row: { uid: string }) => row.uid)
      const steps = it.process_symbols.map((row: { uid: string }) => row.uid)
      expect(steps).toEqual(hits.filter((uid: string) => steps.includes(uid)))
      const { definitions } = yield* World.ask(bare, "query", { search_query: "price total describe" })
      expect(definitions).toEqual(it.definitions)
    }),
  )

  effect(
    "pages tell every hit and every flow once",
    Effect.gen(function* () {
      const sent = { search_query: "price total describe order main" }
      const whole = yield* World.ask(of, "query", { ...sent, max_symbols: 200 })
      const seen = { processes: [], process_symbols: [], definitions: [] } as Record<string, Array<unknown>>
      let cursor: string | undefined
      do {
        const page = yield* World.ask(of, "query", { ...sent, max_symbols: 2, cursor })
        for (const list in seen) seen[list]!.push(...page[list])
        cursor = page.next_cursor
      } while (cursor !== undefined)
      for (const list in seen) expect(seen[list]).toEqual(whole[list])
    }),
  )
})

describe("context", () => {
  effect(
    "has the flows, the area and the nearest tests",
    Effect.gen(function* () {
      const it = yield* World.ask(of, "context", { name: "describe" })
      expect(it.processes).toEqual([{
        id: expect.stringMatching(/^Process:[0-9a-f]{16}$/),
        name: "main → total",
        step_index: 2,
        step_count: 4,
      }])
      expect(it.tests).toMatchObject([{ uid: "Function:tests/app_test.ts:checkDescribe", distance: 1 }])
      expect(it.community).toMatchObject({ id: expect.stringMatching(/^Community:[0-9a-f]{16}$/) })
      expect(it.community.size).toBeGreaterThan(1)
      expect(it.community.cohesion).toBeWithin(0, 1.001)
    }),
  )

  effect(
    "sections leave them out, and count what is left out",
    Effect.gen(function* () {
      const it = yield* World.ask(of, "context", { name: "describe", response_sections: ["incoming"] })
      for (const section of ["processes", "tests", "community"]) expect(it[section]).toBeUndefined()
      expect(it.lists.processes).toEqual({ total: 1, shown: 0, omitted: true })
      expect(it.lists.tests).toEqual({ total: 1, shown: 0, omitted: true })
      const only = yield* World.ask(of, "context", { name: "describe", response_sections: ["tests"] })
      expect(only.tests).toHaveLength(1)
      expect(only.incoming).toBeUndefined()
    }),
  )
})

describe("impact", () => {
  effect(
    "names flows and areas that are touched, and of each row its flows",
    Effect.gen(function* () {
      const it = yield* World.ask(of, "impact", { target: "Order.total" })
      expect(it.affected_processes).toMatchObject([
        { name: "main → total", steps: 4, step_count: 4, step_index: 1, depth: 0 },
      ])
      expect(it.affected_modules[0]).toMatchObject({ depth: 0 })
      expect(it.summary).toMatchObject({ processes: 1, modules: it.affected_modules.length })
      expect(it.byDepth["1"][0]).toMatchObject({ processes: ["main → total"], process_count: 1 })
    }),
  )

  effect(
    "says what it does not know where the index lacks them",
    Effect.gen(function* () {
      const it = yield* World.ask(bare, "impact", { target: "Order.total" })
      expect(it.affected_processes).toBeUndefined()
      expect(it.summary.processes).toBeUndefined()
      expect(it.completeness.reasons).toContain("overlay_missing: processes, communities")
    }),
  )

  effect(
    "that a flow begins there is no use of it",
    Effect.gen(function* () {
      const it = yield* World.ask(of, "impact", { target: "main" })
      expect(it.summary).toMatchObject({ total: 0, processes: 1 })
      expect(it.risk).toBe("UNKNOWN")
    }),
  )
})

test("a repository at a glance names its flows, its areas and what is most central", async () => {
  const tool = UNLISTED.find((it) => it.name === "overview")!
  const { text } = await Effect.runPromise(
    World.provide(of)(Answer.answer(tool, {}) as Effect.Effect<Answer.Answer, never, never>),
  )
  const it = JSON.parse(text)
  expect(it.processes).toMatchObject([{ name: "main → total", step_count: 4 }])
  expect(it.communities.length).toBeGreaterThan(0)
  // Tests and files are no hubs.
  expect(it.hubs.map((row: { uid: string }) => row.uid)).toContain("Class:src/order.ts:Order")
  expect(it.hubs.map((row: { uid: string }) => row.uid)).not.toContain("Function:tests/app_test.ts:checkDescribe")
})
