// What holds for every tool, on graphs drawn at random and on a real repository, opened as a server opens it: whatever
// fits the input is answered or declared impossible, and whatever does not is refused; an answer has the form that was
// promised and fits the budget. Arguments are drawn from the tools' own schemas: a new tool is tested once it is listed.

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
import { descriptions, graphOf } from "../graph/graphs.ts"
import * as Drawn from "./drawn.ts"
import { type Ask, askBusy } from "./plaza.ts"
import * as World from "./world.ts"

const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED]

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

  law(
    "refuses whatever else with a declared failure",
    fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...Object.keys(Listing.inputSchema(tool).properties)), fc.anything()),
    ),
    (sent) =>
      Effect.map(askBusy(tool, sent as object), ({ text }) => {
        if (!text.startsWith("{") && text !== "null") return
        expect(JSON.parse(text)?.error?.code).not.toBe("InternalError")
      }),
    { runs: 150 },
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
