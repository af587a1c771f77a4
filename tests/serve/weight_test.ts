// What a client pays in every conversation before it has asked anything.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { afterAll, describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Mcp from "../../lib/serve/mcp.ts"
import * as Profile from "../../lib/serve/profile.ts"
import * as Surface from "../../lib/serve/surface.ts"
import { TOOLS } from "../../lib/tools/all.ts"

const runtime = ManagedRuntime.make(Layer.empty)
afterAll(() => runtime.dispose())

const listed = async (profile: string) => {
  const tools = Either.getOrThrow(Profile.select(TOOLS, profile))
  const surface = Surface.make({ tools, runtime: runtime as never, structured: false, timeLimitMs: 1000 })
  const service = Mcp.make({ version: "1", surface: () => Promise.resolve(surface), onError: () => {} })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "0" })
  await service.connect(ours)
  await client.connect(theirs)
  const result = await client.listTools()
  await client.close()
  return result
}

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

describe("tools/list", () => {
  test("weighs no more than 20 kB, the core of it no more than 7 kB", async () => {
    expect(bytes(await listed("all"))).toBeLessThanOrEqual(20_000)
    const core = await listed("core")
    expect(core.tools.length).toBeGreaterThan(0)
    expect(bytes(core)).toBeLessThanOrEqual(7_000)
  })

  test("has plain schemas: an object of properties, nothing on top that a client drops", async () => {
    for (const { inputSchema, name } of (await listed("all")).tools) {
      const { type, properties, additionalProperties, ...rest } = inputSchema
      expect({ name, type, additionalProperties }).toEqual({ name, type: "object", additionalProperties: false })
      expect({ name, keys: Object.keys(rest).filter((it) => it !== "required") }).toEqual({ name, keys: [] })
      for (const property of Object.values(properties ?? {})) {
        expect(property).toHaveProperty("type")
        expect(JSON.stringify(property)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|not)"/)
      }
    }
  })

  test("emits no hint that is the protocol's default", async () => {
    const defaults: Readonly<Record<string, boolean>> = {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    }
    for (const { annotations = {}, name } of (await listed("all")).tools) {
      for (const [hint, value] of Object.entries(annotations)) {
        expect({ name, hint, value }).not.toEqual({ name, hint, value: defaults[hint] })
      }
    }
  })
})
