// Imports are followed to the definition, through every kind of re-export; a chain without an end leads nowhere.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, externalOf, graphOf } from "./_graph.ts"

test("barrels: default under a name, renames, stars of stars, a namespace", async () => {
  const made = await graphOf(`=== ui/badge.ts
export default function Badge() {}
=== ui/panel.ts
function Panel() {}
export default Panel
=== ui/rate.table.ts
export function applyRate() {}
=== ui/deep.ts
export * from "./rate.table"
export { applyRate as applyDiscount } from "./rate.table"
=== ui/index.ts
export { default as Badge } from "./badge"
export { default as Frame } from "./panel"
export * from "./deep"
export * as rates from "./rate.table"
=== geometry.ts
export function Frame() {}
export function applyDiscount() {}
=== app.ts
import { applyDiscount, Badge, Frame, rates } from "./ui"
import * as ui from "./ui"
export function named() {
  Badge()
  Frame()
}
export function star() {
  applyDiscount()
}
export function space() {
  ui.applyRate()
  rates.applyRate()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "app.ts:named → ui/badge.ts:Badge",
    "app.ts:named → ui/panel.ts:Panel",
    "app.ts:space → ui/rate.table.ts:applyRate",
    "app.ts:star → ui/rate.table.ts:applyRate",
  ])
  expect(edgesOf(made, "IMPORTS")).toEqual([
    "app.ts → ui/index.ts",
    "ui/deep.ts → ui/rate.table.ts",
    "ui/index.ts → ui/badge.ts",
    "ui/index.ts → ui/deep.ts",
    "ui/index.ts → ui/panel.ts",
    "ui/index.ts → ui/rate.table.ts",
  ])
})

test("stars that run in a circle end, and what stands in the circle is found from everywhere", async () => {
  expect(
    await callsOf(`=== a.ts
export * from "./b"
export function inA() {}
=== b.ts
export * from "./a"
export function inB() {}
=== use.ts
import { inA, missing } from "./b"
import { inB } from "./a"
export function use() {
  inA()
  inB()
  missing()
}
`),
  ).toEqual(["use.ts:use → a.ts:inA", "use.ts:use → b.ts:inB"])
})

test("a function keeps its callers under every name that it is given", async () => {
  expect(
    await callsOf(`=== impl.ts
export function compile(source: string) { return source }
export const build = compile
export { compile as transpile }
function lint() {}
export default lint
function reflow() {}
export const tools = { format: reflow, width: 80, own() {} }
export function format() {}
=== use.ts
import check, { build, tools, transpile as toJs } from "./impl"
export function viaConst() { build("") }
export function viaRename() { toJs("") }
export function viaLocal() { const run = toJs; run("") }
export function viaDefault() { check() }
export function viaObject() { tools.format(); tools.own() }
`),
  ).toEqual([
    "use.ts:viaConst → impl.ts:compile",
    "use.ts:viaDefault → impl.ts:lint",
    "use.ts:viaLocal → impl.ts:compile",
    "use.ts:viaObject → impl.ts:reflow",
    "use.ts:viaObject → impl.ts:tools.own",
    "use.ts:viaRename → impl.ts:compile",
  ])
})

test("CommonJS: a function, an object and single names as the module, required whole, taken apart, in a function", async () => {
  const made = await graphOf(`=== format.js
module.exports = function formatMoney() {}
=== dates.js
function parseDay() {}
exports.today = function () { return parseDay() }
exports.parseDay = parseDay
=== rates.js
const load = async () => {}
module.exports = { load, describe() {} }
=== other.js
function describe() {}
function today() {}
=== index.js
const money = require("./format")
const { today, parseDay: toDay } = require("./dates")
const rates = require("./rates.js")
function invoice() {
  today()
  toDay()
  rates.describe()
  money()
}
function lazy() {
  const { load } = require("./rates")
  load()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "dates.js:today → dates.js:parseDay",
    "index.js:invoice → dates.js:parseDay",
    "index.js:invoice → dates.js:today",
    "index.js:invoice → format.js:formatMoney",
    "index.js:invoice → rates.js:describe",
    "index.js:lazy → rates.js:load",
  ])
  expect(edgesOf(made, "IMPORTS")).toEqual([
    "index.js → dates.js",
    "index.js → format.js",
    "index.js → rates.js",
  ])
})

test("a module that is one class, imported as default, as a whole and by `import … = require`", async () => {
  expect(
    await callsOf(`=== store.ts
class Store {
  save() {}
}
export = Store
=== a.ts
import Store from "./store"
export function a() { new Store().save() }
=== b.ts
import Store = require("./store")
export function b(store: Store) { store.save() }
`),
  ).toEqual(["a.ts:a → store.ts:Store.save", "b.ts:b → store.ts:Store.save"])
})

test("a dynamic import gives its module when it is awaited", async () => {
  expect(
    await callsOf(`=== lazy.ts
export function work() {}
=== a.ts
export async function run() {
  const { work } = await import("./lazy")
  work()
  const whole = await import("./lazy")
  whole.work()
}
export function later() {
  import("./lazy").then((it) => it.work())
}
`),
  ).toEqual(["a.ts:later → lazy.ts:work", "a.ts:run → lazy.ts:work"])
})

test("what comes from a package is external, and a project's namesake is not called", async () => {
  const made = await graphOf(`=== take.ts
export function take() {}
export class List { map() {} }
=== a.ts
import { take } from "lib"
import * as path from "node:path"
export function a() {
  take()
  path.join("a")
  take().map()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([])
  expect(externalOf(made, "CALLS")).toEqual(["a.ts:a → lib#map", "a.ts:a → lib#take", "a.ts:a → node:path#join"])
})

test("a type and a value of one name are two things, and each use finds its own", async () => {
  const made = await graphOf(`=== shape.ts
export interface Shape { area(): number }
export const Shape = { of() {} }
=== use.ts
import { Shape } from "./shape"
export function use(shape: Shape) {
  Shape.of()
  shape.area()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual(["use.ts:use → shape.ts:Shape.area", "use.ts:use → shape.ts:Shape.of"])
})

test("a module that is handed on whole or read by a computed key is used as a whole; one that is only taken apart is not", async () => {
  const made = await graphOf(`=== user.ts
import * as keyed from "./keyed"
import * as passed from "./passed"
import * as spread from "./spread"
import * as rest from "./rest"
import * as given from "./given"
import * as apart from "./apart"
import object from "./object"
const take = (x: unknown) => x
export const read = (key: string) => keyed[key]()
export const pass = () => take(passed)
export const copy = { ...spread }
export const { one, ...others } = rest
export const whole = () => take(object)
export const known = () => apart.one() + apart["one"]()
export type Shape = typeof apart
export const later = async () => {
  const held = await import("./apart")
  return held.one() + (await import("./apart")).one() + take(await import("./lazy"))
}
export default given
=== keyed.ts
export const one = () => 1
=== passed.ts
export const one = () => 1
=== spread.ts
export const one = () => 1
=== rest.ts
export const one = () => 1
export const two = () => 1
=== given.ts
export const one = () => 1
=== apart.ts
export const one = () => 1
=== lazy.ts
export const one = () => 1
=== object.ts
export default { one: () => 1 }
=== old.js
const table = require("./apart")
const keyed = require("./keyed")
require("./passed")
module.exports = require("./lazy")
exports.go = (key) => table.one() + keyed[key]()
`)
  const wholes = edgesOf(made, "USES").filter((it) => /→ [^:]*$/.test(it))
  expect(wholes).toEqual([
    "old.js:go → keyed.ts",
    "user.ts → given.ts",
    "user.ts:copy → spread.ts",
    "user.ts:later → lazy.ts",
    "user.ts:others → rest.ts",
    "user.ts:pass → passed.ts",
    "user.ts:read → keyed.ts",
    "user.ts:whole → object.ts",
  ])
})

test("an object that is handed on, spread or read by a computed key is read by whoever does so", async () => {
  const made = await graphOf(`=== table.ts
export const TABLE = { one: () => 1 }
export const OTHER = { one: () => 1 }
=== user.ts
import { OTHER, TABLE } from "./table"
const take = (x: unknown) => x
export const read = (key: "one") => TABLE[key]()
export const pass = () => take(TABLE)
export const spread = () => ({ ...TABLE })
`)
  expect(edgesOf(made, "READS", "USES").filter((it) => it.endsWith("TABLE"))).toEqual([
    "user.ts:pass → table.ts:TABLE",
    "user.ts:read → table.ts:TABLE",
    "user.ts:spread → table.ts:TABLE",
  ])
  expect(edgesOf(made, "READS", "USES").filter((it) => it.endsWith("OTHER"))).toEqual([])
})

test("a list that exports a name as the default is followed in both dialects", async () => {
  for (const ending of ["js", "ts"]) {
    const made = await graphOf(`=== index.${ending}
import kept from "./lib.${ending}"
const { create } = kept
export { kept as default, create }
=== lib.${ending}
const kept = { create: function create() {} }
export default kept
=== user.${ending}
import kept, { create } from "./index.${ending}"
import { default as again } from "./index.${ending}"
export const whole = () => kept.create()
export const one = () => create()
export const named = () => again.create()
`)
    expect(edgesOf(made, "CALLS")).toEqual([
      `user.${ending}:named → lib.${ending}:kept.create`,
      `user.${ending}:one → lib.${ending}:kept.create`,
      `user.${ending}:whole → lib.${ending}:kept.create`,
    ])
  }
})

test("types of a module written in JavaScript come from the declarations beside it, calls go to the implementation", async () => {
  const made = await graphOf(`=== index.js
export function make() { return {} }
=== index.d.ts
export interface Client { get(): void }
export declare function make(): Client
=== loose.js
export function make() { return {} }
=== other.d.ts
export interface Client { get(): void }
=== user.ts
import { type Client, make } from "./index.js"
import type { Client as None } from "./loose.js"
export const go = (client: Client) => { client.get(); make() }
export const no = (client: None) => { client.get() }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["user.ts:go → index.d.ts:Client.get", "user.ts:go → index.js:make"])
})

test("files that all re-export each other are searched once each", async () => {
  const names = Array.from({ length: 40 }, (_, i) => `m${i}`)
  const stars = names.map((name) => `export * from "./${name}"`).join("\n")
  const files = names.map((name, i) => `=== ${name}.ts\n${stars}\nexport const v${i} = () => ${i}\n`).join("")
  const made = await graphOf(`${files}=== use.ts
import { nope, v0, v39 } from "./m3"
export const use = () => v0() + v39() + nope()
`)
  const called = edgesOf(made, "CALLS").join("\n")
  expect(called).toContain("v0")
  expect(called).toContain("v39")
  expect(called).not.toContain("nope")
})

test("a factory that is handed to define is given what its dependencies are, and the module is what it returns", async () => {
  const made = await graphOf(`=== util.js
define([], function () { return { trim: function () {} } })
=== view.js
define("view", ["./util", "outside"], function (util, outside) {
  function View() { util.trim(); outside.gone() }
  View.prototype.draw = function () {}
  return View
})
=== whole.js
define({ start() {} })
=== main.js
require(["./view", "./whole"], function (View, whole) { new View().draw(); whole.start() })
=== own.js
function define(list, f) { f() }
define(["./util"], function (util) { util.trim() })
=== loaded.js
if (typeof define !== "function") { var define = require("amdefine")(module) }
define(() => run)
function run() {}
=== node.js
const run = require("./loaded")
run()
`)
  expect(edgesOf(made, "IMPORTS")).toEqual([
    "main.js → view.js",
    "main.js → whole.js",
    "node.js → loaded.js",
    "view.js → util.js",
  ])
  expect(edgesOf(made, "CALLS")).toEqual([
    "main.js → view.js:View",
    "main.js → view.js:draw",
    "main.js → whole.js:start",
    "node.js → loaded.js:run",
    "own.js → own.js:define",
    "view.js:View → util.js:trim",
  ])
})

test("a module that is given itself as a whole, in whatever way, ends and keeps its names", async () => {
  expect(
    await callsOf(`=== a.js
exports.go = function () {}
module.exports = exports
=== b.js
module.exports = exports || {}
exports.go = function () {}
=== c.js
module.exports = require("./c")
=== d.js
const self = exports
module.exports = self
self.go = function () {}
=== use.js
const a = require("./a"), b = require("./b"), c = require("./c"), d = require("./d")
a.go(); b.go(); c.go(); d.go()
a.none.none(); b.none.none(); c.none.none(); d.none.none()
`),
  ).toEqual(["use.js → a.js:go", "use.js → b.js:go", "use.js → d.js:go"])
})
