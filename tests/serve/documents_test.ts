// Pages, prompts and completions, by the official client against the whole server.

import { ResourceListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EDGE_KINDS, NODE_KINDS, OVERLAY_EDGES, OVERLAY_NODES } from "../../lib/graph/kinds.ts"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import * as Documents from "../../lib/serve/documents.ts"
import { PROMPTS } from "../../lib/tools/prompts/all.ts"
import { RESOURCES } from "../../lib/tools/resources/all.ts"
import * as Resource from "../../lib/tools/resources/resource.ts"
import * as Policy from "../../lib/workspace/policy.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { Repos } from "../../lib/workspace/repos.ts"
import { analyze } from "../../promise.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import * as Served from "./served.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-documents-")))
const home = join(base, "home")
/** A folder's name may hold what ends a cell, a code mark or an address. */
const ODD = "led`|ger #1"
const roots = { ledger: join(base, "ledger"), odd: join(base, ODD), late: join(base, "late") }
let server: Awaited<ReturnType<typeof Served.serve>>

const index = async (root: string) => {
  mkdirSync(root, { recursive: true })
  Repo.write(root, Repo.fixture("ledger"))
  await (await analyze(root, { home, workers: 1 })).close()
}

beforeAll(async () => {
  await index(roots.ledger)
  await index(roots.odd)
  server = await Served.serve({ home })
})

afterAll(async () => {
  await server.close()
  rmSync(base, { recursive: true, force: true })
})

describe("resources", () => {
  test("are listed: pages for all, then each repository's; every one can be read", async () => {
    const { resources } = await server.client.listResources()
    expect(resources.map((it) => it.uri)).toEqual([
      "portolan://repos",
      "portolan://setup",
      "portolan://repo/led%60%7Cger%20%231/context",
      "portolan://repo/led%60%7Cger%20%231/clusters",
      "portolan://repo/led%60%7Cger%20%231/processes",
      "portolan://repo/led%60%7Cger%20%231/schema",
      "portolan://repo/ledger/context",
      "portolan://repo/ledger/clusters",
      "portolan://repo/ledger/processes",
      "portolan://repo/ledger/schema",
    ])
    for (const { uri, mimeType } of resources) {
      expect(mimeType).toBe("text/markdown")
      expect(await server.page(uri)).toStartWith("# ")
    }
    const { resourceTemplates } = await server.client.listResourceTemplates()
    expect(resourceTemplates.map((it) => it.uriTemplate)).toEqual([
      "portolan://repo/{name}/context",
      "portolan://repo/{name}/clusters",
      "portolan://repo/{name}/cluster/{cluster}",
      "portolan://repo/{name}/processes",
      "portolan://repo/{name}/process/{process}",
      "portolan://repo/{name}/schema",
    ])
  })

  test("speak of the tools that may be used, by their own words", async () => {
    const setup = await server.page("portolan://setup")
    for (const { name, summary } of server.tools) expect(setup).toContain(`- \`${name}\`: ${summary}`)
  })

  test("tell of a repository what its index tells", async () => {
    const { value } = await server.call("list_repos")
    const { stats } = value.repositories.find((it: { readonly id: string }) => it.id === "ledger")
    const context = await server.page("portolan://repo/ledger/context")
    expect(context).toContain(`- ${stats.files} files, ${stats.symbols} symbols, ${stats.edges} edges`)
    expect(context).toContain("- index: current, made ")
    expect(context).toMatch(/^\| typescript \| 5 \| /m)
    const schema = await server.page("portolan://repo/ledger/schema")
    const kinds = { ...NODE_KINDS, ...EDGE_KINDS, ...OVERLAY_NODES, ...OVERLAY_EDGES }
    for (const kind of Object.keys(kinds)) {
      expect(schema).toContain(`| ${kind} | `)
    }
    expect(schema).toContain(`| Class | 1 | ${NODE_KINDS.Class.doc} |`)
  })

  test("a folder's name ends no cell and no code mark", async () => {
    const rows = (await server.page("portolan://repos")).split("\n").filter((line) => line.startsWith("| `"))
    expect(rows.length).toBe(2)
    for (const row of rows) expect(row.split("|").length).toBe(9)
    expect(rows[0]).toStartWith("| `led'¦ger #1` | ")
  })

  test("of an address that is none are not found, whatever it looks like", async () => {
    for (
      const uri of [
        "portolan://nothing",
        "portolan://repo/none/context",
        "portolan://repo/ledger/nothing",
        "portolan://repo//context",
        "portolan://repo/%zz/context",
        "portolan://repo/../ledger/context",
        "portolan://repo/ledg/context",
        `portolan://repo/${"x".repeat(100_000)}/context`,
        "portolan://repo/ledger/process/",
        "portolan://repo/ledger/process/%zz",
        "portolan://repo/none/process/main",
        "portolan://repo/ledger/cluster/nothing like it",
        `portolan://repo/ledger/process/${"x".repeat(100_000)}`,
        "file:///etc/passwd",
      ]
    ) {
      const error = await server.client.readResource({ uri }).catch((it) => it)
      expect({ uri, code: error.code }).toEqual({ uri, code: -32002 })
      expect(error.message.length).toBeLessThan(300)
    }
  })

  test("a client is told when other repositories are indexed, and reads them", async () => {
    const told = new Promise<void>((done) =>
      server.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => done())
    )
    await index(roots.late)
    await told
    const { resources } = await server.client.listResources()
    expect(resources.map((it) => it.uri)).toContain("portolan://repo/late/context")
    expect(await server.page("portolan://repo/late/context")).toContain("# Repository `late`")
  })
})

describe("hundreds of repositories", () => {
  const crowd = join(base, "home-crowd")
  const COUNT = 300
  const write = (count: number) => {
    const { version, repositories: [one] } = JSON.parse(readFileSync(join(home, "registry.json"), "utf8"))
    const repositories = Array.from({ length: count }, (_, i) => {
      const name = `crowd-${String(i).padStart(3, "0")}`
      return { ...one, name, path: `/nowhere/${name}` }
    })
    mkdirSync(crowd, { recursive: true })
    writeFileSync(join(crowd, "registry.json"), JSON.stringify({ version, repositories }))
  }

  test("are listed page by page to the end, each once, and named in one page", async () => {
    write(COUNT)
    const { client, page, call, close } = await Served.serve({ home: crowd })
    const uris: Array<string> = []
    let cursor: string | undefined
    let pages = 0
    do {
      const { resources, nextCursor } = await client.listResources(cursor === undefined ? {} : { cursor })
      uris.push(...resources.map((it) => it.uri))
      cursor = nextCursor
      pages++
    } while (cursor !== undefined)
    const ofRepos = RESOURCES.filter((it) => it.scope === "repo" && it.part === undefined).length
    const forAll = RESOURCES.filter((it) => it.scope === "registry").length
    expect({ all: uris.length, unique: new Set(uris).size, pages }).toEqual({
      all: forAll + COUNT * ofRepos,
      unique: forAll + COUNT * ofRepos,
      pages: 13,
    })
    const named = await page("portolan://repos")
    expect(named).toContain("50 more are indexed.")
    expect(named.length).toBeLessThan(40_000)
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "generate_map" },
      argument: { name: "repo", value: "crowd-1" },
    })
    expect(completion).toMatchObject({ total: 100, hasMore: false })
    expect((await call("context", { name: "a" })).text.length).toBeLessThan(2_000)
    await close()
  })

  test("a page of another list is not gone on with", async () => {
    write(COUNT)
    const { client, close } = await Served.serve({ home: crowd })
    const { nextCursor } = await client.listResources()
    write(COUNT - 1)
    for (const cursor of [nextCursor!, "nonsense"]) {
      const error = await client.listResources({ cursor }).catch((it) => it)
      expect(error.code).toBe(-32602)
    }
    await close()
  })
})

describe("prompts", () => {
  const text = async (name: string, args: Record<string, string>) => {
    const { messages } = await server.client.getPrompt({ name, arguments: args })
    const [message] = messages
    expect(messages.length).toBe(1)
    return message?.content.type === "text" ? message.content.text : ""
  }

  test("are listed with their arguments, and name no tool that may not be used", async () => {
    const { prompts } = await server.client.listPrompts()
    expect(prompts.map((it) => [it.name, it.arguments?.map((argument) => argument.name)])).toEqual([
      ["detect_impact", ["scope", "base_ref"]],
      ["generate_map", ["repo"]],
    ])
    expect(Documents.permitted(RESOURCES, PROMPTS, [], Policy.open).prompts).toEqual([])
  })

  test("give the modules and edges of the graph, as data", async () => {
    const map = await text("generate_map", { repo: "ledger" })
    expect(map).toContain("```text\nmodule, files with symbols, symbols\n")
    // It makes a Ledger, records and names its type nowhere: an instance and a call, beside the import.
    expect(map).toContain(`\n"src/main.ts", "src/store.ts", 1, 2\n`)
    expect(map).not.toContain(`"src/money.ts", "src/`)
  })

  test("give the areas and flows of the index, and lead to their pages", async () => {
    const map = await text("generate_map", { repo: "ledger" })
    const clusters = await server.page("portolan://repo/ledger/clusters")
    const ids = [...clusters.matchAll(/^([0-9a-f]{16}) /gm)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(map).toMatch(new RegExp(`^${id}, \\d+, "`, "m"))
    expect(map).toMatch(/^main, 1, "main {2}src\/main\.ts:4"$/m)
    expect(map).toMatch(/^[0-9a-f]{16}, \d+, "main → /m)
    for (const page of ["cluster/{cluster}", "processes", "process/{process}"]) {
      expect(map).toContain(`\`portolan://repo/ledger/${page}\``)
    }
    expect(await text("detect_impact", {})).toContain("`portolan://repo/{name}/process/{process}`")
  })

  test("say how git is asked, and refuse what is no scope or no commit", async () => {
    expect(await text("detect_impact", {})).toContain("`git diff --unified=0 --`")
    expect(await text("detect_impact", { scope: "staged", base_ref: "" })).toContain(
      "`git diff --unified=0 --cached --`",
    )
    expect(await text("detect_impact", { scope: "compare", base_ref: "origin/main" })).toContain(
      "`git diff --unified=0 origin/main --`",
    )
    const wrong: ReadonlyArray<[string, Record<string, string>]> = [
      ["detect_impact", { scope: "everything" }],
      ["detect_impact", { scope: "compare" }],
      ["detect_impact", { base_ref: "main" }],
      ["detect_impact", { scope: "compare", base_ref: "main; rm -rf /" }],
      ["detect_impact", { scope: "compare", base_ref: "--output=x" }],
      ["detect_impact", { scop: "all" }],
      ["generate_map", { repo: "none" }],
      ["generate_map", {}],
      ["nothing", {}],
    ]
    for (const [name, args] of wrong) {
      const error = await server.client.getPrompt({ name, arguments: args }).catch((it) => it)
      expect({ name, args, code: error.code }).toEqual({ name, args, code: -32602 })
      // The client puts the code before the words; the server does not.
      expect(error.message.match(/MCP error/g)).toHaveLength(1)
    }
  })
})

describe("completions", () => {
  const complete = async (
    ref: { readonly type: "ref/prompt"; readonly name: string } | {
      readonly type: "ref/resource"
      readonly uri: string
    },
    name: string,
    value: string,
  ) => (await server.client.complete({ ref, argument: { name, value } })).completion.values

  test("give repositories and words that fit what is typed", async () => {
    const page = { type: "ref/resource", uri: "portolan://repo/{name}/schema" } as const
    expect(await complete(page, "name", "LED")).toEqual(["led`|ger #1", "ledger"])
    expect(await complete(page, "name", "ger")).toEqual(["led`|ger #1", "ledger"])
    expect(await complete(page, "other", "")).toEqual([])
    const map = { type: "ref/prompt", name: "generate_map" } as const
    expect(await complete(map, "repo", "ledg")).toEqual(["ledger"])
    const impact = { type: "ref/prompt", name: "detect_impact" } as const
    expect(await complete(impact, "scope", "")).toEqual(["unstaged", "staged", "all", "compare"])
    expect(await complete(impact, "base_ref", "")).toEqual([])
    expect(await complete({ type: "ref/prompt", name: "nothing" }, "repo", "")).toEqual([])
  })
})

test("an address leads back to the id it was made of", () => {
  const page = RESOURCES.find((it) => it.scope === "repo")!
  if (page.scope !== "repo") throw new Error("no page of a repository")
  const part = RESOURCES.find((it) => it.scope === "repo" && it.part !== undefined)!
  if (part.scope !== "repo") throw new Error("no page of a part")
  const names = ["a", "a b", "ä/ö", "%41", "a#b?c", "..", "`|`", "$&"]
  for (const id of names) {
    expect(Resource.idIn(page, Resource.uriOf(page, id))).toBe(id)
    for (const name of names) expect(Resource.namedIn(part, Resource.uriOf(part, id, name))).toEqual({ id, part: name })
  }
  expect(Resource.namedIn(part, "portolan://repo/a/cluster/src/x: y → z")).toEqual({ id: "a", part: "src/x: y → z" })
  expect(Resource.namedIn(part, "portolan://repo/a/b/cluster/x")).toBeUndefined()
  expect(Resource.namedIn(page, "portolan://repo/a/context/cluster/x")).toBeUndefined()
})

effect(
  "a watcher tells of another list at most every two seconds, and of nothing where the same is listed or none can be read",
  Effect.gen(function* () {
    const unreadable = new Registry.RegistryUnavailable({ path: "registry.json", code: "EACCES" })
    let ids: ReadonlyArray<string> | undefined = ["a"]
    let told = 0
    let read = 0
    const list = Effect.suspend(() => {
      read++
      return ids === undefined ? Effect.fail(unreadable) : Effect.succeed(ids.map((id) => ({ id })))
    })
    yield* Effect.fork(Effect.provideService(Documents.watch(() => told++), Repos, { list } as never))
    yield* TestClock.adjust("10 seconds")
    expect({ told, read }).toEqual({ told: 0, read: 6 })
    ids = ["a", "b"]
    yield* TestClock.adjust("1900 millis")
    expect(told).toBe(0)
    yield* TestClock.adjust("100 millis")
    expect(told).toBe(1)
    ids = undefined
    yield* TestClock.adjust("4 seconds")
    ids = ["a", "b"]
    yield* TestClock.adjust("4 seconds")
    expect(told).toBe(1)
    ids = ["b"]
    yield* TestClock.adjust("20 seconds")
    expect(told).toBe(2)
  }).pipe(Effect.provide(TestContext.TestContext)),
)
