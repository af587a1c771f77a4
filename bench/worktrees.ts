// `npm run bench:worktrees -- [REPOSITORY]`: what the index of a linked worktree, and of a branch, takes beside that of the
// main checkout, and how long it takes to be opened. Prints a table. Without a repository one of 5,000 generated files.

import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import { spent } from "../lib/platform/limits.ts"
import { machine } from "../lib/platform/machine.ts"
import * as Served from "../lib/serve/services.ts"
import * as Registry from "../lib/workspace/registry.ts"
import * as Storage from "../lib/workspace/storage.ts"
import { analyze, type AnalyzeOptions } from "../mod.ts"
import { commit, git } from "../tests/_kit/repo.ts"
import * as Corpus from "./corpus.ts"
import * as Repository from "./repository.ts"
import { table } from "./table.ts"

const given = process.argv[2]
const source = given === undefined ? Repository.layOut(5_000) : resolve(given)
const work = mkdtempSync(join(tmpdir(), "portolan-bench-worktrees-"))
const [root, home] = [join(work, "main"), join(work, "home")]

/** Bytes of the files in some folders. */
const bytesIn = (...folders: ReadonlyArray<string>): number =>
  folders.filter(existsSync).reduce(
    (sum, folder) =>
      readdirSync(folder, { withFileTypes: true, recursive: true }).reduce(
        (sum, it) => it.isFile() ? sum + statSync(join(it.parentPath, it.name)).size : sum,
        sum,
      ),
    0,
  )

const index = (folder: string, more: AnalyzeOptions = {}) =>
  Effect.runPromise(Effect.flatMap(analyze(folder, { home, workers: 2, ...more }), (it) => it.close))

const OPENED = 15

/** The least milliseconds of processor time that opening an index took: the machine may be busy. */
const opening = (folder: string, branch?: string): Promise<number> =>
  Effect.runPromise(Effect.provide(
    Effect.gen(function* () {
      const entry = (yield* (yield* Registry.Registry).find(folder))!
      const pinned = entry.branches?.find((it) => it.name === branch)
      let least = Infinity
      for (let i = 0; i < OPENED; i++) {
        const before = spent()
        yield* pinned === undefined ? Storage.open(entry) : Storage.openBranch(entry, pinned)
        least = Math.min(least, spent() - before)
      }
      return least
    }),
    Served.layer(machine, home),
  ))

const CODE = /\.(ts|py|js)$/

const add = (folder: string, files: number, text: (i: number) => string): void => {
  const sources = git(folder, "ls-files").split("\n").filter((path) => CODE.test(path))
  for (let i = 0; i < files; i++) {
    const path = join(folder, sources[Math.floor((i + 0.5) * sources.length / files)]!)
    appendFileSync(path, path.endsWith(".py") ? `\nadded${i} = ${i}\n` : text(i))
  }
}

const EDITS: ReadonlyArray<readonly [title: string, edit: (folder: string) => void]> = [
  ["no change", () => {}],
  ["a line in one file", (folder) => add(folder, 1, () => "\n// one more line\n")],
  ["a new exported function", (folder) => add(folder, 1, () => "\nexport const quiteNew = (it: string) => it\n")],
  ["42 files with new functions", (folder) => add(folder, 42, (i) => `\nexport const quiteNew${i} = () => ${i}\n`)],
]

try {
  if (existsSync(join(source, ".git"))) git(work, "clone", "-q", source, root)
  else {
    Corpus.copy(source, root)
    commit(root)
  }
  await index(root)
  const base = bytesIn(join(root, ".portolan"), home)
  const rows = [["the main checkout", `${base}`, "", "", "", "", (await opening(root)).toFixed(1)]]
  const part = (bytes: number): string => `${(bytes / base * 100).toFixed(2)} %`
  for (const [i, [title, edit]] of EDITS.entries()) {
    const folder = join(work, `worktree${i}`)
    git(root, "worktree", "add", "-q", "--detach", folder)
    edit(folder)
    const [before, facts] = [bytesIn(home), bytesIn(join(home, "facts"))]
    await index(folder)
    const own = bytesIn(join(home, "facts")) - facts
    const snapshot = statSync(join(folder, ".portolan/graph.snapshot")).size
    const all = bytesIn(home) - before + bytesIn(join(folder, ".portolan"))
    rows.push([
      `a worktree: ${title}`,
      `${all}`,
      `${snapshot}`,
      `${own}`,
      part(all),
      part(all - own),
      (await opening(folder)).toFixed(1),
    ])
  }
  git(root, "checkout", "-q", "-b", "side")
  add(root, 1, () => "\nexport const quiteNew = (it: string) => it\n")
  git(root, "commit", "-q", "-a", "-m", "edit")
  git(root, "checkout", "-q", "-")
  const [before, facts] = [bytesIn(home) + bytesIn(join(root, ".portolan")), bytesIn(join(home, "facts"))]
  await index(root, { branch: "side" })
  const [all, own] = [bytesIn(home) + bytesIn(join(root, ".portolan")) - before, bytesIn(join(home, "facts")) - facts]
  const pinned = readdirSync(join(root, ".portolan")).find((name) => name.startsWith("branch-"))!
  const size = statSync(join(root, ".portolan", pinned)).size
  const opened = (await opening(root, "side")).toFixed(1)
  rows.push(["a branch: a new exported function", `${all}`, `${size}`, `${own}`, part(all), part(all - own), opened])
  console.log(table(
    ["index of", "bytes", "snapshot", "facts of its own", "of the main one", "without these facts", "to open, CPU ms"],
    rows,
  ))
  console.log(`\nThe main checkout's snapshot has ${statSync(join(root, ".portolan/graph.snapshot")).size} bytes.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
