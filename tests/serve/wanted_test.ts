// Which branch a call means, and which group of repositories: no branch has an index of its own and no group is defined,
// and every tool says so in one declared failure. Tools that work on the checkout have no such argument.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NAVEGADOR, TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Listing from "../../lib/tools/listing.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { analyze, open } from "../../promise.ts"
import * as Repo from "../_kit/repo.ts"
import * as Served from "./served.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-wanted-")))
const home = join(base, "home")
const root = join(base, "ledger")
let server: Awaited<ReturnType<typeof Served.serve>>

beforeAll(async () => {
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  await (await analyze(root, { home, workers: 1 })).close()
  server = await Served.serve({ home })
})

afterAll(async () => {
  await server.close()
  rmSync(base, { recursive: true, force: true })
})

const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED]

const takes = (tool: Tool.Any, name: string) => Object.hasOwn(Listing.inputSchema(tool).properties, name)

/** What a tool is asked for, by its positional arguments. */
const asked = (tool: Tool.Any) => Object.fromEntries(tool.positional.map((name) => [name, "main"]))

/** Tools that work on the checkout, and the one that lists what is indexed. */
const OF_CHECKOUT = ["grep", "ingest", "read_file"]

test("every tool that reads the index takes a branch, and no other tool does", () => {
  const without = tools.filter((tool) => !takes(tool, "branch")).map((tool) => tool.name)
  expect(without.sort()).toEqual([...OF_CHECKOUT, "list_repos"].sort())
  for (const tool of NAVEGADOR) expect(takes(tool, "branch")).toBe(tool.writes === "never")
})

describe.each(tools.filter((tool) => takes(tool, "branch")).map((tool) => [tool.name, tool] as const))(
  "%s",
  (name, tool) => {
    test("of a branch says that it is not indexed", async () => {
      for (const repo of [undefined, "ledger", root]) {
        const { isError, value } = await server.call(name, { ...asked(tool), repo, branch: "next" })
        expect(isError).toBe(true)
        expect(value.error).toEqual({
          code: "BranchNotIndexed",
          message: `Cannot read branch "next" of ledger: no branch has an index of its own`,
          hint: "Call without branch for the index that follows the checkout",
        })
      }
    })
  },
)

test.each(OF_CHECKOUT)("%s refuses a branch and says what to do", async (name) => {
  const { value } = await server.call(name, { ...asked(tools.find((it) => it.name === name)!), branch: "next" })
  expect(value.error).toEqual({
    code: "InvalidArguments",
    message: `Cannot call ${name}: there is no argument "branch"`,
    hint: "It works on the files as they are now: leave branch out, or name a checkout of that branch",
  })
})

test("list_repos refuses a branch", async () => {
  const { value } = await server.call("list_repos", { branch: "next" })
  expect(value.error).toMatchObject({ code: "InvalidArguments" })
  expect(value.error.message).toContain(`there is no argument "branch"`)
})

describe.each(tools.filter((tool) => takes(tool, "repo")).map((tool) => [tool.name, tool] as const))(
  "%s",
  (name, tool) => {
    test("of a group says that there is none", async () => {
      // Not even where the rest of the word is part of a repository's name.
      for (const repo of ["@ledger", "@shops/ledger", "@"]) {
        const { value } = await server.call(name, { ...asked(tool), repo })
        expect(value.error).toEqual({
          code: "GroupNotFound",
          message: `Cannot select "${repo}": it names a group of repositories, and no groups are defined`,
          hint: "Name one repository by id, name or path, without @",
        })
      }
    })
  },
)

test("an open index has no other branch and no group either, and nothing that makes an index", async () => {
  const index = await open(root, { home })
  const failure = (asked: Promise<unknown>) => asked.then(() => undefined, (error) => error._tag)
  expect(await failure(index.context({ name: "main", branch: "next" }))).toBe("BranchNotIndexed")
  expect(await failure(index.context({ name: "main", repo: "@ledger" }))).toBe("GroupNotFound")
  expect(await failure(index.context({ name: "main", repo: "ledger" }))).toBeUndefined()
  for (const tool of TOOLS) {
    const method = tool.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    expect({ method, there: method in index }).toEqual({ method, there: tool.writes === "never" })
    const { text } = await index.call(tool.name, {})
    expect({ name: tool.name, known: !text.includes("UnknownTool") })
      .toEqual({ name: tool.name, known: tool.writes === "never" })
  }
  await index.close()
})

test("taint findings are not there, and nothing is named that would not make them", async () => {
  for (const sent of [{}, { target: "src/main.ts:main" }]) {
    const { value, text } = await server.call("explain", sent)
    expect(value.error).toEqual({
      code: "OverlayMissing",
      message: `Cannot answer without the layer "taint": this version does not build it, and no index has it`,
      hint: "Send name, not target, for all that is known around a definition",
    })
    expect(text).not.toContain("--")
  }
})
