// What holds for every tool, on graphs drawn at random and on a real repository, opened as a server opens it: whatever
// fits the input is answered or declared impossible; an answer has the form that was promised and fits the budget; pages
// one after the other are the whole.

import { afterAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Graph } from "../../lib/graph/graph.ts"
import { CAUSES, NODE_FLAGS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Caveats from "../../lib/query/caveats.ts"
import * as Services from "../../lib/serve/services.ts"
import { NAVEGADOR, TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import type * as Fields from "../../lib/tools/fields.ts"
import * as Listing from "../../lib/tools/listing.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { Analysis } from "../../lib/workspace/analysis.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { type Description, descriptions, graphOf } from "../graph/graphs.ts"
import * as Drawn from "./drawn.ts"
import * as World from "./world.ts"

const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED]

type Ask = (tool: Tool.Any, sent: object) => Effect.Effect<Answer.Answer>

const BUDGET = fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined })

/** Names by which a graph's nodes may be asked for. */
const namesOf = (graph: Graph): fc.Arbitrary<string> => {
  const names = Array.from({ length: graph.nodes.rows }, (_, node) => [
    Uid.uidOf(graph, node),
    Node.nameOf(graph, node),
    Node.qualifiedName(graph, node),
    `${Node.pathOf(graph, node)}:${Node.nameOf(graph, node)}`,
    `${Node.pathOf(graph, node)}:${Node.lineOf(graph, node)}`,
    Node.pathOf(graph, node),
  ]).flat().filter((name) => name !== "")
  return names.length === 0 ? Drawn.anyText : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, {
    weight: 1,
    arbitrary: Drawn.anyText,
  })
}

const isMarkdown = (sent: Readonly<Record<string, unknown>>) => sent["format"] === "markdown"

/** Is it an answer as promised, or a failure as declared? */
const holds = (tool: Tool.Any, sent: Readonly<Record<string, unknown>>, { text, isError, value }: Answer.Answer) => {
  const most = sent["maxTokens"] as number | undefined
  if (most !== undefined) expect(Answer.bytes(text)).toBeLessThanOrEqual(4 * most)
  if (isError) {
    const answer = JSON.parse(text)
    if (answer === null) return
    expect(answer.error.code).not.toBe("InternalError")
    expect(Object.keys(answer)).toEqual(["error"])
    return
  }
  if (!isMarkdown(sent)) expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
  const decoded = Schema.decodeUnknownEither(tool.output as Schema.Schema<unknown>, { onExcessProperty: "error" })(
    JSON.parse(JSON.stringify(value)),
  )
  expect(Either.isRight(decoded) ? "" : String(decoded.left)).toBe("")
  const { completeness, results } = value as { readonly completeness?: Fields.Completeness; readonly results?: unknown }
  const isSeveral = Array.isArray(results) && results.some((it) => "status" in it)
  if (completeness !== undefined) saysWhatItMeans(completeness, isSeveral)
}

/** Every reason is one of the table, and the status is what they come to; of several answers in one, theirs too. */
const saysWhatItMeans = ({ status, reasons }: Fields.Completeness, ofSeveral: boolean) => {
  const parsed = reasons.map((reason) => Caveats.parse(reason) ?? reason)
  expect(parsed.filter((it) => typeof it === "string")).toEqual([])
  const bounds = reasons.some((reason) => Caveats.CAVEATS[Caveats.parse(reason)!.code].bounds)
  if (bounds || !ofSeveral) expect(status).toBe(bounds ? "lower_bound" : "exact")
}

// ── on graphs drawn at random ──────────────────────────────────────────────────────────────────────────────────────

/** No file is there to be read. */
const worldOf = (graph: Graph): Ask => {
  const repo: OpenRepo = World.openGraph(graph, {})
  return (tool, sent) => World.provide(repo)(Answer.answer(tool, sent) as Effect.Effect<Answer.Answer, never, never>)
}

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
  law(
    "answers as promised on any graph, within any budget",
    fc.tuple(descriptions, BUDGET).chain(([description, maxTokens]) => {
      const graph = graphOf(description)
      return fc.record({
        graph: fc.constant(graph),
        sent: Drawn.argumentsOf(tool, namesOf(graph), ["repo", "branch", "cursor", "maxTokens", "timeoutMs"]).map((
          it,
        ) => maxTokens === undefined ? it : { ...it, maxTokens }),
      })
    }),
    ({ graph, sent }) => Effect.map(worldOf(graph)(tool, sent), (answer) => holds(tool, sent, answer)),
    { runs: 60 },
  )
})

// ── on a real repository ───────────────────────────────────────────────────────────────────────────────────────────

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-laws-")))
const root = join(base, "ledger")
mkdirSync(root)
Repo.write(root, Repo.fixture("ledger"))
const runtime = ManagedRuntime.make(Services.layer(machine, join(base, "home")))
await runtime.runPromise(Effect.flatMap(Analysis, (it) => it.run(root, {})))
const real = await runtime.runPromise(Effect.flatMap(Repos, (it) => it.select({})))

afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

const askReal: Ask = (tool, sent) => Effect.promise(() => runtime.runPromise(Answer.answer(tool, sent) as never))

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s of a repository on disk", (_name, tool) => {
  law(
    "answers as promised, within any budget",
    fc.tuple(Drawn.argumentsOf(tool, namesOf(real.graph), ["branch", "cursor", "maxTokens", "timeoutMs"]), BUDGET).map((
      [it, maxTokens],
    ) => maxTokens === undefined ? it : { ...it, maxTokens }),
    (sent) => Effect.map(askReal(tool, sent), (answer) => holds(tool, sent, answer)),
    { runs: 60, timeoutMs: 120_000 },
  )
})

// ── budgets ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What tools are asked where the first function of the fixture is not what they take. */
const OF_LEDGER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  trace: { from: "main", to: "add" },
  read_file: { path: "src/main.ts" },
  class: { name: "Ledger" },
  ingest: { path: root },
}

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const sent = { ...Object.fromEntries(tool.positional.map((it) => [it, "main"])), ...OF_LEDGER[name] }
  const ask = (maxTokens: number | undefined, settings = Settings.defaults) =>
    runtime.runPromise(
      (Answer.answer(tool, { ...sent, ...(maxTokens === undefined ? {} : { maxTokens }) }) as Effect.Effect<
        Answer.Answer,
        never,
        never
      >).pipe(Effect.provideService(Settings.Settings, settings)),
    )

  test("says how much it needs where not even the frame fits, and is null where that does not fit", async () => {
    expect((await ask(10_000)).isError).toBe(false)
    expect(await ask(1)).toMatchObject({ text: "null", isError: true })
    const { text, isError } = await ask(40)
    expect(isError).toBe(true)
    expect(Answer.bytes(text)).toBeLessThanOrEqual(160)
    const { code, message } = JSON.parse(text).error
    expect(code).toBe("BudgetTooSmall")
    const needed = Number(/at least (\d+) are needed$/.exec(message)![1])
    expect(needed).toBeGreaterThan(40)
    // Of some answers the time that they took is a part, which is a digit or two more the next time.
    expect((await ask(needed + 1)).isError).toBe(false)
    expect((await ask(Math.floor(needed / 2))).isError).toBe(true)
  })

  test("keeps to the server's own budget where the call names none", async () => {
    const small = { ...Settings.defaults, maxTokens: 1 }
    expect((await ask(undefined, small)).text).toBe("null")
    expect((await ask(10_000, small)).isError).toBe(false)
  })
})

// ── pages ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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

/** A place where much comes together: more rows of every relation than fit a page or a small budget. */
const plaza = () => {
  const many = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i}`)
  const callers = many(45, "caller")
  const callees = many(35, "callee")
  const methods = many(30, "method")
  const heirs = many(30, "Heir")
  const far = many(25, "far")
  const modules = many(30, "module")
  const namesakes = many(45, "src/namesake").map((name) => `${name}.ts`)
  const define = (kind: "Function" | "Class" | "Method", name: string, file: string, parent: string, i: number) => ({
    key: name,
    kind,
    name,
    file,
    parent,
    start: 10 * i,
    end: 10 * i + 9,
    doc: `Stands on the plaza as ${name}.`,
    ...(i % 3 === 0 ? { flags: NODE_FLAGS.exported } : {}),
  })
  const description: Description = {
    nodes: [
      ...["src/hub.ts", "src/callers.ts", "src/callees.ts", "src/heirs.ts"].map((name) => ({
        key: name,
        kind: "File" as const,
        name,
        end: 2000,
      })),
      { key: "tests/far_test.ts", kind: "File", name: "tests/far_test.ts", end: 2000, flags: NODE_FLAGS.test },
      ...modules.map((name) => ({ key: name, kind: "File" as const, name: `src/${name}.ts`, end: 20 })),
      ...namesakes.map((name) => ({ key: name, kind: "File" as const, name, end: 20 })),
      ...namesakes.map((file, i) => ({
        ...define(i % 2 === 0 ? "Function" : "Class", "twin", file, file, 0),
        key: `${file}:twin`,
      })),
      define("Function", "hub", "src/hub.ts", "src/hub.ts", 0),
      { ...define("Class", "Hub", "src/hub.ts", "src/hub.ts", 1), end: 1900 },
      ...methods.map((name, i) => define("Method", name, "src/hub.ts", "Hub", i + 2)),
      ...callers.map((name, i) => define("Function", name, "src/callers.ts", "src/callers.ts", i)),
      ...callees.map((name, i) => define("Function", name, "src/callees.ts", "src/callees.ts", i)),
      ...heirs.map((name, i) => define("Class", name, "src/heirs.ts", "src/heirs.ts", i)),
      ...far.map((name, i) => define("Function", name, "tests/far_test.ts", "tests/far_test.ts", i)),
    ],
    edges: [
      ...methods.map((target) => ({ kind: "HAS_METHOD" as const, source: "Hub", target })),
      ...callers.flatMap((source, i) => [
        { kind: "CALLS" as const, source, target: "hub", site: 10 * i + 3, confidence: 90 + i % 10 },
        { kind: "INSTANTIATES" as const, source, target: "Hub", site: 10 * i + 5 },
        { kind: "USES" as const, source, target: "Hub", site: 10 * i + 6 },
      ]),
      ...callees.map((target) => ({ kind: "CALLS" as const, source: "hub", target, site: 4 })),
      ...heirs.map((source, i) => ({ kind: "EXTENDS" as const, source, target: "Hub", site: 10 * i + 2 })),
      ...far.map((source, i) => ({ kind: "CALLS" as const, source, target: `caller${i}`, site: 10 * i + 1 })),
      ...modules.map((source) => ({ kind: "IMPORTS" as const, source, target: "src/hub.ts", site: 1 })),
      ...modules.map((target, i) => ({ kind: "IMPORTS" as const, source: "src/hub.ts", target, site: i })),
    ],
    // Each caller makes references that nobody knows, the hub most of all.
    unresolved: [
      ...callers.map((source, i) => ({ name: "lost", source, cause: CAUSES.unknownReceiver.code, site: 10 * i + 1 })),
      ...many(35, "lost").map((name) => ({ name, source: "hub", cause: CAUSES.unknownReceiver.code, site: 5 })),
    ],
    lines: Object.fromEntries(
      ["src/hub.ts", "src/callers.ts", "src/callees.ts", "src/heirs.ts", "tests/far_test.ts"].map((key) => [
        key,
        Array.from({ length: 200 }, (_, i) => 10 * i),
      ]),
    ),
  }
  return World.openGraph(graphOf(description), {
    "src/hub.ts": "hub, a line\n".repeat(150),
    "src/callers.ts": "caller\n".repeat(40),
  })
}

const busy = plaza()
const askBusy: Ask = (tool, sent) =>
  World.provide(busy)(Answer.answer(tool, sent) as Effect.Effect<Answer.Answer, never, never>)

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

// ── told bare ──────────────────────────────────────────────────────────────────────────────────────────────────────

describe.each(NAVEGADOR.map((tool) => [tool.name, tool] as const))("%s told bare", (_name, tool) => {
  law(
    "fits its budget with all that goes beside the value, and says in one line what it must",
    fc.record({
      sent: Drawn.argumentsOf(tool, fc.constantFrom("hub", "Hub", "src/hub.ts", "caller7", "nothing"), [
        ...["repo", "branch", "cursor", "maxTokens", "format"],
      ]),
      maxTokens: fc.integer({ min: 1, max: 3000 }),
    }),
    ({ sent, maxTokens }) =>
      Effect.map(askBusy(tool, { ...sent, maxTokens }), ({ text, isError, value, beside, note }) => {
        const weight = [text, beside === undefined ? "" : JSON.stringify(beside), note ?? ""]
          .reduce((sum, part) => sum + Answer.bytes(part), 0)
        expect(weight).toBeLessThanOrEqual(4 * maxTokens)
        if (isError) return
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        if (!Array.isArray(value)) expect(value).not.toHaveProperty("index")
        expect(beside).toHaveProperty("index")
        const { completeness, next_cursor } = beside as { completeness?: { status: string }; next_cursor?: string }
        const isWhole = next_cursor === undefined && (completeness?.status ?? "exact") === "exact"
        expect(note === undefined).toBe(isWhole)
        expect(note ?? "").not.toContain("\n")
      }),
    { runs: 60 },
  )
})
