// The pool over stand-in workers: order of answers, sharing out, and what is said when a worker breaks down.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { type Extraction, ExtractionPool } from "../../lib/indexer/extraction.ts"
import * as Pool from "../../lib/platform/pool.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

/**
 * A worker that answers each file with its path as bytes, after as many milliseconds as the path says; `boom` throws,
 * `exit` ends the thread.
 */
const STAND_IN = `
import { parentPort, workerData } from "node:worker_threads"
let last = Promise.resolve()
parentPort.on("message", (batch) => {
  last = last.then(async () => {
    const texts = []
    for (let i = 0; i < batch.paths.length; i++) {
      const path = batch.paths[i]
      Atomics.store(workerData.inFlight, workerData.slot, batch.numbers[i])
      if (path.includes("boom")) throw new Error("out of cheese")
      if (path.includes("exit")) process.exit(3)
      const pause = /after(\\d+)/.exec(path)
      if (pause) await new Promise((done) => setTimeout(done, Number(pause[1])))
      texts.push(new TextEncoder().encode(path + " by " + workerData.slot))
    }
    const buffer = new ArrayBuffer(texts.reduce((sum, it) => sum + it.length, 0))
    let offset = 0
    const rows = texts.map((it) => {
      new Uint8Array(buffer).set(it, offset)
      offset += it.length
      return { _tag: "facts", offset: offset - it.length, length: it.length, digest: "0" }
    })
    return { numbers: batch.numbers, buffer, rows }
  }).then(
    (done) => parentPort.postMessage(done, [done.buffer]),
    (cause) => parentPort.postMessage({ failed: cause.message }),
  )
})
`

const withPool = <A, E>(workers: number, use: (extraction: Extraction) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/worker.mjs`, STAND_IN)
    const opened = Effect.flatMap(ExtractionPool, (pool) => pool.open("/root", workers))
    return yield* Effect.scoped(Effect.flatMap(opened, use)).pipe(
      Effect.provide(Pool.layerOf(pathToFileURL(`${folder}/worker.mjs`))),
    )
  })

const source = (path: string, size = 1) => ({ path, size })

effect(
  "answers come in the sources' order, whoever was quicker, and all workers take part",
  Effect.gen(function* () {
    const sources = Array.from({ length: 100 }, (_, i) => source(`${i}-after${(i * 37) % 5}.ts`, 100_000))
    const seen: Array<number> = []
    const answers = yield* withPool(
      3,
      (it) => it.extract(sources, ({ files, bytes }) => void seen.push(files, bytes / 100_000)),
    )
    const texts = answers.map((it) => it._tag === "facts" ? new TextDecoder().decode(it.bytes) : it._tag)
    expect(texts.map((it) => it.split(" by ")[0])).toEqual(sources.map(({ path }) => path))
    expect(new Set(texts.map((it) => it.split(" by ")[1])).size).toBe(3)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.slice(-2)).toEqual([100, 100])
  }),
)

effect(
  "nothing to do is done at once",
  Effect.gen(function* () {
    expect(yield* withPool(2, (it) => it.extract([], () => {}))).toEqual([])
  }),
)

effect(
  "a worker that throws, or ends, fails the run and names the file it was reading",
  Effect.gen(function* () {
    for (const [path, detail] of [["boom.ts", "out of cheese"], ["exit.ts", "ended by itself"]] as const) {
      const sources = [...Array.from({ length: 20 }, (_, i) => source(`${i}.ts`)), source(path), source("z.ts")]
      const error = yield* Effect.flip(withPool(1, (it) => it.extract(sources, () => {})))
      expect(error).toMatchObject({ _tag: "ExtractionFailed", files: [path] })
      expect(error.message).toContain(detail)
      expect(error.message).toContain(path)
    }
  }),
)

effect(
  "a worker that cannot start fails the run instead of waiting for it",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/worker.mjs`, "throw new Error('no grammar here')\n")
    const error = yield* Effect.flatMap(ExtractionPool, (pool) => pool.open("/root", 1)).pipe(
      // Long enough for the worker to have ended before there is anything to read.
      Effect.tap(() => Effect.sleep(300)),
      Effect.flatMap((it) => it.extract([source("a.ts")], () => {})),
      Effect.flip,
      Effect.provide(Pool.layerOf(pathToFileURL(`${folder}/worker.mjs`))),
    )
    expect(error).toMatchObject({ _tag: "ExtractionFailed" })
    expect(error.message).toContain("no grammar here")
  }),
)

effect(
  "an interrupted run ends while a worker is still busy",
  Effect.gen(function* () {
    const begun = performance.now()
    const run = withPool(1, (it) => it.extract([source("after60000.ts")], () => {}))
    expect((yield* Effect.timeoutOption(run, 300))._tag).toBe("None")
    expect(performance.now() - begun).toBeLessThan(5000)
  }),
)
