// The pool over stand-in workers: order of answers, sharing out, and what becomes of files that a worker breaks down on.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { type Extracted, type Extraction, ExtractionPool, FAILURES } from "../../lib/indexer/extraction.ts"
import * as Pool from "../../lib/platform/pool.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { layDown, LIMITS } from "./_stand_in.ts"

const withPool = <A, E>(
  workers: number,
  use: (extraction: Extraction) => Effect.Effect<A, E>,
  limits = LIMITS,
) =>
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const opened = Effect.flatMap(ExtractionPool, (pool) => pool.open("/root", workers))
    return yield* Effect.scoped(Effect.flatMap(opened, use)).pipe(
      Effect.provide(Pool.layerOf(layDown(folder), limits)),
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

/** What became of each file, in order; facts as the path they say. */
const outcomes = (answers: ReadonlyArray<Extracted>) =>
  answers.map((it) =>
    it._tag === "facts"
      ? new TextDecoder().decode(it.bytes).split(" by ")[0]!
      : it._tag === "failed"
      ? it.reason
      : it._tag
  )

/** Where memory is what runs out, however slowly a machine gives it. */
const UNHURRIED = { ...LIMITS, timeFor: () => 10_000 }

for (
  const [deed, reason] of [
    ["boom", FAILURES.broke],
    ["exit", FAILURES.ended],
    ["hang", FAILURES.time],
    ["silent", FAILURES.time],
    ["hog", FAILURES.memory],
  ] as const
) {
  effect(
    `a file that makes its worker ${deed} is named, and all others are read`,
    Effect.gen(function* () {
      const paths = Array.from({ length: 40 }, (_, i) => i === 21 ? `${deed}.ts` : `${i}.ts`)
      const answers = yield* withPool(
        2,
        (it) => it.extract(paths.map((path) => source(path)), () => {}),
        reason === FAILURES.memory ? UNHURRIED : LIMITS,
      )
      expect(outcomes(answers)).toEqual(paths.map((path, i) => i === 21 ? reason : path))
    }),
  )
}

effect(
  "several such files, side by side and alone in their batch, do not hide each other",
  Effect.gen(function* () {
    const paths = ["boom1", "a", "exit1", "exit2", "b", "boom2"]
    const answers = yield* withPool(2, (it) => it.extract(paths.map((path) => source(path, 200_000)), () => {}))
    const { broke, ended } = FAILURES
    expect(outcomes(answers)).toEqual([broke, "a", ended, ended, "b", broke])
  }),
)

effect(
  "a worker that answers twice, or what it was not asked, or ends behind its answer, costs nothing",
  Effect.gen(function* () {
    const paths = Array.from({ length: 48 }, (_, i) => `${i}${i === 3 ? "twice" : i === 20 ? "leave" : ""}`)
    expect(outcomes(yield* withPool(2, (it) => it.extract(paths.map((path) => source(path)), () => {})))).toEqual(paths)
    const wrong = yield* withPool(2, (it) => it.extract([source("wrongly"), source("a")], () => {}))
    expect(outcomes(wrong)[1]).toBe("a")
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
