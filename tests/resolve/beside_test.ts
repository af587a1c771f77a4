// A name that one scope binds more than once: to a parameter or variable, to what is imported, and to a function or class
// of a branch. Whoever says the name may mean each of them, and none of them is unused. Decoys stand in other scopes.

import { expect, test } from "bun:test"
import { EDGE_KIND_BY_CODE, type EdgeKind } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import { edgesOf, graphOf, labelOf, type Made } from "./_graph.ts"

const usersOf = (made: Made): ReadonlyArray<string> => edgesOf(made, "CALLS", "DISPATCHES", "USES", "INSTANTIATES")

/** Edges to the one of several definitions of a name that starts at an offset. */
const edgesWithStart = ({ graph }: Made, kinds: ReadonlyArray<EdgeKind>): ReadonlyArray<string> => {
  const { kind, source, target } = graph.edges
  return Array.from(kind, (_, e) => e).filter((e) => kinds.includes(EDGE_KIND_BY_CODE[kind[e]!]!)).map((e) =>
    `${labelOf(graph, source[e]!)} → ${Node.nameOf(graph, target[e]!)}@${graph.nodes.start[target[e]!]}`
  )
}

test("a function of a branch takes the place of a parameter or variable without a value", async () => {
  const made = await graphOf(`=== a.py
import typing as t
def declared(log: t.Callable[[str], None] | None = None):
    if log is None:
        def log(x): pass
    log("x")
def given(log=None):
    if not log:
        def log(x): pass
    log("x")
def variable(c):
    log = None
    if c:
        def log(x): pass
    log("x")
def back(c):
    log: t.Callable | None = None
    if c:
        def log(x): pass
    return "a", log
def log(x): pass
`)
  const users = usersOf(made)
  for (const name of ["declared", "given", "variable"]) {
    expect(users).toContain(`a.py:${name} → a.py:${name}.log`)
  }
  expect(users).toContain("a.py:back → a.py:back.log")
  expect(users.filter((it) => it.endsWith("→ a.py:log"))).toEqual([])
})

test("what is imported stands beside what is defined where the import fails", async () => {
  const users = usersOf(
    await graphOf(`=== fast.py
def run(): pass
class Store: pass
=== a.py
try:
    from fast import run, Store
except ImportError:
    def run(): pass
    class Store:
        def __init__(self): pass
def use():
    run()
    Store()
def take(): return run
`),
  )
  expect(users).toContain("a.py:use → fast.py:run")
  expect(users).toContain("a.py:use → a.py:run")
  expect(users).toContain("a.py:use → a.py:Store.__init__")
  expect(users).toContain("a.py:take → a.py:run")
})

test("of two classes of one name, one a branch, a type may be each", async () => {
  const users = usersOf(
    await graphOf(`=== a.py
if late:
    from typing import TypedDict as Kept
else:
    class Kept: pass
def take(it: Kept) -> Kept: return it
class Below(Kept): pass
`),
  )
  expect(users).toContain("a.py:take → a.py:Kept")
})

test("between two declarations of one name it stands for the first; behind both, and in functions, for the last", async () => {
  const made = await graphOf(`=== a.py
def run(first): pass
run()
def run(second): pass
run()
def use(): run()
=== b.py
def run(first): pass
def run(second): pass
run()
`)
  const spans = (path: string, kinds: ReadonlyArray<EdgeKind>): ReadonlyArray<string> =>
    edgesWithStart(made, kinds).filter((it) => it.startsWith(path))
  expect(spans("a.py", ["DISPATCHES"])).toEqual(["a.py → run@0"])
  expect(spans("b.py", ["DISPATCHES"])).toEqual([])
})

test("a function hides the parameter of its name, and a variable holds it from the start", async () => {
  expect(
    usersOf(
      await graphOf(`=== a.js
function hides(log) { function log() {} log() }
function holds() { var log; function log() {} log() }
function other(log) { { const log = () => {} } log() }
`),
    ).filter((it) => it.includes(".log")),
  ).toEqual(["a.js:hides → a.js:hides.log", "a.js:holds → a.js:holds.log"])
})

test("very many things of one name open each of them in place of an edge for each mention", async () => {
  const count = 200
  const all = Array.from(
    { length: count },
    (_, i) => `if c${i}:\n    class X${i % 2}: pass\n    def X${i % 2}(): pass\n`,
  )
  const made = await graphOf(`=== a.py\nX0 = None\nX1 = None\n${all.join("")}\ndef use():\n    X0()\n    X1()\n`)
  expect(made.graph.edges.rows).toBeLessThan(count * 20)
})
