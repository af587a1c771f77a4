// Pages of areas and execution flows of a repository that is larger than a page: what has no room is counted.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { TOOLS } from "../../lib/tools/all.ts"
import { cluster } from "../../lib/tools/resources/cluster.ts"
import { clusters } from "../../lib/tools/resources/clusters.ts"
import { process } from "../../lib/tools/resources/process.ts"
import { processes } from "../../lib/tools/resources/processes.ts"
import * as World from "./world.ts"

/** Bytes of 10,000 tokens. */
const MOST = 40_000

const GROUPS = 500
const LONG = "x".repeat(60)
const OF_LARGE = 900

/** Groups of four in a file of their own that run each other, and one file with many that one runs. */
const world: World.World = (() => {
  const files: Record<string, string> = {}
  const definitions: Array<World.Definition> = []
  const edges: Array<World.Edge> = []
  const define = (path: string, names: ReadonlyArray<string>) => {
    const texts = names.map((name) => `function ${name}() {}`)
    files[path] = texts.join("\n")
    names.forEach((name, i) =>
      definitions.push({ kind: "Function", at: `${path}:${name}`, text: texts[i]!, flags: ["exported"] })
    )
  }
  for (let group = 0; group < GROUPS; group++) {
    const path = `src/part${group}/${LONG}.ts`
    const names = ["a", "b", "c", "d"].map((it) => `${it}${group}${LONG}`)
    define(path, names)
    for (let i = 1; i < 4; i++) edges.push({ kind: "CALLS", from: `${path}:${names[0]}`, to: `${path}:${names[i]}` })
  }
  const large = Array.from({ length: OF_LARGE }, (_, i) => `of${i}${LONG}`)
  define("src/large.ts", large)
  for (const name of large.slice(1)) {
    edges.push({ kind: "CALLS", from: `src/large.ts:${large[0]}`, to: `src/large.ts:${name}` })
  }
  return { files, definitions, edges }
})()

const repo = World.open(world)
const seen = { tools: TOOLS }
const read = <E>(page: Effect.Effect<string, E>): string => {
  const text = Effect.runSync(page as Effect.Effect<string>)
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(MOST)
  return text
}
const rowsOf = (text: string, row: RegExp): number => text.split("\n").filter((it) => row.test(it)).length
const left = (text: string, what: RegExp): number => Number(new RegExp(`^(\\d+) ${what.source}`, "m").exec(text)![1])

test("lists tell how many have no room", () => {
  const areas = read(clusters.read(repo, seen))
  const all = repo.overlays.communities!.tables.communities.rows
  expect(all).toBe(GROUPS + 1)
  expect(rowsOf(areas, /^[0-9a-f]{16} /) + left(areas, /smaller areas? left out/)).toBe(all)
  const flows = read(processes.read(repo, seen))
  const kept = repo.overlays.processes!.tables.processes.rows
  expect(rowsOf(flows, /^[0-9a-f]{16} /) + left(flows, /flows? of lower priority left out/)).toBe(kept)
})

test("an area tells how many of its members have no room, and what does tell them", () => {
  const text = read(cluster.read(repo, `of5${LONG}`, seen))
  const shown = rowsOf(text, /^ {2}\d+ Function of/)
  expect(shown).toBeGreaterThan(100)
  expect(shown + left(text, /definitions left out; `context` with `file` tells/)).toBe(OF_LARGE)
  const without = read(cluster.read(repo, `of5${LONG}`, { tools: [] }))
  expect(without).toContain("definitions left out.")
})

test("a flow tells what was cut of it", () => {
  const text = read(process.read(repo, `of0${LONG}`, seen))
  // It runs 899 others, of which six are followed; they run nothing.
  expect(text).toContain("- 7 steps\n")
  expect(text).toContain(`- ${OF_LARGE - 1 - 6} calls left out of it: `)
})

test("an index without overlays is told how it comes to them", () => {
  const bare = { ...repo, overlays: {} }
  for (
    const page of [
      clusters.read(bare, seen),
      processes.read(bare, seen),
      cluster.read(bare, "a1", seen),
      process.read(bare, "zzz", seen),
    ]
  ) {
    expect(read(page as Effect.Effect<string>)).toContain("This index does not have ")
  }
  expect(read(process.read(bare, `of0${LONG}`, seen))).toContain("- traced on demand from this definition")
})
