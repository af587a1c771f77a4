// What a file can learn of another one that changed, by which way it does not seem: each pair is a program and an edit of
// one file that changes what another file draws. Who followed the program before without seeing it would be wrong.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { Following } from "./_following.ts"

interface Pair {
  readonly files: string
  /** Path, and what is written in place of what. */
  readonly edit: readonly [path: string, from: string, to: string]
}

const PAIRS: Readonly<Record<string, Pair>> = {
  "whether a property of a type above is a function that a bare name calls": {
    files: `
=== Above.kt
open class Above(val go: () -> Unit)
=== Go.kt
fun go() {}
=== Use.kt
class Use : Above({}) { fun use() = go() }
`,
    edit: ["Above.kt", "() -> Unit", "String"],
  },
  "whether a variable of a type can be called, or leaves the call to a function": {
    files: `
=== Part.kt
class Part { operator fun invoke() {} }
=== Go.kt
fun go() {}
=== Use.kt
fun use(go: Part) = go()
`,
    edit: ["Part.kt", "invoke", "other"],
  },
  "whether another name of a type is one of a function type": {
    files: `
=== Alias.kt
typealias Run = () -> Unit
=== Go.kt
fun go() {}
=== Use.kt
fun use(go: Run) = go()
`,
    edit: ["Alias.kt", "() -> Unit", "String"],
  },
  "whether what is handed to the outside is a function": {
    files: `
=== h.ts
export const handle = () => {}
=== use.ts
import { on } from "outside"
import { handle } from "./h"
on("x", handle)
`,
    edit: ["h.ts", "() => {}", "1"],
  },
  "whether a function that is made elsewhere and handed to the outside has a name": {
    files: `
=== make.ts
export const make = () => function () {}
=== h.ts
import { make } from "./make"
export const handle = make()
=== use.ts
import { on } from "outside"
import { handle } from "./h"
import { make } from "./make"
on("x", handle)
on("y", make())
`,
    edit: ["make.ts", "() => function () {}", "() => function named() {}"],
  },
  "whether what takes a function lies outside": {
    files: `
=== bus.ts
export { on } from "outside"
=== use.ts
import { on } from "./bus"
const handle = () => {}
on("x", handle)
on("y", () => handle())
`,
    edit: ["bus.ts", 'export { on } from "outside"', "export const on = (name: string, run: () => void) => run()"],
  },
  "the package from which comes what a function is handed to": {
    files: `
=== bus.ts
export { on } from "outside"
=== use.ts
import { on } from "./bus"
on("x", () => {})
`,
    edit: ["bus.ts", "outside", "elsewhere"],
  },
  "the name under which a module gives out what it has from a module that is not there": {
    files: `
=== c.ts
export { foo as bar } from "./missing"
=== u.ts
import { bar } from "./c"
bar()
`,
    edit: ["c.ts", "foo", "baz"],
  },
  "what a type predicate says, by a name that stays": {
    files: `
=== d.ts
export class A { m() {} }
export class B { m() {} }
=== c.ts
import { A as Kind } from "./d"
export function isKind(it: unknown): it is Kind { return true }
=== u.ts
import { isKind } from "./c"
export function use(it: unknown) { if (isKind(it)) it.m() }
`,
    edit: ["c.ts", "A as", "B as"],
  },
  "the object behind the inferred result of a function": {
    files: `
=== c.ts
interface Shape { go(): void }
const one: Shape = { go() {}, extra() {} }
const two: Shape = { go() {}, extra() {} }
export function make() { return one }
=== u.ts
import { make } from "./c"
const made = make()
made.extra()
`,
    edit: ["c.ts", "return one", "return two"],
  },
  "the object behind a constant's property": {
    files: `
=== c.ts
type Run = () => void
interface Shape { go: Run }
const one: Shape = { go() {} }
const two: Shape = { go() {} }
const inner: Shape = one
export const table = { a: inner }
=== u.ts
import { table } from "./c"
table.a.go()
`,
    edit: ["c.ts", "inner: Shape = one", "inner: Shape = two"],
  },
  "whether what is written to another file's object came through a parameter": {
    files: `
=== a.py
from b import B
def one(): pass
def fill():
    def inner(it: B):
        f = one
        it.cb = f
    return 1
=== b.py
class B:
    def go(self):
        self.cb()
`,
    edit: ["a.py", "it: B):\n        f = one\n", "it: B, f=one):\n"],
  },
  "whether what is written to another file's object declares it": {
    files: `
=== a.js
import { A, B } from "./b"
export function fill() {
  /** @param {B} it */
  function inner(it) {
    it.x = /** @type {A} */ (load())
  }
}
=== b.js
export class A { m() {} }
export class C { m() {} }
export class B { go() { this.x.m() } }
=== d.js
import { B, C } from "./b"
/** @param {B} it */
export function other(it) { it.x = new C() }
`,
    edit: ["a.js", "it.x = /** @type {A} */ (load())", "/** @type {A} */\n    it.x = load()"],
  },
  "whether what is written to another file's object is a method of the writer's own": {
    files: `
=== a.py
from b import B
class Own:
    def m(self): pass
def fill():
    class Inner(Own):
        def set(self, it: B, other: Own):
            it.cb = self.m
    return 1
=== b.py
class B:
    def go(self):
        self.cb()
`,
    edit: ["a.py", "self.m", "other.m"],
  },
  "what a name means that is written as a type": {
    files: `
=== d.py
class A:
    def m(self): pass
class B:
    def m(self): pass
=== c.py
from d import A as Kind
from typing import Optional
Alias = Optional[Kind]
=== u.py
from c import Alias
def use(it: Alias):
    it.m()
`,
    edit: ["c.py", "A as", "B as"],
  },
  "what a type variable is bound by": {
    files: `
=== d.py
class A:
    def m(self): pass
class B:
    def m(self): pass
=== c.py
from d import A as Kind
from typing import TypeVar
T = TypeVar("T", bound=Kind)
=== u.py
from c import T
def use(it: T):
    it.m()
`,
    edit: ["c.py", "A as", "B as"],
  },
  "what a guard says of what it tests": {
    files: `
=== d.py
class A:
    def m(self): pass
class B:
    def m(self): pass
=== c.py
from d import A as Kind
from typing import TypeGuard
def is_kind(it) -> TypeGuard[Kind]: return True
=== u.py
from c import is_kind
def use(it):
    if is_kind(it):
        it.m()
`,
    edit: ["c.py", "A as", "B as"],
  },
  "which constant a property of all that a module gives stands for": {
    files: `
=== c.js
const one = load()
const two = load()
module.exports = { a: one }
=== u.js
import { a } from "./c"
use(a)
`,
    edit: ["c.js", "a: one", "a: two"],
  },
  "which constant is assigned to a name that a module gives out": {
    files: `
=== c.js
const one = load()
const two = load()
exports.a = one
=== u.js
const { a } = require("./c")
use(a)
`,
    edit: ["c.js", "a = one", "a = two"],
  },
  "what a member of a namespace is another name for": {
    files: `
=== d.ts
export const one = load()
export const two = load()
=== c.ts
import { one as inner } from "./d"
export namespace Space { export import held = inner }
export { inner as given }
=== u.ts
import { given } from "./c"
use(given)
`,
    edit: ["c.ts", "one as", "two as"],
  },
  "what was given to a parameter before it was given too much to be told": {
    files: `
=== c.ts
import { A, B } from "./d"
export function make() { return new A() }
=== d.ts
export class A { m() {} }
export class B { m() {} }
=== call.ts
import { sink } from "./sink"
export function call(make) { const made = make(); sink(made) }
=== sink.ts
export function sink(it) { it.m() }
=== few.ts
import { call } from "./call"
import { make } from "./c"
call(make)
=== many.ts
import { call } from "./call"
${[..."abcdefghij"].map((it) => `function ${it}() {}`).join("\n")}
function one(it) { call(it) }
function two(it) { call(it) }
${[..."abcde"].map((it) => `one(${it})`).join("\n")}
${[..."fghij"].map((it) => `two(${it})`).join("\n")}
`,
    edit: ["c.ts", "new A", "new B"],
  },
  "what a name of a module is that is loaded into a variable": {
    files: `
=== d.ts
export class A { m() {} }
=== e.ts
export class A { m() {} }
=== c.ts
import * as inner from "./d"
export { inner }
=== u.ts
import { inner } from "./c"
export function use(it: inner.A) { it.m() }
`,
    edit: ["c.ts", "./d", "./e"],
  },
  "a member that a base has, before one of a type further out": {
    files: `
=== Base.java
class Base { void other() {} }
=== Outer.java
class Outer { void go() {} class Inner extends Base { void run() { go(); } } }
`,
    edit: ["Base.java", "void other", "void go"],
  },
  "a type of its package, before those that are imported with all of another one": {
    files: `
=== p/Mine.java
package p;
class Other { void go() {} }
=== q/Item.java
package q;
public class Item { public void go() {} }
=== p/Use.java
package p;
import q.*;
class Use { void run(Item it) { it.go(); } }
`,
    edit: ["p/Mine.java", "class Other", "class Item"],
  },
  "a function of a name that fits what is given better": {
    files: `
=== Log.java
class Log { void say(Object it) {} void tell(String it) {} }
=== Use.java
class Use { void run(Log log) { log.say("it"); } }
`,
    edit: ["Log.java", "void tell", "void say"],
  },
  "how many methods an interface asks for, where a function may stand for it": {
    files: `
=== Task.java
interface Task { void run(Item it); default void also(Item it) {} }
=== Item.java
class Item { void go() {} }
=== Use.java
class Use { void each(Task task) {} void all() { each(it -> it.go()); } }
`,
    edit: ["Task.java", "default void also(Item it) {}", "void also(Item it);"],
  },
  "what the only instance of a type in a type answers for": {
    files: `
=== Held.kt
package p
class Held { companion object { fun make() {} } }
=== Use.kt
package p
fun make() {}
fun run() { Held.make() }
`,
    edit: ["Held.kt", "fun make", "fun other"],
  },
  "by what name another language knows the class of a file": {
    files: `
=== Held.kt
@file:JvmName("Held")
package p
fun make() {}
=== Use.java
package p;
class Use { void run() { Held.make(); } }
`,
    edit: ["Held.kt", '"Held"', '"Other"'],
  },
  "by what name another language knows a function of a file": {
    files: `
=== Held.kt
package p
@JvmName("made") fun make() {}
=== Use.java
package p;
class Use { void run() { HeldKt.made(); } }
`,
    edit: ["Held.kt", '"made"', '"other"'],
  },
  "what stands in the place of what is expected": {
    files: `
=== src/commonMain/kotlin/Held.kt
package p
expect fun make(name: String)
=== src/jvmMain/kotlin/Held.kt
package p
fun make(name: String) {}
`,
    edit: ["src/jvmMain/kotlin/Held.kt", "name: String", "name: Int"],
  },
  "by what parameters a member stands for one that is expected": {
    files: `
=== src/commonMain/kotlin/Held.kt
package p
expect class Held { fun make(name: String) }
=== src/jvmMain/kotlin/Held.kt
package p
class Held { fun make(name: String) {} }
`,
    edit: ["src/jvmMain/kotlin/Held.kt", "name: String", "name: Int"],
  },
  "that a nested class holds the type around": {
    files: `
=== Held.kt
package p
open class Held { fun go() {} }
=== Use.kt
package p
class Use : Held() { class In { fun run() { go() } } }
`,
    edit: ["Held.kt", "class Held { fun go() {} }", "class Held { fun went() {} companion object { fun go() {} } }"],
  },
  "whether a member is one that a type gives to others": {
    files: `
=== Base.cs
class Base { protected virtual void Go() { } }
=== Use.cs
class Use : Base { protected override void Go() { } void Run() { base.Go(); } }
`,
    edit: ["Base.cs", "protected", "private"],
  },
  "what a method gives that a function hands on, by which it goes to one of two places": {
    files: `
=== Context.cs
public class Context { public void Stop() { } }
=== Policy.cs
using System;
public class Policy { public void Run(Action<Context> it) { } public void Run(Func<Context, int> it) { } }
=== Use.cs
class Use { void M(Policy p) { p.Run(c => c.Stop()); } }
`,
    edit: ["Context.cs", "void Stop() { }", "int Stop() => 1;"],
  },
  "whether a name that is read is that of a method, which is handed on": {
    files: `
=== Sums.cs
using System;
public static class Sums { public static Func<int, int> Twice; static int Twice2(int x) => x; }
=== Use.cs
using System;
class Use { Func<int, int> M() { return Sums.Twice; } }
`,
    edit: ["Sums.cs", "Func<int, int> Twice;", "int Twice(int x) => x;"],
  },
  "what a delegate is handed, by which a method that is named can be called by it": {
    files: `
=== Handler.cs
public delegate void Handler(object sender);
=== Policy.cs
using System;
public class Policy { public void Run(Handler it) { } public void Run(Func<int, int> it) { } }
=== Use.cs
class Use { int Twice(int x) => x; void M(Policy p) { p.Run(Twice); } void N(Policy p) { p.Run((a) => { }); } }
`,
    edit: ["Handler.cs", "object sender", "object sender, int code"],
  },
  "whether an interface asks for what a class inherits from another base": {
    files: `
=== Go.cs
interface IGo { void Go(); }
=== Save.cs
interface ISave : IGo { void Save(int id); }
=== Store.cs
class Store { public void Go() { } }
=== Shelf.cs
abstract class Shelf : Store, ISave { public void Save(int id) { } }
`,
    edit: ["Save.cs", "ISave : IGo", "ISave"],
  },
  "the parameters of a member that is inherited for an interface": {
    files: `
=== Save.cs
interface ISave { void Save(int id); }
=== Store.cs
class Store { public object Save(int id) { return null; } public void Save(string id) { } public void Close() { } }
=== Shelf.cs
class Shelf : Store, ISave { }
=== Glass.cs
class Glass : Shelf { }
`,
    edit: ["Store.cs", "Save(int id)", "Save(long id)"],
  },
  "whether a base class names the interface itself": {
    files: `
=== Save.cs
interface ISave { void Save(int id); }
=== Store.cs
class Store { public object Save(int id) { return null; } public void Save(string id) { } public void Close() { } }
=== Shelf.cs
class Shelf : Store, ISave { }
=== Glass.cs
class Glass : Shelf { }
`,
    edit: ["Store.cs", "class Store", "class Store : ISave"],
  },
  "whether all see a member that is inherited for an interface": {
    files: `
=== Save.cs
interface ISave { void Save(int id); }
=== Store.cs
class Store { public object Save(int id) { return null; } public void Save(string id) { } public void Close() { } }
=== Shelf.cs
class Shelf : Store, ISave { }
=== Glass.cs
class Glass : Shelf { }
`,
    edit: ["Store.cs", "public object", "internal object"],
  },
  "the result of a member that one of a type below stands for": {
    files: `
=== Save.cs
interface ISave { object Save(int id); string this[int at] { get; } }
=== Shelf.cs
class Shelf : ISave { public object Save(int id) { return null; } public string this[int at] { get { return ""; } } }
`,
    edit: ["Save.cs", "string this[", "object this["],
  },
}

for (const [what, { files, edit: [path, from, to] }] of Object.entries(PAIRS)) {
  test(`another file learns ${what}`, async () => {
    const before = Repo.parse(files)
    const text = before.get(path)!
    expect(text).toContain(from)
    const following = new Following()
    await following.next(before)
    const elsewhere = ofOthers(following.lines, path)
    await following.next(new Map(before).set(path, text.replace(from, to)))
    expect(ofOthers(following.lines, path)).not.toEqual(elsewhere)
    // and it is so again when the edit is taken back
    await following.next(before)
    expect(ofOthers(following.lines, path)).toEqual(elsewhere)
  })
}

/** Edges and open references that other files draw. */
const ofOthers = (lines: ReadonlyArray<string>, path: string): ReadonlyArray<string> =>
  lines.filter((line) => !line.replace(/^\? \S* /, "").startsWith(`${path}:`) && !/^:/.test(line))

test("another file learns how many constants lie between a name and the function that it is", async () => {
  const chain = (length: number): Map<string, string> => {
    const lines = ["type Run = () => void", "function end() {}", "export const c0: Run = c1"]
    for (let i = 1; i < length; i++) lines.push(`const c${i}: Run = ${i === length - 1 ? "end" : `c${i + 1}`}`)
    return new Map([
      ["c.ts", `${lines.join("\n")}\n`],
      ["u.ts", `import { c0 } from "./c"\nconst u: () => void = c0\nu()\n`],
    ])
  }
  const following = new Following()
  const found = new Set<string>()
  for (const length of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) {
    await following.next(chain(length))
    found.add(ofOthers(following.lines, "c.ts").join("\n"))
  }
  expect(found.size).toBe(2)
})

test("a file in which nothing is left to ask does not stand for one that was edited after it", async () => {
  const following = new Following()
  const files = new Map([
    ["a.ts", "function own() {}\nexport default { x: own }\n"],
    ["u.ts", `import table from "./a"\nhand(table)\n`],
    ["z.ts", "export {}\nprint(1)\n"],
  ])
  await following.next(files)
  const empty = new Map(files).set("z.ts", "export {}\n")
  expect(await following.next(empty)).toEqual(["z.ts"])
  for (const said of ["// one\n", "// two\n", "// three\n"]) {
    expect(await following.next(new Map(empty).set("a.ts", said + files.get("a.ts")!))).toEqual(["a.ts"])
  }
})

test("a configuration is complained of as long as somebody needs it", async () => {
  const following = new Following()
  const files = new Map([
    ["tsconfig.json", `{ "extends": "./missing.json" }`],
    ["a.ts", `import { x } from "@/b"\nx()\n`],
    ["b.ts", "export const x = () => 1\n"],
    ["sub/tsconfig.json", `{ broken`],
    ["sub/c.ts", "export const z = 1\n"],
  ])
  const a = (text: string) => new Map(files).set("a.ts", text)
  await following.next(files)
  await following.next(a(`import { x } from "@/b"\nx(1)\n`))
  await following.next(a("export const y = 1\n"))
  await following.next(new Map(files).set("sub/c.ts", `import "@/d"\nexport const z = 1\n`))
  await following.next(a(`import { x } from "@/b"\nx(2)\n`))
  await following.next(a(`import { x } from "@/b"\nimport "@/e"\nx(2)\n`))
  await following.next(a(`import { x } from "@/b"\nx(2)\n`))
})

test("a configuration that a language needs for any file is complained of though none of them imports", async () => {
  const following = new Following()
  const files = new Map([
    ["go.mod", "// no module is named\n"],
    ["main.go", "package main\n\nfunc main() {}\n"],
    ["a.js", "import './b'\n"],
    ["b.js", "export {}\n"],
  ])
  await following.next(files)
  await following.next(new Map(files).set("a.js", "print(1)\n"))
})

const RUNS = Number(process.env["FOLLOW_RUNS"] ?? 60)

/** A word that gives way to another one of the file. */
const swap = fc.record({ file: fc.nat(), word: fc.nat(), by: fc.nat() })

law(
  "whichever word of a program gives way to another one, and comes back",
  fc.tuple(fc.constantFrom(...Object.values(PAIRS)), fc.array(swap, { minLength: 1, maxLength: 6 })),
  async ([{ files }, swaps]) => {
    const before = Repo.parse(files)
    const paths = [...before.keys()]
    const following = new Following()
    await following.next(before)
    for (const { file, word, by } of swaps) {
      const path = paths[file % paths.length]!
      const text = before.get(path)!
      const words = [...text.matchAll(/\b[A-Za-z_]\w*\b/g)]
      const [from, to] = [words[word % words.length]!, words[by % words.length]![0]]
      const next = text.slice(0, from.index) + to + text.slice(from.index + from[0].length)
      await following.next(new Map(before).set(path, next))
      await following.next(before)
    }
  },
  { runs: RUNS, timeoutMs: 600_000 },
)

test("a file that passes a name on gives it out again when the name comes back", async () => {
  const following = new Following()
  const files = new Map([
    ["a.ts", "export function one(net: number) { return net }\n"],
    ["b.ts", 'export { one as other } from "./a"\n'],
    ["u.ts", 'import { other } from "./b"\nother(1)\n'],
  ])
  await following.next(files)
  await following.next(new Map(files).set("a.ts", "export function once(net: number) { return net }\n"))
  await following.next(files)
})

test("files that import a name from each other mean the same by it, whichever of them is asked first", async () => {
  const following = new Following()
  const make = (from: string) => `try:\n    from ${from} import make\nexcept ImportError:\n    def make(): return 1\n`
  const files = new Map([
    ["a.py", make("pkg")],
    ["pkg/__init__.py", make("a")],
  ])
  await following.next(files)
  await following.next(new Map(files).set("a.py", `def use(it):\n    it.cb = make\n${files.get("a.py")}`))
  await following.next(new Map(files).set("pkg/__init__.py", `${files.get("pkg/__init__.py")}make()\n`))
  await following.next(files)
})
