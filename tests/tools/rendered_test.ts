// Answers as people read them in a terminal, of every tool over the small repository by hand (world.ts).

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as World from "./world.ts"

const repo = World.open(World.shop)

describe("for people", () => {
  const rendered = (tool: (typeof TOOLS)[number], sent: object) =>
    Effect.gen(function* () {
      const any = tool as Tool.Any
      const input = sent as never
      const output = yield* World.provide(repo)(Answer.run(any, input) as Effect.Effect<never>)
      return any.render(output, input)
    }).pipe(Effect.provideService(Settings.Settings, { ...Settings.defaults, code: true }))

  const samples: Record<(typeof TOOLS)[number]["name"], ReadonlyArray<object>> = {
    query: [{ search_query: "order" }, { search_query: "zzzzzz" }],
    context: [
      { name: "Order.price", include_content: true },
      { file: "src/order.ts" },
      { names: ["main", "price", "nothing"] },
      { name: "price" },
    ],
    impact: [{ target: "Order.total" }, { target: "main", direction: "downstream" }, { target: "price" }],
    trace: [{ from: "main", to: "Order.total" }, { from: "Order.total", to: "main" }, { from: "main", to: "price" }],
    read_file: [{ path: "src/app.ts", maxLines: 3 }],
    grep: [{ pattern: "order" }, { pattern: "zzzzzz" }],
    list_repos: [{}],
    function: [{ name: "Order.price", depth: 2 }, { name: "price" }],
    class: [{ name: "Order" }],
    explain: [{ name: "src/app.ts" }, { name: "Order.total" }],
    search: [{ query: "order" }, { query: "customer", docs: true, all: true }, { query: "zzzzzz" }],
    blast_radius: [{ name: "Order.total" }, { name: "main" }, { name: "price" }],
    ingest: [],
  }

  for (const tool of TOOLS) {
    for (const sent of samples[tool.name]) {
      effect(
        `${tool.name} ${
          JSON.stringify(sent)
        } reads well: no escape code, no undefined, no JSON, no blank at a line's end`,
        Effect.map(rendered(tool, sent), (text) => {
          expect(text).not.toContain("\u001b")
          expect(text).not.toMatch(/undefined|NaN|\[object|"uid"/)
          expect(text.split("\n").filter((line) => line !== line.trimEnd())).toEqual([])
          expect(text.trim()).not.toBe("")
          if (process.env["SHOW"] !== undefined) console.log(`\n── ${tool.name} ${JSON.stringify(sent)}\n${text}`)
        }),
      )
    }
  }

  effect(
    "a row has its place and a line of code",
    Effect.map(rendered(TOOLS.find((it) => it.name === "context")!, { name: "Order.price" }), (text) => {
      expect(text).toContain(`src/app.ts:${World.lineOf(World.shop, "src/app.ts", "order.price()")}`)
      expect(text).toContain("return order.price() + order.price()")
    }),
  )

  effect(
    "one line that is left of a file is no lines",
    Effect.gen(function* () {
      const readFile = TOOLS.find((it) => it.name === "read_file")!
      const { total_lines } = yield* World.ask(repo, "read_file", { path: "src/app.ts" })
      const behind = (left: number) => rendered(readFile, { path: "src/app.ts", maxLines: total_lines - left })
      expect(yield* behind(1)).toEndWith(`\n1 more line: --start-line ${total_lines - 1}`)
      expect(yield* behind(2)).toEndWith(`\n2 more lines: --start-line ${total_lines - 2}`)
    }),
  )
})

effect(
  "people are told that a search came to its end before the files did",
  Effect.gen(function* () {
    const needles = World.openGraph(repo.graph, { "a.txt": "needle\n".repeat(10_001) })
    const { text, output } = yield* World.provide(needles)(
      Answer.told(TOOLS.find((it) => it.name === "grep")! as Tool.Any, { pattern: "needle" }),
    ) as Effect.Effect<{ readonly text: string; readonly output: unknown; readonly asked: string | undefined }>
    expect(output).toMatchObject({ completeness: { status: "lower_bound" } })
    expect(text).toContain("There may be more:\n  counting stopped at 10000 hits")
  }),
)
