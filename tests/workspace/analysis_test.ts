// What a run finds out before it begins: that what it makes could be kept.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { analyze, type Progress, refresh } from "../../mod.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const FILES = new Map([["a.ts", "export const a = 1\n"]])

/** A run that fails, and how far it came. */
const failing = (make: typeof analyze, root: string, home: string) =>
  Effect.gen(function* () {
    const phases = new Set<Progress["phase"]>()
    const error = yield* Effect.flip(make(root, { home, workers: 1, onProgress: ({ phase }) => phases.add(phase) }))
    return { error, phases: [...phases] }
  })

for (const make of [analyze, refresh]) {
  effect(
    "a home folder that cannot be written to is told before a file is read",
    Effect.gen(function* () {
      const root = yield* Repo.layOut(FILES)
      const file = `${yield* Repo.temporary}/file`
      writeFileSync(file, "")
      const { error, phases } = yield* failing(make, root, `${file}/home`)
      expect(error).toMatchObject({ _tag: "RegistryUnavailable", code: "ENOTDIR" })
      expect(phases).toEqual([])
    }),
  )

  effect(
    "a list of repositories that a newer version wrote is told before a file is read",
    Effect.gen(function* () {
      const root = yield* Repo.layOut(FILES)
      const home = yield* Repo.temporary
      writeFileSync(`${home}/registry.json`, JSON.stringify({ version: 99, repositories: [] }))
      const { error, phases } = yield* failing(make, root, home)
      expect(error).toMatchObject({ _tag: "RegistryNewer", found: 99 })
      expect(phases).toEqual([])
    }),
  )
}
