// The whole journey at the command line: a repository is indexed, asked, exported. What must come out is read off the
// fixture's source text.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-journey-")))
const repo = join(base, "ledger")
const env = { PORTOLAN_HOME: join(base, "home") }

/** Runs a command where its own mounts are seen by it alone; undefined where the system cannot do that. */
const UNSHARE = [["unshare", "-m"], ["unshare", "-rm"]].find(([command, ...args]) =>
  process.platform === "linux" && spawnSync(command!, [...args, "true"]).status === 0
)

const portolan = (args: ReadonlyArray<string>, cwd = repo) => Program.portolan(args, { cwd, env })

const done = async (args: ReadonlyArray<string>, cwd = repo): Promise<string> => {
  const { code, stdout, stderr } = await portolan(args, cwd)
  expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" })
  expect(stdout).not.toContain("\u001b")
  return stdout
}

const SOURCES = ["src/main.ts", "src/money.ts", "src/other.ts", "src/report.ts", "src/store.ts"]

beforeAll(() => {
  mkdirSync(repo)
  Repo.write(repo, Repo.fixture("ledger"))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

describe("analyze", () => {
  test("says what it does in plain lines on the error stream, and what came of it on the output", async () => {
    const { code, stdout, stderr } = await portolan(["analyze"])
    expect(code).toBe(0)
    const lines = stderr.trim().split("\n")
    expect(lines[0]).toBe("Looking for files")
    expect(lines[1]).toMatch(/^Reading sources: \d+ files$/)
    expect(lines.at(-1)).toBe("Writing the index")
    expect(stderr + stdout).not.toContain("\u001b")
    expect(stdout).toMatch(/^✓ ledger indexed in \d/)
    expect(stdout).toContain("files      5 read")
    expect(stdout).toContain(`index      ${repo}/.portolan/graph.snapshot`)
  })

  test("uses the index that is current, and makes a new one when told or when something has changed", async () => {
    const indexed = async (...flags: ReadonlyArray<string>) => {
      const { stdout, stderr } = await portolan(["analyze", ".", ...flags])
      return { current: stdout.includes("is current"), ran: stderr.includes("Writing the index") }
    }
    expect(await indexed()).toEqual({ current: true, ran: false })
    expect(await indexed("--force")).toEqual({ current: false, ran: true })
    writeFileSync(join(repo, "src/extra.ts"), "export const extra = 1\n")
    expect(await indexed()).toEqual({ current: false, ran: true })
    rmSync(join(repo, "src/extra.ts"))
    expect(await indexed()).toEqual({ current: false, ran: true })
  })

  test("says so where nothing is in a language that is read", async () => {
    const prose = join(base, "prose")
    mkdirSync(prose)
    writeFileSync(join(prose, "notes.txt"), "one\ntwo\n")
    const apart = { cwd: prose, env: { PORTOLAN_HOME: join(base, "home of prose") } }
    const { code, stdout } = await Program.portolan(["analyze"], apart)
    expect(code).toBe(0)
    expect(stdout).toContain("note: no file is in a language that is read")
    expect((await Program.portolan(["grep", "two"], apart)).stdout).toContain("notes.txt:2: two")
  })

  test("as JSON is one value with everything in it", async () => {
    const summary = JSON.parse(await done(["analyze", "--json", "--workers", "1", "--force"]))
    expect(summary).toMatchObject({
      repo: "ledger",
      path: repo,
      index: `${repo}/.portolan/graph.snapshot`,
      commit: null,
      files: { read: 5, partly: 0, skipped: 0, failed: 0 },
      failed: [],
    })
    const kinds = Object.values(summary.edges_by_kind as Record<string, number>)
    expect(kinds.reduce((a, b) => a + b, 0)).toBe(summary.edges)
  })

  test("gives the same bytes with one worker and with several", async () => {
    const bytes: Array<string> = []
    for (const workers of ["1", "3"]) {
      await done(["analyze", "--force", "--workers", workers])
      bytes.push(readFileSync(join(repo, ".portolan", "graph.snapshot")).toString("base64"))
    }
    expect(bytes[0] === bytes[1]).toBe(true)
  })

  test("writes nothing into the repository but its own folder, which git does not see", async () => {
    const before = [...Repo.fixture("ledger").keys()].sort()
    await done(["analyze", "--force"])
    const { stdout } = await Program.run("sh", ["-c", "find . -type f | grep -v '^./.portolan/' | sort"], {
      cwd: repo,
      env: { PATH: process.env["PATH"] ?? "" },
    })
    expect(stdout.trim().split("\n").map((it) => it.slice(2))).toEqual(before)
    expect(readFileSync(join(repo, ".portolan", ".gitignore"), "utf8")).toBe("*\n")
  })
})

describe("an indexed repository", () => {
  test("is listed", async () => {
    const [head, row] = (await done(["list"])).split("\n")
    expect(head).toMatch(/^NAME +FILES +SYMBOLS +EDGES +INDEXED +STATE +PATH$/)
    expect(row).toMatch(new RegExp(`^ledger .* current +${repo}$`))
    expect(JSON.parse(await done(["list", "--json"]))).toMatchObject([{
      id: "ledger",
      path: repo,
      freshness: "current",
    }])
  })

  test("has a status, also from a folder inside of it, and knows when it is old", async () => {
    const current = await done(["status"], join(repo, "src"))
    expect(current).toContain("state      current")
    expect(current).toMatch(/REFERENCES +RESOLVED +AMBIGUOUS +EXTERNAL +UNKNOWN\n/)
    expect(current).toMatch(/\n {2}typescript +5 +\d+ +\d+ +\d+ \(\d+\.\d %\) +0 \(0\.0 %\) /)
    writeFileSync(join(repo, "src/extra.ts"), "export const extra = 1\n")
    expect(await done(["status"])).toMatch(/state {6}dirty: 1 file changed since; run portolan analyze/)
    rmSync(join(repo, "src/extra.ts"))
    const status = JSON.parse(await done(["status", repo, "--json"], base))
    expect(status).toMatchObject({ repo: "ledger", path: repo, files: { read: 5 }, languages: [{ files: 5 }] })
  })

  test("answers who calls a definition and what breaks with it", async () => {
    const context = await done(["context", "src/money.ts:add"])
    expect(context).toContain("src/money.ts:5")
    expect(context).toMatch(/total.*src\/store\.ts:16/)
    expect(context).not.toContain("src/other.ts")
    const impact = await done(["impact", "src/money.ts:add", "--depth", "5"])
    for (const name of ["total", "report", "main"]) expect(impact).toContain(name)
    expect(await done(["trace", "main", "format"])).toContain("report")
  })

  test("says which of several is meant, and ends with 1 where it is not said", async () => {
    const { code, stdout } = await portolan(["context", "add"])
    expect(code).toBe(1)
    expect(stdout).toContain("Function:src/money.ts:add")
    expect(stdout).toContain("Function:src/other.ts:add")
    expect(await done(["context", "add", "--file-path", "src/other.ts"])).toContain("src/other.ts:2")
  })

  test("refuses a name that nothing has, with near ones", async () => {
    const { code, stdout, stderr } = await portolan(["context", "Ledgr"])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toStartWith("error: ")
    expect(stderr).toContain("Ledger")
  })
})

describe("export", () => {
  const rows = async (relation: string) => {
    const [head, ...lines] = (await done(["export", repo, `--${relation}`], base)).trimEnd().split("\n")
    expect(head).toStartWith("#")
    return lines.map((line) => line.split("\t"))
  }
  /** Ends of an edge without confidence and names. */
  const ends = (row: ReadonlyArray<string>) => row.slice(0, 4).join(" ")

  test("calls from the line of the caller's name to that of the callee's", async () => {
    const calls = (await rows("calls")).map(ends)
    expect(calls.sort()).toEqual([
      "src/main.ts 4 src/report.ts 3", // main → report
      "src/main.ts 4 src/store.ts 8", // main → new Ledger
      "src/main.ts 4 src/store.ts 11", // main → record
      "src/report.ts 3 src/report.ts 7", // report → format
      "src/report.ts 3 src/store.ts 15", // report → total
      "src/store.ts 15 src/money.ts 5", // total → add, as sum
    ].sort())
  })

  test("definitions with their last lines and kinds", async () => {
    const defs = (await rows("defs")).map((row) => row.join(" "))
    for (
      const row of [
        "src/main.ts 4 8 main Function",
        "src/money.ts 2 2 Money TypeAlias",
        "src/money.ts 5 7 add Function",
        "src/other.ts 2 4 add Function",
        "src/report.ts 3 5 report Function",
        "src/report.ts 7 9 format Function",
        "src/store.ts 4 6 Store Interface",
        "src/store.ts 8 18 Ledger Class",
        "src/store.ts 11 13 record Method",
        "src/store.ts 15 17 total Method",
      ]
    ) expect(defs).toContain(row)
  })

  test("imports, heritage and overrides", async () => {
    expect((await rows("imports")).map(ends).sort()).toEqual([
      "src/main.ts 0 src/report.ts 0",
      "src/main.ts 0 src/store.ts 0",
      "src/report.ts 0 src/store.ts 0",
      "src/store.ts 0 src/money.ts 0",
    ])
    expect((await rows("heritage")).map(ends)).toEqual(["src/store.ts 8 src/store.ts 4"])
    for (const row of await rows("overrides")) expect(SOURCES).toContain(row[0]!)
  })

  test("the graph as sorted JSON lines", async () => {
    const lines = (await done(["export", "--graph"])).trimEnd().split("\n")
    expect(lines).toEqual([...lines].sort())
    const values = lines.map((line) => JSON.parse(line))
    expect(values).toContainEqual(expect.objectContaining({
      edge: "CALLS",
      source: "Method:src/store.ts:Ledger.total",
      target: "Function:src/money.ts:add",
      site: 16,
    }))
  })

  test("indexes first where there is no current index", async () => {
    const fresh = join(base, "fresh")
    mkdirSync(fresh)
    writeFileSync(join(fresh, "a.js"), "function a() {}\na()\n")
    const first = await portolan(["export", "--calls", fresh], base)
    expect(first.stderr).toContain("Writing the index")
    expect(first.stdout).toContain("a.js\t0\ta.js\t1\t")
    const second = await portolan(["export", "--calls", fresh], base)
    expect(second).toEqual({ code: 0, stdout: first.stdout, stderr: "" })
  })
})

describe("what is wrong with an index is said, with what to do, and nothing is lost", () => {
  const snapshot = join(repo, ".portolan", "graph.snapshot")

  test("a snapshot that was damaged or put there by others is not opened", async () => {
    const whole = readFileSync(snapshot)
    const damaged = Buffer.from(whole)
    damaged[100] = damaged[100]! ^ 0xff
    chmodSync(snapshot, 0o600)
    writeFileSync(snapshot, damaged)
    const { code, stderr } = await portolan(["query", "add"])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: Cannot open the index of "ledger": .*run portolan analyze there/)
    await done(["analyze"])
    expect(await done(["query", "add"])).toContain("src/money.ts:5")
  })

  test("a snapshot that is gone is named", async () => {
    rmSync(snapshot)
    const { code, stderr } = await portolan(["query", "add"])
    expect(code).toBe(1)
    expect(stderr).toContain("its snapshot is gone; run portolan analyze there")
    await done(["analyze"])
  })

  // In a mount namespace of its own: root may write to a closed folder, nobody to a read-only mount.
  test.skipIf(UNSHARE === undefined)(
    "a repository that cannot be written to has its index under the home folder",
    async () => {
      const closed = join(base, "closed")
      mkdirSync(closed)
      writeFileSync(join(closed, "a.js"), "function a() {}\na()\n")
      const [unshare, ...flags] = UNSHARE!
      const run = (...args: ReadonlyArray<string>) =>
        Program.run(unshare!, [
          ...flags,
          "sh",
          "-c",
          `mount --bind "${closed}" "${closed}" && mount -o remount,ro,bind "${closed}" && exec "$@"`,
          "sh",
          Program.BUN,
          ...Program.SAFELY,
          `${Program.ROOT}cli/main.ts`,
          ...args,
        ], { cwd: base, env: { ...env, PATH: process.env["PATH"] ?? "" } })
      const analyzed = await run("analyze", closed)
      expect(analyzed.code).toBe(0)
      expect(analyzed.stdout).toContain(`note: the repository cannot be written to: its index is ${env.PORTOLAN_HOME}`)
      expect(existsSync(join(closed, ".portolan"))).toBe(false)
      expect((await run("query", "a", "--repo", closed)).stdout).toContain("a.js:1")
    },
  )

  test("a setting that makes no sense is named", async () => {
    const { code, stdout, stderr } = await Program.portolan(["query", "add"], {
      cwd: repo,
      env: { ...env, PORTOLAN_IMPACT_DEFAULT_LIMIT: "some" },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toBe(
      'error: Cannot start with PORTOLAN_IMPACT_DEFAULT_LIMIT="some": it takes a whole number from 0 up\n',
    )
  })
})
