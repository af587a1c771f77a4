// The policy that comes of what is set: names resolved once, and what makes no sense refused with words.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as DigestLayer from "../../lib/platform/digest.ts"
import { Digest } from "../../lib/machine/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Config from "../../lib/workspace/config.ts"
import * as Policy from "../../lib/workspace/policy.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const entry = (path: string): Registry.Entry => ({
  name: path.split("/").at(-1)!,
  path,
  snapshot: "",
  sha256: "",
  stat: { size: 0, modified: "0", changed: "0", inode: "0" },
  commit: null,
  indexedAt: "",
  stats: { files: 0, symbols: 0, edges: 0 },
  languages: [],
})

const made = (roots: ReadonlyArray<string>, variables: Record<string, string>) =>
  Effect.gen(function* () {
    const digest = yield* Digest
    const config = yield* Config.of({}, (name) => variables[name], {})
    return yield* Policy.make(config, Effect.succeed(Registry.identify(roots.map(entry), digest)))
  }).pipe(Effect.provide(Layer.mergeAll(Files.layer, DigestLayer.layer)))

const world = Effect.gen(function* () {
  const base = yield* Repo.temporary
  const roots = ["web", "worker", "a/api", "b/api"].map((it) => join(base, it))
  for (const root of roots) mkdirSync(root, { recursive: true })
  symlinkSync(roots[0]!, join(base, "link"))
  return { base, roots, web: roots[0]!, worker: roots[1]!, api: roots[2]! }
})

describe("make()", () => {
  effect(
    "with nothing set hides nothing and asks for no list",
    Effect.gen(function* () {
      const policy = yield* Policy.make({}, Effect.die("asked")).pipe(Effect.provide(Files.layer))
      expect(policy).toEqual(Policy.open)
    }),
  )

  effect(
    "resolves names, ids, paths and links once, and each repository once",
    Effect.gen(function* () {
      const { base, roots, web, worker, api } = yield* world
      const allowed = (list: string) =>
        Effect.map(made(roots, { PORTOLAN_MCP_ALLOWED_REPOS: list }), (it) => [...it.allowed!])
      expect(yield* allowed("web")).toEqual([web])
      expect(yield* allowed(` WEB , ${join(base, "link")},worker`)).toEqual([web, worker])
      expect(yield* allowed(api)).toEqual([api])
    }),
  )

  effect(
    "refuses what names none, several, a part of a name, or a default that is not allowed",
    Effect.gen(function* () {
      const { base, roots, api } = yield* world
      const refused = (variables: Record<string, string>, known = roots) =>
        Effect.map(Effect.flip(made(known, variables)), (it) => it.message)
      expect(yield* refused({ PORTOLAN_MCP_ALLOWED_REPOS: "wbe" })).toStartWith(
        `Cannot start with PORTOLAN_MCP_ALLOWED_REPOS="wbe": no indexed repository is called "wbe"; indexed are `,
      )
      expect(yield* refused({ PORTOLAN_MCP_ALLOWED_REPOS: "we" })).toContain(`no indexed repository is called "we"`)
      expect(yield* refused({ PORTOLAN_MCP_ALLOWED_REPOS: "web,api" })).toContain(
        `several repositories are called "api"; name one by its path: ${api}, `,
      )
      expect(yield* refused({ PORTOLAN_MCP_ALLOWED_REPOS: join(base, "none") })).toContain("no indexed repository")
      expect(yield* refused({ PORTOLAN_MCP_DEFAULT_REPO: "web" }, [])).toEndWith("none is indexed")
      expect(yield* refused({ PORTOLAN_MCP_DEFAULT_REPO: "worker", PORTOLAN_MCP_ALLOWED_REPOS: "web" })).toBe(
        `Cannot start with PORTOLAN_MCP_DEFAULT_REPO="worker": ` +
          `the default must be allowed by PORTOLAN_MCP_ALLOWED_REPOS="web"`,
      )
    }),
  )

  effect(
    "takes folders that are there, by absolute path, as what they really are",
    Effect.gen(function* () {
      const { base, web } = yield* world
      writeFileSync(join(base, "file"), "")
      const roots = (list: string) =>
        Effect.either(Effect.map(
          made([], { PORTOLAN_MCP_ALLOWED_ROOTS: list }),
          (it) => it.roots,
        ))
      expect(yield* roots(join(base, "link"))).toEqual(Either.right([web]))
      for (const bad of ["web", join(base, "none"), join(base, "file")]) {
        expect(Either.isLeft(yield* roots(bad))).toBe(true)
      }
    }),
  )
})

describe("reaches()", () => {
  const roots = ["/code/web", "/code/worker", "/code/web/secret"]
  const hiding = { ...Policy.open, allowed: new Set(["/code/web"]) }
  const hidingOuter = { ...Policy.open, allowed: new Set(["/code/web/secret"]) }
  test.each<[string, Policy.PolicyShape, string, boolean]>([
    ["an indexed repository", Policy.open, "/code/web", true],
    ["a file of one", Policy.open, "/code/worker/a.ts", true],
    ["the working directory", Policy.open, "/here/new", true],
    ["anything else", Policy.open, "/etc", false],
    ["what only begins alike", Policy.open, "/code/webs", false],
    ["outside of named folders", { ...Policy.open, roots: ["/src"] }, "/code/web", false],
    ["inside of named folders", { ...Policy.open, roots: ["/src"] }, "/src/new", true],
    ["the working directory where folders are named", { ...Policy.open, roots: ["/src"] }, "/here", false],
    ["an allowed one", hiding, "/code/web/src", true],
    ["a hidden one", hiding, "/code/worker", false],
    ["what lies in an allowed one, as a part of it, where a hidden one is", hiding, "/code/web/secret/a.ts", true],
    ["what lies in a hidden one around an allowed one", hidingOuter, "/code/web/a.ts", false],
    ["an allowed one in a hidden one", hidingOuter, "/code/web/secret/a.ts", true],
    ["a folder around a hidden one", { ...hiding, roots: ["/code"] }, "/code", false],
    ["an allowed one around a hidden one", hiding, "/code/web", true],
    ["a hidden one in a named folder", { ...hiding, roots: ["/code"] }, "/code/worker", false],
    ["a new one in a named folder", { ...hiding, roots: ["/code"] }, "/code/new", true],
  ])("%s", (_, policy, path, expected) => {
    expect(Policy.reaches(policy, roots, "/here", path)).toBe(expected)
  })
})
