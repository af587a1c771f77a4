// Verifying traces: a file whose look-ups are all answered as before has the part of the graph that it had before. That
// is a law over random edits; and the traces are fine enough to be of use, which examples show.

import { expect, setDefaultTimeout, test } from "bun:test"
import * as fc from "fast-check"
import * as Resolve from "../../lib/resolve/resolve.ts"
import * as Traces from "../../lib/resolve/traces.ts"
import * as Repo from "../_kit/repo.ts"
import { projectOf } from "./_graph.ts"
import { compare, type Files, resolved } from "./_traces.ts"

setDefaultTimeout(60_000)

// ── random programs: types in one file, functions over them in the next, a barrel, and two that use what it gives out ──

const TYPES = ["A", "B", "C"]
const FUNCTIONS = ["f", "g"]
const type = fc.constantFrom(...TYPES)
const run = fc.constantFrom(...FUNCTIONS)
const name = fc.constantFrom(...TYPES, ...FUNCTIONS, "k")
const member = fc.constantFrom("m", "n")
const module = fc.constantFrom("./a", "./b", "./c", "./d", "./e", "outside")

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: type.map((it) => `new ${it}()`) },
    fc.constantFrom("p", "k", "1"),
    name,
    { weight: 2, arbitrary: fc.tuple(run, tie("value")).map(([it, given]) => `${it}(${given})`) },
    { weight: 2, arbitrary: fc.tuple(tie("value"), member).map(([it, m]) => `${it}.${m}()`) },
    fc.tuple(tie("value"), member).map(([it, m]) => `${it}.${m}`),
    tie("value").map((it) => `[${it}][0]`),
    fc.tuple(member, tie("value")).map(([m, it]) => `({ ${m}: ${it} })`),
    tie("value").map((it) => `((p) => ${it})`),
  ),
}))

const annotation = fc.oneof(type, type.map((it) => `${it}[]`), fc.tuple(type, type).map((all) => all.join(" | ")))
const rarely = <T>(it: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, it)
const written = (it: string | null) => it === null ? "" : `: ${it}`

const classOf = (named: fc.Arbitrary<string>) =>
  fc.tuple(named, rarely(type), value, fc.option(value), rarely(annotation)).map(
    ([it, base, gives, holds, is]) =>
      `export class ${it}${base === null ? "" : ` extends ${base}`} { m(p) { return ${gives} }${
        is === null ? holds === null ? "" : ` n = ${holds}` : ` n: ${is}`
      } }`,
  )
const functionOf = (named: fc.Arbitrary<string>) =>
  fc.tuple(named, rarely(annotation), rarely(annotation), value, value).map(
    ([it, takes, gives, does, last]) =>
      `export function ${it}(p${written(takes)})${written(gives)} { ${does}; return ${last} }`,
  )
const constant = value.map((holds) => `export const k = ${holds}`)
const write = fc.tuple(name, member, value).map(([it, m, holds]) => `${it}.${m} = ${holds}`)
const statement = fc.tuple(value, member).map(([it, m]) => `;${it}.${m}()`)
const user = fc.tuple(value, annotation, member).map(([it, is, m]) =>
  `function use(p: ${is}) { p.${m}(); return ${it}.${m}() }`
)
const other = fc.oneof(
  fc.tuple(type, annotation).map(([it, is]) => `export interface ${it} { m(): ${is}; n: ${is} }`),
  fc.tuple(type, annotation).map(([it, is]) => `export type ${it} = ${is}`),
)
const link = fc.oneof(
  fc.tuple(name, name, module).map(([it, as, from]) =>
    `import { ${it}${it === as ? "" : ` as ${as}`} } from "${from}"`
  ),
  fc.tuple(name, module).map(([it, from]) => `import * as ${it} from "${from}"`),
  fc.tuple(name, name, module).map(([it, as, from]) => `export { ${it} as ${as} } from "${from}"`),
  module.map((from) => `export * from "${from}"`),
)
const line = fc.oneof(
  classOf(type),
  functionOf(run),
  constant,
  write,
  statement,
  user,
  other,
  link,
)

const ALL = `{ ${[...TYPES, ...FUNCTIONS, "k"].join(", ")} }`
const PATHS = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"]
const program = fc.tuple(
  fc.tuple(
    fc.constant(`import { f, g, k } from "./b"`),
    ...TYPES.map((it) => classOf(fc.constant(it))),
  ),
  fc.tuple(
    fc.constant(`import { ${TYPES.join(", ")} } from "./a"`),
    ...FUNCTIONS.map((it) => functionOf(fc.constant(it))),
    constant,
  ),
  fc.constantFrom(
    [`export * from "./a"`, `export * from "./b"`],
    [`export { A, B as C, C as B } from "./a"`, `export * from "./b"`],
    [`export * from "./b"`, `export { f as g, g as f } from "./b"`, `export * from "./a"`],
  ),
  fc.tuple(fc.constant(`import ${ALL} from "./c"`), user, statement, fc.oneof(write, statement)),
  fc.tuple(fc.constant(`import ${ALL} from "./c"`), statement, statement, user),
)

/** A line becomes another of its like, or any other, or goes; a line is put in; a file comes or goes. */
const edit = fc.record({
  file: fc.nat(PATHS.length - 1),
  at: fc.nat(4),
  how: fc.oneof(
    { weight: 6, arbitrary: program.map((like) => ({ like, put: undefined, take: 1 })) },
    { weight: 3, arbitrary: line.map((it) => ({ like: undefined, put: [it], take: 0 })) },
    fc.constantFrom({ like: undefined, put: [], take: 1 }, { like: undefined, put: ["// a comment"], take: 0 }),
    fc.constant({ like: undefined, put: [], take: 9 }),
  ),
})

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

/** None for a file that is not there. */
type Lines = ReadonlyArray<string>

const filesOf = (all: ReadonlyArray<Lines>): Files =>
  new Map(all.flatMap((it, i) => it.length === 0 ? [] : [[PATHS[i]!, `${it.join("\n")}\n`] as const]))

const edited = (all: ReadonlyArray<Lines>, edits: ReadonlyArray<Edit>) => {
  const next = [...all]
  for (const { file, at, how: { like, put, take } } of edits) {
    const old = next[file]!
    const where = take === 9 ? 0 : Math.min(at, Math.max(old.length - take, 0))
    next[file] = [...old.slice(0, where), ...put ?? like![file]!.slice(where, where + 1), ...old.slice(where + take)]
  }
  return next
}

const RUNS = Number(process.env["TRACES_RUNS"] ?? 120)

test("a file whose look-ups are all answered as before has the part that it had before", async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.array(edit, { minLength: 1, maxLength: 2 }), async (before, edits) => {
      const { missed } = await compare(filesOf(before), filesOf(edited(before, edits)))
      expect(missed).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

// ── what an edit leads to, by hand ──

const SHOP = Repo.parse(`=== a.ts
export class A { m() {} }
export class B { m() {} }
=== b.ts
import { A, B } from "./a"
export function make() { return new A() }
export function show(p) { p.m() }
export const spare = new B()
=== c.ts
export * from "./b"
=== d.ts
import { make } from "./c"
;make().m()
=== e.ts
import { A } from "./a"
import { show } from "./c"
show(new A())
=== late.ts
import { soon } from "./soon"
import { missing } from "./b"
;soon()
;missing()
=== far.ts
export function far() {}
far()
`)

const CASES: ReadonlyArray<
  readonly [what: string, file: string, from: string, to: string, again: ReadonlyArray<string>]
> = [
  ["a comment", "b.ts", "export const", "// a comment\nexport const", ["b.ts"]],
  ["a body that gives the same", "b.ts", "return new A()", "const a = new A(); return a", ["b.ts"]],
  ["a body that gives another type", "b.ts", "return new A()", "return new B()", ["b.ts", "d.ts"]],
  ["a declared result", "b.ts", "make()", "make(): B", ["b.ts", "d.ts"]],
  ["a name that was missed", "b.ts", "const spare", "const missing", ["b.ts", "late.ts"]],
  ["a name that comes before a star's", "c.ts", "export *", "export { show as make } from './b'\nexport *", [
    "c.ts",
    "d.ts",
  ]],
  ["an argument that a function elsewhere takes its type from", "e.ts", "new A()", "1", ["b.ts", "e.ts"]],
  ["a file of its own", "far.ts", "far()\n", "far(); far()\n", ["far.ts"]],
]

test.each(CASES)("%s", async (_, file, from, to, expected) => {
  const text = SHOP.get(file)!
  expect(text).toContain(from)
  const { again, missed } = await compare(SHOP, new Map([...SHOP, [file, text.replace(from, to)]]))
  expect({ again, missed }).toEqual({ again: expected, missed: [] })
})

test("a module that was missed, and one that is gone", async () => {
  const more = new Map([...SHOP, ["soon.ts", "export function soon() {}\n"]])
  expect(await compare(SHOP, more)).toEqual({ again: ["late.ts", "soon.ts"], missed: [] })
  expect(await compare(more, SHOP)).toEqual({ again: ["late.ts"], missed: [] })
})

test("a member that was missed on a type, put there by an assignment in a third file", async () => {
  const asking = new Map([...SHOP, ["f.ts", `import { A } from "./a"\n;A.made()\n`]])
  const { again, missed } = await compare(
    asking,
    new Map([...asking, ["e.ts", `${asking.get("e.ts")}A.made = function made() {}\n`]]),
  )
  expect(missed).toEqual([])
  expect(again).toContain("f.ts")
  expect(again).not.toContain("far.ts")
})

test("a setting of module resolution", async () => {
  const settings = (to: string) => `{ "compilerOptions": { "paths": { "@x": ["./${to}"] } } }`
  const before = new Map([
    ["tsconfig.json", settings("a.ts")],
    ["a.ts", "export function one() {}\n"],
    ["b.ts", "export function one() {}\n"],
    ["c.ts", `import { one } from "@x"\none()\n`],
    ["d.ts", `import { one } from "./a"\none()\n`],
  ])
  const after = new Map([...before, ["tsconfig.json", settings("b.ts")]])
  expect(await compare(before, after)).toEqual({ again: ["c.ts"], missed: [] })
})

test("look-ups lead back to the files that made them, and nothing is recorded where nobody asked", async () => {
  const { traces } = await resolved(SHOP)
  const askers = Traces.askers(traces)
  expect(askers.get("export:c.ts#make")).toEqual(["d.ts"])
  expect(askers.get("module:late.ts|./soon")).toEqual(["late.ts"])
  expect(Resolve.resolve({ files: [], listed: [], project: projectOf(new Map()) })).not.toHaveProperty("traces")
})

test("names that come with a star, and modules that a folder holds", async () => {
  const before = new Map([
    ["pkg/__init__.py", "from .core import *\n"],
    ["pkg/core.py", "class Core:\n    def run(self):\n        return 1\n"],
    ["app.py", "from pkg import Core, late, extra\nCore().run()\nlate.go()\nextra()\n"],
    ["far.py", "def far():\n    pass\nfar()\n"],
  ])
  const named = new Map([...before, ["pkg/core.py", `${before.get("pkg/core.py")}def extra():\n    pass\n`]])
  expect(await compare(before, named)).toEqual({ again: ["app.py", "pkg/__init__.py", "pkg/core.py"], missed: [] })
  const held = await compare(before, new Map([...before, ["pkg/late.py", "def go():\n    pass\n"]]))
  expect(held.missed).toEqual([])
  expect(held.again).toContain("app.py")
  expect(held.again).not.toContain("far.py")
})
