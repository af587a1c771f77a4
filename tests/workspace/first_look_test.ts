// The first question to a server: it does not wait for a git that is slow, nor for words that take long, and says so; who
// asks again is told all. The rest of the world waits.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { RunGit } from "../../lib/machine/git.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Analysis from "../../lib/workspace/analysis.ts"
import * as Finder from "../../lib/workspace/finder.ts"
import { Home } from "../../lib/workspace/home.ts"
import { LiveUpdates, type Serving } from "../../lib/workspace/live_updates.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { Repos } from "../../lib/workspace/repos.ts"
import { effect } from "../_kit/effect.ts"
import { machine as memory, Memory } from "../_kit/memory.ts"
import * as Repo from "../_kit/repo.ts"
import { tableOf } from "../search/_passages.ts"
import * as World from "../tools/world.ts"

const FILES = Repo.parse("=== a.ts\nexport const a = 1\n=== b.ts\nexport const b = 2\n")

const SLOW_MS = 600

/** Git that takes its time once it is told to. */
const slowGit = (isSlow: () => boolean) =>
  Layer.effect(
    RunGit,
    Effect.map(RunGit, (git): typeof RunGit.Service => (...asked) =>
      Effect.suspend(() =>
        isSlow() ? Effect.delay(git(...asked), SLOW_MS) : git(...asked)
      )),
  )

/** An indexed repository of which one file has changed since, and its first question. */
const first = (serving: Serving, asked: { readonly soon?: true }) =>
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { git: true })
    let isSlow = false
    const world = Repos.layer.pipe(
      Layer.provideMerge(Registry.Registry.layer),
      Layer.provideMerge(Layer.succeed(Home, { folder: home })),
      Layer.provideMerge(Layer.succeed(LiveUpdates, serving)),
      Layer.provideMerge(slowGit(() => isSlow)),
      Layer.provideMerge(machine),
    )
    return yield* Effect.gen(function* () {
      yield* Analysis.run(root, "repository", {})
      appendFileSync(join(root, "a.ts"), "export const more = 3\n")
      isSlow = true
      const { select } = yield* Repos
      const begun = performance.now()
      const found = yield* (yield* select(asked)).freshness([])
      const took = performance.now() - begun
      yield* Effect.sleep(2 * SLOW_MS)
      return { found, took, later: yield* (yield* select(asked)).freshness([]) }
    }).pipe(Effect.provide(world))
  })

const dirty = { freshness: "dirty" as const, changed_files: 1 }

effect(
  "a question that is to be answered soon does not wait for git, and is told more when it is asked again",
  Effect.gen(function* () {
    const { found, took, later } = yield* first({ settings: undefined, patienceMs: 200 }, { soon: true })
    expect(found).toEqual({
      freshness: "unknown",
      reason: "the checkout is still being compared with the index; ask again",
    })
    expect(took).toBeLessThan(SLOW_MS)
    expect(later).toEqual(dirty)
  }),
  60_000,
)

effect(
  "all other questions wait for it, and so does whoever asks no server",
  Effect.gen(function* () {
    for (
      const [serving, asked] of [[{ settings: undefined, patienceMs: 200 }, {}], [{ settings: undefined }, {
        soon: true,
      }]] as const
    ) {
      const { found, took } = yield* first(serving, asked)
      expect(found).toEqual(dirty)
      expect(took).toBeGreaterThan(SLOW_MS - 10)
    }
  }),
  60_000,
)

/** A repository of one function, whose passages hold so many words that an index of them is not made at once. */
const wordy = () => {
  const graph = World.graphOf({
    files: { "a.ts": "function walk() {}\n" },
    definitions: [{ kind: "Function", at: "a.ts:walk", text: "function walk() {}" }],
    edges: [],
  })
  const node = graph.byName[0]!
  const rows = Array.from({ length: 2_100 }, (_, i) => ({
    node,
    words: ["marvel", ...Array.from({ length: 99 }, (_, n) => `w${(i * 7 + n) % 3_000}`)],
  }))
  return { graph, passages: { ...tableOf(rows), dims: 0, embedder: "none" } }
}

const NOWHERE = Layer.merge(memory(new Memory()), Layer.succeed(Home, { folder: "/home" }))

test("words that take long come behind the first answer, which names alone give", async () => {
  const { graph, passages } = wordy()
  const make = (patience: number | undefined) =>
    Effect.runPromise(Effect.provide(Finder.make(graph, passages, { ...Finder.ALONE, patience }), NOWHERE))
  const ask = (finder: Finder.Finder, text: string) => Effect.runPromise(finder.find({ text, about: [] }, 10))
  const served = await make(60_000)
  const early = await ask(served, "walk")
  expect({ byWords: early.byWords, hits: early.hits.length }).toEqual({ byWords: false, hits: 1 })
  expect((await ask(served, "a marvel")).hits).toEqual([])
  await Effect.runPromise(served.words)
  const late = await ask(served, "a marvel")
  expect({ byWords: late.byWords, hits: late.hits.length }).toEqual({ byWords: true, hits: 1 })
  // Who asks once waits.
  expect(await ask(await make(undefined), "a marvel")).toMatchObject({ byWords: true, hits: [{ why: "words" }] })
})
