// Whoever runs the search finds the same: the executable, Bun and Deno from source, Node from the build; with the native
// index, without it, and where it is wanted and not to be had, which the answer says.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Hnsw from "../../lib/platform/hnsw.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const DRIVER = join(Program.ROOT, "tests", "runtimes", "search.mjs")
const EXECUTABLE = join(Program.ROOT, "dist", process.platform === "win32" ? "portolan.exe" : "portolan")

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-search-")))
const repo = join(base, "ledger")

/** The ledger, with prose and a message that somebody may look for. */
const FILES: Repo.Repo = new Map([
  ...Repo.fixture("ledger"),
  ["README.md", "# Ledger\n\nKeeps amounts of money.\n\n## Refunds\n\nA refund is recorded as a negative amount.\n"],
  [
    "src/limits.ts",
    'export function check(amount: number) {\n  if (amount > 9) throw new Error("amount is over the limit")\n}\n',
  ],
])

type Command = readonly [command: string, args: ReadonlyArray<string>]

const RUNTIMES: Readonly<Record<string, Command>> = {
  executable: [EXECUTABLE, ["mcp"]],
  bun: [Program.BUN, [...Program.SAFELY, DRIVER]],
  deno: [join(Program.ROOT, "node_modules", ".bin", "deno"), ["run", "--allow-all", "--no-check", DRIVER]],
  node: ["node", [DRIVER]],
}

interface Way {
  readonly index: "exact" | "hnsw"
  readonly addon: boolean
}

const WAYS: Readonly<Record<string, Way>> = {
  "exact search": { index: "exact", addon: true },
  "the native index": { index: "hnsw", addon: true },
  "the native index wanted, and not to be had": { index: "hnsw", addon: false },
}

const isBuilt = Hnsw.selfTest()._tag === "works"

interface Row {
  readonly uid: string
  readonly score: number
  readonly why: string
  readonly found_line?: number
}

interface Found {
  readonly definitions?: ReadonlyArray<Row>
  readonly results?: ReadonlyArray<{ readonly id: string; readonly score: number }>
  readonly similar?: ReadonlyArray<{ readonly uid: string; readonly score: number }>
  readonly completeness: { readonly reasons: ReadonlyArray<string> }
}

const QUESTIONS: Readonly<Record<string, readonly [tool: string, input: Readonly<Record<string, unknown>>]>> = {
  plain: ["query", { search_query: "add two amounts of money" }],
  symbol: ["query", { search_query: "Ledger.total" }],
  typo: ["query", { search_query: "Legder" }],
  quoted: ["query", { search_query: '"over the limit"' }],
  docs: ["search", { query: "how is a refund recorded", docs: true }],
  similar: ["context", { name: "src/money.ts:add", response_sections: ["similar"] }],
}

const codes = ({ completeness }: Found) => completeness.reasons.map((it) => it.slice(0, it.indexOf(":")))

/** Longest that what comes behind the first answers may take, in milliseconds. */
const BEHIND_MS = 20_000

/** What a server of a runtime answers once everything is known that it makes behind its first answers. */
const ask = async (runtime: string, { index, addon }: Way): Promise<Readonly<Record<string, Found>>> => {
  const home = join(base, `home-${runtime}`)
  const env = {
    PATH: process.env["PATH"] ?? "",
    PORTOLAN_HOME: home,
    PORTOLAN_LIVE: "0",
    PORTOLAN_VECTOR_INDEX: index,
    PORTOLAN_REPO: repo,
    DENO_DIR: join(base, "deno"),
    ...(addon ? {} : {
      PORTOLAN_TEST_WITHOUT_ADDON: "1",
      ...(runtime === "executable" ? { BUN_OPTIONS: `--preload=${join(DRIVER, "..", "without_addon.mjs")}` } : {}),
    }),
  }
  if (runtime === "executable") {
    const { code, stderr } = await Program.run(EXECUTABLE, ["analyze", repo], { cwd: base, env })
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" })
  }
  const [command, args] = RUNTIMES[runtime]!
  const client = new Client({ name: "test", version: "0" })
  await client.connect(new StdioClientTransport({ command, args: [...args], env, cwd: base, stderr: "ignore" }))
  try {
    const answers: Record<string, Found> = {}
    for (const [name, [tool, input]] of Object.entries(QUESTIONS)) {
      for (const end = Date.now() + BEHIND_MS;;) {
        const result = await client.callTool({ name: tool, arguments: { ...input, repo } }) as CallToolResult
        const found: Found = JSON.parse((result.content[0] as { readonly text: string }).text)
        answers[name] = found
        expect({ name, found, isError: result.isError ?? false }).toMatchObject({ isError: false })
        const isBehind = codes(found).includes("words_behind") ||
          (index === "hnsw" && addon && isBuilt && codes(found).includes("other_index"))
        if (!isBehind || end < Date.now()) break
        await Bun.sleep(50)
      }
    }
    return answers
  } finally {
    await client.close()
  }
}

const rowsOf = (answers: Readonly<Record<string, Found>>) =>
  Object.fromEntries(
    Object.entries(answers).map((
      [name, { definitions, results, similar }],
    ) => [name, { definitions, results, similar }]),
  )

let first: Readonly<Record<string, Found>>

beforeAll(async () => {
  for (const path of [EXECUTABLE, join(Program.ROOT, "dist", "mod.js")]) {
    if (!existsSync(path)) throw new Error(`Cannot test the search: there is no ${path}, "npm run build" makes it`)
  }
  mkdirSync(repo)
  Repo.write(repo, FILES)
  first = await ask("bun", WAYS["exact search"]!)
}, 120_000)

afterAll(() => rmSync(base, { recursive: true, force: true }))

test("what is found is what the source says", () => {
  const { plain, symbol, typo, quoted, docs, similar } = first
  expect(plain!.definitions![0]).toMatchObject({ uid: "Function:src/money.ts:add", score: 1 })
  expect(symbol!.definitions![0]).toMatchObject({ uid: "Method:src/store.ts:Ledger.total", why: "qualified" })
  expect(typo!.definitions![0]).toMatchObject({ uid: "Class:src/store.ts:Ledger", why: "typo" })
  expect(quoted!.definitions![0]).toMatchObject({ uid: "Function:src/limits.ts:check", why: "text", found_line: 2 })
  expect(docs!.results![0]).toMatchObject({ id: "File:README.md" })
  expect(Array.isArray(similar!.similar)).toBe(true)
})

describe.each(Object.keys(RUNTIMES))("under %s", (runtime) => {
  test.each(Object.keys(WAYS))("the same rows are found in the same order with the same scores: %s", async (name) => {
    const way = WAYS[name]!
    const answers = await ask(runtime, way)
    expect(rowsOf(answers)).toEqual(rowsOf(first))
    const isOther = way.index === "hnsw" && !(way.addon && isBuilt)
    for (const question of ["plain", "symbol", "typo", "quoted", "similar"]) {
      expect({ question, isOther: codes(answers[question]!).includes("other_index") }).toEqual({ question, isOther })
    }
  }, 120_000)
})
