// Where repositories are that are no longer where they were: looked for beside, and in time that the list bounds.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs"
import * as Scan from "../../lib/indexer/scan.ts"
import * as FilesPort from "../../lib/machine/files.ts"
import { RunGit } from "../../lib/machine/git.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import type { Entry } from "../../lib/workspace/entry.ts"
import * as Whereabouts from "../../lib/workspace/whereabouts.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const entryOf = (path: string): Entry => ({
  name: "it",
  path,
  snapshot: "/home/none",
  sha256: "",
  stat: { size: 1, modified: "0", changed: "0", inode: "0" },
  commit: null,
  indexedAt: "2026-01-01T00:00:00.000Z",
  stats: { files: 0, symbols: 0, edges: 0 },
  languages: [],
  inode: String(statSync(path, { bigint: true }).ino),
})

effect(
  "a folder in which many are missing is looked through once, and each is told where it went",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    const entries = Array.from({ length: 30 }, (_, i) => {
      mkdirSync(`${base}/r${i}`)
      return entryOf(`${base}/r${i}`)
    })
    renameSync(`${base}/r3`, `${base}/moved`)
    mkdirSync(`${base}/away`)
    for (let i = 10; i < 30; i++) renameSync(`${base}/r${i}`, `${base}/away/r${i}`)
    let listed = 0
    const counting = Layer.effect(
      FilesPort.Files,
      Effect.map(FilesPort.Files, (files) => ({
        ...files,
        list: (path: string) => {
          listed++
          return files.list(path)
        },
      })),
    ).pipe(Layer.provide(Files.layer))
    const places = yield* Effect.provide(Whereabouts.ofAll(entries), Layer.merge(counting, Git.layer))
    expect(places.map(({ _tag }) => _tag)).toEqual(
      entries.map((_, i) => i === 3 ? "moved" : i < 10 ? "here" : "gone"),
    )
    expect(places[3]).toEqual({ _tag: "moved", to: `${base}/moved`, sure: false })
    expect(listed).toBe(1)
  }),
)

effect(
  "no git is asked about a repository that is gone",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]), { git: true })
    rmSync(root, { recursive: true })
    let asked = 0
    const git = Layer.succeed(RunGit, () => Effect.die(`git was asked ${++asked} times`))
    const failed = yield* Effect.flip(Effect.provide(Scan.scan(root), Layer.merge(Files.layer, git)))
    expect(failed).toMatchObject({ _tag: "PlatformError", code: "ENOENT" })
    expect(asked).toBe(0)
  }),
)
