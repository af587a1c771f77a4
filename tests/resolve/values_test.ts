// Functions as values: kept, returned, passed, put into containers. One that is surely called is CALLS, one that a caller
// decides is DISPATCHES.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, graphOf } from "./_graph.ts"

test("a function that is returned, kept in an object or in a list is called", async () => {
  expect(
    await callsOf(`=== a.js
function bar() {}
function decoy() {}
function give() { return bar }
export function viaResult() { give()() }
export function viaVariable() { const f = give(); f() }
const table = {}
table["run"] = bar
export function viaKey() { table["run"]() }
export function viaList() { [bar, decoy][0]() }
const stack = []
stack.push(bar)
export function viaPop() { stack.pop()() }
const byName = new Map()
byName.set("a", bar)
export function viaMap() { byName.get("a")() }
export function viaBind() { const f = bar.bind(null); f() }
export function viaCall() { bar.call(null) }
`).then((all) => all.filter((it) => it.startsWith("a.js:via"))),
  ).toEqual([
    "a.js:viaBind → a.js:bar",
    "a.js:viaCall → a.js:bar",
    "a.js:viaKey → a.js:bar",
    "a.js:viaList → a.js:bar",
    "a.js:viaMap → a.js:bar",
    "a.js:viaPop → a.js:bar",
    "a.js:viaResult → a.js:bar",
    "a.js:viaResult → a.js:give",
    "a.js:viaVariable → a.js:bar",
    "a.js:viaVariable → a.js:give",
  ])
})

test("a function that is handed over is called where all who hand it over are known, else dispatched to", async () => {
  const made = await graphOf(`=== a.js
function bar() {}
function baz() {}
function decoy() {}
function known(f) { f() }
function taken({ on: [f] }) { f() }
function escapes(f) { f() }
export function open(f) { f() }
export function use() { known(bar); taken({ on: [baz] }); escapes(bar); open(bar) }
keep(escapes)
`)
  expect(edgesOf(made, "CALLS").filter((it) => !it.startsWith("a.js:use"))).toEqual([
    "a.js:known → a.js:bar",
    "a.js:taken → a.js:baz",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual(["a.js:escapes → a.js:bar", "a.js:open → a.js:bar"])
})

test("parameters without a type are what calls give them", async () => {
  expect(
    await callsOf(`=== a.js
class Store { save() {} }
class Other { save() {} }
function keep(store) { store.save() }
function pass(store) { keep(store) }
pass(new Store())
`),
  ).toEqual(["a.js → a.js:pass", "a.js:keep → a.js:Store.save", "a.js:pass → a.js:keep"])
})

test("a lambda takes its parameters from the function that it is passed to", async () => {
  expect(
    await callsOf(`=== a.ts
class Request { header() {} }
class Decoy { header() {} }
type Handler = (request: Request) => void
interface Options { onRequest: Handler }
function on(handler: Handler) {}
function configure(options: Options) {}
const typed: Handler = (request) => { request.header() }
export function use() {
  on((request) => { request.header() })
  configure({ onRequest: (it) => it.header() })
}
`).then((all) => all.filter((it) => it.includes("header"))),
  ).toEqual([
    "a.ts:typed → a.ts:Request.header",
    "a.ts:use → a.ts:Request.header",
    "a.ts:use.onRequest → a.ts:Request.header",
  ])
})

test("functions that call each other settle, and what they surely give is known", async () => {
  expect(
    await callsOf(`=== a.js
class Leaf { done() {} }
class Decoy { done() {} }
function even(n) { return n === 0 ? new Leaf() : odd(n - 1) }
function odd(n) { return n === 0 ? new Leaf() : even(n - 1) }
export function use() { even(3).done() }
`).then((all) => all.filter((it) => it.includes("use"))),
  ).toEqual(["a.js:use → a.js:Leaf.done", "a.js:use → a.js:even"])
})

test("a variable of a function's type is called, and so is the function behind its casts; other names are only read", async () => {
  const made = await graphOf(`=== url.ts
const inner = (url: string, many?: boolean) => url
const make = (): ((url: string) => void) => (url) => {}
export const declared: (url: string) => string = inner as (url: string) => string
export const opaque: (url: string) => void = make()
export const alias = inner
=== user.ts
import { alias, declared, opaque } from "./url"
export const viaDeclared = () => declared("")
export const viaOpaque = () => opaque("")
export const viaAlias = () => alias("")
export const local = () => { const kept: (url: string) => string = declared; kept("") }
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("user"))).toEqual([
    "user.ts:viaAlias → url.ts:inner",
    "user.ts:viaDeclared → url.ts:declared",
    "user.ts:viaDeclared → url.ts:inner",
    "user.ts:viaOpaque → url.ts:opaque",
  ])
  expect(edgesOf(made, "READS").filter((it) => it.startsWith("user"))).toEqual([
    "user.ts:local → url.ts:declared",
    "user.ts:viaAlias → url.ts:alias",
  ])
})

test("a variable that is given another function may run either, wherever it is called", async () => {
  const made = await graphOf(`=== hook.ts
export let hook = () => {}
export let kept = () => {}
const real = () => {}
export const install = () => { hook = real }
=== user.ts
import { hook, kept } from "./hook"
export const go = () => { hook(); kept() }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["user.ts:go → hook.ts:hook", "user.ts:go → hook.ts:kept"])
  expect(edgesOf(made, "DISPATCHES")).toEqual(["user.ts:go → hook.ts:real"])
})

test("what is taken out of a library value is outside, under whatever name it is held", async () => {
  const made = await graphOf(`=== a.js
const { isArray } = Array
const held = { isArray }
export function ask(x) { return isArray(x) || held.isArray(x) }
export function mine(x) { return held.gone(x) }
`)
  expect(made.counts.get("javascript")?.unknown).toBe(1)
  expect(edgesOf(made, "CALLS")).toEqual([])
})

test("`new` under another name reads the variable that holds the class", async () => {
  const made = await graphOf(`=== a.ts
export class Made { constructor() {} }
export const Alias = Made
export const Unused = Made
=== b.ts
import { Alias } from "./a"
export const make = () => new Alias()
`)
  expect(edgesOf(made, "READS")).toEqual(["b.ts:make → a.ts:Alias"])
  expect(edgesOf(made, "INSTANTIATES")).toEqual(["b.ts:make → a.ts:Made"])
})

test("what a variable holds at a place is what it was given last, where no other way leads there", async () => {
  const first = "function one() {}\nfunction two() {}\n"
  const calls = async (body: string): Promise<ReadonlyArray<string>> =>
    (await callsOf(`=== a.js\n${first}export function f(c, xs) { ${body} }\n`)).map((it) => it.replace(/^.*:/, ""))
  const both = ["one", "two"]
  expect(await calls("let v = one; v(); v = two")).toEqual(["one"])
  expect(await calls("let v = one; v = two; v()")).toEqual(["two"])
  expect(await calls("var v = one; var v = two; v()")).toEqual(["two"])
  expect(await calls("let v = one; if (c) { v = two; v() }")).toEqual(["two"])
  // another way leads there
  expect(await calls("let v = one; if (c) v = two; v()")).toEqual(both)
  expect(await calls("let v = one; if (c) { v = two } v()")).toEqual(both)
  expect(await calls("let v = one; c && (v = two); v()")).toEqual(both)
  expect(await calls("let v; switch (c) { case 1: v = one; break; default: v = two } v()")).toEqual(both)
  expect(await calls("let v = one; for (const x of xs) { v(); v = two }")).toEqual(both)
  expect(await calls("let v = one; while (c) { v(); v = two }")).toEqual(both)
  expect(await calls("let v = one; do { v(); v = two } while (c)")).toEqual(both)
  expect(await calls("let v = one; for (let i = 0; v(); i++) { v = two }")).toEqual(both)
  expect(await calls("let v = one; try { v = two; c() } catch { v() }")).toEqual(both)
  expect(await calls("let v = one; const set = () => { v = two }; set(); v()")).toContain("two")
  expect(await calls("let v = one; v = two; return () => v()")).toContain("two")
})

test("what a variable is given is an argument of what is called before the next assignment", async () => {
  expect(
    (await callsOf(`=== a.js
class Inner { enter() {} }
class Outer {
  constructor(original) { this.original = original }
  enter() { this.original.enter() }
}
export function run() {
  let analyzer = new Inner()
  analyzer = new Outer(analyzer)
  analyzer.enter()
}
`)).filter((it) => it.endsWith(".enter")),
  ).toEqual(["a.js:Outer.enter → a.js:Inner.enter", "a.js:run → a.js:Outer.enter"])
})

test("a member that a type leaves open is the method that a constant's own object has", async () => {
  expect(
    await callsOf(`=== schema.js
/** @typedef {Object} Property
 *  @property {Function|string} merge
 */
/** @type {Property} */
const optionsSchema = { merge(a, b) { return a ?? b } }
/** @type {Property} */
const decoySchema = { merge(a, b) { return b } }
/** @type {Property} */
let changing = { merge() {} }
const schema = { options: optionsSchema, decoy: decoySchema, changing }
module.exports = { schema }
=== use.js
const { schema } = require("./schema")
exports.run = () => { schema.options.merge(1, 2) }
exports.open = () => { schema.changing.merge(1, 2) }
`),
  ).toEqual(["use.js:run → schema.js:optionsSchema.merge"])
})

test("what a container gives to a callback is called as what a loop takes out of it is", async () => {
  expect(
    (await callsOf(`=== a.js
function one() {}
function decoy() {}
class Bus {
  constructor() { this.all = new Set() }
  add(f) { this.all.add(f) }
  loop() { for (const f of this.all) f() }
  each() { this.all.forEach(function (f) { f() }) }
  handed(f) { f() }
}
const bus = new Bus()
bus.add(one)
register(bus)
`)).filter((it) => it.includes(":one") || it.includes(":decoy")),
  ).toEqual(["a.js:Bus.each → a.js:one", "a.js:Bus.loop → a.js:one"])
})

test("of two functions in a constant the one that its cast names is called, the other dispatched to", async () => {
  const made = await graphOf(`=== a.ts
declare const isDevelopment: boolean
function checked(...args: Parameters<typeof make>): string { return make(...args) }
function make(name: string): string { return name }
export const create = (isDevelopment ? checked : make) as typeof make
=== b.ts
import { create } from "./a.ts"
export const use = () => create("a")
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("b.ts"))).toEqual(["b.ts:use → a.ts:make"])
  expect(edgesOf(made, "DISPATCHES")).toEqual(["b.ts:use → a.ts:checked"])
})

test("a declared result hides no function that is given back; a call of what may be any function is left open", async () => {
  const made = await graphOf(`=== a.ts
export function named<T>(): (x: T) => number { return function inner(x: T) { return 1 } }
export function run() { return named<string>()("a") }
const kept = named<string>()
export function later() { return kept("a") }
declare const others: Array<() => void>
export function other(): () => void { return others[0]! }
export function open() { other()() }
function decoy(x: string) { return 1 }
=== make.js
/** @returns {((x: string) => string) & { bind: () => void }} a function */
const cached = (fn) => {
  /** @type {((x: string) => string) & { bind: () => void }} */
  const kept = (x) => fn(x)
  return kept
}
const paths = cached((x) => x)
module.exports.paths = paths
=== use.js
const made = require("./make")
function go() { made.paths("a") }
=== d.py
from typing import Callable
def command(name) -> Callable[[int], int]:
    def decorator(x: int) -> int:
        return 1
    return decorator
def decorator(x): ...
def run():
    command(1)(2)
@command(1)
def decorated(): ...
def handed(back: Callable[[int], int]):
    back(1)
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.ts:kept → a.ts:named",
    "a.ts:later → a.ts:kept",
    "a.ts:open → a.ts:other",
    "a.ts:run → a.ts:named",
    "d.py → d.py:command",
    "d.py:run → d.py:command",
    "make.js:paths → make.js:cached",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual([
    "a.ts:later → a.ts:named.inner",
    "a.ts:run → a.ts:named.inner",
    "d.py → d.py:command.decorator",
    "d.py:run → d.py:command.decorator",
    "use.js:go → make.js:cached.kept",
  ])
  // what comes out of a list, and what a parameter of a function's type is
  const { unresolved } = made.graph
  const names = Array.from({ length: unresolved.rows }, (_, row) => made.graph.strings.at(unresolved.name[row]!))
  expect(names.sort()).toEqual(["", "back"])
})

test("`new` of what is declared to construct runs the function or class that lies there", async () => {
  const made = await graphOf(`=== a.ts
interface Maker<T> { new (def: string): T; init(x: T): void }
interface Schema { check(): void }
function make(): Maker<Schema> {
  function build(this: any, def: string) {}
  return build as any
}
function mixed(): Maker<Schema> { return class Mixed { constructor(def: string) {} } as any }
export const Schema: Maker<Schema> = make()
const Other = mixed()
function build() {}
export function one() { new Schema("a").check() }
export function two() { new Other("b") }
declare const elsewhere: Maker<Schema>
export function three() { new elsewhere("c") }
class Odd { new() {} }
declare const odd: Odd
export function four() { new odd() }
`)
  expect(edgesOf(made, "DISPATCHES")).toEqual([
    "a.ts:one → a.ts:make.build",
    "a.ts:two → a.ts:mixed.Mixed.constructor",
  ])
  expect(edgesOf(made, "CALLS")).toContain("a.ts:one → a.ts:Schema.check")
  const { unresolved, strings } = made.graph
  const names = Array.from({ length: unresolved.rows }, (_, row) => strings.at(unresolved.name[row]!))
  expect(names.sort()).toEqual(["elsewhere", "odd"])
})
