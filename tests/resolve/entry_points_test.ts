// Where programs begin: no reference has to name it, and whoever asks is told.

import { expect, test } from "bun:test"
import * as Uid from "../../lib/graph/uid.ts"
import { outsideOf } from "../../lib/query/outside.ts"
import { graphOf } from "./_graph.ts"

const ENTRY = "outside: the platform runs it: a program begins here"

test("what the platform runs is told, by kind, name and flags; a namesake is not", async () => {
  const { graph } = await graphOf(`
=== App.java
package demo;
class App {
  static void main(String[] args) { new App().main(); }
  void main() {}
}
=== main.kt
package demo
fun main() {}
class Task { fun main() {} }
`)
  const entries = (name: string): ReadonlyArray<boolean> =>
    Uid.findAll(graph, name).map((node) => outsideOf(graph, node) === ENTRY).sort()
  expect(entries("Method:App.java:App.main")).toEqual([false, true])
  expect(entries("Function:main.kt:main")).toEqual([true])
  expect(entries("Method:main.kt:Task.main")).toEqual([false])
})
