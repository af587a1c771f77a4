// Linked worktrees: each has an index of its own, which says what any index of that tree says and takes next to no room;
// it outlives the index that it is told from.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { analyze, type AnalyzeOptions, open, refresh } from "../../mod.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Served from "../../lib/serve/services.ts"
import { Analysis } from "../../lib/workspace/analysis.ts"
import * as Clearing from "../../lib/workspace/clearing.ts"
import { branchesOf } from "../../lib/workspace/entry.ts"
import * as Forget from "../../lib/workspace/forget.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { listRepos } from "../../lib/tools/list_repos.ts"
import * as Answer from "../../lib/tools/answer.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

/** Files that import and call each other. */
const program = (count: number): Repo.Repo =>
  new Map(Array.from({ length: count }, (_, i): readonly [string, string] => [
    `src/part${i % 7}/file${i}.ts`,
    [
      `import { first${(i * 3 + 1) % count} } from "../part${((i * 3 + 1) % count) % 7}/file${(i * 3 + 1) % count}"`,
      ...["first", "second", "third", "fourth", "fifth"].map((name) =>
        `/** Does the ${name} thing of file ${i}. */\nexport const ${name}${i} = (value: number): number => {\n` +
        `  const made = first${(i * 3 + 1) % count}(value + ${i})\n  return made * 2\n}`
      ),
      "",
    ].join("\n"),
  ]))

const within = <A, E>(home: string, body: Effect.Effect<A, E, Served.Services>) =>
  Effect.provide(body, Served.layer(machine, home))

const entryOf = (home: string, root: string) =>
  within(home, Effect.flatMap(Registry.Registry, ({ find }) => find(root)))

const run = (root: string, options: AnalyzeOptions) => Effect.flatMap(analyze(root, options), (it) => it.close)

/** What the index of a folder answers with, as bytes. */
const wholeOf = (home: string, root: string, branch?: string) =>
  Effect.gen(function* () {
    const index = yield* open(root, { home, ...branch === undefined ? {} : { branch } })
    const freshness = yield* index.freshness
    yield* index.close
    const entry = (yield* entryOf(home, root))!
    const { sha256 } = branch === undefined ? entry : branchesOf(entry).find((it) => it.name === branch)!
    return { sha256, freshness: freshness.freshness }
  })

/** The same from a home that knows of no other index. */
const alone = (root: string) =>
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    yield* run(root, { home, storage: "home", workers: 1 })
    const entry = (yield* entryOf(home, root))!
    expect(entry.base).toBeUndefined()
    return entry.sha256
  })

const setUp = (count = 40) =>
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(program(count), { git: true, name: "shop" })
    const side = join(dirname(root), "side")
    Repo.git(root, "worktree", "add", "-q", "-b", "side", side)
    appendFileSync(join(side, "src/part3/file10.ts"), "export const added = () => fifth10(1)\n")
    const options: AnalyzeOptions = { home, workers: 1 }
    yield* run(root, options)
    yield* run(side, options)
    return { home, root, side, options }
  })

/** Bytes of the files below some folders. */
const bytesIn = (...folders: ReadonlyArray<string>): number =>
  folders.reduce(
    (sum, folder) =>
      readdirSync(folder, { withFileTypes: true, recursive: true }).reduce(
        (sum, it) => it.isFile() ? sum + statSync(join(it.parentPath, it.name)).size : sum,
        sum,
      ),
    0,
  )

effect(
  "a worktree with a small change takes next to no room, and says what an index of it alone says",
  Effect.gen(function* () {
    const { home, root, side } = yield* setUp(300)
    expect(yield* wholeOf(home, side)).toEqual({ sha256: yield* alone(side), freshness: "current" })
    expect((yield* entryOf(home, side))!.base).toBeDefined()
    const whole = statSync(join(root, ".portolan/graph.snapshot")).size
    expect(bytesIn(join(side, ".portolan"))).toBeLessThan(whole / 50)
    const [own, other] = ["sources"].flatMap((name) =>
      readdirSync(join(home, "snapshots")).map((shelf) => statSync(join(home, "snapshots", shelf, name)).size)
    ).sort((a, b) => a - b)
    expect(own! * 3).toBeLessThan(other!)
    const text = yield* within(home, Answer.call([listRepos], "list_repos", {}))
    const { repositories } = JSON.parse(text.text)
    expect(repositories.map((it: { readonly siblings: unknown }) => it.siblings)).toEqual(
      [["side"], ["shop"]],
    )
    // Nothing has changed since: nothing is made anew.
    const before = (yield* entryOf(home, side))!
    yield* Effect.flatMap(refresh(side, { home }), (it) => it.close)
    expect((yield* entryOf(home, side))!.indexedAt).toBe(before.indexedAt)
  }),
  90_000,
)

effect(
  "a worktree's index outlives changes of the one that it is told from, and takes no more room then",
  Effect.gen(function* () {
    const { home, root, side, options } = yield* setUp()
    const before = yield* wholeOf(home, side)
    const kept = () => readdirSync(join(root, ".portolan")).filter((name) => name.startsWith("base-"))
    const room = () => bytesIn(join(side, ".portolan"), join(home, "snapshots"))
    const roomBefore = room()
    for (let i = 0; i < 3; i++) {
      appendFileSync(join(root, "src/part0/file0.ts"), `export const more${i} = 1\n`)
      yield* run(root, options)
      expect(yield* wholeOf(home, side)).toEqual(before)
      expect((yield* entryOf(home, side))!.base!.sha256).toBe((yield* entryOf(home, root))!.sha256)
      expect(kept()).toEqual([])
      expect(room()).toBeLessThan(roomBefore * 1.1)
    }
    appendFileSync(join(side, "src/part0/file0.ts"), "export const another = 1\n")
    yield* run(side, options)
    expect(yield* wholeOf(home, side)).toEqual({ sha256: yield* alone(side), freshness: "current" })
    expect((yield* entryOf(home, side))!.base!.sha256).toBe((yield* entryOf(home, root))!.sha256)
    expect(kept()).toEqual([])
  }),
  90_000,
)

effect(
  "where more indexes are told from one than a run tells anew, what the others need is kept until they go",
  Effect.gen(function* () {
    const { home, root, options } = yield* setUp()
    const names = Array.from({ length: 9 }, (_, i) => `branch${i}`)
    for (const branch of names) {
      Repo.git(root, "branch", branch)
      yield* run(root, { ...options, branch })
    }
    const kept = () =>
      [join(root, ".portolan"), ...readdirSync(join(home, "snapshots")).map((shelf) => join(home, "snapshots", shelf))]
        .flatMap((folder) => readdirSync(folder)).filter((name) => name.startsWith("base-")).length
    const pins = Effect.map(entryOf(home, root), (entry) => branchesOf(entry!))
    appendFileSync(join(root, "src/part0/file0.ts"), "export const more = 1\n")
    yield* run(root, options)
    expect(new Set((yield* pins).map(({ base }) => base!.sha256)).size).toBe(2)
    // Its snapshot, and the state of its files.
    expect(kept()).toBe(2)
    for (const branch of names) expect(yield* wholeOf(home, root, branch)).toMatchObject({ freshness: "current" })
    const { sha256 } = (yield* entryOf(home, root))!
    for (const pinned of yield* pins) {
      if (pinned.base!.sha256 !== sha256) yield* within(home, Forget.forgetBranch(root, pinned.name))
    }
    yield* within(home, Effect.flatMap(Clearing.plan, Clearing.carryOut))
    expect(kept()).toBe(0)
    for (const { name } of yield* pins) expect(yield* wholeOf(home, root, name)).toMatchObject({ freshness: "current" })
  }),
  120_000,
)

effect(
  "a worktree's index outlives the one that it is told from",
  Effect.gen(function* () {
    const { home, root, side, options } = yield* setUp()
    yield* run(root, { ...options, branch: "main" })
    const before = yield* wholeOf(home, side)
    appendFileSync(join(root, "src/part0/file0.ts"), "export const more = 1\n")
    yield* run(root, options)
    yield* within(home, Forget.forget(root))
    expect(existsSync(join(root, ".portolan"))).toBe(false)
    expect(yield* wholeOf(home, side)).toEqual(before)
    yield* within(home, Effect.flatMap(Clearing.plan, Clearing.carryOut))
    expect(yield* wholeOf(home, side)).toEqual(before)
  }),
  90_000,
)

effect(
  "where what it is told from is not what was written, the index is refused and can be made anew",
  Effect.gen(function* () {
    const { home, root, side, options } = yield* setUp()
    const snapshot = join(root, ".portolan/graph.snapshot")
    const bytes = Uint8Array.from(readFileSync(snapshot))
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(snapshot, bytes)
    expect(yield* Effect.flip(open(side, { home }))).toMatchObject({ _tag: "SnapshotMissing" })
    yield* run(side, options)
    expect(yield* wholeOf(home, side)).toEqual({ sha256: yield* alone(side), freshness: "current" })
    const own = join(side, ".portolan/graph.snapshot")
    writeFileSync(own, Uint8Array.from(readFileSync(own)).fill(7, 40, 50))
    expect(yield* Effect.flip(open(side, { home }))).toMatchObject({ _tag: "SnapshotForeign" })
  }),
  90_000,
)

effect(
  "runs on a repository, its worktrees and branches at once lose nothing",
  Effect.gen(function* () {
    const { home, root, side, options } = yield* setUp()
    const others = ["a", "b"].map((name) => join(dirname(root), name))
    for (const folder of others) Repo.git(root, "worktree", "add", "-q", "--detach", folder)
    others.forEach((folder, i) => appendFileSync(join(folder, "src/part1/file1.ts"), `export const own${i} = 1\n`))
    appendFileSync(join(root, "src/part2/file2.ts"), "export const late = 1\n")
    yield* Effect.forEach(
      [[root], [side], ...others.map((it) => [it]), [root, "side"], [others[0]!, "main"], [root]],
      ([folder, branch]) => run(folder!, { ...options, force: true, ...branch === undefined ? {} : { branch } }),
      { concurrency: "unbounded" },
    )
    for (const folder of [root, side, ...others]) {
      expect(yield* wholeOf(home, folder)).toEqual({ sha256: yield* alone(folder), freshness: "current" })
    }
    expect(yield* wholeOf(home, root, "side")).toMatchObject({ freshness: "current" })
    expect(yield* wholeOf(home, others[0]!, "main")).toMatchObject({ freshness: "current" })
  }),
  120_000,
)

effect(
  "an index that nothing but a commit changed counts areas and flows as before, though differences tell none",
  Effect.gen(function* () {
    const { home, side } = yield* setUp()
    const analysed = within(home, Effect.flatMap(Analysis, (it) => it.run(side, {})))
    // What was written just now may be written once more within one step of the clock.
    yield* Effect.sleep(1_100)
    yield* analysed
    Repo.git(side, "commit", "-q", "--allow-empty", "-m", "nothing")
    yield* Effect.sleep(1_100)
    const { entry } = yield* analysed
    expect(entry.base).toBeDefined()
    expect(entry.commit).toBe(Repo.git(side, "rev-parse", "HEAD").trim())
    const { communities, processes } = (yield* analysed).overlays!
    expect(entry.stats).toMatchObject({
      communities: communities!.tables.communities.rows,
      processes: processes!.tables.processes.rows,
    })
  }),
)
