import { expect, test } from "bun:test"
import { fitted } from "../../cli/decorate.ts"
import { withoutEscapes } from "../../cli/terminal.ts"

const TEXT = `Method total  src/store.ts:15–17
  total(): Money

Called by
  report  src/report.ts:4  declared 95 %  and so on and so on and so on

There may be more: one reference is bound to nothing, and four files were not read.`

const screen = (isTerminal: boolean, colour: boolean, columns: number) => ({
  write: () => {},
  isTerminal,
  colour,
  columns: () => columns,
})

test("elsewhere than on a terminal a text stays as it is", () => {
  expect(fitted(TEXT, screen(false, false, 20))).toBe(TEXT)
})

test("colours add nothing to the text", () => {
  const shown = fitted(TEXT, screen(false, true, 20))
  expect(withoutEscapes(shown)).toBe(TEXT)
  expect(shown).toContain("\u001b[1mCalled by\u001b[22m")
  expect(shown).toContain("\u001b[36msrc/report.ts:4\u001b[39m")
})

test("on a terminal sentences are folded at words, and cells of a row that do not fit stand below", () => {
  const lines = fitted(TEXT, screen(true, false, 40)).split("\n")
  expect(lines.slice(4, 6)).toEqual(["  report  src/report.ts:4  declared 95 %", "      and so on and so on and so on"])
  expect(lines.slice(-3)).toEqual([
    "There may be more: one reference is",
    "bound to nothing, and four files were",
    "not read.",
  ])
})

test("a row that fits keeps its columns, and a line of a file keeps its blanks", () => {
  for (const line of ["  a     b    c", `  12  let  wide  =  ${"x".repeat(60)}`]) {
    expect(fitted(line, screen(true, false, 40))).toBe(line)
  }
})

test("a sentence with two blanks behind its full stop is folded like any other", () => {
  const sentence =
    "  Commands are the basic building block of an interface.  Each of them handles its own command line."
  const lines = fitted(sentence, screen(true, false, 40)).split("\n")
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
  expect(lines.map((line) => line.trim()).join(" ").replace(/ +/g, " ")).toBe(sentence.trim().replace(/ +/g, " "))
})
