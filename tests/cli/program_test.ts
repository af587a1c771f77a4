// The command line from source, as a process: what it prints where, and how it ends.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"
import { VERSION } from "../../cli/version.ts"

// Each step is a process of its own on a machine that has other things to do.
setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-cli-")))
const empty = join(base, "empty")
const home = join(base, "home")
const env = { PORTOLAN_HOME: home }

const portolan = (...args: ReadonlyArray<string>) => Program.portolan(args, { cwd: empty, env })

beforeAll(() => mkdirSync(empty))
afterAll(() => rmSync(base, { recursive: true, force: true }))

test("the version is one", async () => {
  const manifest = (name: string) => JSON.parse(readFileSync(join(Program.ROOT, name), "utf8")).version
  expect([manifest("package.json"), manifest("deno.json")]).toEqual([VERSION, VERSION])
  expect(await portolan("--version")).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: "" })
})

describe("help", () => {
  test("lists every command under a heading, without escape codes where it is no terminal", async () => {
    const { code, stdout, stderr } = await portolan("--help")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    for (
      const name of [
        "analyze [PATH]",
        "list",
        "status [REPO]",
        "remove REPO",
        "clean",
        "export [PATH]",
        "import FILE",
        "doctor",
        "mcp",
        "grep PATTERN",
      ]
    ) {
      expect(stdout).toContain(`\n  ${name}`)
    }
    expect(stdout).not.toContain("\u001b")
    expect(await portolan()).toEqual({ code, stdout, stderr })
    expect(await portolan("help")).toEqual({ code, stdout, stderr })
  })

  test("of a command tells its arguments and flags", async () => {
    const { code, stdout } = await portolan("grep", "--help")
    expect(code).toBe(0)
    expect(stdout).toContain("portolan grep PATTERN")
    expect(stdout).toContain("--case-sensitive")
    expect(await portolan("help", "grep")).toEqual({ code, stdout, stderr: "" })
    expect((await portolan("mcp", "--help")).stdout).toContain("--structured")
  })
})

describe("a command line that is wrong ends with 2, one line on the error stream, and what is right", () => {
  test.each([
    [["analyse"], `error: There is no command "analyse"; did you mean "analyze". See portolan --help\n`],
    [["grep"], "error: PATTERN is missing: "],
    [["grep", "x", "--limt", "3"], "error: grep has no flag --limt; did you mean --limit. See portolan grep --help\n"],
    [["grep", "x", "--limit", "many"], `error: --limit takes a whole number, got "many". See portolan grep --help\n`],
    [["grep", "x", "y"], `error: "y" is one argument too many: grep takes PATTERN. See portolan grep --help\n`],
    [["export"], "error: export takes one of --calls, --defs"],
    [["export", "--calls", "--defs"], "error: export takes one of --calls, --defs"],
    [["export", "--calls", "--snapshot", "x"], "error: export takes one of --calls, --defs"],
    [["remove"], "error: REPO is missing: "],
    [["import"], "error: FILE is missing: "],
    [["mcp", "--profile", "core"], "error: mcp has no flag --profile"],
    [["analyze", "--workers", "0"], "error: --workers takes a whole number from 1 up, got 0\n"],
    [["analyze", "--workers", "999"], "error: Cannot index with workers 999: it takes a whole number from 1 to 256\n"],
    [["analyze", "--max-file-size", "big"], 'error: --max-file-size takes a size such as 500k or 2M, got "big"\n'],
    [["analyze", "--include", ""], "error: --include takes a value that is not empty"],
    [["analyze", "--exclude", "a["], 'error: Cannot use exclude pattern "a[": its brackets or braces do not close'],
  ])("%j", async (args, said) => {
    const { code, stdout, stderr } = await portolan(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toStartWith(said)
    expect(stderr.split("\n").length).toBe(2)
  })

  test("a value that no flag's kind refuses is refused by the tool", async () => {
    const { code, stdout, stderr } = await portolan("grep", "x", "--limit", "100000")
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain("limit must be an integer from 1 to")
  })
})

describe("what cannot be done ends with 1, one line on the error stream, and what to do", () => {
  test.each([
    [["analyze", "absent"], "there is no such path"],
    [["analyze", "file"], "it is not a folder"],
    [["analyze", "."], "it holds no files"],
    [["status"], "it is not indexed; run portolan analyze there"],
    [["status", "absent"], "none is indexed. Run portolan analyze in the repository"],
    [["status", "./absent"], "it is not indexed"],
    [["remove", "absent"], "none is indexed"],
    [["import", "absent"], "there is no such file"],
    [["import", "."], "it is no file"],
    [["import", "absent", "--path", "nowhere"], "there is no such path"],
    [["export", "--snapshot", "nowhere/x"], "its folder is not there"],
    [["export", "--snapshot", "."], "it is a folder"],
    [["grep", "x"], "none is indexed. Run portolan analyze in the repository"],
    [["export", "--calls", "absent"], "there is no such path"],
  ])("%j", async (args, said) => {
    if (args[1] === "file") writeFileSync(join(empty, "file"), "x")
    else rmSync(join(empty, "file"), { force: true })
    const { code, stdout, stderr } = await portolan(...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    const errors = stderr.split("\n").filter((line) => line.startsWith("error: "))
    expect(errors.length).toBe(1)
    expect(errors[0]).toContain(said)
  })

  test("as JSON where that was asked for", async () => {
    const { code, stdout } = await portolan("grep", "x", "--json")
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error.code).toBe("NoneIndexed")
  })
})

test.each([[["list"]], [["status"]], [["analyze", "."]], [["clean"]], [["doctor"]]])(
  "a file in the place of the home folder is said in words: %j",
  async (args) => {
    writeFileSync(join(base, "taken"), "")
    writeFileSync(join(empty, "text.md"), "# Text\n")
    const { code, stdout, stderr } = await Program.portolan(args, {
      cwd: empty,
      env: { PORTOLAN_HOME: join(base, "taken") },
    })
    rmSync(join(empty, "text.md"))
    expect(code).toBe(1)
    expect(stdout + stderr).toContain("a file or link lies where a folder should")
  },
)

test("paths count from where the command was typed, also through npm start", async () => {
  const { stderr } = await Program.portolan(["analyze", "absent"], {
    cwd: base,
    env: { ...env, INIT_CWD: empty, npm_lifecycle_event: "start" },
  })
  expect(stderr).toContain(`"${join(empty, "absent")}"`)
  // Another script of npm's has its own folder, which is the right one.
  const other = await Program.portolan(["analyze", "absent"], {
    cwd: base,
    env: { ...env, INIT_CWD: empty, npm_lifecycle_event: "test" },
  })
  expect(other.stderr).toContain(`"${join(base, "absent")}"`)
})

test("list says when nothing is indexed", async () => {
  expect(await portolan("list")).toEqual({
    code: 0,
    stdout: "Nothing is indexed yet: run portolan analyze in a repository\n",
    stderr: "",
  })
  expect((await portolan("list", "--json")).stdout).toBe("[]\n")
})

test("who has read enough ends it without a word", async () => {
  const { code, stdout, stderr } = await Program.run("sh", [
    "-c",
    '"$@" | head -n 1',
    "sh",
    Program.BUN,
    ...Program.SAFELY,
    `${Program.ROOT}cli/main.ts`,
    "--help",
  ], { cwd: empty, env: { ...env, PATH: process.env["PATH"] ?? "" } })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout.split("\n").length).toBe(2)
})
