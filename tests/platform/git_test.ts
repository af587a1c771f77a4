// Git as a child process of an untrusted folder.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync } from "node:child_process"
import { existsSync, rmSync } from "node:fs"
import process from "node:process"
import * as Scan from "../../lib/indexer/scan.ts"
import { RunGit } from "../../lib/machine/git.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

effect(
  "a git that waits for a pipe in the repository is stopped, and the folder is walked instead",
  Effect.gen(function* () {
    if (process.platform === "win32") return
    const root = yield* Repo.layOut(new Map([["a.ts", "export const a = 1\n"]]), { git: true })
    rmSync(`${root}/.git/HEAD`)
    execFileSync("mkfifo", [`${root}/.git/HEAD`])
    const machine = Layer.merge(Files.layer, Git.layerWithin(500))
    const began = Date.now()
    const failed = yield* Effect.flip(Effect.provide(
      Effect.flatMap(RunGit, (git) => git(root, ["rev-parse", "--is-inside-work-tree"])),
      machine,
    ))
    expect(failed).toMatchObject({ exitCode: -2, detail: "no answer within 0.5 s" })
    const { files, listedBy, notes } = yield* Effect.provide(Scan.scan(root), machine)
    expect(files.map(({ path }) => path)).toEqual(["a.ts"])
    expect(listedBy).toBe("folders")
    expect(notes).toEqual(["git refused to read this folder: no answer within 0.5 s"])
    expect(Date.now() - began).toBeLessThan(20_000)
  }),
)

effect(
  "a git that does nothing but wait is not waited for as long as one that works",
  Effect.gen(function* () {
    if (!existsSync("/proc/self/io")) return
    const root = yield* Repo.layOut(new Map([["a.ts", "export const a = 1\n"]]), { git: true })
    execFileSync("mkfifo", [`${root}/.gitignore`])
    const began = Date.now()
    const { files, listedBy, notes } = yield* Effect.provide(Scan.scan(root), Layer.merge(Files.layer, Git.layer))
    expect(Date.now() - began).toBeLessThan(15_000)
    expect(files.map(({ path }) => path)).toEqual(["a.ts"])
    expect(listedBy).toBe("folders")
    expect(notes[0]).toContain("a pipe")
  }),
  40_000,
)
