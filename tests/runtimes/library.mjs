// The library under whichever runtime runs this file: `bun test`, `deno test`, `node --test`. Bun and Deno take it from
// source as "lib", Node from the build as "portolan". The repository and the home folder come from the environment;
// what the library answered is written to PORTOLAN_ANSWERS, for whoever compares the runtimes.

import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import process from "node:process"
import { test } from "node:test"

const FROM_SOURCE = "Bun" in globalThis || "Deno" in globalThis
const { PORTOLAN_REPO: repo, PORTOLAN_HOME: home, PORTOLAN_ANSWERS: answers } = process.env

// A specifier in a variable: the type checker of one runtime need not find what only another one has.
const place = (source, build) => FROM_SOURCE ? source : build
const library = await import(place("./from_source.ts", "portolan"))
const promises = await import(place("../../promise.ts", "portolan/promise"))
const Effect = await import("effect/Effect")

const ask = async (index) => ({
  query: await index.query({ search_query: "total" }),
  context: await index.context({ name: "src/money.ts:add" }),
  impact: await index.impact({ target: "src/money.ts:add" }),
  trace: await index.trace({ from: "main", to: "format" }),
  read: await index.readFile({ path: "src/money.ts" }),
  grep: await index.grep({ pattern: "Not the one", literal: true }),
  text: await index.call("context", { name: "src/store.ts:Ledger.total" }),
  nodes: index.graph.nodes.rows,
  edges: index.graph.edges.rows,
  report: index.report,
})

test("a repository is analyzed, asked and closed", async () => {
  const index = await promises.analyze(repo, { home, workers: 2 })
  const told = await ask(index)
  await index.close()
  assert.equal(told.report.read, 5)
  // store.ts imports it as sum and calls it in Ledger.total; the namesake in other.ts has no part in it.
  assert.match(JSON.stringify(told.context), /Method:src\/store\.ts:Ledger\.total/)
  assert.doesNotMatch(JSON.stringify(told.context), /src\/other\.ts/)
  for (const uid of ["Function:src/report.ts:report", "Function:src/main.ts:main"]) {
    assert.match(JSON.stringify(told.impact), new RegExp(uid.replaceAll(/[/.]/g, "\\$&")))
  }
  assert.equal(told.trace.status, "ok")
  assert.match(told.read.content, /return a \+ b/)
  assert.equal(told.grep.hits.length, 1)
  assert.equal(told.text.isError, false)

  const opened = await promises.open(repo, { home })
  assert.deepEqual(await ask(opened), told)
  await opened.close()
  if (answers !== undefined) writeFileSync(answers, JSON.stringify(told))
})

test("the same as Effects without requirements, and failures that are declared", async () => {
  const told = await Effect.runPromise(Effect.gen(function* () {
    const index = yield* library.open(repo, { home })
    const missing = yield* Effect.flip(index.context({ name: "noSuchThing" }))
    const wrong = yield* Effect.flip(index.context({ nme: "add" }))
    yield* index.close
    return { missing: missing._tag, wrong: wrong._tag }
  }))
  assert.deepEqual(told, { missing: "SymbolNotFound", wrong: "InvalidArguments" })
})

test("what cannot be opened or analyzed says what to do", async () => {
  await assert.rejects(promises.open(`${repo}/src`, { home }), /run portolan analyze/)
  await assert.rejects(promises.analyze(`${repo}/absent`, { home }), /there is no such path/)
  await assert.rejects(promises.analyze(`${repo}/package.json`, { home }), /not a folder/)
})
