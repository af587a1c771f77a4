// `portolan map` as a process: what it prints, what it writes where, and how it ends.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import {
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
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-map-")))
const root = join(base, "ledger")
const env = { PORTOLAN_HOME: join(base, "home") }
const files = Repo.fixture("ledger")

const map = (...args: ReadonlyArray<string>) => Program.portolan(["map", ...args], { cwd: root, env })

beforeAll(() => {
  mkdirSync(root)
  Repo.write(root, files)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

test("prints the architecture, and makes an index where there is none", async () => {
  const { code, stdout } = await map("--quiet")
  expect(code).toBe(0)
  expect(stdout).toStartWith("# Architecture of `ledger`\n")
  expect(stdout).toContain("```mermaid\nflowchart LR\n")
  // `main` makes a Ledger and reports it.
  expect(stdout).toContain("`main` `src/main.ts:4`")
  expect(stdout).toContain("outside->>p0: main")
  expect(await map("--quiet")).toEqual({ code: 0, stdout, stderr: "" })
})

test("in a folder of an indexed repository it is about that, and nothing is written there", async () => {
  const { code, stdout } = await map("src", "--quiet")
  expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: "# Architecture of `ledger`" })
  expect(readdirSync(join(root, "src")).some((it) => it.startsWith("."))).toBe(false)
})

test("--out writes to that file only, and replaces one that is there where it is told to", async () => {
  const out = join(base, "map.md")
  const { stdout } = await map("--quiet")
  const first = await map("--out", out)
  expect(first.code).toBe(0)
  expect(first.stdout).toBe(`✓ the map of ledger is written to ${out}\n`)
  expect(readFileSync(out, "utf8")).toBe(stdout)
  writeFileSync(out, "mine")
  const second = await map("--out", out)
  expect(second).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: Cannot write "${out}": it is there already; --force replaces it\n`,
  })
  expect(readFileSync(out, "utf8")).toBe("mine")
  expect(await map("--out", out, "--force", "--quiet")).toEqual({ code: 0, stdout: "", stderr: "" })
  expect(readFileSync(out, "utf8")).toBe(stdout)
  expect((await map("--out", join(base, "nowhere", "map.md"))).code).toBe(1)
  expect(existsSync(join(base, "nowhere"))).toBe(false)
})

test("--json is the same as data", async () => {
  const { code, stdout } = await map("--json", "--quiet")
  expect(code).toBe(0)
  const told = JSON.parse(stdout)
  expect(told).toMatchObject({ repo: "ledger", tests: { files: 0, symbols: 0 } })
  expect(told.entries).toContainEqual(expect.objectContaining({ kind: "main", flows: 1 }))
  expect(told.flows[0].steps[0]).toMatchObject({ name: "main", file: "src/main.ts", line: 4 })
})

test("--tokens keeps to its number, names what it left out, and puts first what it is for", async () => {
  const all = await map("--tokens", "2000", "--quiet")
  expect(all.stdout).toEndWith("Nothing is left out.\n")
  for (
    const line of [
      "  5 function add(a: Money, b: Money): Money\n",
      "src/money.ts:\n",
      "    11 record(amount: Money): void",
    ]
  ) {
    expect(all.stdout).toContain(line)
  }
  const few = await map("--tokens", "50", "--quiet")
  expect(Buffer.byteLength(few.stdout)).toBeLessThanOrEqual(200)
  expect(few.stdout).toMatch(/^Left out, tests not counted: \d+ definitions; of \d+ files none is shown\.$/m)
  for (
    const [name, path] of [["src/other.ts", "src/other.ts"], ["format", "src/report.ts"], [
      "Money",
      "src/money.ts",
    ]] as const
  ) {
    expect((await map("--tokens", "60", "--for", name, "--quiet")).stdout.split("\n")[0]).toBe(`${path}:`)
  }
  const json = await map("--tokens", "200", "--for", "Ledger", "--json", "--quiet")
  expect(Buffer.byteLength(json.stdout)).toBeLessThanOrEqual(800)
  const told = JSON.parse(json.stdout)
  expect(told).toMatchObject({ repo: "ledger", tokens: 200, for: ["Ledger"] })
  expect(told.files[0].path).toBe("src/store.ts")
  expect(told.files[0].definitions).toContainEqual({
    uid: "Class:src/store.ts:Ledger",
    name: "Ledger",
    kind: "Class",
    line: 8,
    signature: "class Ledger implements Store",
  })
})

test("--for takes words, and says that they are no name", async () => {
  const { code, stderr, stdout } = await map("--tokens", "60", "--for", "adds two amounts")
  expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: "src/money.ts:" })
  expect(stderr).toMatch(/note: "adds two amounts" is no name here: what is near to \d+ hits? of query comes first\n$/)
})

test.each([
  [["--for", "add"], 2, "error: --for takes --tokens N beside it\n"],
  [["--tokens", "0"], 2, "error: --tokens takes a whole number from 1 up, got 0\n"],
  [["--tokens", "3", "--quiet"], 1, "error: Cannot map the repository in 3 tokens: not one definition has room; "],
  [["--tokens", "50", "--for", "???", "--quiet"], 1, 'error: Cannot find "???": no file or definition is called so, '],
])("%j ends with what is wrong", async (args, code, said) => {
  const ended = await map(...args)
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" })
  expect(ended.stderr).toStartWith(said)
})
