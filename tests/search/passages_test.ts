// Files cut into passages: whose text is whose, that no word is lost, and where text of other languages is cut.

import { describe, expect, test } from "bun:test"
import { NONE } from "../../lib/graph/columns.ts"
import { NODE_KINDS } from "../../lib/graph/kinds.ts"
import * as Heads from "../../lib/search/heads.ts"
import * as Passages from "../../lib/search/passages.ts"
import * as Sections from "../../lib/search/sections.ts"
import * as Words from "../../lib/search/words.ts"

/** A unit by the text that it is, which stands once in `source`. */
const unitOf = (source: string, text: string, name: string, container = ""): Passages.Unit => {
  const start = source.indexOf(text)
  expect(start).not.toBe(-1)
  return {
    start,
    end: start + text.length,
    nameStart: source.indexOf(name, start),
    kind: NODE_KINDS.Function.code,
    name,
    container,
    doc: "",
    signature: "",
  }
}

const wordsOf = (passages: Passages.FilePassages, row: number): ReadonlyArray<string> =>
  Array.from(
    passages.terms.subarray(row === 0 ? 0 : passages.termEnds[row - 1]!, passages.termEnds[row]!),
    (id) => passages.words[id]!,
  )

const METHOD = "  total(lines) {\n    return lines.reduce(addPrice)\n  }"
const CLASS = `class Order {\n  discount = zero\n\n  // Sums up what is bought.\n${METHOD}\n}`
const SOURCE = `// Orders of a shop.\nimport { zero } from "./zero"\n\n${CLASS}\n\nregister(Order)\n`
const UNITS = [unitOf(SOURCE, CLASS, "Order"), unitOf(SOURCE, METHOD.trimStart(), "total", "Order")]

describe("ofSource()", () => {
  const passages = Passages.ofSource(SOURCE, UNITS)

  test("a row for the file and one for each definition, at their lines", () => {
    expect([...passages.unit]).toEqual([NONE, 0, 1])
    expect([...passages.startLine]).toEqual([1, 4, 7])
    expect([...passages.endLine]).toEqual([13, 11, 10])
  })

  test("a definition has its own text, the comment above it, and not that of those in it", () => {
    expect(wordsOf(passages, 2)).toContain("reduc")
    expect(wordsOf(passages, 2)).toContain("bought")
    expect(wordsOf(passages, 1)).not.toContain("reduc")
    expect(wordsOf(passages, 1)).toContain("discount")
    expect(wordsOf(passages, 1)).toContain("total")
    expect(wordsOf(passages, 0)).toContain("register")
    expect(wordsOf(passages, 0)).not.toContain("discount")
  })

  test("each word of the text stands in one passage, beside what names these", () => {
    const units = UNITS.map((it) => ({ ...it, name: "", container: "" }))
    const found = Passages.ofSource(SOURCE, units)
    const all = [0, 1, 2].flatMap((row) => wordsOf(found, row)).sort()
    expect(all).toEqual([...Words.terms(SOURCE)].sort())
  })

  test("a long definition is several rows, each called so, that no word is lost in", () => {
    const lines = Array.from({ length: 200 }, (_, i) => `  step${i}(value, another, further)`)
    const source = `function run() {\n${lines.join("\n")}\n}\n`
    const found = Passages.ofSource(source, [unitOf(source, source.trimEnd(), "run")])
    expect(found.rows).toBeGreaterThan(1)
    for (let row = 0; row < found.rows; row++) {
      expect(wordsOf(found, row)).toContain("run")
      if (0 < row) expect(found.startLine[row]).toBe(found.endLine[row - 1]! + 1)
    }
    for (let i = 0; i < 200; i++) expect(found.words).toContain(`step${i}`)
  })

  test("a definition without text of its own is found by its name", () => {
    const source = "a = b"
    const both = { ...unitOf(source, source, "a"), name: "first" }
    const found = Passages.ofSource(source, [both, { ...both, name: "second" }])
    expect([...found.unit]).toEqual([0, 1])
    expect(wordsOf(found, 0)).toContain("first")
  })

  test("vectors are of unit length when read back", () => {
    const embedding: Passages.Embedding = {
      dims: 2,
      document: ({ name }, into) => into.set(name === "total" ? [0.6, 0.8] : [1, 0]),
    }
    const found = Passages.ofSource(SOURCE, UNITS, embedding)
    const read = Array.from(found.vectors, (value, at) => value * found.scales[at >> 1]!)
    expect(read[4]).toBeCloseTo(0.6, 2)
    expect(read[5]).toBeCloseTo(0.8, 2)
    expect(found.scales.length).toBe(3)
  })
})

describe("ofText()", () => {
  test("prose is cut at its headings and says them", () => {
    const text = "intro\n\n# Install\n\nRun it.\n\n```\n# not a heading\n```\n\n## From source\n\nBuild it.\n"
    const found = Passages.ofText("README.md", text)
    expect(found.titles).toEqual(["", "Install", "From source"])
    expect([...found.startLine]).toEqual([1, 3, 11])
    expect(wordsOf(found, 2)).toContain("install")
  })

  test("code is cut where definitions begin, and says what it seems to define", () => {
    const body = Array.from({ length: 24 }, (_, i) => `    let value${i} = compute(${i});`).join("\n")
    const text = `// Starts.\nfn start_engine() {\n${body}\n}\n\n/// Stops.\npub async fn stop_engine() {\n${body}\n}\n`
    const found = Passages.ofText("engine.rs", text)
    expect(found.titles).toEqual(["start_engine", "stop_engine"])
    expect([...found.startLine]).toEqual([1, 29])
  })

  test("a line that is data is not read to its end", () => {
    const found = Passages.ofText("data.json", `[${"12345,".repeat(100_000)}]`)
    expect(found.rows).toBe(1)
    expect(found.terms.length).toBeLessThan(5_000)
  })
})

describe("Heads.definedBy()", () => {
  const EXAMPLES: ReadonlyArray<readonly [line: string, name: string | undefined]> = [
    ["pub(crate) async fn poll_next<T>(self) -> T {", "poll_next"],
    ["impl<T> Stream for Wrapper<T> {", "Stream"],
    ["  def self.call(env)", "call"],
    ["defmodule Phoenix.Router do", "Phoenix.Router"],
    ["local function normalize(spec)", "normalize"],
    ["function M.load(plugin)", "M.load"],
    ["M.load = function(plugin)", "M.load"],
    ["final class Session: Sendable {", "Session"],
    ["sealed abstract class Json extends Serializable {", "Json"],
    ["static CURLcode ssl_connect(struct data *data,", "ssl_connect"],
    ["void freeClient(client *c) {", "freeClient"],
    ["#define MAX_SIZE 10", "MAX_SIZE"],
    ["nvm_install() {", "nvm_install"],
    ["parseJSON :: Value -> Parser a", "parseJSON"],
    ["newtype Parser a = Parser", "Parser"],
    ["pub const Node = struct {", "Node"],
    ["  return compute(x)", undefined],
    ["  if (value) {", undefined],
    ["else if (value) {", undefined],
    ["int declared(void);", undefined],
    ["the class of things", undefined],
  ]
  for (const [line, name] of EXAMPLES) {
    test(line, () => expect(Heads.definedBy(line)).toBe(name))
  }
})

test("sections of a text are all of it, whatever marks its headings", () => {
  const lines = ["Title", "=====", "", "text", "", "Part", "----", "more", "", "Part", "----", "end"]
  const found = Sections.of(lines)
  expect(found.map((it) => it.title)).toEqual(["Title", "Part", "Part"])
  expect(found[1]!.under).toEqual(["Title"])
  expect(found.map((it) => it.from)).toEqual([0, 5, 9])
  expect(found.at(-1)!.to).toBe(lines.length)
})
