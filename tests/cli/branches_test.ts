// Branches at the command line: indexed, asked, listed, forgotten, and cleaned away when they are gone.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Argv from "../../cli/argv.ts"
import { analyze } from "../../cli/commands/analyze.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-branches-")))
const [home, root] = [join(base, "home"), join(base, "shop")]

const portolan = (args: ReadonlyArray<string>) => Program.portolan(args, { cwd: root, env: { PORTOLAN_HOME: home } })

const done = async (args: ReadonlyArray<string>) => {
  const ran = await portolan(args)
  expect({ args, code: ran.code, ...(ran.code === 0 ? {} : { stderr: ran.stderr }) }).toEqual({ args, code: 0 })
  return ran.stdout
}

beforeAll(() => {
  mkdirSync(root)
  writeFileSync(join(root, "a.ts"), "export const rate = () => 1\n")
  Repo.commit(root)
  Repo.git(root, "checkout", "-q", "-b", "feature")
  writeFileSync(join(root, "b.ts"), 'import { rate } from "./a"\nexport const total = () => rate()\n')
  Repo.commit(root)
  Repo.git(root, "checkout", "-q", "main")
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

test("--branch takes a name or stands alone", () => {
  const read = (...words: ReadonlyArray<string>) => {
    const ordered = Argv.read(analyze, words)
    return ordered._tag === "typed" ? [...Argv.words(ordered.typed)] : ordered._tag
  }
  expect(read("--branch", "x", "path")).toEqual(["--branch", "x", "--", "path"])
  expect(read("path", "--branch")).toEqual(["--branch", "HEAD", "--", "path"])
  expect(read("--branch", "--force")).toEqual(["--branch", "HEAD", "--force"])
  expect(read("--branch=x", "path")).toEqual(["--branch", "x", "--", "path"])
})

test("a branch is indexed beside the checkout, asked, listed and forgotten", async () => {
  expect(await done(["analyze", "--branch", "feature"])).toContain("shop, branch feature, indexed in")
  expect(await done(["analyze", "--branch", "feature"])).toContain("shop, branch feature, is current")
  expect(JSON.parse(await done(["analyze", "--branch", "--json"]))).toMatchObject({
    branch: "main",
    commit: expect.any(String),
  })
  expect(await done(["context", "total", "--branch", "feature"])).toContain("b.ts:2")
  expect((await portolan(["context", "total"])).code).toBe(1)
  expect(await done(["list"])).toContain("shop, branch feature")
  const [listed] = JSON.parse(await done(["list", "--json"]))
  expect(listed.branches).toMatchObject([
    { name: "feature", freshness: "current" },
    { name: "main", freshness: "current" },
  ])
  Repo.git(root, "branch", "-f", "main-old", "main")
  expect(await done(["status"])).toContain("feature: at")
  expect((await portolan(["analyze", "--branch", "absent"])).stderr).toContain('Cannot find branch "absent"')
  expect(await done(["remove", ".", "--branch", "main"])).toContain("the branch is as it was")
  expect((await portolan(["remove", ".", "--branch", "main"])).stderr).toContain("there are those of feature")
  expect(JSON.parse(await done(["status", "--json"])).branches.map((it: { readonly name: string }) => it.name)).toEqual(
    [
      "feature",
    ],
  )
})

test("clean takes away the index of a branch that is gone, and what a killed run laid out", async () => {
  const tree = join(home, "trees", "0".repeat(32))
  mkdirSync(join(tree, "shop"), { recursive: true })
  writeFileSync(join(tree, "shop/a.ts"), "")
  utimesSync(tree, 1, 1)
  Repo.git(root, "branch", "-q", "-m", "feature", "other")
  const { removed } = JSON.parse(await done(["clean", "--yes", "--json"]))
  expect(removed.length).toBe(2)
  expect(existsSync(tree)).toBe(false)
  expect(readdirSync(join(root, ".portolan"))).not.toContainEqual(expect.stringContaining("branch-"))
  expect(JSON.parse(await done(["status", "--json"])).branches).toEqual([])
})
