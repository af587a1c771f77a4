// Small Java programs with a decoy beside each fact: names that files share by packages, and members that bare names mean.
// What is expected follows from the source text, and is what javac takes.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, externalOf, graphOf } from "./_graph.ts"

const from = (all: ReadonlyArray<string>, start: string): ReadonlyArray<string> =>
  all.filter((it) => it.startsWith(start)).map((it) => it.slice(it.indexOf(" → ") + 3))

test("a bare call means the member of the innermost type that has or inherits one, then a static import", async () => {
  const calls = await callsOf(`=== shop/Base.java
package shop;
public class Base {
  protected void log() {}
  static void help() {}
}
=== shop/Tool.java
package shop;
public class Tool { void use() {} void log() {} }
=== shop/Texts.java
package shop;
public class Texts { public static void trim() {} public static void log() {} public static void pad() {} }
=== shop/Order.java
package shop;
import static shop.Texts.trim;
import static shop.Texts.log;
import static shop.Texts.*;
class Order extends Base {
  void run() { log(); help(); trim(); pad(); size(); }
  int size() { return 0; }
  class Line extends Tool {
    void add() { log(); use(); size(); help(); }
    public String text() { return toString(); }
  }
  void walk() {
    new Tool() { void each() { use(); size(); own(); } void own() {} };
    Runnable later = () -> log();
  }
  public String toString() { return ""; }
}
=== decoy/Base.java
package decoy;
public class Base { void log() {} void help() {} void trim() {} void use() {} int size() { return 1; } }
`)
  expect(from(calls, "shop/Order.java:Order.run ")).toEqual([
    "shop/Base.java:Base.help",
    "shop/Base.java:Base.log",
    "shop/Order.java:Order.size",
    "shop/Texts.java:Texts.pad",
    "shop/Texts.java:Texts.trim",
  ])
  expect(from(calls, "shop/Order.java:Order.Line.add ")).toEqual([
    "shop/Base.java:Base.help",
    "shop/Order.java:Order.size",
    "shop/Tool.java:Tool.log",
    "shop/Tool.java:Tool.use",
  ])
  // an inner type has the members of the root of all types before those of what is around it
  expect(from(calls, "shop/Order.java:Order.Line.text ")).toEqual([])
  expect(from(calls, "shop/Order.java:Order.walk")).toEqual([
    "shop/Base.java:Base.log",
    "shop/Order.java:Order.size",
    "shop/Order.java:Order.walk.own",
    "shop/Tool.java:Tool.use",
  ])
})

test("a type is that of a single import, then of the package, then of an import of all names", async () => {
  const made = await graphOf(`=== app/Main.java
package app;
import lib.Item;
import lib.*;
import other.*;
import java.util.*;
class Main {
  void run(Item item, Box box, Cup cup, Plate plate, List<String> all) {
    item.go();
    box.go();
    cup.go();
    plate.go();
    new Cup().go();
    all.size();
  }
}
=== app/Box.java
package app;
class Box { void go() {} }
=== app/Item.java
package app;
class Item { void go() {} }
=== lib/Item.java
package lib;
public class Item { public void go() {} }
=== lib/Box.java
package lib;
public class Box { public void go() {} }
=== lib/Cup.java
package lib;
public class Cup { public void go() {} }
=== lib/Unused.java
package lib;
public class Unused { public void go() {} }
=== other/Plate.java
package other;
public class Plate { public void go() {} }
=== decoy/List.java
package decoy;
public class List { public int size() { return 0; } }
=== decoy/Plate.java
package decoy;
public class Plate { public void go() {} }
`)
  expect(from(edgesOf(made, "CALLS"), "app/Main.java:Main.run ")).toEqual([
    "app/Box.java:Box.go",
    "lib/Cup.java:Cup.go",
    "lib/Item.java:Item.go",
    "other/Plate.java:Plate.go",
  ])
  // an import of all names is of no file, as the compiler has it; nor is a name of the same package imported
  expect(edgesOf(made, "IMPORTS")).toEqual(["app/Main.java → lib/Item.java"])
  expect(externalOf(made, "USES")).toContain("app/Main.java:Main.run → java.util#List")
})

test("types in types are found through imports, bases and dotted names", async () => {
  const made = await graphOf(`=== b/Outer.java
package b;
public class Outer {
  public static final int LIMIT = 1;
  public static class Inner { public void go() {} public static Inner make() { return null; } }
  public static class Second {
    public void go() {}
    public static void still() {}
    public static class Third { public void go() {} }
  }
  public static class Deep { public void go() {} }
  public static void two() {}
}
=== b/Inner.java
package b;
public class Inner { public void go() {} public static void two() {} public static final int LIMIT = 2; }
=== a/Through.java
package a;
import b.Outer.Inner;
import b.Outer.Second.*;
import static b.Outer.LIMIT;
import static b.Outer.Inner.make;
class Through {
  void run(Inner inner, Third third, b.Outer.Deep deep) {
    inner.go();
    third.go();
    deep.go();
    make().go();
    int most = LIMIT;
    b.Outer.two();
    b.Outer.Second.still();
    new b.Outer.Second().go();
    java.util.Collections.sort(null);
  }
}
=== a/Below.java
package a;
class Below extends b.Outer {
  static class Deep { void go() {} }
  void run(Inner inner, Second.Third third, Deep deep) {
    inner.go();
    third.go();
    deep.go();
    two();
    int most = LIMIT;
  }
}
`)
  const calls = edgesOf(made, "CALLS")
  expect(from(calls, "a/Through.java:Through.run ")).toEqual([
    "b/Outer.java:Outer.Deep.go",
    "b/Outer.java:Outer.Inner.go",
    "b/Outer.java:Outer.Inner.make",
    "b/Outer.java:Outer.Second.Third.go",
    "b/Outer.java:Outer.Second.go",
    "b/Outer.java:Outer.Second.still",
    "b/Outer.java:Outer.two",
  ])
  expect(from(calls, "a/Below.java:Below.run ")).toEqual([
    "a/Below.java:Below.Deep.go",
    "b/Outer.java:Outer.Inner.go",
    "b/Outer.java:Outer.Second.Third.go",
    "b/Outer.java:Outer.two",
  ])
  expect(edgesOf(made, "READS")).toEqual([
    "a/Below.java:Below.run → b/Outer.java:Outer.LIMIT",
    "a/Through.java:Through.run → b/Outer.java:Outer.LIMIT",
  ])
  expect(edgesOf(made, "IMPORTS")).toEqual(["a/Through.java → b/Outer.java"])
})

test("variables, methods and types of one name stand side by side", async () => {
  const made = await graphOf(`=== a/Shadow.java
package a;
class Shadow {
  int size;
  void size() {}
  Shadow Shadow() { return this; }
  void run(int size) {
    size();
    this.size = size;
    Shadow made = new Shadow();
    made.Shadow().size();
    Runnable size2 = null;
  }
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a/Shadow.java:Shadow.run → a/Shadow.java:Shadow.Shadow",
    "a/Shadow.java:Shadow.run → a/Shadow.java:Shadow.size",
  ])
  expect(edgesOf(made, "WRITES")).toEqual(["a/Shadow.java:Shadow.run → a/Shadow.java:Shadow.size"])
})

test("a name that nothing of the repository has may be one of a base or a package from outside, and is never guessed", async () => {
  const made = await graphOf(`=== a/Below.java
package a;
import org.outside.Base;
import org.further.*;
class Below extends Base {
  void run() { inherited(); Other.call(); field.go(); own(); }
  void own() {}
}
=== b/Decoy.java
package b;
class Decoy { void inherited() {} static Other field; }
class Other { static void call() {} void go() {} }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["a/Below.java:Below.run → a/Below.java:Below.own"])
  expect(externalOf(made, "CALLS", "READS", "USES").filter((it) => it.includes("run"))).toEqual([
    "a/Below.java:Below.run → org.further#Other",
    "a/Below.java:Below.run → org.further#call",
    "a/Below.java:Below.run → org.outside#field",
    "a/Below.java:Below.run → org.outside#inherited",
  ])
})

test("types that inherit from themselves by very many ways are gone through once", async () => {
  const rows = [...Array(24).keys()].flatMap((i) =>
    ["L", "R"].map((side) => `interface ${side}${i} extends L${i + 1}, R${i + 1} {}`)
  )
  const text = `=== A.java
class Outer {
  ${rows.join("\n  ")}
  interface L24 extends L0 { void go(); }
  interface R24 {}
  class Use implements L0 { void run() { go(); } }
}
`
  expect(edgesOf(await graphOf(text), "CALLS")).toEqual(["A.java:Outer.Use.run → A.java:Outer.L24.go"])
})
