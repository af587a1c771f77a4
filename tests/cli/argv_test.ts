import { describe, expect, test } from "bun:test"
import * as Argv from "../../cli/argv.ts"
import type { Command } from "../../cli/command.ts"
import * as Help from "../../cli/help.ts"
import { fold, paintFor } from "../../cli/terminal.ts"

const command: Omit<Command, "run"> = {
  name: "dig",
  group: "Ask",
  summary: "Digs for something",
  arguments: [{ name: "what", doc: "What to dig for", required: true }, {
    name: "where",
    doc: "Where",
    required: false,
  }],
  flags: [
    { key: "maxDepth", name: "max-depth", doc: "How deep", value: { kind: "integer" }, spellings: ["depth"] },
    { key: "deep", name: "deep", doc: "Deep", value: { kind: "switch" } },
    { key: "tool", name: "tool", doc: "With what", value: { kind: "choice", choices: ["spade", "hands"] } },
    { key: "kinds", name: "kinds", doc: "Kinds", value: { kind: "list", choices: ["GOLD", "SILVER"] } },
    { key: "share", name: "share", doc: "How much", value: { kind: "number" } },
  ],
}

const read = (...words: ReadonlyArray<string>) => {
  const it = Argv.read(command, words)
  return it._tag === "typed" ? Argv.words(it.typed) : it._tag === "refused" ? it.why : it._tag
}

describe("the words of a command", () => {
  test("come in any order and any spelling of a flag", () => {
    const wanted = ["--max-depth", "3", "--deep", "--", "gold", "here"]
    expect(read("--max-depth", "3", "--deep", "gold", "here")).toEqual(wanted)
    expect(read("gold", "--maxDepth=3", "here", "--deep")).toEqual(wanted)
    expect(read("gold", "here", "--depth", "3", "--deep")).toEqual(wanted)
  })

  test("of a closed list may be typed in any case, several at once", () => {
    expect(read("gold", "--tool", "SPADE")).toEqual(["--tool", "spade", "--", "gold"])
    expect(read("x", "--kinds", "gold,Silver")).toEqual(["--kinds", "GOLD", "--kinds", "SILVER", "--", "x"])
    expect(read("x", "--kinds", "gold,tin")).toBe(`--kinds takes one of GOLD, SILVER, got "tin"`)
  })

  test("after -- are arguments whatever they look like", () => {
    expect(read("--", "--deep")).toEqual(["--", "--deep"])
  })

  test("ask for help wherever --help stands", () => {
    expect(read("gold", "--help")).toBe("help")
    expect(read("-h")).toBe("help")
  })

  test.each([
    [["gold", "--dep", "3"], "dig has no flag --dep; did you mean --deep"],
    [["gold", "--max-depth"], "--max-depth needs a value: How deep"],
    [["gold", "--max-depth", "deep"], `--max-depth takes a whole number, got "deep"`],
    [["gold", "--max-depth", "1.5"], `--max-depth takes a whole number, got "1.5"`],
    [["gold", "--share", "much"], `--share takes a number, got "much"`],
    [["gold", "--tool", "fork"], `--tool takes one of spade, hands, got "fork"`],
    [["gold", "--deep=yes"], "--deep takes no value"],
    [["gold", "here", "there"], `"there" is one argument too many: dig takes WHAT WHERE`],
    [[], "WHAT is missing: What to dig for"],
  ])("%j are refused by name: %s", (words, why) => {
    expect(read(...words)).toBe(why)
  })
})

describe("help", () => {
  const plain = paintFor({ write: () => {}, isTerminal: false, colour: false, columns: () => 80 })

  test("of a command is aligned and fits the screen", () => {
    const lines = Help.ofCommand({ ...command, run: undefined as never }, 60, plain).split("\n")
    expect(lines[0]).toBe("portolan dig WHAT [WHERE] [FLAGS]")
    expect(lines).toContain("  WHAT                   What to dig for")
    expect(lines).toContain("  --max-depth N          How deep")
    expect(lines).toContain("  --tool spade|hands     With what")
    expect(Math.max(...lines.map((it) => it.length))).toBeLessThanOrEqual(60)
  })

  test("breaks lines at spaces only", () => {
    expect(fold("a bb ccc dddd", 6)).toEqual(["a bb", "ccc", "dddd"])
    expect(fold("unbreakable words", 5)).toEqual(["unbreakable", "words"])
  })
})
