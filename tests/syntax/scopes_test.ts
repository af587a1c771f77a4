// Which scope a name belongs to: hoisting, blocks, parameters, names that only their own definition sees.

import { expect, test } from "bun:test"
import { table } from "./_facts.ts"

test("var is the function's, let, const, class and function the block's", async () => {
  expect(
    await table(
      "bindings",
      `
function f() {
  if (a) {
    var one = 1
    let two = 2
    const three = 3
    function four() {}
    class Five {}
  }
  for (var six = 0, seven = 1; ;) { let eight }
  for (let nine = 0; ;) {}
}
`,
      "a.js",
    ),
  ).toEqual([
    "f in file0: definition #0 {value}",
    "one in function1: local {value} = number'1'",
    "two in block2: local {value} = number'2'",
    "three in block2: local {constant value} = number'3'",
    "four in block2: definition #1 {value}",
    "Five in block2: definition #2",
    "six in function1: local {value} = number'0'",
    "seven in function1: local {value} = number'1'",
    "eight in block6: local {value}",
    "nine in block7: local {value} = number'0'",
  ])
})

test("loops bind elements, keys and what is awaited; catch binds without a value", async () => {
  expect(
    await table(
      "bindings",
      `
for (const a of list) {}
for (const b in object) {}
for (var c of list) {}
async () => { for await (const d of stream) {} }
for (const [e, { f }] of entries) {}
try {} catch (g) {}
try {} catch ({ h }) {}
`,
      "a.js",
    ),
  ).toEqual([
    "a in block1: local {constant value} = element(list)",
    "b in block2: local {constant value} = string",
    "c in file0: local {value} = element(list)",
    "d in block5: local {constant value} = await(element(stream))",
    "e in block6: local {constant value} = index.0(element(entries), number'0')",
    "f in block6: local {constant value} = index.1(element(entries), number'1').f",
    "g in block7: local {value}",
    "h in block8: local {value}",
  ])
})

test("destructuring is written out, defaults are alternatives", async () => {
  expect(
    await table(
      "bindings",
      `
function f({ a, b: c, d = 1, e: { g = 2 }, ["h"]: i, [key]: j, ...k }, [l, , m = 3, ...n]) {}
`,
      "a.js",
    ),
  ).toEqual([
    "a in function1: local {value} = parameter#0.a",
    "c in function1: local {value} = parameter#0.b",
    "d in function1: local {value} = either(parameter#0.d, number'1')",
    "g in function1: local {value} = either(parameter#0.e.g, number'2')",
    "i in function1: local {value} = index(parameter#0, string'h')",
    "j in function1: local {value} = index(parameter#0, key)",
    "k in function1: local {value} = parameter#0",
    "l in function1: local {value} = index.0(parameter#1, number'0')",
    "m in function1: local {value} = either(index.2(parameter#1, number'2'), number'3')",
    "n in function1: local {value} = parameter#1",
    "f in file0: definition #0 {value}",
  ].toSorted((one, other) => Number(one.startsWith("f ")) === 1 ? -1 : Number(other.startsWith("f ")) === 1 ? 1 : 0))
})

test("an expression's own name is seen inside it only", async () => {
  expect(
    await table("bindings", "use(function own() {}, class Itself {})\nconst f = function g() {}", "a.js"),
  ).toEqual([
    "own in header1: definition #0 {value}",
    "Itself in header3: definition #1",
    "g in header5: definition #2 {value}",
    "f in file0: definition #2 {constant value} = function#2",
  ])
})

test("type parameters live in the header or the function, types in the type space", async () => {
  expect(
    await table(
      "bindings",
      `
class A<T> { m<U>(x: U): T {} }
interface I<V> {}
type M<W> = { [K in keyof W]: W[K] }
type F<X> = X extends Promise<infer R> ? R : never
enum E {}
namespace N {}
`,
    ),
  ).toEqual([
    "A in file0: definition #0",
    "T in header1: typeParameter #0 {constant type}",
    "U in function3: typeParameter #1 {constant type}",
    "x in function3: parameter #0 {value} type :U = parameter#0",
    "I in file0: definition #2 {type}",
    "V in header4: typeParameter #2 {constant type}",
    "M in file0: definition #3 {type}",
    "W in header6: typeParameter #3 {constant type}",
    "K in type7: typeParameter #4 {constant type}",
    "F in file0: definition #5 {type}",
    "X in header8: typeParameter #5 {constant type}",
    "R in header9: typeParameter #6 {constant type}",
    "E in file0: definition #6",
    "N in file0: definition #7",
  ])
})

test("scopes nest as the text does", async () => {
  expect(
    await table(
      "scopes",
      "class A<T> { m() { { let a } } static { var b } }\nconst f = (x) => x\nnamespace N { const c = 1 }",
    ),
  ).toEqual([
    "file0 in -",
    "header1 in file0 of #0",
    "type2 in header1 of #0",
    "function3 in type2 of #1",
    "block4 in function3",
    "function5 in type2",
    "function6 in file0 of #2",
    "namespace7 in file0 of #3",
  ])
})

test("a block in which nothing is declared opens no scope", async () => {
  expect(await table("scopes", "if (a) { b() } else { { c() } }", "a.js")).toEqual(["file0 in -"])
})
