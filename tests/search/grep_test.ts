// Lines that match: the same as testing line by line, whatever the line ends, and never a hang.

import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import * as Grep from "../../lib/search/grep.ts"
import { law } from "../_kit/effect.ts"

const compile = (pattern: string, options: Partial<Grep.Options> = {}) =>
  Either.getOrThrow(Grep.compile(pattern, { literal: false, caseSensitive: true, ...options }))

const found = (text: string, pattern: string, options: Partial<Grep.Options> = {}) =>
  Grep.lines(text, compile(pattern, options), 1000).map((it) => text.slice(it.start, it.end))

describe("lines()", () => {
  const text = "one\ntwo three\r\nThree\rfour.five\n"

  test.each<[string, Partial<Grep.Options>, ReadonlyArray<string>]>([
    ["three", {}, ["two three"]],
    ["three", { caseSensitive: false }, ["two three", "Three"]],
    ["^t", {}, ["two three"]],
    ["e$", {}, ["one", "two three", "Three", "four.five"]],
    ["r.f", {}, ["four.five"]],
    ["e.f", { literal: true }, []],
    [".five", { literal: true }, ["four.five"]],
    ["FOUR.", { literal: true, caseSensitive: false }, ["four.five"]],
    ["one\\s+two", {}, []],
    ["[^x]three", {}, ["two three"]],
    ["\\Atwo", {}, []],
  ])("%s %o", (pattern, options, expected) => {
    expect(found(text, pattern, options)).toEqual([...expected])
  })

  test("a line is found once, and as many as are wanted", () => {
    expect(found("aaa\naaa\n", "a")).toEqual(["aaa", "aaa"])
    expect(Grep.lines("a\na\na\n", compile("a"), 2).length).toBe(2)
  })

  const alphabet = fc.stringMatching(/^[ab\n\r. ]{0,40}$/)
  const patterns = fc.constantFrom(
    "a",
    "a+b",
    "^a",
    "b$",
    "a.b",
    "[^a]b",
    "a|b ",
    "(a b)+",
    "\\s",
    "a\\s*b",
    "",
    "a[^b]*",
    "[\\s\\S]*",
    "a[\\s\\S]*b",
    "\\s*b",
  )
  law("are those that match by themselves", fc.tuple(alphabet, patterns), ([text, pattern]) => {
    const compiled = compile(pattern)
    const lines = text.split(/\r\n|\r|\n/)
    // A text that ends with a break has no further line to show unless the pattern matches nothing at all.
    const expected = lines.filter((line) => compiled.inLine(line) !== undefined)
    expect(found(text, pattern)).toEqual(expected)
  }, { runs: 500 })
})

law(
  "a literal is found as it stands, whatever characters it has",
  fc.tuple(fc.string({ minLength: 1, unit: "binary-ascii" }).filter((it) => !/[\r\n]/.test(it)), fc.boolean()),
  ([literal, caseSensitive]) => {
    const line = `before ${caseSensitive ? literal : literal.toUpperCase()} after`
    expect(found(`one\n${line}\ntwo`, literal, { literal: true, caseSensitive })).toContain(line)
  },
  { runs: 500 },
)

test("a pattern that would hang a backtracking engine does not", () => {
  const started = performance.now()
  expect(found(`${"a".repeat(50_000)}!`, "(a+)+$")).toEqual([])
  expect(performance.now() - started).toBeLessThan(5_000)
})

test("what begins the text is found in no later line, also behind a hit that goes on", () => {
  expect(found("ax\nax\nay\n", "\\Aa[^y]*")).toEqual(["ax"])
})

test.each(["[\\s\\S]*", "word[^;]*", "d\\s[^;]*"])(
  "%s, which no line ends, takes no look at the rest of the text a line",
  (pattern) => {
    const started = performance.now()
    const count = 100_000
    expect(Grep.lines("word\n".repeat(count), compile(pattern), count).length).toBe(pattern.startsWith("d") ? 0 : count)
    expect(performance.now() - started).toBeLessThan(5_000)
  },
)

test.each(["(", "a{2,1}", "(?=x)", "(a)\\1", "[z-a]"])("%s is refused with a reason", (pattern) => {
  const error = Either.getOrThrow(Either.flip(Grep.compile(pattern, { literal: false, caseSensitive: true })))
  expect(error).toBeInstanceOf(Grep.PatternInvalid)
  expect(error.message).toStartWith(`Cannot search for ${JSON.stringify(pattern)}: `)
})

test("repeats of repeats are refused rather than expanded", () => {
  const started = performance.now()
  Grep.compile("((a{1000}){1000}){1000}", { literal: false, caseSensitive: true })
  Grep.compile("(((((((a{10}){10}){10}){10}){10}){10}){10})", { literal: false, caseSensitive: true })
  expect(performance.now() - started).toBeLessThan(2_000)
})

describe("around()", () => {
  test("a short line is shown whole, a long one round its hit", () => {
    const line = `  ${"x".repeat(300)}hit${"y".repeat(300)}`
    const [match] = Grep.lines(line, compile("hit"), 1)
    const shown = Grep.around(line, match!, 200)
    expect(shown.length).toBeLessThanOrEqual(200)
    expect(shown).toContain("hit")
    expect(shown).toStartWith("…x")
    expect(shown).toEndWith("y…")
    expect(Grep.around("  a hit ", Grep.lines("  a hit ", compile("hit"), 1)[0]!, 200)).toBe("a hit")
  })

  law(
    "never outgrows its width and never cuts a character in two",
    fc.tuple(fc.array(fc.constantFrom("😀", "a", "é"), { maxLength: 80 }), fc.nat(80)),
    ([chars, at]) => {
      const line = [...chars.slice(0, at), "hit", ...chars.slice(at)].join("")
      const shown = Grep.around(line, Grep.lines(line, compile("hit"), 1)[0]!, 30)
      expect(shown.length).toBeLessThanOrEqual(Math.max(30, 0))
      expect(shown).not.toMatch(/\p{Surrogate}/u)
    },
  )
})
