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
import * as Digest from "../../lib/machine/digest.ts"
import * as PlatformDigest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { effect } from "../_kit/effect.ts"
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
  "a failed write records nothing and frees the lock",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    yield* use(home, (it) => it.add(entry("/a")))
    expect(yield* Effect.flip(use(home, (it) => it.record(Effect.fail("no"))))).toBe("no")
    expect(yield* use(home, (it) => it.list)).toEqual([entry("/a")])
    expect(readdirSync(home)).toEqual(["registry.json"])
  }),
)

effect(
  "a damaged registry is named to readers with what to do, and moved aside by the next recording",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const path = `${home}/registry.json`
    for (const damage of ["{ half", "[]", '{"version":1,"repositories":[{"name":"x"}]}']) {
      writeFileSync(path, damage)
      const error = yield* Effect.flip(use(home, (it) => it.list))
      expect(error).toMatchObject({ _tag: "RegistryDamaged", path })
      expect(error.message).toContain("run portolan analyze")
      // Forgetting an entry is no reason to begin anew.
      expect(yield* Effect.flip(use(home, (it) => it.remove("/a")))).toMatchObject({ _tag: "RegistryDamaged" })
      expect(readFileSync(path, "utf8")).toBe(damage)
      expect(yield* use(home, (it) => it.add(entry("/a")))).toMatchObject({ movedAside: `${path}.damaged` })
      expect(readFileSync(`${path}.damaged`, "utf8")).toBe(damage)
      expect(yield* use(home, (it) => it.list)).toEqual([entry("/a")])
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

const digest = Effect.runSync(Effect.provide(Digest.Digest, PlatformDigest.layer))
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
