// Which types inherit from which, which members replace which, and where a call of the base may go.

import { expect, test } from "bun:test"
import { edgesOf, graphOf } from "./_graph.ts"

const CLOCKS = `=== ports.ts
export interface Clock { now(): number }
export abstract class BaseClock implements Clock {
  abstract now(): number
  stamp() { return this.now() }
}
=== clocks.ts
import { BaseClock, Clock } from "./ports"
export class SystemClock extends BaseClock { now() { return 1 } }
export class FrozenClock implements Clock { now() { return 2 } }
=== meter.ts
export class Meter { now() { return 0 } }
=== session.ts
import { Clock } from "./ports"
export function start(clock: Clock) { return clock.now() }
`

test("EXTENDS and IMPLEMENTS lead to the named types, through imports", async () => {
  const made = await graphOf(CLOCKS)
  expect(edgesOf(made, "EXTENDS")).toEqual(["clocks.ts:SystemClock → ports.ts:BaseClock"])
  expect(edgesOf(made, "IMPLEMENTS")).toEqual([
    "clocks.ts:FrozenClock → ports.ts:Clock",
    "ports.ts:BaseClock → ports.ts:Clock",
  ])
})

test("a call names the declared member, DISPATCHES leads on to those that replace it", async () => {
  const made = await graphOf(CLOCKS)
  expect(edgesOf(made, "CALLS")).toEqual([
    "ports.ts:BaseClock.stamp → ports.ts:BaseClock.now",
    "session.ts:start → ports.ts:Clock.now",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual([
    "ports.ts:BaseClock.now → clocks.ts:SystemClock.now",
    "ports.ts:Clock.now → clocks.ts:FrozenClock.now",
    "ports.ts:Clock.now → clocks.ts:SystemClock.now",
    "ports.ts:Clock.now → ports.ts:BaseClock.now",
  ])
  expect(edgesOf(made, "OVERRIDES")).toEqual([
    "clocks.ts:FrozenClock.now → ports.ts:Clock.now",
    "clocks.ts:SystemClock.now → ports.ts:BaseClock.now",
    "clocks.ts:SystemClock.now → ports.ts:Clock.now",
    "ports.ts:BaseClock.now → ports.ts:Clock.now",
  ])
})

test("static members, constructors and plain fields replace nothing of an instance", async () => {
  const made = await graphOf(`=== a.ts
class Base {
  size = 1
  constructor() {}
  run() {}
  static of() {}
}
class Derived extends Base {
  size = 2
  constructor() { super() }
  static run() {}
  static of() {}
}
`)
  expect(edgesOf(made, "OVERRIDES")).toEqual(["a.ts:Derived.of → a.ts:Base.of"])
  expect(edgesOf(made, "CALLS")).toEqual(["a.ts:Derived.constructor → a.ts:Base.constructor"])
})

test("a class that inherits from itself, or from nothing known, does no harm", async () => {
  const made = await graphOf(`=== a.ts
import { Outside } from "lib"
class A extends B { run() { this.step() } }
class B extends A { step() {} }
class C extends Outside { go() { this.unknown(); this.own() } own() {} }
class D { unknown() {} }
`)
  expect(edgesOf(made, "CALLS")).toEqual(["a.ts:A.run → a.ts:B.step", "a.ts:C.go → a.ts:C.own"])
})

test("new leads to the class and to the constructor that is written", async () => {
  const made = await graphOf(`=== a.ts
class Plain {}
class Written { constructor() {} }
class Inherits extends Written {}
export function use() {
  new Plain()
  new Written()
  new Inherits()
}
`)
  expect(edgesOf(made, "INSTANTIATES")).toEqual([
    "a.ts:use → a.ts:Inherits",
    "a.ts:use → a.ts:Plain",
    "a.ts:use → a.ts:Written",
  ])
  expect(edgesOf(made, "CALLS")).toEqual(["a.ts:use → a.ts:Written.constructor"])
})

test("a decorator is a use of it by what it decorates", async () => {
  const made = await graphOf(`=== a.ts
export function Injectable() { return (target: unknown) => {} }
export function log(target: unknown, name: string) {}
@Injectable()
export class Service {
  @log run() {}
}
`)
  expect(edgesOf(made, "DECORATES")).toEqual(["a.ts:Injectable → a.ts:Service", "a.ts:log → a.ts:Service.run"])
})

const HELD = `=== router.ts
export interface Router { match(path: string): string; add: (path: string) => void; failed: Failed; limits: Limits }
export type Failed = (path: string) => void
export interface Limits { [name: string]: () => number }
=== held.ts
import type { Failed, Limits, Router } from "./router"
import { find } from "./find"
const log = (path: string) => {}
export class Held implements Router {
  match: typeof find = find
  add = (path: string) => {}
  failed: Failed = log
  limits: Limits = {}
  other = find
}
export const plain: Router = { match: find, add(path) {}, failed: log, limits: {} }
export const loose = { match: find, add() {} }
=== find.ts
export const find = (path: string) => path
`

test("a field that holds a function replaces a member like a method does; calls of the member may run what it holds", async () => {
  const made = await graphOf(HELD)
  expect(edgesOf(made, "OVERRIDES")).toEqual([
    "held.ts:Held.add → router.ts:Router.add",
    "held.ts:Held.failed → router.ts:Router.failed",
    "held.ts:Held.match → router.ts:Router.match",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual([
    "router.ts:Router.add → held.ts:Held.add",
    "router.ts:Router.add → held.ts:plain.add",
    "router.ts:Router.failed → held.ts:Held.failed",
    "router.ts:Router.failed → held.ts:log",
    "router.ts:Router.match → find.ts:find",
    "router.ts:Router.match → held.ts:Held.match",
  ])
})

test("a variable that holds a class from elsewhere is no base; one that holds a class that is put together is", async () => {
  const made = await graphOf(`=== a.js
const { Outside, Other: Renamed } = require("outside")
const Mixed = mix(class {})
class Own {}
const Alias = Own
class A extends Outside {}
class B extends Renamed {}
class C extends Mixed {}
class D extends Alias {}
=== b.ts
const Element = (typeof HTMLElement === "undefined" ? class {} : HTMLElement) as typeof HTMLElement
class E extends Element {}
`)
  expect(edgesOf(made, "EXTENDS")).toEqual(["a.js:C → a.js:Mixed", "a.js:D → a.js:Own", "b.ts:E → b.ts:Element"])
})

test("an object stands for another only where a written type says so, not where a place merely takes both", async () => {
  const made = await graphOf(`=== descriptors.js
function check(descriptor) { return descriptor.get() }
check({ get: () => 1, set() {} })
check({ get: () => null, set() {} })
let kept = { end() { return 1 } }
function swap() { kept = { end() { return 2 } } }
export function finish() { return kept.end() }
=== clocks.ts
const base = { now() { return 1 } }
function ask(clock: typeof base) { return clock.now() }
ask({ now() { return 2 } })
`)
  expect(edgesOf(made, "DISPATCHES")).toEqual(["clocks.ts:base.now → clocks.ts:now"])
  expect(edgesOf(made, "CALLS")).toContain("descriptors.js:finish → descriptors.js:swap.end")
})
