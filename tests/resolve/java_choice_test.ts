// What calls of a Java program take, held against what javac says of the very same text: pairs of lines as its own trees give
// them. A function of the same name that javac does not take stands beside each.

import { expect, test } from "bun:test"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import { graphOf } from "./_graph.ts"

const SOURCE = `package a;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

class Thing {
  Thing go() { return this; }
  void end() {}
}
class Part extends Thing { Part go() { return this; } }

interface Work { void run(Thing it); }

class Shop {
  Shop() {}
  Shop(int size) { this(); }
  Shop(long size, Object... rest) { this((int) size); }
  void sell(Thing it) {}
  void sell(Part it) {}
  void sell(Object it) {}
  void sell(long it) {}
  void sell(Integer it) {}
  void sell(int... all) {}
  void many(String first, Object... all) {}
  void many(String first, Throwable why) {}
  void each(Work work) { work.run(new Thing()); }
  <R> R map(Function<Thing, R> by) { return by.apply(null); }
  void run(Runnable it) {}
  <T> T run(Supplier<T> it) { return it.get(); }
  static Thing first(Thing it) { return it; }
  static String first(String it) { return it; }
}

class Special extends Shop {
  Special() { super(1L); }
  @Override void sell(Thing it) { super.sell(it); }
  void sell(String it) {}
}

class Use {
  void narrow(Shop shop, Part it) { shop.sell(it); }
  void wide(Shop shop, Thing it) { shop.sell(it); }
  void text(Shop shop) { shop.sell("x"); }
  void number(Shop shop) { shop.sell(1); }
  void boxed(Shop shop, Integer it) { shop.sell(it); }
  void several(Shop shop) { shop.sell(1, 2); }
  void inherited(Special shop, Part it) { shop.sell(it); shop.sell("x"); shop.sell('c'); }
  void gathered(Shop shop) { shop.many("a", "b", "c"); }
  void cause(Shop shop, RuntimeException it) { shop.many("a", it); }
  void made() { new Shop(1); new Special(); new Shop(1L, "x"); }
  void lambda(Shop shop) { shop.each(it -> it.go().end()); }
  void mapped(Shop shop) { shop.map(it -> it.go()).end(); shop.map(Thing::go).end(); }
  void value(Shop shop) { shop.run(() -> new Part()); shop.run(() -> { new Part(); }); }
  void references(List<Thing> all) { all.stream().map(Shop::first).forEach(Thing::end); all.forEach(this::take); }
  void take(Thing it) {}
  void take(String it) {}
  Supplier<Shop> later() { return Shop::new; }
}
`

/** By javac 17: line and name of the caller, line and name of what it calls; of a class without a constructor the class. */
const EXPECTED: ReadonlyArray<string> = [
  "17 Shop → 16 Shop",
  "18 Shop → 17 Shop",
  "27 each → 13 run",
  "27 each → 7 Thing",
  "36 Special → 18 Shop",
  "37 sell → 19 sell",
  "42 narrow → 20 sell",
  "43 wide → 19 sell",
  "44 text → 21 sell",
  "45 number → 22 sell",
  "46 boxed → 23 sell",
  "47 several → 24 sell",
  "48 inherited → 20 sell",
  "48 inherited → 22 sell",
  "48 inherited → 38 sell",
  "49 gathered → 25 many",
  "50 cause → 26 many",
  "51 made → 17 Shop",
  "51 made → 18 Shop",
  "51 made → 36 Special",
  "52 lambda → 27 each",
  "52 lambda → 8 go",
  "52 lambda → 9 end",
  "53 mapped → 28 map",
  "53 mapped → 8 go",
  "53 mapped → 9 end",
  "54 value → 11 Part",
  "54 value → 29 run",
  "54 value → 30 run",
  "55 references → 31 first",
  "55 references → 56 take",
  "55 references → 9 end",
  "58 later → 16 Shop",
]

test("each call takes the function that the compiler takes", async () => {
  const { graph } = await graphOf(`=== src/main/java/a/A.java\n${SOURCE}`)
  const told = (node: number) => `${Node.lineOf(graph, node)} ${Node.nameOf(graph, node)}`
  const calls = new Set<string>()
  const made = new Set<string>()
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    const [source, target] = [graph.edges.source[edge]!, graph.edges.target[edge]!]
    if (!Node.isSymbol(graph, source) || !Node.isSymbol(graph, target)) continue
    const kind = EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]
    if (kind === "CALLS") calls.add(`${told(source)} → ${told(target)}`)
    if (kind === "INSTANTIATES") made.add(`${told(source)} → ${told(target)}`)
  }
  // a class that writes no constructor stands for the one that it has
  for (const each of made) if (EXPECTED.includes(each)) calls.add(each)
  expect([...calls].sort()).toEqual([...EXPECTED])
})
