// Names are looked up from the innermost scope outwards; the first hit decides, also when it decides "not this".

import { expect, test } from "bun:test"
import { callsOf, edgesOf, externalOf, graphOf } from "./_graph.ts"

test("a parameter, a local or a destructured name hides an import", async () => {
  expect(
    await callsOf(`=== mail.ts
export function send(to: string): void {}
=== queue.ts
import { send } from "./mail"
export function flush(items: string[]) {
  items.forEach((item) => send(item))
}
export function drain(items: string[], send: (item: string) => void) {
  items.forEach((item) => send(item))
}
export function unpacked({ send }: { send: (item: string) => void }) {
  send("x")
}
export function localOnly() {
  const send = (n: number) => n + 1
  return send(1)
}
`),
  ).toEqual(["queue.ts:flush → mail.ts:send", "queue.ts:localOnly → queue.ts:localOnly.send"])
})

test("a name of the platform that nothing binds is external, whatever the project calls the same", async () => {
  const made = await graphOf(`=== http.ts
export function fetch(path: string) {}
=== parser.ts
export class Parser {
  parseInt(text: string) {}
}
export function run() {
  fetch("/x")
  return parseInt("1")
}
=== client.ts
import { fetch } from "./http"
export function ping() {
  fetch("/ping")
}
`)
  expect(edgesOf(made, "CALLS")).toEqual(["client.ts:ping → http.ts:fetch"])
  expect(externalOf(made, "CALLS")).toEqual(["parser.ts:run → platform#fetch", "parser.ts:run → platform#parseInt"])
})

test("a name that nobody binds is unknown, and its namesake elsewhere is not called", async () => {
  const made = await graphOf(`=== a.ts
export function helper() {}
=== b.ts
export function use() {
  helper()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([])
  expect(made.graph.unresolved.rows).toBe(1)
  expect(made.counts.get("typescript")).toEqual({ resolved: 0, ambiguous: 0, external: 0, unknown: 1 })
})

test("a variable that is given another function is called as both", async () => {
  expect(
    await callsOf(`=== a.js
function first() {}
function second() {}
function third() {}
export function use(flag) {
  let run = first
  if (flag) run = second
  run()
}
`),
  ).toEqual(["a.js:use → a.js:first", "a.js:use → a.js:second"])
})

test("a name that is assigned and declared nowhere is what was assigned", async () => {
  expect(
    await callsOf(`=== a.js
function Apple() {
  this.grow = function () {}
}
apple = new Apple()
apple.grow()
pear.grow()
`),
  ).toEqual(["a.js → a.js:Apple", "a.js → a.js:Apple.grow"])
})

test("reads and writes lead to variables at the top, uses to functions that are passed", async () => {
  const made = await graphOf(`=== a.ts
export let count = 0
export const limit = 3
export function step() {}
export function run() {
  const count = 1
  return count
}
export function bump(each: (f: () => void) => void) {
  count = limit
  each(step)
}
`)
  expect(edgesOf(made, "READS")).toEqual(["a.ts:bump → a.ts:limit"])
  expect(edgesOf(made, "WRITES")).toEqual(["a.ts:bump → a.ts:count"])
  expect(edgesOf(made, "USES")).toEqual(["a.ts:bump → a.ts:step"])
})

test("code of a field belongs to its class, code of a nested function to that function", async () => {
  expect(
    await callsOf(`=== a.ts
function make() { return 1 }
function inner() {}
class Box {
  size = make()
}
export function outer() {
  function nested() {
    [1].forEach(() => inner())
  }
  nested()
}
`),
  ).toEqual(["a.ts:Box → a.ts:make", "a.ts:outer → a.ts:outer.nested", "a.ts:outer.nested → a.ts:inner"])
})

test("a component that is rendered is rendered, an element of the platform is not", async () => {
  const made = await graphOf(`=== button.tsx
import { forwardRef } from "react"
export const Button = forwardRef((props, ref) => <button ref={ref} />)
export function Spinner() { return <i /> }
=== layout.tsx
export const Card = ({ children }: { children: unknown }) => <section>{children}</section>
=== names.ts
export function section() {}
export function button() {}
=== page.tsx
import { Button, Spinner } from "./button"
import * as Layout from "./layout"
export function Page({ busy }: { busy: boolean }) {
  return <Layout.Card>{busy ? <Spinner /> : <Button />}</Layout.Card>
}
`)
  expect(edgesOf(made, "RENDERS")).toEqual([
    "page.tsx:Page → button.tsx:Button",
    "page.tsx:Page → button.tsx:Spinner",
    "page.tsx:Page → layout.tsx:Card",
  ])
})

test("a name that a file gives to the global object is called with and without it; the platform's own stays its own", async () => {
  const made = await graphOf(`=== page.js
function boot() {}
window.start = boot
globalThis.halt = () => {}
window.fetch = boot
function use() { start(); window.halt(); fetch(); window.gone() }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["page.js:use → page.js:boot", "page.js:use → page.js:halt"])
})

test("what a function in parentheses is called for is waited for; a function named await is called", async () => {
  const made = await graphOf(`=== waiting.mjs
class Made { run() {} }
const make = () => new Made()
const first = await (async () => make())()
first.run()
await /* now */ (stop)()
function stop() {}
const later = async () => {
  const own = await (async () => make())()
  for await (const each of [own]) each.run()
}
=== script.js
function await(value) { return () => value }
await(1)()
const holder = { await(value) { return value } }
holder.await (1)
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "script.js → script.js:await",
    "script.js → script.js:holder.await",
    "waiting.mjs → waiting.mjs:Made.run",
    "waiting.mjs → waiting.mjs:stop",
    "waiting.mjs:first → waiting.mjs:make",
    "waiting.mjs:later → waiting.mjs:Made.run",
    "waiting.mjs:later → waiting.mjs:make",
  ])
  expect(made.graph.unresolved.rows).toBe(0)
})
