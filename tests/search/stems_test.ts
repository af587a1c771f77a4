// Words that are one but for their endings, and words that only look so.

import { expect, test } from "bun:test"
import { isTelling, stem } from "../../lib/search/stems.ts"
import * as Words from "../../lib/search/words.ts"

const FORMS: ReadonlyArray<ReadonlyArray<string>> = [
  ["sign", "signs", "signed", "signing"],
  ["match", "matches", "matched", "matching"],
  ["route", "routes", "routed", "routing"],
  ["parse", "parses", "parsed", "parsing"],
  ["cache", "caches", "cached", "caching"],
  ["stop", "stops", "stopped", "stopping"],
  ["body", "bodies"],
  ["retry", "retries", "retried", "retrying"],
  ["cookie", "cookies"],
  ["class", "classes"],
  ["header", "headers"],
  ["size", "sizes"],
]

for (const forms of FORMS) {
  test(`${forms[0]} and its forms are one word`, () => {
    expect(new Set(forms.map(stem)).size).toBe(1)
  })
}

test.each(["string", "status", "class", "need", "feed", "speed", "analysis", "thing", "base64", "größe", "is", "as"])(
  "%s keeps what is no ending",
  (word) => {
    expect(stem(word)).toBe(word)
  },
)

test("words apart stay apart", () => {
  const words = ["route", "router", "sign", "signal", "string", "strip", "stop", "store", "need", "needle", "his", "hi"]
  expect(new Set(words.map(stem)).size).toBe(words.length)
})

test("a question is asked by what tells something, or by all of it", () => {
  expect(Words.asked("how is the request retried")).toEqual(["request", "retri"])
  expect(Words.asked("to be or not to be").length).toBeGreaterThan(0)
  expect(isTelling("where")).toBe(false)
  expect(isTelling("route")).toBe(true)
})

test("terms are parts by their stems, and names of several parts as a whole", () => {
  expect(Words.terms("signedCookies routes")).toEqual(["sign", "cooki", "signedcookies", "rout"])
})
