// Two homes: one in which only the allowed repositories are indexed, one in which hidden ones lie in them, around them and
// beside them under the same name. A client is told the same by both, word for word.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { RESOURCES } from "../../lib/tools/resources/all.ts"
import * as Resource from "../../lib/tools/resources/resource.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { analyze } from "../../promise.ts"
import * as Served from "./served.ts"

setDefaultTimeout(120_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-hidden-")))
const at = (path: string) => join(base, path)
const ALLOWED = ["a/web", "c/outer/site"]
const HIDDEN = ["a/web/inner", "a/web/plain", "b/web", "c/outer"]
const homes = { without: at("home-without"), with: at("home-with") }

beforeAll(async () => {
  const git = (root: string, ...words: ReadonlyArray<string>) =>
    execFileSync("git", words, { cwd: root, stdio: "ignore" })
  for (const path of [...HIDDEN, ...ALLOWED].sort((a, b) => b.length - a.length)) {
    const root = at(path)
    mkdirSync(join(root, "src"), { recursive: true })
    writeFileSync(join(root, "src/x.ts"), `export function of_${path.replaceAll("/", "_")}() { return 1 }\n`)
    if (path === "a/web/plain") continue
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", "https://example.org/one.git")
    git(root, "add", "src")
    git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")
  }
  for (const path of ALLOWED) await (await analyze(at(path), { home: homes.without, workers: 1 })).close()
  for (const path of [...ALLOWED, ...HIDDEN]) await (await analyze(at(path), { home: homes.with, workers: 1 })).close()
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED]

/** Whatever is of no consequence: when an index was made, how long a call took. */
const timeless = (answer: unknown): string =>
  JSON.stringify(answer).replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "TIME").replace(/duration_seconds[\\":]+[\d.]+/g, "")

test("nothing that is hidden changes an answer", async () => {
  const env = { PORTOLAN_MCP_ALLOWED_REPOS: ALLOWED.map(at).join(",") }
  for (const cwd of ["a/web", "a/web/inner/src"]) {
    const [one, other] = await Promise.all(
      [homes.without, homes.with].map((home) => Served.serve({ home, env, cwd: at(cwd) })),
    )
    const asks: Array<[unknown, (server: NonNullable<typeof one>) => Promise<unknown>]> = [
      ["tools", (it) => it.client.listTools()],
      ["resources", (it) => it.client.listResources()],
    ]
    const paths = [
      "a",
      "a/web",
      "a/web/",
      "a/web/src",
      "a/web/src/x.ts",
      "a/web/inner",
      "a/web/inner/src",
      "a/web/plain",
      "a/web/inner/src/x.ts",
      "a/web/plain/src/x.ts",
      "a/web/none",
      "a/web/none/../inner",
      "b",
      "b/web",
      "b/web/../../a/web",
      "b/none/../../a/web",
      "c",
      "c/outer",
      "c/outer/src/x.ts",
      "c/outer/site",
      "c/outer/site/src/x.ts",
      "none",
    ]
    const selectors = [undefined, "web", "WEB", "we", "site", "inner", "plain", "outer", "out", "e", ...paths.map(at)]
    const few = [undefined, "web", "inner", "outer", at("a/web/inner"), at("c/outer"), at("b/web/../../a/web")]
    for (const tool of tools) {
      const { properties } = Listing.inputSchema(tool)
      if (Object.hasOwn(properties, "repo")) {
        const [first] = tool.positional
        const words = tool.name === "read_file" ? ["src/x.ts", "inner/src/x.ts", "plain/src/x.ts"] : ["of_a_web_inner"]
        for (const repo of tool.name === "context" ? selectors : few) {
          for (const word of words) {
            const input = { ...(first === undefined ? {} : { [first]: word }), ...(repo === undefined ? {} : { repo }) }
            asks.push([[tool.name, input], (it) => it.call(tool.name, input)])
          }
        }
      } else if (tool.positional.length === 0) asks.push([tool.name, (it) => it.call(tool.name)])
      else for (const path of paths) asks.push([[tool.name, path], (it) => it.call(tool.name, { path: at(path) })])
    }
    for (const resource of RESOURCES) {
      for (const id of ["web", "site", "inner", "outer", "plain"]) {
        const uri = resource.scope === "repo" ? Resource.uriOf(resource, id, "of_a_web_inner") : resource.uri
        asks.push([uri, (it) => it.client.readResource({ uri }).catch(String)])
      }
    }
    for (const value of ["", "w", "i", "o"]) {
      const argument = { name: "repo", value }
      asks.push([argument, (it) => it.client.complete({ ref: { type: "ref/prompt", name: "generate_map" }, argument })])
    }
    for (const [asked, ask] of asks) {
      const [said, also] = [timeless(await ask(one!)), timeless(await ask(other!))]
      expect({ cwd, asked, said: also }).toEqual({ cwd, asked, said })
    }
    await one!.close()
    await other!.close()
  }
})
