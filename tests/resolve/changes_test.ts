// A variable that is given another value is no longer what was known of it: what tests and assignments say ends there, in
// loops before it already, and in functions that may run at any time. Decoys are of the class that it was before.

import { expect, test } from "bun:test"
import { callsOf } from "./_graph.ts"

const CLASSES = "class A { m() {} }\nclass B { m() {} }\n"

/** Classes whose `m` each function calls. */
const called = async (path: string, text: string): Promise<Readonly<Record<string, string>>> => {
  const all: Record<string, string> = {}
  for (const line of await callsOf(`=== ${path}\n${text}`)) {
    const [, from, to] = /:([\w.]+) → .*:([AB])\.m$/.exec(line) ?? []
    if (from !== undefined) all[from] = `${all[from] ?? ""}${to}`
  }
  return all
}

test("what a test says of a name ends where the name is given another value", async () => {
  expect(
    await called(
      "a.ts",
      `${CLASSES}
function before(x: A | B) { if (x instanceof A) { x.m(); x = new B() } }
function after(x: A | B) { if (x instanceof A) { x = new B(); x.m() } }
function left(x: A | B) { if (!(x instanceof A)) return; x = new B(); x.m() }
function turns(x: A | B, c) { if (x instanceof A) { while (c) { x.m(); x = new B() } } }
function over(x: A | B, all: B[]) { if (x instanceof A) { for (x of all) x.m() } }
function other(x: A | B, y: A | B) { if (x instanceof A) { y = new B(); x.m() } }
`,
    ),
  ).toEqual({ before: "A", after: "AB", left: "AB", turns: "AB", over: "AB", other: "A" })
})

test("a function inside knows of a name that changes only what is tested inside of it", async () => {
  expect(
    await called(
      "a.ts",
      `${CLASSES}
function changes(x: A | B) { if (x instanceof A) { later(function changed() { x.m() }) } x = new B() }
function stays(x: A | B) { if (x instanceof A) { later(function same() { x.m() }) } }
function tests(x: A | B) { later(function tested() { if (x instanceof A) x.m() }); x = new B() }
`,
    ),
  ).toEqual({ "changes.changed": "AB", "stays.same": "A", "tests.tested": "A" })
})

test("an assignment that may leave what was there takes nothing away", async () => {
  expect(
    await called(
      "a.js",
      `${CLASSES}
function nullish() { let x = new A(); x ??= new B(); x.m() }
function both() { let x = new A(); x &&= new B(); x.m() }
function inner(z) { let x = new A(); z ||= x = new B(); x.m() }
function falls(k) { let x = new A(); switch (k) { case 1: x = new B(); case 2: x.m() } }
function caught() { let x = new A(); try { x = new B(); risk() } catch { x.m() } }
function leaves(c) { let x = new A(); out: { if (c) break out; x = new B() } x.m() }
function turns(c) { for (let x = new A(); c; x = new B()) x.m() }
function sure() { let x = new A(); x = new B(); x.m() }
`,
    ),
  ).toEqual({
    nullish: "AB",
    both: "AB",
    inner: "AB",
    falls: "AB",
    caught: "AB",
    leaves: "AB",
    turns: "AB",
    sure: "B",
  })
})

test("a variable that functions inside of its own assign to is not followed", async () => {
  const classes = "class A:\n    def m(self): pass\nclass B:\n    def m(self): pass\n"
  expect(
    await called(
      "a.py",
      `${classes}
def inside():
    x = A()
    def change():
        nonlocal x
        x = B()
    change()
    x.m()
def own():
    x = B()
    x = A()
    def change():
        x = B()
    change()
    x.m()
def turns(x: A | B, c):
    if isinstance(x, A):
        while c:
            x.m()
            x = B()
def entered(x: A | B):
    if isinstance(x, A):
        def read():
            x.m()
        read()
    x = B()
top = A()
def change():
    global top
    top = B()
def use():
    top.m()
`,
    ),
  ).toEqual({ inside: "AB", own: "A", turns: "AB", "entered.read": "AB", use: "AB" })
})
