// What the documents of two other servers show, asked of ours by the protocol's own client: the same tool names, the same
// arguments, and of the second one the same values. Their examples stand in tables, argument for argument.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Errors from "../../lib/indexer/errors.ts"
import * as Mcp from "../../lib/serve/mcp.ts"
import * as Surface from "../../lib/serve/surface.ts"
import { NAVEGADOR, TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { Analysis } from "../../lib/workspace/analysis.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import * as World from "../tools/world.ts"

const VALIDATE = `/** Checks who asks, by password; the authentication middleware of every route. */
export function validateUser(name, password) {
  checkPassword(password)
  return createSession(name)
}
function checkPassword(password) {}
function createSession(name) {}
`

const USER = `export class UserService {
  find(name) { return name }
}
export class AuthService extends UserService {
  login(name) { return this.find(name) }
}
`

const AUTH = `import { UserService } from "../services/user"
import { validateUser } from "../auth/validate"
export function handleLogin(name) {
  validateUser(name, "")
  return new UserService()
}
export function handleRegister(name) { return new UserService() }
`

const CONTROLLER = `import { UserService } from "../services/user"
export class UserController extends UserService {}
`

const EMBED = "def get_embeddings(text):\n    return text\n"

const body = (text: string, head: string, end = "\n}") => {
  const at = text.indexOf(head)
  return text.slice(at, text.indexOf(end, at) + end.length)
}

const world: World.World = {
  files: {
    "src/auth/validate.ts": VALIDATE,
    "src/services/user.ts": USER,
    "src/api/auth.ts": AUTH,
    "src/controllers/user.ts": CONTROLLER,
    "src/embed.py": EMBED,
    "tools/embed_all.py": EMBED,
  },
  definitions: [
    {
      kind: "Function",
      at: "src/auth/validate.ts:validateUser",
      text: body(VALIDATE, "function validateUser"),
      doc: "Checks who asks, by password; the authentication middleware of every route.",
      flags: ["exported"],
    },
    { kind: "Function", at: "src/auth/validate.ts:checkPassword", text: "function checkPassword(password) {}" },
    { kind: "Function", at: "src/auth/validate.ts:createSession", text: "function createSession(name) {}" },
    {
      kind: "Class",
      at: "src/services/user.ts:UserService",
      text: body(USER, "class UserService"),
      flags: ["exported"],
    },
    { kind: "Method", at: "src/services/user.ts:UserService.find", text: "find(name) { return name }" },
    {
      kind: "Class",
      at: "src/services/user.ts:AuthService",
      text: body(USER, "class AuthService"),
      flags: ["exported"],
    },
    { kind: "Method", at: "src/services/user.ts:AuthService.login", text: "login(name) { return this.find(name) }" },
    {
      kind: "Function",
      at: "src/api/auth.ts:handleLogin",
      text: body(AUTH, "function handleLogin"),
      flags: ["exported"],
    },
    {
      kind: "Function",
      at: "src/api/auth.ts:handleRegister",
      text: "function handleRegister(name) { return new UserService() }",
      flags: ["exported"],
    },
    {
      kind: "Class",
      at: "src/controllers/user.ts:UserController",
      text: "class UserController extends UserService {}",
      flags: ["exported"],
    },
    { kind: "Function", at: "src/embed.py:get_embeddings", text: EMBED.trimEnd(), flags: ["exported"] },
    { kind: "Function", at: "tools/embed_all.py:get_embeddings", text: EMBED.trimEnd(), flags: ["exported"] },
  ],
  edges: [
    { kind: "IMPORTS", from: "src/api/auth.ts", to: "src/services/user.ts", site: "import" },
    { kind: "IMPORTS", from: "src/api/auth.ts", to: "src/auth/validate.ts", site: "import { validateUser" },
    { kind: "IMPORTS", from: "src/controllers/user.ts", to: "src/services/user.ts", site: "import" },
    {
      kind: "CALLS",
      from: "src/auth/validate.ts:validateUser",
      to: "src/auth/validate.ts:checkPassword",
      site: "checkPassword(",
    },
    {
      kind: "CALLS",
      from: "src/auth/validate.ts:validateUser",
      to: "src/auth/validate.ts:createSession",
      site: "createSession(",
    },
    {
      kind: "CALLS",
      from: "src/api/auth.ts:handleLogin",
      to: "src/auth/validate.ts:validateUser",
      site: "validateUser(name",
    },
    {
      kind: "INSTANTIATES",
      from: "src/api/auth.ts:handleLogin",
      to: "src/services/user.ts:UserService",
      site: "UserService()",
    },
    {
      kind: "INSTANTIATES",
      from: "src/api/auth.ts:handleRegister",
      to: "src/services/user.ts:UserService",
      site: "UserService() }",
    },
    {
      kind: "EXTENDS",
      from: "src/controllers/user.ts:UserController",
      to: "src/services/user.ts:UserService",
      site: "extends",
    },
    {
      kind: "EXTENDS",
      from: "src/services/user.ts:AuthService",
      to: "src/services/user.ts:UserService",
      site: "extends",
    },
    {
      kind: "CALLS",
      from: "src/services/user.ts:AuthService.login",
      to: "src/services/user.ts:UserService.find",
      site: "this.find",
      reason: "this",
    },
  ],
}

const closing: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const close of closing) await close()
})

const connected = async (
  tools: ReadonlyArray<Tool.Any>,
  repo: OpenRepo,
  structured = false,
  unlisted: ReadonlyArray<Tool.Any> = [],
) => {
  const runtime = ManagedRuntime.make(Layer.mergeAll(
    Layer.succeed(Repos, Repos.single(repo)),
    Layer.succeed(Analysis, { run: (path) => Effect.fail(new Errors.PathNotFound({ path })) }),
  ))
  const surface = Surface.make({ tools, unlisted, runtime, structured, timeLimitMs: 10_000 })
  const errors: Array<unknown> = []
  const service = Mcp.make({ version: "1", surface: () => Promise.resolve(surface), onError: (it) => errors.push(it) })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "0" })
  await service.connect(ours)
  await client.connect(theirs)
  closing.push(() => client.close(), () => runtime.dispose())
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args }) as CallToolResult
    expect(errors).toEqual([])
    return result
  }
  return { client, call }
}

const textOf = ({ content }: CallToolResult, at = 0): string => {
  const part = content[at]
  return part?.type === "text" ? part.text : ""
}

const repo = World.open(world)

describe("the first reference", async () => {
  const { call, client } = await connected(TOOLS, repo, false, UNLISTED)
  // deno-lint-ignore no-explicit-any
  const ask = async (name: string, args: Record<string, unknown>): Promise<any> => {
    const result = await call(name, args)
    return { ...JSON.parse(textOf(result)), isError: result.isError ?? false }
  }

  const CALLS: ReadonlyArray<readonly [tool: string, args: Record<string, unknown>]> = [
    ["list_repos", {}],
    ["list_repos", { limit: 50, offset: 0 }],
    ["query", { search_query: "authentication middleware" }],
    ["query", { repo: "my-app", query: "authentication", limit: 5 }],
    ["query", { search_query: "validate", response_sections: ["processes", "process_symbols", "definitions"] }],
    ["context", { name: "validateUser" }],
    ["context", { repo: "my-app", name: "AuthService" }],
    ["context", {
      uid: "Function:src/auth/validate.ts:validateUser",
      response_sections: ["incoming"],
      relationTypes: ["CALLS"],
    }],
    ["context", {
      name: "validateUser",
      response_sections: ["incoming", "outgoing", "processes", "chain", "routes", "typed_properties"],
    }],
    ["impact", { target: "UserService", direction: "upstream", minConfidence: 0.8 }],
    ["impact", {
      target: "UserService",
      relationTypes: ["CALLS", "IMPORTS", "EXTENDS", "IMPLEMENTS"],
      includeTests: true,
    }],
    ["impact", { target: "UserService", maxDepth: 2, limit: 100, offset: 0, summaryOnly: false }],
    ["impact", { target: "UserService", summaryOnly: true, maxTokens: 500 }],
    ["impact", { target: "get_embeddings", file_path: "src/embed.py" }],
    ["impact", { target: "get_embeddings", kind: "Function", file_path: "src/embed.py" }],
    ["impact", { target_uid: "Function:src/embed.py:get_embeddings" }],
    ["impact", { symbol: "UserService", depth: 2 }],
    ["impact", { name: "UserService", file: "src/services/user.ts" }],
    ["context", { symbol: "validateUser" }],
    ["context", { target: "validateUser" }],
    ["explore", { name: "validateUser" }],
    ["overview", {}],
    ["trace", { from: "handleLogin", to: "checkPassword", depth: 3, file: "src/api/auth.ts" }],
    ["read_file", { path: "src/embed.py", startLine: 0, endLine: 1, maxLines: 10 }],
    ["grep", { pattern: "UserService", fileFilter: "src/**", limit: 5, caseSensitive: true, literal: true }],
  ]

  for (const [tool, args] of CALLS) {
    test(`${tool} ${JSON.stringify(args)} is answered`, async () => {
      expect((await ask(tool, args)).isError).toBe(false)
    })
  }

  test("names of other servers are answered and not listed", async () => {
    const names = (await client.listTools()).tools.map((it) => it.name)
    expect(names).not.toContain("explore")
    expect(names).not.toContain("overview")
    const { stats, nodes, completeness } = await ask("overview", {})
    expect(stats).toMatchObject({ files: 6 })
    // As they stand in the source: six files, seven functions, three classes, two methods.
    expect(nodes).toEqual({ File: 6, Class: 3, Function: 7, Method: 2 })
    expect(completeness).toEqual({ status: "exact", reasons: [] })
  })

  test("impact has who breaks first, with place and confidence", async () => {
    const { target, byDepth } = await ask("impact", {
      target: "UserService",
      direction: "upstream",
      minConfidence: 0.8,
    })
    expect(target).toMatchObject({ uid: "Class:src/services/user.ts:UserService", kind: "Class" })
    expect(byDepth["1"].map((it: { name: string; file: string }) => `${it.name} ${it.file}`).sort()).toEqual([
      "AuthService src/services/user.ts",
      "UserController src/controllers/user.ts",
      "handleLogin src/api/auth.ts",
      "handleRegister src/api/auth.ts",
      "login src/services/user.ts",
    ])
    for (const row of byDepth["1"]) expect(row.confidence).toBeGreaterThanOrEqual(0.8)
  })

  test("a name that several bear lists ranked candidates, which file, kind or uid narrow", async () => {
    const { status, candidates, total } = await ask("impact", { target: "get_embeddings" })
    expect(status).toBe("ambiguous")
    expect(total).toBe(2)
    expect(candidates.map((it: { uid: string }) => it.uid)).toContain("Function:src/embed.py:get_embeddings")
    for (
      const narrowed of [{ target: "get_embeddings", file_path: "src/embed.py" }, {
        target: "get_embeddings",
        target_uid: "Function:src/embed.py:get_embeddings",
      }]
    ) {
      expect((await ask("impact", narrowed)).target.uid).toBe("Function:src/embed.py:get_embeddings")
    }
  })

  test("context has the symbol with its place, who calls it and what it calls", async () => {
    const { symbol, incoming, outgoing } = await ask("context", { name: "validateUser" })
    expect(symbol).toMatchObject({ kind: "Function", file: "src/auth/validate.ts", line: 2 })
    expect(incoming.calls.map((it: { name: string }) => it.name)).toEqual(["handleLogin"])
    expect(outgoing.calls.map((it: { name: string }) => it.name).sort()).toEqual(["checkPassword", "createSession"])
  })

  test("filters leave out and say so; symbol and completeness stay", async () => {
    const answer = await ask("context", {
      uid: "Function:src/auth/validate.ts:validateUser",
      response_sections: ["incoming"],
      relationTypes: ["CALLS"],
    })
    expect(Object.keys(answer.incoming)).toEqual(["calls"])
    expect(answer).not.toHaveProperty("outgoing")
    expect(answer.response_filter.relationTypes).toEqual(["CALLS"])
    expect(answer.response_filter.omitted).toContain("outgoing")
    expect(answer.symbol.name).toBe("validateUser")
    expect(answer.completeness.status).toBeString()
  })

  test("query finds by words what no name says", async () => {
    const { definitions } = await ask("query", { search_query: "authentication middleware" })
    expect(definitions[0]).toMatchObject({ name: "validateUser", file: "src/auth/validate.ts" })
  })

  test("an alias and its argument with two values are refused, with one value taken", async () => {
    expect((await ask("impact", { target: "UserService", symbol: "AuthService" })).error.code).toBe("InvalidArguments")
    expect((await ask("impact", { target: "UserService", symbol: "UserService" })).isError).toBe(false)
  })

  test("an unknown tool and an unknown argument are refused with the nearest", async () => {
    expect((await ask("contxt", {})).error).toMatchObject({ code: "UnknownTool", candidates: ["context"] })
    expect((await ask("impact", { target: "UserService", minConfidense: 1 })).error.message).toContain(
      "did you mean minConfidence",
    )
  })
})

describe("the second reference", async () => {
  const { client, call } = await connected(NAVEGADOR, repo)
  const value = async (name: string, args: Record<string, unknown>) => {
    const result = await call(name, args)
    expect(result.isError ?? false).toBe(false)
    return JSON.parse(textOf(result))
  }

  /** As its document has them: property, type, default; the required ones. Of its eleven those whose layer there is. */
  const SCHEMAS: Readonly<Record<string, readonly [required: ReadonlyArray<string>, properties: object]>> = {
    ingest: [["path"], { path: { type: "string" }, clear: { type: "boolean" } }],
    context: [["file"], {
      file: { type: "string" },
      format: { type: "string", enum: ["json", "markdown"], default: "json" },
    }],
    function: [["name"], {
      name: { type: "string" },
      file: { type: "string" },
      depth: { type: "integer", default: 1 },
    }],
    class: [["name"], { name: { type: "string" }, file: { type: "string" } }],
    explain: [["name"], { name: { type: "string" }, file: { type: "string" } }],
    search: [["query"], {
      query: { type: "string" },
      all: { type: "boolean" },
      docs: { type: "boolean" },
      limit: { type: "integer", default: 20 },
    }],
    blast_radius: [["name"], {
      name: { type: "string" },
      file: { type: "string" },
      depth: { type: "integer", default: 3 },
    }],
  }

  test("its tools are listed with its arguments, types and defaults", async () => {
    const { tools } = await client.listTools()
    expect(tools.map((it) => it.name).sort()).toEqual(Object.keys(SCHEMAS).sort())
    for (const { name, inputSchema } of tools) {
      const [required, properties] = SCHEMAS[name]!
      expect({ name, required: inputSchema.required ?? [] }).toEqual({ name, required: [...required] })
      expect({ name, properties: inputSchema.properties }).toMatchObject({ name, properties })
    }
  })

  const BUNDLES: ReadonlyArray<readonly [tool: string, args: Record<string, unknown>, root: string]> = [
    ["context", { file: "src/api/auth.ts" }, "File:src/api/auth.ts"],
    ["context", { file: "src/api/auth.ts", format: "json" }, "File:src/api/auth.ts"],
    ["function", { name: "validateUser" }, "Function:src/auth/validate.ts:validateUser"],
    ["function", { name: "get_embeddings", file: "src/embed.py", depth: 1 }, "Function:src/embed.py:get_embeddings"],
    ["class", { name: "UserService" }, "Class:src/services/user.ts:UserService"],
    ["class", { name: "UserService", file: "src/services/user.ts" }, "Class:src/services/user.ts:UserService"],
    ["explain", { name: "validateUser" }, "Function:src/auth/validate.ts:validateUser"],
    ["explain", { name: "UserService", file: "src/services/user.ts" }, "Class:src/services/user.ts:UserService"],
    ["explain", { name: "src/embed.py" }, "File:src/embed.py"],
  ]

  for (const [tool, args, root] of BUNDLES) {
    test(`${tool} ${JSON.stringify(args)} gives a bundle`, async () => {
      const bundle = await value(tool, args)
      expect(Object.keys(bundle).sort()).toEqual(["edges", "metadata", "nodes", "root"])
      expect(bundle.root.id).toBe(root)
      expect(bundle.metadata).toMatchObject({
        depth: expect.any(Number),
        counts: { nodes: bundle.nodes.length, edges: bundle.edges.length },
        duration_ms: expect.any(Number),
      })
      const ids = new Set([bundle.root.id, ...bundle.nodes.map((it: { id: string }) => it.id)])
      for (const node of bundle.nodes) {
        expect(Object.keys(node).sort()).toEqual(["id", "label", "layer", "name", "properties"])
      }
      for (const edge of bundle.edges) {
        expect(Object.keys(edge).sort()).toEqual(["edge_type", "from_id", "properties", "to_id"])
        expect(ids.has(edge.from_id) && ids.has(edge.to_id)).toBe(true)
      }
    })
  }

  const LISTS: ReadonlyArray<readonly [tool: string, args: Record<string, unknown>, first: string]> = [
    ["search", { query: "authentication middleware" }, "validateUser"],
    ["search", { query: "UserService", all: false, docs: false, limit: 20 }, "UserService"],
    ["search", { query: "who asks", docs: true }, "validateUser"],
    ["blast_radius", { name: "checkPassword" }, "validateUser"],
    ["blast_radius", { name: "UserService", file: "src/services/user.ts", depth: 3 }, "AuthService"],
  ]

  for (const [tool, args, first] of LISTS) {
    test(`${tool} ${JSON.stringify(args)} gives an array of nodes`, async () => {
      const nodes = await value(tool, args)
      expect(nodes).toBeArray()
      expect(nodes.map((it: { name: string }) => it.name)).toContain(first)
      for (const node of nodes) {
        expect(node).toMatchObject({ id: expect.any(String), label: expect.any(String), layer: "code" })
      }
    })
  }

  test("a function has its callers and callees, a class its hierarchy, methods and references", async () => {
    const edges = async (tool: string, name: string) =>
      (await value(tool, { name })).edges.map((it: { from_id: string; edge_type: string; to_id: string }) =>
        [it.from_id, it.edge_type, it.to_id].map((part) => part.slice(part.lastIndexOf(":") + 1)).join(" ")
      ).sort()
    expect(await edges("function", "validateUser")).toEqual([
      "handleLogin CALLS validateUser",
      "validateUser CALLS checkPassword",
      "validateUser CALLS createSession",
    ])
    expect(await edges("class", "UserService")).toEqual([
      "AuthService EXTENDS UserService",
      "UserController EXTENDS UserService",
      "UserService HAS_METHOD UserService.find",
      "handleLogin INSTANTIATES UserService",
      "handleRegister INSTANTIATES UserService",
    ])
  })

  test("blast_radius is ordered by distance", async () => {
    const nodes = await value("blast_radius", { name: "checkPassword" })
    expect(nodes.map((it: { name: string; properties: { distance: number } }) => [it.name, it.properties.distance]))
      .toEqual([["validateUser", 1], ["handleLogin", 2]])
  })

  test("context in markdown is text under a heading, in a fence", async () => {
    const text = textOf(await call("context", { file: "src/embed.py", format: "markdown" }))
    expect(text).toStartWith("# File\n\n```text\n")
    expect(text).toContain("get_embeddings")
  })

  test("index and completeness go beside the value; one line of text only where there is something to say", async () => {
    const exact = await call("function", { name: "checkPassword" })
    expect(exact._meta).toMatchObject({
      index: { repo: "shop", freshness: "current" },
      completeness: { status: "exact" },
    })
    expect(exact.content.length).toBe(1)

    const ranked = await call("search", { query: "UserService" })
    expect(ranked.content.length).toBe(2)
    expect(textOf(ranked, 1)).toStartWith("There may be more: ranked")
    expect(textOf(ranked, 1)).not.toContain("\n")

    const cut = await call("search", { query: "UserService", limit: 1 })
    expect(JSON.parse(textOf(cut)).length).toBe(1)
    expect(textOf(cut, 1)).toContain(
      `Shown: 1 of ${(cut._meta as { lists: { results: { total: number } } }).lists.results.total}`,
    )
    const { next_cursor } = cut._meta as { next_cursor: string }
    expect(textOf(cut, 1)).toEndWith(`To go on: cursor ${next_cursor}`)
    const second = await value("search", { query: "UserService", limit: 1, cursor: next_cursor })
    expect(second).not.toEqual(JSON.parse(textOf(cut)))

    const { call: stale } = await connected(
      NAVEGADOR,
      World.open(world, { freshness: { freshness: "dirty", changed_files: 2 } }),
    )
    const answer = await stale("function", { name: "checkPassword" })
    expect(answer.content.length).toBe(2)
    expect(textOf(answer, 1)).toBe("Index: 2 files changed since")
  })

  test("several of a name are candidates, none an error", async () => {
    expect(await value("function", { name: "get_embeddings" })).toMatchObject({
      status: "ambiguous",
      total: 2,
      hint: "Repeat the call with the uid that is meant, or narrow with file",
    })
    const none = await call("function", { name: "nothing" })
    expect(none.isError).toBe(true)
    expect(JSON.parse(textOf(none)).error.code).toBe("SymbolNotFound")
  })

  test("with structured content a bare value stays what it is, and no schema is promised", async () => {
    const { client, call } = await connected(NAVEGADOR, repo, true)
    for (const tool of (await client.listTools()).tools) expect(tool.outputSchema).toBeUndefined()
    const result = await call("blast_radius", { name: "checkPassword" })
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.parse(textOf(result))).toBeArray()
  })
})
