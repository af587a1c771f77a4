// Workers that die while a repository is indexed change nothing of what comes out, and sources made to break a reader
// are read, left out or given up, each in bounded time.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import * as HostileKinds from "../../bench/hostile_kinds.ts"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import { serve } from "../../lib/indexer/worker.ts"
import { all as languages } from "../../lib/languages/all.ts"
import * as Layer from "effect/Layer"
import * as Digest from "../../lib/platform/digest.ts"
import * as Environment from "../../lib/platform/environment.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import * as Grammars from "../../lib/platform/grammars.ts"
import * as Models from "../../lib/platform/models.ts"
import * as Pool from "../../lib/platform/pool.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"
import { extensionOf } from "../../lib/text/path.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

/** The real worker, but each one ends when its third batch comes, at once or a moment later. */
const FRAIL = (when: string) => `
import { parentPort } from "node:worker_threads"
await import(${JSON.stringify(new URL("../../lib/platform/worker.ts", import.meta.url).href)})
let batches = 0
parentPort.on("message", (message) => {
  if ("modules" in message || ++batches < 3) return
  if (${JSON.stringify(when)} === "at once") process.exit(3)
  setTimeout(() => process.exit(3), 5)
})
`

const machineWith = (pool: typeof Pool.layer) =>
  Layer.mergeAll(Models.layer, Files.layer, Git.layer, Digest.layer, Environment.layer, pool)

effect(
  "the bytes are the same however often a worker was replaced",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const files = new Map(
      Array.from({ length: 120 }, (_, i) => [
        `part${i % 7}/file${i}.${i % 3 === 0 ? "py" : "ts"}`,
        i % 3 === 0
          ? `def one${i}():\n    return two${i}()\n\ndef two${i}():\n    pass\n`
          : `export const one${i} = () => two${i}()\nexport function two${i}() {}\n`,
      ]),
    )
    const root = yield* Repo.layOut(files)
    const bytesWith = (pool: typeof Pool.layer, workers: number) =>
      Effect.map(
        Effect.provide(Indexer.indexRepository(root, { workers }), machineWith(pool)),
        ({ parts, meta }) => ({ bytes: Buffer.concat(parts ?? []).toString("base64"), read: meta.report.read }),
      )
    const expected = yield* bytesWith(Pool.layer, 1)
    expect(expected.read).toBe(120)
    for (const when of ["at once", "later"]) {
      writeFileSync(`${folder}/${when.length}.mjs`, FRAIL(when))
      const pool = Pool.layerOf(pathToFileURL(`${folder}/${when.length}.mjs`))
      expect(yield* bytesWith(pool, 2)).toEqual(expected)
    }
  }),
  60_000,
)

test("each kind of hostile source is read, left out or given up in bounded time, and the reader goes on", async () => {
  const kinds = HostileKinds.all(800)
  const texts = new Map([...kinds].map(([path, text]) => [`/r/${path}`, new TextEncoder().encode(text)]))
  const samples = new Map(
    languages.flatMap((it) => it.samples ?? []).map(({ path, text }) => [extensionOf(path), text]),
  )
  const ordinary = (path: string) => new TextEncoder().encode(samples.get(extensionOf(path)) ?? "a = b(c)\n")
  const answer = serve({
    read: (path) => texts.get(path) ?? ordinary(path),
    digest: () => "0",
    grammar: Grammars.load,
  }, { root: "/r", inFlight: new Int32Array(new SharedArrayBuffer(4)), slot: 0 })
  const slow: Array<string> = []
  let read = 0
  for (const path of kinds.keys()) {
    const before = process.cpuUsage()
    const next = `ordinary${path.slice(path.lastIndexOf("."))}`
    const { rows, buffer } = await answer({ numbers: [0, 1], paths: [path, next] })
    const { user, system } = process.cpuUsage(before)
    // The longest of them has some hundred thousand characters.
    if (5e6 < user + system) slow.push(`${path}: ${user + system}`)
    expect({ path, tag: rows[0]!._tag }).not.toEqual({ path, tag: "failed" })
    if (rows[0]!._tag === "facts") read++
    const after = rows[1]!
    if (after._tag !== "facts") throw new Error(`after ${path}: ${after._tag}`)
    expect(FactsBytes.decode(new Uint8Array(buffer, after.facts.offset, after.facts.length)).problems.rows).toBe(0)
  }
  expect(slow).toEqual([])
  expect(read).toBeGreaterThan(300)
}, 120_000)
