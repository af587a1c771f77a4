// A whole server in this process, as `portolan mcp` puts it together: machine, settings and policy, tools, pages and
// prompts; and the official client on the other side of it.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Environment } from "../../lib/machine/environment.ts"
import { machine } from "../../lib/platform/machine.ts"
import type * as Audit from "../../lib/serve/audit.ts"
import * as Mcp from "../../lib/serve/mcp.ts"
import * as Offered from "../../lib/serve/offered.ts"
import * as Services from "../../lib/serve/services.ts"
import * as Surface from "../../lib/serve/surface.ts"
import { Policy } from "../../lib/workspace/policy.ts"

export interface Given {
  readonly home: string
  readonly cwd?: string
  /** Variables of ours; the process's own are not seen. */
  readonly env?: Readonly<Record<string, string>>
  readonly audit?: Audit.Sink
  readonly structured?: boolean
}

/** Rejects where the settings or the policy stop the start. */
export const serve = async ({ home, cwd = "/", env = {}, audit, structured = false }: Given) => {
  const surroundings = Layer.succeed(Environment, {
    variable: (name) => env[name] || undefined,
    stated: (name) => env[name],
    home,
    workingFolder: () => cwd,
    processors: 1,
    build: () => "",
  })
  const runtime = ManagedRuntime.make(Services.server(Layer.merge(machine, surroundings), {}, home))
  const policy = await runtime.runPromise(Policy)
  const offered = Either.getOrThrow(Offered.of("all", policy))
  const surface = Surface.make({
    ...offered,
    runtime,
    structured,
    timeLimitMs: 20_000,
    ...(audit === undefined ? {} : { audit }),
  })
  const errors: Array<string> = []
  const service = Mcp.make({
    version: "1",
    surface: () => Promise.resolve(surface),
    onError: (error) => errors.push(String(error)),
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "0" })
  await service.connect(ours)
  await client.connect(theirs)
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input }) as CallToolResult
    const [first] = result.content
    const text = first?.type === "text" ? first.text : ""
    return { isError: result.isError === true, text, value: JSON.parse(text) }
  }
  const page = async (uri: string): Promise<string> => {
    const { contents } = await client.readResource({ uri })
    return (contents[0] as { readonly text: string }).text
  }
  return {
    client,
    call,
    page,
    ...offered,
    errors,
    close: async () => {
      await client.close()
      await runtime.dispose()
    },
  }
}
