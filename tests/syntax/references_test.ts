// Uses of names: each once, with its role, and none that is a declaration, a key or a label.

import { expect, test } from "bun:test"
import { table } from "./_facts.ts"

/** References without their places. */
const uses = async (text: string, path = "a.ts"): Promise<ReadonlyArray<string>> =>
  (await table("references", text, path)).map((line) => line.replace(/ @\d+:\d+ in \w+$/, ""))

test("a callee is called, not read as well; an object before a dot is read", async () => {
  expect(await uses("a.b.c(d)")).toEqual(["call call(a.b.c, d)", "read a.b", "read a", "read d"])
  expect(await uses("new A(b)\nnew N.A")).toEqual(["new new(A, b)", "read b", "new new(N.A)", "read N"])
  expect(await uses("f()()")).toEqual(["call call(call(f))", "call call(f)"])
  expect(await uses("(a || b)()")).toEqual(["call call(either(a, b))", "read a", "read b"])
  expect(await uses("tag`x${a}`")).toEqual(["call tagged(tag, a)", "read a"])
})

test("functions that are passed or stored are read", async () => {
  expect(await uses("on(handler)\nconst table = { a: first, second }\nlist.push(this.method)")).toEqual([
    "call call(on, handler)",
    "read handler",
    "read first",
    "read second",
    "call call(list.push, this().method)",
    "read list",
    "read this().method",
  ])
})

test("assigned names are written, what they are members of is read", async () => {
  expect(await uses("a = b\nc.d = e\nf++\ng += h\n;[i] = j")).toEqual([
    "write a",
    "read b",
    "write c.d",
    "read c",
    "read e",
    "write f",
    "write g",
    "read h",
    "write i",
    "read j",
  ])
})

test("taking a value apart reads its members", async () => {
  expect(await uses("const { a, b: { c } } = d")).toEqual(["read d.a", "read d.b", "read d.b.c", "read d"])
  expect(await uses("const { a: [b], c: e = f } = d")).toEqual(["read d.a", "read d.c", "read f", "read d"])
  expect(await uses("function g({ a: [b], c: e }, [h, i = j] = k) {}")).toEqual([
    "read parameter#0.a",
    "read parameter#0.c",
    "read j",
    "read k",
  ])
  expect(await uses("for (const { a: b } of c) {}\nfor (d.e of f) {}")).toEqual([
    "read element(c).a",
    "read c",
    "write d.e",
    "read d",
    "read f",
  ])
})

test("names of the type space are types", async () => {
  expect(
    await uses("let a: A<B> | typeof c.d\nclass X<T extends U> extends V<W> implements N.I {}\nconst e = f as G"),
  ).toEqual([
    "type :A<:B>",
    "type :B",
    "type c.d",
    "type c",
    "type :U",
    "extend V",
    "type :W",
    "extend typeMember.I(N)",
    "type N",
    "read f",
    "type :G",
  ])
})

test("declarations, keys and labels are no uses", async () => {
  expect(
    await uses(
      "outer: for (let a = 1; ;) { continue outer }\nconst o = { key: 1, m() {} }\nenum E { A }\nimport i from 'm'\nexport { o }",
    ),
  ).toEqual([])
  expect(await uses("class A { field = 1; method(p: string) {} }\ninterface I { prop: string; [k: string]: string }"))
    .toEqual([])
})

test("computed keys are evaluated", async () => {
  expect(await uses("const o = { [a]: 1, [b.c]() {} }\nclass A { [d] = 1 }")).toEqual([
    "read a",
    "read b.c",
    "read b",
    "read d",
  ])
})

test("decorators", async () => {
  expect(await uses("@A @B.c(d) class X {}")).toEqual([
    "decorate A",
    "call call(B.c, d)",
    "decorate B.c",
    "read B",
    "read d",
  ])
})

test("components are rendered, elements of the platform are not", async () => {
  expect(await uses("const v = <div a={b}><Comp c={d}>{e}</Comp><N.Item /></div>", "a.tsx")).toEqual([
    "read b",
    "render render.Comp(Comp, d, e)",
    "read d",
    "read e",
    "render render.N.Item(N.Item)",
    "read N",
  ])
})

test("conditions are evaluated for their uses", async () => {
  expect(await uses("if (a && b.c) d(); while (!e) ; switch (f) { case g: }", "a.js")).toEqual([
    "read a",
    "read b.c",
    "read b",
    "call call(d)",
    "read e",
    "read f",
    "read g",
  ])
})
