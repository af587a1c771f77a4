// What can be set, where, and what stops the start.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Environment } from "../../lib/machine/environment.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Config from "../../lib/workspace/config.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const configOf = (variables: Record<string, string>, file = {}, typed: Config.Typed = {}) =>
  Config.of(typed, (name) => variables[name], file)
const read = (variables: Record<string, string>) =>
  Either.map(configOf(variables), (config) => Settings.fromConfig(config, "/here"))

describe("settings", () => {
  test("what is not set keeps its default", () => {
    expect(Either.getOrThrow(read({}))).toEqual({ ...Settings.defaults, workingDirectory: "/here" })
  })

  test.each<[Record<string, string>, Partial<Settings.SettingsShape>]>([
    [{ PORTOLAN_MCP_DEFAULT_MAX_TOKENS: "1200" }, { maxTokens: 1200 }],
    [{ PORTOLAN_IMPACT_DEFAULT_LIMIT: "5" }, { impactRows: 5 }],
    [{ PORTOLAN_IMPACT_DEFAULT_LIMIT: "0" }, { impactRows: Infinity }],
    [{ PORTOLAN_FACTS_CACHE_MB: "0" }, { factsBytes: 0 }],
    [{ PORTOLAN_FACTS_CACHE_MB: "2500" }, { factsBytes: 2_500_000_000 }],
    [{ PORTOLAN_VECTOR_INDEX: "hnsw" }, { vectorIndex: "hnsw" }],
    [{ PORTOLAN_MCP_DEFAULT_REPO: " api " }, { defaultRepo: "api" }],
  ])("%o", (variables, expected) => {
    expect(Either.getOrThrow(read(variables))).toMatchObject(expected)
  })

  test.each<[string, string]>([
    ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "0"],
    ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "many"],
    ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "-1"],
    ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "1.5"],
    ["PORTOLAN_IMPACT_DEFAULT_LIMIT", ""],
    ["PORTOLAN_FACTS_CACHE_MB", "1 GB"],
    ["PORTOLAN_VECTOR_INDEX", "HNSW"],
    ["PORTOLAN_VECTOR_INDEX", ""],
    ["PORTOLAN_EMBEDDER", "OpenAI"],
    ["PORTOLAN_EMBEDDER", "ollama"],
    ["PORTOLAN_EMBEDDER_URL", "localhost:11434"],
    ["PORTOLAN_EMBEDDER_URL", "file:///etc"],
    ["PORTOLAN_EMBEDDER_URL", "https://user:word@host/v1"],
    ["PORTOLAN_EMBEDDER_URL", "https://host/v1?key=word"],
    ["PORTOLAN_EMBEDDER_DIMS", "0"],
    ["PORTOLAN_EMBEDDER_BATCH", "0"],
    ["PORTOLAN_MCP_DEFAULT_REPO", "  "],
    ["PORTOLAN_MCP_READ_ONLY", "yes"],
    ["PORTOLAN_MCP_READ_ONLY", "true"],
    ["PORTOLAN_MCP_READ_ONLY", ""],
    ["PORTOLAN_MCP_ALLOWED_REPOS", ""],
    ["PORTOLAN_MCP_ALLOWED_REPOS", "web,,worker"],
    ["PORTOLAN_MCP_ALLOWED_ROOTS", " "],
    ["PORTOLAN_MCP_MAX_QUERY_COMPLEXITY", "-5"],
  ])("%s=%s starts nothing and says what is expected", (variable, value) => {
    const error = Either.getOrThrow(Either.flip(read({ [variable]: value })))
    expect(error).toBeInstanceOf(Config.SettingsInvalid)
    expect(error.message).toStartWith(`Cannot start with ${variable}=${JSON.stringify(value)}: `)
  })

  const ollama = { PORTOLAN_EMBEDDER: "ollama", PORTOLAN_EMBEDDER_MODEL: "nomic" }

  test("an embedder has an address, times and sizes that need not be set", () => {
    const usual = { key: undefined, dims: undefined, timeoutMs: 60_000, batch: 64 }
    expect(Either.getOrThrow(read(ollama)).embedder).toEqual({
      ...usual,
      provider: "ollama",
      url: "http://127.0.0.1:11434",
      model: "nomic",
    })
    const own = {
      PORTOLAN_EMBEDDER_URL: " HTTPS://Host:8443/v1/ ",
      PORTOLAN_EMBEDDER_KEY: "k",
      PORTOLAN_EMBEDDER_DIMS: "768",
    }
    expect(Either.getOrThrow(read({ ...ollama, ...own, PORTOLAN_EMBEDDER: "openai" })).embedder).toEqual({
      ...usual,
      provider: "openai",
      url: "https://host:8443/v1",
      model: "nomic",
      key: "k",
      dims: 768,
    })
    expect(Either.getOrThrow(read({ ...ollama, PORTOLAN_EMBEDDER: "builtin" })).embedder).toBeUndefined()
  })

  test("a key is sent by https, or to this machine", () => {
    const at = (url: string) => read({ ...ollama, PORTOLAN_EMBEDDER_KEY: "word", PORTOLAN_EMBEDDER_URL: url })
    for (const url of ["https://far.example/v1", "http://localhost:1/v1", "http://127.0.0.1:1", "http://[::1]:1"]) {
      expect(Either.isRight(at(url))).toBe(true)
    }
    for (const url of ["http://far.example/v1", "http://127.0.0.1.example", "http://localhost.example"]) {
      const error = Either.getOrThrow(Either.flip(at(url)))
      expect(error.message).toContain("a key is sent by https alone")
      expect(error.message).not.toContain("word")
    }
  })

  test.each<[string, string]>([
    ["PORTOLAN_MCP_READONLY", "did you mean PORTOLAN_MCP_READ_ONLY"],
    ["PORTOLAN_MCP_ALLOWED_REPO", "did you mean PORTOLAN_MCP_ALLOWED_REPOS"],
    ["PORTOLAN_READ_ONLY", "did you mean PORTOLAN_MCP_READ_ONLY"],
    ["PORTOLAN_ALLOWED_REPOS", "did you mean PORTOLAN_MCP_ALLOWED_REPOS"],
    ["portolan_mcp_read_only", "did you mean PORTOLAN_MCP_READ_ONLY"],
    ["PORTOLAN_MCP_ZZZZZZZZZZZZ", "known are PORTOLAN_MCP_READ_ONLY, PORTOLAN_DB"],
  ])("a variable that is nearly a setting starts nothing: %s", (name, instead) => {
    const error = Either.getOrThrow(Either.flip(Config.of({}, () => undefined, {}, [name])))
    expect(error.message).toStartWith(`Cannot start with ${name}: there is no such setting; ${instead}`)
  })

  test("other variables are nobody's business", () => {
    const names = [
      ...Object.values(Config.SETTINGS).map((it) => it.variable),
      "PORTOLAN_HOME",
      "PORTOLAN_X",
      "MCP_READ_ONLY",
    ]
    expect(Either.isRight(Config.of({}, () => undefined, {}, names))).toBe(true)
  })

  test("a flag goes before a variable, a variable before config.toml; each is checked", () => {
    const value = (...places: Parameters<typeof configOf>) => Either.getOrThrow(configOf(...places)).readOnly?.value
    const file = { mcp: { read_only: true } }
    expect(value({}, file)).toBe(true)
    expect(value({ PORTOLAN_MCP_READ_ONLY: "0" }, file)).toBe(false)
    expect(value({ PORTOLAN_MCP_READ_ONLY: "0" }, file, { readOnly: { flag: "read-only", text: "1" } })).toBe(true)
    expect(Either.isLeft(configOf({ PORTOLAN_MCP_READ_ONLY: "1" }, { mcp: { read_only: "no" } }))).toBe(true)
  })

  test.each<[Record<string, unknown>, string]>([
    [{ mcp: { read_only: "yes" } }, `Cannot start with mcp.read_only = "yes" in config.toml: it takes 1 for on and 0`],
    [{ mcp: { readonly: true } }, `Cannot start with "mcp.readonly" in config.toml: there is no such setting; did you`],
    [{ mpc: { read_only: true } }, `Cannot start with "mpc" in config.toml: there is no such setting`],
    [{ read_only: true }, `Cannot start with "read_only" in config.toml: there is no such setting`],
    [{ mcp: { allowed_repos: [] } }, `Cannot start with mcp.allowed_repos = [] in config.toml: name indexed`],
    [{ mcp: { allowed_repos: ["web", 3] } }, `Cannot start with mcp.allowed_repos = ["web",3] in config.toml: name`],
  ])("config.toml of %o starts nothing", (file, beginning) => {
    expect(Either.getOrThrow(Either.flip(configOf({}, file))).message).toStartWith(beginning)
  })
})

describe("config.toml", () => {
  const surroundings = Layer.succeed(Environment, {
    variable: () => undefined,
    stated: () => undefined,
    home: "/",
    workingFolder: () => "/",
    processors: 1,
    build: () => "",
  })
  const of = (folder: string) =>
    Effect.provide(Config.read({}), Layer.mergeAll(Files.layer, surroundings, Layer.succeed(Home, { folder })))

  effect(
    "is read from the home folder; without it nothing is set",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      expect(yield* of(home)).toEqual({})
      expect(yield* of(join(home, "missing"))).toEqual({})
      writeFileSync(join(home, "config.toml"), `# mine\n[mcp]\nread_only = true\nallowed_repos = ["web", "api"]\n`)
      const config = yield* of(home)
      expect(config.readOnly?.value).toBe(true)
      expect(config.allowedRepos?.value).toEqual(["web", "api"])
    }),
  )

  effect(
    "that is no TOML, says a thing twice or is no file starts nothing",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const path = join(home, "config.toml")
      const message = Effect.map(Effect.flip(of(home)), (error) => error.message)
      writeFileSync(path, `[mcp]\nread_only = \n`)
      expect(yield* message).toStartWith(`Cannot start with ${path}: line 2 is not as TOML wants it: `)
      writeFileSync(path, `[mcp]\nread_only = true\nread_only = false\n`)
      expect(yield* message).toStartWith(`Cannot start with ${path}: line 3 is not as TOML wants it: `)
      writeFileSync(path, `[mcp]\n__proto__ = { a = 1 }\n`)
      expect(yield* message).toStartWith(`Cannot start with ${path}: `)
      const other = yield* Repo.temporary
      mkdirSync(join(other, "config.toml"))
      expect((yield* Effect.flip(of(other))).message).toBe(
        `Cannot start with ${join(other, "config.toml")}: it is no file`,
      )
    }),
  )
})
