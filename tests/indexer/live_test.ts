// A repository kept at hand: an update costs what changed. That it gives what a rebuild gives, law_test.ts tries.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Live from "../../lib/indexer/live.ts"
import { machine, Memory } from "../_kit/memory.ts"
import { effect } from "../_kit/effect.ts"

const ROOT = "/one/shop"

const kept = (files: Readonly<Record<string, string>>) => {
  const memory = new Memory()
  const write = (path: string, text: string) => {
    memory.now += 1_000_000_000n
    memory.write(`${ROOT}/${path}`, new TextEncoder().encode(text))
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  memory.now += 1_000_000_000n
  return { memory, write }
}

effect(
  "an update that is told of one file reads that file and lists nothing; one that is told of a new file lists",
  Effect.suspend(() => {
    const { memory, write } = kept({
      "a.ts": "export const a = 1\n",
      "b.ts": `import { a } from "./a"\nexport const b = () => a\n`,
    })
    return Effect.gen(function* () {
      const live = yield* Live.make(ROOT, {})
      expect((yield* live.update()).stats).toMatchObject({ files: 2, symbols: 2 })
      memory.extracted.length = 0
      const before = memory.lists
      write("a.ts", "export const a = 1\nexport const c = 2\n")
      expect((yield* live.update(new Set(["a.ts"]))).stats).toMatchObject({ files: 2, symbols: 3 })
      expect(memory.extracted).toEqual([`${ROOT}/a.ts`])
      expect(memory.lists).toBe(before)
      const same = yield* live.update(new Set(["a.ts"]))
      expect(same.parts).toBeUndefined()
      expect(memory.lists).toBe(before)
      write("c.ts", "export const d = 2\n")
      expect((yield* live.update(new Set(["c.ts"]))).stats).toMatchObject({ files: 3, symbols: 4 })
      expect(memory.lists).toBeGreaterThan(before)
    }).pipe(Effect.provide(machine(memory)))
  }),
)

effect(
  "an update that fails leaves what was kept",
  Effect.suspend(() => {
    const { memory, write } = kept({ "a.ts": "export const a = 1\n" })
    return Effect.gen(function* () {
      const live = yield* Live.make(ROOT, {})
      yield* live.update()
      memory.remove(`${ROOT}/a.ts`)
      memory.folders.add(ROOT)
      expect(yield* Effect.flip(live.update(new Set(["a.ts"])))).toMatchObject({ _tag: "NothingToIndex" })
      write("a.ts", "export const b = 1\n")
      const { parts, stats } = yield* live.update(new Set(["a.ts"]))
      expect(parts).toBeDefined()
      expect(stats).toMatchObject({ files: 1, symbols: 1 })
    }).pipe(Effect.provide(machine(memory)))
  }),
)
