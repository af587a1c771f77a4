// What Python programs say of types where values run: classes that are declared as values, tests, signatures. Each fact has a decoy beside it;
// what is expected follows from the language's semantics.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, graphOf } from "./_graph.ts"

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

const endingIn = (all: ReadonlyArray<string>, end: string): ReadonlyArray<string> =>
  all.filter((it) => it.endsWith(end))

const TWO = `=== a.py
from typing import Union
class A:
    def go(self): pass
class B:
    def go(self): pass
`

test("each branch knows what the conditions before it denied, and so does what follows a way out", async () => {
  expect(
    await callsOf(`${TWO}Either = Union[A, B]
def early(v: Either):
    if not isinstance(v, A):
        raise ValueError
    v.go()
def later(v: Either, w):
    if w:
        return
    elif isinstance(v, A):
        return
    v.go()
def last(v: Either):
    if isinstance(v, str):
        pass
    elif isinstance(v, A):
        pass
    else:
        v.go()
def otherwise(v: Either):
    if isinstance(v, A):
        pass
    else:
        return
    v.go()
def open(v: Either, w):
    if w:
        pass
    elif isinstance(v, A):
        return
    v.go()
def asserted(v):
    assert isinstance(v, A)
    v.go()
def short(v: Either):
    return not isinstance(v, A) or v.go()
def made(all):
    return [v.go() for v in all if isinstance(v, A)]
`),
  ).toEqual([
    "a.py:asserted → a.py:A.go",
    "a.py:early → a.py:A.go",
    "a.py:last → a.py:B.go",
    "a.py:later → a.py:B.go",
    "a.py:made → a.py:A.go",
    // where the first branch was taken nothing is known of it
    "a.py:open → a.py:A.go",
    "a.py:open → a.py:B.go",
    "a.py:otherwise → a.py:A.go",
    "a.py:short → a.py:A.go",
  ])
})

test("a member that was tested is what it was found to be until it is given another value", async () => {
  expect(
    await callsOf(`${TWO}class Holder:
    def __init__(self, x: Union[A, B]):
        self.x = x
    def early(self):
        if not isinstance(self.x, A):
            return
        self.x.go()
    def changed(self, other: Union[A, B]):
        if isinstance(self.x, A):
            self.x = other
            self.x.go()
    def changed_in_loop(self, other: Union[A, B]):
        if isinstance(self.x, A):
            while True:
                self.x.go()
                self.x = other
    def another(self, that: "Holder"):
        if isinstance(that.x, A):
            self.x.go()
    def later(self):
        if isinstance(self.x, A):
            def run(self):
                self.x.go()
def deep(o):
    if isinstance(o.part.inner, B):
        o.part.inner.go()
        o.part = None
        o.part.inner.go()
        o.inner.go()
`),
  ).toEqual([
    "a.py:Holder.another → a.py:A.go",
    "a.py:Holder.another → a.py:B.go",
    "a.py:Holder.changed → a.py:A.go",
    "a.py:Holder.changed → a.py:B.go",
    "a.py:Holder.changed_in_loop → a.py:A.go",
    "a.py:Holder.changed_in_loop → a.py:B.go",
    "a.py:Holder.early → a.py:A.go",
    "a.py:deep → a.py:B.go",
  ])
})

test("an alias of types means the same to values and to annotations, whichever is asked first", async () => {
  expect(
    await callsOf(`${TWO}Name = Union[A, B]
Name
def use(v: Name):
    if isinstance(v, A):
        return
    v.go()
`),
  ).toEqual(["a.py:use → a.py:B.go"])
})

test("the signature that a call takes is told by known values, by their kinds and by how many are given", async () => {
  expect(
    endingIn(
      await callsOf(`${TWO}from typing import Literal, overload
class C:
    def go(self): pass
class Maker:
    @overload
    def pick(self, kind: Literal["a"]) -> A: ...
    @overload
    def pick(self, kind: Literal["b"]) -> B: ...
    @overload
    def pick(self, kind: str) -> C: ...
    def pick(self, kind): pass
@overload
def opened(flag: Literal[True]) -> A: ...
@overload
def opened(flag: Literal[False] = ...) -> B: ...
def opened(flag=False): pass
def first(m: Maker):
    m.pick("a").go()
def second(m: Maker):
    m.pick("b").go()
def any_text(m: Maker, kind: str):
    m.pick(kind).go()
def true():
    opened(True).go()
def false():
    opened(False).go()
def left_out():
    opened().go()
def by_name():
    opened(flag=True).go()
`),
      ".go",
    ),
  ).toEqual([
    "a.py:any_text → a.py:C.go",
    "a.py:by_name → a.py:A.go",
    "a.py:false → a.py:B.go",
    "a.py:first → a.py:A.go",
    "a.py:left_out → a.py:B.go",
    "a.py:second → a.py:B.go",
    "a.py:true → a.py:A.go",
  ])
})

test("a call of a decorated function keeps its name and runs the function that the decorator gave back", async () => {
  expect(
    await callsOf(`=== a.py
def twice(f):
    def inner():
        f()
        f()
    def other():
        pass
    return inner
def same(f):
    def unused():
        pass
    return f
@twice
def work(): pass
@same
def plain(): pass
def use():
    work()
def use_plain():
    plain()
`),
  ).toEqual([
    "a.py → a.py:same",
    "a.py → a.py:twice",
    "a.py:twice.inner → a.py:work",
    "a.py:use → a.py:twice.inner",
    "a.py:use → a.py:work",
    "a.py:use_plain → a.py:plain",
  ])
})

test("a test against a base leaves those of the declared classes that inherit from it", async () => {
  expect(
    await callsOf(`${TWO}class Sub(A):
    def go(self): pass
def declared(v: Sub | B):
    if isinstance(v, A):
        v.go()
def wider(v: object):
    if isinstance(v, A):
        v.go()
`),
  ).toEqual(["a.py:declared → a.py:Sub.go", "a.py:wider → a.py:A.go"])
})

test("of several signatures a call takes one whose wanted parameters it gives, by place or by name", async () => {
  const made = await graphOf(`=== groups.py
import typing as t
class Group:
    def command(self, name): ...
class Special(Group):
    def special(self): ...
class Decoy:
    def command(self, name): ...
G = t.TypeVar("G", bound=Group)
AnyCallable = t.Callable[..., t.Any]
@t.overload
def group(name: AnyCallable) -> Group: ...
@t.overload
def group(name: str | None, cls: type[G], **attrs: t.Any) -> t.Callable[[AnyCallable], G]: ...
@t.overload
def group(name: None = None, *, cls: type[G], **attrs: t.Any) -> t.Callable[[AnyCallable], G]: ...
@t.overload
def group(name: str | None = ..., cls: None = None, **attrs: t.Any) -> t.Callable[[AnyCallable], Group]: ...
def group(name=None, cls=None, **attrs): ...
=== app.py
from groups import group, Special
@group(chain=True)
def named(): ...
def one(): named.command("a")
@group("x", chain=True)
def both(): ...
def two(): both.command("b")
@group(cls=Special, chain=True)
def special(): ...
def three(): special.special()
@group()
def none(): ...
def four(): none.command("c")
`)
  expect(edgesOf(made, "CALLS").filter((it) => it.startsWith("app.py:"))).toEqual([
    "app.py:four → groups.py:Group.command",
    "app.py:one → groups.py:Group.command",
    "app.py:three → groups.py:Special.special",
    "app.py:two → groups.py:Group.command",
  ])
})
