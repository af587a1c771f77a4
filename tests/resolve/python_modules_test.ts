// Modules of Python programs that are loaded by calls, and what libraries give back that were given classes of the program.

import { expect, test } from "bun:test"
import { CAUSE_BY_CODE } from "../../lib/graph/kinds.ts"
import { callsOf, graphOf, labelOf, type Made } from "./_graph.ts"

/** References that are bound to nothing, as `where name: cause`. */
const openIn = ({ graph }: Made): ReadonlyArray<string> => {
  const { name, source, cause, rows } = graph.unresolved
  return Array.from(
    { length: rows },
    (_, row) => `${labelOf(graph, source[row]!)} ${graph.strings.at(name[row]!)}: ${CAUSE_BY_CODE[cause[row]!]}`,
  ).sort()
}

const MODULES = `=== pkg/__init__.py
=== pkg/mod.py
def run(): pass
=== other.py
def run(): pass
`

test("a module that is loaded by a text is that module", async () => {
  expect(
    await callsOf(`${MODULES}=== main.py
import importlib
from importlib import import_module as load, import_module
def whole():
    importlib.import_module("pkg.mod").run()
def named():
    mod = import_module("pkg.mod")
    mod.run()
def absent():
    import_module("elsewhere").run()
`),
  ).toEqual(["main.py:named → pkg/mod.py:run", "main.py:whole → pkg/mod.py:run"])
})

test("a module that is loaded by what only a run knows may be any, and so may its members", async () => {
  const made = await graphOf(`${MODULES}=== main.py
import importlib
from importlib import import_module as load
def whole(name):
    importlib.import_module(name).run()
def renamed(name):
    load(f"pkg.{name}").run()
def built_in(name):
    __import__(name).run()
=== decoy.py
from importlib import metadata
def version(name):
    metadata.version(name).run()
`)
  expect(openIn(made)).toEqual([
    "main.py *: dynamic",
    "main.py *: dynamic",
    "main.py *: dynamic",
    "main.py:built_in run: unknownReceiver",
    "main.py:renamed run: unknownReceiver",
    "main.py:whole run: unknownReceiver",
  ])
})

test("a function of a package that is given a class may give back an instance of it", async () => {
  const made = await graphOf(`=== main.py
import lib
class Info:
    def load(self): pass
def given(ctx: lib.Context):
    ctx.ensure(Info).load()
def other(ctx: lib.Context):
    ctx.ensure("info").load()
`)
  expect(openIn(made)).toEqual(["main.py:given load: unknownReceiver"])
})
