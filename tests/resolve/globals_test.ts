// Names that script files share: files that neither import nor export are one scope a program, and no other file is. A
// decoy of the same name stands wherever the language says that the name is another.

import { expect, test } from "bun:test"
import { CAUSES } from "../../lib/graph/kinds.ts"
import { callsOf, edgesOf, graphOf, type Made } from "./_graph.ts"

/** Names that are bound to nothing, with why. */
const openOf = ({ graph }: Made): ReadonlyArray<string> =>
  Array.from({ length: graph.unresolved.rows }, (_, row) => {
    const cause = Object.entries(CAUSES).find(([, { code }]) => code === graph.unresolved.cause[row])![0]
    return `${graph.strings.at(graph.unresolved.name[row]!)}: ${cause}`
  })

test("a script calls the function of another script of its program", async () => {
  const made = await graphOf(`=== package.json
{}
=== a.js
function shared() { return new Store() }
class Store { save() {} }
=== b.js
function run() { shared().save(); new Store().save() }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["b.js:run → a.js:Store.save", "b.js:run → a.js:shared"])
  expect(edgesOf(made, "INSTANTIATES")).toEqual(["a.js:shared → a.js:Store", "b.js:run → a.js:Store"])
})

test("a name that several scripts define is ambiguous, and so neither is surely unused", async () => {
  const made = await graphOf(`=== a.js
function shared() {}
=== b.js
function shared() {}
=== c.js
shared()
`)
  expect(edgesOf(made, "CALLS")).toEqual([])
  expect(openOf(made)).toEqual(["shared: ambiguous"])
})

test("modules give nothing away and take nothing but what is declared to be global", async () => {
  const made = await graphOf(`=== a.js
export const own = 1
function ofModule() {}
=== b.js
const fs = require("fs")
function ofCommonJs() {}
=== c.ts
export {}
function ofEmpty() {}
=== d.mjs
function byEnding() {}
=== kept/package.json
{ "type": "module" }
=== kept/e.js
function byPackage() {}
=== kept/f.js
byPackage()
=== script.js
function ofScript() {}
=== types.d.ts
declare function declared(): void
interface Shape { draw(): void }
=== g.js
ofModule(); ofCommonJs(); ofEmpty(); byEnding(); byPackage()
=== h.ts
import "./a.js"
declare global { function added(): void }
ofScript()
declared()
added()
=== i.ts
added()
ofScript()
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "h.ts → h.ts:global.added",
    "h.ts → types.d.ts:declared",
    "i.ts → h.ts:global.added",
    "i.ts → script.js:ofScript",
  ])
})

test("types are shared as values are; another program shares nothing; what the platform provides stays its own", async () => {
  expect(
    await callsOf(`=== tsconfig.json
{}
=== types.d.ts
interface Shape { draw(): void }
declare function fetch(): Shape
=== a.ts
function paint(shape: Shape) { shape.draw() }
function get() { fetch().draw() }
=== other/tsconfig.json
{}
=== other/b.ts
function outside(shape: Shape) { shape.draw(); paint(shape) }
`),
  ).toEqual(["a.ts:paint → types.d.ts:Shape.draw"])
})

test("what a test defines is seen by its neighbours alone", async () => {
  expect(
    await callsOf(`=== tests/one/a.js
function helper() {}
=== tests/one/b.js
helper()
=== tests/two/c.js
helper()
=== d.js
helper()
`),
  ).toEqual(["tests/one/b.js → tests/one/a.js:helper"])
})

test("an interface that is called by what lies under any key gives nothing, however it turns back on itself", async () => {
  expect(
    await callsOf(`=== a.ts
interface Turns { [key: string]: Turns & Other }
interface Other { [key: string]: Turns }
interface Quoted { "()": Quoted }
export function run(turns: Turns, quoted: Quoted) { turns().x(); turns.a().b(); quoted().y() }
`),
  ).toEqual([])
})

test("a script that defines a name of the platform may be meant by it, and is not surely unused", async () => {
  const made = await graphOf(`=== a.js
function print() {}
=== b.js
print()
alert()
=== c.mjs
print()
=== types.d.ts
declare function alert(): void
`)
  expect(edgesOf(made, "CALLS")).toEqual([])
  expect(openOf(made)).toEqual(["print: ambiguous"])
})
