// What a shell is told when its user has typed half of a command line.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Complete from "../../cli/complete.ts"
import { COMMANDS } from "../../cli/everything.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import * as Program from "../_kit/program.ts"

setDefaultTimeout(60_000)

const words = async (...typed: ReadonlyArray<string>) =>
  (await Complete.complete(COMMANDS, typed, () => Promise.resolve([{ word: "web", doc: "/srv/web" }]))).map((it) =>
    it.word
  )

describe("complete()", () => {
  test("begins with commands, each tool among them", async () => {
    const all = await words("")
    for (const { name } of TOOLS) expect(all).toContain(name.replaceAll("_", "-"))
    expect(all).toContain("analyze")
    expect(await words("read")).toEqual(["read-file"])
    expect(await words("help", "read")).toEqual(["read-file"])
    expect(await words("nothing", "")).toEqual([])
  })

  test("knows the flags of a command, by its other names too", async () => {
    expect(await words("impact", "--max")).toEqual(["--max-depth", "--max-tokens"])
    expect(await words("explore", "--rel")).toEqual(["--relation-types"])
    expect(await words("impact", "x", "--he")).toEqual(["--help"])
  })

  test("knows the words of a closed list, also behind an equals sign, parted by the shell or not", async () => {
    expect(await words("impact", "x", "--direction", "")).toEqual(["upstream", "downstream"])
    expect(await words("impact", "x", "--direction=d")).toEqual(["--direction=downstream"])
    expect(await words("impact", "x", "--direction", "=", "d")).toEqual(["downstream"])
    expect(await words("completions", "z")).toEqual(["zsh"])
  })

  test("knows repositories where one may stand, and leaves paths to the shell", async () => {
    expect(await words("context", "x", "--repo", "w")).toEqual(["web"])
    expect(await words("context", "x", "--repo", "q")).toEqual([])
    expect(await words("status", "")).toEqual(["web"])
    expect(await words("read-file", "src/")).toEqual([Complete.FILES])
    expect(await words("function", "x", "--file", "s")).toEqual([Complete.FILES])
    expect(await words("mcp", "--db", "")).toEqual([Complete.FILES])
  })

  test("counts arguments past flags and their values", async () => {
    expect(await words("read-file", "--max-lines", "3", "")).toEqual([Complete.FILES])
    expect(await words("read-file", "a.ts", "")).toEqual([])
    expect(await words("grep", "x", "--literal", "")).toEqual([])
  })

  test("lines() never breaks a line, whatever a path holds", () => {
    expect(Complete.lines([{ word: "a", doc: "/x\ny\tz" }, { word: "b", doc: "" }])).toBe("a\t/x y z\nb\n")
  })
})

describe("a shell", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-complete-")))
  const bin = join(base, "bin")
  const repo = join(base, "ledger")
  const env = { PORTOLAN_HOME: join(base, "home"), PATH: `${bin}:${process.env["PATH"] ?? ""}` }
  const portolan = (...args: ReadonlyArray<string>) =>
    Program.run(Program.BUN, [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, ...args], { cwd: base, env })

  beforeAll(async () => {
    mkdirSync(bin)
    mkdirSync(repo)
    writeFileSync(join(repo, "a.ts"), "export class A {}\nexport const make = () => new A()\n")
    writeFileSync(
      join(bin, "portolan"),
      `#!/bin/sh\nexec ${
        [Program.BUN, ...Program.SAFELY, `${Program.ROOT}cli/main.ts`].map((it) => `'${it}'`).join(" ")
      } "$@"\n`,
    )
    chmodSync(join(bin, "portolan"), 0o755)
    expect((await portolan("analyze", repo)).code).toBe(0)
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  /** What bash itself offers behind such words. */
  const offered = async (...typed: ReadonlyArray<string>) => {
    const list = ["portolan", ...typed].map((word) => `'${word}'`).join(" ")
    const script =
      `eval "$(portolan completions bash)"; COMP_WORDS=(${list}); COMP_CWORD=${typed.length}; _portolan; ` +
      `printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await Program.run("bash", ["-c", script], { cwd: base, env })
    return stdout.split("\n").filter((line) => line !== "")
  }

  test("that is bash offers commands, flags and repositories", async () => {
    expect(await offered("blast")).toEqual(["blast-radius"])
    expect(await offered("function", "--dep")).toEqual(["--depth"])
    expect(await offered("context", "--repo", "")).toEqual(["ledger"])
    expect(await offered("read-file", "")).toEqual([])
  })

  /** What zsh is given to show; its own widgets, which need a terminal, are stood in for. */
  const inZsh = async (...typed: ReadonlyArray<string>) => {
    const list = ["portolan", ...typed].map((word) => `'${word}'`).join(" ")
    const script = `compdef() { }; _files() { print -r -- FILES }; _describe() { print -rl -- "\${(@P)2}" }; ` +
      `eval "$(portolan completions zsh)"; words=(${list}); CURRENT=\${#words}; _portolan`
    return (await Program.run("zsh", ["-f", "-c", script], { cwd: base, env })).stdout.split("\n").filter((it) =>
      it !== ""
    )
  }

  /** What fish offers behind a line, each word before what it is. */
  const inFish = async (line: string) => {
    const script = `portolan completions fish | source; complete -C '${line}'`
    const run = await Program.run("fish", ["--no-config", "-c", script], { cwd: base, env: { ...env, HOME: base } })
    return run.stdout.split("\n").filter((it) => it !== "").map((it) => it.split("\t")[0]!)
  }

  /** A machine without the shell has nothing to try it with, and says so. */
  const having = (shell: string) => {
    const isThere = Bun.which(shell) !== null
    if (!isThere) console.warn(`Completions of ${shell} are not tried: there is no ${shell} here`)
    return test.skipIf(!isThere)
  }

  having("zsh")("that is zsh offers the same, with what each is", async () => {
    expect(await inZsh("blast")).toEqual([`blast-radius:${TOOLS.find((it) => it.name === "blast_radius")!.summary}`])
    expect((await inZsh("function", "--dep")).map((it) => it.split(":")[0])).toEqual(["--depth"])
    expect(await inZsh("impact", "x", "--direction", "")).toEqual(["upstream", "downstream"])
    expect((await inZsh("context", "--repo", "")).map((it) => it.split(":")[0])).toContain("ledger")
    expect(await inZsh("read-file", "")).toEqual(["FILES"])
  })

  having("fish")("that is fish offers the same", async () => {
    expect(await inFish("portolan blast")).toEqual(["blast-radius"])
    expect(await inFish("portolan function --dep")).toEqual(["--depth"])
    expect((await inFish("portolan impact x --direction ")).sort()).toEqual(["downstream", "upstream"])
    expect(await inFish("portolan context --repo ")).toContain("ledger")
    expect(await inFish("portolan read-file led")).toEqual(["ledger/"])
  })

  test("that is bash is given a name as one word that runs nothing", async () => {
    const odd = join(base, "odd $(touch ran) name")
    mkdirSync(odd)
    writeFileSync(join(odd, "a.ts"), "export const a = 1\n")
    expect((await portolan("analyze", odd)).code).toBe(0)
    const [word] = await offered("context", "--repo", "odd")
    const { stdout } = await Program.run("bash", ["-c", `printf %s ${word}`], { cwd: base, env })
    expect(stdout).toBe("odd $(touch ran) name")
    expect(existsSync(join(base, "ran"))).toBe(false)
    expect((await portolan("remove", odd)).code).toBe(0)
  })

  test("gets words of its own kind, or is told which there are", async () => {
    for (const [shell, says] of [["zsh", "compdef _portolan"], ["fish", "complete -c portolan"]] as const) {
      const { code, stdout } = await portolan("completions", shell)
      expect(code).toBe(0)
      expect(stdout).toContain(says)
    }
    const { code, stderr } = await portolan("completions", "zhs")
    expect(code).toBe(2)
    expect(stderr).toContain("did you mean zsh")
  })

  test("without a list of repositories completes all the same, in silence", async () => {
    writeFileSync(join(base, "broken"), "")
    const broken = { ...env, PORTOLAN_HOME: join(base, "broken") }
    const { code, stdout, stderr } = await Program.run(
      Program.BUN,
      [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, Complete.ASK, "context", "--repo", ""],
      { cwd: base, env: broken },
    )
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" })
  })

  describe("schema", () => {
    const validator = new AjvJsonSchemaValidator()
    const CALLS: ReadonlyArray<ReadonlyArray<string>> = [
      ["context", "A"],
      ["context", "--file", "a.ts"],
      ["impact", "A"],
      ["query", "make"],
      ["function", "make"],
      ["class", "A"],
      ["explain", "a.ts"],
      ["search", "make"],
      ["blast-radius", "A"],
      ["trace", "make", "A"],
      ["read-file", "a.ts"],
      ["grep", "class"],
      ["list-repos"],
      ["context", "nothing"],
    ]
    for (const call of CALLS) {
      test(`${call.join(" ")} --json has the form that is told, with its version`, async () => {
        const schema = JSON.parse((await portolan("schema", call[0]!)).stdout)
        const { stdout } = await portolan(...call, "--json", ...(call[0] === "list-repos" ? [] : ["--repo", "ledger"]))
        const answer = JSON.parse(stdout)
        expect(Object.keys(answer)[0]).toBe("schema_version")
        expect(answer.schema_version).toBe(1)
        expect(validator.getValidator(schema)(answer)).toMatchObject({ valid: true })
        expect(validator.getValidator(schema)({ ...answer, schema_version: 2 })).toMatchObject({ valid: false })
      })
    }
  })
})
