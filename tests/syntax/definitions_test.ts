// Which definitions a file has, what each is called, where its name stands and whose it is.

import { expect, test } from "bun:test"
import { factsOf, named, table } from "./_facts.ts"

test("functions, however they are written", async () => {
  expect(
    await named(`
function plain() {}
async function* many() {}
export const arrow = (a) => a
let expression = function () {}
const inner = function own() {}
var wrapped = (function () {}) as Handler
declare function ambient(x: number): string
function outer() { function nested() {} ; const local = () => {} ; const value = 1 }
`),
  ).toEqual([
    "Function plain:2",
    "Function many:3 {async generator}",
    "Function arrow:4 {exported lexicalThis}",
    "Function expression:5",
    "Function inner:6",
    "Function wrapped:7",
    "Function ambient:8 {signature ambient}",
    "Function outer:9",
    "Function outer.nested:9 {local}",
    "Function outer.local:9 {local lexicalThis}",
  ])
})

test("a function takes the name of what it is assigned to", async () => {
  expect(
    await named(
      `
exports.load = function () {}
module.exports.save = exports.store = async () => {}
Thing.prototype.run = function () {}
function Thing() { this.stop = () => {} }
table["named key"] = function () {}
table[computed] = function () {}
call(function () {})
module.exports = function whole() {}
`,
      "a.js",
    ),
  ).toEqual([
    "Function load:2",
    "Function store:3 {async lexicalThis}",
    "Method run:4",
    "Function Thing:5",
    "Method Thing.stop:5 {local lexicalThis}",
    "Function named key:6",
    "Function [computed]:7",
    "Function whole:9",
  ])
})

test("methods and functions of object literals", async () => {
  expect(
    await named(`
const api = { get() {}, async post() {}, put: () => {}, "a b": function () {}, get size() { return 1 }, n: 1, api }
`),
  ).toEqual([
    "Const api:2",
    "Method get:2",
    "Method post:2 {async}",
    "Method put:2 {lexicalThis}",
    "Method a b:2",
    "Method size:2 {getter}",
  ])
  // the literal is an anonymous definition that owns them, itself owned by the variable
  const facts = await factsOf("const api = { get() {} }")
  const { name, kind, owner } = facts.definitions
  expect([...name].map((id) => facts.strings[id])).toEqual(["api", "", "get"])
  expect([kind[1], owner[1], owner[2]]).toEqual([0, 0, 1])
})

test("classes and their members", async () => {
  expect(
    await named(`
export abstract class A<T> extends B {
  static count = 0
  private readonly map = new Map()
  declare late: string
  handler = (e) => {}
  #hidden = 1
  constructor(private readonly service: Service, protected other = 1, plain: string) { super() }
  get value() { return 1 }
  set value(v) {}
  static async make() {}
  abstract must(): void
  over(a: string): void
  over(a: unknown) {}
  [Symbol.iterator]() {}
  "quoted name"() {}
}
const C = class {}
const D = class Own {}
`),
  ).toEqual([
    "Class A:2 {exported abstract}",
    "Property A.count:3 {static}",
    "Property A.map:4 {private readonly}",
    "Property A.late:5 {ambient}",
    "Method A.handler:6 {lexicalThis}",
    "Property A.#hidden:7",
    "Constructor A.constructor:8",
    "Property A.service:8 {private readonly parameterProperty}",
    "Property A.other:8 {protected parameterProperty}",
    "Method A.value:9 {getter}",
    "Method A.value:10 {setter}",
    "Method A.make:11 {async static}",
    "Method A.must:12 {abstract signature}",
    "Method A.over:13 {signature}",
    "Method A.over:14",
    "Method A.[Symbol.iterator]:15",
    "Method A.quoted name:16",
    "Class C:18",
    "Class Own:19",
  ])
})

test("a constructor is one only in a class", async () => {
  expect(await named("class A { constructor() {} }\nconst o = { constructor() {} }", "a.js")).toEqual([
    "Class A:1",
    "Constructor A.constructor:1",
    "Const o:2",
    "Method constructor:2",
  ])
})

test("interfaces, aliases, enums and namespaces", async () => {
  expect(
    await named(`
export interface I<T> extends J { a: string; b?(x: T): void; (q: 1): 2; new (z: 3): I<T>; [k: string]: unknown }
type Alias = { inner: string; call(): void } | "x"
enum E { A, B = 2, "quoted" = 3 }
declare const enum Flags { On = 1 }
namespace N.M { export const inside = 1; function hidden() {} }
declare module "ambient" { export function f(): void }
declare global { interface Window { mine: number } }
`),
  ).toEqual([
    "Interface I:2 {exported}",
    "Property I.a:2 {signature}",
    "Method I.b:2 {signature optional}",
    "Method I.():2 {signature}",
    "Method I.new:2 {signature constructs}",
    "Property I.[]:2 {signature}",
    "TypeAlias Alias:3",
    "Property inner:3 {signature}",
    "Method call:3 {signature}",
    "Enum E:4",
    "Property E.A:4 {readonly}",
    "Property E.B:4 {readonly}",
    "Property E.quoted:4 {readonly}",
    "Enum Flags:5 {ambient}",
    "Property Flags.On:5 {readonly ambient}",
    "Namespace N:6",
    "Namespace N.M:6 {exported}",
    "Const M.inside:6 {exported}",
    "Function M.hidden:6",
    "Namespace ambient:7 {ambient}",
    "Function ambient.f:7 {exported signature ambient}",
    "Namespace global:8 {ambient}",
    "Interface global.Window:8 {ambient}",
    "Property Window.mine:8 {signature ambient}",
  ])
})

test("variables at the top are definitions, those inside are not", async () => {
  expect(
    await named(`
const one = 1, two = 2
let three
var four = one
const { five, six: { seven = 7 }, ...eight } = one
const [nine, , ten] = two
if (one) { const block = 1; var hoisted = 2 }
for (const loop of two) {}
function f() { const inside = 1 }
`),
  ).toEqual([
    "Const one:2",
    "Const two:2",
    "Variable three:3",
    "Variable four:4",
    "Const five:5",
    "Const seven:5",
    "Const eight:5",
    "Const nine:6",
    "Const ten:6",
    "Function f:9",
  ])
})

test("what is exported without a name is called default", async () => {
  expect(await named("export default function () {}")).toEqual(["Function default:1 {exported default}"])
  expect(await named("export default class {}")).toEqual(["Class default:1 {exported default}"])
  expect(await named("export default async () => {}")).toEqual([
    "Function default:1 {exported async default lexicalThis}",
  ])
  expect(await named("export default function named() {}")).toEqual(["Function named:1 {exported}"])
})

test("names stand where the definition is named, spans hold the whole declaration", async () => {
  const text = "/** Says hello. */\n@deco\nexport class Greeter {}\nexport const hi = (name) => name"
  const facts = await factsOf(text)
  const { nameStart, name, start, end } = facts.definitions
  for (
    const [row, whole] of [[0, "@deco\nexport class Greeter {}"], [1, "export const hi = (name) => name"]] as const
  ) {
    expect(text.slice(nameStart[row], nameStart[row]! + facts.strings[name[row]!]!.length)).toBe(
      facts.strings[name[row]!]!,
    )
    expect(text.slice(start[row], end[row])).toBe(whole)
  }
})

test("the header in one line and the first paragraph of the doc comment", async () => {
  const facts = await factsOf(`
/**
 * Adds two numbers
 * of any size.
 *
 * Not for others.
 * @param a the first
 */
export async function add(
  a: number,
  b = 1,
): Promise<number> {
  return a + b
}
/** Doubles. */ export const double = (n: number): number => n * 2
// not a doc comment
const plain: Map<string, number> = new Map()
/** Far away. */

class Near<T> extends Base implements I {}
/** Another's. */
const other = 1; const mine = 2
/** @internal */
const tagged = 1
`)
  const { signature, doc } = facts.definitions
  expect([...signature].map((id) => facts.strings[id])).toEqual([
    "async function add( a: number, b = 1, ): Promise<number>",
    "const double = (n: number): number =>",
    "const plain: Map<string, number> = new Map()",
    "class Near<T> extends Base implements I",
    "const other = 1",
    "const mine = 2",
    "const tagged = 1",
  ])
  expect([...doc].map((id) => facts.strings[id])).toEqual([
    "Adds two numbers of any size.",
    "Doubles.",
    "",
    "Far away.",
    "Another's.",
    "",
    "",
  ])
})

test("parameters with types, defaults and flags; type parameters with bounds", async () => {
  const text = "function f<T extends A = B>(this: Self, a: number, b?: string, c = 1, { d }: E, ...rest: T[]): void {}"
  expect(await table("parameters", text)).toEqual([
    "0 this {receiver} type :Self",
    "1 a type :number",
    "2 b {optional} type :string",
    "3 c {optional} value number'1'",
    "4  type :E",
    "5 rest {rest} type typeArray(:T)",
  ])
  expect(await table("typeParameters", text)).toEqual(["0 T extends :A = :B"])
  expect(await table("parameters", "const f = async x => x; function g(a, b = 1, [c], ...d) {}", "a.js")).toEqual([
    "0 x",
    "1 a",
    "2 b {optional} value number'1'",
    "3 ",
    "4 d {rest}",
  ])
})

test("decorators belong to what stands after them", async () => {
  expect(
    await table("decorators", "@A() @b.c export class X { @D field = 1; @E() run(@F() x) {} plain() {} }"),
  ).toEqual(["#0 call(A)", "#0 b.c", "#1 D", "#2 call(E)"])
})

test("supertypes with their arguments", async () => {
  expect(
    await table("supertypes", "class A extends B<C>.D implements E, F.G<H> {}\ninterface I extends J, K<L> {}"),
  ).toEqual([
    "#0 extends instantiate(B, :C).D",
    "#0 implements :E",
    "#0 implements typeMember.G(F, :H)",
    "#1 extends :J",
    "#1 extends :K<:L>",
  ])
  expect(await table("supertypes", "class A extends mixin(B, C) {}", "a.js")).toEqual(["#0 extends call(mixin, B, C)"])
})

test("a header is code: no comment, no markup and no string that says something in words", async () => {
  const headers = async (text: string, path: string) => {
    const { definitions: { kind, signature }, strings } = await factsOf(text, path)
    return [...signature].filter((_, row) => kind[row] !== 0).map((id) => strings[id]!)
  }
  expect(
    await headers(
      `function f(a = "in words", /* a comment */ b: "x" | "y z" = \`in \${1} words\`, // another
  c = /in words/g, d = 'utf8', e = <p>In words</p>): void /* the last */ { return }
const table = { "quoted key": () => 1, other: "in words" }
type Mode = "a" | "b"
class Kept extends mixin("in words") { "own name" = 1; path = "src/a.ts" }
`,
      "a.tsx",
    ),
  ).toEqual([
    'function f(a = "…", b: "x" | "…" = \`…\`, c = /…/, d = \'utf8\', e = <…>): void',
    'const table = { "…": () => 1, other: "…" }',
    '"quoted key": () =>',
    'type Mode = "a" | "b"',
    'class Kept extends mixin("…")',
    '"own name" = 1',
    'path = "src/a.ts"',
  ])
  expect(
    await headers(
      `def f(a="in words",  # a comment
      b: "A thing" = b'c', *, c=f"in {a} words", d='''in
words'''):
    pass
class Kept(base("in words")):
    mode = "r"
`,
      "a.py",
    ),
  ).toEqual([`def f(a="…", b: "…" = b'c', *, c=f"…", d='…')`, `class Kept(base("…"))`, `mode = "r"`])
})
