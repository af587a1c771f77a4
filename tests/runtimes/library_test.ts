// The library is one under Bun and Deno from source and under Node from the build: each runs the same file on the same
// repository, and all get the same answers and write the same snapshot.

import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as DeadRun from "../_kit/dead_run.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const FILE = "./tests/runtimes/library.mjs"
const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-runtimes-")))
const repo = join(base, "ledger")

const RUNTIMES: Readonly<Record<string, readonly [command: string, args: ReadonlyArray<string>]>> = {
  bun: [Program.BUN, [...Program.SAFELY, "test", "--timeout", "60000", FILE]],
  deno: [join(Program.ROOT, "node_modules", ".bin", "deno"), ["test", "--allow-all", "--no-check", FILE]],
  node: ["node", ["--test", FILE]],
}

const answersOf = (runtime: string) => join(base, `${runtime}.json`)

beforeAll(() => {
  if (!existsSync(join(Program.ROOT, "dist", "mod.js"))) {
    throw new Error('Cannot test under Node: there is no dist/mod.js, "npm run build" makes it')
  }
  mkdirSync(repo)
  Repo.write(repo, Repo.fixture("ledger"))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const snapshots: Record<string, string> = {}

test.each(Object.keys(RUNTIMES))("the library works under %s", async (runtime) => {
  const [command, args] = RUNTIMES[runtime]!
  const home = join(base, `home-${runtime}`)
  // A run that was killed: its files are read by a process apart, and not at all where that one does not start.
  DeadRun.leave(home, repo, ["src/money.ts", "src/store.ts"])
  const { code, stdout, stderr } = await Program.run(command, args, {
    cwd: Program.ROOT,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORTOLAN_REPO: repo,
      PORTOLAN_HOME: home,
      PORTOLAN_ANSWERS: answersOf(runtime),
      DENO_DIR: join(base, "deno"),
      NO_COLOR: "1",
    },
    timeoutMs: 120_000,
  })
  expect({ code, output: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, output: "" })
  expect(DeadRun.journals(home)).toEqual([])
  snapshots[runtime] = readFileSync(join(repo, ".portolan", "graph.snapshot")).toString("base64")
}, 120_000)

test("all get the same answers", () => {
  const [first, ...others] = Object.keys(RUNTIMES).map((runtime) =>
    JSON.parse(readFileSync(answersOf(runtime), "utf8"))
  )
  expect(first.nodes).toBeGreaterThan(10)
  for (const other of others) expect(other).toEqual(first)
})

test("all write the same bytes", () => {
  const [first, ...others] = Object.keys(RUNTIMES).map((runtime) => snapshots[runtime])
  expect(first!.length).toBeGreaterThan(100)
  for (const other of others) expect(other === first).toBe(true)
})
