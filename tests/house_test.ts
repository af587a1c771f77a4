// What stands beside the code: notices, pins, the grammar table.

import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { GRAMMARS } from "../scripts/grammars.mjs"
import { MODELS, problemWithModels } from "../scripts/models.mjs"
import { MODEL } from "../lib/platform/models.ts"
import { commandsPage, policyPage, toolsPage } from "../scripts/docs.ts"
import { notice } from "../scripts/notice.mjs"
import { ROOT } from "./_kit/program.ts"

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8")
const manifest = JSON.parse(text("package.json"))
const lockfile = JSON.parse(text("package-lock.json"))

test("NOTICE names what is shipped; node scripts/notice.mjs writes it", () => {
  expect(text("NOTICE")).toBe(notice())
})

test("docs/policy.md says what can be set and what comes of it; bun scripts/docs.ts writes it", () => {
  expect(text("docs/policy.md")).toBe(policyPage())
})

test("docs/commands.md says what the commands say; bun scripts/docs.ts writes it", () => {
  expect(text("docs/commands.md")).toBe(commandsPage())
})

test("docs/tools.md says what the tools say; bun scripts/docs.ts writes it", () => {
  expect(text("docs/tools.md")).toBe(toolsPage())
})

test("every dependency is pinned to one version, which is the lockfile's", () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  for (const [name, version] of Object.entries(all)) {
    expect([name, version]).toEqual([name, lockfile.packages[`node_modules/${name}`].version])
  }
})

test("the lockfile names no place to download from", () => {
  const named = Object.entries<{ readonly resolved?: string }>(lockfile.packages).filter(([, entry]) =>
    entry.resolved !== undefined
  )
  expect(named.map(([path]) => path)).toEqual([])
})

test("every grammar was laid down, and comes from a pinned package", () => {
  for (const [name, from] of Object.entries(GRAMMARS)) {
    expect(existsSync(join(ROOT, "lib/platform/grammars", name))).toBe(true)
    const package_ = from.slice(0, from.lastIndexOf("/"))
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).toHaveProperty([package_])
  }
})

test("set-up and build hold the embedding model to the digest that it is loaded by, and find it whole", () => {
  expect(MODELS).toEqual({ [MODEL.file]: MODEL.sha256 })
  expect(problemWithModels()).toBeUndefined()
  expect(problemWithModels(join(ROOT, "docs"))).toContain("ENOENT")
})

test("the front page names commands that exist", () => {
  for (const [, name] of text("README.md").matchAll(/npm run ([a-z]+)/g)) expect(manifest.scripts).toHaveProperty(name!)
  expect(text("README.md").split("\n").slice(0, 20).join("\n")).toMatch(/npm start -- analyze[^]*npm test/)
})

test("deno.json and package.json agree on the version", () => {
  expect(JSON.parse(text("deno.json")).version).toBe(manifest.version)
})
