import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Lines from "../../lib/text/lines.ts"

test("a line ends with a feed, a return or both", () => {
  expect([...Lines.lineStarts("")]).toEqual([0])
  expect([...Lines.lineStarts("a")]).toEqual([0])
  expect([...Lines.lineStarts("a\nb\n")]).toEqual([0, 2, 4])
  expect([...Lines.lineStarts("a\r\nb\rc\n\n")]).toEqual([0, 3, 5, 7, 8])
  expect([...Lines.lineStarts("\r\r\n\n\r")]).toEqual([0, 1, 3, 4, 5])
})

test("a text has the lines that people count in it", () => {
  const counts = ["", "a", "a\n", "a\nb", "a\r\nb\r\n", "\n", "\n\n"].map((text) =>
    Lines.count(Lines.lineStarts(text), text.length)
  )
  expect(counts).toEqual([0, 1, 1, 2, 2, 1, 2])
  expect(Lines.count(new Uint32Array(0), 0)).toBe(0)
})

test("an offset lies on the line that starts last before it", () => {
  const starts = Lines.lineStarts("ab\ncd\n")
  expect([0, 1, 2, 3, 5, 6, 99].map((offset) => Lines.lineAt(starts, offset))).toEqual([1, 1, 1, 2, 2, 3, 3])
  expect([0, 2, 3, 4].map((offset) => Lines.columnAt(starts, offset))).toEqual([1, 3, 1, 2])
  expect(Lines.lineAt(new Uint32Array(0), 7)).toBe(1)
})

const texts = fc.string({ unit: fc.constantFrom("a", "é", "\n", "\r", "\r\n", "𝄞") })

test("lines put together again are the text", () => {
  fc.assert(fc.property(texts, (text) => {
    const starts = Lines.lineStarts(text)
    const lines = [...starts].map((start, line) => text.slice(start, starts[line + 1] ?? text.length))
    expect(lines.join("")).toBe(text)
    // Each but the last ends with its only break.
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[^\r\n]*(\r\n|\r|\n)$/)
    expect(lines.at(-1)).toMatch(/^[^\r\n]*$/)
  }))
})

test("lineAt agrees with counting", () => {
  fc.assert(fc.property(texts, fc.nat(50), (text, offset) => {
    const before = [...Lines.lineStarts(text)].filter((start) => start <= offset)
    expect(Lines.lineAt(Lines.lineStarts(text), offset)).toBe(before.length)
  }))
})
