// A module by assignment, seen from inside: `module.exports`, `exports`, another name for them, `this` at the top; what
// is exported beside one value; members behind keys that are known.

import { expect, test } from "bun:test"
import { callsOf } from "./_graph.ts"

test("what a module exports is called through the module's own object", async () => {
  expect(
    await callsOf(`=== own.js
const own = module.exports
own.one = () => {}
exports.two = () => own.one()
module.exports.three = () => { module.exports.one(); exports.two() }
exports.four = () => this.one()
exports.five = function () { this.one() }
class Decoy { one() {} two() {} }
function shadowed(exports, module) { exports.one(); module.exports.two() }
=== whole.js
module.exports = { one() {} }
module.exports.two = () => module.exports.one()
=== use.js
const own = require("./own")
const { two } = require("./whole")
own.one()
two()
`),
  ).toEqual([
    "own.js:five → own.js:one",
    "own.js:four → own.js:one",
    "own.js:three → own.js:one",
    "own.js:three → own.js:two",
    "own.js:two → own.js:one",
    "use.js → own.js:one",
    "use.js → whole.js:two",
    "whole.js:two → whole.js:one",
  ])
})

test("what is exported beside one value is a member of it", async () => {
  expect(
    await callsOf(`=== a.js
class Store { save() {} }
class Other { save() {} }
module.exports = Store
module.exports.Other = Other
exports.lost = Other
=== b.js
const Store = require("./a")
const { Other } = require("./a")
new Store().save()
new Store.Other().save()
new Other().save()
new Store.Missing().save()
`),
  ).toEqual(["b.js → a.js:Other.save", "b.js → a.js:Store.save"])
})

test("a function behind a computed key is called on the object that holds it, and its calls are its own", async () => {
  expect(
    await callsOf(`=== a.js
const app = {}
app.set = function () {}
class Decoy { set() {} }
for (const method of ["get", "put"]) {
  app[method] = function (path) { return this.set(path) }
}
function Old() {}
Old.prototype.set = function () {}
Old.prototype[name] = function () { this.set() }
`),
  ).toEqual([
    "a.js:[method] → a.js:set",
    "a.js:[name] → a.js:set",
  ])
})

test("a key that is a symbol of the language names one member", async () => {
  expect(
    await callsOf(`=== a.js
class Bag {
  [Symbol.iterator]() {}
  [Symbol.asyncIterator]() {}
  [other]() {}
}
const bag = new Bag()
bag[Symbol.iterator]()
bag[another]()
`),
  ).toEqual(["a.js → a.js:Bag.[Symbol.iterator]"])
})

test("a dictionary beside an object type says less than the object type", async () => {
  expect(
    await callsOf(`=== a.ts
class Store { save(): void {} }
class Decoy { save(): void {} }
type Known = { store: Store }
export function f(it: Record<string, any> & Known) { it.store.save(); it.other.save() }
`),
  ).toEqual(["a.ts:f → a.ts:Store.save"])
})

test("a function that is given to a variable later takes the type that the variable starts with", async () => {
  expect(
    await callsOf(`=== a.ts
class Store { save(): void {} }
class Decoy { save(): void {} }
declare const known: Map<string, (store: Store) => void>
export function f() {
  let run = known.get("a")
  run = (store) => store.save()
  return run
}
`),
  ).toEqual(["a.ts:f.run → a.ts:Store.save"])
})
