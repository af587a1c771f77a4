// Imports and exports in every form that the language has.

import { expect, test } from "bun:test"
import { table } from "./_facts.ts"

test("imports", async () => {
  expect(
    await table(
      "imports",
      `
import whole, { a, b as c, default as d, type T, "quoted" as q } from "m"
import * as space from 'n'
import type { U } from "o"
import type V from "p"
import "side"
import required = require("r")
import json from "./data.json" with { type: "json" }
const lazy = import("./lazy")
const again = require("again"), { part } = require("./part")
type Q = typeof import("query")
let x: import("./types").X
import(name)
require(name)
`,
    ),
  ).toEqual([
    "default from m as whole",
    "a from m as a",
    "b from m as c",
    "default from m as d",
    "T from m {typeOnly} as T",
    "quoted from m as q",
    "* from n as space",
    "U from o {typeOnly} as U",
    "default from p {typeOnly} as V",
    " from side {sideEffect}",
    "* from r {require} as required",
    "default from ./data.json as json",
    "* from ./lazy {lazy}",
    "* from again {require}",
    "* from ./part {require}",
    "* from query {typeOnly}",
    "* from ./types {typeOnly}",
  ])
})

test("what is required is taken apart like any value", async () => {
  expect(await table("bindings", `const whole = require("a"), { part, other: name } = require("b")`, "a.js")).toEqual([
    // a type as well as a value
    "whole in file0: definition #0 {constant} = module(a)",
    "part in file0: definition #1 {constant} = module(b).part",
    "name in file0: definition #2 {constant} = module(b).other",
  ])
})

test("export lists, re-exports and defaults; a declaration that is exported where it stands has a flag instead", async () => {
  expect(
    await table(
      "exports",
      `
export { a, b as c, d as default, type T } 
export { e, f as g, default } from "m"
export { default as h } from "m"
export * from "n"
export * as space from "o"
export type { U } from "p"
export type * from "q"
export default value
export const i = 1
export import alias = N.M
`,
    ),
  ).toEqual([
    "local a = a",
    "local c = b",
    "local default = d",
    "local T = T {type}",
    "from e = e from m",
    "from g = f from m",
    "from default = default from m",
    "from h = default from m",
    "star * from n",
    "star space from o",
    "from U = U from p {type}",
    "star * from q {type}",
    "value default value value",
    "local alias = alias",
  ])
  expect(await table("exports", "export default function named() {}")).toEqual(["local default = named"])
  expect(await table("exports", "export default class {}")).toEqual(["value default value class#0"])
  expect(await table("exports", "export = thing")).toEqual(["assign = value thing"])
})

test("CommonJS exports are assignments of many shapes", async () => {
  expect(
    await table(
      "exports",
      `
module.exports = main
module.exports.a = one
exports.b = two
exports["c d"] = three
exports.e = exports.f = four
module.exports = exports = five
Object.assign(module.exports, { g: six, h, i() {} })
Object.defineProperty(exports, "j", { enumerable: true, get: function () { return seven } })
Object.defineProperty(exports, "k", { value: eight })
Object.defineProperty(exports, "__esModule", { value: true })
other.exports = nine
exportsOf.x = ten
`,
      "a.js",
    ),
  ).toEqual([
    "assign = value main",
    "value a value one",
    "value b value two",
    "value c d value three",
    "value f value four",
    "value e value assign(module().f, four)",
    "assign = value assign(exports, five)",
    "value g value six",
    "value h value h",
    "value i value function#1",
    "value j value seven",
    "value k value eight",
    "value __esModule value boolean",
  ])
})

test("another name for a path of names", async () => {
  expect(await table("bindings", "import short = Long.Path.To")).toEqual([
    "short in file0: local {constant} = Long.Path.To",
  ])
})
