// Indexes that are told from one another, over a long time: whatever is edited, indexed, forgotten and cleaned in whatever
// order, each that is recorded opens as the bytes that were recorded, with the state of its files.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { appendFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { refresh } from "../../mod.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Overlay from "../../lib/overlays/all.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Served from "../../lib/serve/services.ts"
import * as Clearing from "../../lib/workspace/clearing.ts"
import { branchesOf } from "../../lib/workspace/entry.ts"
import * as Forget from "../../lib/workspace/forget.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const STEPS = 30
const SEED = Number(process.env["PORTOLAN_SEED"] ?? 7)

const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const files: Repo.Repo = new Map(Array.from({ length: 30 }, (_, i): readonly [string, string] => [
  `src/file${i}.ts`,
  `import { first${(i + 1) % 30} } from "./file${(i + 1) % 30}"\n` +
  ["first", "second", "third", "fourth"].map((name) =>
    `/** The ${name} of ${i}. */\nexport const ${name}${i} = (it: number): number => first${(i + 1) % 30}(it)\n`
  ).join(""),
]))

/** Opens all that is recorded, and says what of it is not as it should be. */
const wrong = Effect.gen(function* () {
  const entries = yield* (yield* Registry.Registry).list
  const found: Array<string> = []
  let told = 0
  for (const entry of entries) {
    for (const pinned of [undefined, ...branchesOf(entry)]) {
      const { sha256, base } = pinned ?? entry
      const name = `${entry.name} ${pinned?.name ?? ""}`
      if (base !== undefined) told++
      const opened = yield* Effect.either(
        pinned === undefined ? Storage.open(entry) : Storage.openBranch(entry, pinned),
      )
      if (opened._tag === "Left") {
        found.push(`${name}: ${opened.left._tag}`)
        continue
      }
      const hash = createHash("sha256")
      const { graph, meta, passages, overlays } = opened.right
      for (const part of Snapshot.encode({ graph, meta, passages, overlays: Overlay.of(graph, overlays) })) {
        hash.update(part)
      }
      if (hash.digest("hex") !== sha256) found.push(`${name}: other bytes`)
      const sources = yield* pinned === undefined ? Storage.sources(entry) : Storage.branchSourcesOf(entry, pinned)
      if (sources?.files.length !== opened.right.graph.files.length) found.push(`${name}: other files`)
    }
  }
  return { found, told, entries }
})

effect(
  "indexes that are told from one another stay what they are",
  Effect.gen(function* () {
    const random = randomFrom(SEED)
    const pick = <A>(of: ReadonlyArray<A>): A => of[Math.floor(random() * of.length)]!
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(files, { git: true, name: "main" })
    const roots = [root, ...["one", "two"].map((name) => join(dirname(root), name))]
    roots.slice(1).forEach((folder, i) => Repo.git(root, "worktree", "add", "-q", "-b", `side${i}`, folder))
    const within = <A, E>(body: Effect.Effect<A, E, Served.Services>) =>
      Effect.provide(body, Served.layer(machine, home))
    const index = (folder: string, branch?: string) =>
      Effect.flatMap(
        refresh(folder, { home, workers: 1, ...branch === undefined ? {} : { branch } }),
        (it) => it.close,
      )
    let edits = 0
    const edit = (folder: string) =>
      Effect.sync(() =>
        appendFileSync(join(folder, pick([...files.keys()])), `export const edit${++edits} = () => ${edits}\n`)
      )
    const commit = (folder: string) =>
      Effect.sync(() => void Repo.git(folder, "commit", "-q", "-a", "--allow-empty", "-m", `edit ${edits}`))
    const steps: ReadonlyArray<readonly [string, () => Effect.Effect<unknown, unknown>]> = [
      ["edit, index", () => {
        const folder = pick(roots)
        return Effect.zipRight(edit(folder), index(folder))
      }],
      ["index", () => index(pick(roots))],
      ["index main", () => Effect.zipRight(edit(root), index(root))],
      ["pin", () => {
        const folder = pick(roots)
        return Effect.zipRight(
          edit(folder),
          Effect.zipRight(commit(folder), index(pick(roots), pick(["main", "side0", "side1"]))),
        )
      }],
      ["forget", () => within(Forget.forget(pick(roots)))],
      [
        "forget a branch",
        () => Effect.ignore(within(Forget.forgetBranch(pick(roots), pick(["main", "side0", "side1"])))),
      ],
      ["clean", () => within(Effect.flatMap(Clearing.plan, Clearing.carryOut))],
      ["at once", () => Effect.forEach(roots, (it) => index(it), { concurrency: "unbounded" })],
    ]
    for (const folder of roots) yield* index(folder)
    let told = 0
    const done: Array<string> = []
    for (let i = 0; i < STEPS; i++) {
      const [name, step] = pick(steps)
      done.push(name)
      yield* step()
      const now = yield* within(wrong)
      expect({ done, found: now.found }).toEqual({ done, found: [] })
      told += now.told
    }
    // Else nothing was tried here.
    expect(told).toBeGreaterThan(STEPS / 2)
    // What is kept for nobody is gone once all is indexed anew.
    for (const folder of [...roots].reverse()) yield* Effect.zipRight(edit(folder), index(folder))
    yield* within(Effect.flatMap(Clearing.plan, Clearing.carryOut))
    const { entries } = yield* within(wrong)
    const needed = new Set(
      entries.flatMap((it) => [it, ...branchesOf(it)]).map(({ base }) => base?.sha256.slice(0, 16)),
    )
    for (const name of roots.flatMap((it) => readdirSync(join(it, ".portolan")))) {
      if (name.startsWith("base-")) expect(needed.has(name.slice("base-".length, -".snapshot".length))).toBe(true)
    }
  }),
  240_000,
)
