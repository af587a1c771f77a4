// Types that comments of JavaScript declare lead calls to the members that they mean; beside each stands a decoy of the
// same name, and a place where the comment says nothing.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, graphOf } from "./_graph.ts"

const STORE = `=== store.js
class Store { save() {} }
class Decoy { save() {} }
module.exports = Store
module.exports.Decoy = Decoy
/** @typedef {{ store: Store, list: Store[] }} Holder */
/**
 * @template T
 * @typedef {Object} Box
 * @property {T} content
 */
/** @callback Visit @param {Store} store @returns {Store} */
`

const callsFrom = async (text: string): Promise<ReadonlyArray<string>> =>
  (await callsOf(STORE + text)).filter((it) => it.startsWith("use.js"))

test("parameters, results, variables, fields, casts", async () => {
  expect(
    await callsFrom(`=== use.js
/** @param {import("./store")} store */
function parameter(store) { store.save() }
/** @returns {import("./store")} */
function made() { return external() }
function result() { made().save() }
function variable() {
  /** @type {import("./store")} */
  const it = external()
  it.save()
}
class K {
  constructor() {
    /** @type {import("./store") | null} */
    this.store = null
    this.untold = external()
  }
  field() { this.store.save() }
  unsaid() { this.untold.save() }
}
function cast(it) { (/** @type {import("./store")} */ (it)).save() }
function nothing(it) { /** @type {import("./store")} */ it.save() }
`),
  ).toEqual([
    "use.js:K.field → store.js:Store.save",
    "use.js:cast → store.js:Store.save",
    "use.js:parameter → store.js:Store.save",
    "use.js:result → store.js:Store.save",
    "use.js:result → use.js:made",
    "use.js:variable → store.js:Store.save",
  ])
})

test("a comment wins over what is passed; one that names a type nobody has says nothing", async () => {
  expect(
    await callsFrom(`=== use.js
const Store = require("./store")
const { Decoy } = require("./store")
/** @param {Store} it */
function told(it) { it.save() }
told(new Decoy())
/** @param {Nobody} it */
function untold(it) { it.save() }
untold(new Decoy())
/** @param {Object} it */
function silent(it) { it.save() }
silent(new Decoy())
`),
  ).toEqual([
    "use.js → use.js:silent",
    "use.js → use.js:told",
    "use.js → use.js:untold",
    "use.js:silent → store.js:Decoy.save",
    "use.js:told → store.js:Store.save",
    "use.js:untold → store.js:Decoy.save",
  ])
})

test("what is required is a type by its name and by the names inside it", async () => {
  expect(
    await callsFrom(`=== use.js
const Store = require("./store")
const all = require("./all")
function local() {
  const Other = require("./store")
  /** @param {Other} it */
  const f = (it) => it.save()
}
/** @param {all.Store} a @param {all.Decoy} b @param {Store.Holder} c */
function dotted(a, b, c) { a.save(); c.store.save() }
=== all.js
module.exports = { get Store() { return require("./store") }, Decoy: null }
`),
  ).toEqual([
    "use.js:dotted → store.js:Store.save",
    "use.js:local.f → store.js:Store.save",
  ])
})

test("typedefs are found in other files, by import types and by imports in comments", async () => {
  expect(
    await callsFrom(`=== use.js
/** @import { Holder as Held } from "./store" */
/** @import * as All from "./store" */
/** @typedef {import("./store").Box<import("./store")>} Boxed */
/** @param {Held} a @param {All.Holder} b @param {Boxed} c */
function use(a, b, c) {
  a.store.save()
  for (const each of b.list) each.save()
  c.content.save()
  a.other.save()
}
/** @param {import("./store").Decoy} it @param {import("./store").Missing} other */
function decoy(it, other) { it.save(); other.save() }
`),
  ).toEqual([
    "use.js:decoy → store.js:Decoy.save",
    "use.js:use → store.js:Store.save",
  ])
})

test("types of functions type the functions that are given to their places", async () => {
  expect(
    await callsFrom(`=== use.js
/** @type {import("./store").Visit} */
const visit = (store, more) => { store.save(); more.save() }
/** @type {function(import("./store")): void} */
function old(store) { store.save() }
const table = {
  /** @type {(store: import("./store")) => void} */
  run: (store) => store.save(),
}
/** @param {import("./store").Visit} callback */
function each(callback) { callback(null).save() }
each((store) => { store.save(); return store })
each(function named(store) { return store.save() })
`),
  ).toEqual([
    "use.js → store.js:Store.save",
    "use.js → use.js:each",
    "use.js:each → store.js:Store.save",
    "use.js:named → store.js:Store.save",
    "use.js:old → store.js:Store.save",
    "use.js:table.run → store.js:Store.save",
    "use.js:visit → store.js:Store.save",
  ])
})

test("generic functions and classes, receivers, bases with arguments", async () => {
  expect(
    await callsFrom(`=== use.js
const Store = require("./store")
/**
 * @template T
 * @param {T[]} all
 * @returns {T}
 */
const first = (all) => all[0]
function generic() { first([new Store()]).save() }
/** @template T */
class Base {
  constructor() {
    /** @type {T} */
    this.it = null
  }
  /** @returns {T} */
  get() { return this.it }
}
/** @extends {Base<Store>} */
class Derived extends Base {
  run() { this.it.save(); this.get().save() }
}
/** @this {Store} */
function on() { this.save() }
/** @this {Store} @param {number} a @param {Derived} b */
function onWith(a, b) { this.save(); b.run() }
onWith.call(new Store(), 1, new Derived())
`),
  ).toEqual([
    "use.js → use.js:Base.constructor",
    "use.js → use.js:onWith",
    "use.js:Derived.run → store.js:Store.save",
    "use.js:Derived.run → use.js:Base.get",
    "use.js:generic → store.js:Store.save",
    "use.js:generic → use.js:first",
    "use.js:on → store.js:Store.save",
    "use.js:onWith → store.js:Store.save",
    "use.js:onWith → use.js:Derived.run",
  ])
})

test("an enumeration's name is, as a type, that of its values; a name that leads nowhere is no open question", async () => {
  const made = await graphOf(`=== a.js
class Store { save() {} }
class Decoy { save() {} }
/** @enum {Store} */
const STORES = { one: new Store(), save() {} }
/** @param {STORES} it */
function f(it) { it.save() }
/** @param {Nobody} it @param {no.Body} other */
function g(it, other) {}
`)
  expect(edgesOf(made, "CALLS")).toEqual(["a.js:f → a.js:Store.save"])
  const { unresolved, strings } = made.graph
  const open = Array.from({ length: unresolved.rows }, (_, row) => strings.at(unresolved.name[row]!))
  expect(open).toEqual([])
})

test("a type in a comment is used by what it is said of, and no module is loaded for it", async () => {
  const made = await graphOf(`=== a.js
class Foo {}
/** @typedef {Foo} Alias */
module.exports = Foo
=== b.js
/** @param {import("./a").Alias} it */
function take(it) {}
/** @implements {Shape} */
class Round {}
=== c.ts
/** @param {import("./a").Alias} it */
function take(it) {}
`)
  expect(edgesOf(made, "USES")).toEqual([
    "a.js → a.js:Foo",
    "a.js:Alias → a.js:Foo",
    "b.js:take → a.js:Alias",
  ])
  expect(edgesOf(made, "IMPORTS")).toEqual([])
})

test("a class that a comment names by the type of its value is made by new; a result of a name that nobody declares is what is given back", async () => {
  const made = await graphOf(`=== engine.js
class Engine {
  /** @returns {Promise<Formatter>} of a name that is not declared */
  async load() { return { format() {} } }
  run() {}
}
class Other { run() {} load() {} }
module.exports = { Engine, Other }
=== use.js
/** @typedef {typeof import("./engine").Engine} Engine */
/** @type {Engine} */
let Engine
before(() => { Engine = pick() })
async function all() {
  const engine = new Engine()
  engine.run()
  const formatter = await engine.load()
  formatter.format()
}
/** @type {typeof import("./engine").Other} */
let Other
function others() { new Other().run() }
/** @type {import("./engine").Other} */
let other
function called() { other.run() }
`)
  expect(edgesOf(made, "INSTANTIATES")).toEqual(["use.js:all → engine.js:Engine", "use.js:others → engine.js:Other"])
  expect(edgesOf(made, "CALLS")).toEqual([
    "use.js:all → engine.js:Engine.load",
    "use.js:all → engine.js:Engine.load.format",
    "use.js:all → engine.js:Engine.run",
    "use.js:called → engine.js:Other.run",
    "use.js:others → engine.js:Other.run",
  ])
})

test("a member that is added to what is given back is called, whatever type the result is declared with", async () => {
  const made = await graphOf(`=== client.js
class Client { request() {} }
function bind(run, to) { return function wrap() { return run.apply(to, arguments) } }
/** @returns {Client} */
function make(config) {
  const instance = bind(Client.prototype.request, new Client(config))
  instance.create = function create(more) { return make(more) }
  return instance
}
/** @returns {Client} */
function plain() {
  const object = {}
  object.added = function added() {}
  return object
}
class Decoy { create() {} added() {} }
export const client = make()
export const simple = plain()
=== use.js
import { client, simple } from "./client.js"
function first() { client.create() }
function second() { simple.added() }
function third() { client.request() }
function none() { simple.create() }
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("use"))).toEqual([
    "use.js:first → client.js:make.create",
    "use.js:second → client.js:plain.added",
    "use.js:third → client.js:Client.request",
  ])
})
