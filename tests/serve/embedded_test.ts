// A server inside of another program: over one index or what is recorded, with a tool of the program's own.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import * as Effect from "effect/Effect"
import { createMcpServer, type McpServer, type ServerOptions } from "lib"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Portolan from "../../promise.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-embedded-")))
const home = join(base, "home")
const ledger = join(base, "ledger")
const other = join(base, "other")
let index: Portolan.Index

beforeAll(async () => {
  mkdirSync(ledger)
  mkdirSync(other)
  Repo.write(ledger, Repo.fixture("ledger"))
  writeFileSync(join(other, "other.ts"), "export const other = () => 1\n")
  index = await Portolan.analyze(ledger, { home })
  await (await Portolan.analyze(other, { home })).close()
})

afterAll(async () => {
  await index.close()
  rmSync(base, { recursive: true, force: true })
})

/** A client of a server; both end with the test. */
const talk = async <A>(
  connect: (transport: InMemoryTransport) => Promise<void>,
  close: () => Promise<void>,
  use: (client: Client) => Promise<A>,
): Promise<A> => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await connect(ours)
  const client = new Client({ name: "test", version: "0" })
  await client.connect(theirs)
  try {
    return await use(client)
  } finally {
    await client.close()
    await close()
  }
}

const served = <A>(server: McpServer, use: (client: Client) => Promise<A>) =>
  talk((transport) => Effect.runPromise(server.connect(transport)), () => Effect.runPromise(server.close), use)

const names = async (client: Client) => (await client.listTools()).tools.map((it) => it.name)

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const result = await client.callTool({ name, arguments: args }) as CallToolResult
  const [first] = result.content
  return { isError: result.isError ?? false, text: first?.type === "text" ? first.text : "" }
}

const NAVEGADOR = ["context", "function", "class", "explain", "search", "blast_radius", "ingest"]

describe("a server over a path", () => {
  test("has that repository and no other, with bare values", async () => {
    for (const path of [ledger, join(ledger, ".portolan"), join(ledger, ".portolan", "graph.snapshot")]) {
      await served(createMcpServer({ path, home }), async (client) => {
        expect(await names(client)).toEqual(NAVEGADOR)
        expect(JSON.parse((await call(client, "function", { name: "add", file: "src/money.ts" })).text).root.id).toBe(
          "Function:src/money.ts:add",
        )
        expect(JSON.parse((await call(client, "function", { name: "other", repo: "other" })).text).error.code).toBe(
          "RepoNotFound",
        )
      })
    }
  })

  test("that only reads does not ingest; with all tools it has all that read", async () => {
    await served(createMcpServer({ path: ledger, home, readOnly: true }), async (client) => {
      expect(await names(client)).toEqual(NAVEGADOR.filter((it) => it !== "ingest"))
      expect(await call(client, "ingest", { path: ledger })).toMatchObject({ isError: true })
    })
    await served(createMcpServer({ path: ledger, home, tools: "all" }), async (client) => {
      expect(await names(client)).toContain("impact")
      expect(JSON.parse((await call(client, "list_repos")).text).repositories.map((it: { path: string }) => it.path))
        .toEqual([ledger])
    })
  })

  test("makes no index in a process of its own, whatever is set: whose program this is, is not known", async () => {
    const config = join(home, "config.toml")
    writeFileSync(config, "[mcp]\nenable_refresh = true\n")
    try {
      await served(createMcpServer({ home, tools: "all" }), async (client) => {
        expect(await names(client)).not.toContain("refresh_index")
        expect((await call(client, "refresh_index", { dry_run: true })).text).toContain("UnknownTool")
      })
    } finally {
      rmSync(config)
    }
  })

  const WRONG: ReadonlyArray<readonly [ServerOptions, says: string]> = [
    [{ path: join(base, "nowhere") }, "there is no such folder"],
    [{ path: base }, "no index of it was made here; run portolan analyze there"],
    [{ path: ledger, tools: "functoin" }, "did you mean function"],
    [{ path: ledger, maxQueryComplexity: -1 }, "whole number"],
  ]
  for (const [options, says] of WRONG) {
    test(`that makes no sense is refused: ${says}`, async () => {
      const server = createMcpServer({ ...options, home })
      const [ours] = InMemoryTransport.createLinkedPair()
      const failure = await Effect.runPromise(Effect.flip(server.connect(ours)))
      expect(failure._tag).toBe("ServerNotStarted")
      expect(failure.message).toContain(says)
      await Effect.runPromise(server.close)
    })
  }
})

describe("a tool of the program's own", () => {
  const shout = {
    name: "shout",
    description: "Says it louder",
    inputSchema: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
    run: (input: Readonly<Record<string, unknown>>) => String(input["what"]).toUpperCase(),
  }

  test("is listed and called beside ours, whatever it gives or fails with", async () => {
    const server = createMcpServer({ path: ledger, home })
      .addTool(shout)
      .addTool({ name: "later", description: "", run: () => Promise.resolve({ ok: [1, 2] }) })
      .addTool({ name: "effect", description: "", run: () => Effect.succeed("done") })
      .addTool({
        name: "throws",
        description: "",
        run: () => {
          throw new Error("no such lamp")
        },
      })
      .addTool({ name: "fails", description: "", run: () => Effect.fail(new Error("no such door")) })
    await served(server, async (client) => {
      const { tools } = await client.listTools()
      expect(tools.map((it) => it.name)).toEqual([...NAVEGADOR, "shout", "later", "effect", "throws", "fails"])
      expect(tools.find((it) => it.name === "shout")).toEqual({
        name: "shout",
        description: "Says it louder",
        inputSchema: shout.inputSchema as never,
      })
      expect(await call(client, "shout", { what: "hello" })).toEqual({ isError: false, text: "HELLO" })
      expect((await call(client, "later")).text).toBe(`{"ok":[1,2]}`)
      expect((await call(client, "effect")).text).toBe("done")
      expect(await call(client, "throws")).toEqual({
        isError: true,
        text: `{"error":{"code":"ToolFailed","message":"no such lamp"}}`,
      })
      expect((await call(client, "fails")).text).toContain("no such door")
      expect((await call(client, "class", { name: "Ledger" })).isError).toBe(false)
    })
  })

  test("cannot take the name of one of ours, or of another of its own", async () => {
    for (const taken of [[{ ...shout, name: "search" }], [shout, shout]]) {
      const server = createMcpServer({ path: ledger, home })
      for (const tool of taken) server.addTool(tool)
      const [ours] = InMemoryTransport.createLinkedPair()
      expect((await Effect.runPromise(Effect.flip(server.connect(ours)))).message).toContain(
        `there is a tool "${taken[0]!.name}" already`,
      )
      await Effect.runPromise(server.close)
    }
  })
})

test("an open index is served as it is, also by those who write Promises", async () => {
  const server = Portolan.createMcpServer({ store: index, tools: "all" })
  await talk(server.connect, server.close, async (client) => {
    // It was made by the program, which no client has make another.
    expect(await names(client)).not.toContain("ingest")
    expect((await call(client, "ingest", { path: ledger })).text).toContain("UnknownTool")
    expect(JSON.parse((await call(client, "list_repos")).text).repositories.map((it: { path: string }) => it.path))
      .toEqual([ledger])
    expect((await call(client, "impact", { target: "src/money.ts:add" })).text).toContain("Function:src/main.ts:main")
  })
  // The index is the program's own: it is still open.
  expect((await index.context({ name: "src/money.ts:add" })).index.repo).toBe("ledger")
})

describe("portolan mcp", () => {
  const session = async (env: Record<string, string>, ...flags: ReadonlyArray<string>) => {
    const transport = new StdioClientTransport({
      command: Program.BUN,
      args: [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "mcp", ...flags],
      cwd: base,
      env: { PORTOLAN_HOME: home, PATH: process.env["PATH"] ?? "", ...env },
      stderr: "pipe",
    })
    const client = new Client({ name: "test", version: "0" })
    await client.connect(transport)
    const paths = JSON.parse((await call(client, "list_repos")).text).repositories.map((it: { path: string }) =>
      it.path
    )
    await client.close()
    return paths
  }

  test("--db serves that index alone, and so does PORTOLAN_DB", async () => {
    expect(await session({})).toEqual([ledger, other])
    expect(await session({}, "--db", ledger)).toEqual([ledger])
    expect(await session({ PORTOLAN_DB: join(other, ".portolan") })).toEqual([other])
    expect(await session({ PORTOLAN_DB: other }, "--db", ledger)).toEqual([ledger])
  })

  test("--db does not reach past what is allowed, nor where nothing is", async () => {
    const env = { PORTOLAN_HOME: home, PATH: process.env["PATH"] ?? "" }
    const run = (more: Record<string, string>, db: string) =>
      Program.run(Program.BUN, [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "mcp", "--db", db], {
        cwd: base,
        env: { ...env, ...more },
      })
    const past = await run({ PORTOLAN_MCP_ALLOWED_REPOS: "other" }, ledger)
    expect(past).toMatchObject({ code: 2, stdout: "" })
    expect(past.stderr).toContain(`PORTOLAN_MCP_ALLOWED_REPOS="other" means another repository`)
    expect(await run({}, base)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("portolan analyze"),
    })
  })
})
