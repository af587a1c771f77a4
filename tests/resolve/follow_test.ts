// A program that follows another one: whatever changes in whichever file, its graph is to the byte what the files give
// when they are resolved anew. And it is of use: an edit inside of a function resolves that file alone.

import { expect, setDefaultTimeout, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { Following } from "./_following.ts"
import { programsOf, WORLDS } from "./_worlds.ts"

setDefaultTimeout(60_000)

const RUNS = Number(process.env["FOLLOW_RUNS"] ?? 40)

for (const [what, world] of Object.entries(WORLDS)) {
  const { line, program, filesOf, like } = programsOf(world)
  const edit = fc.record({
    file: fc.nat(world.paths.length - 1),
    at: fc.nat(6),
    take: fc.constantFrom(0, 1, 1, 9),
    put: fc.option(line, { freq: 3 }),
    /** Instead: a line gives way to one like it. */
    like: fc.option(fc.nat(40), { freq: 1 }),
  })

  law(
    `${what}: a program that follows another one is what its files give`,
    fc.tuple(program, fc.array(edit, { minLength: 1, maxLength: 4 }), fc.boolean()),
    async ([start, edits, prepares]) => {
      const following = new Following(prepares)
      let at = start
      await following.next(filesOf(at))
      for (const { file, at: place, take, put, like: nth } of edits) {
        const old = at[file]!
        if (nth !== null && old.length > 0) {
          const changed = place % old.length
          at = at.map((it, i) => i === file ? it.map((text, j) => j === changed ? like(text, nth) : text) : it)
          await following.next(filesOf(at))
          continue
        }
        const where = take === 9 ? 0 : Math.min(place, Math.max(old.length - take, 0))
        const next = [...old.slice(0, where), ...(put === null ? [] : [put]), ...old.slice(where + take)]
        at = at.map((it, i) => i === file ? next : it)
        await following.next(filesOf(at))
      }
    },
    { runs: RUNS, timeoutMs: 600_000 },
  )
}

// ── it is of use ──

const PROJECT = `
=== src/store.ts
import { log } from "./log"
export class Item { name = ""; price(): number { return 1 } }
export class Store {
  items: Item[] = []
  add(item: Item) { log(item.name); this.items.push(item); return this }
  total() { return this.items.map((it) => it.price()) }
}
export function open(): Store { return new Store() }
=== src/log.ts
export function log(text: string) { print(text) }
function print(text: string) { console.log(text) }
=== src/each.ts
export function each(all) { for (const it of all) it.total() }
each([new Date()])
=== src/main.ts
import { open, Item } from "./store"
import { each } from "./each"
export function main() {
  const store = open()
  store.add(new Item()).total()
}
main()
`

/** The files that an edit has resolved anew, or all of them. */
const edited = async (path: string, from: string, to: string): Promise<ReadonlyArray<string> | "all"> => {
  const files = Repo.parse(PROJECT)
  const following = new Following()
  await following.next(files)
  const text = files.get(path)!
  expect(text).toContain(from)
  return await following.next(new Map(files).set(path, text.replace(from, to))) ?? "all"
}

test("a call that is added to a body has its file resolved alone", async () => {
  expect(await edited("src/store.ts", "log(item.name);", "log(item.name); log('added'); open();")).toEqual([
    "src/store.ts",
  ])
})

test("a local variable and a comment have their file resolved alone", async () => {
  expect(
    await edited(
      "src/main.ts",
      "const store",
      "// made here\n  const other = new Item(); other.price()\n  const store",
    ),
  )
    .toEqual(["src/main.ts"])
})

test("text that moves has its file resolved alone", async () => {
  expect(await edited("src/store.ts", "import", "\n\n// moved\nimport")).toEqual(["src/store.ts"])
})

test("a function that gives something else has those who use it resolved", async () => {
  expect(await edited("src/store.ts", "open(): Store { return new Store() }", "open(): Item { return new Item() }"))
    .toEqual(["src/main.ts", "src/store.ts"])
})

test("an inferred result that changes has those who use it resolved", async () => {
  expect(await edited("src/store.ts", "return this }", "return item }")).toEqual(["src/main.ts", "src/store.ts"])
})

test("a new member has those who know its class resolved", async () => {
  expect(await edited("src/store.ts", "total() {", "count() {} total() {")).toEqual(["src/main.ts", "src/store.ts"])
})

test("what is given to a parameter elsewhere has its file resolved", async () => {
  expect(await edited("src/main.ts", "const store = open()", "const store = open(); each([store])")).toEqual([
    "src/each.ts",
    "src/main.ts",
  ])
})

const PACKAGES = `
=== shop/Item.java
package shop;
public class Item { int price() { return 1; } }
=== shop/Store.java
package shop;
public class Store extends Base { Item first; int total() { log(); return first.price(); } }
=== shop/Base.java
package shop;
public class Base { void log() { print(); } private void print() {} }
=== main/Main.java
package main;
import shop.*;
class Main { void run(Store store) { store.total(); } }
=== other/Other.java
package other;
class Other { void run() {} }
`

/** The same of files that share packages. */
const editedIn = async (path: string, from: string, to: string): Promise<ReadonlyArray<string> | "all"> => {
  const files = Repo.parse(PACKAGES)
  const following = new Following()
  await following.next(files)
  const text = files.get(path)!
  expect(text).toContain(from)
  return await following.next(new Map(files).set(path, text.replace(from, to))) ?? "all"
}

test("a body in a file of a package has its file resolved alone", async () => {
  expect(await editedIn("shop/Base.java", "print();", "print(); print();")).toEqual(["shop/Base.java"])
})

test("a member that comes to be has those resolved who know the type, and those whose base it is", async () => {
  expect(await editedIn("shop/Base.java", "private void print", "int total() { return 2; } private void print"))
    .toEqual(["main/Main.java", "shop/Base.java", "shop/Store.java"])
})

test("a type that comes to be in a package has the files resolved that look into it", async () => {
  expect(await editedIn("shop/Item.java", "public class Item", "class Other {} public class Item"))
    .toEqual(["main/Main.java", "shop/Base.java", "shop/Item.java", "shop/Store.java"])
})

test("who imports a name that a module does not list is resolved when the module gives out something else", async () => {
  const lines = "function each(call) { call() }\nimport { other } from './a'\n"
  const following = new Following()
  const files = new Map([
    ["a.js", lines],
    ["d.ts", 'import { A } from "./a"\nfunction keep() { return new A() }\n'],
  ])
  await following.next(files)
  await following.next(files.set("a.js", `${lines}define([], function () { return { each } })\n`))
})

// ── it holds on to nothing ──

test.each([
  ["of modules", "ts", "export {}\n"],
  ["whose names come by a star", "py", "from far import *\n"],
])("a program %s is let go of when others have followed it", async (_, ending, head) => {
  const following = new Following()
  let files = new Map([...Array(12).keys()].map((i) => [`f${i}.${ending}`, head]))
  files.set("far.py", "a = 1\n")
  const programs: Array<WeakRef<object>> = []
  for (const path of [...files.keys()]) {
    files = new Map(files).set(path, `${files.get(path)!}print(1)\n`)
    await following.next(files)
    programs.push(new WeakRef(following.kept.program))
  }
  expect(following.followed).toBe(programs.length - 1)
  for (let i = 0; i < 3; i++) {
    Bun.gc(true)
    await Bun.sleep(1)
  }
  // What the machine's stack may still point at is not for the program to say.
  expect(programs.filter((it) => it.deref() !== undefined).length).toBeLessThan(4)
})
