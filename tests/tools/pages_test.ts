// Pages of every list, one after the other, are the whole of it: whatever the budget, whatever was skipped, whichever tool.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { law } from "../_kit/effect.ts"
import * as Drawn from "./drawn.ts"
import { type Ask, askBusy, busy } from "./plaza.ts"
import * as World from "./world.ts"

const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED]

type Json = Readonly<Record<string, unknown>>

/** Lists of an answer that pages cut: rows by the list that they stand in. */
const rowsOf = (answer: unknown, at: string, into: Map<string, Array<string>>): void => {
  if (Array.isArray(answer) && answer.some((it) => typeof it === "object" && it !== null && "status" in it)) {
    // Several answers in one: each has lists of its own.
    answer.forEach((it, i) => rowsOf(it, `${at}.${i}`, into))
  } else if (Array.isArray(answer)) {
    const list = into.get(at) ?? []
    into.set(at, list)
    for (const row of answer) list.push(JSON.stringify(row))
  } else if (typeof answer === "object" && answer !== null) {
    for (const [name, part] of Object.entries(answer)) if (!WHOLE.has(name)) rowsOf(part, `${at}.${name}`, into)
  }
}

/** Parts that stand in every page as a whole. */
const WHOLE: ReadonlySet<string> = new Set([
  "completeness",
  "response_filter",
  "symbol",
  "file",
  "also",
  "root",
  "target",
])

/** All pages of a call, one after the other. */
const paged = (ask: Ask, tool: Tool.Any, sent: object) =>
  Effect.gen(function* () {
    const rows = new Map<string, Array<string>>()
    const totals: Array<unknown> = []
    let cursor: string | undefined
    for (let page = 0; page < 500; page++) {
      const { isError, text } = yield* ask(tool, { ...sent, ...(cursor === undefined ? {} : { cursor }) })
      if (isError) return undefined
      const answer = JSON.parse(text) as Json & { readonly lists?: Record<string, { total: number; omitted?: true }> }
      rowsOf(answer, "", rows)
      totals.push(Object.entries(answer.lists ?? {}).map(([name, { total }]) => [name, total]))
      cursor = answer["next_cursor"] as string | undefined
      if (cursor === undefined) return { rows, totals }
    }
    return yield* Effect.dieMessage("there is no last page")
  })

/** Everything at once: no page, no budget. */
const unpaged = (ask: Ask): Ask => (tool, sent) =>
  Effect.provideService(ask(tool, sent), Settings.Settings, { ...Settings.unpaged, maxTokens: 1e9 })

const sorted = (rows: ReadonlyMap<string, ReadonlyArray<string>>) =>
  Object.fromEntries([...rows].filter(([, list]) => list.length > 0).map(([name, list]) => [name, [...list].sort()]))

const listed = tools.filter((tool) => Object.hasOwn(Listing.inputSchema(tool).properties, "cursor"))

/** How many pages the calls of a tool took. */
const turned = new Map<string, number>()

describe.each(
  listed.filter((tool) => tool.scope === "repo").map((tool) => [tool.name, tool] as const),
)("%s", (name, tool) => {
  law(
    "gives page by page, under a small budget, just the rows that it gives at once",
    fc.record({
      sent: Drawn.argumentsOf(tool, fc.constantFrom("hub", "Hub", "src/hub.ts", "caller7", "method3", "twin"), [
        ...["repo", "branch", "cursor", "maxTokens", "timeoutMs", "format", "include_content", "limit", "offset"],
        ...["max_symbols", "summaryOnly", "file", "file_path", "kind", "uid", "target_uid", "fileFilter", "target"],
        ...["from_uid", "to_uid", "from_file", "to_file"],
      ]),
      about: fc.constantFrom("hub", "Hub", "src/hub.ts", "caller7", "twin", "far3"),
      towards: fc.constantFrom("callee7", "far3", "twin"),
      maxTokens: fc.integer({ min: 500, max: 2000 }),
    }).map(({ sent, about, towards, maxTokens }) => ({
      maxTokens,
      // What is named is there, and of what may be named together only one is sent.
      sent: Object.hasOwn(sent, "names") ? { ...sent, [tool.positional[0]!]: undefined } : {
        ...sent,
        ...Object.fromEntries(tool.positional.map((name, at) => [name, at === 0 ? about : towards])),
      },
    })),
    ({ sent, maxTokens }) =>
      Effect.gen(function* () {
        const whole = yield* paged(unpaged(askBusy), tool, sent)
        const pages = yield* paged(askBusy, tool, { ...sent, maxTokens })
        if (whole === undefined || pages === undefined) return
        turned.set(name, (turned.get(name) ?? 0) + pages.totals.length)
        for (const totals of pages.totals) expect(totals).toEqual(pages.totals[0]!)
        expect(sorted(pages.rows)).toEqual(sorted(whole.rows))
      }),
    { runs: 40, timeoutMs: 120_000 },
  )

  test("took many pages for it", () => expect(turned.get(name) ?? 0).toBeGreaterThan(20))

  test("takes no cursor that another tool gave for the same arguments", async () => {
    const { properties } = Listing.inputSchema(tool)
    for (const other of listed.filter((it) => it.scope === "repo" && it !== tool)) {
      const [first] = other.positional as [string]
      if (!Object.hasOwn(properties, first) || other.positional.length !== 1) continue
      for (const about of ["hub", "Hub"]) {
        const { text } = await Effect.runPromise(askBusy(other, { [first]: about, maxTokens: 2_000 }))
        const cursor = JSON.parse(text).next_cursor
        if (cursor === undefined) continue
        const answer = JSON.parse((await Effect.runPromise(askBusy(tool, { [first]: about, cursor }))).text)
        expect({ other: other.name, refused: answer.error !== undefined }).toEqual({ other: other.name, refused: true })
      }
    }
  })

  test("takes a cursor for the same question to the same index only", async () => {
    const sent = Object.fromEntries(tool.positional.map((at, i) => [at, ASKED[name]?.[i] ?? "hub"]))
    const [first] = tool.positional as [string]
    // What is named is the same.
    const other = name === "grep" ? "HUB" : `src/hub.ts:${sent[first]}`
    const cursor = JSON.parse((await Effect.runPromise(askBusy(tool, { ...sent, maxTokens: 700 }))).text).next_cursor
    expect(cursor).toBeString()
    const code = async (of: OpenRepo, changed: object) => {
      const answer = World.provide(of)(Answer.answer(tool, { ...sent, cursor, ...changed }))
      const { error } = JSON.parse((await Effect.runPromise(answer as Effect.Effect<Answer.Answer>)).text)
      return error === undefined ? undefined : `${error.code}: ${error.message}`
    }
    expect(await code(busy, { maxTokens: 2_000 })).toBeUndefined()
    expect(await code(busy, { [first]: other })).toStartWith(
      "CursorExpired: Cannot continue: the cursor was",
    )
    expect(await code({ ...busy, snapshot: "0ther" }, {})).toStartWith("CursorExpired: Cannot continue: the index has")
    expect(await code(busy, { cursor: "nothing" })).toStartWith(
      "CursorExpired: Cannot continue: the cursor was not given",
    )
  })
})

/** What tools are asked about so that a page does not hold all; else the hub. */
const ASKED: Readonly<Record<string, ReadonlyArray<string>>> = { class: ["Hub"], trace: ["hub", "far3"] }

// Several that fit are pages too, whichever tool asks back.
describe.each(
  [
    ["context", { name: "twin" }, ""],
    ["context", { names: ["hub", "twin"] }, "1."],
    ["impact", { target: "twin" }, ""],
    ["trace", { from: "twin", to: "hub" }, ""],
    ["trace", { from: "hub", to: "twin" }, ""],
    ["function", { name: "twin" }, ""],
    ["class", { name: "twin" }, ""],
    ["explain", { name: "twin" }, ""],
    ["blast_radius", { name: "twin" }, ""],
  ] as const,
)("%s %j", (name, sent, prefix) => {
  test("lists every symbol that fits once, page by page", async () => {
    const tool = tools.find((it) => it.name === name)!
    const seen: Array<string> = []
    const kinds = { function: 23, class: 22 } as Readonly<Record<string, number>>
    const total = kinds[name] ?? 45
    let cursor: string | undefined
    for (let page = 0; page < 50; page++) {
      const { text } = await Effect.runPromise(askBusy(tool, { ...sent, ...(cursor && { cursor }) }))
      const answer = JSON.parse(text)
      const asking = prefix === "" ? answer : answer.results[1]
      expect(asking).toMatchObject({ status: "ambiguous", total })
      const { from = 0, ...counted } = answer.lists[`${prefix}candidates`]
      expect({ from, ...counted }).toEqual({ from: seen.length, total, shown: asking.candidates.length })
      for (const { uid } of asking.candidates) seen.push(uid)
      cursor = answer.next_cursor
      if (cursor === undefined) break
    }
    expect(cursor).toBeUndefined()
    const every = Array.from({ length: 45 }, (_, i) => `${i % 2 === 0 ? "Function" : "Class"}:src/namesake${i}.ts:twin`)
    expect(seen.sort()).toEqual(
      every.filter((uid) => total === 45 || uid.startsWith(name === "class" ? "Class" : "Function")).sort(),
    )
  })
})

test("context lists every open reference, page by page", async () => {
  const tool = tools.find((it) => it.name === "context")!
  const lines: Array<number> = []
  let cursor: string | undefined
  do {
    const sent = { name: "hub", response_sections: ["outgoing"], ...(cursor && { cursor }) }
    const answer = JSON.parse((await Effect.runPromise(askBusy(tool, sent))).text)
    expect(answer.unresolved.total).toBe(35)
    expect(answer.lists.unresolved).toMatchObject({ total: 35, shown: answer.unresolved.sites.length })
    if (cursor === undefined) expect(answer.unresolved.sites.length).toBe(3)
    lines.push(...answer.unresolved.sites.map((it: { line: number }) => it.line))
    cursor = answer.next_cursor
  } while (cursor !== undefined && lines.length < 100)
  expect(lines.length).toBe(35)
})

test("trace without a path lists every definition reached, page by page", async () => {
  const tool = tools.find((it) => it.name === "trace")!
  const seen: Array<string> = []
  let cursor: string | undefined
  do {
    const { text } = await Effect.runPromise(askBusy(tool, { from: "caller3", to: "far3", ...(cursor && { cursor }) }))
    const answer = JSON.parse(text)
    // The caller makes the hub run, which calls everything that it calls; and makes a Hub.
    expect(answer).toMatchObject({ status: "no_path", reached: 37, reached_all: true })
    expect(answer.lists.furthest.total).toBe(37)
    for (const { name } of answer.furthest) seen.push(name)
    cursor = answer.next_cursor
  } while (cursor !== undefined && seen.length < 100)
  expect(seen.sort()).toEqual(["hub", "Hub", ...Array.from({ length: 35 }, (_, i) => `callee${i}`)].sort())
})

describe("impact that skips rows of each depth", () => {
  const tool = tools.find((it) => it.name === "impact")!
  type Impact = {
    readonly byDepth: Record<string, ReadonlyArray<{ readonly name: string }>>
    readonly pagination: { readonly has_more: boolean }
    readonly next_cursor?: string
  }
  const ask = (sent: object) => Effect.map(askBusy(tool, { target: "hub", ...sent }), ({ value }) => value as Impact)
  const rowsOf = ({ byDepth }: Impact) => (byDepth["1"] ?? []).map(({ name }) => name)

  law(
    "goes on by cursor from there to the end, and knows where that is",
    fc.record({ offset: fc.integer({ min: 0, max: 60 }), limit: fc.option(fc.integer({ min: 5, max: 50 })) }),
    ({ offset, limit }) =>
      Effect.gen(function* () {
        const all = rowsOf(yield* ask({ limit: 100 }))
        expect(all).toHaveLength(45)
        const found: Array<string> = []
        const more: Array<boolean> = []
        let cursor: string | undefined
        do {
          const page = yield* ask({ offset, limit, ...(cursor && { cursor }) })
          found.push(...rowsOf(page))
          more.push(page.pagination.has_more)
          if (!page.pagination.has_more) expect(found).toEqual(all.slice(offset))
          cursor = page.next_cursor
        } while (cursor !== undefined && more.length < 50)
        expect(found).toEqual(all.slice(offset))
        expect(more.at(-1)).toBe(false)
      }),
  )
})

describe("list_repos", () => {
  const tool = tools.find((it) => it.name === "list_repos")!
  const identified = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      entry: { ...busy.entry, name: `repo${i}`, path: `/srv/repo${i}` },
      id: `repo${i}`,
      longId: `repo${i}-000000`,
    }))
  const askFor = (count: number): Ask => (it, sent) =>
    (Answer.answer(it, sent) as Effect.Effect<Answer.Answer, never, Repos>).pipe(
      Effect.provideService(Repos, { ...Repos.single(busy), list: Effect.succeed(identified(count)) }),
    )

  law(
    "goes on by cursor to the end, whatever the page and the budget",
    fc.record({
      count: fc.integer({ min: 0, max: 40 }),
      limit: fc.integer({ min: 1, max: 50 }),
      maxTokens: fc.integer({ min: 250, max: 2000 }),
    }),
    ({ count, limit, maxTokens }) =>
      Effect.gen(function* () {
        const seen: Array<string> = []
        let cursor: string | undefined
        for (let page = 0; page <= count; page++) {
          const { text, isError } = yield* askFor(count)(tool, { limit, maxTokens, ...(cursor && { cursor }) })
          expect(isError).toBe(false)
          const answer = JSON.parse(text)
          seen.push(...answer.repositories.map((it: { id: string }) => it.id))
          expect(answer.pagination.total).toBe(count)
          cursor = answer.next_cursor
          if (cursor === undefined) break
        }
        expect(seen).toEqual(identified(count).map(({ id }) => id))
      }),
    { runs: 60 },
  )

  test("takes no cursor of another list", async () => {
    const first = JSON.parse((await Effect.runPromise(askFor(9)(tool, { limit: 2 }))).text)
    const other = JSON.parse((await Effect.runPromise(askFor(8)(tool, { limit: 2, cursor: first.next_cursor }))).text)
    expect(other.error.code).toBe("CursorExpired")
  })
})
