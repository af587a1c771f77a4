import { describe, expect, test } from "bun:test"
import * as Verbatim from "../../lib/search/verbatim.ts"

describe("what is asked for as it stands", () => {
  test("is what stands in quotes", () => {
    expect(Verbatim.asked('where is "no such host" raised')).toEqual({ text: "no such host", certain: true })
    expect(Verbatim.asked("`server.port`")).toEqual({ text: "server.port", certain: true })
    expect(Verbatim.asked("'retry-after'")).toEqual({ text: "retry-after", certain: true })
  })

  test("is a key, a piece of code, or some words", () => {
    expect(Verbatim.asked("server.max-connections")).toEqual({ text: "server.max-connections", certain: true })
    expect(Verbatim.asked("Cannot open socket: refused")?.certain).toBe(true)
    expect(Verbatim.asked("failed to open")?.text).toBe("failed to open")
  })

  test("is nothing where a name or two words are asked for, and no apostrophe makes a quotation", () => {
    expect(Verbatim.asked("parseQuery")).toBeUndefined()
    expect(Verbatim.asked("parse query")).toBeUndefined()
    expect(Verbatim.asked("what doesn't the parser's test do")).toEqual({
      text: "what doesn't the parser's test do",
      certain: false,
    })
    expect(Verbatim.asked('"a"')).toBeUndefined()
  })
})

describe("the line of a text", () => {
  const text = [
    "// don't say: no such host",
    "const host = lookup(name) // no such host",
    'if (host === undefined) throw new Error("No such host")',
    "log('no such host')",
  ].join("\r\n")

  test("is the first that holds it between quotes, as it is written", () => {
    expect(Verbatim.find(text, "no such host")).toMatchObject({ line: 4, inQuotes: true })
    expect(Verbatim.find(text, "No such host")).toMatchObject({ line: 3, inQuotes: true })
  })

  test("is the first of all where no quotes hold it, whatever its case", () => {
    expect(Verbatim.find(text, "lookup(name)")).toMatchObject({ line: 2, inQuotes: false })
    expect(Verbatim.find(text, "LOOKUP(name)")).toMatchObject({ line: 2, inQuotes: false })
    expect(Verbatim.find(text, "lookup(other)")).toBeUndefined()
  })

  test("does not move where lower case is longer", () => {
    expect(Verbatim.find("İstanbul\nkey = ONE", "key = one")).toBeUndefined()
  })
})
