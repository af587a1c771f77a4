// Keeping repositories up to date while they are asked: one update at a time, as long as a call may wait, and what is said
// where there is none. The thread is run in this one, so that each step can be held and made to fail.

import { describe, expect } from "bun:test"
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Node from "../../lib/graph/node.ts"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import { Digest } from "../../lib/machine/digest.ts"
import { GitFailed, RunGit } from "../../lib/machine/git.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Analysis from "../../lib/workspace/analysis.ts"
import * as Facts from "../../lib/workspace/facts.ts"
import { Home } from "../../lib/workspace/home.ts"
import { MOST_THREADS } from "../../lib/workspace/live.ts"
import { defaults, type LiveSettings, LiveUpdates } from "../../lib/workspace/live_updates.ts"
import { LiveThreads, type Made, NotUpdated, serve, type Start } from "../../lib/workspace/live_thread.ts"
import * as Import from "../../lib/workspace/import.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { drawFrom } from "../indexer/law/edits.ts"

const FILES = Repo.parse("=== a.ts\nexport const a = 1\n=== b.ts\nimport { a } from './a'\nexport const b = () => a\n")

/** A thread in this one. */
class Threads {
  started = 0
  ended = 0
  running = 0
  /** Most updates at one time. */
  most = 0
  readonly asked: Array<ReadonlyArray<string> | undefined> = []
  /** Runs before each update, and may fail it. */
  before: Effect.Effect<void, NotUpdated> = Effect.void
  /** Runs when an update has been made, before it is told. */
  after: Effect.Effect<void> = Effect.void
  /** What is told of the update that was made. */
  told = (made: Made): Made => made

  readonly layer = Layer.succeed(LiveThreads, {
    open: (start: Start) =>
      Effect.gen(this, function* () {
        this.started++
        const scope = yield* Scope.make()
        yield* Effect.addFinalizer(() =>
          Effect.zipRight(Effect.sync(() => this.ended++), Scope.close(scope, Exit.void))
        )
        const { answer } = yield* serve(start).pipe(
          Effect.provide(machine),
          Effect.provideService(Scope.Scope, scope),
        )
        let isOver = false
        return {
          isOver: () => isOver,
          update: (changed: ReadonlyArray<string> | undefined, has: ReadonlyArray<string>) =>
            Effect.gen(this, function* () {
              this.asked.push(changed)
              this.most = Math.max(this.most, ++this.running)
              yield* Effect.tapError(this.before, () => Effect.sync(() => void (isOver = true)))
              const told = yield* answer({ number: 1, changed, has })
              yield* this.after
              return "made" in told ? this.told(told.made) : yield* new NotUpdated({ why: told.failed })
            }).pipe(Effect.ensuring(Effect.sync(() => this.running--))),
        }
      }),
  })
}

/** Git that can be made to fail. */
interface Git {
  isBroken: boolean
}

const gitOf = (it: Git) => {
  const failing = (git: typeof RunGit.Service): typeof RunGit.Service => (folder, args, input) =>
    it.isBroken ? Effect.fail(new GitFailed({ arguments: args, exitCode: -2, detail: "" })) : git(folder, args, input)
  return Layer.effect(RunGit, Effect.map(RunGit, failing))
}

const world = (home: string, threads: Threads, git: Git, settings: Partial<LiveSettings>) =>
  Repos.layer.pipe(
    Layer.provideMerge(Registry.Registry.layer),
    Layer.provideMerge(Layer.succeed(Home, { folder: home })),
    Layer.provideMerge(threads.layer),
    Layer.provideMerge(Layer.succeed(LiveUpdates, { settings: { ...defaults, waitMs: 20_000, ...settings } })),
    Layer.provideMerge(gitOf(git)),
    Layer.provideMerge(machine),
  )

const write = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const select = Effect.flatMap(Repos, (repos) => repos.select({}))

const names = ({ graph }: OpenRepo): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (Node.isSymbol(graph, node)) found.push(Node.nameOf(graph, node))
  }
  return found.sort()
}

type Services = Layer.Layer.Success<ReturnType<typeof world>>

const given = <E>(
  body: (
    it: { readonly root: string; readonly threads: Threads; readonly git: Git },
  ) => Effect.Effect<unknown, E, Services | Scope.Scope>,
  settings: Partial<LiveSettings> = {},
) =>
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { git: true })
    const threads = new Threads()
    const git: Git = { isBroken: false }
    yield* Effect.gen(function* () {
      yield* Analysis.run(root, "repository", {})
      yield* body({ root, threads, git })
    }).pipe(Effect.provide(world(home, threads, git, settings)))
    expect(threads.ended).toBe(threads.started)
  })

describe("a repository that is asked", () => {
  effect(
    "and has not changed starts nothing; one that has is made again, file by file where it is known which",
    given(({ root, threads }) =>
      Effect.gen(function* () {
        const first = yield* select
        expect(yield* select).toBe(first)
        yield* Effect.sleep(500)
        expect(threads.started).toBe(0)
        write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
        const second = yield* select
        expect(names(second)).toEqual(["a", "b", "c"])
        expect(second.snapshot).not.toBe(first.snapshot)
        expect(yield* second.freshness(["a.ts"])).toEqual({ freshness: "current" })
        // Who holds the old one goes on with it.
        expect(names(first)).toEqual(["a", "b"])
        write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
        expect(names(yield* select)).toEqual(["a", "b", "d"])
        expect(threads.started).toBe(1)
        expect(threads.asked[0]).toBeUndefined()
        expect(threads.asked.at(-1)).toEqual(["a.ts"])
      })
    ),
    60_000,
  )

  effect(
    "leaves no more in the cache of facts than its user has set",
    given(({ root }) =>
      Effect.gen(function* () {
        const facts = yield* Facts.folder
        const packs = () => readdirSync(facts).filter((name) => name.endsWith(".pack"))
        const before = packs()
        expect(before).toHaveLength(1)
        yield* select
        // What is in use is kept, whatever the limit, so nothing of the pack before may be.
        write(root, "a.ts", "export const a = 2\n")
        write(root, "b.ts", "export const b = 2\n")
        expect(names(yield* select)).toEqual(["a", "b"])
        expect(packs()).toHaveLength(1)
        expect(packs()).not.toEqual(before)
      }).pipe(Effect.provideService(Settings.Settings, { ...Settings.defaults, factsBytes: 0 }))
    ),
    60_000,
  )

  effect(
    "by many at once is made once for all of them",
    given(({ root, threads }) =>
      Effect.gen(function* () {
        yield* select
        write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
        const all = yield* Effect.all(Array.from({ length: 8 }, () => select), { concurrency: "unbounded" })
        for (const repo of all) expect(names(repo)).toEqual(["a", "b", "c"])
        // The first thing that is told by who watches is that anything may have changed.
        expect(threads.asked.length).toBeLessThanOrEqual(2)
        expect(threads.most).toBe(1)
      })
    ),
    60_000,
  )

  effect(
    "while it is made again answers from what there is, and says so; what changes meanwhile is in the next",
    given(
      ({ root, threads }) =>
        Effect.gen(function* () {
          yield* select
          const gate = yield* Deferred.make<void>()
          threads.before = Deferred.await(gate)
          write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
          const old = yield* select
          expect(names(old)).toEqual(["a", "b"])
          expect(yield* old.freshness([])).toEqual({
            freshness: "dirty",
            changed_files: 1,
            update: "an update is under way",
          })
          write(root, "c.ts", "export const later = 1\n")
          expect(names(yield* select)).toEqual(["a", "b"])
          expect(threads.most).toBe(1)
          yield* Deferred.succeed(gate, undefined)
          for (;;) {
            const repo = yield* select
            if (names(repo).includes("later")) {
              expect(names(repo)).toEqual(["a", "b", "c", "later"])
              return
            }
            yield* Effect.sleep(10)
          }
        }),
      { waitMs: 100 },
    ),
    60_000,
  )

  effect(
    "whose update fails says why, and is tried again when something changes, not before",
    given(({ root, threads }) =>
      Effect.gen(function* () {
        yield* select
        threads.before = Effect.fail(new NotUpdated({ why: "out of luck" }))
        write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
        const expected = {
          freshness: "dirty",
          changed_files: 1,
          update: "the last update failed: out of luck",
        } as const
        expect(yield* (yield* select).freshness([])).toEqual(expected)
        expect(yield* (yield* select).freshness([])).toEqual(expected)
        expect(threads.asked.length).toBe(1)
        threads.before = Effect.void
        write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
        expect(names(yield* select)).toEqual(["a", "b", "d"])
        expect(threads.started).toBe(2)
      })
    ),
    60_000,
  )

  effect(
    "that is moved away keeps its last index and says what is wrong, until it is back",
    given(({ root }) =>
      Effect.gen(function* () {
        yield* select
        write(root, "b.ts", "export const b = 2, more = 3\n")
        expect(names(yield* select)).toContain("more")
        renameSync(root, `${root}.away`)
        const { freshness, update } = (yield* (yield* select).freshness([])) as {
          readonly freshness: string
          readonly update?: string
        }
        expect(freshness).toBe("unknown")
        expect(update).toContain("there is no such path")
        write(`${root}.away`, "c.ts", "export const c = 1\n")
        renameSync(`${root}.away`, root)
        expect(names(yield* select)).toContain("c")
      })
    ),
    60_000,
  )

  effect(
    "of which nothing is left keeps its last index, and says why",
    given(({ root }) =>
      Effect.gen(function* () {
        yield* select
        rmSync(join(root, "a.ts"))
        rmSync(join(root, "b.ts"))
        const repo = yield* select
        expect(names(repo)).toEqual(["a", "b"])
        const { update } = (yield* repo.freshness([])) as { readonly update?: string }
        expect(update).toContain("the last update failed: Cannot index")
        expect(update).not.toContain(root)
        write(root, "c.ts", "export const c = 1\n")
        expect(names(yield* select)).toEqual(["c"])
      })
    ),
    60_000,
  )

  effect(
    "goes on from an index that another run records meanwhile",
    given(({ root, threads }) =>
      Effect.gen(function* () {
        yield* select
        write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
        const made = yield* select
        const { entry } = yield* Analysis.run(root, "repository", {})
        expect(made.entry.sha256).toBe(entry.sha256)
        const recorded = yield* select
        expect(recorded.snapshot).toBe(made.snapshot)
        expect(recorded.entry.stat).toEqual(entry.stat)
        write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
        expect(names(yield* select)).toEqual(["a", "b", "d"])
        // Another selection is another index, and its updates are of the same.
        yield* Analysis.run(root, "repository", { include: ["a.ts"] })
        expect(names(yield* select)).toEqual(["a", "d"])
        write(root, "a.ts", "export const a = 1\nexport const e = 2\n")
        write(root, "b.ts", "export const f = 2\n")
        expect(names(yield* select)).toEqual(["a", "e"])
        expect(threads.started).toBe(2)
      })
    ),
    60_000,
  )

  effect(
    "under another selection is not what an update of the one before failed for",
    given(
      ({ root, threads }) =>
        Effect.gen(function* () {
          yield* select
          const gate = yield* Deferred.make<void>()
          threads.before = Effect.zipRight(Deferred.await(gate), new NotUpdated({ why: "it was ended" }))
          write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
          yield* select
          yield* Analysis.run(root, "repository", { include: ["a.ts"] })
          write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
          yield* select
          yield* Effect.sleep(500)
          yield* select
          threads.before = Effect.void
          yield* Deferred.succeed(gate, undefined)
          yield* Effect.sleep(200)
          yield* select
          yield* Effect.sleep(1_000)
          expect(names(yield* select)).toEqual(["a", "d"])
        }),
      { waitMs: 50 },
    ),
    60_000,
  )

  effect(
    "under another selection is not answered from what was made of the one before",
    given(
      ({ root, threads }) =>
        Effect.gen(function* () {
          yield* select
          const gate = yield* Deferred.make<void>()
          let isMade = false
          threads.after = Effect.zipRight(Effect.sync(() => isMade = true), Deferred.await(gate))
          write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
          yield* select
          while (!isMade) yield* Effect.sleep(5)
          yield* Analysis.run(root, "repository", { include: ["a.ts"] })
          yield* select
          threads.after = Effect.void
          yield* Deferred.succeed(gate, undefined)
          for (let i = 0; i < 50; i++) {
            expect(names(yield* select)).toEqual(["a", "c"])
            yield* Effect.sleep(10)
          }
        }),
      { waitMs: 50 },
    ),
    60_000,
  )

  effect(
    "and whose update breaks down says that it failed, and is tried again when something changes",
    given(({ root, threads }) =>
      Effect.gen(function* () {
        yield* select
        threads.before = Effect.die(new Error("a fault"))
        write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
        expect(yield* (yield* select).freshness([])).toEqual({
          freshness: "dirty",
          changed_files: 1,
          update: "the last update failed: a fault of this program",
        })
        threads.before = Effect.void
        write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
        expect(names(yield* select)).toEqual(["a", "b", "d"])
      })
    ),
    60_000,
  )

  effect(
    "is looked at once more where nothing could be said of its checkout",
    given(({ root, git }) =>
      Effect.gen(function* () {
        yield* select
        yield* Effect.sleep(500)
        git.isBroken = true
        write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
        for (let i = 0; i < 3; i++) {
          expect(yield* (yield* select).freshness([])).toMatchObject({ freshness: "unknown" })
          yield* Effect.sleep(200)
        }
        git.isBroken = false
        yield* Effect.sleep(2_100)
        expect(names(yield* select)).toEqual(["a", "b", "c"])
      })
    ),
    60_000,
  )

  effect(
    "beside many others has a thread as long as it is among the last that were asked",
    given(({ root, threads }) =>
      Effect.gen(function* () {
        const roots = [root]
        for (let i = 0; i < 5; i++) {
          const other = yield* Repo.layOut(FILES, { git: true })
          yield* Analysis.run(other, "repository", {})
          roots.push(other)
        }
        const ask = (repo: string) => Effect.flatMap(Repos, (repos) => repos.select({ repo }))
        for (const each of roots) yield* ask(each)
        for (const each of roots) {
          write(each, "a.ts", "export const a = 1\nexport const c = 2\n")
          expect(names(yield* ask(each))).toEqual(["a", "b", "c"])
          expect(threads.started - threads.ended).toBeLessThanOrEqual(MOST_THREADS)
        }
        expect(threads.started).toBe(roots.length)
        expect(names(yield* ask(root))).toEqual(["a", "b", "c"])
        write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
        expect(names(yield* ask(root))).toEqual(["a", "b", "d"])
      })
    ),
    60_000,
  )

  effect(
    "by nobody for a while gives its thread back",
    given(
      ({ root, threads }) =>
        Effect.gen(function* () {
          yield* select
          write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
          yield* select
          expect([threads.started, threads.ended]).toEqual([1, 0])
          while (threads.ended === 0) yield* Effect.sleep(50)
          // What changed since is in the next answer all the same.
          write(root, "a.ts", "export const a = 1\nexport const d = 2\n")
          expect(names(yield* select)).toEqual(["a", "b", "d"])
        }),
      { idleMs: 500 },
    ),
    60_000,
  )
})

effect(
  "a caller that goes away leaves the update to the others",
  given(({ root, threads }) =>
    Effect.gen(function* () {
      yield* select
      const gate = yield* Deferred.make<void>()
      threads.before = Deferred.await(gate)
      write(root, "a.ts", "export const a = 1\nexport const c = 2\n")
      const one = yield* Effect.fork(select)
      const other = yield* Effect.fork(select)
      while (threads.asked.length === 0) yield* Effect.sleep(5)
      yield* Fiber.interrupt(one)
      yield* Deferred.succeed(gate, undefined)
      expect(names(yield* Fiber.join(other))).toEqual(["a", "b", "c"])
      expect(threads.most).toBe(1)
    })
  ),
  60_000,
)

effect(
  "a file that was written between the look at it and its reading is current once its content is the one that is known",
  given(({ root, threads }) =>
    Effect.gen(function* () {
      const repos = yield* Repos
      yield* select
      yield* repos.settle
      threads.told = (made) => ({
        ...made,
        files: made.files.map((file) =>
          file.path === "a.ts" ? { ...file, stat: { ...file.stat, size: 1, modified: "1" } } : file
        ),
      })
      write(root, "a.ts", "export const a = 2 + 2\n")
      expect((yield* (yield* select).freshness(["a.ts"])).freshness).toBe("dirty")
      threads.told = (made) => made
      write(root, "a.ts", "export const a = 2 + 2\n")
      yield* select
      yield* repos.settle
      expect(yield* (yield* select).freshness(["a.ts"])).toEqual({ freshness: "current" })
    })
  ),
  60_000,
)

effect(
  "an index from elsewhere is nobody's to update, and a text of other lines is not taken for the one it is of",
  given(({ root, threads }) =>
    Effect.gen(function* () {
      const { entry } = yield* Analysis.run(root, "repository", {})
      yield* Import.importSnapshot(entry.snapshot, root)
      const repo = yield* select
      expect((yield* repo.read("a.ts")).asIndexed).toBeUndefined()
      write(root, "a.ts", "export const z = 0\nexport const a = 1\n")
      expect(yield* select).toBe(repo)
      expect((yield* repo.read("a.ts")).asIndexed).toBe(false)
      expect((yield* repo.read("b.ts")).asIndexed).toBeUndefined()
      expect(threads.started).toBe(0)
    })
  ),
  60_000,
)

/** Repositories as people edit them; numbers in [0, 1) that follow from a seed. */
const SEQUENCES = 6

for (let seed = 1; seed <= SEQUENCES; seed++) {
  effect(
    `after a storm of edits the newest index is the one that a run makes: sequence ${seed}`,
    given(({ root, threads }) =>
      Effect.gen(function* () {
        const draw = drawFrom(seed)
        let moved = 0
        const pick = <A>(from: ReadonlyArray<A>): A => from[Math.floor(draw() * from.length)]!
        const git = (...args: ReadonlyArray<string>) =>
          spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root })
        const paths = ["a.ts", "b.ts", "src/c.ts", "src/d.ts", "src/deep/e.py", "notes.md", "src/f.js"]
        const text = () =>
          `import { a } from "${pick(["./a", "../a", "@/a", "./src/c"])}"\n` +
          `export const ${pick(["a", "b", "c", "d"])} = () => ${pick(["a()", "b()", "1", "{{{"])}\n`
        const edits: ReadonlyArray<() => void> = [
          () => write(root, pick(paths), text()),
          () => write(root, pick(paths), text()),
          () => write(root, "a.ts", `export const a = () => ${Math.floor(draw() * 9)}\n`),
          () => {
            const path = pick(paths)
            write(root, `${path}.tmp`, text())
            renameSync(join(root, `${path}.tmp`), join(root, path))
          },
          () => rmSync(join(root, pick(paths)), { force: true }),
          () => rmSync(join(root, "src/deep"), { force: true, recursive: true }),
          () => existsSync(join(root, "src")) && renameSync(join(root, "src"), join(root, `moved${++moved}`)),
          () => write(root, "tsconfig.json", pick([`{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }`, "{}"])),
          () => write(root, ".gitignore", pick(["src/deep/\n", "*.js\n", "\n"])),
          () => git("add", "-A"),
          () => git("commit", "-q", "--allow-empty", "-m", "it"),
          () => git("checkout", "-q", "-f", "-B", pick(["one", "two"])),
          () => git("stash", "-q"),
          () => git("reset", "-q", "--hard", pick(["HEAD", "HEAD~1", "main"])),
        ]
        write(root, "a.ts", "export const a = () => 0\n")
        for (let pause = 0; pause < 4; pause++) {
          for (let burst = 0; burst < 4; burst++) {
            for (let i = Math.floor(draw() * 5); 0 <= i; i--) pick(edits)()
            const repo = yield* select
            yield* repo.freshness(["a.ts"])
            yield* Effect.sleep(pick([0, 0, 5, 60]))
          }
          write(root, "a.ts", `export const a = () => ${pause}\n`)
          const { settle } = yield* Repos
          yield* select
          yield* settle
          const repo = yield* select
          const cold = yield* Indexer.indexRepository(root, { cache: false })
          expect(repo.entry.sha256).toBe((yield* Digest).sha256Of(cold.parts!))
          expect(yield* repo.freshness(["a.ts"])).toEqual({ freshness: "current" })
        }
        expect(threads.most).toBe(1)
      })
    ),
    120_000,
  )
}
