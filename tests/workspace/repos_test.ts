// Repositories on disk, selected, opened once, swapped when a newer index is recorded, compared with their checkout, and
// their files read within bounds.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestContext from "effect/TestContext"
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import * as Draft from "../../lib/graph/draft.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Scan from "../../lib/indexer/scan.ts"
import { Digest } from "../../lib/machine/digest.ts"
import * as DigestLayer from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { Repos, type Wanted } from "../../lib/workspace/repos.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const machine = Layer.mergeAll(Files.layer, DigestLayer.layer, Git.layer)

const world = (home: string) =>
  Repos.layer.pipe(
    Layer.provideMerge(Registry.Registry.layer),
    Layer.provideMerge(Layer.merge(machine, Layer.succeed(Home, { folder: home }))),
  )

const COVERED = /\.ts$/

/** Records an index of the checkout as it stands: a File node for each file, contents of `.ts` files covered. */
const index = Effect.fnUntraced(function* (root: string) {
  const scan = yield* Scan.scan(root)
  const digest = yield* Digest
  const draft = new Draft.Draft()
  const sources: Array<Storage.SourceState> = []
  for (const { path, stat } of scan.files) {
    draft.addNode({
      kind: "File",
      flags: 0,
      name: path,
      file: Draft.NONE,
      parent: Draft.NONE,
      start: 0,
      end: 0,
      nameStart: 0,
    })
    const bytes = yield* Effect.promise(() => Bun.file(join(root, path)).bytes())
    sources.push({
      path,
      stat: Registry.storedStat(stat),
      digest: COVERED.test(path) ? digest.sha256(bytes) : null,
    })
  }
  const meta: Snapshot.SnapshotMeta = {
    name: "it",
    commit: scan.commit,
    languages: [],
    report: { read: scan.files.length, partlyRead: [], skipped: [], failed: [] },
  }
  return yield* Storage.save({
    root,
    parts: Snapshot.encode({ graph: Draft.freeze(draft), meta }),
    commit: scan.commit,
    stats: { files: scan.files.length, symbols: 0, edges: 0 },
    languages: [],
    sources,
  }, "repository")
})

const write = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const select = (wanted: Wanted = {}) => Effect.flatMap(Repos, (repos) => repos.select(wanted))

const FILES = Repo.parse(
  "=== src/a.ts\nexport const a = 1\n=== notes.md\n# Notes\n=== yarn.lock\n# 1\n=== .gitignore\nignored.ts\n",
)

/** One indexed repository and a home. */
const indexed = Effect.gen(function* () {
  const home = yield* Repo.temporary
  const root = yield* Repo.layOut(FILES, { git: true })
  return { home, root, layer: world(home) }
})

describe("select()", () => {
  effect(
    "opens once, shares, and swaps when another index is recorded",
    Effect.gen(function* () {
      const { root, layer } = yield* indexed
      yield* Effect.gen(function* () {
        yield* index(root)
        const [first, second] = yield* Effect.all([select(), select()], { concurrency: 2 })
        expect(second).toBe(first!)
        write(root, "src/b.ts", "export const b = 2\n")
        yield* index(root)
        const third = yield* select()
        expect(third).not.toBe(first!)
        expect(third.snapshot).not.toBe(first!.snapshot)
        // Who holds the old one goes on with it.
        expect(first!.graph.nodes.rows).toBeLessThan(third.graph.nodes.rows)
      }).pipe(Effect.provide(layer))
    }),
  )

  effect(
    "a snapshot that is not the recorded one is refused, and opened again once it is",
    Effect.gen(function* () {
      const { root, layer } = yield* indexed
      yield* Effect.gen(function* () {
        const { entry } = yield* index(root)
        const bytes = yield* Effect.promise(() => Bun.file(entry.snapshot).bytes())
        writeFileSync(entry.snapshot, "not a snapshot")
        expect(yield* Effect.flip(select())).toMatchObject({ _tag: "SnapshotForeign" })
        writeFileSync(entry.snapshot, bytes)
        expect((yield* select()).root).toBe(root)
      }).pipe(Effect.provide(layer))
    }),
  )

  effect(
    "the working directory chooses between several for readers, never for writers, and not across a checkout",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const outer = yield* Repo.layOut(FILES, { git: true, name: "outer" })
      const other = yield* Repo.layOut(FILES, { git: true, name: "other" })
      mkdirSync(join(outer, "nested/.git"), { recursive: true })
      mkdirSync(join(outer, "nested/deep"), { recursive: true })
      const inside = (workingDirectory: string, wanted: Wanted = {}) =>
        Effect.provideService(select(wanted), Settings.Settings, { ...Settings.defaults, workingDirectory })
      yield* Effect.gen(function* () {
        yield* index(outer)
        yield* index(other)
        expect((yield* inside(join(outer, "src"))).root).toBe(outer)
        expect((yield* inside(other)).root).toBe(other)
        expect(yield* Effect.flip(inside(join(outer, "src"), { writes: true }))).toMatchObject({ _tag: "RepoRequired" })
        expect(yield* Effect.flip(inside(join(outer, "nested/deep")))).toMatchObject({ _tag: "RepoRequired" })
        expect(yield* Effect.flip(inside("/"))).toMatchObject({ _tag: "RepoRequired" })
        expect((yield* inside("/", { repo: "outer" })).root).toBe(outer)
        const preset = Effect.provideService(select(), Settings.Settings, {
          ...Settings.defaults,
          defaultRepo: "other",
        })
        expect((yield* preset).root).toBe(other)
      }).pipe(Effect.provide(world(home)))
    }),
  )

  effect(
    "a branch without an index of its own is named",
    Effect.gen(function* () {
      const { root, layer } = yield* indexed
      yield* Effect.gen(function* () {
        yield* index(root)
        const error = yield* Effect.flip(select({ branch: "next" }))
        expect(error).toMatchObject({ _tag: "BranchNotIndexed" })
        expect(error.message).toBe(`Cannot read branch "next" of repo: no branch has an index of its own`)
      }).pipe(Effect.provide(layer))
    }),
  )
})

effect(
  "while another run writes, a reader has the old index or the new one, each with what belongs to it",
  Effect.gen(function* () {
    const { root, layer } = yield* indexed
    yield* Effect.gen(function* () {
      const registry = yield* Registry.Registry
      const { entry: old } = yield* index(root)
      write(root, "src/b.ts", "export const b = 2\n")
      const { entry: fresh } = yield* index(root)
      // As if the run had come to its last step, which writes the list of repositories.
      yield* registry.add(old)
      const repo = yield* select()
      expect(repo.entry.sha256).toBe(fresh.sha256)
      expect(repo.snapshot).toBe(fresh.sha256.slice(0, 8))
      expect(yield* repo.freshness([])).toEqual({ freshness: "current" })
    }).pipe(Effect.provide(layer))
  }),
)

describe("freshness", () => {
  effect(
    "what was not known of an open index is known once it is kept",
    Effect.gen(function* () {
      const { home, root, layer } = yield* indexed
      yield* Effect.gen(function* () {
        const { entry } = yield* index(root)
        const shelf = join(home, "snapshots", readdirSync(join(home, "snapshots"))[0]!)
        rmSync(join(shelf, "sources"))
        expect(yield* (yield* select()).freshness([])).toMatchObject({ freshness: "unknown" })
        // Built anew from the same files it has the same bytes.
        expect((yield* index(root)).entry.sha256).toBe(entry.sha256)
        yield* Effect.sleep(2_100)
        expect(yield* (yield* select()).freshness([])).toEqual({ freshness: "current" })
      }).pipe(Effect.provide(layer))
    }),
  )

  /** What is said of an index after something happened to its checkout. */
  const after = (change: (root: string) => void) =>
    Effect.gen(function* () {
      const { root, layer } = yield* indexed
      return yield* Effect.gen(function* () {
        yield* index(root)
        change(root)
        return yield* (yield* select()).freshness([])
      }).pipe(Effect.provide(layer))
    })

  const table: ReadonlyArray<readonly [string, (root: string) => void, object]> = [
    ["nothing happened", () => {}, { freshness: "current" }],
    ["a covered file changed", (root) => write(root, "src/a.ts", "export const a = 2\n"), {
      freshness: "dirty",
      changed_files: 1,
    }],
    ["a covered file was written again as it was", (root) => write(root, "src/a.ts", "export const a = 1\n"), {
      freshness: "current",
    }],
    ["a covered file is gone", (root) => rmSync(join(root, "src/a.ts")), { freshness: "dirty", changed_files: 1 }],
    ["a file of a covered kind is new", (root) => write(root, "src/new.ts", ""), {
      freshness: "dirty",
      changed_files: 1,
    }],
    ["an ignored file is new", (root) => write(root, "ignored.ts", ""), { freshness: "current" }],
    ["a file that is not covered changed", (root) => write(root, "yarn.lock", "# 2\n"), { freshness: "current" }],
    ["a file that is not covered is new", (root) => write(root, "Cargo.lock", ""), { freshness: "current" }],
    ["a text that is no code changed", (root) => write(root, "notes.md", "# Other\n"), {
      freshness: "dirty",
      changed_files: 1,
    }],
    ["a text that is no code is new", (root) => write(root, "more.md", ""), { freshness: "dirty", changed_files: 1 }],
    ["a commit was made", (root) => {
      write(root, "src/a.ts", "export const a = 2\n")
      Repo.git(root, "add", "-A")
      Repo.git(root, "commit", "-q", "-m", "next")
    }, { freshness: "behind", behind_by: 1, changed_files: 1 }],
    ["history was rewritten", (root) => Repo.git(root, "commit", "-q", "--amend", "-m", "other"), {
      freshness: "diverged",
      changed_files: 0,
    }],
  ]
  for (const [title, change, expected] of table) {
    effect(title, Effect.map(after(change), (state) => expect(state).toEqual(expected as never)))
  }

  effect(
    "a repository that is gone is said to be, by who has its index open and by who lists it",
    Effect.gen(function* () {
      const { root, layer } = yield* indexed
      yield* Effect.gen(function* () {
        const { entry } = yield* index(root)
        const open = yield* select()
        rmSync(root, { recursive: true })
        const gone = { freshness: "unknown", reason: "the repository is no longer where it was indexed" }
        expect(yield* open.freshness([])).toEqual(gone as never)
        expect(yield* Effect.flatMap(Repos, (repos) => repos.freshness(entry))).toEqual(gone as never)
      }).pipe(Effect.provide(layer))
    }),
  )

  const snapshotOf = (root: string) => join(root, ".portolan/graph.snapshot")
  const broken: ReadonlyArray<readonly [string, (root: string) => void, object]> = [
    ["gone", (root) => rmSync(join(root, ".portolan"), { recursive: true }), {
      freshness: "unknown",
      reason: "its snapshot is gone",
    }],
    ["cut", (root) => truncateSync(snapshotOf(root), 1000), {
      freshness: "unknown",
      reason: "its snapshot is not the one that was written here",
    }],
    ["a folder", (root) => {
      rmSync(snapshotOf(root))
      mkdirSync(snapshotOf(root))
    }, { freshness: "unknown", reason: "its snapshot is not the one that was written here" }],
    ["put back from a copy", (root) => {
      copyFileSync(snapshotOf(root), `${root}.copy`)
      rmSync(snapshotOf(root))
      renameSync(`${root}.copy`, snapshotOf(root))
    }, { freshness: "current" }],
  ]
  for (const [what, change, expected] of broken) {
    effect(
      `an index whose snapshot is ${what} is told by who lists it as by who opens it`,
      Effect.gen(function* () {
        const { root, layer } = yield* indexed
        yield* Effect.gen(function* () {
          const { entry } = yield* index(root)
          change(root)
          expect(yield* Effect.flatMap(Repos, (repos) => repos.freshness(entry))).toEqual(expected as never)
          expect((yield* Effect.either(select()))._tag).toBe("reason" in expected ? "Left" : "Right")
        }).pipe(Effect.provide(layer))
      }),
    )
  }

  effect(
    "files that an answer shows are looked at once more",
    Effect.gen(function* () {
      const { root, layer } = yield* indexed
      yield* Effect.gen(function* () {
        yield* index(root)
        const repo = yield* select()
        expect(yield* repo.freshness([])).toEqual({ freshness: "current" })
        write(root, "src/a.ts", "export const a = 3\n")
        expect(yield* repo.freshness(["src/a.ts"])).toEqual({ freshness: "dirty", changed_files: 1 })
        // By their contents, and those that the index covers: at most sixty.
        write(root, "src/a.ts", "export const a = 1\n")
        write(root, "notes.md", "# Others\n")
        expect(yield* repo.freshness(["src/a.ts", "notes.md"])).toEqual({ freshness: "current" })
        write(root, "src/a.ts", "export const a = 4\n")
        const many = Array.from({ length: 60 }, (_, i) => `src/none${i}.ts`)
        expect(yield* repo.freshness([...many, "src/a.ts"])).toEqual({ freshness: "current" })
        expect(yield* repo.freshness([...many.slice(1), "src/a.ts"])).toEqual({ freshness: "dirty", changed_files: 1 })
        // No time goes by, so that what is known of the checkout stays as young as it is.
      }).pipe(Effect.provide(layer), Effect.provide(TestContext.TestContext))
    }),
  )

  effect(
    "without git, contents decide",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const root = yield* Repo.layOut(FILES)
      yield* Effect.gen(function* () {
        yield* index(root)
        expect(yield* (yield* select()).freshness([])).toEqual({ freshness: "current" })
      }).pipe(Effect.provide(world(home)))
    }),
  )
})

describe("read()", () => {
  effect(
    "serves listed files as they are now and nothing else",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const outside = yield* Repo.layOut(Repo.parse("=== secret.ts\nexport const s = 1\n"))
      const root = yield* Repo.layOut(
        Repo.parse(
          "=== src/a.ts\nexport const a = 1\n=== server.pem\nkey\n=== odd/key.txt\n-----BEGIN RSA PRIVATE KEY-----\n" +
            "=== .env\nA=1\n=== .env.example\nA=\n=== .gitignore\nignored.ts\n",
        ),
        { git: true },
      )
      write(root, "ignored.ts", "export const i = 1\n")
      writeFileSync(join(root, "image.bin"), new Uint8Array([0, 1, 2, 3]))
      yield* Effect.gen(function* () {
        yield* index(root)
        const repo = yield* select()
        const reason = (path: string) => Effect.map(Effect.flip(repo.read(path)), (error) => error.reason)
        expect(yield* repo.read("src/a.ts")).toMatchObject({ text: "export const a = 1\n", asIndexed: true })
        expect(yield* repo.read("./src/../src/a.ts")).toMatchObject({ path: "src/a.ts" })
        expect(yield* repo.read(join(root, "src/a.ts"))).toMatchObject({ path: "src/a.ts" })
        expect(yield* repo.read(".env.example")).toMatchObject({ asIndexed: undefined })
        expect(yield* reason("../secret.ts")).toBe("outside")
        expect(yield* reason(join(outside, "secret.ts"))).toBe("outside")
        expect(yield* reason("/etc/passwd")).toBe("outside")
        expect(yield* reason(".git/config")).toBe("outside")
        expect(yield* reason("src/.GIT/config")).toBe("outside")
        expect(yield* reason("ignored.ts")).toBe("unlisted")
        for (const folder of ["src", "src/"]) {
          expect(yield* Effect.flip(repo.read(folder))).toMatchObject({ reason: "folder", candidates: ["src/a.ts"] })
        }
        expect(yield* reason("server.pem")).toBe("secret")
        expect(yield* reason(".env")).toBe("secret")
        expect(yield* reason("odd/key.txt")).toBe("secret")
        expect(yield* reason("image.bin")).toBe("binary")
        const near = yield* Effect.flip(repo.read("lib/a.ts"))
        expect(near.candidates).toEqual(["src/a.ts"])
        // A file that became a link since it was listed.
        rmSync(join(root, "src/a.ts"))
        symlinkSync(join(outside, "secret.ts"), join(root, "src/a.ts"))
        expect(yield* reason("src/a.ts")).toBe("link")
      }).pipe(Effect.provide(world(home)))
    }),
  )
})
