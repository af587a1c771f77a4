// The executable alone: moved to an empty folder with a space in its name, no environment, no node_modules, nothing of
// the clone in reach. What it must answer is read off the fixture's source text.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, beforeAll, expect, test } from "bun:test"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as DeadRun from "../_kit/dead_run.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const BUILT = join(Program.ROOT, "dist", process.platform === "win32" ? "portolan.exe" : "portolan")

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan executable ")))
const folder = join(base, "moved here")
const executable = join(folder, "portolan")
const home = join(base, "home")
const empty = join(base, "nothing here")
const repo = join(base, "ledger")

/** As under `env -i`: nothing but where our own files go. */
const env = { PORTOLAN_HOME: home }
const portolan = (args: ReadonlyArray<string>, cwd: string) => Program.run(executable, args, { cwd, env })

beforeAll(() => {
  if (!existsSync(BUILT)) throw new Error('Cannot test the executable: there is none, "npm run build" makes it')
  for (const path of [folder, home, empty, repo]) mkdirSync(path)
  copyFileSync(BUILT, executable)
  chmodSync(executable, 0o755)
  Repo.write(repo, Repo.fixture("ledger"))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

test("--version is the manifest's, without an environment, in a folder that can't be written", async () => {
  chmodSync(empty, 0o555)
  const { code, stdout, stderr } = await Program.run(executable, ["--version"], { cwd: empty, env: {} })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { version } = JSON.parse(readFileSync(join(Program.ROOT, "package.json"), "utf8"))
  expect(stdout).toContain(version)
  expect(readdirSync(empty)).toEqual([])
})

test("analyze, query, context, impact and trace answer what the source says", async () => {
  // A run that was killed: its files are read by a process apart, and not at all where that one does not start.
  DeadRun.leave(home, repo, ["src/money.ts", "src/store.ts"])
  const analyzed = await portolan(["analyze", repo], empty)
  expect(analyzed.stdout).not.toContain("failed")
  expect(DeadRun.journals(home)).toEqual([])
  expect({ code: analyzed.code, stderr: analyzed.code === 0 ? "" : analyzed.stderr }).toEqual({ code: 0, stderr: "" })

  const found = await portolan(["query", "ledger"], empty)
  expect(found.code).toBe(0)
  expect(found.stdout).toContain("src/store.ts")

  const context = await portolan(["context", "src/money.ts:add"], empty)
  expect(context.code).toBe(0)
  // store.ts calls it under the name sum, in Ledger.total.
  expect(context.stdout).toContain("total")
  expect(context.stdout).toContain("src/store.ts")
  expect(context.stdout).not.toContain("src/other.ts")

  const impact = await portolan(["impact", "src/money.ts:add"], empty)
  expect(impact.code).toBe(0)
  for (const name of ["total", "report", "main"]) expect(impact.stdout).toContain(name)

  const trace = await portolan(["trace", "main", "format"], empty)
  expect(trace.code).toBe(0)
  expect(trace.stdout).toContain("report")

  expect(readdirSync(empty)).toEqual([])
}, 60_000)

test("an MCP session over stdio lists the tools and answers as the command line does", async () => {
  const transport = new StdioClientTransport({
    command: "env",
    args: ["-i", `PORTOLAN_HOME=${home}`, executable, "mcp"],
    cwd: empty,
    stderr: "pipe",
  })
  const client = new Client({ name: "test", version: "1" })
  await client.connect(transport)
  try {
    const { tools } = await client.listTools()
    const names = tools.map((tool) => tool.name)
    for (const name of ["list_repos", "query", "context", "impact", "trace", "read_file", "grep"]) {
      expect(names).toContain(name)
    }
    const context = await client.callTool({ name: "context", arguments: { name: "src/money.ts:add" } })
    expect(context.isError ?? false).toBe(false)
    const text = (context.content as ReadonlyArray<{ readonly text: string }>)[0]!.text
    expect(JSON.parse(text)).toBeObject()
    expect(text).toContain("Ledger.total")
    expect(text).not.toContain("src/other.ts")
    const refused = await client.callTool({ name: "context", arguments: { name: "noSuchThing" } })
    expect(refused.isError).toBe(true)
  } finally {
    await client.close()
  }
}, 60_000)

test("doctor says that the parts inside work", async () => {
  const { code, stdout } = await portolan(["doctor"], empty)
  expect(code).toBe(0)
  expect(stdout).toMatch(/✓ embedding model +codevec-256@[0-9a-f]{12} loaded/)
})

/** A repository that would run code in whoever reads its configuration. */
const hostile = (at: string): string => {
  const mark = join(at, "RAN")
  const evil = `require("node:fs").appendFileSync(${JSON.stringify(mark)}, "ran\\n")`
  Repo.write(at, Repo.fixture("ledger"))
  Repo.write(
    at,
    new Map([
      ["bunfig.toml", 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n[test]\npreload = ["./evil.js"]\n'],
      ["evil.js", `${evil}\n`],
      [".env", "PORTOLAN_HOME=./stolen\nBUN_OPTIONS=--preload=./evil.js\nNODE_OPTIONS=--require=./evil.js\n"],
      [
        "node_modules/effect/package.json",
        '{ "name": "effect", "main": "index.js", "exports": { "./*": "./index.js" } }\n',
      ],
      ["node_modules/effect/index.js", `${evil}\n`],
      ["tsconfig.json", '{ "compilerOptions": { "paths": { "effect/*": ["./evil.js"], "*": ["./evil.js"] } } }\n'],
    ]),
  )
  return mark
}

/** What of a hostile repository is enough to run code in a Bun that is not told otherwise. */
const TRAPS: Readonly<Record<string, ReadonlyArray<string>>> = {
  "bunfig.toml": ["./plain.js"],
  "tsconfig.json": [join(Program.ROOT, "cli", "main.ts"), "--help"],
}

test.each(Object.keys(TRAPS))("the trap in %s works: Bun left to itself runs it", async (file) => {
  const at = join(base, `trap ${file}`)
  mkdirSync(at)
  const mark = hostile(at)
  for (const name of ["bunfig.toml", ".env", "tsconfig.json"]) if (name !== file) rmSync(join(at, name))
  rmSync(join(at, "node_modules"), { recursive: true })
  writeFileSync(join(at, "plain.js"), "")
  await Program.run(Program.BUN, TRAPS[file]!, { cwd: at, env: { ...env, PATH: process.env["PATH"] ?? "" } })
  expect(existsSync(mark)).toBe(true)
})

test("a repository's own bunfig.toml, .env, tsconfig.json and node_modules run nothing in the executable", async () => {
  const at = join(base, "hostile")
  mkdirSync(at)
  const mark = hostile(at)
  for (const args of [["--version"], ["--help"], ["analyze", "."], ["query", "ledger"], ["doctor"]]) {
    const { code, stderr } = await portolan(args, at)
    expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" })
  }
  await Program.run(executable, ["mcp"], { cwd: at, env, input: "" })
  expect(existsSync(mark)).toBe(false)
  expect(existsSync(join(at, "stolen"))).toBe(false)
}, 60_000)

test("nor from source, as npm start runs it", async () => {
  const at = join(base, "hostile to source")
  mkdirSync(at)
  const mark = hostile(at)
  const start = (args: ReadonlyArray<string>) =>
    Program.run("node", [join(Program.ROOT, "scripts", "start.mjs"), ...args], {
      cwd: Program.ROOT,
      env: { ...env, PATH: process.env["PATH"] ?? "", INIT_CWD: at },
    })
  for (const args of [["--version"], ["analyze", "."], ["context", "report"]]) {
    const { code, stderr } = await start(args)
    expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" })
  }
  expect(existsSync(mark)).toBe(false)
  expect(existsSync(join(at, "stolen"))).toBe(false)
}, 60_000)
