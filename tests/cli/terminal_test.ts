// What reaches a terminal: nothing that a repository brings along may steer it.

import { expect, test } from "bun:test"
import * as Screen from "../../cli/terminal.ts"

test("control codes of names and sources are shown as signs, our own colours and line breaks act", () => {
  expect(Screen.tame("a\u001b]0;title\u0007b\u001b[2J\u001b[8mc\u009b1mé日\u007f")).toBe(
    "a␛]0;title␇b␛[2J␛[8mc\ufffd1mé日␡",
  )
  expect(Screen.tame("is\u202eAdmin\u2066 \u2069")).toBe("is\ufffdAdmin\ufffd \ufffd")
  expect(Screen.tame("over\rwritten\r\nnext\tline\n")).toBe("over␍written\r\nnext\tline\n")
  const paint = Screen.paintFor({ ...Screen.out, colour: true })
  const painted = Object.values(paint).map((it) => it("x")).join("")
  expect(Screen.tame(painted)).toBe(painted)
})

test("only a text that begins with clearing its line clears it", () => {
  expect(Screen.tame(`${Screen.CLEAR_LINE}Reading`)).toBe(`${Screen.CLEAR_LINE}Reading`)
  expect(Screen.tame(`x${Screen.CLEAR_LINE}y`)).toBe("x␍␛[Ky")
})
