// Runs under Bun, Deno and Node alike: indexes a folder through the library, as a program of that runtime would import
// it, asks it some questions and prints the answers. `RUNTIME answers.mjs FOLDER HOME`

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import process from "node:process"
import * as Effect from "effect/Effect"

const fromSource = "Bun" in globalThis || "Deno" in globalThis
const { analyze } = await import(fromSource ? "lib" : "portolan")
const { open } = await import("portolan/promise")

const [folder, home] = process.argv.slice(2)
const made = await Effect.runPromise(analyze(folder, { home, storage: "home", workers: 2 }))
const snapshot = createHash("sha256").update(readFileSync(made.place.snapshot)).digest("hex")
await Effect.runPromise(made.close)

const index = await open(folder, { home })
const { index: _1, ...context } = await index.context({ name: "src/money.ts:add" })
const { index: _2, ...impact } = await index.impact({ target: "src/money.ts:add" })
const { index: _3, ...trace } = await index.trace({ from: "main", to: "format" })
const { index: _4, ...query } = await index.query({ search_query: "ledger" })
const { index: _5, ...read } = await index.readFile({ path: "src/money.ts" })
const { index: _6, ...grep } = await index.grep({ pattern: "add\\(" })
const failed = await index.context({ name: "noSuchThing" }).then(() => "no failure", (error) => error._tag)
await index.close()

console.log(JSON.stringify({ snapshot, answers: { context, impact, trace, query, read, grep, failed } }))
