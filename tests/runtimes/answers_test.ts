// One library under three runtimes: each imports it as its own programs would, and all give the same answers and the
// same bytes. What is right is read off the fixture's source text.

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-runtimes-")))
const folder = join(base, "ledger")
const answers = join(Program.ROOT, "tests", "runtimes", "answers.mjs")
const deno = join(Program.ROOT, "node_modules", "deno", "bin.cjs")

const RUNTIMES: Readonly<Record<string, ReadonlyArray<string>>> = {
  bun: [Program.BUN, ...Program.SAFELY],
  deno: ["node", deno, "run", "--allow-all", "--no-prompt", "--quiet"],
  node: ["node"],
}

interface Said {
  readonly snapshot: string
  // deno-lint-ignore no-explicit-any
  readonly answers: any
}

const said: Record<string, Said> = {}

const ask = async (runtime: string): Promise<Said> => {
  const [command, ...args] = [...RUNTIMES[runtime]!, answers, folder, join(base, `home-${runtime}`)]
  const { code, stdout, stderr } = await Program.run(command!, args, {
    cwd: Program.ROOT,
    env: { PATH: process.env["PATH"] ?? "", HOME: base },
  })
  if (code !== 0) throw new Error(`${runtime} ended with ${code}\n${stdout}${stderr}`)
  return JSON.parse(stdout)
}

beforeAll(() => {
  if (!existsSync(join(Program.ROOT, "dist", "mod.js"))) {
    throw new Error('Cannot test the library under Node: there is no dist/mod.js, "npm run build" makes it')
  }
  mkdirSync(folder)
  Repo.write(folder, Repo.fixture("ledger"))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

describe.each(Object.keys(RUNTIMES))("%s", (runtime) => {
  test("indexes and answers as the source says", async () => {
    said[runtime] = await ask(runtime)
    const { context, impact, trace, query, read, grep, failed } = said[runtime].answers
    const all = JSON.stringify(context.incoming)
    expect(all).toContain("Method:src/store.ts:Ledger.total")
    expect(all).not.toContain("src/other.ts")
    // add ← Ledger.total ← report ← main
    const depths = [1, 2, 3].map((depth) => impact.byDepth[depth].map((row: { readonly name: string }) => row.name))
    expect(depths[0]).toContain("total")
    expect(depths[1]).toContain("report")
    expect(depths[2]).toContain("main")
    expect(trace.status).toBe("ok")
    expect(trace.hops.map((hop: { readonly name: string }) => hop.name)).toEqual(["main", "report", "format"])
    expect(query.definitions[0].name).toBe("Ledger")
    expect(read.content).toStartWith("/** An amount in cents. */\n")
    expect(grep.hits.map((hit: { readonly file: string; readonly line: number }) => [hit.file, hit.line])).toEqual([
      ["src/money.ts", 5],
      ["src/other.ts", 2],
    ])
    expect(failed).toBe("SymbolNotFound")
  }, 60_000)
})

test("all give the same answers and the same bytes of a snapshot", () => {
  expect(Object.keys(said).sort()).toEqual(["bun", "deno", "node"])
  expect(said["deno"]).toEqual(said["bun"]!)
  expect(said["node"]).toEqual(said["bun"]!)
})
