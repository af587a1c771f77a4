// The real tools in one session: structured answers fit the schemas that are listed, and a session sees what is indexed
// while it lasts.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { machine } from "../../lib/platform/machine.ts"
import * as Mcp from "../../lib/serve/mcp.ts"
import * as Services from "../../lib/serve/services.ts"
import * as Surface from "../../lib/serve/surface.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import { analyze } from "../../promise.ts"
import * as Repo from "../_kit/repo.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-session-")))
const home = join(base, "home")
const repo = join(base, "ledger")
const runtime = ManagedRuntime.make(Services.layer(machine, home))
const closing: Array<() => Promise<unknown>> = []

beforeAll(() => {
  mkdirSync(repo)
  Repo.write(repo, Repo.fixture("ledger"))
})

afterAll(async () => {
  for (const close of closing) await close()
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

const session = async (structured: boolean) => {
  const surface = Surface.make({ tools: TOOLS, runtime, structured, timeLimitMs: 20_000 })
  const service = Mcp.make({ version: "1", surface: () => Promise.resolve(surface), onError: () => {} })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "0" })
  await service.connect(ours)
  await client.connect(theirs)
  closing.push(() => client.close())
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input }) as CallToolResult
    const [first] = result.content
    const text = first?.type === "text" ? first.text : ""
    return { isError: result.isError ?? false, value: JSON.parse(text), structured: result.structuredContent }
  }
  return { client, call }
}

describe("a session", () => {
  test("sees what is indexed while it lasts, and what is indexed anew", async () => {
    const { call } = await session(false)
    const none = await call("query", { search_query: "Ledger" })
    expect(none).toMatchObject({ isError: true, value: { error: { code: "NoneIndexed" } } })

    await (await analyze(repo, { home })).close()
    const found = await call("context", { name: "Ledger" })
    expect(found).toMatchObject({ isError: false, value: { symbol: { uid: "Class:src/store.ts:Ledger" } } })
    expect(await call("context", { name: "Journal" })).toMatchObject({
      isError: true,
      value: { error: { code: "SymbolNotFound" } },
    })

    writeFileSync(join(repo, "src/journal.ts"), "export class Journal {}\n")
    await (await analyze(repo, { home })).close()
    expect(await call("context", { name: "Journal" })).toMatchObject({
      isError: false,
      value: { symbol: { uid: "Class:src/journal.ts:Journal" }, index: { freshness: "current" } },
    })
  })

  test("with structured output answers what it listed", async () => {
    const { client, call } = await session(true)
    // A client that has the list holds every structured answer to its schema.
    const { tools } = await client.listTools()
    for (const { name, outputSchema } of tools) {
      expect({ name, type: outputSchema?.type }).toEqual({ name, type: "object" })
    }
    const calls: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
      ["list_repos", {}],
      ["query", { search_query: "total" }],
      ["query", { search_query: "total", include_content: true, limit: 1 }],
      ["context", { name: "Ledger" }],
      ["context", { name: "add" }],
      ["context", { names: ["main", "report"] }],
      ["context", { file: "src/store.ts" }],
      ["impact", { target: "src/money.ts:add" }],
      ["impact", { target: "add" }],
      ["impact", { target: "main", direction: "downstream", summaryOnly: true }],
      ["trace", { from: "main", to: "format" }],
      ["trace", { from: "format", to: "main" }],
      ["trace", { from: "main", to: "add" }],
      ["read_file", { path: "src/money.ts", maxLines: 2 }],
      ["grep", { pattern: "add", limit: 1 }],
    ]
    for (const [name, input] of calls) {
      const answer = await call(name, input)
      expect({ name, input, isError: answer.isError }).toEqual({ name, input, isError: false })
      expect(answer.structured).toEqual(answer.value)
    }
    const refused = await call("context", { name: "noSuchThing" })
    expect(refused).toMatchObject({ isError: true, structured: undefined })
  })
})
