// Where an index lies and what is opened again: only what was written here, and what cannot be written leaves the old
// index as it was.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import * as Draft from "../../lib/graph/draft.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Sections from "../../lib/graph/sections.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as FilesPort from "../../lib/machine/files.ts"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const platform = Layer.merge(Files.layer, Digest.layer)

/** A machine on which writing below `path` fails with `code`. */
const failing = (path: string, code: string) =>
  Layer.merge(
    Digest.layer,
    Layer.map(Files.layer, (context) => {
      const files = context.unsafeMap.get(FilesPort.Files.key) as typeof FilesPort.Files.Service
      const refuse = (operation: string, at: string) =>
        Effect.fail(new FilesPort.PlatformError({ operation, path: at, code, detail: "" }))
      context.unsafeMap.set(FilesPort.Files.key, {
        ...files,
        makeFolder: (at: string) => at.startsWith(path) && !existsSync(at) ? refuse("make", at) : files.makeFolder(at),
        writeAtomically: (at: string, parts: ReadonlyArray<Uint8Array>) =>
          at.startsWith(path) ? refuse("write", at) : files.writeAtomically(at, parts),
      })
      return context
    }),
  )

const run = <A, E>(
  home: string,
  body: Effect.Effect<A, E, Registry.Registry | Home | Layer.Layer.Success<typeof platform>>,
  machine: typeof platform = platform,
): Effect.Effect<A, E> =>
  body.pipe(
    Effect.provide(Registry.Registry.layer),
    Effect.provide(Layer.merge(machine, Layer.succeed(Home, { folder: home }))),
  )

/** An index whose graph holds one file of the given path. */
const indexOf = (root: string, path: string): Storage.Index => {
  const draft = new Draft.Draft()
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
  const graph = Draft.freeze(draft)
  const meta: Snapshot.SnapshotMeta = {
    name: "repo",
    commit: null,
    languages: [],
    report: { read: 0, partlyRead: [], skipped: [], failed: [] },
  }
  return {
    root,
    parts: Snapshot.encode(graph, meta),
    commit: null,
    stats: { files: 1, symbols: 0, edges: 0 },
    languages: [],
    sources: [
      { path, stat: { size: 3, modified: "1", changed: "2", inode: "3" }, digest: "0123456789abcdef" },
      { path: "b", stat: { size: 4, modified: "1", changed: "2", inode: "4" }, digest: null },
    ],
  }
}

const pathIn = ({ graph }: Storage.Opened) => Node.nameOf(graph, 0)

effect(
  "save() writes into the repository's own folder, which git does not see, and open() gives the graph back",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]), { git: true })
    const saved = yield* run(home, Storage.save(indexOf(root, "a.ts"), "repository"))
    expect(saved).toMatchObject({ storage: "repository", notes: [] })
    expect(saved.entry).toMatchObject({ name: "repo", path: root, snapshot: `${root}/.portolan/graph.snapshot` })
    expect(readdirSync(`${root}/.portolan`).sort()).toEqual([".gitignore", "graph.snapshot"])
    expect(Repo.git(root, "status", "--porcelain")).toBe("")
    const [entry] = yield* run(home, Effect.flatMap(Registry.Registry, (it) => it.list))
    expect(entry).toEqual(saved.entry)
    expect(pathIn(yield* run(home, Storage.open(entry!)))).toBe("a.ts")
    expect(yield* run(home, Storage.sources(entry!))).toEqual(indexOf(root, "a.ts").sources)
  }),
)

effect(
  "on request the index lies under the home folder and the repository stays untouched",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const { entry } = yield* run(home, Storage.save(indexOf(root, "a.ts"), "home"))
    expect(readdirSync(root)).toEqual(["a.ts"])
    expect(entry.snapshot.startsWith(`${home}/snapshots/`)).toBe(true)
    expect(pathIn(yield* run(home, Storage.open(entry)))).toBe("a.ts")
    yield* run(home, Storage.discard(entry))
    expect(readdirSync(`${home}/snapshots`)).toEqual([])
  }),
)

effect(
  "a repository that cannot be written to gets its index under the home folder, and a note says so",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    for (const code of ["EROFS", "EACCES", "EPERM"]) {
      const saved = yield* run(home, Storage.save(indexOf(root, code), "repository"), failing(root, code))
      expect(saved.storage).toBe("home")
      expect(saved.notes).toEqual([`the repository cannot be written to: its index is ${saved.entry.snapshot}`])
      expect(pathIn(yield* run(home, Storage.open(saved.entry)))).toBe(code)
    }
  }),
)

effect(
  "a .portolan that a clone brought along as a link is not written through",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const elsewhere = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    symlinkSync(elsewhere, `${root}/.portolan`)
    const saved = yield* run(home, Storage.save(indexOf(root, "a.ts"), "repository"))
    expect(saved.storage).toBe("home")
    expect(saved.notes).toEqual([`.portolan of the repository is no folder: its index is ${saved.entry.snapshot}`])
    expect(readdirSync(elsewhere)).toEqual([])
  }),
)

effect(
  "a full disk is said, and the earlier index and the registry are as they were",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const { entry } = yield* run(home, Storage.save(indexOf(root, "old"), "repository"))
    const error = yield* Effect.flip(
      run(home, Storage.save(indexOf(root, "new"), "repository"), failing(root, "ENOSPC")),
    )
    expect(error).toMatchObject({ _tag: "IndexNotWritten", code: "ENOSPC" })
    expect(error.message).toContain("the disk is full; free some space")
    const [after] = yield* run(home, Effect.flatMap(Registry.Registry, (it) => it.list))
    expect(after).toEqual(entry)
    expect(pathIn(yield* run(home, Storage.open(entry)))).toBe("old")
  }),
)

effect(
  "open() trusts an equal digest under another stat, and refuses other bytes, a link and a missing file",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const { entry } = yield* run(home, Storage.save(indexOf(root, "a.ts"), "repository"))
    utimesSync(entry.snapshot, 1, 1)
    expect(pathIn(yield* run(home, Storage.open(entry)))).toBe("a.ts")
    // A whole snapshot that someone else wrote, such as one that is checked in.
    writeFileSync(entry.snapshot, Buffer.concat(indexOf(root, "b.ts").parts))
    const foreign = yield* Effect.flip(run(home, Storage.open(entry)))
    expect(foreign).toMatchObject({ _tag: "SnapshotForeign", repo: "repo" })
    expect(foreign.message).toContain("run portolan analyze")
    appendFileSync(entry.snapshot, "x")
    expect(yield* Effect.flip(run(home, Storage.open(entry)))).toMatchObject({ _tag: "SnapshotForeign" })
    rmSync(entry.snapshot)
    symlinkSync("/dev/zero", entry.snapshot)
    expect(yield* Effect.flip(run(home, Storage.open(entry)))).toMatchObject({ _tag: "SnapshotForeign" })
    rmSync(entry.snapshot)
    expect(yield* Effect.flip(run(home, Storage.open(entry)))).toMatchObject({ _tag: "SnapshotMissing" })
  }),
)

effect(
  "a snapshot of another format is refused by name, though it is ours",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const { entry } = yield* run(home, Storage.save(indexOf(root, "a.ts"), "repository"))
    const bytes = Buffer.concat(Sections.write(99, []))
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
    writeFileSync(entry.snapshot, bytes)
    const error = yield* Effect.flip(run(home, Storage.open({ ...entry, sha256 })))
    expect(error).toMatchObject({ _tag: "SnapshotRefused" })
    expect(error.message).toContain("99")
  }),
)

effect(
  "sources of another snapshot are not taken for this one's",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const first = yield* run(home, Storage.save(indexOf(root, "one"), "repository"))
    yield* run(home, Storage.save(indexOf(root, "two"), "repository"))
    expect(yield* run(home, Storage.sources(first.entry))).toBeUndefined()
  }),
)

effect(
  "what a killed run left half-written is swept, a young one may belong to a run that is alive",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    mkdirSync(`${root}/.portolan`)
    writeFileSync(`${root}/.portolan/.graph.snapshot.1.1.tmp`, "old")
    utimesSync(`${root}/.portolan/.graph.snapshot.1.1.tmp`, 1, 1)
    writeFileSync(`${root}/.portolan/.graph.snapshot.2.1.tmp`, "young")
    yield* run(home, Storage.save(indexOf(root, "a.ts"), "repository"))
    expect(readdirSync(`${root}/.portolan`).sort()).toEqual([
      ".gitignore",
      ".graph.snapshot.2.1.tmp",
      "graph.snapshot",
    ])
    expect(statSync(`${root}/.portolan`).isDirectory()).toBe(true)
  }),
)
