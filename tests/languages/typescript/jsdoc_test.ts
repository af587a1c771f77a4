// Comments that declare types: what each form becomes in the arena, whom it is given to, and what it is not.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../../_kit/effect.ts"
import { NONE } from "../../../lib/graph/columns.ts"
import { NODE_KIND_BY_CODE } from "../../../lib/graph/kinds.ts"
import type { FileFacts } from "../../../lib/syntax/facts.ts"
import { expectSound, factsOf, named, table } from "../../syntax/_facts.ts"
import { expression } from "../../syntax/_print.ts"

/** The declared type of the definition of a name, written out. */
const typeOf = (facts: FileFacts, name: string): string => {
  const { name: names, type, rows } = facts.definitions
  for (let row = 0; row < rows; row++) if (facts.strings[names[row]!] === name) return expression(facts, type[row]!)
  return "no such definition"
}

/** Parameters as `name: type`, of all functions in order. */
const parametersOf = async (text: string, path = "a.js"): Promise<ReadonlyArray<string>> => {
  const facts = await factsOf(text, path)
  const { name, type, rows } = facts.parameters
  return Array.from({ length: rows }, (_, row) => `${facts.strings[name[row]!]}: ${expression(facts, type[row]!)}`)
}

const FORMS: ReadonlyArray<readonly [string, string]> = [
  ["Foo", ":Foo"],
  ["string", ":string"],
  ["String", ":string"],
  ["null", ":null"],
  ["undefined", ":undefined"],
  ["Foo | Bar|null", "union(:Foo, :Bar, :null)"],
  ["| Foo\n *   | Bar", "union(:Foo, :Bar)"],
  ["Foo & Bar", "intersection(:Foo, :Bar)"],
  ["Foo[]", "typeArray(:Foo)"],
  ["(Foo | Bar)[][]", "typeArray(typeArray(union(:Foo, :Bar)))"],
  ["Array.<Foo>", ":Array<:Foo>"],
  ["Array<Foo>", ":Array<:Foo>"],
  ["Map<string, Set<Foo>>", ":Map<:string, :Set<:Foo>>"],
  ["Object.<string, Foo>", "typeMapped(:Foo, :string)"],
  ["Object<number, Foo>", "typeMapped(:Foo, :number)"],
  ["?Foo", ":Foo"],
  ["!Foo", ":Foo"],
  ["Foo?", ":Foo"],
  ["Foo=", ":Foo"],
  ["'a' | \"b}\" | 1 | -2 | true", "union(:string'a', :string'b}', :number'1', :number'2', :boolean)"],
  ["[Foo, Bar?, ...Baz[]]", "typeTuple(:Foo, :Bar, spread(typeArray(:Baz)))"],
  ["[first: Foo, second?: Bar]", "typeTuple(:Foo, :Bar)"],
  ["keyof Foo", "typeKeyOf(:Foo)"],
  ['Foo["bar"]', "typeIndex(:Foo, :string'bar')"],
  ["readonly Foo[]", "typeArray(:Foo)"],
  ["typeof foo.bar", "typeOf(foo.bar)"],
  ['typeof import("./m")', "typeOf(module(./m))"],
  ['import("./m")', "module(./m)"],
  ["import('./m').Foo", "typeMember.Foo(module(./m))"],
  ['import("./m").Foo<Bar>[]', "typeArray(typeMember.Foo(module(./m), :Bar))"],
  ["a.b.Foo", "typeMember.Foo(a.b)"],
  ["Foo extends Bar ? Baz : Qux", "typeConditional(:Foo, :Bar, :Baz, :Qux)"],
  ["x is Foo", "typePredicate.x(:Foo)"],
  ["this is Foo", "typePredicate.this(:Foo)"],
  ["asserts x is Foo", "typePredicate.x(:Foo)"],
  ["this", "typeThis()"],
  ["{ [K in keyof Foo]: Bar }", "typeMapped(:Bar, typeKeyOf(:Foo))"],
  // what says nothing of a value
  ["*", "-"],
  ["?", "-"],
  ["any", "-"],
  ["Object", "-"],
  ["Function", "-"],
  ["Foo | *", ":Foo"],
  ["module:foo/bar", "-"],
  ["~", "-"],
  ["", "-"],
]

for (const [form, expected] of FORMS) {
  test(`a type as written: ${JSON.stringify(form)}`, async () => {
    const facts = await factsOf(`/** @type {${form}} */\nlet it\n`, "a.js")
    expect(typeOf(facts, "it")).toBe(expected)
  })
}

test("function types of both ways of writing have parameters and a result", async () => {
  expect(await parametersOf(`/** @type {(a: Foo, b?: Bar, ...rest: Baz[]) => Qux} */ let one`)).toEqual([
    "a: :Foo",
    "b: :Bar",
    "rest: typeArray(:Baz)",
  ])
  expect(await parametersOf(`/** @type {function(Foo, Bar=, ...Baz): Qux} */ let one`)).toEqual([
    ": :Foo",
    ": :Bar",
    ": typeArray(:Baz)",
  ])
  expect(await parametersOf(`/** @type {function(this:Foo, Bar): void} */ let one`)).toEqual([
    "this: :Foo",
    ": :Bar",
  ])
  const facts = await factsOf(`/** @type {<T extends Foo>(it: T) => Array<T>} */ let one`, "a.js")
  expect(facts.definitions.typeParameterCount[1]).toBe(1)
  expect(expression(facts, facts.definitions.type[1]!)).toBe(":Array<:T>")
})

test("object types have members", async () => {
  const text =
    "/** @typedef {{ a: Foo, b?: Bar; readonly c: Baz\n *   'd-e': Qux, f(x: Foo): Bar, [key: string]: Foo }} It */"
  expect(await named(text, "a.js")).toEqual([
    "TypeAlias It:2 {exported}",
    "Property a:1 {signature}",
    "Property b:1 {signature optional}",
    "Property c:1 {signature}",
    "Property d-e:2 {signature}",
    "Method f:2 {signature}",
    "Property []:2 {signature}",
  ])
})

test("parameters take their types by name, those that are taken apart by place", async () => {
  expect(
    await parametersOf(`
/**
 * @param {Foo} first what it is
 * @param {Bar=} second
 * @param {Baz} [third=new Baz({ a: "]" })] with a default
 * @arg {string[]} rest
 * @returns {Qux}
 */
function f(first, second, third, { part }, ...rest) {}
/**
 * @param {Foo} options
 * @param other {Bar}
 */
const g = ({ a }, other, unknown) => a
`),
  ).toEqual([
    "first: :Foo",
    "second: :Bar",
    "third: :Baz",
    ": typeArray(:string)",
    "rest: typeArray(:string)",
    ": :Foo",
    "other: :Bar",
    "unknown: -",
  ])
})

test("each of the rest is a list of it", async () => {
  expect(await parametersOf("/** @param {...Foo} all */\nfunction f(...all) {}")).toEqual(["all: typeArray(:Foo)"])
  expect(await parametersOf("/** @param {...Foo} all */\nfunction f(all) {}")).toEqual(["all: :Foo"])
})

test("parts of a parameter with dotted names are members of its type", async () => {
  expect(
    await table(
      "definitions",
      `/**
 * @param {Object} options
 * @param {Foo} options.one
 * @param {Object[]} [options.many]
 * @param {Bar} options.many[].inner
 */
function f(options) {}`,
      "a.js",
    ).then((rows) => rows.map((row) => row.replace(/ @.*?(?= of| in)/, ""))),
  ).toEqual([
    "#0 Function f in file0 parameters 0+1",
    "#1 -  of #0 in function1 {anonymous local}",
    "#2 Property one of #1 in type2 {signature local} type :Foo",
    "#3 Property many of #1 in type2 {signature optional local} type typeArray(typeObject#4)",
    "#4 -  of #3 in type2 {anonymous local}",
    "#5 Property inner of #4 in type3 {signature local} type :Bar",
  ])
})

test("results, receivers and type parameters of functions", async () => {
  const facts = await factsOf(
    `/**
 * @template {Foo} T the one
 * @template U, V
 * @this {Bar}
 * @return {Promise<T>}
 */
function f() {}`,
    "a.js",
  )
  expect(typeOf(facts, "f")).toBe(":Promise<:T>")
  expect(facts.definitions.typeParameterCount[0]).toBe(3)
  expect(expression(facts, facts.typeParameters.constraint[0]!)).toBe(":Foo")
  expect(facts.typeParameters.constraint[1]).toBe(NONE)
  expect(facts.parameters.rows).toBe(1)
  expect(expression(facts, facts.parameters.type[0]!)).toBe(":Bar")
})

test("a function takes what is said before the place that it is given to, nearest first", async () => {
  expect(
    await parametersOf(`
/** @param {A} x */
exports.a = function (x) {}
/** @param {B} x */
export const b = (x) => {}
const table = {
  /** @param {C} x */
  c: (x) => {},
  /** @param {D} x */
  d(x) {},
}
call(/** @param {E} x */ (x) => {})
call(
  1,
  /**
   * @param {F} x
   */
  // and a word
  async x => {}
)
function outer() {
  /** @param {G} x */
  return (x) => {}
}
class K {
  /** @param {H} x */
  static async h(x) {}
  /** @param {I} x */
  i = (x) => {}
}
/** @param {Far} x */
const j = call((x) => {})
/** @param {Far} x */
const before = 1
function k(x) {}
`),
  ).toEqual(["x: :A", "x: :B", "x: :C", "x: :D", "x: :E", "x: :F", "x: :G", "x: :H", "x: :I", "x: -", "x: -"])
})

test("a comment before a parameter is its type", async () => {
  expect(await parametersOf("function f(/** @type {Foo} */ a, /** Bar */ b) {}")).toEqual(["a: :Foo", "b: -"])
})

test("the type of a function as a whole is that of its parts", async () => {
  const facts = await factsOf(
    `/** @type {Handler} */
const one = (a, b) => {}
/** @type {Handler} */
function two(a) {}
class K {
  /** @type {Foo} */
  get three() {}
}`,
    "a.js",
  )
  const { type, rows } = facts.parameters
  expect(Array.from({ length: rows }, (_, row) => [expression(facts, type[row]!), facts.expressions.ref[type[row]!]]))
    .toEqual([["typeParameterOf(:Handler)", 0], ["typeParameterOf(:Handler)", 1], ["typeParameterOf(:Handler)", 0]])
  expect(typeOf(facts, "one")).toBe("typeResultOf(:Handler)")
  expect(typeOf(facts, "two")).toBe("typeResultOf(:Handler)")
  expect(typeOf(facts, "three")).toBe(":Foo")
})

test("variables, fields, assigned members and properties take a type", async () => {
  const facts = await factsOf(
    `/** @type {A} */
export const a = make()
class K {
  /** @type {B} */
  b = null
  constructor() {
    /** @type {C} */
    this.c = null
    /** @type {D} */
    this.d
    this.e = null
  }
}
const table = { /** @type {F} */ f: null }
function g() {
  /** @type {G} */
  let local = null, other = null
}`,
    "a.js",
  )
  expect(typeOf(facts, "a")).toBe(":A")
  expect(typeOf(facts, "b")).toBe(":B")
  expect(await table("assignments", `/** @type {C} */ this.c = null; /** @type {D} */ this.d; this.e = null`, "a.js"))
    .toEqual(["this().c = cast(null, :C)", "this().d = cast(-, :D)", "this().e = null"])
  const { name, type, rows } = facts.bindings
  const locals: Record<string, string> = {}
  for (let row = 0; row < rows; row++) locals[facts.strings[name[row]!]!] = expression(facts, type[row]!)
  expect(locals).toMatchObject({ local: ":G", other: "-" })
  const values = facts.definitions
  const at = Array.from({ length: values.rows }, (_, row) => facts.strings[values.name[row]!]).indexOf("table")
  expect(expression(facts, values.value[at]!)).toBe("object(property.f(cast(null, :F)))")
})

test("a parenthesis after a comment is a cast, anything else is not", async () => {
  const values = await table(
    "bindings",
    `const a = /** @type {Foo} */ (b)
const c = /** @type {Foo} */ d
const e = /** @type {const} */ ([])
const f = /** Foo */ (g)
const h = (/** @type {Foo} */ (i)).j
const k = /** @satisfies {Foo} */ (l)`,
    "a.js",
  )
  expect(values.map((it) => it.slice(it.indexOf("=")))).toEqual([
    "= cast(b, :Foo)",
    "= d",
    "= array()",
    "= g",
    "= cast(i, :Foo).j",
    "= cast(l, :Foo)",
  ])
  // the statement does not take the type of the parenthesis that it starts with
  expect(await table("assignments", "/** @type {Foo} */ (a).b = c", "a.js")).toEqual(["cast(a, :Foo).b = c"])
})

test("typedefs and callbacks are types of their scope, exported at the top of a file", async () => {
  const text = `/**
 * What a job is.
 * @template T
 * @typedef {Object} Job
 * @property {string} name its name
 * @property {T} [result]
 */
/** @typedef {import("./m").Foo} Foo */ /** @typedef {Foo | string} Bar a word */
/**
 * @callback Done
 * @param {Error=} error
 * @returns {void}
 */
function f() {
  /** @typedef {number} Inner */
  return 1
}
class K {
  /** @typedef {number} Beside */
  m() {}
}
/** @typedef {number} Last */
`
  expect(await named(text, "a.js")).toEqual([
    "TypeAlias Job:4 {exported}",
    "Property name:5 {signature}",
    "Property result:6 {signature optional}",
    "TypeAlias Foo:8 {exported}",
    "TypeAlias Bar:8 {exported}",
    "TypeAlias Done:10 {exported}",
    "Function f:14",
    "TypeAlias f.Inner:15 {local}",
    "Class K:18",
    "TypeAlias Beside:19 {exported}",
    "Method K.m:20",
    "TypeAlias Last:22 {exported}",
  ])
  const facts = await factsOf(text, "a.js")
  expect(typeOf(facts, "Foo")).toBe("typeMember.Foo(module(./m))")
  expect(typeOf(facts, "result")).toBe(":T")
  expect(typeOf(facts, "Inner")).toBe(":number")
  const at = facts.definitions
  expect(facts.strings[at.doc[0]!]).toBe("What a job is.")
  expect(facts.strings[at.signature[0]!]).toBe("@typedef {Object} Job")
  const bar = Array.from({ length: at.rows }, (_, row) => facts.strings[at.name[row]!]).indexOf("Bar")
  expect(facts.strings[at.doc[bar]!]).toBe("a word")
})

test("the tags of a typedef or callback are not those of the function after it", async () => {
  expect(await parametersOf("/** @callback Done @param {Foo} x */\nfunction f(x) {}")).toEqual(["x: :Foo", "x: -"])
  const facts = await factsOf("/**\n * @template T\n * @typedef {T[]} Many\n */\nfunction f() {}", "a.js")
  const kinds = Array.from(facts.definitions.kind, (kind) => NODE_KIND_BY_CODE[kind])
  expect(Array.from(facts.definitions.typeParameterCount)).toEqual(kinds.map((kind) => kind === "TypeAlias" ? 1 : 0))
})

test("a file of nothing but comments declares its types", async () => {
  expect(await named("/** @typedef {number} One */", "a.js")).toEqual(["TypeAlias One:1 {exported}"])
})

test("imports in comments bind types and are marked", async () => {
  const text = `/** @import Whole, { Foo, Bar as Baz } from "./m" */
/**
 * @import * as All from './n'
 * @import {
 *   Far
 * } from "./o"
 */
/** @type {import("./p").Qux} */
let it
`
  expect(await table("imports", text, "a.js")).toEqual([
    "default from ./m {typeOnly comment} as Whole",
    "Foo from ./m {typeOnly comment} as Foo",
    "Bar from ./m {typeOnly comment} as Baz",
    "* from ./n {typeOnly comment} as All",
    "Far from ./o {typeOnly comment} as Far",
    "* from ./p {typeOnly comment}",
  ])
  expect((await table("bindings", text, "a.js"))[1]).toBe("Foo in file0: import #1 {constant type}")
})

test("classes: type parameters, arguments of the base, interfaces", async () => {
  const facts = await factsOf(
    `/**
 * @template T
 * @extends {Base<T, string>}
 * @implements {Shape<T>}
 */
class K extends Base {}
/** @extends {Base<string>} */
class Alone {}`,
    "a.js",
  )
  expect(facts.definitions.typeParameterCount[0]).toBe(1)
  expect(
    Array.from(
      { length: facts.supertypes.rows },
      (_, row) => [facts.supertypes.definition[row], expression(facts, facts.supertypes.expression[row]!)],
    ),
  ).toEqual([[0, ":Shape<:T>"], [0, "instantiate(Base, :T, :string)"]])
})

test("uses in comments stand among the others, in the order of what they belong to", async () => {
  expect(
    (await table(
      "references",
      `one()
/** @param {Foo} x */
function f(x) { two() }
/** @type {Bar} */
let three = four()`,
      "a.js",
    )).map((it) => it.slice(0, it.indexOf("@"))),
  ).toEqual(
    ["call call(one) ", "type :Foo ", "call call(two) ", "type :Bar ", "call call(four) "],
  )
})

test("in TypeScript and in other comments nothing is a type", async () => {
  const text = `/** @typedef {number} One */
/** @param {Foo} x */
function f(x) {}
`
  expect(await named(text, "a.ts")).toEqual(["Function f:3"])
  expect(await parametersOf(text, "a.ts")).toEqual(["x: -"])
  expect(await parametersOf("/* @param {Foo} x */\nfunction f(x) {}\n// @param {Foo} x\nfunction g(x) {}")).toEqual([
    "x: -",
    "x: -",
  ])
  expect(await parametersOf("/** write to me@param {Foo} x */\nfunction f(x) {}")).toEqual(["x: -"])
})

test("broken and bottomless types end", async () => {
  const deep = "Array<".repeat(5000)
  for (
    const type of [deep, "(".repeat(5000), "{a:".repeat(5000), "[".repeat(5000), "?".repeat(5000), "Foo<", "(a", "{"]
  ) {
    const facts = await factsOf(`/** @type {${type}} */\nlet it\n/** @type {Foo} */\nlet other\n`, "a.js")
    expect(typeOf(facts, "other")).toBe(":Foo")
  }
})

const piece = fc.constantFrom(
  ..."@type @param @returns @typedef @callback @property @template @extends @implements @this @enum @import @overload"
    .split(" "),
  ..."{ } ( ) [ ] < > | & = => ? ! * ... , ; : . .< => is extends keyof typeof infer in new function import readonly"
    .split(" "),
  ...'Foo bar T a.b a[].c "m" \'m\' `t` import("m") string Object 1 -2 from as this \n\n* \n @ {@link'.split(" "),
  "\n * ",
  "\n",
  "{Foo}",
  "{{ a: Foo }}",
  "{(a: Foo) => bar}",
)

const hosts = [
  "let it",
  "function f(a, { b }, ...c) {}",
  "class K extends B { m(a) {} }",
  "x.y = function (a) {}",
  "(it)",
  "",
]

law(
  "whatever stands in a comment, facts are sound and the code after it is read",
  fc.tuple(fc.array(piece, { maxLength: 40 }), fc.constantFrom(...hosts)),
  async ([pieces, host]) => {
    const text = `/** ${pieces.join(" ").replaceAll("*/", "")} */\n${host}\n/** @type {Foo} */\nlet other\n`
    const facts = await factsOf(text, "a.js")
    expectSound(facts, text)
    expect(facts.problems.rows).toBe(0)
    expect(typeOf(facts, "other")).toBe(":Foo")
  },
  { runs: 400 },
)
