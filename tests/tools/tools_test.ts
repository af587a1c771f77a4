// Each tool over a small repository by hand; expected values are read off its source text (world.ts).

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import type { OpenRepo } from "../../lib/workspace/repos.ts"
import { effect } from "../_kit/effect.ts"
import * as World from "./world.ts"

const repo = World.open(World.shop)

const ask = (tool: string, sent: object, of = repo) => World.ask(of, tool, sent)

const lineOf = (path: string, text: string) => World.lineOf(World.shop, path, text)

const names = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map((row) => row.name)

describe("every answer about a repository", () => {
  for (
    const [tool, sent] of [
      ["query", { search_query: "order" }],
      ["context", { name: "Order" }],
      ["impact", { target: "Order" }],
      ["trace", { from: "main", to: "Order.total" }],
      ["grep", { pattern: "order" }],
      ["function", { name: "describe" }],
      ["class", { name: "Order" }],
      ["explain", { name: "Order" }],
      ["search", { query: "order" }],
      ["blast_radius", { name: "Order" }],
    ] as const
  ) {
    effect(
      `of ${tool} says which index answered and whether there can be more`,
      Effect.map(ask(tool, sent), (it) => {
        expect(it.index).toEqual({
          repo: "shop",
          commit: "c0ffee".padEnd(40, "0"),
          freshness: "current",
          snapshot: "5eed5eed",
        })
        expect(["exact", "lower_bound"]).toContain(it.completeness.status)
      }),
    )
  }

  effect(
    "names what the index lacks, and what is stale",
    Effect.gen(function* () {
      const stale = World.open(World.shop, { freshness: { freshness: "behind", behind_by: 2, changed_files: 1 } })
      const it = yield* ask("context", { name: "Order" }, stale)
      expect(it.index).toMatchObject({ freshness: "behind", behind_by: 2, changed_files: 1 })
      expect(it.completeness.reasons.filter((reason: string) => reason.startsWith("overlay_missing"))).toEqual([
        "overlay_missing: routes, typed_properties, owners, rules",
      ])
    }),
  )
})

describe("context", () => {
  effect(
    "groups who uses a definition and what it uses, with the line of each use",
    Effect.map(ask("context", { name: "Order.price" }), (it) => {
      expect(it.symbol).toMatchObject({
        uid: "Method:src/order.ts:Order.price",
        kind: "Method",
        file: "src/order.ts",
        line: lineOf("src/order.ts", "price() {"),
        owner: "Class:src/order.ts:Order",
      })
      expect(it.incoming.calls).toEqual([{
        uid: "Function:src/app.ts:describe",
        name: "describe",
        kind: "Function",
        file: "src/app.ts",
        line: lineOf("src/app.ts", "function describe"),
        confidence: 0.99,
        reason: "declared",
        site: lineOf("src/app.ts", "order.price()"),
        sites: 2,
      }])
      expect(names(it.outgoing.calls)).toEqual(["total"])
      expect(it.outgoing.calls[0].site).toBe(lineOf("src/order.ts", "this.total()"))
      expect(it.lists["incoming.calls"]).toEqual({ total: 1, shown: 1 })
    }),
  )

  effect(
    "filters hide, they do not forget: totals stay",
    Effect.gen(function* () {
      const all = yield* ask("context", { name: "Order" })
      const some = yield* ask("context", { name: "Order", response_sections: ["incoming"], relationTypes: ["USES"] })
      expect(names(some.incoming.uses)).toEqual(["describe"])
      expect(some.outgoing).toBeUndefined()
      expect(some.incoming.instantiates).toBeUndefined()
      expect(some.response_filter.omitted).toContain("outgoing")
      expect(some.response_filter.relationTypes).toEqual(["USES"])
      const totals = (lists: Record<string, { total: number }>) =>
        Object.fromEntries(Object.entries(lists).map(([name, { total }]) => [name, total]))
      expect(totals(some.lists)).toEqual(totals(all.lists))
      expect(some.next_cursor).toBeUndefined()
    }),
  )

  effect(
    "open references are those of the side that is shown",
    Effect.gen(function* () {
      const world = { ...World.shop, unresolved: [{ name: "total", from: "src/order.ts:Order.price" }] }
      const of = (side: string) =>
        ask("context", { name: "Order.price", response_sections: [side] }, World.open(world, {}))
      const incoming = yield* of("incoming")
      expect(incoming.completeness).toMatchObject({ status: "exact", incoming: "exact" })
      expect(incoming.unresolved).toBeUndefined()
      expect((yield* of("outgoing")).unresolved).toMatchObject({ total: 1 })
    }),
  )

  effect(
    "source text is what was indexed, or it is called stale",
    Effect.gen(function* () {
      const it = yield* ask("context", { name: "describe", file_path: "src/app.ts", include_content: true })
      const content = it.symbol.content as string
      expect(content).toStartWith("export function describe(order: Order) {")
      expect(content).toEndWith("order.price()\n}")
      const changed = World.open(World.shop, {
        changed: { "src/app.ts": `// a line more\n${World.shop.files["src/app.ts"]}` },
      })
      const stale = yield* ask("context", { name: "describe", include_content: true }, changed)
      expect(stale.symbol.content).toBeUndefined()
      expect(stale.symbol.content_omitted).toBe("stale")
    }),
  )

  effect(
    "a file alone is what it defines from top to bottom, imports, and who imports it",
    Effect.map(ask("context", { file: "src/order.ts" }), (it) => {
      // Its last line break begins no further line.
      const lines = World.shop.files["src/order.ts"]!.split("\n").length - 1
      expect(it.file).toMatchObject({ uid: "File:src/order.ts", kind: "File", lines })
      expect(names(it.definitions)).toEqual(["Priced", "price", "Order", "price", "total"])
      expect(names(it.importers)).toEqual(["app.ts", "app_test.ts"])
      expect(it.imports).toEqual([])
    }),
  )

  effect(
    "several names at once answer each for itself",
    Effect.map(ask("context", { names: ["Order.total", "price", "nothing"] }), ({ results, lists }) => {
      expect(results[0]).toMatchObject({ name: "Order.total", symbol: { uid: "Method:src/order.ts:Order.total" } })
      expect(lists["0.incoming.calls"]).toEqual({ total: 1, shown: 1 })
      expect(results[1]).toMatchObject({ name: "price", status: "ambiguous", total: 2 })
      expect(results[2]).toMatchObject({ name: "nothing", error: { code: "SymbolNotFound" } })
    }),
  )

  effect(
    "calls of calls are followed in both directions",
    Effect.map(ask("context", { name: "Order.price", chain_depth: 2 }), ({ chain }) => {
      expect(names(chain.incoming["1"])).toContain("describe")
      expect(names(chain.incoming["2"])).toContain("main")
      expect(names(chain.outgoing["1"])).toEqual(["total"])
    }),
  )

  effect(
    "a chain is a lower bound where one on its way may be called by more than is known",
    Effect.gen(function* () {
      // Somebody calls a price of something: it may be the one that calls total.
      const open = World.open({ ...World.shop, unresolved: [{ name: "price", from: "src/app.ts:main" }] })
      const completeness = (chain_depth: number) =>
        Effect.map(ask("context", { name: "Order.total", chain_depth }, open), (it) => it.completeness)
      expect(yield* completeness(1)).toMatchObject({ status: "exact", incoming: "exact" })
      const further = yield* completeness(2)
      expect(further).toMatchObject({ status: "lower_bound", incoming: "lower_bound", outgoing: "exact" })
      expect(further.reasons).toContain(
        "incoming: open_further: 1 of the affected definitions may be used by more than is known",
      )
    }),
  )

  effect(
    "markdown is asked for and fenced",
    Effect.gen(function* () {
      const it = yield* World.provide(repo)(Answer.call(TOOLS, "context", { name: "Order", format: "markdown" }))
      expect(it.text).toStartWith("# Class\n\n```text\nClass Order")
      expect(it.text).toEndWith("\n```\n")
    }),
  )

  effect(
    "needs something to be about",
    Effect.map(ask("context", {}), ({ error }) => {
      expect(error.message).toContain("one of name, uid, names or file is required")
    }),
  )
})

describe("a symbol", () => {
  const table: ReadonlyArray<readonly [string, string]> = [
    ["Class:src/order.ts:Order", "Class:src/order.ts:Order"],
    ["src/order.ts:Order", "Class:src/order.ts:Order"],
    ["order.ts:Order", "Class:src/order.ts:Order"],
    ["Order.total", "Method:src/order.ts:Order.total"],
    ["Order#total", "Method:src/order.ts:Order.total"],
    ["describe", "Function:src/app.ts:describe"],
    [
      `src/app.ts:${World.shop.files["src/app.ts"]!.split("\n").findIndex((it) => it.includes("function main")) + 1}`,
      "Function:src/app.ts:main",
    ],
  ]
  for (const [asked, uid] of table) {
    effect(`${asked} is ${uid}`, Effect.map(ask("context", { name: asked }), (it) => expect(it.symbol.uid).toBe(uid)))
  }

  effect(
    "that several answer to is asked back, best first; kind and file narrow",
    Effect.gen(function* () {
      const it = yield* ask("impact", { target: "price" })
      expect(it.status).toBe("ambiguous")
      expect(it.total).toBe(2)
      expect(it.candidates.map((row: { uid: string }) => row.uid).sort()).toEqual([
        "Method:src/order.ts:Order.price",
        "Method:src/order.ts:Priced.price",
      ])
      expect(it.candidates[0].score).toBeGreaterThanOrEqual(it.candidates[1].score)
      expect((yield* ask("context", { name: "Order", kind: "Class" })).symbol.kind).toBe("Class")
      expect((yield* ask("context", { name: "Order", kind: "Function" })).error.code).toBe("SymbolNotFound")
    }),
  )

  effect(
    "that is not found may stand in what the index does not hold, which is said",
    Effect.gen(function* () {
      const hint = (options: World.Options) =>
        Effect.map(ask("context", { name: "qqqqqq" }, World.open(World.shop, options)), ({ error }) => error.hint)
      expect(yield* hint({})).not.toContain("may stand")
      expect(yield* hint({ skipped: [{ path: "a/", reason: "" }] })).not.toContain("may stand")
      expect(
        yield* hint({ skipped: [{ path: "a.ts", reason: "" }], freshness: { freshness: "dirty", changed_files: 1 } }),
      ).toEndWith(
        ". It may stand in what the index does not hold: newer files (1 file changed since); 1 file not read",
      )
      const update = "an update is under way"
      expect(yield* hint({ freshness: { freshness: "dirty", changed_files: 2, update } })).toEndWith(
        "newer files (2 files changed since; an update is under way)",
      )
    }),
  )

  effect(
    "that does not exist is not found, with the nearest names, and never another one",
    Effect.gen(function* () {
      const { error } = yield* ask("impact", { target: "descirbe" })
      expect(error).toMatchObject({ code: "SymbolNotFound", candidates: ["describe"] })
      expect(error.message).toBe(`Cannot find "descirbe" in shop`)
      expect(error.hint).toEndWith("the nearest are the candidates")
      const byUid = yield* ask("context", { uid: "Class:src/other.ts:Order" })
      expect(byUid.error).toMatchObject({ code: "SymbolNotFound" })
      expect(byUid.error.candidates).toContain("Class:src/order.ts:Order")
    }),
  )
})

describe("impact", () => {
  effect(
    "tells who is at risk by distance, tests apart",
    Effect.map(ask("impact", { target: "Order.total" }), (it) => {
      expect(it.target.uid).toBe("Method:src/order.ts:Order.total")
      expect(names(it.byDepth["1"])).toEqual(["price"])
      expect(names(it.byDepth["2"])).toEqual(["describe"])
      expect(names(it.byDepth["3"])).toEqual(["main"])
      expect(names(it.affected_tests)).toEqual(["checkDescribe"])
      expect(it.summary).toMatchObject({ direct: 1, total: 3, tests: 1 })
      expect(it.byDepth["1"][0].site).toBe(lineOf("src/order.ts", "this.total()"))
    }),
  )

  effect(
    "downstream tells what it rests on",
    Effect.map(ask("impact", { target: "main", direction: "downstream", maxDepth: 1 }), (it) => {
      expect(names(it.byDepth["1"]).sort()).toEqual(["Order", "describe"])
    }),
  )

  effect(
    "of nothing found is UNKNOWN unless it is proven",
    Effect.gen(function* () {
      const open = World.open({
        ...World.shop,
        unresolved: [{ name: "main", from: "tests/app_test.ts", cause: "unresolvedModule" }],
      })
      const it = yield* ask("impact", { target: "main" }, open)
      expect(it.summary.total).toBe(0)
      expect(it.risk).toBe("UNKNOWN")
      expect(it.completeness.status).toBe("lower_bound")
    }),
  )

  effect(
    "summaryOnly keeps counts and totals",
    Effect.map(ask("impact", { target: "Order.total", summaryOnly: true }), (it) => {
      expect(it.byDepth).toBeUndefined()
      expect(it.summary.total).toBe(3)
      expect(it.lists["byDepth.1"]).toEqual({ total: 1, shown: 0, omitted: true })
      expect(it.next_cursor).toBeUndefined()
    }),
  )
})

describe("trace", () => {
  effect(
    "gives the path with the line of each step",
    Effect.map(ask("trace", { from: "main", to: "Order.total" }), (it) => {
      expect(it.status).toBe("ok")
      expect(names(it.hops)[0]).toBe("main")
      expect(names(it.hops).at(-1)).toBe("total")
      expect(it.edges.length).toBe(it.hops.length - 1)
      expect(it.length).toBe(it.edges.length)
    }),
  )

  effect(
    "without a path tells how far one gets",
    Effect.map(ask("trace", { from: "Order.total", to: "main" }), (it) => {
      expect(it).toMatchObject({ status: "no_path", reached: 0, reverse: true })
      expect(it.from.name).toBe("total")
    }),
  )

  effect(
    "asks back for the end that is unclear",
    Effect.gen(function* () {
      const several = yield* ask("trace", { from: "main", to: "price" })
      expect(several).toMatchObject({ status: "ambiguous", end: "to", total: 2 })
      expect(several.hint).toBe("Repeat the call with the uid that is meant as to, or narrow with to_file")
      const none = yield* ask("trace", { from: "mian", to: "price" })
      expect(none).toMatchObject({ status: "not_found", end: "from", candidates: ["main"] })
      expect(none.hint).toContain("file:name")
      const missing = yield* ask("trace", { from: "main" })
      expect(missing.error.message).toContain("to or to_uid is required")
    }),
  )
})

const APP_LINES = World.shop.files["src/app.ts"]!.split("\n")

describe("query", () => {
  effect(
    "an exact name comes first, whatever else resembles it",
    Effect.map(ask("query", { search_query: "describe" }), (it) => {
      expect(it.definitions[0]).toMatchObject({ uid: "Function:src/app.ts:describe", score: 1, why: "name" })
      expect(names(it.definitions)).toContain("checkDescribe")
    }),
  )

  effect(
    "words match parts of names, source before tests",
    Effect.gen(function* () {
      const it = yield* ask("query", { search_query: "check describe" })
      expect(it.definitions[0].name).toBe("checkDescribe")
      const order = yield* ask("query", { search_query: "customer order" })
      expect(order.definitions[0].uid).toBe("Class:src/order.ts:Order")
    }),
  )

  effect(
    "a typing error is forgiven when nothing else is found",
    Effect.map(ask("query", { search_query: "descirbe" }), (it) => {
      expect(it.definitions[0]).toMatchObject({ name: "describe", why: "typo" })
    }),
  )

  effect(
    "a text in quotes is found at its line, in the definition around it, once",
    Effect.gen(function* () {
      const line = APP_LINES.indexOf("  return order.price() + order.price()") + 1
      const it = yield* ask("query", { search_query: '"order.price() + order.price()"' })
      const uid = "Function:src/app.ts:describe"
      expect(it.definitions[0]).toMatchObject({ uid, why: "text", found_line: line, score: 1 })
      expect(it.definitions.filter((row: { uid: string }) => row.uid === uid).length).toBe(1)
      // As words of a sentence they are none.
      expect((yield* ask("query", { search_query: "return order price" })).definitions[0].why).not.toBe("text")
      // Two lines hold it as a text, too, in small letters.
      expect((yield* ask("query", { search_query: "Order.price" })).definitions[0]).toMatchObject({
        uid: "Method:src/order.ts:Order.price",
        why: "qualified",
      })
    }),
  )

  effect(
    "rows far behind the best one are left to the cursor, which leads to all of them; who names a number gets it",
    Effect.gen(function* () {
      const asked = { search_query: "how to order" }
      const whole = (yield* ask("query", { ...asked, max_symbols: 200 })).definitions as ReadonlyArray<
        { score: number }
      >
      const first = yield* ask("query", asked)
      const shown: ReadonlyArray<{ score: number }> = first.definitions
      expect(whole.some(({ score }) => score < 0.5)).toBe(true)
      expect(shown.length).toBeLessThan(whole.length)
      expect(shown.slice(5).filter(({ score }) => score < 0.5)).toEqual([])
      expect(whole.slice(shown.length).filter(({ score }) => 0.5 <= score)).toEqual([])
      expect(first.lists.definitions).toEqual({ total: whole.length, shown: shown.length })
      const rest = yield* ask("query", { ...asked, cursor: first.next_cursor })
      expect([...shown, ...rest.definitions]).toEqual([...whole])
      expect(rest.next_cursor).toBeUndefined()
    }),
  )

  effect(
    "a text that is no code is found by its words, at its lines",
    Effect.map(ask("query", { search_query: "how to order", max_symbols: 200 }), (it) => {
      const file = it.definitions.find((row: { uid: string }) => row.uid === "File:README.md")
      expect(file).toMatchObject({ kind: "File", line: 1, end_line: 3, doc: "Shop" })
    }),
  )

  effect(
    "a section that needs a layer which the index lacks is called missing, not empty; what was left out is still counted",
    Effect.gen(function* () {
      const without = { ...World.open(World.shop), overlays: {} }
      for (const section of ["processes", "process_symbols"]) {
        const it = yield* ask("query", { search_query: "order", response_sections: [section] }, without)
        expect(it.completeness.reasons).toContain("overlay_missing: processes")
        expect(it.definitions).toBeUndefined()
        const { total } = (yield* ask("query", { search_query: "order" })).lists.definitions
        expect(it.lists.definitions).toEqual({ total, shown: 0, omitted: true })
      }
      const definitions = yield* ask("query", { search_query: "order", response_sections: ["definitions"] }, without)
      expect(definitions.completeness.reasons.join()).not.toContain("overlay_missing")
    }),
  )

  effect(
    "nothing found is an answer",
    Effect.map(ask("query", { search_query: "quetzalcoatl" }), (it) => {
      expect(it.definitions).toEqual([])
      expect(it.lists.definitions).toEqual({ total: 0, shown: 0 })
    }),
  )

  effect(
    "pages go on",
    Effect.gen(function* () {
      const first = yield* ask("query", { search_query: "order", max_symbols: 2 })
      expect(first.definitions.length).toBe(2)
      const second = yield* ask("query", { search_query: "order", max_symbols: 2, cursor: first.next_cursor })
      expect(second.lists.definitions.total).toBe(first.lists.definitions.total)
      const uids = [...first.definitions, ...second.definitions].map((it) => it.uid)
      expect(new Set(uids).size).toBe(uids.length)
    }),
  )
})

describe("list_repos", () => {
  effect(
    "tells id, path and state of each",
    Effect.map(ask("list_repos", {}), (it) => {
      expect(it.repositories).toMatchObject([{
        id: "shop",
        name: "shop",
        path: "/repositories/shop",
        freshness: "current",
        languages: ["typescript"],
      }])
      expect(it.pagination).toEqual({
        total: 1,
        limit: 50,
        offset: 0,
        returned: 1,
        has_more: false,
        next_offset: null,
      })
    }),
  )
})

effect(
  "copies of what is answered about are told, and how many there are",
  Effect.gen(function* () {
    const text = "export function once() {}\n"
    const paths = ["src/once.ts", ...Array.from({ length: 8 }, (_, i) => `dist/once${i}.ts`)]
    const copied = World.open({
      files: Object.fromEntries(paths.map((path) => [path, text])),
      definitions: paths.map((path) => ({ kind: "Function", at: `${path}:once`, text: "function once() {}" })),
      edges: [],
    })
    for (
      const [tool, sent] of [
        ["context", { name: "once" }],
        ["impact", { target: "once" }],
        ["function", { name: "once" }],
        ["blast_radius", { name: "once" }],
      ] as const
    ) {
      const it = yield* ask(tool, sent, copied)
      expect({ tool, total: it.also_total, told: it.also.length }).toEqual({ tool, total: 8, told: 5 })
    }
    const both = yield* ask("trace", { from: "once", to: "once" }, copied)
    expect({ total: both.also_total, told: both.also.length }).toEqual({ total: 16, told: 10 })
    expect((yield* ask("context", { name: "dist/once3.ts:once" }, copied)).also).toBeUndefined()
  }),
)

effect(
  "every file that an answer shows is looked at once more",
  Effect.gen(function* () {
    const filesIn = (it: unknown): ReadonlyArray<string> =>
      typeof it !== "object" || it === null
        ? []
        : Object.entries(it).flatMap(([key, value]) =>
          (key === "file" || key === "file_path") && typeof value === "string" ? [value] : filesIn(value)
        )
    for (
      const [tool, sent] of [
        ["context", { name: "main", chain_depth: 2 }],
        ["context", { name: "Order.price", chain_depth: 3, response_sections: ["chain"] }],
        ["context", { file: "src/order.ts" }],
        ["context", { file: "src/app.ts" }],
        ["class", { name: "Order" }],
        ["explain", { name: "src/app.ts" }],
        ["impact", { target: "price" }],
        ["context", { name: "price" }],
        ["context", { names: ["main", "price", "nothing"] }],
        ["impact", { target: "Order.total" }],
        ["trace", { from: "main", to: "Order.total" }],
        ["trace", { from: "Order.total", to: "main" }],
        ["trace", { from: "main", to: "price" }],
        ["query", { search_query: "order" }],
        ["grep", { pattern: "order" }],
        ["function", { name: "Order.price", depth: 2 }],
        ["search", { query: "order" }],
        ["blast_radius", { name: "Order.total" }],
      ] as const
    ) {
      const looked = new Set<string>()
      const watched: OpenRepo = {
        ...repo,
        freshness: (shown) => {
          for (const path of shown) looked.add(path)
          return repo.freshness(shown)
        },
      }
      const shown = filesIn(yield* ask(tool, sent, watched))
      expect({ tool, sent, some: shown.length > 0 }).toEqual({ tool, sent, some: true })
      expect({ tool, sent, unseen: shown.filter((path) => !looked.has(path)) }).toEqual({ tool, sent, unseen: [] })
    }
  }),
)

test("the world's graph holds what it was given", () => {
  expect(repo.graph.edges.rows).toBeGreaterThan(World.shop.edges.length)
})
