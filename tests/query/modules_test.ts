// Modules and their dependences, on a graph small enough to count by hand.

import { expect, test } from "bun:test"
import * as Modules from "../../lib/query/modules.ts"
import * as World from "../tools/world.ts"

const { graph } = World.open(World.shop)

test("few files are modules themselves, and what carries impact between them is counted", () => {
  const { modules, dependences } = Modules.modules(graph, 40)
  expect(modules.map((it) => [it.path, it.files, it.symbols])).toEqual([
    ["src/app.ts", 1, 2],
    ["src/order.ts", 1, 5],
    ["tests/app_test.ts", 1, 1],
  ])
  const named = dependences.map((it) => [modules[it.from]!.path, modules[it.to]!.path, it.imports, it.uses])
  expect(named).toEqual([
    // main makes an Order; describe names its type and calls price, twice but as one edge.
    ["src/app.ts", "src/order.ts", 1, 3],
    ["tests/app_test.ts", "src/app.ts", 1, 1],
    ["tests/app_test.ts", "src/order.ts", 1, 1],
  ])
})

test("many files are cut to their folders", () => {
  const { modules, dependences } = Modules.modules(graph, 2)
  expect(modules.map((it) => [it.path, it.files, it.symbols])).toEqual([["src", 2, 7], ["tests", 1, 1]])
  expect(dependences).toEqual([{ from: 1, to: 0, imports: 2, uses: 2 }])
})

test("an interface does not depend on the test that implements it", () => {
  const files = { "src/port.ts": "interface Port { send() }", "tests/fake.ts": "class Fake { send() {} }" }
  const { graph } = World.open({
    files,
    definitions: [
      { kind: "Interface", at: "src/port.ts:Port", text: files["src/port.ts"] },
      { kind: "Method", at: "src/port.ts:Port.send", text: "send()" },
      { kind: "Class", at: "tests/fake.ts:Fake", text: files["tests/fake.ts"] },
      { kind: "Method", at: "tests/fake.ts:Fake.send", text: "send() {}" },
    ],
    edges: [
      { kind: "IMPLEMENTS", from: "tests/fake.ts:Fake", to: "src/port.ts:Port", reason: "structure" },
      { kind: "DISPATCHES", from: "src/port.ts:Port.send", to: "tests/fake.ts:Fake.send", reason: "heritage" },
    ],
  })
  const { modules, dependences } = Modules.modules(graph, 40)
  expect(dependences.map((it) => [modules[it.from]!.path, modules[it.to]!.path])).toEqual([
    ["tests/fake.ts", "src/port.ts"],
  ])
})
