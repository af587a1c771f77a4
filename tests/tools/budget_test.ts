// No answer of any tool outgrows its budget, totals never depend on it, and by default none comes near what clients
// refuse, whatever the repository. The repository here is all hub: thousands of callers, overloads and imports.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Draft from "../../lib/graph/draft.ts"
import { type EdgeKind, NODE_FLAGS, REASONS } from "../../lib/graph/kinds.ts"
import { lineStarts } from "../../lib/text/lines.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import { effect, law } from "../_kit/effect.ts"
import * as World from "./world.ts"

const CALLERS = 5000

const KINDS: ReadonlyArray<EdgeKind> = ["CALLS", "READS", "WRITES", "USES", "INSTANTIATES", "RENDERS"]

const hub = () => {
  const draft = new Draft.Draft()
  const text = `export function hub() {}\n${"// filler with a needle in it\n".repeat(4000)}`
  const callers = `${"call(hub)\n".repeat(CALLERS)}`
  const fileOf = (path: string, content: string) => {
    const file = draft.addNode({
      kind: "File",
      flags: 0,
      name: path,
      file: Draft.NONE,
      parent: Draft.NONE,
      start: 0,
      end: content.length,
      nameStart: 0,
    })
    draft.setLines(file, lineStarts(content))
    return file
  }
  const define = (file: number, name: string, start: number, length: number, flags = 0) =>
    draft.addNode({
      kind: "Function",
      flags,
      name,
      file,
      parent: file,
      start,
      end: start + length,
      nameStart: start,
      signature: `function ${name}(${"argument: string, ".repeat(10)})`,
      doc: "It does what it does. ".repeat(15),
    })
  const target = define(fileOf("src/hub.ts", text), "hub", 0, text.length)
  const users = fileOf("src/callers.ts", callers)
  const tests = fileOf("tests/callers_test.ts", callers)
  for (let i = 0; i < CALLERS; i++) {
    const user = define(users, `userOfTheHubNumber${i}`, i * 10, 9)
    const indirect = define(users, `indirectUserOfTheHubNumber${i}`, i * 10, 9)
    const check = define(tests, `checkOfTheHubNumber${i}`, i * 10, 9, NODE_FLAGS.test)
    for (const kind of KINDS) draft.connect(kind, user, target, 97, REASONS.import.code, i * 10 + 5)
    for (const kind of KINDS) draft.connect(kind, target, indirect, 97, REASONS.import.code, 3)
    draft.connect("CALLS", indirect, user, 90, REASONS.value.code, i * 10 + 5)
    draft.connect("CALLS", check, target, 97, REASONS.import.code, i * 10 + 5)
  }
  // A hundred namesakes in a hundred files.
  for (let i = 0; i < 100; i++) define(fileOf(`lib/part${i}/index.ts`, "same"), "same", 0, 4)
  return World.openGraph(Draft.freeze(draft), {
    "src/hub.ts": text,
    "src/callers.ts": callers,
    "tests/callers_test.ts": callers,
  })
}

const repo = hub()

const CALLS: ReadonlyArray<readonly [tool: string, sent: Record<string, unknown>]> = [
  ["impact", { target: "hub", direction: "upstream" }],
  ["impact", { target: "hub", direction: "downstream", limit: 5000 }],
  ["impact", { target: "hub", offset: 100 }],
  ["impact", { target: "hub", includeTests: true, maxDepth: 32 }],
  ["impact", { target: "same" }],
  ["context", { name: "hub" }],
  ["context", { name: "hub", include_content: true, chain_depth: 3 }],
  ["context", { names: ["hub", "hub", "hub", "same", "missing", "userOfTheHubNumber7"], include_content: true }],
  ["context", { file: "src/callers.ts" }],
  ["context", { name: "hub", format: "markdown", include_content: true }],
  ["context", { name: "same" }],
  ["context", { names: ["same", "hub", "same"] }],
  ["trace", { from: "hub", to: "userOfTheHubNumber7" }],
  ["trace", { from: "userOfTheHubNumber7", to: "same" }],
  ["trace", { from: "userOfTheHubNumber7", to: "lib/part7/index.ts:same" }],
  ["query", { search_query: "user of the hub", max_symbols: 200 }],
  ["query", { search_query: "hub", include_content: true, max_symbols: 200 }],
  ["read_file", { path: "src/hub.ts", maxLines: 0 }],
  ["grep", { pattern: "needle", limit: 200 }],
  ["list_repos", {}],
  ["function", { name: "hub" }],
  ["function", { name: "userOfTheHubNumber7", depth: 3 }],
  ["function", { name: "same" }],
  ["explain", { name: "hub" }],
  ["explain", { name: "src/callers.ts" }],
  ["search", { query: "user of the hub", limit: 200 }],
  ["search", { query: "does what it does", docs: true, limit: 200 }],
  ["blast_radius", { name: "hub" }],
  ["blast_radius", { name: "indirectUserOfTheHubNumber7", depth: 32 }],
]

const ask = (tool: string, sent: object) => World.provide(repo)(Answer.call(TOOLS, tool, sent))

/** All that tells how much there is, wherever it stands in an answer. */
// deno-lint-ignore no-explicit-any
const totals = (answer: any) => ({
  total: answer.total,
  total_lines: answer.total_lines,
  summary: answer.summary,
  risk: answer.risk,
  pagination: answer.pagination?.total,
  lists: answer.lists === undefined ? undefined : Object.fromEntries(
    Object.entries(answer.lists as Record<string, { total: number }>).map(([name, it]) => [name, it.total]),
  ),
})

describe("by default", () => {
  for (const [tool, sent] of CALLS) {
    effect(
      `${tool} ${JSON.stringify(sent)} stays under 10,000 tokens`,
      Effect.map(ask(tool, sent), (it) => {
        expect(it.isError).toBe(false)
        expect(Answer.bytes(it.text)).toBeLessThanOrEqual(40_000)
      }),
    )
  }

  effect(
    "impact of a hub tells the true numbers and goes on by cursor to the end",
    Effect.gen(function* () {
      const seen = new Set<string>()
      let cursor: string | undefined
      let pages = 0
      do {
        const page = JSON.parse(
          (yield* ask("impact", { target: "hub", maxDepth: 1, limit: 400, ...(cursor && { cursor }) })).text,
        )
        expect(page.summary).toMatchObject({ direct: CALLERS, total: CALLERS, tests: CALLERS })
        for (const row of page.byDepth["1"]) seen.add(row.uid)
        for (const row of page.affected_tests) seen.add(row.uid)
        cursor = page.next_cursor
        pages++
      } while (cursor !== undefined && pages < 1000)
      expect(seen.size).toBe(2 * CALLERS)
    }),
    60_000,
  )
})

effect(
  "context of a hub tells the true numbers on every page and goes on by cursor to the end",
  Effect.gen(function* () {
    const seen = new Map<string, number>()
    let cursor: string | undefined
    let pages = 0
    do {
      const { text } = yield* ask("context", {
        name: "hub",
        relationTypes: ["CALLS"],
        response_sections: ["incoming"],
        ...(cursor && { cursor }),
      })
      expect(Answer.bytes(text)).toBeLessThan(40_000)
      const page = JSON.parse(text)
      // Who uses it and the tests of it.
      expect(page.lists["incoming.calls"].total).toBe(2 * CALLERS)
      for (const { uid } of page.incoming.calls) seen.set(uid, (seen.get(uid) ?? 0) + 1)
      cursor = page.next_cursor
      pages++
    } while (cursor !== undefined && pages < 2000)
    const callers = Array.from({ length: CALLERS }, (_, i) => [
      `Function:src/callers.ts:userOfTheHubNumber${i}`,
      `Function:tests/callers_test.ts:checkOfTheHubNumber${i}`,
    ]).flat()
    expect([...seen.keys()].sort()).toEqual(callers.sort())
    expect([...seen.values()].every((times) => times === 1)).toBe(true)
  }),
  120_000,
)

law(
  "within any budget an answer fits and its totals are those of the whole",
  fc.tuple(fc.constantFrom(...CALLS), fc.integer({ min: 1, max: 4000 })),
  ([[tool, sent], maxTokens]) =>
    Effect.gen(function* () {
      const it = yield* ask(tool, { ...sent, maxTokens })
      expect(Answer.bytes(it.text)).toBeLessThanOrEqual(maxTokens * 4)
      if (it.isError) {
        expect(it.text === "null" || JSON.parse(it.text).error.code === "BudgetTooSmall").toBe(true)
      } else if (sent["format"] !== "markdown") {
        expect(totals(JSON.parse(it.text))).toEqual(
          totals(JSON.parse((yield* ask(tool, { ...sent, maxTokens: 10_000_000 })).text)),
        )
      }
    }),
  { runs: 60, timeoutMs: 120_000 },
)
