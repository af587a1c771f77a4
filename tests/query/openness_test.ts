// When nobody may be missing from who uses a definition, and when somebody may: asked of sources, each way in beside a
// decoy that looks like it and is closed.

import { describe, expect, test } from "bun:test"
import type { Graph, NodeId } from "../../lib/graph/graph.ts"
import { NODE_FLAGS } from "../../lib/graph/kinds.ts"
import { context } from "../../lib/query/context.ts"
import { impact } from "../../lib/query/impact.ts"
import { locate } from "../../lib/query/locate.ts"
import { isOpen } from "../../lib/query/openness.ts"
import { outsideOf } from "../../lib/query/outside.ts"
import { graphOf, labelOf } from "../resolve/_graph.ts"
import { graphOf as described } from "../graph/graphs.ts"

const nodeOf = (graph: Graph, label: string): number => {
  for (let node = 0; node < graph.nodes.rows; node++) if (labelOf(graph, node) === label) return node
  throw new Error(`There is no ${label}`)
}

/** Codes of what may be missing from the uses of each. */
const codes = async (text: string, ...labels: ReadonlyArray<string>): Promise<Record<string, string>> => {
  const { graph } = await graphOf(text)
  const unseen = { naming: () => [] }
  return Object.fromEntries(labels.map((label) => {
    const node = nodeOf(graph, label)
    const { incoming, reasons } = context(graph, node, { unseen }).completeness
    const said = reasons.flatMap((reason) => /^incoming: ([a-z_]+): /.exec(reason)?.[1] ?? [])
    expect(incoming === "exact").toBe(said.length === 0)
    expect(isOpen(graph, node)).toBe(said.length > 0)
    return [label, said.join(" ")]
  }))
}

describe("a reference that is bound to nothing", () => {
  test("by a bare name means no member, behind a dot no function of a module", async () => {
    expect(
      await codes(
        `=== a.ts
export class Store { save() {} load() {} }
export function load() {}
export function save() {}
=== b.ts
import { save } from "./gone"
export function use(x: any) { x.load(); save() }
`,
        "a.ts:Store.load",
        "a.ts:load",
        "a.ts:Store.save",
        "a.ts:save",
      ),
    ).toEqual({
      "a.ts:Store.load": "unresolved_references",
      "a.ts:load": "",
      "a.ts:Store.save": "",
      "a.ts:save": "unresolved_references",
    })
  })

  test("behind a dot may mean what a module gives out where some module is loaded that nobody knows", async () => {
    expect(
      await codes(
        `=== a.ts
export function handler() {}
function handlerOfNobody() {}
handlerOfNobody()
=== b.ts
export async function run(path: string) { (await import(path)).handler(); (await import(path)).handlerOfNobody() }
`,
        "a.ts:handler",
        "a.ts:handlerOfNobody",
      ),
    ).toEqual({ "a.ts:handler": "unresolved_references", "a.ts:handlerOfNobody": "" })
  })

  test("by the name of a local variable means nothing but what was passed on", async () => {
    expect(
      await codes(
        `=== a.ts
export function done() {}
export function other() {}
=== b.ts
export function run(done: any, x: any) { const { other } = x; done(); other() }
`,
        "a.ts:done",
        "a.ts:other",
      ),
    ).toEqual({ "a.ts:done": "", "a.ts:other": "" })
  })

  test("by another name that a definition is given out under means it", async () => {
    expect(
      await codes(
        `=== a.ts
function inner() {}
function decoy() {}
export { inner as outer, decoy }
=== b.ts
import { outer } from "#alias/a"
outer()
`,
        "a.ts:inner",
        "a.ts:decoy",
      ),
    ).toEqual({ "a.ts:inner": "unresolved_references", "a.ts:decoy": "" })
  })

  test("that several scripts declare means each of them; that no script declares means nothing of a module", async () => {
    expect(
      await codes(
        `=== script.js
function everybodys() {}
function single() {}
=== another.js
function everybodys() {}
=== module.js
export function ofModule() {}
=== page.js
everybodys()
single()
ofModule()
`,
        "script.js:everybodys",
        "another.js:everybodys",
        "script.js:single",
        "module.js:ofModule",
      ),
    ).toEqual({
      "script.js:everybodys": "unresolved_references",
      "another.js:everybodys": "unresolved_references",
      "script.js:single": "",
      "module.js:ofModule": "",
    })
  })

  test("to a private member stands in its own file, or means another", async () => {
    expect(
      await codes(
        `=== a.ts
export class A { private hide() {} show() {} }
=== b.ts
export function use(x: any) { x.hide(); x.show() }
`,
        "a.ts:A.hide",
        "a.ts:A.show",
      ),
    ).toEqual({ "a.ts:A.hide": "", "a.ts:A.show": "unresolved_references" })
  })
})

describe("a value", () => {
  test("behind a dot may mean a function that is called like a member, a private one in its own file", async () => {
    expect(
      await codes(
        `=== a.kt
package p
fun String.open() {}
private fun String.own() {}
fun plain() {}
fun main(x: Int) { unheardOf(x).open() ; unheardOf(x).own() ; unheardOf(x).plain() ; unheardOf(x).far() }
=== b.kt
package q
private fun String.far() {}
`,
        "a.kt:open",
        "a.kt:own",
        "a.kt:plain",
        "b.kt:far",
      ),
    ).toEqual({
      "a.kt:open": "unresolved_references",
      "a.kt:own": "unresolved_references",
      "a.kt:plain": "",
      "b.kt:far": "",
    })
  })

  test("that is passed on may be run by whoever has it; a variable is only read by its name", async () => {
    expect(
      await codes(
        `=== a.js
import { on } from "lib"
function listener() {}
function called() {}
const LIMIT = 3
class Registered { constructor() {} run() {} }
class Made { constructor() {} }
called()
new Made()
on("x", listener, LIMIT, Registered)
`,
        "a.js:listener",
        "a.js:called",
        "a.js:LIMIT",
        "a.js:Registered",
        "a.js:Registered.constructor",
        "a.js:Registered.run",
        "a.js:Made",
        "a.js:Made.constructor",
      ),
    ).toEqual({
      "a.js:listener": "handed_on",
      "a.js:called": "",
      "a.js:LIMIT": "",
      "a.js:Registered": "handed_on",
      "a.js:Registered.constructor": "handed_on",
      "a.js:Registered.run": "",
      "a.js:Made": "",
      "a.js:Made.constructor": "",
    })
  })

  test("of an accessor is not the accessor", async () => {
    expect(
      await codes(
        `=== a.ts
class A { get size() { return 1 } measure() { return take(this.size) } }
function take(x: number) { return x }
new A().measure()
`,
        "a.ts:A.size",
        "a.ts:A.measure",
      ),
    ).toEqual({ "a.ts:A.size": "", "a.ts:A.measure": "" })
  })
})

describe("a key", () => {
  test("reaches members of the object, of the class and its heirs, and exports of the module that is asked", async () => {
    expect(
      await codes(
        `=== a.ts
import * as ns from "./b"
import * as other from "./c"
const table = { run() {} }
const plain = { run2() {} }
class Base { go(name: string) { (this as any)[name]() } }
class Heir extends Base { onOpen() {} #own() {} }
class Stranger { onClose() {} }
export const call = (key: string) => { table[key](); (ns as any)[key]() }
plain.run2()
other.g()
`,
        "a.ts:table.run",
        "a.ts:plain.run2",
        "a.ts:Heir.onOpen",
        "a.ts:Heir.#own",
        "a.ts:Stranger.onClose",
      ),
    ).toEqual({
      "a.ts:table.run": "reached_by_key",
      "a.ts:plain.run2": "",
      "a.ts:Heir.onOpen": "reached_by_key",
      "a.ts:Heir.#own": "",
      "a.ts:Stranger.onClose": "",
    })
    expect(
      await codes(
        `=== a.ts
import * as ns from "./b"
import * as other from "./c"
export const call = (key: string) => (ns as any)[key]()
other.g()
=== b.ts
export function f() {}
function hidden() {}
hidden()
=== c.ts
export function g() {}
`,
        "b.ts:f",
        "b.ts:hidden",
        "c.ts:g",
      ),
    ).toEqual({ "b.ts:f": "reached_by_key", "b.ts:hidden": "", "c.ts:g": "" })
  })
})

describe("a type", () => {
  test("that fits another may be used through it; one that lacks a member may not", async () => {
    expect(
      await codes(
        `=== a.ts
interface Runner { run(): void; stop?(): void; name: string }
class Fits { name = ""; run() {} }
class Lacks { run() {} }
interface Unused { jump(): void }
class Jumps { jump() {} }
export function use(r: Runner) { r.run() }
`,
        "a.ts:Fits.run",
        "a.ts:Lacks.run",
        "a.ts:Jumps.jump",
      ),
    ).toEqual({ "a.ts:Fits.run": "reached_by_shape", "a.ts:Lacks.run": "", "a.ts:Jumps.jump": "" })
  })

  test("that says what a call does has no name to be called by; the header of an overload leaves calls to the body", async () => {
    expect(
      await codes(
        `=== a.ts
export interface Callable { (x: number): void; named(): void }
export function over(x: string): void
export function over(x: unknown): void {}
`,
        "a.ts:Callable.()",
        "a.ts:Callable.named",
        "a.ts:over",
      ),
    ).toEqual({ "a.ts:Callable.()": "called_by_value", "a.ts:Callable.named": "", "a.ts:over": "overload" })
  })
})

test("what a decorator takes, and what is in a class that one takes, may be run by what it serves", async () => {
  expect(
    await codes(
      `=== a.ts
import { Get, Controller } from "framework"
@Controller() export class Routes { list() {} }
export class Plain { @Get() one() {} two() {} }
`,
      "a.ts:Routes",
      "a.ts:Routes.list",
      "a.ts:Plain.one",
      "a.ts:Plain.two",
    ),
  ).toEqual({
    "a.ts:Routes": "decorated",
    "a.ts:Routes.list": "decorated",
    "a.ts:Plain.one": "decorated",
    "a.ts:Plain.two": "",
  })
})

test("uses outside of the repository are a note, not a bound", async () => {
  const { graph } = await graphOf(`=== a.ts
import { Base } from "lib"
export function given() {}
function own() {}
own()
export class A { shown() {} private hidden() {} inner() { function local() {} ; local() } }
class B extends Base { hook() {} }
new B()
`)
  const noteOf = (label: string) =>
    context(graph, nodeOf(graph, label)).notes.map((note) => note.slice(0, note.indexOf(":")))
  expect(noteOf("a.ts:given")).toEqual(["outside"])
  expect(noteOf("a.ts:A.shown")).toEqual(["outside"])
  expect(noteOf("a.ts:B.hook")).toEqual(["outside"])
  for (const closed of ["a.ts:own", "a.ts:A.hidden", "a.ts:A.inner.local"]) expect(noteOf(closed)).toEqual([])
  expect(impact(graph, nodeOf(graph, "a.ts:given")).notes[0]).toStartWith("outside: exported")
})

test("only what the head of a class names is a base of it: what its fields hold calls none of its members", async () => {
  const { graph } = await graphOf(`=== a.ts
import { Base, type Raw } from "lib"
export class Holds { raw: Raw | undefined; shown() {} }
export class Extends extends Base { raw: Raw | undefined; hook() {} }
export class Late extends Holds { more() {} }
=== b.py
from lib import Base, Raw
class Holds:
    raw: Raw
    def shown(self): pass
class Extends(
    Base,
):
    raw: Raw
    def hook(self): pass
class Below(Extends):
    def more(self): pass
`)
  const noteOf = (label: string) => context(graph, nodeOf(graph, label)).notes[0]
  const exported = "outside: exported; uses outside of the repository are not known"
  const called = "outside: its class is made of one from outside of the repository, whose code may call it"
  for (const label of ["a.ts:Holds.shown", "a.ts:Late.more", "b.py:Holds.shown"]) expect(noteOf(label)).toBe(exported)
  for (const label of ["a.ts:Extends.hook", "b.py:Extends.hook", "b.py:Below.more"]) expect(noteOf(label)).toBe(called)
})

describe("files that are not read", () => {
  const graph = described({
    nodes: [
      { key: "f", kind: "File", name: "src/tool.ts", end: 100 },
      {
        key: "a",
        kind: "Function",
        name: "parse",
        file: "f",
        parent: "f",
        start: 1,
        end: 50,
        flags: NODE_FLAGS.default,
      },
      { key: "b", kind: "Function", name: "other", file: "f", parent: "f", start: 51, end: 60, exportedAs: ["named"] },
      { key: "x", kind: "File", name: "page.vue", flags: NODE_FLAGS.unread, end: 0 },
      { key: "p", kind: "File", name: "broken.ts", flags: NODE_FLAGS.partial, end: 9 },
    ],
    edges: [],
  })
  const reasonsOf = (name: string, words: Readonly<Record<string, ReadonlyArray<string>>>) => {
    const located = locate(graph, name)
    if (located._tag !== "one") throw new Error("not one")
    return context(graph, located.node, { unseen: { naming: (word) => words[word] ?? [] } }).completeness.reasons
  }

  test("count where their text has the name, another name of it, or the file of a default", () => {
    expect(reasonsOf("parse", {})).toEqual([])
    expect(reasonsOf("parse", { other: ["page.vue"] })).toEqual([])
    expect(reasonsOf("parse", { parse: ["page.vue"] })).toEqual([
      "incoming: files_not_read: 1 file that is not read may use it (page.vue)",
    ])
    expect(reasonsOf("parse", { tool: ["page.vue"] })).toHaveLength(1)
    expect(reasonsOf("other", { named: ["page.vue"], tool: ["page.vue"] })).toHaveLength(1)
    expect(reasonsOf("other", { tool: ["page.vue"] })).toEqual([])
    expect(reasonsOf("other", { other: ["broken.ts"] })).toEqual([
      "incoming: files_partly_read: 1 file that could be read only in part may use it (broken.ts)",
    ])
  })
})

test("what is public in a public type of a namespace may be used outside of the repository", async () => {
  const { graph } = await graphOf(`=== a.cs
namespace N {
  public class Open { public void Go() {} void Own() {} public class Inner { public void In() {} } }
  class Closed { public void Go() {} }
  public partial class Parts { public void One() {} }
}
=== b.cs
namespace N;
partial class Parts { public void Two() {} }
`)
  const outside = (label: string) => outsideOf(graph, nodeOf(graph, label) as NodeId) !== undefined
  const labels = ["a.cs:N.Open", "a.cs:N.Open.Go", "a.cs:N.Open.Inner.In", "a.cs:N.Parts.One", "b.cs:N.Parts.Two"]
  expect(labels.filter(outside)).toEqual(labels)
  expect(["a.cs:N.Open.Own", "a.cs:N.Closed", "a.cs:N.Closed.Go"].filter(outside)).toEqual([])
})

test("a part of a type, of which nobody is told to use it, says that uses may be told of another part", async () => {
  const text = `=== a.cs
namespace N { internal partial class A { } internal class Alone { } }
=== b.cs
namespace N { internal partial class A { } }
=== c.cs
namespace N { internal class C { A made; } }
=== d.cs
namespace Other { internal class A { } }
`
  expect(await codes(text, "a.cs:N.A", "b.cs:N.A", "d.cs:Other.A", "a.cs:N.Alone")).toEqual({
    "a.cs:N.A": "",
    "b.cs:N.A": "other_part",
    "d.cs:Other.A": "",
    "a.cs:N.Alone": "",
  })
})
