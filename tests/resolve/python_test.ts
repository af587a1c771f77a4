// Small Python programs with a decoy beside each fact. What is expected follows from the source text.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, graphOf } from "./_graph.ts"

const from = (all: ReadonlyArray<string>, path: string): ReadonlyArray<string> =>
  all.filter((it) => it.startsWith(`${path}:`) || it.startsWith(`${path} `))

test("names are followed through packages, stars, __all__ and alternatives", async () => {
  const calls = await callsOf(`=== shop/__init__.py
from .pricing import quote as price
from .tools import *
=== shop/pricing.py
def quote(): pass
=== shop/tools.py
__all__ = ["clean"]
def clean(): pass
def hidden(): pass
=== shop/fast.py
def hidden(): pass
def price(): pass
=== main.py
import shop.fast
import shop.pricing as p
from shop import price, clean
from shop.tools import *
try:
    from absent import run
except ImportError:
    def run(): pass
def all_of_them():
    price()
    clean()
    shop.fast.price()
    p.quote()
    hidden()
    run()
`)
  expect(from(calls, "main.py")).toEqual([
    "main.py:all_of_them → main.py:run",
    "main.py:all_of_them → shop/fast.py:price",
    "main.py:all_of_them → shop/pricing.py:quote",
    "main.py:all_of_them → shop/tools.py:clean",
  ])
})

test("scopes: a class body encloses nothing, a comprehension is a scope, a default is found outside", async () => {
  expect(
    await callsOf(`=== a.py
def f(): pass
def g(): pass
class C:
    def f(self): pass
    def use(self):
        f()
    here = [f for _ in range(3)]
def outer():
    [g for g in [1]]
    g()
    def inner(f=f):
        pass
    return inner
def local():
    def f(): pass
    f()
def later(x=g()): pass
`),
  ).toEqual([
    "a.py → a.py:g",
    "a.py:C.use → a.py:f",
    "a.py:local → a.py:local.f",
    "a.py:outer → a.py:g",
  ])
})

test("receivers, fields from every method, class and static methods, super in C3 order", async () => {
  expect(
    await callsOf(`=== a.py
class Engine:
    def start(self): pass
class Decoy:
    def start(self): pass
class Base:
    def __init__(self): pass
    def hello(self): pass
class Left(Base):
    def hello(self):
        super().hello()
class Right(Base):
    def hello(self): pass
class Both(Left, Right):
    def __init__(self):
        super().__init__()
    def late(self):
        self.engine = Engine()
    def drive(self):
        self.engine.start()
        self.hello()
        self.make().start()
        Both.help()
    @classmethod
    def make(cls):
        return Engine()
    @staticmethod
    def help(): pass
class Child(Both):
    def hello(self):
        super(Left, self).hello()
        Base.hello(self)
`),
  ).toEqual([
    "a.py:Both.__init__ → a.py:Base.__init__",
    "a.py:Both.drive → a.py:Both.help",
    "a.py:Both.drive → a.py:Both.make",
    "a.py:Both.drive → a.py:Engine.start",
    "a.py:Both.drive → a.py:Left.hello",
    "a.py:Child.hello → a.py:Base.hello",
    "a.py:Left.hello → a.py:Base.hello",
  ])
})

test("annotations of every form give types, texts and aliases too", async () => {
  const made = await graphOf(`=== a.py
from __future__ import annotations
import typing as t
from typing import Optional, Self, TypeVar, Generic
T = TypeVar("T")
class Box(Generic[T]):
    def get(self) -> T: ...
    def same(self) -> Self: return self
class Item:
    def run(self): pass
class Decoy:
    def run(self): pass
Alias = t.Union["Item", None]
def one(x: Optional["Item"]): x.run()
def two(x: Alias): x.run()
def three(x: dict[str, list[Item]]):
    for key, items in x.items():
        items[0].run()
def four(x: Box[Item]): x.same().get().run()
def five(x: t.Callable[[], Item]): x().run()
def six(kind: type[Item]): kind().run()
def seven(x: Item | None = None): x.run()
def eight(x):
    if isinstance(x, Item):
        x.run()
`)
  const runs = edgesOf(made, "CALLS").filter((it) => it.endsWith(".run"))
  expect(runs).toEqual(
    ["eight", "five", "four", "one", "seven", "six", "three", "two"].map((it) => `a.py:${it} → a.py:Item.run`),
  )
})

test("type parameters after a name", async () => {
  expect(
    await callsOf(`=== a.py
class Item:
    def run(self): pass
class Decoy:
    def run(self): pass
class Box[T]:
    def __init__(self, value: T): pass
    def get(self) -> T: ...
def same[S: Item](x: S) -> S: return x
def use(box: Box[Item]):
    box.get().run()
    same(Item()).run()
    Box(Item()).get().run()
`).then((all) => all.filter((it) => it.endsWith(".run"))),
  ).toEqual(["a.py:use → a.py:Item.run"])
})

test("what comes from a package is external, and a namesake in the project is not called", async () => {
  expect(
    await callsOf(`=== a.py
import pacer
class Fake:
    def backward(self): pass
    def append(self, x): pass
    def print(self): pass
def train(model):
    runner = pacer.Runner()
    runner.backward()
    model.backward()
    [].append(1)
    print("x")
    getattr(runner, "print")()
`),
  ).toEqual([])
})

test("decorators run where they stand, and the name keeps its callers", async () => {
  const made = await graphOf(`=== a.py
import functools
from contextlib import contextmanager
def wrap(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner
class Res:
    def close(self): pass
class Decoy:
    def close(self): pass
@wrap
def job(): pass
@contextmanager
def opened():
    yield Res()
class A:
    @property
    def res(self): return Res()
    @functools.cached_property
    def kept(self): return Res()
def use(a: A):
    job()
    a.res.close()
    a.kept.close()
    with opened() as r:
        r.close()
`)
  const calls = edgesOf(made, "CALLS")
  expect(calls.filter((it) => it.startsWith("a.py →"))).toEqual(["a.py → a.py:wrap"])
  expect(from(calls, "a.py:use")).toEqual([
    "a.py:use → a.py:Res.close",
    "a.py:use → a.py:job",
    "a.py:use → a.py:opened",
    "a.py:use → a.py:wrap.inner",
  ])
  expect(edgesOf(made, "READS").filter((it) => it.startsWith("a.py:use"))).toEqual([
    "a.py:use → a.py:A.kept",
    "a.py:use → a.py:A.res",
  ])
  expect(edgesOf(made, "DECORATES")).toContain("a.py:wrap → a.py:job")
})

test("a variable is what the last assignment before the place gave it", async () => {
  expect(
    await callsOf(`=== a.py
def one(): pass
def two(): pass
f = one
f()
f = two
def later():
    g = one
    g = two
    g()
`),
  ).toEqual(["a.py → a.py:one", "a.py:later → a.py:two"])
})

test("functions in dictionaries, lists and named tuples; keys are no attributes", async () => {
  expect(
    await callsOf(`=== a.py
from typing import NamedTuple
class Style:
    def render(self): pass
class Segment(NamedTuple):
    text: str
    style: Style
def run(): pass
def items(): pass
table = {"run": run, "items": items}
def by_key(): table["run"]()
def by_method():
    for key, value in table.items():
        pass
def by_place(all: list[Segment]):
    for text, style in all:
        style.render()
def rest():
    first, *others, last = items, items, run
    last()
`),
  ).toEqual([
    "a.py:by_key → a.py:run",
    "a.py:by_place → a.py:Style.render",
    "a.py:rest → a.py:run",
  ])
})

test("an overloaded function is called by its first declaration, which is dispatched to the body", async () => {
  const made = await graphOf(`=== a.py
from typing import overload
@overload  # first
def get(x: int) -> int: ...
@overload
def get(x: str) -> str: ...
def get(x): return x
def use(): get(1)
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("a.py:use"))).toHaveLength(1)
  expect(edgesOf(made, "DISPATCHES")).toHaveLength(1)
})

test("syntax that calls: iterators and contexts of an object made here, a class that is raised", async () => {
  expect(
    await callsOf(`=== a.py
class Steps:
    def __iter__(self): return self
    def __next__(self): return work
class Lock:
    def __enter__(self): return self
    def __exit__(self, *args): pass
class Wrong(Exception):
    def __init__(self): pass
def work(): pass
def go():
    for step in Steps():
        step()
    with Lock():
        raise Wrong
`),
  ).toEqual([
    "a.py:go → a.py:Lock.__enter__",
    "a.py:go → a.py:Lock.__exit__",
    "a.py:go → a.py:Steps.__iter__",
    "a.py:go → a.py:Steps.__next__",
    "a.py:go → a.py:Wrong.__init__",
    "a.py:go → a.py:work",
  ])
})

test("the graph is the same whatever the order of the files, stars in a circle too", async () => {
  const text = `=== a.py
from b import *
def one(): two()
=== b.py
from a import *
def two(): one()
=== main.py
from a import *
def run():
    one()
    two()
`
  const shown = (made: Awaited<ReturnType<typeof graphOf>>) => edgesOf(made, "CALLS", "IMPORTS", "USES", "CONTAINS")
  const straight = shown(await graphOf(text))
  expect(shown(await graphOf(text, (files) => [...files].reverse()))).toEqual(straight)
  expect(straight.filter((it) => it.startsWith("main.py:run"))).toEqual([
    "main.py:run → a.py:one",
    "main.py:run → b.py:two",
  ])
})

test("a function with a body in each branch is called by its first and dispatched to the others; one declared again is not", async () => {
  const made = await graphOf(`=== a.py
import sys
if sys.version_info >= (3, 13):
    def files(z): return 1
else:
    def files(z): return 2
def again(): return 1
def again(): return 2
def use():
    files(1)
    again()
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("a.py:use"))).toHaveLength(2)
  expect(edgesOf(made, "DISPATCHES")).toEqual(["a.py:use → a.py:files"])
})
