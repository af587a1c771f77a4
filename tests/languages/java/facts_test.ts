// Facts of Java sources: what each form declares, where, and what is said of it.

import { expect, test } from "bun:test"
import { expectSound, factsOf, named, table } from "../../syntax/_facts.ts"

const FILE = "A.java"

/** Lines of one table that tell of `text`, without their places. */
const lines = async (section: Parameters<typeof table>[0], text: string) =>
  (await table(section, text, FILE)).map((it) => it.replace(/ @\d+:\d+.*/, ""))

test("types, members and their modifiers", async () => {
  expect(
    await named(
      `public abstract class A {
  private static final int MAX = 3, MIN[] = {1};
  protected String name;
  public A() {}
  @Deprecated
  A(int x) {}
  public abstract int go();
  static void of() {}
}
interface I { int X = 1; void m(); default void n() {} private void p() {} class In {} }
enum E { ONE, TWO { void f() {} }; void f() {} }
@interface Note { String value() default ""; }
`,
      FILE,
    ),
  ).toEqual([
    "Class A:1 {exported abstract public}",
    "Property A.MAX:2 {static private readonly}",
    "Property A.MIN:2 {static private readonly}",
    "Property A.name:3 {exported protected}",
    "Constructor A.A:4 {exported public}",
    "Constructor A.A:6",
    "Method A.go:7 {exported abstract signature public}",
    "Method A.of:8 {static}",
    "Interface I:10",
    "Property I.X:10 {static readonly public}",
    "Method I.m:10 {abstract signature public}",
    "Method I.n:10 {public}",
    "Method I.p:10 {private}",
    "Class I.In:10 {static public}",
    "Enum E:11",
    "Method E.values:11 {static public implicit}",
    "Method E.valueOf:11 {static public implicit}",
    "Property E.ONE:11 {static readonly public}",
    "Property E.TWO:11 {static readonly public}",
    "Method f:11",
    "Method E.f:11",
    "Interface Note:12",
    "Method Note.value:12 {abstract signature public}",
  ])
})

test("a record has fields, accessors and a constructor, as far as it does not write them", async () => {
  expect(
    await named(
      `record P<Q>(Q x, int... y) { P { check(x); } }
record R(int a, String b) {
  R(int a) { this(a, ""); }
  public int a() { return 3; }
  int a(int x) { return x; }
}
record S(int a, final String b) { S(int x, String y) { a = x; b = y; } }
`,
      FILE,
    ),
  ).toEqual([
    "Class P:1",
    "Property P.x:1 {private readonly}",
    "Method P.x:1 {generated public}",
    "Property P.y:1 {private readonly}",
    "Method P.y:1 {generated public}",
    "Constructor P.P:1",
    "Class R:2",
    "Property R.a:2 {private readonly}",
    "Property R.b:2 {private readonly}",
    "Method R.b:2 {generated public}",
    "Constructor R.R:2 {generated public}",
    "Constructor R.R:3",
    "Method R.a:4 {public}",
    "Method R.a:5",
    "Class S:7",
    "Property S.a:7 {private readonly}",
    "Method S.a:7 {generated public}",
    "Property S.b:7 {private readonly}",
    "Method S.b:7 {generated public}",
    "Constructor S.S:7",
  ])
})

test("annotations of Lombok add accessors and constructors, where they come from there", async () => {
  const text = (from: string) =>
    `import ${from};
@Data class A { private String name; private final int size; boolean open; static int count; void setName(String x) {} }
class B { @Getter @Setter boolean isOpen; int other; }
`
  const own = ["Class A:2", "Property A.name:2 {private}", "Property A.size:2 {private readonly}", "Property A.open:2"]
  const rest = [
    "Property A.count:2 {static}",
    "Method A.setName:2",
    "Class B:3",
    "Property B.isOpen:3",
    "Property B.other:3",
  ]
  expect(await named(text("lombok.*"), FILE)).toEqual([
    ...own,
    ...rest,
    "Method A.getName:2 {generated public}",
    "Method A.getSize:2 {generated public}",
    "Method A.isOpen:2 {generated public}",
    "Method A.setOpen:2 {generated public}",
    "Constructor A.A:2 {generated public}",
    "Method B.isOpen:3 {generated public}",
    "Method B.setOpen:3 {generated public}",
  ])
  expect(await named(text("other.Data"), FILE)).toEqual([...own, ...rest])
})

test("a header is told without its annotations, the doc by its first paragraph", async () => {
  const text = `class A {
  /**
   * Goes there.
   * And back.
   *
   * @param x where
   */
  @Override @Note("a b")
  public final <T extends Foo> T go(final int x) throws IOException { return null; }
  /** How many. */
  private int count = 3, other;
}`
  const facts = await factsOf(text, FILE)
  const said = [...facts.definitions.name].map((name, d) =>
    `${facts.strings[name]}: ${facts.strings[facts.definitions.signature[d]!]} | ${
      facts.strings[facts.definitions.doc[d]!]
    }`
  )
  expect(said.slice(1)).toEqual([
    "go: public final <T extends Foo> T go(final int x) throws IOException | Goes there. And back.",
    "count: private int count = 3 | How many.",
    "other: private int other | ",
  ])
})

test("supertypes of classes, interfaces, enums, records and types without a name", async () => {
  expect(
    await lines(
      "supertypes",
      `class A<T> extends B<T> implements I, x.y.J<T> { Object o = new K<T>(1) { }; }
interface L extends M, N {}
enum E implements I { ONE { } }
record R() implements I {}
sealed interface S permits A, T {}`,
    ),
  ).toEqual([
    "#0 extends :B<:T>",
    "#0 implements :I",
    "#0 implements typeMember.J(x.y, :T)",
    "#2 extends instantiate(K, :T)",
    "#3 extends :M",
    "#3 extends :N",
    "#4 implements :I",
    "#8 extends E",
    "#9 implements :I",
  ])
})

test("imports name a type, a member of one, or all of a package or type", async () => {
  expect(
    await lines(
      "imports",
      `package a.b;
import java.util.List;
import a . b /* here */ . Outer.Inner;
import a.b.*;
import static a.b.C.go;
import static a.b.C.*;
`,
    ),
  ).toEqual([
    "List from java.util as List",
    "Inner from a.b.Outer as Inner",
    "* from a.b {star}",
    "go from a.b.C {members} as go",
    "* from a.b.C {star members}",
  ])
})

test("calls, instances, delegation and references to functions", async () => {
  expect(
    (await lines(
      "references",
      `class A extends B {
  A(int x) { this(); }
  A() { super(1); }
  void m() {
    run(1);
    super.run();
    A.super.run();
    I.super.run();
    A.this.run();
    Type.<String>of("a").then(x -> x.go());
    new Foo<>(1).bar();
    outer.new Inner<Foo>();
    each(Foo::bar, this::run, Foo::new, int[]::new);
  }
}`,
    )).filter((it) => /^(call|new)|::|<init>|read Foo\.bar|read this/.test(it)),
  ).toEqual([
    "call call(this())",
    "call call(super(), number'1')",
    "call call(run, number'1')",
    "call call(super().run)",
    "call call(super(A).run)",
    "call call(cast(this(), :I).run)",
    "call call(cast(this(), :A).run)",
    "call call(call(instantiate(Type.of, :String), string'a').then, function#4)",
    "call call(instantiate(Type.of, :String), string'a')",
    "call call(x.go)",
    "call call(new(Foo, number'1').bar)",
    "new new(Foo, number'1')",
    "new new(instantiate(outer.Inner, :Foo))",
    "call call(each, Foo.bar, this().run, Foo.<init>, typeArray(:int).<init>)",
    "read Foo.bar",
    "read this().run",
    "read Foo.<init>",
    "read typeArray(:int).<init>",
  ])
})

test("local variables have the types that they declare, or that of their value", async () => {
  expect(
    (await lines(
      "bindings",
      `class A { void m(final List<String> all, int... rest) {
  int i = 1, j[] = {2};
  var first = all.get(0);
  for (String each : all) {}
  for (var each : all) {}
  for (int k = 0; ; ) {}
  try (Reader r = open()) {} catch (final X | Y e) {}
  Runnable f = (a, b) -> {};
  class Local {}
} }`,
    )).slice(1),
  ).toEqual([
    "all in function2: parameter #0 {value} type :List<:String> = parameter#0",
    "rest in function2: parameter #1 {value} type typeArray(:int) = parameter#1",
    "i in function2: local {value} type :int = number'1'",
    "j in function2: local {value} type typeArray(:int) = array(number'2')",
    "first in function2: local {constant value} = call(all.get, number'0')",
    "each in block3: local {value} type :String = element(all)",
    "each in block4: local {constant value} = element(all)",
    "k in block5: local {value} type :int = number'0'",
    "r in block6: local {constant value} type :Reader = call(open)",
    "e in block7: local {constant value} type union(:X, :Y)",
    "a in function8: parameter #2 {value} = parameter#2",
    "b in function8: parameter #3 {value} = parameter#3",
    "f in function2: local {value} type :Runnable = function#2",
    "Local in function2: definition #3",
  ])
})

test("what a test declares is seen where the test holds", async () => {
  const text = `class A { Object m(Object o) {
  if (o instanceof B b && b.ok()) return b;
  else if (o instanceof C b) return b;
  if (!(o instanceof D d)) return null;
  d.go();
  return switch (o) { case E e when e.ok() -> e.two(); case P(int x, Q(var y)) -> y; default -> { yield d; } };
} }`
  const facts = await factsOf(text, FILE)
  expectSound(facts, text)
  expect(facts.problems.rows).toBe(0)
  expect((await lines("bindings", text)).slice(2)).toEqual([
    "b in block3: local {constant value} type :B",
    "b in block4: local {constant value} type :C",
    "d in function2: local {constant value} type :D",
    "e in block7: local {constant value} type :E",
    "x in block8: local {constant value} type :int",
    "y in block8: local {constant value}",
  ])
  expect((await lines("returns", text)).at(-1)).toBe("#1 return either(call(e.two), y, d)")
})

test("the label of a switch is a constant of what is asked for, or a name that is seen", async () => {
  expect(
    await lines("references", `class A { void m(Color c) { switch (c) { case RED: case A.MAX: go(); } } }`),
  ).toEqual(["type :Color", "read c", "read c.RED", "read RED", "read A.MAX", "read A", "call call(go)"])
})

test("what the grammar cannot read is named", async () => {
  const facts = await factsOf("class A { void m( { } int f; }\n", FILE)
  expect(facts.problems.rows).toBeGreaterThan(0)
  expect((await factsOf("class A { void m() { } int f; }\n", FILE)).problems.rows).toBe(0)
})
