// Execution flows: where others enter the code, what runs from there, in order, and what is told once.

import { describe, expect, test } from "bun:test"
import { NONE } from "../../lib/graph/columns.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Overlay from "../../lib/overlays/all.ts"
import * as Flows from "../../lib/overlays/flows.ts"
import { ENTRY_KINDS } from "../../lib/overlays/models/entries.ts"
import { SINK_KINDS } from "../../lib/overlays/models/sinks.ts"
import * as Names from "../../lib/search/names.ts"
import { graphOf } from "../resolve/_graph.ts"

const KIND = new Map(Object.entries(ENTRY_KINDS).map(([name, { code }]) => [code as number, name]))
const SINK = new Map(Object.entries(SINK_KINDS).map(([name, { code }]) => [code as number, name]))

/** `kind label: step, > step below it (sink)`, by priority. */
const processesOf = ({ graph }: { readonly graph: Graph }): ReadonlyArray<string> => {
  const { tables: { processes, steps }, texts } = Overlay.run(graph).processes!
  const told = Array.from({ length: processes.rows }, (_, row) => ({
    head: `${KIND.get(processes.kind[row]!)} ${texts.at(processes.label[row]!)}`,
    steps: [] as Array<string>,
  }))
  for (let i = 0; i < steps.rows; i++) {
    const sink = SINK.get(steps.sink[i]!)
    const name = `${">".repeat(steps.depth[i]!)}${Node.nameOf(graph, steps.node[i]!)}`
    told[steps.process[i]!]!.steps.push(sink === undefined ? name : `${name} (${sink})`)
  }
  return told.map(({ head, steps }) => `${head}: ${steps.join(" ")}`)
}

const flowsOf = async (text: string) => processesOf(await graphOf(text))

describe("entries", () => {
  test("a route's handler without a name is one, with what it runs and no more", async () => {
    expect(
      await flowsOf(`
=== app.js
const express = require("express")
const { PrismaClient } = require("@prisma/client")
const { save, list } = require("./users")
const router = express.Router()
router.post("/users", async (req, res) => { save(req) })
router.get("/users", (req, res) => { list() })
=== users.js
const fs = require("node:fs")
exports.save = function (it) { check(it); fs.writeFileSync("x", it) }
exports.list = function () { return [] }
function check(it) {}
`),
    ).toEqual([
      "route POST /users → save: app.js >save (file) >>check",
      "route GET /users → list: app.js >list",
    ])
  })

  test("decorators and the path of the type around make routes", async () => {
    expect(
      await flowsOf(`
=== src/main/java/shop/Owners.java
package shop;
import org.springframework.web.bind.annotation.*;
@RequestMapping("/owners")
public class Owners {
  @GetMapping("/{id}")
  public String one(int id) { return find(id); }
  @PostMapping
  public String add() { return store(); }
  private String find(int id) { return ""; }
  private String store() { return ""; }
}
`),
    ).toEqual([
      "route GET /owners/{id} → find: one >find",
      "route POST /owners → store: add >store",
    ])
  })

  test("one handler at two paths is one flow with both", async () => {
    expect(
      await flowsOf(`
=== app.py
from flask import Flask
app = Flask(__name__)

@app.route("/")
@app.route("/index")
def index():
    return page()

def page():
    return ""
`),
    ).toEqual(["route route /, route /index → page: index >page"])
  })

  test("commands, programs and what is given out, tests left out", async () => {
    const told = await flowsOf(`
=== cmd/root.go
package cmd

import "github.com/spf13/cobra"

var root = &cobra.Command{Use: "sync", Run: func(cmd *cobra.Command, args []string) { synchronise() }}

func synchronise() { connect() }

func connect() {}
=== main.go
package main

func main() { start() }

func start() { listen() }

func listen() {}
=== lib/api.go
package lib

func Render() { layout() }

func layout() { paint() }

func paint() {}
=== lib/api_test.go
package lib

import "testing"

func TestRender(t *testing.T) { Render() }
`)
    expect(told).toEqual([
      "command command sync → connect: root >synchronise >>connect",
      "main main → listen: main >start >>listen",
      "api Render → paint: Render >layout >>paint",
    ])
  })
})

describe("flows", () => {
  const deep = (levels: number) =>
    Array.from({ length: levels }, (_, i) => `function step${i}() { step${i + 1}() }`).join("\n") +
    `\nfunction step${levels}() {}\n`

  test("follow calls in the order of the text, each once, and end where they come around", async () => {
    const { graph } = await graphOf(`
=== a.ts
export function main() { second(); first(); second() }
function first() { main() }
function second() { first() }
`)
    const { steps, cut } = Flows.trace(Flows.groundOf(graph), { node: Names.named(graph, "main")[0]! })
    expect(
      steps.map((
        { node, from },
      ) => [Node.nameOf(graph, node), from === NONE ? "" : Node.nameOf(graph, steps[from]!.node)]),
    )
      .toEqual([["main", ""], ["second", "main"], ["first", "main"]])
    expect(cut).toBe(0)
  })

  test("stop at their bounds and count what they leave out", async () => {
    const { graph } = await graphOf(`=== a.ts\nexport function main() { step0() }\n${deep(15)}`)
    const ground = Flows.groundOf(graph)
    const start = { node: Names.named(graph, "main")[0]! }
    const bounded = Flows.trace(ground, start, { branches: 6, depth: 4, steps: 40 })
    expect(bounded.steps.length).toBe(5)
    expect(bounded.cut).toBe(1)
    expect(Flows.trace(ground, start, { branches: 6, depth: 40, steps: 40 })).toMatchObject({ cut: 0 })
  })

  test("of many callees those that lead on are kept", async () => {
    const leaves = Array.from({ length: 9 }, (_, i) => `leaf${i}`)
    const { graph } = await graphOf(`
=== a.ts
import { writeFileSync } from "node:fs"
export function main() { ${leaves.map((it) => `${it}()`).join("; ")}; store() }
${leaves.map((it) => `function ${it}() {}`).join("\n")}
function store() { writeFileSync("x", "y") }
`)
    const { steps, cut } = Flows.trace(Flows.groundOf(graph), { node: Names.named(graph, "main")[0]! })
    const names = steps.map(({ node }) => Node.nameOf(graph, node))
    expect(names).toContain("store")
    expect(names.length).toBe(1 + Flows.USUAL.branches)
    expect(cut).toBe(10 - Flows.USUAL.branches)
  })

  test("what is part of another flow is told once, unless somebody outside enters there", async () => {
    const told = await flowsOf(`
=== a.ts
export function outer() { inner() }
export function inner() { one(); two() }
function one() {}
function two() {}
=== b.ts
import { Router } from "express"
import { inner } from "./a"
const router = Router()
router.get("/inner", inner)
`)
    expect(told.map((it) => it.split(":")[0]!.replace(/ →.*/, ""))).toEqual(["route GET /inner", "api outer"])
  })
})
