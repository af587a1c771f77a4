// A member is found by the type of what stands before the dot, never by its name alone. A decoy of the same name stands
// beside each.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, externalOf, graphOf } from "./_graph.ts"

const STORES = `=== stores.ts
export class Orders {
  save() { return this }
  static open() { return new Orders() }
}
export class Carts {
  save() {}
  static open() { return new Carts() }
}
`

test("fields: declared, set in the constructor, by a parameter property, by their initial value", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
export class Checkout {
  private carts: Carts
  third = new Orders()
  fourth
  constructor(private orders: Orders, carts: Carts) {
    this.carts = carts
    this.fourth = new Carts()
  }
  byParameter() { this.orders.save() }
  declared() { this.carts.save() }
  initial() { this.third.save() }
  assigned() { this.fourth.save() }
}
`),
  ).toEqual([
    "a.ts:Checkout → stores.ts:Orders",
    "a.ts:Checkout.assigned → stores.ts:Carts.save",
    "a.ts:Checkout.byParameter → stores.ts:Orders.save",
    "a.ts:Checkout.declared → stores.ts:Carts.save",
    "a.ts:Checkout.initial → stores.ts:Orders.save",
  ].filter((it) => !it.startsWith("a.ts:Checkout →")))
})

test("chains of calls, elements and members", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
interface Shop { orders: Orders[]; byName: Map<string, Carts>; later(): Promise<Orders> }
function shop(): Shop { throw new Error() }
export function element() { shop().orders[0].save() }
export function each() { for (const it of shop().orders) it.save() }
export function value() { shop().byName.get("x")?.save() }
export function mapped() { shop().orders.map((it) => it.save()) }
export async function awaited() { (await shop().later()).save() }
export function then() { shop().later().then((it) => it.save()) }
export function self() { new Orders().save().save() }
export function statics() { Carts.open().save() }
`),
  ).toEqual([
    "a.ts:awaited → a.ts:Shop.later",
    "a.ts:awaited → a.ts:shop",
    "a.ts:awaited → stores.ts:Orders.save",
    "a.ts:each → a.ts:shop",
    "a.ts:each → stores.ts:Orders.save",
    "a.ts:element → a.ts:shop",
    "a.ts:element → stores.ts:Orders.save",
    "a.ts:mapped → a.ts:shop",
    "a.ts:mapped → stores.ts:Orders.save",
    "a.ts:self → stores.ts:Orders.save",
    "a.ts:statics → stores.ts:Carts.open",
    "a.ts:statics → stores.ts:Carts.save",
    "a.ts:then → a.ts:Shop.later",
    "a.ts:then → a.ts:shop",
    "a.ts:then → stores.ts:Orders.save",
    "a.ts:value → a.ts:shop",
    "a.ts:value → stores.ts:Carts.save",
  ])
})

test("a member of a library type is external, never the project's member of that name", async () => {
  const made = await graphOf(`=== cache.ts
export class Cache {
  private store = new Map<string, string>()
  get(key: string) { return this.store.get(key) }
  set(key: string) { this.store.set(key, key) }
  map() { return [1].map((it) => it) }
}
export function warm(cache: Cache) { cache.get("x") }
export function unknown(it) { it.get("x") }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["cache.ts:warm → cache.ts:Cache.get"])
  expect(externalOf(made, "CALLS")).toEqual([
    "cache.ts:Cache.get → platform#get",
    "cache.ts:Cache.map → platform#map",
    "cache.ts:Cache.set → platform#set",
  ])
  expect(made.graph.unresolved.rows).toBe(1)
})

test("this, super, accessors, private names, object literals", async () => {
  const made = await graphOf(`=== a.ts
class Base {
  run() {}
  static make() {}
}
class Other { run() {}; step() {} }
export class Derived extends Base {
  #hidden() {}
  get size() { return new Other() }
  run() {
    super.run()
    this.#hidden()
    this.size.step()
    this.inherited()
  }
  inherited() { Derived.make() }
}
export const api = {
  first() { this.second() },
  second: () => {},
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.ts:Derived.inherited → a.ts:Base.make",
    "a.ts:Derived.run → a.ts:Base.run",
    "a.ts:Derived.run → a.ts:Derived.#hidden",
    "a.ts:Derived.run → a.ts:Derived.inherited",
    "a.ts:Derived.run → a.ts:Other.step",
    "a.ts:api.first → a.ts:api.second",
  ])
})

test("prototypes: members, whole objects, one made of another, constructing functions called as functions", async () => {
  expect(
    await callsOf(`=== a.js
function speak() {}
function other() {}
function Animal() { this.legs = new Leg() }
Animal.prototype.speak = speak
Animal.prototype.walk = function () { this.legs.move() }
function Leg() {}
Leg.prototype = { move() {} }
function Dog() { Animal.call(this) }
Dog.prototype = Object.create(Animal.prototype)
Object.assign(Dog.prototype, { bark() { this.speak() } })
Dog.of = function () { return new Dog() }
export function use() {
  const dog = Dog.of()
  dog.walk()
  dog.bark()
  dog.speak()
}
function decoy() { return { walk() {}, bark() {} } }
`),
  ).toEqual([
    "a.js:Animal → a.js:Leg",
    "a.js:Dog → a.js:Animal",
    "a.js:bark → a.js:speak",
    "a.js:of → a.js:Dog",
    "a.js:use → a.js:bark",
    "a.js:use → a.js:of",
    "a.js:use → a.js:speak",
    "a.js:use → a.js:walk",
    "a.js:walk → a.js:move",
  ])
})

test("generics: arguments of classes, of bases, of functions, inferred from values", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
class Box<T> {
  constructor(private value: T) {}
  get(): T { return this.value }
  map<U>(change: (it: T) => U): Box<U> { return new Box(change(this.value)) }
}
class OrderBox extends Box<Orders> {}
function identity<T>(it: T): T { return it }
function first<T>(all: ReadonlyArray<T>): T | undefined { return all[0] }
export function declared(box: Box<Carts>) { box.get().save() }
export function constructed() { new Box(new Orders()).get().save() }
export function inherited(box: OrderBox) { box.get().save() }
export function inferred(carts: Carts[]) { first(carts)?.save(); identity(carts[0]).save() }
export function changed(box: Box<Carts>) { box.map(() => new Orders()).get().save() }
export function given(box: Box<Carts>) { box.map((it) => it.save()) }
`).then((all) => all.filter((it) => it.includes("save"))),
  ).toEqual([
    "a.ts:changed → stores.ts:Orders.save",
    "a.ts:constructed → stores.ts:Orders.save",
    "a.ts:declared → stores.ts:Carts.save",
    "a.ts:given → stores.ts:Carts.save",
    "a.ts:inferred → stores.ts:Carts.save",
    "a.ts:inherited → stores.ts:Orders.save",
  ])
})

test("what is iterated: generators, types of the project that can be, rest and spread", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
function* all() { yield new Orders() }
class Shelf {
  *[Symbol.iterator]() { yield new Carts() }
}
export function generated() { for (const it of all()) it.save() }
export function shelved(shelf: Shelf) { for (const it of shelf) it.save() }
export function rest(...carts: Carts[]) { carts[0].save() }
export function spread(carts: Carts[]) { const [first] = [...carts]; first.save() }
export function entries(byName: Map<string, Orders>) {
  for (const [name, order] of byName) order.save()
}
`).then((all) => all.filter((it) => it.includes("save"))),
  ).toEqual([
    "a.ts:entries → stores.ts:Orders.save",
    "a.ts:generated → stores.ts:Orders.save",
    "a.ts:rest → stores.ts:Carts.save",
    "a.ts:shelved → stores.ts:Carts.save",
    "a.ts:spread → stores.ts:Carts.save",
  ])
})

test("type arguments that the arguments leave open come from where the call stands", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
interface Maker<T> { make(): T }
function maker<T>(start: (it: T) => void): Maker<T> { throw new Error() }
export const orders: Maker<Orders> = maker((it) => it.save())
export const carts: Maker<Carts> = maker((it) => { it.save() })
`).then((all) => all.filter((it) => it.includes("save"))),
  ).toEqual(["a.ts:carts → stores.ts:Carts.save", "a.ts:orders → stores.ts:Orders.save"])
})

test("a member that is declared as a function is called, a call signature is not", async () => {
  const made = await graphOf(`=== a.ts
interface Hooks { done: (code: number) => void; other(): void }
interface Callback { (code: number): void }
export function viaProperty(hooks: Hooks) { hooks.done(1) }
export function viaSignature(callback: Callback) { callback(1) }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["a.ts:viaProperty → a.ts:Hooks.done"])
})

test("a key that is one of a few texts leads to what lies under them", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
const shops = { orders: new Orders(), carts: new Carts(), rest: { save() {} } }
export function use(key: "orders" | "carts") { shops[key].save() }
`).then((all) => all.filter((it) => it.startsWith("a.ts:use"))),
  ).toEqual(["a.ts:use → stores.ts:Carts.save", "a.ts:use → stores.ts:Orders.save"])
})

test("a method that gives `this` back gives the type it was called on", async () => {
  expect(
    await callsOf(`=== a.ts
class Builder {
  where(): this { return this }
  limit() { return this }
}
class Selects extends Builder {
  columns() {}
}
class Inserts extends Builder {
  columns() {}
}
export function use() { new Selects().where().limit().columns() }
`),
  ).toEqual(["a.ts:use → a.ts:Builder.limit", "a.ts:use → a.ts:Builder.where", "a.ts:use → a.ts:Selects.columns"])
})

test("unions call each alternative, guards leave the one that was asked for", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
export function either(it: Orders | Carts) { it.save() }
export function guarded(it: Orders | Carts) {
  if (it instanceof Carts) it.save()
}
export function maybe(it: Orders | null | undefined) { it?.save() }
function isOrders(it: unknown): it is Orders { return true }
function isHidden(it: unknown) { return true }
export function asked(it: unknown) {
  if (!isOrders(it)) return
  it.save()
}
export function hidden(it: unknown) {
  if (isHidden(it)) it.save()
}
`).then((all) => all.filter((it) => it.includes("save"))),
  ).toEqual([
    "a.ts:asked → stores.ts:Orders.save",
    "a.ts:either → stores.ts:Carts.save",
    "a.ts:either → stores.ts:Orders.save",
    "a.ts:guarded → stores.ts:Carts.save",
    "a.ts:maybe → stores.ts:Orders.save",
  ])
})

test("what a name is not leaves the other alternatives; two tests in a row leave what neither takes", async () => {
  expect(
    await callsOf(`=== a.ts
class One { run(): void {} }
class More extends One { run(): void {} }
class Two { run(): void {} }
class Three { run(): void {} }
export function either(it: One | Two) { if (it instanceof One) it.run(); else it.run() }
export function derived(it: More | Two) { if (it instanceof One) return; it.run() }
export function chain(it: One | Two | Three) {
  if (it instanceof One) it.run()
  else if (it instanceof Two) it.run()
  else it.run()
}
export function both(it: object) { if (it instanceof One || it instanceof Three) it.run() }
export function alone(it: One) { if (!(it instanceof One)) it.run() }
`),
  ).toEqual([
    "a.ts:alone → a.ts:One.run",
    "a.ts:both → a.ts:One.run",
    "a.ts:both → a.ts:Three.run",
    "a.ts:chain → a.ts:One.run",
    "a.ts:chain → a.ts:Three.run",
    "a.ts:chain → a.ts:Two.run",
    "a.ts:derived → a.ts:Two.run",
    "a.ts:either → a.ts:One.run",
    "a.ts:either → a.ts:Two.run",
  ])
})

test("enums, namespaces and merged declarations", async () => {
  const made = await graphOf(`=== a.ts
export enum Level { Low, High }
export namespace Tools {
  export function run() {}
  function hidden() {}
}
export class Model { save() {} }
export namespace Model { export function find() { return new Model() } }
export interface Model { extra(): void }
export function run() {}
export function use() {
  Tools.run()
  Model.find().save()
  Model.find().extra()
  return Level.High
}
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("a.ts:use"))).toEqual([
    "a.ts:use → a.ts:Model.extra",
    "a.ts:use → a.ts:Model.find",
    "a.ts:use → a.ts:Model.save",
    "a.ts:use → a.ts:Tools.run",
  ])
  expect(edgesOf(made, "READS")).toContain("a.ts:use → a.ts:Level.High")
})

test("overloads are one function: the one with a body is called, the fitting one gives the type", async () => {
  expect(
    await callsOf(`${STORES}=== a.ts
import { Carts, Orders } from "./stores"
function open(name: string): Orders
function open(id: number): Carts
function open(it: string | number): Orders | Carts { throw new Error() }
export function byName() { open("x").save() }
export function byId() { open(1).save() }
`).then((all) => all.filter((it) => it.includes("save"))),
  ).toEqual(["a.ts:byId → stores.ts:Carts.save", "a.ts:byName → stores.ts:Orders.save"])
})

test("`this` in the description of a member is the object that gets it, not the description", async () => {
  const made = await graphOf(`=== a.js
const target = { run() {}, stop() {} }
class Kept { go() {} }
for (const name of ["a", "b"]) Object.defineProperty(target, name, { value: function () { this.run() } })
Object.defineProperty(target, "c", { get() { return this.stop() } })
Object.defineProperties(Kept.prototype, { y: { value: function () { this.go() } } })
Object.defineProperty(target, "inner", { value: { run() {}, own() { this.run() } } })
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.js:get → a.js:target.stop",
    "a.js:own → a.js:run",
    "a.js:value → a.js:Kept.go",
    "a.js:value → a.js:target.run",
  ])
})

test("`this` in a function that a prototype is given under a computed key is an instance", async () => {
  const made = await graphOf(`=== a.js
function Client() {}
Client.prototype.request = function () {}
function Other() {}
Other.prototype.request = function () {}
for (const method of ["get", "post"]) Client.prototype[method] = function () { return this.request() }
const put = (method) => {
  function maker() { return function made() { return this.request() } }
  Client.prototype[method] = maker()
}
const loose = () => { function makerToo() { return function madeToo() { return this.request() } } return makerToo() }
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.js:[method] → a.js:request",
    "a.js:loose → a.js:loose.makerToo",
    "a.js:put → a.js:put.maker",
    "a.js:put.maker.made → a.js:request",
  ])
})
