// Small Java programs with a decoy beside each fact. What is expected is what javac says of the same text.

import { expect, test } from "bun:test"
import { EDGE_KIND_BY_CODE, type EdgeKind } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import { edgesOf, graphOf } from "./_graph.ts"

/** Edges as `caller → callee`, with the header of the callee that tells it from others of its name. */
const toldApart = async (text: string, ...kinds: ReadonlyArray<EdgeKind>): Promise<ReadonlyArray<string>> => {
  const { graph } = await graphOf(text)
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    const target = graph.edges.target[edge]!
    if (!kinds.includes(EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]!) || Node.isExternal(graph, target)) continue
    const source = Node.qualifiedName(graph, graph.edges.source[edge]!)
    const owner = Node.qualifiedName(graph, target).split(".").slice(0, -1).join(".")
    all.push(`${source} → ${owner}: ${graph.strings.at(graph.nodes.signature[target]!)}`)
  }
  return all.sort()
}

const SHOP = `=== core/src/main/java/shop/Order.java
package shop;

import static shop.Totals.sum;
import static shop.Totals.*;
import java.util.*;
import java.util.function.*;

public class Order extends Base<Line> implements Priced {
  private final List<Line> lines = new ArrayList<>();
  private Line last;
  Order() { this(1); }
  Order(int n) { super("order"); }
  Order(String n) { super(n); }
  int sum() { return 0; }
  public int price() { return Totals.sum(lines) + max(1, 2); }
  void add(Line line) { last = line; last.check(); this.add(line, 1); }
  void add(Line line, int count) { line.check(); }
  void add(Object line) { }
  void add(long count) { }
  void add(Integer count) { }
  void add(int... counts) { }
  void overloads(Line l, Object o) { add(l); add(o); add(1); add(Integer.valueOf(1)); add(1, 2); add(); }
  void inherits() { name(); first().check(); describe(); Priced.super.describe(); }
  void lambdas() {
    lines.forEach(l -> l.check());
    lines.stream().map(Line::twin).filter(l -> l.ok()).forEach(this::add);
    Supplier<Line> made = Line::new;
    made.get().check();
    Function<Line, Line> twin = l -> l.twin();
    twin.apply(last).ok();
    var it = lines.get(0);
    it.check();
    for (Line each : lines) each.ok();
  }
  class Inner {
    int size() { return 1; }
    void use() { size(); name(); Order.this.sum(); new Deep().go(); }
    class Deep { void go() { use(); inherits(); } }
  }
  static class Nested { void name() { } void call() { name(); } }
  void local() {
    class Local { void check() { } void twice() { check(); } }
    new Local().twice();
    Runnable r = new Runnable() { public void run() { helper(); } void helper() { } };
    r.run();
  }
  public String describe() { return ""; }
}
=== core/src/main/java/shop/Base.java
package shop;
abstract class Base<T extends Line> {
  Base(String n) { }
  Base(int n) { }
  T first() { return null; }
  String name() { return ""; }
}
=== core/src/main/java/shop/Line.java
package shop;
public class Line {
  void check() { }
  Line twin() { return this; }
  boolean ok() { return true; }
}
=== core/src/main/java/shop/Priced.java
package shop;
public interface Priced {
  int price();
  default String describe() { return "" + price(); }
  static Priced none() { return () -> 0; }
}
=== core/src/main/java/shop/Totals.java
package shop;
import java.util.List;
class Totals {
  static int sum(List<Line> lines) { return 0; }
  static int max(int a, int b) { return a; }
  static int min(int a, int b) { return a; }
}
=== web/src/main/java/web/Page.java
package web;
import shop.*;
public class Page {
  void show(Priced it) { it.price(); it.describe(); }
  void name() { shop.Priced.none().describe(); }
}
`

test("calls over packages, types around, bases, overloads, lambdas and types without a name", async () => {
  expect(await toldApart(SHOP, "CALLS")).toEqual([
    "Order.Inner.Deep.go → Order.Inner: void use()",
    "Order.Inner.Deep.go → Order: void inherits()",
    "Order.Inner.use → Base: String name()",
    "Order.Inner.use → Order.Inner.Deep: void go()",
    "Order.Inner.use → Order.Inner: int size()",
    "Order.Inner.use → Order: int sum()",
    "Order.Nested.call → Order.Nested: void name()",
    "Order.Order → Base: Base(String n)",
    "Order.Order → Base: Base(String n)",
    "Order.Order → Order: Order(int n)",
    "Order.add → Line: void check()",
    "Order.add → Line: void check()",
    "Order.add → Order: void add(Line line, int count)",
    "Order.inherits → Base: String name()",
    "Order.inherits → Base: T first()",
    "Order.inherits → Line: void check()",
    "Order.inherits → Order: public String describe()",
    "Order.inherits → Priced: default String describe()",
    "Order.lambdas → Line: Line twin()",
    "Order.lambdas → Line: boolean ok()",
    "Order.lambdas → Line: void check()",
    "Order.lambdas → Order: void add(Line line)",
    "Order.local → Order.local.Local: void twice()",
    "Order.local.Local.twice → Order.local.Local: void check()",
    "Order.local.run → Order.local: void helper()",
    "Order.overloads → Order: void add(Integer count)",
    "Order.overloads → Order: void add(Line line)",
    "Order.overloads → Order: void add(Object line)",
    "Order.overloads → Order: void add(int... counts)",
    "Order.overloads → Order: void add(long count)",
    "Order.price → Totals: static int max(int a, int b)",
    "Order.price → Totals: static int sum(List<Line> lines)",
    "Page.name → Priced: default String describe()",
    "Page.name → Priced: static Priced none()",
    "Page.show → Priced: default String describe()",
    "Page.show → Priced: int price();",
    "Priced.describe → Priced: int price();",
  ])
})

const KINDS = `=== Kinds.java
package shop;
sealed interface Shape permits Circle, Square { double area(); }
record Circle(double r) implements Shape { Circle { check(r); } static void check(double r) { } public double area() { return r() * 2; } }
record Square(Line side) implements Shape { public double area() { side().ok(); return side.ok() ? 1 : 0; } }
enum Color {
  RED(1) { int code() { return 2; } }, GREEN;
  Color() { this(0); }
  Color(int c) { }
  int code() { return 1; }
  static Color of(String s) { for (Color c : values()) if (c.code() > 1) return c; return valueOf(s); }
}
class Kinds {
  double any(Shape s) {
    if (s instanceof Circle c && c.area() > 1) return c.r();
    if (!(s instanceof Square q)) return 0;
    q.side().check();
    return switch (s) { case Circle d -> d.area(); case Square(Line l) -> { l.twin(); yield s.area(); } };
  }
  int color(Color c) { switch (c) { case RED: return c.code(); default: return Color.of("x").code(); } }
  void none() { Priced.none().price(); }
}
interface Priced { int price(); static Priced none() { return () -> 0; } }
class Line { Line twin() { return this; } boolean ok() { return true; } void check() { } }
`

test("records, enums with bodies, sealed types and patterns", async () => {
  expect(await toldApart(KINDS, "CALLS")).toEqual([
    "Circle.Circle → Circle: static void check(double r)",
    "Circle.area → Circle: double r()",
    "Color → Color: Color()",
    "Color → Color: Color(int c)",
    "Color.Color → Color: Color(int c)",
    "Color.of → Color: int code()",
    "Kinds.any → Circle: double r()",
    "Kinds.any → Circle: public double area()",
    "Kinds.any → Line: Line twin()",
    "Kinds.any → Line: void check()",
    "Kinds.any → Shape: double area();",
    "Kinds.any → Square: Line side()",
    "Kinds.color → Color: int code()",
    "Kinds.color → Color: static Color of(String s)",
    "Kinds.none → Priced: int price();",
    "Kinds.none → Priced: static Priced none()",
    "Square.area → Line: boolean ok()",
    "Square.area → Square: Line side()",
  ])
})

test("what a type inherits, and the members that it replaces", async () => {
  const made = await graphOf(SHOP)
  expect(edgesOf(made, "EXTENDS", "IMPLEMENTS").map(short)).toEqual([
    "Order.java:Order → Base.java:Base",
    "Order.java:Order → Priced.java:Priced",
  ])
  expect(edgesOf(made, "OVERRIDES").map(short)).toEqual([
    "Order.java:Order.describe → Priced.java:Priced.describe",
    "Order.java:Order.price → Priced.java:Priced.price",
  ])
})

const short = (edge: string) => edge.replace(/[\w/]+\/(?=\w+\.java)/g, "")

test("a type of the same full name in two modules: each calls its own", async () => {
  const made = await graphOf(`=== settings.gradle
include 'desk', 'till'
=== desk/src/main/java/demo/Ledger.java
package demo;
public class Ledger { public void post(int cents) { } }
=== desk/src/main/java/demo/Desk.java
package demo;
class Desk { void close() { new Ledger().post(1); } }
=== till/src/main/java/demo/Ledger.java
package demo;
public class Ledger { public void post(int cents) { } }
=== till/src/test/java/demo/TillTest.java
package demo;
class TillTest { void cashUp() { new Ledger().post(1); } }
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "desk/src/main/java/demo/Desk.java:Desk.close → desk/src/main/java/demo/Ledger.java:Ledger.post",
    "till/src/test/java/demo/TillTest.java:TillTest.cashUp → till/src/main/java/demo/Ledger.java:Ledger.post",
  ])
})

test("what a variable was given where it was made runs, whatever it is declared as; what is assigned later may be another", async () => {
  const text = `=== A.java
interface Face { default void run() {} default void stay() {} }
class Above { public void run() {} }
class Below extends Above implements Face { }
class Use {
  void made() { Face face = new Below(); face.run(); face.stay(); }
  void again(Below other) { Face face = new Below(); face = other; face.run(); }
  void given(Face face) { face.run(); }
}
`
  expect((await toldApart(text, "CALLS")).filter((it) => it.includes("run"))).toEqual([
    "Use.again → Face: default void run()",
    "Use.given → Face: default void run()",
    "Use.made → Above: public void run()",
  ])
  expect((await toldApart(text, "USES")).filter((it) => it.includes("run"))).toEqual([
    "Use.made → Face: default void run()",
  ])
})

test("a type that asks for one method does so whatever it takes over from the library", async () => {
  const text = `=== src/main/java/a/One.java
package a;
public interface One<A, R> extends java.io.Serializable, java.util.function.Function<A, R> { R apply(A a); }
=== src/main/java/a/Two.java
package a;
public interface Two<A, B, R> extends java.io.Serializable {
  long serialVersionUID = 1L;
  R apply(A a, B b);
  default One<B, R> apply(A a) { return b -> apply(a, b); }
}
=== src/main/java/a/Wrap.java
package a;
public class Wrap {
  static <A, R> One<A, R> of(One<A, R> it) { return it; }
  static <A, B, R> Two<A, B, R> of(Two<A, B, R> it) { return it; }
  void one() { of(a -> null); }
  void two() { of((a, b) -> a); }
}
`
  expect((await toldApart(text, "CALLS")).filter((it) => it.startsWith("Wrap"))).toEqual([
    "Wrap.one → Wrap: static <A, R> One<A, R> of(One<A, R> it)",
    "Wrap.two → Wrap: static <A, B, R> Two<A, B, R> of(Two<A, B, R> it)",
  ])
})

test("of two functions that are left either may run; of more none is drawn, also where there are thousands of them", async () => {
  const many = (count: number): string => {
    const all = Array.from({ length: count }, (_, i) => `  int f(T${i} of) { return 0; }`).join("\n")
    return `=== A.java\nclass A {\n${all}\n  int any(Unknown it) { return f(it.get()); }\n}\n`
  }
  for (const [count, drawn] of [[2, 2], [3, 0], [3_000, 0]] as const) {
    const { graph, counts } = await graphOf(many(count))
    expect(edgesOf({ graph, counts, problems: [] }, "CALLS")).toEqual([])
    expect(edgesOf({ graph, counts, problems: [] }, "DISPATCHES")).toHaveLength(drawn)
    expect(counts.get("java")!.ambiguous).toBe(1)
  }
})
