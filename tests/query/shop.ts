// A small repository as a graph, written down by hand from the source in the comments.

import { NODE_FLAGS } from "../../lib/graph/kinds.ts"
import { type Description, graphOf, type NodeDescription } from "../graph/graphs.ts"

const { exported, signature, test, abstract } = NODE_FLAGS

/** Lines of every file are 20 units long, so offset `line * 20 - 20` begins a line. */
export const at = (line: number): number => (line - 1) * 20

const file = (key: string, name: string, flags = 0): NodeDescription => ({ key, kind: "File", name, flags, end: 2000 })

const define = (
  kind: NodeDescription["kind"],
  key: string,
  name: string,
  holder: string,
  parent: string,
  lines: readonly [number, number],
  more: Partial<NodeDescription> = {},
): NodeDescription => ({
  key,
  kind,
  name,
  file: holder,
  parent,
  start: at(lines[0]),
  end: at(lines[1]) + 19,
  ...more,
})

/*
ports.ts                                   clocks.ts
 1 export interface Clock {                 1 import { BaseClock, Clock } from './ports'
 2   now(): number                          2 export class SystemClock extends BaseClock {
 3 }                                        3   now() { return read() }
 4 export abstract class BaseClock …Clock { 4 }
 5   abstract now(): number                 5 export class FrozenClock implements Clock {
 6   stamp() { return this.now() }          6   constructor(at) { check(at) }
 7 }                                        7   now() { return this.at }
                                            8 }
session.ts                                  9 export class LateClock extends FrozenClock {}
 1 import … from './ports', './clocks'     10 function read() {}
 2 export function start(clock: Clock) {   11 function check(at) {}
 3   clock.now()
 4 }                                       session.test.ts
 5 export function frozen() {               1 import { start } from './session'
 6   start(new FrozenClock(1))              2 function starts() { start(fake) }
 7 }
 8 export function late() {                aliases.ts
 9   new LateClock(2)                        1 import { start } from './session'
10 }                                         2 export const begin = start
11 function unused() {}                      3 export function viaConst() { begin() }
12 export function now(input: string)
13 export function now(input: number)      page.vue (listed, not read)
14 export function now(input) { save() }   notes.md (listed, not read)
*/
export const description = {
  nodes: [
    file("ports", "src/ports.ts"),
    define("Interface", "Clock", "Clock", "ports", "ports", [1, 3], { flags: exported }),
    define("Method", "Clock.now", "now", "ports", "Clock", [2, 2], { flags: signature }),
    define("Class", "BaseClock", "BaseClock", "ports", "ports", [4, 7], { flags: exported | abstract }),
    define("Method", "BaseClock.now", "now", "ports", "BaseClock", [5, 5], { flags: signature | abstract }),
    define("Method", "BaseClock.stamp", "stamp", "ports", "BaseClock", [6, 6]),
    file("clocks", "src/clocks.ts"),
    define("Class", "SystemClock", "SystemClock", "clocks", "clocks", [2, 4], { flags: exported }),
    define("Method", "SystemClock.now", "now", "clocks", "SystemClock", [3, 3]),
    define("Class", "FrozenClock", "FrozenClock", "clocks", "clocks", [5, 8], { flags: exported }),
    define("Constructor", "FrozenClock.constructor", "constructor", "clocks", "FrozenClock", [6, 6]),
    define("Method", "FrozenClock.now", "now", "clocks", "FrozenClock", [7, 7]),
    define("Class", "LateClock", "LateClock", "clocks", "clocks", [9, 9], { flags: exported }),
    define("Function", "read", "read", "clocks", "clocks", [10, 10]),
    define("Function", "check", "check", "clocks", "clocks", [11, 11]),
    file("session", "src/session.ts"),
    define("Function", "start", "start", "session", "session", [2, 4], { flags: exported }),
    define("Function", "frozen", "frozen", "session", "session", [5, 7], { flags: exported }),
    define("Function", "late", "late", "session", "session", [8, 10], { flags: exported }),
    define("Function", "unused", "unused", "session", "session", [11, 11]),
    define("Function", "now1", "now", "session", "session", [12, 12], {
      flags: exported | signature,
      suffixHint: "(string)",
    }),
    define("Function", "now2", "now", "session", "session", [13, 13], {
      flags: exported | signature,
      suffixHint: "(number)",
    }),
    define("Function", "now3", "now", "session", "session", [14, 14], { flags: exported, suffixHint: "(any)" }),
    file("spec", "test/session.test.ts", test),
    define("Function", "starts", "starts", "spec", "spec", [2, 2]),
    file("aliases", "src/aliases.ts"),
    define("Const", "begin", "begin", "aliases", "aliases", [2, 2], { flags: exported }),
    define("Function", "viaConst", "viaConst", "aliases", "aliases", [3, 3], { flags: exported }),
    { key: "Date.now", kind: "External", name: "now", signature: "Date" },
  ],
  edges: [
    { kind: "IMPORTS", source: "clocks", target: "ports", site: at(1) },
    { kind: "IMPORTS", source: "session", target: "ports", site: at(1) },
    { kind: "IMPORTS", source: "session", target: "clocks", site: at(1) },
    { kind: "IMPORTS", source: "spec", target: "session", site: at(1) },
    { kind: "IMPORTS", source: "aliases", target: "session", site: at(1) },
    { kind: "HAS_METHOD", source: "Clock", target: "Clock.now" },
    { kind: "HAS_METHOD", source: "BaseClock", target: "BaseClock.now" },
    { kind: "HAS_METHOD", source: "BaseClock", target: "BaseClock.stamp" },
    { kind: "HAS_METHOD", source: "SystemClock", target: "SystemClock.now" },
    { kind: "HAS_METHOD", source: "FrozenClock", target: "FrozenClock.constructor" },
    { kind: "HAS_METHOD", source: "FrozenClock", target: "FrozenClock.now" },
    { kind: "IMPLEMENTS", source: "BaseClock", target: "Clock" },
    { kind: "EXTENDS", source: "SystemClock", target: "BaseClock" },
    { kind: "IMPLEMENTS", source: "FrozenClock", target: "Clock" },
    { kind: "EXTENDS", source: "LateClock", target: "FrozenClock" },
    { kind: "OVERRIDES", source: "SystemClock.now", target: "BaseClock.now" },
    { kind: "DISPATCHES", source: "Clock.now", target: "BaseClock.now", confidence: 90 },
    { kind: "DISPATCHES", source: "Clock.now", target: "FrozenClock.now", confidence: 90 },
    { kind: "DISPATCHES", source: "BaseClock.now", target: "SystemClock.now", confidence: 90 },
    { kind: "CALLS", source: "BaseClock.stamp", target: "BaseClock.now", confidence: 96, site: at(6) + 3 },
    { kind: "CALLS", source: "SystemClock.now", target: "read", confidence: 98, site: at(3) + 3 },
    { kind: "CALLS", source: "FrozenClock.constructor", target: "check", confidence: 98, site: at(6) + 3 },
    { kind: "CALLS", source: "start", target: "Clock.now", confidence: 95, site: at(3) + 3 },
    { kind: "USES", source: "start", target: "Clock", confidence: 97, site: at(2) + 3 },
    { kind: "CALLS", source: "frozen", target: "start", confidence: 98, site: at(6) + 3 },
    { kind: "INSTANTIATES", source: "frozen", target: "FrozenClock", confidence: 97, site: at(6) + 9 },
    { kind: "INSTANTIATES", source: "late", target: "LateClock", confidence: 97, site: at(9) + 3 },
    { kind: "CALLS", source: "starts", target: "start", confidence: 97, site: at(2) + 9 },
    { kind: "USES", source: "begin", target: "start", confidence: 97, site: at(2) + 9 },
    { kind: "CALLS", source: "viaConst", target: "begin", confidence: 98, site: at(3) + 9 },
    { kind: "CALLS", source: "SystemClock.now", target: "Date.now", confidence: 97, site: at(3) + 9 },
  ],
  unresolved: [
    { name: "stamp", source: "late", cause: 1, site: at(9) + 5, member: true },
    { name: "save", source: "now3", cause: 3, site: at(14) + 9 },
  ],
  lines: Object.fromEntries(
    ["ports", "clocks", "session", "spec", "aliases"].map((key) => [key, Array.from({ length: 20 }, (_, i) => i * 20)]),
  ),
} satisfies Description

/** The graph of it. */
export const shop = graphOf(description)
