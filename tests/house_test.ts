// What stands beside the code: notices, pins, the grammar table.

import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { GRAMMARS } from "../scripts/grammars.mjs"
import { notice } from "../scripts/notice.mjs"
import { ROOT } from "./_kit/program.ts"

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8")
const manifest = JSON.parse(text("package.json"))
const lockfile = JSON.parse(text("package-lock.json"))

test("NOTICE names what is shipped; node scripts/notice.mjs writes it", () => {
  expect(text("NOTICE")).toBe(notice())
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
    const [package_] = from.split("/")
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).toHaveProperty(package_!)
  }
})

test("deno.json and package.json agree on the version", () => {
  expect(JSON.parse(text("deno.json")).version).toBe(manifest.version)
})
