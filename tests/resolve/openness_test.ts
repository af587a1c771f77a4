// By what code comes to a definition that it does not name. Beside each way in stands a decoy that is only called, read or
// compared by name, and stays closed.

import { expect, test } from "bun:test"
import { CAUSES, NODE_FLAGS, OPENNESS } from "../../lib/graph/kinds.ts"
import { WAYS, waysTo } from "../../lib/query/openness.ts"
import * as Names from "../../lib/search/names.ts"
import { graphOf, labelOf, type Made } from "./_graph.ts"

/** What is open, as `path:Name: ways`. */
const openOf = ({ graph }: Made): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let node = 0; node < graph.nodes.rows; node++) {
    const ways = Object.entries(OPENNESS).filter(([, bit]) => (graph.nodes.open[node]! & bit) !== 0)
    if (ways.length > 0) all.push(`${labelOf(graph, node)}: ${ways.map(([way]) => way).join(" ")}`)
  }
  return all.sort()
}

const open = async (text: string): Promise<ReadonlyArray<string>> => openOf(await graphOf(text))

test("a function that is passed, stored, given back or kept in a list is handed on; one that is named is not", async () => {
  expect(
    await open(`=== a.js
function passed() {}
function stored() {}
function kept() {}
function listed() {}
function fallback() {}
function called() {}
function compared() {}
function bound() {}
function renamed() {}
const other = renamed
other()
called()
bound.call(null)
if (compared === called) {}
function run(f = fallback) { f() }
function give() { return kept }
run(passed)
this.handler = stored
const list = [listed]
function only() { return called() }
`),
  ).toEqual([
    "a.js:fallback: handedOn",
    "a.js:kept: handedOn",
    "a.js:listed: handedOn",
    "a.js:passed: handedOn",
    "a.js:stored: handedOn",
  ])
})

test("another name of a function hands it on where that name is handed on", async () => {
  expect(
    await open(`=== a.js
function one() {}
function two() {}
const first = one
const second = two
take(first)
second()
function take(x) {}
`),
  ).toEqual(["a.js:first: handedOn", "a.js:one: handedOn"])
})

test("methods of an object are open as the object is: by a key, as a whole, or not at all", async () => {
  expect(
    await open(`=== a.ts
const table = { run() {}, stop: () => {} }
export const call = (key: string) => table[key]()
const passed = { start() {} }
take(passed)
take({ inline() {} })
const safe = { go() {}, inner: { deep() {} } }
safe.go()
safe.inner.deep()
safe["go"]()
const same = safe
same.go()
export const make = () => ({ made() {} })
function take(x: unknown) {}
`),
  ).toEqual([
    "a.ts:inline: holderHandedOn",
    "a.ts:make.made: holderHandedOn",
    "a.ts:passed.start: holderHandedOn",
    "a.ts:passed: handedOn",
    "a.ts:table.run: holderKeyed",
    "a.ts:table.stop: holderKeyed",
    "a.ts:table: keyed",
  ])
})

test("a value in an object is handed on where the object is", async () => {
  expect(
    await open(`=== a.js
function inOpen() {}
function inClosed() {}
const open = { f: inOpen }
const closed = { f: inClosed }
closed.f()
send(open)
function send(x) {}
`),
  ).toEqual(["a.js:inOpen: handedOn", "a.js:open: handedOn"])
})

test("a module is open where it is passed on or asked by a key, not where it is taken apart", async () => {
  expect(
    await open(`=== passed.ts
export function f() {}
=== keyed.ts
export function f() {}
=== apart.ts
export function f() {}
=== loaded.ts
export function f() {}
=== main.ts
import * as passed from "./passed"
import * as keyed from "./keyed"
import * as apart from "./apart"
take(passed)
export const call = (name: "f" | "g", any: string) => { keyed[any]() }
apart.f()
apart["f"]()
const { f } = apart
import("./loaded").then((it) => take(it))
function take(x: unknown) {}
`),
  ).toEqual(["keyed.ts: keyed", "loaded.ts: handedOn", "passed.ts: handedOn"])
})

test("instances that are asked by a key open their class; a key that is spelled out opens nothing", async () => {
  expect(
    await open(`=== a.ts
class Keyed { run(name: string) { return (this as any)[name]() } }
class Named { run() { return this["other"]() } other() {} }
class Typed { run(name: "one" | "two") { return this[name]() } one() {} two() {} }
const KEY = Symbol()
class Symbolic { [KEY]() {} run() { return this[KEY]() } }
`),
  ).toEqual(["a.ts:Keyed: keyed"])
})

test("a class is handed on as a value; making it, its static members and instanceof name it", async () => {
  expect(
    await open(`=== a.ts
class Registered {}
class Made { static of() {} }
new Made()
Made.of()
export const is = (x: unknown) => x instanceof Made
register(Registered)
function register(x: unknown) {}
`),
  ).toEqual(["a.ts:Registered: handedOn"])
})

test("a function that is written where it is passed is handed on; one that is called there is not", async () => {
  expect(
    await open(`=== a.js
on("x", function handler() {})
;(function main() {})()
const named = function self() {}
export const wrapped = wrap(function inner() {})
Thing.prototype.run = function () {}
function Thing() {}
function wrap(f) { return f }
function on(name, f) {}
`),
  ).toEqual(["a.js:handler: handedOn", "a.js:wrapped.inner: handedOn"])
})

test("what a module gives out is not handed on, and has its other names", async () => {
  const made = await graphOf(`=== a.js
function one() {}
function two() {}
function three() {}
module.exports = { one, second: two, shorthand() {} }
exports.third = three
=== b.ts
export default function whole() {}
export { inner as outer }
function inner() {}
const value = { method() {} }
export default value
=== c.ts
export { outer as further } from "./b"
`)
  expect(openOf(made)).toEqual([])
  const { graph } = made
  const names: Record<string, string> = {}
  for (let node = 0; node < graph.nodes.rows; node++) {
    const others = graph.strings.at(graph.nodes.exportedAs[node]!)
    if (others !== "") names[labelOf(graph, node)] = others
  }
  expect(names).toMatchObject({ "a.js:two": "second", "a.js:three": "third", "b.ts:inner": "further outer" })
  expect(names["a.js:one"]).toBeUndefined()
})

test("a decorator takes what it stands before, known or not", async () => {
  expect(
    await open(`=== a.ts
import { Get } from "framework"
function mine(target: unknown) {}
class Routes { @Get() list() {} @mine other() {} plain() {} }
@mine class Whole { inside() {} }
`),
  ).toEqual(["a.ts:Routes.list: decorated", "a.ts:Routes.other: decorated", "a.ts:Whole: decorated"])
})

test("tests open what tests hold, and nothing of what they test", async () => {
  const text = `=== src.ts
export function passedByTest() {}
export function passed() {}
take(passed)
function take(x: unknown) {}
=== src.test.ts
import { passedByTest } from "./src"
function helper() {}
expect(passedByTest)
expect(helper)
const same = passedByTest
expect(same)
`
  const made = await graphOf(
    text,
    (files) =>
      files.map((it) =>
        typeof it === "object" && it !== null && "path" in it && String(it.path).includes("test")
          ? { ...it, flags: NODE_FLAGS.test }
          : it
      ),
  )
  expect(openOf(made)).toEqual([
    "src.test.ts:helper: handedOn",
    "src.test.ts:same: handedOn",
    "src.ts:passed: handedOn",
  ])
})

test("a reference that is bound to nothing says whether something stands before its name, and the name it is imported by", async () => {
  const { graph } = await graphOf(`=== a.ts
import { given as local } from "./gone"
import * as whole from "./gone"
local()
whole.member()
export function call(x: any, load: string) {
  x.method()
  const { taken } = x
  free()
  return import(load)
}
`)
  const rows = Array.from(
    { length: graph.unresolved.rows },
    (_, row) => `${graph.unresolved.member[row] === 1 ? "." : ""}${graph.strings.at(graph.unresolved.name[row]!)}`,
  )
  for (const name of [".method", ".taken", ".member", "given", "free", "*"]) expect(rows).toContain(name)
  expect(rows).not.toContain("local")
})

test("a module that is loaded by a computed name is any module, by whatever word it is loaded", async () => {
  const { graph } = await graphOf(`=== a.js
const plugin = require(process.argv[2])
=== b.js
export const load = (name) => import(\`./plugins/\${name}\`)
=== c.js
const own = require("./a")
`)
  const rows = Array.from({ length: graph.unresolved.rows }, (_, row) => row)
    .filter((row) => graph.strings.at(graph.unresolved.name[row]!) === "*")
  expect(rows.map((row) => graph.unresolved.cause[row])).toEqual([CAUSES.dynamic.code, CAUSES.dynamic.code])
  expect(rows.map((row) => labelOf(graph, graph.unresolved.source[row]!)).sort()).toEqual(["a.js", "b.js"])
})

test("what a variable is given flows on, though a later assignment ends it", async () => {
  const made = await graphOf(`=== a.js
export function one() {}
export function two() {}
export function decoy() {}
let v = one
keep(v)
v = two
keep(v)
decoy()
=== b.py
def one(): pass
def two(): pass
def decoy(): pass
v = one
keep(v)
v = two
keep(v)
decoy()
`)
  const open = openOf(made)
  for (const name of ["a.js:one", "a.js:two", "b.py:one", "b.py:two"]) expect(open).toContain(`${name}: handedOn`)
  expect(open.filter((it) => it.includes("decoy"))).toEqual([])
})

test("what is declared of a package or of the platform is used by whoever uses those; a namespace of its own is not", async () => {
  expect(
    await open(`=== types.d.ts
declare module "outside" { export function run(): void; export class Store { save(): void } }
declare module "unasked" { export function never(): void }
declare namespace Deno { function lstat(): void }
declare namespace Own { function closed(): void }
=== a.ts
import { run } from "outside"
run()
const { lstat } = Deno
lstat()
`),
  ).toEqual([
    "types.d.ts:Deno.lstat: handedOn",
    "types.d.ts:outside.Store.save: handedOn",
    "types.d.ts:outside.Store: handedOn",
    "types.d.ts:outside.run: handedOn",
  ])
})

test("a module that asks for all of its names may mean each of them; one that calls a function of that name does not", async () => {
  expect(
    await open(`=== a.py
def one(): pass
globals()["one"]()
=== b.py
def globals(): return {}
globals()["one"]()
=== c.js
function two() {}
eval("two()")
`),
  ).toEqual(["a.py: keyed", "c.js: keyed"])
})

test("what a module gives out where its import fails is open to importers, who find the import first", async () => {
  expect(
    await open(`=== fast.py
def run(): pass
=== compat.py
try:
    from fast import run
except ImportError:
    def run(): pass
def closed(): pass
=== use.py
from compat import run, closed
run()
closed()
`),
  ).toEqual(["compat.py:run: handedOn"])
})

test("who a value from outside is nobody knows: a member of its name may be asked of it", async () => {
  const { graph } = await graphOf(`
=== app/models.py
class User:
    def check_password(self, it):
        return True

    def rename(self, it):
        return it

    def fetch(self):
        return self
=== app/login.py
from database import session, fetch
from app.models import User

def login(name, password):
    user = session.scalar(name)
    return user.check_password(password)

def other():
    fetch()
    return User().rename("x")
`)
  const ways = (name: string) => waysTo(graph, Names.named(graph, name)[0]!) & WAYS.byOutside
  expect(ways("check_password")).toBe(WAYS.byOutside)
  // The one is asked of a type of ours, and what an import brings is called by its name.
  expect(ways("rename")).toBe(0)
  expect(ways("fetch")).toBe(0)
})

test("where types are declared a member of an outside type is that type's", async () => {
  const { graph } = await graphOf(`
=== A.java
package shop;
import outside.Session;
class User { void check() {} }
class Login { void run(Session session) { session.open().check(); } }
`)
  expect(waysTo(graph, Names.named(graph, "check")[0]!) & WAYS.byOutside).toBe(0)
})
