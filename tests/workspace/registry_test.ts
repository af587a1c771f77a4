// The list of indexed repositories: keyed by real path, changed under a lock, never lost without a word.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import * as Digest from "../../lib/machine/digest.ts"
import * as PlatformDigest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Shelf from "../../lib/workspace/shelf.ts"
import { effect } from "../_kit/effect.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

const use = <A, E>(
  home: string,
  body: (registry: typeof Registry.Registry.Service) => Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.flatMap(Registry.Registry, body).pipe(
    Effect.provide(Registry.Registry.layer),
    Effect.provide(Layer.merge(Files.layer, Layer.succeed(Home, { folder: home }))),
  )

const entry = (path: string, more: Partial<Registry.Entry> = {}): Registry.Entry => ({
  name: path.split("/").at(-1)!,
  path,
  snapshot: `${path}/.portolan/graph.snapshot`,
  sha256: "0".repeat(64),
  stat: { size: 1, modified: "9007199254740993", changed: "2", inode: "18446744073709551615" },
  commit: null,
  indexedAt: "2024-01-01T00:00:00.000Z",
  stats: { files: 1, symbols: 2, edges: 3 },
  languages: ["a"],
  ...more,
})

const digest = Effect.runSync(Effect.provide(Digest.Digest, PlatformDigest.layer))

effect(
  "what was added is listed in path order, found by path, replaced by path, and removed",
  Effect.gen(function* () {
    const home = `${yield* Repo.temporary}/not/there/yet`
    expect(yield* use(home, (it) => it.list)).toEqual([])
    yield* use(home, (it) => it.add(entry("/b")))
    yield* use(home, (it) => it.add(entry("/a")))
    yield* use(home, (it) => it.add(entry("/b", { commit: "c0ffee" })))
    expect(yield* use(home, (it) => it.list)).toEqual([entry("/a"), entry("/b", { commit: "c0ffee" })])
    expect(yield* use(home, (it) => it.find("/b"))).toEqual(entry("/b", { commit: "c0ffee" }))
    expect(yield* use(home, (it) => it.find("/B"))).toBeUndefined()
    expect(yield* use(home, (it) => it.remove("/a"))).toEqual(entry("/a"))
    expect(yield* use(home, (it) => it.remove("/a"))).toBeUndefined()
    expect(readdirSync(home)).toEqual(["registry.json"])
  }),
)

effect(
  "twenty writers at once lose nothing",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const paths = Array.from({ length: 20 }, (_, i) => `/repo${String(i).padStart(2, "0")}`)
    yield* Effect.forEach(paths, (path) => use(home, (it) => it.add(entry(path))), { concurrency: "unbounded" })
    expect((yield* use(home, (it) => it.list)).map(({ path }) => path)).toEqual(paths)
  }),
)

effect(
  "two processes that add fifty repositories each lose none",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const writer = (prefix: string) =>
      Effect.promise(() =>
        Program.run(Program.BUN, [...Program.SAFELY, join(import.meta.dir, "writers.ts"), home, prefix, "50"], {
          cwd: home,
        })
      )
    const ran = yield* Effect.all([writer("a"), writer("b")], { concurrency: 2 })
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: "" },
      { code: 0, stderr: "" },
    ])
    const all = (prefix: string) => Array.from({ length: 50 }, (_, i) => `/${prefix}${String(i).padStart(2, "0")}`)
    expect((yield* use(home, (it) => it.list)).map(({ path }) => path)).toEqual([...all("a"), ...all("b")])
    expect(readdirSync(home)).toEqual(["registry.json"])
  }),
  60_000,
)

effect(
  "a failed write records nothing and frees the lock",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    yield* use(home, (it) => it.add(entry("/a")))
    expect(yield* Effect.flip(use(home, (it) => it.record(() => Effect.fail("no"))))).toBe("no")
    expect(yield* use(home, (it) => it.list)).toEqual([entry("/a")])
    expect(readdirSync(home)).toEqual(["registry.json"])
  }),
)

effect(
  "a damaged registry that nothing is left of is named with what to do; recording moves it aside and over no other",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const path = `${home}/registry.json`
    const aside = [`${path}.damaged`, `${path}.damaged-2`, `${path}.damaged-3`]
    for (const [i, damage] of ["{ half", "[]", '{"version":1,"repositories":[{"name":"x"}]}'].entries()) {
      writeFileSync(path, damage)
      const error = yield* Effect.flip(use(home, (it) => it.list))
      expect(error).toMatchObject({ _tag: "RegistryDamaged", path })
      expect(error.message).toContain("run portolan analyze")
      // Forgetting an entry is no reason to begin anew.
      expect(yield* Effect.flip(use(home, (it) => it.remove("/a")))).toMatchObject({ _tag: "RegistryDamaged" })
      expect(readFileSync(path, "utf8")).toBe(damage)
      expect(yield* use(home, (it) => it.add(entry("/a")))).toMatchObject({ movedAside: aside[i]!, recovered: 0 })
      expect(readFileSync(aside[i]!, "utf8")).toBe(damage)
      expect(yield* use(home, (it) => it.list)).toEqual([entry("/a")])
    }
    expect(readFileSync(aside[0]!, "utf8")).toBe("{ half")
  }),
)

/** Puts what an index keeps of itself on a shelf. */
const shelve = (home: string, of: Registry.Entry) =>
  Effect.provide(Shelf.put(Shelf.of(home, of.path, digest), of), Files.layer)

effect(
  "a registry cut at any place is made again from what the indexes keep of themselves, and nothing is lost",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const path = `${home}/registry.json`
    const entries = ["/a", "/b", "/c ü", "/d"].map((it) => entry(it))
    for (const it of entries) {
      yield* shelve(home, it)
      yield* use(home, (registry) => registry.add(it))
    }
    const whole = readFileSync(path)
    for (let part = 0; part < 20; part++) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * part / 20)))
      expect(yield* use(home, (it) => it.list)).toEqual(entries)
      expect((yield* use(home, (it) => it.look)).lost).toBe("its text is not what it should be")
      expect(yield* use(home, (it) => it.find("/b"))).toEqual(entry("/b"))
      // A reader changes nothing; who writes puts the whole list back.
      expect(readFileSync(path).length).toBeLessThan(whole.length)
      const recorded = yield* use(home, (it) => it.add(entry("/e")))
      expect(recorded).toMatchObject({ recovered: 4, movedAside: expect.stringContaining(`${path}.damaged`) })
      expect(yield* use(home, (it) => it.list)).toEqual([...entries, entry("/e")])
      expect(yield* use(home, (it) => it.look)).not.toHaveProperty("lost")
      expect(yield* use(home, (it) => it.remove("/e"))).toEqual(entry("/e"))
      expect(readFileSync(path)).toEqual(whole)
    }
    expect(readdirSync(home).filter((it) => it.includes(".damaged")).length).toBe(20)
  }),
)

effect(
  "a registry that is gone is made again, and forgetting a repository works on what was found",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    for (const it of ["/a", "/b"]) yield* shelve(home, entry(it))
    expect(yield* use(home, (it) => it.look)).toEqual({ entries: [entry("/a"), entry("/b")], lost: "it is missing" })
    expect(yield* use(home, (it) => it.remove("/a"))).toEqual(entry("/a"))
    expect(yield* use(home, (it) => it.look)).toEqual({ entries: [entry("/b")] })
  }),
)

effect(
  "shelves whose entry cannot be read, or is no file, are passed over",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    yield* shelve(home, entry("/a"))
    for (const [name, text] of [["1", "{"], ["2", "{}"], ["3", '{"version":1,"entry":{}}']] as const) {
      mkdirSync(`${home}/snapshots/${name}`)
      writeFileSync(`${home}/snapshots/${name}/entry.json`, text)
    }
    mkdirSync(`${home}/snapshots/4/entry.json`, { recursive: true })
    mkdirSync(`${home}/snapshots/5`)
    symlinkSync("/dev/zero", `${home}/snapshots/5/entry.json`)
    writeFileSync(`${home}/snapshots/6`, "a file")
    expect(yield* use(home, (it) => it.list)).toEqual([entry("/a")])
  }),
)

effect(
  "what lies where the registry or its folder should be is said in words",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    writeFileSync(`${base}/file`, "")
    for (
      const [home, said] of [
        [`${base}/file`, "a file or link lies where a folder should"],
        [`${base}/file/below`, "a file or link lies where a folder should"],
        [`${base}/${"x".repeat(300)}`, "its path is too long"],
      ] as const
    ) {
      const error = yield* Effect.flip(use(home, (it) => it.add(entry("/a"))))
      expect(error).toMatchObject({ _tag: "RegistryUnavailable" })
      expect(error.message).toContain(said)
    }
  }),
)

effect(
  "what is wrong with a registry is said in few words, and one that would never end to be read is not read",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const path = `${home}/registry.json`
    const detail = () => Effect.map(Effect.flip(use(home, (it) => it.list)), (it) => "detail" in it ? it.detail : it)
    writeFileSync(path, "garbage")
    expect(yield* detail()).toBe("its text is not what it should be")
    writeFileSync(path, '{"version":1,"repositories":5}')
    expect(yield* detail()).toBe("repositories is not what it should be")
    truncateSync(path, 64_000_001)
    expect(yield* detail()).toBe("it is larger than 64 MB")
    rmSync(path)
    symlinkSync("/dev/zero", path)
    expect(yield* detail()).toBe("it is no file")
    rmSync(path)
    mkdirSync(path)
    expect(yield* detail()).toBe("it is no file")
    expect(yield* use(home, (it) => it.add(entry("/a")))).toMatchObject({ movedAside: `${path}.damaged` })
    expect(yield* use(home, (it) => it.list)).toEqual([entry("/a")])
  }),
)

effect(
  "a registry of a newer version is neither read nor replaced",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const path = `${home}/registry.json`
    writeFileSync(path, '{"version":2,"repositories":{"of":"another form"}}')
    expect(yield* Effect.flip(use(home, (it) => it.list))).toMatchObject({ _tag: "RegistryNewer", found: 2 })
    expect(yield* Effect.flip(use(home, (it) => it.add(entry("/a"))))).toMatchObject({ _tag: "RegistryNewer" })
    expect(readFileSync(path, "utf8")).toContain("another form")
    expect(existsSync(`${path}.damaged`)).toBe(false)
  }),
)

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

test("ids are the lower-case name, and the long form alone while two share a name", () => {
  const entries = [entry("/code/API"), entry("/code/web"), entry("/old/Web")]
  expect(Registry.identify(entries, digest).map(({ id, longId }) => [id, longId])).toEqual([
    ["api", `api-${hashOf("/code/API").slice(0, 6)}`],
    [`web-${hashOf("/code/web").slice(0, 6)}`, `web-${hashOf("/code/web").slice(0, 6)}`],
    [`web-${hashOf("/old/Web").slice(0, 6)}`, `web-${hashOf("/old/Web").slice(0, 6)}`],
  ])
})

test("long ids grow until they differ", () => {
  // The digest is a stand-in: its hashes agree in the first eight digits.
  const close: typeof Digest.Digest.Service = {
    sha256: (bytes) => `12345678${new TextDecoder().decode(bytes) === "/a/x" ? "a" : "b"}`.padEnd(64, "0"),
    sha256Of: () => "",
  }
  expect(Registry.identify([entry("/a/x"), entry("/b/x")], close).map(({ id }) => id)).toEqual([
    "x-12345678a",
    "x-12345678b",
  ])
})

test("a repository that is named like another one's long id answers to its own long id only", () => {
  const longId = `api-${hashOf("/code/api").slice(0, 6)}`
  const [api, posing] = Registry.identify([entry("/code/api"), entry(`/code/${longId}`)], digest)
  expect(api!.id).toBe("api")
  expect(posing!.id).toBe(posing!.longId)
  expect(posing!.longId).not.toBe(longId)
})
