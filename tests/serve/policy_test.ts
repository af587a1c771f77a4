// Every tool, other name, page, prompt and completion, under each policy and each way of saying which repository is meant:
// the repository that answers is the one of the table, and what is hidden leaves no trace.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Audit from "../../lib/serve/audit.ts"
import { TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { PROMPTS } from "../../lib/tools/prompts/all.ts"
import { RESOURCES } from "../../lib/tools/resources/all.ts"
import * as Resource from "../../lib/tools/resources/resource.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { analyze } from "../../promise.ts"
import * as Repo from "../_kit/repo.ts"
import * as Table from "./policy_table.ts"
import * as Served from "./served.ts"

setDefaultTimeout(120_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-policy-")))
const homes = { none: join(base, "home-none"), one: join(base, "home-one"), all: join(base, "home-all") }
const roots = Object.fromEntries(
  Object.entries(Table.REPOSITORIES).map(([key, path]) => [key, join(base, path)]),
) as Record<Table.Repository, string>
const names = Object.keys(roots) as ReadonlyArray<Table.Repository>
const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED]

/** A settings file in a repository is data: these must change nothing. */
const SWITCHES = `[mcp]\nread_only = false\nallowed_repos = ["web", "vault"]\ndefault_repo = "vault"\n`

beforeAll(async () => {
  mkdirSync(homes.none)
  for (const root of Object.values(roots)) {
    mkdirSync(root, { recursive: true })
    Repo.write(root, Repo.fixture("ledger"))
    mkdirSync(join(root, ".portolan"))
    for (const path of ["portolan.toml", "config.toml", ".portolan/config.toml"]) {
      writeFileSync(join(root, path), SWITCHES)
    }
    await (await analyze(root, { home: homes.all, workers: 1 })).close()
  }
  await (await analyze(roots.web, { home: homes.one, workers: 1 })).close()
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const longId = (of: Table.Repository) =>
  `${roots[of].split("/").at(-1)}-${createHash("sha256").update(roots[of]).digest("hex").slice(0, 6)}`

const envOf = ({ readOnly, allowed, default: fallback }: Table.PolicyColumn): Record<string, string> => ({
  ...(readOnly === undefined ? {} : { PORTOLAN_MCP_READ_ONLY: "1" }),
  ...(allowed === undefined ? {} : { PORTOLAN_MCP_ALLOWED_REPOS: allowed.map((it) => roots[it]).join(",") }),
  ...(fallback === undefined ? {} : { PORTOLAN_MCP_DEFAULT_REPO: roots[fallback] }),
})

const isVisible = ({ allowed }: Table.PolicyColumn, of: Table.Repository) =>
  allowed === undefined || allowed.includes(of)

/** The ids of what may be seen, worked out from the rule: a name that is unique among them, else name and digits. */
const idsOf = (policy: Table.PolicyColumn) => {
  const seen = names.filter((it) => isVisible(policy, it))
  const nameOf = (it: Table.Repository) => roots[it].split("/").at(-1)!
  return new Map(
    seen.map((
      it,
    ) => [it, seen.some((other) => other !== it && nameOf(other) === nameOf(it)) ? longId(it) : nameOf(it)]),
  )
}

const repoText = (repo: Table.SelectionRow["repo"]): string | undefined =>
  typeof repo !== "object" ? repo : "path" in repo ? roots[repo.path] : longId(repo.longId)

/** The least that a tool takes, read off its schema. */
const sample = (tool: Tool.Any): Record<string, unknown> => {
  const { properties, required = [] } = Listing.inputSchema(tool)
  const value = ({ type, enum: words }: Listing.Property) =>
    words?.[0] ?? (type === "string" ? "main" : type === "array" ? ["main"] : type === "boolean" ? false : 1)
  return Object.fromEntries([...new Set([...required, ...tool.positional])].map((it) => [it, value(properties[it]!)]))
}

const takesRepo = (tool: Tool.Any) => Object.hasOwn(Listing.inputSchema(tool).properties, "repo")

const SELECTION_ERRORS = new Set<string>([
  "NoneIndexed",
  "RepoRequired",
  "RepoNotFound",
  "RepoAmbiguous",
  "GroupNotFound",
])

const withServer = async (
  policy: Table.PolicyColumn,
  given: { readonly home: string; readonly cwd?: string },
  use: (server: Awaited<ReturnType<typeof Served.serve>>, last: () => Audit.Entry) => Promise<void>,
) => {
  const kept: Array<Audit.Entry> = []
  const server = await Served.serve({ ...given, env: envOf(policy), audit: (entry) => kept.push(entry) })
  try {
    await use(server, () => kept.at(-1)!)
    expect(server.errors).toEqual([])
  } finally {
    await server.close()
  }
}

test("the table has an outcome for every policy, and no two rows or columns that say the same", () => {
  const columns = Table.POLICIES.map((policy, i) => {
    const visible = names.map((it) => isVisible(policy, it))
    return JSON.stringify([policy.readOnly, visible, Table.SELECTIONS.map((row) => row.outcomes[i])])
  })
  expect(new Set(columns).size).toBe(Table.POLICIES.length)
  const rows = Table.SELECTIONS.map(({ title: _, ...row }) => JSON.stringify(row))
  expect(new Set(rows).size).toBe(Table.SELECTIONS.length)
  for (const row of Table.SELECTIONS) expect(row.outcomes.length).toBe(Table.POLICIES.length)
})

describe.each(Table.POLICIES.map((policy, column) => ({ ...policy, column })))("$title", (policy) => {
  test.each(Table.SELECTIONS)("repo $title", async (row) => {
    const expected = row.outcomes[policy.column]!
    const given = {
      home: homes[row.indexed],
      ...(row.inside === undefined ? {} : { cwd: join(roots[row.inside], "src") }),
    }
    if (expected === "stops") {
      await expect(Served.serve({ ...given, env: envOf(policy) })).rejects.toThrow("Cannot start with PORTOLAN_MCP_")
      return
    }
    const repo = repoText(row.repo)
    const argument = repo === undefined ? {} : { repo }
    const id = row.indexed === "one" ? "web" : idsOf(policy).get(expected as Table.Repository)
    await withServer(policy, given, async (server, last) => {
      const walked: Array<string> = []
      for (const tool of [...server.tools, ...server.unlisted].filter(takesRepo)) {
        for (const name of [tool.name, ...tool.otherNames ?? []]) {
          await server.call(name, { ...sample(tool), ...argument })
          const { repo, outcome } = last()
          expect({ name, reached: SELECTION_ERRORS.has(outcome) ? outcome : repo })
            .toEqual({ name, reached: SELECTION_ERRORS.has(expected) ? expected : id! })
          walked.push(name)
        }
      }
      expect(walked.length).toBeGreaterThan(5)
      for (const prompt of server.documents.prompts) {
        if (!prompt.arguments.some((it) => it.values === "repo")) continue
        const answer = await server.client.getPrompt({ name: prompt.name, arguments: argument }).catch((it) => it)
        const { repo, outcome } = last()
        expect({ name: prompt.name, repo, outcome }).toEqual(
          SELECTION_ERRORS.has(expected)
            ? { name: prompt.name, repo: null, outcome: "arguments" }
            : { name: prompt.name, repo: id!, outcome: "ok" },
        )
        expect(answer.code).toBe(SELECTION_ERRORS.has(expected) ? -32602 : undefined)
      }
    })
  })

  test("lists, counts, completes and gives pages of what may be seen and of nothing else", async () => {
    await withServer(policy, { home: homes.all }, async (server) => {
      const ids = [...idsOf(policy).values()].sort()
      const { value } = await server.call("list_repos")
      expect(value.repositories.map((it: { readonly id: string }) => it.id).sort()).toEqual(ids)
      expect(value.pagination.total).toBe(ids.length)
      const uris = (await server.client.listResources()).resources.map((it) => it.uri)
      const ofRepos = RESOURCES.filter((it) => it.scope === "repo")
      expect(uris.sort()).toEqual([
        ...RESOURCES.filter((it) => it.scope === "registry").map((it) => it.uri),
        ...ids.flatMap((id) => ofRepos.filter((it) => it.part === undefined).map((it) => Resource.uriOf(it, id))),
      ].sort())
      const complete = async (ref: Parameters<typeof server.client.complete>[0]["ref"], name: string) =>
        (await server.client.complete({ ref, argument: { name, value: "" } })).completion
      for (const { uri } of ofRepos) {
        expect(await complete({ type: "ref/resource", uri }, "name"))
          .toEqual({ values: expect.arrayContaining(ids), total: ids.length, hasMore: false })
      }
      for (const prompt of server.documents.prompts) {
        for (const { name } of prompt.arguments.filter((it) => it.values === "repo")) {
          expect((await complete({ type: "ref/prompt", name: prompt.name }, name)).total).toBe(ids.length)
        }
      }
    })
  })

  const hidden = names.filter((it) => !isVisible(policy, it))
  if (hidden.length > 0) {
    test("tells what is hidden from nothing that never was by no word", async () => {
      await withServer(policy, { home: homes.all, cwd: roots.vault }, async (server) => {
        const said: Array<string> = []
        /** What comes back, with the word that was sent taken out. */
        const answer = async (word: string, ask: (word: string) => Promise<unknown>) => {
          const text = JSON.stringify(await ask(word).catch((error) => [error.code, error.message]))
          const without = text.replaceAll(JSON.stringify(JSON.stringify(word)).slice(3, -3), "WORD").replaceAll(
            word,
            "WORD",
          )
            .replaceAll(encodeURIComponent(word), "WORD")
          said.push(without)
          return without
        }
        /** Beside each hidden selector one of the same length and shape that nothing has. */
        const pairs = hidden.flatMap((it) =>
          [roots[it], longId(it), ...(it === "vault" ? ["vault", "VAULT", "vaul"] : [])].map((word) =>
            [word, word.replace(/[a-z]{2}(?=[^a-z]*$)/i, "qq").replace(/[0-9a-f]{6}$/, "000000")] as const
          )
        )
        const asks: Array<(word: string) => Promise<unknown>> = [
          ...tools.filter(takesRepo).map((tool) => (repo: string) => server.call(tool.name, { ...sample(tool), repo })),
          ...tools.filter((it) => !takesRepo(it) && it.positional.length > 0).map((tool) => (word: string) =>
            server.call(tool.name, Object.fromEntries(tool.positional.map((it) => [it, word])))
          ),
          ...RESOURCES.filter((it) => it.scope === "repo").map((it) => (word: string) =>
            server.client.readResource({ uri: Resource.uriOf(it, word) })
          ),
          ...PROMPTS.flatMap((it) =>
            it.arguments.map(({ name }) => (word: string) =>
              server.client.getPrompt({ name: it.name, arguments: { [name]: word } })
            )
          ),
          (value) =>
            server.client.complete({
              ref: { type: "ref/prompt", name: "generate_map" },
              argument: { name: "repo", value },
            }),
        ]
        for (const [secret, nothing] of pairs) {
          expect(secret).not.toBe(nothing)
          for (const ask of asks) expect(await answer(secret, ask)).toBe(await answer(nothing, ask))
        }
        // Nor does anything speak of it that was not asked for it.
        for (const tool of [...server.tools, ...server.unlisted]) {
          said.push((await server.call(tool.name, sample(tool))).text)
        }
        for (const { uri } of (await server.client.listResources()).resources) said.push(await server.page(uri))
        said.push(JSON.stringify(await server.client.listTools()), JSON.stringify(await server.client.listPrompts()))
        const secrets = hidden.flatMap((it) => [roots[it], longId(it), longId(it).slice(-6)])
        for (const text of said) for (const secret of secrets) expect(text).not.toContain(secret)
        expect(said.filter((text) => /vault/i.test(text))).toEqual([])
      })
    })
  }

  test("lists what it calls, and calls what it lists", async () => {
    await withServer(policy, { home: homes.all }, async (server, last) => {
      const listed = (await server.client.listTools()).tools.map((it) => it.name)
      const pages = [await server.page("portolan://setup"), JSON.stringify(await server.client.listTools())]
      for (const tool of tools) {
        const stays = policy.readOnly !== true ||
          tool.writes !== "always" && tool.scope !== "group" && tool.beyondReading !== "all"
        const shows = stays && !(UNLISTED as ReadonlyArray<Tool.Any>).includes(tool)
        expect({ tool: tool.name, listed: listed.includes(tool.name) }).toEqual({ tool: tool.name, listed: shows })
        for (const name of [tool.name, ...tool.otherNames ?? []]) {
          await server.call(name, {})
          expect({ name, called: last().outcome !== "UnknownTool" }).toEqual({ name, called: stays })
        }
        if (!stays) { for (const page of pages) expect(page).not.toMatch(new RegExp(`\\b${tool.name}\\b`)) }
      }
    })
  })
})

test("what an allowed folder holds can be indexed, and again, and is seen by nobody whom the list does not let", async () => {
  const home = join(base, "home-roots")
  const folder = join(base, "roots")
  const [fresh, other, inner] = [join(folder, "fresh"), join(folder, "other"), join(roots.web, "inner")]
  for (const root of [fresh, other, inner, join(base, "outside")]) {
    mkdirSync(root, { recursive: true })
    Repo.write(root, Repo.fixture("ledger"))
  }
  mkdirSync(join(inner, ".git"))
  await (await analyze(other, { home, workers: 1 })).close()
  await (await analyze(roots.web, { home, workers: 1 })).close()
  const env = { PORTOLAN_MCP_ALLOWED_REPOS: "web", PORTOLAN_MCP_ALLOWED_ROOTS: folder }
  const writer = tools.find((tool) => tool.writes === "always")!
  const sees = async (server: Awaited<ReturnType<typeof Served.serve>>) => {
    for (const repo of ["fresh", fresh, "inner", "other"]) {
      expect((await server.call("context", { name: "Ledger", repo })).value.error.code).toBe("RepoNotFound")
    }
    expect((await server.call("list_repos")).value.repositories.map((it: { id: string }) => it.id)).toEqual(["web"])
    const pages = JSON.stringify(await server.client.listResources()) + await server.page("portolan://repos")
    expect(pages).not.toMatch(/fresh|inner|other/)
  }
  const server = await Served.serve({ home, env })
  const code = async (path: string) => (await server.call(writer.name, { path })).value.error?.code
  // A repository that is hidden, what lies outside, what holds something hidden, a repository inside of an allowed one,
  // and what is not there: one answer.
  for (const path of [other, inner, join(base, "outside"), folder, "/", join(folder, "none")]) {
    expect({ path, code: await code(path) }).toEqual({ path, code: "OutsideRoots" })
  }
  const files = [...Repo.fixture("ledger").keys()].filter((path) => path.endsWith(".ts")).length
  for (const path of [fresh, fresh, join(fresh, "src"), join(fresh, "src", "store.ts")]) {
    const { value } = await server.call(writer.name, { path })
    expect(value.index).toMatchObject({
      repo: "fresh",
      freshness: "unknown",
      reason: expect.stringContaining("not show"),
    })
    expect(value.completeness.reasons).toEqual([expect.stringContaining("not_shown: ")])
    expect(value.results.files_processed).toBe(path.endsWith(".ts") ? 1 : files)
    await sees(server)
  }
  // The one that is allowed is indexed and seen as ever.
  expect((await server.call(writer.name, { path: roots.web })).value.index).toMatchObject({
    repo: "web",
    freshness: "current",
  })
  await server.close()
  const next = await Served.serve({ home, env })
  await sees(next)
  await next.close()
})

test("where some are allowed, one that is indexed in the working directory stays unseen too", async () => {
  const home = join(base, "home-here")
  const here = join(base, "here")
  mkdirSync(here)
  Repo.write(here, Repo.fixture("ledger"))
  await (await analyze(roots.web, { home, workers: 1 })).close()
  const server = await Served.serve({ home, cwd: here, env: { PORTOLAN_MCP_ALLOWED_REPOS: "web" } })
  const writer = tools.find((tool) => tool.writes === "always")!
  expect((await server.call(writer.name, { path: here })).value.completeness.reasons[0]).toStartWith("not_shown: ")
  expect((await server.call("context", { name: "Ledger", repo: "here" })).value.error.code).toBe("RepoNotFound")
  expect((await server.call("context", { name: "Ledger" })).value.index.repo).toBe("web")
  await server.close()
})
