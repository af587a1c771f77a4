// Facts of Python sources: what each form declares, where, and what is said of it.

import { expect, test } from "bun:test"
import { NONE } from "../../../lib/graph/columns.ts"
import { factsOf, named, table } from "../../syntax/_facts.ts"

test("functions, methods, accessors and constants have their kinds and flags", async () => {
  expect(
    await named(
      `import abc
LIMIT = 3
seen = 0
seen += 1
square = lambda x: x * x
async def fetch(): yield 1
class Shape(abc.ABC):
    sides: int = 0
    def __init__(self): pass
    @property
    def area(self): pass
    @area.setter
    def area(self, value): pass
    @staticmethod
    def of(): pass
    @classmethod
    def unit(cls): pass
    @abc.abstractmethod  # by heirs
    def draw(self):
        def pen(): pass
`,
      "a.py",
    ),
  ).toEqual([
    "Const LIMIT:2",
    "Variable seen:3",
    "Function square:5",
    "Function fetch:6 {async generator}",
    "Class Shape:7",
    "Property Shape.sides:8",
    "Constructor Shape.__init__:9",
    "Method Shape.area:11 {getter}",
    "Method Shape.area:13 {setter}",
    "Method Shape.of:15 {static noReceiver}",
    "Method Shape.unit:17 {static}",
    "Method Shape.draw:19 {abstract}",
    "Function draw.pen:20 {local}",
  ])
})

test("names of one assignment stand side by side, whatever is given to which", async () => {
  expect(
    await named(
      `first = second = third = object()
whole = (left, right) = pair()
class Frozen:
    def _fail(self): pass
    pop = update = _fail
    both = (one, two) = pair()
`,
      "a.py",
    ),
  ).toEqual([
    "Const first:1",
    "Const second:1",
    "Const third:1",
    "Const whole:2",
    "Const left:2",
    "Const right:2",
    "Class Frozen:3",
    "Method Frozen._fail:4",
    "Property Frozen.pop:5",
    "Property Frozen.update:5",
    "Property Frozen.both:6",
    "Property Frozen.one:6",
    "Property Frozen.two:6",
  ])
})

test("the doc is the text that the body starts with", async () => {
  const facts = await factsOf(
    `def f():
    """Adds two
    numbers.

    More of it."""
class C:
    'A thing.'
def g():
    x = "no doc"
`,
    "a.py",
  )
  expect(Array.from(facts.definitions.doc, (it) => facts.strings[it])).toEqual(["Adds two numbers.", "A thing.", ""])
})

test("names are declared once, in the function around; global and nonlocal declare nothing", async () => {
  const all = await table(
    "bindings",
    `def f(a):
    global total
    total = 1
    b = a
    b = 2
    for c in a: d = c
    if (e := a): pass
    [g for g in a]
`,
    "a.py",
  )
  expect([...all].sort()).toEqual([
    "a in function1: parameter #0 {value} = parameter#0",
    "b in function1: local {value} = a",
    "c in function1: local {constant value} = element(a)",
    "d in function1: local {constant value} = c",
    "e in function1: local {constant value} = a",
    "f in file0: definition #0 {value}",
    "g in block2: local {constant value} = element(a)",
    "total in file0: local = number'1'",
  ])
})

test("imports of every form", async () => {
  expect(
    await table(
      "imports",
      `import a.b.c
import d as e
from .f import g as h, i
from .. import j
from k import *
`,
      "a.py",
    ),
  ).toEqual([
    "* from a {head} as a",
    " from a.b.c {sideEffect}",
    "* from d as e",
    "g from .f as h",
    "i from .f as i",
    "j from .. as j",
    "* from k {star}",
  ])
})

test("an annotation that is a text has its names where they stand; a text that is a value has none", async () => {
  const text = `def f(a: "list[Item]", b: Literal["x"]) -> "Other": return "Item"\n`
  const facts = await factsOf(text, "a.py")
  const names = Array.from(facts.references.expression, (e) => ({
    name: facts.strings[facts.expressions.name[e]!]!,
    start: facts.expressions.start[e]!,
  })).filter(({ name }) => name === "Item" || name === "Other" || name === "x")
  expect(names).toEqual([
    { name: "Item", start: text.indexOf("Item") },
    { name: "Other", start: text.indexOf("Other") },
  ])
})

test("broken source keeps the rest", async () => {
  const facts = await factsOf("def good(): pass\ndef bad(:\nclass After:\n    def m(self): pass\n", "a.py")
  const all = Array.from(
    facts.definitions.name,
    (it, row) => facts.definitions.kind[row] === 0 ? "" : facts.strings[it],
  )
  expect(all).toContain("good")
  expect(facts.problems.rows).toBeGreaterThan(0)
  for (const owner of facts.definitions.owner) expect(owner === NONE || owner < facts.definitions.rows).toBe(true)
})
