// The reader of our own source, which other tests lean on.

import { expect, test } from "bun:test"
import * as Source from "./source.ts"

test("comments go, and what looks like one inside a string, template or regular expression stays", () => {
  const { code, strings } = Source.withoutComments(
    'const a = "// no" // yes\nconst b = /[/*"]\\/\\// /* two\nlines */ + `x ${"y" /* in */ + `{${1}}`} // z`\n',
  )
  expect(code).toBe('const a = "// no" \nconst b = /[/*"]\\/\\// \n + `x ${"y"  + `{${1}}`} // z`\n')
  expect(strings).toEqual(["// no", "x ", "y", "{", "}", " // z"])
})

test("a quotient is not a regular expression", () => {
  expect(Source.withoutComments("a / b // c\nd / e").code).toBe("a / b \nd / e")
})

test("imports are found in every form, and not in comments", () => {
  const { code } = Source.withoutComments(
    'import * as A from "a"\nimport type {\n  B,\n} from "b"\nexport * from "c"\nimport "d"\nawait import("e")\n// import "f"\n',
  )
  expect(Source.importsOf(code)).toEqual(["a", "b", "c", "d", "e"])
})

test("words of an identifier are found alone and in pairs", () => {
  expect([...Source.wordsOf("parseTypeScript(XMLFile)")].sort()).toEqual(
    ["file", "parse", "parsetype", "parsetypescript", "script", "type", "typescript", "xml", "xmlfile"],
  )
})
