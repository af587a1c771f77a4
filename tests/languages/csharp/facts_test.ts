// Facts of C# sources: what each form declares, where, and what is said of it.

import { expect, test } from "bun:test"
import { expectSound, factsOf, named, table } from "../../syntax/_facts.ts"

const PATH = "a.cs"

test("types and members have their kinds, and who may name them", async () => {
  expect(
    await named(
      `namespace Shop.Parts {
  public partial class Bag<T> : Base<T>, IBag where T : Item {
    const int Limit = 3, Least = 1;
    public event EventHandler Changed;
    Bag() : this(1) { }
    ~Bag() { }
    protected internal static async Task Fill() { }
    void IBag.Empty() { }
    public static Bag<T> operator +(Bag<T> a, Bag<T> b) => a;
    public static implicit operator int(Bag<T> a) => 1;
    class Inner { }
  }
  interface IBag { void Empty(); int Size { get; } }
  struct Point { public int X; }
  enum Color : byte { Red = 1, Green }
  delegate int Count(Bag<int> bag);
}
`,
      PATH,
    ),
  ).toEqual([
    "Namespace Shop.Parts:1 {exported}",
    "Class Shop.Parts.Bag`1:2 {exported public part}",
    "Property Bag`1.Limit:3 {static private readonly}",
    "Property Bag`1.Least:3 {static private readonly}",
    "Property Bag`1.Changed:4 {exported public}",
    "Constructor Bag`1.Bag:5 {private}",
    "Method Bag`1.~Bag:6 {private}",
    "Method Bag`1.Fill:7 {exported async static protected internal}",
    "Method Bag`1.Empty:8 {private override}",
    "Method Bag`1.operator +:9 {exported static public}",
    "Method Bag`1.implicit operator int:10 {exported static public}",
    "Class Bag`1.Inner:11 {private}",
    "Interface Shop.Parts.IBag:13 {internal}",
    "Method IBag.Empty:13 {signature public}",
    "Property IBag.Size:13 {getter signature public}",
    "Class Shop.Parts.Point:14 {struct internal}",
    "Property Point.X:14 {public}",
    "Enum Shop.Parts.Color:15 {internal}",
    "Property Color.Red:15 {readonly public}",
    "Property Color.Green:15 {readonly public}",
    "TypeAlias Shop.Parts.Count:16 {internal}",
  ])
})

test("a property says which accessors it has, a field has none", async () => {
  expect(
    await named(
      `class A {
  int size;
  public int Size { get { return size; } private set { size = value; } }
  public int Twice => size * 2;
  public int Plain { get; set; } = 1;
  public int this[int at] { get => at; }
  public event Action Moved { add { } remove { } }
}
`,
      PATH,
    ),
  ).toEqual([
    "Class A:1 {internal}",
    "Property A.size:2 {private}",
    "Property A.Size:3 {getter setter public}",
    "Property A.Twice:4 {getter public}",
    "Property A.Plain:5 {getter setter public}",
    "Property A.[]:6 {getter public}",
    "Property A.Moved:7 {setter public}",
  ])
})

test("parameters in the header of a type make a constructor, those of a record properties as well", async () => {
  const text = "class A(int x) : B(x) { int y = x; }\nrecord R(int Left, string Right) : Q(Left);\n"
  expect(await named(text, PATH)).toEqual([
    "Class A:1 {internal}",
    "Constructor A.A:1 {public}",
    "Property A.y:1 {private}",
    "Class R:2 {internal}",
    "Constructor R.R:2 {public}",
    "Property R.Left:2 {parameterProperty public}",
    "Property R.Right:2 {parameterProperty public}",
  ])
  expect((await table("references", text, PATH)).filter((it) => it.startsWith("call"))).toEqual([
    "call call(super(), x) @1:17 in function2",
    "call call(super(), Left) @2:35 in function5",
  ])
})

test("usings of every form are imports of the scope that they stand in", async () => {
  expect(
    await table(
      "imports",
      `global using System;
using static System.Math;
using Text = System.Text;
using Names = System.Collections.Generic.List<int>;
namespace A { using B.C; }
`,
      PATH,
    ),
  ).toEqual([
    "* from System {star everywhere}",
    "* from System.Math {star members}",
    "Text from System as Text",
    "* from B.C {star}",
  ])
})

test("each name of a namespace is a package of its own, also where it holds the rest of the file", async () => {
  for (const [text, scope] of [["namespace A.B { class C { } }\n", 2], ["namespace A.B;\nclass C { }\n", 2]] as const) {
    const facts = await factsOf(text, PATH)
    const of = (row: number) => [facts.packages.scope[row], facts.strings[facts.packages.name[row]!]]
    expect([of(0), of(1), of(2)]).toEqual([[0, ""], [1, "A"], [scope, "A.B"]])
    expect(facts.definitions.scope[1]).toBe(scope)
    expect(facts.references.rows).toBe(0)
  }
})

test("type arguments stand with the name that takes them", async () => {
  expect(
    await table("references", "class A { void M() { a.B<int>(1); C<D>.E(); new F.G<H>(); I<J> k; } }\n", PATH),
  ).toEqual([
    "call call(instantiate(a.B, :int), number'1') @1:21 in function2",
    "read a @1:21 in function2",
    "call call(instantiate(C`1, :D).E) @1:34 in function2",
    "read C`1 @1:34 in function2",
    "type :D @1:36 in function2",
    "new new(instantiate(F.G`1, :H)) @1:44 in function2",
    "read F @1:48 in function2",
    "type :H @1:52 in function2",
    "type :I`1<:J> @1:58 in function2",
    "type :J @1:60 in function2",
  ])
})

test("what an initializer sets is set in the new object, what it lists is added to it", async () => {
  expect(
    await table(
      "references",
      "class A { object o = new B(1) { C = 2, D = { E = 3 }, F = { 4 } }; B b = new(5); }\n",
      PATH,
    ),
  ).toEqual([
    "new new(B, number'1') @1:21 in type1",
    "write new(B, number'1').C @1:32 in type1",
    "write new(B, number'1').D @1:39 in type1",
    "write new(B, number'1').D.E @1:45 in type1",
    "write new(B, number'1').F @1:54 in type1",
    "implicit call(new(B, number'1').F.Add, number'4') @1:60 in type1",
    "type :B @1:67 in type1",
    "new new(B, number'5') @1:73 in type1",
  ])
})

test("patterns, queries and loops declare names where these are seen", async () => {
  expect(
    await table(
      "bindings",
      `void M(object o) {
  if (o is Dog dog) dog.Bark();
  switch (o) { case Cat it: break; case Cow it when it.Big: break; }
  foreach (var (left, right) in pairs) { }
  foreach (Dog each in dogs) { }
  var all = from d in dogs let n = d.Name select new { d, N = n };
  try { } catch (Error error) { }
  Parse("1", out var number);
}
`,
      PATH,
    ),
  ).toEqual([
    "M in file0: definition #0 {value}",
    "o in function1: parameter #0 {value} type :object = parameter#0",
    "dog in function1: local {constant value} type :Dog",
    "it in block3: local {constant value} type :Cat",
    "it in block4: local {constant value} type :Cow",
    "left in block5: local {constant value} = index.0(element(pairs), number'0')",
    "right in block5: local {constant value} = index.1(element(pairs), number'1')",
    "each in block7: local {constant value} type :Dog = element(dogs)",
    "d in block9: local {constant value} = element(dogs)",
    "n in block9: local {constant value} = d.Name",
    "all in function1: local {constant value} = array.IEnumerable`1(object(property.d(d), property.N(n)))",
    "error in block11: local {constant value} type :Error",
    "number in function1: local {constant value}",
  ])
})

test("`params` takes the others; a lambda has its parameter without a list", async () => {
  const facts = await factsOf("class A { void M(int a, params string[] rest) { F(x => x.Y); } }\n", PATH)
  expect([...facts.parameters.flags].map((it) => it & 1)).toEqual([0, 1, 0])
  expect([...facts.parameters.name].map((it) => facts.strings[it]!)).toEqual(["a", "rest", "x"])
})

test("both sides of a condition of the preprocessor are read, its own names are none", async () => {
  const text = `class A {
#if NET && !OLD
  void New() { }
#else
  void Old() { }
#endif
  void M() {
#if DEBUG
    Log();
#endif
  }
}
`
  expect(await named(text, PATH)).toEqual([
    "Class A:1 {internal}",
    "Method A.New:3 {private}",
    "Method A.Old:5 {private}",
    "Method A.M:7 {private}",
  ])
  expect(await table("references", text, PATH)).toEqual(["call call(Log) @9:4 in function4"])
})

test("what cannot be read is named, and the rest is kept", async () => {
  const text = "class A { void M() { int = ; } void N() { } }\n"
  const facts = await factsOf(text, PATH)
  expect(facts.problems.rows).toBeGreaterThan(0)
  expect(await named(text, PATH)).toContain("Method A.N:1 {private}")
  expectSound(facts, text)
})

test("a condition that cuts through a declaration leaves its first branch, and the other is named", async () => {
  const text = `class A
#if NET
  : Base
#else
  : Older, IDisposable
#endif
{
#if NET
  public void Save(string path) {
#else
  public void Save(Stream stream) {
#endif
    Write();
  }
}
`
  const facts = await factsOf(text, PATH)
  expect(await named(text, PATH)).toEqual(["Class A:1 {internal}", "Method A.Save:9 {public}"])
  expect(await table("supertypes", text, PATH)).toEqual(["#0 extends :Base"])
  expect([...facts.problems.start].map((at) => text.slice(at).trim().split("\n")[0])).toEqual([
    ": Older, IDisposable",
    "public void Save(Stream stream) {",
  ])
})
