// How texts become words, and how mistyped words are recognised.

import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Nearest from "../../lib/search/nearest.ts"
import * as Words from "../../lib/search/words.ts"
import { law } from "../_kit/effect.ts"

test.each([
  ["retryRequest", ["retry", "request"]],
  ["HTTPServer", ["http", "server"]],
  ["parseXMLDocument2", ["parse", "xml", "document", "2"]],
  ["base64url", ["base", "64", "url"]],
  ["snake_case_name", ["snake", "case", "name"]],
  ["SCREAMING_CASE", ["screaming", "case"]],
  ["kebab-case", ["kebab", "case"]],
  ["$el", ["el"]],
  ["größeÄndern", ["größe", "ändern"]],
  ["x", ["x"]],
  ["___", []],
])("parts of %s", (identifier, expected) => {
  expect(Words.parts(identifier)).toEqual(expected)
})

test("places() tells where the parts of names stand", () => {
  const text = "let HTTPServers = größeÄndern"
  expect(Words.places(text).map(({ start, end, stem }) => [text.slice(start, end), stem])).toEqual([
    ["let", "let"],
    ["HTTP", "http"],
    ["Servers", "server"],
    ["größe", "größe"],
    ["Ändern", "ändern"],
  ])
})

test("terms() gives stems of parts, and wholes; repeats are kept", () => {
  expect(Words.terms("the retryRequest, the end")).toEqual(["the", "retri", "request", "retryrequest", "the", "end"])
})

law("words are lower-case, without separators, and the same for one text", fc.string({ unit: "grapheme" }), (text) => {
  const words = Words.terms(text)
  expect(words).toEqual(Words.terms(text))
  for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
})

describe("distance()", () => {
  test.each([
    ["", "", 0],
    ["a", "", 1],
    ["kitten", "sitting", 3],
    ["form", "from", 1],
    ["retry", "rtery", 1],
    ["abc", "xyz", 3],
  ])("%s → %s", (a, b, expected) => {
    expect(Nearest.distance(a, b, 5)).toBe(expected)
  })

  /** The textbook recursion, for comparison. */
  const slow = (a: string, b: string): number => {
    const d = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        d[i]![j] = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
        if (1 < i && 1 < j && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1)
        }
      }
    }
    return d[a.length]![b.length]!
  }

  const short = fc.stringMatching(/^[abc]{0,8}$/)
  law("is the textbook's up to its limit", fc.tuple(short, short, fc.integer({ min: 0, max: 4 })), ([a, b, limit]) => {
    expect(Nearest.distance(a, b, limit)).toBe(Math.min(slow(a, b), limit + 1))
  }, { runs: 1000 })
})

test("nearest() knows typing errors, other separators and parts", () => {
  const known = ["maxDepth", "max_tokens", "file_path", "target", "target_uid"]
  expect(Nearest.nearest("maxdepht", known, 1)).toEqual(["maxDepth"])
  expect(Nearest.nearest("maxTokens", known, 1)).toEqual(["max_tokens"])
  expect(Nearest.nearest("filePath", known, 1)).toEqual(["file_path"])
  expect(Nearest.nearest("path", known, 2)).toEqual(["file_path"])
  expect(Nearest.nearest("uid", known, 2)).toEqual(["target_uid"])
  expect(Nearest.nearest("completely", known, 2)).toEqual([])
})
