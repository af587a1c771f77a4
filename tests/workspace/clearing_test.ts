// What can go is found, shown, and goes when told to; what is used, or may be, stays.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import * as Draft from "../../lib/graph/draft.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Pack from "../../lib/indexer/facts_pack.ts"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import * as Clearing from "../../lib/workspace/clearing.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { defaults, Settings } from "../../lib/workspace/settings.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const machine = Layer.mergeAll(Files.layer, Digest.layer, Git.layer)

const run = <A, E>(
  home: string,
  body: Effect.Effect<A, E, Registry.Registry | Home | Layer.Layer.Success<typeof machine>>,
): Effect.Effect<A, E> =>
  body.pipe(
    Effect.provide(Registry.Registry.layer),
    Effect.provide(Layer.merge(machine, Layer.succeed(Home, { folder: home }))),
  )

const save = (root: string, storage: Storage.Storage) => {
  const meta = {
    name: "repo",
    commit: null,
    languages: [],
    report: { read: 0, partlyRead: [], skipped: [], failed: [] },
  }
  return Storage.save({
    root,
    parts: Snapshot.encode({ graph: Draft.freeze(new Draft.Draft()), meta }),
    commit: null,
    stats: { files: 0, symbols: 0, edges: 0 },
    languages: [],
    sources: [],
  }, storage)
}

const age = (path: string, days: number) => {
  const time = Date.now() / 1000 - days * 86_400
  utimesSync(path, time, time)
}

effect(
  "what is old goes and what is young stays, in the home folder and beside each repository's index",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const here = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    const gone = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    yield* run(home, save(here, "repository"))
    yield* run(home, save(gone, "home"))
    rmSync(gone, { recursive: true })
    const write = (path: string, days: number) => {
      mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true })
      writeFileSync(path, "12345")
      age(path, days)
      return path
    }
    const old = [
      write(`${home}/.registry.json.1.1.tmp`, 1),
      write(`${here}/.portolan/.graph.snapshot.1.1.tmp`, 1),
      write(`${home}/running/1-1-1.run`, 15),
      write(`${home}/registry.json.damaged-2`, 31),
    ]
    const young = [
      write(`${home}/.registry.json.2.1.tmp`, 0),
      write(`${here}/.portolan/.graph.snapshot.2.1.tmp`, 0),
      write(`${home}/running/2-1-1.run`, 13),
      write(`${home}/registry.json.damaged`, 29),
      write(`${here}/.portolan/notes.tmp`, 99),
      write(`${home}/config.toml`, 99),
    ]
    const orphan = write(`${home}/snapshots/orphan/graph.snapshot`, 0)
    const { items } = yield* run(home, Clearing.plan)
    expect(items.map(({ path }) => path).sort()).toEqual([...old, `${home}/snapshots/orphan`, gone].sort())
    expect(items.find(({ path }) => path === orphan.slice(0, orphan.lastIndexOf("/")))).toMatchObject({ bytes: 5 })
    const went = yield* run(home, Effect.flatMap(Clearing.plan, Clearing.carryOut))
    expect(went.length).toBe(items.length)
    for (const path of old) expect(existsSync(path)).toBe(false)
    for (const path of young) expect(existsSync(path)).toBe(true)
    expect(readdirSync(`${home}/snapshots`).length).toBe(1)
    const entries = yield* run(home, Effect.flatMap(Registry.Registry, (it) => it.list))
    expect(entries.map(({ path }) => path)).toEqual([here])
    expect((yield* run(home, Storage.open(entries[0]!))).graph.nodes.rows).toBe(0)
  }),
)

effect(
  "vectors that are kept go when nobody has used them for long: native indexes after 30 days, an embedder's after 90",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const write = (path: string, days: number) => {
      const whole = `${home}/${path}`
      mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true })
      writeFileSync(whole, "12345")
      age(whole, days)
      return whole
    }
    const old = [
      write("vectors/a.hnsw", 31),
      write("vectors/a.hnsw.sha256", 31),
      write("vectors/.7.tmp", 1),
      write("embeddings/e1/a.vectors", 91),
      write("embeddings/e2/.a.vectors.1.1.tmp", 1),
    ]
    const young = [
      write("vectors/b.hnsw", 29),
      write("vectors/b.hnsw.sha256", 29),
      write("embeddings/e1/b.vectors", 89),
      write("embeddings/e2/.b.vectors.1.1.tmp", 0),
    ]
    const { items } = yield* run(home, Clearing.plan)
    expect(items.map(({ path }) => path).sort()).toEqual([...old].sort())
    yield* run(home, Effect.flatMap(Clearing.plan, Clearing.carryOut))
    for (const path of old) expect(existsSync(path)).toBe(false)
    for (const path of young) expect(existsSync(path)).toBe(true)
  }),
)

effect(
  "what killed runs left in the cache goes: packs that hold nothing, half-written files; packs that hold facts stay",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const facts = `${home}/facts`
    mkdirSync(facts)
    const write = (name: string, bytes: Uint8Array | string, days: number) => {
      writeFileSync(`${facts}/${name}`, bytes)
      age(`${facts}/${name}`, days)
      return `${facts}/${name}`
    }
    const key = { content: new Uint32Array(8), sort: new Uint32Array(2) }
    const full = new Uint8Array(Pack.HEAD_BYTES + Pack.recordSize(3))
    full.set(Pack.head())
    Pack.write(full, Pack.HEAD_BYTES, key, new Uint8Array([1, 2, 3]))
    const old = [
      write("1-a.pack", "", 1),
      write("2-b.pack", Pack.head(), 1),
      write("3-c.pack", full.subarray(0, full.length - 8), 1),
      write("4-d.pack.index", "left", 1),
      write(".5-e.pack.index.1.1.tmp", "half", 1),
    ]
    const kept = [write("6-f.pack", full, 1), write("7-g.pack", "", 0)]
    const { items } = yield* run(home, Clearing.plan)
    expect(items.map(({ path }) => path).sort()).toEqual([...old].sort())
    yield* run(home, Effect.flatMap(Clearing.plan, Clearing.carryOut))
    for (const path of old) expect(existsSync(path)).toBe(false)
    // What it holds is of no language that is read now, and is left to the cache's own rules.
    expect(existsSync(kept[1]!)).toBe(true)
    expect((yield* run(home, Clearing.plan)).items).toEqual([])
  }),
)

effect(
  "the cache is as large as the user lets it be",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    mkdirSync(`${home}/facts`)
    writeFileSync(`${home}/facts/1-a.pack`, new Uint8Array(3_000))
    const plan = (factsBytes: number) =>
      Effect.provideService(run(home, Clearing.plan), Settings, { ...defaults, factsBytes })
    expect((yield* plan(3_000)).items).toEqual([])
    expect((yield* plan(1_000)).items).toMatchObject([{ kind: "cache", bytes: 2_000 }])
  }),
)

effect(
  "an index that moved into its repository leaves nothing under the home folder, nor is a link followed",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const elsewhere = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    symlinkSync(elsewhere, `${root}/.portolan`)
    writeFileSync(`${elsewhere}/.theirs.tmp`, "")
    age(`${elsewhere}/.theirs.tmp`, 1)
    yield* run(home, save(root, "repository"))
    expect((yield* run(home, Clearing.plan)).items).toEqual([])
    rmSync(`${root}/.portolan`)
    yield* run(home, save(root, "repository"))
    expect((yield* run(home, Clearing.plan)).items).toEqual([])
  }),
)

effect(
  "what came to be used between the plan and its doing stays",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
    yield* run(home, save(root, "home"))
    const moved = `${root}-away`
    yield* Effect.promise(() => Bun.$`mv ${root} ${moved}`.quiet())
    rmSync(moved, { recursive: true })
    const plan = yield* run(home, Clearing.plan)
    expect(plan.items.map(({ path }) => path)).toEqual([root])
    mkdirSync(root)
    expect(yield* run(home, Clearing.carryOut(plan))).toEqual([])
    expect((yield* run(home, Effect.flatMap(Registry.Registry, (it) => it.list))).length).toBe(1)
  }),
)
