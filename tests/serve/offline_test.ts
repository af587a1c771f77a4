// A whole session in an empty network namespace: index, list, call every tool. Nothing needs to reach out, so nothing
// is missed where nothing can be reached.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

/** As root a network namespace suffices; others need a user namespace around it. */
const UNSHARE = [["unshare", "-n"], ["unshare", "-rn"]].find(([command, ...args]) =>
  process.platform === "linux" && spawnSync(command!, [...args, "true"]).status === 0
)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-offline-")))
const repo = join(base, "ledger")
const env = { PORTOLAN_HOME: join(base, "home"), PATH: process.env["PATH"] ?? "" }

/** A program and its arguments, to be run where there is no network but a loopback of its own. */
const alone = (...command: ReadonlyArray<string>): readonly [string, ReadonlyArray<string>] => {
  const [unshare, ...flags] = UNSHARE!
  return [unshare!, [...flags, "sh", "-c", 'ip link set lo up 2>/dev/null; exec "$@"', "sh", ...command]]
}

const portolan = (...args: ReadonlyArray<string>) =>
  alone(Program.BUN, ...Program.SAFELY, `${Program.ROOT}cli/main.ts`, ...args)

let outside: Server

beforeAll(async () => {
  mkdirSync(repo)
  Repo.write(repo, Repo.fixture("ledger"))
  outside = createServer((_, response) => response.end("reached"))
  await new Promise<void>((done) => outside.listen(0, "127.0.0.1", done))
})

afterAll(() => {
  outside.close()
  rmSync(base, { recursive: true, force: true })
})

// Where the system has no network namespaces, nothing can be shown.
describe.skipIf(UNSHARE === undefined)("without a network", () => {
  test("the namespace is empty: what listens outside is not reached from inside", async () => {
    const { port } = outside.address() as AddressInfo
    const script = `fetch("http://127.0.0.1:${port}").then(() => process.exit(0), () => process.exit(7))`
    expect((await Program.run(Program.BUN, ["-e", script], { cwd: base, env })).code).toBe(0)
    const [command, args] = alone(Program.BUN, "-e", script)
    expect((await Program.run(command, args, { cwd: base, env })).code).toBe(7)
  })

  test("a repository is indexed", async () => {
    const [command, args] = portolan("analyze", repo)
    const { code, stderr } = await Program.run(command, args, { cwd: base, env })
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" })
  })

  test("a session lists the tools and calls each of them", async () => {
    const [command, args] = portolan("mcp")
    const transport = new StdioClientTransport({ command, args: [...args], cwd: base, env, stderr: "pipe" })
    let complaints = ""
    transport.stderr?.on("data", (chunk) => complaints += String(chunk))
    const client = new Client({ name: "test", version: "1" })
    await client.connect(transport)
    try {
      const calls: Readonly<Record<string, [args: Record<string, unknown>, says: string]>> = {
        list_repos: [{}, repo],
        query: [{ search_query: "report" }, "Function:src/report.ts:report"],
        context: [{ name: "src/money.ts:add" }, "Method:src/store.ts:Ledger.total"],
        impact: [{ target: "src/money.ts:add" }, "Function:src/main.ts:main"],
        trace: [{ from: "main", to: "format" }, "Function:src/report.ts:report"],
        read_file: [{ path: "src/money.ts" }, "return a + b"],
        grep: [{ pattern: "Not the one" }, "src/other.ts"],
        function: [{ name: "src/money.ts:add" }, "Method:src/store.ts:Ledger.total"],
        class: [{ name: "Ledger" }, "Method:src/store.ts:Ledger.total"],
        explain: [{ name: "src/money.ts" }, "Function:src/money.ts:add"],
        search: [{ query: "report" }, "Function:src/report.ts:report"],
        blast_radius: [{ name: "src/money.ts:add" }, "Function:src/main.ts:main"],
        ingest: [{ path: repo }, `"nodes_created":0`],
      }
      const { tools } = await client.listTools()
      expect(tools.map((it) => it.name).sort()).toEqual(Object.keys(calls).sort())
      for (const [name, [input, says]] of Object.entries(calls)) {
        const result = await client.callTool({ name, arguments: input }) as CallToolResult
        const [first] = result.content
        const text = first?.type === "text" ? first.text : ""
        expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false })
        expect(JSON.parse(text)).toBeObject()
        expect(text).toContain(says)
      }
    } finally {
      await client.close()
    }
    expect(complaints).toBe("")
  }, 30_000)
})
