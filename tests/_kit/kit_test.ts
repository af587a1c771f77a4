// The kit's own promises.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { effect, law } from "./effect.ts"
import * as Repo from "./repo.ts"

test("parse() gives each file its text as it stands, and leaves the comment at the head out", () => {
  const repo = Repo.parse(
    "a comment\n\n=== src/a.ts\nexport const a = 1\n\n=== with space.md\n# Title\n=== empty.txt\n",
  )
  expect([...repo]).toEqual([
    ["src/a.ts", "export const a = 1\n\n"],
    ["with space.md", "# Title\n"],
    ["empty.txt", ""],
  ])
})

test("parse() refuses a path that stands twice", () => {
  expect(() => Repo.parse("=== a\n1\n=== a\n2\n")).toThrow('"a" stands twice')
})

const lines = fc.array(fc.string().filter((line) => !/^=== |\n/.test(line))).map((all) =>
  all.map((line) => line + "\n").join("")
)

law(
  "parse() undoes writing the files one after the other",
  fc.dictionary(fc.stringMatching(/^[a-z][a-z/.]{0,8}$/), lines),
  (files) => {
    const text = Object.entries(files).map(([path, content]) => `=== ${path}\n${content}`).join("")
    expect(Object.fromEntries(Repo.parse(text))).toEqual({ ...files })
  },
)

effect(
  "layOut() makes a repository of one commit that is gone after its scope",
  Effect.gen(function* () {
    const root = yield* Effect.scoped(
      Effect.map(Repo.layOut(Repo.parse("=== a/b.txt\nhello\n"), { git: true }), (root) => {
        expect(readFileSync(join(root, "a/b.txt"), "utf8")).toBe("hello\n")
        expect(Repo.git(root, "ls-files")).toBe("a/b.txt\n")
        return root
      }),
    )
    expect(existsSync(root)).toBe(false)
  }),
)
