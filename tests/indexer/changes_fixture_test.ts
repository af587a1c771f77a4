// One small repository for each kind of look-up that an edit can give another answer: what its graph must say before and
// after is read off its text. An index that is brought up to date, from what the last run left and in a repository that is
// kept at hand, says so, and is to the byte what a cold index of the same files is; and the way back as well.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import type { Graph } from "../../lib/graph/graph.ts"
import { EDGE_KIND_BY_CODE, type EdgeKind } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { FactsCache } from "../../lib/indexer/facts_cache.ts"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import * as Live from "../../lib/indexer/live.ts"
import { machine, Memory } from "../_kit/memory.ts"
import * as Repo from "../_kit/repo.ts"
import { labelOf } from "../resolve/_graph.ts"
import { leftBy } from "./law/sequence.ts"

interface Change {
  readonly before: string
  /** Files that are others then; `-` alone is one that is gone. */
  readonly edit: string
  readonly edges: { readonly before: ReadonlyArray<string>; readonly after: ReadonlyArray<string> }
}

const CHANGES: Readonly<Record<string, Change>> = {
  "a new file shadows what an import led to": {
    before: `
=== a.js
export function f() {}
=== u.ts
import { f } from "./a"
export function use() { f() }
`,
    edit: `
=== a.ts
export function f() {}
`,
    edges: {
      before: ["CALLS u.ts:use → a.js:f", "IMPORTS u.ts → a.js"],
      after: ["CALLS u.ts:use → a.ts:f", "IMPORTS u.ts → a.ts"],
    },
  },
  "a file that is deleted uncovers another one": {
    before: `
=== a.js
export function f() {}
=== a.ts
export function f() {}
=== u.ts
import { f } from "./a"
export function use() { f() }
`,
    edit: `
=== a.ts
-
`,
    edges: {
      before: ["CALLS u.ts:use → a.ts:f", "IMPORTS u.ts → a.ts"],
      after: ["CALLS u.ts:use → a.js:f", "IMPORTS u.ts → a.js"],
    },
  },
  "a file that is deleted takes its callers' edges along": {
    before: `
=== a.py
def f(): pass
=== u.py
from a import f
def use(): f()
`,
    edit: `
=== a.py
-
`,
    edges: { before: ["CALLS u.py:use → a.py:f", "IMPORTS u.py → a.py"], after: [] },
  },
  "a new export is what an import asked for": {
    before: `
=== a.ts
export function g() {}
=== u.ts
import { f } from "./a"
export function use() { f() }
`,
    edit: `
=== a.ts
export function g() {}
export function f() {}
`,
    edges: {
      before: ["IMPORTS u.ts → a.ts"],
      after: ["CALLS u.ts:use → a.ts:f", "IMPORTS u.ts → a.ts"],
    },
  },
  "a name that a barrel has of its own hides the one that it passes on": {
    before: `
=== a.ts
export function f() {}
=== barrel.ts
export * from "./a"
=== u.ts
import { f } from "./barrel"
export function use() { f() }
`,
    edit: `
=== barrel.ts
export * from "./a"
export function f() {}
`,
    edges: {
      before: ["CALLS u.ts:use → a.ts:f", "IMPORTS barrel.ts → a.ts", "IMPORTS u.ts → barrel.ts"],
      after: ["CALLS u.ts:use → barrel.ts:f", "IMPORTS barrel.ts → a.ts", "IMPORTS u.ts → barrel.ts"],
    },
  },
  "a second definition makes a name ambiguous": {
    before: `
=== a.js
function run() {}
=== b.js
function other() {}
=== u.js
function use() { run() }
`,
    edit: `
=== b.js
function run() {}
`,
    edges: { before: ["CALLS u.js:use → a.js:run"], after: [] },
  },
  "a new implementer is what a call may run": {
    before: `
=== shape.ts
export interface Shape { go(): void }
=== u.ts
import type { Shape } from "./shape"
export function use(it: Shape) { it.go() }
`,
    edit: `
=== square.ts
import type { Shape } from "./shape"
export class Square implements Shape { go() {} }
`,
    edges: {
      before: ["CALLS u.ts:use → shape.ts:Shape.go", "IMPORTS u.ts → shape.ts"],
      after: [
        "CALLS u.ts:use → shape.ts:Shape.go",
        "DISPATCHES shape.ts:Shape.go → square.ts:Square.go",
        "IMPLEMENTS square.ts:Square → shape.ts:Shape",
        "IMPORTS square.ts → shape.ts",
        "IMPORTS u.ts → shape.ts",
        "OVERRIDES square.ts:Square.go → shape.ts:Shape.go",
      ],
    },
  },
  "an override is put in between": {
    before: `
=== base.ts
export class Base { go() {} }
=== mid.ts
import { Base } from "./base"
export class Mid extends Base {}
=== leaf.ts
import { Mid } from "./mid"
export class Leaf extends Mid {}
=== u.ts
import { Leaf } from "./leaf"
export function use() { new Leaf().go() }
`,
    edit: `
=== mid.ts
import { Base } from "./base"
export class Mid extends Base { go() {} }
`,
    edges: {
      before: [
        "CALLS u.ts:use → base.ts:Base.go",
        "EXTENDS leaf.ts:Leaf → mid.ts:Mid",
        "EXTENDS mid.ts:Mid → base.ts:Base",
        "IMPORTS leaf.ts → mid.ts",
        "IMPORTS mid.ts → base.ts",
        "IMPORTS u.ts → leaf.ts",
        "INSTANTIATES u.ts:use → leaf.ts:Leaf",
      ],
      after: [
        "CALLS u.ts:use → mid.ts:Mid.go",
        "DISPATCHES base.ts:Base.go → mid.ts:Mid.go",
        "EXTENDS leaf.ts:Leaf → mid.ts:Mid",
        "EXTENDS mid.ts:Mid → base.ts:Base",
        "IMPORTS leaf.ts → mid.ts",
        "IMPORTS mid.ts → base.ts",
        "IMPORTS u.ts → leaf.ts",
        "INSTANTIATES u.ts:use → leaf.ts:Leaf",
        "OVERRIDES mid.ts:Mid.go → base.ts:Base.go",
      ],
    },
  },
  "a declared type changes whose method is called": {
    before: `
=== a.py
class A:
    def go(self): pass
class B:
    def go(self): pass
def make() -> A: return load()
=== u.py
from a import make
def use(): make().go()
`,
    edit: `
=== a.py
class A:
    def go(self): pass
class B:
    def go(self): pass
def make() -> B: return load()
`,
    edges: {
      before: ["CALLS u.py:use → a.py:A.go", "CALLS u.py:use → a.py:make", "IMPORTS u.py → a.py"],
      after: ["CALLS u.py:use → a.py:B.go", "CALLS u.py:use → a.py:make", "IMPORTS u.py → a.py"],
    },
  },
  "paths of a configuration change": {
    before: `
=== tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./one/*"] } } }
=== one/a.ts
export function f() {}
=== two/a.ts
export function f() {}
=== u.ts
import { f } from "@/a"
export function use() { f() }
`,
    edit: `
=== tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./two/*"] } } }
`,
    edges: {
      before: ["CALLS u.ts:use → one/a.ts:f", "IMPORTS u.ts → one/a.ts"],
      after: ["CALLS u.ts:use → two/a.ts:f", "IMPORTS u.ts → two/a.ts"],
    },
  },
  "a file's name changes in case alone": {
    before: `
=== Tool.ts
export function f() {}
=== u.ts
import { f } from "./tool"
export function use() { f() }
`,
    edit: `
=== Tool.ts
-
=== tool.ts
export function f() {}
`,
    edges: { before: [], after: ["CALLS u.ts:use → tool.ts:f", "IMPORTS u.ts → tool.ts"] },
  },
  "a file becomes a folder": {
    before: `
=== a.ts
export function f() {}
=== u.ts
import { f } from "./a"
export function use() { f() }
`,
    edit: `
=== a.ts
-
=== a/index.ts
export function f() {}
`,
    edges: {
      before: ["CALLS u.ts:use → a.ts:f", "IMPORTS u.ts → a.ts"],
      after: ["CALLS u.ts:use → a/index.ts:f", "IMPORTS u.ts → a/index.ts"],
    },
  },
  "a module becomes a package": {
    before: `
=== a.py
def f(): pass
=== u.py
import a
def use(): a.f()
`,
    edit: `
=== a.py
-
=== a/__init__.py
def f(): pass
`,
    edges: {
      before: ["CALLS u.py:use → a.py:f", "IMPORTS u.py → a.py"],
      after: ["CALLS u.py:use → a/__init__.py:f", "IMPORTS u.py → a/__init__.py"],
    },
  },
  "a package gets a file of its own": {
    before: `
=== a/part.py
def f(): pass
=== u.py
from a import f
def use(): f()
`,
    edit: `
=== a/__init__.py
from a.part import f
`,
    edges: {
      before: [],
      after: [
        "CALLS u.py:use → a/part.py:f",
        "IMPORTS a/__init__.py → a/part.py",
        "IMPORTS u.py → a/__init__.py",
      ],
    },
  },
  "the entry of a package changes": {
    before: `
=== package.json
{ "name": "shop", "exports": { ".": "./one.ts" } }
=== one.ts
export function f() {}
=== two.ts
export function f() {}
=== u.ts
import { f } from "shop"
export function use() { f() }
`,
    edit: `
=== package.json
{ "name": "shop", "exports": { ".": "./two.ts" } }
`,
    edges: {
      before: ["CALLS u.ts:use → one.ts:f", "IMPORTS u.ts → one.ts"],
      after: ["CALLS u.ts:use → two.ts:f", "IMPORTS u.ts → two.ts"],
    },
  },
  "a package has another name": {
    before: `
=== package.json
{ "name": "shop", "exports": { ".": "./one.ts" } }
=== one.ts
export function f() {}
=== u.ts
import { f } from "shop"
export function use() { f() }
`,
    edit: `
=== package.json
{ "name": "store", "exports": { ".": "./one.ts" } }
`,
    edges: { before: ["CALLS u.ts:use → one.ts:f", "IMPORTS u.ts → one.ts"], after: [] },
  },
  "a star import brings another name": {
    before: `
=== a.py
def f(): pass
=== u.py
from a import *
def use(): g()
`,
    edit: `
=== a.py
def f(): pass
def g(): pass
`,
    edges: { before: ["IMPORTS u.py → a.py"], after: ["CALLS u.py:use → a.py:g", "IMPORTS u.py → a.py"] },
  },
  "a list of public names takes one back": {
    before: `
=== a.py
def f(): pass
def g(): pass
=== u.py
from a import *
def use(): g()
`,
    edit: `
=== a.py
__all__ = ["f"]
def f(): pass
def g(): pass
`,
    edges: { before: ["CALLS u.py:use → a.py:g", "IMPORTS u.py → a.py"], after: ["IMPORTS u.py → a.py"] },
  },
  "a script defines what others call": {
    before: `
=== a.js
function other() {}
=== u.js
function use() { run() }
`,
    edit: `
=== b.js
function run() {}
`,
    edges: { before: [], after: ["CALLS u.js:use → b.js:run"] },
  },
  "a script becomes a module": {
    before: `
=== a.js
function run() {}
=== u.js
function use() { run() }
`,
    edit: `
=== a.js
function run() {}
export {}
`,
    edges: { before: ["CALLS u.js:use → a.js:run"], after: [] },
  },
  "a project says where its packages lie": {
    before: `
=== pyproject.toml
[project]
name = "shop"
=== code/tool.py
def f(): pass
=== tests/u.py
from tool import f
def use(): f()
`,
    edit: `
=== pyproject.toml
[project]
name = "shop"
[tool.setuptools]
package-dir = { "" = "code" }
`,
    edges: { before: [], after: ["CALLS tests/u.py:use → code/tool.py:f", "IMPORTS tests/u.py → code/tool.py"] },
  },
}

const ROOT = "/one/shop"
const SHOWN: ReadonlySet<EdgeKind> = new Set([
  "CALLS",
  "INSTANTIATES",
  "IMPORTS",
  "EXTENDS",
  "IMPLEMENTS",
  "OVERRIDES",
  "DISPATCHES",
])

const edgesOf = (graph: Graph): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    const kind = EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]!
    const target = graph.edges.target[edge]!
    if (!SHOWN.has(kind) || Node.isExternal(graph, target)) continue
    all.push(`${kind} ${labelOf(graph, graph.edges.source[edge]!)} → ${labelOf(graph, target)}`)
  }
  return all.sort()
}

const bytesOf = ({ parts }: Indexer.Indexed): Uint8Array => new Uint8Array(Buffer.concat(parts!))

/** Makes a memory hold these files and no others; what lies under another path only is moved there. */
const lay = (memory: Memory, files: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const changed = new Set<string>()
  const text = (path: string): string => new TextDecoder().decode(memory.nodes.get(path)!.bytes)
  for (const path of [...memory.nodes.keys()].filter((it) => it.startsWith(`${ROOT}/`))) {
    const own = path.slice(ROOT.length + 1)
    if (files.has(own)) continue
    const to = [...files].find(([other, it]) => it === text(path) && memory.stat(`${ROOT}/${other}`) === undefined)
    changed.add(own)
    if (to === undefined) memory.remove(path)
    else {
      changed.add(to[0])
      memory.rename(path, `${ROOT}/${to[0]}`)
    }
  }
  for (const [path, it] of files) {
    const at = `${ROOT}/${path}`
    if (memory.nodes.has(at) && text(at) === it) continue
    changed.add(path)
    memory.write(at, new TextEncoder().encode(it))
  }
  memory.now += 1_000_000_000n
  return changed
}

/** Files as one state after the other, each brought up to date in one way: the bytes of each. */
const updates = (states: ReadonlyArray<ReadonlyMap<string, string>>, way: "on disk" | "told" | "not told") => {
  const memory = new Memory()
  const all: Array<Uint8Array> = []
  const program = Effect.gen(function* () {
    const live = yield* Live.make(ROOT, {})
    let indexed: Indexer.Indexed | undefined
    for (const files of states) {
      const changed = lay(memory, files)
      if (way !== "on disk") indexed = yield* live.update(way === "told" && indexed !== undefined ? changed : undefined)
      else {
        const previous: Indexer.Options = indexed === undefined ? {} : { previous: leftBy(indexed, all.at(-1)!) }
        indexed = yield* Indexer.indexRepository(ROOT, previous)
      }
      all.push(bytesOf(indexed))
    }
    return all
  })
  return Effect.runPromise(
    Effect.scoped(program).pipe(Effect.provide(FactsCache.at("/home/facts")), Effect.provide(machine(memory))),
  )
}

const cold = (files: ReadonlyMap<string, string>): Promise<Uint8Array> => {
  const memory = new Memory()
  lay(memory, files)
  return Effect.runPromise(
    Effect.map(Indexer.indexRepository(ROOT, { cache: false }), bytesOf).pipe(Effect.provide(machine(memory))),
  )
}

for (const [what, { before, edit, edges }] of Object.entries(CHANGES)) {
  test(`${what}: an index that is brought up to date says so`, async () => {
    const one = Repo.parse(before)
    const two = new Map(one)
    for (const [path, text] of Repo.parse(edit)) text.trim() === "-" ? two.delete(path) : two.set(path, text)
    const [first, second] = [await cold(one), await cold(two)]
    const shown = async (bytes: Uint8Array) => edgesOf((await Effect.runPromise(Snapshot.decodeOwn(bytes))).graph)
    expect(await shown(first)).toEqual([...edges.before].sort())
    expect(await shown(second)).toEqual([...edges.after].sort())
    for (const way of ["on disk", "told", "not told"] as const) {
      const all = await updates([one, two, one], way)
      expect(all.map((bytes, i) => Buffer.compare(bytes, i === 1 ? second : first))).toEqual([0, 0, 0])
    }
  })
}
