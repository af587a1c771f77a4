// Rules in git's syntax: git itself says what they mean. A pattern that was written to take for ever takes no time.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import process from "node:process"
import * as OwnRules from "../../lib/indexer/own_rules.ts"
import * as Rules from "../../lib/indexer/rules.ts"
import { law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

/** Which of `paths`, all of files, git leaves out by rules, by folder. */
const byGit = (rules: ReadonlyMap<string, string>, paths: ReadonlyArray<string>): ReadonlySet<string> => {
  const root = realpathSync(mkdtempSync(`${tmpdir()}/portolan-test-`))
  try {
    Repo.git(root, "init", "-q")
    for (const folder of rules.keys()) mkdirSync(`${root}/${folder}`, { recursive: true })
    Repo.write(
      root,
      new Map([...rules].map(([folder, text]) => [`${folder === "" ? "" : `${folder}/`}.gitignore`, text])),
    )
    const answer = execFileSync("git", ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"], {
      cwd: root,
      input: paths.join("\0"),
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    }).split("\0")
    const out = new Set<string>()
    for (let i = 0; i + 3 < answer.length; i += 4) {
      if (answer[i] !== "" && !answer[i + 2]!.startsWith("!")) out.add(answer[i + 3]!)
    }
    return out
  } catch (cause) {
    // Git ends with 1 where not one path is left out.
    if ((cause as { readonly status?: number }).status === 1) return new Set()
    throw cause
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const byUs = (rules: ReadonlyMap<string, string>, paths: ReadonlyArray<string>): ReadonlySet<string> => {
  const own = OwnRules.make()
  for (const [folder, text] of rules) OwnRules.add(own, folder, text)
  return new Set(paths.filter((path) => OwnRules.verdictOf(own, path, false)?._tag === "out"))
}

/** `a` is a folder, since rules can lie in it. */
const PATHS: ReadonlyArray<string> = ["a", "b", "ab", "a.b", "b]", "!a", "#a"].flatMap((first) => [
  ...first === "a" ? [] : [first],
  ...["a", "b", "a.b"].flatMap((second) => [
    `${first}/x/${second}`,
    `${first}/${second}/a`,
    `${first}/${second}/b/a.b`,
  ]),
])

const piece = fc.constantFrom(
  "a",
  "b",
  ".",
  "*",
  "**",
  "?",
  "/",
  "/",
  "[ab]",
  "[!a]",
  "[a-b]",
  "\\",
  "!",
  "#",
  " ",
  "[",
  "]",
)
const line = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(""))
  // Git before 2.40 takes two stars beside other text for one or for two, as its memory happens to lie.
  .filter((it) => !/[^/]\*\*|\*\*[^/*]/.test(it.replace(/^!/, "")))
const likely = fc.constantFrom(
  "a",
  "/a",
  "a/",
  "*",
  "!a",
  "!/a/",
  "**/a",
  "a/**",
  "a/**/b",
  "!a/*",
  "*.b",
  "!*.b",
  "/*",
  "!b/",
  "a/*",
  "**/",
  "/**",
)
const lines = fc.array(fc.oneof(line, likely), { maxLength: 6 }).map((it) => it.join("\n"))

law(
  "rules leave out what git leaves out by the same lines",
  // Many sets of rules, each in a folder of its own, for one question to git.
  fc.array(fc.tuple(lines, fc.option(lines, { nil: undefined })), { minLength: 20, maxLength: 20 }),
  (sets) => {
    const rules = new Map<string, string>()
    const paths: Array<string> = []
    sets.forEach(([top, nested], i) => {
      rules.set(`s${i}`, top)
      if (nested !== undefined) rules.set(`s${i}/a`, nested)
      paths.push(...PATHS.map((path) => `s${i}/${path}`))
    })
    const [us, git] = [byUs(rules, paths), byGit(rules, paths)]
    expect(paths.filter((path) => us.has(path) !== git.has(path))).toEqual([])
    expect(git.size).toBeGreaterThan(0)
  },
  { runs: 12 },
)

test("comments, blanks, escapes, line ends and a mark at the start are git's", () => {
  const text = "\ufeff# one\r\n\\#two\r\nthree  \r\nfour\\ \n\n  \n\\!five\nsix\\\n[seven\n/\n//\n"
  const said = (path: string) =>
    Rules.parse(text).some((rule) => Rules.matches(rule, Rules.split(path), 0, false, { steps: 1e6 }))
  expect(["#two", "three", "four ", "!five"].map(said)).toEqual([true, true, true, true])
  expect(["# one", "four", "six", "six\\", "[seven", "", "x", "five"].map(said)).toEqual(Array(8).fill(false))
})

const verdict = (rules: Readonly<Record<string, string>>, path: string) => {
  const own = OwnRules.make()
  for (const [folder, text] of Object.entries(rules)) OwnRules.add(own, folder, text)
  return OwnRules.verdictOf(own, path, false)
}

test("a ! that takes back a rule does only that; one with nothing to take back asks for what it means", () => {
  expect(verdict({ "": "*.gen.ts\n!keep.gen.ts" }, "src/keep.gen.ts")).toBeUndefined()
  expect(verdict({ "": "!keep.gen.ts" }, "src/keep.gen.ts")).toEqual({ _tag: "wanted" })
  expect(verdict({ "": "!dist/" }, "dist/deep/a.ts")).toEqual({ _tag: "wanted" })
  expect(verdict({ "": "!dist/\n*.map" }, "dist/a.map")).toEqual({ _tag: "out", reason: "left out by .portolanignore" })
  expect(verdict({ "": "/*\n!/src/" }, "src/a.ts")).toBeUndefined()
  expect(verdict({ "": "*\n!src/**" }, "src/a.ts")).toMatchObject({ _tag: "out" })
  expect(verdict({ "": "lib/", lib: "!a.ts" }, "lib/a.ts")).toMatchObject({ _tag: "out" })
  expect(verdict({ lib: "a.ts" }, "lib/a.ts")).toEqual({ _tag: "out", reason: "left out by lib/.portolanignore" })
  expect(verdict({ lib: "a.ts" }, "a.ts")).toBeUndefined()
})

test("a rule leads into the folders that it names, not into every one", () => {
  const leads = (rule: string, path: string) => {
    const own = OwnRules.make()
    OwnRules.add(own, "", rule)
    return OwnRules.leadsInto(own, path)
  }
  expect(leads("!generated/api.ts", "generated")).toBe(true)
  expect(leads("!packages/*/dist/api.ts", "packages/web/dist")).toBe(true)
  expect(leads("!**/generated/*.ts", "web/generated")).toBe(true)
  expect(leads("!a/b/c/d.ts", "a/b")).toBe(true)
  expect(leads("!dist/**", "dist")).toBe(true)
  expect(leads("!**/generated/*.ts", "node_modules")).toBe(false)
  expect(leads("!generated/api.ts", "web/generated")).toBe(false)
  expect(leads("!api.ts", "node_modules")).toBe(false)
  expect(leads("!generated/", "node_modules")).toBe(false)
  expect(leads("generated/api.ts", "generated")).toBe(false)
})

test("patterns made to take for ever are paid for step by step", () => {
  const began = performance.now()
  const path = `${"a/".repeat(60)}${"ab".repeat(100)}`
  const rules = ["**/a/".repeat(40) + "x", "*a".repeat(100) + "*c", "*[ab]".repeat(80) + "c", "?*".repeat(100) + "/"]
  for (const text of rules) {
    const budget = { steps: 10_000_000 }
    expect(Rules.matches(Rules.ruleOf(text)!, Rules.split(path), 0, false, budget)).toBe(false)
    expect(budget.steps).toBeGreaterThan(9_000_000)
  }
  expect(performance.now() - began).toBeLessThan(1000)
})

test("rules that cost more than any list that people write are noticed, after bounded work", () => {
  const own = OwnRules.make()
  OwnRules.add(own, "", `${"*a".repeat(40)}*c\n`.repeat(10_000))
  const name = "ab".repeat(120)
  for (let i = 0; i < 50; i++) OwnRules.verdictOf(own, `${i}/${name}`, false)
  expect(OwnRules.isExhausted(own)).toBe(true)
  expect(OwnRules.verdictOf(own, "b", false)).toBeUndefined()
})

test("a file of rules is read in time that its length bounds, whatever opens in it and does not close", () => {
  const length = 1_000_000
  for (const unit of ["[", "[a", "[[:", "[[:a", "[!", "[\\", "\\", "*", "**/", "a/", "!", " ", "\\ ", "[a-"]) {
    const text = unit.repeat(length / unit.length)
    const before = process.cpuUsage()
    Rules.parse(text)
    Rules.parse(`${text}]/${text}`)
    const { user } = process.cpuUsage(before)
    // A square of the length would be minutes.
    expect([unit, user < 3_000_000]).toEqual([unit, true])
  }
})

test("what a rule costs without being matched is paid for too", () => {
  const many = 300_000
  const cost = (text: string, ask: (own: OwnRules.OwnRules) => void): number => {
    const own = OwnRules.make()
    OwnRules.add(own, "", text)
    const { steps } = own.budget
    ask(own)
    return steps - own.budget.steps
  }
  // A folder's rules before a file, names before a folder's insides, rules behind the `!` that has spoken.
  expect(cost("x/\n".repeat(many), (own) => OwnRules.verdictOf(own, "a", false))).toBeGreaterThan(many / 2)
  expect(cost("!x\n".repeat(many), (own) => OwnRules.leadsInto(own, "a"))).toBeGreaterThan(many / 2)
  expect(cost("!a\n".repeat(many), (own) => OwnRules.verdictOf(own, "a", false))).toBeGreaterThan(many / 2)
  // One set of many letters, held against many.
  const set = `*[${"b".repeat(1000)}]*`
  expect(cost(set, (own) => OwnRules.verdictOf(own, "a".repeat(1000), false))).toBeGreaterThan(many)
  // A rule of many parts, each of which may be the folder that is asked about.
  const before = process.cpuUsage()
  const spent = cost(`!${"a/".repeat(many)}b`, (own) => OwnRules.leadsInto(own, "x/a"))
  expect(spent).toBeGreaterThan(many / 2)
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
})
