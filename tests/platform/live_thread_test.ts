// Threads that keep repositories at hand: what one is asked it answers, and one that breaks down or never ends is ended,
// with a word why.

import { describe, expect } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import * as LiveThread from "../../lib/platform/live_thread.ts"
import { machine } from "../../lib/platform/machine.ts"
import type { Entry } from "../../lib/workspace/entry.ts"
import { LiveThreads } from "../../lib/workspace/live_thread.ts"
import { Settings } from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const entryOf = (root: string): Entry => ({
  name: "repo",
  path: root,
  snapshot: `${root}/.portolan/graph.snapshot`,
  sha256: "0".repeat(64),
  stat: { size: 0, modified: "0", changed: "0", inode: "0" },
  commit: null,
  indexedAt: "2026-12-01T00:00:00.000Z",
  stats: { files: 0, symbols: 0, edges: 0 },
  languages: [],
})

const open = Effect.fnUntraced(function* (root: string) {
  const { open } = yield* LiveThreads
  const { factsBytes } = yield* Settings
  return yield* open!({
    home: join(yield* Repo.temporary, "home"),
    entry: entryOf(root),
    factsBytes,
    embedder: undefined,
  })
})

const FILES = Repo.parse("=== a.ts\nexport const a = 1\n=== b.ts\nimport { a } from './a'\nexport const b = () => a\n")

effect(
  "a thread gives the bytes of a cold index, tells of each file once, and no bytes that are there already",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES)
    const thread = yield* open(root)
    const first = yield* thread.update(undefined, [])
    const cold = yield* Indexer.indexRepository(root)
    expect(Buffer.compare(first.bytes!, Buffer.concat(cold.parts!))).toBe(0)
    expect((yield* Snapshot.decode(first.bytes!)).graph.nodes.rows).toBe(cold.graph.nodes.rows)
    expect(first.files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"])
    writeFileSync(join(root, "a.ts"), "export const a = 2\nexport const c = 3\n")
    const second = yield* thread.update(["a.ts"], [first.sha256])
    expect(second.sha256).not.toBe(first.sha256)
    expect(second.files.map(({ path }) => path)).toContain("a.ts")
    expect(second.isListed).toBe(false)
    const third = yield* thread.update(undefined, [second.sha256])
    expect(third).toMatchObject({ sha256: second.sha256, gone: [] })
    expect(third.bytes).toBeUndefined()
    // Whoever has let go of them gets them once more.
    expect(Buffer.compare((yield* thread.update([], [])).bytes!, second.bytes!)).toBe(0)
  }).pipe(Effect.provide(LiveThread.layer), Effect.provide(machine)),
  60_000,
)

describe("a thread that comes to its end", () => {
  const entry = (text: string) =>
    Effect.map(Repo.temporary, (folder) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, "entry.mjs"), `import { parentPort } from "node:worker_threads"\n${text}`)
      return pathToFileURL(join(folder, "entry.mjs"))
    })

  const failureOf = (text: string, longestMs = 60_000) =>
    Effect.gen(function* () {
      const layer = LiveThread.layerOf(yield* entry(text), longestMs)
      const root = yield* Repo.layOut(FILES)
      return yield* Effect.gen(function* () {
        const thread = yield* open(root)
        const { why } = yield* Effect.flip(thread.update(undefined, []))
        expect(thread.isOver()).toBe(true)
        expect((yield* Effect.flip(thread.update(undefined, []))).why).toBe(why)
        return why
      }).pipe(Effect.provide(layer))
    })

  effect(
    "because it never answers, is ended",
    Effect.gen(function* () {
      expect(yield* failureOf(`parentPort.on("message", () => { for (;;) {} })`, 300)).toBe("it took longer than 0.3 s")
    }),
  )

  effect(
    "because it breaks down, says why",
    Effect.gen(function* () {
      expect(yield* failureOf(`parentPort.on("message", () => { throw new Error("out of luck") })`)).toContain(
        "out of luck",
      )
    }),
  )

  effect(
    "by itself, is no reason to wait",
    Effect.gen(function* () {
      expect(yield* failureOf(`parentPort.on("message", () => process.exit(3))`)).toBe("the thread ended by itself")
    }),
  )
})
