// What a file can learn of another one that changed, by which way it does not seem: each pair is a program and an edit of
// one file that changes what another file draws. Who followed the program before without seeing it would be wrong.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { Following } from "./_following.ts"
import { MODULE_PAIRS } from "./_module_pairs.ts"
import { PACKAGE_PAIRS } from "./_package_pairs.ts"

const PAIRS = { ...MODULE_PAIRS, ...PACKAGE_PAIRS }

for (const [what, { files, edit: [path, from, to] }] of Object.entries(PAIRS)) {
  test(`another file learns ${what}`, async () => {
    const before = Repo.parse(files)
    const text = before.get(path)!
    expect(text).toContain(from)
    const following = new Following()
    await following.next(before)
    const elsewhere = ofOthers(following.lines, path)
    await following.next(new Map(before).set(path, text.replace(from, to)))
    expect(ofOthers(following.lines, path)).not.toEqual(elsewhere)
    // and it is so again when the edit is taken back
    await following.next(before)
    expect(ofOthers(following.lines, path)).toEqual(elsewhere)
  })
}

/** Edges and open references that other files draw. */
const ofOthers = (lines: ReadonlyArray<string>, path: string): ReadonlyArray<string> =>
  lines.filter((line) => !line.replace(/^\? \S* /, "").startsWith(`${path}:`) && !/^:/.test(line))

test("another file learns how many constants lie between a name and the function that it is", async () => {
  const chain = (length: number): Map<string, string> => {
    const lines = ["type Run = () => void", "function end() {}", "export const c0: Run = c1"]
    for (let i = 1; i < length; i++) lines.push(`const c${i}: Run = ${i === length - 1 ? "end" : `c${i + 1}`}`)
    return new Map([
      ["c.ts", `${lines.join("\n")}\n`],
      ["u.ts", `import { c0 } from "./c"\nconst u: () => void = c0\nu()\n`],
    ])
  }
  const following = new Following()
  const found = new Set<string>()
  for (const length of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) {
    await following.next(chain(length))
    found.add(ofOthers(following.lines, "c.ts").join("\n"))
  }
  expect(found.size).toBe(2)
})

test("a file in which nothing is left to ask does not stand for one that was edited after it", async () => {
  const following = new Following()
  const files = new Map([
    ["a.ts", "function own() {}\nexport default { x: own }\n"],
    ["u.ts", `import table from "./a"\nhand(table)\n`],
    ["z.ts", "export {}\nprint(1)\n"],
  ])
  await following.next(files)
  const empty = new Map(files).set("z.ts", "export {}\n")
  expect(await following.next(empty)).toEqual(["z.ts"])
  for (const said of ["// one\n", "// two\n", "// three\n"]) {
    expect(await following.next(new Map(empty).set("a.ts", said + files.get("a.ts")!))).toEqual(["a.ts"])
  }
})

test("a configuration is complained of as long as somebody needs it", async () => {
  const following = new Following()
  const files = new Map([
    ["tsconfig.json", `{ "extends": "./missing.json" }`],
    ["a.ts", `import { x } from "@/b"\nx()\n`],
    ["b.ts", "export const x = () => 1\n"],
    ["sub/tsconfig.json", `{ broken`],
    ["sub/c.ts", "export const z = 1\n"],
  ])
  const a = (text: string) => new Map(files).set("a.ts", text)
  await following.next(files)
  await following.next(a(`import { x } from "@/b"\nx(1)\n`))
  await following.next(a("export const y = 1\n"))
  await following.next(new Map(files).set("sub/c.ts", `import "@/d"\nexport const z = 1\n`))
  await following.next(a(`import { x } from "@/b"\nx(2)\n`))
  await following.next(a(`import { x } from "@/b"\nimport "@/e"\nx(2)\n`))
  await following.next(a(`import { x } from "@/b"\nx(2)\n`))
})

test("a configuration that a language needs for any file is complained of though none of them imports", async () => {
  const following = new Following()
  const files = new Map([
    ["go.mod", "// no module is named\n"],
    ["main.go", "package main\n\nfunc main() {}\n"],
    ["a.js", "import './b'\n"],
    ["b.js", "export {}\n"],
  ])
  await following.next(files)
  await following.next(new Map(files).set("a.js", "print(1)\n"))
})

const RUNS = Number(process.env["FOLLOW_RUNS"] ?? 60)

/** A word that gives way to another one of the file. */
const swap = fc.record({ file: fc.nat(), word: fc.nat(), by: fc.nat() })

law(
  "whichever word of a program gives way to another one, and comes back",
  fc.tuple(fc.constantFrom(...Object.values(PAIRS)), fc.array(swap, { minLength: 1, maxLength: 6 })),
  async ([{ files }, swaps]) => {
    const before = Repo.parse(files)
    const paths = [...before.keys()]
    const following = new Following()
    await following.next(before)
    for (const { file, word, by } of swaps) {
      const path = paths[file % paths.length]!
      const text = before.get(path)!
      const words = [...text.matchAll(/\b[A-Za-z_]\w*\b/g)]
      const [from, to] = [words[word % words.length]!, words[by % words.length]![0]]
      const next = text.slice(0, from.index) + to + text.slice(from.index + from[0].length)
      await following.next(new Map(before).set(path, next))
      await following.next(before)
    }
  },
  { runs: RUNS, timeoutMs: 600_000 },
)

test("a file that passes a name on gives it out again when the name comes back", async () => {
  const following = new Following()
  const files = new Map([
    ["a.ts", "export function one(net: number) { return net }\n"],
    ["b.ts", 'export { one as other } from "./a"\n'],
    ["u.ts", 'import { other } from "./b"\nother(1)\n'],
  ])
  await following.next(files)
  await following.next(new Map(files).set("a.ts", "export function once(net: number) { return net }\n"))
  await following.next(files)
})

test("files that import a name from each other mean the same by it, whichever of them is asked first", async () => {
  const following = new Following()
  const make = (from: string) => `try:\n    from ${from} import make\nexcept ImportError:\n    def make(): return 1\n`
  const files = new Map([
    ["a.py", make("pkg")],
    ["pkg/__init__.py", make("a")],
  ])
  await following.next(files)
  await following.next(new Map(files).set("a.py", `def use(it):\n    it.cb = make\n${files.get("a.py")}`))
  await following.next(new Map(files).set("pkg/__init__.py", `${files.get("pkg/__init__.py")}make()\n`))
  await following.next(files)
})
