// What code hands over to the outside: by a call, behind a decorator, by a field; in each language that has the form.

import { expect, test } from "bun:test"
import { REGISTRATION_FORMS } from "../../lib/graph/graph.ts"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Repo from "../_kit/repo.ts"
import { graphOf, labelOf } from "./_graph.ts"

const FORM = new Map<number, string>(Object.entries(REGISTRATION_FORMS).map(([name, code]) => [code, name]))

/**
 * One line a registration: `source: handler to package#callee "text" form`; of a function without a name its text, and
 * what it runs.
 */
const registrationsOf = async (text: string): Promise<ReadonlyArray<string>> => {
  const { graph } = await graphOf(text)
  const files = Repo.parse(text)
  const { registrations: at, registered, strings, nodes } = graph
  return Array.from({ length: at.rows }, (_, row) => {
    const source = at.source[row]!
    const handler = at.handler[row]!
    const written = files.get(Node.pathOf(graph, source))!.slice(at.start[row], at.end[row])
    const runs: Array<string> = []
    for (let i = 0; i < registered.rows; i++) {
      if (registered.registration[i] !== row) continue
      runs.push(`${EDGE_KIND_BY_CODE[registered.kind[i]!]} ${Node.nameOf(graph, registered.target[i]!)}`)
    }
    const given = handler < nodes.rows
      ? labelOf(graph, handler)
      : `\`${written}\`${runs.map((it) => ` ${it}`).join("")}`
    const to = `${strings.at(at.package[row]!)}#${strings.at(at.callee[row]!)}`
    return `${labelOf(graph, source)}: ${given} to ${to} "${strings.at(at.text[row]!)}" ${FORM.get(at.form[row]!)}`
  })
}

test("JavaScript: routes, events and commands, with and without a name", async () => {
  expect(
    await registrationsOf(`
=== app.js
const express = require("express")
const { EventEmitter } = require("node:events")
const { program } = require("commander")
const cron = require("node-cron")
const { list, save } = require("./users")
const router = express.Router()
router.post("/users", async (req, res) => { save(req) })
router.get("/users", list)
const bus = new EventEmitter()
bus.on("saved", function log() { list() })
program.command("import").option("-x").action((path) => { save(path) })
cron.schedule("* * *", list)
module.exports = (app) => { app.get("/own", (req) => { list() }) }
=== users.js
exports.list = function () {}
exports.save = function () {}
`),
  ).toEqual([
    'app.js: `async (req, res) => { save(req) }` CALLS save to express#Router.post "/users" argument',
    'app.js: users.js:list to express#Router.get "/users" argument',
    'app.js: app.js:log to node:events#EventEmitter.on "saved" argument',
    'app.js: `(path) => { save(path) }` CALLS save to commander#option.action "-x" argument',
    'app.js: users.js:list to node-cron#schedule "* * *" argument',
    'app.js:exports: `(req) => { list() }` CALLS list to #get "/own" argument',
  ])
})

test("TypeScript: decorators, fields of an object, wrapped functions and lists", async () => {
  expect(
    await registrationsOf(`
=== app.ts
import { Controller, Get, Injectable } from "@nestjs/common"
import fastify from "fastify"
import handled from "express-async-handler"
import { Router } from "express"
const save = () => {}
const guard = () => {}
@Controller("users")
class Users {
  @Get("all")
  list() {}
}
const app = fastify()
app.route({ url: "/a", handler: save, preHandler: [guard], onError() { guard() } })
const router = Router()
router.get("/b", [guard], handled(() => { save() }))
const wrap = (run: () => void) => () => run()
router.get("/c", wrap(save))
`),
  ).toEqual([
    'app.ts: app.ts:Users to @nestjs/common#Controller "users" decorator',
    'app.ts: app.ts:save to fastify#default.route "/a" field',
    'app.ts: app.ts:guard to fastify#default.route "/a" field',
    'app.ts: app.ts:onError to fastify#default.route "/a" field',
    'app.ts: app.ts:guard to express#Router.get "/b" argument',
    'app.ts: `() => { save() }` CALLS save to express-async-handler#default "" argument',
    'app.ts: `() => { save() }` CALLS save to express#Router.get "/b" argument',
    'app.ts: `wrap(save)` CALLS wrap to express#Router.get "/c" argument',
    'app.ts:Users: app.ts:Users.list to @nestjs/common#Get "all" decorator',
  ])
})

test("callbacks that run there and then are left out, and so is what tests hand over without a text", async () => {
  const calls = `import { expect, test } from "vitest"
import { rows } from "db"
const each = () => {}
export const run = (list: Array<string>, any: any, fetched: Promise<string>, handle: (run: () => void) => void) => {
  list.map(() => each())
  fetched.then(() => each())
  any.map(() => each())
  rows.forEach(() => each())
  "a".replace("a", () => each())
  setTimeout(() => each(), 1)
  handle(() => each())
  own(() => each())
}
const own = (run: () => void) => run()
test("each", () => { each() })
it("each too", () => { each() })
`
  const both = [
    '`() => { each() }` CALLS each to vitest#test "each" argument',
    '`() => { each() }` CALLS each to #it "each too" argument',
  ]
  expect(
    await registrationsOf(`
=== a.ts
${calls}rows.use(() => { each() })
=== a.test.ts
${calls}rows.use(() => { each() })
`),
  ).toEqual([
    ...both.map((it) => `a.test.ts: ${it}`),
    ...both.map((it) => `a.ts: ${it}`),
    'a.ts: `() => { each() }` CALLS each to db#rows.use "" argument',
    // nobody is known who says what is called
    'a.ts:run: `() => each()` CALLS each to #handle "" argument',
  ])
})

test("Python: decorators, names of arguments, urls", async () => {
  expect(
    await registrationsOf(`
=== app.py
import click
from flask import Flask
from django.urls import path

app = Flask(__name__)

@app.route("/x", methods=["GET"])
def show():
    save()

@click.command()
@click.option("--name")
def save():
    pass

class Views:
    @property
    def kept(self):
        return 1

    @app.get(f"/{app}/y")
    def other(self):
        pass

app.add_url_rule('/z', view_func=save)
urls = [path("a/", show), path("b/", lambda: save())]
sorted(urls, key=lambda it: save())
`),
  ).toEqual([
    'app.py: app.py:show to flask#Flask.route "/x" decorator',
    'app.py: app.py:show to flask#Flask.route "GET" decorator',
    'app.py: app.py:save to click#command "" decorator',
    'app.py: app.py:save to click#option "--name" decorator',
    'app.py: app.py:save to flask#Flask.add_url_rule "/z" argument',
    'app.py:Views: app.py:Views.other to flask#Flask.get "" decorator',
    'app.py:urls: app.py:show to django.urls#path "a/" argument',
    'app.py:urls: `lambda: save()` CALLS save to django.urls#path "b/" argument',
  ])
})

test("Go: routes, and fields of literals", async () => {
  expect(
    await registrationsOf(`
=== go.mod
module example.com/shop
=== main.go
package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/spf13/cobra"
)

type Users struct{}

func (u *Users) List(c *gin.Context) {}

func save() {}

func ready(w http.ResponseWriter, r *http.Request) {}

func main() {
	r := gin.Default()
	users := &Users{}
	r.GET("/x", users.List)
	r.Group("/a").POST("/y", func(c *gin.Context) { save() })
	http.HandleFunc("/ready", ready)
	root := &cobra.Command{Use: "serve", Run: func(cmd *cobra.Command, args []string) { save() }}
	root.AddCommand(&cobra.Command{Run: run, Use: "run"})
}

func run(cmd *cobra.Command, args []string) {}
`),
  ).toEqual([
    'main.go:main: main.go:Users.List to github.com/gin-gonic/gin#Default.GET "/x" argument',
    'main.go:main: `func(c *gin.Context) { save() }` CALLS save to github.com/gin-gonic/gin#Group.POST "/y" argument',
    'main.go:main: main.go:ready to net/http#HandleFunc "/ready" argument',
    "main.go:main: `func(cmd *cobra.Command, args []string) { save() }` CALLS save to " +
    'github.com/spf13/cobra#Command.Run "serve" field',
    'main.go:main: main.go:run to github.com/spf13/cobra#Command.Run "run" field',
  ])
})

test("Java: annotations, lambdas and references; what says something alone is none", async () => {
  expect(
    await registrationsOf(`
=== shop/Users.java
package shop;
import io.javalin.Javalin;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(value = "/users", produces = "json")
class Users {
  @GetMapping(path = {"/a", "/b"}) public void list() {}
  @Override public String toString() { return ""; }
  void start(Javalin app, List<String> all) {
    app.get("/x", ctx -> { list(); });
    app.get("/y", this::list);
    all.stream().map(it -> { list(); return it; });
    new Thread(() -> list());
  }
}
`),
  ).toEqual([
    'shop/Users.java: shop/Users.java:Users to org.springframework.web.bind.annotation#RequestMapping "/users" decorator',
    'shop/Users.java: shop/Users.java:Users to org.springframework.web.bind.annotation#RestController "" decorator',
    "shop/Users.java:Users: shop/Users.java:Users.list to " +
    'org.springframework.web.bind.annotation#GetMapping "/a" decorator',
    'shop/Users.java:Users.start: `ctx -> { list(); }` CALLS list to io.javalin#Javalin.get "/x" argument',
    'shop/Users.java:Users.start: shop/Users.java:Users.list to io.javalin#Javalin.get "/y" argument',
  ])
})

test("Kotlin: annotations, functions behind a call, references", async () => {
  expect(
    await registrationsOf(`
=== Users.kt
package shop
import io.ktor.server.application.Application
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import org.springframework.web.bind.annotation.GetMapping

class Users {
  @GetMapping("/a")
  fun list() {}
}

fun show() {}

fun start(app: Application) {
  routing {
    get("/x") { show() }
    get("/y", ::show)
  }
  listOf(1).map { show() }
}
`),
  ).toEqual([
    'Users.kt:Users: Users.kt:Users.list to org.springframework.web.bind.annotation#GetMapping "/a" decorator',
    'Users.kt:start: `{\n    get("/x") { show() }\n    get("/y", ::show)\n  }` CALLS show to ' +
    'io.ktor.server.routing#routing "" argument',
    'Users.kt:start: `{ show() }` CALLS show to io.ktor.server.routing#get "/x" argument',
    'Users.kt:start: Users.kt:show to io.ktor.server.routing#get "/y" argument',
  ])
})

test("C#: attributes, lambdas, groups of methods, fields of what is made", async () => {
  expect(
    await registrationsOf(`
=== Users.cs
using Microsoft.AspNetCore.Mvc;
using System.CommandLine;
namespace Shop;

[Route("users")]
public class Users : ControllerBase {
  [HttpGet("all")] public void List() {}
  void Start(WebApplication app) {
    app.MapGet("/x", () => List());
    app.MapGet("/y", List);
    var import = new Command("import") { Handler = List };
  }
}
`),
  ).toEqual([
    'Users.cs:Shop: Users.cs:Shop.Users to *#RouteAttribute "users" decorator',
    'Users.cs:Shop.Users: Users.cs:Shop.Users.List to *#HttpGetAttribute "all" decorator',
    'Users.cs:Shop.Users.Start: `() => List()` CALLS List to *#WebApplication.MapGet "/x" argument',
    'Users.cs:Shop.Users.Start: Users.cs:Shop.Users.List to *#WebApplication.MapGet "/y" argument',
    'Users.cs:Shop.Users.Start: Users.cs:Shop.Users.List to *#Command.Handler "import" field',
  ])
})

test("what is handed to a function of the repository is none, and long texts are cut", async () => {
  const long = "/x".repeat(150)
  expect(
    await registrationsOf(`
=== a.ts
import { router } from "express"
import { on, off } from "./own"
const save = () => {}
on("x", save)
off.then("y", save)
router.get("${long}", save)
=== own.ts
export const on = (name: string, run: () => void) => run()
export const off = { then: (name: string, run: () => void) => run() }
`),
  ).toEqual([`a.ts: a.ts:save to express#router.get "${long.slice(0, 200)}" argument`])
})

test("Python: texts of a list that a decorator is given by name have a row each", async () => {
  expect(
    await registrationsOf(`
=== app.py
from flask import Flask
app = Flask(__name__)

@app.route("/login", methods=["GET", "POST"], strict=True)
def login(): pass
`),
  ).toEqual([
    'app.py: app.py:login to flask#Flask.route "/login" decorator',
    'app.py: app.py:login to flask#Flask.route "GET" decorator',
    'app.py: app.py:login to flask#Flask.route "POST" decorator',
  ])
})
