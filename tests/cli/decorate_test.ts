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

const FOUND = `ReplyStore  Class  src/store.ts:3
    export class ReplyStore implements Storage, Iterable<Reply>, Disposable {
openStores  Function  src/open.ts:9
    /** Opens all stores of replies. */
2 of 9
There may be more: stores are still being indexed.`

// deno-lint-ignore no-control-regex
const STRONG = /\u001b\[1m(.*?)\u001b\[22m/g
const strong = (text: string) => [...text.matchAll(STRONG)].map(([, it]) => it)

test("words that were asked for are marked in rows and below them, by their stems and as parts of names, and nowhere else", () => {
  const shown = fitted(FOUND, screen(true, true, 100), "the store of a reply")
  expect(strong(shown)).toEqual(["ReplyStore", "store", "ReplyStore", "Reply", "Stores", "stores", "replies"])
  expect(withoutEscapes(shown)).toBe(FOUND)
  expect(shown).toContain("\u001b[36msrc/\u001b[1mstore\u001b[22m.ts:3\u001b[39m")
})

test("a text in quotes is marked as it stands, whatever its case", () => {
  expect(strong(fitted(FOUND, screen(true, true, 100), '"opens all"'))).toEqual(["Opens all"])
})

test("without colour nothing is marked", () => {
  expect(fitted(FOUND, screen(true, false, 100), "the store of a reply")).toBe(FOUND)
})

test("of code below a row one line is shown, cut where the screen ends; a place stays whole", () => {
  const lines = fitted(FOUND, screen(true, false, 30), "reply").split("\n")
  expect(lines.slice(0, 5)).toEqual([
    "ReplyStore  Class",
    "    src/store.ts:3",
    "    export class ReplyStore i…",
    "openStores  Function",
    "    src/open.ts:9",
  ])
})
