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
  renameSync,
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
import * as Git from "../../lib/platform/git.ts"
import * as Forget from "../../lib/workspace/forget.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import * as Whereabouts from "../../lib/workspace/whereabouts.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const platform = Layer.merge(Files.layer, Digest.layer)

/** The machine with other files. */
const patched = (patch: (files: typeof FilesPort.Files.Service) => typeof FilesPort.Files.Service) =>
  Layer.merge(
    Digest.layer,
    Layer.effect(FilesPort.Files, Effect.map(FilesPort.Files, patch)).pipe(Layer.provide(Files.layer)),
  )

/** A machine on which writing below `path` fails with `code`. */
const failing = (path: string, code: string) => {
  const refuse = (operation: string, at: string) =>
    Effect.fail(new FilesPort.PlatformError({ operation, path: at, code, detail: "" }))
  return patched((files) => ({
    ...files,
    makeFolder: (at) => at.startsWith(path) && !existsSync(at) ? refuse("make", at) : files.makeFolder(at),
    writeAtomically: (at, parts) => at.startsWith(path) ? refuse("write", at) : files.writeAtomically(at, parts),
  }))
}

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
    parts: Snapshot.encode({ graph, meta }),
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
    expect((yield* run(home, Storage.sources(entry!)))?.files).toEqual(indexOf(root, "a.ts").sources!)
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
    yield* run(home, Forget.discard(entry, []))
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
  "a run that found its index still right takes nothing from one that came meanwhile",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const left = { inputs: "", notes: [], configs: new Map() }
    const { sources = [] } = indexOf(root, "a.ts")
    const first = yield* run(home, Storage.save({ ...indexOf(root, "one"), left }, "repository"))
    yield* run(home, Storage.keepSources(first.entry, sources.slice(1), left))
    expect((yield* run(home, Storage.sources(first.entry)))?.files.length).toBe(1)
    const second = yield* run(home, Storage.save({ ...indexOf(root, "two"), left }, "repository"))
    yield* run(home, Storage.keepSources(first.entry, sources, left))
    expect((yield* run(home, Storage.sources(second.entry)))?.files.length).toBe(2)
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

effect(
  "a run that is cut short anywhere leaves an index that opens: the old one or the new one",
  Effect.gen(function* () {
    const cuts = ["entry.json", "graph.snapshot", "sources", "entry.json", "registry.json"]
    for (let cut = 0; cut <= cuts.length; cut++) {
      const home = yield* Repo.temporary
      const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
      const { entry } = yield* run(home, Storage.save(indexOf(root, "old"), "repository"))
      const written: Array<string> = []
      const machine = patched((files) => ({
        ...files,
        writeAtomically: (at, parts) => {
          if (written.length === cut) return Effect.interrupt
          written.push(at.slice(at.lastIndexOf("/") + 1))
          return files.writeAtomically(at, parts)
        },
      }))
      yield* Effect.exit(run(home, Storage.save(indexOf(root, "new"), "repository"), machine))
      expect(written).toEqual(cuts.slice(0, cut))
      const opened = yield* run(home, Storage.open(entry))
      expect(pathIn(opened)).toBe(cut < 2 ? "old" : "new")
      // Where the list of repositories is lost too, what was whole is found again.
      if (cut === 1) continue
      rmSync(`${home}/registry.json`)
      const [again] = yield* run(home, Effect.flatMap(Registry.Registry, (it) => it.list))
      expect(pathIn(yield* run(home, Storage.open(again!)))).toBe(cut < 2 ? "old" : "new")
    }
  }),
)

effect(
  "a repository that was moved is taken over where it is indexed again; one that is gone is said to be",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const other = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const { entry } = yield* run(home, Storage.save(indexOf(root, "a"), "repository"))
    yield* run(home, Storage.save(indexOf(other, "a"), "repository"))
    const git = Layer.mergeAll(Files.layer, Git.layer)
    const whereabouts = Effect.provide(Whereabouts.of(entry), git)
    expect(yield* whereabouts).toEqual({ _tag: "here" })
    const moved = `${root}-renamed`
    renameSync(root, moved)
    expect(yield* whereabouts).toEqual({ _tag: "moved", to: moved, sure: true })
    const error = yield* Effect.flip(run(home, Storage.open(entry)))
    expect(error).toMatchObject({ _tag: "RepoGone" })
    // A folder that only has the same number, or only the same name, is another one.
    expect(yield* Effect.provide(Whereabouts.of({ ...entry, inode: "0" }), git)).toEqual({ _tag: "gone" })
    expect(yield* Effect.provide(Whereabouts.of({ ...entry, stat: { ...entry.stat, changed: "1" } }), git)).toEqual({
      _tag: "moved",
      to: moved,
      sure: false,
    })
    const saved = yield* run(home, Storage.save(indexOf(moved, "a"), "repository"))
    expect(saved.notes).toEqual([`it was indexed at ${root} before it was moved: that entry is forgotten`])
    const listed = yield* run(home, Effect.flatMap(Registry.Registry, (it) => it.list))
    expect(listed.map((it) => it.path).sort()).toEqual([moved, other].sort())
    rmSync(moved, { recursive: true })
    expect(yield* Effect.provide(Whereabouts.of(saved.entry), git)).toEqual({ _tag: "gone" })
  }),
)

effect(
  "forgetting a repository removes what was written for it and nothing else",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    yield* run(home, Storage.save(indexOf(root, "a"), "repository"))
    expect(yield* run(home, Forget.forget(root))).toMatchObject({ path: root })
    expect(readdirSync(root)).toEqual(["a.ts"])
    expect(readdirSync(home).sort()).toEqual(["registry.json", "snapshots"])
    expect(readdirSync(`${home}/snapshots`)).toEqual([])
    expect(yield* run(home, Forget.forget(root))).toBeUndefined()
    // What others put into the folder stays, a snapshot that is not ours too.
    yield* run(home, Storage.save(indexOf(root, "a"), "repository"))
    writeFileSync(`${root}/.portolan/graph.snapshot`, "theirs")
    yield* run(home, Forget.forget(root))
    expect(readdirSync(`${root}/.portolan`).sort()).toEqual([".gitignore", "graph.snapshot"])
    yield* run(home, Storage.save(indexOf(root, "a"), "repository"))
    writeFileSync(`${root}/.portolan/notes`, "theirs")
    yield* run(home, Forget.forget(root))
    expect(readdirSync(`${root}/.portolan`).sort()).toEqual([".gitignore", "notes"])
    // A link leads to what is not ours.
    const elsewhere = yield* Repo.temporary
    const { entry } = yield* run(home, Storage.save(indexOf(root, "a"), "repository"))
    renameSync(`${root}/.portolan`, `${elsewhere}/folder`)
    symlinkSync(`${elsewhere}/folder`, `${root}/.portolan`)
    yield* run(home, Forget.discard(entry, []))
    expect(readdirSync(`${elsewhere}/folder`).sort()).toEqual([".gitignore", "graph.snapshot", "notes"])
  }),
)

effect(
  "a folder in the place of the snapshot is said in words",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    mkdirSync(`${root}/.portolan/graph.snapshot/x`, { recursive: true })
    const error = yield* Effect.flip(run(home, Storage.save(indexOf(root, "a"), "repository")))
    expect(error.message).toContain("a folder lies where the file should; move it away and try again")
  }),
)
