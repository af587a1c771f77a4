// Rows that an oracle could not have are undecided; beside each stands one that it could have had, which stays spurious.

import { expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Oracles from "../../bench/oracles.ts"
import * as Undecided from "../../bench/undecided.ts"

const tables = {
  // file, line, start, end, kind, name, line of what holds it
  defs: [
    "a.py 1 1 9 class Base 0 0",
    "a.py 2 2 2 method go 1 0",
    "a.py 10 10 19 class Named 0 0",
    "a.py 11 11 11 method go 10 0",
    "a.py 20 20 29 class Literal 0 0",
    "a.py 21 21 21 method go 20 0",
    "a.py 30 30 39 class Below 0 0",
    "a.py 31 31 31 method go 30 0",
    "a.py 40 40 49 function make 0 0",
    "a.py 41 41 42 class Held 40 0",
    "a.py 42 42 42 method go 41 0",
    "a.py 50 50 59 function use 0 0",
  ],
  calls: [
    "a.py 50 a.py 2 call 1 51 0 a.py:1 use go",
    "a.py 31 a.py 50 call 1 31 0  go use",
    "a.py 11 a.py 50 call 1 11 0  go use",
  ],
  heritage: ["a.py 20 Literal extends a.py 1 Base class"],
  unresolved: ["a.py 50 cls value 1"],
}

const project = (tool: string): Oracles.Project => {
  const root = mkdtempSync(join(tmpdir(), "portolan-undecided-"))
  for (const [name, rows] of Object.entries(tables)) {
    writeFileSync(join(root, `${name}.tsv`), rows.map((row) => row.replaceAll(" ", "\t")).join("\n"))
  }
  return { name: "p", repo: "", commit: "", language: "python", tool, oracle: root, root }
}

const compared = (spurious: ReadonlyArray<string>): Oracles.Compared => ({
  judged: { expected: 1, found: 1, right: 1, spurious: spurious.length, precision: 0 },
  missed: [],
  spurious,
})

test("heritage: a base that nothing refers to is undecided, and so is what overrides along it", () => {
  const scip = project("scip-edges")
  const heritage = [["a.py:30", "a.py:20"], ["a.py:20", "a.py:1"], ["a.py:10", "a.py:1"]] as const
  const rows = ["a.py:30>a.py:20", "a.py:10>a.py:1"]
  const { judged, spurious } = Undecided.ofHeritage(scip, "heritage", compared(rows), heritage)
  expect(spurious).toEqual(["a.py:10>a.py:1"])
  expect(judged).toMatchObject({ spurious: 1, undecided: 1, precision: 1 / 2 })
  const overrides = ["a.py:31>a.py:2", "a.py:42>a.py:2", "a.py:11>a.py:2", "a.py:2>a.py:31"]
  expect(Undecided.ofHeritage(scip, "overrides", compared(overrides), heritage).spurious)
    .toEqual(["a.py:42>a.py:2", "a.py:11>a.py:2", "a.py:2>a.py:31"])
})
