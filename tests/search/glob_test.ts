import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Glob from "../../lib/search/glob.ts"
import { law } from "../_kit/effect.ts"

const table: ReadonlyArray<readonly [glob: string, yes: ReadonlyArray<string>, no: ReadonlyArray<string>]> = [
  ["*.ts", ["a.ts", "src/deep/a.ts"], ["a.tsx", "a.ts/b.js"]],
  ["src/*.ts", ["src/a.ts"], ["src/b/a.ts", "a.ts", "lib/src/a.ts"]],
  ["src/**/*.ts", ["src/a.ts", "src/b/c/a.ts"], ["lib/a.ts", "src/a.js"]],
  ["**/*.test.ts", ["a.test.ts", "src/a.test.ts"], ["src/a.ts"]],
  ["src/**", ["src/a", "src/b/c"], ["source/a"]],
  ["src", ["src/a.ts", "src"], ["source/a.ts"]],
  ["src/", ["src/a.ts"], ["source/a.ts"]],
  ["./src/a.ts", ["src/a.ts"], ["src/a.tsx", "src/a"]],
  ["a.ts", ["a.ts", "src/a.ts"], ["b.ts", "ba.ts"]],
  ["*.{ts,js}", ["a.ts", "b/c.js"], ["a.css"]],
  ["file?.c", ["file1.c"], ["file.c", "file12.c"]],
  ["[ab].c", ["a.c"], ["c.c"]],
  ["[!ab].c", ["c.c"], ["a.c"]],
  ["a+b(c).ts", ["a+b(c).ts"], ["aab(c).ts"]],
  ["a.*", ["a.b"], ["axb"]],
]

test.each(table)("%s", (glob, yes, no) => {
  const matches = Glob.matcher(glob)!
  for (const path of yes) expect(matches(path), path).toBe(true)
  for (const path of no) expect(matches(path), path).toBe(false)
})

test("what does not close is no glob", () => {
  expect(Glob.matcher("src/[ab.ts")).toBeUndefined()
  expect(Glob.matcher("*.{ts,js")).toBeUndefined()
})

law("whatever is typed, a filter answers or is refused", fc.tuple(fc.string(), fc.string()), ([glob, path]) => {
  const matches = Glob.matcher(glob)
  if (matches !== undefined) expect(typeof matches(path)).toBe("boolean")
})
