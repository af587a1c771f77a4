// What Python programs say of types where values run: classes that are declared as values. Each fact has a decoy beside it;
// what is expected follows from the language's semantics.

import { expect, test } from "bun:test"
import { callsOf } from "./_graph.ts"

test("a value that is declared to be a class makes its instances, and those of one of several", async () => {
  expect(
    await callsOf(`=== a.py
from typing import TypeVar
class X:
    def __init__(self): pass
    def go(self): pass
class Y:
    def __init__(self): pass
    def go(self): pass
class Decoy:
    def __init__(self): pass
    def go(self): pass
T = TypeVar("T")
def declared(cls: type[X]):
    cls().go()
def perhaps(cls: "type[X] | None" = None):
    if cls is not None:
        cls().go()
def several(cls: type[X | Y]):
    cls().go()
def same(cls: type[T]) -> T:
    return cls()
def given():
    same(Y).go()
class Holder:
    made_by: type[Y]
    def run(self):
        self.made_by().go()
`),
  ).toEqual([
    "a.py:Holder.run → a.py:Y.__init__",
    "a.py:Holder.run → a.py:Y.go",
    "a.py:declared → a.py:X.__init__",
    "a.py:declared → a.py:X.go",
    "a.py:given → a.py:Y.go",
    "a.py:given → a.py:same",
    "a.py:perhaps → a.py:X.__init__",
    "a.py:perhaps → a.py:X.go",
    "a.py:several → a.py:X.__init__",
    "a.py:several → a.py:X.go",
    "a.py:several → a.py:Y.__init__",
    "a.py:several → a.py:Y.go",
  ])
})

test("a class that inherits from what a parameter holds has the members of the declared class", async () => {
  expect(
    await callsOf(`=== a.py
class Base:
    def go(self): pass
class Decoy:
    def go(self): pass
def derive(base: type[Base] = Base):
    class Sub(base):
        def go(self):
            super().go()
    return Sub
`),
  ).toEqual(["a.py:derive.Sub.go → a.py:Base.go"])
})

test("a generic class with its arguments in brackets is the class, and its arguments are known", async () => {
  expect(
    await callsOf(`=== a.py
from typing import Generic, TypeVar
T = TypeVar("T")
class Box(Generic[T]):
    def __init__(self, value): self.value = value
    def get(self) -> T: return self.value
class Tool:
    def run(self): pass
class Decoy:
    def run(self): pass
def use(anything):
    Box[Tool](anything).get().run()
`),
  ).toEqual([
    "a.py:use → a.py:Box.__init__",
    "a.py:use → a.py:Box.get",
    "a.py:use → a.py:Tool.run",
  ])
})
