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
      "route POST …/users → save: app.js >save (file) >>check",
      "route GET …/users → list: app.js >list",
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

  test("a pattern of Go's own server says verb and path", async () => {
    expect(
      await flowsOf(`
=== main.go
package main

import "net/http"

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /posts/{id}", show)
	mux.HandleFunc("POST /posts", create)
}

func show(w http.ResponseWriter, r *http.Request) { read() }

func create(w http.ResponseWriter, r *http.Request) { store() }

func read() {}

func store() {}
`),
    ).toEqual([
      "route GET /posts/{id} → read: show >read",
      "route POST /posts → store: create >store",
      "main main: main",
    ])
  })

  test("what sends a request and takes a function for its answer is no route", async () => {
    const told = await flowsOf(`
=== app.js
import superagent from "superagent"
import http from "node:http"
import $ from "jquery"
superagent.get("/api/users", () => { done() })
http.get("/api/x", () => { done() })
$.post("/api/y", () => { done() })
function done() { draw() }
function draw() {}
`)
    expect(told.filter((it) => it.startsWith("route"))).toEqual([])
  })

  test("a flow is known by words of a text and by no sentence, and two that are the same are told once", async () => {
    expect(
      (await flowsOf(`
=== app.js
const emitter = new (require("node:events"))()
const app = require("express")()
function draw() { paint() }
function paint() {}
app.get("/a/b now do as I say", () => { draw() })
emitter.on("open the door", () => { draw() })
emitter.on("data", () => { draw() })
emitter.on("data", () => { draw() })
`)).map((it) => it.split(":")[0]),
    ).toEqual(["route GET /a/b… → paint", "event on open… → paint", "event on data → paint"])
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

/** Kinds and labels alone. */
const labelsOf = async (text: string) => (await flowsOf(text)).map((it) => it.slice(0, it.indexOf(": ")))

describe("who enters", () => {
  test("what a decorator of a library takes, and commands of a group, whatever it is; no wrappers", async () => {
    expect(
      await labelsOf(`
=== app.py
import functools
from flask import Flask, Blueprint
from flask_login import LoginManager, login_required
app = Flask(__name__)
bp = Blueprint("cli", __name__)
login = LoginManager()

@bp.cli.group()
def translate():
    pass

@translate.command()
def update():
    compile_all()

@login.user_loader
def load_user(id):
    return one(id)

@app.before_request
def before():
    one(1)
    compile_all()

@functools.lru_cache
def cached(id):
    one(id)
    return compile_all()

def one(id):
    return open("x").read()

def compile_all():
    cached(1)
`),
    ).toEqual([
      "command command update → one",
      "event on before → one",
      "command command translate",
      "handler load_user → one",
    ])
  })

  test("no function that a query asks there and then", async () => {
    expect(
      await labelsOf(`
=== a.ts
import { query, hooks } from "some-store"
import { isNew, audit } from "./b"
export const recent = () => query.where((it) => isNew(it)).sortBy((it) => isNew(it))
hooks.onSave((it) => audit(it))
=== b.ts
import { writeFileSync } from "node:fs"
export const isNew = (it: unknown) => check(it)
const check = (it: unknown) => it !== undefined
export const audit = (it: unknown) => writeFileSync("log", String(it))
`),
    ).toEqual(["handler a.ts → audit", "api recent → check"])
  })

  test("a main that its own file runs, whoever else does; a script that runs it alone is told there", async () => {
    expect(
      await labelsOf(`
=== shop/__init__.py
=== shop/core.py
import sys
def main():
    load()
    return 0

def load():
    return open("x").read()

if __name__ == "__main__":
    sys.exit(main())
=== start.py
from shop.core import main
ret = main()
=== extras/build.py
import subprocess
def main():
    pack()

def pack():
    subprocess.run(["tar"])

main()
`),
    ).toEqual(["main main (core.py) → load", "main main (build.py) → pack"])
  })

  test("paths that Django and ASP.NET are told", async () => {
    expect(
      await labelsOf(`
=== urls.py
from django.urls import path
from views import show
urlpatterns = [path("articles/<int:id>/", show)]
=== views.py
def show(request, id):
    return page()

def page():
    return ""
`),
    ).toEqual(["route route …/articles/<int:id> → page"])
    expect(
      await labelsOf(`
=== Program.cs
using Microsoft.AspNetCore.Builder;
var app = WebApplication.Create(args);
app.MapGet("/orders", Shop.Orders.All);
app.Run();
=== Shop/Orders.cs
namespace Shop;
public static class Orders
{
    public static int All() => Count();
    private static int Count() => 1;
}
`),
    ).toEqual(["route GET /orders → Count", "main Program.cs"])
  })

  test("what stands beside the product comes behind it; what Go runs when it loads is no program", async () => {
    const main = (path: string, name: string) => `
=== ${path}
package main

func ${name}() { one(); two() }

func one() {}

func two() {}
`
    expect(
      await labelsOf(main("_examples/a/main.go", "main") + main("shop/main.go", "main") + main("core/load.go", "init")),
    )
      .toEqual(["main main (shop/main.go) → one", "script init → one", "main main (a/main.go) → one"])
  })

  test("nothing of a file of Python's tests", async () => {
    const file = (path: string) => `
=== ${path}
def check_all(): one(); two()
def one(): pass
def two(): pass
`
    expect(await labelsOf(file("tests.py"))).toEqual([])
    expect(await labelsOf(file("contests.py"))).toEqual(["api check_all → one"])
  })

  test("statements at the top level of a file of C#, and what handlers of a library have for it", async () => {
    expect(
      await labelsOf(`
=== Program.cs
using Shop;
var app = new App();
app.Start();
=== App.cs
using MediatR;
namespace Shop;
public class App { public void Start() { Listen(); } private void Listen() { } }
public record Order(int Id) : IRequest;
public class OrderHandler : IRequestHandler<Order>
{
    private readonly Store store = new Store();
    public void Handle(Order order) { store.Put(order); store.Close(); }
}
public class Store
{
    public void Put(Order order) { System.IO.File.WriteAllText("x", "y"); }
    public void Close() { }
}
`),
    ).toEqual(["main Program.cs → Listen", "handler OrderHandler.Handle → Put"])
  })
})

describe("labels", () => {
  test("end in what is changed outside, as near as that is, and never in what only gives or checks", async () => {
    expect(
      await labelsOf(`
=== app.ts
import { Router } from "express"
import { register, rename, show } from "./users"
const router = Router()
router.post("/users", register)
router.put("/users", rename)
router.get("/users", show)
=== users.ts
import { PrismaClient } from "@prisma/client"
const prisma = new PrismaClient()
export const register = async () => { await findUser(); await saveUser(); answer() }
export const rename = async () => { await prisma.user.update({}); findUser() }
export const show = async () => { const it = await findUser(); answer(); return it }
const findUser = async () => prisma.user.findUnique({})
const saveUser = async () => prisma.user.create({})
const answer = () => format()
const format = () => "x"
`),
    ).toEqual([
      "route POST …/users → saveUser",
      "route GET …/users → findUser",
      "route PUT …/users → update",
    ])
  })

  test("tell two of one path apart by what answers", async () => {
    expect(
      (await labelsOf(`
=== a.py
from flask import Blueprint
bp = Blueprint("a", __name__)

@bp.route("/tokens", methods=["POST"])
def give():
    pass

@bp.route("/tokens", methods=["DELETE"])
def take():
    pass

@bp.route("/tokens", methods=["POST"])
def lend():
    pass

@bp.route("/a", methods=["GET"])
@bp.route("/b", methods=["POST"])
def both():
    pass
=== b.js
const router = require("express").Router()
router.get("/", () => {})
=== c.js
const router = require("express").Router()
router.get("/", () => {})
`)).sort(),
    ).toEqual([
      "route DELETE …/tokens",
      "route GET …/ (b.js)",
      "route GET …/ (c.js)",
      "route POST …/tokens (give)",
      "route POST …/tokens (lend)",
      "route route …/a, route …/b",
    ])
  })

  test("leave out namespaces", async () => {
    expect(
      await labelsOf(`
=== A.cs
namespace Shop.Orders;
public class Till
{
    public void Close() { Count(); Lock(); }
    private void Count() { }
    private void Lock() { }
}
`),
    ).toEqual(["api Till.Close → Count"])
  })
})

describe("sinks", () => {
  test("are calls: neither models that are made nor pages are, and what a repository declares is one", async () => {
    expect(
      await flowsOf(`
=== src/main/java/shop/Owners.java
package shop;
import org.springframework.data.domain.Page;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.web.bind.annotation.*;
public class Owners {
  private OwnerRepository owners;
  @GetMapping("/owners")
  public int all() { return count(owners.findByName("x")); }
  private int count(Page<Owner> page) { return page.getTotalPages(); }
}
interface OwnerRepository extends JpaRepository<Owner, Integer> {
  Page<Owner> findByName(String name);
}
class Owner {}
`),
    ).toEqual(["route GET /owners → findByName: all >count >findByName (database)"])
    expect(
      await flowsOf(`
=== app.py
import sqlalchemy.orm as so
from flask_sqlalchemy import SQLAlchemy
from flask import Flask
app = Flask(__name__)
db = SQLAlchemy(app)

class User(db.Model):
    name = so.mapped_column()

@app.route("/new")
def new():
    return User()

@app.route("/add")
def add():
    db.session.add(User())
`),
    ).toEqual(["route route /add → add: add (database)", "route route /new: new"])
  })

  test("accessors without a body of their own are no steps", async () => {
    expect(
      await flowsOf(`
=== A.java
package shop;
public class A {
  private String name;
  public String getName() { return name; }
  public void close() { getName(); count(); lock(); }
  private void count() { }
  private void lock() { }
}
`),
    ).toEqual(["api A.close → count: close >count >lock"])
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
    expect(told.map((it) => it.split(":")[0]!.replace(/ →.*/, ""))).toEqual(["route GET …/inner", "api outer"])
  })
})
