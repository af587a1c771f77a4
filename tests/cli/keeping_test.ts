// A machine's indexes over time, at the command line: listed, moved, forgotten, cleaned away, carried to another machine,
// and told about without telling what is in them.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { execFileSync } from "node:child_process"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-keeping-")))
const home = join(base, "home")
const env = { PORTOLAN_HOME: home }

const portolan = (args: ReadonlyArray<string>, cwd = base) => Program.portolan(args, { cwd, env })

const done = async (args: ReadonlyArray<string>, cwd = base) => {
  const ran = await portolan(args, cwd)
  expect({ args, code: ran.code, ...(ran.code === 0 ? {} : { stderr: ran.stderr }) }).toEqual({ args, code: 0 })
  return ran
}

const layOut = (name: string): string => {
  const root = join(base, name)
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  return root
}

const listed = async (): Promise<ReadonlyArray<Record<string, unknown>>> =>
  JSON.parse((await done(["list", "--json"])).stdout)

beforeAll(async () => {
  for (const name of ["alpha", "beta"]) await done(["analyze", layOut(name), "--quiet"])
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

test("--quiet says nothing on success", async () => {
  expect(await portolan(["analyze", "alpha", "--force", "--quiet"])).toEqual({ code: 0, stdout: "", stderr: "" })
  expect(await portolan(["doctor", "--quiet"])).toEqual({ code: 0, stdout: "", stderr: "" })
  expect((await portolan(["analyze", "absent", "--quiet"])).stderr).toContain("there is no such path")
})

describe("which files are read", () => {
  const told = async (...args: ReadonlyArray<string>) => {
    const { stdout } = await done(["analyze", "alpha", "--json", ...args])
    const { files, skipped } = JSON.parse(stdout)
    return { read: files.read, skipped: skipped.map((it: { path: string }) => it.path) }
  }
  const state = async () => JSON.parse((await done(["status", "alpha", "--json"])).stdout).freshness
  const OUTSIDE = ["package.json", "src/other.ts", "src/report.ts", "src/store.ts"]

  test("is said by patterns that stay with the index, until others are given", async () => {
    expect(await told("--include", "src/m*", "--exclude", "*.json")).toMatchObject({ read: 2, skipped: OUTSIDE })
    expect(await state()).toBe("current")
    expect(await told()).toMatchObject({ read: 2, skipped: OUTSIDE })
    writeFileSync(join(base, "alpha/src/other.ts"), "export const other = 1\n")
    expect(await state()).toBe("current")
    expect(await told("--force")).toMatchObject({ read: 2 })
    Repo.write(join(base, "alpha"), Repo.fixture("ledger"))
    expect(await told("--include", "**")).toEqual({ read: 5, skipped: [] })
  })

  test("is kept also where it makes no difference yet", async () => {
    expect(await told("--exclude", "later/**")).toEqual({ read: 5, skipped: [] })
    Repo.write(join(base, "alpha"), Repo.parse("=== later/a.ts\nexport const a = 1\n"))
    expect(await state()).toBe("current")
    expect((await done(["status", "alpha"])).stdout).toContain("asked      without later/**")
    rmSync(join(base, "alpha/later"), { recursive: true })
    expect(await told("--include", "**")).toEqual({ read: 5, skipped: [] })
  })

  test("is said where no file matches", async () => {
    const { code, stderr } = await portolan(["analyze", "alpha", "--include", "nowhere/**", "--quiet"])
    expect(code).toBe(1)
    expect(stderr).toBe(
      `error: Cannot index "${join(base, "alpha")}": no text file is left by the patterns: include nowhere/**; give ` +
        'others (--include "**" reads all)\n',
    )
    expect(await state()).toBe("current")
  })

  test("has nothing to do with a home folder that lies among them", async () => {
    const root = layOut("keeper")
    const inside = { cwd: root, env: { PORTOLAN_HOME: join(root, "cache/portolan") } }
    const run = async (...args: ReadonlyArray<string>) => {
      const ran = await Program.portolan(args, inside)
      expect(ran.code).toBe(0)
      return JSON.parse(ran.stdout)
    }
    const first = await run("analyze", "--json")
    const { freshness } = await run("status", "--json")
    expect(freshness).toBe("current")
    // What the first run wrote is nothing to read for the second.
    for (const more of [[], ["--force"]]) {
      const { seconds: _, ...again } = await run("analyze", "--json", ...more)
      const { seconds: __, ...before } = first
      expect(again).toEqual(before)
    }
    rmSync(root, { recursive: true })
  })

  test("is bounded by a size that stays too", async () => {
    expect(await told("--max-file-size", "0.2k")).toMatchObject({ skipped: ["src/store.ts"] })
    expect(await told("--force")).toMatchObject({ skipped: ["src/store.ts"] })
    expect(await told("--max-file-size", "4M")).toEqual({ read: 5, skipped: [] })
  })

  test("has nothing to do with the cache", async () => {
    expect(await told("--no-cache", "--force")).toEqual(await told("--force"))
  })
})

describe("a repository is meant", () => {
  test.each([
    ["alpha", base],
    ["ALPHA", base],
    ["alph", base],
    [".", join(base, "alpha/src")],
    ["alpha/src", base],
    [join(base, "alpha"), "/"],
  ])("by %s", async (repo, cwd) => {
    expect(JSON.parse((await done(["status", repo, "--json"], cwd)).stdout)).toMatchObject({ repo: "alpha" })
  })

  test("by nothing that is not indexed", async () => {
    const { code, stderr } = await portolan(["status"])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: Cannot find the index of "${base}": it is not indexed; run portolan analyze there\n`,
    })
  })
})

test("an answer in a folder of no repository says which one it is from", async () => {
  rmSync(join(home, "alone"), { recursive: true, force: true })
  const alone = { PORTOLAN_HOME: join(base, "home of one") }
  await Program.portolan(["analyze", "alpha", "--quiet"], { cwd: base, env: alone })
  const inside = await Program.portolan(["query", "Ledger"], { cwd: join(base, "alpha/src"), env: alone })
  expect({ code: inside.code, stderr: inside.stderr }).toEqual({ code: 0, stderr: "" })
  const outside = await Program.portolan(["query", "Ledger"], { cwd: join(base, "beta"), env: alone })
  expect(outside).toEqual({
    ...inside,
    stderr: `note: answered from alpha, ${join(base, "alpha")}: the folder you are in is not part of it\n`,
  })
  const named = await Program.portolan(["query", "Ledger", "--repo", "alpha"], { cwd: join(base, "beta"), env: alone })
  expect(named.stderr).toBe("")
  await Program.portolan(["analyze", "alpha", "--force", "--quiet"], { cwd: base, env })
})

test("a person's answer keeps to the budget that was named", async () => {
  const whole = (await done(["query", "ledger", "--repo", "alpha"])).stdout
  const { stdout } = await done(["query", "ledger", "--repo", "alpha", "--max-tokens", "20"])
  expect(whole.length).toBeGreaterThan(80)
  expect(stdout.trimEnd().length).toBeLessThanOrEqual(80)
  const { code, stderr } = await portolan(["query", "ledger", "--repo", "alpha", "--max-tokens", "1"])
  expect(code).toBe(1)
  expect(stderr).toContain("Cannot answer within 1 tokens")
})

test("what is wrong is told in the words that were typed", async () => {
  const pattern = await portolan(["grep", "a(b", "--repo", "alpha"])
  expect(pattern.code).toBe(1)
  expect(pattern.stderr).toContain('"a(b"')
  expect(pattern.stderr).not.toContain("(?")
  const line = await portolan(["context", "src/main.ts:9999", "--repo", "alpha"])
  expect(line.code).toBe(1)
  expect(line.stderr).toContain('Cannot find "src/main.ts:9999" in alpha: the file has 8 lines')
  const past = await done(["read-file", "src/main.ts", "--start-line", "100", "--repo", "alpha"])
  expect(past.stdout).toBe("src/main.ts ends with line 8: no line of it was asked for.\n")
})

describe("export --snapshot and import", () => {
  test("carry an index over, byte for byte", async () => {
    const { stdout } = await done(["export", "alpha", "--snapshot", "carried"])
    expect(stdout).toContain(`alpha is exported to ${join(base, "carried")}`)
    mkdirSync(join(base, "gamma"))
    expect((await done(["import", "carried", "--path", "gamma"])).stdout).toContain(
      "gamma has the imported index of alpha",
    )
    const { path, snapshot } = JSON.parse(readFileSync(join(home, "registry.json"), "utf8")).repositories
      .find((it: { imported?: boolean }) => it.imported)
    expect(path).toBe(join(base, "gamma"))
    expect(Buffer.compare(readFileSync(snapshot), readFileSync(join(base, "carried")))).toBe(0)
    expect(readdirSync(join(base, "gamma"))).toEqual([])
    const asked = await done(["context", "src/money.ts:add", "--repo", "gamma"])
    expect(asked.stdout).toContain("src/store.ts:16")
    // It is exported as it came: in the folder itself there is nothing to index.
    await done(["export", "gamma", "--snapshot", "again"])
    expect(Buffer.compare(readFileSync(join(base, "again")), readFileSync(join(base, "carried")))).toBe(0)
    const state = JSON.parse((await done(["status", "gamma", "--json"])).stdout)
    expect(state).toMatchObject({ imported: true, freshness: "unknown" })
  })

  test.skipIf(process.platform === "win32")("replace a file, and never what is none", async () => {
    execFileSync("mkfifo", [join(base, "pipe")])
    // What stands for the program's own output is a link too.
    symlinkSync(join(base, "carried"), join(base, "link"))
    for (const name of ["pipe", "link"]) {
      const kind = lstatSync(join(base, name)).mode
      for (const force of [[], ["--force"]]) {
        const { code, stdout, stderr } = await portolan(["export", "alpha", "--snapshot", name, ...force])
        expect({ code, stdout, stderr }).toEqual({
          code: 1,
          stdout: "",
          stderr: `error: Cannot write "${join(base, name)}": it is no file; name another one\n`,
        })
      }
      expect(lstatSync(join(base, name)).mode).toBe(kind)
    }
  })

  test("replace no file unasked, and take none that is not whole", async () => {
    const before = readFileSync(join(base, "carried"))
    const again = await portolan(["export", "alpha", "--snapshot", "carried"])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain("it is there already; --force replaces it")
    expect((await done(["export", "alpha", "--snapshot", "carried", "--force", "--quiet"])).stdout).toBe("")
    expect(Buffer.compare(readFileSync(join(base, "carried")), before)).toBe(0)
    writeFileSync(join(base, "cut"), before.subarray(0, before.length - 100))
    const { code, stdout, stderr } = await portolan(["import", "cut", "--path", "beta"])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^error: Cannot import ".*cut": .*; nothing was changed\n$/)
    expect(JSON.parse((await done(["status", "beta", "--json"])).stdout).freshness).toBe("current")
  })
})

describe("a list of repositories that is damaged", () => {
  test("is made again, and said to be", async () => {
    const path = join(home, "registry.json")
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, whole.length / 2))
    const { stdout, stderr } = await done(["list"])
    expect(stderr).toBe("note: the list was made again from the indexes on disk: its text is not what it should be\n")
    for (const name of ["alpha", "beta", "gamma"]) expect(stdout).toContain(join(base, name))
    const { stdout: said } = await done(["analyze", "alpha", "--force"])
    expect(said).toContain(`was moved to ${path}.damaged and made again from 3 indexes`)
    expect((await done(["list"])).stderr).toBe("")
  })
})

test("the bundle of the doctor tells nothing of what is in the repositories, nor where they are", async () => {
  const file = join(base, "bundle.json")
  const { stdout } = await done(["doctor", "--bundle", "bundle.json"])
  expect(stdout).toContain("The support bundle is")
  const text = readFileSync(file, "utf8")
  const bundle = JSON.parse(text)
  expect(bundle.indexes.length).toBe(3)
  expect(bundle.indexes[0]).toMatchObject({ stats: { files: 6 }, languages: [{ files: 5 }] })
  const names = ["Ledger", "Money", "Store", "record", "money.ts", "main.ts", "alpha", "beta", "gamma", base, home]
  for (const name of names) expect(text).not.toContain(name)
  expect((await portolan(["doctor", "--bundle", "bundle.json"])).stderr).toContain("it is there already")
})

describe("a repository that is no longer where it was", () => {
  test("is said to have been moved, here and there, and is taken over by analyze", async () => {
    renameSync(join(base, "beta"), join(base, "delta"))
    const moved = `beta was moved to ${join(base, "delta")}: run portolan analyze there`
    const { stdout, stderr } = await done(["list"])
    expect(stdout).toMatch(/^beta .* moved\? /m)
    expect(stderr).toBe(`note: ${moved}\n`)
    expect((await portolan(["status", "beta"])).stderr).toBe(`error: Cannot tell the status: ${moved}\n`)
    const there = await portolan(["status", "delta"])
    expect(there.stderr).toContain('it seems to be "beta", which was moved; run portolan analyze there')
    expect((await portolan(["query", "Ledger", "--repo", "beta"])).stderr).toContain(
      "the repository is no longer where it was indexed",
    )
    expect((await done(["clean", "--yes"])).stdout).toContain("There is nothing to remove")
    expect((await done(["analyze", "delta"])).stdout).toContain("it was indexed at")
    expect((await listed()).map((it) => it["name"])).toEqual(["alpha", "delta", "gamma"])
  })

  test("is gone, which clean shows, and does when told to", async () => {
    rmSync(join(base, "delta"), { recursive: true })
    const { stdout, stderr } = await done(["list"])
    expect(stdout).toMatch(/^delta .* gone /m)
    expect(stderr).toContain("delta is no longer at")
    const left = join(home, ".registry.json.1.1.tmp")
    writeFileSync(left, "half")
    utimesSync(left, 1, 1)
    mkdirSync(join(home, "snapshots/orphan"))
    const plan = await done(["clean", "--dry-run"])
    expect(plan.stdout).toContain(join(base, "delta"))
    expect(plan.stdout).toContain(left)
    expect(plan.stdout).toContain(join(home, "snapshots/orphan"))
    const unasked = await portolan(["clean"])
    expect(unasked).toEqual({
      code: 1,
      stdout: plan.stdout,
      stderr: "error: Nothing was removed: say --yes where nobody can be asked\n",
    })
    expect(existsSync(left)).toBe(true)
    const { removed } = JSON.parse((await done(["clean", "--yes", "--json"])).stdout)
    expect(removed.sort()).toEqual([join(base, "delta"), left, join(home, "snapshots/orphan")].sort())
    expect((await listed()).map((it) => it["name"])).toEqual(["alpha", "gamma"])
    expect(readdirSync(join(home, "snapshots")).length).toBe(2)
    expect((await done(["clean", "--yes"])).stdout).toBe("There is nothing to remove\n")
  })
})

test("an index that cannot be opened is not called current", async () => {
  const snapshot = join(base, "alpha/.portolan/graph.snapshot")
  renameSync(snapshot, `${snapshot}.aside`)
  const { stdout, stderr } = await done(["list"])
  expect(stdout).toMatch(/^alpha .* unknown /m)
  expect(stderr).toContain("note: it is unknown whether alpha is current: its snapshot is gone\n")
  renameSync(`${snapshot}.aside`, snapshot)
  expect((await done(["list"])).stdout).toMatch(/^alpha .* current /m)
})

test("remove forgets a repository, with its index and no source", async () => {
  const before = [...Repo.fixture("ledger").keys()]
  expect((await done(["remove", "alpha"])).stdout).toContain("alpha is forgotten")
  expect(existsSync(join(base, "alpha/.portolan"))).toBe(false)
  for (const path of before) expect(existsSync(join(base, "alpha", path))).toBe(true)
  expect((await listed()).map((it) => it["name"])).toEqual(["gamma"])
  expect((await portolan(["remove", "alpha"])).code).toBe(1)
})
