import { expect, test } from "bun:test"
import * as Markdown from "../../lib/tools/markdown.ts"

test("a fence is longer than all that stands in it, however much that is; nothing in it acts", () => {
  expect(Markdown.fenced("Class", "a\n````\nb")).toBe("# Class\n\n`````text\na\n````\nb\n`````\n")
  expect(Markdown.fenced("Class", "a\u001b[2J\r```\r\u202eb")).toBe("# Class\n\n````text\na␛[2J␍```␍\ufffdb\n````\n")
  expect(Markdown.fenced("Class", "` ".repeat(500_000))).toStartWith("# Class\n\n```text\n")
})
