// The protocol's own conformance suite, run against our core. tools-call-simple-text passes on any text, so what the
// three fixture tools say is asserted here as well.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Surface from "../../lib/serve/surface.ts"
import { detectImpact } from "../../lib/tools/prompts/detect_impact.ts"
import { setup } from "../../lib/tools/resources/setup.ts"
import * as Fixture from "./fixture_tools.ts"
import { listen, type Listening } from "./http.ts"

const SUITE = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
)
const EXPECTED_FAILURES = fileURLToPath(new URL("./expected_failures.yml", import.meta.url))

/** Scenarios that no server may fail, whatever it offers. */
const GENERIC = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "completion-complete",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
]
const WITH_FIXTURE_TOOLS = ["tools-call-simple-text", "tools-call-error", "tools-call-with-progress"]

const runtime = ManagedRuntime.make(Layer.empty)
/** A page and a prompt that need no repository. */
const documents = { resources: [setup], prompts: [detectImpact], seen: { tools: Fixture.tools } }
const surface = Surface.make({
  tools: Fixture.tools,
  documents,
  runtime: runtime as never,
  structured: false,
  timeLimitMs: 5000,
})
let server: Listening

beforeAll(async () => {
  server = await listen({ version: "0.0.0", surface: () => Promise.resolve(surface), onError: () => {} })
})

afterAll(async () => {
  await server.close()
  await runtime.dispose()
})

const suite = async (...args: ReadonlyArray<string>): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [
    "--config=/dev/null",
    "--no-env-file",
    SUITE,
    "server",
    "--url",
    server.url,
    ...args,
  ], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output += text)
  const code = await new Promise<number | null>((done) => child.on("close", done))
  return { code, output }
}

describe("conformance", () => {
  test.each([...GENERIC, ...WITH_FIXTURE_TOOLS])("%s", async (scenario) => {
    const { code, output } = await suite("--scenario", scenario)
    expect(output).not.toContain("Unknown scenario")
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" })
  }, 30_000)

  test("of the whole suite just the scenarios fail that are named, each with its reason", async () => {
    const { code, output } = await suite("--expected-failures", EXPECTED_FAILURES)
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" })
  }, 120_000)

  test("no scenario that must pass is expected to fail", () => {
    const named = readFileSync(EXPECTED_FAILURES, "utf8").split("\n").filter((line) => line.startsWith("  - "))
      .map((line) => line.slice(4))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((it) => [...GENERIC, ...WITH_FIXTURE_TOOLS].includes(it))).toEqual([])
  })
})

test("the fixture tools say over HTTP what they say", async () => {
  const client = new Client({ name: "test", version: "0" })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport)
  const said = async (name: string) => (await client.callTool({ name })).content
  expect(await said("test_simple_text")).toEqual([
    { type: "text", text: `{"said":"This is a simple text response for testing."}` },
  ])
  expect(await said("test_error_handling")).toEqual([{
    type: "text",
    text: `{"error":{"code":"Refused","message":"Cannot do it: this tool intentionally returns an error for testing"}}`,
  }])
  expect(await said("test_tool_with_progress")).toEqual([{ type: "text", text: `{"said":"three steps"}` }])
  await client.close()
})
