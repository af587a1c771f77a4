// Programs of modules, each with an edit of one file that changes what another file draws.

export interface Pair {
  readonly files: string
  /** Path, and what is written in place of what. */
  readonly edit: readonly [path: string, from: string, to: string]
}

const TWO_CLASSES = `=== d.py
class A:
    def m(self): pass
class B:
    def m(self): pass
`

export const MODULE_PAIRS: Readonly<Record<string, Pair>> = {
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
${TWO_CLASSES}=== c.py
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
${TWO_CLASSES}=== c.py
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
${TWO_CLASSES}=== c.py
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
}
