// Functions of one name among which a call chooses, in a language of its own: written as TypeScript is, with the decisions
// of a language that has overloads. What is expected is what the Java Language Specification says of the same program
// (15.12.2); a decoy stands beside each.

import { expect, test } from "bun:test"
import { all as languages } from "../../lib/languages/all.ts"
import type { Language } from "../../lib/syntax/language.ts"
import { edgesOf, graphOf } from "./_graph.ts"
import * as Node from "../../lib/graph/node.ts"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import { uidOf } from "../../lib/graph/uid.ts"

const LIBRARY = `
type Object
  equals(Object): boolean
type Number : Object
type Integer : Number
type Long : Number
type String : Object
type int
type long
type double
type boolean
type Array<T> : Object
  @element: T
  @index: T
class Base : Object
class Builder : Object
  build<T>(T, on T () => ?): T
type Function : Object
type Supplier<T> : Object
  get(): T
  @call(): T
type Mapping<T, R> : Object
  apply(T): R
  @call(T): R
class Stream<T> : Object
  map<R>(Mapping<T, R>): Stream<R>
  first(): T
`

const typescript = languages.find(({ name }) => name === "typescript")!

const choosing: Language = {
  ...typescript,
  name: "choosing",
  roles: { ...typescript.roles, functionsApart: true },
  policy: {
    ...typescript.policy,
    prototypeName: "",
    constructorName: "constructor",
    library: LIBRARY,
    primitives: { string: "String", number: "int", boolean: "boolean", void: "", int: "int", long: "long" },
    globals: new Set(["Stream"]),
    builtins: { ...typescript.policy.builtins, number: "int", object: "Object", array: "Array", function: "Function" },
    restTypeIsOfEach: true,
    functionalInterfaces: true,
    extensions: true,
    lambdaReceivers: true,
    overloads: {
      widening: { int: ["long", "double"], long: ["double"], double: [], boolean: [] },
      boxing: { int: "Integer", long: "Long" },
    },
  },
}

const made = (text: string) => graphOf(text, undefined, [choosing])

/** Calls as `caller → callee` with what tells callees of one name apart. */
const callsOf = async (text: string, kind = "CALLS"): Promise<ReadonlyArray<string>> => {
  const { graph } = await made(text)
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    const target = graph.edges.target[edge]!
    if (EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] !== kind || Node.isExternal(graph, target)) continue
    const source = Node.qualifiedName(graph, graph.edges.source[edge]!)
    const { signature } = graph.nodes
    all.push(`${source} → ${uidOf(graph, target).split(":").at(-1)} ${graph.strings.at(signature[target]!)}`)
  }
  return all.sort()
}

const names = (all: ReadonlyArray<string>) => all.map((it) => it.replace(/→ \S+ (function )?/, "→ ")).sort()

test("a call takes the function of so many parameters, of the types that are given", async () => {
  expect(names(
    await callsOf(`=== a.ts
class Thing {}
class Part extends Thing {}
class Shop {
  sell(): void {}
  sell(it: Thing): void {}
  sell(it: Part): void {}
  sell(it: Thing, count: int): void {}
  sell(it: String): void {}
}
class Use {
  none(shop: Shop) { shop.sell() }
  wide(shop: Shop, it: Thing) { shop.sell(it) }
  narrow(shop: Shop, it: Part) { shop.sell(it) }
  two(shop: Shop, it: Part) { shop.sell(it, 1) }
  text(shop: Shop) { shop.sell("x") }
}
`),
  )).toEqual([
    "Use.narrow → sell(it: Part): void",
    "Use.none → sell(): void",
    "Use.text → sell(it: String): void",
    "Use.two → sell(it: Thing, count: int): void",
    "Use.wide → sell(it: Thing): void",
  ])
})

test("as it is comes before in an object, and that before one that takes all the others", async () => {
  expect(names(
    await callsOf(`=== a.ts
class Prints {
  print(it: long): void {}
  print(it: Integer): void {}
  print(...all: int): void {}
  show(it: Object): void {}
  show(...all: int): void {}
  many(first: int, ...all: int): void {}
  many(...all: String): void {}
}
class Use {
  widened(to: Prints) { to.print(1) }
  all(to: Prints) { to.print(1, 2) }
  boxed(to: Prints) { to.show(1) }
  ints(to: Prints) { to.many(1, 2) }
  texts(to: Prints) { to.many("a", "b") }
}
`),
  )).toEqual([
    "Use.all → print(...all: int): void",
    "Use.boxed → show(it: Object): void",
    "Use.ints → many(first: int, ...all: int): void",
    "Use.texts → many(...all: String): void",
    "Use.widened → print(it: long): void",
  ])
})

test("what is not known decides nothing: a call that it would decide takes none and may run any", async () => {
  const text = `=== a.ts
class Thing {}
class Other {}
class Shop {
  sell(it: Thing): void {}
  sell(it: Other): void {}
  keep(it: Thing): void {}
  keep(it: Other, count: int): void {}
}
class Use {
  unknown(shop: Shop, it) { shop.sell(it) }
  counted(shop: Shop, it) { shop.keep(it) }
}
`
  expect(names(await callsOf(text))).toEqual(["Use.counted → keep(it: Thing): void"])
  const open = (await callsOf(text, "DISPATCHES")).filter((it) => it.startsWith("Use."))
  expect(names(open)).toEqual(["Use.unknown → sell(it: Other): void", "Use.unknown → sell(it: Thing): void"])
})

test("functions of bases stand beside those of a type, unless one of its own takes the same", async () => {
  expect(names(
    await callsOf(`=== a.ts
class Base0 {
  run(it: int): int { return it }
  run(it: String): int { return 1 }
}
class Derived extends Base0 {
  run(it: String): int { return 2 }
}
class Use {
  own(it: Derived) { it.run("x") }
  inherited(it: Derived) { it.run(1) }
  base(it: Base0) { it.run("x") }
}
`),
  )).toEqual([
    "Use.base → run(it: String): int",
    "Use.inherited → run(it: int): int",
    "Use.own → run(it: String): int",
  ])
})

test("constructors are chosen, and run others of their class and of its base", async () => {
  expect(names(
    await callsOf(`=== a.ts
class Base0 {
  constructor(it: int) {}
  constructor(it: String) {}
}
class Derived extends Base0 {
  constructor() { super("x") }
  constructor(it: int) { super(it) }
}
class Plain {}
class Use {
  none() { new Derived() }
  one() { new Derived(1) }
  plain() { new Plain() }
}
`),
  )).toEqual([
    "Derived.constructor → constructor(it: String)",
    "Derived.constructor → constructor(it: int)",
    "Use.none → constructor()",
    "Use.one → constructor(it: int)",
  ])
})

test("a field and a method of one name stand side by side", async () => {
  const graph = await made(`=== a.ts
class Part { size(): int { return 1 } }
class Box {
  size: Part
  size(): Box { return this }
  go(): void { this.size.size(); this.size().size() }
}
`)
  expect(edgesOf(graph, "CALLS")).toEqual(["a.ts:Box.go → a.ts:Box.size", "a.ts:Box.go → a.ts:Part.size"])
})

test("a function takes its parameters from the interface that asks for one method", async () => {
  expect(
    names(
      await callsOf(`=== a.ts
class Thing { go(): Thing { return this } end(): void {} }
class Other { go(): Other { return this } end(): void {} }
interface Work<T> { accept(it: T): void; equals(it: Object): boolean }
class Shop {
  each(work: Work<Thing>): void { work.accept(new Thing()) }
  each(count: int, work: Work<Other>): void {}
  map<R>(by: Mapping<Thing, R>): R {}
}
class Use {
  one(shop: Shop) { shop.each((it) => { it.go() }) }
  two(shop: Shop) { shop.each(1, (it) => it.go()) }
  result(shop: Shop) { shop.map((it) => it.go()).end() }
  stream(all: Stream<Other>) { all.map((it) => it.go()).first().end() }
}
`),
    ).filter((it) => it.startsWith("Use") || it.includes("accept")).sort(),
  ).toEqual([
    "Shop.each → accept(it: T): void",
    "Use.one → each(work: Work<Thing>): void",
    "Use.one → go(): Thing",
    "Use.result → end(): void",
    "Use.result → go(): Thing",
    "Use.result → map<R>(by: Mapping<Thing, R>): R",
    "Use.stream → end(): void",
    "Use.stream → go(): Other",
    "Use.two → each(count: int, work: Work<Other>): void",
    "Use.two → go(): Other",
  ])
})

test("an extension is called on what its receiver takes, where no member can be called so", async () => {
  expect(
    names(
      await callsOf(`=== a.ts
class Thing { own(): void {} two(a: int, b: int): void {} }
class Part extends Thing { end(): void {} }
class Other {}
class Box<T> { item: T }
function later(this: Thing): Thing { return this }
function later(this: Other, it: int): Other { return this }
function own(this: Thing): void {}
function two(this: Thing, a: int): void {}
function first<T>(this: Box<T>): T { return this.item }
class Use {
  base(it: Part) { it.later().own() }
  other(it: Other) { it.later(1) }
  none(it: Other) { it.own() }
  counted(it: Thing) { it.two(1); it.two(1, 2) }
  generic(it: Box<Part>) { it.first().end() }
}
`),
    ).filter((it) => it.startsWith("Use")),
  ).toEqual([
    "Use.base → later(this: Thing): Thing",
    "Use.base → own(): void",
    "Use.counted → two(a: int, b: int): void",
    "Use.counted → two(this: Thing, a: int): void",
    "Use.generic → end(): void",
    "Use.generic → first<T>(this: Box<T>): T",
    "Use.other → later(this: Other, it: int): Other",
  ])
})

test("a function that is run on a receiver names the members of the receiver bare", async () => {
  const graph = await made(`=== a.ts
class Thing { go(): void {} size: Part }
class Part { end(): void {} }
class Shop { change(by: (this: Thing, it: Part) => void): void {} }
function go(): void {}
class Use {
  bare(shop: Shop) { shop.change((it) => { go(); it.end() }) }
  said(shop: Shop) { shop.change(() => { this.go(); size.end() }) }
  plain(all: Array<Thing>) { all.each(() => { go() }) }
  library(to: Builder, it: Thing) { to.build(it, () => { this.size.end() }) }
}
`)
  expect(edgesOf(graph, "CALLS").map((it) => it.replaceAll("a.ts:", ""))).toEqual([
    "Use.bare → Part.end",
    "Use.bare → Shop.change",
    "Use.bare → Thing.go",
    "Use.library → Part.end",
    "Use.plain → go",
    "Use.said → Part.end",
    "Use.said → Shop.change",
    "Use.said → Thing.go",
  ])
})

test("a function that may stand for what one place asks for is left to the place that surely asks for it", async () => {
  const text = `=== a.ts
class Shop {
  one(it: Base): void {}
  one(by: Mapping<int, String>): void {}
  two(it: Base): void {}
  two(it: String): void {}
  two(count: int): void {}
}
class Use {
  sure(shop: Shop) { shop.one((it) => "x") }
  perhaps(shop: Shop) { shop.two(() => "x") }
}
`
  expect(names(await callsOf(text))).toEqual([
    "Use.perhaps → two(it: Base): void",
    "Use.sure → one(by: Mapping<int, String>): void",
  ])
})
