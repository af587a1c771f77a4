// The arena: what an expression is made of, and which uses of names it holds.

import { expect, test } from "bun:test"
import { factsOf, table } from "./_facts.ts"
import { expression } from "./_print.ts"

/** The value of `const it = …`. */
const valueOf = async (source: string, path = "a.ts"): Promise<string> => {
  const facts = await factsOf(`const it = ${source}`, path)
  const row = [...facts.definitions.name].findIndex((id) => facts.strings[id] === "it")
  return expression(facts, facts.definitions.value[row]!)
}

/** The type of `let it: …`. */
const typeOf = async (source: string): Promise<string> => {
  const facts = await factsOf(`let it: ${source}`)
  return expression(facts, facts.definitions.type[0]!)
}

const each = (name: string, of: (source: string) => Promise<string>, expected: Readonly<Record<string, string>>) => {
  for (const source in expected) {
    test(`${name}: ${source}`, async () => expect(await of(source)).toBe(expected[source]!))
  }
}

each("value", valueOf, {
  "a.b.c": "a.b.c",
  "a?.b?.[0]?.(c)": "call?(index?.0(a?.b, number'0'), c)",
  "a['k'].m(...rest, 1)": "call(index.k(a, string'k').m, spread(rest), number'1')",
  "new A.B<C>(d)": "new(instantiate(A.B, :C), d)",
  "new A": "new(A)",
  "make<T>(x)": "call(instantiate(make, :T), x)",
  "await load()": "await(call(load))",
  "a ? b : c": "either(b, c)",
  "a && b || c": "either(either(a, b), c)",
  "a ?? (b as C)": "either(a, cast(b, :C))",
  "<C>b": "cast(b, :C)",
  "b satisfies C": "b",
  "b!.c": "b.c",
  "[a, ...b, 'c']": "array(a, spread(b), string'c')",
  "{ a, b: c, ['d']: e, ...f }": "object(property.a(a), property.b(c), property.['d'](e), spread(f))",
  "(a, b)": "b",
  "`x${a}y`": "operation:template(a)",
  "tag`x${a}y`": "tagged(tag, a)",
  "a + 'text'": "operation:string(a)",
  "a - b": "operation:number(a, b)",
  "a === b": "operation:boolean(a, b)",
  "!a": "operation:boolean(a)",
  "typeof a": "operation:string(a)",
  "(a = b)": "assign(a, b)",
  "super.m": "super().m",
  "this": "this()",
  "import('m')": "module(m)",
  "require('m').x": "module(m).x",
  "/x/g": "regexp",
  "null": "null",
  "10n": "number'10n'",
})

each("element", (source) => valueOf(source, "a.tsx"), {
  "<div id='x'>text</div>": "render.div(-, string'x')",
  "<A.B c={d} {...e} f={() => 1}>{g}<H/></A.B>": "render.A.B(A.B, d, spread(e), function#1, g, render.H(H))",
  "<></>": "render(-)",
})

each("type", typeOf, {
  "A.B<C>": "typeMember.B(A, :C)",
  "A<B, C[]>": ":A<:B, typeArray(:C)>",
  "A | B | (C | D) | 'x'": "union(:A, :B, :C, :D, :string'x')",
  "A & B": "intersection(:A, :B)",
  "[A, b?: B, ...C[]]": "typeTuple(:A, :B, spread(typeArray(:C)))",
  "readonly A[]": "typeArray(:A)",
  "typeof a.b": "typeOf(a.b)",
  "keyof A": "typeKeyOf(:A)",
  "A['b']": "typeIndex(:A, :string'b')",
  "A extends B ? C : D": "typeConditional(:A, :B, :C, :D)",
  "{ [K in keyof A]: A[K] }": "typeMapped(typeIndex(:A, :K), typeKeyOf(:A))",
  "(a: A) => B": "typeFunction#1",
  "new (a: A) => B": "typeFunction#1",
  "{ a: A }": "typeObject#1",
  "unique symbol": ":unique symbol",
  "import('m').T": "typeMember.T(module(m))",
  "import('m').T<A>[]": "typeArray(typeMember.T(module(m), :A))",
  "-1 | true | null | undefined": "union(operation:number(), :boolean, :null, :undefined)",
})

test("a predicate says of which name", async () => {
  const facts = await factsOf(
    "declare function is(x: unknown): x is A\ndeclare function must(x: unknown): asserts x is B",
  )
  expect([...facts.definitions.type].map((row) => expression(facts, row))).toEqual([
    "typePredicate.x(:A)",
    "typePredicate.x(:B)",
  ])
})

test("anonymous functions and object types have definitions of their own", async () => {
  const text = "type F = (a: A, ...b: B[]) => C\ntype O = { m(d: D): E }\ntype N = new (x: X) => Y"
  expect(await table("definitions", text)).toEqual([
    "#0 TypeAlias F @1:5 in file0 type typeFunction#1",
    "#1 -  @1:9 of #0 in file0 {signature anonymous} parameters 0+2 type :C",
    "#2 TypeAlias O @2:5 in file0 type typeObject#3",
    "#3 -  @2:9 of #2 in file0 {anonymous}",
    "#4 Method m @2:11 of #3 in type2 {signature} parameters 2+1 type :E",
    "#5 TypeAlias N @3:5 in file0 type typeFunction#6",
    "#6 -  @3:9 of #5 in file0 {signature anonymous constructs} parameters 3+1 type :Y",
  ])
})

test("what a function gives back", async () => {
  expect(
    await table(
      "returns",
      "const f = (a) => a.b\nfunction g() { if (a) return b; return () => { return c } }\nfunction* h() { yield d; yield* e }",
      "a.js",
    ),
  ).toEqual([
    "#0 return a.b",
    "#1 return b",
    "#2 return c",
    "#1 return function#2",
    "#3 yield d",
    "#3 yieldAll e",
  ])
})

test("assignments to what is no new name", async () => {
  expect(
    await table(
      "assignments",
      "this.a = b\nc = d\ne.f.g ||= h\n;[i, j.k] = l\n;({ m, n: o.p = q } = r)\ns += t\nu++",
      "a.js",
    ),
  ).toEqual([
    "this().a = b",
    "c = d",
    "e.f.g = h",
    "i = index.0(l, number'0')",
    "j.k = index.1(l, number'1')",
    "m = r.m",
    "o.p = either(r.n, q)",
  ])
})
